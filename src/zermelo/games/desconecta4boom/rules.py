"""DESCONECTA-4 BOOM: connect four turned round (a line of four *loses*), with a bomb that clears the own tokens of its row.

A board is kept as sets of cells, column after column, each with an empty cell on top (7 x 7):

     7 15 23 31 39 47 55     always empty: it keeps a line from running out of one column into the next
     6 14 22 30 38 46 54     top row
     .  .  .  .  .  .  .     so a step up is 1, to the right height + 1,
     1  9 17 25 33 41 49     up-right height + 2, down-right height
     0  8 16 24 32 40 48     bottom row

The practice that invented the game: University of Granada, 2018-19. There is no mirror symmetry: where BOOM makes
lines of both players, the one that lies further left in its row decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits, set_of
from zermelo.errors import SpecError
from zermelo.game import Game

UNDECIDED: Final = -1
DRAW: Final = 2


class State(NamedTuple):
    """A position, seen by the player to move.

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


class Rules(Game):
    """What falls, what is cleared, who has lost (see `zermelo.games.desconecta4boom.Desconecta4Boom`)."""

    utility_range = (-1.0, 1.0)
    max_actions = 33  # the widest board that fits has 32 columns; and BOOM

    def __init__(self, period: int = 5, width: int = 7, height: int = 7) -> None:
        if period < 1:
            raise SpecError(f"a period of {period} is not possible; bombs come every 1, 2, 3 ... rounds")
        if min(width, height) < 1 or width * (height + 1) > 64:
            raise SpecError(
                f"a board of {width} x {height} does not fit: with an empty cell on top of each column, "
                f"width * (height + 1) must be at most 64, and here is {width * (height + 1)}"
            )
        self.period, self.width, self.height = period, width, height
        self.boom = width
        self.stride = height + 1
        self.bottom = set_of(column * self.stride for column in range(width))
        self.board = self.bottom * ((1 << height) - 1)

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

    def cleared(self, own: Bits, bombs: Bits) -> Bits:
        """What BOOM takes from a player who has the tokens `own`: those in the row of the own bomb; without one, nothing."""
        if not own & bombs:
            return Bits(0)
        return own & (self.bottom << (own & bombs).lowest() % self.stride)

    def falling(self, gone: Bits) -> Bits:
        """The cells in which something may fall: from each cell of `gone`, which lie in one row, to the top of its column."""
        return (gone << self.height - gone.lowest() % self.stride) - gone

    def fallen(self, tokens: Bits, falling: Bits) -> Bits:
        """The tokens, those in the cells `falling` one row lower."""
        return (tokens & ~falling) | ((tokens & falling) >> 1)

    def winner(self, own: Bits, other: Bits, player: int) -> int:
        """Who has won, `own` being the tokens of `player`: the one who does not own the first line that the scan meets."""
        own_lines, other_lines = self.lines(own), self.lines(other)
        if own_lines and (not other_lines or self._first(own_lines, other_lines)):
            return 1 - player
        if other_lines:
            return player
        return DRAW if own | other == self.board else UNDECIDED

    def _first(self, one: Bits, other: Bits) -> bool:
        """Whether the scan (rows from the bottom, cells from the left) meets a line of the one before any of the other."""
        for row in range(self.height):
            cells = self.bottom << row
            if (one | other) & cells:
                return (one & cells).lowest() < (other & cells).lowest()
        return False

    def lines(self, tokens: Bits) -> Bits:
        """The cells from which a line of four starts to the right, up, up-right or down-right."""
        across, up = self.stride, 1
        return self._four(tokens, across) | self._four(tokens, up) | self._four(tokens, across + up) | self._four(tokens, across - up)

    def _four(self, tokens: Bits, step: int) -> Bits:
        pairs = tokens & (tokens >> step)
        return pairs & (pairs >> 2 * step)

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
