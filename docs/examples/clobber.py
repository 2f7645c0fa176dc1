"""Clobber: a stone moves onto a neighbouring stone of the other player and removes it. The player who cannot move loses."""

from typing import NamedTuple

from zermelo import MAX, Game, replace

EMPTY = 2  # a cell holds MAX (0), MIN (1) or this


class State(NamedTuple):
    cells: tuple[int, ...]  # row by row from the top left
    player: int


class Clobber(Game):
    """Clobber on a board that begins full, like a chessboard. MAX has x and moves first."""

    def __init__(self, width=5, height=4):
        self.width, self.height = width, height
        cells = range(width * height)
        steps = [(a, b) for a in cells for b in (a - width, a - 1, a + 1, a + width) if self._are_neighbours(a, b)]
        self.start = tuple(a for a, b in steps)  # an action is the number of a step, from one cell to the next
        self.end = tuple(b for a, b in steps)

    def _are_neighbours(self, a, b):
        across, down = abs(a % self.width - b % self.width), abs(a // self.width - b // self.width)
        return 0 <= b < self.width * self.height and across + down == 1

    def initial(self):
        return State(tuple((x + y) % 2 for y in range(self.height) for x in range(self.width)), MAX)

    def to_move(self, state):
        return state.player

    def is_move(self, state, step):
        return state.cells[self.start[step]] == state.player and state.cells[self.end[step]] == 1 - state.player

    def actions(self, state):
        for step in range(len(self.start)):
            if self.is_move(state, step):
                yield step

    def result(self, state, action):
        cells = replace(state.cells, self.start[action], EMPTY)
        return State(replace(cells, self.end[action], state.player), 1 - state.player)

    def is_terminal(self, state):
        for step in range(len(self.start)):
            if self.is_move(state, step):
                return False
        return True

    def utility(self, state, player):
        return -1 if player == state.player else 1

    # For people

    def name(self, state, action):
        return self._called(self.start[action]) + self._called(self.end[action])

    def _called(self, cell):
        return "abcdefghijklmnopqrstuvwxyz"[cell % self.width] + str(self.height - cell // self.width)

    def show(self, state):
        marks = ["xo."[cell] for cell in state.cells]
        rows = [f"{self.height - y} " + " ".join(marks[y * self.width : (y + 1) * self.width]) for y in range(self.height)]
        return "\n".join([*rows, "  " + " ".join("abcdefghijklmnopqrstuvwxyz"[: self.width]), f"{'xo'[state.player]} to move"])
