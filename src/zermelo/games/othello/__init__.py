"""Othello: the rules (rules.py, over board.py), what is known for searches (knowledge.py, over the others), text and picture (text.py)."""

from zermelo.games.othello.knowledge import Knowledge
from zermelo.games.othello.rules import PASS, SIZES, State
from zermelo.games.othello.text import Text

__all__ = ["PASS", "SIZES", "Othello", "State"]


class Othello(Knowledge, Text):
    """Othello on a board of `size` x `size` squares: 4, 6 or 8. Black (MAX, x) begins.

    An action is the number of a square (see the top of board.py), or PASS. Utility: the own discs less the other's. In tournaments and
    in published endgames the winner gets the squares that stay empty, too: that is `empties_to_winner=True`. The
    published value of the 4x4 board counts discs only.

    >>> game = Othello()
    >>> print(game.show(game.played("f5d6c3")))
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . x . . . . .
    4 . . . x x . . .
    5 . . . o x x . .
    6 . . . o . . . .
    7 . . . . . . . .
    8 . . . . . . . .
    x 5, o 2; o to move
    """
