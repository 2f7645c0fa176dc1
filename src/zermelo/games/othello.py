"""Othello: a disc turns the rows of the other's discs that it encloses; who has more discs at the end wins.

A board is kept as two sets of squares, row after row. A row always has eight places, so that a smaller board is the upper
left part of this one, and the same arithmetic serves all sizes:

     0  1  2  3  4  5  6  7     row 1, from a1 to h1
     8  9 10 11 12 13 14 15     row 2: a step to the right is 1, down 8,
     .  .  .  .  .  .  .  .     down-left 7, down-right 9
    56 57 58 59 60 61 62 63     row 8, from a8 to h8

Evaluations are in othello_evaluation.py; the last moves of a game are searched in othello_endings.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.board import CLOTH, DISC, Board, Piece, board_of
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import MAX, MIN, Game
from zermelo.games.othello_endings import MOST_EMPTY, last_moves
from zermelo.games.othello_evaluation import EVALUATIONS, Preset
from zermelo.wide import nth

PASS: Final = 64
"""The action of a player who cannot place a disc: what `lowest()` says of an empty set of squares."""
SIZES: Final = (4, 6, 8)
ONWARD: Final = ((1, 0), (0, 1), (-1, 1), (1, 1))
"""The steps (right, down) to squares with greater numbers; the four others lead back."""
FILE_A: Final = 0x0101010101010101
"""The squares of the first file; times 2, those of the second; times 1 + 2, those of both."""
TO_THE_RIGHT: Final = (~FILE_A, ~(3 * FILE_A), ~(15 * FILE_A))
"""Where a step of one, two and four files to the right can end; what a shift brings elsewhere has left its row."""
TO_THE_LEFT: Final = (127 * FILE_A, 63 * FILE_A, 15 * FILE_A)
UP_AND_DOWN: Final = (-1, -1, -1)
LAST: Final = Bits(1 << 63)
HALF: Final = 0xFFFFFFFF
"""The lower 32 bits of a word."""


class State(NamedTuple):
    """The discs of the player to move, those of the other, the squares where a disc may be placed, and who is to move."""

    own: Bits
    other: Bits
    moves: Bits
    player: int


class Othello(Game):
    """Othello on a board of `size` x `size` squares: 4, 6 or 8. Black (MAX, x) begins.

    An action is the number of a square (see above), or PASS. Utility: the own discs less the other's. In tournaments and
    in published endgames the winner gets the squares that stay empty, too: that is `empties_to_winner=True`. The
    published value of the 4x4 board counts discs only.

    >>> game = Othello()
    >>> print(game.show(game.played("f5d6c3")))
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . x . . . . .
    4 . . . x x . . .
    5 . . . o x x . .
    6 . . . o . . . .
    7 . . . . . . . .
    8 . . . . . . . .
    x 5, o 2; o to move
    """

    evaluations = EVALUATIONS
    finishes = MOST_EMPTY
    max_actions = 60

    def __init__(self, size: int = 8, empties_to_winner: bool = False) -> None:
        if size not in SIZES:
            raise SpecError(f"a board of {size} x {size} is not possible; the sizes are {', '.join(map(str, SIZES))}")
        self.size, self.empties_to_winner = size, bool(empties_to_winner)
        self.cells = size * size
        self.utility_range = (-float(self.cells), float(self.cells))
        whole, ends, half = (1 << size) - 1, 1 | 1 << size - 1, (1 << size // 2) - 1
        self.board = self._in_every_row(whole)
        self.sides, self.inner = self._in_every_row(ends), self._in_every_row(whole & ~ends)
        self.top_and_bottom = Bits(whole | whole << 8 * (size - 1))
        edges = self.sides | self.top_and_bottom
        self.corners = self.sides & self.top_and_bottom
        self.c_squares, self.x_squares = self.around(self.corners) & edges & ~self.corners, self.around(self.corners) & ~edges
        quarter = self._in_every_row(half) & ((1 << 4 * size) - 1)
        self.quarters = (quarter, quarter << size // 2, quarter << 4 * size, quarter << 4 * size + size // 2)
        squares = range(64)
        self.rays = tuple(_signed(self._ray(s, sign * right, sign * down)) for s in squares for sign in (1, -1) for right, down in ONWARD)
        self.neighbours = tuple(_signed(int(self.around(Bits(1) << square & self.board))) for square in squares)
        self.preset = Preset(self.cells)

    def _in_every_row(self, row: int) -> Bits:
        return Bits(sum(row << 8 * number for number in range(self.size)))

    def _ray(self, square: int, right: int, down: int) -> int:
        """The squares from the one after `square` to the end of the board, in one direction."""
        column, row = square % 8 + right, square // 8 + down
        ray = 0
        while 0 <= column < self.size and 0 <= row < self.size:
            ray |= 1 << 8 * row + column
            column, row = column + right, row + down
        return ray

    # The rules

    def initial(self) -> State:
        first = Bits(1) << 9 * (self.size // 2 - 1)  # of the four squares in the middle the upper left one, d4
        return self.state(first << 1 | first << 8, first | first << 9, MAX)

    def state(self, own: Bits, other: Bits, player: int) -> State:
        """The state in which `player` is to move and has the discs `own`."""
        return State(own, other, self.mobility(own, other), player)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        left = state.moves
        while True:
            yield left.lowest()  # PASS, if there is none
            left = left & (left - 1)
            if not left:
                return

    def result(self, state: State, action: int) -> State:
        if action == PASS:
            return self.passed(state)
        turned = self.turned(state.own, state.other, action)
        return self.state(state.other ^ turned, state.own | turned | Bits(1) << (action & 63), 1 - state.player)

    def passed(self, state: State) -> State:
        return self.state(state.other, state.own, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return not state.moves and not self.mobility(state.other, state.own)

    def utility(self, state: State, player: int) -> int:
        worth = self.worth(state.own, state.other)
        return worth if player == state.player else -worth

    def worth(self, own: Bits, other: Bits) -> int:
        """What a game that ends with these discs is worth to the owner of `own`."""
        lead = own.count() - other.count()
        if not self.empties_to_winner or lead == 0:
            return lead
        empty = self.cells - own.count() - other.count()
        return lead + empty if lead > 0 else lead - empty

    def mobility(self, own: Bits, other: Bits) -> Bits:
        """The squares where the owner of `own` may place a disc: the empty ones that end a row of `other` begun by `own`."""
        inner = other & self.inner  # in all directions but up and down, rows in the outer files enclose nothing
        found = _ends(own, inner, 1) | _ends(own, other, 8) | _ends(own, inner, 7) | _ends(own, inner, 9)
        found = found | _ends_back(own, inner, 1) | _ends_back(own, other, 8) | _ends_back(own, inner, 7) | _ends_back(own, inner, 9)
        return found & self.empty(own, other)

    def turned(self, own: Bits, other: Bits, action: int) -> Bits:
        """The discs of `other` that turn when the owner of `own` places one on this empty square; none where that is not legal."""
        ray = (action & 63) * 8
        return (
            _turned(own, other, Bits(self.rays[ray]))
            | _turned(own, other, Bits(self.rays[ray + 1]))
            | _turned(own, other, Bits(self.rays[ray + 2]))
            | _turned(own, other, Bits(self.rays[ray + 3]))
            | _turned_back(own, other, Bits(self.rays[ray + 4]))
            | _turned_back(own, other, Bits(self.rays[ray + 5]))
            | _turned_back(own, other, Bits(self.rays[ray + 6]))
            | _turned_back(own, other, Bits(self.rays[ray + 7]))
        )

    # What else can be said of a board

    def empty(self, own: Bits, other: Bits) -> Bits:
        """The empty squares."""
        return self.board & ~(own | other)

    def around(self, squares: Bits) -> Bits:
        """These squares and their neighbours."""
        wide = squares | (squares << 1 & ~FILE_A) | (squares & ~FILE_A) >> 1
        return (wide | wide << 8 | wide >> 8) & self.board

    def stable(self, own: Bits, other: Bits) -> Bits:
        """Discs of `own` that can never turn again; none are looked for before one lies in a corner, so it is not all.

        A disc cannot turn along a line (row, file or diagonal) that is full, that ends with it, or where a stable disc of
        the same player is its neighbour. If that is so of all four of its lines, it is stable.
        """
        if not own & self.corners:
            return Bits(0)
        empty = self.empty(own, other)
        edges = self.sides | self.top_and_bottom
        row = self.sides | ~(_spread(empty, 1, TO_THE_RIGHT) | _spread_back(empty, 1, TO_THE_LEFT))
        file = self.top_and_bottom | ~(_spread(empty, 8, UP_AND_DOWN) | _spread_back(empty, 8, UP_AND_DOWN))
        falling = edges | ~(_spread(empty, 9, TO_THE_RIGHT) | _spread_back(empty, 9, TO_THE_LEFT))
        rising = edges | ~(_spread(empty, 7, TO_THE_LEFT) | _spread_back(empty, 7, TO_THE_RIGHT))
        stable = own & row & file & falling & rising
        while True:
            grown = (
                own
                & (row | stable << 1 | stable >> 1)
                & (file | stable << 8 | stable >> 8)
                & (falling | stable << 9 | stable >> 9)
                & (rising | stable << 7 | stable >> 7)
            )
            if grown == stable:
                return stable
            stable = grown

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """An estimate of the utility, in discs: see othello_evaluation.py."""
        return self.preset.value(self, state, player)

    def order(self, state: State, action: int, child: State) -> int:
        """Fastest first: a tenth for each answer that the opponent is left, one in a corner counted twice, on an X square half.

        And a fiftieth for each disc beside an empty square, the opponent's with a plus, and for each stable disc. The
        numbers were chosen for few nodes in endgames of self-play.
        """
        own, other, answers = child.other, child.own, child.moves
        open_ = self.around(self.empty(own, other))
        return (
            5 * (answers & self.x_squares).count()
            - 10 * answers.count()
            - 10 * (answers & self.corners).count()
            + 2 * (other & open_).count()
            - 2 * (own & open_).count()
            + 2 * self.stable(own, other).count()
            - (5 if action in self.c_squares else 0)
        )

    def playout(self, state: State, lot: int) -> int:
        """Any legal action, each as likely, without a list of them: that is what simulated games would spend most time on."""
        return nth((state.moves,), (lot & HALF) * state.moves.count() >> 32) if state.moves else PASS

    def remaining(self, state: State) -> int:
        """The empty squares, passes left out."""
        return self.empty(state.own, state.other).count()

    def bounds(self, state: State) -> tuple[float, float]:
        """Stable discs stay: with s of them, a player wins by 2 * s - cells at least, whoever gets what stays empty."""
        least = 2.0 * self.stable(state.own, state.other).count() - self.cells
        most = self.cells - 2.0 * self.stable(state.other, state.own).count()
        return least, most

    def finish(self, state: State, alpha: float, beta: float) -> float:
        low, high = floor(max(alpha, -self.cells - 1.0)), ceil(min(beta, self.cells + 1.0))
        return float(last_moves(self, state.own, state.other, low, high))

    def key(self, state: State) -> tuple[Bits, Bits, int]:
        """The state without `moves`, which follow from the rest."""
        return state.own, state.other, state.player

    def symmetries(self, state: State) -> Iterable[State]:
        """The seven other ways to look at the board."""
        for way in range(1, 8):
            yield State(self._seen(state.own, way), self._seen(state.other, way), self._seen(state.moves, way), state.player)

    def _seen(self, squares: Bits, way: int) -> Bits:
        """The squares of the board turned upside down (1), left for right (2), rows for files (4), or a sum of these."""
        if way & 1:
            squares = _swapped(squares, 8, 0x00FF00FF00FF00FF)
            squares = _swapped(squares, 16, 0x0000FFFF0000FFFF)
            squares = _swapped(squares, 32, 0x00000000FFFFFFFF) >> 8 * (8 - self.size)
        if way & 2:
            squares = _swapped(squares, 1, 0x5555555555555555)
            squares = _swapped(squares, 2, 0x3333333333333333)
            squares = _swapped(squares, 4, 0x0F0F0F0F0F0F0F0F) >> (8 - self.size)
        if way & 4:
            squares = _swapped(squares, 7, 0x00AA00AA00AA00AA)
            squares = _swapped(squares, 14, 0x0000CCCC0000CCCC)
            squares = _swapped(squares, 28, 0x00000000F0F0F0F0)
        return squares

    # For people

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
        worth = self.utility(state, MAX)
        return f"{discs}; draw" if worth == 0 else f"{discs}; {'x' if worth > 0 else 'o'} has won by {abs(worth)}"

    def picture(self, state: State) -> Board:
        pieces = {"x": Piece(DISC, MAX), "o": Piece(DISC, MIN)}
        numbers = [str(row + 1) for row in range(self.size)]
        return board_of(self._rows(state), pieces, CLOTH, across="abcdefgh"[: self.size], upwards=numbers, news=self._news(state))

    def touched(self, state: State, action: int) -> tuple[int, ...]:
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

    def _example(self) -> str:
        return repr(self.write(self.initial()))


def _ends(own: Bits, through: Bits, step: int) -> Bits:
    """The squares after the end of a row of `through` that begins after a square of `own`, step by step upwards.

    A row between two others has at most six squares.
    """
    row = through & (own << step)
    row = row | (through & (row << step))
    row = row | (through & (row << step))
    row = row | (through & (row << step))
    row = row | (through & (row << step))
    row = row | (through & (row << step))
    return row << step


def _ends_back(own: Bits, through: Bits, step: int) -> Bits:
    """The same downwards."""
    row = through & (own >> step)
    row = row | (through & (row >> step))
    row = row | (through & (row >> step))
    row = row | (through & (row >> step))
    row = row | (through & (row >> step))
    row = row | (through & (row >> step))
    return row >> step


def _turned(own: Bits, other: Bits, ray: Bits) -> Bits:
    """The discs of `other` from the lowest square of the ray up to one of `own`; none if anything else comes first."""
    stop = ray & ~other
    end = stop & -stop & own
    return ray & (end - int(end != 0))


def _turned_back(own: Bits, other: Bits, ray: Bits) -> Bits:
    """The discs of `other` from the highest square of the ray down to one of `own`; none if anything else comes first."""
    stop = (ray & ~other) | 1  # not empty, so that the shift is by less than 64
    end = (LAST >> (63 - stop.highest())) & own & ray
    return ray & ~(end ^ (end - 1))


def _spread(squares: Bits, step: int, masks: tuple[int, int, int]) -> Bits:
    """These squares and all that follow, step by step upwards."""
    squares = squares | (squares << step & masks[0])
    squares = squares | (squares << 2 * step & masks[1])
    return squares | (squares << 4 * step & masks[2])


def _spread_back(squares: Bits, step: int, masks: tuple[int, int, int]) -> Bits:
    """The same downwards."""
    squares = squares | (squares >> step & masks[0])
    squares = squares | (squares >> 2 * step & masks[1])
    return squares | (squares >> 4 * step & masks[2])


def _swapped(squares: Bits, step: int, lower: int) -> Bits:
    """The squares in `lower` and those `step` above them exchanged."""
    moved = (squares ^ squares >> step) & lower
    return squares ^ moved ^ moved << step


def _square(number: int) -> str:
    return f"{'abcdefgh'[number % 8]}{number // 8 + 1}"


def _signed(word: int) -> int:
    """The 64 bits of a word as the number that compiled code keeps in a table."""
    return word - (1 << 64) if word >> 63 else word
