"""Playing: games are begun, played on, taken back, looked at, loaded; the computer replies and says what it thinks."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from sse_starlette import EventSourceResponse

from zermelo.analysis.engines import Enough
from zermelo.analysis.pgn import beginning, game_in
from zermelo.errors import ActionError, GameError
from zermelo.game import CHANCE, Game, State
from zermelo.languages import language
from zermelo.play.clock import time_control
from zermelo.play.play import ask
from zermelo.play.players import Player
from zermelo.search.known import known_result
from zermelo.search.result import Result
from zermelo.search.runtime.workers import Progress
from zermelo.spec import Named
from zermelo.values import counted
from zermelo.view import board_view, halfway_view, legal_view, player_name
from zermelo.web.branches import MOST
from zermelo.web.by_the_book import LONGEST
from zermelo.web.errors import NotNowError, discreet
from zermelo.web.routes.common import Tell, TheDispatcher, beside, client_of, opened, streamed, told_by
from zermelo.web.schemas import AtThePage, Back, Begin, Halfway, Lang, Move, Onward, Ply, Position, Reply, Reseat, Think
from zermelo.web.seats import COMPUTER, FILE, KNOWN, STRATEGY, players, searching, usual, within
from zermelo.web.sessions import EVERYBODY
from zermelo.web.stand_in import Choice
from zermelo.web.studio import Facts, Studio
from zermelo.web.views import found_view, mixed_view, session_view

router = APIRouter(prefix="/api")
Number = Annotated[str, Path(max_length=64)]
Looker = Annotated[AtThePage, Query()]


@router.get("/editions")
async def editions(dispatcher: TheDispatcher) -> dict[str, int]:
    """The edition of each of the user's games, and of each player by the key of its seats: it changes when the file is saved."""
    return dispatcher.supervisors.editions()


@router.post("/board")
async def board(asked: Position, dispatcher: TheDispatcher) -> Facts:
    """A position as it looks, and what may be played there."""
    return await dispatcher.at_once(asked.game, _board, asked)


def _board(studio: Studio, asked: Position) -> Facts:
    speech = language(asked.lang)
    named, state = opened(studio, asked)
    game = named.game
    mover = None if game.is_terminal(state) else game.to_move(state)
    return {
        "board": board_view(game, state, speech),
        "legal": legal_view(game, state, speech),
        "mover": mover,
        "players": [player_name(game, player, speech) for player in range(game.players)],
        "usual": usual(named),
        "position": game.write(state),
    }


@router.post("/games")
async def begin(asked: Begin, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Begin a game, or load one: with its moves, which takes time where they are many."""
    client = client_of(request)
    if not asked.moves and asked.pgn is None:
        return await dispatcher.at_once(asked.game, _begin, asked, client.number)
    return await dispatcher.loaded(client, asked.game, _begin, asked, client.number)


def _begin(studio: Studio, asked: Begin, owner: str, look: Progress = lambda done: None) -> Facts:
    seats = [seat.model_dump(exclude_none=True) for seat in asked.seats]
    position, moves, branches = asked.position, asked.moves, list[list[str]]()
    if asked.pgn is not None:
        begun = beginning(game_in(asked.pgn, look))
        position, moves, branches = begun.position, begun.moves, begun.branches[:MOST]
    made = studio.sessions.begin(
        asked.game, seats, position, moves,
        chance=asked.chance, seed=asked.seed, branches=branches, pgn=asked.pgn or "", owner=owner,
        clock=asked.clock or "", used=asked.used, look=look,
    )  # fmt: skip
    return _view(studio, made.number, asked.lang, asked.seat)


@router.get("/games/{number}")
async def game(
    number: Number, dispatcher: TheDispatcher, ply: Annotated[Ply | None, Query()] = None, seat: Looker = None, lang: Lang = "en"
) -> Facts:
    """A game as it stands, or stood."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _view, number, lang, seat, ply)


@router.get("/games/{number}/file")
async def file(number: Number, dispatcher: TheDispatcher, seat: Looker = None) -> Facts:
    """A game as people keep it."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _file, number, seat)


def _file(studio: Studio, number: str, seat: int | None) -> Facts:
    with studio.sessions.at(number) as session:
        return session.as_file(session.eyes(seat))


@router.post("/games/{number}/moves")
async def move(number: Number, asked: Move, dispatcher: TheDispatcher) -> Facts:
    """Play an action."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _move, number, asked)


def _move(studio: Studio, number: str, asked: Move) -> Facts:
    with studio.sessions.at(number) as session:
        game = session.game
    with told_by(game, asked.lang):
        studio.sessions.play(number, asked.ply, int(asked.action), seat=asked.seat, seconds=asked.seconds)
    return _view(studio, number, asked.lang, asked.seat)


@router.post("/games/{number}/flag")
async def flag(number: Number, asked: Back, dispatcher: TheDispatcher) -> Facts:
    """The time of who is to move is over."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _flag, number, asked)


def _flag(studio: Studio, number: str, asked: Back) -> Facts:
    studio.sessions.flag(number, asked.ply, asked.seat)
    return _view(studio, number, asked.lang, asked.seat)


@router.post("/games/{number}/back")
async def back(number: Number, asked: Back, dispatcher: TheDispatcher) -> Facts:
    """Take moves back."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _back, number, asked)


def _back(studio: Studio, number: str, asked: Back) -> Facts:
    studio.sessions.back(number, asked.ply)
    return _view(studio, number, asked.lang, asked.seat)


@router.post("/games/{number}/on")
async def onward(number: Number, asked: Onward, dispatcher: TheDispatcher) -> Facts:
    """Play again what was taken back, or another line that was left."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _onward, number, asked)


def _onward(studio: Studio, number: str, asked: Onward) -> Facts:
    studio.sessions.onward(number, asked.ply, asked.branch)
    return _view(studio, number, asked.lang, asked.seat)


@router.post("/games/{number}/seats")
async def reseat(number: Number, asked: Reseat, dispatcher: TheDispatcher) -> Facts:
    """Let others play on, or throw the dice."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _reseat, number, asked)


def _reseat(studio: Studio, number: str, asked: Reseat) -> Facts:
    studio.sessions.reseat(number, [seat.model_dump(exclude_none=True) for seat in asked.seats], asked.chance)
    return _view(studio, number, asked.lang, asked.seat)


@router.post("/games/{number}/halfway")
async def halfway(number: Number, asked: Halfway, dispatcher: TheDispatcher) -> Facts:
    """The board when the first steps of an action are made; null where it looks as before."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _halfway, number, asked)


def _halfway(studio: Studio, number: str, asked: Halfway) -> Facts:
    with studio.sessions.at(number) as session:
        eyes = session.eyes(asked.seat)
        if asked.ply != len(session.actions) or eyes not in (EVERYBODY, session.mover):
            raise NotNowError(f"the game stands at ply {len(session.actions)}, not {asked.ply}, or another player is to move")
        return halfway_view(session.game, session.seen(asked.ply, eyes), session.legal, asked.steps, language(asked.lang))


@router.post("/games/{number}/reply")
async def reply(number: Number, asked: Reply, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """Let the computer move: what it thinks as it thinks, and then the game as it stands. Where the page goes, nothing is played.

    In a game that hides something, what it thinks would say what it holds, and is not told.
    """
    game = await dispatcher.game_of(number)
    seat = await dispatcher.at_once(game, _replier, number, asked)
    if seat.get("player") == FILE:
        return streamed(dispatcher, request, game, _reply, number, asked, player=seat["file"])
    return streamed(dispatcher, request, game, _reply, number, asked, seconds=seat.get("seconds") or LONGEST)


def _replier(studio: Studio, number: str, asked: Reply) -> Facts:
    """The seat of the computer that is to move."""
    with studio.sessions.at(number) as session:
        if asked.ply != len(session.actions) or session.mover is None:
            raise NotNowError(f"the game stands at ply {len(session.actions)}, not {asked.ply}, or is over; look at it again")
        if session.mover == CHANCE or session.kind(session.mover) != COMPUTER:
            raise NotNowError("a person is to move")
        session.eyes(asked.seat)
        return session.seats[session.mover]


def _reply(studio: Studio, number: str, asked: Reply, tell: Tell, look: Progress) -> Facts:
    with studio.sessions.at(number) as session:
        seat = _replier(studio, number, asked)
        named = session.named
        if session.clock and session.mover is not None:
            seat = {**seat, "within": within(session.left(session.mover), time_control(session.clock).increment)}
        *history, state = session.seen_by_mover(asked.ply)
        won = session.playing.won(asked.ply)
    begun, speech = time.monotonic(), language(asked.lang)

    def thought(found: Result | None) -> Facts | None:
        return None if found is None or named.game.hidden else found_view(named.game, state, found, speech, won)

    with discreet(named.game):
        if seat.get("player") == FILE:
            action, found, lower = Choice(_asked(studio.catalogue.player(seat["file"], named.game), named.game, state, history), None)
        elif by_known := _known(studio, named, state, history) if seat.get("player") == KNOWN else None:
            action, found, lower = Choice(by_known.action, by_known)
        else:
            action, found, lower = studio.scheduler.choose(
                named, state, history, searching(seat), lambda news: tell(thought(news) or {}), look
            )
        with suppress(Enough):  # there is something to play
            look(0)  # where the page is gone, nothing is played
        assert action is not None  # somebody is to move
        studio.sessions.play(number, asked.ply, action, COMPUTER, seconds=time.monotonic() - begun)
    return {"found": thought(found), "lower": lower, "game": _view(studio, number, asked.lang, asked.seat)}


def _known(studio: Studio, named: Named, state: State, history: list[State]) -> Result | None:
    """What a database or a book knows of a state; None where that is not enough."""
    known = studio.catalogue.known(named)
    return None if known is None else known_result(known, named.game, state, history)


def _asked(player: Player, game: Game, state: State, history: list[State]) -> int:
    """What a player in a file chooses. Raises GameError where that is not legal, or the file raises something."""
    try:
        return ask(game, state, player, history)
    except ActionError as error:  # which tells the position: `discreet` knows whether a page may see it
        raise GameError(str(error)) from error


@router.post("/games/{number}/ready")
async def ready(number: Number, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """Compile what the computers of a game need, and tell how far that is; the first word comes when others know that it is on its way."""
    return streamed(dispatcher, request, await dispatcher.game_of(number), _ready, number, client=beside(request, "ready"))


def _ready(studio: Studio, number: str, tell: Tell, look: Progress) -> Facts:
    with studio.sessions.at(number) as session:
        named, seats = session.named, [seat for seat in session.seats if seat["kind"] == COMPUTER]
    with discreet(named.game):
        for seat in seats:
            studio.scheduler.prepare(named, searching(seat), tell, look)
    return {}


@router.post("/games/{number}/think")
async def think(number: Number, asked: Think, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """What the computer thinks of the game as it stood after this many plies; where it hides something, only for who is to move there."""
    game = await dispatcher.game_of(number)
    await dispatcher.at_once(game, _thinkable, number, asked)
    return streamed(dispatcher, request, game, _think, number, asked, seconds=asked.seconds)


def _thinkable(studio: Studio, number: str, asked: Think) -> Facts:
    _thought_of(studio, number, asked)
    return {}


def _thought_of(studio: Studio, number: str, asked: Think) -> tuple[Named, list[State], tuple[float, ...] | None]:
    """The game, the states up to the one that is thought of, and what was won on the way there."""
    with studio.sessions.at(number) as session:
        if asked.ply > len(session.actions):
            raise NotNowError(f"the game has {counted(len(session.actions), 'ply', 'plies')}; {asked.ply} is none of them")
        named, state = session.named, session.playing.states[asked.ply]
        if named.game.is_terminal(state):
            raise NotNowError("the game is over there")
        if named.game.hidden and session.eyes(asked.seat) not in (EVERYBODY, named.game.to_move(state)):
            raise NotNowError("another player is to move there")
        return named, session.seen_by_mover(asked.ply), session.playing.won(asked.ply)


def _think(studio: Studio, number: str, asked: Think, tell: Tell, look: Progress) -> Facts:
    named, (*history, state), won = _thought_of(studio, number, asked)
    speech = language(asked.lang)
    with discreet(named.game):
        if named.game.hidden and named.game.players == 2 and STRATEGY in players(named):
            return mixed_view(named.game, state, studio.scheduler.strategy(named, look), speech)
        found = _known(studio, named, state, history)
        if found is None:
            found = studio.scheduler.think(
                named, state, history, asked.seconds, lambda news: tell(found_view(named.game, state, news, speech, won)), look
            )
    return found_view(named.game, state, found, speech, won)


def _view(studio: Studio, number: str, lang: Lang, seat: int | None, ply: int | None = None) -> Facts:
    with studio.sessions.at(number) as session, discreet(session.game):
        catalogue = studio.catalogue
        knows = catalogue.knows(session.named)
        return session_view(session, language(lang), seat=seat, ply=ply, files=catalogue.players, knows=knows)
