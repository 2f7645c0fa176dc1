"""The searchers that find the shortest way to the goal of a puzzle, and what they find.

A puzzle is a game for one player without chance. Its goal is every end that is worth the most, as `utility_range` says; other ends are
dead ends. Each action costs 1. What a game says by `distance` is a promise, as all hints are: the goal is no nearer. Where a search
sees that it is broken, it refuses the game; a way that it gives is the shortest.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Any, Final

from zermelo.errors import GameError, SearchError
from zermelo.game import Game, State, defines, has_rewards
from zermelo.search.algorithm import WHOLE_TREE, checked_depth, checked_game, checked_open
from zermelo.search.astar import Frontier, astar
from zermelo.search.idastar import idastar
from zermelo.search.result import Result, whole
from zermelo.search.runner import Runner, TimeIsOverError
from zermelo.search.runtime.endings import ending
from zermelo.search.runtime.limits import Limits
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.workers import PULSE, Progress
from zermelo.search.searcher import Searcher
from zermelo.values import counted
from zermelo.words import fingerprint

IDASTAR: Final = "idastar"
ASTAR: Final = "astar"


@dataclass(frozen=True)
class ShortestResult(Result):
    """A `Result` whose `line` leads to the goal in as few actions as can be; `value` is what the goal is worth.

    proved  whether the way is the shortest, by the rules and what `distance` promises. One that is not proved is not returned
    """

    proved: bool = True

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types."""
        return {**super().as_dict(), "proved": self.proved}


class NotReachedError(SearchError):
    """The goal was not reached within the limits of a search; or it cannot be reached."""


class IdaStar:
    """Iterative deepening A* for one puzzle (see `zermelo.search.idastar`).

    `nodes` is a soft limit: the search does not begin to look further once it has visited this many.
    """

    def __init__(self, game: Game, *, mode: str = "auto") -> None:
        _check(game)
        self.game, self.mode = game, mode

    def clear(self) -> None:
        """There is nothing to forget: each search begins anew."""

    @with_more_room
    def search(
        self,
        state: State,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        history: Sequence[State] = (),
        progress: Progress | None = None,
    ) -> ShortestResult:
        """The shortest way from `state` to the goal, of `depth` actions at most. `history` changes nothing.

        Raises NotReachedError where there is none within these limits.
        """
        Limits(depth, nodes, seconds)
        runner = Runner(idastar, self.game, self.mode, progress, seconds)
        started = time.perf_counter()
        most = WHOLE_TREE if depth is None else checked_depth(depth)
        plies = 0

        def found() -> tuple[tuple[int, ...], tuple[int, int, int]]:
            nonlocal plies
            while (more := runner(state, 0, plies)) > 0:
                if more == inf:
                    raise NotReachedError(f"{_unreachable(self.game, state)}: all ways come to dead ends")
                plies += ceil(more)
                if plies > most:
                    raise _not_reached(self.game, state, f"by {counted(most, 'action')}", plies)
                if nodes is not None and runner.nodes >= nodes:
                    raise _not_reached(self.game, state, f"in {counted(runner.nodes, 'node')}", plies)
            counts = runner.nodes, runner.leaves, runner.cutoffs
            return tuple(self._line(runner, state, plies)), counts

        try:
            line, (visited, leaves, cutoffs) = runner.apart(found, most)
        except TimeIsOverError:
            raise _not_reached(self.game, state, f"in {seconds:g} s", plies) from None
        _hold(self.game, state, line, plies)
        return ShortestResult(
            self.game, state, IDASTAR, whole(_most(self.game)), line[0] if line else None, None, line,
            visited, leaves, cutoffs, len(line), time.perf_counter() - started, runner.mode,
        )  # fmt: skip

    def _line(self, runner: Runner, state: State, plies: int) -> Iterator[int]:
        """The first of the shortest ways, by looking again whether the goal is still as near after an action."""
        game, before = self.game, 0
        for left in range(plies - 1, -1, -1):
            if game.is_terminal(state):
                return
            for action in game.actions(state):
                child = game.result(state, action)
                if fingerprint(game.key(child)) != before and runner(child, fingerprint(game.key(state)), left) == 0:
                    break
            else:
                raise GameError(f"the rules of {game!r} do not say the same twice, in position {game.write(state)!r}")
            yield action
            before, state = fingerprint(game.key(state)), child


class AStar:
    """A* for one puzzle (see `zermelo.search.astar`). It is plain Python in every mode."""

    def __init__(self, game: Game, *, mode: str = "auto") -> None:
        _check(game)
        self.game = game

    def clear(self) -> None:
        """There is nothing to forget: each search begins anew."""

    def search(
        self,
        state: State,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        history: Sequence[State] = (),
        progress: Progress | None = None,
    ) -> ShortestResult:
        """The shortest way from `state` to the goal, of `depth` actions at most; `nodes` are the states that it may generate.

        `history` changes nothing. Raises NotReachedError where there is no way within these limits.
        """
        Limits(depth, nodes, seconds)
        started = told = time.perf_counter()

        def look(found: Frontier) -> None:
            nonlocal told
            now = time.perf_counter()
            if depth is not None and found.least > depth:
                raise _not_reached(self.game, state, f"by {counted(depth, 'action')}", found.least)
            if nodes is not None and found.nodes >= nodes:
                raise _not_reached(self.game, state, f"in {counted(found.nodes, 'node')}", found.least)
            if seconds is not None and now - started > seconds:
                raise _not_reached(self.game, state, f"in {seconds:g} s", found.least)
            if progress and now - told > PULSE:
                told = now
                progress(found.nodes)

        found = astar(ending(self.game), state, look)
        if found.goal is None:
            raise NotReachedError(f"{_unreachable(self.game, state)}: none of the {found.nodes:,} states that were generated is one")
        line: list[int] = []
        node = found.goal
        while node.before is not None and node.action is not None:
            line.append(node.action)
            node = node.before
        line.reverse()
        _hold(self.game, state, tuple(line), found.least)
        return ShortestResult(
            self.game, state, ASTAR, whole(_most(self.game)), line[0] if line else None, None, tuple(line),
            found.nodes, found.waiting, 0, found.deepest, time.perf_counter() - started, "interpreted",
        )  # fmt: skip


def _most(game: Game) -> float:
    assert game.utility_range is not None
    return game.utility_range[1]


def _unreachable(game: Game, root: State) -> str:
    return f"the goal of {game!r} cannot be reached from {game.write(root)!r}"


def _not_reached(game: Game, root: State, within: str, least: float) -> NotReachedError:
    return NotReachedError(
        f"the goal of {game!r} was not reached {within} from {game.write(root)!r}, and is at least {counted(ceil(least), 'action')} away"
    )


def _hold(game: Game, root: State, line: Sequence[int], least: float) -> None:
    """Raise GameError where a way that was found shows that `distance` says too much: then another one may be shorter."""
    state = root
    for left, action in zip(range(len(line), 0, -1), line, strict=True):
        if not game.distance(state) <= left:
            raise _too_far(game, state, left)
        state = game.result(state, action)
    if len(line) < least:
        raise _too_far(game, root, len(line))


def _too_far(game: Game, state: State, left: int) -> GameError:
    return GameError(
        f"`distance` says {game.distance(state):g} of position {game.write(state)!r} of {game!r}, and the goal is reached from there by "
        f"{counted(left, 'action')}: it must never say more, or the way found may not be the shortest"
    )


def _check(game: Game) -> None:
    checked_open(checked_game(game), "a search of the shortest way")
    if game.players != 1 or game.chance:
        what = "has chance" if game.players == 1 else f"is for {game.players} players"
        raise SearchError(f"the shortest way is looked for in puzzles, games for one player without chance, and {game!r} {what}")
    if has_rewards(game):
        raise SearchError(f"the shortest way is that of the fewest actions, and {game!r} pays on the way: search it for what it is worth")
    if game.utility_range is None:
        raise SearchError(f"{game!r} does not say which of its ends are the goal: those worth the most; state `utility_range`")


def serves(game: Game) -> bool:
    """Whether the shortest way is what is looked for unless another searcher is named: in a puzzle that has a `distance`."""
    return defines(game, "distance") and SEARCHERS[0].fits(game)


_TAKES: Final = ("depth", "nodes", "seconds")
SEARCHERS: Final = (
    Searcher(IDASTAR, "iterative deepening A*: the shortest way to the goal of a puzzle", IdaStar, _check, _TAKES, (), serves),
    Searcher(ASTAR, "A*: the shortest way to the goal of a puzzle", AStar, _check, _TAKES, ()),
)
