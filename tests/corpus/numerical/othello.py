"""Othello on 6 x 6.

A disc is put on an empty cell so that at least one straight line of discs of the opponent is enclosed between it and another disc
of the player; all that are enclosed so are turned over. Who can do that nowhere passes. When neither can, the game is
over, and each disc more than the opponent's counts one point.
"""

from typing import NamedTuple

from zermelo import MAX, MIN, Game

N = 6
EMPTY = 2
PASS = N * N
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
WEIGHTS = tuple(
    tuple((5 if y in (0, N - 1) else 1) * (5 if x in (0, N - 1) else 1) for x in range(N)) for y in range(N)
)  # corners 25, edges 5, others 1
TOTAL = sum(map(sum, WEIGHTS))


class State(NamedTuple):
    board: tuple[tuple[int, ...], ...]
    player: int


def flips(board, player, y, x):
    """The discs that are turned over when the player plays at (y, x)."""
    if board[y][x] != EMPTY:
        return []
    turned = []
    for dy, dx in DIRECTIONS:
        line = []
        v, u = y + dy, x + dx
        while 0 <= v < N and 0 <= u < N and board[v][u] == 1 - player:
            line.append((v, u))
            v, u = v + dy, u + dx
        if 0 <= v < N and 0 <= u < N and board[v][u] == player:
            turned.extend(line)
    return turned


def can_move(board, player):
    for y in range(N):
        for x in range(N):
            if len(flips(board, player, y, x)) > 0:
                return True
    return False


def count(board, player):
    return sum(row.count(player) for row in board)


class Othello(Game):
    """MAX is black and begins. An action is N * row + column, or PASS."""

    utility_range = (-N * N, N * N)

    def initial(self):
        board = [[EMPTY] * N for _ in range(N)]
        h = N // 2
        board[h - 1][h] = board[h][h - 1] = MAX
        board[h - 1][h - 1] = board[h][h] = MIN
        return State(tuple(tuple(row) for row in board), MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        legal = [N * y + x for y in range(N) for x in range(N) if flips(state.board, state.player, y, x)]
        return legal if legal else [PASS]

    def result(self, state, action):
        if action == PASS:
            return State(state.board, 1 - state.player)
        y, x = divmod(action, N)
        board = [list(row) for row in state.board]
        for v, u in flips(state.board, state.player, y, x):
            board[v][u] = state.player
        board[y][x] = state.player
        return State(tuple(tuple(row) for row in board), 1 - state.player)

    def is_terminal(self, state):
        return not can_move(state.board, MAX) and not can_move(state.board, MIN)

    def utility(self, state, player):
        return count(state.board, player) - count(state.board, 1 - player)

    def evaluate(self, state, player):
        score = 0
        for row, weights in zip(state.board, WEIGHTS):
            for cell, weight in zip(row, weights):
                if cell == player:
                    score += weight
                elif cell != EMPTY:
                    score -= weight
        return N * N * score / (TOTAL + 1)

    def name(self, state, action):
        if action == PASS:
            return "pass"
        return "abcdefgh"[action % N] + str(action // N + 1)

    def show(self, state):
        rows = [f"{y + 1} " + " ".join("xo."[cell] for cell in row) for y, row in enumerate(state.board)]
        return "\n".join(["  " + " ".join("abcdefgh"[:N]), *rows, f"{'xo'[state.player]} to move"])
