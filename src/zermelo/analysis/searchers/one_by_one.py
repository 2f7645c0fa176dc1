"""Outcomes of chance, the moves of more than two players, and those of games that the engine does not serve are looked at one by one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from operator import add
from typing import Final

from zermelo.analysis.engines import Engines, Enough
from zermelo.analysis.searchers.searcher import FIRST, Hear, beside
from zermelo.analysis.thoughts import Judged, Question, Thought, whose
from zermelo.game import State, rewards
from zermelo.search.result import Result
from zermelo.search.runtime.workers import Progress
from zermelo.search.textbook import Textbook, needed

DEEPEST: Final = 100
"""Plies that the textbook looks ahead at most ..."""
GROWTH: Final = 6
"""... where the next depth, which takes about so many times as long, is likely to be done in time."""
CLEAN: Final = 12
"""Decimals of a sum of values by their probabilities, which floats do not tell exactly."""

Search = Callable[..., Result]
"""Searches a state; takes `depth`, `seconds`, `history` and `progress`, as `Engine.search` does."""


class OneByOne:
    """Each move by itself, or each outcome where chance moves: all to one depth, then all to the next.

    by      what searches, as `Thought` says it
    search  how
    """

    def __init__(self, question: Question, by: str, search: Search, look: Progress) -> None:
        self.question, self.by, self.search, self.look = question, by, search, look
        self.moves, self.odds = question.moves(), question.odds

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        thought, until = Thought(self.by), time.monotonic() + seconds
        for depth in range(2, DEEPEST):
            began = time.monotonic()
            try:
                found = self._at(depth, thought, until if thought.moves else None)
            except KeyboardInterrupt:  # Enough
                thought.cut_short = True
                break
            if found is None:
                break
            thought.moves = {one.action: one for one in found}
            if self.odds:
                thought.expected = self._expected(found, depth)
            else:
                thought.best = found[:count]
            thought.depth, thought.settled = depth, all(one.proved for one in found)
            hear(thought)
            now = time.monotonic()
            if thought.settled or now + GROWTH * (now - began) > until:
                break
        return thought

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        thought = self.think(1, 2 * seconds, lambda thought: None)
        if thought.cut_short:
            raise Enough
        return beside(thought, played)

    def _at(self, depth: int, thought: Thought, until: float | None) -> list[Judged] | None:
        """All moves, looked at so many plies deep, the best first; outcomes in the game's order. None where the time is over before."""
        found = []
        for action in self.moves:
            self.look(0)
            judged = self._judged(action, depth, thought, until)
            if judged is None:
                return None
            found.append(judged)
        return found if self.odds else sorted(found, key=lambda one: one.value, reverse=self.question.sign > 0)

    def _judged(self, action: int, depth: int, thought: Thought, until: float | None) -> Judged | None:
        game, state = self.question.game, self.question.state
        child, gains = game.result(state, action), rewards(game, state, action)
        if game.is_terminal(child):
            return self._worth((action,), gains, game.utilities(child), 1, proved=True)
        left = None if until is None else max(until - time.monotonic(), FIRST / 100)
        before = [*self.question.history, state]
        below = self.search(child, depth=depth - 1, seconds=left, history=before, progress=self.look)
        thought.nodes, thought.seconds = thought.nodes + below.nodes, thought.seconds + below.seconds
        stopped = getattr(below, "stopped", "")
        if stopped == "interrupted":
            raise Enough
        if stopped == "time":
            return None
        values = below.value if isinstance(below.value, tuple) else (below.value,)
        return self._worth((action, *below.line), gains, values, depth, proved=getattr(below, "proved", below.depth < depth - 1))

    def _worth(self, line: tuple[int, ...], gains: Sequence[float], values: Sequence[float], depth: int, *, proved: bool) -> Judged:
        """A move that leads to this for each player, or for MAX, beside what it brings at once."""
        game, worths = self.question.game, tuple(map(float, map(add, gains, values)))
        many = game.players > 2
        value = worths[whose(game, self.question.state)]
        return Judged(line, value, depth, proved, values=worths if many else None)

    def _expected(self, found: Sequence[Judged], depth: int) -> Judged:
        """What is to be expected when chance does what was looked at."""
        value = round(sum(self.odds[one.action] * one.value for one in found), CLEAN)
        each = [[self.odds[one.action] * part for part in one.values] for one in found if one.values is not None]
        values = tuple(map(sum, zip(*each, strict=True))) if each else None
        return Judged((), value, depth, all(one.proved for one in found), values=values)


def _textbook(search: Textbook, state: State, *, depth: int, history: Sequence[State], progress: Progress, seconds: float | None) -> Result:
    """A search by the textbook, which takes the time that it needs."""
    return search.search(state, depth=depth, ties=False, progress=progress)


def by_textbook(question: Question, engines: Engines, look: Progress) -> Search:
    """The textbook's search of this game, compiled."""
    textbook = Textbook(question.game)
    first = partial(textbook.search, question.state, depth=1, ties=False, progress=look)
    engines.made(needed(question.game).name, question.named, first)
    return partial(_textbook, textbook)
