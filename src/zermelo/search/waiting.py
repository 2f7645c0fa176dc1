"""Work that goes on in threads of its own while the caller keeps the clock, shows progress and hears Ctrl-C; one piece at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Final

from zermelo.errors import SearchError
from zermelo.search.depths import deep_stack

_PULSE: Final = 0.05


def wait_for(
    works: Sequence[Callable[[], bool]],
    stop: Callable[[], None],
    left: Callable[[], float],
    pulse: Callable[[], None] | None = None,
    stack: int = 0,
) -> str | None:
    """Do all of these works at once, each in a thread; why they ended before they were done: "time", "interrupted" or None.

    works  each returns whether the others need not go on
    stop   makes all of them return soon
    left   how many seconds there still are
    pulse  called now and then while they work
    stack  bytes that each may need, if that is more than usual

    Raises what a work raised, once all have ended.
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
        while not done.wait(min(_PULSE, max(0.0, left()))):
            if left() <= 0:
                ended = "time"
                break
            if pulse:
                pulse()
    except KeyboardInterrupt:
        ended = "interrupted"
    finally:
        stop()
        for thread in threads:
            thread.join()
    if errors:
        raise errors[0]
    return ended


@contextmanager
def alone(searching: threading.Lock) -> Iterator[None]:
    """Search while no other search does that has this lock. Raises SearchError if one does: they would share their memory."""
    if not searching.acquire(blocking=False):
        raise SearchError("this engine is searching already; make another one for a second search at the same time")
    try:
        yield
    finally:
        searching.release()
