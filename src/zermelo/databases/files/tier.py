"""The file of a tier: what each of its states is worth, and how far the end is, in blocks. A game without tiers is one tier.

    facts, values, ..., distances, ...

facts      as JSON: the values that there are in this tier, in how many bits a state says which of them is its own, the type of distances
values     of each state the place of its value among these; one more for an index that stands for no state
distances  of each state the plies to the end, the greatest number that there is room for where play never ends

The file says all that there is to say of its tier, and is the same whenever the tier is solved and whatever is found in others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.databases.files.blocks import BLOCK, Array, Blocks, damaged, write_blocks
from zermelo.databases.kernels import ENDLESS
from zermelo.errors import SpecError
from zermelo.forms import check_form, read_object

TIER_FILES: Final = "tier-*.zst"
FEW_BITS: Final = 2
ALL_BITS: Final = 8
"""Bits of a value where two can tell all of them apart, and where not."""
_BYTE: Final = 255
_CODES: Final = 1 << ALL_BITS
_FORM: Final = {"values": [float], "bits": frozenset({FEW_BITS, ALL_BITS}), "distance_type": frozenset({"|u1", "<u2"})}


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

    Raises SpecError for what is no whole file of such a tier, then and when a block is read.
    """

    def __init__(self, path: Path, states: int, size: int | None = None) -> None:
        self.blocks, self._states = Blocks(path, size), states
        self.facts = self._told()
        self.values: list[float] = self.facts["values"]
        self.value_bits: int = self.facts["bits"]
        self.distance_type = np.dtype(self.facts["distance_type"])
        self.distance_bits = 8 * self.distance_type.itemsize
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
        """The distances, in numbers of this type."""
        for block in range(self.distances_at, self.blocks.count):
            found = self.read(block)
            same = kind == self.distance_type
            yield found if same else _as_type(np.frombuffer(found, dtype=self.distance_type), self.never, kind).tobytes()

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
    facts = {"values": own, "bits": bits, "distance_type": kind.str, **(told or {})}

    def blocks() -> Iterator[bytes]:
        yield json.dumps(facts, separators=(",", ":")).encode()
        for part in _parts(values, 8 * BLOCK // bits):
            yield (codes[part] if bits == ALL_BITS else _in_two_bits(codes[part], min(len(own), 3))).tobytes()
        for part in _parts(distances, BLOCK // kind.itemsize):
            yield _as_type(part, ENDLESS, kind).tobytes()

    write_blocks(path, blocks(), threads)


def _parts(numbers: Array, each: int) -> Iterator[Array]:
    return (numbers[first : first + each] for first in range(0, len(numbers), each))


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
