"""Who is next: places that are shared out fairly, first among the addresses that ask, then among the browsers of each.

So a class behind one address has, together, what another address has, and within it each browser what another has, those first
that were here before: whoever makes up ever new browsers waits behind them. Work that
goes on for long gives way when others wait: it makes room beside the places, and what has had most of it learns that it is
enough. So the queue moves on whatever is asked for, and the more wait the sooner.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request

from zermelo.errors import ZermeloError
from zermelo.web.hosts import neighbourhood

CLIENT: Final = "zermelo_client"
"""The name of the cookie that distinguishes browsers. It says nothing about anybody."""
ROUND: Final = 3.0
"""Seconds in which all that wait should come to their turn ..."""
LEAST: Final = 0.1
"""... but a turn is at least so long before it has to give way ..."""
MOST: Final = 2.0
"""... and before it has to, at most so long."""
REGULAR: Final = 5.0
"""Seconds after which a browser that comes back is no fresh one; within an address, fresh ones come behind ..."""
_FRESH_EACH: Final = 4
"""... but for one in this many turns."""
_MOST_SEEN: Final = 10_000
_AGAIN: Final = 0.05


class BusyError(ZermeloError):
    """Too many wait already, of all or of one client."""


@dataclass(eq=False)
class Asker:
    """Who asks: the address, the browser's number, and how this request leaves the line of the short ones for the scheduler's."""

    address: str
    number: str = ""
    leaves_the_short_line: Callable[[], None] = lambda: None

    @classmethod
    def of(cls, request: Request) -> Asker:
        """Who sends this request."""
        return cls(neighbourhood(request.client.host if request.client else ""), request.cookies.get(CLIENT, "")[:64])


class Turn:
    """A place, for a while. `enough` is set when its work should come to an end for others' sake."""

    def __init__(self, end: Callable[[Turn], None], asker: Asker, began: float) -> None:
        self.asker, self.began = asker, began
        self.enough = threading.Event()
        self.timer: asyncio.TimerHandle | None = None
        self._end = end

    def end(self) -> None:
        """Let the next one have the place. More than once is as once."""
        self._end(self)


class FairQueue:
    """Places, and those that wait for them. Of one event loop.

    places        turns at the same time, beside as many as `slow` that have lasted long while others wait
    per_client    turns that one browser has at the same time
    most_waiting  of all; per_address of one address, and `per_client_waiting` of one browser
    """

    def __init__(
        self, places: int, *, slow: int = 0, per_client: int = 1, per_client_waiting: int = 0, most_waiting: int, per_address: int
    ) -> None:
        self.places, self.slow, self.per_client = places, slow, per_client
        self.per_client_waiting, self.most_waiting, self.per_address = per_client_waiting, most_waiting, per_address
        self._waiting: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[Turn]]]] = OrderedDict()
        self._seen: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._given: Counter[str] = Counter()  # turns by address, as long as it has any
        self._askers: dict[asyncio.Future[Turn], Asker] = {}
        self._regular: set[asyncio.Future[Turn]] = set()  # those who had been here before when they asked
        self._running: set[Turn] = set()
        self._slow: set[Turn] = set()
        self._of_client: Counter[tuple[str, str]] = Counter()
        self._of_address: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._askers)

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[Turn]:
        """A turn, when it comes. Raises BusyError where too many wait."""
        turn = await self._next_to(asker)
        try:
            yield turn
        finally:
            turn.end()

    async def _next_to(self, asker: Asker) -> Turn:
        browsers = self._waiting.get(asker.address, OrderedDict())
        own = len(browsers.get(asker.number, ())) + self._of_client[asker.address, asker.number]
        if self.per_client_waiting and own >= self.per_client_waiting:
            raise BusyError("you have asked for several searches already; wait until one of them is done")
        if self.waiting >= self.most_waiting or self._of_address[asker.address] >= self.per_address:
            raise BusyError("very many are asking at the moment; wait some seconds, and try again")
        ours: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        if self._note(asker):
            self._regular.add(ours)
        self._waiting.setdefault(asker.address, OrderedDict()).setdefault(asker.number, deque()).append(ours)
        self._askers[ours] = asker
        self._of_address[asker.address] += 1
        self._share_out()
        try:
            return await ours
        except asyncio.CancelledError:
            if ours.done() and not ours.cancelled():
                ours.result().end()
            elif ours in self._askers:
                self._forget(ours)
            raise

    def _forget(self, one: asyncio.Future[Turn]) -> None:
        """Who waited does not any more."""
        asker = self._askers.pop(one)
        self._regular.discard(one)
        browsers = self._waiting[asker.address]
        browsers[asker.number].remove(one)
        if not browsers[asker.number]:
            del browsers[asker.number]
        if not browsers:
            del self._waiting[asker.address]
        self._less(self._of_address, asker.address)
        if not browsers:
            self._given.pop(asker.address, None)

    def _share_out(self) -> None:
        """Give the free places to who is next."""
        while len(self._running) - len(self._slow) < self.places:
            one = self._first()
            if one is None:
                return
            asker = self._askers[one]
            self._forget(one)
            if one.cancelled():  # who waited has gone away just now
                continue
            if asker.address in self._waiting:  # behind the others now
                self._waiting.move_to_end(asker.address)
                if asker.number in self._waiting[asker.address]:
                    self._waiting[asker.address].move_to_end(asker.number)
            loop = asyncio.get_running_loop()
            turn = Turn(self._ended, asker, loop.time())
            self._running.add(turn)
            self._of_client[asker.address, asker.number] += 1
            if self.slow:
                turn.timer = loop.call_later(self.share, self._has_lasted, turn)
            one.set_result(turn)

    def _first(self) -> asyncio.Future[Turn] | None:
        for address, browsers in self._waiting.items():
            free = [number for number in browsers if self._of_client[address, number] < self.per_client]
            if not free:
                continue
            regular = (number for number in free if browsers[number][0] in self._regular)
            self._given[address] += 1
            chosen = free[0] if self._given[address] % _FRESH_EACH == 0 else next(regular, free[0])
            return browsers[chosen][0]
        return None

    def _note(self, asker: Asker) -> bool:
        """Remember since when this browser comes. Whether that is long enough: to have waited for a first turn does not count."""
        if not asker.number:
            return False
        who, now = (asker.address, asker.number), asyncio.get_running_loop().time()
        first = self._seen.setdefault(who, now)
        self._seen.move_to_end(who)
        while len(self._seen) > _MOST_SEEN:
            self._seen.popitem(last=False)
        return now - first > REGULAR

    @property
    def share(self) -> float:
        """Seconds that a turn may last, as many as wait now, before it gives way."""
        return max(LEAST, min(MOST, ROUND * self.places / (self.waiting + 1)))

    def _has_lasted(self, turn: Turn) -> None:
        """A turn has lasted long. If others wait, it goes on beside the places; who has gone on longest so comes to an end."""
        loop = asyncio.get_running_loop()
        turn.timer = loop.call_later(_AGAIN, self._has_lasted, turn)
        if not self.waiting or turn.enough.is_set() or loop.time() - turn.began < self.share:
            return
        if turn not in self._slow and len(self._slow) < self.slow:
            self._slow.add(turn)
            self._share_out()
        elif turn not in self._slow:
            self._who_has_had_most(loop.time() - self.share).enough.set()

    def _who_has_had_most(self, before: float) -> Turn:
        """The turn to end, of those that began before: of the address that has most of all, the one that has lasted longest."""
        count = Counter(one.asker.address for one in self._running)
        lasting = [one for one in self._running if one.began <= before and not one.enough.is_set()]
        return min(lasting, key=lambda one: (-count[one.asker.address], one.began))

    def _ended(self, turn: Turn) -> None:
        if turn not in self._running:
            return
        if turn.timer:
            turn.timer.cancel()
        self._running.discard(turn)
        self._slow.discard(turn)
        self._less(self._of_client, (turn.asker.address, turn.asker.number))
        self._share_out()

    @staticmethod
    def _less(counter: Counter[Any], key: Any) -> None:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]
