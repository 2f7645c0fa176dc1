"""Where searches are made: each client has one at a time, and the machine shares itself out among them.

A search says what it knows while it goes on, and ends when nobody listens any more. Searches run in threads; compiled ones let go
of the interpreter, so they go on side by side and the server answers meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeVar, cast

from zermelo.errors import ZermeloError
from zermelo.game import State
from zermelo.play.dealers import IsmctsPlayer, PimcPlayer, StrategyPlayer
from zermelo.play.players import Player, Random
from zermelo.play.searchers import LEVELS, Computer, MonteCarloPlayer, Searcher
from zermelo.search.best import MCTS, engine_serves
from zermelo.search.engine.engine import Engine
from zermelo.search.result import Result
from zermelo.search.textbook import by_the_book
from zermelo.solve.solver import Solver
from zermelo.solve.strategy import Strategy
from zermelo.web.catalogue import Named
from zermelo.web.seats import ISMCTS, MOST_SOLVED, RANDOM, STRATEGY, UNSAID_LEVEL

MOST_AT_ONCE: Final = 16
"""Searches that run side by side; others wait."""
MOST_WAITING: Final = 8
"""Searches that one client may have asked for and not got yet."""
LONGEST: Final = 30.0
"""Seconds that a move may take."""
TABLE: Final = 8
"""MiB of an engine's table."""
EXPLOITABLE: Final = 0.001
"""What a strategy that is found here may lose to who knows it, in the game's own utility ..."""
SOLVED_IN: Final = 5.0
"""... or what is found in so many seconds."""
WORLDS: Final = 30
"""Deals that pimc goes through for a move ..."""
WORLD_DEPTH: Final = 8
"""... and how many plies deep."""
MEMORY: Final = 64
"""MiB of a tree of mcts."""
_MOST_ENGINES: Final = 24
"""Engines that wait for work, and strategies that are kept."""

Tell = Callable[[Result], None]
Progress = Callable[[int], None]
Done = TypeVar("Done")


class BusyError(ZermeloError):
    """A client asks for more searches than it may."""


class Gone(Exception):  # noqa: N818  it is no error: nobody listens any more
    """Ends a search from within."""


class Desk:
    """Makes searches. One for all clients."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, "zermelo studio")
        self._asked: dict[str, int] = {}
        self._turns: dict[str, asyncio.Lock] = {}
        self._engines: OrderedDict[tuple[str, int], list[Engine]] = OrderedDict()
        self._strategies: dict[Named, Strategy] = {}
        self._lock, self._making = threading.Lock(), threading.Lock()

    def close(self) -> None:
        """Take no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def told(self, client: str, work: Callable[[Callable[[Any], None], Progress], Any]) -> AsyncIterator[tuple[str, Any]]:
        """Do a client's work in a thread: ("news", each thing it tells), then ("done", what it returns).

        The work is called with a function that tells news, and one to be called now and then, which ends it if nobody listens.
        Raises BusyError where the client has too much waiting.
        """
        if self._asked.get(client, 0) >= MOST_WAITING:
            raise BusyError("you have asked for several searches already; wait until one of them is done")
        self._asked[client] = self._asked.get(client, 0) + 1
        try:
            async with self._turns.setdefault(client, asyncio.Lock()):
                async for news in self._in_thread(work):
                    yield news
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client], self._turns[client]

    async def done(self, client: str, work: Callable[[], Done]) -> Done:
        """Do a client's work that tells nothing before it is done."""
        async for kind, what in self.told(client, lambda tell, look: work()):
            if kind == "done":
                return cast("Done", what)
        raise AssertionError("work comes to an end")

    async def _in_thread(self, work: Callable[[Callable[[Any], None], Progress], Any]) -> AsyncIterator[tuple[str, Any]]:
        loop, news = asyncio.get_running_loop(), asyncio.Queue[Any]()
        gone, over = threading.Event(), object()

        def tell(one: Any) -> None:
            if gone.is_set():
                raise Gone
            loop.call_soon_threadsafe(news.put_nowait, one)

        def look(_nodes: int = 0) -> None:
            if gone.is_set():
                raise Gone

        def job() -> Any:
            try:
                return work(tell, look)
            finally:
                loop.call_soon_threadsafe(news.put_nowait, over)

        running = loop.run_in_executor(self._threads, job)
        try:
            while (one := await news.get()) is not over:
                yield "news", one
            yield "done", await running
        finally:
            gone.set()
            if not running.done():
                running.add_done_callback(lambda done: done.cancelled() or done.exception())  # heard, and of no interest

    # What a search is

    def think(self, named: Named, state: State, history: list[State], seconds: float, tell: Tell, look: Progress) -> Result:
        """What there is to say of a state in so many seconds; by the textbook, a few plies, where the engine does not serve.

        Where a game hides something, `state` and `history` are what the player to move has seen.
        """
        if named.game.hidden or named.game.monte_carlo:
            seat = {"player": ISMCTS} if named.game.hidden else {"player": MCTS, "seconds": seconds}
            return cast("Result", self._other(named, state, history, seat, look)[1])
        if not engine_serves(named.game):
            return _by_the_book(named, state, seconds, look)
        with self._engine(named) as engine:
            return engine.search(state, seconds=seconds, history=history, report=tell, progress=look)

    def choose(
        self, named: Named, state: State, history: list[State], seat: dict[str, Any], tell: Tell, look: Progress
    ) -> tuple[int | None, Result | None]:
        """What the computer of this seat plays, and what it thinks, if it does."""
        game = named.game
        if "player" in seat:
            return self._other(named, state, history, seat, look)
        if game.monte_carlo and not seat.get("depth"):
            if seat.get("seconds"):
                return self._other(named, state, history, {"player": MCTS, "seconds": seat["seconds"]}, look)
            return _choice(Computer(game, nodes=LEVELS[seat.get("level") or UNSAID_LEVEL]), state, history, look)
        if not engine_serves(game):
            found = _by_the_book(named, state, seat.get("seconds") or 2.0, look, seat.get("depth"))
            return found.action, found
        with self._engine(named) as engine:
            if seat.get("depth") or seat.get("seconds"):
                depth, seconds = seat.get("depth"), seat.get("seconds") or LONGEST
                found = engine.search(state, depth=depth, seconds=seconds, history=history, report=tell, progress=look)
                return found.action, found
            computer = Computer(game, nodes=LEVELS[seat.get("level") or UNSAID_LEVEL], engine=engine)
            computer.history, computer.report, computer.progress = history, tell, look
            action = computer(state)
            assert computer.found is not None
            return action, computer.found

    def _other(self, named: Named, state: State, history: list[State], seat: dict[str, Any], look: Progress) -> tuple[int, Result | None]:
        """The choice of a player that is not made of the engine."""
        game, kind = named.game, seat["player"]
        if kind == RANDOM:
            chooser: Player = Random(game)
        elif kind == STRATEGY:
            chooser = StrategyPlayer(game, self._strategy(named, look))
        elif kind == MCTS:
            with self._making:  # one at a time compiles
                chooser = MonteCarloPlayer(game, seconds=seat.get("seconds") or 1.0, memory=MEMORY)
                chooser.get_ready()
        else:
            chooser = IsmctsPlayer(game) if kind == ISMCTS else PimcPlayer(game, worlds=WORLDS, depth=WORLD_DEPTH)
        return _choice(chooser, state, history, look)

    def _strategy(self, named: Named, look: Progress) -> Strategy:
        """A strategy for a small game, found the first time that it is asked for."""
        with self._making:
            if named not in self._strategies:
                solver = Solver(named.game, most=2 * MOST_SOLVED)
                solver.run(exploitability=EXPLOITABLE, seconds=SOLVED_IN, progress=look)
                self._strategies[named] = solver.strategy()
                while len(self._strategies) > _MOST_ENGINES:
                    del self._strategies[next(iter(self._strategies))]
            return self._strategies[named]

    @contextmanager
    def _engine(self, named: Named) -> Iterator[Engine]:
        key = named.spec, named.edition
        with self._lock:
            waiting = self._engines.get(key)
            engine = waiting.pop() if waiting else None
        if engine is None:
            engine = Engine(named.game, table=TABLE)
        try:
            yield engine
        finally:
            with self._lock:
                self._engines.setdefault(key, []).append(engine)
                self._engines.move_to_end(key)
                while sum(map(len, self._engines.values())) > _MOST_ENGINES:
                    oldest = next(iter(self._engines))
                    self._engines[oldest].pop()
                    if not self._engines[oldest]:
                        del self._engines[oldest]


def _by_the_book(named: Named, state: State, seconds: float, look: Progress, most: int | None = None) -> Result:
    """Deeper and deeper, as long as the next depth is likely to be done in time."""
    began, depth = time.perf_counter(), 1
    while True:
        look(0)
        begun = time.perf_counter()
        found = by_the_book(named.game, state, depth=depth, ties=False, progress=look)
        took = time.perf_counter() - begun
        spent = time.perf_counter() - began
        if found.depth < depth or depth == most or (most is None and spent + 6 * took > seconds) or spent > LONGEST:
            return found
        depth += 1


def _choice(chooser: Player, state: State, history: list[State], look: Progress) -> tuple[int, Result | None]:
    """What a player chooses, and what it thinks, if it searches."""
    if isinstance(chooser, Searcher | Random):
        chooser.history = history
    if isinstance(chooser, Searcher):
        chooser.progress = look
    action = chooser(state)
    return action, chooser.found if isinstance(chooser, Searcher) else None
