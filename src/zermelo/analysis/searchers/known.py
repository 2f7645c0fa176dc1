"""What a database or a book knows is not searched."""

from __future__ import annotations

from zermelo.analysis.searchers.searcher import Hear
from zermelo.analysis.thoughts import Judged, Question, Thought
from zermelo.search.known import NEAR, Known, KnownResult, Worth, known_line


class Knows:
    """A database or a book."""

    def __init__(self, question: Question, known: Known, found: KnownResult) -> None:
        self.question, self.known, self.found = question, known, found

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        judged = [self._judged(place) for place in range(len(self.found.moves))]
        expected = self._expected
        best = judged[:count] if expected is None else []
        return Thought(self.known.kind, best, {one.action: one for one in judged}, settled=True, expected=expected)

    @property
    def _expected(self) -> Judged | None:
        """Where chance moves, what is to be expected."""
        value = self.found.value
        assert not isinstance(value, tuple)  # databases are of two players
        return Judged((), float(value), proved=self._is_proved(self.found.worth)) if self.question.odds else None

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        places = [move.action for move in self.found.moves]
        if self._expected is not None:
            return self._expected, None if played is None else self._judged(places.index(played))
        return self._judged(0), None if played is None or played == places[0] else self._judged(places.index(played))

    def _judged(self, place: int) -> Judged:
        move, game, state = self.found.moves[place], self.question.game, self.question.state
        value = move.value if self.question.sign > 0 else 0 - move.value
        line = (move.action, *known_line(self.known, game, game.result(state, move.action)))
        return Judged(line, value, proved=self._is_proved(move), distance=move.distance, shortest=True)

    def _is_proved(self, worth: Worth) -> bool:
        """Whether what is known is exact, as far as numbers are told."""
        return self.found.proved or (worth.between is not None and worth.error <= NEAR)
