"""The checker: it accepts what is right, and finds every single fault that is planted."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from pathlib import Path

import pytest

import zermelo as z
from tests.databases.examples import Walk
from zermelo.databases import certificate
from zermelo.databases.certificate import check
from zermelo.databases.table import Worth

SOURCE = Path(certificate.__file__)


class Faulty:
    """A table in memory, with the worth of some states replaced."""

    def __init__(self, table):
        self.count, self.values, self.endless, self.numbered = table.count, table.values, table.endless, table.numbered
        self.state = table.state
        self._number, self._worths = (
            table.number,
            [table.worth(number) if not table.numbered or table.state(number) is not None else None for number in range(table.count)],
        )
        self._known = {}
        self.planted = {}

    def number(self, state):
        if state not in self._known:
            self._known[state] = self._number(state)
        return self._known[state]

    def worth(self, number):
        return self.planted.get(number) or self._worths[number]


def other(table, number, draw):
    """Another worth for a state: another value, another distance, or both."""
    worth = table.worth(number)
    plies = [None, *range(12)]
    while True:
        made = draw.choice(
            [
                replace(worth, value=draw.choice(table.values)),
                replace(worth, distance=draw.choice(plies)),
                Worth(draw.choice(table.values), draw.choice(plies)),
            ]
        )
        if (made.value, made.distance) != (worth.value, worth.distance):
            return made


def found_of(game, table, faults, seed):
    """How many of so many single faults the full check finds."""
    draw, found = random.Random(seed), 0
    for _ in range(faults):
        number = draw.randrange(table.count)
        table.planted = {number: other(table, number, draw)}
        found += not check(game, table).ok
    table.planted = {}
    return found


@pytest.mark.parametrize("game", [z.load_game("hexapawn"), Walk(7, 0.0), Walk(9, -1.0)], ids=["hexapawn", "walk", "endless"])
def test_every_single_fault_is_found(game, tmp_path):
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        table = Faulty(database.table)
        assert check(game, table).ok
        assert found_of(game, table, 100, seed=1) == 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "faults"), [(z.load_game("three_mens_morris"), 200), (z.load_game("kalah(2, 2)"), 200), (z.load_game("tictactoe"), 100)]
)
def test_every_single_fault_is_found_in_larger_games(game, faults, tmp_path):
    with z.make_database(game, tmp_path / "made") as database:
        table = Faulty(database.table)
        assert check(game, table).ok
        assert found_of(game, table, faults, seed=2) == faults


def test_a_ring_of_states_that_call_each_other_won_is_found(tmp_path):
    game = Walk(9, 0.0)
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        table = Faulty(database.table)
        drawn = [number for number in range(table.count) if table.worth(number).value == 0]
        assert drawn
        table.planted = {number: Worth(1.0 if number % 2 else -1.0, 9) for number in drawn}
        assert not check(game, table).ok


def test_states_that_are_missing_or_come_about_in_no_game_are_found(tmp_path):
    game = z.load_game("hexapawn")
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        table = Faulty(database.table)
        table.count += 1
        assert "1 states of the table come about in no game" in check(game, table).faults
        table.count -= 1
        whole = table.number
        table.number = lambda state: None if whole(state) == 20 else whole(state)
        assert any("which is not there" in fault for fault in check(game, table).faults)


def test_a_sample_looks_at_as_many_states_as_are_asked(tmp_path):
    game = z.load_game("tictactoe")
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        found = check(game, database.table, sample=200, seed=3)
        assert (found.states, found.complete, found.ok) == (200, False, True)
        assert check(game, database.table, sample=200, seed=3).edges == found.edges
        table = Faulty(database.table)
        table.planted = {table.number(game.initial()): Worth(1.0, 9)}
        assert not check(game, table, sample=1).ok


def test_the_checker_is_short_and_imports_no_solver():
    tree = ast.parse(SOURCE.read_text())
    assert len(SOURCE.read_text().splitlines()) <= 200
    ours = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module.startswith("zermelo")}
    assert ours == {"zermelo.game"}
