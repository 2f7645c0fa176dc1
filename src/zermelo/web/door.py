"""Who may come in where the studio listens on a network: who has the token that stands in the address that it prints.

A browser brings the token once, in the address, and is then known by a cookie; a program sends `Authorization: Bearer TOKEN`.
The cookie holds a secret of this run and not the token, so that whoever guesses can only guess at the token, which is
limited by address.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from zermelo.web.hosts import neighbourhood
from zermelo.web.speech import speech_of, wants_page

TOKEN: Final = "token"  # noqa: S105  the name of it
"""The parameter of the address."""
MOST_WRONG: Final = 10
"""Wrong tokens from one address ..."""
WITHIN: Final = 60.0
"""... in this many seconds, after which none from there is looked at for as long."""
_MOST_KEPT: Final = 10_000
_PAGES: Final = Environment(loader=FileSystemLoader(Path(str(files("zermelo.web"))) / "pages"), autoescape=True, trim_blocks=True)


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(24)


class Door:
    """Lets in who has this token."""

    def __init__(self, token: str) -> None:
        self._token, self._secret = token.encode(), secrets.token_urlsafe(32)
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def answer(self, request: Request) -> Response | None:
        """What is said to who asks; None lets the request in."""
        cookie = f"zermelo_token_{(request.scope.get('server') or ('', 0))[1]}"  # cookies do not tell ports apart
        read_only = request.method in ("GET", "HEAD")
        if _same(request.cookies.get(cookie, ""), self._secret.encode()):
            return _without_token(request) if read_only and TOKEN in request.query_params else None
        given = _given(request)
        if given is None:
            return _closed(request, "text", 403)
        if self._is_tired(neighbourhood(request.client.host if request.client else "")):
            return _closed(request, "tired", 429)
        if not _same(given, self._token):
            self._note(neighbourhood(request.client.host if request.client else ""))
            return _closed(request, "wrong", 403)
        if not read_only or TOKEN not in request.query_params:
            return None
        made = _without_token(request)
        made.set_cookie(cookie, self._secret, httponly=True, samesite="strict")
        return made

    def _is_tired(self, address: str) -> bool:
        count, since = self._wrong.get(address, (0, 0.0))
        return count >= MOST_WRONG and time.monotonic() - since < WITHIN

    def _note(self, address: str) -> None:
        count, since = self._wrong.pop(address, (0, 0.0))
        now = time.monotonic()
        self._wrong[address] = (count + 1, since) if count and now - since < WITHIN else (1, now)
        while len(self._wrong) > _MOST_KEPT:
            self._wrong.popitem(last=False)


def _given(request: Request) -> str | None:
    """The token that a request brings."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.casefold() in ("bearer", "token") else request.query_params.get(TOKEN)


def _same(given: str, wanted: bytes) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), wanted)


def _without_token(request: Request) -> Response:
    """To the same address without the token, so that it is not copied, nor kept among the pages visited."""
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != TOKEN]
    address = "/" + quote(request.url.path.lstrip("/\\")) + ("?" + urlencode(rest) if rest else "")  # //elsewhere is another site
    if _comes_from_elsewhere(request):  # whose redirects do not carry a strict cookie: our own page goes on
        return Response(_page(request, "opening", address=address), media_type="text/html")
    return RedirectResponse(address, 303)


def _closed(request: Request, why: str, status: int) -> Response:
    if not wants_page(request):
        return JSONResponse({"error": speech_of(request).say(f"studio.door.{why}")}, status)
    again = _comes_from_elsewhere(request) and why == "text"  # a link on another site does not bring our cookie; our own page does
    address = "/" + quote(request.url.path.lstrip("/\\")) + (f"?{request.url.query}" if request.url.query else "")
    return Response(_page(request, why, address=address if again else ""), status, media_type="text/html")


def _comes_from_elsewhere(request: Request) -> bool:
    return request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def _page(request: Request, why: str, *, address: str) -> str:
    speech = speech_of(request)
    return _PAGES.get_template("door.html").render(lang=speech.code, say=speech.say, why=why, address=address)
