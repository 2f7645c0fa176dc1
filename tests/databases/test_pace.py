"""How far a long work is."""

from __future__ import annotations

from zermelo.databases import pace
from zermelo.databases.pace import Pace


def test_it_is_told_how_many_a_second_and_how_long_the_rest_takes(monkeypatch):
    now, told = iter([10.0, 12.0, 14.0, 20.0, 21.0, 30.0, 31.0]), []
    monkeypatch.setattr(pace.time, "perf_counter", lambda: next(now))
    one = Pace(told.append)
    one.tell("tier 3: looked at", 1000, 9000)
    one.tell("tier 3: looked at", 3000, 9000)
    one.tell("tier 3: looked at", 9000, 9000)
    one.tell("tier 3: known", 10, 9000, may_end_sooner=True)
    one.tell("tier 3: known", 110, 9000, may_end_sooner=True)
    one.tell("successors counted", 0, 0)
    one.tell("successors counted", 500, 60500, each="successors")
    assert told == [
        "tier 3: looked at: 1,000 of 9,000, 11%",
        "tier 3: looked at: 3,000 of 9,000, 33%, 1,000 states/s, 6 s left",
        "tier 3: looked at: 9,000 of 9,000, 100%, 2,000 states/s, 0 s left",
        "tier 3: known: 10 of 9,000, 0%",
        "tier 3: known: 110 of 9,000, 1%, 100 states/s",
        "successors counted: 0 of 0, 0%",
        "successors counted: 500 of 60,500, 1%, 500 successors/s, 2 min left",
    ]


def test_nobody_has_to_listen():
    Pace(None).tell("looked at", 1, 2)
