"""The squares of Othello as sets: which discs a new one encloses, by arithmetic on all squares at once.

A board is kept as two sets of squares, row after row. A row always has eight places, so that a smaller board is the upper
left part of this one, and the same arithmetic serves all sizes:

     0  1  2  3  4  5  6  7     row 1, from a1 to h1
     8  9 10 11 12 13 14 15     row 2: a step to the right is 1, down 8,
     .  .  .  .  .  .  .  .     down-left 7, down-right 9
    56 57 58 59 60 61 62 63     row 8, from a8 to h8
"""

from __future__ import annotations

from typing import Final

from zermelo.bits import Bits
from zermelo.game import Game

ONWARD: Final = ((1, 0), (0, 1), (-1, 1), (1, 1))
"""The steps (right, down) to squares with greater numbers; the four others lead back."""
FILE_A: Final = 0x0101010101010101
"""The squares of the first file; times 2, those of the second; times 1 + 2, those of both."""
LAST: Final = Bits(1 << 63)


class Squares(Game):
    """A board of `size` x `size` squares, 4, 6 or 8, its named parts, and what a disc that is placed there turns."""

    def __init__(self, size: int) -> None:
        self.size, self.cells = size, size * size
        whole, ends, half = (1 << size) - 1, 1 | 1 << size - 1, (1 << size // 2) - 1
        self.board = self._in_every_row(whole)
        self.sides, self.inner = self._in_every_row(ends), self._in_every_row(whole & ~ends)
        self.top_and_bottom = Bits(whole | whole << 8 * (size - 1))
        edges = self.sides | self.top_and_bottom
        self.corners = self.sides & self.top_and_bottom
        self.c_squares, self.x_squares = self.around(self.corners) & edges & ~self.corners, self.around(self.corners) & ~edges
        quarter = self._in_every_row(half) & ((1 << 4 * size) - 1)
        self.quarters = (quarter, quarter << size // 2, quarter << 4 * size, quarter << 4 * size + size // 2)
        squares = range(64)
        self.rays = tuple(_signed(self._ray(s, sign * right, sign * down)) for s in squares for sign in (1, -1) for right, down in ONWARD)
        self.neighbours = tuple(_signed(int(self.around(Bits(1) << square & self.board))) for square in squares)

    def _in_every_row(self, row: int) -> Bits:
        return Bits(sum(row << 8 * number for number in range(self.size)))

    def _ray(self, square: int, right: int, down: int) -> int:
        """The squares from the one after `square` to the end of the board, in one direction."""
        column, row = square % 8 + right, square // 8 + down
        ray = 0
        while 0 <= column < self.size and 0 <= row < self.size:
            ray |= 1 << 8 * row + column
            column, row = column + right, row + down
        return ray

    def mobility(self, own: Bits, other: Bits) -> Bits:
        """The squares where the owner of `own` may place a disc: the empty ones that end a row of `other` begun by `own`."""
        inner = other & self.inner  # in all directions but up and down, rows in the outer files enclose nothing
        found = _ends(own, inner, 1) | _ends(own, other, 8) | _ends(own, inner, 7) | _ends(own, inner, 9)
        found = found | _ends_back(own, inner, 1) | _ends_back(own, other, 8) | _ends_back(own, inner, 7) | _ends_back(own, inner, 9)
        return found & self.empty(own, other)

    def turned(self, own: Bits, other: Bits, action: int) -> Bits:
        """The discs of `other` that turn when the owner of `own` places one on this empty square; none where that is not legal."""
        ray = (action & 63) * 8
        return (
            _along(own, other, Bits(self.rays[ray]), Bits(self.rays[ray + 4]))
            | _along(own, other, Bits(self.rays[ray + 1]), Bits(self.rays[ray + 5]))
            | _along(own, other, Bits(self.rays[ray + 2]), Bits(self.rays[ray + 6]))
            | _along(own, other, Bits(self.rays[ray + 3]), Bits(self.rays[ray + 7]))
        )

    def empty(self, own: Bits, other: Bits) -> Bits:
        """The empty squares."""
        return self.board & ~(own | other)

    def around(self, squares: Bits) -> Bits:
        """These squares and their neighbours."""
        wide = squares | (squares << 1 & ~FILE_A) | (squares & ~FILE_A) >> 1
        return (wide | wide << 8 | wide >> 8) & self.board


def _ends(own: Bits, through: Bits, step: int) -> Bits:
    """The squares after the end of a row of `through` that begins after a square of `own`, step by step upwards.

    A row between two others has at most six squares.
    """
    row = through & (own << step)
    row = row | (through & (row << step))
    row = row | (through & (row << step))
    row = row | (through & (row << step))
    row = row | (through & (row << step))
    row = row | (through & (row << step))
    return row << step


def _ends_back(own: Bits, through: Bits, step: int) -> Bits:
    """The same downwards."""
    row = through & (own >> step)
    row = row | (through & (row >> step))
    row = row | (through & (row >> step))
    row = row | (through & (row >> step))
    row = row | (through & (row >> step))
    row = row | (through & (row >> step))
    return row >> step


def _along(own: Bits, other: Bits, onward: Bits, back: Bits) -> Bits:
    """The discs of `other` that turn in one line, onward and back.

    They have no square in common. With `^` between them the compiler works out four lines at once each way; with `|` all eight
    ways look alike to it, and it takes a sixth more time for an endgame.
    """
    return _turned(own, other, onward) ^ _turned_back(own, other, back)


def _turned(own: Bits, other: Bits, ray: Bits) -> Bits:
    """The discs of `other` from the lowest square of the ray up to one of `own`; none if anything else comes first."""
    stop = ray & ~other
    end = stop & -stop & own
    return ray & (end - int(end != 0))


def _turned_back(own: Bits, other: Bits, ray: Bits) -> Bits:
    """The discs of `other` from the highest square of the ray down to one of `own`; none if anything else comes first."""
    stop = (ray & ~other) | 1  # not empty, so that the shift is by less than 64
    end = (LAST >> (63 - stop.highest())) & own & ray
    return ray & ~(end ^ (end - 1))


def _signed(word: int) -> int:
    """The 64 bits of a word as the number that compiled code keeps in a table."""
    return word - (1 << 64) if word >> 63 else word
