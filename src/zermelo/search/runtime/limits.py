"""How long a search may go on: plies, nodes, seconds, or a game clock; whatever is used up first ends it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.search.algorithm import checked_count, checked_depth

MOVES_EXPECTED: Final = 30
"""How many more moves a player plans for who is not told."""
STEADY: Final = (1.6, 1.25, 1.0, 0.85, 0.7)
"""What the share of a clock for one move is multiplied with once none, one, two, ... depths in a row have confirmed the best action."""
RESERVE: Final = 0.02
"""Seconds of a clock that are never planned with: the way from the engine to the board."""


@dataclass(frozen=True)
class Clock:
    """A player's game clock: seconds left, seconds that each move adds, moves until more time is given (None: never)."""

    left: float
    increment: float = 0.0
    moves_to_go: int | None = None


@dataclass(frozen=True)
class Limits:
    """Any mix of a depth in plies, nodes, seconds and a game clock. Without any, the search goes to the end of the game."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if self.depth is not None:
            checked_depth(self.depth)
        if self.nodes is not None:
            checked_count("nodes", self.nodes)
        if self.seconds is not None:
            _checked("seconds", self.seconds, above_zero=True)
        if self.clock is not None:
            if not isinstance(self.clock, Clock):
                raise SearchError(f"clock is a Clock(left, increment, moves_to_go), in seconds, not {self.clock!r}")
            _checked("the time left on a clock", self.clock.left, above_zero=True)
            _checked("a clock's increment", self.clock.increment, above_zero=False)
            moves = self.clock.moves_to_go
            if moves is not None and (isinstance(moves, bool) or not isinstance(moves, int) or moves < 1):
                raise SearchError(f"the moves to go are a whole number from 1 up, not {moves!r}")

    @property
    def hard(self) -> float:
        """Seconds after which the search is stopped, wherever it is."""
        return min(self.seconds or math.inf, self._share(4.0))

    @property
    def soft(self) -> float:
        """Seconds after which no deeper search is begun, where all goes as expected."""
        return min(self.seconds or math.inf, self._share(0.6))

    def soft_after(self, confirmed: int, drop: float) -> float:
        """The same of a clock once more is known: longer while the best action changes or loses in value, shorter where it does not.

        confirmed  how many depths in a row have found the best action that the one before them had found
        drop       by how much it is worth less than at the depth before, in units of the evaluation; below 0 where it is worth more
        """
        factor = STEADY[min(confirmed, len(STEADY) - 1)] * 2 ** max(-0.5, min(1.0, drop))
        return min(self.seconds or math.inf, self._share(0.6 * factor), self.hard)

    def _share(self, factor: float) -> float:
        """This many times the fair share of the clock for one move, but never so much that none is left."""
        if self.clock is None:
            return math.inf
        moves = self.clock.moves_to_go or MOVES_EXPECTED
        usable = max(0.0, self.clock.left - RESERVE)
        fair = usable / moves + 0.8 * self.clock.increment
        return max(0.001, min(factor * fair, usable / (2 if moves > 1 else 1.1)))


def _checked(what: str, number: Any, *, above_zero: bool) -> None:
    fits = isinstance(number, (int, float)) and not isinstance(number, bool) and math.isfinite(number)
    if not fits or number < 0 or (above_zero and number == 0):
        raise SearchError(f"{what}: a number of seconds {'above' if above_zero else 'from'} 0, not {number!r}")
