"""What Othello says to people."""

from __future__ import annotations

from types import MappingProxyType

from zermelo.bits import Bits, set_of
from zermelo.board import CLOTH, DISC, Board, Piece, board_of
from zermelo.board_text import Grid, parts_of, player_of
from zermelo.display import verdict
from zermelo.errors import ActionError, PositionError
from zermelo.game import MAX, MIN
from zermelo.games.othello.rules import PASS, Rules, State


class Text(Rules):
    """Othello for those who look on."""

    palette = MappingProxyType({"x": Piece(DISC, MAX), "o": Piece(DISC, MIN)})

    def played(self, moves: str) -> State:
        """The state after these moves, as games are written down: `f5d6c3`. Passes are left out there, and made here.

        Raises ActionError for what is not a legal move.
        """
        state = self.initial()
        for number in range(0, len(moves), 2):
            if not state.moves and not self.is_terminal(state):
                state = self.result(state, PASS)
            try:
                state = self.result(state, self.parse(state, moves[number : number + 2]))
            except ActionError as error:
                raise ActionError(f"{moves!r}, move {number // 2 + 1}: {error}") from error
        return state

    def name(self, state: State, action: int) -> str:
        return "pass" if action == PASS else self._grid().name(action)

    def show(self, state: State) -> str:
        """The board with its files and rows, the discs of each player, and who is to move or has won."""
        return "\n".join([*self._grid().framed(self._rows(state)), self._news(state)])

    def _news(self, state: State) -> str:
        black, white = self._black_and_white(state)
        discs = f"x {black.count()}, o {white.count()}"
        if not self.is_terminal(state):
            return f"{discs}; {'xo'[state.player]} to move"
        return f"{discs}; {verdict(self.utility(state, MAX), 'xo', by=True)}"

    def picture(self, state: State) -> Board:
        grid = self._grid()
        return board_of(self._rows(state), self.palette, CLOTH, across=grid.across, upwards=grid.upwards, news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return () if action == PASS else (self._grid().pictured(action),)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `..../.ox./.xo./.... x` (MAX is x)."""
        return f"{'/'.join(self._rows(state))} {'xo'[state.player]}"

    def _rows(self, state: State) -> list[str]:
        black, white = self._black_and_white(state)
        return self._grid().rows({"x": black, "o": white})

    def _grid(self) -> Grid:
        return Grid("abcdefgh"[: self.size], "12345678"[: self.size], self.size, 8, square="square")

    def _black_and_white(self, state: State) -> tuple[Bits, Bits]:
        return (state.own, state.other) if state.player == MAX else (state.other, state.own)

    def read(self, text: str) -> State:
        """What `write` writes, in small or capital letters, and with or without the `/`; an empty square may be `-`, too."""
        rows, mover = parts_of(text.casefold().replace("-", "."), ("the rows", "the player to move"), self._example())
        player = player_of(mover, "xo", self._example())
        if "/" not in rows:
            rows = self._in_rows(rows)
        discs = self._grid().read(rows, "xo", self._example())
        black, white = set_of(discs["x"]), set_of(discs["o"])
        return self.state(black, white, MAX) if player == MAX else self.state(white, black, MIN)

    def _in_rows(self, squares: str) -> str:
        if len(squares) != self.cells:
            raise PositionError(f"{squares!r} has {len(squares)} squares; {self.cells} are needed, as {self._example()}")
        return "/".join(squares[start : start + self.size] for start in range(0, self.cells, self.size))
