"""Of puzzles the shortest way to the goal is looked for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from zermelo.analysis.engines import Engines
from zermelo.analysis.searchers.one_by_one import OneByOne
from zermelo.analysis.searchers.searcher import Hear
from zermelo.analysis.thoughts import Judged, Question, Thought
from zermelo.game import MAX, State
from zermelo.search.runtime.workers import Progress
from zermelo.search.shortest import IDASTAR, IdaStar, NotReachedError


class Shortest:
    """The shortest way to the goal of a puzzle, by each move; where that is not found in time, what else is known.

    otherwise  what says that
    """

    def __init__(self, question: Question, engines: Engines, otherwise: OneByOne, look: Progress) -> None:
        self.question, self.otherwise, self.look = question, otherwise, look
        self.moves, self.search = question.moves(), IdaStar(question.game)
        engines.made(IDASTAR, question.named, self._first)
        self.nodes, self.seconds = 0, 0.0

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        until = time.monotonic() + seconds
        best = self._best(until - seconds / 2)
        if best is None:
            return self.otherwise.think(count, seconds / 2, hear)
        thought, found = self._thought([best], count), [best]
        for action in self.moves:
            if action == best.action:
                continue
            hear(thought)
            judged = self._judged(action, until)
            if judged is None:
                break
            found.append(judged)
            thought = self._thought(found, count)
        return thought

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        best = self._best(time.monotonic() + seconds)
        if best is not None and played in (None, best.action):
            return best, None
        own = None if best is None or played is None else self._judged(played, time.monotonic() + seconds)
        return self.otherwise.judge(seconds, played, proved) if best is None or own is None else (best, own)

    def _first(self) -> None:
        """The first look, by which the search is compiled."""
        with suppress(NotReachedError):
            self.search.search(self.question.state, depth=1, progress=self.look)

    def _thought(self, found: Sequence[Judged], count: int) -> Thought:
        """What is known when these moves are judged."""
        judged = sorted(found, key=lambda one: one.rank(1))
        moves, settled = {one.action: one for one in judged}, len(judged) == len(self.moves)
        return Thought("shortest", judged[:count], moves, nodes=self.nodes, seconds=self.seconds, settled=settled)

    def _best(self, until: float) -> Judged | None:
        """The first move of a shortest way, or any where there is none; None where that is not known in time."""
        line = self._way(self.question.state, until)
        return self._worth(line) if line else None if line is None else self._judged(self.moves[0], until)

    def _judged(self, action: int, until: float) -> Judged | None:
        """A move with the shortest way that goes on from there; None where it is not known in time whether there is one."""
        line = self._way(self.question.game.result(self.question.state, action), until)
        return None if line is None else self._worth((action, *line))

    def _worth(self, line: tuple[int, ...]) -> Judged:
        """A shortest way, or a move from which none leads to the goal."""
        game, state = self.question.game, self.question.state
        for action in line:
            state = game.result(state, action)
        least, most = game.utility_range or (0.0, 0.0)
        value = float(game.utility(state, MAX)) if game.is_terminal(state) else least
        return Judged(line, value, proved=True, distance=len(line) if value == most else None, shortest=True)

    def _way(self, state: State, until: float) -> tuple[int, ...] | None:
        """The shortest way from a state; nothing where none leads to the goal, or it is there; None where that is not known in time."""
        left = until - time.monotonic()
        if self.question.game.is_terminal(state):
            return ()
        if left <= 0:
            return None
        try:
            found = self.search.search(state, seconds=left, progress=self.look)
        except NotReachedError:
            return () if time.monotonic() < until else None
        self.nodes, self.seconds = self.nodes + found.nodes, self.seconds + found.seconds
        return found.line
