"""What other threads say to a search: that it is to stop, and when its time begins to count."""

from __future__ import annotations

import time
from collections.abc import Callable


class Control:
    """For one search, which may be spoken to from any thread and from a handler of signals, also before it begins.

    waits    whether its time does not count before `begin` is called, as where it thinks while the other player does
    stopped  whether it is to return what it has found; it always has something
    """

    def __init__(self, *, waits: bool = False) -> None:
        self.stopped = False
        self._begun = None if waits else time.perf_counter()
        self._hearing: Callable[[], None] | None = None

    def begin(self) -> None:
        """From now on time counts."""
        if self._begun is None:
            self._begun = time.perf_counter()

    def stop(self) -> None:
        """Let the search end, wherever it is. Nothing waits here, so that a handler of signals may call it."""
        self.stopped = True
        if self._hearing:
            self._hearing()

    def heard_by(self, stop: Callable[[], None]) -> None:
        """`stop` makes the search return soon; who begins something anew looks at `stopped` after that."""
        self._hearing = stop

    @property
    def spent(self) -> float:
        """Seconds of its time that are over."""
        return 0.0 if self._begun is None else time.perf_counter() - self._begun
