"""How much of a game clock a move gets."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.search.runtime.limits import STEADY, Clock, Limits

CLOCKS = st.builds(Clock, st.floats(0.01, 10_000), st.floats(0, 100), st.none() | st.integers(1, 60))
DROPS = st.floats(-10, 10)


@given(CLOCKS, st.integers(0, 20), DROPS)
def test_whatever_happens_a_move_leaves_time_for_the_next(clock: Clock, confirmed: int, drop: float) -> None:
    limits = Limits(clock=clock)
    assert 0 < limits.soft_after(confirmed, drop) <= limits.hard < clock.left


@given(CLOCKS, st.integers(0, 20), DROPS, st.floats(0, 5))
def test_the_surer_the_best_action_the_less_time_it_gets_and_the_more_it_loses_the_more(
    clock: Clock, confirmed: int, drop: float, more: float
) -> None:
    limits = Limits(clock=clock)
    assert limits.soft_after(confirmed + 1, drop) <= limits.soft_after(confirmed, drop) <= limits.soft_after(confirmed, drop + more)


def test_seconds_are_for_one_move_and_are_used() -> None:
    assert Limits(seconds=3).soft_after(9, -1.0) == Limits(seconds=3).soft == 3
    assert Limits(depth=4).soft_after(9, -1.0) == Limits(depth=4).soft == math.inf


def test_who_has_a_minute_and_finds_nothing_new_moves_after_a_second() -> None:
    limits = Limits(clock=Clock(60.02))
    assert limits.soft == pytest.approx(1.2)
    assert limits.soft_after(2, 0.0) == pytest.approx(1.2)
    assert limits.soft_after(len(STEADY), 0.0) == pytest.approx(0.84)
    assert limits.soft_after(0, 0.0) == pytest.approx(1.92)
    assert limits.soft_after(0, 3.0) == pytest.approx(3.84)  # a unit or more
