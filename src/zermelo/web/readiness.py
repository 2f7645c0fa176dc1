"""What has to be compiled before a computer can play: once for all who wait for it, and how far that is.

One at a time compiles. How long it will take is estimated from the rules, and from what the compiler has used of the processor so far:
on a busy machine it takes longer, and that is told.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from zermelo.errors import CompileError
from zermelo.game import Game

EVERY: Final = 0.5
"""Seconds from one word about it to the next."""
_MOST_MADE: Final = 1000
_SLOWEST: Final = 5.0
"""How many times as long as estimated a compilation is taken to need at most, after what others took."""
_USED: Final = 0.1
"""Seconds of the compiler's from which on its pace is known."""

Made = TypeVar("Made")


@dataclass
class _Work:
    """What is compiled now: what for, since when, what the compiler had used before, and is expected to use for it."""

    key: Hashable
    begun: float
    used: float
    expected: float


class Readiness:
    """What is ready, by its key, and what is on its way; safe to use from many threads."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, None] = OrderedDict()
        self._coming: Counter[Hashable] = Counter()
        self._changed, self._compiling = threading.Condition(), threading.Lock()
        self._work: _Work | None = None
        self._pace = 1.0

    def is_made(self, key: Hashable) -> bool:
        """Whether it has been made in this process before, so that it is there at once."""
        return key in self._made

    def awaited(self, key: Hashable, seconds: float) -> bool:
        """Wait for what somebody makes, at most this long: False if it is on its way still."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._coming[key], seconds)

    def make(self, key: Hashable, game: Game, make: Callable[[], Made]) -> Made:
        """What `make` makes of the game: when nothing else is being compiled, unless it was made before."""
        if self.is_made(key):
            return make()
        with self.coming(key), self._compiling:
            if self.is_made(key):
                return make()
            expected = self._pace * _expected(game)
            self._work = work = _Work(key, time.monotonic(), _used(), expected)
            try:
                made = make()
            finally:
                self._work = None
            used = _used() - work.used
            if used > _USED and work.expected > 0:
                self._pace = min(_SLOWEST, max(1 / _SLOWEST, self._pace * used / work.expected))
            self._made[key] = None
            while len(self._made) > _MOST_MADE:
                self._made.popitem(last=False)
            return made

    @contextmanager
    def coming(self, key: Hashable) -> Iterator[None]:
        """Let others know that it is on its way."""
        with self._changed:
            self._coming[key] += 1
        try:
            yield
        finally:
            with self._changed:
                self._coming[key] -= 1
                if not self._coming[key]:
                    del self._coming[key]
                self._changed.notify_all()

    def progress(self, key: Hashable) -> dict[str, float | None]:
        """How far it is: the `share` that is done, below 1, and how many seconds are `left`, about; None where that cannot be said."""
        work = self._work
        if work is None or work.key != key or not work.expected:
            return {"share": 0.0, "left": None}
        used, elapsed = _used() - work.used, time.monotonic() - work.begun
        rest = work.expected - used
        if rest <= 0:
            return {"share": 0.99, "left": None}
        pace = elapsed / used if used > _USED else 1.0
        return {"share": round(min(0.99, used / work.expected), 3), "left": round(rest * max(1.0, pace), 1)}

    @contextmanager
    def telling(self, key: Hashable, tell: Callable[[dict[str, Any]], None]) -> Iterator[None]:
        """Tell how far it is, at once and then now and again, from a thread beside, as the compiler lets nobody in between."""
        over = threading.Event()

        def run() -> None:
            try:
                while not over.wait(EVERY):
                    tell(self.progress(key))
            except Exception:  # nobody listens any more
                return

        tell(self.progress(key))
        thread = threading.Thread(target=run, name="zermelo readiness", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _expected(game: Game) -> float:
    """Seconds of the processor's that the compiler may need for a game; 0 where nothing is compiled."""
    if game.mode == "interpreted":
        return 0.0
    from zermelo import native

    try:
        return native.expected(game)
    except CompileError:
        return 0.0


def _used() -> float:
    """Seconds of the processor's that the compiler has used in this process."""
    from zermelo import native

    return native.used()
