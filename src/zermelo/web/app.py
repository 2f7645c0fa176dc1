"""The application: what is where, and what every answer has in common."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

import zermelo
from zermelo.errors import ZermeloError
from zermelo.web.catalogue import Catalogue, Own
from zermelo.web.compressed import Modules
from zermelo.web.dispatch import Dispatcher
from zermelo.web.door import Door
from zermelo.web.errors import told_in
from zermelo.web.hosts import LOOPBACK, Hosts
from zermelo.web.middleware import Guard
from zermelo.web.played import Played
from zermelo.web.routes import (
    analysing,
    choosers,
    compare,
    editor,
    hidden,
    judging,
    opening,
    pages,
    pgn,
    play,
    played,
    policies,
    practise,
    setup,
    sheets,
    trees,
)
from zermelo.web.scheduler import Scheduler
from zermelo.web.sessions import Sessions
from zermelo.web.sheets import Sheets
from zermelo.web.speech import speech_of, wants_page
from zermelo.web.store import StoreError
from zermelo.web.studio import Studio
from zermelo.web.supervisor import Supervisors

STATIC: Final = Path(str(files("zermelo.web"))) / "static"


class _Guarded(FastAPI):
    """The application behind its guard, which also sees what fails outside of its own handlers."""

    guards: Callable[[ASGIApp], ASGIApp]

    def build_middleware_stack(self) -> ASGIApp:
        return self.guards(super().build_middleware_stack())


def create_app(
    file: Path,
    own: tuple[str, ...] = (),
    hosts: tuple[str, ...] = LOOPBACK,
    token: str | None = None,
    known: tuple[Path, ...] = (),
    players: tuple[str, ...] = (),
) -> FastAPI:
    """The studio as an ASGI application.

    file   where games that people play are kept (SQLite; made where it is not there)
    own    the user's games: `my_game.py`, or `my_game.py:MyGame(size=5)`; and games of installed packages
    hosts  the names under which it answers; it answers to the address that a connection came in by, too
    token  what everybody has to bring; None lets everybody in
    known  folders of databases and files of books: what analysis and hints find there is not searched
    players  in files of the user's, who can be seated at a game: `greedy.py`, or `greedy.py:careful`

    Raises SpecError where these cannot be.
    """
    known = tuple(one.resolve() for one in known)
    named, catalogue = Own(own, players), Catalogue(Own((), players), known=known)
    Sessions(file, catalogue).close()  # what is wrong with the file is said now

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        studio, supervisors = Studio(catalogue, Sessions(file, catalogue), Scheduler()), Supervisors(named, file, known)
        app.state.dispatcher = Dispatcher(studio, supervisors)
        app.state.dispatcher.cards.begin()
        app.state.sheets, app.state.played = Sheets(studio.sessions.store), Played(studio.sessions.store)
        with suppress(StoreError):  # a file that is locked now loses it another time
            app.state.played.forget()
        yield
        await supervisors.close()
        studio.scheduler.close()
        studio.sessions.close()

    app = _Guarded(title="Zermelo's studio", version=zermelo.__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.token, app.state.alone = token, token is None and set(hosts) <= set(LOOPBACK)
    door = None if token is None else Door(token)
    app.guards = lambda inner: Guard(inner, Hosts(hosts), door)
    app.mount("/static", Modules(directory=STATIC), name="static")
    for routes in (
        pages, play, played, analysing, judging, pgn, setup, trees, opening, choosers, compare, editor, practise, sheets, hidden, policies,
    ):  # fmt: skip
        app.include_router(routes.router)
    app.add_exception_handler(ZermeloError, _told)
    app.add_exception_handler(RequestValidationError, _misfit)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _told)
    return app


def _told(request: Request, error: Exception) -> Response:
    status, text = told_in(speech_of(request), error)
    return JSONResponse({"error": text}, status)


def _misfit(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    parts = [f"{'.'.join(str(place) for place in one['loc'][1:]) or 'the request'}: {_misfitting(one)}" for one in error.errors()[:5]]
    return JSONResponse({"error": "; ".join(map(speech_of(request).trouble, parts))}, 422)


def _misfitting(one: dict[str, Any]) -> str:
    """What does not fit, in words for people where they may have written it."""
    if one["type"] == "string_too_long":
        return f"at most {one['ctx']['max_length']} letters are taken, and these are {len(one['input'])}; leave some out"
    return str(one["msg"])


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and (wants_page(request) or not request.url.path.startswith("/api/")):
        return pages.missing(request)
    return JSONResponse({"error": speech_of(request).trouble(str(error.detail))}, error.status_code, headers=error.headers)
