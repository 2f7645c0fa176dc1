"""Words about a compilation for whoever waits for an answer meanwhile: at its beginning, and now and again."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Final

from zermelo.native import Listener, in_words

EVERY: Final = 2.0
"""Seconds from one word to the next."""


def now_and_then(tell: Callable[[str], None]) -> Listener:
    """A listener (see `zermelo.native.listening`) that tells how far the compiler is, but not all the time."""
    told = -inf

    def hear(waited_for: str, left: float | None) -> None:
        nonlocal told
        now = time.monotonic()
        if left is not None and now >= told + EVERY:
            told = now
            tell(in_words(waited_for, left))

    return hear
