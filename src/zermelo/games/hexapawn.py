"""Hexapawn (Martin Gardner, Scientific American, March 1962): the pawns of chess alone, a full row a side."""

from __future__ import annotations

from zermelo.errors import SpecError
from zermelo.games.pawns import Pawns, State


class Hexapawn(Pawns):
    """Hexapawn on a board of `width` columns and `height` rows, at most 64 cells. White (MAX) begins.

    A pawn steps one cell forward if it is empty, or captures one cell diagonally forward. Who reaches the far row
    wins; who is to move and cannot, loses. Utility: 1 a win, -1 a loss.

    >>> game = Hexapawn()
    >>> state = game.result(game.initial(), game.parse(game.initial(), "b1-b2"))
    >>> [game.name(state, action) for action in game.actions(state)]
    ['a3-a2', 'a3xb2', 'c3xb2', 'c3-c2']
    """

    def __init__(self, width: int = 3, height: int = 3) -> None:
        if not (width >= 1 and height >= 3 and width * height <= 64):
            raise SpecError(
                f"a board of {width} x {height} does not fit: it needs 1 to 21 columns, 3 rows or more, and at most 64 cells in all"
            )
        self.width, self.height = width, height
        empty = "." * width + "/"
        self._lay_out(width, height, "b" * width + "/" + empty * (height - 2) + "w" * width)

    def utility(self, state: State, player: int) -> int:
        if self.has_won(state, player):
            return 1
        if self.has_won(state, 1 - player):
            return -1
        return -1 if player == state.player else 1
