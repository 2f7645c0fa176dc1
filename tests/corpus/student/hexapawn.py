"""Hexapawn (by Martin Gardner), 3 x 3

White has three pawns in the bottom row, Black three pawns in the top row. A pawn moves one step forward to
an empty square, or captures one step diagonally forward. You win if a pawn of yours reaches the last row,
or if the other player cannot move.
"""

from typing import NamedTuple

from zermelo import MAX, MIN, Game

# All the moves that a pawn could ever make, as (row, column, new row, new column).
# The number of a move in this list is the action.
ALL_MOVES = []
for row in range(3):
    for col in range(3):
        for new_row in [row - 1, row + 1]:
            for new_col in [col - 1, col, col + 1]:
                if 0 <= new_row <= 2 and 0 <= new_col <= 2:
                    ALL_MOVES.append((row, col, new_row, new_col))


class State(NamedTuple):
    board: tuple  # three strings, "w" is a white pawn, "b" is a black one
    turn: str


def put(text, position, letter):
    return text[:position] + letter + text[position + 1 :]


class Hexapawn(Game):
    def initial(self):
        return State(("bbb", "...", "www"), "w")

    def to_move(self, state):
        if state.turn == "w":
            return MAX
        else:
            return MIN

    def other(self, turn):
        if turn == "w":
            return "b"
        else:
            return "w"

    def is_legal(self, state, move):
        row, col, new_row, new_col = move
        if state.board[row][col] != state.turn:
            return False
        # white goes up, black goes down
        if state.turn == "w" and new_row != row - 1:
            return False
        if state.turn == "b" and new_row != row + 1:
            return False
        if col == new_col:
            return state.board[new_row][new_col] == "."
        else:
            return state.board[new_row][new_col] == self.other(state.turn)

    def actions(self, state):
        return [number for number, move in enumerate(ALL_MOVES) if self.is_legal(state, move)]

    def result(self, state, action):
        row, col, new_row, new_col = ALL_MOVES[action]
        board = list(state.board)
        board[row] = put(board[row], col, ".")
        board[new_row] = put(board[new_row], new_col, state.turn)
        return State(tuple(board), self.other(state.turn))

    def winner(self, state):
        if "w" in state.board[0]:
            return "w"
        elif "b" in state.board[2]:
            return "b"
        elif self.actions(state) == []:
            return self.other(state.turn)
        else:
            return None

    def is_terminal(self, state):
        return self.winner(state) is not None

    def utility(self, state, player):
        if player == MAX:
            me = "w"
        else:
            me = "b"
        if self.winner(state) == me:
            return 1
        else:
            return -1

    def name(self, state, action):
        row, col, new_row, new_col = ALL_MOVES[action]
        return "abc"[col] + "321"[row] + "abc"[new_col] + "321"[new_row]

    def show(self, state):
        return "\n".join(state.board) + "\n" + {"w": "White", "b": "Black"}[state.turn] + " to move"
