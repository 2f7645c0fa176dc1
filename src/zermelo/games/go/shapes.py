"""Shapes of 3 x 3 points in go in whose middle a stone is often good: hane, cuts, connections at the border.

The shapes are those that S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in Monte-Carlo
go" (2006), draw for MoGo, and a few more of the kind. Each counts turned, mirrored and with the colours exchanged.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import product
from typing import Final

SHAPES: Final = (
    ("XOX", "...", "???"),  # hane around a stone
    ("XO.", "...", "?.?"),  # hane at the side of one
    ("XO?", "X..", "o.?"),  # hane at the end of two
    (".O.", "X..", "..."),  # a shoulder
    ("XO?", "O.x", "?x?"),  # a cut that nothing protects
    ("XO?", "O.X", "???"),  # a cut that is peeped at
    ("?X?", "O.O", "xxx"),  # a cut between two
    ("OX?", "x.O", "???"),  # a cut through a knight's move
    ("X.?", "O.?", "###"),  # chasing along the border
    ("OX?", "X.O", "###"),  # a cut at the border
    ("?X?", "o.O", "###"),  # a connection at the border
    ("?XO", "o.o", "###"),  # going down to the border
    ("?OX", "X.O", "###"),  # a stone thrown in
)
"""X and O are the two colours, . an empty point, # off the board, ? anything, x anything but X, o anything but O."""
EMPTY, OWN, OTHER, OFF = 0, 1, 2, 3
MEANS: Final = {"X": (OWN,), "O": (OTHER,), ".": (EMPTY,), "#": (OFF,), "?": (0, 1, 2, 3), "x": (0, 2, 3), "o": (0, 1, 3)}
RING: Final = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
"""The neighbours of a point, corners too, row by row: their numbers are those of the bits of an index."""


@functools.cache
def shape_table() -> tuple[int, ...]:
    """Whether the neighbours of a point make one of the shapes, as bits of signed words, to look up at

    the neighbours that are one's own or off the board | those that are the other's or off the board << 8
    """
    words = [0] * (1 << 10)
    for shape in SHAPES:
        for view in _views("".join(shape)):
            for marks in product(*(MEANS[mark] for place, mark in enumerate(view) if place != 4)):
                index = sum((mark & 1) << place | (mark >> 1) << place + 8 for place, mark in enumerate(marks))
                words[index >> 6] |= 1 << (index & 63)
    return tuple(word - (1 << 64) if word >> 63 else word for word in words)


def _views(shape: str) -> Iterator[str]:
    """The shape turned, mirrored and with the colours exchanged."""
    for colours in (shape, shape.translate(str.maketrans("XOxo", "OXox"))):
        seen = colours
        for _ in range(4):
            seen = "".join(seen[3 * (2 - column) + row] for row in range(3) for column in range(3))
            yield seen
            yield seen[6:] + seen[3:6] + seen[:3]
