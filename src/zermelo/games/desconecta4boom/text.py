"""What DESCONECTA-4 BOOM says to people."""

from __future__ import annotations

from typing import Final

from zermelo.bits import Bits
from zermelo.board import BOMB, DISC, HOLES, Board, Piece, board_of
from zermelo.errors import PositionError
from zermelo.game import MAX, MIN
from zermelo.games.desconecta4boom.rules import DRAW, Rules, State

EMPTY, TOKENS, BOMBS = "0", "12", "45"
"""The codes of the cells in a written position; of tokens and bombs, the first player's and the second's."""
LAST_ROUND: Final = 1_000_000_000
"""The greatest round that `read` takes: numbers in compiled code have 64 bits."""


class Text(Rules):
    """The game for those who look on."""

    def name(self, state: State, action: int) -> str:
        return "BOOM" if action == self.boom else f"PUT{action + 1}"

    def parse(self, state: State, text: str) -> int:
        """The legal action that people call `text`: by its name, in any case, or for PUT by the number of the column."""
        return super().parse(state, f"PUT{text.strip()}" if text.strip().isdecimal() else text)

    def show(self, state: State) -> str:
        """The board (x and o, live bombs X and O), the numbers of the columns, and who is to move or has won."""
        marks = str.maketrans(EMPTY + TOKENS + BOMBS, ".xoXO")
        rows = [" ".join(row.translate(marks)) for row in self._rows(state)]
        return "\n".join([*rows, " ".join(str(column + 1)[-1] for column in range(self.width)), self._news(state)])

    def _news(self, state: State) -> str:
        if state.winner == DRAW:
            return "draw"
        if self.is_terminal(state):
            return f"player {state.winner + 1} ({'xo'[state.winner]}) has won"
        player = self.to_move(state)
        bomb = ", and a PUT drops a bomb" if self.drops_bomb(state) else ""
        return f"round {self.round_of(state)}, player {player + 1} ({'xo'[player]}) to move{bomb}"

    def picture(self, state: State) -> Board:
        signs = {TOKENS[player]: Piece(DISC, player) for player in (MAX, MIN)} | {
            BOMBS[player]: Piece(BOMB, player) for player in (MAX, MIN)
        }
        columns = [str(column + 1) for column in range(self.width)]
        return board_of(self._rows(state), signs, HOLES, across=columns, news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """Where the token comes to rest; of BOOM, the bomb."""
        if action == self.boom:
            column, row = divmod((state.own & state.bombs).lowest(), self.stride)
        else:
            column, row = action, ((state.own | state.other) >> self.stride * action & ((1 << self.height) - 1)).count()
        return ((self.height - 1 - row) * self.width + column,)

    def write(self, state: State) -> str:
        """The rows from the top joined by `/`, the player to move (1 or 2), and the round.

        A cell is 0 empty, 1 or 2 a token of that player, 4 or 5 the live bomb of player 1 or 2.
        """
        return f"{'/'.join(self._rows(state))} {self.to_move(state) + 1} {self.round_of(state)}"

    def _rows(self, state: State) -> list[str]:
        return ["".join(self._code(state, self.stride * c + r) for c in range(self.width)) for r in reversed(range(self.height))]

    def _code(self, state: State, cell: int) -> str:
        for player in (MAX, MIN):
            if cell in self.tokens(state, player):
                return (BOMBS if cell in state.bombs else TOKENS)[player]
        return EMPTY

    def read(self, text: str) -> State:
        words = text.split()
        if len(words) != 3:
            raise PositionError(
                f"{text!r} has {len(words)} parts; a position is the board, the player to move and the round, as {self._example()}"
            )
        cells = self._read_board(words[0])
        player = TOKENS.find(words[1])
        if player < 0 or len(words[1]) != 1:
            raise PositionError(f"{words[1]!r} is not the player to move, 1 or 2; a position reads as {self._example()}")
        if not (words[2].isascii() and words[2].isdecimal() and len(words[2]) < 12 and 1 <= int(words[2]) <= LAST_ROUND):
            raise PositionError(f"{words[2]!r} is not a round, a number from 1; a position reads as {self._example()}")
        first, second = (cells[TOKENS[p]] | cells[BOMBS[p]] for p in (MAX, MIN))
        own, other = (first, second) if player == MAX else (second, first)
        ply = 2 * (int(words[2]) - 1) + player
        return State(own, other, cells[BOMBS[MAX]] | cells[BOMBS[MIN]], ply, self.winner(own, other, player))

    def _read_board(self, text: str) -> dict[str, Bits]:
        """The cells of each code."""
        rows = text.split("/")
        if len(rows) != self.height:
            raise PositionError(f"{text!r} has {len(rows)} rows; {self.height} are needed, joined by /, as {self._example()}")
        cells = dict.fromkeys(EMPTY + TOKENS + BOMBS, Bits(0))
        for number, row in enumerate(rows):
            if len(row) != self.width:
                raise PositionError(f"row {number + 1} from the top, {row!r}, has {len(row)} cells; {self.width} are needed")
            for column, code in enumerate(row):
                if code not in cells:
                    raise PositionError(
                        f"row {number + 1} from the top, {row!r}, has {code!r} in column {column + 1}; a cell is 0 (empty), "
                        "1 or 2 (a token of that player), 4 or 5 (the live bomb of player 1 or 2)"
                    )
                cells[code] |= Bits(1) << self.stride * column + self.height - 1 - number
        self._check(cells)
        return cells

    def _check(self, cells: dict[str, Bits]) -> None:
        floating = ~cells[EMPTY] & self.board & (cells[EMPTY] << 1)
        if floating:
            column, row = divmod(floating.lowest(), self.stride)
            raise PositionError(f"a token floats in column {column + 1}: row {row + 1} from the bottom holds one and row {row} is empty")
        for player in (MAX, MIN):
            if cells[BOMBS[player]].count() > 1:
                raise PositionError(f"player {player + 1} has {cells[BOMBS[player]].count()} live bombs; at most one is possible")
