"""Searches of the textbook for who has to answer in time: deeper and deeper."""

from __future__ import annotations

import time
from typing import Final

from zermelo.game import State
from zermelo.search.result import Result
from zermelo.search.runtime.workers import Progress
from zermelo.search.textbook import Textbook

LONGEST: Final = 30.0
"""Seconds that a move may take."""


def by_the_book(search: Textbook, state: State, look: Progress, *, seconds: float | None = None, depth: int | None = None) -> Result:
    """What is found to this depth, or in about these seconds: a deeper search begins as long as it is likely to be done in time.

    Without `seconds` none begins after LONGEST.
    """
    began, plies = time.perf_counter(), 1
    found: Result | None = None
    while True:
        begun = time.perf_counter()
        try:
            look(0)
            found = search.search(state, depth=plies, ties=False, progress=look)
        except KeyboardInterrupt:  # Enough
            if found is None:
                raise
            return found
        took = time.perf_counter() - begun
        spent = time.perf_counter() - began
        if found.depth < plies or plies == depth or spent > LONGEST or (seconds is not None and spent + 6 * took > seconds):
            return found
        plies += 1
