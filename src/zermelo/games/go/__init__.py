"""Go: the rules (rules.py, over points.py), what is known for searches (knowledge.py), text and picture (text.py)."""

from zermelo.games.go.knowledge import Knowledge
from zermelo.games.go.text import Text

__all__ = ["Go"]


class Go(Knowledge, Text):
    """Go on `size` x `size` points, 2 to 19. Black (MAX, x) begins.

    An action is the number of a point (see the top of rules.py), or the pass. People call points by column and row, D4,
    the columns without I, row 1 below.

    komi     points that White is given at the end: unless given, 7.5 from 9 x 9 on, and 0 on smaller boards
    scoring  "win": utility 1 to the winner, -1 to the loser, 0 where a whole komi makes a tie; "margin": the points by
             which the player leads
    suicide  whether a chain may fill its own last liberty, as the rules above have it; most others do not

    >>> game = Go(5)
    >>> state = game.read("...../..x../.xox./...../..... x - 0")
    >>> print(game.show(game.result(state, game.parse(state, "C2"))))
       A B C D E
     5 . . . . .
     4 . . x . .
     3 . x . x .
     2 . . x . .
     1 . . . . .
    o to move
    """
