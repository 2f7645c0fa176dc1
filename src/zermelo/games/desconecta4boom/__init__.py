"""DESCONECTA-4 BOOM: the rules (rules.py, over board.py), the criteria that value a position (criteria.py), text and picture (text.py)."""

from zermelo.games.desconecta4boom.criteria import BEFORE_THE_END, EVALUATIONS, greatest_before_the_end
from zermelo.games.desconecta4boom.rules import DRAW, UNDECIDED, State
from zermelo.games.desconecta4boom.text import Text
from zermelo.units import Unit

__all__ = ["DRAW", "UNDECIDED", "Desconecta4Boom", "State"]


class Desconecta4Boom(Text):
    """DESCONECTA-4 BOOM with a bomb every `period` rounds, on 7 x 7 or any board that fits.

    Actions are numbered as the practice does: a column from 0 (PUT1) up, then BOOM. Utility: 1 a win, 0 a draw, -1 a
    loss. Boards have up to 64 cells, counted with the empty one on top of each column.

    >>> game = Desconecta4Boom()
    >>> state = game.read("0000000/0000000/0000000/0000000/0000000/0400000/1221501 2 6")
    >>> print(game.show(state))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X . . . . .
    x o o x O . x
    1 2 3 4 5 6 7
    round 6, player 2 (o) to move
    >>> game.write(game.result(state, game.parse(state, "BOOM")))
    '0000000/0000000/0000000/0000000/0000000/0000000/1401001 1 7'
    """

    evaluations = EVALUATIONS

    def __init__(self, period: int = 5, width: int = 7, height: int = 7) -> None:
        super().__init__(period, width, height)
        self.preset = BEFORE_THE_END
        self.scale = 1.0 / (1.0 + greatest_before_the_end(width, height))
        self.measured_in = Unit("point", size=self.scale, digits=0)

    def evaluate(self, state: State, player: int) -> float:
        """The preset of the practice, made so small that it lies between a loss and a win."""
        return self.scale * self.preset.value(self, state, player)

    def key(self, state: State) -> State:
        """The position as the rules see it: only the round modulo the period matters."""
        return State(state.own, state.other, state.bombs, state.ply % (2 * self.period), state.winner)
