"""A position solved: the exact score of every action.

A *score* is what a state is worth under perfect play to the player to move in it; that of an action, to who chooses it.
(A *value*, here as everywhere, is to MAX, and so is the score of a state in which chance moves.)

game = scoring(zermelo.load_game("connect4"))
solution = solve(Engine(game, table=128), game.played("4455"))
solution.scores                                     # {0: -4, 1: -2, ...}
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN, Game, State, defines, has_rewards
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.faults import endless
from zermelo.search.result import named, whole
from zermelo.search.root import checked_end
from zermelo.search.runtime.workers import HangingError, Progress
from zermelo.values import frozen


@dataclass
class Scores:
    """What is known of a state.

    low, high  between what its score lies: the same number once it is solved
    scores     of the actions that are solved
    line       best play of both sides; empty until the state is solved
    stopped    "solved", or "interrupted" by Ctrl-C
    """

    game: Game
    state: State
    mode: str
    threads: int
    low: float = -inf
    high: float = inf
    scores: dict[int, float] = field(default_factory=dict)
    line: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    stopped: str = "solved"

    @property
    def score(self) -> float | None:
        """The score of the state; None where it is not known."""
        return self.low if self.low == self.high else None

    @property
    def best(self) -> tuple[int, ...]:
        """The best actions among those that are solved."""
        return tuple(action for action in self.actions() if self.scores.get(action, inf) == self.score)

    def actions(self) -> tuple[int, ...]:
        """All actions of the state, in the game's order; none where chance moves."""
        if self.game.is_terminal(self.state) or self.game.to_move(self.state) == CHANCE:
            return ()
        return tuple(self.game.actions(self.state))

    def names(self) -> tuple[str, ...]:
        """The line in the game's own names of actions."""
        return named(self.game, self.state, self.line)

    def as_dict(self) -> dict[str, Any]:
        """What is known in JSON's types: actions by name; None for what is not known."""
        called = {action: self.game.name(self.state, action) for action in self.actions()}
        return {
            "position": self.game.write(self.state),
            "score": self.score,
            "between": [number if isfinite(number) else None for number in (self.low, self.high)],
            "scores": {name: self.scores.get(action) for action, name in called.items()},
            "best": [called[action] for action in self.best],
            "line": list(self.names()),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "mode": self.mode,
            "threads": self.threads,
            "stopped": self.stopped,
        }


Report = Callable[[Scores], None]
"""Called with what is known so far, whenever more is."""


def solve(engine: Engine, state: State = None, *, report: Report | None = None, progress: Progress | None = None) -> Scores:
    """The exact score of a state (the initial one unless given) and of each of its actions.

    After Ctrl-C, what is known by then. Of actions whose results are mirror images, one is searched. Raises SearchError
    where a game can last longer than the engine looks ahead, and for one with rewards on the way and `repetition`.
    """
    if has_rewards(engine.game) and engine.game.repetition is not None:
        what = "what an action is worth depends on the positions before it, and so it has no score of its own"
        instead = "zermelo.best finds what a position is worth"
        if defines(engine.game, "tier_sizes"):
            instead = f"`zermelo solve GAME --strong --out DIR` solves all of its states, and {instead}"
        raise SearchError(f"{engine.game!r} has rewards on the way and `repetition`: {what}; {instead}")
    root = engine.game.initial() if state is None else state
    work = _Work(engine, Scores(engine.game, root, engine.mode, engine.threads), report, progress)
    try:
        work.do()
    except HangingError:  # there is more to say than that it was stopped
        raise
    except KeyboardInterrupt:
        work.made.stopped = "interrupted"
    checked_end(engine.game, root, work.made.line)
    work.made.mode = engine.mode  # it may have begun anew as plain Python
    work.tell()
    return work.made


class _Work:
    """One state on its way to being solved: first itself, which bounds the scores of its actions; then they."""

    def __init__(self, engine: Engine, made: Scores, report: Report | None, progress: Progress | None) -> None:
        self.engine, self.game, self.made, self.report = engine, engine.game, made, report
        self.sign = -1 if self.game.to_move(made.state) == MIN else 1
        self.begun = time.perf_counter()
        self.told = progress

    @property
    def progress(self) -> Progress | None:
        """Nodes of one search, told as those of all."""
        return counting_from(self.made.nodes, self.told)

    def do(self) -> None:
        """Solve it all. Raises KeyboardInterrupt after Ctrl-C."""
        made = self.made
        if self.game.is_terminal(made.state):
            self._between(*[float(self.game.utility(made.state, MAX))] * 2)
            return
        found = self.engine.solve(made.state, progress=self.progress, news=self._between)
        made.nodes += found.nodes
        if found.stopped == "interrupted":
            raise KeyboardInterrupt
        if not found.proved:
            raise SearchError(endless(self.game, made.state))
        value = float(found.value)  # type: ignore[arg-type]  # the engine is for two players: a number
        if self.game.to_move(made.state) == CHANCE:
            self._between(value, value)
            return
        made.line = self._whole_line(found.line)
        made.scores[found.line[0]] = whole_score(self.sign * value)
        self._between(value, value)
        self._actions(value)

    def _actions(self, value: float) -> None:
        worst = (-inf, value) if self.sign > 0 else (value, inf)
        if has_rewards(self.game):
            worst = (-inf, inf)  # that of an action without its reward may be beyond
        scores: dict[Any, float] = {}
        chosen = self.made.line[0]
        for action in sorted(self.made.actions(), key=lambda action: action != chosen):
            child = self.game.result(self.made.state, action)
            gain = self.game.reward(self.made.state, action)
            alike = {(frozen(self.game.key(one)), gain) for one in (child, *self.game.symmetries(child))}
            if action != chosen and not alike & scores.keys():
                found = self.engine.value(child, within=worst, progress=self.progress)
                self.made.nodes += found.nodes
                if found.value is None:
                    raise KeyboardInterrupt
                self.made.scores[action] = whole_score(gain + self.sign * found.value)
            elif action != chosen:
                self.made.scores[action] = scores[(alike & scores.keys()).pop()]
            scores |= dict.fromkeys(alike, self.made.scores[action])
            self.tell()

    def _whole_line(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """The line to the end of the game, or to a move of chance: a search remembers no actions near its leaves."""
        state = self.made.state
        for action in line:
            state = self.game.result(state, action)
        while not self.game.is_terminal(state) and self.game.to_move(state) != CHANCE:
            found = self.engine.solve(state, progress=self.progress)
            if found.stopped == "interrupted":
                raise KeyboardInterrupt
            self.made.nodes += found.nodes
            for action in found.line:
                state = self.game.result(state, action)
            line += found.line
        return line

    def _between(self, low: float, high: float) -> None:
        """The value to MAX lies here."""
        made = self.made
        made.low, made.high = (whole_score(end) for end in ((low, high) if self.sign > 0 else (-high, -low)))
        self.tell()

    def tell(self) -> None:
        """Report."""
        self.made.seconds = time.perf_counter() - self.begun
        if self.report:
            self.report(self.made)


def scoring(game: Game) -> Game:
    """The same game with a win worth the more the sooner it comes, where the game has a parameter `score` for that."""
    parameters = inspect.signature(type(game).__init__).parameters
    if "score" not in parameters or getattr(game, "score", True):
        return game
    given = {name: getattr(game, name) for name in list(parameters)[1:]}
    return type(game)(**given | {"score": True})


_OR_PROVE: Final = "or let `--weak --proof FILE` prove whether it is worth more than 0"


def weakly(game: Game) -> Game:
    """The game itself, if it only tells who wins. Raises SearchError for one in which some wins are worth more."""
    if game.utility_range is None:
        raise SearchError(
            f"{game!r} does not say within what its utilities lie: if a win is worth 1 and a loss -1, give it utility_range = (-1, 1); "
            f"else solve it without --weak, {_OR_PROVE}"
        )
    least, most = game.utility_range
    if least < -1 or most > 1:
        raise SearchError(
            f"{game!r} has no way to tell only who wins, as it is worth up to {max(-least, most):g}; solve it without --weak, {_OR_PROVE}"
        )
    return game


def counting_from(nodes: int, progress: Progress | None) -> Progress | None:
    """Progress that goes on from this many nodes."""
    return None if progress is None else lambda more: progress(nodes + more)


def whole_score(number: float) -> float:
    """A score as it is reported: an int where it is whole."""
    return whole(number)  # type: ignore[return-value]  # a number stays one
