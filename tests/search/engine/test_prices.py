"""What the kernel's headings and the page of refinements say that a refinement comes to is what was measured, and the same."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from zermelo.search.engine.options import Options

ROOT = Path(__file__).parents[3]
NUMBER = r"\d+\.\d\d"
SPAN = rf"({NUMBER})(?: to ({NUMBER}))?"
LINE = re.compile(rf"^ +#    (\w+): {SPAN} times the nodes(?:, scores {SPAN})?$", re.MULTILINE)


@pytest.fixture
def prices(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "bench")
    return importlib.import_module("prices")


def measured():
    return json.loads((ROOT / "bench" / "prices.json").read_text())["rows"]


def test_each_heading_of_the_kernel_says_from_and_to_what_was_measured(prices):
    headings = {name: numbers for name, *numbers in LINE.findall(prices.KERNEL.read_text())}
    assert set(headings) == {option for options in prices.STEPS.values() for option in options}
    for name, (least, most, worst, best) in headings.items():
        rows = [row for row in measured() if row["option"] == name]
        nodes = [row["nodes"] for row in rows]
        assert (least, most or least) == (f"{min(nodes):.2f}", f"{max(nodes):.2f}"), name
        scores = [row["score"] for row in rows if row["score"] is not None]
        assert (worst, best or worst) == ((f"{min(scores):.2f}", f"{max(scores):.2f}") if scores else ("", "")), name


def test_the_kernel_and_the_page_are_as_the_command_writes_them(prices):
    kept = prices.read()
    assert prices.with_headings(prices.KERNEL.read_text(), kept) == prices.KERNEL.read_text()
    assert prices.with_tables(prices.PAGE.read_text(), kept) == prices.PAGE.read_text()


def test_every_refinement_of_the_kernel_has_a_price(prices):
    asked = set(re.findall(r"options\.([a-z]\w+)", prices.KERNEL.read_text()))
    parts = {
        "table_from",
        "order_from",
        "defer_from",
        "early_from",
        "internal_from",
        "probe_from",
        "probcut_margin",
        "futility_margin",
        "delta_margin",
        "prefetch",
        "lazy_children",
        "evaluation_memory",
        "ply_worth",
        "undecided",
        "farthest",
        "wide",
    }
    facts = {
        "repetition",
        "rewards",
        "exact",
        "least",
        "most",
        "kinds",
        "known",
        "ranked",
        "keyed",
        "endless",
        "tactical_first",
    }  # of the game; the order's own is with `order`
    by_chance = {"star1", "star2"}  # on the page of games with chance, with their prices
    measured_here = {row["option"] for row in measured()}
    assert asked - parts - facts - by_chance <= measured_here
    assert measured_here <= {name for name in vars(Options()) if name not in facts}


def test_a_score_has_an_interval_around_it():
    for row in measured():
        if row["score"] is not None:
            assert 0 <= row["low"] <= row["score"] <= row["high"] <= 1
            assert row["games"] >= 100
