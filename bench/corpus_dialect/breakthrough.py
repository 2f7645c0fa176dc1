"""Breakthrough of tests/corpus/programmer/breakthrough.py, the pieces of each player as a set of bits.

A row has one place more than columns, which is always empty, so that no step runs into the next row; row 0 is the upper one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo import MAX, Bits, Game


class State(NamedTuple):
    """The pieces of White, who goes up and is MAX, and of Black."""

    white: Bits
    black: Bits
    player: int


class Breakthrough(Game):
    """Breakthrough. An action is three times the place where a step ends, and where it comes from: 0 left, 1 straight, 2 right."""

    utility_range = (-1.0, 1.0)

    def __init__(self, columns: int = 5, rows: int = 6) -> None:
        self.columns, self.rows = columns, rows
        self.width = columns + 1
        row = (1 << columns) - 1
        self.top, self.bottom = Bits(row), Bits(row) << self.width * (rows - 1)
        self.board = Bits(sum(row << self.width * y for y in range(rows)))
        self.max_actions = 6 * columns

    def initial(self) -> State:
        return State(self.bottom | self.bottom >> self.width, self.top | self.top << self.width, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        for origin in range(3):
            for end in self.ends(state, origin):
                yield 3 * end + origin

    def ends(self, state: State, origin: int) -> Bits:
        """Where the player's steps from the left, from straight behind or from the right end."""
        white = state.player == MAX
        own, other = (state.white, state.black) if white else (state.black, state.white)
        moved = own >> self.width if white else own << self.width
        if origin == 1:
            return moved & self.board & ~own & ~other
        return (moved << 1 if origin == 0 else moved >> 1) & self.board & ~own

    def result(self, state: State, action: int) -> State:
        end = Bits(1) << action // 3
        behind = action // 3 + action % 3 - 1
        if state.player == MAX:
            start = Bits(1) << behind + self.width
            return State(state.white & ~start | end, state.black & ~end, 1)
        start = Bits(1) << behind - self.width
        return State(state.white & ~end, state.black & ~start | end, 0)

    def is_terminal(self, state: State) -> bool:
        if state.player == MAX:
            return bool(state.black & self.bottom) or not state.white
        return bool(state.white & self.top) or not state.black

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.player else 1
