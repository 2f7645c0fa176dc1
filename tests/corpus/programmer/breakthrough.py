"""Breakthrough (Dan Troyka, 2001), on a board of 5 columns and 6 rows.

Each player begins with two rows of pieces. A piece goes one step forward, straight or diagonally, onto an empty cell, and
captures an opponent's piece diagonally forward. Who first reaches the opponent's home row, or captures everything, wins.
"""

from dataclasses import dataclass
from enum import Enum

from zermelo import MAX, MIN, Game


class Side(Enum):
    """A player: the number, the letter of the pieces, and which way they go."""

    WHITE = (MAX, "W", -1)
    BLACK = (MIN, "B", +1)

    def __init__(self, number, letter, forward):
        self.number = number
        self.letter = letter
        self.forward = forward

    @classmethod
    def of(cls, number):
        return next(side for side in cls if side.number == number)


@dataclass(frozen=True)
class State:
    board: str  # the rows from the top, one after the other: "W", "B" or "."
    player: int = MAX

    @property
    def side(self):
        return Side.of(self.player)

    @property
    def enemy(self):
        return Side.of(1 - self.player)

    def after(self, start, end):
        cells = list(self.board)
        cells[start], cells[end] = ".", cells[start]
        return State("".join(cells), 1 - self.player)


class PawnGame(Game):
    """What games of pawns on opposite sides of a board have in common: pieces, steps and the goal on the far row."""

    columns = 5
    rows = 6
    home_rows = 2

    def initial(self):
        home = self.columns * self.home_rows
        return State("B" * home + "." * (self.columns * self.rows - 2 * home) + "W" * home)

    def to_move(self, state):
        return state.player

    def steps(self, state, start):
        """The cells that the piece on `start` may go to."""
        row, column = divmod(start, self.columns)
        row += state.side.forward
        if not 0 <= row < self.rows:
            return
        for aside in (-1, 0, 1):
            if 0 <= column + aside < self.columns:
                end = row * self.columns + column + aside
                if self.may_enter(state, end, diagonal=aside != 0):
                    yield end

    def may_enter(self, state, end, diagonal=False):
        return state.board[end] == "."

    def actions(self, state):
        return [
            self.encode(start, end)
            for start, letter in enumerate(state.board)
            if letter == state.side.letter
            for end in self.steps(state, start)
        ]

    def encode(self, start, end):
        """Three times the start, and how far the end is to the right: 0, 1 or 2."""
        return 3 * start + end % self.columns - start % self.columns + 1

    def decode(self, state, action):
        start, aside = divmod(action, 3)
        return start, start + state.side.forward * self.columns + aside - 1

    def result(self, state, action):
        return state.after(*self.decode(state, action))

    def is_terminal(self, state):
        """Whether the last player has reached the far row."""
        far = state.board[: self.columns] if state.enemy is Side.WHITE else state.board[-self.columns :]
        return state.enemy.letter in far

    def utility(self, state, player):
        return 1 if player != state.player else -1

    def name(self, state, action):
        start, end = self.decode(state, action)
        sign = "-" if state.board[end] == "." else "x"
        return f"{self.square(start)}{sign}{self.square(end)}"

    def square(self, cell):
        return f"{chr(ord('a') + cell % self.columns)}{self.rows - cell // self.columns}"

    def show(self, state):
        lines = [state.board[i : i + self.columns] for i in range(0, len(state.board), self.columns)]
        numbered = [f"{self.rows - y} {' '.join(line)}" for y, line in enumerate(lines)]
        return "\n".join([*numbered, "  " + " ".join("abcdefghij"[: self.columns]), f"{state.side.name.title()} to move"])


class Breakthrough(PawnGame):
    """Pieces capture diagonally, and who has none left has lost as well."""

    def __init__(self, columns=5, rows=6):
        self.columns, self.rows = columns, rows

    def may_enter(self, state, end, diagonal=False):
        return super().may_enter(state, end, diagonal) or (diagonal and state.board[end] == state.enemy.letter)

    def is_terminal(self, state):
        return super().is_terminal(state) or state.side.letter not in state.board

    def evaluate(self, state, player):
        own, other = (state.board.count(Side.of(who).letter) for who in (player, 1 - player))
        return (own - other) / len(state.board)
