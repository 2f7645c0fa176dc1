"""A database on disk: what every state of a game is worth, and how far the end is, looked up by the state.

manifest.json    what it is of, and what its files should be
keys.zst         the packed keys of all states in their order; a game that numbers its states has no such file
tier-N.zst       of each state of a tier what it is worth, and how far the end is (see tier.py); tier-0.zst, where there are no tiers

The file of a tier is opened when it is asked for: some of them, with the manifest, serve those who ask for no others.
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
from zermelo.databases.files.blocks import AGAIN, BLOCK, LARGE, Array, Blocks, check_size, damaged, sha256_of, write_blocks
from zermelo.databases.files.laid_out import Column
from zermelo.databases.files.tier import Tier, bits_of, tier_name, write_tier
from zermelo.databases.kernels import ENDLESS
from zermelo.databases.keys import NUMBERS, Fields, Keys
from zermelo.errors import SpecError
from zermelo.game import Game, State
from zermelo.search import lookup
from zermelo.search.known import Worth, scored
from zermelo.search.lookup import Rows
from zermelo.tiers import tier_sizes
from zermelo.words import SEED, STIR

FORMAT: Final = 12
"""The version of the files."""
MANIFEST: Final = "manifest.json"
KEYS: Final = "keys"
RANK: Final = "rank"
"""How the place of a state is found: among sorted keys, or by the game itself."""
KEY_FILE: Final = "keys.zst"
_BYTE: Final = 255
_AT_ONCE: Final = 1 << 20
"""States that are counted at once."""
_CACHED_KEYS: Final = 512
_CACHED: Final = 2048
"""Blocks of keys, and of tiers, that are kept in memory, 32 MiB of each."""
_REMEMBERED: Final = 4096
"""States of which it is remembered what they are worth: a line that is looked at is gone through again and again."""
_ROOM: Final = 4
"""Where all are laid out for kernels, tiers begin with a multiple of this many states: with a byte of their own."""
_OPEN: Final = 64
"""Files of tiers that are open at once."""
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
        self._last = -(-self.size // self._each)  # behind the blocks of keys there is one of the first key of each
        self.blocks.check_count(self._last + 1)
        firsts = np.frombuffer(self.blocks.read(self._last, self._last * self.key_bytes), dtype="<i8")
        self._firsts = _in_python(firsts.reshape(-1, self.fields.words))
        self._decoded = lru_cache(_CACHED_KEYS)(lambda block: _searched(self._read(block)))

    def _read(self, block: int) -> Array:
        """The packed keys in a block."""
        count = min(self._each, self.size - block * self._each)
        return decoded(self.blocks.read(block, count * self.key_bytes), self.fields.words)

    @property
    def width(self) -> int:
        """How many numbers the longest of the keys has."""
        return len(self.fields.least)

    @property
    def tagged(self) -> bool:
        """Whether before each value in a key stands what it is (see `zermelo.words.tagged_numbers`)."""
        return self.keys.how != NUMBERS

    @property
    def key_bytes(self) -> int:
        """Bytes that a packed key takes."""
        return 8 * self.fields.words

    def pieces(self) -> Iterator[Array]:
        """All keys, packed, in their order, one block after the other."""
        for block in range(self._last):
            yield np.ascontiguousarray(self._read(block))

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


def remembering(find: Callable[[State], Worth | None]) -> Callable[[State], Worth | None]:
    """The same function of a state, which remembers what it gave for those that it was asked for last, where they can be hashed."""
    remembered = lru_cache(_REMEMBERED)(find)

    def found(state: State) -> Worth | None:
        try:
            return remembered(state)
        except TypeError:
            return find(state)

    return found


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
        self._scored = scored(game, self.values)
        self.endless: bool = manifest["endless"]
        self.by_tier: bool = manifest["by_tier"]
        self.numbered = manifest["index"]["by"] == RANK
        self.index: SortedKeys | Ranks = Ranks(game, manifest) if self.numbered else SortedKeys(folder, game, manifest)
        self.count = self.index.size
        self.first_tier: int = manifest["index"].get("first_tier", 0)
        if self.numbered:
            self._check_tiers(manifest["index"]["tiers"])
        self._begins = self.index.begins if isinstance(self.index, Ranks) else (0, self.count)
        self._files: dict[str, dict[str, Any]] = manifest["files"]
        for name, facts in self._files.items():
            if (folder / name).exists():
                check_size(folder / name, (folder / name).stat().st_size, facts["bytes"])
        self._tier = lru_cache(_OPEN)(self._opened)
        self._block = lru_cache(_CACHED)(lambda tier, block: self._tier(tier).read(block))
        self._worth = lru_cache(_REMEMBERED)(self._told)
        self._remembered = remembering(self._found)
        self._rows: dict[bool, Rows | None] = {}

    def _check_tiers(self, said: list[int]) -> None:
        """Raise SpecError where the manifest says of other tiers than the game has."""
        sizes = tier_sizes(self.game)
        if [*sizes[self.first_tier :]] != said[self.first_tier :] or len(sizes) != len(said):
            raise contradicted(self.folder, f"index.tiers {said}, and the game has {[*sizes]}")

    def number(self, state: State) -> int | None:
        """The place of a state among all; None where it is not there."""
        found = self.index.number(state)
        return None if found is None or (self.numbered and self.worth(found) is None) else found

    def state(self, number: int) -> State:
        """What the game gives for this place, where it numbers its states; it may be `possible` in no game."""
        assert isinstance(self.index, Ranks)
        return self.index.state(number)

    def find(self, state: State) -> Worth | None:
        """What a state is worth to its player to move; None where it is not there."""
        return self._remembered(state)

    def _found(self, state: State) -> Worth | None:
        number = self.index.number(state)
        return None if number is None else self.worth(number)

    def worth(self, number: int) -> Worth | None:
        """What the state of this number is worth; None where the place stands for none."""
        tier, place = self._place(number)
        file = self._tier(tier)
        block, at = divmod(place, file.values_in_a_block)
        codes = self._block(tier, 1 + block)
        code = file.code(codes, at)
        if code >= len(file.values):
            return None
        block, at = divmod(place + file.away(codes, at, code), file.distances_in_a_block)
        distance = file.distance(self._block(tier, file.distances_at + block), at)
        return self._worth(file.values[code], None if distance == file.never else distance)

    def _told(self, value: float, distance: int | None) -> Worth:
        return Worth(value, distance, endless=distance is None, by_tier=self.by_tier, scored=self._scored)

    def _place(self, number: int) -> tuple[int, int]:
        """The tier of the state of this number, and its place in that."""
        tier = bisect_right(self._begins, number) - 1
        return tier, number - self._begins[tier]

    def _opened(self, tier: int) -> Tier:
        name = tier_name(tier)
        found = Tier(self.folder / name, self._begins[tier + 1] - self._begins[tier], self._files[name]["bytes"])
        if not {*found.values} <= {*self.values} or (found.distance_type.itemsize > 1 and self.manifest["greatest_distance"] < _BYTE):
            raise contradicted(self.folder, f"values {self.values} and greatest_distance, and there are others in {name}")
        return found

    def _tiers(self) -> Iterator[Tier]:
        """The files of all tiers in which there are states, one after the other."""
        return (self._opened(tier) for tier, (first, last) in enumerate(pairwise(self._begins)) if first < last)

    def columns(self) -> tuple[Array, Array]:
        """All values, as places among `values`, one more where no state stands; and all distances, ENDLESS where play never ends."""
        values, distances = np.empty(self.count, dtype=np.uint8), np.empty(self.count, dtype=np.uint16)
        at = 0
        for file in self._tiers():
            there = file.columns(self.values, len(self.values))
            own = slice(at, at + len(there[0]))
            values[own], distances[own] = there
            at = own.stop
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
        none, kind = len(self.values), np.dtype("<u1" if self.manifest["greatest_distance"] < _BYTE else "<u2")
        bits = bits_of(none + self.numbered)
        told = {lookup.VALUE_BITS: bits, lookup.DISTANCE_BITS: 8 * kind.itemsize}
        rooms = [-(-(last - first) // _ROOM) * _ROOM for first, last in pairwise(self._begins)]  # so that tiers begin with whole bytes
        begins = (0, *accumulate(rooms))
        values = (file.value_blocks(self.values, none, bits) for file in self._tiers())
        columns = [Column(lookup.VALUES_AT, begins[-1] * bits // 8, _filled(values, _ROOM * bits // 8, none))]
        if distances:
            plies = (file.distance_blocks(kind) for file in self._tiers())
            columns.append(Column(lookup.DISTANCES_AT, begins[-1] * kind.itemsize, _filled(plies, _ROOM * kind.itemsize, 0)))
        if isinstance(self.index, Ranks):
            return laid_out.by_rank(str(self.folder), begins, told, self.values, columns)
        keys = Column(lookup.KEYS_AT, self.count * self.index.key_bytes, self.index.pieces())
        told[lookup.TAGGED] = int(self.index.tagged)
        return laid_out.by_key(str(self.folder), self.index.fields, self.count, told, self.values, [keys, *columns])

    def check_files(self) -> None:
        """Raise SpecError where a file is not the one that was written: by its SHA-256, and what the manifest says is in it."""
        check_files(self.folder, self.manifest, lambda: summary(self.manifest, *self.columns(), self.values))

    def close(self) -> None:
        """Close the files."""
        self._block.cache_clear()
        self._tier.cache_clear()
        if isinstance(self.index, SortedKeys):
            self.index.blocks.close()


def check_files(folder: Path, manifest: dict[str, Any], summed: Callable[[], dict[str, Any]]) -> None:
    """Raise SpecError where a file is not the one that was written, by its SHA-256, or holds something else than the manifest says.

    summed  gives what is in them as the manifest says it
    """
    for name, facts in manifest["files"].items():
        if sha256_of(folder / name) != facts["sha256"]:
            raise damaged(folder / name, "its SHA-256 is another")
    told = summed()
    said = {name: manifest.get(name) for name in told}
    if "depths" in manifest:
        said["depths, together"], told["depths, together"] = sum(manifest["depths"]), told["states"]
    if wrong := next(_differences(said, told), None):
        raise contradicted(folder, wrong)


def contradicted(folder: Path, wrong: str) -> SpecError:
    """The error for a manifest that says otherwise than the files of the folder, or the rules."""
    return SpecError(f"{folder / MANIFEST} says {wrong}: it is damaged; {AGAIN}")


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


def write(folder: Path, facts: dict[str, Any], worths: list[float], values: Array, distances: Array) -> dict[str, Any]:
    """Write the files of all tiers, and give what the manifest says (see `described`)."""
    for tier, own in _tiers(facts, len(values)):
        write_tier(folder / tier_name(tier), worths, values[own], distances[own])
    return described(folder, facts, worths, values, distances)


def described(folder: Path, facts: dict[str, Any], worths: list[float], values: Array, distances: Array) -> dict[str, Any]:
    """What the manifest says of a database whose files are there, beside `facts`.

    values, distances  of each state, by their places: the place among `worths`, or a greater number where there is none; plies, or ENDLESS
    """
    names = [tier_name(tier) for tier, _ in _tiers(facts, len(values))]
    if facts["index"]["by"] == KEYS:
        names.insert(0, KEY_FILE)
    summed = summary(facts, np.minimum(values, np.uint8(len(worths))), distances, worths)
    return {**facts, "values": worths, **summed, "files": file_facts(folder, names)}


def _tiers(facts: dict[str, Any], count: int) -> Iterator[tuple[int, slice]]:
    """The tiers in which there are states, and where these are among all of them."""
    sizes = facts["index"]["tiers"] if facts["index"]["by"] == RANK else [count]
    return ((tier, slice(*ends)) for tier, ends in enumerate(pairwise((0, *accumulate(sizes)))) if ends[0] < ends[1])


def _filled(tiers: Iterable[Iterable[bytes]], each: int, byte: int) -> Iterator[bytes]:
    """The bytes of tiers, one after the other, each filled up with others to a multiple of `each`."""
    for pieces in tiers:
        size = 0
        for piece in pieces:
            size += len(piece)
            yield piece
        yield bytes([byte]) * (-size % each)


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
        tiers = pairwise((0, *accumulate(facts["index"]["tiers"])))
        told["tiers"] = [counts(values[first:last], distances[first:last], worths) for first, last in tiers]
    return {**told, **counts(values, distances, worths)}


def counts(values: Array, distances: Array, worths: list[float]) -> dict[str, Any]:
    """States, wins, draws and losses of the player to move, the greatest distance, how many states each value and distance has; checksums.

    `by_value` goes along the values; `by_distance` from 0 on, wins, draws and losses apart, without those that have no distance.
    """
    draw = worths.index(0.0)
    parts = [slice(first, first + _AT_ONCE) for first in range(0, len(values), _AT_ONCE)]
    greatest = max((int(distances[part][distances[part] != ENDLESS].max(initial=0)) for part in parts), default=0)
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


def pieces(numbers: Array) -> Iterator[bytes]:
    """Numbers as bytes, a large block of them at a time."""
    each = LARGE // numbers.itemsize
    for first in range(0, len(numbers), each):
        yield numbers[first : first + each].tobytes()


class _Rows(Sequence[tuple[int, ...]]):
    """Keys of more than one word, those that are asked for as Python compares them."""

    def __init__(self, keys: Array) -> None:
        self._keys = keys

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, place: Any) -> Any:
        return tuple(self._keys[place].tolist())


def _searched(keys: Array) -> Sequence[Any]:
    """Packed keys among which one is looked for: of no others are numbers of Python made."""
    return keys.reshape(-1).data if keys.shape[1] == 1 else _Rows(keys)


def _in_python(keys: Array) -> Sequence[Any]:
    """Packed keys as Python finds one of them soonest."""
    return array("q", keys.tobytes()) if keys.shape[1] == 1 else list(map(tuple, keys.tolist()))


def keys_in_a_block(words: int) -> int:
    """How many keys a block holds."""
    return max(1, LARGE // (8 * words))


def encoded(keys: Array) -> bytes:
    """Keys in their order as bytes: each less the one before, the first bytes of all, then the second ones."""
    steps = np.diff(keys, axis=0, prepend=np.zeros((1, keys.shape[1]), dtype=np.int64))
    return np.ascontiguousarray(steps.astype("<i8").view(np.uint8).T).tobytes()


def decoded(block: bytes, words: int) -> Array:
    """The keys of such a block."""
    count = len(block) // (8 * words)
    parts, none = np.frombuffer(block, dtype=np.uint8).reshape(8 * words, count), bytes(count - 1)
    rows = np.zeros((count, 8 * words), dtype=np.uint8)
    rows[0] = parts[:, 0]
    for byte, part in enumerate(parts):
        if block[byte * count + 1 : (byte + 1) * count] != none:  # as the most are
            rows[:, byte] = part
    steps = rows.view("<i8")
    return np.cumsum(steps, axis=0, out=steps)
