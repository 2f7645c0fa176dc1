"""Connections: how many there may be, and how long they may take to say what they want.

uvicorn reads what comes and keeps idle connections for some seconds, but waits for ever for headers that are never complete, and
for who never reads. Here a connection that has nothing under way makes room for a new one, that of the address with the most
first: half-open ones never keep anybody out.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.web.hosts import neighbourhood

HEAD_SECONDS: Final = 8.0
"""In which the headers of a request have to be here, from its first byte or, at first, from the connection on."""
REQUEST_SECONDS: Final = 20.0
"""In which all of it has to be here. (The guard, who is asked once the headers are complete, answers before.)"""
CLOSING_SECONDS: Final = 8.0
"""In which something more of an answer has to be taken, once the connection is closed on our side ..."""
CLOSED_SECONDS: Final = 60.0
"""... and all of it."""
IDLE_SECONDS: Final = 5
"""For which a connection is kept between requests."""
MOST_HEADERS: Final = 32 * 1024
"""Bytes of a request's headers."""
_WATCHED_EACH: Final = 1.0
_OF_THEM: Final = 20
"""One in this many goes when there is no room."""


class Connection(H11Protocol):
    """A connection, with its limits. `most` connections there are at the same time, unless all have something under way."""

    most = 800

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in; if there are too many, another goes, or this one."""
        super().connection_made(transport)
        self._address = neighbourhood(self.client[0]) if self.client else ""
        self._since: float | None = self.loop.time()  # when what is not complete began
        self._closing: float | None = None  # since when we have closed it,
        self._left = 0, 0.0  # what of our answer was not taken yet, and since when that is so
        self._watching = self.loop.call_later(_WATCHED_EACH, self._watch)
        if len(self.connections) > self.most:
            for one in self._too_many() or [self]:
                one.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on."""
        super().data_received(data)
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request. What comes after an answer that was the last is not answered."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        """Be ready for the next request."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._watching.cancel()
        super().connection_lost(exc)

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for the client: for a request, or the rest of one."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def _look(self) -> None:
        """Note since when a request is not complete."""
        begun = self.conn.their_state is h11.SEND_BODY or (self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0]))
        self._since = (self._since or self.loop.time()) if begun else None

    def _watch(self) -> None:
        now = self.loop.time()
        self._watching = self.loop.call_later(_WATCHED_EACH, self._watch)
        if self.transport.is_closing():
            left = self.transport.get_write_buffer_size()
            self._closing = self._closing or now
            self._left = self._left if self._left[0] == left else (left, now)
            if now - self._left[1] > CLOSING_SECONDS or now - self._closing > CLOSED_SECONDS:
                self.transport.abort()
        elif self._since is not None and now - self._since > (REQUEST_SECONDS if self.conn.their_state is h11.SEND_BODY else HEAD_SECONDS):
            if self.conn.our_state is h11.IDLE:  # nothing has been answered yet
                self.transport.write(_TOO_SLOW)
            self.transport.close()

    def _too_many(self) -> list[Connection]:
        """Which connections make room, some at a time: of those that wait, the oldest of the address that has most of them."""
        waiting = [one for one in self.connections if isinstance(one, Connection) and one is not self and one.is_waiting]
        [(most, _)] = Counter(one._address for one in waiting).most_common(1) or [("", 0)]
        theirs = [one for one in waiting if one._address == most]
        now = self.loop.time()
        return heapq.nsmallest(1 + len(theirs) // _OF_THEM, theirs, key=lambda one: now if one._since is None else one._since)


_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\nx-content-type-options: nosniff\r\n\r\n"
