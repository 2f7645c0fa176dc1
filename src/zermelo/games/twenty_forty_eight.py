"""2048: tiles are slid over a square board, equal ones merge, and after each slide a new tile falls: one player against chance.

1. The board begins with two tiles on cells that chance chooses; each is a 2 with probability 0.9, else a 4.
2. The player slides all tiles up, right, down or left, as far as they go. Two equal tiles that meet merge into one of twice
   the number, and that number is added to the score. In a row of three equal ones those further ahead merge; what has just
   merged does not merge again in the same slide.
3. A slide that would change nothing is not allowed.
4. After each slide a tile falls on an empty cell, each as likely as the others: a 2 with probability 0.9, else a 4.
5. The game is over when no slide is left. (It goes on beyond the tile 2048.)

Source: G. Cirulli, 2048, 2014.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.board import LINES, TILE, Board, Piece
from zermelo.errors import PositionError, SpecError
from zermelo.game import CHANCE, MAX, Game, replace
from zermelo.hints import Evaluation
from zermelo.units import Unit

SIZES: Final = range(2, 6)
UP, RIGHT, DOWN, LEFT = range(4)
NAMES: Final = ("up", "right", "down", "left")
FOUR: Final = 0.1
"""How likely a tile that falls is a 4."""
_POSITION: Final = re.compile(r"([\d.,/]+) (\d{1,8})(?: falls ([12]))?")


class State(NamedTuple):
    """The board row by row from the top, each cell 0 or the exponent of its tile (1 for a 2, 2 for a 4); the score; tiles to fall."""

    cells: tuple[int, ...]
    score: int
    falling: int


class Free(Evaluation):
    """The empty cells."""

    measured_in = Unit("cell")

    def value(self, game: TwentyFortyEight, state: State, player: int) -> float:
        free = 0
        for cell in range(game.size * game.size):
            if state.cells[cell] == 0:
                free += 1
        return float(free)


class Snake(Evaluation):
    """Large tiles side by side, the largest in a corner (see `TwentyFortyEight.snake`)."""

    def value(self, game: TwentyFortyEight, state: State, player: int) -> float:
        return game.snake(state)


class TwentyFortyEight(Game):
    """2048 on a board of `size` x `size` cells, 2 to 5.

    The rules are at the top of this file. A slide is `up`, `right`, `down` or `left`; of chance, an action is twice the number of
    a cell, counted row by row from 0, and one more for a 4. Utility: the score. The evaluation is the score and, beside it, the
    tiles along a snake.

    >>> game = TwentyFortyEight(size=2)
    >>> state = game.read("2,2/.,4 0")
    >>> print(game.show(game.result(state, game.parse(state, "left"))))
       4    .
       4    .
    score 4
    a tile falls
    """

    players = 1
    chance = True
    measured_in = Unit("point", digits=1)
    evaluations = {"free": Free(), "snake": Snake()}  # noqa: RUF012  a fact of the game, which never changes
    phrases: ClassVar = {
        "es": {
            "up": "arriba",
            "right": "derecha",
            "down": "abajo",
            "left": "izquierda",
            "slide the tiles": "desliza las fichas",
            "a tile falls": "cae una ficha",
            "two tiles fall": "caen dos fichas",
            "no slide is left": "no queda ningún deslizamiento",
        },
        "pt": {
            "up": "para cima",
            "right": "para a direita",
            "down": "para baixo",
            "left": "para a esquerda",
            "slide the tiles": "desliza as peças",
            "a tile falls": "cai uma peça",
            "two tiles fall": "caem duas peças",
            "no slide is left": "não resta nenhum deslize",
        },
    }

    def __init__(self, size: int = 4) -> None:
        if isinstance(size, bool) or size not in SIZES:
            raise SpecError(f"size={size!r} is not possible; 2048 is played on {SIZES[0]} to {SIZES[-1]} rows of as many cells")
        self.size = size
        self.cells = size * size
        self.max_actions = 2 * self.cells
        self._empty = (0,) * self.cells

    # The rules

    def initial(self) -> State:
        return State(self._empty, 0, 2)

    def to_move(self, state: State) -> int:
        return CHANCE if state.falling > 0 else MAX

    def actions(self, state: State) -> Iterable[int]:
        for direction in range(4):
            if self._slides(state, direction):
                yield direction

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        free = 0
        for cell in range(self.cells):
            if state.cells[cell] == 0:
                free += 1
        for cell in range(self.cells):
            if state.cells[cell] == 0:
                yield 2 * cell, (1 - FOUR) / free
                yield 2 * cell + 1, FOUR / free

    def result(self, state: State, action: int) -> State:
        if state.falling > 0:
            return State(replace(state.cells, action // 2, 1 + action % 2), state.score, state.falling - 1)
        cells, score = self._empty, state.score
        step = self._step(action)
        for line in range(self.size):
            to, waiting = self._first(action, line), 0  # the cell that the next tile slides to, and the tile that it may merge with
            for place in range(self.size):
                tile = state.cells[self._first(action, line) + place * step]
                if tile > 0 and tile == waiting:
                    cells, score, waiting = replace(cells, to - step, tile + 1), score + (2 << tile), 0
                elif tile > 0:
                    cells, to, waiting = replace(cells, to, tile), to + step, tile
        return State(cells, score, 1)

    def is_terminal(self, state: State) -> bool:
        if state.falling > 0:
            return False
        for direction in range(4):  # noqa: SIM110  what compiles has no `any`
            if self._slides(state, direction):
                return False
        return True

    def utility(self, state: State, player: int) -> float:
        return float(state.score)

    def evaluate(self, state: State, player: int) -> float:
        return state.score + self.snake(state)

    def snake(self, state: State) -> float:
        """The tiles along a snake from the top left corner, to the right, back to the left, and so on: each counts half as much."""
        worth, share = 0.0, 1.0
        for row in range(self.size):
            for place in range(self.size):
                column = place if row % 2 == 0 else self.size - 1 - place
                tile = state.cells[row * self.size + column]
                if tile > 0:
                    worth += share * (1 << tile)
                share /= 2
        return worth

    def _first(self, direction: int, line: int) -> int:
        """The cell of a row or column towards which it is slid."""
        if direction == UP:
            return line
        if direction == RIGHT:
            return line * self.size + self.size - 1
        if direction == DOWN:
            return self.cells - self.size + line
        return line * self.size

    def _step(self, direction: int) -> int:
        """From there to the next cell of the row or column."""
        if direction == UP:
            return self.size
        if direction == DOWN:
            return -self.size
        return 1 if direction == LEFT else -1

    def _slides(self, state: State, direction: int) -> bool:
        """Whether a slide changes anything: before some tile there is no other, or an equal one."""
        step = self._step(direction)
        for line in range(self.size):
            first = self._first(direction, line)
            for place in range(1, self.size):
                tile, ahead = state.cells[first + place * step], state.cells[first + (place - 1) * step]
                if tile > 0 and (ahead == 0 or ahead == tile):
                    return True
        return False

    # For people

    def name(self, state: State, action: int) -> str:
        """A slide; of chance, the row and column from 1 at the top left, and the tile: `1,2:4`."""
        if state.falling == 0:
            return NAMES[action]
        cell = action // 2
        return f"{cell // self.size + 1},{cell % self.size + 1}:{4 if action % 2 else 2}"

    def _rows(self, state: State) -> list[list[str]]:
        numbers = [str(1 << tile) if tile else "." for tile in state.cells]
        return [numbers[row : row + self.size] for row in range(0, self.cells, self.size)]

    def _news(self, state: State) -> str:
        if state.falling:
            return "a tile falls" if state.falling == 1 else "two tiles fall"
        return "no slide is left" if self.is_terminal(state) else "slide the tiles"

    def show(self, state: State) -> str:
        wide = max(4, max(len(number) for row in self._rows(state) for number in row))
        rows = [" ".join(number.rjust(wide) for number in row) for row in self._rows(state)]
        return "\n".join([*rows, f"score {state.score}", self._news(state)])

    def picture(self, state: State) -> Board:
        """The tiles with their numbers; the score above them."""
        rows = tuple(tuple(None if number == "." else Piece(TILE, 0, number) for number in row) for row in self._rows(state))
        places = tuple(map(str, range(1, self.size + 1)))
        return Board(rows, LINES, places, places, self._news(state), (f"{state.score}", *[""] * (self.size - 1)))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """Of chance, the cell on which the tile falls; a slide has none, and is chosen by its name."""
        return (action // 2,) if state.falling else ()

    def write(self, state: State) -> str:
        """The rows from the top, the score, and how many tiles fall, if any: `2,./.,4 0 falls 1`."""
        rows = "/".join(",".join(row) for row in self._rows(state))
        return f"{rows} {state.score}" + (f" falls {state.falling}" if state.falling else "")

    def read(self, text: str) -> State:
        found = _POSITION.fullmatch(" ".join(text.split()))
        rows = [row.split(",") for row in found[1].split("/")] if found else []
        if not found or [len(row) for row in rows] != [self.size] * self.size:
            raise PositionError(
                f"{text!r} is not a position; that is {self.size} rows of {self.size} tiles and the score, as {self._example()}"
            )
        cells = tuple(self._tile(number, text) for row in rows for number in row)
        state = State(cells, int(found[2]), int(found[3] or 0))
        tiles = sum(tile > 0 for tile in cells)
        if tiles + state.falling > self.cells or (state.falling == 2) != (tiles == 0) or (tiles == 1 and state.falling == 0):
            raise PositionError(
                f"{text!r} has {tiles} tiles and {state.falling} to fall; the game begins with two, and one falls at a time"
            )
        return state

    def _tile(self, number: str, text: str) -> int:
        if number == ".":
            return 0
        value = int(number) if number.isascii() and number.isdecimal() else 0
        if value < 2 or value & (value - 1) or value.bit_length() > self.cells + 2:
            raise PositionError(f"{number!r} in {text!r} is no tile; tiles are 2, 4, 8 ... up to {2 << self.cells}, and . is an empty cell")
        return value.bit_length() - 1
