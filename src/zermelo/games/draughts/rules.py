"""The rules of draughts: international, Brazilian, Spanish and English, which board.py tells apart, with the numbers of squares.

1. Men step one square diagonally forward, kings in all four ways; a king that flies goes any distance (not in English).
2. Pieces capture by jumping over one of the other's to an empty square behind it, and on from there if they can. One must
   capture; in some kinds of draughts as many as possible, or as many kings, and backwards with men, too.
3. A man that comes to rest on the far row is crowned.
4. The player who cannot move has lost. Moves of kings without a capture are counted, and too many of them draw the game; in endings
   of few pieces against one king fewer do.

Which moves there are is worked out in moves.py, over captures.py.
"""

from __future__ import annotations

from zermelo.bits import Bits
from zermelo.game import MAX
from zermelo.games.draughts.board import State
from zermelo.games.draughts.moves import Moves

LONG_ENDING, SHORT_ENDING = 32, 10
"""Plies that an ending of three pieces against a king, and one of two or one, may last."""


class Rules(Moves):
    """What a move does, and how the game ends (see `zermelo.games.draughts.Draughts`); `actions` are in moves.py."""

    # The rules

    def initial(self) -> State:
        return State(self._armies[0], self._armies[1], Bits(0), MAX, 0)

    def to_move(self, state: State) -> int:
        return state.player

    def result(self, state: State, action: int) -> State:
        start, end = Bits(1) << (action & 63), Bits(1) << (action >> 6 & 63)
        captured = Bits(action >> 12) << self._near
        own, other = state.own ^ start | end, state.other & ~captured
        kings = state.kings & ~(captured | start)
        by_king = bool(state.kings & start)
        if by_king or end & (self._homes[1] if state.player == MAX else self._homes[0]):
            kings = kings | end
        quiet = state.quiet + 1 if by_king and not captured and self._patience > 0 else 0
        if self._endings and kings:
            quiet = self._counted(state, own, other, kings, quiet)
        return State(other, own, kings, 1 - state.player, quiet)

    def _counted(self, state: State, own: Bits, other: Bits, kings: Bits, quiet: int) -> int:
        """`quiet` after a move from `state`, if it would be that without the endings that are limited."""
        begun = self._begun(own, other, kings)
        if begun == 0:
            return quiet
        return max(begun, state.quiet + 1 if self._begun(state.own, state.other, state.kings) > 0 else 0)

    def _begun(self, own: Bits, other: Bits, kings: Bits) -> int:
        """The number that `quiet` begins with in an ending that is limited; else 0."""
        if self._endings and (own | other).count() <= 4:
            one, more = (own, other) if own.count() <= other.count() else (other, own)
            if one.count() == 1 and one & kings and more & kings:
                return self._patience - (LONG_ENDING if more.count() == 3 else SHORT_ENDING)
        return 0

    def is_terminal(self, state: State) -> bool:
        return 0 < self._patience <= state.quiet or not self._can_move(state)

    def utility(self, state: State, player: int) -> int:
        if self._can_move(state):
            return 0
        return -1 if player == state.player else 1
