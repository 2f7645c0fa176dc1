"""Ataxx on a small board, 5 x 5.

Each player begins with a stone in two opposite corners. A move either clones a stone onto an empty neighbouring cell (in
any of the eight directions), or lets a stone jump two cells away, leaving its cell empty. Then all stones of the
opponent beside the new stone change sides. Who cannot move passes. The game is over when the board is full or a player
has no stones left; the most stones win.
"""

from enum import IntEnum
from itertools import product
from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Cell(IntEnum):
    RED = MAX
    BLUE = MIN
    EMPTY = 2

    @property
    def symbol(self) -> str:
        return "xo."[self]


class State(NamedTuple):
    cells: tuple[Cell, ...]
    player: int

    @property
    def opponent(self) -> int:
        return 1 - self.player

    @property
    def is_full(self) -> bool:
        return Cell.EMPTY not in self.cells

    def lead(self, player: int) -> int:
        return self.cells.count(player) - self.cells.count(1 - player)


class Ataxx(Game):
    """Clone or jump, and turn your neighbours over."""

    def __init__(self, size=5):
        self.size = size
        self.area = size * size
        self.pass_move = self.area * self.area
        self.near = {cell: tuple(self._at_distance(cell, 1)) for cell in range(self.area)}
        self.far = {cell: tuple(self._at_distance(cell, 2)) for cell in range(self.area)}

    def _at_distance(self, cell, distance):
        y, x = divmod(cell, self.size)
        for dy, dx in product(range(-distance, distance + 1), repeat=2):
            if max(abs(dy), abs(dx)) == distance and 0 <= y + dy < self.size and 0 <= x + dx < self.size:
                yield (y + dy) * self.size + x + dx

    def initial(self):
        cells = [Cell.EMPTY] * self.area
        cells[0] = cells[-1] = Cell.RED
        cells[self.size - 1] = cells[-self.size] = Cell.BLUE
        return State(tuple(cells), MAX)

    def to_move(self, state):
        return state.player

    def moves(self, state):
        """A clone is written as a move from its cell to itself, as it does not matter which stone it comes from."""
        for target, cell in enumerate(state.cells):
            if cell != Cell.EMPTY:
                continue
            if any(state.cells[other] == state.player for other in self.near[target]):
                yield target * self.area + target
            for source in self.far[target]:
                if state.cells[source] == state.player:
                    yield source * self.area + target

    def actions(self, state):
        return list(self.moves(state)) or [self.pass_move]

    def result(self, state, action):
        if action == self.pass_move:
            return state._replace(player=state.opponent)
        source, target = divmod(action, self.area)
        cells = list(state.cells)
        if source != target:
            cells[source] = Cell.EMPTY
        cells[target] = Cell(state.player)
        for other in self.near[target]:
            if cells[other] == state.opponent:
                cells[other] = Cell(state.player)
        return State(cells=tuple(cells), player=state.opponent)

    def is_terminal(self, state):
        return state.is_full or not all(player in state.cells for player in (MAX, MIN))

    def utility(self, state, player):
        lead = state.lead(player)
        return (lead > 0) - (lead < 0)

    def evaluate(self, state, player):
        return state.lead(player) / (self.area + 1)

    def name(self, state, action):
        if action == self.pass_move:
            return "pass"
        source, target = divmod(action, self.area)
        return self._square(target) if source == target else f"{self._square(source)}{self._square(target)}"

    def _square(self, cell):
        y, x = divmod(cell, self.size)
        return f"{chr(ord('a') + x)}{self.size - y}"

    def show(self, state):
        rows = (state.cells[start : start + self.size] for start in range(0, self.area, self.size))
        board = "\n".join(" ".join(cell.symbol for cell in row) for row in rows)
        return f"{board}\n{Cell(state.player).name.lower()} to move"
