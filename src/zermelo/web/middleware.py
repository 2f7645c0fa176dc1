"""Who may ask, how much and how often, and what a page may load.

A server on loopback can still be reached by any page that its user has open elsewhere: another site may send it forms
(so the origin is checked) or let its own name point here (so the host is checked). On a network the door asks for a token, too
(door.py). Everything passes here, and everything that is answered gets its headers here, also what fails further inside.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.web.door import Door
from zermelo.web.fair_queue import Asker, BusyError, FairQueue
from zermelo.web.hosts import Hosts, name_of
from zermelo.web.speech import speech_of

MOST_BYTES: Final = 256 * 1024
"""Of what a request may bring."""
BODY_SECONDS: Final = 10.0
"""In which it has to be here, once its headers are."""
WRITE_SECONDS: Final = 30.0
"""In which each part of an answer has to be taken."""
AT_ONCE: Final = 8
"""Requests that are answered side by side; searches, which wait at the scheduler, are not among them ..."""
SLOW: Final = 24
"""... nor are this many that take long."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_log = logging.getLogger("zermelo.web")


class Guard:
    """Lets through what comes from our own pages under a name of ours, in its turn, and is not too large; ends what nobody waits for."""

    def __init__(self, app: ASGIApp, hosts: Hosts, door: Door | None = None) -> None:
        self.app, self.hosts, self.door = app, hosts, door
        self.turns = FairQueue(AT_ONCE, slow=SLOW, per_client=6, most_waiting=500, per_address=400)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        if scope["type"] != "http":
            return
        sending = _Sending(send)
        request = Request(scope)
        refused = self._refused(request) or (self.door.answer(request) if self.door else None)
        if refused:
            await refused(scope, receive, sending)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = b"" if request.method in SAFE else await _body(receive)
        except TimeoutError:
            await _error(request, 408, f"the request did not come within {BODY_SECONDS:.0f} s")(scope, receive, sending)
            return
        if body is None:
            await _too_much(request)(scope, receive, sending)
            return
        scope["zermelo.body"] = body
        scope["zermelo.asker"] = asker = Asker.of(request)
        try:
            async with self.turns.turn(asker) as turn:
                asker.leaves_the_short_line = turn.end
                await _answered(self.app, _as_read(scope), body, receive, sending)
        except BusyError as error:
            await _error(request, 503, str(error), {"retry-after": "2"})(scope, receive, sending)
        except Exception as error:  # which Starlette raises again when it has been told, and what could not be told
            if sending.done:
                return
            _log.error("unforeseen", exc_info=error)
            if sending.begun:
                raise
            await _error(request, 500, "something went wrong in the studio, and was written to its log")(scope, receive, sending)

    def _refused(self, request: Request) -> Response | None:
        """The answer, if this is not for us."""
        host, server = request.headers.get("host", ""), request.scope.get("server") or ("", 0)
        if len(request.headers.getlist("host")) != 1 or not self.hosts.accept(host, server[0]):
            return _error(
                request, 400, f"this studio does not answer to the name {name_of(host)[:80]!r}; open it as http://localhost with its port"
            )
        if request.method not in SAFE:
            origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
            if site not in ("same-origin", "none") or (origin is not None and _netloc(origin) != host.casefold()):
                return _error(
                    request, 403, "this was sent by a page of another site; only the studio's own pages may change something here"
                )
        length = request.headers.get("content-length", "0")
        if not length.isascii() or not length.isdecimal() or len(length) > 15:
            return _error(request, 400, "content-length is not a number")
        return _too_much(request) if int(length) > MOST_BYTES else None


async def _body(receive: Receive) -> bytes | None:
    """All that a request brings; None if it is too much, or never comes."""
    parts, taken = [], 0
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        taken += len(parts[-1])
        if taken > MOST_BYTES or message["type"] != "http.request":
            return None
        if not message.get("more_body"):
            return b"".join(parts)


def _as_read(scope: Scope) -> Scope:
    """What is asked by HEAD, as GET would ask it: the server that it came in by leaves out the body of the answer."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


async def _answered(app: ASGIApp, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
    """Let the application answer; when who asks goes away, it learns of that, and what it does for them ends."""
    left, given = asyncio.Event(), False

    async def receiving() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        await left.wait()
        return {"type": "http.disconnect"}

    async def listen() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        left.set()

    answering, listening = asyncio.create_task(_run(app, scope, receiving, send)), asyncio.create_task(listen())
    try:
        await asyncio.wait((answering, listening), return_when=asyncio.FIRST_COMPLETED)
        if answering.done():
            answering.result()
    finally:
        for task in (answering, listening):
            task.cancel()
        await asyncio.gather(answering, listening, return_exceptions=True)


async def _run(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


class _Sending:
    """A way to answer that adds our headers, and does not wait for ever for who does not read."""

    def __init__(self, send: Send) -> None:
        self._send, self.begun, self.done = send, False, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            there = {name.lower() for name, _ in message["headers"]}
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in there]
            message = {**message, "headers": [*message["headers"], *more]}
        async with asyncio.timeout(WRITE_SECONDS):
            await self._send(message)
        self.done = message["type"] == "http.response.body" and not message.get("more_body", False)


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.casefold()
    except ValueError:  # such as http://[
        return ""


def _error(request: Request, status: int, told: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": speech_of(request).trouble(told)}, status, headers)


def _too_much(request: Request) -> Response:
    return _error(request, 413, f"that is too large: at most {MOST_BYTES // 1024} KiB are taken")
