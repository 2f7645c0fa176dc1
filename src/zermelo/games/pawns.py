"""Pawns (jogo dos peões): two pawns a side on 3 x 3 cells run for the far row.

Cells are numbered column after column from the bottom (3 x 3):

    3  2 5 8
    2  1 4 7     so a step up is 1 and a step to the right is height;
    1  0 3 6     white goes up, black down
       a b c

Hexapawn is the same game from another beginning, with another worth for being stuck: see hexapawn.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.bits import Bits, set_of
from zermelo.board import CHECKERED, PAWN, Board, Piece, board_of
from zermelo.board_text import Grid, parts_of, player_of
from zermelo.display import verdict
from zermelo.errors import PositionError
from zermelo.game import MAX, MIN, Game

LEFT, AHEAD, RIGHT = 0, 1, 2
WAYS: Final = 3
"""An action is the cell that a pawn leaves, times WAYS, plus the way it goes: to capture on the left, ahead, or to capture on the right."""


class State(NamedTuple):
    """The pawns of both, and the player to move."""

    white: Bits
    black: Bits
    player: int


class Pawns(Game):
    """Pawns. White (MAX) begins, with pawns on a1 and b1; black has b3 and c3.

    A pawn steps one cell forward if it is empty, or captures one cell diagonally forward. Who reaches the far row or
    captures every enemy pawn wins; if the player to move has pawns but no move, it is a draw. Utility: 1 a win, 0 a
    draw, -1 a loss. Actions go by their cells: `a1-a2` a step, `a2xb3` a capture.

    >>> game = Pawns()
    >>> state = game.result(game.initial(), game.parse(game.initial(), "a1-a2"))
    >>> print(game.show(state))
    3 . b b
    2 w . .
    1 . w .
      a b c
    black (b) to move
    >>> game.write(state)
    '.bb/w../.w. b'
    """

    palette = MappingProxyType({"w": Piece(PAWN, MIN), "b": Piece(PAWN, MAX)})  # white men are light, though white is MAX

    utility_range = (-1.0, 1.0)

    def __init__(self) -> None:
        self._lay_out(3, 3, ".bb/.../ww.")

    def _lay_out(self, width: int, height: int, beginning: str) -> None:
        """Fix the board and the beginning, its rows from the top."""
        self._width, self._height = width, height
        self.max_actions = WAYS * width
        self._bottom = set_of(column * height for column in range(width))
        self._top = self._bottom << height - 1
        pawns = self._grid().read(beginning, "wb", repr(beginning))
        self._beginning = State(set_of(pawns["w"]), set_of(pawns["b"]), MAX)

    # The rules

    def initial(self) -> State:
        return self._beginning

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        """By the column that the pawn leaves, then its row from the bottom, then the column it goes to."""
        left, ahead, right = self._moving(state, LEFT), self._moving(state, AHEAD), self._moving(state, RIGHT)
        for cell in left | ahead | right:
            if cell in left:
                yield WAYS * cell + LEFT
            if cell in ahead:
                yield WAYS * cell + AHEAD
            if cell in right:
                yield WAYS * cell + RIGHT

    def result(self, state: State, action: int) -> State:
        leaving = Bits(1) << action // WAYS
        reaching = Bits(1) << self.target(state, action)
        if state.player == MAX:
            return State(state.white ^ leaving ^ reaching, state.black & ~reaching, MIN)
        return State(state.white & ~reaching, state.black ^ leaving ^ reaching, MAX)

    def is_terminal(self, state: State) -> bool:
        return self.has_won(state, MAX) or self.has_won(state, MIN) or self.is_stuck(state)

    def utility(self, state: State, player: int) -> int:
        if self.has_won(state, player):
            return 1
        return -1 if self.has_won(state, 1 - player) else 0

    def has_won(self, state: State, player: int) -> bool:
        """Whether the player has reached the far row or has captured every enemy pawn."""
        if player == MAX:
            return bool(state.white & self._top) or not state.black
        return bool(state.black & self._bottom) or not state.white

    def is_stuck(self, state: State) -> bool:
        """Whether no pawn of the player to move can go anywhere."""
        return not self._moving(state, LEFT) | self._moving(state, AHEAD) | self._moving(state, RIGHT)

    def target(self, state: State, action: int) -> int:
        """The cell that an action goes to."""
        forward = 1 if state.player == MAX else -1
        return action // WAYS + forward + (action % WAYS - AHEAD) * self._height

    def _moving(self, state: State, way: int) -> Bits:
        """The pawns of the player to move that can go this way. (None is on the far row: the game would be over.)"""
        own = state.white if state.player == MAX else state.black
        enemy = state.black if state.player == MAX else state.white
        goals = ~(own | enemy) if way == AHEAD else enemy
        behind = goals >> 1 if state.player == MAX else goals << 1
        if way == LEFT:
            behind = behind << self._height
        if way == RIGHT:
            behind = behind >> self._height
        return own & behind

    # Help for a search

    def symmetries(self, state: State) -> Iterable[State]:
        """The mirror image, left for right."""
        yield State(self._mirror(state.white), self._mirror(state.black), state.player)

    def _mirror(self, pawns: Bits) -> Bits:
        column = (Bits(1) << self._height) - 1
        mirrored = Bits(0)
        for left in range(self._width):
            right = self._width - 1 - left
            mirrored = mirrored | ((pawns >> self._height * left) & column) << self._height * right
        return mirrored

    # For people

    def name(self, state: State, action: int) -> str:
        sign = "-" if action % WAYS == AHEAD else "x"
        return f"{self._grid().name(action // WAYS)}{sign}{self._grid().name(self.target(state, action))}"

    def show(self, state: State) -> str:
        return "\n".join([*self._grid().framed(self._rows(state), below=True), self._news(state)])

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            return f"{('white (w)', 'black (b)')[state.player]} to move"
        return verdict(self.utility(state, MAX), ("white (w)", "black (b)"))

    def picture(self, state: State) -> Board:
        grid = self._grid()
        labels = {"across": grid.across, "upwards": grid.upwards}
        return board_of(self._rows(state), self.palette, CHECKERED, **labels, news=self._news(state), colours=(MIN, MAX), below=MAX)

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return self._grid().pictured(action // WAYS), self._grid().pictured(self.target(state, action))

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move, w or b: `.bb/.../ww. w`."""
        return f"{'/'.join(self._rows(state))} {'wb'[state.player]}"

    def _rows(self, state: State) -> list[str]:
        return self._grid().rows({"w": state.white, "b": state.black})

    def _grid(self) -> Grid:
        numbers = [str(row) for row in range(self._height, 0, -1)]
        return Grid(ascii_lowercase[: self._width], numbers, self._height, self._height, upright=True)

    def read(self, text: str) -> State:
        rows, mover = parts_of(text, ("the rows", "the player to move"), self._example())
        pawns = self._grid().read(rows, "wb", self._example())
        state = State(set_of(pawns["w"]), set_of(pawns["b"]), player_of(mover, "wb", self._example()))
        self._check(state)
        return state

    def _check(self, state: State) -> None:
        sides = (("white", state.white, self._beginning.white), ("black", state.black, self._beginning.black))
        for name, pawns, first in sides:
            if pawns.count() > first.count():
                raise PositionError(f"{name} has {pawns.count()} pawns; it begins with {first.count()}")
        if self.has_won(state, state.player):
            raise PositionError(f"{sides[state.player][0]} has won already and cannot be to move")
