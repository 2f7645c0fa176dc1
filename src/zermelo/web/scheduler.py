"""Where searches are made: each client has one at a time, and the machine shares itself out among them (fair_queue.py).

A search says what it knows while it goes on, and ends when nobody waits for it any more, or, with what it has found, when many wait and
it has had its share. Searches of our games run in threads; compiled ones let go of the interpreter, so they go on side by side and
the server answers meanwhile. Those of users' games are `Elsewhere`.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from zermelo.analysis.engines import MEMORY, Engines, Enough
from zermelo.analysis.readiness import Readiness
from zermelo.errors import SearchError
from zermelo.game import State
from zermelo.play.players import Player, Random
from zermelo.play.search_players import LEVELS, Computer, SearcherPlayer, SearchPlayer
from zermelo.play.strategy_player import StrategyPlayer
from zermelo.search.engine.engine import serves
from zermelo.search.engine.result import EngineResult
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.result import Result
from zermelo.search.runtime.workers import Progress
from zermelo.search.searcher import ENGINE, MCTS
from zermelo.search.textbook import ALGORITHMS, Textbook
from zermelo.solving.solver import Solver
from zermelo.solving.strategy import Strategy
from zermelo.spec import Named
from zermelo.user_errors import travelling
from zermelo.web.by_the_book import LONGEST, by_the_book
from zermelo.web.fair_queue import Asker, BusyError, FairQueue
from zermelo.web.seats import ISMCTS, MOST_SOLVED, RANDOM, STRATEGY, TEXTBOOK, UNSAID_LEVEL, USUAL_DEPTH, Seat
from zermelo.web.stand_in import Choice, search_of, stand_in

MOST_AT_ONCE: Final = max(8, min(16, 4 * (os.cpu_count() or 1)))
"""Searches that run side by side; others wait ..."""
MOST_SLOW: Final = max(2, min(8, os.cpu_count() or 1))
"""... but for this many that had their share when others came, and go on beside them."""
MOST_OF_ADDRESS: Final = 200
"""Searches that the clients of one address may wait for, together ..."""
MOST_OF_ALL: Final = 300
"""... and all clients."""
MOST_WAITING: Final = 8
"""Searches that one client may have asked for and not got yet."""
PATIENCE: Final = 180.0
"""Seconds after which other work is ended, which can be; the pages do not wait any longer."""
EXPLOITABLE: Final = 0.001
"""What a strategy that is found here may lose to who knows it, in the game's own utility ..."""
SOLVED_IN: Final = 5.0
"""... or what is found in this many seconds."""
WORLDS: Final = 30
"""Deals that pimc goes through for a move ..."""
WORLD_DEPTH: Final = 8
"""... and how many plies deep."""
SOON: Final = 0.3
"""Seconds for which a move waits for what is being compiled, before another plays."""
SHORT: Final = 2.0
"""Seconds: who asks for less has no time to wait for what is being compiled."""
_MOST_STRATEGIES: Final = 24
"""Strategies that are kept."""

Events = AsyncGenerator[tuple[str, Any]]
Tell = Callable[[Result], None]
Work = Callable[[Callable[[Any], None], Progress], Any]
"""Work for a thread: called with a function that tells news, and one to be called now and then, which ends it if nobody listens."""
Done = TypeVar("Done")


@dataclass(frozen=True)
class Elsewhere:
    """Work that another process does: called, it gives ("news", ...) and then ("done", ...). Ended where the iteration is closed.

    It is called with what is set when it should come to an end for others' sake.
    """

    events: Callable[[threading.Event], Events]


class Disconnected(Exception):  # noqa: N818  it is no error: nobody listens any more
    """Ends a search from within."""


def busy() -> BusyError:
    """The error for work that had its share and has come to nothing yet."""
    return BusyError("many are waiting, and this took long; wait some seconds, and try again")


class Scheduler:
    """Makes searches. One for all clients."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE + MOST_SLOW, "zermelo studio")
        self._turns = FairQueue(
            MOST_AT_ONCE, slow=MOST_SLOW, per_client_waiting=MOST_WAITING, most_waiting=MOST_OF_ALL, per_address=MOST_OF_ADDRESS
        )
        self._listeners: set[threading.Event] = set()
        self._strategies: dict[Named, Strategy] = {}
        self._solving = threading.Lock()
        self._readiness = Readiness()
        self.engines = Engines(self._readiness)

    def close(self) -> None:
        """Take no more work, and end what is under way."""
        for gone in list(self._listeners):
            gone.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def told(self, client: Asker, work: Work | Elsewhere) -> Events:
        """Do a client's work, in its turn: ("news", each thing it tells), then ("done", what it returns).

        Work that is done here is called with a function that tells news, and one to be called now and then, which raises Disconnected if
        nobody listens, and, once, Enough if the work has had its share and others wait. Raises BusyError where too much waits already,
        and where work that has had its share comes to nothing.
        """
        client.leaves_the_short_line()
        async with self._turns.turn(client) as turn:
            events = work.events(turn.enough) if isinstance(work, Elsewhere) else self._in_thread(work, turn.enough)
            async with aclosing(events):
                async for news in events:
                    yield news

    async def done(self, client: Asker, work: Callable[[], Done] | Elsewhere) -> Done:
        """Do a client's work that tells nothing before it is done."""
        return await self.looking(client, work if isinstance(work, Elsewhere) else lambda look: work())

    async def looking(self, client: Asker, work: Callable[[Progress], Done] | Elsewhere) -> Done:
        """The same for work that can be ended: it is given what it calls now and then."""
        quiet: Work | Elsewhere = work if isinstance(work, Elsewhere) else lambda tell, look: work(look)
        async with aclosing(self.told(client, quiet)) as events:
            async for kind, what in events:
                if kind == "done":
                    return cast("Done", what)
        raise AssertionError("work comes to an end")

    async def _in_thread(self, work: Work, enough: threading.Event) -> AsyncGenerator[tuple[str, Any]]:
        loop, news = asyncio.get_running_loop(), asyncio.Queue[tuple[str, Any]]()
        gone, until = threading.Event(), time.monotonic() + PATIENCE
        said: list[bool] = []
        self._listeners.add(gone)

        def hear(kind: str, one: Any) -> None:
            with suppress(RuntimeError):  # the studio is closed
                loop.call_soon_threadsafe(news.put_nowait, (kind, one))

        def tell(one: Any) -> None:
            if gone.is_set():
                raise Disconnected
            hear("news", one)

        def look(_done: int = 0) -> None:
            if gone.is_set():
                raise Disconnected
            if time.monotonic() > until:
                raise SearchError(f"this takes more than {PATIENCE:.0f} s here, and was ended; ask for less")
            if enough.is_set() and not said:
                said.append(True)  # once: what then is done with the result is not ended, too
                raise Enough

        def job() -> None:
            try:
                hear("done", travelling(work)(tell, look))
            except Exception as error:
                ended = said and isinstance(error.__cause__, KeyboardInterrupt)  # Enough, or what became of it on its way
                hear("raised", busy() if ended else error)

        running = loop.run_in_executor(self._threads, job)
        try:
            while True:
                kind, what = await news.get()
                if kind == "raised":
                    raise what
                yield kind, what
                if kind == "done":
                    return
        finally:
            gone.set()
            self._listeners.discard(gone)
            running.cancel()  # if it has not begun

    # What a search is

    def think(self, named: Named, state: State, history: list[State], seconds: float, tell: Tell, look: Progress) -> Result:
        """What there is to say of a state in this many seconds; by the textbook, a few plies, where the engine does not serve.

        Where a game hides something, `state` and `history` are what the player to move has seen.
        """
        if named.game.hidden or named.game.monte_carlo:
            seat = {"player": ISMCTS} if named.game.hidden else {"player": MCTS, "seconds": seconds}
            return cast("Result", self._other(named, state, history, seat, look)[1])
        if not serves(named.game):
            return by_the_book(Textbook(named.game), state, look, seconds=seconds)
        if seconds < SHORT and not self._is_ready(named, {}):
            return cast("Result", stand_in(named, state, history, {"seconds": seconds}, look).found)
        with self.engines.engine(named) as engine:
            return engine.search(state, seconds=seconds, history=history, report=tell, progress=look)

    def prepare(self, named: Named, seat: Seat, tell: Callable[[dict[str, Any]], None], look: Progress) -> None:
        """Compile what this seat needs, and tell how far that is as `Readiness.progress`, unless it is there."""
        game, search, key = named.game, search_of(named, seat), _key(named, seat)
        if seat.get("player") == STRATEGY:
            self.strategy(named, look)
        if search is None or self._readiness.is_made(key):
            return
        if search == ENGINE:
            with self.engines.telling(tell).engine(named, _options(seat)):
                return
        elif search == MCTS:
            self._readiness.make(key, game, lambda: MonteCarlo(game, memory=1, evaluation=seat.get("evaluation")), tell)
        else:
            textbook = Textbook(game, search, evaluation=seat.get("evaluation"))
            self._readiness.make(key, game, lambda: textbook.search(game.initial(), depth=1, ties=False, progress=look), tell)

    def _is_ready(self, named: Named, seat: Seat) -> bool:
        """Whether what this seat needs is there, or is not being compiled at all, so that who needs it does that; or is there soon."""
        key = _key(named, seat)
        return self._readiness.is_made(key) or self._readiness.awaited(key, SOON)

    def choose(self, named: Named, state: State, history: list[State], seat: Seat, tell: Tell, look: Progress) -> Choice:
        """What the computer of this seat plays, and what it thinks, if it does; in its place another, while it is being compiled."""
        if not self._is_ready(named, seat):
            return stand_in(named, state, history, seat, look)
        return Choice(*self._choose(named, state, history, seat, tell, look))

    def _choose(
        self, named: Named, state: State, history: list[State], seat: Seat, tell: Tell, look: Progress
    ) -> tuple[int | None, Result | None]:
        game, known = named.game, list[EngineResult]()

        def report(found: EngineResult) -> None:
            known.append(found)
            tell(found)

        if "player" in seat:
            return self._other(named, state, history, seat, look)
        if game.monte_carlo and not seat.get("depth"):
            if seat.get("seconds") or "within" in seat:
                return self._other(named, state, history, {**seat, "player": MCTS}, look)
            return _choice(Computer(game, nodes=_nodes(seat)), state, history, look)
        if not serves(game):
            depth = seat.get("depth")
            seconds = _seconds(seat, None if depth else 2.0)
            found = by_the_book(Textbook(game), state, look, seconds=seconds, depth=depth)
            return found.action, found
        with self.engines.engine(named, _options(seat)) as engine:
            if seat.get("depth") or seat.get("seconds") or "within" in seat:
                depth, nodes = seat.get("depth"), None if seat.get("depth") or seat.get("seconds") else _nodes(seat)
                found = engine.search(
                    state, depth=depth, nodes=nodes, seconds=_seconds(seat, LONGEST), history=history, until_decided=True, report=tell,
                    progress=look,
                )  # fmt: skip
                return found.action, found
            computer = Computer(game, nodes=_nodes(seat), engine=engine)
            computer.history, computer.report, computer.progress = history, report, look
            try:
                action = computer(state)
            except KeyboardInterrupt:  # Enough: what it was told of last
                if not known:
                    raise
                return known[-1].line[0], known[-1]
            assert computer.found is not None
            return action, computer.found

    def _other(self, named: Named, state: State, history: list[State], seat: dict[str, Any], look: Progress) -> tuple[int, Result | None]:
        """The choice of a player that is not made of the engine."""
        game, kind = named.game, seat["player"]
        if kind == RANDOM:
            chooser: Player = Random(game)
        elif kind in ALGORITHMS and "within" in seat:
            textbook = Textbook(game, kind, evaluation=seat.get("evaluation"))
            found = by_the_book(textbook, state, look, seconds=seat["within"], depth=seat.get("depth", USUAL_DEPTH))
            return cast("int", found.action), found
        elif kind in TEXTBOOK:
            chooser = SearcherPlayer(game, kind, depth=seat.get("depth", USUAL_DEPTH), evaluation=seat.get("evaluation"))
        elif kind == STRATEGY:
            chooser = StrategyPlayer(game, self.strategy(named, look))
        elif kind == MCTS:
            search = self._readiness.make(
                _key(named, seat),
                game,
                lambda: MonteCarlo(game, memory=MEMORY, seed=secrets.randbelow(1 << 20), evaluation=seat.get("evaluation")),
            )
            seconds = _seconds(seat, 1.0)
            simulated = search.search(state, seconds=seconds, history=history, progress=look, until_decided=True)
            if simulated.action is None:
                raise Enough
            return simulated.action, simulated
        else:
            chooser = SearcherPlayer(game, ISMCTS) if kind == ISMCTS else SearcherPlayer(game, kind, worlds=WORLDS, depth=WORLD_DEPTH)
        return _choice(chooser, state, history, look)

    def strategy(self, named: Named, look: Progress) -> Strategy:
        """A strategy for a small game, found the first time that it is asked for."""
        with self._solving:
            if named not in self._strategies:
                solver = Solver(named.game, most=2 * MOST_SOLVED)
                solver.run(exploitability=EXPLOITABLE, seconds=SOLVED_IN, progress=look)
                self._strategies[named] = solver.strategy()
                while len(self._strategies) > _MOST_STRATEGIES:
                    del self._strategies[next(iter(self._strategies))]
            return self._strategies[named]


def _key(named: Named, seat: Seat) -> tuple[Any, ...]:
    """What has to be compiled for this seat, in a word."""
    return search_of(named, seat), named.spec, named.edition, tuple(_options(seat).items())


def _nodes(seat: Seat) -> int:
    return LEVELS[seat.get("level") or UNSAID_LEVEL]


def _seconds(seat: Seat, usual: Any) -> Any:
    """Seconds for a move: what the seat says, else as usual; on a clock no more than that leaves."""
    said = seat.get("seconds") or usual
    return min(said or seat["within"], seat["within"]) if "within" in seat else said


def _options(seat: Seat) -> dict[str, Any]:
    return {"evaluation": seat["evaluation"]} if "evaluation" in seat else {}


def _choice(chooser: Player, state: State, history: list[State], look: Progress) -> tuple[int, Result | None]:
    """What a player chooses, and what it thinks, if it searches."""
    if isinstance(chooser, SearchPlayer | Random):
        chooser.history = history
    if isinstance(chooser, SearchPlayer):
        chooser.progress = look
    action = chooser(state)
    return action, chooser.found if isinstance(chooser, SearchPlayer) else None
