"""What DESCONECTA-4 BOOM says to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from zermelo.bits import Bits, set_of
from zermelo.board import BOMB, DISC, HOLES, TO_MOVE, Board, Piece, Setup, board_of, lit_lines
from zermelo.board import EMPTY as NOTHING
from zermelo.board_text import Grid, parts_of, player_of
from zermelo.errors import PositionError
from zermelo.game import MAX, MIN
from zermelo.games.desconecta4boom.rules import DRAW, Rules, State

EMPTY, TOKENS, BOMBS = "0", "12", "45"
"""The codes of the cells in a written position; of tokens and bombs, the first player's and the second's."""
LEGEND: Final = "0 (empty), 1 or 2 (a token of that player), 4 or 5 (the live bomb of player 1 or 2)"
ROUND, LATER = "round", 100
"""A fact of a position that is put together, and how many rounds one may choose from."""
LAST_ROUND: Final = 1_000_000_000
"""The greatest round that `read` takes: numbers in compiled code have 64 bits."""


class Text(Rules):
    """The game for those who look on."""

    palette = MappingProxyType(
        {TOKENS[player]: Piece(DISC, player) for player in (MAX, MIN)} | {BOMBS[player]: Piece(BOMB, player) for player in (MAX, MIN)}
    )

    phrases: ClassVar = {
        "es": {
            "round {}, {} to move, and a PUT drops a bomb": "ronda {}, turno: {}, y un PUT deja caer una bomba",
            "round {}, {} to move": "ronda {}, turno: {}",
            "player {} ({})": "jugador {} ({})",
        },
        "pt": {
            "round {}, {} to move, and a PUT drops a bomb": "rodada {}, vez: {}, e um PUT solta uma bomba",
            "round {}, {} to move": "rodada {}, vez: {}",
            "player {} ({})": "jogador {} ({})",
        },
    }

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
        shown = board_of(self._rows(state), self.palette, HOLES, across=self._grid().across, news=self._news(state))
        return lit_lines(shown, 4, 1 - state.winner) if state.winner in (MAX, MIN) else shown

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """Where the token comes to rest; of BOOM, the bomb."""
        if action == self.boom:
            return (self._grid().pictured((state.own & state.bombs).lowest()),)
        tokens = ((state.own | state.other) >> self.stride * action & ((1 << self.height) - 1)).count()
        return (self._grid().pictured(self.stride * action + tokens),)

    def write(self, state: State) -> str:
        """The rows from the top joined by `/`, the player to move (1 or 2), and the round.

        A cell is 0 empty, 1 or 2 a token of that player, 4 or 5 the live bomb of player 1 or 2.
        """
        return f"{'/'.join(self._rows(state))} {self.to_move(state) + 1} {self.round_of(state)}"

    def _rows(self, state: State) -> list[str]:
        pieces = {TOKENS[player]: self.tokens(state, player) & ~state.bombs for player in (MAX, MIN)}
        bombs = {BOMBS[player]: self.tokens(state, player) & state.bombs for player in (MAX, MIN)}
        return self._grid().rows(pieces | bombs)

    def _grid(self) -> Grid:
        return Grid([str(column + 1) for column in range(self.width)], (), self.height, self.stride, upright=True, empty=EMPTY)

    def setup(self, state: State) -> Setup:
        rows = tuple(row.replace(EMPTY, NOTHING) for row in self._rows(state))
        return Setup(rows, {TO_MOVE: TOKENS[self.to_move(state)], ROUND: str(self.round_of(state))})

    def setup_choices(self, setup: Setup) -> Mapping[str, Sequence[str]]:
        """Who is to move, and the round: with so many tokens, bombs have taken some away where it is a later one."""
        first = sum(sign != NOTHING for row in setup.rows for sign in row) // 2 + 1
        return {TO_MOVE: list(TOKENS), ROUND: [str(number) for number in range(first, first + LATER)]}

    def setup_text(self, setup: Setup) -> str:
        rows = "/".join(setup.rows).replace(NOTHING, EMPTY)
        return f"{rows} {setup.facts[TO_MOVE]} {setup.facts[ROUND]}"

    def read(self, text: str) -> State:
        board, mover, number = parts_of(text, ("the board", "the player to move", "the round"), self._example())
        marks = self._grid().read(board, TOKENS + BOMBS, self._example(), LEGEND)
        cells = {mark: set_of(numbers) for mark, numbers in marks.items()}
        self._check(cells)
        player = player_of(mover, TOKENS, self._example())
        if not (number.isascii() and number.isdecimal() and len(number) < 12 and 1 <= int(number) <= LAST_ROUND):
            raise PositionError(f"{number!r} is not a round, a number from 1; a position reads as {self._example()}")
        first, second = (cells[TOKENS[p]] | cells[BOMBS[p]] for p in (MAX, MIN))
        own, other = (first, second) if player == MAX else (second, first)
        ply = 2 * (int(number) - 1) + player
        return State(own, other, cells[BOMBS[MAX]] | cells[BOMBS[MIN]], ply, self.winner(own, other, player))

    def _check(self, cells: dict[str, Bits]) -> None:
        occupied = cells[TOKENS[MAX]] | cells[TOKENS[MIN]] | cells[BOMBS[MAX]] | cells[BOMBS[MIN]]
        floating = occupied & ((self.board & ~occupied) << 1)
        if floating:
            column, row = divmod(floating.lowest(), self.stride)
            raise PositionError(f"a token floats in column {column + 1}: row {row + 1} from the bottom holds one and row {row} is empty")
        for player in (MAX, MIN):
            if cells[BOMBS[player]].count() > 1:
                raise PositionError(f"player {player + 1} has {cells[BOMBS[player]].count()} live bombs; at most one is possible")
