"""Calls of the kernel: by threads, until one of them is done or a limit stops them all."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from math import inf
from typing import Final

from zermelo.errors import ZermeloError
from zermelo.game import State
from zermelo.search.engine.faults import broken_promise, hanging, raised
from zermelo.search.engine.layout import PLIES, Thread
from zermelo.search.engine.machine import Machine
from zermelo.search.runtime.control import Control
from zermelo.search.runtime.limits import Limits
from zermelo.search.runtime.memory import UNLIMITED
from zermelo.search.runtime.stack import deep_recursion
from zermelo.search.runtime.workers import PATIENCE, PULSE, Progress, wait_for

AT_ONCE: Final = 100_000
"""Nodes that a solution may take before it is worth a thread of its own."""
_STACK: Final = 16 << 20
_STACK_A_PLY: Final = 2048
_DEEP: Final = 20_000
"""Calls within calls that the interpreted kernel may need."""


class Calls:
    """The calls of one search.

    until      seconds of the search's time after which a call is stopped, wherever it is
    ended      why the search is at its end: a call was stopped by "time" or "nodes" or "interrupted", or what the caller
               says; None while it goes on. After Ctrl-C, or where another thread stops it, it is "interrupted", whatever else
               ends the search
    searching  seconds spent within the kernel so far
    thread     what the thread says that was done first in the last call
    """

    def __init__(self, machine: Machine, limits: Limits, progress: Progress | None, control: Control | None = None) -> None:
        self.machine, self.limits, self.progress = machine, limits, progress
        self.control = control or Control()
        self.control.heard_by(machine.stop)
        self.started = time.perf_counter()
        self.until = limits.hard
        self._ended: str | None = None
        self.searching = 0.0
        self._first = 0
        self._took = 0.0

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """In the main thread: Ctrl-C ends the search, wherever it is, and is not raised unless the rules hang."""
        in_main = threading.current_thread() is threading.main_thread()
        if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # someone else listens
            yield
            return

        again = threading.Timer(PATIENCE, signal.raise_signal, [signal.SIGINT])
        again.daemon = True

        def interrupt(*_: object) -> None:
            if self.control.stopped:  # again: the rules do not give way
                raise KeyboardInterrupt
            self.control.stop()
            again.start()

        signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            again.cancel()
            if again.is_alive():
                again.join()
            signal.signal(signal.SIGINT, signal.default_int_handler)

    @property
    def ended(self) -> str | None:
        """Why the search is at its end."""
        return "interrupted" if self.control.stopped else self._ended

    @ended.setter
    def ended(self, why: str | None) -> None:
        self._ended = why

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.started

    @property
    def thread(self) -> Thread:
        """What the thread says that was done first."""
        return self.machine.workspaces[self._first].thread

    def line(self) -> tuple[int, ...]:
        """The principal variation that it left."""
        return self.machine.workspaces[self._first].line()

    def at_once(self, root: State, alpha: float, beta: float, depth: int, bisecting: int = 0) -> float | None:
        """The kernel's value without a thread for it, if few nodes are enough to find it: for many small searches in the main thread.

        Ctrl-C is not heard there while a rule does not return, so the first search of an engine has a thread all the same.
        """
        small = self.machine.compiled and self._stack <= 4 << 20
        if self.control.stopped or not small or threading.current_thread() is not threading.main_thread():
            return None
        thread = self.machine.workspaces[0].thread
        self._first = 0
        thread.root_depth = depth
        thread.stop = 0
        thread.node_limit = thread.nodes + min(AT_ONCE, self.limits.nodes or AT_ONCE)
        call = partial(self._kernel_call, root, 0, alpha, beta, depth, bisecting)
        value = call() if self.machine.workspaces[0].searches > 1 else self._in_a_thread(root, call)
        self.searching += self._took
        thread.node_limit = UNLIMITED
        if thread.stop == 0:
            return value
        self._broken(root)
        return None

    def _in_a_thread(self, root: State, call: Callable[[], float]) -> float:
        """What a call gives, or 0 if Ctrl-C came first."""
        values = [0.0]

        def work() -> bool:
            values[0] = call()
            return True

        ended = wait_for([work], self.machine.stop, lambda: inf, stack=_STACK + 2 * self._stack, hanging_in=lambda: self._hangs(root))
        if ended == "interrupted":
            self.control.stop()
        return values[0]

    def by_threads(self, root: State, alpha: float, beta: float, depth: int, bisecting: int = 0) -> float:
        """The kernel's value, each workspace in a thread of its own; the first that is done stops the others."""
        for workspace in self.machine.workspaces:
            workspace.thread.root_depth = depth
            workspace.thread.stop = 0
        if self.control.stopped:
            return alpha
        self._budget()
        begun = time.perf_counter()
        answers: list[tuple[int, float]] = []
        unfinished: dict[int, float] = {}

        def work(number: int) -> bool:
            value = self._kernel_call(root, number, alpha, beta, depth, bisecting)
            if self.machine.workspaces[number].thread.stop == 0:
                answers.append((number, value))
            unfinished[number] = value
            return True

        def tell() -> None:
            if self.progress:
                self.progress(self.machine.nodes)

        try:
            ended = wait_for(
                [partial(work, number) for number in range(len(self.machine.workspaces))],
                self.machine.stop,
                lambda: self.until - self.control.spent,
                tell,
                _STACK + 2 * self._stack,
                patience=lambda: PULSE if self.control.stopped else PATIENCE,
                hanging_in=lambda: self._hangs(root),
            )
        finally:
            self.searching += time.perf_counter() - begun
        if ended == "interrupted":
            self.control.stop()
        self._broken(root)
        if answers:
            self._first, value = answers[0]
            self.ended = None
            return value
        self._first = 0
        self.ended = ended or self.ended or ("nodes" if self.limits.nodes else "time")
        return unfinished[0]  # the best of the actions that were searched, if it is above alpha

    def _hangs(self, root: State) -> str:
        """The rule that does not return."""
        return next(filter(None, (hanging(self.machine.game, root, workspace) for workspace in self.machine.workspaces)), "")

    def _kernel_call(self, root: State, number: int, alpha: float, beta: float, depth: int, bisecting: int) -> float:
        machine = self.machine
        workspace = machine.workspaces[number]
        arguments = (alpha, beta, depth, bisecting, *workspace.kernel_arguments, machine.table.kernel_argument)
        try:
            with nullcontext() if machine.compiled else deep_recursion(_DEEP):
                begun = time.perf_counter()
                value = machine.kernel(machine.game, root, *arguments)
                self._took = time.perf_counter() - begun
                return float(value)
        except ZermeloError:
            machine.forget()
            raise
        except Exception as error:  # whatever the rules raise
            machine.forget()
            raise raised(machine.game, root, workspace, error, compiled=machine.compiled)  # noqa: B904  whose cause says where

    def _broken(self, root: State) -> None:
        """Raise the error for a promise that the game broke."""
        workspace = self.machine.faulty()
        if workspace:
            self.machine.forget()
            raise broken_promise(self.machine.game, root, workspace)

    def _budget(self) -> None:
        """Share out the nodes that are left."""
        if self.limits.nodes is not None:
            left = max(0, self.limits.nodes - self.machine.nodes)
            for workspace in self.machine.workspaces:
                workspace.thread.node_limit = workspace.thread.nodes + left // len(self.machine.workspaces) + 1

    @property
    def _stack(self) -> int:
        """Bytes of stack that the kernel may need: at each ply a frame, and room for the game's lists of actions."""
        return PLIES * (_STACK_A_PLY + 32 * int(self.machine.game.max_actions))
