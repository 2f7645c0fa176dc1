"""Who may ask, how much, and what a page may load.

A server on loopback can still be reached by any page that its user has open elsewhere: another site may send it forms
(so the origin is checked) or let its own name point here (so the host is checked).
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES: Final = 256 * 1024
"""Of what a request may bring."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")

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


class Guard:
    """Lets through what comes from our own pages under a name of ours, and is not too large; gives every answer its headers."""

    def __init__(self, app: Asgi, hosts: tuple[str, ...] = LOOPBACK) -> None:
        self.app, self.hosts = app, {host.casefold() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower() for name, _ in message["headers"]}
                more = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in there]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        refused = self._refused(scope["method"], headers)
        if refused:
            await _answer(sending, *refused)
            return
        body: list[Message] = []
        if scope["method"] not in SAFE:
            taken = 0
            while not body or (body[-1]["type"] == "http.request" and body[-1].get("more_body")):
                body.append(await receive())
                taken += len(body[-1].get("body", b""))
                if taken > MOST_BYTES:
                    await _answer(sending, *_TOO_MUCH)
                    return

        async def receiving() -> Message:
            return body.pop(0) if body else await receive()

        await self.app(scope, receiving, sending)

    def _refused(self, method: str, headers: dict[str, str]) -> tuple[int, str] | None:
        """The status and the reason, if this is not to be answered."""
        host = headers.get("host", "")
        if _name(host) not in self.hosts:
            return 400, f"this studio does not answer to the name {_name(host)[:80]!r}; open it as http://localhost with its port"
        if method not in SAFE:
            origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
            if site not in ("same-origin", "none") or (origin is not None and urlsplit(origin).netloc.casefold() != host.casefold()):
                return 403, "this was sent by a page of another site; only the studio's own pages may change something here"
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdecimal() or len(length) > 15:
            return 400, "content-length is not a number"
        return _TOO_MUCH if int(length) > MOST_BYTES else None


_TOO_MUCH: Final = (413, f"that is too large: at most {MOST_BYTES // 1024} KiB are taken")


def _name(host: str) -> str:
    """A host without its port: `[::1]:8000` is `::1`."""
    if host.startswith("["):
        return host[1:].partition("]")[0].casefold()
    return host.partition(":")[0].casefold()


async def _answer(send: Send, status: int, told: str) -> None:
    body = json.dumps({"error": told}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
