"""Thinking while one listens: an engine works in a thread of its own, and whoever speaks with it is heard at any time.

A `Thinker` does what it is asked for one after the other; a `Thought` is a search among that, which can be stopped at once.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, Final

from zermelo.errors import SearchError, ZermeloError
from zermelo.games.chess import State
from zermelo.native import listening
from zermelo.protocols.chessboard import ChessBoard
from zermelo.protocols.commands import in_a_line
from zermelo.protocols.compiling import now_and_then
from zermelo.search.engine.deepening import Report
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.result import EngineResult
from zermelo.search.runtime.build import checked_mode
from zermelo.search.runtime.control import Control
from zermelo.search.runtime.workers import Progress
from zermelo.search.searcher import TABLE

MOST_THREADS: Final = 256
"""As many threads an engine may have."""
MOST_DEPTH: Final = 254
"""And as many plies it may be asked to search."""
GLANCE: Final = 500
"""Nodes that are looked at for a move in any case,"""
BLINK: Final = 0.02
"""for as many seconds at most."""

Known = Callable[[], Sequence[int] | None]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Thought:
    """A search that was asked for.

    states  those of the game; the last one is searched
    waits   whether its time does not count, and the move that it found is kept back, until `begin` or `stop`
    known   says, before the search, among which actions alone it is to choose; None: among all
    asked   what else `Engine.search` takes
    done    whether what it found has been told
    """

    def __init__(
        self, board: ChessBoard, states: Sequence[State], *, waits: bool = False, known: Known | None = None, **asked: Any
    ) -> None:
        self.board, self.states, self.known, self.asked = board, tuple(states), known, asked
        self.control = Control(waits=waits)
        self._released, self._done = threading.Event(), threading.Event()
        if not waits:
            self._released.set()

    @property
    def state(self) -> State:
        """The state that is searched."""
        return self.states[-1]

    @property
    def done(self) -> bool:
        return self._done.is_set()

    def begin(self) -> None:
        """Now it is the turn: time counts, and what was found may be told."""
        self.control.begin()
        self._released.set()

    def stop(self) -> None:
        """It is to end, and to tell what it has found."""
        self.control.stop()
        self._released.set()

    def search(self, engine: Engine, report: Report, progress: Progress, ended: Report) -> EngineResult:
        """What the engine finds, once its move may be told; `ended` is called with it at once."""
        state, before = self.board.to_search(self.states)
        if self.known and (actions := self.known()):
            self.asked["among"] = actions
        found = engine.search(state, history=before, report=report, progress=progress, control=self.control, **self.asked)
        if found.depth == 0 and not found.proved:  # stopped at once: a glance shows a better move than the first one
            found = engine.search(state, nodes=GLANCE, seconds=BLINK, history=before, among=self.asked.get("among"))
        ended(found)
        self._released.wait()
        return found

    def end(self) -> None:
        """All has been told."""
        self._done.set()


class Thinker:
    """One engine, which does in a thread what others ask for.

    mode            "auto", "compiled" or "interpreted"; SearchError for others
    tell            takes the words for a compilation, at its beginning and now and again
    threads, table  of the engine, the table in MiB; both count from the next search on (see `use`)
    """

    def __init__(self, mode: str, tell: Callable[[str], None]) -> None:
        self.mode, self.threads, self.tell = checked_mode(mode), 1, tell
        self._hear = now_and_then(tell)
        self.table: float = TABLE
        self._engine: Engine | None = None
        self._made_for: tuple[Any, ...] = ()
        self._works: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="zermelo thinker", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[], None]) -> None:
        """Do this when all before it is done. Raises what an earlier work raised: the way to the listener is lost."""
        if self._failed:
            raise self._failed
        self._works.put(work)

    def use(self, threads: int) -> None:
        """Let so many threads search, or as many as there are processors, which is told: more would wait for each other, out of time."""
        there = processors()
        self.threads = min(threads, there)
        if threads > there:
            self.tell(f"as many threads search as there are processors, {there} and not {threads}")

    def get_ready(self, board: ChessBoard) -> str:
        """Compile the game, if it is not; what is wrong, if anything is. Only as a work."""
        try:
            self._engine_for(board)
        except ZermeloError as error:
            return in_a_line(error)
        return ""

    def forget(self) -> None:
        """Forget what earlier searches have learnt. Only as a work."""
        if self._engine:
            self._engine.clear()

    def think(
        self,
        thought: Thought,
        tell: Callable[[Thought, EngineResult | None, str], None],
        report: Report,
        progress: Progress,
        ended: Report,
    ) -> None:
        """Search when all before it is done.

        `ended` is called with what was found, and `tell` once its move may be told, or with None and what went wrong.
        """

        def work() -> None:
            found, wrong = None, ""
            try:
                found = thought.search(self._engine_for(thought.board), report, progress, ended)
            except ZermeloError as error:
                wrong = in_a_line(error)
            except Exception as error:  # a program must not lose its engine in the middle of a game
                wrong = f"internal error, {type(error).__name__}: {in_a_line(error)}"
            try:
                tell(thought, found, wrong)
            finally:
                thought.end()

        self.do(work)

    def filled(self) -> float:
        """The share of the table that the search has filled."""
        return self._engine.table.filled() if self._engine else 0.0

    def close(self, seconds: float | None = None) -> bool:
        """End the thread; searches that are under way must have been stopped. Whether it has ended, after so many seconds at most.

        The compiler cannot be broken off: whoever does not wait for it can only end the process.
        """
        self._works.put(None)
        self._thread.join(seconds)
        gc.unfreeze()
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (work := self._works.get()) is not None:
            try:
                work()
            except BaseException as error:  # nobody listens any more, whose thread is told when it asks for more
                self._failed = error
                return

    def _engine_for(self, board: ChessBoard) -> Engine:
        """The engine with the memory that was asked for; another one's memory is given back first.

        What there is by then stays: the garbage collector, which would look through it for a tenth of a second, never does again.
        """
        wanted = (board.game.variant, self.threads, self.table)
        if self._engine is None or wanted != self._made_for:
            self._engine = None
            gc.unfreeze()
            gc.collect()
            try:
                with listening(self._hear):
                    self._engine = Engine(board.game, threads=self.threads, table=self.table, mode=self.mode)
            except SearchError:  # what was asked for is not to be had: the next search does without
                self.threads, self.table = self._made_for[1:] or (1, TABLE)
                raise
            self._made_for = wanted
            gc.freeze()
        return self._engine
