"""Files of books: a line of JSON that says what is in them, then columns of numbers, each compressed by itself.

    {"format": "zermelo book 1", "kind": "values", ...}
    column, column, ...                                  one of each name in `columns`, as .xz

The line has the SHA-256 of all the rest. The first column is the packed keys of all positions, in their order. Files are written whole or
not at all.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.books.form import BEGINS, FORMAT
from zermelo.databases.files.table import decoded, encoded
from zermelo.databases.identity import IDENTITY_FORM, check_identity, identity
from zermelo.databases.keys import KEYS_FORM, Array, Fields, Keys, fields_told
from zermelo.errors import SpecError, ZermeloError
from zermelo.files import read_whole, write_whole
from zermelo.forms import COUNT, check_form, read_object
from zermelo.game import Game, State
from zermelo.search.solutions import scoring
from zermelo.spec import load_game

_COLUMN: Final = {"compressed": COUNT, "bytes": COUNT}
_FORM: Final = {
    **IDENTITY_FORM, "kind": str, "positions": COUNT, "keys": KEYS_FORM, "columns": {"keys": _COLUMN, str: _COLUMN}, "sha256": str,
}  # fmt: skip
"""What every book says."""
_LEVEL: Final = 6 | lzma.PRESET_EXTREME
_LARGEST: Final = 1 << 30
"""Bytes of the largest column."""
AGAIN: Final = "remove it and make the book again"
"""What to do where a file is no book."""


def in_order(rows: Sequence[tuple[int, ...]]) -> tuple[Fields, Array, Array]:
    """Keys of numbers packed, how they are packed, and their order: the place of each among `rows`."""
    numbers = np.zeros((len(rows), max(map(len, rows), default=0)), dtype=np.int64)
    for row, one in zip(numbers, rows, strict=True):
        row[: len(one)] = one
    fields = Fields(tuple(numbers.min(axis=0).tolist()), tuple(numbers.max(axis=0).tolist()))
    packed = fields.packed(numbers)
    order = np.lexsort(packed.T[::-1])
    return fields, packed[order], order


def write(
    path: Path, game: Game, spec: str | None, facts: Mapping[str, Any], keys: tuple[Keys, Fields, Array], columns: Mapping[str, Array]
) -> None:
    """Write a book.

    spec     the name of the game where it is none of ours
    facts    what the first line says beside that
    keys     of the positions, packed and in order
    columns  of each position, in the order of the keys, whatever there is to say
    """
    how, fields, packed = keys
    data = {"keys": encoded(packed), **{name: np.ascontiguousarray(column).tobytes() for name, column in columns.items()}}
    parts = {name: lzma.compress(column, preset=_LEVEL) for name, column in data.items()}
    told = {
        "format": FORMAT, **facts, **identity(game, spec), "positions": len(packed),
        "keys": {"how": how.how, "least": fields.least, "greatest": fields.greatest},
        "columns": {name: {"compressed": len(parts[name]), "bytes": len(data[name])} for name in parts},
    }  # fmt: skip
    body = b"".join(parts.values())
    write_whole(path, json.dumps({**told, "sha256": _digest(told, body)}).encode() + b"\n" + body)


class BookFile:
    """A book, read.

    path   of the file
    game   the game that it should be of; the one that it names unless given
    facts  what its first line says
    packed the packed keys of its positions, in their order
    rules  the game that it is of, with scores where it has them

    A book of a game with scores is one of the same game without them, too, which only tells who wins: `scored` says that it is taken so.
    Raises SpecError for a file that is none, was changed or cut short, and for one of another game, of other rules or of another version.
    """

    def __init__(self, path: str | Path, game: Game | None = None) -> None:
        self.path = Path(path)
        first, _, body = read_whole(self.path).partition(b"\n")
        self.facts = _facts(path, first)
        sha256 = self.facts.pop("sha256")
        if sha256 != _digest(self.facts, body):
            raise SpecError(f"{path} is damaged: its SHA-256 is not what it was made with; {AGAIN}")
        self.game = self._named() if game is None else game
        self.check_rules(self.game)
        self.rules = self._own(self.game)
        self.scored = self.rules is not self.game
        try:
            self.columns = self._unpacked(body)
            self.keys = Keys(self.rules, self.facts["keys"]["how"])
            self.fields = fields_told(self.facts["keys"]["least"], self.facts["keys"]["greatest"])
            keys = decoded(self.columns.pop("keys"), self.fields.words)
        except (ValueError, EOFError, lzma.LZMAError) as error:
            raise self.wrong(error) from None
        self.count, self.packed = len(keys), keys
        if self.count != self.facts["positions"]:
            raise self.wrong(f"it has {self.count:,} positions, and says {self.facts['positions']}")
        self._keys: Sequence[Any] = array("q", keys.tobytes()) if self.fields.words == 1 else list(map(tuple, keys.tolist()))

    def number(self, state: State) -> int | None:
        """The place of a position among all; None where it is not there."""
        packed = self.fields.of(self.keys.least(state)[0])
        if packed is None:
            return None
        key = packed if self.fields.words > 1 else packed[0]
        place = bisect_left(self._keys, key)
        return place if place < self.count and self._keys[place] == key else None

    def check_rules(self, game: Game) -> None:
        """Raise SpecError, saying what differs, where the book is of another game or of other rules."""
        check_identity(self.facts, self._own(game), self.path)

    def check(self, game: Game) -> None:
        """Raise SpecError where the book, as it was opened, does not answer for a game."""
        if game is not self.game:
            self.check_rules(game)
            if repr(game) != repr(self.game):
                raise SpecError(f"{self.path} was opened as a book of {self.game!r}; open it for {game!r}: open_book(file, game)")

    def wrong(self, why: object) -> SpecError:
        """The error for a file whose parts do not fit together."""
        return SpecError(f"{self.path} is no book: {why}; {AGAIN}")

    def _own(self, game: Game) -> Game:
        """The game as the book has it: with scores, where it has scores and the game only tells who wins."""
        least, most = game.utility_range or (-2.0, 2.0)
        if repr(game) == self.facts["game"] or least < -1 or most > 1:
            return game
        with_scores = scoring(game)
        return with_scores if repr(with_scores) == self.facts["game"] else game

    def _named(self) -> Game:
        told = self.facts["game"]
        try:
            game = load_game(self.facts["spec"] or "")
        except ZermeloError as error:
            raise SpecError(f"{self.path} is of {told}, which is not known here by that name; say which game it is of") from error
        return game if repr(game) == told else scoring(game)

    def _unpacked(self, body: bytes) -> dict[str, bytes]:
        found, begun = {}, 0
        for name, sizes in self.facts["columns"].items():
            compressed, size = sizes["compressed"], sizes["bytes"]
            if size > _LARGEST:
                raise ValueError(f"its column {name!r} has {size} bytes")
            found[name] = lzma.LZMADecompressor(memlimit=_LARGEST).decompress(body[begun : begun + compressed], max_length=size + 1)
            if len(found[name]) != size:
                raise ValueError(f"its column {name!r} has not as many bytes as it says")
            begun += compressed
        return found


def _facts(path: str | Path, first: bytes) -> dict[str, Any]:
    if not first.startswith(BEGINS):
        raise SpecError(f"{path} holds no book; `zermelo book GAME --plies N --out {path}` makes one")
    try:
        told = read_object(first)
        if told["format"] == FORMAT:
            check_form(told, _FORM)
    except ValueError as error:
        raise SpecError(f"{path} is damaged ({error}); {AGAIN}") from None
    if told["format"] != FORMAT:
        raise SpecError(f"{path} has format {told['format']!r}, and this version reads {FORMAT!r}; {AGAIN}")
    return told


def _digest(told: Mapping[str, Any], body: bytes) -> str:
    """The SHA-256 of what the first line says otherwise, and of the columns."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode() + b"\n" + body).hexdigest()
