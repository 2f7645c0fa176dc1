"""A game that can be played for scores, by which the soonest win is the best, is solved by these where that takes little time."""

from __future__ import annotations

import time
from math import inf

from zermelo.analysis.engines import Enough
from zermelo.analysis.thoughts import Judged, Question
from zermelo.game import MAX
from zermelo.search.engine.engine import Engine
from zermelo.search.runtime.workers import Progress


class Solves:
    """The engine for the same game with scores, by which the soonest win is the best: whole games are searched, or nothing is found."""

    def __init__(self, question: Question, engine: Engine, look: Progress) -> None:
        self.question, self.engine, self.look = question, engine, look
        self.nodes = 0

    def best(self, until: float) -> Judged | None:
        """The best move; None where it is not found in time. Raises Enough."""
        return self._judged((), until)

    def judged(self, action: int, until: float) -> Judged | None:
        """What a move is worth; None where it is not found in time. Raises Enough."""
        return self._judged((action,), until)

    def _judged(self, line: tuple[int, ...], until: float) -> Judged | None:
        """A move as `line` begins, or the best one, with best play to the end of the game."""
        game, state, left = self.question.game, self.question.state, until - time.monotonic()
        for action in line:
            state = game.result(state, action)
        if not game.is_terminal(state):
            if left <= 0:
                return None
            found = self.engine.window(state, *self.engine.game.utility_range or (-inf, inf), seconds=left, progress=self.look)
            self.nodes += found.nodes
            if found.stopped == "interrupted":
                raise Enough
            if found.value is None:
                return None
        while not game.is_terminal(state):  # what is known to be worth so much is played out in no time
            best = self.engine.solve(state, progress=self.look)
            if best.stopped == "interrupted":
                raise Enough
            for action in best.line:
                state = game.result(state, action)
            line += best.line
        value = float(game.utility(state, MAX))
        return Judged(line, value, proved=True, distance=len(line) if value else None, shortest=True)
