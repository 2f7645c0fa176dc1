"""What the routes have in common: the studio that they serve, and searches that are told as they go."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends, Request, Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from zermelo.game import Game, State
from zermelo.search.positions import states_after
from zermelo.web.asked import Position
from zermelo.web.catalogue import Catalogue, Named
from zermelo.web.desk import Desk, Progress
from zermelo.web.sittings import Sittings
from zermelo.web.trouble import told

Facts = dict[str, Any]
Tell = Callable[[Facts], None]
CLIENT: Final = "zermelo_client"
"""The name of the cookie by which searches are shared out. It says nothing about anybody."""


@dataclass(frozen=True)
class Studio:
    """What the routes work with."""

    catalogue: Catalogue
    sittings: Sittings
    desk: Desk


def _studio(request: Request) -> Studio:
    found: Studio = request.app.state.studio
    return found


TheStudio = Annotated[Studio, Depends(_studio)]


def client_of(request: Request) -> str:
    """Who asks: the browser by its cookie, else the address."""
    return request.cookies.get(CLIENT, "")[:64] or (request.client.host if request.client else "")


def greet(request: Request, response: Response) -> None:
    """Give a browser that comes for the first time a number."""
    if CLIENT not in request.cookies:
        response.set_cookie(CLIENT, secrets.token_urlsafe(12), httponly=True, samesite="strict")


def opened(studio: Studio, asked: Position) -> tuple[Named, State]:
    """The game and the state that a page asks about."""
    named = studio.catalogue.game(asked.game)
    game: Game = named.game
    start = game.initial() if asked.position is None else game.read(asked.position)
    return named, states_after(game, start, asked.moves)[-1]


def streamed(studio: Studio, request: Request, work: Callable[[Tell, Progress], Facts]) -> EventSourceResponse:
    """Work that is told as it goes: events `news` with what it tells, then `done` with what it returns, or `error`; each with JSON.

    The work is done in a thread, where a game's own code belongs.
    """

    async def events() -> AsyncIterator[ServerSentEvent]:
        try:
            async for kind, facts in studio.desk.told(client_of(request), work):
                yield ServerSentEvent(json.dumps(facts, ensure_ascii=False), event=kind)
        except Exception as raised:
            status, text = told(raised)
            yield ServerSentEvent(json.dumps({"error": text, "status": status}), event="error")

    return EventSourceResponse(events(), ping=15)
