"""Quarto: sixteen pieces that are each large or small, dark or light, round or square, hollow or solid.

The players share the pieces. A player chooses a piece and gives it to the other, who must put it on an empty cell of the
4 x 4 board and then chooses a piece to give in turn. Whoever completes a row, column or diagonal of four pieces that have
something in common wins. A full board without such a line is a draw.
"""

from functools import reduce
from operator import and_
from typing import NamedTuple, Optional

from zermelo import MAX, Game

SIZE = 4
ALL = 0b1111  # one bit for each attribute of a piece
PIECES = range(ALL + 1)

ROWS = [tuple(range(row * SIZE, (row + 1) * SIZE)) for row in range(SIZE)]
COLUMNS = list(zip(*ROWS))
DIAGONALS = [tuple(ROWS[i][i] for i in range(SIZE)), tuple(ROWS[i][~i] for i in range(SIZE))]
LINES = ROWS + COLUMNS + DIAGONALS


class State(NamedTuple):
    board: tuple[Optional[int], ...] = (None,) * SIZE**2
    in_hand: Optional[int] = None  # the piece that the player to move has been given
    player: int = MAX

    @property
    def unused(self):
        return [piece for piece in PIECES if piece not in self.board and piece != self.in_hand]

    @property
    def won(self):
        return any(self.agree(line) for line in LINES)

    def agree(self, line):
        """Whether the line is full, and its pieces share an attribute: all have a bit, or all lack it."""
        pieces = [self.board[cell] for cell in line]
        if None in pieces:
            return False
        return bool(reduce(and_, pieces) or reduce(and_, (ALL ^ piece for piece in pieces)))


class Quarto(Game):
    """An action is a cell while there is a piece to place, and a piece while there is one to give."""

    utility_range = (-1, 1)

    def initial(self):
        return State()

    def to_move(self, state):
        return state.player

    def actions(self, state):
        if state.in_hand is None:
            yield from state.unused
        else:
            yield from (cell for cell, piece in enumerate(state.board) if piece is None)

    def result(self, state, action):
        if state.in_hand is None:
            return state._replace(in_hand=action, player=1 - state.player)
        board = state.board[:action] + (state.in_hand,) + state.board[action + 1 :]
        return state._replace(board=board, in_hand=None)

    def is_terminal(self, state):
        return state.won or None not in state.board

    def utility(self, state, player):
        if not state.won:
            return 0
        return 1 if player == state.player else -1  # who placed the last piece is still to move

    def name(self, state, action):
        if state.in_hand is None:
            return f"give {action:04b}"
        return f"{'abcd'[action % SIZE]}{action // SIZE + 1}"

    def show(self, state):
        def cell(piece):
            return "----" if piece is None else f"{piece:04b}"

        rows = [" ".join(cell(state.board[i]) for i in row) for row in ROWS]
        hand = "gives a piece" if state.in_hand is None else f"places {state.in_hand:04b}"
        return "\n".join(rows) + f"\nplayer {state.player + 1} {hand}"
