"""Running an algorithm on a game: interpreted or compiled, counted, and stopped by Ctrl-C."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from zermelo.errors import CompileError, SearchError
from zermelo.game import Game, State
from zermelo.search.algorithm import CUTOFFS, LEAST_DEPTH, LEAVES, LIMIT, NO_LIMIT, NODES, PLACES, WHOLE_TREE, Algorithm

MODES: Final = ("auto", "compiled", "interpreted")
Progress = Callable[[int], None]
"""Called now and then, while a long search runs, with the nodes visited so far."""

_SHORT: Final = 1 << 17  # nodes that a compiled run may visit before it moves to a thread of its own
_STACK: Final = 256 << 20  # bytes of stack for that thread; only what is used is taken
_PULSE: Final = 0.1  # seconds between two reports


class Runner:
    """An algorithm made ready for one game. Call it with a state and the algorithm's numbers; it counts as it goes."""

    def __init__(self, algorithm: Algorithm, game: Game, mode: str = "auto", progress: Progress | None = None) -> None:
        self.algorithm, self.game, self.progress = algorithm, game, progress
        self.kernel, self.mode = _kernel(algorithm, game, mode)
        self._tally = (ctypes.c_int64 * PLACES)() if self.kernel else [0] * PLACES
        self.forget()

    def forget(self) -> None:
        """Count from zero."""
        for place in (NODES, LEAVES, CUTOFFS):
            self._tally[place] = 0
        self._tally[LEAST_DEPTH] = WHOLE_TREE + 1
        self._tally[LIMIT] = NO_LIMIT

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
        if self.kernel is None:
            with _deep_recursion():
                return self.algorithm.interpreted(self.game, state, *numbers, self._tally)
        address = ctypes.addressof(self._tally)  # type: ignore[arg-type]  # an array, since there is a kernel
        if threading.current_thread() is threading.main_thread():
            before = tuple(self._tally)
            self._tally[LIMIT] = before[NODES] + _SHORT
            value = self.kernel(self.game, state, *numbers, address)
            if self._tally[NODES] < self._tally[LIMIT]:
                return value
            self._tally[:] = before  # too long for here: begin again where Ctrl-C is heard
        self._tally[LIMIT] = NO_LIMIT
        return self._in_thread(lambda kernel: kernel(self.game, state, *numbers, address))

    def _in_thread(self, call: Callable[[Any], Any]) -> Any:
        answer: list[Any] = []

        def work() -> None:
            try:
                answer.append((call(self.kernel), None))
            except BaseException as error:  # handed to the caller's thread
                answer.append((None, error))

        with _deep_stack():
            thread = threading.Thread(target=work, name="zermelo search", daemon=True)
            thread.start()
        try:
            while thread.is_alive():
                thread.join(_PULSE)
                if self.progress and thread.is_alive():
                    self.progress(self.nodes)
        except BaseException:
            self._tally[LIMIT] = 0
            thread.join()
            raise
        value, error = answer[0]
        if error is not None:
            raise error
        return value


def _kernel(algorithm: Algorithm, game: Game, mode: str) -> tuple[Any, str]:
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


@contextmanager
def _deep_recursion() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 10 * WHOLE_TREE))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


@contextmanager
def _deep_stack() -> Iterator[None]:
    size = threading.stack_size(_STACK)
    try:
        yield
    finally:
        threading.stack_size(size)
