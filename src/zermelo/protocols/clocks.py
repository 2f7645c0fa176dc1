"""What is left for thinking of a clock that somebody else keeps: less than it says, as a move costs more than it is thought for."""

from __future__ import annotations

import time
from typing import Any, Final

from zermelo.search.runtime.limits import RESERVE, Clock

LEAST_TIME: Final = 0.001
"""Seconds that a player is said to have, when there is less."""
MEAN_OF: Final = 8
"""The mean lag is one of about as many moves, or of all, while there are fewer and one without a lag."""
FADING: Final = 1 / 32
"""What the longest lag loses with each move."""
IN_A_ROW: Final = 3
"""For so many moves in a row that are as late as the latest one time is kept, but never more than half of what is left."""
TO_THE_END: Final = 60
"""For so many moves time is kept where each costs more than it adds, however short it is thought for."""
PLY_NODES: Final = 2_000
"""Nodes of a single ply that is searched without a look at the clock: some have captures without end."""
LONGEST: Final = 1.0
"""Seconds of lag that are believed: a clock that differs by more has been set anew."""


class Lag:
    """How many seconds of its clock a move costs beside those that it is thought for: the way to the board, a machine that is busy.

    The clock itself tells: what it said before the last move, with what that move added, less the time it was thought for, less what it
    says now.

    seconds  the mean, in which the last moves count most
    longest  the longest, which fades
    """

    def __init__(self) -> None:
        self.seconds = self.longest = 0.0
        self._left, self._ply, self._moves = 0.0, 0, 1
        self._begun: float | None = None
        self._expected: float | None = None

    def begin(self, left: float, increment: float, ply: int) -> None:
        """The clock says that so much is left, and a move is thought about from now on; `ply` is how many were played before it."""
        if self._expected is not None and ply == self._ply + 2 and abs(self._expected - left) < LONGEST:
            measured = self._expected - left
            self._moves = min(MEAN_OF, self._moves + 1)
            self.seconds = max(0.0, self.seconds + (measured - self.seconds) / self._moves)
            self.longest = max(measured, (1 - FADING) * self.longest)
        self._left, self._begun, self._expected, self._ply = left + increment, time.perf_counter(), None, ply

    def end(self) -> None:
        """The move has been thought about; nothing where none was begun since this was said last."""
        if self._begun is not None:
            self._expected, self._begun = self._left - (time.perf_counter() - self._begun), None

    def clock(self, left: float, increment: float, moves_to_go: int | None, overhead: float) -> Clock:
        """The clock to plan with, as the function `clock` says."""
        return clock(left, increment, moves_to_go, overhead=overhead, lag=self.seconds, longest=self.longest)

    def limits(self, left: float, increment: float, moves_to_go: int | None, overhead: float) -> dict[str, Any]:
        """How far to search, as `Engine.search` takes it: by that clock or, where it leaves nothing to plan with, a single ply.

        No time ends that ply, as each look at the clock would take longer: so many nodes do.
        """
        planned = self.clock(left, increment, moves_to_go, overhead)
        return {"clock": planned} if planned.left > RESERVE else {"depth": 1, "nodes": PLY_NODES}


def clock(
    left: float, increment: float = 0.0, moves_to_go: int | None = None, *, overhead: float = 0.0, lag: float = 0.0, longest: float = 0.0
) -> Clock:
    """The clock to plan with.

    left, increment  what the clock says: seconds, of which hardly anything may be left, or less than nothing
    moves_to_go      until more time is given; None or 0 where it is for all moves
    overhead         seconds that are kept in any case, for a move that takes much longer than it should
    lag              seconds that every move costs beside those that it is thought for: of what it adds first, then of what is left
    longest          the most that one has cost of late
    """
    moves, gain = moves_to_go if moves_to_go and moves_to_go > 0 else None, max(0.0, increment) - lag
    kept = max(overhead, min(IN_A_ROW * longest, left / 2)) + max(0.0, -gain) * (moves or TO_THE_END)
    return Clock(max(LEAST_TIME, left - kept), max(0.0, gain), moves)
