"""Boards of rows as text: how squares are numbered and called, what is read, and what is said of a board that is none."""

from __future__ import annotations

import pytest

from zermelo.board_text import Grid, parts_of, player_of
from zermelo.errors import PositionError

FLAT = Grid("abc", "21", 2, 4)
"""
2  0 1 2 .
1  4 5 6 .
   a b c
"""
UPRIGHT = Grid(["1", "2", "10"], (), 2, 3, upright=True, empty="0", square="hole")
"""
.  .  .
1  4  7
0  3  6
"""


@pytest.mark.parametrize(("grid", "numbers"), [(FLAT, [[0, 1, 2], [4, 5, 6]]), (UPRIGHT, [[1, 4, 7], [0, 3, 6]])])
def test_squares_are_numbered_along_the_rows_or_up_the_columns(grid, numbers):
    for row, line in enumerate(numbers):
        for column, number in enumerate(line):
            assert grid.number(row, column) == number
            assert grid.place(number) == (row, column)
            assert grid.pictured(number) == 3 * row + column


def test_a_square_is_called_by_column_and_row():
    assert [FLAT.name(number) for number in (0, 6)] == ["a2", "c1"]


@pytest.mark.parametrize(("grid", "text"), [(FLAT, "x.o/..x"), (UPRIGHT, "x0o/00x")])
def test_rows_are_read_as_they_are_written(grid, text):
    pieces = grid.read(text, "xo", "")
    assert pieces == {"x": [grid.number(0, 0), grid.number(1, 2)], "o": [grid.number(0, 2)]}
    assert "/".join(grid.rows(pieces)) == text


def test_rows_are_framed_by_names():
    assert FLAT.framed(["x.o", "..x"]) == ["  a b c", "2 x . o", "1 . . x"]
    assert FLAT.framed(["x.o", "..x"], margin=2, below=True) == [" 2 x . o", " 1 . . x", "   a b c"]
    wide = Grid(["8", "9", "10"], "12", 2, 3)
    assert wide.framed(["x.o", "..x"]) == ["   8  9 10", "1  x  .  o", "2  .  .  x"]


@pytest.mark.parametrize(
    ("grid", "text", "legend", "complaint"),
    [
        (FLAT, "...", "", "'...' has 1 row; 2 are needed, joined by /, as HERE"),
        (FLAT, ".../..", "", "row 1, '..', has 2 cells; 3 are needed, as HERE"),
        (UPRIGHT, "000/00", "", "row 2 from the top, '00', has 2 holes; 3 are needed, as HERE"),
        (FLAT, "..z/...", "", "row 2, '..z', has 'z' in column c; a cell is x, o or ."),
        (UPRIGHT, "00z/000", "what fits", "row 1 from the top, '00z', has 'z' in column 10; a hole is what fits"),
    ],
)
def test_what_is_wrong_with_rows_is_said(grid, text, legend, complaint):
    with pytest.raises(PositionError) as raised:
        grid.read(text, "xo", "HERE", legend)
    assert str(raised.value) == complaint


def test_a_position_has_so_many_parts():
    assert parts_of(" a  b ", ("the rows", "the player to move"), "HERE") == ["a", "b"]
    with pytest.raises(PositionError) as raised:
        parts_of("a", ("the rows", "the player to move", "the plies"), "HERE")
    assert str(raised.value) == "'a' has 1 part; a position is the rows, the player to move and the plies, as HERE"


def test_a_player_is_named_by_one_whole_name():
    assert [player_of(word, "xo", "HERE") for word in "xo"] == [0, 1]
    for word in ("xo", "", "z"):  # "xo" is no player, though it is within "xo"
        with pytest.raises(PositionError, match="is not the player to move, x or o; a position reads as HERE"):
            player_of(word, "xo", "HERE")
