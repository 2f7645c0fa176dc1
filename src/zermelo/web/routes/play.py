"""Playing: games are begun, played on, taken back, looked at, loaded; the computer replies and says what it thinks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from sse_starlette import EventSourceResponse

from zermelo.languages import language
from zermelo.view import board_view, legal_view, player_name
from zermelo.web.asked import Back, Begin, Lang, Move, Ply, Position, Reply, Reseat, Think
from zermelo.web.desk import Progress
from zermelo.web.routes.common import Facts, Tell, TheStudio, opened, streamed
from zermelo.web.sittings import COMPUTER, NotNowError
from zermelo.web.views import found_view, sitting_view

router = APIRouter(prefix="/api")
Number = Annotated[str, Path(max_length=64)]


@router.get("/editions")
def editions(studio: TheStudio) -> dict[str, int]:
    """The edition of each of the user's games: it changes when the file is saved."""
    return studio.catalogue.editions()


@router.post("/board")
def board(asked: Position, studio: TheStudio) -> Facts:
    """A position as it looks, and what may be played there."""
    speech = language(asked.lang)
    named, state = opened(studio, asked)
    game = named.game
    mover = None if game.is_terminal(state) else game.to_move(state)
    return {
        "board": board_view(game, state, speech),
        "legal": legal_view(game, state),
        "mover": mover,
        "players": [player_name(game, player, speech) for player in range(game.players)],
        "position": game.write(state),
    }


@router.post("/games")
def begin(asked: Begin, studio: TheStudio) -> Facts:
    """Begin a game, or load one: with its moves."""
    seats = [seat.model_dump(exclude_none=True) for seat in asked.seats]
    return sitting_view(studio.sittings.begin(asked.game, seats, asked.position, asked.moves), language(asked.lang))


@router.get("/games/{number}")
def game(number: Number, studio: TheStudio, ply: Annotated[Ply | None, Query()] = None, lang: Lang = "en") -> Facts:
    """A game as it stands, or stood."""
    with studio.sittings.at(number) as sitting:
        return sitting_view(sitting, language(lang), ply)


@router.get("/games/{number}/file")
def file(number: Number, studio: TheStudio) -> Facts:
    """A game as people keep it."""
    with studio.sittings.at(number) as sitting:
        return sitting.as_file()


@router.post("/games/{number}/moves")
def move(number: Number, asked: Move, studio: TheStudio) -> Facts:
    """Play an action."""
    return sitting_view(studio.sittings.play(number, asked.ply, int(asked.action)), language(asked.lang))


@router.post("/games/{number}/back")
def back(number: Number, asked: Back, studio: TheStudio) -> Facts:
    """Take moves back."""
    return sitting_view(studio.sittings.back(number, asked.ply), language(asked.lang))


@router.post("/games/{number}/seats")
def reseat(number: Number, asked: Reseat, studio: TheStudio) -> Facts:
    """Let others play on."""
    seats = [seat.model_dump(exclude_none=True) for seat in asked.seats]
    return sitting_view(studio.sittings.reseat(number, seats), language(asked.lang))


@router.post("/games/{number}/reply")
def reply(number: Number, asked: Reply, studio: TheStudio, request: Request) -> EventSourceResponse:
    """Let the computer move: what it thinks as it thinks, and then the game as it stands. Where the page goes, nothing is played."""
    speech = language(asked.lang)
    with studio.sittings.at(number) as sitting:
        if asked.ply != len(sitting.actions) or sitting.playing.ending:
            raise NotNowError(f"the game stands at ply {len(sitting.actions)}, not {asked.ply}, or is over; look at it again")
        named, state, history = sitting.named, sitting.state, list(sitting.playing.states[:-1])
        seat = sitting.seats[named.game.to_move(state)]
        if seat["kind"] != COMPUTER:
            raise NotNowError("a person is to move")

    def work(tell: Tell, look: Progress) -> Facts:
        action, found = studio.desk.choose(named, state, history, seat, lambda news: tell(found_view(named.game, state, news)), look)
        look(0)  # where the page is gone, nothing is played
        assert action is not None  # somebody is to move
        played = studio.sittings.play(number, asked.ply, action)
        return {"found": found_view(named.game, state, found), "game": sitting_view(played, speech)}

    return streamed(studio, request, work)


@router.post("/games/{number}/think")
def think(number: Number, asked: Think, studio: TheStudio, request: Request) -> EventSourceResponse:
    """What the engine thinks of the game as it stood after so many plies."""
    with studio.sittings.at(number) as sitting:
        if asked.ply > len(sitting.actions):
            raise NotNowError(f"the game has {len(sitting.actions)} plies; {asked.ply} is none of them")
        named, state, history = sitting.named, sitting.playing.states[asked.ply], list(sitting.playing.states[: asked.ply])
        if named.game.is_terminal(state):
            raise NotNowError("the game is over there")

    def work(tell: Tell, look: Progress) -> Facts:
        told = studio.desk.think(named, state, history, asked.seconds, lambda news: tell(found_view(named.game, state, news)), look)
        return found_view(named.game, state, told)

    return streamed(studio, request, work)
