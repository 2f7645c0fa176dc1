"""The application: what is where, and what every answer has in common."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import zermelo
from zermelo.draw import board, tree
from zermelo.errors import ZermeloError
from zermelo.web.catalogue import Catalogue
from zermelo.web.desk import Desk
from zermelo.web.guard import LOOPBACK, Guard
from zermelo.web.routes import hidden, pages, play, policies, practise, trees
from zermelo.web.routes.common import Studio
from zermelo.web.sittings import Sittings
from zermelo.web.trouble import told

STATIC: Final = Path(str(files("zermelo.web"))) / "static"


def create_app(file: Path, own: tuple[str, ...] = (), hosts: tuple[str, ...] = LOOPBACK) -> FastAPI:
    """The studio as an ASGI application.

    file   where games that people play are kept (SQLite; made where it is not there)
    own    the user's games: `my_game.py`, or `my_game.py:MyGame(size=5)`
    hosts  the names under which it answers

    Raises SpecError where these cannot be.
    """
    catalogue = Catalogue(own)
    Sittings(file, catalogue).close()  # what is wrong with the file is said now

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.studio = Studio(catalogue, Sittings(file, catalogue), Desk())
        yield
        app.state.studio.desk.close()
        app.state.studio.sittings.close()

    app = FastAPI(title="Zermelo's studio", version=zermelo.__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(Guard, hosts=hosts)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for routes in (pages, play, trees, practise, hidden, policies):
        app.include_router(routes.router)
    app.add_api_route("/pictures.css", _pictures_css, methods=["GET"], include_in_schema=False)
    app.add_exception_handler(ZermeloError, _told)
    app.add_exception_handler(RequestValidationError, _misfit)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _told)
    return app


def _told(request: Request, error: Exception) -> Response:
    status, text = told(error)
    return JSONResponse({"error": text}, status)


def _misfit(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    parts = [f"{'.'.join(str(place) for place in one['loc'][1:]) or 'the request'}: {one['msg']}" for one in error.errors()[:5]]
    return JSONResponse({"error": "; ".join(parts)}, 422)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail)}, error.status_code, headers=error.headers)


def _pictures_css() -> Response:
    """How boards and trees look, once for all pictures of a page."""
    return Response(board.STYLE + tree.STYLE, media_type="text/css", headers={"cache-control": "max-age=3600"})


def serve(app: FastAPI, host: str, port: int) -> None:
    """Serve the studio until it is stopped."""
    import uvicorn  # which only those need who serve

    uvicorn.run(app, host=host, port=port, log_level="critical", timeout_graceful_shutdown=2)
