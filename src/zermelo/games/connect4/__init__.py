"""Connect four: the rules (rules.py), what is known for searches (knowledge.py), text and picture (text.py)."""

from zermelo.games.connect4.knowledge import EVEN, ODD, OTHER, TO_MOVE, Knowledge
from zermelo.games.connect4.rules import State
from zermelo.games.connect4.text import Text

__all__ = ["EVEN", "ODD", "OTHER", "TO_MOVE", "ConnectFour", "State"]


class ConnectFour(Knowledge, Text):
    """Connect four on a board of `width` columns and `height` rows, won by `line` stones in a row.

    An action is the number of a column, 0 the leftmost; people call it 1. Boards have up to 64 cells, counted with the
    empty one on top of each column. Utility: 1 a win, 0 a draw, -1 a loss; with `score`, a win is worth the more the
    sooner it comes: one more than the stones that the winner has left, or would have if each player had half the cells.

    >>> game = ConnectFour()
    >>> print(game.show(game.played("4455")))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . o o . .
    . . . x x . .
    1 2 3 4 5 6 7
    x to move
    """
