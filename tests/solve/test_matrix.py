"""Matrix games: published values, and games drawn at random beside bounds, a program of the test's own, and fictitious play."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.solve.judge import matrix_value
from zermelo.solving.matrix import solve_matrices, solve_matrix

MATRICES = st.integers(1, 5).flatmap(
    lambda wide: st.lists(st.lists(st.integers(-9, 9).map(float), min_size=wide, max_size=wide), min_size=1, max_size=5)
)


def middle(found):
    return (found.low + found.high) / 2


@pytest.mark.parametrize(
    ("payoffs", "value", "rows", "columns"),
    [
        ([[-2, 3], [3, -4]], "1/12", ["7/12", "5/12"], ["7/12", "5/12"]),  # odd or even (Ferguson, Game Theory, II.1.2)
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], "0", ["1/3"] * 3, ["1/3"] * 3),
        ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], "0", ["1/4", "1/2", "1/4"], ["1/4", "1/2", "1/4"]),
        ([[2, -1], [0, 1]], "1/2", ["1/4", "3/4"], ["1/2", "1/2"]),
        ([[4, 1, 2], [3, 2, 5]], "2", ["0", "1"], ["0", "1", "0"]),  # a saddle point
    ],
)
def test_known_games(payoffs, value, rows, columns):
    found = solve_matrix(payoffs)
    assert found.low <= Fraction(value) <= found.high
    assert found.high - found.low < 1e-13
    assert found.rows == pytest.approx([float(Fraction(one)) for one in rows])
    assert found.columns == pytest.approx([float(Fraction(one)) for one in columns])


def test_a_saddle_point_is_exact():
    found = solve_matrix([[4, 1, 2], [3, 2, 5]])
    assert (found.rows, found.columns, found.low, found.high) == ((0, 1), (0, 1, 0), 2, 2)


@given(MATRICES)
def test_the_value_is_that_of_another_program_and_between_the_pure_bounds(payoffs):
    found = solve_matrix(payoffs)
    assert found.low - 1e-9 <= matrix_value(payoffs) <= found.high + 1e-9
    assert max(map(min, payoffs)) <= found.high
    assert min(max(column) for column in zip(*payoffs, strict=True)) >= found.low
    assert 0 <= found.high - found.low < 1e-9


@given(MATRICES)
def test_what_is_found_keeps_its_word_exactly(payoffs):
    """In fractions, without any rounding: the rows have `low` against every column, the columns leave `high` to no row."""
    found = solve_matrix(payoffs)
    rows, columns = ([Fraction(share) for share in shares] for shares in (found.rows, found.columns))
    assert min(rows + columns) >= 0
    least = min(sum(share * Fraction(payoff) for share, payoff in zip(rows, column, strict=True)) for column in zip(*payoffs, strict=True))
    most = max(sum(share * Fraction(payoff) for share, payoff in zip(columns, row, strict=True)) for row in payoffs)
    assert found.low <= least / sum(rows)
    assert most / sum(columns) <= found.high


@settings(max_examples=20)
@given(MATRICES)
def test_fictitious_play_closes_in_on_the_value(payoffs):
    """Both answer what the other has done so far (Brown 1951, Robinson 1951): the means are bounds of the value that come together."""
    found, rounds = solve_matrix(payoffs), 2000
    had = [0.0] * len(payoffs)  # what each row would have had so far
    left = [0.0] * len(payoffs[0])  # what each column would have left
    for _ in range(rounds):
        row, column = had.index(max(had)), left.index(min(left))
        had = [before + other[column] for before, other in zip(had, payoffs, strict=True)]
        left = [before + payoff for before, payoff in zip(left, payoffs[row], strict=True)]
    low, high = min(left) / rounds, max(had) / rounds
    assert low <= found.high
    assert found.low <= high
    assert high - low <= 1.5


@given(st.lists(MATRICES, min_size=1, max_size=4))
def test_many_at_once_are_solved_as_one_by_one(games):
    together = solve_matrices(games, games)
    for payoffs, found in zip(games, together, strict=True):
        alone = solve_matrix(payoffs)
        assert found.low <= alone.high
        assert alone.low <= found.high


@given(MATRICES, st.floats(1e-6, 1e6))
def test_the_unit_of_the_payoffs_changes_nothing(payoffs, unit):
    found, scaled = solve_matrix(payoffs), solve_matrix([[unit * payoff for payoff in row] for row in payoffs])
    assert middle(scaled) == pytest.approx(unit * middle(found), abs=1e-9 * unit)


def test_what_is_known_in_part_gives_a_value_in_part():
    low, high = [[-2.1, 2.9], [2.9, -4.1]], [[-1.9, 3.1], [3.1, -3.9]]
    (found,) = solve_matrices([low], [high])
    assert found.low <= matrix_value(low) <= matrix_value(high) <= found.high


def test_without_scipy_saddle_points_are_found_all_the_same(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert solve_matrix([[4, 1, 2], [3, 2, 5]]).low == 2
    with pytest.raises(z.SearchError, match=r"pip install 'zermelo\[lp\]'; or solve by cfr\+"):
        solve_matrix([[-2, 3], [3, -4]])
