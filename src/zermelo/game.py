"""The protocol: what a game says of itself. Textbook names (Russell and Norvig), on one page.

A game is a class whose *instances* hold its parameters and never change; a *state* is a value (best a
`NamedTuple` of ints, bools, `Bits` and tuples of ints) and never changes either; an *action* is a small int.
Six methods are the rules. The others have a default, and whoever searches uses them where they are given.

    class Race(Game):                       # take 1 or 2 matches; who takes the last one wins
        def initial(self): return State(7, MAX)
        def to_move(self, state): return state.player
        def actions(self, state):
            for taken in range(1, min(2, state.matches) + 1):
                yield taken
        def result(self, state, action): return State(state.matches - action, 1 - state.player)
        def is_terminal(self, state): return state.matches == 0
        def utility(self, state, player): return 1 if state.player != player else -1
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf
from types import FunctionType
from typing import Any, ClassVar, Final, TypeVar

from zermelo.bits import Bits
from zermelo.board import Board
from zermelo.errors import ActionError, PositionError
from zermelo.words import to_float

MAX: Final = 0
MIN: Final = 1
CHANCE: Final = -1

NEARLY: Final = 1e-9
"""What the probabilities of a state's outcomes may miss 1 by, for want of digits."""

State = Any
"""A position of a game, player to move included: any hashable value that never changes."""

Cell = TypeVar("Cell")


class Game:
    """The rules of a game. Subclass it and give the six methods without a default.

    Facts, as class or instance attributes:

    players      how many there are; 2 unless said otherwise. Players are numbered from 0: MAX, MIN, ...
    chance       whether `to_move` may answer CHANCE
    hidden       whether players know less than the whole state: then `observe` says what
    max_actions  the most actions (or outcomes) that one state can have; compiled code keeps so many places
    utility_range  the least and the greatest utility, where they are known: to MAX; with more than two players, to any of them
    total        what the utilities of all players add up to at every end, and evaluations too; None where that varies
    evaluations  other ways to value a state, by name (see `Evaluation`)
    repetition   the utility to MAX of a game in which a position comes back, None where the rules say nothing of it
    superko      whether no action may bring an earlier position of the game back (see `position`); `actions` cannot know
    unit         a difference between evaluations that matters (a man, a pawn): margins are multiples of it
    finishes     `finish` is asked where `remaining` is this or less; 0 means never
    engine       options of the engine that serve this game best, by name (zermelo.search.engine.options)
    monte_carlo  options of Monte Carlo tree search that do so (zermelo.search.mcts.options)
    mode         "interpreted" where compiling is never worth its time, else "auto"
    """

    players: int = 2
    chance: bool = False
    hidden: bool = False
    max_actions: int = 256
    utility_range: tuple[float, float] | None = None
    total: float | None = None
    evaluations: Mapping[str, Evaluation] = {}
    repetition: float | None = None
    superko: bool = False
    unit: float = 1.0
    finishes: int = 0
    engine: Mapping[str, Any] = {}
    monte_carlo: Mapping[str, Any] = {}
    mode: ClassVar[str] = "auto"

    # The rules

    def initial(self) -> State:
        """The state in which a game begins, S0."""
        raise NotImplementedError(_missing(self, "initial(self)"))

    def to_move(self, state: State) -> int:
        """The player whose turn it is: 0 (MAX), 1 (MIN), ... or CHANCE. The same player may move twice in a row."""
        raise NotImplementedError(_missing(self, "to_move(self, state)"))

    def actions(self, state: State) -> Iterable[int]:
        """The legal actions of a state that is not terminal, one by one, none twice, at least one."""
        raise NotImplementedError(_missing(self, "actions(self, state)"))

    def result(self, state: State, action: int) -> State:
        """The state that follows; `action` is one of `actions(state)`, or of `outcomes(state)` at CHANCE."""
        raise NotImplementedError(_missing(self, "result(self, state, action)"))

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        raise NotImplementedError(_missing(self, "is_terminal(self, state)"))

    def utility(self, state: State, player: int) -> float:
        """What a terminal state is worth to `player`. With two players, what one wins the other loses."""
        raise NotImplementedError(_missing(self, "utility(self, state, player)"))

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        """At CHANCE: each action with its probability; they sum to 1."""
        yield from ()

    def observe(self, state: State, player: int) -> State:
        """What `player` knows of a state, as a state in which something else stands for what they do not know.

        States that a player cannot tell apart have equal observations, and where the player is to move, the same actions.
        The whole state unless a game says `hidden = True`. What a player once knew is part of the state: nobody forgets.
        """
        return state

    def position(self, state: State) -> Any:
        """What must not come back in a game with superko: an action is illegal that changes it to what it was before."""
        return self.key(state)

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """An estimate of the utility that a game from `state` will bring `player`; 0 unless a game knows better."""
        return 0.0

    def utilities(self, state: State) -> tuple[float, ...]:
        """`utility` for every player."""
        return tuple(to_float(self.utility(state, player)) for player in range(self.players))

    def estimates(self, state: State) -> tuple[float, ...]:
        """`evaluate` for every player."""
        return tuple(float(self.evaluate(state, player)) for player in range(self.players))

    def nothing(self) -> tuple[float, ...]:
        """0 for every player: what a search over vectors begins with."""
        return (0.0,) * self.players

    # Help for the engine (zermelo.search.engine), which uses each of these where a game has it

    def order(self, state: State, action: int, child: State) -> int:
        """How promising an action is, any int of 31 bits: the higher, the sooner it is searched. `child` is its result."""
        return 0

    def candidates(self, state: State) -> Iterable[int]:
        """Some of the legal actions, the proved best among them, so that the others need no search. All unless given.

        Asked only where `bounds` leaves the value open.
        """
        return self.actions(state)

    def tactical(self, state: State) -> Iterable[int]:
        """The legal actions after which an evaluation would be premature (captures); quiescence search follows them to their end.

        So there must be one soon, whatever is played: actions that can be undone by others do not belong here.
        """
        return ()

    def forced(self, state: State) -> bool:
        """Whether the player to move has to answer a threat or a duty (check, an obligatory capture): no time to evaluate."""
        return False

    def passed(self, state: State) -> State:
        """The state in which the player to move has let the other move instead: for null-move pruning."""
        raise NotImplementedError(_missing(self, "passed(self, state)"))

    def remaining(self, state: State) -> int:
        """How many plies the game can still last, about: what the engine measures its efforts by. A great number unless given."""
        return 1 << 20

    def bounds(self, state: State) -> tuple[float, float]:
        """A proved interval of what the state, not terminal, is worth to the *player to move* under perfect play.

        Not asked where chance moves, and no more is `finish`.
        """
        return -inf, inf

    def finish(self, state: State, alpha: float, beta: float) -> float:
        """What the state is worth to the *player to move* under perfect play; outside of (alpha, beta) a bound is enough.

        Asked where `remaining(state) <= finishes`: near the end a game knows shorter ways than a search.
        """
        raise NotImplementedError(_missing(self, "finish(self, state, alpha, beta)"))

    def key(self, state: State) -> Any:
        """A hashable value that tells the state from every other that the rules treat differently; the state itself unless given."""
        return state

    def symmetries(self, state: State) -> Iterable[State]:
        """The other states that are the same but for a turn or a mirror; none unless given."""
        return ()

    # Help for Monte Carlo tree search (zermelo.search.mcts)

    def playout(self, state: State, lot: int) -> int:
        """An action to play in a simulated game, better than any at random; `lot` is a random word, all 64 bits of it."""
        raise NotImplementedError(_missing(self, "playout(self, state, lot)"))

    def prior(self, state: State, action: int) -> float:
        """How promising an action is before anything is tried, as a share: any number from 0 up; the same for all unless given."""
        return 1.0

    # For people

    def show(self, state: State) -> str:
        """The state as a picture in text, for a terminal."""
        return self.write(state)

    def picture(self, state: State) -> Board | None:
        """The state as a board that can be drawn; None where `show` is all there is."""
        return None

    def touched(self, state: State, action: int) -> tuple[int, ...]:
        """The squares of the picture that people touch, one after the other, to choose an action; none where it has no place there."""
        return ()

    def ways(self, state: State, action: int) -> Iterable[tuple[tuple[int, ...], ...]]:
        """The ways in which people may choose an action, where it has several steps: each way its steps, each step its squares.

        People may go straight to the last square of a step. One step, `touched`, unless given.
        """
        yield (self.touched(state, action),)

    def halfway(self, state: State, steps: tuple[tuple[int, ...], ...]) -> Board | None:
        """The picture when these first steps of a way are made and others are to come; None where it stays as it was."""
        return None

    def write(self, state: State) -> str:
        """The state as one line of text that `read` takes back."""
        fields = state if isinstance(state, tuple) and hasattr(state, "_fields") else (state,)
        return " ".join(_write_field(field) for field in fields)

    def read(self, text: str) -> State:
        """The state that `write` wrote as `text`. Raises PositionError where there is none."""
        initial = self.initial()
        named = isinstance(initial, tuple) and hasattr(initial, "_fields")
        models = tuple(initial) if named else (initial,)
        words = text.split()
        if len(words) != len(models):
            raise PositionError(f"{text!r} has {len(words)} fields; a position of {self!r} has {len(models)}, as {self.write(initial)!r}")
        fields = [_read_field(word, model) for word, model in zip(words, models, strict=True)]
        return type(initial)(*fields) if named else fields[0]

    def name(self, state: State, action: int) -> str:
        """What people call an action of `state`."""
        return str(action)

    def parse(self, state: State, text: str) -> int:
        """The legal action that people call `text`: by its name, in any case, or by its number. Raises ActionError."""
        names = {action: self.name(state, action) for action in self._legal(state)}
        word = text.strip()
        for action, name in names.items():
            if name.casefold() == word.casefold():
                return action
        if all(name == str(action) for action, name in names.items() if name.isdecimal()):  # else a number is another's name
            for action in names:
                if str(action) == word:
                    return action
        raise ActionError(f"{text!r} is not a legal action here; legal: {' '.join(names.values()) or 'none, the game is over'}")

    def _legal(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        if self.to_move(state) == CHANCE:
            return [action for action, _ in self.outcomes(state)]
        return list(self.actions(state))

    def __repr__(self) -> str:
        code = type(self).__init__.__code__ if isinstance(type(self).__init__, FunctionType) else None
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount] if code else ()
        parameters = ", ".join(f"{name}={getattr(self, name)!r}" for name in names if hasattr(self, name))
        return f"{type(self).__name__}({parameters})"


class Evaluation:
    """A way to value a state, in a scale of its own. Evaluations of one game add up and take weights.

    >>> class Corners(Evaluation):
    ...     def value(self, game, state, player): return 4.0
    >>> class Centre(Evaluation):
    ...     def value(self, game, state, player): return 3.0
    >>> (2 * Corners() - Centre()).value(None, None, MAX)
    5.0
    """

    def value(self, game: Any, state: State, player: int) -> float:
        """How good `state` is for `player`: greater is better. The game may be over in `state`."""
        raise NotImplementedError(_missing(self, "value(self, game, state, player)"))

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

    def value(self, game: Any, state: State, player: int) -> float:
        return self.left.value(game, state, player) + self.right.value(game, state, player)

    def __repr__(self) -> str:
        return f"{self.left!r} + {self.right!r}"


class Weighted(Evaluation):
    """An evaluation times a number."""

    def __init__(self, weight: float, evaluation: Evaluation) -> None:
        self.weight, self.evaluation = weight, evaluation

    def value(self, game: Any, state: State, player: int) -> float:
        return self.weight * self.evaluation.value(game, state, player)

    def __repr__(self) -> str:
        return f"{self.weight:g} * {self.evaluation!r}"


def defines(game: Game, *methods: str) -> bool:
    """Whether the game has one of these methods of its own."""
    return any(getattr(type(game), method) is not getattr(Game, method) for method in methods)


def legal(game: Game, state: State, played: Iterable[State]) -> list[int]:
    """The legal actions of a state that is not terminal, where `played` are the states of the game before it.

    Those of `game.actions`, but with superko none that changes the position to one that `played` has had.
    """
    actions = list(game.actions(state))
    if not game.superko:
        return actions
    before = {game.position(earlier) for earlier in played}
    return [action for action in actions if not comes_back(game, state, action, before)]


def comes_back(game: Game, state: State, action: int, before: Collection[Any]) -> bool:
    """Whether superko forbids an action of `state`: it leads to another position, and to one of those of `before`."""
    if not game.superko:
        return False
    position = game.position(game.result(state, action))
    return position != game.position(state) and position in before


def replace(cells: tuple[Cell, ...], index: int, value: Cell) -> tuple[Cell, ...]:
    """The tuple with `value` at place `index` (0 .. len - 1): how a rule changes one pit, point or square.

    Raises IndexError for a place that the tuple does not have. One copy of the tuple; in compiled code, one store.

    >>> replace((4, 4, 4), 1, 0)
    (4, 0, 4)
    """
    if not 0 <= index < len(cells):
        raise IndexError(f"place {index} of a tuple of {len(cells)}")
    return (*cells[:index], value, *cells[index + 1 :])


def _missing(thing: object, method: str) -> str:
    return f"{type(thing).__name__} does not define `{method}`; every {'evaluation' if isinstance(thing, Evaluation) else 'game'} must"


def _write_field(field: Any) -> str:
    if isinstance(field, Bits):
        return f"{int(field):#x}"
    if isinstance(field, tuple):
        return "(" + ",".join(_write_field(part) for part in field) + ")"
    return "".join(str(int(field) if isinstance(field, bool) else field).split())


def _read_field(word: str, model: Any) -> Any:
    try:
        if isinstance(model, Bits):
            return _bits_of(word)
        if isinstance(model, (bool, int)):
            return type(model)(int(word))
        if isinstance(model, str):
            return word
    except ValueError as error:
        raise PositionError(f"{word!r} is not a number that can stand here, such as {_write_field(model)!r}") from error
    if isinstance(model, tuple):
        parts = list(_split(word))
        if len(parts) != len(model):
            raise PositionError(f"{word!r} has {len(parts)} parts; {len(model)} are needed, as in {_write_field(model)!r}")
        made = [_read_field(part, inner) for part, inner in zip(parts, model, strict=True)]
        return type(model)(*made) if hasattr(model, "_fields") else tuple(made)
    raise PositionError(f"states that hold a {type(model).__name__} have no text form unless the game defines `write` and `read`")


def _bits_of(word: str) -> Bits:
    number = int(word, 0)
    if not 0 <= number < 1 << 64:
        raise ValueError(word)
    return Bits(number)


def _split(word: str) -> Iterator[str]:
    """The comma-separated parts of `(a,(b,c),d)`."""
    if not (word.startswith("(") and word.endswith(")")):
        raise PositionError(f"{word!r} should be a list in brackets, such as (1,2,3)")
    depth, part = 0, ""
    for letter in word[1:-1]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            part += letter
    if part:
        yield part
