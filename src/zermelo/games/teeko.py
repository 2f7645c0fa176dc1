"""Teeko: four stones each are placed on a board of 5 x 5, then moved; four in a line, or in a small square, win.

The points are numbered along the rows from the top left, and named by column and row:

    5   0  1  2  3  4      44 sets of four win: a row, a column or a diagonal of four points next to one another,
    4   5  6  7  8  9      or a square of 2 x 2. A stone moves to any of the up to eight points around it.
    3  10 11 12 13 14
    2  15 16 17 18 19
    1  20 21 22 23 24
        a  b  c  d  e

Source: J. Scarne, Scarne on Teeko, 1955. G. L. Steele found in 1998 that it is a draw.
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
from zermelo.ranks import choose, opened, rank_set, rank_set_beside, unrank_set

SIZE: Final = 5
POINTS: Final = SIZE * SIZE
STONES: Final = 4
"""Stones of each player."""
MARKS: Final = "xo"
_BOARD: Final = Bits((1 << POINTS) - 1)
_LEFT: Final = set_of(point for point in range(POINTS) if point % SIZE <= SIZE - STONES)
"""Where a line of four to the right begins."""
_RIGHT: Final = set_of(point for point in range(POINTS) if point % SIZE >= STONES - 1)
_NOT_LAST: Final = set_of(point for point in range(POINTS) if point % SIZE < SIZE - 1)


class State(NamedTuple):
    """The points with a stone of the player to move, those of the other player, and the player to move."""

    own: Bits
    other: Bits
    player: int


class Teeko(Game):
    """Teeko. MAX (x) begins.

    Each places four stones in turns; then a stone is moved to a free point next to it, in any of the eight directions. Who has four
    in a line or in a square of 2 x 2 wins; a game that goes round is drawn. Utility: 1 a win, -1 a loss.

    >>> game = Teeko()
    >>> state = game.result(game.initial(), game.parse(game.initial(), "c3"))
    >>> game.write(state)
    '...../...../..x../...../..... o'
    """

    palette = MappingProxyType({mark: Piece(STONE, player) for player, mark in enumerate(MARKS)})

    repetition = 0.0
    utility_range = (-1.0, 1.0)
    utility_sum = 0.0
    max_actions = STONES * 8

    def __init__(self) -> None:
        self._near = tuple(_near(point) for point in range(POINTS))
        self._mirrors = mirrors_of_square(SIZE)

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        free = _BOARD & ~(state.own | state.other)
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
        return has_won(state.other)

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.player else 1

    # Help for a search

    def symmetries(self, state: State) -> Iterable[State]:
        """The seven turns and mirror images."""
        for board in images(state.own | state.other << HALF, self._mirrors):
            yield State(board & FIRST, board >> HALF, state.player)

    # For databases: a tier is how many stones were placed, and it does not matter whose they are

    def tier(self, state: State) -> int:
        return state.own.count() + state.other.count()

    def tier_sizes(self) -> Iterable[int]:
        for placed in range(2 * STONES + 1):
            yield choose(POINTS, placed // 2) * choose(POINTS - placed // 2, placed - placed // 2)

    def rank(self, state: State) -> int:
        ways = choose(POINTS - state.own.count(), state.other.count())
        return rank_set(state.own) * ways + rank_set_beside(state.other, state.own)

    def unrank(self, tier: int, index: int) -> State:
        ways = choose(POINTS - tier // 2, tier - tier // 2)
        own = unrank_set(index // ways, tier // 2, POINTS)
        other = unrank_set(index % ways, tier - tier // 2, POINTS - tier // 2)
        return State(own, opened(other, own), MIN if tier % 2 else MAX)

    def possible(self, state: State) -> bool:
        return not has_won(state.own)

    def predecessors(self, state: State) -> Iterable[State]:
        if state.own.count() == STONES:
            free = _BOARD & ~(state.own | state.other)
            for stone in state.other:
                for point in free & self._near[stone]:
                    yield State(state.other & ~(Bits(1) << stone) | Bits(1) << point, state.own, 1 - state.player)

    # For people

    def name(self, state: State, action: int) -> str:
        to = _GRID.name(action % POINTS)
        return to if action < POINTS else f"{_GRID.name(action // POINTS - 1)}-{to}"

    def show(self, state: State) -> str:
        return "\n".join([*_GRID.framed(_rows(state), below=True), self._news(state)])

    def _news(self, state: State) -> str:
        return f"{MARKS[1 - state.player]} has won" if has_won(state.other) else f"{MARKS[state.player]} to move"

    def picture(self, state: State) -> Board:
        shown = board_of(_rows(state), self.palette, GOBAN, across=_GRID.across, upwards=_GRID.upwards, news=self._news(state))
        return replace(shown, lit=tuple(state.other)) if has_won(state.other) else shown

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return (action,) if action < POINTS else (action // POINTS - 1, action % POINTS)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `...../..o../..x../...../..... x` (x begins)."""
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
            raise PositionError(f"{placed[0]} stones of x and {placed[1]} of o cannot be: they are placed in turns, x begins, four each")
        if sum(placed) < 2 * STONES and player != sum(placed) % 2:
            raise PositionError(f"{mark} cannot be to move; with {sum(placed)} stones on the board it is {MARKS[sum(placed) % 2]}'s turn")
        state = State(first, second, MAX) if player == MAX else State(second, first, MIN)
        if has_won(state.own):
            raise PositionError(f"{mark} has four in a line or a square, and the game went on; it would have ended")
        return state


_GRID: Final = Grid("abcde", "54321", SIZE, SIZE, square="point")


def has_won(stones: Bits) -> bool:
    """Whether four of these stones stand in a line or in a square."""
    across, down = stones & stones >> 1 & _NOT_LAST, stones & stones >> SIZE
    falling, rising = stones & stones >> SIZE + 1, stones & stones >> SIZE - 1
    return bool(
        across & across >> SIZE
        | down & down >> 2 * SIZE
        | (across & across >> 2 | falling & falling >> 2 * (SIZE + 1)) & _LEFT
        | rising & rising >> 2 * (SIZE - 1) & _RIGHT
    )


def _near(point: int) -> Bits:
    """The points around one."""
    row, column = divmod(point, SIZE)
    around = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return set_of(SIZE * y + x for y, x in around if 0 <= y < SIZE and 0 <= x < SIZE)


def _rows(state: State) -> list[str]:
    own, other = MARKS[state.player], MARKS[1 - state.player]
    return _GRID.rows({own: state.own, other: state.other})
