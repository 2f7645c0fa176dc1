"""How the engine looks at a position: at the best moves, at all moves, and again for twice as long."""

from __future__ import annotations

import time
from dataclasses import replace
from math import inf
from typing import Final

from zermelo.analysis.searchers.found import followed, is_cut_off, judged_by
from zermelo.analysis.searchers.scores import Solves
from zermelo.analysis.searchers.searcher import FIRST, Hear
from zermelo.analysis.thoughts import Question, Thought
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.result import EngineResult
from zermelo.search.runtime.workers import Progress

PAUSE: Final = 0.15
"""Seconds at least from one piece of news to the next."""


class Deepening:
    """The engine's looks at one position: at the best moves, at all moves, and again for twice as long."""

    def __init__(self, question: Question, solves: Solves | None, look: Progress, count: int, until: float, hear: Hear) -> None:
        self.question, self.solves, self.look = question, solves, look
        self.moves = question.moves()
        self.count, self.until, self.hear = min(count, len(self.moves)), until, hear
        self.thought = Thought("engine", alike=question.alike())
        self.measuring = False
        self._before, self._told = (0, 0.0), 0.0
        self._followed = set[tuple[tuple[int, ...], float, int | None]]()
        self._lines = dict[tuple[int, float], tuple[int, ...]]()

    def deepen(self, engine: Engine, *, measuring: bool) -> None:
        """Look until nothing is left to be found out, or the time is over."""
        share = FIRST
        self.thought.settled, self.measuring = False, measuring
        while True:
            for count, seconds in ((self.count, share), (len(self.moves), share / 2)):
                left = self.until - time.monotonic()
                if left <= 0 or (count < len(self.moves) and self._best_are_settled):
                    continue
                found = engine.search(
                    self.question.state, history=self.question.history, progress=self.look, report=self._note,
                    among=self.moves, multipv=count, seconds=min(seconds, left),
                )  # fmt: skip
                self._note(found)
                if found.stopped == "interrupted":
                    self.thought.cut_short = True
                    return
                self._before = self.thought.nodes, self.thought.seconds
                self._follow(engine)
                self._tell()
                if found.stopped in ("solved", "end") and count == len(self.moves):
                    self.thought.settled = True
                    return
            left = self.until - time.monotonic()
            if left <= 0 or (not measuring and self._solve(min(share, left))):
                return
            share *= 2

    def _solve(self, seconds: float) -> bool:
        """Try to solve the game by its scores; whether nothing is left to be done: every move is known, or others wait."""
        solves, until, thought = self.solves, time.monotonic() + seconds, self.thought
        if solves is None:
            return False
        for action in self.moves:
            known = thought.moves.get(action)
            if known is not None and known.shortest:
                continue
            try:
                found = solves.judged(action, until)
            except KeyboardInterrupt:  # Enough
                thought.cut_short = True
                return True
            if found is None:
                return False
            thought.note(found)
        best = sorted(thought.moves.values(), key=lambda one: one.rank(self.question.sign))
        thought.moves, thought.best = {one.action: one for one in best}, best[: self.count]
        thought.nodes, thought.settled = thought.nodes + solves.nodes, True
        self._tell()
        return True

    @property
    def _best_are_settled(self) -> bool:
        """Whether looking at the best moves again would find nothing."""
        best = self.thought.best
        return len(best) == self.count and all(one.proved and (one.shortest or not one.value or not self.measuring) for one in best)

    def _follow(self, engine: Engine) -> None:
        """Find out how what is proved comes about, where the search does not say it to the end."""
        for one in self.thought.best:
            proof = one.line, one.value, one.distance
            if one.proved and proof not in self._followed:
                self._followed.add(proof)
                line = followed(self.question, one, engine, self.look).line
                if not is_cut_off(line, one) or (one.action, one.value) not in self._lines:
                    self._lines[one.action, one.value] = line
        self._fill()

    def _fill(self) -> None:
        """Put what is known to follow behind the best moves whose lines are cut off."""
        for place, one in enumerate(self.thought.best):
            line = self._lines.get((one.action, one.value), ())
            if one.proved and len(one.line) < len(line) <= (one.distance or inf):
                self.thought.best[place] = self.thought.moves[one.action] = replace(one, line=line)

    def _note(self, found: EngineResult) -> None:
        """What a search knows."""
        nodes, seconds = self._before
        self.thought.nodes, self.thought.seconds = nodes + found.nodes, seconds + found.seconds
        if found.depth == 0 and not found.proved:  # a first move, of which nothing is known
            return
        for variation in found.variations:
            self.thought.note(judged_by(found, variation, measuring=self.measuring))
        if len(found.variations) >= self.count and (found.depth >= self.thought.depth or found.proved):
            self.thought.depth = max(self.thought.depth, found.depth)
            self.thought.best = [self.thought.moves[variation.line[0]] for variation in found.variations[: self.count]]
        else:  # what is new of a move may be of one like it, which is among the best
            self.thought.best = [self.thought.moves[one.action] for one in self.thought.best]
        self.thought.rank(self.question.sign)
        self._fill()
        if time.monotonic() - self._told >= PAUSE:
            self._tell()

    def _tell(self) -> None:
        self._told = time.monotonic()
        if self.thought.best:
            self.hear(self.thought)
