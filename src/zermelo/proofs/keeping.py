"""The table of a search in a file, so that the work goes on after Ctrl-C or a kill.

A line of JSON says of which rules it is, of which question and of which size; then come pairs of words, the place in the table and what
stands there, and at last the SHA-256 of all of it. What a table says of states holds in any search of the same question; what it says of
ways from the root holds for that root. Places depend on its size, so that one of another size is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from zermelo.databases.identity import IDENTITY_FORM, check_identity, identity
from zermelo.errors import SpecError
from zermelo.files import written_whole
from zermelo.forms import check_form, read_object
from zermelo.game import MAX, MIN, Game

FORMAT: Final = "zermelo table of proof numbers 1"
ENGINES_FORMAT: Final = "zermelo table of the engine 1"
"""To be counted on where the layout of the engine's table (zermelo.search.engine.table) changes."""
EVERY_QUESTION: Final = (None, None)
"""In the place of a question where one table serves all."""
_HEADER: Final = {
    **IDENTITY_FORM, "position": str, "table": float, "database": (dict, None), "player": (frozenset({MAX, MIN}), None),
    "target": (float, None), "repeated": bool,
}  # fmt: skip
"""The form of the first line."""
_AT_ONCE: Final = 1 << 20
"""Words that are looked at, or read, at once."""
_DIGEST: Final = 32

Array = np.ndarray[Any, np.dtype[np.int64]]
Question = tuple[int | None, float | None]


class Kept(Protocol):
    """What is kept of a search: its table (see `ProofNumberSearch.table`), and whether positions came back in it."""

    repeated: bool

    def table(self) -> tuple[Any, int, int]: ...


class Keeper:
    """Keeps the tables of the searches of one proof beside the file in which it will stand, and finds them again.

    root   the position, as the game writes it
    table  MiB of each table
    form   FORMAT or ENGINES_FORMAT: of which search they are
    ends   by which database positions are ends, if by any (see `Proof`)
    """

    def __init__(
        self, file: Path, game: Game, root: str, table: float, form: str = FORMAT, ends: Mapping[str, Any] | None = None
    ) -> None:  # fmt: skip
        self._file, self._game, self._form = file, game, form
        self._facts = {"format": form, **identity(game), "position": root, "table": float(table), "database": ends}

    def keep(self, search: Kept, number: int, question: Question) -> None:
        """Write down what the search of a question has found, whole or not at all. Raises SpecError where there is no room for it."""
        facts = {**self._facts, "player": question[0], "target": question[1], "repeated": search.repeated}
        header = json.dumps(facts).encode() + b"\n"
        digest = hashlib.sha256(header)
        with written_whole(self._path(number)) as file:
            file.write(header)
            for pairs in _pairs(search):
                part = pairs.astype("<i8").tobytes()
                digest.update(part)
                file.write(part)
            file.write(digest.digest())

    def go_on(self, search: Kept, number: int, question: Question) -> None:
        """Give a search what was kept of the same question, if anything was. Raises SpecError for what is of another one, or damaged."""
        path = self._path(number)
        if not path.exists():
            return
        with path.open("rb") as file:
            header = file.readline(_AT_ONCE)
            told = self._told(path, header, question)
            digest, size = hashlib.sha256(header), path.stat().st_size - len(header) - _DIGEST
            if size < 0 or size % 16:
                raise self._other(path, "it was cut short")
            for first in range(0, size, 8 * _AT_ONCE):
                part = file.read(min(8 * _AT_ONCE, size - first))
                digest.update(part)
                pairs = np.frombuffer(part, dtype="<i8").reshape(-1, 2)
                if not _put(search, pairs):
                    raise self._other(path, "it speaks of places that the table does not have")
            if file.read() != digest.digest():
                raise self._other(path, "it was changed, or cut short")
        search.repeated = told["repeated"]

    def done(self) -> None:
        """Remove what was kept: the proof stands in its file."""
        for path in self._file.parent.glob(f"{self._file.name}.table*"):
            path.unlink()

    def _told(self, path: Path, header: bytes, question: Question) -> dict[str, Any]:
        try:
            told = read_object(header)
            check_form(told, {"format": str})
            if told["format"] == self._form:
                check_form(told, _HEADER)
        except ValueError as error:
            raise self._other(path, f"it does not begin as such a table does ({error})") from None
        if told["format"] != self._form:
            raise self._other(path, f"it has format {told['format']!r}, and this goes on with {self._form!r}")
        check_identity(told, self._game, path)
        if told["position"] != self._facts["position"]:
            raise self._other(path, f"it is of {told['position']!r}, not of {self._facts['position']!r}")
        if told["table"] != self._facts["table"]:
            raise self._other(path, f"it is of a table of {told['table']:g} MiB, not of {self._facts['table']:g} (`--table`)")
        if told["database"] != self._facts["database"]:
            raise self._other(path, "it was searched with another database, or one of the two without any")
        if (told["player"], told["target"]) != question:
            raise self._other(path, "it is of another question")
        return told

    def _other(self, path: Path, why: str) -> SpecError:
        return SpecError(f"{path} is not what was kept of this proof: {why}; remove it, or name another file")

    def _path(self, number: int) -> Path:
        return self._file.with_name(f"{self._file.name}.table{number}")


def _pairs(search: Kept) -> Iterator[Array]:
    """Of all words of the table that are not 0 the places and what stands there, a row each."""
    words, begin, end = search.table()
    if isinstance(words, dict):
        yield np.array([(place - begin, word) for place, word in words.items() if place >= begin], dtype=np.int64).reshape(-1, 2)
        return
    row = np.frombuffer(words, dtype=np.int64)
    for first in range(begin, end, _AT_ONCE):
        part = row[first : min(end, first + _AT_ONCE)]
        places = np.flatnonzero(part)
        yield np.column_stack((places + first - begin, part[places]))


def _put(search: Kept, pairs: Array) -> bool:
    """Put words in their places; whether all of these are within the table."""
    words, begin, end = search.table()
    if pairs[:, 0].min(initial=0) < 0 or pairs[:, 0].max(initial=0) >= end - begin:
        return False
    if isinstance(words, dict):
        words.update((begin + place, word) for place, word in pairs.tolist())
    else:
        np.frombuffer(words, dtype=np.int64)[begin + pairs[:, 0]] = pairs[:, 1]
    return True
