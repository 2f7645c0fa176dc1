"""Running an algorithm on a game: interpreted or compiled, counted, and stopped by Ctrl-C."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Final, TypeVar

from zermelo.errors import SearchError
from zermelo.game import Game, State
from zermelo.search.algorithm import CUTOFFS, DATABASE, DESK, LEAST_DEPTH, LEAVES, NODES, PLACES, STOP, WHOLE_TREE, Algorithm
from zermelo.search.known import Known, rows_of
from zermelo.search.known_leaves import KnownLeaves
from zermelo.search.lookup import Desk, Rows
from zermelo.search.runtime.build import build
from zermelo.search.runtime.faults import raised
from zermelo.search.runtime.stack import deep_recursion
from zermelo.search.runtime.workers import HangingError, Progress, wait_for
from zermelo.search.sooner import Sooner

T = TypeVar("T")
_STACK: Final = 4 << 20  # bytes of stack that a compiled run takes beside what its plies need
_MOST_STACK: Final = 4 << 30  # the most that it may take: memory is used only as far as the plies go


class TimeIsOverError(Exception):
    """The seconds that a runner has are over."""


class Runner:
    """An algorithm made ready for one game. Call it with a state and the algorithm's numbers; it counts as it goes.

    seconds  those that the work `apart` may take; as many as it likes unless given
    known    what is known of states, which are leaves then (see known_leaves.py)
    """

    def __init__(
        self,
        algorithm: Algorithm[..., Any],
        game: Game,
        mode: str = "auto",
        progress: Progress | None = None,
        seconds: float | None = None,
        known: Known | None = None,
    ) -> None:
        self.algorithm, self.game, self.progress = algorithm, game, progress
        self.seconds = inf if seconds is None else seconds
        if algorithm.remembers:
            raise SearchError(
                f"{algorithm.name} keeps a table of objects, in plain Python, and can be watched (zermelo.observe, `zermelo explain`); "
                f"what searches with a table is the engine"
            )
        algorithm.renew()
        sooner = isinstance(game, Sooner)
        rows = rows_of(known, distances=sooner)
        built = build(game, mode, KnownLeaves(algorithm, rows, game) if rows else algorithm)
        self._run = built.kernels[0]
        self.kernel: Callable[..., Any] | None = self._run if built.compiled else None
        self.mode = built.mode
        self._tally = self._counters(rows)
        self._apart = False
        self.forget()

    def _counters(self, known: Sequence[Rows]) -> ctypes.Array[ctypes.c_int64] | list[int]:
        compiled = self.kernel is not None
        places = PLACES + (2 if known else 0)
        tally: Any = (ctypes.c_int64 * places)() if compiled else [0] * places
        self._known = known  # which live as long as this
        self._desks = [Desk(rows, compiled=compiled) for rows in known if rows.by_key]
        for rows in known:
            tally[DESK if rows.by_key else DATABASE] = self._desks[0].where if rows.by_key else rows.where(compiled=compiled)
        counters: ctypes.Array[ctypes.c_int64] | list[int] = tally
        return counters

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
        if not self._apart:
            return self.apart(lambda: self(state, *numbers), int(numbers[-1]))
        tally: Any = self._tally
        tally[NODES] += 0 if self.algorithm.counts_the_first else 1
        if self.kernel is None:
            try:
                value = self._run(self.game, state, *numbers, tally)
            except Exception:
                if tally[STOP]:  # what it found of nothing, as it was broken off
                    raise KeyboardInterrupt from None
                raise
        else:
            try:
                value = self.kernel(self.game, state, *numbers, ctypes.addressof(tally))
            except Exception as error:
                raise raised(self.game, error, compiled=True) from error
        if tally[STOP]:
            raise KeyboardInterrupt
        return value

    def apart(self, work: Callable[[], T], depth: int) -> T:
        """What `work` gives, which calls this runner as often as it likes, never deeper than that.

        Compiled, or where progress is to be told, it is done in a thread of its own, with the stack that the depth needs: there Ctrl-C
        is heard, also where a rule never returns. A thread takes some 100 microseconds; so it is made once for all calls.
        Raises TimeIsOverError when the seconds are over.
        """
        self._tally[STOP] = 0
        self._apart = True
        try:
            if self.kernel is not None:
                return self._in_thread(work, depth)
            with deep_recursion(10 * WHOLE_TREE):
                return self._in_thread(work, depth) if self.progress or self.seconds < inf else work()
        finally:
            self._apart = False

    def _in_thread(self, work: Callable[[], T], depth: int) -> T:
        tally: Any = self._tally
        answers: list[T] = []

        def do() -> bool:
            answers.append(work())
            return True

        def stop() -> None:
            tally[STOP] = 1

        def tell() -> None:
            if self.progress:
                self.progress(self.nodes)

        until = time.perf_counter() + self.seconds
        try:
            ended = wait_for([do], stop, lambda: until - time.perf_counter(), tell, self._stack(depth))
        except HangingError:
            self._tally = type(tally)(*tally) if self.kernel else list(tally)  # the thread goes on with the other
            raise
        except KeyboardInterrupt:  # the work was stopped: by the clock, if it is over
            if time.perf_counter() >= until:
                raise TimeIsOverError from None
            raise
        if ended == "interrupted":
            raise KeyboardInterrupt
        return answers[0]

    def _stack(self, depth: int) -> int:
        """Bytes that a run so deep may need: each ply holds the places for its actions, at most four times over."""
        stack = _STACK + depth * (4096 + 4 * 16 * int(self.game.max_actions))
        if stack > _MOST_STACK:
            raise SearchError(
                f"a search of {depth} plies with up to {self.game.max_actions} actions each does not fit in memory; look less deep"
            )
        return stack
