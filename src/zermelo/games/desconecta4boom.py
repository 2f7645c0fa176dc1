"""DESCONECTA-4 BOOM: connect four turned round (a line of four *loses*), with a bomb that clears the own tokens of its row.

A board is kept as sets of cells, column after column, each with an empty cell on top (7 x 7):

     7 15 23 31 39 47 55     always empty: it keeps a line from running out of one column into the next
     6 14 22 30 38 46 54     top row
     .  .  .  .  .  .  .     so a step up is 1, to the right height + 1,
     1  9 17 25 33 41 49     up-right height + 2, down-right height
     0  8 16 24 32 40 48     bottom row

The practice that invented the game: University of Granada, 2018-19. There is no mirror symmetry: where BOOM makes
lines of both players, the one that lies further left in its row decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.board import BOMB, DISC, HOLES, Board, Piece, board_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, MIN, Game
from zermelo.games.desconecta4boom_criteria import BEFORE_THE_END, EVALUATIONS, greatest_before_the_end

UNDECIDED: Final = -1
DRAW: Final = 2

EMPTY, TOKENS, BOMBS = "0", "12", "45"
"""The codes of the cells in a written position; of tokens and bombs, the first player's and the second's."""
LAST_ROUND: Final = 1_000_000_000
"""The greatest round that `read` takes: numbers in compiled code have 64 bits."""


class State(NamedTuple):
    """A position, seen by the player to move.

    own, other   the tokens of the player to move and of the other one, bombs among them
    bombs        the live bombs of both, at most one each
    ply          turns since the first round began: 2 * (round - 1), and 1 more if the second player is to move
    winner       MAX, MIN, DRAW, or UNDECIDED while the game goes on
    """

    own: Bits
    other: Bits
    bombs: Bits
    ply: int
    winner: int


class Desconecta4Boom(Game):
    """DESCONECTA-4 BOOM with a bomb every `period` rounds, on 7 x 7 or any board that fits.

    Actions are numbered as the practice does: a column from 0 (PUT1) up, then BOOM. Utility: 1 a win, 0 a draw, -1 a
    loss. Boards have up to 64 cells, counted with the empty one on top of each column.

    >>> game = Desconecta4Boom()
    >>> state = game.read("0000000/0000000/0000000/0000000/0000000/0400000/1221501 2 6")
    >>> print(game.show(state))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X . . . . .
    x o o x O . x
    1 2 3 4 5 6 7
    round 6, player 2 (o) to move
    >>> game.write(game.result(state, game.parse(state, "BOOM")))
    '0000000/0000000/0000000/0000000/0000000/0000000/1401001 1 7'
    """

    utility_range = (-1.0, 1.0)
    evaluations = EVALUATIONS
    max_actions = 33  # the widest board that fits has 32 columns; and BOOM

    def __init__(self, period: int = 5, width: int = 7, height: int = 7) -> None:
        if period < 1:
            raise SpecError(f"a period of {period} is not possible; bombs come every 1, 2, 3 ... rounds")
        if min(width, height) < 1 or width * (height + 1) > 64:
            raise SpecError(
                f"a board of {width} x {height} does not fit: with an empty cell on top of each column, "
                f"width * (height + 1) must be at most 64, and here is {width * (height + 1)}"
            )
        self.period, self.width, self.height = period, width, height
        self.boom = width
        self.stride = height + 1
        self.bottom = Bits(sum(1 << column * self.stride for column in range(width)))
        self.board = self.bottom * ((1 << height) - 1)
        self.preset = BEFORE_THE_END
        self.scale = 1.0 / (1.0 + greatest_before_the_end(width, height))

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), Bits(0), 0, UNDECIDED)

    def to_move(self, state: State) -> int:
        return state.ply & 1

    def actions(self, state: State) -> Iterable[int]:
        occupied = state.own | state.other
        for column in range(self.width):
            if self.stride * column + self.height - 1 not in occupied:
                yield column
        if state.bombs & state.own:
            yield self.boom

    def result(self, state: State, action: int) -> State:
        return self._boom(state) if action == self.boom else self._put(state, action)

    def is_terminal(self, state: State) -> bool:
        return state.winner != UNDECIDED

    def utility(self, state: State, player: int) -> int:
        if state.winner == player:
            return 1
        return -1 if state.winner == 1 - player else 0

    def _put(self, state: State, column: int) -> State:
        """A token falls into a column; it can only complete a line of the player who let it fall, who then loses."""
        occupied = state.own | state.other
        cell = (occupied + (Bits(1) << self.stride * column)) & ~occupied
        own = state.own | cell
        bombs = state.bombs | cell if self.drops_bomb(state) else state.bombs
        winner = UNDECIDED
        if self.lines(own):
            winner = 1 - self.to_move(state)
        elif occupied | cell == self.board:
            winner = DRAW
        return State(state.other, own, bombs, state.ply + 1, winner)

    def _boom(self, state: State) -> State:
        """The own tokens in the row of the own bomb vanish, and what stands on them falls by one row."""
        gone = self.cleared(state.own, state.bombs)
        falling = self.falling(gone)
        own = self.fallen(state.own & ~gone, falling)
        other = self.fallen(state.other, falling)
        bombs = self.fallen(state.bombs & ~gone, falling)
        return State(other, own, bombs, state.ply + 1, self.winner(own, other, self.to_move(state)))

    def cleared(self, own: Bits, bombs: Bits) -> Bits:
        """What BOOM takes from a player who has the tokens `own`: those in the row of the own bomb; without one, nothing."""
        if not own & bombs:
            return Bits(0)
        return own & (self.bottom << (own & bombs).lowest() % self.stride)

    def falling(self, gone: Bits) -> Bits:
        """The cells in which something may fall: from each cell of `gone`, which lie in one row, to the top of its column."""
        return (gone << self.height - gone.lowest() % self.stride) - gone

    def fallen(self, tokens: Bits, falling: Bits) -> Bits:
        """The tokens, those in the cells `falling` one row lower."""
        return (tokens & ~falling) | ((tokens & falling) >> 1)

    def winner(self, own: Bits, other: Bits, player: int) -> int:
        """Who has won, `own` being the tokens of `player`: the one who does not own the first line that the scan meets."""
        own_lines, other_lines = self.lines(own), self.lines(other)
        if own_lines and (not other_lines or self._first(own_lines, other_lines)):
            return 1 - player
        if other_lines:
            return player
        return DRAW if own | other == self.board else UNDECIDED

    def _first(self, one: Bits, other: Bits) -> bool:
        """Whether the scan (rows from the bottom, cells from the left) meets a line of the one before any of the other."""
        for row in range(self.height):
            cells = self.bottom << row
            if (one | other) & cells:
                return (one & cells).lowest() < (other & cells).lowest()
        return False

    def lines(self, tokens: Bits) -> Bits:
        """The cells from which a line of four starts to the right, up, up-right or down-right."""
        across, up = self.stride, 1
        return self._four(tokens, across) | self._four(tokens, up) | self._four(tokens, across + up) | self._four(tokens, across - up)

    def _four(self, tokens: Bits, step: int) -> Bits:
        pairs = tokens & (tokens >> step)
        return pairs & (pairs >> 2 * step)

    # What else can be said of a state

    def drops_bomb(self, state: State) -> bool:
        """Whether a PUT would drop a bomb: in every `period`-th round, for a player who has none on the board."""
        return self.round_of(state) % self.period == 0 and not state.bombs & state.own

    def round_of(self, state: State) -> int:
        """The number of the round, from 1; each player has one turn in a round."""
        return (state.ply >> 1) + 1

    def tokens(self, state: State, player: int) -> Bits:
        """The tokens of a player, the live bomb among them."""
        return state.own if self.to_move(state) == player else state.other

    def evaluate(self, state: State, player: int) -> float:
        """The preset of the practice, made so small that it lies between a loss and a win."""
        return self.scale * self.preset.value(self, state, player)

    def key(self, state: State) -> State:
        """The position as the rules see it: only the round modulo the period matters."""
        return State(state.own, state.other, state.bombs, state.ply % (2 * self.period), state.winner)

    # For people

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

    def touched(self, state: State, action: int) -> tuple[int, ...]:
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

    def _example(self) -> str:
        return repr(self.write(self.initial()))
