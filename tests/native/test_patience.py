"""A compiler that takes too long is given up: it is said, and the game runs interpreted, with the same answers."""

from __future__ import annotations

import ast
import re
import signal
import threading
import time
import warnings
from math import inf

import pytest

import zermelo as z
from tests.native.plain import games
from zermelo import native
from zermelo.errors import GivenUpError
from zermelo.native import compiler, patience, roads
from zermelo.native.plain import rules
from zermelo.native.plain.packing import Packing

BEGUN = threading.Event()
"""Whether somebody is busy."""


def busy(*given):
    """Work without end that hears when it is given up."""
    BEGUN.set()
    while True:
        time.sleep(0.001)
        sum(range(10_000))


@pytest.fixture
def endless(monkeypatch, tmp_path):
    """A compiler that comes to no end, little patience, and nothing that was compiled before: not for a game of the same shape either."""

    begun: list[str] = []

    def compiled(name, *given):
        begun.append(name)
        busy()

    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv(patience.VARIABLE, "0.2")
    monkeypatch.setattr(compiler, "_compiled", compiled)
    monkeypatch.setattr(compiler, "_kernels", type(compiler._kernels)())
    monkeypatch.setattr(compiler, "_living", type(compiler._living)())
    yield begun
    if patience._given_up is not None:
        patience._given_up.join()


class Fresh(games.Growing):
    """A game for which nothing is compiled yet."""


def test_it_is_given_up_with_a_warning_and_the_game_runs_interpreted(endless):
    with pytest.warns(UserWarning, match=r"given up for Fresh, after 0.2 seconds; it runs as plain Python \(ZERMELO_COMPILE_SECONDS"):
        found = z.best(Fresh(), algorithm="minimax")
    assert found.mode == "interpreted"
    assert found.value == z.best(Fresh(), algorithm="minimax", mode="interpreted").value


def test_the_warning_is_heard_although_the_compiler_was_in_a_place_without_warnings(endless, monkeypatch):
    def silent(name, *given):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                busy()
            finally:
                time.sleep(0.1)  # it is still there, a moment after it was given up

    monkeypatch.setattr(compiler, "_compiled", silent)
    with pytest.warns(UserWarning, match="given up for Fresh"):
        z.best(Fresh(), algorithm="minimax")


def test_who_wants_compiled_code_hears_it_as_an_error(endless):
    with pytest.raises(GivenUpError, match="given up for Fresh"):
        z.best(Fresh(), algorithm="alphabeta", mode="compiled")


def test_it_is_not_tried_again_until_it_may_take_longer(endless, monkeypatch):
    monkeypatch.setenv(patience.VARIABLE, "30")
    assert native.explain(Fresh()) == []  # its rules compile: it is their kernel that does not

    def why(seconds: str) -> str:
        monkeypatch.setenv(patience.VARIABLE, seconds)
        with pytest.raises(GivenUpError) as told:
            z.best(Fresh(), algorithm="alphabeta", mode="compiled")
        if patience._given_up is not None:
            patience._given_up.join()
        return str(told.value)

    first = why("0.2")
    assert [why("0.2"), why("0.1")] == [first, first]
    assert len(endless) == 1
    assert "after 0.3 seconds" in why("0.3")
    assert len(endless) == 2


def given_up(monkeypatch, tmp_path) -> str:
    """Why the rules of a game were given up, where a part of the compiler comes to no end; the way there does not count."""
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(patience, "_used", lambda thread: inf if BEGUN.is_set() else 0.0)
    BEGUN.clear()
    with pytest.raises(GivenUpError) as told:
        roads.rules_of(games.Built(), "a digest of its own", ())
    assert patience._given_up is not None
    patience._given_up.join()
    return str(told.value)


def test_the_line_that_was_being_compiled_is_said(monkeypatch, tmp_path):
    original = Packing.do_Return
    monkeypatch.setattr(Packing, "do_Return", lambda emitter, node: busy() if "return -1" in ast.unparse(node) else original(emitter, node))
    assert re.search(
        r"Built\.utility, line \d+ of games\.py \(`return -1 if .*`\): this was being compiled then; write it shorter",
        given_up(monkeypatch, tmp_path),
    )


def test_the_longest_rule_is_said_where_all_were_written(monkeypatch, tmp_path):
    monkeypatch.setattr(rules, "machine_of", busy)
    assert re.search(
        r"Built\.(actions|result), line \d+ of games\.py \(`def .*`\): this is the longest of its functions",
        given_up(monkeypatch, tmp_path),
    )


class Hanging(games.Growing):
    """A game of which a rule does not return, in any game at random."""

    def result(self, state, action):
        while True:
            pass


def test_a_rule_that_does_not_return_is_given_up_as_well(monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv(patience.VARIABLE, "0.2")
    with pytest.raises(
        GivenUpError, match=r"given up for Hanging, after 0\.2 seconds; .* Hanging\.result, line \d+ of test_patience\.py, was"
    ):
        roads.layouts_of(Hanging())
    patience._given_up.join()


def stopped(*given):
    """Work without end in the midst of which Ctrl-C comes."""
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    busy()


@pytest.mark.parametrize("work", [stopped, lambda: patience.within_limit(stopped, "a part")], ids=["alone", "within another"])
def test_ctrl_c_breaks_it_off_and_says_where_it_was(work, monkeypatch):
    monkeypatch.setenv(patience.VARIABLE, "0")  # no limit
    with pytest.raises(KeyboardInterrupt) as told:
        patience.within_limit(work, "the whole")
    assert {"stopped", "busy"} <= {entry.name for entry in told.traceback}
    assert not [one for one in threading.enumerate() if one.name == "zermelo compiler" and one.is_alive()]


def test_ctrl_c_breaks_a_kernel_off(endless, monkeypatch):
    monkeypatch.setenv(patience.VARIABLE, "0")
    monkeypatch.setattr(compiler, "_compiled", stopped)
    with pytest.raises(KeyboardInterrupt):
        z.best(Fresh(), algorithm="alphabeta", mode="compiled")
    assert not [one for one in threading.enumerate() if one.name == "zermelo compiler" and one.is_alive()]


def test_what_the_work_raises_is_raised_where_it_was_asked_for():
    def fails():
        raise ZeroDivisionError("so it is")

    with pytest.raises(ZeroDivisionError, match="so it is"):
        patience.within_limit(fails, "nothing")


def test_a_limit_that_is_no_number_is_said(monkeypatch):
    monkeypatch.setenv(patience.VARIABLE, "soon")
    with pytest.warns(UserWarning, match="'soon', which is no number of seconds; it is taken for 30"):
        assert patience.limit() == 30
