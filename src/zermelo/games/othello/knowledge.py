"""What Othello says to searches: an evaluation, an order, the last moves, symmetry."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor
from typing import Final

from zermelo.bits import Bits
from zermelo.games.othello.endings import MOST_EMPTY, last_moves
from zermelo.games.othello.evaluation import EVALUATIONS, Preset
from zermelo.games.othello.rules import PASS, State
from zermelo.games.othello.stable import Stability
from zermelo.units import Unit
from zermelo.wide import select

HALF: Final = 0xFFFFFFFF
"""The lower 32 bits of a word."""


class Knowledge(Stability):
    """Othello for those who search."""

    evaluations = EVALUATIONS
    endgame_plies = MOST_EMPTY
    measured_in = Unit("disc")

    def __init__(self, size: int = 8, empties_to_winner: bool = False) -> None:
        super().__init__(size, empties_to_winner)
        self.preset = Preset(self.cells)

    def evaluate(self, state: State, player: int) -> float:
        """An estimate of the utility, in discs: see evaluation.py."""
        return self.preset.value(self, state, player)

    def order(self, state: State, action: int, child: State) -> int:
        """Fastest first: a tenth for each answer that the opponent is left, one in a corner counted twice, on an X square half.

        And a fiftieth for each disc beside an empty square, the opponent's with a plus, and for each stable disc. The
        numbers were chosen for few nodes in endgames of self-play.
        """
        own, other, answers = child.other, child.own, child.moves
        open_ = self.around(self.empty(own, other))
        return (
            5 * (answers & self.x_squares).count()
            - 10 * answers.count()
            - 10 * (answers & self.corners).count()
            + 2 * (other & open_).count()
            - 2 * (own & open_).count()
            + 2 * self.stable(own, other).count()
            - (5 if action in self.c_squares else 0)
        )

    def playout(self, state: State, random_bits: int) -> int:
        """Any legal action, each as likely, without a list of them: that is what simulated games would spend most time on."""
        return select((state.moves,), (random_bits & HALF) * state.moves.count() >> 32) if state.moves else PASS

    def plies_left(self, state: State) -> int:
        """The empty squares, passes left out."""
        return self.empty(state.own, state.other).count()

    def bounds(self, state: State) -> tuple[float, float]:
        """Stable discs stay: with s of them, a player wins by 2 * s - cells at least, whoever gets what stays empty."""
        least = 2.0 * self.stable(state.own, state.other).count() - self.cells
        most = self.cells - 2.0 * self.stable(state.other, state.own).count()
        return least, most

    def endgame_value(self, state: State, alpha: float, beta: float) -> float:
        low, high = floor(max(alpha, -self.cells - 1.0)), ceil(min(beta, self.cells + 1.0))
        return float(last_moves(self, state.own, state.other, low, high))

    def key(self, state: State) -> tuple[Bits, Bits, int]:
        """The state without `moves`, which follow from the rest."""
        return state.own, state.other, state.player

    def symmetries(self, state: State) -> Iterable[State]:
        """The seven other ways to look at the board."""
        for way in range(1, 8):
            yield State(self._seen(state.own, way), self._seen(state.other, way), self._seen(state.moves, way), state.player)

    def _seen(self, squares: Bits, way: int) -> Bits:
        """The squares of the board turned upside down (1), left for right (2), rows for files (4), or a sum of these."""
        if way & 1:
            squares = _swapped(squares, 8, 0x00FF00FF00FF00FF)
            squares = _swapped(squares, 16, 0x0000FFFF0000FFFF)
            squares = _swapped(squares, 32, 0x00000000FFFFFFFF) >> 8 * (8 - self.size)
        if way & 2:
            squares = _swapped(squares, 1, 0x5555555555555555)
            squares = _swapped(squares, 2, 0x3333333333333333)
            squares = _swapped(squares, 4, 0x0F0F0F0F0F0F0F0F) >> (8 - self.size)
        if way & 4:
            squares = _swapped(squares, 7, 0x00AA00AA00AA00AA)
            squares = _swapped(squares, 14, 0x0000CCCC0000CCCC)
            squares = _swapped(squares, 28, 0x00000000F0F0F0F0)
        return squares


def _swapped(squares: Bits, step: int, lower: int) -> Bits:
    """The squares in `lower` and those `step` above them exchanged."""
    moved = (squares ^ squares >> step) & lower
    return squares ^ moved ^ moved << step
