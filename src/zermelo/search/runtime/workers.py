"""Work that goes on in threads of its own while the caller keeps the clock, shows progress and hears Ctrl-C; one piece at a time."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from math import inf
from typing import Final

from zermelo.errors import SearchError
from zermelo.rule_errors import under_way
from zermelo.search.runtime.stack import deep_stack

Progress = Callable[[int], None]
"""Called now and then, while a long search runs, with what has been done so far: nodes, simulations."""

PULSE: Final = 0.05
"""Seconds between two looks at the clock, each of which shows progress."""
PATIENCE: Final = 2.0
"""Seconds after Ctrl-C in which a search has to come to its end."""


OVERDUE: Final = 10.0
"""Seconds after the end of its time in which a search has to come to its end: a single rule may be slow."""


class HangingError(KeyboardInterrupt):
    """After Ctrl-C, rules did not give way: their thread goes on, in the memory that it was given."""


class OverdueError(SearchError):
    """After the time was over, rules did not give way: their thread goes on, in the memory that it was given."""


def wait_for(
    works: Sequence[Callable[[], bool]],
    stop: Callable[[], None],
    left: Callable[[], float],
    pulse: Callable[[], None] | None = None,
    stack: int = 0,
    patience: Callable[[], float] = lambda: PATIENCE,
    hanging_in: Callable[[], str] = lambda: "",
) -> str | None:
    """Do all of these works at once, each in a thread; why they ended before they were done: "time", "interrupted" or None.

    works     each returns whether the others need not go on
    stop      makes all of them return soon
    left      how many seconds there still are
    pulse     called now and then while they work
    stack     bytes that each may need, if that is more than usual
    patience  how many seconds they have to return in after Ctrl-C
    hanging_in  which rule it is that does not return, where that is compiled; nothing where that is not known

    Raises what a work raised, once all have ended; HangingError where after Ctrl-C, OverdueError where after the time was over they do
    not end, as their rules hang.
    """
    done, all_done, errors, working = threading.Event(), threading.Event(), [], [len(works)]

    def do(work: Callable[[], bool]) -> None:
        try:
            enough = work()
        except BaseException as error:  # handed to the caller's thread
            errors.append(error)
            enough = True
        working[0] -= 1
        if enough or not working[0]:
            done.set()
        if not working[0]:
            all_done.set()

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
        until = time.monotonic() + {"interrupted": patience(), "time": OVERDUE}.get(ended or "", inf)
        try:
            while not all_done.wait(PULSE) and time.monotonic() < until and any(thread.is_alive() for thread in threads):
                pass
        except KeyboardInterrupt:  # a thread that was joined would be taken for one that has ended
            ended = "interrupted"
    for thread in threads if all_done.is_set() else ():
        thread.join()
    hanging = [thread for thread in threads if thread.is_alive()]
    if hanging and ended == "interrupted":
        raise HangingError(f"a rule does not return: {_in_python(hanging) or hanging_in() or _COMPILED}")
    if hanging:
        where = _in_python(hanging) or hanging_in() or _COMPILED
        raise OverdueError(f"a rule has not returned for {OVERDUE:g} s after the time was over: {where}")
    if errors:
        raise errors[0]
    return ended


_COMPILED: Final = 'it is compiled; `zermelo check`, or mode="interpreted" (`--mode interpreted`), says which one'


def _in_python(threads: Sequence[threading.Thread]) -> str:
    """The rule in which one of these threads is, with the position, if it is plain Python."""
    frames = sys._current_frames()
    for thread in threads:
        frame = frames.get(thread.ident or 0)
        if frame is not None and (rule := under_way(frame)):
            return rule
    return ""


@contextmanager
def alone(searching: threading.Lock) -> Iterator[None]:
    """Search while no other search does that has this lock. Raises SearchError if one does: they would share their memory.

    A search whose rules hang keeps the lock for ever: its thread still writes there.
    """
    if not searching.acquire(blocking=False):
        raise SearchError("this engine is searching already; make another one for a second search at the same time")
    try:
        yield
    except (HangingError, OverdueError):
        raise
    except BaseException:
        searching.release()
        raise
    searching.release()
