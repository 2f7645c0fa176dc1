"""What is planned with of a clock that somebody else keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.protocols.talking import Time
from zermelo.protocols import clocks
from zermelo.protocols.clocks import LEAST_TIME, PLY_NODES, Lag, clock
from zermelo.search.runtime.limits import RESERVE, Clock, Limits

LEFT = st.floats(-10, 10_000)
SECONDS = st.floats(0, 10)
MOVES = st.none() | st.integers(0, 60)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time by which the lag is measured."""
    monkeypatch.setattr(clocks, "time", fake := Time())
    return fake


# The plan


@given(LEFT, SECONDS, MOVES, SECONDS, SECONDS, SECONDS)
def test_a_move_has_some_time_and_leaves_what_is_to_be_kept(
    left: float, increment: float, moves: int | None, overhead: float, lag: float, longest: float
) -> None:
    limits = Limits(clock=clock(left, increment, moves, overhead=overhead, lag=lag, longest=longest))
    assert 0 < limits.soft <= limits.hard <= max(LEAST_TIME, left - max(overhead, min(longest, left / 2)) - RESERVE)


@given(LEFT, SECONDS, MOVES, SECONDS, SECONDS, SECONDS, SECONDS)
def test_who_has_more_plans_with_more_and_who_must_keep_more_with_less(
    left: float, increment: float, moves: int | None, overhead: float, lag: float, longest: float, more: float
) -> None:
    def hard(left: float, increment: float, overhead: float, lag: float, longest: float) -> float:
        return Limits(clock=clock(left, increment, moves, overhead=overhead, lag=lag, longest=longest)).hard

    usual = hard(left, increment, overhead, lag, longest)
    assert hard(left + more, increment, overhead, lag, longest) >= usual - 1e-9
    assert hard(left, increment + more, overhead, lag, longest) >= usual
    assert hard(left, increment, overhead + more, lag, longest) <= usual
    assert hard(left, increment, overhead, lag + more, longest) <= usual
    assert hard(left, increment, overhead, lag, longest + more) <= usual


def test_what_moves_cost_besides_is_paid_of_what_they_add_and_then_of_what_is_left() -> None:
    assert clock(60, 2, overhead=0.5) == Clock(59.5, 2)
    assert clock(60, 2, overhead=0.5, lag=0.5) == Clock(59.5, 1.5)
    assert clock(60, 2, 40, overhead=0.5, lag=2.25) == Clock(49.5, 0, 40)
    assert clock(60, 0, overhead=0.5, lag=0.25) == Clock(44.5, 0)  # sixty such moves
    assert clock(60, 2, overhead=0.5, longest=1) == Clock(57, 2)  # three such moves
    assert clock(60, 2, overhead=5, longest=1) == Clock(55, 2)
    assert clock(1, 2, overhead=0.25, longest=1) == Clock(0.5, 2)  # half of what is left
    assert clock(1, 0, lag=0.25) == clock(-1) == Clock(LEAST_TIME)
    assert clock(1, moves_to_go=0) == clock(1, moves_to_go=-3) == Clock(1)


def test_where_nothing_is_left_to_plan_with_one_ply_is_searched() -> None:
    assert Lag().limits(0.1 + RESERVE + 0.001, 0.01, None, 0.1)["clock"].left > RESERVE
    for left in (0.1 + RESERVE - 0.001, 0.05, 0.0, -1.0):
        assert Lag().limits(left, 0.01, None, 0.1) == {"depth": 1, "nodes": PLY_NODES}


# What a move costs besides


PLY = 0.0005
"""Seconds that a single ply takes."""


def played(time: Time, lag: Lag, left: float, increment: float, late: float, moves: int) -> list[float]:
    """What a clock says after each of these moves, which take the time that they are planned to and so much more."""
    told = []
    for move in range(moves):
        lag.begin(left, increment, 2 * move)
        limits = Limits(**lag.limits(left, increment, None, 0.1))
        thought = PLY if limits.depth else limits.soft
        time.now += thought
        lag.end()
        left += increment - thought - late
        told.append(left)
    return told


@pytest.mark.parametrize(("increment", "late"), [(0.01, 0.0), (0.01, 0.005), (0.01, 0.009), (0.1, 0.09), (2.0, 0.5), (2.0, 1.9)])
def test_a_clock_never_runs_out_while_a_move_adds_more_than_it_costs_besides(time: Time, increment: float, late: float) -> None:
    assert min(played(time, Lag(), 1.0, increment, late, 400)) > 0


def test_who_sees_what_moves_cost_besides_lasts_longer(time: Time) -> None:
    class Blind(Lag):
        seconds = longest = property(lambda self: 0.0, lambda self, seconds: None)  # type: ignore[assignment]

    def moves(lag: Lag) -> int:
        return sum(left > 0 for left in played(time, lag, 1.0, 0.01, 0.022, 400))

    assert moves(Lag()) > moves(Blind()) + 15


def test_what_a_move_costs_besides_is_a_mean_that_the_clock_tells(time: Time) -> None:
    lag = Lag()
    played(time, lag, 300.0, 2.0, 0.25, 100)
    assert lag.seconds == pytest.approx(0.25, abs=1e-3)
    played(time, lag, 300.0, 2.0, 0.0, 100)
    assert lag.seconds == pytest.approx(0.0, abs=1e-3)
    assert 0 < lag.longest < 0.25 / 10


def test_what_is_no_lag_is_not_taken_for_one(time: Time) -> None:
    lag = Lag()
    lag.end()  # nothing was begun
    lag.begin(300.0, 0.0, 0)
    time.now += 1
    lag.end()
    time.now += 500  # the other's time
    lag.end()  # of a search that has no clock
    lag.begin(10.0, 0.0, 2)  # another clock
    assert lag.seconds == 0
    lag.end()
    lag.begin(9.5, 0.0, 2)  # another game, or the same move again
    assert lag.seconds == 0
    lag.end()
    lag.begin(9.5, 0.0, 4)
    assert lag.seconds == 0
    lag.end()
    lag.begin(9.9, 0.0, 6)  # time was added
    assert lag.seconds == 0
    lag.end()
    lag.begin(9.1, 0.0, 8)
    assert lag.seconds == pytest.approx(0.8 / 4)  # the mean of three moves, and one without a lag
