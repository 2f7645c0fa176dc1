"""What an exchange on one square brings: both players take with their least valuable piece, and stop as soon as that is better.

Pieces behind others join in; that some are pinned is not asked.
"""

from __future__ import annotations

from typing import Final

from zermelo.bits import Bits
from zermelo.games.chess.board import left, right
from zermelo.games.chess.rules import QUEEN, ROOK, Rules, State

MOST: Final = 21
"""No more than this many take on a square: there is room for them in a word. In a game that was played half as many hardly ever do."""


class Exchange(Rules):
    """Static exchange evaluation."""

    def exchange(self, state: State, action: int) -> float:
        """What the action brings in pawns once nobody wants to take on its square any more; castling brings nothing."""
        start, end = Bits(1) << (action & 63), Bits(1) << (action >> 6 & 63)
        if end & state.own:
            return 0.0
        square = action >> 6 & 63
        passed = (end & state.passant) >> 8 if start & state.pawns else Bits(0)
        gone = end & state.other | passed
        gain, stands = self.worth_of(state, gone) if gone else 0, self.worth_of(state, start)
        if action >> 12:
            stands = self.worth_of_promotion(action >> 12)
            gain += stands - 1
        occupied = (state.own | state.other) & ~(start | passed) | end
        around_it = self.around(state, square, occupied)
        taken, count, own_turn = 0, 0, False  # half of what is taken on the way, which is odd, the last in the last three bits
        while count < MOST:
            ready = around_it & occupied & (state.own if own_turn else state.other)
            if not ready:
                break
            piece = self.least_of(state, ready)
            taken, count, stands = taken << 3 | stands >> 1, count + 1, self.worth_of(state, piece)
            occupied = occupied & ~piece
            around_it = around_it | self.sliders_to(square, occupied, state.straight, state.diagonal)
            own_turn = not own_turn
        won = 0  # by who takes last, then by the one before: nobody has to take
        for _ in range(count):
            won, taken = max(0, (taken & 7) * 2 + 1 - won), taken >> 3
        return float(gain - won)

    def around(self, state: State, square: int, occupied: Bits) -> Bits:
        """The pieces of both players that attack a square when these squares are occupied."""
        at = Bits(1) << square
        above, below = at << 8, at >> 8
        return (
            Bits(self.knight_steps[square]) & state.knights
            | Bits(self.king_steps[square]) & self.kings(state)
            | (left(above) | right(above)) & state.pawns & state.other
            | (left(below) | right(below)) & state.pawns & state.own
            | self.sliders_to(square, occupied, state.straight, state.diagonal)
        )

    def least_of(self, state: State, pieces: Bits) -> Bits:
        """One of the least valuable of these pieces."""
        least = pieces & state.pawns
        if not least:
            least = pieces & (state.knights | state.diagonal & ~state.straight)
        if not least:
            least = pieces & state.straight & ~state.diagonal
        if not least:
            least = pieces & state.straight
        if not least:
            least = pieces
        return least & -least

    def worth_of_promotion(self, piece: int) -> int:
        """What the piece is worth in pawns that a pawn becomes."""
        return 9 if piece == QUEEN else 5 if piece == ROOK else 3

    def worth_of(self, state: State, piece: Bits) -> int:
        """What a piece is worth in pawns; the king more than all that can be gained by it."""
        if piece & state.pawns:
            return 1
        if piece & state.straight:
            return 9 if piece & state.diagonal else 5
        return 3 if piece & (state.knights | state.diagonal) else 15
