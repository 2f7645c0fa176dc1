"""Isola (also called Isolation) on a small board.

Each player has one pawn. A turn has two parts: the pawn goes one step in any of the eight directions to a cell that is
free, and then one free cell, any, is removed from the board. Who cannot move the pawn loses.
"""

from itertools import product
from typing import NamedTuple

from zermelo import MAX, Game

STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


class Cell(NamedTuple):
    row: int
    column: int

    def __add__(self, step):
        return Cell(self.row + step[0], self.column + step[1])

    def __str__(self):
        return f"{'abcdefgh'[self.column]}{self.row + 1}"


class State(NamedTuple):
    pawns: tuple[Cell, Cell]
    removed: frozenset[Cell] = frozenset()
    player: int = MAX

    @property
    def pawn(self):
        return self.pawns[self.player]


class Isola(Game):
    """An action is a step, 0 to 7, and a cell to remove."""

    def __init__(self, rows=4, columns=4):
        self.rows = rows
        self.columns = columns
        self.board = [Cell(*pair) for pair in product(range(rows), range(columns))]

    def initial(self):
        return State(pawns=(Cell(0, (self.columns - 1) // 2), Cell(self.rows - 1, self.columns // 2)))

    def to_move(self, state):
        return state.player

    def is_free(self, state, cell):
        return (
            0 <= cell.row < self.rows
            and 0 <= cell.column < self.columns
            and cell not in state.removed
            and cell not in state.pawns
        )

    def actions(self, state):
        for number, step in enumerate(STEPS):
            if not self.is_free(state, target := state.pawn + step):
                continue
            for index, cell in enumerate(self.board):
                if cell != target and (cell == state.pawn or self.is_free(state, cell)):
                    yield number * len(self.board) + index

    def result(self, state, action):
        step, index = divmod(action, len(self.board))
        moved = state.pawn + STEPS[step]
        pawns = (moved, state.pawns[1]) if state.player == MAX else (state.pawns[0], moved)
        return State(pawns, state.removed | {self.board[index]}, 1 - state.player)

    def mobility(self, state, player):
        return sum(self.is_free(state, state.pawns[player] + step) for step in STEPS)

    def is_terminal(self, state):
        return not self.mobility(state, state.player)

    def utility(self, state, player):
        return -1 if player == state.player else 1

    def evaluate(self, state, player):
        return (self.mobility(state, player) - self.mobility(state, 1 - player)) / (len(STEPS) + 1)

    def name(self, state, action):
        step, index = divmod(action, len(self.board))
        return f"{state.pawn + STEPS[step]}-{self.board[index]}"

    def show(self, state):
        def symbol(cell):
            if cell in state.pawns:
                return "xo"[state.pawns.index(cell)]
            return " " if cell in state.removed else "."

        rows = (self.board[i : i + self.columns] for i in range(0, len(self.board), self.columns))
        return "\n".join(" ".join(symbol(cell) for cell in row) for row in rows) + f"\n{'xo'[state.player]} to move"
