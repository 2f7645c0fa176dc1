"""Connect four: players drop stones into the columns of an upright board; a line of four of one's own wins.

A board is kept as two sets of cells, column after column, each with an empty cell on top (7 x 6):

     6 13 20 27 34 41 48     always empty: it keeps a line from running out of one column into the next
     5 12 19 26 33 40 47     top row
     .  .  .  .  .  .  .     so a step up is 1, to the right height + 1,
     1  8 15 22 29 36 43     up-right height + 2, down-right height
     0  7 14 21 28 35 42     bottom row
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo.bits import Bits, runs, set_of
from zermelo.errors import SpecError
from zermelo.game import Game
from zermelo.units import Unit


class State(NamedTuple):
    """The stones of the player to move, those of the other player, and whether the other has just made a line."""

    own: Bits
    other: Bits
    lost: bool


class Rules(Game):
    """Who may drop what where, and who has won (see `zermelo.games.connect4.ConnectFour`)."""

    max_actions = 32  # the widest board that fits has one row

    def __init__(self, width: int = 7, height: int = 6, line: int = 4, score: bool = False) -> None:
        if min(width, height) < 1 or width * (height + 1) > 64:
            raise SpecError(
                f"a board of {width} x {height} does not fit: with an empty cell on top of each column it has "
                f"{width * (height + 1)} cells, and at most 64 fit"
            )
        if not 2 <= line <= max(width, height):
            raise SpecError(f"a line of {line} does not fit a board of {width} x {height}; it has 2 to {max(width, height)} stones")
        self.width, self.height, self.line, self.score = width, height, line, score
        self.utility_range = (-float(width * height // 2), float((width * height + 1) // 2)) if score else (-1.0, 1.0)
        self.evaluation_unit = 1 / 128
        self.measured_in = Unit("point", size=1.0 if score else self.evaluation_unit, digits=0)
        self._cells = width * height
        self._column = height + 1
        self._odd_rows, self._even_rows = (
            set_of(column * (height + 1) + row for column in range(width) for row in range(first, height, 2)) for first in (0, 1)
        )
        self._centre_first = tuple(sorted(range(width), key=lambda column: (abs(2 * column - width + 1), column)))
        self._board = self._odd_rows | self._even_rows

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), False)

    def to_move(self, state: State) -> int:
        return (state.own | state.other).count() & 1

    def actions(self, state: State) -> Iterable[int]:
        for column in range(self.width):
            if self._column * column + self.height - 1 not in state.own | state.other:
                yield column

    def result(self, state: State, action: int) -> State:
        occupied = state.own | state.other
        cell = (occupied + (Bits(1) << self._column * action)) & ~occupied
        stones = state.own | cell
        return State(state.other, stones, self._has_line(stones))

    def is_terminal(self, state: State) -> bool:
        return state.lost or (state.own | state.other) == self._board

    def utility(self, state: State, player: int) -> int:
        if not state.lost:
            return 0
        worth = (self._cells + 2 - (state.own | state.other).count()) >> 1 if self.score else 1
        return -worth if player == self.to_move(state) else worth

    def _has_line(self, stones: Bits) -> bool:
        up, right = 1, self._column
        lines = (
            runs(stones, up, self.line)
            | runs(stones, right, self.line)
            | runs(stones, right + up, self.line)
            | runs(stones, right - up, self.line)
        )
        return bool(lines)
