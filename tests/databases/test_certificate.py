"""The checker: it accepts what is right, and finds every single fault that is planted."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import zermelo as z
from tests.databases.examples import (
    Forgetful,
    Gather,
    Graph,
    RankedForgetful,
    RankedGather,
    RankedGraph,
    RankedWalk,
    Reversed,
    ReversedGraph,
    ReversedScoredGraph,
    ScoredGraph,
    Turned,
    Walk,
    Wide,
    Words,
)
from zermelo.databases import check_database
from zermelo.databases.checkers import certificate, twin
from zermelo.databases.checkers.certificate import check
from zermelo.databases.checkers.twin_kernels import AT_ONCE, find
from zermelo.databases.files.table import Worth
from zermelo.databases.keys import Fields

SOURCE = Path(certificate.__file__)


class Faulty:
    """A table in memory, with the worth of some states replaced: a `Worth`, or None for what is said to be no state."""

    def __init__(self, table):
        self.count, self.values, self.endless, self.by_tier, self.numbered, self.index = (
            table.count, table.values, table.endless, table.by_tier, table.numbered, table.index,
        )  # fmt: skip
        self.state, self.first_tier = table.state, table.first_tier
        self._number, self._columns = table.number, table.columns()
        self._worths = [table.worth(number) for number in range(table.count)]
        self._known = {}
        self.planted = {}

    def number(self, state):
        if state not in self._known:
            self._known[state] = self._number(state)
        found = self._known[state]
        return None if found is None or self.worth(found) is None else found

    def worth(self, number):
        return self.planted.get(number, self._worths[number])

    def columns(self):
        values, distances = (column.copy() for column in self._columns)
        for number, worth in self.planted.items():
            values[number] = len(self.values) if worth is None else self.values.index(worth.value)
            if worth is not None:
                distances[number] = np.iinfo(distances.dtype).max if worth.distance is None else worth.distance
        return values, distances


def other(table, number, draw):
    """Another worth for a state: another value, another distance, both, or of a game that numbers its states none."""
    worth = table.worth(number)
    plies = [None, *range(12)]
    while True:
        value, distance = draw.choice(table.values), draw.choice(plies)
        made = [Worth(value, distance)]
        if worth is not None:
            made += [replace(worth, value=value), replace(worth, distance=distance), *([None] if table.numbered else [])]
        one = draw.choice(made)
        if one is None or worth is None or (one.value, one.distance) != (worth.value, worth.distance):
            return one


def found_of(game, table, faults, seed, *checkers):
    """How many of so many single faults the full check finds, by each of these checkers."""
    draw, found = random.Random(seed), [0] * len(checkers)
    for _ in range(faults):
        table.planted = {}
        table.planted = {(number := draw.randrange(table.count)): other(table, number, draw)}
        found = [before + (not checker(game, table).ok) for before, checker in zip(found, checkers, strict=True)]
    table.planted = {}
    return found


@pytest.mark.parametrize("game", [z.load_game("hexapawn"), Walk(7, 0.0), Walk(9, -1.0)], ids=["hexapawn", "walk", "endless"])
def test_every_single_fault_is_found(game, tmp_path):
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        table = Faulty(database.table)
        assert check(game, table).ok
        assert found_of(game, table, 100, 1, check) == [100]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "faults"),
    [
        (z.load_game("three_mens_morris"), 30), (z.load_game("kalah(2, 2)"), 50), (z.load_game("tictactoe"), 30),
        (z.load_game("hare_and_hounds"), 30), (Graph(3), 200), (RankedGraph(5, -1.0), 150), (RankedGather(6), 150),
        (Reversed(), 20), (ScoredGraph(5), 150), (ScoredGraph(6, False), 150),
    ],
    ids=repr,
)  # fmt: skip
def test_every_single_fault_is_found_by_the_checker_and_by_its_twin(game, faults, tmp_path):
    with z.make_database(game, tmp_path / "made") as database:
        table = Faulty(database.table)
        assert check(game, table).ok
        assert twin.check(game, table).ok
        assert found_of(game, table, faults, 2, check, twin.check) == [faults, faults]


SOUND = [
    z.load_game("hexapawn"), z.load_game("three_mens_morris"), z.load_game("kalah(2, 2)"), Walk(9, -1.0), Forgetful(), Gather(7), Graph(2),
    RankedGraph(4, 1.0), ReversedGraph(6), RankedWalk(7), RankedForgetful(), RankedGather(6), Reversed(), Wide(),
    ScoredGraph(3), ReversedScoredGraph(4, False),
]  # fmt: skip


@pytest.mark.parametrize("game", [SOUND[0], SOUND[-5], SOUND[-2]], ids=repr)
def test_the_twin_says_what_the_checker_says(game, tmp_path):
    agree(game, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", SOUND, ids=repr)
def test_the_twin_says_what_the_checker_says_of_more_games(game, tmp_path):
    agree(game, tmp_path)


def agree(game, folder):
    """Hold both checkers to one another on a database that is right."""
    with z.make_database(game, folder / "made") as database:
        plain, compiled = (check_database(database, mode=mode) for mode in ("interpreted", "compiled"))
        assert plain.ok
        assert replace(compiled, seconds=0, by="", played=0) == replace(plain, seconds=0, by="", played=0)
        assert (compiled.by, plain.by) == ("twin", "certificate")
        found = check_database(database, sample=3000, seed=1, mode="compiled")
        assert (found.ok, found.complete, found.states) == (True, False, found.states if database.table.numbered else 3000)


def test_the_twin_looks_at_its_states_in_any_number_of_batches(tmp_path, monkeypatch):
    game = z.load_game("hexapawn")
    with z.make_database(game, tmp_path / "made") as database:
        whole = twin.check(game, database.table)
        monkeypatch.setattr(twin, "_SUCCESSORS", 3 * game.max_actions)
        assert replace(twin.check(game, database.table), seconds=0) == replace(whole, seconds=0)


def test_both_tell_a_fault_in_the_same_words(tmp_path):
    game = z.load_game("hexapawn")
    with z.make_database(game, tmp_path / "made") as database:
        table = Faulty(database.table)
        start = table.number(game.initial())
        table.planted = {start: Worth(1.0, 3)}
        told = check(game, table).faults
        assert told == ["bbb/.../www w: said to be worth 1 in 3, and is worth -1 in 6"]
        assert twin.check(game, table).faults == told


@pytest.mark.parametrize("game", [ScoredGraph(3), ScoredGraph(4, False)], ids=["rewards", "scores"])
def test_both_find_as_many_wrong_scores(game, tmp_path):
    draw = random.Random(5)
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        table = Faulty(database.table)
        for _ in range(100):
            table.by_tier, table.endless = draw.choice([(True, True), (True, True), (True, False), (False, True), (False, False)])
            table.planted = {}
            table.planted = {number: other(table, number, draw) for number in draw.sample(range(table.count), draw.randrange(1, 9))}
            plain, compiled = check(game, table), twin.check(game, table)
            assert plain.wrong
            assert (compiled.wrong, compiled.faults) == (plain.wrong, plain.faults)


class PaidWithin(ScoredGraph):
    """Something is won within a tier, too."""

    def reward(self, state, action):
        return self.prizes[3 * self.size * state.number + action]


class Returning(ScoredGraph):
    """A state of the second tier leads back to the first one."""

    def __init__(self, seed):
        super().__init__(seed)
        self.edges = tuple((0, *edges) if number == self.size else edges for number, edges in enumerate(self.edges))


@pytest.mark.parametrize("game", [PaidWithin(3), Returning(3)], ids=["paid within", "returning"])
def test_tiers_that_play_comes_back_to_and_what_is_won_within_them_are_found(game, tmp_path):
    with z.make_database(ScoredGraph(3), tmp_path / "made", mode="interpreted") as database:
        told = check(game, database.table).faults
        assert any("leads back to an earlier tier, or wins something within its own" in fault for fault in told)
        assert twin.check(game, database.table).faults == told


def test_an_index_that_is_said_to_stand_for_no_state_or_for_one_is_found(tmp_path):
    game = RankedGather(6)
    with z.make_database(game, tmp_path / "made") as database:
        table = Faulty(database.table)
        assert check(game, table).ok
        state = next(number for number in range(table.count) if table.worth(number) is not None and game.is_terminal(table.state(number)))
        none = next(number for number in range(table.count) if table.worth(number) is None)
        for planted, words in (({state: None}, "is a state, and is said to be none"), ({none: Worth(0.0, 0)}, "is no state, and is said")):
            table.planted = planted
            for checker in (check, twin.check):
                assert any(words in fault for fault in checker(game, table).faults)


def test_a_number_that_another_state_has_is_found(tmp_path):
    game = RankedGather(6)
    with z.make_database(game, tmp_path / "made") as database:
        table, swapped = Faulty(database.table), RankedGather(6)
        swapped.unrank = lambda tier, index: game.unrank(tier, index ^ 1 if tier == 5 else index)
        table.state = lambda number: swapped.unrank(*divmod(number, 14))
        assert any("and is that of" in fault for fault in check(swapped, table).faults)


def test_compiled_rules_that_differ_from_the_plain_ones_are_told(tmp_path, monkeypatch):
    game = z.load_game("hexapawn")
    with z.make_database(game, tmp_path / "made") as database:
        monkeypatch.setattr(twin, "fault_of", lambda *_: (None, []))
        table = Faulty(database.table)
        table.planted = {table.number(game.initial()): Worth(1.0, 3)}
        (told,) = twin.check(game, table).faults
        assert told == "bbb/.../www w: the compiled rules do not say what is said of it, and the plain ones do"


@pytest.mark.parametrize("words", [1, 2, 3])
def test_keys_are_found_among_sorted_ones(words):
    draw = random.Random(words)
    fields = Fields((-5, 7, 0)[:words], (900, 7, 1 << 62)[:words])
    ranges = [*zip(fields.least, fields.greatest, strict=True)]
    numbers = sorted({tuple(draw.choice((low, high, draw.randint(low, high))) for low, high in ranges) for _ in range(300)})
    known = numbers[::2]
    asked = np.array([*numbers, *([number + 1000 for number in one] for one in numbers[:20])], dtype=np.int64)
    places, scratch = np.empty(len(asked), dtype=np.int64), np.empty(AT_ONCE * fields.words, dtype=np.int64)
    keys = fields.packed(np.array(known, dtype=np.int64)).reshape(-1)
    find(asked.reshape(-1), twin._fields(fields), keys, places, scratch, len(asked), words, fields.words, len(known))
    assert places.tolist() == [known.index(one) if one in known else -1 for one in map(tuple, asked.tolist())]


def test_states_of_texts_and_sets_are_checked_by_both(tmp_path):
    with z.make_database(Words(), tmp_path / "made") as database:
        found = [check_database(database, mode=mode) for mode in ("interpreted", "compiled")]
    assert [(one.ok, one.by) for one in found] == [(True, "certificate"), (True, "twin")]
    assert found[0].edges == found[1].edges


def test_large_databases_are_checked_by_the_twin(tmp_path, monkeypatch):
    game = z.load_game("hexapawn")
    with z.make_database(game, tmp_path / "made") as database:
        assert check_database(database).by == "certificate"
        monkeypatch.setattr("zermelo.databases.checkers.check.LARGE", database.count)
        assert check_database(database).by == "twin"
        assert check_database(database, sample=database.count - 1).by == "certificate"


def test_one_number_for_states_that_are_not_worth_the_same_is_found_in_games_at_random(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.databases.numbered.ranked_game.RankedGame.try_some", lambda game: None)
    monkeypatch.setattr("zermelo.databases.building.folds", lambda *_: False)  # so that it is not held against the rules when it is made
    with z.make_database(Turned(), tmp_path / "made", mode="interpreted") as database:
        assert check(Turned(), database.table).ok  # of the states that `unrank` gives all is so
        found = check_database(database)
        assert not found.ok
        assert any("has the same number" in fault for fault in found.faults)


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
        assert "states of the table that come about in no game: 1" in check(game, table).faults
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


def imported(source):
    """What a file imports of ours."""
    tree = ast.parse(source.read_text())
    return {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module.startswith("zermelo")}


@pytest.mark.parametrize("source", [SOURCE, SOURCE.with_name("interval_certificate.py")], ids=["plain", "with chance"])
def test_the_checkers_are_short_and_import_no_solver(source):
    assert len(source.read_text().splitlines()) <= 200
    assert imported(source) == {"zermelo.game"}


def test_the_twin_imports_no_solver_but_the_compiler():
    ours = imported(SOURCE.with_name("twin.py")) | imported(SOURCE.with_name("twin_kernels.py"))
    rooms = {"zermelo", "zermelo.errors", "zermelo.game", "zermelo.native", "zermelo.solving.kernel", "zermelo.words"}
    runtime = {f"zermelo.search.runtime.{name}" for name in ("build", "faults", "room")}
    assert ours == {*rooms, *runtime, *(f"zermelo.databases.{name}" for name in ("checkers.certificate", "rows", "checkers.twin_kernels"))}


class Merged(RankedGather):
    """Two ends that are worth different things have one number, which gives the first of them."""

    def rank(self, state):
        return super().rank(state._replace(first=0) if (state.first, state.left) == (1, 0) else state)

    def possible(self, state):
        return super().possible(state) and (state.first, state.left) != (1, 0)


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_a_rank_that_takes_two_states_for_one_is_found_by_play(mode, tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.databases.numbered.ranked_game.broken_promises", lambda *_: iter(()))  # which sees it in most states
    monkeypatch.setattr("zermelo.databases.building.folds", lambda *_: False)
    with z.make_database(Merged(6), tmp_path / "made", mode="interpreted") as database:
        found = check_database(database, mode=mode)
        assert not found.ok
        assert found.played > 0
    with z.make_database(RankedGather(6), tmp_path / "sound", mode="interpreted") as database:
        assert check_database(database, mode=mode).ok


class Tree(z.Game):
    """Each chooses left or right, nine times; who wins depends on the choices, and the fifth can end the game."""

    early, late = (5, 31), (9, 0)
    """Two ends that are worth different things."""

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[0] % 2

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        return (state[0] + 1, 2 * state[1] + action)

    def is_terminal(self, state):
        return state[0] == 9 or state == self.early

    def utility(self, state, player):
        won = state == self.early or state[1] % 3 == 1
        return 1 if won == (player == z.MAX) else -1


class OneKey(Tree):
    """These have one key."""

    def key(self, state):
        return self.early if state == self.late else state


class OneImage(Tree):
    """These are said to be the same by symmetry."""

    def symmetries(self, state):
        if state == self.early:
            yield self.late
        if state == self.late:
            yield self.early


class OneRank(Tree):
    """Two of the last ends have one number."""

    early, late = (9, 19), (9, 17)

    def tier(self, state):
        return state[0]

    def tier_sizes(self):
        return tuple(2**plies for plies in range(10))

    def rank(self, state):
        return self.early[1] if state == self.late else state[1]

    def unrank(self, tier, index):
        return (tier, -1 if (tier, index) == self.late else index)

    def possible(self, state):
        return state[1] >= 0


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize("game", [OneKey(), OneImage(), OneRank()], ids=["key", "symmetries", "rank"])
def test_two_states_that_are_taken_for_one_and_not_worth_the_same_make_no_database(game, mode, tmp_path):
    with pytest.raises(z.GameError, match=r"no database is made of .* does not hold by its rules: .* is worth .* have to be worth"):
        z.make_database(game, tmp_path / "made", mode=mode)
    assert not (tmp_path / "made" / "manifest.json").exists()
    with pytest.raises(z.SpecError, match="no database"):
        z.open_database(tmp_path / "made", game)


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize("game", [OneKey(), OneImage(), OneRank()], ids=["key", "symmetries", "rank"])
def test_they_are_found_by_every_checker(game, mode, tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.databases.building.folds", lambda *_: False)
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        assert check(game, database.table).ok  # looked at once all is so
        assert not check_database(database, mode=mode).ok


class Counted(Walk):
    """The key leaves out how many plies were played, which no rule asks for."""

    def initial(self):
        return (*super().initial(), 0)

    def result(self, state, action):
        return (*super().result(state, action), state[2] + 1)

    def key(self, state):
        return state[:2]


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_states_without_end_that_have_few_keys_are_checked(mode, tmp_path):
    with z.make_database(Counted(), tmp_path / "made", mode=mode) as database:
        found = check_database(database, mode=mode)
        assert found.ok
        assert found.played > found.states


def test_states_with_chance_that_are_taken_for_one_are_found(tmp_path):
    with pytest.raises(z.GameError, match="no database is made of OneTossed"):
        z.make_database(OneTossed(), tmp_path / "made")


class OneTossed(OneKey):
    """The same by the toss of a coin."""

    chance = True

    def to_move(self, state):
        return z.CHANCE if state[0] % 7 == 3 else super().to_move(state)

    def outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]
