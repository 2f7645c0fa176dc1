"""Running an algorithm on a game: interpreted or compiled, counted, and stopped by Ctrl-C."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from zermelo.errors import CompileError, GameError, SearchError
from zermelo.game import Game, State
from zermelo.search.algorithm import CUTOFFS, LEAST_DEPTH, LEAVES, NODES, PLACES, STOP, WHOLE_TREE, Algorithm
from zermelo.search.depths import deep_recursion, deep_stack

MODES: Final = ("auto", "compiled", "interpreted")
Progress = Callable[[int], None]
"""Called now and then, while a long search runs, with the nodes visited so far."""

_PATIENCE: Final = 0.05  # seconds that a compiled run may take before it moves to a thread of its own
_MAIN_STACK: Final = 4 << 20  # bytes of stack that a compiled run may need in the main thread
_MOST_STACK: Final = 4 << 30  # and in a thread of its own, where only what is used is taken
_PULSE: Final = 0.1  # seconds between two reports


class Runner:
    """An algorithm made ready for one game. Call it with a state and the algorithm's numbers; it counts as it goes."""

    def __init__(self, algorithm: Algorithm[..., Any], game: Game, mode: str = "auto", progress: Progress | None = None) -> None:
        self.algorithm, self.game, self.progress = algorithm, game, progress
        self.kernel, self.mode = _kernel(algorithm, game, mode)
        self._tally = (ctypes.c_int64 * PLACES)() if self.kernel else [0] * PLACES
        self.forget()

    def forget(self) -> None:
        """Count from zero."""
        for place in (NODES, LEAVES, CUTOFFS, STOP):
            self._tally[place] = 0
        self._tally[LEAST_DEPTH] = WHOLE_TREE + 1

    @property
    def nodes(self) -> int:
        return self._tally[NODES]

    @property
    def leaves(self) -> int:
        return self._tally[LEAVES]

    @property
    def cutoffs(self) -> int:
        return self._tally[CUTOFFS]

    @property
    def least_depth(self) -> int:
        """The least depth that was left at a leaf so far."""
        return self._tally[LEAST_DEPTH]

    def add(self, *, nodes: int = 0, cutoffs: int = 0) -> None:
        """Count what the caller did itself."""
        self._tally[NODES] += nodes
        self._tally[CUTOFFS] += cutoffs

    def __call__(self, state: State, *numbers: float) -> Any:
        """The algorithm's value. Raises KeyboardInterrupt after Ctrl-C, with the counts as they then were."""
        self._tally[NODES] += 1
        self._tally[STOP] = 0
        if self.kernel is None:
            with deep_recursion(10 * WHOLE_TREE):
                return self.algorithm.interpreted(self.game, state, *numbers, self._tally)
        address = ctypes.addressof(self._tally)  # type: ignore[arg-type]  # an array, since there is a kernel
        stack = self._stack(int(numbers[-1]))
        if stack <= _MAIN_STACK and threading.current_thread() is threading.main_thread():
            before = tuple(self._tally)
            with _patience.watching(self._tally):
                value = self._compiled(state, *numbers, address)
            if not self._tally[STOP]:
                return value
            self._tally[:] = before  # too long for here: begin again where Ctrl-C is heard
        return self._in_thread(lambda: self._compiled(state, *numbers, address), stack)

    def _stack(self, depth: int) -> int:
        """Bytes that a run so deep may need: each ply holds the places for its actions, at most four times over."""
        stack = depth * (4096 + 4 * 16 * int(self.game.max_actions))
        if stack > _MOST_STACK:
            raise SearchError(
                f"a search of {depth} plies with up to {self.game.max_actions} actions each does not fit in memory; look less deep"
            )
        return stack

    def _compiled(self, state: State, *arguments: float) -> Any:
        try:
            return self.kernel(self.game, state, *arguments)
        except Exception as error:
            raise GameError(
                f"the rules of {self.game!r} raised {type(error).__name__}: {error}; search with mode='interpreted' to see where"
            ) from error

    def _in_thread(self, call: Callable[[], Any], stack: int) -> Any:
        answer: list[Any] = []

        def work() -> None:
            try:
                answer.append((call(), None))
            except BaseException as error:  # handed to the caller's thread
                answer.append((None, error))

        with deep_stack(_MAIN_STACK + stack):
            thread = threading.Thread(target=work, name="zermelo search", daemon=True)
            thread.start()
        try:
            while thread.is_alive():
                thread.join(_PULSE)
                if self.progress and thread.is_alive():
                    self.progress(self.nodes)
        except BaseException:
            self._tally[STOP] = 1
            thread.join()
            raise
        value, error = answer[0]
        if error is not None:
            raise error
        return value


class _Patience:
    """Stops a run in the main thread that takes long: there, Ctrl-C is heard only when it is over.

    A thread of its own looks every _PATIENCE seconds whether the same run still goes on; it sleeps while none does.
    """

    def __init__(self) -> None:
        self.tally: Any = None
        self.run = 0
        self.thread: threading.Thread | None = None
        self._begin()

    def _begin(self) -> None:
        self.lock = threading.Lock()  # a run that has been let go is never stopped after all
        self.wake = threading.Event()

    @contextmanager
    def watching(self, tally: Any) -> Iterator[None]:
        if self.thread is None or not self.thread.is_alive():  # never begun, or lost in a fork
            self._begin()
            self.thread = threading.Thread(target=self._watch, name="zermelo patience", daemon=True)
            self.thread.start()
        self.run += 1
        self.tally = tally
        if not self.wake.is_set():
            self.wake.set()
        try:
            yield
        finally:
            with self.lock:
                self.tally = None

    def _watch(self) -> None:
        while True:
            self.wake.wait()
            run, tally = self.run, self.tally
            time.sleep(_PATIENCE)
            if tally is None:
                self.wake.clear()
                if self.tally is not None:
                    self.wake.set()
                continue
            with self.lock:
                if self.tally is tally and self.run == run:
                    tally[STOP] = 1


_patience = _Patience()


def _kernel(algorithm: Algorithm[..., Any], game: Game, mode: str) -> tuple[Any, str]:
    if mode not in MODES:
        raise SearchError(f"mode {mode!r} is not one of {', '.join(MODES)}")
    if mode == "interpreted" or (mode == "auto" and game.mode == "interpreted"):
        return None, "interpreted"
    from zermelo import native  # costs half a second: only for those who compile

    try:
        return native.kernel(algorithm, game), "compiled"
    except CompileError:
        if mode == "compiled":
            raise
        return None, "interpreted"
