"""DESCONECTA-4 BOOM: connect four turned round (a line of four *loses*), with a bomb that clears the own tokens of its row.

1. A turn is a PUT, which lets a token fall into a column, or, for a player with a live bomb on the board, a BOOM.
2. In every fifth round (`period`) a PUT drops a bomb, if the player has none. A bomb is a token of its owner.
3. BOOM removes the own bomb and all own tokens of its row; what stands above them falls by one row.
4. After that a line of four or more loses the game for its owner. Where BOOM makes lines of both, the first one decides,
   rows from the bottom, cells from the left: so the game has no mirror symmetry.
5. A full board without a line is a draw.

The practice that invented the game: University of Granada, 2018-19.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.errors import SpecError
from zermelo.games.desconecta4boom.board import Cells

UNDECIDED: Final = -1
DRAW: Final = 2


class State(NamedTuple):
    """A position, seen by the player to move. Its cells are numbered as board.py shows.

    own, other   the tokens of the player to move and of the other one, bombs among them
    bombs        the live bombs of both, at most one each
    ply          turns since the first round began: 2 * (round - 1), and 1 more if the second player is to move
    winner       MAX, MIN, DRAW, or UNDECIDED while the game goes on
    """

    own: Bits
    other: Bits
    bombs: Bits
    ply: int
    winner: int


class Rules(Cells):
    """What falls, what is cleared, who has lost (see `zermelo.games.desconecta4boom.Desconecta4Boom`)."""

    utility_range = (-1.0, 1.0)
    max_actions = 33  # the widest board that fits has 32 columns; and BOOM

    def __init__(self, period: int = 5, width: int = 7, height: int = 7) -> None:
        if period < 1:
            raise SpecError(f"a period of {period} is not possible; bombs come every 1, 2, 3 ... rounds")
        super().__init__(width, height)
        self.period, self.boom = period, width

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), Bits(0), 0, UNDECIDED)

    def to_move(self, state: State) -> int:
        return state.ply & 1

    def actions(self, state: State) -> Iterable[int]:
        occupied = state.own | state.other
        for column in range(self.width):
            if self.stride * column + self.height - 1 not in occupied:
                yield column
        if state.bombs & state.own:
            yield self.boom

    def result(self, state: State, action: int) -> State:
        return self._boom(state) if action == self.boom else self._put(state, action)

    def is_terminal(self, state: State) -> bool:
        return state.winner != UNDECIDED

    def utility(self, state: State, player: int) -> int:
        if state.winner == player:
            return 1
        return -1 if state.winner == 1 - player else 0

    def _put(self, state: State, column: int) -> State:
        """A token falls into a column; it can only complete a line of the player who let it fall, who then loses."""
        occupied = state.own | state.other
        cell = (occupied + (Bits(1) << self.stride * column)) & ~occupied
        own = state.own | cell
        bombs = state.bombs | cell if self.drops_bomb(state) else state.bombs
        winner = UNDECIDED
        if self.lines(own):
            winner = 1 - self.to_move(state)
        elif occupied | cell == self.board:
            winner = DRAW
        return State(state.other, own, bombs, state.ply + 1, winner)

    def _boom(self, state: State) -> State:
        """The own tokens in the row of the own bomb vanish, and what stands on them falls by one row."""
        gone = self.cleared(state.own, state.bombs)
        falling = self.falling(gone)
        own = self.fallen(state.own & ~gone, falling)
        other = self.fallen(state.other, falling)
        bombs = self.fallen(state.bombs & ~gone, falling)
        return State(other, own, bombs, state.ply + 1, self.winner(own, other, self.to_move(state)))

    def winner(self, own: Bits, other: Bits, player: int) -> int:
        """Who has won, `own` being the tokens of `player`: the one who does not own the first line that the scan meets."""
        own_lines, other_lines = self.lines(own), self.lines(other)
        if own_lines and (not other_lines or self.comes_first(own_lines, other_lines)):
            return 1 - player
        if other_lines:
            return player
        return DRAW if own | other == self.board else UNDECIDED

    # What else can be said of a state

    def drops_bomb(self, state: State) -> bool:
        """Whether a PUT would drop a bomb: in every `period`-th round, for a player who has none on the board."""
        return self.round_of(state) % self.period == 0 and not state.bombs & state.own

    def round_of(self, state: State) -> int:
        """The number of the round, from 1; each player has one turn in a round."""
        return (state.ply >> 1) + 1

    def tokens(self, state: State, player: int) -> Bits:
        """The tokens of a player, the live bomb among them."""
        return state.own if self.to_move(state) == player else state.other
