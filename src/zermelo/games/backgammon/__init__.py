"""Backgammon.

rules.py   the rules, over plays.py and men.py
evaluation.py, net.py, weights.py   a network that judges
text.py    text and picture, over notation.py and hand.py
"""

from zermelo.games.backgammon.evaluation import Learned, Pips
from zermelo.games.backgammon.men import OPENING, State
from zermelo.games.backgammon.text import Text
from zermelo.games.backgammon.weights import shipped
from zermelo.hints import Evaluation

__all__ = ["Backgammon", "Learned", "Pips"]


class Backgammon(Text):
    """Backgammon, judged by a network that has learned it. White is MAX; the dice say who begins.

    The rules are at the top of rules.py. `weights` is a file of weights for the network, else it has those of the package.

    At CHANCE an action is a roll, 10 * higher die + lower die; the opening roll is 10 * white's die + black's. A player's
    action is a whole play: up to four places from which a man makes a step, five bits each from the lowest, the higher
    die first unless `LOW_FIRST` is added; 0 passes. Plays that lead to the same position are given once.

    >>> game = Backgammon()
    >>> state = game.result(game.initial(), game.parse(game.initial(), "6-5"))
    >>> state = game.result(state, game.parse(state, "24/13"))
    >>> print(game.show(state))
     12 11 10  9  8  7 |   |  6  5  4  3  2  1
      x           o    |   |  o              x
      x           o    |   |  o
      x           o    |   |  o
      x                |   |  o
      6                |   |  o
    <BLANKLINE>
      o                |   |  x
      o                |   |  x
      o           x    |   |  x
      o           x    |   |  x              o
      o           x    |   |  x              o
     13 14 15 16 17 18 |   | 19 20 21 22 23 24
    black rolls; pips: white 156, black 167
    >>> game.write(state)
    '4HPwAyDgc/ABMA black rolls'
    """

    evaluations = {"pips": Pips()}  # noqa: RUF012  a fact of the game, which never changes

    def __init__(self, weights: str = "") -> None:
        self.weights = weights
        self.judge: Evaluation = Learned(weights) if weights or shipped() is not None else Pips()
        self.measured_in = self.judge.measured_in

    def evaluate(self, state: State, player: int) -> float:
        """The points that a player will win on average, as a network has learned it; without its weights the lead in pips.

        Always before the roll: dice that are thrown already do not count. So a search that ends with a roll says what the one
        that ends before it says, with 21 times the leaves: look an odd number of plies ahead of a play, an even one of a roll.
        """
        if state.dice == OPENING:
            return 0.0
        return self.judge.value(self, state, player)
