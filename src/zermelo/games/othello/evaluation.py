"""What makes an Othello position good: eight features, each apart, and the game's own evaluation, which weighs them.

"Own" is the player for whom a position is valued. Every feature is a difference, own and other exchanged for the sign, and
positive where it is usually good for the player.

The weights were fitted by least squares to the results, in discs, of 26,000 games of two equal players: 6 to 25 random
moves, then a search of 4 or 5 plies with the weights of the round before, and with the last 6 to 14 squares empty the
exact value. They hold for the numbers of empty squares in EMPTY, and in between in proportion.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from zermelo.games.othello.rules import State
from zermelo.games.othello.stable import Stability
from zermelo.hints import Evaluation
from zermelo.units import Unit

EMPTY: Final = (4, 12, 24, 36, 48)
WEIGHTS: Final = {
    "mobility": (1.23, 0.88, 0.46, 0.09, -0.11),
    "corner_moves": (2.79, 4.11, 5.75, 5.13, -0.06),
    "frontier": (0.36, 1.01, 1.36, 1.02, 0.48),
    "corners": (-0.24, 1.92, 4.94, 9.54, 12.25),
    "x_squares": (-1.51, -0.11, 2.67, 6.21, 14.38),
    "c_squares": (0.52, 0.78, 1.02, 3.82, 9.43),
    "stable": (1.02, 1.13, 1.67, 2.95, 5.18),
    "turn": (-0.72, -1.94, -2.02, -1.63, -0.89),
}
"""Discs a unit of each feature, by the number of empty squares; `turn` is what having to move is worth."""


class Feature(Evaluation):
    """A difference between the player to move and the other, `lead`, seen from either side."""

    def lead(self, game: Stability, state: State) -> int:
        """The difference, for the player to move."""
        raise NotImplementedError(f"{type(self).__name__} does not define `lead(self, game, state)`")

    def value(self, game: Stability, state: State, player: int) -> float:
        lead = self.lead(game, state)
        return float(lead if player == state.player else -lead)


class Mobility(Feature):
    """The squares where the player can place a disc less those where the opponent could, were it their turn."""

    measured_in = Unit("move")

    def lead(self, game: Stability, state: State) -> int:
        return state.moves.count() - game.mobility(state.other, state.own).count()


class CornerMoves(Feature):
    """Mobility in the corners."""

    measured_in = Unit("move")

    def lead(self, game: Stability, state: State) -> int:
        return (state.moves & game.corners).count() - (game.mobility(state.other, state.own) & game.corners).count()


class Frontier(Feature):
    """The opponent's discs beside an empty square less the own ones: where such discs are, the other side can move."""

    measured_in = Unit("disc")

    def lead(self, game: Stability, state: State) -> int:
        open_ = game.around(game.empty(state.own, state.other))
        return (state.other & open_).count() - (state.own & open_).count()


class Corners(Feature):
    """The own discs in corners less the opponent's."""

    measured_in = Unit("corner")

    def lead(self, game: Stability, state: State) -> int:
        return (state.own & game.corners).count() - (state.other & game.corners).count()


class XSquares(Feature):
    """The opponent's discs diagonally before an empty corner (b2 for a1), which they may lose, less the own ones."""

    measured_in = Unit("disc")

    def lead(self, game: Stability, state: State) -> int:
        squares = game.around(game.empty(state.own, state.other) & game.corners) & game.x_squares
        return (state.other & squares).count() - (state.own & squares).count()


class CSquares(Feature):
    """The opponent's discs on the edge beside an empty corner (a2 and b1 for a1) less the own ones."""

    measured_in = Unit("disc")

    def lead(self, game: Stability, state: State) -> int:
        squares = game.around(game.empty(state.own, state.other) & game.corners) & game.c_squares
        return (state.other & squares).count() - (state.own & squares).count()


class Stable(Feature):
    """The own discs that can never turn again, as far as `Stability.stable` sees, less the opponent's."""

    measured_in = Unit("disc")

    def lead(self, game: Stability, state: State) -> int:
        return game.stable(state.own, state.other).count() - game.stable(state.other, state.own).count()


class Discs(Feature):
    """The own discs less the opponent's: what counts at the end, and misleads before."""

    measured_in = Unit("disc")

    def lead(self, game: Stability, state: State) -> int:
        return state.own.count() - state.other.count()


class Preset(Evaluation):
    """The game's own evaluation: the features of WEIGHTS, weighed, and what it is worth to be on turn; in discs.

    The sum of the features above, each set of squares made once. Less than a win of all `cells` discs.
    """

    def __init__(self, cells: int) -> None:
        self.most, self.features = cells - 1.0, len(WEIGHTS)
        self.weights = tuple(weight for empty in range(cells + 1) for weight in weights_at(empty))
        """Those for no empty square, those for one, and so on."""

    def value(self, game: Stability, state: State, player: int) -> float:
        own, other = state.own, state.other
        empty = game.empty(own, other)
        answers = game.mobility(other, own)
        corners, open_ = empty & game.corners, game.around(empty)
        x_squares, c_squares = game.around(corners) & game.x_squares, game.around(corners) & game.c_squares
        first = self.features * empty.count()
        value = (
            self.weights[first] * (state.moves.count() - answers.count())
            + self.weights[first + 1] * ((state.moves & corners).count() - (answers & corners).count())
            + self.weights[first + 2] * ((other & open_).count() - (own & open_).count())
            + self.weights[first + 3] * ((own & game.corners).count() - (other & game.corners).count())
            + self.weights[first + 4] * ((other & x_squares).count() - (own & x_squares).count())
            + self.weights[first + 5] * ((other & c_squares).count() - (own & c_squares).count())
            + self.weights[first + 6] * (game.stable(own, other).count() - game.stable(other, own).count())
            + self.weights[first + 7]
        )
        value = max(-self.most, min(self.most, value))
        return value if player == state.player else -value


def weights_at(empty: int) -> tuple[float, ...]:
    """The weights of all features with this many empty squares, in the order of WEIGHTS."""
    place = min(max(empty, EMPTY[0]), EMPTY[-1])
    upper = next(index for index in range(1, len(EMPTY)) if place <= EMPTY[index])
    share = (place - EMPTY[upper - 1]) / (EMPTY[upper] - EMPTY[upper - 1])
    return tuple((1 - share) * weights[upper - 1] + share * weights[upper] for weights in WEIGHTS.values())


EVALUATIONS: Final[Mapping[str, Evaluation]] = MappingProxyType(
    {
        "mobility": Mobility(),
        "corner_moves": CornerMoves(),
        "frontier": Frontier(),
        "corners": Corners(),
        "x_squares": XSquares(),
        "c_squares": CSquares(),
        "stable": Stable(),
        "discs": Discs(),
    }
)
"""The features by name."""
