"""What has to be compiled before a computer can play or think: once for all who wait for it, and how far that is.

One at a time compiles. How long it will take is estimated from the rules, and from how long others took (see `native.progress`).
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final, TypeVar

from zermelo.errors import CompileError
from zermelo.game import Game

EVERY: Final = 0.5
"""Seconds from one word about it to the next."""
_MOST_MADE: Final = 1000
_SLOWEST: Final = 5.0
"""How many times as long as estimated a compilation is taken to need at most, after what others took."""

Tell = Callable[[dict[str, Any]], None]
"""Is told how far it is, as `Readiness.progress` says it."""
Made = TypeVar("Made")


class Readiness:
    """What is ready, by its key, and what is on its way; safe to use from many threads."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, None] = OrderedDict()
        self._coming: Counter[Hashable] = Counter()
        self._changed, self._compiling = threading.Condition(), threading.Lock()
        self._work: tuple[Hashable, Any] | None = None  # what is compiled now, and its Progress
        self._pace = 1.0

    def is_made(self, key: Hashable) -> bool:
        """Whether it has been made in this process before, so that it is there at once."""
        return key in self._made

    def awaited(self, key: Hashable, seconds: float) -> bool:
        """Wait for what somebody makes, at most this long: False if it is on its way still."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._coming[key], seconds)

    def make(self, key: Hashable, game: Game, make: Callable[[], Made], tell: Tell | None = None) -> Made:
        """What `make` makes of the game: when nothing else is being compiled, unless it was made before.

        Where it was not, `tell` is told how far it is, from when on others know that it is on its way.
        """
        if self.is_made(key):
            return make()
        with self.coming(key), nullcontext() if tell is None else self.telling(key, tell), self._compiling:
            if self.is_made(key):
                return make()
            from zermelo.native.progress import Progress

            progress = Progress(self._pace * _expected(game))
            self._work = key, progress
            try:
                made = make()
            finally:
                self._work = None
            if progress.is_measured and progress.expected:
                self._pace = min(_SLOWEST, max(1 / _SLOWEST, self._pace * progress.used / progress.expected))
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
        if work is None or work[0] != key:
            return {"share": 0.0, "left": None}
        return {"share": work[1].share, "left": work[1].left()}

    @contextmanager
    def telling(self, key: Hashable, tell: Tell) -> Iterator[None]:
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
