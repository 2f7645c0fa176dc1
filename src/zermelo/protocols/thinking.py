"""Thinking while one listens: an engine works in a thread of its own, and whoever speaks with it is heard at any time.

A `Thinker` does what it is asked for one after the other; a `Thought` is a search among that, which can be stopped at once.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from zermelo.errors import SearchError, ZermeloError
from zermelo.game import Game, State
from zermelo.native import listening
from zermelo.protocols.commands import in_a_line
from zermelo.protocols.compiling import now_and_then
from zermelo.protocols.gameboard import GameBoard
from zermelo.rule_errors import rules_blamed
from zermelo.search.engine.deepening import Report
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.result import EngineResult
from zermelo.search.forced.search import ForcedWin
from zermelo.search.known import Known
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
"""for as many seconds at most, but one ply deep however long that takes on a machine that is busy."""

S = TypeVar("S", Engine, ForcedWin)
Choices = Callable[[], Sequence[int] | None]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Thought:
    """A search that was asked for.

    states  those of the game; the last one is searched
    waits   whether its time does not count, and the move that it found is kept back, until `begin` or `stop`
    known   says, before the search, among which actions alone it is to choose; None: among all
    plies   within so many a forced win is looked for first, and nothing else where there is one; 0: nothing of the kind
    none    called where no such win was found, with what is proved
    asked   what else `Engine.search` takes
    done    whether what it found has been told
    """

    def __init__(
        self,
        board: GameBoard,
        states: Sequence[State],
        *,
        waits: bool = False,
        known: Choices | None = None,
        plies: int = 0,
        none: Report = lambda found: None,
        **asked: Any,
    ) -> None:
        self.board, self.states, self.known, self.plies, self.none, self.asked = board, tuple(states), known, plies, none, asked
        self.control = Control(waits=waits)
        self._released, self._done = threading.Event(), threading.Event()
        if not waits:
            self._released.set()

    @property
    def state(self) -> State:
        """The state that is searched."""
        return self.states[-1]

    @property
    def waits(self) -> bool:
        """Whether its move is kept back."""
        return not self._released.is_set()

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
        asked = {name: self.asked[name] for name in ("among", "multipv") if name in self.asked}
        for limits in ({"seconds": BLINK}, {"depth": 1}):
            if found.depth == 0 and found.nodes < GLANCE and not found.proved:  # stopped at once: a glance shows a better move
                found = engine.search(state, nodes=GLANCE, history=before, **asked, **limits)
        return self._held_back(found, ended)

    def win(self, forced: ForcedWin, report: Report, progress: Progress, ended: Report) -> EngineResult | None:
        """The forced win that was asked for, once its move may be told; None where none was found, and something else is to be searched."""
        state, before = self.board.to_search(self.states)
        limits = {name: self.asked.get(name) for name in ("nodes", "seconds", "clock", "among")}
        found = forced.search(state, self.plies, history=before, report=report, progress=progress, control=self.control, **limits)
        if found.proved:
            return self._held_back(found, ended)
        self.none(found)
        return None

    def _held_back(self, found: EngineResult, ended: Report) -> EngineResult:
        ended(found)
        self._released.wait()
        return found

    def end(self) -> None:
        """All has been told."""
        self._done.set()


class Thinker:
    """One engine, or in its place a search for a forced win, which does in a thread what others ask for.

    mode            "auto", "compiled" or "interpreted"; SearchError for others
    tell            takes the words for a compilation, at its beginning and now and again
    threads, table  of the engine, the table in MiB; both count from the next search on (see `use`)
    known           what the engine is to look up; None unless given
    """

    def __init__(self, mode: str, tell: Callable[[str], None]) -> None:
        self.mode, self.threads, self.tell = checked_mode(mode), 1, tell
        self._hear = now_and_then(tell)
        self.table: float = TABLE
        self.known: Known | None = None
        self._search: Engine | ForcedWin | None = None
        self._made_for: tuple[Any, ...] = ()
        self._had: tuple[int, float] = self.threads, self.table
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

    def get_ready(self, board: GameBoard) -> str:
        """Compile the game, if it is not; what is wrong, if anything is. Only as a work."""
        try:
            self._engine_for(board)
        except ZermeloError as error:
            return in_a_line(error)
        return ""

    def forget(self) -> None:
        """Forget what earlier searches have learnt. Only as a work."""
        if self._search:
            self._search.clear()

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
                with rules_blamed():
                    if thought.plies:
                        found = thought.win(self._forced_for(thought.board), report, progress, ended)
                    found = found or thought.search(self._engine_for(thought.board), report, progress, ended)
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
        return self._search.table.filled() if isinstance(self._search, Engine) else 0.0

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

    def _engine_for(self, board: GameBoard) -> Engine:
        """The engine with the memory that was asked for."""
        return self._made(Engine, board.game, threads=self.threads, database=self.known, **board.engine)

    def _forced_for(self, board: GameBoard) -> ForcedWin:
        """The search for a forced win, with the same memory."""
        return self._made(ForcedWin, board.game)

    def _made(self, kind: type[S], game: Game, **options: Any) -> S:
        """A search of this kind, the one that there is if it was made so; else its memory is given back first.

        What there is by then stays: the garbage collector, which would look through it for a tenth of a second, never does again.
        """
        wanted = kind, game, self.table, options
        if not isinstance(self._search, kind) or wanted != self._made_for:
            self._search = None
            gc.unfreeze()
            gc.collect()
            try:
                with listening(self._hear):
                    made = kind(game, table=self.table, mode=self.mode, **options)
            except SearchError:  # what was asked for is not to be had: the next search does without
                self.threads, self.table = self._had
                raise
            self._search, self._made_for, self._had = made, wanted, (self.threads, self.table)
            gc.freeze()
            return made
        return self._search
