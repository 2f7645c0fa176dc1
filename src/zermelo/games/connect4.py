"""Connect four: players drop stones into the columns of an upright board; a line of four of one's own wins.

A board is kept as two sets of cells, column after column, each with an empty cell on top (7 x 6):

     6 13 20 27 34 41 48     always empty: it keeps a line from running out of one column into the next
     5 12 19 26 33 40 47     top row
     .  .  .  .  .  .  .     so a step up is 1, to the right height + 1,
     1  8 15 22 29 36 43     up-right height + 2, down-right height
     0  7 14 21 28 35 42     bottom row
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits, runs
from zermelo.board import DISC, HOLES, Board, Piece, board_of
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import MAX, MIN, Game
from zermelo.wide import nth

ODD: Final = 16
"""What a threat of the first player in an odd row is worth, where a stone in an open line is worth 1."""
EVEN: Final = 13
"""And one of the second player in an even row."""
OTHER: Final = 5
"""And one of the second player in an odd row, which keeps the first from it; the first player's in even rows are worth nothing."""
TO_MOVE: Final = 6
"""And to be the player to move."""
HALF: Final = 0xFFFFFFFF
"""The lower 32 bits of a word."""
MOST: Final = 120
"""An evaluation goes no further than so many, to stay within the utilities."""


class State(NamedTuple):
    """The stones of the player to move, those of the other player, and whether the other has just made a line."""

    own: Bits
    other: Bits
    lost: bool


class ConnectFour(Game):
    """Connect four on a board of `width` columns and `height` rows, won by `line` stones in a row.

    An action is the number of a column, 0 the leftmost; people call it 1. Boards have up to 64 cells, counted with the
    empty one on top of each column. Utility: 1 a win, 0 a draw, -1 a loss; with `score`, a win is worth the more the
    sooner it comes: one more than the stones that the winner has left, or would have if each player had half the cells.

    >>> game = ConnectFour()
    >>> print(game.show(game.played("4455")))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . o o . .
    . . . x x . .
    1 2 3 4 5 6 7
    x to move
    """

    engine = {  # noqa: RUF012  never changed; an action is a column, of which these know little
        **dict.fromkeys(("killers", "history_heuristic", "counter_moves", "internal_deepening"), False),
        "bisection": True,
        "proving": 2.6,
        "late_move_reductions": True,
        "early_from": 14,
        "table_from": 6,
    }
    max_actions = 32  # the widest board that fits has one row

    def __init__(self, width: int = 7, height: int = 6, line: int = 4, score: bool = False) -> None:
        if min(width, height) < 1 or width * (height + 1) > 64:
            raise SpecError(
                f"a board of {width} x {height} does not fit: with an empty cell on top of each column, "
                f"width * (height + 1) must be at most 64, and here is {width * (height + 1)}"
            )
        if not 2 <= line <= max(width, height):
            raise SpecError(f"a line of {line} does not fit a board of {width} x {height}; it has 2 to {max(width, height)} stones")
        self.width, self.height, self.line, self.score = width, height, line, score
        self.utility_range = (-float(width * height // 2), float((width * height + 1) // 2)) if score else (-1.0, 1.0)
        self.unit = 1 / 128
        self._cells = width * height
        self._column = height + 1
        self._odd_rows, self._even_rows = (
            Bits(sum(1 << column * (height + 1) + row for column in range(width) for row in range(first, height, 2))) for first in (0, 1)
        )
        self._centre_first = tuple(sorted(range(width), key=lambda column: (abs(2 * column - width + 1), column)))
        self._board = Bits(sum(((1 << height) - 1) << column * (height + 1) for column in range(width)))

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), False)

    def to_move(self, state: State) -> int:
        return (state.own | state.other).count() & 1

    def actions(self, state: State) -> Iterable[int]:
        for column in range(self.width):
            if self._column * column + self.height - 1 not in state.own | state.other:
                yield column

    def result(self, state: State, action: int) -> State:
        occupied = state.own | state.other
        cell = (occupied + (Bits(1) << self._column * action)) & ~occupied
        stones = state.own | cell
        return State(state.other, stones, self._has_line(stones))

    def is_terminal(self, state: State) -> bool:
        return state.lost or (state.own | state.other) == self._board

    def utility(self, state: State, player: int) -> int:
        if not state.lost:
            return 0
        worth = (self._cells + 2 - (state.own | state.other).count()) >> 1 if self.score else 1
        return -worth if player == self.to_move(state) else worth

    def _has_line(self, stones: Bits) -> bool:
        up, right = 1, self._column
        lines = (
            runs(stones, up, self.line)
            | runs(stones, right, self.line)
            | runs(stones, right + up, self.line)
            | runs(stones, right - up, self.line)
        )
        return bool(lines)

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """By threats, the empty cells that would complete a line, and by the stones in lines that can still be completed.

        A threat of the first player is worth most in an odd row, one of the second in an even one: those cells the other
        player will be forced to leave to them in the end (Allis 1988). The weights are rounded from a logistic regression
        over solved positions of 14 to 26 stones (bench/connect4_weights.py), those of threats times three, which plays
        better: a search sees the stones that come next, and seldom the end.
        """
        odd, even, other, lines, to_move = self.features(state)
        balance = ODD * odd + EVEN * even + OTHER * other + lines + TO_MOVE * to_move
        worth = self.unit * max(-MOST, min(MOST, balance))
        return worth if player == MAX else -worth

    def features(self, state: State) -> tuple[int, int, int, int, int]:
        """What `evaluate` weighs, for the first player.

        Threats of the first player in odd rows; of the second in even rows, and in odd ones, both negative; stones in open
        lines, the first player's less the second's; 1 if the first player is to move, else -1.
        """
        empty = self._board & ~(state.own | state.other)
        first_moves = self.to_move(state) == MAX
        first, second = (state.own, state.other) if first_moves else (state.other, state.own)
        firsts, seconds = self._completing(first) & empty, self._completing(second) & empty
        return (
            (firsts & self._odd_rows).count(),
            -(seconds & self._even_rows).count(),
            -(seconds & self._odd_rows).count(),
            self._in_open_lines(first, second) - self._in_open_lines(second, first),
            1 if first_moves else -1,
        )

    def _in_open_lines(self, own: Bits, other: Bits) -> int:
        """The stones in lines that hold none of the other player's, counted once for each such line."""
        up, right = 1, self._column
        free = self._board & ~other
        return (
            self._in_line(own, free, up)
            + self._in_line(own, free, right)
            + self._in_line(own, free, right + up)
            + self._in_line(own, free, right - up)
        )

    def _in_line(self, own: Bits, free: Bits, step: int) -> int:
        lines = runs(free, step, self.line)
        stones = 0
        for place in range(self.line):
            stones += (lines & (own >> place * step)).count()
        return stones

    def remaining(self, state: State) -> int:
        """The empty cells."""
        return self._cells - (state.own | state.other).count()

    def bounds(self, state: State) -> tuple[int, int]:
        """Exact where the player wins at once or has no safe move; else by how soon either could still win."""
        stones = (state.own | state.other).count()
        if self._completing(state.own) & self._possible(state):
            worth = (self._cells + 1 - stones) >> 1 if self.score else 1
            return worth, worth
        if not self._safe(state):
            worth = -((self._cells - stones) >> 1) if self.score else -1
            return worth, worth
        if stones >= self._cells - 2:
            return 0, 0
        if self.score:
            return -((self._cells - 2 - stones) >> 1), (self._cells - 1 - stones) >> 1
        return -1, 1

    def candidates(self, state: State) -> Iterable[int]:
        """The columns where the other player cannot win with the next stone, the middle ones first.

        There is one, and no column wins at once, wherever `bounds` leaves the value open.
        """
        safe = self._safe(state)
        for place in range(self.width):
            if safe & ((Bits(1) << self._column) - 1) << self._column * self._centre_first[place]:
                yield self._centre_first[place]

    def order(self, state: State, action: int, child: State) -> int:
        """How many empty cells would complete a line of the player."""
        return (self._completing(child.other) & self._board & ~child.own).count()

    def playout(self, state: State, lot: int) -> int:
        """Any column with room, each as likely, without a list of them: that is what simulated games would spend most time on."""
        possible = self._possible(state)
        return nth((possible,), (lot & HALF) * possible.count() >> 32) // self._column

    def _possible(self, state: State) -> Bits:
        """The lowest empty cell of each column."""
        return ((state.own | state.other) + self._bottom()) & self._board

    def _safe(self, state: State) -> Bits:
        """The possible cells after which the other player cannot win at once."""
        possible = self._possible(state)
        threats = self._completing(state.other) & self._board & ~state.own
        forced = possible & threats
        if forced:
            possible = forced if not forced & (forced - 1) else Bits(0)
        return possible & ~(threats >> 1)

    def _completing(self, stones: Bits) -> Bits:
        """The cells, among those that hold none of these stones, that complete a line of them; and some off the board."""
        up, right = 1, self._column
        lines = self._holes(stones, up) | self._holes(stones, right) | self._holes(stones, right + up) | self._holes(stones, right - up)
        return lines & ~stones

    def _holes(self, stones: Bits, step: int) -> Bits:
        """The cells that lack in a line in one direction, or are in it."""
        found = Bits(0)
        for below in range(self.line):
            holes = ~Bits(0)
            for near in range(1, below + 1):
                holes = holes & (stones << near * step)
            for near in range(1, self.line - below):
                holes = holes & (stones >> near * step)
            found = found | holes
        return found

    def key(self, state: State) -> Bits:
        """One number a position: the own stones, plus a 1 on top of every column's stones."""
        return state.own + (state.own | state.other) + self._bottom()

    def _bottom(self) -> Bits:
        return self._board & ~(self._board << 1)

    def symmetries(self, state: State) -> Iterable[State]:
        """The mirror image, left for right."""
        yield State(self._mirror(state.own), self._mirror(state.other), state.lost)

    def _mirror(self, stones: Bits) -> Bits:
        column = (Bits(1) << self._column) - 1
        mirrored = Bits(0)
        for left in range(self.width):
            right = self.width - 1 - left
            mirrored = mirrored | ((stones >> self._column * left) & column) << self._column * right
        return mirrored

    # For people

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
        return f"{'xo'[1 - self.to_move(state)]} has won" if state.lost else "draw"

    def picture(self, state: State) -> Board:
        pieces = {"x": Piece(DISC, MAX), "o": Piece(DISC, MIN)}
        columns = [str(column + 1) for column in range(self.width)]
        return board_of(self._rows(state), pieces, HOLES, across=columns, news=self._news(state))

    def touched(self, state: State, action: int) -> tuple[int, ...]:
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

    def _example(self) -> str:
        return repr(self.write(self.initial()))
