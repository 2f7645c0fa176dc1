"""Amazons on 5 x 5 with two amazons each.

A turn: an amazon moves like a queen in chess, any distance in one of the eight directions over empty cells, and then
shoots an arrow from where it stands, like a queen again, to an empty cell, which is blocked for the rest of the game. Who cannot
move loses.
"""

from typing import NamedTuple

from zermelo import MAX, Game

N = 5
AREA = N * N
EMPTY, ARROW = 2, 3  # 0 and 1 are the players' amazons
START = (
    2, 1, 2, 1, 2,
    2, 2, 2, 2, 2,
    2, 2, 2, 2, 2,
    2, 2, 2, 2, 2,
    2, 0, 2, 0, 2,
)  # fmt: skip


def ray(i, dy, dx):
    """The cells from i in one direction to the edge."""
    y, x = divmod(i, N)
    cells = []
    while 0 <= y + dy < N and 0 <= x + dx < N:
        y, x = y + dy, x + dx
        cells.append(y * N + x)
    return tuple(cells)


DIRECTIONS = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx)
RAYS = tuple(tuple(ray(i, dy, dx) for dy, dx in DIRECTIONS) for i in range(AREA))
NEAR = tuple(tuple(r[0] for r in rays if r) for rays in RAYS)


class State(NamedTuple):
    cells: tuple[int, ...]
    player: int


def reach(cells, i, gone):
    """Where a queen on i can go; the cell `gone` counts as empty."""
    for r in RAYS[i]:
        for j in r:
            if cells[j] != EMPTY and j != gone:
                break
            yield j


class Amazons(Game):
    """An action is from + AREA * to + AREA**2 * arrow."""

    max_actions = 2000

    def initial(self):
        return State(START, MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for a in range(AREA):
            if state.cells[a] == state.player:
                for b in reach(state.cells, a, a):
                    for c in reach(state.cells, b, a):
                        yield a + AREA * b + AREA * AREA * c

    def result(self, state, action):
        a, b, c = action % AREA, action // AREA % AREA, action // (AREA * AREA)
        cells = list(state.cells)
        cells[a] = EMPTY
        cells[b] = state.player
        cells[c] = ARROW
        return State(tuple(cells), 1 - state.player)

    def is_terminal(self, state):
        for a, cell in enumerate(state.cells):
            if cell == state.player and any(state.cells[b] == EMPTY for b in NEAR[a]):
                return False
        return True

    def utility(self, state, player):
        return -1 if player == state.player else 1

    def evaluate(self, state, player):
        """The share of the cells within one move that are the player's."""
        lead = 0
        total = 1
        for a in range(AREA):
            if state.cells[a] < EMPTY:
                number = sum(1 for _ in reach(state.cells, a, a))
                total += number
                lead += number if state.cells[a] == player else -number
        return lead / total

    def name(self, state, action):
        a, b, c = action % AREA, action // AREA % AREA, action // AREA**2
        return f"{square(a)}-{square(b)}/{square(c)}"

    def show(self, state):
        return "\n".join(" ".join("xo.#"[cell] for cell in state.cells[y * N : (y + 1) * N]) for y in range(N))


def square(i):
    return "abcdefgh"[i % N] + str(N - i // N)
