"""Games of chess as PGN: a text is read into games that can be begun, and a game under way is written."""

from __future__ import annotations

from fastapi import APIRouter, Request

from zermelo.analysis.pgn import MOST_GAMES, beginning, games_in, title
from zermelo.errors import SpecError
from zermelo.languages import language
from zermelo.protocols.pgn import Pgn, write_pgn
from zermelo.search.runtime.workers import Progress
from zermelo.web.pgn import COLOURS, player, written
from zermelo.web.routes.common import TheDispatcher, client_of
from zermelo.web.routes.play import Looker, Number
from zermelo.web.schemas import Lang, Pasted
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")


@router.post("/pgn")
async def read(asked: Pasted, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The games of a text as they can be begun: what each is called, who plays, its rules, and the game itself as PGN; and why others
    cannot be."""
    return await dispatcher.looking(client_of(request), "chess", _read, asked)


def _read(studio: Studio, asked: Pasted, look: Progress) -> Facts:
    games, unread = games_in(asked.text, MOST_GAMES, look, asked.lang)
    speech, offered = language(asked.lang), []
    for pgn in games:
        try:
            offered.append(_offered(pgn))
        except SpecError as error:  # too long
            unread.append(str(error))
    return {"games": offered, "unread": [speech.trouble(why) for why in unread]}


def _offered(pgn: Pgn) -> Facts:
    begun = beginning(pgn)
    return {
        "title": title(pgn),
        "names": [player(pgn.headers, colour) for colour in COLOURS],
        "game": begun.game,
        "pgn": write_pgn(pgn),
        "left_out": begun.left_out,
    }


@router.get("/games/{number}/pgn")
async def write(number: Number, dispatcher: TheDispatcher, request: Request, seat: Looker = None, lang: Lang = "en") -> Facts:
    """A game of chess as the text of a PGN file."""
    return await dispatcher.loaded(client_of(request), await dispatcher.game_of(number), _write, number, lang)


def _write(studio: Studio, number: str, lang: Lang, look: Progress = lambda done: None) -> Facts:
    with studio.sessions.at(number) as session:
        return {"text": write_pgn(written(session, language(lang), look))}
