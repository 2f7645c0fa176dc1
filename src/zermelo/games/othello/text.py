"""What Othello says to people."""

from __future__ import annotations

from zermelo.bits import Bits
from zermelo.board import CLOTH, DISC, Board, Piece, board_of
from zermelo.display import verdict
from zermelo.errors import ActionError, PositionError
from zermelo.game import MAX, MIN
from zermelo.games.othello.rules import PASS, Rules, State


class Text(Rules):
    """Othello for those who look on."""

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
        return "pass" if action == PASS else _square(action)

    def show(self, state: State) -> str:
        """The board with its files and rows, the discs of each player, and who is to move or has won."""
        rows = [f"{number} {' '.join(row)}" for number, row in enumerate(self._rows(state), 1)]
        return "\n".join([f"  {' '.join('abcdefgh'[: self.size])}", *rows, self._news(state)])

    def _news(self, state: State) -> str:
        black, white = self._black_and_white(state)
        discs = f"x {black.count()}, o {white.count()}"
        if not self.is_terminal(state):
            return f"{discs}; {'xo'[state.player]} to move"
        return f"{discs}; {verdict(self.utility(state, MAX), 'xo', by=True)}"

    def picture(self, state: State) -> Board:
        pieces = {"x": Piece(DISC, MAX), "o": Piece(DISC, MIN)}
        numbers = [str(row + 1) for row in range(self.size)]
        return board_of(self._rows(state), pieces, CLOTH, across="abcdefgh"[: self.size], upwards=numbers, news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return () if action == PASS else (action // 8 * self.size + action % 8,)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `..../.ox./.xo./.... x` (MAX is x)."""
        return f"{'/'.join(self._rows(state))} {'xo'[state.player]}"

    def _rows(self, state: State) -> list[str]:
        black, white = self._black_and_white(state)
        places = [[8 * row + column for column in range(self.size)] for row in range(self.size)]
        return ["".join("x" if place in black else "o" if place in white else "." for place in row) for row in places]

    def _black_and_white(self, state: State) -> tuple[Bits, Bits]:
        return (state.own, state.other) if state.player == MAX else (state.other, state.own)

    def read(self, text: str) -> State:
        """What `write` writes, in small or capital letters, and with or without the `/`; an empty square may be `-`, too."""
        words = text.casefold().split()
        if len(words) != 2:
            raise PositionError(f"{text!r} has {len(words)} parts; a position is the rows and the player to move, as {self._example()}")
        if words[1] not in ("x", "o"):
            raise PositionError(f"{words[1]!r} is not the player to move, x or o; a position reads as {self._example()}")
        discs = {"x": Bits(0), "o": Bits(0)}
        for row, marks in enumerate(self._read_rows(words[0])):
            for column, mark in enumerate(marks):
                if mark in discs:
                    discs[mark] |= Bits(1) << 8 * row + column
                elif mark not in ".-":
                    raise PositionError(f"row {row + 1}, {marks!r}, has {mark!r} on {_square(8 * row + column)}; a square is x, o or .")
        own, other = (discs["x"], discs["o"]) if words[1] == "x" else (discs["o"], discs["x"])
        return self.state(own, other, "xo".index(words[1]))

    def _read_rows(self, text: str) -> list[str]:
        if "/" not in text:
            if len(text) != self.cells:
                raise PositionError(f"{text!r} has {len(text)} squares; {self.cells} are needed, as {self._example()}")
            return [text[start : start + self.size] for start in range(0, self.cells, self.size)]
        rows = text.split("/")
        if len(rows) != self.size:
            raise PositionError(f"{text!r} has {len(rows)} rows; {self.size} are needed, joined by /, as {self._example()}")
        for row in rows:
            if len(row) != self.size:
                raise PositionError(f"row {row!r} has {len(row)} squares; {self.size} are needed")
        return rows


def _square(number: int) -> str:
    return f"{'abcdefgh'[number % 8]}{number // 8 + 1}"
