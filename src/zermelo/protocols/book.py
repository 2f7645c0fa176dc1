"""Openings from a book in the format of Polyglot: for each position moves with weights, found by a key of the position.

Source: M. Van den Bergh, *Polyglot book format*. The key is made of 781 published numbers; python-chess brings them, and reads the file.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from zermelo.errors import SpecError
from zermelo.games.chess import State
from zermelo.protocols.chessboard import ChessBoard
from zermelo.protocols.python_chess import needed, theirs


class Entry(NamedTuple):
    """A move of the book, and how often it is drawn, beside the weights of the others."""

    action: int
    weight: int


class Book:
    """A book that is open.

    path  of the file. SpecError for one that cannot be read
    """

    def __init__(self, path: str) -> None:
        with needed("a book"):
            from chess import polyglot
        try:
            self._reader = polyglot.open_reader(Path(path).expanduser())
        except OSError as error:
            raise SpecError(f"the book {path!r} cannot be read ({error.strerror or 'its length is not one of whole entries'})") from None
        if not len(self._reader):
            raise SpecError(f"the book {path!r} holds no moves")

    def entries(self, board: ChessBoard, state: State) -> list[Entry]:
        """The legal moves that the book has for a position; a weight of 0 takes one out."""
        position = theirs(board, state)
        found = self._reader.find_all(position)
        return [Entry(board.action(state, position.uci(entry.move)), entry.weight) for entry in found]

    def drawn(self, board: ChessBoard, state: State, lot: random.Random) -> int | None:
        """One of these moves, as often as its weight says; None where there is none."""
        entries = self.entries(board, state)
        return lot.choices([entry.action for entry in entries], [entry.weight for entry in entries])[0] if entries else None

    def __len__(self) -> int:
        return len(self._reader)
