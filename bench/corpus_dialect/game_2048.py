"""2048 of tests/corpus/numerical/game_2048.py: a row is a number of four bits to a cell, and what a slide makes of it is in a table.

A cell holds the power of two. One of 16, a tile of 65536, would not fit: two tiles of 32768 stay apart.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from zermelo import CHANCE, MAX, Bits, Game, replace

ROW = 0xFFFF
LEFT, UP, RIGHT = 0, 1, 2


def slid(row: int) -> tuple[int, int]:
    """A row of four cells after a slide towards its lowest, and what that scores."""
    packed = [power for place in range(4) if (power := row >> 4 * place & 15)]
    merged: list[int] = []
    score, joined = 0, False
    for power in packed:
        if merged and merged[-1] == power < 15 and not joined:
            merged[-1], joined = power + 1, True
            score += 2 << power
        else:
            merged.append(power)
            joined = False
    return sum(power << 4 * place for place, power in enumerate(merged)), score


def mirrored(row: int) -> int:
    """A row from its other end."""
    return row >> 12 | row >> 4 & 0xF0 | row << 4 & 0xF00 | row << 12 & 0xF000


class State(NamedTuple):
    """The rows from the top, how many tiles are about to appear, and the score."""

    rows: tuple[int, int, int, int]
    new: int
    score: int


class Game2048(Game):
    """2048. Actions 0 to 3 slide left, up, right and down; an outcome is twice the cell, plus 1 for a four."""

    players = 1
    chance = True
    utility_range = (0.0, 4_000_000.0)
    max_actions = 32

    def __init__(self) -> None:
        rows = range(ROW + 1)
        lower = [slid(row) for row in rows]
        self.lower = array("q", [row for row, _ in lower])
        self.upper = array("q", [mirrored(lower[mirrored(row)][0]) for row in rows])
        self.scores = array("q", [score for _, score in lower])
        self.empty = array("q", [sum((row >> 4 * x & 15 == 0) << x for x in range(4)) for row in rows])
        self.first_two = array("q", [row & 15 | (row >> 4 & 15) << 16 for row in rows])  # cells of a row, as the lowest of columns
        self.last_two = array("q", [row >> 8 & 15 | (row >> 12) << 16 for row in rows])

    def initial(self) -> State:
        return State((0, 0, 0, 0), 2, 0)

    def to_move(self, state: State) -> int:
        return CHANCE if state.new > 0 else MAX

    def empty_cells(self, rows: tuple[int, int, int, int]) -> Bits:
        """The numbers of the cells that hold nothing."""
        a, b, c, d = rows
        return Bits(self.empty[a] | self.empty[b] << 4 | self.empty[c] << 8 | self.empty[d] << 12)

    def columns(self, rows: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """The columns, from the left, as rows; of columns, the rows."""
        a, b, c, d = rows
        left = self.first_two[a] | self.first_two[b] << 4 | self.first_two[c] << 8 | self.first_two[d] << 12
        right = self.last_two[a] | self.last_two[b] << 4 | self.last_two[c] << 8 | self.last_two[d] << 12
        return left & ROW, left >> 16, right & ROW, right >> 16

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        empty = self.empty_cells(state.rows)
        each = 1.0 / empty.count()
        for cell in empty:
            for four in range(2):
                yield 2 * cell + four, (0.1 if four else 0.9) * each

    def actions(self, state: State) -> Iterable[int]:
        columns = self.columns(state.rows)
        for side in range(4):
            lines = state.rows if side % 2 == 0 else columns
            if self.slide(lines, side) != lines:
                yield side

    def slide(self, lines: tuple[int, int, int, int], side: int) -> tuple[int, int, int, int]:
        """Rows, or columns, after a slide to this side."""
        a, b, c, d = lines
        if side < RIGHT:
            return self.lower[a], self.lower[b], self.lower[c], self.lower[d]
        return self.upper[a], self.upper[b], self.upper[c], self.upper[d]

    def result(self, state: State, action: int) -> State:
        if state.new > 0:
            cell = action // 2
            row = state.rows[cell // 4] | 1 + action % 2 << 4 * (cell % 4)
            return State(replace(state.rows, cell // 4, row), state.new - 1, state.score)
        across = action % 2 == 0
        lines = state.rows if across else self.columns(state.rows)
        a, b, c, d = lines
        score = state.score + self.scores[a] + self.scores[b] + self.scores[c] + self.scores[d]
        slid = self.slide(lines, action)
        return State(slid if across else self.columns(slid), 1, score)

    def is_terminal(self, state: State) -> bool:
        return state.new == 0 and not self.empty_cells(state.rows) and not self.can_slide(state.rows)

    def can_slide(self, rows: tuple[int, int, int, int]) -> bool:
        """Whether a slide changes a board that is full: then equal tiles meet, and do so from either side."""
        columns = self.columns(rows)
        return self.slide(rows, LEFT) != rows or self.slide(columns, UP) != columns

    def utility(self, state: State, player: int) -> int:
        return state.score
