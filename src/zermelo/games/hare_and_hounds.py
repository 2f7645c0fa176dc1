"""Hare and hounds (the French military game): three hounds try to shut in a hare on eleven points.

The points, numbered along the rows of a board of five columns and three rows whose corners are missing:

       1---2---3           the hounds begin on the three points at the left, b3, a2 and b1,
      /|\\  |  /|\\          the hare on the one at the right, e2
    5--6---7---8--9
      \\|/  |  \\|/
      11--12--13

Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, 1982, chapter 21.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from zermelo.bits import Bits, set_of
from zermelo.board import HARE, HOLE, HOUND, POINTS_AND_LINES, Board, Piece, board_of
from zermelo.board_text import Grid, parts_of
from zermelo.errors import PositionError
from zermelo.game import MAX, MIN, Game

HOUNDS: Final = 3
COLUMNS: Final = 5
POINTS: Final = 15
"""Points of the board with its corners."""
CORNERS: Final = set_of((0, 4, 10, 14))
LINES: Final = (
    (1, 2), (2, 3), (5, 6), (6, 7), (7, 8), (8, 9), (11, 12), (12, 13), (1, 6), (6, 11), (2, 7), (7, 12), (3, 8), (8, 13),
    (1, 5), (5, 11), (3, 9), (9, 13), (1, 7), (3, 7), (7, 11), (7, 13),
)  # fmt: skip
"""The pairs of points that a line joins."""
NAMES: Final = ("hounds", "hare")
HOUND_MARK, HARE_MARK, CORNER_MARK = "x", "o", "#"


class State(NamedTuple):
    """The points of the hounds, that of the hare, and the player to move: the hounds are MAX."""

    hounds: Bits
    hare: int
    player: int


class HareAndHounds(Game):
    """Hare and hounds. The hounds (MAX) begin.

    In turns a hound or the hare goes along a line to the next point, if it is free; a hound never to the left. The hounds win when the
    hare cannot move. The hare wins when it is the hounds' turn and none of them is to the left of it, when they cannot move, and by
    play that goes round for ever. Utility: 1 a win, -1 a loss.

    >>> game = HareAndHounds()
    >>> [game.name(game.initial(), action) for action in game.actions(game.initial())]
    ['b3-c3', 'b3-b2', 'b3-c2', 'a2-b2', 'b1-b2', 'b1-c2', 'b1-c1']
    """

    repetition = -1.0
    utility_range = (-1.0, 1.0)
    utility_sum = 0.0
    max_actions = HOUNDS * 8
    phrases: ClassVar = {
        "es": {
            "the hare has escaped": "la liebre ha escapado",
            "hare": "liebre",
            "hounds": "sabuesos",
        },
        "pt": {
            "the hare has escaped": "a lebre escapou",
            "hare": "lebre",
            "hounds": "cães",
        },
    }

    def __init__(self) -> None:
        near = [set_of(b if a == point else a for a, b in LINES if point in (a, b)) for point in range(POINTS)]
        self._near = tuple(near)
        self._forward = tuple(set_of(one for one in near[point] if one % COLUMNS >= point % COLUMNS) for point in range(POINTS))
        self._left_of = tuple(set_of(one for one in range(POINTS) if one % COLUMNS < point % COLUMNS) for point in range(POINTS))

    # The rules

    def initial(self) -> State:
        return State(set_of((1, 5, 11)), 9, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        if state.player == MAX:
            for hound in state.hounds:
                for point in self._forward[hound] & ~(state.hounds | Bits(1) << state.hare):
                    yield POINTS * hound + point
        else:
            for point in self._near[state.hare] & ~state.hounds:
                yield POINTS * state.hare + point

    def result(self, state: State, action: int) -> State:
        start, point = action // POINTS, action % POINTS
        if state.player == MAX:
            return State(state.hounds & ~(Bits(1) << start) | Bits(1) << point, state.hare, MIN)
        return State(state.hounds, point, MAX)

    def is_terminal(self, state: State) -> bool:
        return self.has_escaped(state) or not self.can_move(state)

    def utility(self, state: State, player: int) -> int:
        hounds = 1 if state.player == MIN else -1  # who is to move has lost
        return hounds if player == MAX else -hounds

    def has_escaped(self, state: State) -> bool:
        """Whether it is the hounds' turn and none of them is to the left of the hare."""
        return state.player == MAX and not state.hounds & self._left_of[state.hare]

    def can_move(self, state: State) -> bool:
        """Whether the player to move can."""
        if state.player == MIN:
            return bool(self._near[state.hare] & ~state.hounds)
        for hound in state.hounds:  # noqa: SIM110  a loop compiles
            if self._forward[hound] & ~(state.hounds | Bits(1) << state.hare):
                return True
        return False

    # Help for a search

    def symmetries(self, state: State) -> Iterable[State]:
        """The board turned upside down."""
        hounds = Bits(0)
        for hound in state.hounds:
            hounds = hounds | Bits(1) << self._below(hound)
        yield State(hounds, self._below(state.hare), state.player)

    def _below(self, point: int) -> int:
        return 2 * COLUMNS - point + 2 * (point % COLUMNS)

    # For people

    def name(self, state: State, action: int) -> str:
        return f"{_GRID.name(action // POINTS)}-{_GRID.name(action % POINTS)}"

    def show(self, state: State) -> str:
        rows = [row.replace(CORNER_MARK, " ") for row in _rows(state)]
        return "\n".join([*(line.rstrip() for line in _GRID.framed(rows, below=True)), self._news(state)])

    def _news(self, state: State) -> str:
        if self.has_escaped(state):
            return "the hare has escaped"
        return f"{NAMES[state.player]} to move" if self.can_move(state) else f"{NAMES[state.player]} cannot move"

    def picture(self, state: State) -> Board:
        pieces = {HOUND_MARK: Piece(HOUND, MAX), HARE_MARK: Piece(HARE, MIN), _GRID.empty: Piece(HOLE)}
        shown = board_of(_rows(state), pieces, POINTS_AND_LINES, across=_GRID.across, upwards=_GRID.upwards, news=self._news(state))
        return replace(shown, joined=LINES)

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return action // POINTS, action % POINTS

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, `#` for a corner, and who is to move: `#x..#/x...o/#x..# hounds`."""
        return f"{'/'.join(_rows(state))} {NAMES[state.player]}"

    def read(self, text: str) -> State:
        example = self.write(self.initial())
        rows, mover = parts_of(text, ("the rows", "who is to move"), example)
        if mover not in NAMES:
            raise PositionError(f"{mover!r} is not to move; hounds or hare is, as in {example}")
        found = _GRID.read(rows, HOUND_MARK + HARE_MARK + CORNER_MARK, example)
        hounds, hare = found[HOUND_MARK], found[HARE_MARK]
        if set_of(found[CORNER_MARK]) != CORNERS:
            raise PositionError(f"the corners, and no other points, are {CORNER_MARK}, as in {example}")
        if len(hounds) != HOUNDS or len(hare) != 1:
            raise PositionError(f"{len(hounds)} hounds (x) and {len(hare)} hares (o) cannot be: there are three and one, as in {example}")
        return State(set_of(hounds), hare[0], NAMES.index(mover))


_GRID: Final = Grid("abcde", "321", 3, COLUMNS, square="point")


def _rows(state: State) -> list[str]:
    return _GRID.rows({CORNER_MARK: CORNERS, HOUND_MARK: state.hounds, HARE_MARK: (state.hare,)})
