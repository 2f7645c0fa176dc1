"""Discs that can never turn again."""

from __future__ import annotations

from typing import Final

from zermelo.bits import Bits
from zermelo.games.othello.board import FILE_A
from zermelo.games.othello.rules import Rules

TO_THE_RIGHT: Final = (~FILE_A, ~(3 * FILE_A), ~(15 * FILE_A))
"""Where a step of one, two and four files to the right can end; what a shift brings elsewhere has left its row."""
TO_THE_LEFT: Final = (127 * FILE_A, 63 * FILE_A, 15 * FILE_A)
UP_AND_DOWN: Final = (-1, -1, -1)


class Stability(Rules):
    """Othello, with what is stable on a board."""

    def stable(self, own: Bits, other: Bits) -> Bits:
        """Discs of `own` that can never turn again; none are looked for before one lies in a corner, so it is not all.

        A disc cannot turn along a line (row, file or diagonal) that is full, that ends with it, or where a stable disc of
        the same player is its neighbour. If that is so of all four of its lines, it is stable.
        """
        if not own & self.corners:
            return Bits(0)
        empty = self.empty(own, other)
        edges = self.sides | self.top_and_bottom
        row = self.sides | ~(_spread(empty, 1, TO_THE_RIGHT) | _spread_back(empty, 1, TO_THE_LEFT))
        file = self.top_and_bottom | ~(_spread(empty, 8, UP_AND_DOWN) | _spread_back(empty, 8, UP_AND_DOWN))
        falling = edges | ~(_spread(empty, 9, TO_THE_RIGHT) | _spread_back(empty, 9, TO_THE_LEFT))
        rising = edges | ~(_spread(empty, 7, TO_THE_LEFT) | _spread_back(empty, 7, TO_THE_RIGHT))
        stable = own & row & file & falling & rising
        while True:
            grown = (
                own
                & (row | stable << 1 | stable >> 1)
                & (file | stable << 8 | stable >> 8)
                & (falling | stable << 9 | stable >> 9)
                & (rising | stable << 7 | stable >> 7)
            )
            if grown == stable:
                return stable
            stable = grown


def _spread(squares: Bits, step: int, masks: tuple[int, int, int]) -> Bits:
    """These squares and all that follow, step by step upwards."""
    squares = squares | (squares << step & masks[0])
    squares = squares | (squares << 2 * step & masks[1])
    return squares | (squares << 4 * step & masks[2])


def _spread_back(squares: Bits, step: int, masks: tuple[int, int, int]) -> Bits:
    """The same downwards."""
    squares = squares | (squares >> step & masks[0])
    squares = squares | (squares >> 2 * step & masks[1])
    return squares | (squares >> 4 * step & masks[2])
