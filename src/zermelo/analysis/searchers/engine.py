"""The engine looks deeper and deeper; once it has proved who wins, another one that prunes nothing finds in how many plies."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Final

from zermelo.analysis.engines import Engines, Enough
from zermelo.analysis.searchers.deepening import Deepening
from zermelo.analysis.searchers.found import followed, judged_by
from zermelo.analysis.searchers.scores import Solves
from zermelo.analysis.searchers.searcher import Hear
from zermelo.analysis.thoughts import Judged, Question, Thought
from zermelo.errors import GameError
from zermelo.game import Game
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import INEXACT, Options
from zermelo.search.engine.result import EngineResult
from zermelo.search.runtime.workers import Progress
from zermelo.spec import Named

MEASURING: Final[dict[str, Any]] = {**dict.fromkeys(INEXACT, False), "distance": True}
"""Options of the engine that finds in how many plies a game is decided: a search that is not cut short finds the shortest way."""


class Searches:
    """The engine; and where the same game can be played for scores, that which solves it by them."""

    def __init__(
        self, question: Question, engine: Engine, engines: Engines, look: Progress, options: dict[str, Any], solves: Solves | None
    ) -> None:
        self.question, self.engine, self.engines = question, engine, engines
        self.look, self.options, self.solves = look, options, solves
        self.moves = question.moves()

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        run = Deepening(self.question, self.solves, self.look, count, time.monotonic() + seconds, hear)
        run.deepen(self.engine, measuring=False)
        if run.thought.settled and self._can_measure([one for one in run.thought.moves.values() if one.distance is None]):
            self._measure(run)
        run.thought.best = [followed(self.question, one, self.engine, self.look) for one in run.thought.best]
        return run.thought

    def _measure(self, run: Deepening) -> None:
        """Find out in how many plies the moves are decided; nothing where a game that does not say what its ends are worth has one that is
        worth more than 1."""
        try:
            with self._measuring as measuring:
                run.deepen(measuring, measuring=True)
        except GameError:
            if self.question.game.utility_range is not None:
                raise
            run.thought.settled = True

    @property
    def _measuring(self) -> AbstractContextManager[Engine]:
        """The engine that finds in how many plies a game is decided."""
        return self.engines.engine(_ranged(self.question.named), {**MEASURING, **self.options})

    def _can_measure(self, known: Collection[Judged]) -> bool:
        """Whether one of these is decided, and it can be found out in how many plies."""
        game = _ranged(self.question.named).game
        _, most = game.utility_range or (0.0, 0.0)
        if any(abs(one.value) > most for one in known):  # it did not say what a win is worth
            return False
        decided = any(one.proved and abs(one.value) == most for one in known)
        return decided and not self.engine.options.distance and _measures(game)

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        began, alike = time.monotonic(), self.question.alike()
        first = None if self.solves is None else self.solves.best(began + seconds)
        own, solved = None, first is not None
        if first is not None and self.solves is not None and played is not None and played != first.action:
            own = self.solves.judged(played, began + seconds)
        seconds = max(seconds / 2, seconds - (time.monotonic() - began) / 2)  # to solve took longer, where others work, too
        if first is None and proved is not None:
            first, own = self._beside(proved, seconds)
        if first is None:
            first = self._judged_alone(seconds)
        if own is None and played is not None and played != first.action:
            own = self._judged_alone(seconds, among=[played], **({} if first.proved else {"depth": max(1, first.depth)}))
        if own is not None and played in alike.get(first.action, ()):
            first, own = replace(first, line=own.line), None
        return (first, own) if solved else self._in_plies(first, own, played, seconds)

    def _in_plies(self, first: Judged, own: Judged | None, played: int | None, seconds: float) -> tuple[Judged, Judged | None]:
        """The two as they were judged, with in how many plies they are decided, as far as that is found in this time.

        What the move that was played leads to says it of that move alone: who wins may do so sooner, who loses may hold out longer.
        """
        if not self._can_measure([first] if own is None else [first, own]):
            return first, own
        best, sign = None, self.question.sign
        try:
            with self._measuring as measuring:
                if first.proved:
                    best = self._measured(measuring, self.moves, seconds)
                if own is None and best is not None and played is not None and played != best.action:
                    own = first
                if own is not None and own.proved and not own.shortest:
                    own = self._measured(measuring, [own.action], seconds) or own
        except GameError:
            if self.question.game.utility_range is not None:
                raise
        if best is None:
            wins = first.proved and sign * first.value > 0
            return replace(first, shortest=False, distance=first.distance if wins else None), own
        if own is not None and own.proved and own.rank(sign) <= best.rank(sign):
            return own, None
        return best, own

    def _measured(self, measuring: Engine, among: Sequence[int], seconds: float) -> Judged | None:
        """The best of some moves, if it is found in this time in how many plies it is decided, and that in no fewer."""
        found = self._found(measuring, among=among, seconds=seconds)
        judged = judged_by(found, found.variations[0], measuring=True)
        return followed(self.question, judged, measuring, self.look) if judged.proved and (judged.shortest or not judged.value) else None

    def _beside(self, proved: Judged, seconds: float) -> tuple[Judged, Judged | None]:
        """The best move, and the one that was played, which is worth so much: what others seem worth is all that is to be found out."""
        game, alike = self.question.game, self.question.alike().get(proved.action, [proved.action])
        sign, (least, most) = self.question.sign, game.utility_range or (-inf, inf)
        others = [action for action in self.moves if action not in alike]
        if not others or proved.value == (most if sign == 1 else least):
            return proved, None
        best = self._judged_alone(seconds, among=others)
        return (best, proved) if best.rank(sign) < proved.rank(sign) else (proved, None)

    def _judged_alone(self, seconds: float, **asked: Any) -> Judged:
        """The best of some moves."""
        found = self._found(self.engine, seconds=seconds, **asked)
        judged = judged_by(found, found.variations[0], measuring=False)
        return followed(self.question, judged, self.engine, self.look)

    def _found(self, engine: Engine, **asked: Any) -> EngineResult:
        look = partial(engine.search, self.question.state, history=self.question.history, progress=self.look)
        found = look(**asked)
        if found.depth == 0 and not found.proved:  # the time was not enough for one ply
            found = look(**{**asked, "seconds": None, "depth": 1})
        if found.stopped == "interrupted":
            raise Enough
        return found


def _ranged(named: Named) -> Named:
    """A game that says what a win is worth: the same, if it does; else one in which that is 1, as it is of what is told as a win
    (`zermelo.scales.decided`)."""
    if named.game.utility_range is not None:
        return named
    ranged = copy(named.game)
    ranged.utility_range = (-1.0, 1.0)
    return replace(named, spec=f"{named.spec} from -1 to 1", game=ranged)


def _measures(game: Game) -> bool:
    """Whether the engine can find in how many plies this game is decided."""
    return Options.usual(game).changed(**MEASURING).for_game(game).distance
