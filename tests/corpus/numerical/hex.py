"""Hex on a rhombus of 5 x 5 hexagons: stones are put on empty cells in turn. MAX connects the upper and the lower edge, MIN
the left and the right edge. There are no draws. (No swap.)
"""

from typing import NamedTuple

from zermelo import MAX, Game


class State(NamedTuple):
    cells: tuple[int, ...]
    player: int


class Hex(Game):
    """An action is the index of a cell, row by row."""

    def __init__(self, n=5):
        self.n = n
        self.empty = 2
        near = []
        for i in range(n * n):
            y, x = divmod(i, n)
            six = ((y - 1, x), (y - 1, x + 1), (y, x - 1), (y, x + 1), (y + 1, x - 1), (y + 1, x))
            near.append(tuple(v * n + u for v, u in six if 0 <= v < n and 0 <= u < n))
        self.near = tuple(near)
        top, bottom = tuple(range(n)), tuple(range(n * n - n, n * n))
        left, right = tuple(range(0, n * n, n)), tuple(range(n - 1, n * n, n))
        self.first_edge = (top, left)
        self.last_edge = (bottom, right)

    def initial(self):
        return State((self.empty,) * (self.n * self.n), MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        return [i for i in range(self.n * self.n) if state.cells[i] == self.empty]

    def result(self, state, action):
        cells = state.cells[:action] + (state.player,) + state.cells[action + 1 :]
        return State(cells, 1 - state.player)

    def connects(self, cells, player):
        """Flood fill from the player's first edge."""
        reached = [False] * len(cells)
        stack = []
        for i in self.first_edge[player]:
            if cells[i] == player:
                reached[i] = True
                stack.append(i)
        while stack:
            i = stack.pop()
            if i in self.last_edge[player]:
                return True
            for j in self.near[i]:
                if cells[j] == player and not reached[j]:
                    reached[j] = True
                    stack.append(j)
        return False

    def is_terminal(self, state):
        return self.connects(state.cells, 1 - state.player)

    def utility(self, state, player):
        return 1 if player == 1 - state.player else -1

    def name(self, state, action):
        y, x = divmod(action, self.n)
        return f"{'abcdefghijk'[x]}{y + 1}"

    def show(self, state):
        n = self.n
        return "\n".join(" " * y + " ".join("xo."[c] for c in state.cells[y * n : y * n + n]) for y in range(n))
