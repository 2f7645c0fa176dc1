"""Draughts and checkers: rules.py, over moves.py, captures.py, board.py; knowledge.py for searches; text.py, notation.py for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from zermelo.game import Game
from zermelo.games.draughts.board import RULES, State
from zermelo.games.draughts.ending import CheckersEnding, as_endings
from zermelo.games.draughts.knowledge import Knowledge
from zermelo.games.draughts.text import Text

__all__ = ["RULES", "Checkers", "CheckersEnding", "Draughts", "State"]


class Draughts(Knowledge, Text):
    """Draughts by the `rules` "international" (10 x 10), "brazilian", "spanish" or "english" (8 x 8).

    Utility: 1 a win, 0 a draw, -1 a loss; who cannot move has lost. Moves and positions are written as PDN does.

    >>> game = Draughts()
    >>> state = game.played("32-28 19-23 28x19 14x23")
    >>> print(game.show(state))
      b   b   b   b   b  1-5
    b   b   b   b   b    6-10
      b   b   b   .   b  11-15
    b   b   b   .   b    16-20
      .   .   b   .   .  21-25
    .   .   .   .   .    26-30
      w   .   w   w   w  31-35
    w   w   w   w   w    36-40
      w   w   w   w   w  41-45
    w   w   w   w   w    46-50
    white to move
    >>> game.write(state)
    'W:W31,33-50:B1-13,15-18,20,23'
    """

    def plays_as(self, other: Game) -> Callable[[State], Iterable[tuple[State, int]]] | None:
        """Checkers as in an ending, until quiet moves draw the game."""
        if not isinstance(other, CheckersEnding) or self.rules != other.rules:
            return None
        return partial(as_endings, other.most, self._patience)


class Checkers(Draughts):
    """Checkers, or English draughts: `draughts("english")`. Black (MAX) begins, on the squares 1 to 12.

    >>> game = Checkers()
    >>> state = game.played("11-15 22-18 15x22 25x18")
    >>> print(game.show(state))
      b   b   b   b  1-4
    b   b   b   b    5-8
      b   b   .   b  9-12
    .   .   .   .    13-16
      .   w   .   .  17-20
    w   .   w   w    21-24
      .   w   w   w  25-28
    w   w   w   w    29-32
    black to move
    >>> game.write(state)
    'B:W18,21,23,24,26-32:B1-10,12'
    """

    def __init__(self) -> None:
        super().__init__("english")
