"""The board of DESCONECTA-4 BOOM: lines of four, what BOOM clears, and how the rest falls, by arithmetic on sets of cells.

A board is kept as sets of cells, column after column, each with an empty cell on top (7 x 7):

     7 15 23 31 39 47 55     always empty: it keeps a line from running out of one column into the next
     6 14 22 30 38 46 54     top row
     .  .  .  .  .  .  .     so a step up is 1, to the right height + 1,
     1  9 17 25 33 41 49     up-right height + 2, down-right height
     0  8 16 24 32 40 48     bottom row
"""

from __future__ import annotations

from zermelo.bits import Bits, runs, set_of
from zermelo.errors import SpecError
from zermelo.game import Game


class Cells(Game):
    """An upright board of `width` x `height` cells, with what stands and falls on it."""

    def __init__(self, width: int, height: int) -> None:
        if min(width, height) < 1 or width * (height + 1) > 64:
            raise SpecError(
                f"a board of {width} x {height} does not fit: with an empty cell on top of each column it has "
                f"{width * (height + 1)} cells, and at most 64 fit"
            )
        self.width, self.height = width, height
        self.stride = height + 1
        self.bottom = set_of(column * self.stride for column in range(width))
        self.board = self.bottom * ((1 << height) - 1)

    def lines(self, tokens: Bits) -> Bits:
        """The cells from which a line of four starts to the right, up, up-right or down-right."""
        across, up = self.stride, 1
        return runs(tokens, across, 4) | runs(tokens, up, 4) | runs(tokens, across + up, 4) | runs(tokens, across - up, 4)

    def comes_first(self, one: Bits, other: Bits) -> bool:
        """Whether the scan (rows from the bottom, cells from the left) meets a line of the one before any of the other."""
        for row in range(self.height):
            cells = self.bottom << row
            if (one | other) & cells:
                return (one & cells).lowest() < (other & cells).lowest()
        return False

    def cleared(self, own: Bits, bombs: Bits) -> Bits:
        """What BOOM takes from a player who has the tokens `own`: those in the row of the own bomb; without one, nothing."""
        if not own & bombs:
            return Bits(0)
        return own & (self.bottom << (own & bombs).lowest() % self.stride)

    def falling(self, gone: Bits) -> Bits:
        """The cells in which something may fall: from each cell of `gone`, which lie in one row, to the top of its column."""
        return (gone << self.height - gone.lowest() % self.stride) - gone

    def fallen(self, tokens: Bits, falling: Bits) -> Bits:
        """The tokens, those in the cells `falling` one row lower."""
        return (tokens & ~falling) | ((tokens & falling) >> 1)
