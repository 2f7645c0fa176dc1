"""Chances of a win, a draw and a loss, from a lead."""

from __future__ import annotations

from fractions import Fraction
from math import e

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from zermelo.protocols.chances import EVEN, SPREAD, chances
from zermelo.protocols.chessboard import ChessBoard

LEADS = st.integers(-1_000_000, 1_000_000)


@given(LEADS)
def test_they_add_up_and_are_the_other_s_turned_round(lead):
    found = chances(lead)
    assert sum(found) == 1000
    assert min(found) >= 0
    assert chances(-lead) == found[::-1]


@given(LEADS, LEADS)
def test_who_leads_by_more_wins_no_less_often_and_loses_no_more(one, other):
    less, more = chances(min(one, other)), chances(max(one, other))
    assert less.win <= more.win
    assert less.loss >= more.loss


def test_what_the_parameters_say():
    assert chances(EVEN).win == 500
    for steps in (1, 2, 3):
        odds = Fraction(chances(EVEN + steps * SPREAD).win, 1000 - chances(EVEN + steps * SPREAD).win)
        assert float(odds) == pytest.approx(e**steps, rel=0.02)
    assert max(range(-500, 500), key=lambda lead: chances(lead).draw) in range(-20, 20)


def test_what_is_proved_is_certain():
    board = ChessBoard(z.load_game("chess"))
    for state, turn in ((board.game.initial(), 1), (board.game.played("e4"), -1)):
        assert board.chances(state, 1.0 * turn) == (1000, 0, 0)
        assert board.chances(state, -1.0 * turn) == (0, 0, 1000)
        assert board.chances(state, 0.0, proved=True) == (0, 1000, 0)
        assert board.chances(state, 0.0) == chances(0) != (0, 1000, 0)
        assert board.chances(state, 3 / 64 * turn, proved=True) == chances(300)
