"""Three men's morris (tres en raya with stones that move): three stones each are placed on nine points, then moved; a line of three wins.

The points are numbered along the rows from the top left, and named by column and row:

    3  0--1--2
       |\\ | /|      the lines: three rows, three columns, and the two diagonals
    2  3--4--5      unless `diagonals` is False; stones move along them
       |/ | \\|
    1  6--7--8
       a  b  c

Source: R. C. Bell, Board and Table Games from Many Civilizations, 1960; the variants are those that people play.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.bits import Bits, set_of
from zermelo.board import GOBAN, STONE, Board, Piece, board_of
from zermelo.board_text import Grid, parts_of
from zermelo.errors import PositionError
from zermelo.game import MAX, MIN, Game
from zermelo.mirrors import FIRST, HALF, images, mirrors_of_square

STONES: Final = 3
"""Stones of each player."""
POINTS: Final = 9
MARKS: Final = "xo"
ROWS: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS: Final = ((0, 4, 8), (2, 4, 6))
_TURN: Final = (6, 3, 0, 7, 4, 1, 8, 5, 2)
"""Where each point goes when the board is turned by a quarter."""
_MIRROR: Final = (2, 1, 0, 5, 4, 3, 8, 7, 6)


class State(NamedTuple):
    """The points with a stone of the player to move, those of the other player, and the player to move."""

    own: Bits
    other: Bits
    player: int


class ThreeMensMorris(Game):
    """Three men's morris. MAX (x) begins.

    Each places three stones in turns; then a stone is moved along a line to the next point, if it is free: with `flying` to any free
    point. Who has three in a line wins; who cannot move loses; a game that goes round is drawn. Without `diagonals` there are only
    rows and columns. Utility: 1 a win, -1 a loss.

    >>> game = ThreeMensMorris()
    >>> state = game.result(game.initial(), game.parse(game.initial(), "b2"))
    >>> game.write(state)
    '.../.x./... o'
    """

    palette = MappingProxyType({mark: Piece(STONE, player) for player, mark in enumerate(MARKS)})

    repetition = 0.0
    utility_range = (-1.0, 1.0)
    utility_sum = 0.0
    max_actions = STONES * (POINTS - 2 * STONES) + POINTS

    def __init__(self, diagonals: bool = True, flying: bool = False) -> None:
        self.diagonals, self.flying = bool(diagonals), bool(flying)
        lines = ROWS + (DIAGONALS if diagonals else ())
        self._board = Bits((1 << POINTS) - 1)
        self._lines = tuple(set_of(line) for line in lines)
        pairs = [pair for line in lines for pair in (line[:2], line[1:])]
        near = [set_of(b if a == point else a for a, b in pairs if point in (a, b)) for point in range(POINTS)]
        self._near = tuple(self._board if flying else points for points in near)
        self._mirrors = mirrors_of_square(3)

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        free = self._board & ~(state.own | state.other)
        if state.own.count() < STONES:
            yield from free
        else:
            for stone in state.own:
                for point in free & self._near[stone]:
                    yield POINTS + POINTS * stone + point

    def result(self, state: State, action: int) -> State:
        own = state.own | Bits(1) << action % POINTS
        if action >= POINTS:
            own = own & ~(Bits(1) << action // POINTS - 1)
        return State(state.other, own, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return self.has_line(state.other) or self.is_blocked(state)

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.player else 1

    def has_line(self, stones: Bits) -> bool:
        """Whether three of these stones stand in a line."""
        for line in self._lines:  # noqa: SIM110  a loop compiles
            if stones & line == line:
                return True
        return False

    def is_blocked(self, state: State) -> bool:
        """Whether the player to move has all stones on the board and none that can move."""
        if state.own.count() < STONES:
            return False
        free = self._board & ~(state.own | state.other)
        for stone in state.own:  # noqa: SIM110  a loop compiles
            if free & self._near[stone]:
                return False
        return True

    # Help for a search

    def symmetries(self, state: State) -> Iterable[State]:
        """The seven turns and mirror images."""
        for board in images(state.own | state.other << HALF, self._mirrors):
            yield State(board & FIRST, board >> HALF, state.player)

    # For people

    def name(self, state: State, action: int) -> str:
        to = _GRID.name(action % POINTS)
        return to if action < POINTS else f"{_GRID.name(action // POINTS - 1)}-{to}"

    def show(self, state: State) -> str:
        return "\n".join([*_GRID.framed(_rows(state), below=True), self._news(state)])

    def _news(self, state: State) -> str:
        mover = MARKS[state.player]
        if self.has_line(state.other):
            return f"{MARKS[1 - state.player]} has won"
        return f"{mover} cannot move and has lost" if self.is_blocked(state) else f"{mover} to move"

    def picture(self, state: State) -> Board:
        shown = board_of(_rows(state), self.palette, GOBAN, across=_GRID.across, upwards=_GRID.upwards, news=self._news(state))
        return replace(shown, lit=tuple(state.other)) if self.has_line(state.other) else shown

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return (action,) if action < POINTS else (action // POINTS - 1, action % POINTS)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `x.o/.../... x` (x begins)."""
        return f"{'/'.join(_rows(state))} {MARKS[state.player]}"

    def read(self, text: str) -> State:
        example = self.write(self.initial())
        rows, mark = parts_of(text, ("the rows", "the player to move"), example)
        if mark not in (*MARKS,):
            raise PositionError(f"{mark!r} is no player; x or o is to move, as in {example}")
        stones = _GRID.read(rows, MARKS, example)
        first, second = (set_of(stones[one]) for one in MARKS)
        player = MARKS.index(mark)
        placed = first.count(), second.count()
        if max(placed) > STONES or not 0 <= placed[0] - placed[1] <= 1:
            raise PositionError(f"{placed[0]} stones of x and {placed[1]} of o cannot be: they are placed in turns, x begins, three each")
        if sum(placed) < 2 * STONES and player != sum(placed) % 2:
            raise PositionError(f"{mark} cannot be to move; with {sum(placed)} stones on the board it is {MARKS[sum(placed) % 2]}'s turn")
        state = State(first, second, MAX) if player == MAX else State(second, first, MIN)
        if self.has_line(state.own):
            raise PositionError(f"{mark} has a line, and the game went on; it would have ended")
        return state


_GRID: Final = Grid("abc", "321", 3, 3, square="point")


def _rows(state: State) -> list[str]:
    own, other = MARKS[state.player], MARKS[1 - state.player]
    return _GRID.rows({own: state.own, other: state.other})
