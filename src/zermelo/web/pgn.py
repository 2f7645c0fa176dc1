"""Games of chess under way: what the PGN keeps saying that they were loaded from, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zermelo.analysis.game_tree import Place
from zermelo.analysis.pgn import game_in, until_over
from zermelo.languages import Language
from zermelo.play.play import Record
from zermelo.protocols.pgn import Move, Pgn, pgn_of
from zermelo.search.runtime.workers import Progress
from zermelo.web.branches import begins
from zermelo.web.schemas import LONGEST_NAME
from zermelo.web.seats import HUMAN, called
from zermelo.web.sessions import Session

COLOURS: Final = ("White", "Black")
OF_THE_END: Final = ("Result", "Termination", "PlyCount")
"""Headers that say how a game ended."""


def player(headers: Mapping[str, str], colour: str) -> str:
    """Who has played a colour, as a seat can be called; nothing where that is not said."""
    name = headers.get(colour, "").strip()
    return name[:LONGEST_NAME].strip() if name.strip("?") else ""


def loaded_from(session: Session, look: Progress = lambda done: None) -> Pgn | None:
    """The PGN that a game was loaded from."""
    return game_in(session.pgn, look) if session.pgn else None


def tree_of(session: Session, pgn: Pgn | None) -> Place:
    """The tree of a game that was loaded from a PGN, or from none.

    What goes on from where the game stands was taken back, or comes after what is over here: it stays only where nothing was changed.
    """
    root = Place.of(pgn.moves if pgn is not None else [])
    for line in session.branches:
        if not begins(line, session.actions):
            root.grow([Move(action) for action in line])
    end = root.play(session.actions)
    if pgn is None or not _unchanged(session, pgn):
        end.after.clear()
    return root


def _unchanged(session: Session, pgn: Pgn) -> bool:
    """Whether the moves are those of the PGN, as far as they can be played here."""
    plies = until_over(pgn.game.variant, pgn.states)
    return session.actions == [move.action for move in pgn.moves[:plies]]


def written(session: Session, speech: Language, look: Progress) -> Pgn:
    """A game under way with what the PGN says that it was loaded from, as far as that still holds: of other moves, or other players, less.

    Raises SpecError for a game that is not chess.
    """
    pgn = loaded_from(session, look)
    made = pgn_of(_record(session, speech))
    if pgn is not None:
        told = dict(pgn.headers)
        unchanged = _unchanged(session, pgn)
        if not unchanged:
            for key in OF_THE_END:
                told.pop(key, None)
        for colour, seat in zip(COLOURS, session.seats, strict=True):
            if seat != ({"kind": HUMAN, "name": name} if (name := player(pgn.headers, colour)) else {"kind": HUMAN}):
                told.pop(colour, None)
        made.headers |= told
        made.comment = pgn.comment
        if unchanged and pgn.result != "*":  # a game that was left has the result that was told of it
            made.result = pgn.result
    made.moves = tree_of(session, pgn).line
    return made


def _record(session: Session, speech: Language) -> Record:
    names = tuple(called(seat, speech) for seat in session.seats)
    playing = session.playing
    return Record(session.game, names, session.start, tuple(session.actions), playing.utilities, ending=playing.ending)
