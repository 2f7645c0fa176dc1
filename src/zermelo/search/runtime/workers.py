"""Work that goes on in threads of its own while the caller keeps the clock, shows progress and hears Ctrl-C; one piece at a time."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from math import inf
from queue import Empty, SimpleQueue
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
IDLE: Final = 1.0
"""Seconds for which a thread that has nothing to do is kept for the next work."""
NICE: Final = 10
"""How nice threads are that give way, as nice(1) says it."""


def give_way() -> None:
    """From now on, let threads that begin here be nicer than others, by NICE, on Linux.

    For a program that answers requests while it searches: an answer takes little time, and searches all there is.
    """
    global _gives_way
    _gives_way = True


def checked_threads(threads: int) -> int:
    """How many threads. Raises SearchError for what is no whole number from 1 to 256."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
        raise SearchError(f"threads is a whole number from 1 to 256, not {threads!r}")
    return threads


class HangingError(KeyboardInterrupt):
    """After Ctrl-C, rules did not give way: their thread goes on, in the memory that it was given."""


class OverdueError(SearchError):
    """After the time was over, rules did not give way: their thread goes on, in the memory that it was given."""


class _Work:
    """One of the works that somebody waits for.

    enough  whether the others need not go on
    error   what it raised
    thread  where it is done
    """

    def __init__(self, do: Callable[[], bool]) -> None:
        self.do = do
        self.enough = self.done = False
        self.error: BaseException | None = None
        self.thread: int | None = None

    def run(self) -> None:
        """Do it, in the present thread."""
        self.thread = threading.get_ident()
        try:
            self.enough = self.do()
        except BaseException as error:  # handed to the thread that waits
            self.error, self.enough = error, True
        self.done = True


class _Worker:
    """A thread that does one work after the other: to hand it one costs a fifth of what a new thread does.

    It ends once it has been idle for a while.
    """

    def __init__(self, stack: int) -> None:
        self.stack = stack
        self._given: SimpleQueue[tuple[_Work, Callable[[_Work], None]]] = SimpleQueue()
        with deep_stack(stack) if stack else nullcontext():
            threading.Thread(target=self._live, name="zermelo search", daemon=True).start()

    def give(self, work: _Work, ends: Callable[[_Work], None]) -> None:
        """Let it do this next; `ends` is called with it when it is done."""
        self._given.put((work, ends))

    def _live(self) -> None:
        if _gives_way and sys.platform == "linux":  # where threads have priorities of their own
            os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
        while True:
            try:
                work, ends = self._given.get(timeout=IDLE)
            except Empty:
                with _lock:
                    if self in _idle:
                        _idle.remove(self)
                        return
                continue  # a work is on its way
            work.run()
            with _lock:
                _idle.append(self)  # first: who waits may have the next work at once
            ends(work)
            del work, ends  # which keep the memory of a search


_gives_way = False
_lock: Final = threading.Lock()
_idle: Final[list[_Worker]] = []

if hasattr(os, "register_at_fork"):  # a child has no threads but one

    def _without_workers() -> None:
        _idle.clear()
        _lock.release()

    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_without_workers)


def _begin(work: _Work, ends: Callable[[_Work], None], stack: int) -> None:
    """Let a thread do this that has so many bytes of stack at least, or as many as usual for 0."""
    with _lock:
        worker = next((one for one in reversed(_idle) if one.stack >= stack), None)
        if worker:
            _idle.remove(worker)
    (worker or _Worker(stack)).give(work, ends)


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
    done, all_done, begun = threading.Event(), threading.Event(), [_Work(work) for work in works]

    def ends(work: _Work) -> None:
        if all(one.done for one in begun):
            all_done.set()
        if work.enough or all_done.is_set():
            done.set()

    for work in begun:
        _begin(work, ends, stack)
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
            while not all_done.wait(PULSE) and time.monotonic() < until:
                pass
        except KeyboardInterrupt:
            ended = "interrupted"
    hanging = [work.thread for work in begun if not work.done]
    if hanging and ended == "interrupted":
        raise HangingError(f"a rule does not return: {_in_python(hanging) or hanging_in() or _COMPILED}")
    if hanging:
        where = _in_python(hanging) or hanging_in() or _COMPILED
        raise OverdueError(f"a rule has not returned for {OVERDUE:g} s after the time was over: {where}")
    for work in begun:
        if work.error:
            raise work.error
    return ended


_COMPILED: Final = 'it is compiled; `zermelo check`, or mode="interpreted" (`--mode interpreted`), says which one'


def _in_python(threads: Sequence[int | None]) -> str:
    """The rule in which one of these threads is, with the position, if it is plain Python."""
    frames = sys._current_frames()
    for thread in threads:
        frame = frames.get(thread or 0)
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
