"""The file in which the net of the chess evaluation is kept (net.py).

Two lines of text, then the numbers of the rows, two bytes each, packed by zlib:

    zermelo chess net
    {"sha256": "...", "units": 32, ... what else is to be known of them}

The digest is of the numbers as they are packed.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.files import read_whole
from zermelo.games.chess.net import LANE, LANES, PLACES, UNITS, WORDS, ZERO, Row

SHIPPED: Final = Path(__file__).with_name("chess.net")
"""The net that comes with the package; its second line says by which command it was made."""
TITLE: Final = b"zermelo chess net\n"
NUMBERS: Final = (PLACES + 1) * UNITS
GREATEST: Final = ZERO // 33
"""The greatest number of a row: 32 pieces and the constant cannot add up to more than a unit has room for."""
_LAYOUT: Final = f"<{NUMBERS}h"
_MOST_BYTES: Final = 1 << 20


def packed(numbers: Sequence[int], facts: Mapping[str, Any]) -> bytes:
    """The contents of a file with these numbers, row after row, and with what else is to be known of them."""
    contents = zlib.compress(struct.pack(_LAYOUT, *numbers), 9)
    head = {**facts, "units": UNITS, "sha256": hashlib.sha256(contents).hexdigest()}
    return TITLE + json.dumps(head, sort_keys=True).encode() + b"\n" + contents


def numbers_in(name: str | Path) -> tuple[int, ...]:
    """The numbers in a file. Raises SpecError, which says what is wrong with it."""
    contents = read_whole(name, _MOST_BYTES)
    if not contents.startswith(TITLE):
        raise SpecError(f"{name} holds no net of chess; `zermelo learn chess --net --out FILE` makes one")
    line, _, rest = contents[len(TITLE) :].partition(b"\n")
    try:
        head = json.loads(line)
        whole = hashlib.sha256(rest).hexdigest() == head["sha256"]
        units = head["units"]
        if units == UNITS and whole:
            numbers = struct.unpack(_LAYOUT, zlib.decompressobj().decompress(rest, 2 * NUMBERS + 1))
    except (ValueError, KeyError, TypeError, struct.error, zlib.error):
        raise SpecError(f"{name} is damaged; learn the net anew, or take a copy") from None
    if not whole:
        raise SpecError(f"{name} is damaged: its numbers are not those that were written; learn them anew, or take a copy")
    if units != UNITS:
        raise SpecError(f"{name} holds a net of {units} units; this one has {UNITS}")
    if max(map(abs, numbers)) > GREATEST:
        raise SpecError(f"{name} holds a number greater than {GREATEST}, for which there is no room; learn the net anew")
    return numbers


def rows(numbers: Sequence[int]) -> tuple[Row, ...]:
    """The rows from which the evaluation reads these numbers."""
    words = [sum(number << LANE * lane for lane, number in enumerate(numbers[at : at + LANES])) for at in range(0, NUMBERS, LANES)]
    words[-WORDS:] = [word + sum(ZERO << LANE * lane for lane in range(LANES)) for word in words[-WORDS:]]
    return tuple(Row(*words[at : at + WORDS]) for at in range(0, len(words), WORDS))


def shipped() -> tuple[int, ...]:
    """The numbers of the net that comes with the package; where it is not there, those of one that says nothing."""
    return numbers_in(SHIPPED) if SHIPPED.exists() else (0,) * NUMBERS
