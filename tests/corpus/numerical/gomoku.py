"""Gomoku on 13 x 13: the players put stones on empty points in turn; the first with five in a row, column or diagonal wins.

More than five count as well. A full board without five in a row is a draw.
"""

from math import tanh
from typing import NamedTuple

from zermelo import MAX, Game, replace

N = 13
K = 5
EMPTY = 2

# All lines of K points, as tuples of indices into the flat board, and for each point the lines that go through it.
LINES = tuple(
    tuple((y + i * dy) * N + x + i * dx for i in range(K))
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1))
    for y in range(N)
    for x in range(N)
    if 0 <= y + (K - 1) * dy < N and 0 <= x + (K - 1) * dx < N
)
THROUGH = tuple(tuple(line for line in LINES if point in line) for point in range(N * N))

# What a line with so many stones of one player, and none of the other, is worth.
WORTH = (0.0,) + tuple(4.0**k for k in range(K))


class State(NamedTuple):
    cells: tuple[int, ...]
    player: int
    last: int  # the point that was played last, -1 at the beginning


def made_five(state):
    if state.last < 0:
        return False
    stone = state.cells[state.last]
    return any(all(state.cells[i] == stone for i in line) for line in THROUGH[state.last])


class Gomoku(Game):
    """Five in a row. An action is the index of a point."""

    def initial(self):
        return State((EMPTY,) * (N * N), MAX, -1)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for i in range(N * N):
            if state.cells[i] == EMPTY:
                yield i

    def result(self, state, action):
        return State(replace(state.cells, action, state.player), 1 - state.player, action)

    def is_terminal(self, state):
        return made_five(state) or EMPTY not in state.cells

    def utility(self, state, player):
        if not made_five(state):
            return 0
        return 1 if state.cells[state.last] == player else -1

    def evaluate(self, state, player):
        score = 0.0
        for line in LINES:
            own = sum(1 for i in line if state.cells[i] == player)
            other = sum(1 for i in line if state.cells[i] == 1 - player)
            if other == 0:
                score += WORTH[own]
            elif own == 0:
                score -= WORTH[other]
        return 0.99 * tanh(score / 4.0**K)

    def name(self, state, action):
        y, x = divmod(action, N)
        return "abcdefghijklmnopqrs"[x] + str(N - y)

    def show(self, state):
        rows = []
        for y in range(N):
            rows.append(f"{N - y:2} " + " ".join("xo."[cell] for cell in state.cells[y * N : y * N + N]))
        return "\n".join(rows) + "\n   " + " ".join("abcdefghijklmnopqrs"[:N])
