"""Work that goes on in threads of its own while the caller keeps the clock, shows progress and hears Ctrl-C; one piece at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Final

from zermelo.errors import SearchError
from zermelo.search.runtime.stack import deep_stack

Progress = Callable[[int], None]
"""Called now and then, while a long search runs, with what has been done so far: nodes, simulations."""

PULSE: Final = 0.05
"""Seconds between two looks at the clock, each of which shows progress."""
PATIENCE: Final = 2.0
"""Seconds after Ctrl-C in which a search has to come to its end."""


class HangingError(KeyboardInterrupt):
    """After Ctrl-C, rules did not give way: their thread goes on, in the memory that it was given."""


def wait_for(
    works: Sequence[Callable[[], bool]],
    stop: Callable[[], None],
    left: Callable[[], float],
    pulse: Callable[[], None] | None = None,
    stack: int = 0,
    patience: Callable[[], float] = lambda: PATIENCE,
) -> str | None:
    """Do all of these works at once, each in a thread; why they ended before they were done: "time", "interrupted" or None.

    works     each returns whether the others need not go on
    stop      makes all of them return soon
    left      how many seconds there still are
    pulse     called now and then while they work
    stack     bytes that each may need, if that is more than usual
    patience  how many seconds they have to return in after Ctrl-C

    Raises what a work raised, once all have ended; HangingError where after Ctrl-C they do not end, as their rules hang.
    """
    done, errors, working = threading.Event(), [], [len(works)]

    def do(work: Callable[[], bool]) -> None:
        try:
            enough = work()
        except BaseException as error:  # handed to the caller's thread
            errors.append(error)
            enough = True
        working[0] -= 1
        if enough or not working[0]:
            done.set()

    threads = []
    with deep_stack(stack) if stack else nullcontext():
        for work in works:
            thread = threading.Thread(target=do, args=(work,), name="zermelo search", daemon=True)
            thread.start()
            threads.append(thread)
    ended = None
    try:
        while not done.wait(min(PULSE, max(0.0, left()))):
            if left() <= 0:
                ended = "time"
                break
            if pulse:
                pulse()
    except KeyboardInterrupt:
        ended = "interrupted"
    finally:
        stop()
        until = time.monotonic() + patience() if ended == "interrupted" else None
        for thread in threads:
            thread.join(None if until is None else max(0.0, until - time.monotonic()))
    if any(thread.is_alive() for thread in threads):
        raise HangingError
    if errors:
        raise errors[0]
    return ended


@contextmanager
def alone(searching: threading.Lock) -> Iterator[None]:
    """Search while no other search does that has this lock. Raises SearchError if one does: they would share their memory.

    A search whose rules hang keeps the lock for ever: its thread still writes there.
    """
    if not searching.acquire(blocking=False):
        raise SearchError("this engine is searching already; make another one for a second search at the same time")
    try:
        yield
    except HangingError:
        raise
    except BaseException:
        searching.release()
        raise
    searching.release()
