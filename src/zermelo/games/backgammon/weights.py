"""The file in which the weights of the backgammon network are kept.

Two lines of text, then the weights, packed by zlib:

    zermelo backgammon weights
    {"bits": 16, "contact": 96, "marks": 405, "race": 32, "sha256": "...", ... what else is to be known of them}

The digest is of the weights as they are packed. Sixteen bits a weight are enough to play by, 32 to go on learning.
"""

from __future__ import annotations

import functools
import hashlib
import json
import struct
import zlib
from array import array
from pathlib import Path
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.files import read_whole
from zermelo.games.backgammon.net import CONTACT_UNITS, MARKS, RACE_UNITS, WEIGHTS

SHIPPED: Final = Path(__file__).with_name("backgammon.weights")
"""The weights that come with the package; its second line says by which command they were made."""
TITLE: Final = b"zermelo backgammon weights\n"
SHAPE: Final = {"contact": CONTACT_UNITS, "marks": MARKS, "race": RACE_UNITS}
_LETTERS: Final = {16: "e", 32: "f"}
_MOST_BYTES: Final = 8 << 20


def packed(weights: array[float], bits: int, facts: dict[str, Any]) -> bytes:
    """The contents of a file with these weights, of 16 or 32 bits each, and with what else is to be known of them."""
    contents = zlib.compress(struct.pack(f"<{WEIGHTS}{_LETTERS[bits]}", *weights), 9)
    head = {**facts, **SHAPE, "bits": bits, "sha256": hashlib.sha256(contents).hexdigest()}
    return TITLE + json.dumps(head, sort_keys=True).encode() + b"\n" + contents


def unpacked(name: str, contents: bytes) -> tuple[array[float], dict[str, Any]]:
    """The weights in the contents of a file called `name`, and what is known of them. Raises SpecError, which says what is wrong."""
    if not contents.startswith(TITLE):
        raise SpecError(f"{name} holds no weights of backgammon; `zermelo learn backgammon --out FILE` makes some")
    line, _, rest = contents[len(TITLE) :].partition(b"\n")
    try:
        head = json.loads(line)
        whole = hashlib.sha256(rest).hexdigest() == head["sha256"]
        shape = {part: head[part] for part in SHAPE}
        letter = _LETTERS[head["bits"]]
    except (ValueError, KeyError, TypeError):
        raise SpecError(f"{name} is damaged: its second line cannot be read; learn the weights anew, or take a copy") from None
    if not whole:
        raise SpecError(f"{name} is damaged: its weights are not those that were written; learn them anew, or take a copy")
    if shape != SHAPE:
        raise SpecError(f"{name} holds weights of another network, {_told(shape)}; this one has {_told(SHAPE)}")
    try:
        numbers = struct.unpack(f"<{WEIGHTS}{letter}", zlib.decompressobj().decompress(rest, _MOST_BYTES))
    except (struct.error, zlib.error):
        raise SpecError(f"{name} is damaged: it does not hold {WEIGHTS} weights of {head['bits']} bits; learn them anew") from None
    return array("f", numbers), head


def _told(shape: dict[str, Any]) -> str:
    return f"{shape['marks']} marks, {shape['contact']} and {shape['race']} units"


def weights_in(name: str) -> tuple[array[float], dict[str, Any]]:
    """The same of a file. Raises SpecError too where it cannot be read."""
    return unpacked(name, read_whole(name, _MOST_BYTES))


@functools.cache
def shipped() -> array[float] | None:
    """The weights that come with the package; None where they are not there."""
    return weights_in(str(SHIPPED))[0] if SHIPPED.exists() else None
