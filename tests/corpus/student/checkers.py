"""Checkers on a small board, 6 x 6

Every player has six men on the dark squares of the own two rows. Men move one square diagonally forward, kings
one square diagonally in every direction. You capture by jumping over a neighbouring piece to the empty
square behind it, men only forward. If you can capture you must, and if the piece that jumped can jump again it must go on (this is
another move of the same player). A man that reaches the last row becomes a king and the turn ends.
Who cannot move loses. After 30 moves without a capture and without a move of a man it is a draw.
"""

import copy
from dataclasses import dataclass, field

from zermelo import MAX, MIN, Game

SIZE = 6
DRAW_LIMIT = 30

# upper case letters are kings
MY_PIECES = {MAX: ["x", "X"], MIN: ["o", "O"]}

START = [
    ".o.o.o",
    "o.o.o.",
    "......",
    "......",
    ".x.x.x",
    "x.x.x.",
]


@dataclass
class Board:
    squares: list = field(default_factory=lambda: [list(row) for row in START])
    player: int = MAX
    jumper: tuple = None  # the piece that must go on jumping
    quiet_moves: int = 0

    def __hash__(self):
        text = ""
        for row in self.squares:
            text += "".join(row)
        return hash((text, self.player, self.jumper, self.quiet_moves))

    def get(self, row, col):
        if row < 0 or row >= SIZE or col < 0 or col >= SIZE:
            return None
        return self.squares[row][col]

    def directions(self, piece):
        if piece == "x":
            return [(-1, -1), (-1, 1)]
        elif piece == "o":
            return [(1, -1), (1, 1)]
        else:
            return [(-1, -1), (-1, 1), (1, -1), (1, 1)]

    def jumps_of(self, row, col):
        jumps = []
        enemies = MY_PIECES[1 - self.player]
        for dr, dc in self.directions(self.squares[row][col]):
            if self.get(row + dr, col + dc) in enemies and self.get(row + 2 * dr, col + 2 * dc) == ".":
                jumps.append((row, col, row + 2 * dr, col + 2 * dc))
        return jumps

    def steps_of(self, row, col):
        steps = []
        for dr, dc in self.directions(self.squares[row][col]):
            if self.get(row + dr, col + dc) == ".":
                steps.append((row, col, row + dr, col + dc))
        return steps

    def legal_moves(self):
        if self.jumper is not None:
            return self.jumps_of(self.jumper[0], self.jumper[1])
        jumps = []
        steps = []
        for row in range(SIZE):
            for col in range(SIZE):
                if self.squares[row][col] in MY_PIECES[self.player]:
                    jumps += self.jumps_of(row, col)
                    steps += self.steps_of(row, col)
        if len(jumps) > 0:
            return jumps
        return steps


def encode(move):
    """(1, 2, 3, 4) becomes 1234"""
    r1, c1, r2, c2 = move
    return r1 * 1000 + c1 * 100 + r2 * 10 + c2


def decode(action):
    return [int(digit) for digit in str(action).zfill(4)]


class Checkers(Game):
    utility_range = (-100, 100)

    def initial(self):
        return Board()

    def to_move(self, state):
        return state.player

    def actions(self, state):
        return [encode(move) for move in state.legal_moves()]

    def result(self, state, action):
        board = copy.deepcopy(state)
        r1, c1, r2, c2 = decode(action)
        piece = board.squares[r1][c1]
        is_man = piece == "x" or piece == "o"
        is_jump = abs(r1 - r2) == 2
        board.squares[r1][c1] = "."
        crowned = False
        if piece == "x" and r2 == 0:
            piece = "X"
            crowned = True
        if piece == "o" and r2 == SIZE - 1:
            piece = "O"
            crowned = True
        board.squares[r2][c2] = piece
        if is_jump:
            board.squares[(r1 + r2) // 2][(c1 + c2) // 2] = "."
        if is_jump or is_man:
            board.quiet_moves = 0
        else:
            board.quiet_moves += 1
        # does the same player go on?
        if is_jump and not crowned and len(board.jumps_of(r2, c2)) > 0:
            board.jumper = (r2, c2)
        else:
            board.jumper = None
            board.player = 1 - board.player
        return board

    def is_terminal(self, state):
        return state.quiet_moves >= DRAW_LIMIT or state.legal_moves() == []

    def utility(self, state, player):
        if state.legal_moves() == []:
            if state.player == player:
                return -100
            return 100
        return 0

    def evaluate(self, state, player):
        score = 0
        for row in state.squares:
            for piece in row:
                if piece == ".":
                    continue
                if piece in "XO":
                    points = 5
                else:
                    points = 3
                if piece in MY_PIECES[player]:
                    score += points
                else:
                    score -= points
        return score

    def name(self, state, action):
        r1, c1, r2, c2 = decode(action)
        return f"{'abcdef'[c1]}{SIZE - r1}{'x' if abs(r1 - r2) == 2 else '-'}{'abcdef'[c2]}{SIZE - r2}"

    def show(self, state):
        rows = []
        for i, row in enumerate(state.squares):
            rows.append(str(SIZE - i) + " " + " ".join(row))
        rows.append("  a b c d e f")
        rows.append("xo"[state.player] + " to move")
        return "\n".join(rows)
