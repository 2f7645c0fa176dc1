"""Who does the tasks of shards: processes on this machine, or others; and what is done where one of them is lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final, Protocol

from zermelo.databases.numbered.on_ray import OnRay
from zermelo.databases.numbered.shards import Answer, Task, do
from zermelo.errors import SearchError, ZermeloError

PROCESSES: Final = "processes"
_TRIES: Final = 3
"""So many workers may be lost with one task."""
_MOST: Final = 4096
"""Workers at most."""


class Backend(Protocol):
    """Workers with numbers from 0, each of which does one task at a time, and may keep what it knows from one to the next.

    workers  how many there are
    lost     what the future of a task raises whose worker has been lost; the next task of that number is for another in its place
    """

    workers: int
    lost: type[Exception] | tuple[type[Exception], ...]

    def submit(self, worker: int, task: Task) -> Future[Answer | ZermeloError]:
        """Let this worker do a task (see `shards.do`)."""

    def close(self) -> None:
        """End all workers, whatever they do."""


def checked_backend(on: str, workers: int) -> None:
    """Raise SearchError where there is no such backend, or not so many workers."""
    if on not in BACKENDS:
        raise SearchError(f"workers run on {' or '.join(BACKENDS)}, not on {on!r}")
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= _MOST:
        raise SearchError(f"workers is a whole number from 1 to {_MOST:,}, not {workers!r}")


def begun(on: str, workers: int) -> Backend:
    """So many workers."""
    return BACKENDS[on](workers)


def answers(backend: Backend, tasks: Iterable[Task]) -> Iterator[tuple[Task, Answer]]:
    """What comes of tasks, in the order in which they end. The same shard always goes to the same worker, which still knows it.

    Raises what a task raises; SearchError where workers are lost with one task again and again.
    """
    waiting = [deque[Task]() for _ in range(backend.workers)]
    for task in tasks:
        waiting[task.shard % backend.workers].append(task)
    begun: dict[Future[Answer | ZermeloError], tuple[int, Task, int]] = {}

    def begin(worker: int, task: Task, tries: int) -> None:
        begun[backend.submit(worker, task)] = worker, task, tries

    for worker, own in enumerate(waiting):
        if own:
            begin(worker, own.popleft(), 1)
    while begun:
        for future in wait(begun, return_when=FIRST_COMPLETED).done:
            worker, task, tries = begun.pop(future)
            try:
                answer = future.result()
            except backend.lost as error:
                if tries == _TRIES:
                    raise SearchError(
                        f"{_TRIES} workers ended one after the other at shard {task.shard} of tier {task.plan.tier}, as where memory is "
                        f"short: give them fewer `workers` or more machines; what was found is kept, and the same command goes on ({error})"
                    ) from error
                begin(worker, task, tries + 1)
                continue
            if waiting[worker]:
                begin(worker, waiting[worker].popleft(), 1)
            if isinstance(answer, ZermeloError):
                raise answer
            yield task, answer


class Processes:
    """Processes on this machine, which end with the one that began them."""

    lost: type[Exception] | tuple[type[Exception], ...] = BrokenProcessPool

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pools: dict[int, tuple[ProcessPoolExecutor, Connection]] = {}

    def submit(self, worker: int, task: Task) -> Future[Answer | ZermeloError]:
        """Let this worker do a task."""
        if worker in self._pools:
            try:
                return self._pools[worker][0].submit(do, task)
            except BrokenProcessPool:
                self._end(worker)
        context = multiprocessing.get_context("spawn")  # a process with threads is not to be forked
        ear, mouth = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(ear,))
        self._pools[worker] = pool, mouth
        begun = pool.submit(do, task)
        ear.close()
        return begun

    def close(self) -> None:
        """End all of them."""
        for worker in [*self._pools]:
            self._end(worker)

    def _end(self, worker: int) -> None:
        pool, mouth = self._pools.pop(worker)
        mouth.close()
        pool.shutdown(cancel_futures=True)


def _begin(ear: Connection) -> None:
    """Make this process a worker: the main process hears Ctrl-C, and when it closes the pipe, or is no more, the worker ends at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def listen() -> None:
        with suppress(EOFError, OSError):
            ear.recv()
        os._exit(1)

    threading.Thread(target=listen, daemon=True).start()


BACKENDS: Final[dict[str, Callable[[int], Backend]]] = {PROCESSES: Processes, "ray": OnRay}
"""By their names."""
