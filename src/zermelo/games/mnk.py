"""The m,n,k games: players set stones on an empty board in turn; a line of k of one's own wins. Tic-tac-toe is 3,3,3.

Cells are numbered row by row from the top left (3 x 3):

    0 1 2     (0,0) (0,1) (0,2)
    3 4 5     (1,0) (1,1) (1,2)     so a step to the right is 1, down width,
    6 7 8     (2,0) (2,1) (2,2)     down-right width + 1, down-left width - 1

A board may fill all 64 places of a `Bits`, so nothing keeps a line from running out of a row into the next; instead,
a line counts only if it starts in a cell from which it stays on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import Final, NamedTuple

from zermelo.bits import Bits, runs, set_of
from zermelo.board import CORNER, CROSS, LINES, RING, Board, Piece, board_of, lit_lines
from zermelo.board_text import Grid, parts_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, Game
from zermelo.hints import Evaluation
from zermelo.mirrors import Mirror, mirror, mirrored
from zermelo.units import Unit
from zermelo.wide import select

MARKS: Final = "xo#"
"""The stones of the first, second and third player."""
HALF: Final = 0xFFFFFFFF
"""The lower 32 bits of a word."""


class State(NamedTuple):
    """The stones of each player, whether the player who moved last has made a line, and the player to move.

    `own` are the stones of the player to move, `after` those of the next player, `last` those of the third one, if there is one.
    """

    own: Bits
    after: Bits
    last: Bits
    won: bool
    player: int


class OpenLines(Evaluation):
    """The lines that are open to the player (no stone of another in them), less those open to the others on average.

    A line of one's own is worth inf, one of another's -inf. An empty line is open to all.
    """

    measured_in = Unit("line")

    def value(self, game: MNK, state: State, player: int) -> float:
        mover = game.to_move(state)
        if state.won:
            return inf if player == game.following(mover, game.players - 1) else -inf
        others = 0
        for turn in range(game.players):
            others += game.open_lines(state, turn)
        mine = game.open_lines(state, (player - mover) % game.players)
        return mine - (others - mine) / (game.players - 1)

    def told(self, game: MNK, state: State, player: int) -> str:
        if state.won or game.players != 2:
            return ""
        turn = (player - game.to_move(state)) % 2
        return f"{game.open_lines(state, turn)} - {game.open_lines(state, 1 - turn)}"


EVALUATIONS: Final = {"open_lines": OpenLines()}


class MNK(Game):
    """The m,n,k game on `width` columns and `height` rows, 2 to 64 cells, won by `line` stones in a row; 2 or 3 players.

    An action is the number of a cell; people call it by row and column, (0,0) the top left. Utility: 1 to the winner;
    the others share the loss: -1 with two players, -1/2 each with three. A full board without a line: 0.

    >>> game = MNK(4, 3, line=3)
    >>> state = game.result(game.initial(), game.parse(game.initial(), "(1,2)"))
    >>> print(game.show(state))
      0 1 2 3
    0 . . . .
    1 . . x .
    2 . . . .
    o to move
    >>> game.write(state)
    '..../..x./.... o'
    """

    evaluations = EVALUATIONS
    utility_sum = 0.0

    def __init__(self, width: int = 3, height: int = 3, line: int = 3, players: int = 2) -> None:
        if min(width, height) < 1 or not 2 <= width * height <= 64:
            raise SpecError(f"a board of {width} x {height} does not fit: it needs 2 to 64 cells")
        if not 2 <= line <= max(width, height):
            raise SpecError(f"a line of {line} does not fit a board of {width} x {height}; it has 2 to {max(width, height)} stones")
        if players not in (2, 3):
            raise SpecError(f"players={players} is not possible; 2 or 3 are")
        self.width, self.height, self.line, self.players = width, height, line, players
        self.max_actions = width * height
        self.utility_range = (-1 / (players - 1), 1.0)
        self._board = Bits((1 << width * height) - 1)
        across, down = width - line, height - line
        self._right = self._cells(0, across, height - 1)
        self._down = self._cells(0, width - 1, down)
        self._down_right = self._cells(0, across, down)
        self._down_left = self._cells(line - 1, width - 1, down)
        cells = [divmod(cell, width) for cell in range(width * height)]
        self._upside_down = mirror(width * (height - 1 - row) + column for row, column in cells)
        self._left_for_right = mirror(width * row + width - 1 - column for row, column in cells)
        self._diagonal = mirror((width * column + row for row, column in cells) if width == height else ())

    def _cells(self, first: int, last: int, bottom: int) -> Bits:
        """The cells in the columns first .. last and the rows 0 .. bottom."""
        return set_of(row * self.width + column for row in range(bottom + 1) for column in range(first, last + 1))

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), Bits(0), False, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def following(self, player: int, turns: int) -> int:
        """Whose turn it is `turns` turns after that of `player`."""
        return (player + turns) % self.players

    def actions(self, state: State) -> Iterable[int]:
        yield from self._board & ~(state.own | state.after | state.last)

    def result(self, state: State, action: int) -> State:
        stones = state.own | Bits(1) << action
        return self._next(state, stones, self.has_line(stones))

    def _next(self, state: State, stones: Bits, won: bool) -> State:
        """The state in which the next player is to move, and the one who moved has these stones."""
        player = self.following(state.player, 1)
        if self.players == 2:
            return State(state.after, stones, state.last, won, player)
        return State(state.after, state.last, stones, won, player)

    def is_terminal(self, state: State) -> bool:
        return state.won or (state.own | state.after | state.last) == self._board

    def utility(self, state: State, player: int) -> float:
        if not state.won:
            return 0.0
        return 1.0 if player == self.following(self.to_move(state), self.players - 1) else -1 / (self.players - 1)

    def has_line(self, stones: Bits) -> bool:
        """Whether there is a line among these stones."""
        return bool(
            runs(stones, 1, self.line) & self._right
            or runs(stones, self.width, self.line) & self._down
            or runs(stones, self.width + 1, self.line) & self._down_right
            or runs(stones, self.width - 1, self.line) & self._down_left
        )

    def count_lines(self, cells: Bits) -> int:
        """How many lines lie wholly in these cells."""
        return (
            (runs(cells, 1, self.line) & self._right).count()
            + (runs(cells, self.width, self.line) & self._down).count()
            + (runs(cells, self.width + 1, self.line) & self._down_right).count()
            + (runs(cells, self.width - 1, self.line) & self._down_left).count()
        )

    def open_lines(self, state: State, turn: int) -> int:
        """How many lines have no stone of another player, for the one whose turn comes `turn` turns from now (0: now)."""
        others = Bits(0)
        if turn != 0:
            others = others | state.own
        if turn != 1:
            others = others | state.after
        if turn != 2:
            others = others | state.last
        return self.count_lines(self._board & ~others)

    # Help for a search

    def playout(self, state: State, random_bits: int) -> int:
        """Any empty cell, each as likely, without a list of them: that is what simulated games would spend most time on."""
        empty = self._board & ~(state.own | state.after | state.last)
        return select((empty,), (random_bits & HALF) * empty.count() >> 32)

    def null_move(self, state: State) -> State:
        return self._next(state, state.own, False)

    def symmetries(self, state: State) -> Iterable[State]:
        """The mirror images and turns: seven on a square board, three on another."""
        upside_down, left_for_right = self._seen(state, self._upside_down), self._seen(state, self._left_for_right)
        turned = self._seen(upside_down, self._left_for_right)
        yield left_for_right
        yield upside_down
        yield turned
        if self.width == self.height:
            yield self._seen(state, self._diagonal)
            yield self._seen(upside_down, self._diagonal)
            yield self._seen(left_for_right, self._diagonal)
            yield self._seen(turned, self._diagonal)

    def _seen(self, state: State, seen_in: Mirror) -> State:
        """A state in a mirror."""
        last = mirrored(state.last, seen_in) if self.players > 2 else state.last
        return State(mirrored(state.own, seen_in), mirrored(state.after, seen_in), last, state.won, state.player)

    # For people

    def name(self, state: State, action: int) -> str:
        row, column = divmod(action, self.width)
        return f"({row},{column})"

    def parse(self, state: State, text: str) -> int:
        """The cell that people call `text`: `(1,2)`, blanks allowed, or its number."""
        return super().parse(state, "".join(text.split()))

    def show(self, state: State) -> str:
        return "\n".join([*self._grid().framed(self._rows(state)), self._news(state)])

    def _news(self, state: State) -> str:
        player = self.to_move(state)
        if state.won:
            return f"{MARKS[self.following(player, self.players - 1)]} has won"
        return "draw" if self.is_terminal(state) else f"{MARKS[player]} to move"

    @property
    def palette(self) -> Mapping[str, Piece]:  # type: ignore[override]  # as many pieces as there are players
        """The stone of each player."""
        forms = zip(MARKS, (CROSS, RING, CORNER), strict=True)
        return {mark: Piece(form, player) for player, (mark, form) in enumerate(forms) if player < self.players}

    def picture(self, state: State) -> Board:
        grid = self._grid()
        shown = board_of(self._rows(state), self.palette, LINES, across=grid.across, upwards=grid.upwards, news=self._news(state))
        return lit_lines(shown, self.line) if state.won else shown

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return (action,)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `x../.o./... x` (x begins, then o, then #)."""
        return f"{'/'.join(self._rows(state))} {MARKS[self.to_move(state)]}"

    def _rows(self, state: State) -> list[str]:
        turns = enumerate((state.own, state.after, state.last)[: self.players])
        return self._grid().rows({MARKS[self.following(self.to_move(state), turn)]: stones for turn, stones in turns})

    def _grid(self) -> Grid:
        columns, rows = ([str(number) for number in range(size)] for size in (self.width, self.height))
        return Grid(columns, rows, self.height, self.width)

    def read(self, text: str) -> State:
        rows, mark = parts_of(text, ("the rows", "the player to move"), self._example())
        stones = self._grid().read(rows, MARKS[: self.players], self._example())
        return self._made([set_of(stones.get(mark, [])) for mark in MARKS], mark)

    def _made(self, stones: list[Bits], mark: str) -> State:
        """The state with these stones, the first player's first, if it can arise."""
        counts = [each.count() for each in stones[: self.players]]
        total = sum(counts)
        player = total % self.players
        if counts != [(total + self.players - 1 - p) // self.players for p in range(self.players)]:
            had = ", ".join(f"{mark} {count}" for mark, count in zip(MARKS, counts, strict=False))
            raise PositionError(f"these stones ({had}) cannot be: players take turns, {self._marks()}, and {MARKS[0]} begins")
        if mark != MARKS[player]:
            raise PositionError(f"{mark!r} cannot be to move; with {total} stones on the board it is {MARKS[player]}'s turn")
        mover = self.following(player, self.players - 1)
        for other in range(self.players):
            if other != mover and self.has_line(stones[other]):
                raise PositionError(f"{MARKS[other]} has a line, and the game went on; it would have ended")
        won = self.has_line(stones[mover])
        if won and all(self.has_line(stones[mover] & ~(Bits(1) << cell)) for cell in stones[mover]):
            raise PositionError(f"{MARKS[mover]} has two lines that no single stone can have completed")
        own, after = stones[player], stones[self.following(player, 1)]
        return State(own, after, stones[self.following(player, 2)] if self.players == 3 else Bits(0), won, player)

    def _marks(self) -> str:
        return ", ".join(MARKS[: self.players])


class TicTacToe(MNK):
    """Tic-tac-toe (tres en raya, noughts and crosses): MNK(3, 3, 3). MAX plays x.

    >>> game = TicTacToe()
    >>> game.parse(game.initial(), "(1,1)")
    4
    """

    def __init__(self) -> None:
        super().__init__(3, 3, 3)
