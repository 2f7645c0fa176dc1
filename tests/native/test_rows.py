"""Arrays as tables of a game, and rows of numbers on the stack: alike in both modes."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

import zermelo as z
from zermelo.games.nim import Nim
from zermelo.native import explain
from zermelo.rows import singles, words

WIDE = 24


class Tabled(Nim):
    """Judges by a small network: rows of a table of 32-bit floats, chosen by numbers that stand on a row of ints."""

    def __init__(self, scale: float = 7.0) -> None:
        super().__init__((3, 4, 5))
        self.table = array("f", [(number % 91 - 40) / scale for number in range(6 * WIDE)])
        self.exact = array("d", [1 / 3, 2 / 3])
        self.places = array("q", [0, 1, 1 << 40])

    def evaluate(self, state: Any, player: int) -> float:
        chosen, sums = words(3), singles(WIDE)
        for heap in range(3):
            chosen[heap] = state.heaps[heap] * WIDE
        for column in range(WIDE):
            sums[column] = 0.1
        for heap in range(3):
            for column in range(WIDE):
                sums[column] = sums[column] + self.table[chosen[heap] + column]
        total = self.exact[1] + self.places[2] / (1 << 40)
        for column in range(WIDE):
            total += 1.0 * sums[column]
        return total if player == state.player else -total


def value(game: z.Game, mode: str) -> float:
    return z.best(game, depth=3, algorithm="minimax", mode=mode).value


def test_both_modes_round_alike() -> None:
    assert value(Tabled(), "compiled") == value(Tabled(), "interpreted") != 0


def test_another_table_is_another_game() -> None:
    assert value(Tabled(), "compiled") != value(Tabled(8.0), "compiled") == value(Tabled(8.0), "interpreted")


def test_a_changed_table_is_compiled_anew() -> None:
    game = Tabled()
    before = value(game, "compiled")
    game.table = array("f", [2 * number for number in game.table])
    assert before != value(game, "compiled") == value(game, "interpreted")


def test_an_array_of_another_kind_is_refused_in_the_users_terms() -> None:
    game = Tabled()
    game.table = array("b", range(100))
    (said,) = explain(game)
    assert "the attribute `table` is an array of type 'b'; 'f', 'd' and 'q' compile" in said


class Counted(Tabled):
    """Its row has a length that is not known before it runs."""

    def evaluate(self, state: Any, player: int) -> float:
        return 0.0 * singles(state.heaps[0])[0]


def test_a_row_needs_a_length_that_is_known() -> None:
    assert explain(Counted())


@pytest.mark.parametrize(("row", "itemsize"), [(singles(5), 4), (words(5), 8)])
def test_rows_in_plain_python(row: array[Any], itemsize: int) -> None:
    assert (len(row), row.itemsize) == (5, itemsize)
