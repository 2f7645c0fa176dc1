"""What connect four says to people."""

from __future__ import annotations

from types import MappingProxyType

from zermelo.bits import Bits, set_of
from zermelo.board import DISC, HOLES, Board, Piece, board_of, lit_lines
from zermelo.board_text import Grid, parts_of
from zermelo.display import verdict
from zermelo.errors import ActionError, PositionError
from zermelo.game import MAX, MIN
from zermelo.games.connect4.rules import Rules, State


class Text(Rules):
    """Connect four for those who look on."""

    palette = MappingProxyType({"x": Piece(DISC, MAX), "o": Piece(DISC, MIN)})

    def played(self, columns: str) -> State:
        """The state after stones in these columns, written as their numbers in the order played: `4455`.

        Raises ActionError for a column that is full or not there, and for a stone after the end.
        """
        state = self.initial()
        for place, column in enumerate(columns, 1):
            try:
                state = self.result(state, self.parse(state, column))
            except ActionError as error:
                raise ActionError(f"{columns!r}, stone {place}: {error}") from error
        return state

    def name(self, state: State, action: int) -> str:
        return str(action + 1)

    def show(self, state: State) -> str:
        """The rows, the last digits of the columns' numbers, and who is to move or has won."""
        numbers = " ".join(str(column + 1)[-1] for column in range(self.width))
        return "\n".join([*map(" ".join, self._rows(state)), numbers, self._news(state)])

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            return f"{'xo'[self.to_move(state)]} to move"
        return verdict(self.utility(state, MAX), "xo")

    def picture(self, state: State) -> Board:
        shown = board_of(self._rows(state), self.palette, HOLES, across=self._grid().across, news=self._news(state))
        return lit_lines(shown, self.line) if state.lost else shown

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        stones = ((state.own | state.other) >> self._column * action & ((1 << self.height) - 1)).count()
        return (self._grid().pictured(self._column * action + stones),)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `...o.../...xx.. o` (MAX is x)."""
        return f"{'/'.join(self._rows(state))} {'xo'[self.to_move(state)]}"

    def _rows(self, state: State) -> list[str]:
        first, second = (state.own, state.other) if self.to_move(state) == MAX else (state.other, state.own)
        return self._grid().rows({"x": first, "o": second})

    def _grid(self) -> Grid:
        return Grid([str(column + 1) for column in range(self.width)], (), self.height, self._column, upright=True)

    def read(self, text: str) -> State:
        rows, mark = parts_of(text, ("the rows", "the player to move"), self._example())
        stones = self._grid().read(rows, "xo", self._example())
        return self._made(set_of(stones["x"]), set_of(stones["o"]), mark)

    def _made(self, first: Bits, second: Bits, mark: str) -> State:
        occupied = first | second
        floating = (occupied >> 1) & self._board & ~occupied
        if floating:
            row, column = floating.lowest() % self._column, floating.lowest() // self._column
            raise PositionError(f"column {column + 1} has nothing in row {row + 1} from the bottom and a stone above it")
        if first.count() - second.count() not in (0, 1):
            raise PositionError(f"x has {first.count()} stones and o {second.count()}; x begins, so x has as many or one more")
        player = occupied.count() & 1
        if mark != "xo"[player]:
            raise PositionError(f"{mark!r} cannot be to move; with {occupied.count()} stones on the board it is {'xo'[player]}'s turn")
        own, other = (first, second) if player == MAX else (second, first)
        if self._has_line(own):
            raise PositionError(f"{'xo'[player]} has a line and is to move; the game would have ended before")
        return State(own, other, self._has_line(other))
