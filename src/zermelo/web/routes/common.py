"""What the routes have in common: the dispatcher that they serve, and searches that report as they go."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import replace
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import Depends, Request, Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from zermelo.errors import ActionError, PositionError
from zermelo.game import Game, State
from zermelo.games.chess import Chess
from zermelo.games.chess.notation import codes_from, english
from zermelo.languages import language
from zermelo.search.positions import states_after
from zermelo.search.root import left_alone
from zermelo.spec import Named
from zermelo.web.dispatch import Dispatcher
from zermelo.web.errors import told_in
from zermelo.web.fair_queue import CLIENT, Asker
from zermelo.web.schemas import Lang, Position
from zermelo.web.speech import speech_of
from zermelo.web.studio import Facts, Studio

Tell = Callable[[Facts], None]
A_YEAR: Final = 365 * 24 * 3600
"""Seconds for which a browser is known again, and its language."""


def _house(request: Request) -> Dispatcher:
    found: Dispatcher = request.app.state.dispatcher
    return found


TheDispatcher = Annotated[Dispatcher, Depends(_house)]


def client_of(request: Request) -> Asker:
    """Who asks."""
    found: Asker = request.scope["zermelo.asker"]  # as the guard has written it there
    return found


def beside(request: Request, what: str) -> Asker:
    """Who asks, for work of this name that goes on beside other work of the same browser."""
    asker = client_of(request)
    return replace(asker, number=f"{asker.number} {what}")


def greet(request: Request, response: Response) -> None:
    """Give a browser that comes for the first time a number."""
    if CLIENT not in request.cookies:
        response.set_cookie(CLIENT, secrets.token_urlsafe(12), max_age=A_YEAR, httponly=True, samesite="strict")


def tree_address(step: int | None = None, **facts: Any) -> str:
    """Where the page of trees shows a search of which these facts are said, those that are not None, empty or False; and a step of it."""
    said = {fact: "true" if value is True else value for fact, value in facts.items() if value}
    return f"/tree?{urlencode(said)}" + (f"#{step}" if step else "")


def opened(studio: Studio, asked: Position) -> tuple[Named, State]:
    """The game and the state that a page asks about."""
    named = studio.catalogue.game(asked.game)
    game: Game = named.game
    with told_by(game, asked.lang):
        start = left_alone(game, game.initial() if asked.position is None else game.read(asked.position))
        return named, _after(game, start, asked.moves, asked.lang)


def _after(game: Game, start: State, moves: str, lang: Lang) -> State:
    """The state after these moves: in chess by the letters that pieces have in English or, where these do not fit, in other languages."""
    for code in codes_from(lang) if isinstance(game, Chess) else ():
        with suppress(ActionError):
            return states_after(game, start, english(moves, code))[-1]
    return states_after(game, start, moves)[-1]


@contextmanager
def told_by(game: Game, lang: Lang) -> Iterator[None]:
    """Where a position or an action is refused, that is told by the game's own phrases."""
    try:
        yield
    except (PositionError, ActionError) as error:
        kind = PositionError if isinstance(error, PositionError) else ActionError
        raise kind(language(lang).trouble(str(error), game.phrases)) from error


def streamed(
    dispatcher: Dispatcher,
    request: Request,
    game: str,
    work: Callable[..., Facts],
    *asked: Any,
    seconds: float = 0.0,
    client: Asker | None = None,
    player: str | None = None,
) -> EventSourceResponse:
    """Work that reports as it goes: events `news` with what it says, then `done` with what it returns, or `error`; each with JSON.

    work     called as work(studio, *asked, tell, look), in the process of this game
    seconds  that it is to take
    client   who asks, unless it is the browser itself
    player   of the user's, in whose process it is done, if not in that of the game
    """
    asker, speech = client or client_of(request), speech_of(request)

    async def events() -> AsyncIterator[ServerSentEvent]:
        try:
            async with aclosing(dispatcher.told(asker, game, work, *asked, seconds=seconds, player=player)) as found:
                async for kind, facts in found:
                    yield ServerSentEvent(json.dumps(facts, ensure_ascii=False), event=kind)
        except Exception as raised:
            status, text = told_in(speech, raised)
            yield ServerSentEvent(json.dumps({"error": text, "status": status}), event="error")

    return EventSourceResponse(events(), ping=15)
