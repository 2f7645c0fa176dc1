"""A book of exact values: what the positions of the first plies are worth.

book = zermelo.open_book("connect4.book", game)
zermelo.best(game, database=book)
"""

from __future__ import annotations

from dataclasses import replace
from math import copysign
from pathlib import Path
from typing import Final

import numpy as np

from zermelo.books.file import BookFile
from zermelo.books.form import VALUES
from zermelo.databases.database import Probe
from zermelo.databases.files import laid_out
from zermelo.databases.files.laid_out import Column
from zermelo.databases.keys import NUMBERS
from zermelo.errors import PositionError, SpecError
from zermelo.forms import COUNT, check_form
from zermelo.game import Game, State
from zermelo.search import lookup
from zermelo.search.known import BOOK, Worth, known_line, known_moves, scored
from zermelo.search.lookup import Rows
from zermelo.values import counted

_COLUMN: Final = ("<u1", "<u2")
_FORM: Final = {"plies": COUNT, "depths": [COUNT], "values": [float], "columns": {"values": dict}}
"""What the first line says beside what that of every book does."""


class Book(BookFile):
    """A book on disk, read whole: a megabyte takes some milliseconds, and a position some microseconds more than its key.

    plies   how far from the initial position it goes
    depths  how many of its positions are first reached after so many plies

    A position in which the game is over is worth what the rules say. Raises SpecError for a file that is no book of values, was changed
    or cut short, and for one of another game, of other rules or of another version.
    """

    kind = BOOK

    def __init__(self, path: str | Path, game: Game | None = None) -> None:
        super().__init__(path, game)
        self._rows: tuple[Rows, ...] | None = None
        if self.facts["kind"] != VALUES:
            raise SpecError(
                f"{path} is a book of games, which says how they went and not what positions are worth; `zermelo probe` shows it"
            )
        try:
            check_form(self.facts, _FORM)
            self.plies: int = self.facts["plies"]
            self.depths: list[int] = self.facts["depths"]
            self.values: list[float] = self.facts["values"]
            self._points = scored(self.rules, self.values)
            self.places = np.frombuffer(self.columns["values"], dtype=_COLUMN[len(self.values) > 1 << 8])
            if len(self.places) != self.count or self.places.max(initial=0) >= len(self.values):
                raise ValueError("its values are not those of its positions")
            if not len(self.depths) <= self.plies + 1 or sum(self.depths) != self.count:
                raise ValueError("its depths are not those of its plies and positions")
        except ValueError as error:
            raise self.wrong(error) from None

    def find(self, state: State) -> Worth | None:
        """What a position is worth to its player to move; None where the book does not have it."""
        if self.game.is_terminal(state):
            return self._told(float(self.rules.utility(state, self.rules.to_move(state))), 0)
        number = self.number(state)
        if number is None:
            return None
        value = self.value(number)
        return self._told(value, self.rules.plies_of_score(state, value) if self._points else None)

    def rows(self, *, distances: bool) -> tuple[Rows, ...]:
        """What kernels look up (see zermelo.search.lookup), laid out once."""
        if self._rows is None:
            self._rows = self._laid_out()
        return self._rows

    def _laid_out(self) -> tuple[Rows, ...]:
        if self.count == 0:
            return ()
        worths = [self._told(value, None).value for value in self.values]
        told = {lookup.VALUE_BITS: 8 * self.places.itemsize, lookup.TAGGED: int(self.keys.how != NUMBERS)}
        values = Column(lookup.VALUES_AT, self.places.nbytes, [self.places])
        keys = Column(lookup.KEYS_AT, self.packed.nbytes, [np.ascontiguousarray(self.packed)])
        made = laid_out.by_key(str(self.path), self.fields, self.count, told, worths, [keys, values])
        return () if made is None else (replace(made, early=True),)

    def value(self, number: int) -> float:
        """What the position of this number is worth to its player to move, by the rules that the book is of."""
        return float(self.values[self.places[number]])

    def _told(self, value: float, distance: int | None) -> Worth:
        if not self.scored:
            return Worth(value, distance, scored=self._points)
        return Worth(copysign(1.0, value) if value else 0.0, distance, score=value)

    def probe(self, state: State = None) -> Probe:
        """All that is known of a position, the initial one unless given. Raises PositionError where the book does not have it."""
        state = self.game.initial() if state is None else state
        worth = self.find(state)
        if worth is None:
            far = counted(self.plies, "ply", "plies")
            raise PositionError(f"{self.game.write(state)!r} is not in {self.path}, which has the positions of the first {far}")
        return Probe(self.game, state, worth, known_moves(self, self.game, state) or (), known_line(self, self.game, state))

    def __repr__(self) -> str:
        return f"<book of {self.game!r}: {counted(self.count, 'position')} of {counted(self.plies, 'ply', 'plies')}>"
