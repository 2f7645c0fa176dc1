"""Domineering (G. Andersson, about 1973; M. Gardner, Scientific American, February 1974): dominoes on squared paper, upright and flat.

The cells are numbered along the rows from the top left, and named by column and row:

    3   0  1  2  3      An action is the number of a domino's upper or left cell.
    2   4  5  6  7
    1   8  9 10 11
        a  b  c  d

Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 5, where it is called Cross-Cram.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.bits import Bits, set_of
from zermelo.board import DISC, Board, Piece, board_of
from zermelo.board_text import Grid, parts_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, MIN, Game
from zermelo.mirrors import mirror, mirrored

MARKS: Final = "xo"
MOST: Final = 64
"""Cells of a board."""


class State(NamedTuple):
    """The cells that upright dominoes cover, those that flat ones do, and the player to move."""

    upright: Bits
    flat: Bits
    player: int


class Domineering(Game):
    """Domineering on `width` x `height` cells, 64 at most. MAX (x) lays dominoes upright and begins, MIN (o) lays them flat.

    A domino covers two free cells. Who has no room for one loses. Utility: 1 a win, -1 a loss.

    >>> game = Domineering(3, 2)
    >>> [game.name(game.initial(), action) for action in game.actions(game.initial())]
    ['a2-a1', 'b2-b1', 'c2-c1']
    """

    palette = MappingProxyType({mark: Piece(DISC, player) for player, mark in enumerate(MARKS)})

    utility_range = (-1.0, 1.0)
    utility_sum = 0.0
    evaluation_unit = 1 / 128

    def __init__(self, width: int = 8, height: int = 8) -> None:
        if not all(isinstance(one, int) and one >= 1 for one in (width, height)) or width * height > MOST or max(width, height) > 26:
            raise SpecError(f"domineering is played on boards of up to {MOST} cells, of up to 26 in a row, not on {width!r} x {height!r}")
        self.width, self.height, self.cells = width, height, width * height
        self.max_actions = max(1, width * (height - 1), (width - 1) * height)
        self.board = Bits((1 << self.cells) - 1)
        self.inner = set_of(cell for cell in range(self.cells) if cell % width < width - 1)
        """The cells with another one to their right."""
        cells = [divmod(cell, width) for cell in range(self.cells)]
        self._upside_down = mirror(width * (height - 1 - row) + column for row, column in cells)
        self._left_for_right = mirror(width * row + width - 1 - column for row, column in cells)

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        yield from self.room(self.free(state), state.player)

    def result(self, state: State, action: int) -> State:
        cell = Bits(1) << action
        if state.player == MAX:
            return State(state.upright | cell | cell << self.width, state.flat, MIN)
        return State(state.upright, state.flat | cell | cell << 1, MAX)

    def is_terminal(self, state: State) -> bool:
        return not self.room(self.free(state), state.player)

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.player else 1

    def free(self, state: State) -> Bits:
        """The cells that no domino covers."""
        return self.board & ~(state.upright | state.flat)

    def room(self, free: Bits, player: int) -> Bits:
        """Where a player can lay a domino: its upper or left cell."""
        return free & free >> self.width if player == MAX else free & free >> 1 & self.inner

    # Help for a search

    def key(self, state: State) -> tuple[Bits, int]:
        """How the dominoes lie that cover cells is of no account."""
        return self.free(state), state.player

    def symmetries(self, state: State) -> Iterable[State]:
        """The board turned upside down, its mirror image, and both."""
        upright, flat = mirrored(state.upright, self._upside_down), mirrored(state.flat, self._upside_down)
        yield State(upright, flat, state.player)
        yield State(mirrored(state.upright, self._left_for_right), mirrored(state.flat, self._left_for_right), state.player)
        yield State(mirrored(upright, self._left_for_right), mirrored(flat, self._left_for_right), state.player)

    def evaluate(self, state: State, player: int) -> float:
        """How many more places the player has for a domino than the other; those that the other cannot reach count once more."""
        free = self.free(state)
        upright, flat = self.room(free, MAX), self.room(free, MIN)
        by_flat, by_upright = flat | flat << 1, upright | upright << self.width
        safe_upright = upright & ~by_flat & ~(by_flat >> self.width)
        safe_flat = flat & ~by_upright & ~(by_upright >> 1)
        lead = upright.count() + safe_upright.count() - flat.count() - safe_flat.count()
        return self.evaluation_unit * (lead if player == MAX else -lead) / 2

    # For people

    def name(self, state: State, action: int) -> str:
        first, second = self.action_squares(state, action)
        return f"{self._grid().name(first)}-{self._grid().name(second)}"

    def show(self, state: State) -> str:
        return "\n".join([*self._grid().framed(self._rows(state), below=True), self._news(state)])

    def _news(self, state: State) -> str:
        mover, before = MARKS[state.player], MARKS[1 - state.player]
        return f"{before} has won" if self.is_terminal(state) else f"{mover} to move"

    def picture(self, state: State) -> Board:
        grid = self._grid()
        return board_of(self._rows(state), self.palette, across=grid.across, upwards=grid.upwards, news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return action, action + (self.width if state.player == MAX else 1)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, x for upright dominoes and o for flat ones, and the player to move: `x../xoo x`."""
        return f"{'/'.join(self._rows(state))} {MARKS[state.player]}"

    def read(self, text: str) -> State:
        example = self.write(self.initial())
        rows, mark = parts_of(text, ("the rows", "the player to move"), example)
        if mark not in (*MARKS,):
            raise PositionError(f"{mark!r} is no player; x or o is to move, as in {example}")
        cells = self._grid().read(rows, MARKS, example)
        upright, flat = (set_of(cells[one]) for one in MARKS)
        for covered, one in ((upright, MAX), (flat, MIN)):
            if not self._is_tiled(covered, self.width if one == MAX else 1):
                how = "upright" if one == MAX else "flat"
                raise PositionError(f"the cells with {MARKS[one]} are no {how} dominoes, each of which covers two")
        return State(upright, flat, MARKS.index(mark))

    def _is_tiled(self, cells: Bits, step: int) -> bool:
        """Whether dominoes whose two cells are so far apart cover these cells."""
        while cells:
            first = cells.lowest()
            if first + step not in cells or (step == 1 and first not in self.inner):
                return False
            cells = cells & ~(Bits(1) << first | Bits(1) << first + step)
        return True

    def _grid(self) -> Grid:
        upwards = [str(self.height - row) for row in range(self.height)]
        return Grid(ascii_lowercase[: self.width], upwards, self.height, self.width)

    def _rows(self, state: State) -> list[str]:
        return self._grid().rows({MARKS[MAX]: state.upright, MARKS[MIN]: state.flat})
