"""Sliding tiles, the 8-puzzle and the 15-puzzle: put the tiles in order by sliding one after the other into the gap; for one player.

1. On a board of 3 x 3 cells (2 x 2, 4 x 4) lie tiles with the numbers from 1 up, and one cell is empty, the gap.
2. A tile beside the gap, not diagonally, slides into it: that is an action.
3. The game is over when the gap is in the top left corner and the numbers follow row by row: . 1 2 / 3 4 5 / 6 7 8.

From half of all arrangements of the tiles that cannot be reached (W. W. Johnson and W. E. Story, American Journal of Mathematics 2,
1879); these are no positions of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.board import LINES, TILE, Board, Piece
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import MAX, Game, replace

STARTS: Final = {
    2: (3, 2, 1, 0),
    3: (7, 2, 4, 5, 0, 6, 8, 3, 1),
    4: (0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15),
}
"""How the games begin, by the size of the board: 2 as far away from the goal as can be, 3 as in Russell and Norvig (4th edition, figure
3.3), 4 as in the 79th of Korf's hundred positions."""


class State(NamedTuple):
    """The number on each cell, row by row from the top, 0 for the gap; and the cell of the gap."""

    cells: tuple[int, ...]
    gap: int


class Sliding(Game):
    """The sliding-tile puzzle on `size` x `size` cells: 2, 3 (the 8-puzzle) or 4 (the 15-puzzle).

    The rules are at the top of this file. An action is the cell of the tile that slides, counted row by row from 0, and is called by
    the number on it. Utility: 1 at the goal.

    >>> game = Sliding()
    >>> print(game.show(game.result(game.initial(), game.parse(game.initial(), "2"))))
    7 . 4
    5 2 6
    8 3 1
    put the tiles in order
    """

    players = 1
    max_actions = 4
    utility_range = (0.0, 1.0)
    phrases: ClassVar = {
        "es": {
            "put the tiles in order": "ordena las fichas",
            "the tiles are in order": "las fichas están en orden",
        },
        "pt": {
            "put the tiles in order": "põe as peças em ordem",
            "the tiles are in order": "as peças estão em ordem",
        },
    }

    def __init__(self, size: int = 3) -> None:
        if isinstance(size, bool) or size not in STARTS:
            raise SpecError(f"size={size!r} is not possible; tiles slide on 2, 3 or 4 rows of as many cells")
        self.size = size
        self.cells = size * size

    # The rules

    def initial(self) -> State:
        return State(STARTS[self.size], STARTS[self.size].index(0))

    def to_move(self, state: State) -> int:
        return MAX

    def actions(self, state: State) -> Iterable[int]:
        row, column = state.gap // self.size, state.gap % self.size
        if row > 0:
            yield state.gap - self.size
        if column > 0:
            yield state.gap - 1
        if column < self.size - 1:
            yield state.gap + 1
        if row < self.size - 1:
            yield state.gap + self.size

    def result(self, state: State, action: int) -> State:
        return State(replace(replace(state.cells, state.gap, state.cells[action]), action, 0), action)

    def is_terminal(self, state: State) -> bool:
        for cell in range(self.cells):  # noqa: SIM110  what compiles has no `all`
            if state.cells[cell] != cell:
                return False
        return True

    def utility(self, state: State, player: int) -> float:
        return 1.0

    def distance(self, state: State) -> float:
        """The Manhattan distance: how many rows and columns the tiles lie from their places, together; each action mends one at most."""
        steps = 0
        for cell in range(self.cells):
            tile = state.cells[cell]
            if tile > 0:
                steps += abs(cell // self.size - tile // self.size) + abs(cell % self.size - tile % self.size)
        return float(steps)

    def evaluate(self, state: State, player: int) -> float:
        """The nearer the goal, the nearer to 1."""
        return 1 / (1 + self.distance(state))

    # For people

    def name(self, state: State, action: int) -> str:
        """The number on the tile that slides."""
        return str(state.cells[action])

    def parse(self, state: State, text: str) -> int:
        """The action that a number names."""
        tiles = {self.name(state, action): action for action in self._named_actions(state)}
        if text.strip() not in tiles:
            told = ", ".join(sorted(tiles, key=int)) or "none: the tiles are in order"
            raise ActionError(f"{text!r} is no tile that can slide; these can: {told}")
        return tiles[text.strip()]

    def _rows(self, state: State) -> list[list[str]]:
        numbers = [str(number or ".") for number in state.cells]
        return [numbers[row : row + self.size] for row in range(0, self.cells, self.size)]

    def _news(self, state: State) -> str:
        return "the tiles are in order" if self.is_terminal(state) else "put the tiles in order"

    def show(self, state: State) -> str:
        wide = len(str(self.cells - 1))
        return "\n".join([*(" ".join(number.rjust(wide) for number in row) for row in self._rows(state)), self._news(state)])

    def picture(self, state: State) -> Board:
        """The tiles with their numbers."""
        rows = tuple(tuple(None if number == "." else Piece(TILE, 0, number) for number in row) for row in self._rows(state))
        places = tuple(map(str, range(1, self.size + 1)))
        return Board(rows, LINES, places, places, self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """From the tile to the gap."""
        return action, state.gap

    def write(self, state: State) -> str:
        """The rows from the top: `7 2 4/5 . 6/8 3 1`."""
        return "/".join(" ".join(row) for row in self._rows(state))

    def read(self, text: str) -> State:
        """The position that `write` wrote; also one number after the other, 0 for the gap, as puzzles are published."""
        numbers = [0 if word == "." else int(word) for word in text.replace("/", " ").split() if word == "." or word.isdecimal()]
        rows = [len(row.split()) for row in text.split("/")]
        if sorted(numbers) != list(range(self.cells)) or rows not in ([self.size] * self.size, [self.cells]):
            raise PositionError(
                f"{text!r} is not a position; that is the numbers 1 to {self.cells - 1} and . for the gap in {self.size} rows, "
                f"as {self._example()}"
            )
        state = State(tuple(numbers), numbers.index(0))
        if not self._can_be_put_in_order(state):
            raise PositionError(f"{text!r} cannot be put in order: half of all arrangements cannot, such as any with two tiles swapped")
        return state

    def _can_be_put_in_order(self, state: State) -> bool:
        """Each action swaps the gap with a tile, and moves it by one cell: so these two are even or odd together."""
        swaps = sum(one > other for place, one in enumerate(state.cells) for other in state.cells[place + 1 :])
        return swaps % 2 == (state.gap // self.size + state.gap % self.size) % 2
