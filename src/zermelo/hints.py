"""What a game may say to searches: facts and methods that make one faster or stronger, each with a default that is right.

A search uses each of them where a game has it. A method here that asks the rules (zermelo.game) takes any `self`: a game is both.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any, ClassVar, Final

from zermelo.units import Unit
from zermelo.words import to_float

State = Any
BY_PIECE: Final = 512
"""`piece_to` gives a number below this."""
_PROTOCOL: Final = ("zermelo.game", "zermelo.hints", "zermelo.display")
"""The modules whose classes say what games and evaluations are asked."""


class Hints:
    """What a search may ask of a game. Facts, as class or instance attributes:

    evaluations  other ways to value a state, by name (see `Evaluation`)
    evaluation_unit  a difference between evaluations that matters (a man, a pawn): margins are multiples of it
    endgame_plies  `endgame_value` is asked where `plies_left` is this or less; 0 means never
    engine       options of the engine that serve this game best, by name (zermelo.search.engine.options)
    monte_carlo  options of Monte Carlo tree search that do so (zermelo.search.mcts.options)
    mode         "interpreted" where compiling is never worth its time, else "auto"
    """

    evaluations: Mapping[str, Evaluation] = {}
    evaluation_unit: float = 1.0
    endgame_plies: int = 0
    engine: Mapping[str, Any] = {}
    monte_carlo: Mapping[str, Any] = {}
    mode: ClassVar[str] = "auto"

    # Values

    def evaluate(self, state: State, player: int) -> float:
        """An estimate of the utility that a game from `state` will bring `player`; 0 unless a game knows better."""
        return 0.0

    def utilities(self: Any, state: State) -> tuple[float, ...]:
        """`utility` for every player."""
        return tuple(to_float(self.utility(state, player)) for player in range(self.players))

    def estimates(self: Any, state: State) -> tuple[float, ...]:
        """`evaluate` for every player."""
        return tuple(float(self.evaluate(state, player)) for player in range(self.players))

    def zeros(self: Any) -> tuple[float, ...]:
        """0 for every player: what a search over vectors begins with."""
        return (0.0,) * int(self.players)

    # For the engine (zermelo.search.engine)

    def order(self, state: State, action: int, child: State) -> int:
        """How promising an action is, any int of 31 bits: the higher, the sooner it is searched. `child` is its result."""
        return 0

    def candidates(self: Any, state: State) -> Iterable[int]:
        """Some of the legal actions, the proved best among them, so that the others need no search. All unless given.

        Asked only where `bounds` leaves the value open.
        """
        return self.actions(state)  # type: ignore[no-any-return]  # `self` is any

    def tactical(self, state: State) -> Iterable[int]:
        """The legal actions after which an evaluation would be premature (captures); quiescence search follows them to their end.

        So there must be one soon, whatever is played: actions that can be undone by others do not belong here.
        """
        return ()

    def kind(self, state: State, action: int) -> int:
        """What kind of action this is: 0 a quiet one, which may be left out or looked at less deep; 1 one that decides at once (a capture).

        Unless given, those are quiet that `tactical` does not list.
        """
        return 0

    def exchange(self, state: State, action: int) -> float:
        """What a tactical action brings the player to move, in `evaluation_unit`s, once the exchange that it begins is over, about.

        Those that lose by it are searched last, and left out of quiescence search.
        """
        return 0.0

    def piece_to(self, state: State, action: int) -> int:
        """The kind of piece that moves and where it ends, as a number from 0 to 511: what an action is remembered by that was good after
        another one (continuation history). Unless given, it is learned how good actions are, not after which.
        """
        return 0

    def forced(self, state: State) -> bool:
        """Whether the player to move has to answer a threat or a duty (check, an obligatory capture): no time to evaluate."""
        return False

    def null_move(self, state: State) -> State:
        """The state in which the player to move has let the other move instead: for null-move pruning."""
        raise NotImplementedError(missing(self, "null_move(self, state)"))

    def may_pass(self, state: State) -> bool:
        """Whether the best action is hardly ever worse than a pass: else, in zugzwang, a null move proves nothing and none is tried."""
        return True

    def plies_left(self, state: State) -> int:
        """How many plies the game can still last, about: what the engine measures its efforts by. A great number unless given.

        It may leave out that players pass, and so be half of what it is; one that says less takes the end for near that is far.
        """
        return 1 << 20

    def bounds(self, state: State) -> tuple[float, float]:
        """A proved interval of what the state, not terminal, is worth to the *player to move* under perfect play.

        Not asked where chance moves, and no more is `endgame_value`.
        """
        return -inf, inf

    def endgame_value(self, state: State, alpha: float, beta: float) -> float:
        """What the state is worth to the *player to move* under perfect play; outside of (alpha, beta) a bound is enough.

        Asked where `plies_left(state) <= endgame_plies`: near the end a game knows shorter ways than a search.
        """
        raise NotImplementedError(missing(self, "endgame_value(self, state, alpha, beta)"))

    def key(self, state: State) -> Any:
        """A value that tells the state from every other that rules or evaluations treat differently; the state itself unless given."""
        return state

    def symmetries(self, state: State) -> Iterable[State]:
        """The other states that are the same but for a turn or a mirror; none unless given.

        Helpers for it are in `zermelo.mirrors`.
        """
        return ()

    # For databases (zermelo.databases)

    def starts(self) -> Iterable[State]:
        """States in which play may begin, beside the initial one; none unless given. A database holds what play from any comes to.

        Of those that are the same by `symmetries` one is enough.
        """
        return ()

    def tier(self, state: State) -> int:
        """The part of the game that a state belongs to, from 0 up: play stays in it or goes to a greater one, never back."""
        return 0

    def tier_sizes(self) -> Iterable[int]:
        """How many indices the states of each tier have, from tier 0 on. Where it is given so are `rank` and `unrank`.

        With them a database needs no keys: the place of a state is computed.
        """
        return ()

    def rank(self, state: State) -> int:
        """The index of a state within its tier, from 0 up. States of one index are worth the same to who is to move, and lead to the same.

        Helpers for it are in `zermelo.ranks`.
        """
        raise NotImplementedError(missing(self, "rank(self, state)"))

    def unrank(self, tier: int, index: int) -> State:
        """A state of this tier and of this index."""
        raise NotImplementedError(missing(self, "unrank(self, tier, index)"))

    def possible(self, state: State) -> bool:
        """Whether what `unrank` gives is a state of the game, and not an index that stands for none. What play comes to is possible."""
        return True

    def predecessors(self, state: State) -> Iterable[State]:
        """The states *of the same tier* from which an action leads to this one, or to another of its index: as often as actions do.

        Others may be among them that are terminal or not possible. With them a database needs no list of successors. Where it is not given,
        there is one.
        """
        return ()

    def plays_as(self, other: Any) -> Callable[[State], Iterable[tuple[State, int]]] | None:
        """How states of another game stand for some of this one's, so that a database of that game serves this one; None where none do.

        What is given takes a state of this game that is not over and gives those of the other that play as it does, one or more to be
        looked for, each with for how many plies: a game that is not won by then is drawn here (worth 0), whatever it is there.
        """
        return None

    def plies_of_score(self, state: State, score: float) -> int | None:
        """Of a game with scores, in which a win is worth the more the sooner it comes: how many plies a state is from the end where best
        play brings its player to move this score; None where scores do not say it. A book of scores so knows distances."""
        return None

    # For searches of the shortest way (zermelo.search.shortest)

    def distance(self, state: State) -> float:
        """Of a puzzle (one player, no chance): how many actions the goal is away, at least. Never more than it is; 0 unless a game knows.

        The textbook's heuristic h(n), an admissible one. It may be `inf` where the goal cannot be reached.
        """
        return 0.0

    # For Monte Carlo tree search (zermelo.search.mcts)

    def playout(self, state: State, random_bits: int) -> int:
        """An action to play in a simulated game, better than any at random; `random_bits` is a random word, all 64 bits of it."""
        raise NotImplementedError(missing(self, "playout(self, state, random_bits)"))

    def prior(self, state: State, action: int) -> float:
        """How promising an action is before anything is tried, as a share: any number from 0 up; the same for all unless given."""
        return 1.0


class Evaluation:
    """A way to value a state, in a scale of its own. Evaluations of one game add up and take weights.

    unit  a difference between its values that matters (a man, a pawn), above 0: where it stands for the game's `evaluate`, margins are
          multiples of it, as of `evaluation_unit` before
    measured_in  in what people count its values, such as `Unit("pawn")`. A weight multiplies the units and does not change them; a sum
          counts in those of its terms, where these have the same

    >>> class Corners(Evaluation):
    ...     def value(self, game, state, player): return 4.0
    >>> class Centre(Evaluation):
    ...     def value(self, game, state, player): return 3.0
    >>> (2 * Corners() - Centre()).value(None, None, 0)
    5.0
    """

    unit: float = 1.0
    measured_in: Unit | None = None

    def value(self, game: Any, state: State, player: int) -> float:
        """How good `state` is for `player`: greater is better. The game may be over in `state`."""
        raise NotImplementedError(missing(self, "value(self, game, state, player)"))

    def told(self, game: Any, state: State, player: int) -> str:
        """How that value comes about, as it is written below a position: `6 - 5`; empty where there is nothing more to say."""
        return ""

    def __add__(self, other: Evaluation) -> Evaluation:
        return Sum(self, other)

    def __sub__(self, other: Evaluation) -> Evaluation:
        return Sum(self, Weighted(-1.0, other))

    def __mul__(self, weight: float) -> Evaluation:
        return Weighted(float(weight), self)

    __rmul__ = __mul__

    def __neg__(self) -> Evaluation:
        return Weighted(-1.0, self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"


class Sum(Evaluation):
    """One evaluation plus another."""

    def __init__(self, left: Evaluation, right: Evaluation) -> None:
        self.left, self.right = left, right
        self.unit = max(left.unit, right.unit)

    def value(self, game: Any, state: State, player: int) -> float:
        return self.left.value(game, state, player) + self.right.value(game, state, player)

    def __repr__(self) -> str:
        return f"{self.left!r} + {self.right!r}"


class Weighted(Evaluation):
    """An evaluation times a number."""

    def __init__(self, weight: float, evaluation: Evaluation) -> None:
        self.weight, self.evaluation = weight, evaluation
        self.unit = abs(weight) * evaluation.unit or evaluation.unit

    def value(self, game: Any, state: State, player: int) -> float:
        return self.weight * self.evaluation.value(game, state, player)

    def __repr__(self) -> str:
        return f"{self.weight:g} * {self.evaluation!r}"


def unit_of(evaluation: Evaluation) -> Unit:
    """In what people count the values of an evaluation, with its size; without a word where it says none, or its terms say several."""
    given = evaluation.measured_in
    if given is not None:
        return given._replace(size=given.size or evaluation.unit)
    if isinstance(evaluation, Weighted):
        return unit_of(evaluation.evaluation)
    if isinstance(evaluation, Sum) and (left := unit_of(evaluation.left)) == unit_of(evaluation.right):
        return left
    return Unit(size=1.0)


def missing(thing: object, method: str) -> str:
    """What to say where a game or an evaluation lacks a method that it is asked for."""
    kind = "evaluation" if isinstance(thing, Evaluation) else "game"
    return f"{type(thing).__name__} does not define `{method}`; every {kind} must{meant(thing, method.partition('(')[0])}"


def meant(thing: object, method: str) -> str:
    """What to add where the thing has a method of nearly this name, which may be the one that was meant."""
    near = difflib.get_close_matches(method, [name for name, own in own_attributes(thing).items() if callable(own)], n=1)
    return f"; it defines `{near[0]}`: did you mean `{method}`?" if near else ""


def own_attributes(thing: object) -> dict[str, Any]:
    """What the classes of a game or an evaluation define by a public name that is not one of the protocol."""
    kinds = type(thing).__mro__[::-1]
    known = {name for kind in kinds if kind.__module__ in _PROTOCOL for name in vars(kind)}
    own = {name: value for kind in kinds for name, value in vars(kind).items() if name not in known}
    return {name: value for name, value in own.items() if not name.startswith("_")}
