"""Who plays: a *player* is a callable that takes a state and returns a legal action of it.

Any function of your own will do. The usual ones are made from text, a kind and its options:

    random                                      any legal action; random:seed=3 always the same ones
    human                                       asks at the terminal
    computer                                    searches deeper until its nodes are used up, and plays any game at once;
                                                takes any of the best actions, the same ones in every run with seed=3
    minimax:depth=4                             an algorithm of zermelo.search, by name
    alphabeta:depth=8,evaluation=groups+2*columns,sooner=true
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Iterable
from typing import Any, Final

from zermelo.errors import ActionError, SearchError, SpecError
from zermelo.evaluate.judged import judged
from zermelo.game import CHANCE, Evaluation, Game, State
from zermelo.search.algorithm import WHOLE_TREE, checked_depth
from zermelo.search.best import ALGORITHMS, best, choose
from zermelo.search.result import Result
from zermelo.search.runner import Progress

Player = Callable[[State], int]
"""Takes a state that is not terminal and in which the player is to move; returns one of its legal actions."""

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "random": ("seed",),
    "human": (),
    "computer": ("seed",),
    **dict.fromkeys(ALGORITHMS, ("depth", "evaluation", "sooner")),
}
"""The kinds of players, each with the options that it takes."""


class Random:
    """Plays any legal action, each as likely as the others; with a seed, the same ones in every run."""

    def __init__(self, game: Game, seed: int | str | None = None) -> None:
        self.game = game
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets

    def __call__(self, state: State) -> int:
        """An action at random."""
        return self._random.choice(list(self.game.actions(state)))


class Human:
    """Shows the state and asks a person for an action, by its name or number, until it is a legal one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __call__(self, state: State) -> int:
        """The action that the person types."""
        print(self.game.show(state))
        while True:
            try:
                return self.game.parse(state, input(f"{seat_name(self.game, self.game.to_move(state))}: "))
            except ActionError as error:
                print(error)


class Searcher:
    """A player who searches and plays a best action; what it thinks of a state can be asked for too.

    progress    called now and then, while a long search runs, with the nodes visited so far
    """

    progress: Progress | None = None

    def search(self, state: State) -> Result:
        """What the player thinks of a state."""
        raise NotImplementedError

    def choose(self, found: Result) -> int | None:
        """The first best action; None where there is none."""
        return found.action

    def __call__(self, state: State) -> int:
        """A best action."""
        found = self.search(state)
        action = self.choose(found)
        if action is None:
            raise ActionError(f"there is nothing to play in {found.game.write(state)!r}: the game is over, or chance moves")
        return action


class Search(Searcher):
    """Searches with one algorithm, always as deep, and so always plays the same in the same state.

    The arguments are those of `zermelo.best`, checked at once: SearchError where algorithm, depth and game do not
    fit, SpecError for an evaluation that the game does not have.
    """

    def __init__(
        self,
        game: Game,
        algorithm: str | None = None,
        *,
        depth: int | None = None,
        evaluation: str | Evaluation | None = None,
        sooner: bool = False,
        mode: str = "auto",
    ) -> None:
        self.algorithm = choose(game, algorithm)
        if depth is not None:
            checked_depth(depth)
        self.rules = judged(game, evaluation)
        self.depth, self.sooner, self.mode = depth, sooner, mode

    def search(self, state: State) -> Result:
        """The result of the search."""
        return best(
            self.rules, state, depth=self.depth, algorithm=self.algorithm, sooner=self.sooner,
            ties=False, mode=self.mode, progress=self.progress,
        )  # fmt: skip


class Computer(Searcher):
    """Plays any game without being told how deep: it searches one ply deeper until a budget of nodes is used up.

    Of equally good actions it takes any; with a seed, the same ones in every run. Counting nodes and not seconds makes
    it play alike on every machine, as long as the game runs in the same mode. A move takes about a second or less, more
    where `LEAST_DEPTH` names the game.
    """

    BUDGET: Final = {"compiled": 2_000_000, "interpreted": 20_000}
    """Nodes that a move may take, by mode."""
    LEAST_DEPTH: Final = {"Desconecta4Boom": 8}
    """Plies that are always looked ahead once the game is compiled, by the game's class."""

    def __init__(self, game: Game, *, seed: int | str | None = None, mode: str = "auto") -> None:
        self.game, self.mode = game, mode
        self.algorithm = choose(game, None)
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets

    def search(self, state: State) -> Result:
        """The result of the deepest search."""
        depth, before, spent = 1, 1, 0
        found = self._search(state, depth)
        least = self.LEAST_DEPTH.get(type(self.game).__name__, 1) if found.mode == "compiled" else 1
        while found.depth == depth < WHOLE_TREE:  # the last search met its limit, so a deeper one sees more
            spent += found.nodes + depth * depth  # a line of so many plies is found by as many small searches
            growth = max(1.0, found.nodes / before)
            if depth >= least and spent + found.nodes * growth > self.BUDGET[found.mode]:
                break
            depth, before = max(depth + 1, least), found.nodes
            found = self._search(state, depth)
        return found

    def _search(self, state: State, depth: int) -> Result:
        return best(
            self.game, state, depth=depth, algorithm=self.algorithm, sooner=True,
            ties=True, mode=self.mode, progress=self.progress,
        )  # fmt: skip

    def choose(self, found: Result) -> int | None:
        """Any of the best actions."""
        return self._random.choice(found.actions) if found.actions else None


def player(spec: str, game: Game, *, seed: int | str | None = None, mode: str = "auto") -> Player:
    """The player of `game` that `spec` describes (see the top of this file).

    seed    for a `random` or `computer` that gives none itself
    mode    "auto", "compiled" or "interpreted", for those who search

    Raises SpecError for every part that is wrong or does not fit the game, before the first move.
    """
    kind, colon, rest = spec.strip().partition(":")
    if kind not in OPTIONS:
        near = difflib.get_close_matches(kind, OPTIONS, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise SpecError(f"there is no player {kind!r}; {hint}there are: {', '.join(OPTIONS)}")
    options = _options(spec, kind, rest) if colon else {}
    if kind == "random":
        return Random(game, options.get("seed", seed))
    if kind == "human":
        return Human(game)
    if kind == "computer":
        return Computer(game, seed=options.get("seed", seed), mode=mode)
    try:
        return Search(game, kind, mode=mode, **options)
    except (SearchError, SpecError) as error:
        raise SpecError(f"player {spec!r}: {error}") from error


def seat(players: Iterable[str | Player], game: Game, *, seed: int | str | None = None, mode: str = "auto") -> list[Player]:
    """A player for each seat of the game, from specs or callables. Raises SpecError unless there are just as many."""
    given = [players] if isinstance(players, str) else list(players)
    if len(given) != game.players:
        raise SpecError(f"{game!r} is for {game.players} players; given: {len(given)}")
    return [
        player(one, game, seed=None if seed is None else f"{seed} player {place}", mode=mode) if isinstance(one, str) else one
        for place, one in enumerate(given)
    ]


def player_name(given: str | Player) -> str:
    """What a player is called: the text it is made from, or the name of the function."""
    return given if isinstance(given, str) else getattr(given, "__name__", type(given).__name__)


def seat_name(game: Game, player: int) -> str:
    """What the player with this number (from 0) is called: MAX and MIN of two, else player 1, player 2, ..."""
    if player == CHANCE:
        return "chance"
    return ("MAX", "MIN")[player] if game.players == 2 else f"player {player + 1}"


def _options(spec: str, kind: str, text: str) -> dict[str, Any]:
    allowed = OPTIONS[kind]
    takes = f"{kind} takes {', '.join(f'{name}={_EXAMPLE[name]}' for name in allowed) or 'no options'}"
    options: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise SpecError(f"player {spec!r}: {part.strip()!r} is not an option such as name=value; {takes}")
        if name not in allowed:
            raise SpecError(f"player {spec!r}: there is no option {name!r}; {takes}")
        if name in options:
            raise SpecError(f"player {spec!r}: {name} is given twice")
        options[name] = _value(spec, name, value)
    return options


_EXAMPLE: Final = {"depth": "4", "evaluation": "NAME+2*NAME", "sooner": "true", "seed": "3"}
_TRUTH: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _value(spec: str, name: str, value: str) -> int | bool | str:
    if name == "evaluation":
        return value
    if name == "sooner":
        if value.casefold() not in _TRUTH:
            raise SpecError(f"player {spec!r}: sooner is true or false, not {value!r}")
        return _TRUTH[value.casefold()]
    try:
        return int(value)
    except ValueError:
        raise SpecError(f"player {spec!r}: {name} is a whole number, not {value!r}") from None
