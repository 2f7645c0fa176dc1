"""Reversi (Othello) on a 6 x 6 board

Black begins. You put a disc on an empty square so that at least one line of discs of the other player lies between
this disc and another disc of yours, and all these discs are turned over. If you have no such move you must
pass. The game ends when neither player can move. The utility is the own discs minus the discs of the other player.
"""

from typing import NamedTuple

from zermelo import MAX, MIN, Game

SIZE = 6
PASS = SIZE * SIZE
DIRECTIONS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]]

# corners are good, the squares next to them are bad
WEIGHTS = [
    [20, -5, 2, 2, -5, 20],
    [-5, -8, 1, 1, -8, -5],
    [2, 1, 1, 1, 1, 2],
    [2, 1, 1, 1, 1, 2],
    [-5, -8, 1, 1, -8, -5],
    [20, -5, 2, 2, -5, 20],
]


class State(NamedTuple):
    board: tuple
    player: str


def other_player(player):
    if player == "B":
        return "W"
    return "B"


def is_on_board(x, y):
    return x >= 0 and x < SIZE and y >= 0 and y < SIZE


def get_flips(board, player, xstart, ystart):
    """All discs that are turned over if player moves there. An empty list if the move is not legal."""
    if board[ystart][xstart] != ".":
        return []
    enemy = other_player(player)
    flips = []
    for xdir, ydir in DIRECTIONS:
        x, y = xstart + xdir, ystart + ydir
        line = []
        while is_on_board(x, y) and board[y][x] == enemy:
            line.append([x, y])
            x += xdir
            y += ydir
        if is_on_board(x, y) and board[y][x] == player:
            flips = flips + line
    return flips


def get_valid_moves(board, player):
    valid_moves = []
    for y in range(SIZE):
        for x in range(SIZE):
            if len(get_flips(board, player, x, y)) > 0:
                valid_moves.append(y * SIZE + x)
    return valid_moves


def get_score(board):
    score = {"B": 0, "W": 0, ".": 0}
    for row in board:
        for square in row:
            score[square] += 1
    return score


class Reversi(Game):
    utility_range = (-36, 36)

    def initial(self):
        board = [["." for x in range(SIZE)] for y in range(SIZE)]
        board[2][2] = "W"
        board[3][3] = "W"
        board[2][3] = "B"
        board[3][2] = "B"
        return State(tuple(tuple(row) for row in board), "B")

    def to_move(self, state):
        return MAX if state.player == "B" else MIN

    def actions(self, state):
        moves = get_valid_moves(state.board, state.player)
        if len(moves) == 0:
            moves.append(PASS)
        return moves

    def result(self, state, action):
        if action == PASS:
            return State(state.board, other_player(state.player))
        x = action % SIZE
        y = action // SIZE
        board = [list(row) for row in state.board]
        for fx, fy in get_flips(state.board, state.player, x, y):
            board[fy][fx] = state.player
        board[y][x] = state.player
        return State(tuple(tuple(row) for row in board), other_player(state.player))

    def is_terminal(self, state):
        return not get_valid_moves(state.board, "B") and not get_valid_moves(state.board, "W")

    def utility(self, state, player):
        score = get_score(state.board)
        if player == MAX:
            return score["B"] - score["W"]
        else:
            return score["W"] - score["B"]

    def evaluate(self, state, player):
        color = "B" if player == MAX else "W"
        total = 0
        for y in range(SIZE):
            for x in range(SIZE):
                if state.board[y][x] == color:
                    total += WEIGHTS[y][x]
                elif state.board[y][x] != ".":
                    total -= WEIGHTS[y][x]
        # it must not be more than a win
        if total > 36:
            total = 36
        if total < -36:
            total = -36
        return total

    def name(self, state, action):
        if action == PASS:
            return "pass"
        return "abcdef"[action % SIZE] + str(action // SIZE + 1)

    def show(self, state):
        lines = ["  a b c d e f"]
        for y in range(SIZE):
            lines.append(str(y + 1) + " " + " ".join(state.board[y]))
        score = get_score(state.board)
        lines.append("B: " + str(score["B"]) + "  W: " + str(score["W"]) + "  to move: " + state.player)
        return "\n".join(lines)
