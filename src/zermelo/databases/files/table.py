"""A database on disk: what every state of a game is worth, and how far the end is, looked up by the state.

manifest.json    what it is of, and what its files should be
keys.zst         the packed keys of all states in their order; a game that numbers its states has no such file
values.zst       of each state the place of its value among `values` of the manifest; one more for an index that stands for no state
distances.zst    of each state the plies to the end, the greatest number that there is room for where play never ends
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.databases.files import laid_out
from zermelo.databases.files.blocks import AGAIN, BLOCK, Array, Blocks, sha256_of, write_blocks
from zermelo.databases.files.laid_out import Column
from zermelo.databases.kernels import ENDLESS
from zermelo.databases.keys import NUMBERS, Fields, Keys
from zermelo.databases.numbered.rank_kernels import NONE
from zermelo.errors import SpecError
from zermelo.game import Game, State
from zermelo.search import lookup
from zermelo.search.known import Worth
from zermelo.search.lookup import Rows
from zermelo.words import SEED, STIR

FORMAT: Final = 6
"""The version of the files."""
MANIFEST: Final = "manifest.json"
KEYS: Final = "keys"
RANK: Final = "rank"
"""How the place of a state is found: among sorted keys, or by the game itself."""
KEY_FILE: Final = "keys.zst"
FILES: Final = ("values.zst", "distances.zst")
_FEW: Final = 4
"""Values that two bits can tell apart."""
_BYTE: Final = 255
_AT_ONCE: Final = 1 << 20
"""States that are counted at once."""
_CACHED: Final = 512
"""Blocks of keys that are kept in memory, 32 MiB of them where a key is one word."""
_SPREAD: Final = np.uint64(SEED)
_STIR: Final = np.uint64(STIR)


class SortedKeys:
    """The places of states among all, by their keys. Raises SpecError where the file is not what was written."""

    def __init__(self, folder: Path, game: Game, manifest: dict[str, Any]) -> None:
        index = manifest["index"]
        self.size: int = manifest["states"]
        self.keys = Keys(game, index["how"])
        self.fields = Fields(tuple(index["least"]), tuple(index["greatest"]))
        self.blocks = Blocks(folder / KEY_FILE, manifest["files"][KEY_FILE]["bytes"])
        self._each = keys_in_a_block(self.fields.words)
        firsts = np.frombuffer(self.blocks.read(self.blocks.count - 1), dtype="<i8")
        self._firsts = _in_python(firsts.reshape(-1, self.fields.words))
        self._decoded = lru_cache(_CACHED)(lambda block: _in_python(decoded(self.blocks.read(block), self.fields.words)))

    @property
    def width(self) -> int:
        """How many numbers each key has; 0 where they are of different lengths."""
        return self.keys.width if self.keys.how == NUMBERS else 0

    @property
    def key_bytes(self) -> int:
        """Bytes that a packed key takes."""
        return 8 * self.fields.words

    def pieces(self) -> Iterator[Array]:
        """All keys, packed, in their order, one block after the other."""
        for block in range(self.blocks.count - 1):
            yield np.ascontiguousarray(decoded(self.blocks.read(block), self.fields.words))

    def columns(self) -> Array:
        """All keys, packed, in their order."""
        return np.concatenate([*self.pieces()])

    def number(self, state: State) -> int | None:
        """The place of a state; None where it is not there."""
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


class Ranks:
    """The places of states by the numbers that the game gives them, tier by tier."""

    def __init__(self, game: Game, manifest: dict[str, Any]) -> None:
        self._game, self._sizes = game, tuple(manifest["index"]["tiers"])
        self.begins = (0, *accumulate(self._sizes))
        self.size: int = self.begins[-1]

    def number(self, state: State) -> int | None:
        """The place of a state; None where there is none."""
        tier = self._game.tier(state)
        if not 0 <= tier < len(self._sizes):
            return None
        rank = self._game.rank(state)
        return self.begins[tier] + rank if 0 <= rank < self._sizes[tier] else None

    def state(self, number: int) -> State:
        """A state of this place."""
        tier = bisect_right(self.begins, number) - 1
        return self._game.unrank(tier, number - self.begins[tier])


class Table:
    """The files of a database, to be read.

    game      the game that it is of
    manifest  what `manifest.json` says
    count     how many places there are: one for each state, and one for each number of a game's own that stands for none
    values    the values that there are, from the least to the greatest
    by_tier   whether distances go to the end or to the next action that leaves a tier of the game, and not to the end alone
    numbered  whether the game numbers its states itself: `state` gives those of a place
    first_tier  of such a game, the first tier that was solved; 0 where all of it was

    Raises SpecError for what is no whole database.
    """

    def __init__(self, folder: Path, game: Game, manifest: dict[str, Any]) -> None:
        self.folder, self.game, self.manifest = folder, game, manifest
        self.values: list[float] = manifest["values"]
        self.endless: bool = manifest["endless"]
        self.by_tier: bool = manifest["by_tier"]
        self.numbered = manifest["index"]["by"] == RANK
        self.index: SortedKeys | Ranks = Ranks(game, manifest) if self.numbered else SortedKeys(folder, game, manifest)
        self.count = self.index.size
        self.first_tier: int = manifest["index"].get("first_tier", 0)
        self._values, self._distances = (Blocks(folder / name, manifest["files"][name]["bytes"]) for name in FILES)
        self._few = len(self.values) + self.numbered <= _FEW
        self._rows: dict[bool, Rows | None] = {}
        self._distance_type = np.dtype(manifest["distance_type"])
        self._distance_bytes, self._never = self._distance_type.itemsize, int(np.iinfo(self._distance_type).max)

    def number(self, state: State) -> int | None:
        """The place of a state among all; None where it is not there."""
        found = self.index.number(state)
        return None if found is None or (self.numbered and self._value_at(found) == len(self.values)) else found

    def state(self, number: int) -> State:
        """What the game gives for this place, where it numbers its states; it may be `possible` in no game."""
        assert isinstance(self.index, Ranks)
        return self.index.state(number)

    def find(self, state: State) -> Worth | None:
        """What a state is worth to its player to move; None where it is not there."""
        number = self.number(state)
        return None if number is None else self.worth(number)

    def worth(self, number: int) -> Worth | None:
        """What the state of this number is worth; None where the place stands for none."""
        value = self._value_at(number)
        if value >= len(self.values):
            return None
        distance = self._at(self._distances, number, self._distance_bytes)
        never = distance == self._never
        return Worth(self.values[value], None if never else distance, endless=never, by_tier=self.by_tier)

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

    def rows(self, *, distances: bool) -> Rows | None:
        """All of it as kernels look it up; None where it takes too much memory.

        distances  whether distances to the end are looked up, too
        """
        distances = distances and not self.by_tier
        if distances not in self._rows:
            self._rows[distances] = self._laid_out(distances=distances)
        return self._rows[distances]

    def _laid_out(self, *, distances: bool) -> Rows | None:
        value_bits, distance_bits = 2 if self._few else 8, 8 * self._distance_bytes
        told = {lookup.VALUE_BITS: value_bits, lookup.DISTANCE_BITS: distance_bits}
        columns = [Column(lookup.VALUES_AT, -(-self.count * value_bits // 8), self._values)]
        if distances:
            columns.append(Column(lookup.DISTANCES_AT, self.count * self._distance_bytes, self._distances))
        if isinstance(self.index, Ranks):
            return laid_out.by_rank(str(self.folder), self.index.begins, told, self.values, columns)
        if self.index.keys.how != NUMBERS:
            return laid_out.by_state(str(self.folder), self.index.number, told, self.values, columns)
        keys = Column(lookup.KEYS_AT, self.count * self.index.key_bytes, self.index.pieces())
        return laid_out.by_key(str(self.folder), self.index.fields, self.count, told, self.values, [keys, *columns])

    def check_files(self) -> None:
        """Raise SpecError where a file is not the one that was written: by its SHA-256, and what the manifest says is in it."""
        check_files(self.folder, self.manifest, self._blocks(), lambda: summary(self.manifest, *self.columns(), self.values))

    def close(self) -> None:
        """Close the files."""
        for blocks in self._blocks():
            blocks.close()

    def _blocks(self) -> list[Blocks]:
        keys = [self.index.blocks] if isinstance(self.index, SortedKeys) else []
        return [*keys, self._values, self._distances]


def check_files(folder: Path, manifest: dict[str, Any], files: Iterable[Blocks], summed: Callable[[], dict[str, Any]]) -> None:
    """Raise SpecError where a file is not the one that was written, by its SHA-256, or holds something else than the manifest says.

    summed  gives what is in them as the manifest says it
    """
    for blocks in files:
        if blocks.sha256() != manifest["files"][blocks.path.name]["sha256"]:
            raise SpecError(f"{blocks.path} is damaged: its SHA-256 is another; {AGAIN}")
    told = summed()
    said = {name: manifest.get(name) for name in told}
    if "depths" in manifest:
        said["depths, together"], told["depths, together"] = sum(manifest["depths"]), told["states"]
    if wrong := next(_differences(said, told), None):
        raise SpecError(f"{folder / MANIFEST} says {wrong}: it is damaged; {AGAIN}")


def _differences(said: Any, found: Any, name: str = "") -> Iterator[str]:
    """What is said otherwise than it was found, with its name."""
    if isinstance(said, dict) and isinstance(found, dict) and said.keys() == found.keys():
        for key in found:
            yield from _differences(said[key], found[key], f"{name}.{key}" if name else key)
    elif isinstance(said, list) and isinstance(found, list) and len(said) == len(found):
        for at, one in enumerate(found):
            yield from _differences(said[at], one, f"{name}[{at}]")
    elif said != found:
        yield f"{name} {said}, and the files {found}"


def write(
    folder: Path, facts: dict[str, Any], worths: list[float], values: Array, distances: Array, threads: int = 1
) -> dict[str, Any]:  # fmt: skip
    """Write the files of a database, and what they are into `facts`, which it gives back; but no manifest, and no keys (`write_keys`).

    values, distances  of each state, by their places: the place among `worths`, or NONE; plies, or ENDLESS
    """
    numbered = facts["index"]["by"] == RANK
    finite = distances[distances != ENDLESS]
    kind = np.dtype("<u1" if finite.max(initial=0) < _BYTE else "<u2")
    distances = np.where(distances == ENDLESS, np.iinfo(kind).max, distances).astype(kind)
    values = np.where(values == NONE, len(worths), values).astype(np.uint8) if numbered else values
    write_blocks(folder / FILES[0], pieces(_in_two_bits(values) if len(worths) + numbered <= _FEW else values), threads)
    write_blocks(folder / FILES[1], pieces(distances), threads)
    names = FILES if numbered else (KEY_FILE, *FILES)
    summed = summary(facts, values, distances, worths)
    return {**facts, "values": worths, "distance_type": kind.str, **summed, "files": file_facts(folder, names)}


def file_facts(folder: Path, names: Iterable[str]) -> dict[str, Any]:
    """What the manifest says of each of these files."""
    return {name: {"bytes": (folder / name).stat().st_size, "sha256": sha256_of(folder / name)} for name in names}


def write_keys(folder: Path, how: str, fields: Fields, keys: Array) -> dict[str, Any]:
    """Write the keys of all states, in their order and packed as `fields` says; what the manifest says of them."""
    write_blocks(folder / KEY_FILE, _key_blocks(keys, keys_in_a_block(fields.words)))
    return {"by": KEYS, "how": how, "least": fields.least, "greatest": fields.greatest}


def summary(facts: dict[str, Any], values: Array, distances: Array, worths: list[float]) -> dict[str, Any]:
    """What the numbers of a database are, and what is counted of it, and of each tier where the game numbers its states; checksums.

    A checksum is the sum of a number for each state, made of its place and of its value or distance: it can be added up in any order.

    facts  what the manifest says besides: `index` and `by_tier`
    """
    further = ", or to the next action that leaves the tier" if facts["by_tier"] else ""
    told: dict[str, Any] = {"units": {"value": "utility to the player to move", "distance": f"plies to the end{further}"}}
    if facts["index"]["by"] == RANK:
        tiers = [slice(*ends) for ends in pairwise((0, *accumulate(facts["index"]["tiers"])))]
        told["tiers"] = [counts(values[tier], distances[tier], worths) for tier in tiers]
    sums = {"value_checksum": checksum(values), "distance_checksum": checksum(distances)}
    return {**told, **counts(values, distances, worths), **sums}


def counts(values: Array, distances: Array, worths: list[float]) -> dict[str, Any]:
    """States, wins, draws and losses of the player to move, the greatest distance, and how many states each value and distance has.

    `by_value` goes along the values; `by_distance` from 0 on, wins, draws and losses apart, without those that have no distance.
    """
    never, draw = np.iinfo(distances.dtype).max, worths.index(0.0)
    parts = [slice(first, first + _AT_ONCE) for first in range(0, len(values), _AT_ONCE)]
    greatest = max((int(distances[part][distances[part] != never].max(initial=0)) for part in parts), default=0)
    found: Array = np.zeros((len(worths), greatest + 2), dtype=np.int64)
    for part in parts:
        there = values[part] < len(worths)
        plies = np.minimum(distances[part][there], greatest + 1)  # the last column is for those that never end
        places = values[part][there].astype(np.int64) * found.shape[1] + plies
        found += np.bincount(places, minlength=found.size).reshape(found.shape)
    kinds = {"wins": found[draw + 1 :], "draws": found[draw : draw + 1], "losses": found[:draw]}
    return {
        "states": int(found.sum()),
        **{name: int(some.sum()) for name, some in kinds.items()},
        "greatest_distance": greatest,
        "by_value": found.sum(axis=1).tolist(),
        "by_distance": {name: np.trim_zeros(some[:, :-1].sum(axis=0), "b").tolist() for name, some in kinds.items()},
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


def pieces(numbers: Array) -> Iterator[bytes]:
    """Numbers as bytes, a block of them at a time."""
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
