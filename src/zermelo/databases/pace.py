"""How far a long work is, for people: how much of each part of it is done, how many a second, and how long the rest takes at that rate."""

from __future__ import annotations

import time
from collections.abc import Callable

from zermelo.values import duration


class Pace:
    """What tells how far the work is; it does nothing where nobody listens.

    progress  called with that as text
    """

    def __init__(self, progress: Callable[[str], None] | None) -> None:
        self._progress = progress
        self._part, self._first, self._began = "", 0, 0.0

    def tell(self, part: str, done: int, of: int, *, each: str = "states", may_end_sooner: bool = False) -> None:
        """So many are done of a part of the work.

        each            what is counted
        may_end_sooner  whether it may be over before all are done, so that nobody knows how long that takes
        """
        if not self._progress:
            return
        now = time.perf_counter()
        if part != self._part or done < self._first:
            self._part, self._first, self._began = part, done, now
        told = f"{part}: {done:,} of {of:,}, {done / max(1, of):.0%}"
        if done > self._first and now > self._began:
            rate = (done - self._first) / (now - self._began)
            told += f", {rate:,.0f} {each}/s"
            if not may_end_sooner:
                told += f", {duration((of - done) / rate)} left"
        self._progress(told)
