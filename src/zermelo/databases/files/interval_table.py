"""A database of a game with chance on disk: what every state is worth at least and at most, looked up by the state.

manifest.json    what it is of, and what its files should be
keys.zst         the packed keys of all states in their order
lows.zst         of each state what it is worth to MAX at least, a float
highs.zst        ... and at most
low_plies.zst    of each state the plies that belong to the first (see interval_certificate.py)
high_plies.zst   ... and to the second
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.databases.files.blocks import LARGE, Array, Blocks, write_blocks
from zermelo.databases.files.table import KEY_FILE, SortedKeys, check_files, checksum, file_facts, pieces, remembering
from zermelo.databases.listed.intervals import Intervals
from zermelo.game import MIN, Game, State
from zermelo.search.known import Between, Worth
from zermelo.search.lookup import Rows

FORMAT: Final = 11
"""The version of the files: another one than those of games without chance have."""
NAMES: Final = ("lows", "highs", "low_plies", "high_plies")
FLOAT: Final = "<f8"
_WHOLE: Final = frozenset({"|u1", "<u2", "<u4", "<u8"})
TYPES: Final = {name: _WHOLE if name.endswith("plies") else frozenset({FLOAT}) for name in NAMES}
"""Of what types the numbers of each file may be."""
FILES: Final = tuple(f"{name}.zst" for name in NAMES)
_CACHED: Final = 128
"""Blocks of a file that are kept in memory, 8 MiB of them."""
_UNITS: Final = {
    "lows": "utility to MAX, at least",
    "highs": "utility to MAX, at most",
    "low_plies": "plies by which an end may have come where MAX keeps to the first",
    "high_plies": "plies by which an end may have come where MIN keeps to the second",
}


class IntervalTable:
    """The files of such a database, to be read; it is asked what a `Table` is.

    least, greatest  what a game is worth at least and at most
    tolerance        how far the two bounds of a state may be apart where it has a value

    Raises SpecError for what is no whole database.
    """

    numbered = by_tier = False
    first_tier = 0

    def __init__(self, folder: Path, game: Game, manifest: dict[str, Any]) -> None:
        self.folder, self.game, self.manifest = folder, game, manifest
        self.least, self.greatest, self.tolerance = (float(manifest[name]) for name in ("least", "greatest", "tolerance"))
        self.index = SortedKeys(folder, game, manifest)
        self.count = self.index.size
        self._columns = {
            name: _Numbers(Blocks(folder / file, manifest["files"][file]["bytes"]), manifest["types"][name], self.count)
            for name, file in zip(NAMES, FILES, strict=True)
        }
        self._remembered = remembering(self._found)

    def number(self, state: State) -> int | None:
        """The place of a state among all; None where it is not there."""
        return self.index.number(state)

    def between(self, number: int) -> Between:
        """What the state of this number is worth to MAX."""
        return Between(*(column.at(number) for column in self._columns.values()))

    def find(self, state: State) -> Worth | None:
        """What a state is worth to its player to move, or to MAX where chance moves; None where it is not there."""
        return self._remembered(state)

    def _found(self, state: State) -> Worth | None:
        number = self.number(state)
        if number is None:
            return None
        between = self.between(number)
        return Worth.within(between.turned() if self.game.to_move(state) == MIN else between)

    def columns(self) -> dict[str, Array]:
        """All that is known, by name."""
        return {name: column.all() for name, column in self._columns.items()}

    def rows(self, *, distances: bool) -> Rows | None:
        """Nothing: kernels do not look intervals up, and searches ask at the root."""
        return None

    def check_files(self) -> None:
        """Raise SpecError where a file is not the one that was written: by its SHA-256, and what the manifest says is in it."""
        check_files(self.folder, self.manifest, lambda: summary(self.columns(), self.tolerance))

    def close(self) -> None:
        """Close the files."""
        for blocks in (self.index.blocks, *(column.blocks for column in self._columns.values())):
            blocks.close()


class _Numbers:
    """So many numbers of one type in a file of blocks: the first bytes of all that are in a block, then the second ones, and so on."""

    def __init__(self, blocks: Blocks, kind: str, count: int) -> None:
        self.blocks, self._kind, self._count = blocks, np.dtype(kind), count
        self._each = LARGE // self._kind.itemsize
        blocks.check_count(-(-count // self._each))
        self._block = lru_cache(_CACHED)(self._read)

    def _read(self, block: int) -> bytes:
        return self.blocks.read(block, min(self._each, self._count - block * self._each) * self._kind.itemsize)

    def at(self, number: int) -> Any:
        """The number of this place."""
        block, place = divmod(number, self._each)
        found = self._block(block)
        return np.frombuffer(found[place :: len(found) // self._kind.itemsize], dtype=self._kind)[0].item()

    def all(self) -> Array:
        """All of them."""
        return np.concatenate([_sorted(self._read(block), self._kind) for block in range(self.blocks.count)])


def _by_bytes(piece: bytes, kind: Any) -> bytes:
    """Numbers one after the other, as `_Numbers` reads them."""
    return np.frombuffer(piece, dtype=np.uint8).reshape(-1, kind.itemsize).T.tobytes()


def _sorted(block: bytes, kind: Any) -> Array:
    """The same turned round."""
    return np.frombuffer(np.frombuffer(block, dtype=np.uint8).reshape(kind.itemsize, -1).T.tobytes(), dtype=kind)


def write(folder: Path, facts: dict[str, Any], found: Intervals, order: Array) -> dict[str, Any]:
    """Write the files of a database, and what they are into `facts`, which it gives back; but no manifest, and no keys.

    order  the states in the order of their keys
    """
    columns = {name: getattr(found, name)[order] for name in NAMES}
    for name in NAMES[2:]:
        columns[name] = columns[name].astype(np.min_scalar_type(int(columns[name].max())).newbyteorder("<"))
    for file, numbers in zip(FILES, columns.values(), strict=True):
        write_blocks(folder / file, _blocks_of(numbers))
    return {
        **facts, "least": found.least, "greatest": found.greatest, "tolerance": found.tolerance,
        "types": {name: numbers.dtype.str for name, numbers in columns.items()},
        **summary(columns, found.tolerance), "files": file_facts(folder, (KEY_FILE, *FILES)),
    }  # fmt: skip


def _blocks_of(numbers: Array) -> Iterator[bytes]:
    return (_by_bytes(piece, numbers.dtype) for piece in pieces(numbers))


def summary(columns: dict[str, Array], tolerance: float) -> dict[str, Any]:
    """What the numbers of a database are, and what is counted of it, as far as `tolerance` tells lows and highs apart; checksums."""
    wide = columns["highs"] - columns["lows"]
    plies = {f"greatest_{name}": int(columns[name].max()) for name in NAMES[2:]}
    sums = {f"{name}_checksum": checksum(numbers.view("<u8") if numbers.dtype == FLOAT else numbers) for name, numbers in columns.items()}
    return {
        "units": _UNITS, "states": len(wide), "open": int((wide > tolerance).sum()), "widest": float(wide.max()), **plies, **sums,
    }  # fmt: skip
