"""A database on disk: what every state of a game is worth, and how far the end is, looked up by the state.

manifest.json    what it is of, and what its files should be
keys.zst         the packed keys of all states in their order
values.zst       of each state the place of its value among `values` of the manifest
distances.zst    of each state the plies to the end, the greatest number that there is room for where play never ends
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.databases.blocks import BLOCK, Array, Blocks, sha256_of, write_blocks
from zermelo.databases.kernels import ENDLESS
from zermelo.databases.keys import Fields, Keys
from zermelo.errors import SpecError
from zermelo.game import Game, State
from zermelo.search.known import Worth
from zermelo.words import SEED, STIR

FORMAT: Final = 1
"""The version of the files."""
MANIFEST: Final = "manifest.json"
FILES: Final = ("keys.zst", "values.zst", "distances.zst")
_FEW: Final = 4
"""Values that two bits can tell apart."""
_BYTE: Final = 255
_CACHED: Final = 512
"""Blocks of keys that are kept in memory, 32 MiB of them where a key is one word."""
_SPREAD: Final = np.uint64(SEED)
_STIR: Final = np.uint64(STIR)


class Table:
    """The files of a database, to be read.

    game      the game that it is of
    manifest  what `manifest.json` says
    count     how many states there are
    values    the values that there are, from the least to the greatest

    Raises SpecError for what is no whole database.
    """

    def __init__(self, folder: Path, game: Game, manifest: dict[str, Any]) -> None:
        self.folder, self.game, self.manifest = folder, game, manifest
        self.count: int = manifest["states"]
        self.values: list[float] = manifest["values"]
        self.keys = Keys(game, manifest["keys"]["how"])
        self.fields = Fields(tuple(manifest["keys"]["least"]), tuple(manifest["keys"]["greatest"]))
        self.endless: bool = manifest["endless"]
        sizes = {name: manifest["files"][name]["bytes"] for name in FILES}
        self._keys, self._values, self._distances = (Blocks(folder / name, sizes[name]) for name in FILES)
        words = self.fields.words
        self._each = keys_in_a_block(words)
        self._few = len(self.values) <= _FEW
        self._distance_type = np.dtype(manifest["distance_type"])
        self._distance_bytes, self._never = self._distance_type.itemsize, int(np.iinfo(self._distance_type).max)
        self._firsts = _in_python(np.frombuffer(self._keys.read(self._keys.count - 1), dtype="<i8").reshape(-1, words))
        self._decoded = lru_cache(_CACHED)(lambda block: _in_python(decoded(self._keys.read(block), words)))

    def number(self, state: State) -> int | None:
        """The place of a state among all; None where it is not there."""
        packed = self.fields.of(self.keys.least(state)[0])
        if packed is None:
            return None
        key = packed if self.fields.words > 1 else packed[0]
        block = bisect_right(self._firsts, key) - 1
        if block < 0:
            return None
        keys = self._decoded(block)
        place = bisect_left(keys, key)
        return block * self._each + place if place < len(keys) and keys[place] == key else None

    def worth(self, number: int) -> Worth:
        """What the state of this number is worth."""
        distance = self._at(self._distances, number, self._distance_bytes)
        return Worth(self.values[self._value_at(number)], None if distance == self._never else distance)

    def _value_at(self, number: int) -> int:
        if not self._few:
            return self._at(self._values, number, 1)
        block, place = divmod(number, 4 * BLOCK)
        return self._values.block(block)[place >> 2] >> 2 * (place & 3) & 3

    def _at(self, blocks: Blocks, number: int, size: int) -> int:
        """A number of so many bytes."""
        block, place = divmod(number * size, BLOCK)
        return int.from_bytes(blocks.block(block)[place : place + size], "little")

    def columns(self) -> tuple[Array, Array]:
        """All values, as places among `values`, and all distances."""
        values: Array = np.frombuffer(b"".join(map(self._values.read, range(self._values.count))), dtype=np.uint8)
        if self._few:
            values = (values[:, None] >> np.array([0, 2, 4, 6], dtype=np.uint8) & 3).reshape(-1)[: self.count]
        distances = np.frombuffer(b"".join(map(self._distances.read, range(self._distances.count))), dtype=self._distance_type)
        return values, distances

    def key_numbers(self) -> Array:
        """The numbers of which the key of each state is made, a row a state."""
        keys = [decoded(self._keys.read(block), self.fields.words) for block in range(self._keys.count - 1)]
        return self.fields.unpacked(np.concatenate(keys))

    def check_files(self) -> None:
        """Raise SpecError where a file is not the one that was written: by its SHA-256, and what the manifest says is in it."""
        for blocks, name in zip((self._keys, self._values, self._distances), FILES, strict=True):
            if blocks.sha256() != self.manifest["files"][name]["sha256"]:
                raise SpecError(f"{blocks.path} is damaged: its SHA-256 is another; make the database again")
        told = summary(*self.columns(), self.values)
        for name, found in told.items():
            if self.manifest[name] != found:
                raise SpecError(f"{self.folder / MANIFEST} says {name} {self.manifest[name]}, and the files {found}: it is damaged")

    def close(self) -> None:
        """Close the files."""
        for blocks in (self._keys, self._values, self._distances):
            blocks.close()


def write(
    folder: Path, facts: dict[str, Any], fields: Fields, keys: Array, worths: list[float], values: Array, distances: Array
) -> dict[str, Any]:
    """Write the files of a database, and what they are into `facts`, which it gives back; but no manifest.

    keys, values, distances  of each state, in the order of the keys: packed as `fields` says, the place among `worths`, plies or ENDLESS
    """
    finite = distances[distances != ENDLESS]
    kind = np.dtype("<u1" if finite.max(initial=0) < _BYTE else "<u2")
    distances = np.where(distances == ENDLESS, np.iinfo(kind).max, distances).astype(kind)
    write_blocks(folder / FILES[0], _key_blocks(keys, keys_in_a_block(fields.words)))
    write_blocks(folder / FILES[1], _pieces(_in_two_bits(values) if len(worths) <= _FEW else values))
    write_blocks(folder / FILES[2], _pieces(distances))
    files = {name: {"bytes": (folder / name).stat().st_size, "sha256": sha256_of(folder / name)} for name in FILES}
    return {
        **facts, "states": len(keys), "values": worths, "distance_type": kind.str,
        **summary(values, distances, worths), "keys": {**facts["keys"], "least": fields.least, "greatest": fields.greatest},
        "files": files,
    }  # fmt: skip


def summary(values: Array, distances: Array, worths: list[float]) -> dict[str, Any]:
    """What is counted of a database: wins, draws and losses of the player to move, the greatest distance, and checksums.

    A checksum is the sum of a number for each state, made of its place and of its value or distance: it can be added up in any order.
    """
    draw, endless = worths.index(0.0), distances == np.iinfo(distances.dtype).max
    return {
        "wins": int((values > draw).sum()),
        "draws": int((values == draw).sum()),
        "losses": int((values < draw).sum()),
        "greatest_distance": int(distances[~endless].max(initial=0)),
        "value_checksum": checksum(values),
        "distance_checksum": checksum(distances),
    }


def checksum(numbers: Array) -> str:
    """The sum of all states' numbers, stirred with their places, modulo 2**64: 16 hexadecimal digits."""
    total = 0
    for first in range(0, len(numbers), BLOCK):
        part = numbers[first : first + BLOCK].astype(np.uint64)
        mixed = (np.arange(first, first + len(part), dtype=np.uint64) * _SPREAD ^ part) * _STIR
        total += int((mixed ^ mixed >> np.uint64(32)).sum(dtype=np.uint64))
    return f"{total % (1 << 64):016x}"


def _key_blocks(keys: Array, each: int) -> Iterator[bytes]:
    for first in range(0, len(keys), each):
        yield encoded(keys[first : first + each])
    yield np.ascontiguousarray(keys[::each], dtype="<i8").tobytes()


def _pieces(numbers: Array) -> Iterator[bytes]:
    each = BLOCK // numbers.itemsize
    for first in range(0, len(numbers), each):
        yield numbers[first : first + each].tobytes()


def _in_two_bits(values: Array) -> Array:
    """Four values a byte, the first in the lowest bits."""
    wide = np.zeros(-(-len(values) // 4) * 4, dtype=np.uint8)
    wide[: len(values)] = values
    four = wide.reshape(-1, 4)
    packed: Array = four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6
    return packed


def _in_python(keys: Array) -> Sequence[Any]:
    """Packed keys as Python finds one of them soonest."""
    return array("q", keys.tobytes()) if keys.shape[1] == 1 else list(map(tuple, keys.tolist()))


def keys_in_a_block(words: int) -> int:
    """How many keys a block holds."""
    return BLOCK // (8 * words)


def encoded(keys: Array) -> bytes:
    """Keys in their order as bytes: each less the one before, the first bytes of all, then the second ones."""
    steps = np.diff(keys, axis=0, prepend=np.zeros((1, keys.shape[1]), dtype=np.int64))
    return np.ascontiguousarray(steps.astype("<i8").view(np.uint8).T).tobytes()


def decoded(block: bytes, words: int) -> Array:
    """The keys of such a block."""
    rows = np.frombuffer(block, dtype=np.uint8).reshape(8 * words, -1)
    return np.cumsum(np.ascontiguousarray(rows.T).view("<i8"), axis=0)
