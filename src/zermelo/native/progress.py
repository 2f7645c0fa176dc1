"""How far a compilation is: from what it is expected to take of the processor, and what the compiler has used so far.

On a busy machine it takes longer than that, and that is told.
"""

from __future__ import annotations

import time
from typing import Final

from zermelo.native.patience import used

_USED: Final = 0.1
"""Seconds of the compiler's from which on its pace is known."""
_STEADY: Final = 1.0
"""Seconds of a machine without other work that count with those measured: what is left would jump as the first of these come in."""


class Progress:
    """How far what begins now is.

    expected  seconds of the processor's that it is expected to take; 0 where that cannot be said
    """

    def __init__(self, expected: float) -> None:
        self.expected = expected
        self._begun, self._used = time.monotonic(), used()

    @property
    def used(self) -> float:
        """Seconds of the processor's that the compiler has used since."""
        return used() - self._used

    @property
    def is_measured(self) -> bool:
        """Whether so much was used that something follows from it."""
        return self.used > _USED

    @property
    def share(self) -> float:
        """The share that is done, below 1."""
        return round(min(0.99, self.used / self.expected), 3) if self.expected else 0.0

    def left(self) -> float | None:
        """How many seconds are left, about; None where that cannot be said."""
        used, elapsed = self.used, time.monotonic() - self._begun
        if used >= self.expected:
            return None
        return round((self.expected - used) * max(1.0, (elapsed + _STEADY) / (used + _STEADY)), 1)
