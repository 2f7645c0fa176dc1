"""Games of chess as PGN: a text is read into games that can be begun, and a game under way is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Final

from fastapi import APIRouter, Request

from zermelo.errors import SpecError
from zermelo.games.chess import Chess, State
from zermelo.languages import Language, language
from zermelo.play.play import MOST_PLIES, Record
from zermelo.protocols.pgn import NULL, RESULTS, Move, Pgn, games_of, pgn_of, write_pgn
from zermelo.web.branches import MOST, shared
from zermelo.web.routes.common import TheDispatcher, client_of
from zermelo.web.routes.play import Looker, Number
from zermelo.web.scheduler import Progress
from zermelo.web.schemas import LONGEST_HEADER, LONGEST_KEY, LONGEST_NAME, MOST_HEADERS, Lang, Pasted
from zermelo.web.seats import HUMAN, called
from zermelo.web.sessions import Session
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")

MOST_GAMES: Final = 100
"""Of a text that are offered."""
ENDING: Final = 3
"""So often has a position come when a game ends here."""
COLOURS: Final = ("White", "Black")
OF_THE_END: Final = ("Result", "Termination", "PlyCount")
"""Headers that say how a game ended."""


@router.post("/pgn")
async def read(asked: Pasted, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The games of a text as they can be begun: what each is called, who plays, its rules, where it begins, and its moves by name."""
    return await dispatcher.looking(client_of(request), "chess", _read, asked)


def _read(studio: Studio, asked: Pasted, look: Progress) -> Facts:
    found = [_begun(pgn) for pgn in islice(games_of(asked.text, look), MOST_GAMES)]
    if not found:
        raise SpecError("the text holds no game; a PGN reads as: 1. e4 e5 2. Nf3 *")
    return {"games": found}


def _begun(pgn: Pgn) -> Facts:
    states = pgn.states
    plies = _until_repetition(pgn.game, states)
    if plies > MOST_PLIES:
        raise SpecError(f"{_title(pgn)}: {plies} plies; a game of more than {MOST_PLIES} is too long for the studio")
    quiet = max(state.quiet for state in states[:-1] or states)
    options = [*(["variant='960'"] if pgn.game.variant == "960" else []), *(["draws=75"] if quiet >= 2 * Chess().draws else [])]
    return {
        "title": _title(pgn),
        "names": [_name(pgn.headers, colour) for colour in COLOURS],
        "game": f"chess({', '.join(options)})" if options else "chess",
        "position": pgn.game.write(pgn.start),
        "moves": [pgn.game.uci(state, move.action) for state, move in zip(states, pgn.moves[:plies], strict=False)],
        "branches": _lines_beside(pgn.game, pgn.moves[:plies], pgn.start, [])[:MOST],
        "headers": dict(islice(_kept(pgn), MOST_HEADERS)),
        "left_out": len(pgn.moves) - plies,
    }


def _lines_beside(game: Chess, moves: Sequence[Move], state: State, before: list[str]) -> list[list[str]]:
    """The variations of a line, and theirs, each from the start, by the names of its moves: up to a null move, which nobody can play."""
    found: list[list[str]] = []
    for move in moves:
        for variation in move.variations:
            if playable := list(takewhile(lambda one: one.action != NULL, variation)):
                found += [_named(game, playable, state, before), *_lines_beside(game, playable, state, before)]
        before = [*before, game.uci(state, move.action)]
        state = game.result(state, move.action)
    return found


def _named(game: Chess, moves: Sequence[Move], state: State, before: list[str]) -> list[str]:
    """A line that begins with these moves, and goes on."""
    made = list(before)
    for move in moves:
        made.append(game.uci(state, move.action))
        state = game.result(state, move.action)
    return made


def _until_repetition(game: Chess, states: list[State]) -> int:
    """How many plies lead to the first position that comes so often that the game is over, or to the end."""
    seen: Counter[object] = Counter()
    for plies, state in enumerate(states):
        position = game.position(state)
        seen[position] += 1
        if seen[position] == ENDING:
            return plies
    return len(states) - 1


def _kept(pgn: Pgn) -> Iterator[tuple[str, str]]:
    """The headers of a game, the result among them: what is written of it again."""
    for key, value in {**pgn.headers, "Result": pgn.result}.items():
        if len(key) <= LONGEST_KEY:
            yield key, value[:LONGEST_HEADER]


def _name(headers: Mapping[str, str], colour: str) -> str:
    """Who has played a colour, as a seat can be called; nothing where that is not said."""
    name = headers.get(colour, "").strip()
    return name[:LONGEST_NAME].strip() if name.strip("?") else ""


def _title(pgn: Pgn) -> str:
    """Who plays, where and when, and the result, as far as that is said."""
    told = {name: value for name, value in pgn.headers.items() if value.strip("?. ")}
    who = f"{told.get('White', '?')} - {told.get('Black', '?')}"
    where = [told[name] for name in ("Event", "Date") if name in told]
    return f"{', '.join([who, *where])}: {pgn.result}"[:200]


@router.get("/games/{number}/pgn")
async def write(number: Number, dispatcher: TheDispatcher, seat: Looker = None, lang: Lang = "en") -> Facts:
    """A game of chess as the text of a PGN file."""
    return await dispatcher.at_once(await dispatcher.game_of(number), _write, number, lang)


def _write(studio: Studio, number: str, lang: Lang) -> Facts:
    with studio.sessions.at(number) as session:
        pgn = pgn_of(_record(session, language(lang)), _headers(session))
        if pgn.result == "*" and pgn.headers.get("Result") in RESULTS:  # a game that was left has the result that was told of it
            pgn.result = pgn.headers["Result"]
        for line in session.branches:
            ply = shared(line, session.actions)
            if ply < min(len(line), len(pgn.moves)):
                pgn.moves[ply].variations.append([Move(action) for action in line[ply:]])
        return {"text": write_pgn(pgn)}


def _headers(session: Session) -> dict[str, str]:
    """What the PGN that a game was loaded from says of it, as far as that still holds: other moves, other players."""
    told = dict(session.headers)
    if tuple(session.actions) != session.loaded:
        for key in OF_THE_END:
            told.pop(key, None)
    for colour, seat in zip(COLOURS, session.seats, strict=True):
        if seat != ({"kind": HUMAN, "name": name} if (name := _name(session.headers, colour)) else {"kind": HUMAN}):
            told.pop(colour, None)
    return told


def _record(session: Session, speech: Language) -> Record:
    names = tuple(called(seat, speech) for seat in session.seats)
    playing = session.playing
    return Record(session.game, names, session.start, tuple(session.actions), playing.utilities, ending=playing.ending)
