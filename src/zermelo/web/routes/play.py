"""Playing: games are begun, played on, taken back, looked at, loaded; the computer replies and says what it thinks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from sse_starlette import EventSourceResponse

from zermelo.errors import ActionError
from zermelo.game import CHANCE
from zermelo.languages import language
from zermelo.search.result import Result
from zermelo.view import board_view, drawn, legal_view, player_name
from zermelo.web.asked import AtThePage, Back, Begin, Halfway, Lang, Move, Ply, Position, Reply, Reseat, Think
from zermelo.web.desk import Progress
from zermelo.web.routes.common import Facts, Studio, Tell, TheStudio, opened, streamed
from zermelo.web.seats import COMPUTER, usual
from zermelo.web.sittings import EVERYBODY
from zermelo.web.trouble import NotNowError, discreet
from zermelo.web.views import found_view, sitting_view

router = APIRouter(prefix="/api")
Number = Annotated[str, Path(max_length=64)]
Looker = Annotated[AtThePage, Query()]


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
        "usual": usual(named),
        "position": game.write(state),
    }


@router.post("/games")
def begin(asked: Begin, studio: TheStudio) -> Facts:
    """Begin a game, or load one: with its moves."""
    seats = [seat.model_dump(exclude_none=True) for seat in asked.seats]
    made = studio.sittings.begin(asked.game, seats, asked.position, asked.moves, chance=asked.chance, seed=asked.seed)
    return _view(studio, made.number, asked.lang, asked.seat)


@router.get("/games/{number}")
def game(number: Number, studio: TheStudio, ply: Annotated[Ply | None, Query()] = None, seat: Looker = None, lang: Lang = "en") -> Facts:
    """A game as it stands, or stood."""
    return _view(studio, number, lang, seat, ply)


@router.get("/games/{number}/file")
def file(number: Number, studio: TheStudio, seat: Looker = None) -> Facts:
    """A game as people keep it."""
    with studio.sittings.at(number) as sitting:
        return sitting.as_file(sitting.eyes(seat))


@router.post("/games/{number}/moves")
def move(number: Number, asked: Move, studio: TheStudio) -> Facts:
    """Play an action."""
    studio.sittings.play(number, asked.ply, int(asked.action), seat=asked.seat)
    return _view(studio, number, asked.lang, asked.seat)


@router.post("/games/{number}/back")
def back(number: Number, asked: Back, studio: TheStudio) -> Facts:
    """Take moves back."""
    studio.sittings.back(number, asked.ply)
    return _view(studio, number, asked.lang, asked.seat)


@router.post("/games/{number}/seats")
def reseat(number: Number, asked: Reseat, studio: TheStudio) -> Facts:
    """Let others play on, or throw the dice."""
    studio.sittings.reseat(number, [seat.model_dump(exclude_none=True) for seat in asked.seats], asked.chance)
    return _view(studio, number, asked.lang, asked.seat)


@router.post("/games/{number}/halfway")
def halfway(number: Number, asked: Halfway, studio: TheStudio) -> Facts:
    """The board when the first steps of an action are made; null where it looks as before."""
    steps = tuple(map(tuple, asked.steps))
    with studio.sittings.at(number) as sitting:
        eyes = sitting.eyes(asked.seat)
        if asked.ply != len(sitting.actions) or eyes not in (EVERYBODY, sitting.mover):
            raise NotNowError(f"the game stands at ply {len(sitting.actions)}, not {asked.ply}, or another player is to move")
        game, state = sitting.game, sitting.seen(asked.ply, eyes)
        if not any(way[: len(steps)] == steps for action in sitting.legal for way in game.ways(state, action)):
            raise ActionError(f"no action that is legal here begins with the steps {asked.steps}")
        shown = game.halfway(state, steps)
        return {"board": None if shown is None else drawn(shown, language(asked.lang), text=game.show(state))}


@router.post("/games/{number}/reply")
def reply(number: Number, asked: Reply, studio: TheStudio, request: Request) -> EventSourceResponse:
    """Let the computer move: what it thinks as it thinks, and then the game as it stands. Where the page goes, nothing is played.

    In a game that hides something, what it thinks would say what it holds, and is not told.
    """
    with studio.sittings.at(number) as sitting:
        if asked.ply != len(sitting.actions) or sitting.mover is None:
            raise NotNowError(f"the game stands at ply {len(sitting.actions)}, not {asked.ply}, or is over; look at it again")
        if sitting.mover == CHANCE or sitting.kind(sitting.mover) != COMPUTER:
            raise NotNowError("a person is to move")
        sitting.eyes(asked.seat)
        named, seat = sitting.named, sitting.seats[sitting.mover]
        *history, state = sitting.seen_by_mover(asked.ply)

    def thought(found: Result | None) -> Facts | None:
        return None if found is None or named.game.hidden else found_view(named.game, state, found)

    def work(tell: Tell, look: Progress) -> Facts:
        with discreet(named.game):
            action, found = studio.desk.choose(named, state, history, seat, lambda news: tell(thought(news) or {}), look)
            look(0)  # where the page is gone, nothing is played
            assert action is not None  # somebody is to move
            studio.sittings.play(number, asked.ply, action, COMPUTER)
        return {"found": thought(found), "game": _view(studio, number, asked.lang, asked.seat)}

    return streamed(studio, request, work)


@router.post("/games/{number}/think")
def think(number: Number, asked: Think, studio: TheStudio, request: Request) -> EventSourceResponse:
    """What the computer thinks of the game as it stood after so many plies; where it hides something, only for who is to move there."""
    with studio.sittings.at(number) as sitting:
        if asked.ply > len(sitting.actions):
            raise NotNowError(f"the game has {len(sitting.actions)} plies; {asked.ply} is none of them")
        named, state = sitting.named, sitting.playing.states[asked.ply]
        if named.game.is_terminal(state):
            raise NotNowError("the game is over there")
        if named.game.hidden and sitting.eyes(asked.seat) not in (EVERYBODY, named.game.to_move(state)):
            raise NotNowError("another player is to move there")
        *history, state = sitting.seen_by_mover(asked.ply)

    def work(tell: Tell, look: Progress) -> Facts:
        with discreet(named.game):
            told = studio.desk.think(named, state, history, asked.seconds, lambda news: tell(found_view(named.game, state, news)), look)
        return found_view(named.game, state, told)

    return streamed(studio, request, work)


def _view(studio: Studio, number: str, lang: Lang, seat: int | None, ply: int | None = None) -> Facts:
    with studio.sittings.at(number) as sitting:
        return sitting_view(sitting, language(lang), seat=seat, ply=ply)
