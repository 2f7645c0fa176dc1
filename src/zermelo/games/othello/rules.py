"""Othello: a disc turns the rows of the other's discs that it encloses; who has more discs at the end wins.

1. A disc is placed on an empty square so that it encloses, in at least one direction, a row of the other's discs between itself
   and another of one's own. All rows that it encloses turn to one's own colour.
2. Who cannot place a disc passes; who can must not pass.
3. When neither can, the game is over, and each player's discs are counted.

Which discs a new one encloses is worked out in board.py, which also shows how squares are numbered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.errors import SpecError
from zermelo.game import MAX
from zermelo.games.othello.board import Squares

PASS: Final = 64
"""The action of a player who cannot place a disc: what `lowest()` says of an empty set of squares."""
SIZES: Final = (4, 6, 8)


class State(NamedTuple):
    """The discs of the player to move, those of the other, the squares where a disc may be placed, and who is to move."""

    own: Bits
    other: Bits
    moves: Bits
    player: int


class Rules(Squares):
    """Who may place a disc where, and what the end is worth (see `zermelo.games.othello.Othello`)."""

    max_actions = 60

    def __init__(self, size: int = 8, empties_to_winner: bool = False) -> None:
        if size not in SIZES:
            raise SpecError(f"a board of {size} x {size} is not possible; the sizes are {', '.join(map(str, SIZES))}")
        super().__init__(size)
        self.empties_to_winner = bool(empties_to_winner)
        self.utility_range = (-float(self.cells), float(self.cells))

    # The rules

    def initial(self) -> State:
        first = Bits(1) << 9 * (self.size // 2 - 1)  # of the four squares in the middle the upper left one, d4
        return self.state(first << 1 | first << 8, first | first << 9, MAX)

    def state(self, own: Bits, other: Bits, player: int) -> State:
        """The state in which `player` is to move and has the discs `own`."""
        return State(own, other, self.mobility(own, other), player)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        left = state.moves
        while True:
            yield left.lowest()  # PASS, if there is none
            left = left & (left - 1)
            if not left:
                return

    def result(self, state: State, action: int) -> State:
        if action == PASS:
            return self.null_move(state)
        turned = self.turned(state.own, state.other, action)
        return self.state(state.other ^ turned, state.own | turned | Bits(1) << (action & 63), 1 - state.player)

    def null_move(self, state: State) -> State:
        return self.state(state.other, state.own, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return not state.moves and not self.mobility(state.other, state.own)

    def utility(self, state: State, player: int) -> int:
        worth = self.worth(state.own, state.other)
        return worth if player == state.player else -worth

    def worth(self, own: Bits, other: Bits) -> int:
        """What a game that ends with these discs is worth to the owner of `own`."""
        lead = own.count() - other.count()
        if not self.empties_to_winner or lead == 0:
            return lead
        empty = self.cells - own.count() - other.count()
        return lead + empty if lead > 0 else lead - empty
