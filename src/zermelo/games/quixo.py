"""Quixo: a cube is taken from the rim of a board, turned to one's own sign, and pushed back in at another end of its row or column.

The cells are numbered along the rows from the top left, and named by column and row:

    5   0  1  2  3  4      An action is 4 * the cell that is taken + the end at which the cube is pushed in: 0 left, 1 right, 2 top,
    4   5  6  7  8  9      3 bottom. The cubes between there and the gap move on by one.
    3  10 11 12 13 14
    2  15 16 17 18 19
    1  20 21 22 23 24
        a  b  c  d  e

Sources: Gigamic's rules (T. Chapeau, 1995); S. Tanaka, F. Bonnet, S. Tixeuil and Y. Tamura, Quixo is solved, 2020 (arXiv 2007.15895).
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.bits import Bits, set_of
from zermelo.board import DISC, Board, Piece, board_of, lit_lines
from zermelo.board_text import Grid, parts_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, MIN, Game
from zermelo.mirrors import FIRST, HALF, images, mirrors_of_square

LEFT, RIGHT, TOP, BOTTOM = 0, 1, 2, 3
ENDS: Final = 4
SIZES: Final = (3, 4, 5)
MARKS: Final = "xo"
_PART: Final = 13
"""Cells whose signs are looked up at once in the number of a board."""


class State(NamedTuple):
    """The cells with a cube of the player to move, those of the other player, and the player to move. The others are blank."""

    own: Bits
    other: Bits
    player: int


class Quixo(Game):
    """Quixo on `size` x `size` cells: 3, 4 or 5. MAX (x) begins.

    Who is to move takes a cube from the rim that is blank or bears the own sign, and pushes it back in with the own sign, at another end
    of its row or column. Who has a whole row, column or diagonal wins; who completes one of the other's loses, even with one of the
    own. A game that goes round is drawn. Utility: 1 a win, -1 a loss.

    >>> game = Quixo(3)
    >>> [game.name(game.initial(), action) for action in game.actions(game.initial())][:4]
    ['a3-c3', 'a3-a1', 'b3-a3', 'b3-c3']
    """

    palette = MappingProxyType({mark: Piece(DISC, player) for player, mark in enumerate(MARKS)})

    repetition = 0.0
    utility_range = (-1.0, 1.0)
    utility_sum = 0.0

    def __init__(self, size: int = 5) -> None:
        if size not in SIZES:
            raise SpecError(f"Quixo is played on 3 x 3, 4 x 4 or 5 x 5 cells, not on {size!r}")
        self.size, self.cells = size, size * size
        self.max_actions = 4 * 2 + 4 * (size - 2) * 3
        self._rim = set_of(cell for cell in range(self.cells) if {*divmod(cell, size)} & {0, size - 1})
        self._lines = tuple(_lines(size))
        self._paths = tuple(_path(size, cell, end) for cell in range(self.cells) for end in range(ENDS))
        self._ends = tuple(_end(size, cell, end) for cell in range(self.cells) for end in range(ENDS))
        self._mirrors = mirrors_of_square(size)
        self._ternary: tuple[int, ...] = tuple(sum(3**cell for cell in Bits(word)) for word in range(1 << _PART))

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        for cell in self._rim & ~state.other:
            for end in range(ENDS):
                if self._ends[ENDS * cell + end] != cell:
                    yield ENDS * cell + end

    def result(self, state: State, action: int) -> State:
        gap = Bits(1) << action // ENDS
        own = self._pushed(state.own & ~gap, action) | Bits(1) << self._ends[action]
        return State(self._pushed(state.other, action), own, 1 - state.player)

    def _pushed(self, cubes: Bits, action: int) -> Bits:
        """The cubes where those on the way of an action have moved on by one towards its gap, which is empty."""
        end, moved = action % ENDS, cubes & self._paths[action]
        if end == LEFT:
            moved = moved << 1
        elif end == RIGHT:
            moved = moved >> 1
        elif end == TOP:
            moved = moved << self.size
        else:
            moved = moved >> self.size
        return cubes & ~self._paths[action] | moved

    def _pulled(self, cubes: Bits, action: int) -> Bits:
        """The cubes as they were before `_pushed`, but for that which was pushed in: it is among `cubes` no more."""
        gap = Bits(1) << action // ENDS
        way = (self._paths[action] | gap) & ~(Bits(1) << self._ends[action])
        end, moved = action % ENDS, cubes & way
        if end == LEFT:
            moved = moved >> 1
        elif end == RIGHT:
            moved = moved << 1
        elif end == TOP:
            moved = moved >> self.size
        else:
            moved = moved << self.size
        return cubes & ~way | moved

    def is_terminal(self, state: State) -> bool:
        return self.has_line(state.own) or self.has_line(state.other)

    def utility(self, state: State, player: int) -> int:
        return 1 if self.has_line(state.own) == (player == state.player) else -1

    def has_line(self, cubes: Bits) -> bool:
        """Whether a whole row, column or diagonal is among these cubes."""
        for line in self._lines:  # noqa: SIM110  a loop compiles
            if cubes & line == line:
                return True
        return False

    # Help for a search

    def symmetries(self, state: State) -> Iterable[State]:
        """The seven turns and mirror images."""
        for board in images(state.own | state.other << HALF, self._mirrors):
            yield State(board & FIRST, board >> HALF, state.player)

    # For databases: a number with a digit a cell, 1 for a cube of the player to move and 2 for one of the other, whoever these are

    def tier_sizes(self) -> Iterable[int]:
        yield 3**self.cells

    def rank(self, state: State) -> int:
        return self._number(state.own) + 2 * self._number(state.other)

    def _number(self, cubes: Bits) -> int:
        part = (1 << _PART) - 1
        return self._ternary[int(cubes & part)] + 3**_PART * self._ternary[int(cubes >> _PART)]

    def unrank(self, tier: int, index: int) -> State:
        own, other = Bits(0), Bits(0)
        for cell in range(self.cells):
            digit, index = index % 3, index // 3
            own = own | Bits(digit & 1) << cell
            other = other | Bits(digit >> 1) << cell
        return State(own, other, MAX)

    def predecessors(self, state: State) -> Iterable[State]:
        for cell in self._rim:
            gap = Bits(1) << cell
            for end in range(ENDS):
                action = ENDS * cell + end
                pushed = self._ends[action]
                if pushed != cell and pushed in state.other:
                    mine, others = self._pulled(state.other & ~(Bits(1) << pushed), action), self._pulled(state.own, action)
                    yield State(mine, others, 1 - state.player)  # it was blank
                    yield State(mine | gap, others, 1 - state.player)

    # For people

    def name(self, state: State, action: int) -> str:
        return f"{self._grid().name(action // ENDS)}-{self._grid().name(self._ends[action])}"

    def show(self, state: State) -> str:
        return "\n".join([*self._grid().framed(self._rows(state), below=True), self._news(state)])

    def _news(self, state: State) -> str:
        mover, before = MARKS[state.player], MARKS[1 - state.player]
        if self.has_line(state.own):
            return f"{mover} has won"
        return f"{before} has won" if self.has_line(state.other) else f"{mover} to move"

    def picture(self, state: State) -> Board:
        grid = self._grid()
        shown = board_of(self._rows(state), self.palette, across=grid.across, upwards=grid.upwards, news=self._news(state))
        return lit_lines(shown, self.size)

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return action // ENDS, self._ends[action]

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `x.o/.../... x` (x begins)."""
        return f"{'/'.join(self._rows(state))} {MARKS[state.player]}"

    def read(self, text: str) -> State:
        example = self.write(self.initial())
        rows, mark = parts_of(text, ("the rows", "the player to move"), example)
        if mark not in (*MARKS,):
            raise PositionError(f"{mark!r} is no player; x or o is to move, as in {example}")
        cubes = self._grid().read(rows, MARKS, example)
        first, second = (set_of(cubes[one]) for one in MARKS)
        return State(first, second, MAX) if mark == MARKS[MAX] else State(second, first, MIN)

    def _grid(self) -> Grid:
        return Grid("abcde"[: self.size], [str(self.size - row) for row in range(self.size)], self.size, self.size)

    def _rows(self, state: State) -> list[str]:
        own, other = MARKS[state.player], MARKS[1 - state.player]
        return self._grid().rows({own: state.own, other: state.other})


def _lines(size: int) -> Iterable[Bits]:
    """The rows, the columns and the two diagonals."""
    for one in range(size):
        yield set_of(range(size * one, size * (one + 1)))
        yield set_of(range(one, size * size, size))
    yield set_of(range(0, size * size, size + 1))
    yield set_of(range(size - 1, size * size - 1, size - 1))


def _end(size: int, cell: int, end: int) -> int:
    """The cell at this end of the row or column of a cell: that in which the cube is pushed. The cell itself where it lies there."""
    row, column = divmod(cell, size)
    return (size * row, size * row + size - 1, column, size * (size - 1) + column)[end]


def _path(size: int, cell: int, end: int) -> Bits:
    """The cells whose cubes move when one is taken from a cell and pushed in at this end: from that end up to the gap, without it."""
    low, high = sorted((cell, _end(size, cell, end)))
    return set_of(one for one in range(low, high + 1, 1 if end < TOP else size) if one != cell)
