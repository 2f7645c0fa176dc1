"""Isola of tests/corpus/programmer/isola.py, the cells that are left and the two pawns as sets of bits.

A row has one place more than columns, which belongs to no cell, so that no step runs into the next row.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo import MAX, Bits, Game


class State(NamedTuple):
    """The cells that are left, those of the pawns among them, and the pawns: of the player to move, and the other one."""

    left: Bits
    own: Bits
    other: Bits
    player: int


class Isola(Game):
    """Isola. An action is 64 times the cell that the pawn goes to, and the cell that is removed."""

    utility_range = (-1.0, 1.0)

    def __init__(self, rows: int = 4, columns: int = 4) -> None:
        self.rows, self.columns = rows, columns
        self.width = columns + 1
        self.max_actions = 8 * rows * columns

    def initial(self) -> State:
        row = (1 << self.columns) - 1
        board = sum(row << self.width * y for y in range(self.rows))
        own, other = (self.columns - 1) // 2, self.width * (self.rows - 1) + self.columns // 2
        return State(Bits(board), Bits(1) << own, Bits(1) << other, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def steps(self, state: State) -> Bits:
        """Where the pawn may go."""
        across = state.own | state.own << 1 | state.own >> 1
        return (across | across << self.width | across >> self.width) & state.left & ~state.own & ~state.other

    def actions(self, state: State) -> Iterable[int]:
        free = state.left & ~state.other
        for end in self.steps(state):
            for hole in free & ~(Bits(1) << end):
                yield 64 * end + hole

    def result(self, state: State, action: int) -> State:
        return State(state.left & ~(Bits(1) << action % 64), state.other, Bits(1) << action // 64, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return not self.steps(state)

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.player else 1
