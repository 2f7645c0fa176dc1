"""What a way to find out what moves are worth has to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from zermelo.analysis.thoughts import Judged, Thought

FIRST: Final = 0.25
"""Seconds for the first look at the best moves; then half as long at all, and so on, each time twice as long as before."""

Hear = Callable[[Thought], None]
"""Is told what is new."""


class Searcher(Protocol):
    """A way to find out what moves are worth."""

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        """Look deeper and deeper for the best moves, so many, and at all others now and then; `hear` is told what is new."""

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        """The best move, and the one that was played as far as it was looked ahead for the best one; None where it is that one. Where
        chance moves, what is to be expected, and the outcome.

        proved  what the move that was played is worth, where that is proved already
        """


def beside(thought: Thought, played: int | None) -> tuple[Judged, Judged | None]:
    """What `Searcher.judge` says, by all that is known of a position."""
    first = thought.first
    assert first is not None
    is_best = thought.expected is None and first.action == played
    return first, None if played is None or is_best else thought.moves.get(played)
