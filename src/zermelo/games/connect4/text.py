"""What connect four says to people."""

from __future__ import annotations

from zermelo.bits import Bits
from zermelo.board import DISC, HOLES, Board, Piece, board_of
from zermelo.display import verdict
from zermelo.errors import ActionError, PositionError
from zermelo.game import MAX, MIN
from zermelo.games.connect4.rules import Rules, State


class Text(Rules):
    """Connect four for those who look on."""

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
        numbers = " ".join(str(column + 1)[-1] for column in range(self.width))
        return "\n".join([*(" ".join(row) for row in self._rows(state)), numbers, self._news(state)])

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            return f"{'xo'[self.to_move(state)]} to move"
        return verdict(self.utility(state, MAX), "xo")

    def picture(self, state: State) -> Board:
        pieces = {"x": Piece(DISC, MAX), "o": Piece(DISC, MIN)}
        columns = [str(column + 1) for column in range(self.width)]
        return board_of(self._rows(state), pieces, HOLES, across=columns, news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        stones = ((state.own | state.other) >> self._column * action & ((1 << self.height) - 1)).count()
        return ((self.height - 1 - stones) * self.width + action,)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `...o.../...xx.. o` (MAX is x)."""
        return f"{'/'.join(self._rows(state))} {'xo'[self.to_move(state)]}"

    def _rows(self, state: State) -> list[str]:
        first, second = (state.own, state.other) if self.to_move(state) == MAX else (state.other, state.own)
        places = [[self._column * column + row for column in range(self.width)] for row in reversed(range(self.height))]
        return ["".join("x" if place in first else "o" if place in second else "." for place in row) for row in places]

    def read(self, text: str) -> State:
        words = text.split()
        if len(words) != 2:
            raise PositionError(f"{text!r} has {len(words)} parts; a position is the rows and the player to move, as {self._example()}")
        rows = words[0].split("/")
        if len(rows) != self.height:
            raise PositionError(f"{text!r} has {len(rows)} rows; {self.height} are needed, joined by /, as {self._example()}")
        stones = {"x": Bits(0), "o": Bits(0)}
        for number, row in enumerate(rows):
            if len(row) != self.width:
                raise PositionError(f"row {row!r} has {len(row)} cells; {self.width} are needed")
            for column, mark in enumerate(row):
                if mark in stones:
                    stones[mark] |= Bits(1) << self._column * column + self.height - 1 - number
                elif mark != ".":
                    raise PositionError(f"row {row!r} has {mark!r} in column {column + 1}; a cell is x, o or .")
        return self._made(stones["x"], stones["o"], words[1])

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
