"""The squares of chess as sets, and what pieces attack: on the board as the player to move sees it.

Own pawns always go up: after each move the board is turned upside down, so that one set of rules serves both players. Files stay
where they are:

    rank 8   56 57 58 59 60 61 62 63     the other's first rank
    rank 7   48 49 50 51 52 53 54 55     a step up is 8, to the right 1
     ...
    rank 1    0  1  2  3  4  5  6  7     one's own first rank, from file a to file h

Bishops, rooks and queens slide along lines until something stands in their way. How far, one subtraction says for a line at a
time, from the nearest piece above the square and the nearest below: the *obstruction difference* (G. Isenberg).
"""

from __future__ import annotations

from typing import Final

from zermelo.bits import Bits, set_of
from zermelo.game import Game
from zermelo.wide import signed

FILE_A: Final = 0x0101010101010101
FILE_H: Final = FILE_A << 7
FIRST_RANK: Final = 0xFF
THIRD_RANK: Final = FIRST_RANK << 16
LAST_RANK: Final = FIRST_RANK << 56
KNIGHT_STEPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING_STEPS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
UPWARD: Final = ((0, 1), (1, 0), (1, 1), (-1, 1))
"""The steps (right, up) of the four lines through a square, file, rank and two diagonals, that lead to greater squares."""


class Squares(Game):
    """The lines of the board, and the sets of squares that pieces attack."""

    def __init__(self) -> None:
        squares = range(64)
        self.knight_steps = tuple(signed(_steps(square, KNIGHT_STEPS)) for square in squares)
        self.king_steps = tuple(signed(_steps(square, KING_STEPS)) for square in squares)
        self.rays = tuple(signed(_ray(s, sign * right, sign * up)) for s in squares for right, up in UPWARD for sign in (-1, 1))
        self.crosses = tuple(signed(_star(square, KING_STEPS[::2])) for square in squares)
        self.diagonals = tuple(signed(_star(square, KING_STEPS[1::2])) for square in squares)

    def rook_attacks(self, square: int, occupied: Bits) -> Bits:
        """The squares that a rook attacks, the first piece in each direction included."""
        return self._along(8 * square, occupied) | self._along(8 * square + 2, occupied)

    def bishop_attacks(self, square: int, occupied: Bits) -> Bits:
        """The squares that a bishop attacks."""
        return self._along(8 * square + 4, occupied) | self._along(8 * square + 6, occupied)

    def rank_attacks(self, square: int, occupied: Bits) -> Bits:
        """The squares that a rook attacks on its rank."""
        return self._along(8 * square + 2, occupied)

    def sliders_to(self, square: int, occupied: Bits, straight: Bits, diagonal: Bits) -> Bits:
        """Which of these sliders attack a square when these squares are occupied; mostly a look at the lines says that none does."""
        found, straight, diagonal = Bits(0), straight & self.crosses[square], diagonal & self.diagonals[square]
        if straight:
            found = straight & self.rook_attacks(square, occupied)
        if diagonal:
            found = found | diagonal & self.bishop_attacks(square, occupied)
        return found

    def between(self, one: int, other: int) -> Bits:
        """The squares between two that share a line."""
        here, there = Bits(1) << one, Bits(1) << other
        if one in Bits(self.crosses[other]):
            return self.rook_attacks(one, there) & self.rook_attacks(other, here)
        return self.bishop_attacks(one, there) & self.bishop_attacks(other, here)

    def _along(self, ray: int, occupied: Bits) -> Bits:
        """The squares that are seen from a square along the line whose two rays, downward and upward, begin at this place.

        From the nearest piece below (or square 0) on, all bits are set; twice the nearest piece above takes those beyond it away.
        """
        down, up = Bits(self.rays[ray]), Bits(self.rays[ray + 1])
        below, above = down & occupied | 1, up & occupied
        return (down | up) & (2 * (above & -above) - (Bits(1) << below.highest()))


def turned(squares: Bits) -> Bits:
    """The same squares on the board turned upside down: rank 1 for rank 8."""
    squares = (squares & 0x00FF00FF00FF00FF) << 8 | squares >> 8 & 0x00FF00FF00FF00FF
    squares = (squares & 0x0000FFFF0000FFFF) << 16 | squares >> 16 & 0x0000FFFF0000FFFF
    return squares << 32 | squares >> 32


def mirrored(squares: Bits) -> Bits:
    """The same squares in a mirror: file a for file h."""
    squares = (squares & 0x5555555555555555) << 1 | squares >> 1 & 0x5555555555555555
    squares = (squares & 0x3333333333333333) << 2 | squares >> 2 & 0x3333333333333333
    return (squares & 0x0F0F0F0F0F0F0F0F) << 4 | squares >> 4 & 0x0F0F0F0F0F0F0F0F


def transposed(squares: Bits) -> Bits:
    """The same squares with files for ranks: mirrored along the diagonal from a1 to h8."""
    off = (squares ^ squares << 28) & 0x0F0F0F0F00000000
    squares = squares ^ off ^ off >> 28
    off = (squares ^ squares << 14) & 0x3333000033330000
    squares = squares ^ off ^ off >> 14
    off = (squares ^ squares << 7) & 0x5500550055005500
    return squares ^ off ^ off >> 7


def right(squares: Bits) -> Bits:
    """The squares one file to the right."""
    return squares << 1 & ~FILE_A


def left(squares: Bits) -> Bits:
    """The squares one file to the left."""
    return squares >> 1 & ~FILE_H


def around(squares: Bits) -> Bits:
    """The squares and their neighbours."""
    wide = squares | right(squares) | left(squares)
    return wide | wide << 8 | wide >> 8


def knight_jumps(squares: Bits) -> Bits:
    """The squares that knights on these attack."""
    one, two = right(squares) | left(squares), right(right(squares)) | left(left(squares))
    return one << 16 | one >> 16 | two << 8 | two >> 8


def slides(straight: Bits, diagonal: Bits, free: Bits) -> Bits:
    """The squares that sliders attack, all at once, where the squares `free` do not stop them."""
    from_left, from_right = free & ~FILE_A, free & ~FILE_H
    ranks = right(_risen(straight, from_left, 1)) | left(_fallen(straight, from_right, 1))
    files = _risen(straight, free, 8) << 8 | _fallen(straight, free, 8) >> 8
    rising = right(_risen(diagonal, from_left, 9)) << 8 | left(_fallen(diagonal, from_right, 9)) >> 8
    falling = left(_risen(diagonal, from_right, 7)) << 8 | right(_fallen(diagonal, from_left, 7)) >> 8
    return ranks | files | rising | falling


def _risen(squares: Bits, free: Bits, step: int) -> Bits:
    """The squares, and the free ones that follow them without a gap, each `step` above the last: a doubling at a time."""
    squares = squares | free & squares << step
    free = free & free << step
    squares = squares | free & squares << 2 * step
    free = free & free << 2 * step
    return squares | free & squares << 4 * step


def _fallen(squares: Bits, free: Bits, step: int) -> Bits:
    """The same downwards."""
    squares = squares | free & squares >> step
    free = free & free >> step
    squares = squares | free & squares >> 2 * step
    free = free & free >> 2 * step
    return squares | free & squares >> 4 * step


def _steps(square: int, steps: tuple[tuple[int, int], ...]) -> Bits:
    found = ((square % 8 + right, square // 8 + up) for right, up in steps)
    return set_of(8 * rank + file for file, rank in found if 0 <= file < 8 and 0 <= rank < 8)


def _ray(square: int, right: int, up: int) -> Bits:
    return set_of(member for far in range(1, 8) for member in _steps(square, ((far * right, far * up),)))


def _star(square: int, steps: tuple[tuple[int, int], ...]) -> Bits:
    """All squares that lie in these directions."""
    return set_of(member for right, up in steps for member in _ray(square, right, up))
