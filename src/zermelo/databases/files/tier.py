"""The file of a tier: what each of its states is worth, and how far the end is, in blocks. A game without tiers is one tier.

    facts, values, ..., distances, ...

facts      as JSON: the values that there are in this tier, in how many bits a state says which of them is its own, the type of distances,
           and whether these are grouped
values     of each state the place of its value among these; one more for an index that stands for no state
distances  of each state the plies to the end, the greatest number that there is room for where play never ends. Grouped: of each run of
           1,024 states, those of the least value first, and so on, each in their order, as they are alike and take less room so

The file says all that there is to say of its tier, and is the same whenever the tier is solved and whatever is found in others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.databases.files.blocks import BLOCK, Array, Blocks, damaged, packed_size, write_blocks
from zermelo.databases.kernels import ENDLESS
from zermelo.errors import SpecError
from zermelo.forms import check_form, read_object

TIER_FILES: Final = "tier-*.zst"
FEW_BITS: Final = 2
ALL_BITS: Final = 8
"""Bits of a value where two can tell all of them apart, and where not."""
RUN: Final = 1 << 10
"""States whose distances are grouped by value."""
_ONES: Final = int("01" * RUN, 2)
_BYTE: Final = 255
_CODES: Final = 1 << ALL_BITS
_FORM: Final = {"values": [float], "bits": frozenset({FEW_BITS, ALL_BITS}), "distance_type": frozenset({"|u1", "<u2"}), "grouped": bool}


def tier_name(tier: int) -> str:
    """The name of the file of a tier."""
    return TIER_FILES.replace("*", str(tier))


def bits_of(values: int) -> int:
    """In how many bits a state says which of so many values is its own."""
    return FEW_BITS if values <= 1 << FEW_BITS else ALL_BITS


class Tier:
    """The file of a tier, to be read.

    states  how many indices there are in the tier
    size    how many bytes the file should have, where that is known

    facts          what the first block says
    values         the values that there are, from the least to the greatest
    value_bits     of each state
    distance_type  of each state
    distances_at   the block with which distances begin; values do with block 1
    values_in_a_block, distances_in_a_block  how many there are at most

    Raises SpecError for what is no whole file of such a tier, then and when a block is read.
    """

    def __init__(self, path: Path, states: int, size: int | None = None) -> None:
        self.blocks, self._states = Blocks(path, size), states
        self.facts = self._told()
        self.values: list[float] = self.facts["values"]
        self.value_bits: int = self.facts["bits"]
        self.distance_type = np.dtype(self.facts["distance_type"])
        self.distance_bits = 8 * self.distance_type.itemsize
        self.values_in_a_block, self.distances_in_a_block = 8 * BLOCK // self.value_bits, 8 * BLOCK // self.distance_bits
        self.never = int(np.iinfo(self.distance_type).max)
        self.distances_at = 1 + -(-states * self.value_bits // (8 * BLOCK))
        self.blocks.check_count(self.distances_at + -(-states * self.distance_bits // (8 * BLOCK)))

    def _told(self) -> dict[str, Any]:
        """The facts, in the form that they should have."""
        try:
            told = read_object(self.blocks.read(0))
            check_form(told, _FORM)
            if len(told["values"]) > 1 << told["bits"]:
                raise ValueError("there are more values than bits tell apart")
        except ValueError as error:
            raise error if isinstance(error, SpecError) else damaged(self.blocks.path, f"in its first block {error}") from None
        return told

    def read(self, block: int) -> bytes:
        """A block of values or of distances."""
        first, bits = (1, self.value_bits) if block < self.distances_at else (self.distances_at, self.distance_bits)
        return self.blocks.read(block, min(BLOCK, -(-self._states * bits // 8) - (block - first) * BLOCK))

    def code(self, block: bytes, at: int) -> int:
        """The place among the values of the one that is so far behind the first of a block."""
        return block[at] if self.value_bits == ALL_BITS else block[at >> 2] >> (at & 3) * FEW_BITS & 3

    def distance(self, block: bytes, at: int) -> int:
        """The distance that is so far behind the first of a block."""
        return block[at] if self.distance_bits == 8 else block[2 * at] | block[2 * at + 1] << 8

    def away(self, block: bytes, at: int, code: int) -> int:
        """How far from its own place the distance of a state stands, of which a block has the value, and which of the values it is."""
        if not self.facts["grouped"]:
            return 0
        first = at % RUN
        begin = at - first
        if self.value_bits == ALL_BITS:
            run = block[begin : begin + RUN]
            return run.translate(_less(code)).count(1) + run[:first].count(code) - first
        some = block[begin // 4 : (begin + RUN) // 4]
        codes = int.from_bytes(some, "little")
        lesser = sum(_equal(codes, 4 * len(some), one) for one in range(code))
        return lesser + _equal(codes & (1 << FEW_BITS * first) - 1, first, code) - first

    def _codes(self, values: bytes, at: int, count: int) -> Array:
        """So many places among the values, from this one of a block on."""
        if self.value_bits == ALL_BITS:
            return np.frombuffer(values, np.uint8, count, at)
        return _unpacked(np.frombuffer(values, np.uint8, -(-count // 4), at // 4))[:count]

    def _in_order(self, codes: Array, distances: Array) -> Array:
        """Distances of whole runs, in the order of their states."""
        if not self.facts["grouped"]:
            return distances
        made = np.empty_like(distances)
        made[_by_value(codes)] = distances
        return made

    def value_blocks(self, worths: Sequence[float], none: int, bits: int) -> Iterator[bytes]:
        """The values as places among `worths`, and `none` where no state stands, each of so many bits."""
        codes = np.full(_CODES, none, dtype=np.uint8)
        codes[: len(self.values)] = [worths.index(value) for value in self.values]
        table = (codes if bits == ALL_BITS else _in_two_bits(codes[_unpacked(np.arange(_CODES, dtype=np.uint8))])).tobytes()
        for block in range(1, self.distances_at):
            found = self.read(block)
            if bits > self.value_bits:
                found = _unpacked(np.frombuffer(found, dtype=np.uint8)).tobytes()
            yield found.translate(table)

    def distance_blocks(self, kind: Any) -> Iterator[bytes]:
        """The distances, in their order, in numbers of this type."""
        for block in range(self.distances_at, self.blocks.count):
            found = np.frombuffer(self.read(block), dtype=self.distance_type)
            if self.facts["grouped"]:
                values, at = divmod((block - self.distances_at) * self.distances_in_a_block, self.values_in_a_block)
                found = self._in_order(self._codes(self.read(1 + values), at, len(found)), found)
            yield (found if kind == self.distance_type else _as_type(found, self.never, kind)).tobytes()

    def columns(self, worths: Sequence[float], none: int) -> tuple[Array, Array]:
        """All values, as places among `worths`, `none` where no state stands; and all distances, ENDLESS where play never ends."""
        values = np.frombuffer(b"".join(self.value_blocks(worths, none, ALL_BITS)), dtype=np.uint8)
        distances = np.frombuffer(b"".join(self.distance_blocks(np.dtype("<u2"))), dtype=np.uint16)
        return values[: self._states], distances


def write_tier(
    path: Path, worths: Sequence[float], values: Array, distances: Array, told: dict[str, Any] | None = None, threads: int = 1
) -> None:
    """Write the file of a tier, compressed by so many threads.

    values, distances  of each state the place among `worths`, or a greater number where there is none; plies, or ENDLESS
    told               what the facts say besides
    """
    there, greatest = np.zeros(_CODES, dtype=np.bool_), 0
    for first in range(0, len(values), BLOCK):
        part = distances[first : first + BLOCK]
        there[values[first : first + BLOCK]] = True
        greatest = max(greatest, int(part[part != ENDLESS].max(initial=0)))
    own = [worth for code, worth in enumerate(worths) if there[code]]
    bits, kind = bits_of(len(own) + bool(there[len(worths) :].any())), np.dtype("<u1" if greatest < _BYTE else "<u2")
    codes = np.full(_CODES, len(own), dtype=np.uint8)
    codes[np.flatnonzero(there[: len(worths)])] = np.arange(len(own))
    parts = _parts(len(values), BLOCK // kind.itemsize)
    middle = parts[len(parts) // 2]
    grouped = _are_less_grouped(codes[values[middle]], _as_type(distances[middle], ENDLESS, kind))
    facts = {"values": own, "bits": bits, "distance_type": kind.str, "grouped": grouped, **(told or {})}

    def blocks() -> Iterator[bytes]:
        yield json.dumps(facts, separators=(",", ":")).encode()
        for part in _parts(len(values), 8 * BLOCK // bits):
            some = codes[values[part]]
            yield (some if bits == ALL_BITS else _in_two_bits(some, min(len(own), 3))).tobytes()
        for part in parts:
            plies = _as_type(distances[part], ENDLESS, kind)
            yield (plies[_by_value(codes[values[part]])] if grouped else plies).tobytes()

    write_blocks(path, blocks(), threads)


@cache
def _less(code: int) -> bytes:
    """Of each byte whether it is less than this one."""
    return bytes(one < code for one in range(_CODES))


def _equal(codes: int, count: int, code: int) -> int:
    """How many of so many codes of two bits are this one."""
    ones = _ONES & (1 << FEW_BITS * count) - 1
    others = codes ^ code * ones
    return count - ((others | others >> 1) & ones).bit_count()


def _parts(count: int, each: int) -> list[slice]:
    return [slice(first, first + each) for first in range(0, count, each)]


def _by_value(codes: Array) -> Array:
    """The places of states, run by run, those of the least value first, and of one value in their order."""
    whole = len(codes) // RUN * RUN
    runs = np.argsort(codes[:whole].reshape(-1, RUN), axis=1, kind="stable") + np.arange(0, whole, RUN)[:, None]
    return np.concatenate([runs.reshape(-1), whole + np.argsort(codes[whole:], kind="stable")])


def _are_less_grouped(codes: Array, distances: Array) -> bool:
    """Whether these distances take less room where they are grouped."""
    return packed_size(distances[_by_value(codes)].tobytes()) < packed_size(distances.tobytes())


def _as_type(distances: Array, never: int, kind: Any) -> Array:
    """Distances of another type, the greatest number of which says that play never ends, as `never` does here."""
    made = distances.astype(kind)
    made[distances == never] = np.iinfo(kind).max
    return made


def _in_two_bits(values: Array, last: int = 0) -> Array:
    """Four values a byte, the first in the lowest bits; the last byte is filled up with another one."""
    wide = np.full(-(-len(values) // 4) * 4, last, dtype=np.uint8)
    wide[: len(values)] = values
    four = wide.reshape(-1, 4)
    packed: Array = four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6
    return packed


def _unpacked(packed: Array) -> Array:
    """The same turned round."""
    return (packed[:, None] >> np.array([0, 2, 4, 6], dtype=np.uint8) & 3).reshape(-1)
