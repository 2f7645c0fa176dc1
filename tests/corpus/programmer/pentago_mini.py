"""Pentago on a board of 4 x 4, of four quadrants of 2 x 2 cells that can be turned.

A player puts a stone on a free cell and then turns any one quadrant by 90 degrees, one way or the other. Four stones in a row,
column or diagonal of the whole board win. If both players have such a line after a turn, or the board is full without one, the game is drawn.
"""

from enum import IntEnum
from itertools import product
from typing import NamedTuple

from zermelo import MAX, MIN, Game

HALF = 2
SIZE = 2 * HALF

Rows = tuple[tuple[int, ...], ...]


class Stone(IntEnum):
    WHITE = MAX
    BLACK = MIN
    NONE = 2


class Turn(IntEnum):
    LEFT = 0
    RIGHT = 1


def rotated(rows: Rows, turn: Turn = Turn.RIGHT) -> Rows:
    """A square of cells turned by 90 degrees."""
    if turn is Turn.RIGHT:
        return tuple(zip(*rows[::-1]))
    return tuple(zip(*rows))[::-1]


def lines(rows: Rows):
    """All rows, columns and the two long diagonals."""
    yield from rows
    yield from zip(*rows)
    yield tuple(row[i] for i, row in enumerate(rows))
    yield tuple(row[-1 - i] for i, row in enumerate(rows))


class Board(NamedTuple):
    rows: Rows

    @property
    def is_full(self):
        return not any(Stone.NONE in row for row in self.rows)

    def has_line(self, player):
        return any(all(cell == player for cell in line) for line in lines(self.rows))

    def with_stone(self, y, x, stone):
        row = self.rows[y]
        row = (*row[:x], stone, *row[x + 1 :])
        return Board((*self.rows[:y], row, *self.rows[y + 1 :]))

    def turned(self, quadrant, turn):
        top, left = (HALF * part for part in divmod(quadrant, 2))
        block = tuple(row[left : left + HALF] for row in self.rows[top : top + HALF])
        rows = list(self.rows)
        for y, new in enumerate(rotated(block, turn), start=top):
            rows[y] = rows[y][:left] + new + rows[y][left + HALF :]
        return Board(tuple(rows))

    def __str__(self):
        return "\n".join("".join("xo."[cell] for cell in row) for row in self.rows)


class State(NamedTuple):
    board: Board
    player: int


class PentagoMini(Game):
    """An action is 8 times the cell, 2 times the quadrant, and the turn."""

    utility_range = (-1, 1)

    def initial(self):
        return State(Board(((Stone.NONE,) * SIZE,) * SIZE), MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for y, x in product(range(SIZE), repeat=2):
            if state.board.rows[y][x] == Stone.NONE:
                yield from (self.encode(y, x, quadrant, turn) for quadrant in range(4) for turn in Turn)

    @staticmethod
    def encode(y, x, quadrant, turn):
        return ((y * SIZE + x) * 4 + quadrant) * 2 + turn

    @staticmethod
    def decode(action):
        rest, turn = divmod(action, 2)
        cell, quadrant = divmod(rest, 4)
        return *divmod(cell, SIZE), quadrant, Turn(turn)

    def result(self, state, action):
        y, x, quadrant, turn = self.decode(action)
        board = state.board.with_stone(y, x, Stone(state.player)).turned(quadrant, turn)
        return State(board, 1 - state.player)

    def is_terminal(self, state):
        return state.board.is_full or any(state.board.has_line(player) for player in (MAX, MIN))

    def utility(self, state, player):
        return int(state.board.has_line(player)) - int(state.board.has_line(1 - player))

    def name(self, state, action):
        y, x, quadrant, turn = self.decode(action)
        return f"{'abcd'[x]}{y + 1} {('NW', 'NE', 'SW', 'SE')[quadrant]}{turn.name[0]}"

    def show(self, state):
        return f"{state.board}\n{'xo'[state.player]} to move"
