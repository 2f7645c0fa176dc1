"""The list of the games that were played: it is looked through, and games are deleted and brought back.

A studio that listens to this machine alone, and asks for no token, shows all games of its file, as the file is one person's; any other
shows each browser what began there.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool

from zermelo.languages import language
from zermelo.web.played import Played
from zermelo.web.routes.common import client_of
from zermelo.web.schemas import Lang
from zermelo.web.studio import Facts

router = APIRouter(prefix="/api")
Number = Annotated[str, Path(max_length=64)]


def _played(request: Request) -> Played:
    found: Played = request.app.state.played
    return found


def _owner(request: Request) -> str | None:
    """Whose games are meant: the browser's, or everybody's."""
    return None if request.app.state.alone else client_of(request).number


@router.get("/games")
async def games(
    request: Request,
    words: Annotated[str, Query(max_length=200)] = "",
    most: Annotated[int, Query(ge=1, le=1000)] = 50,
    lang: Lang = "en",
) -> Facts:
    """The last games, the newest first."""
    return await run_in_threadpool(_played(request).games, _owner(request), language(lang), words, most)


@router.post("/games/{number}/delete")
async def delete(number: Number, request: Request) -> Facts:
    """Delete a game, which can be brought back for a day."""
    await run_in_threadpool(_played(request).delete, _owner(request), number)
    return {}


@router.post("/games/{number}/restore")
async def restore(number: Number, request: Request) -> Facts:
    """Bring a game back that was deleted."""
    await run_in_threadpool(_played(request).restore, _owner(request), number)
    return {}
