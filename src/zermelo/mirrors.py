"""Boards in mirrors, for `Game.symmetries`: alike interpreted and compiled.

A mirror exchanges cells in pairs. The pairs whose cells are equally far apart are exchanged at once, by a few operations on whole words (a
delta swap: D. E. Knuth, The Art of Computer Programming 4A, 2011, section 7.1.3).

>>> from zermelo.bits import Bits, set_of
>>> left_for_right = mirror([2, 1, 0, 5, 4, 3])
>>> [*mirrored(set_of([0, 1, 3]), left_for_right)]
[1, 2, 5]

Two sets of up to 32 cells each, as the stones of two players, go together in one word, the second one HALF above the first.

>>> own, other = set_of([0, 1]), set_of([2])
>>> [([*(board & FIRST)], [*(board >> HALF)]) for board in images(own | other << HALF, mirrors_of_square(3))][:3]
[([6, 7], [8]), ([1, 2], [0]), ([7, 8], [6])]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits, set_of

HALF: Final = 32
"""How far the second of two sets in one word lies above the first."""
FIRST: Final = Bits((1 << HALF) - 1)
"""The part of the word in which the first one lies."""


class Mirror(NamedTuple):
    """The distances of the cells that are exchanged, and for each the lower cell of every pair."""

    apart: tuple[int, ...]
    lower: tuple[Bits, ...]


Mirrors = tuple[Mirror, Mirror, Mirror]
"""Those of a board that looks alike from four sides: upside down, left for right, and rows for columns."""


def mirror(image: Iterable[int]) -> Mirror:
    """The mirror in which the cells 0, 1, ... go to these. Not for compiled code."""
    pairs = [(cell, to) for cell, to in enumerate(image) if cell < to]
    apart = sorted({to - cell for cell, to in pairs})
    return Mirror((*apart,), tuple(set_of(cell for cell, to in pairs if to - cell == distance) for distance in apart))


def mirror_of_two(image: Iterable[int]) -> Mirror:
    """The same mirror for two sets in one word. Not for compiled code."""
    once = [*image]
    return mirror([*once, *range(len(once), HALF), *(HALF + to for to in once)])


def mirrors_of_square(size: int) -> Mirrors:
    """Those of a square board whose cells are numbered along the rows, for two sets in one word. Not for compiled code."""
    cells = [divmod(cell, size) for cell in range(size * size)]
    return (
        mirror_of_two(size * (size - 1 - row) + column for row, column in cells),
        mirror_of_two(size * row + size - 1 - column for row, column in cells),
        mirror_of_two(size * column + row for row, column in cells),
    )


def mirrored(cells: Bits, seen_in: Mirror) -> Bits:
    """Where these cells are in a mirror."""
    for number in range(len(seen_in.apart)):
        changed = (cells ^ cells >> seen_in.apart[number]) & seen_in.lower[number]
        cells = cells ^ changed ^ changed << seen_in.apart[number]
    return cells


def images(cells: Bits, mirrors: Mirrors) -> Iterable[Bits]:
    """The seven turns and mirror images of a board that looks alike from four sides."""
    rows, columns, diagonal = mirrors
    upside_down, left_for_right = mirrored(cells, rows), mirrored(cells, columns)
    turned = mirrored(upside_down, columns)
    yield upside_down
    yield left_for_right
    yield turned
    yield mirrored(cells, diagonal)
    yield mirrored(upside_down, diagonal)
    yield mirrored(left_for_right, diagonal)
    yield mirrored(turned, diagonal)
