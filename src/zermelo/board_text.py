"""Boards as text: rows of marks from the top, joined by `/`, and what else a position says (`x../.o./... x`).

A game says with a `Grid` how it numbers its squares and what people call them. What stands on the board is, for each mark, the
numbers of the squares that it stands on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from zermelo.errors import PositionError
from zermelo.values import counted


@dataclass(frozen=True)
class Grid:
    """The squares of a board, as a game numbers them and as people call them.

    across   the names of the columns, from the left
    upwards  the names of the rows, from the top; nothing where rows have no names
    height   how many rows there are
    stride   how far the numbers of a row (in an `upright` grid: of a column) are from those of the next one
    upright  whether the numbers go up the columns, from the bottom left; else they go along the rows, from the top left
    empty    the mark of an empty square
    square   what people call a square
    """

    across: Sequence[str]
    upwards: Sequence[str]
    height: int
    stride: int
    upright: bool = False
    empty: str = "."
    square: str = "cell"

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.across)

    def number(self, row: int, column: int) -> int:
        """The number of the square in this row, from the top, and column, from 0."""
        return column * self.stride + self.height - 1 - row if self.upright else row * self.stride + column

    def place(self, number: int) -> tuple[int, int]:
        """The row and the column of a square."""
        if self.upright:
            column, above = divmod(number, self.stride)
            return self.height - 1 - above, column
        return divmod(number, self.stride)

    def name(self, number: int) -> str:
        """What people call a square, by its column and row: `c3`."""
        row, column = self.place(number)
        return f"{self.across[column]}{self.upwards[row]}"

    def pictured(self, number: int) -> int:
        """The number of a square in the picture, a `Board`."""
        row, column = self.place(number)
        return row * self.width + column

    def rows(self, pieces: Mapping[str, Iterable[int]]) -> list[str]:
        """The rows from the top; `pieces` are the squares of each mark."""
        rows = [[self.empty] * self.width for _ in range(self.height)]
        for mark, numbers in pieces.items():
            for number in numbers:
                row, column = self.place(number)
                rows[row][column] = mark
        return ["".join(row) for row in rows]

    def framed(self, rows: Sequence[str], *, margin: int = 1, below: bool = False) -> list[str]:
        """The rows with their names, at least `margin` wide, at the left, and those of the columns above or `below`."""
        margin, wide = max(margin, *map(len, self.upwards)), max(map(len, self.across))
        head, *lines = (
            f"{name:>{margin}} {' '.join(mark.rjust(wide) for mark in marks)}"
            for name, marks in zip(("", *self.upwards), (self.across, *rows), strict=True)
        )
        return [*lines, head] if below else [head, *lines]

    def read(self, text: str, marks: str, example: str, legend: str = "") -> dict[str, list[int]]:
        """The squares of each of the `marks` in rows joined by `/`.

        Raises PositionError for what is not such a board: with an `example` of a position, and with the `legend`, what may stand on a
        square (the marks, unless given).
        """
        rows = text.split("/")
        if len(rows) != self.height:
            raise PositionError(f"{text!r} has {counted(len(rows), 'row')}; {self.height} are needed, joined by /, as {example}")
        pieces: dict[str, list[int]] = {mark: [] for mark in marks}
        for row, line in enumerate(rows):
            where = f"row {self.upwards[row] if self.upwards else f'{row + 1} from the top'}, {line!r},"
            if len(line) != self.width:
                raise PositionError(f"{where} has {counted(len(line), self.square)}; {self.width} are needed, as {example}")
            for column, mark in enumerate(line):
                if mark in pieces:
                    pieces[mark].append(self.number(row, column))
                elif mark != self.empty:
                    found = f"{where} has {mark!r} in column {self.across[column]}"
                    raise PositionError(f"{found}; a {self.square} is {legend or _one_of([*marks, self.empty])}")
        return pieces


def parts_of(text: str, parts: Sequence[str], example: str) -> list[str]:
    """The words of a position that has these parts. Raises PositionError where there are more words or fewer."""
    words = text.split()
    if len(words) != len(parts):
        needed = f"{', '.join(parts[:-1])} and {parts[-1]}"
        raise PositionError(f"{text!r} has {counted(len(words), 'part')}; a position is {needed}, as {example}")
    return words


def player_of(word: str, names: Sequence[str], example: str) -> int:
    """The player to move, whom a position names. Raises PositionError for a word that is none of the names."""
    if word not in list(names):
        raise PositionError(f"{word!r} is not the player to move, {_one_of(names)}; a position reads as {example}")
    return list(names).index(word)


def _one_of(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
