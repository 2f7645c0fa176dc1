"""Databases of games with chance: what each state is worth at least and at most."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from math import isclose

import pytest

import zermelo as z
from tests.databases.examples import Chances
from tests.kills import KilledError
from zermelo import CHANCE, MAX, MIN
from zermelo.databases import check_database
from zermelo.databases.checkers.interval_certificate import check
from zermelo.databases.listed import intervals
from zermelo.explain.observe import observe
from zermelo.search.known import Between
from zermelo.solving.graph import GameGraph
from zermelo.solving.value_iteration import ValueIteration

DATA = ("keys.zst", "lows.zst", "highs.zst", "low_plies.zst", "high_plies.zst", "manifest.json")

# States


def test_as_many_states_as_value_iteration_lists():
    found, graph = z.count_states(z.load_game("pig(10)"), mode="interpreted"), GameGraph(z.load_game("pig(10)"), mode="interpreted")
    assert (found.states, found.successors) == (graph.count, graph.edges) == (2412, 6246)
    assert found.ends == 108


class Paying(Chances):
    """The same with rewards on the way."""

    def reward(self, state, action):
        return action % 3


class PayingForEver(Paying):
    repetition = 0


@pytest.mark.parametrize("kind", [Paying, PayingForEver])
def test_states_are_counted_whatever_they_are_worth(kind):
    assert z.count_states(kind(1), mode="interpreted")[:4] == z.count_states(Chances(1), mode="interpreted")[:4]


@pytest.mark.slow
def test_both_modes_count_the_same():
    for game in (z.load_game("pig(12)"), z.load_game("2048(2)"), Chances(1)):
        assert z.count_states(game, mode="compiled")[:4] == z.count_states(game, mode="interpreted")[:4]


class Loaded(Chances):
    """The chances of an outcome do not add up."""

    def outcomes(self, state):
        for action, chance in super().outcomes(state):
            yield action, chance * 0.75


class Mute(Chances):
    """Chance has no outcome."""

    def outcomes(self, state):
        yield from ()


@pytest.mark.parametrize("mode", ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def test_chances_that_are_none_are_refused(mode):
    with pytest.raises(z.GameError, match=r"do not sum to 1|sum to 0\.75"):
        z.count_states(Loaded(1), mode=mode)
    with pytest.raises(z.GameError, match=r"`outcomes`"):
        z.count_states(Mute(1), mode=mode)


# Values


def chances_of(game, state):
    """Each outcome of chance with its probability, as an exact part of all."""
    given = [(action, Fraction(chance)) for action, chance in game.outcomes(state)]
    total = sum(chance for _, chance in given)
    return [(game.result(state, action).number, chance / total) for action, chance in given]


def chain_value(game, choices, nothing):
    """What every vertex is worth exactly where players choose so and endless play is worth `nothing`: a linear system."""
    steps, fixed = {}, {}
    for number in range(game.size):
        state = game.initial()._replace(number=number)
        if game.is_terminal(state):
            fixed[number] = Fraction(game.utility(state, MAX))
        elif game.to_move(state) == CHANCE:
            steps[number] = chances_of(game, state)
        else:
            steps[number] = [(choices[number], Fraction(1))]
    ending = set(fixed)
    while more := {one for one, step in steps.items() if one not in ending and any(to in ending for to, _ in step)}:
        ending |= more
    fixed |= dict.fromkeys(set(range(game.size)) - ending, Fraction(nothing))
    free = [number for number in range(game.size) if number not in fixed]
    rows = []
    for number in free:
        row = [Fraction(number == other) - sum(chance for to, chance in steps[number] if to == other) for other in free]
        rows.append([*row, sum(chance * fixed[to] for to, chance in steps[number] if to in fixed)])
    for at in range(len(rows)):
        pivot = next(one for one in range(at, len(rows)) if rows[one][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [cell / rows[at][at] for cell in rows[at]]
        for other in range(len(rows)):
            if other != at and rows[other][at]:
                rows[other] = [cell - rows[other][at] * own for cell, own in zip(rows[other], rows[at], strict=True)]
    return [fixed[number] if number in fixed else rows[free.index(number)][-1] for number in range(game.size)]


def exact(game, nothing, fixed=None):
    """What every vertex is worth exactly: of all ways to choose for MAX the best against all of MIN's. `fixed` names some choices."""
    states = [game.initial()._replace(number=number) for number in range(game.size)]
    own = {player: [s.number for s in states if not game.is_terminal(s) and game.to_move(s) == player] for player in (MAX, MIN)}
    options = {number: game.edges[number] if number not in (fixed or {}) else [fixed[number]] for number in own[MAX] + own[MIN]}
    found = []
    for maxes in product(*(options[number] for number in own[MAX])):
        against = [
            chain_value(game, dict(zip(own[MAX] + own[MIN], maxes + mins, strict=True)), nothing)
            for mins in product(*(options[number] for number in own[MIN]))
        ]
        found.append([min(values) for values in zip(*against, strict=True)])
    return [max(values) for values in zip(*found, strict=True)]


def made(game, folder, **options):
    return z.make_database(game, folder, **{"mode": "interpreted", **options})


SMALL = [Chances(seed, 1 + seed % 2, 7) for seed in range(16)]


@pytest.mark.parametrize("game", [*SMALL[:4], *(pytest.param(game, marks=pytest.mark.slow) for game in SMALL[4:])], ids=repr)
def test_bounds_are_true_and_near_and_who_plays_the_first_move_gets_as_much(game, tmp_path):
    with made(game, tmp_path / "made") as database:
        table = database.table
        states = [game.initial()._replace(number=number) for number in range(game.size)]
        said = [table.between(table.number(state)) for state in states]
        firsts = {state.number: database.probe(state).moves[0].action for state in states if not game.is_terminal(state)}
        low, high = exact(game, table.least), exact(game, table.greatest)
        for number, one in enumerate(said):
            assert one.low <= low[number] <= high[number] <= one.high
            assert low[number] - Fraction(one.low) < 1e-8
            assert Fraction(one.high) - high[number] < 1e-8
        by_max = {number: action for number, action in firsts.items() if game.movers[number] == MAX}
        by_min = {number: action for number, action in firsts.items() if game.movers[number] == MIN}
        assert all(value >= one.low for value, one in zip(exact(game, table.least, by_max), said, strict=True))
        assert all(value <= one.high for value, one in zip(exact(game, table.greatest, by_min), said, strict=True))


@pytest.mark.parametrize("name", ["pig(10)", "docs/examples/dice_race.py", pytest.param("2048(2)", marks=pytest.mark.slow)])
def test_bounds_are_those_of_value_iteration(name, tmp_path):
    game = z.load_game(name)
    with made(game, tmp_path / "made") as database:
        for found in ValueIteration(game, mode="interpreted").run().values():
            between = database.table.between(database.table.number(found.state))
            assert between.low - 1e-11 <= found.value <= between.high + 1e-11
            assert between.width <= 1e-9
        assert database.manifest["open"] == 0


@pytest.mark.slow
def test_both_modes_make_the_same_bytes(tmp_path):
    for game in (z.load_game("pig(15)"), z.load_game("2048(2)"), Chances(3), Chances(8, 1)):
        folders = [tmp_path / f"{game!r}" / mode for mode in ("compiled", "interpreted")]
        for folder in folders:
            made(game, folder, mode=folder.name).close()
        for name in DATA[:-1]:
            assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes(), name


@pytest.mark.slow
def test_pig_to_100_is_worth_what_is_published(tmp_path):
    """Neller and Presser 2004: the first player wins 53.06 % of the games."""
    with made(z.load_game("pig"), tmp_path / "made", mode="compiled") as database:
        assert round((database.probe().value + 1) / 2, 4) == 0.5306
        assert database.count == 2_040_192
        assert check_database(database, sample=5000).ok


# Files


def test_work_that_is_killed_again_and_again_ends_in_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setitem(intervals._CHUNK, "interpreted", 40)
    game, whole, killed = z.load_game("pig(4)"), tmp_path / "whole", tmp_path / "killed"
    calls = []
    made(game, whole, progress=calls.append).close()
    assert {told.split(":")[0] for told in calls} >= {"values known", "plies counted", "writing"}

    def die(told):
        left[0] -= 1
        if left[0] < 0:
            raise KilledError

    kills = 0
    while not (killed / "manifest.json").exists():
        left = [3 + kills]
        try:
            made(game, killed, every=0, progress=die).close()
        except KilledError:
            kills += 1
    assert kills > 3
    for name in DATA:
        assert (whole / name).read_bytes() == (killed / name).read_bytes()


def test_where_memory_does_not_do_what_was_found_is_kept(tmp_path):
    game = z.load_game("pig(10)")
    with pytest.raises(z.SearchError, match=r"2,412 states with 6,246 successors, whose values take 0\.1.* MiB .* the states are kept"):
        made(game, tmp_path / "made", memory=0.12)
    made(game, tmp_path / "made").close()


def test_kept_values_that_were_changed_are_not_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setitem(intervals._CHUNK, "interpreted", 40)

    def die(told):
        if told.startswith("plies"):
            raise KilledError

    game, kept = z.load_game("pig(6)"), tmp_path / "made" / "work" / "intervals.kept"
    with pytest.raises(KilledError):
        made(game, tmp_path / "made", every=0, progress=die)
    data = bytearray(kept.read_bytes())
    data[100] ^= 1
    kept.write_bytes(data)
    with pytest.raises(z.SpecError, match=r"intervals\.kept has been changed"):
        made(game, tmp_path / "made")


@pytest.mark.parametrize("name", DATA)
def test_a_file_that_was_changed_is_refused(name, tmp_path):
    folder = tmp_path / "made"
    made(Chances(3), folder).close()
    path = folder / name
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"open": 9', b'"open": 8') if name == "manifest.json" else data[:20] + bytes([data[20] ^ 1]) + data[21:])
    with pytest.raises(z.SpecError, match="damaged"), z.open_database(folder, Chances(3)) as database:
        check_database(database)


def test_what_such_databases_are_not_for(tmp_path):
    class Round(Chances):
        repetition = 0.0

    class Paid(Chances):
        def reward(self, state, action):
            return 1

    class Endless(Chances):
        def is_terminal(self, state):
            return False

        def actions(self, state):
            yield 0

        outcomes = None

        def to_move(self, state):
            return 0

    for game, why in (
        (Round(1), "`repetition`: .* `zermelo best` searches from a position"),
        (Paid(1), r"`zermelo solve` without `--strong` solves it in memory, and `--policy FILE\.csv` keeps what states are worth"),
        (Chances(1, 3), "has 3 players; databases are for one or two"),
        (Endless(1), "ever ends"),
    ):
        with pytest.raises(z.SearchError, match=why):
            made(game, tmp_path / "made")
    with pytest.raises(z.SearchError, match="leave the number of tiers out"):
        made(Chances(1), tmp_path / "made", tiers=1)
    with made(Chances(1), tmp_path / "other") as database, pytest.raises(z.SearchError, match="leave the mode out"):
        check_database(database, mode="compiled")
    with pytest.raises(z.SpecError, match="not of"):
        made(Chances(2), tmp_path / "other")


# The certificate


class Faulty:
    """A table in memory, in which what is said of some states is replaced."""

    def __init__(self, table):
        self.count, self.least, self.greatest, self.tolerance = table.count, table.least, table.greatest, table.tolerance
        self._said, self.planted = [table.between(number) for number in range(table.count)], {}
        self._number, self._known = table.number, {}

    def number(self, state):
        if state not in self._known:
            self._known[state] = self._number(state)
        return self._known[state]

    def between(self, number):
        return self.planted.get(number, self._said[number])


def fault(said, draw):
    """Something else than what is said: one of its numbers is another."""
    name = draw.choice(said._fields)
    if name.endswith("plies"):
        return said._replace(
            **{name: max(0, getattr(said, name) + draw.choice((-3, -1, 1, 2))) if getattr(said, name) else draw.randint(1, 9)}
        )
    return said._replace(**{name: getattr(said, name) + draw.choice((-1, 1)) * draw.choice((0.001, 0.1, 1))})


@pytest.mark.parametrize(
    ("game", "faults"),
    [
        (z.load_game("pig(4)"), 40), *((Chances(seed, 1 + seed % 2), 100) for seed in (1, 2, 4, 9)),
        pytest.param(z.load_game("docs/examples/dice_race.py"), 60, marks=pytest.mark.slow),
        *(pytest.param(Chances(seed, 1 + seed % 2), 200, marks=pytest.mark.slow) for seed in range(10, 15)),
    ],
    ids=repr,
)  # fmt: skip
def test_every_single_fault_is_found(game, faults, tmp_path):
    with made(game, tmp_path / "made") as database:
        table, draw = Faulty(database.table), random.Random(7)
        assert check(game, table).ok
        for _ in range(faults):
            number = draw.randrange(table.count)
            other = fault(table._said[number], draw)
            table.planted = {number: other}
            assert not check(game, table).ok, (number, table._said[number], other)


class Ring(Chances):
    """MAX goes round 0, 1, 2 or ends in 3, worth 0, from 1; the ends 4 and 5 are worth -1 and 1."""

    def __init__(self):
        super().__init__(1, 1, 6)
        self.movers, self.edges = (0,) * 6, ((1,), (2, 3), (0,), (), (), ())
        self.worths = (0, 0, 0, 0.0, -1.0, 1.0)


def test_a_ring_cannot_promise_itself_more_than_it_comes_to(tmp_path):
    game = Ring()
    with made(game, tmp_path / "made") as database:
        table = Faulty(database.table)
        at = [table.number(game.read(str(number))) for number in range(6)]
        assert [tuple(table.between(at[number])) for number in range(3)] == [(0.0, 1.0, 2, 0), (0.0, 1.0, 1, 0), (0.0, 1.0, 3, 0)]
        assert check(game, table).open == 3
        for plies in product(range(1, 5), repeat=3):
            table.planted = {at[number]: Between(1.0, 1.0, plies[number], 0) for number in range(3)}
            assert not check(game, table).ok
        table.planted = {at[number]: Between(-1.0, 1.0, 0, 0) for number in range(3)}  # true, and less than can be said
        assert not check(game, table).ok


def test_ends_that_are_not_there_and_states_that_come_about_in_no_game_are_found(tmp_path):
    game = Ring()
    with made(game, tmp_path / "made") as database:
        table = Faulty(database.table)
        table.least = -2.0
        assert "by their ends from -1 to 1" in check(game, table).faults[-1]
        table.least = -0.5
        assert any("games are said to be worth -0.5" in told for told in check(game, table).faults)
        table.least = -1.0
        table.count += 1
        assert check(game, table).faults == ["states of the table that come about in no game: 1"]
        table.count -= 1
        found = check(game, table, sample=30, seed=1)
        assert (found.ok, found.complete, found.states) == (True, False, 30)


# Asked


def test_what_is_known_answers_at_once(tmp_path):
    game = z.load_game("pig(10)")
    with made(game, tmp_path / "made") as database:
        assert str(database.probe()) == "worth 0.418848645, within 1.9e-10"
        found = database.probe(game.read("7-4 2 2"))
        assert [game.name(found.state, move.action) for move in found.moves] == ["roll", "hold"]
        assert found.value == found.moves[0].value > found.moves[1].value
        falling = database.probe(game.read("7-4 2 2 roll"))
        assert [round(move.chance, 6) for move in falling.moves] == [0.166667] * 6
        assert falling.line == ()
        assert isclose(falling.value, sum(move.value for move in falling.moves) / 6, abs_tol=1e-12)
        answer = z.best(game, found.state, database=database)
        assert (answer.algorithm, game.name(found.state, answer.action)) == ("database", "roll")
        assert answer.value == -found.value
        assert "known: worth" in answer.reason
        thrown = z.best(game, falling.state, database=database)
        assert (thrown.action, thrown.value) == (None, falling.value)
        solved = z.solve(game, database=database)
        assert 0 < solved.error < 1e-9
        assert abs(solved.value - 0.418848645) < 1e-9
        json.dumps([found.as_dict(), answer.as_dict(), falling.as_dict()])


def test_a_state_without_a_value_is_searched(tmp_path):
    game = Ring()
    with made(game, tmp_path / "made") as database:
        assert str(database.probe()) == "worth from 0 to 1"
        assert z.best(game, database=database, depth=3, mode="interpreted").algorithm != "database"
        assert database.find(game.read("3")).error == 0  # which can be chosen there, and something else that is worth 0 to 1
        assert z.best(game, game.read("1"), database=database, depth=3, mode="interpreted").algorithm != "database"


class Sure(Chances):
    """Chance leads to an end worth 1/2, or to MAX, who can go on there or to what is worth less, a mean of thirds."""

    def __init__(self):
        super().__init__(1, 1, 7)
        self.movers, self.edges = (CHANCE, 0, CHANCE, 0, 0, 0, 0), ((1, 3), (3, 2), (4, 5, 6), (), (), (), ())
        self.weights = ((1, 1), (1, 1), (1, 1, 1), *((),) * 4)
        self.worths = (0, 0, 0, 0.5, 0.1, 0.2, 0.4)


@pytest.mark.parametrize(("number", "proved", "sure"), [("1", True, "proved"), ("2", False, "known within ")])
def test_proved_is_what_is_known_exactly_and_nothing_else(number, proved, sure, tmp_path):
    game = Sure()
    with made(game, tmp_path / "made") as database:
        found = z.best(game, game.read(number), database=database)
        assert found.algorithm == "database"
        low, high, *_ = found.worth.between
        assert (found.proved, low == high, found.sure.startswith(sure)) == (proved, proved, True)


def test_an_explained_search_takes_what_is_known_for_the_player_whose_it_is(tmp_path):
    game = z.load_game("pig(4)")
    with made(game, tmp_path / "made") as database:
        for text in ("0-0 0 1", "0-0 0 2", "2-3 0 1"):
            state = game.read(text)
            tree = observe(game, state, depth=3, database=database)
            assert isclose(tree.value[0], database.find(state).value * (1 if state.player == MAX else -1), abs_tol=1e-9)
    with made(Ring(), tmp_path / "ring") as database:
        assert not any(observe(Ring(), depth=2, database=database).known[1:2])


class Lottery(z.Game):
    """One in six loses so much, the others win 3."""

    chance = True

    def __init__(self, most):
        self.most = most

    def initial(self):
        return 0

    def to_move(self, state):
        return z.CHANCE

    def actions(self, state):
        return [1, 2]

    def outcomes(self, state):
        return [(1, 1 / 6), (2, 5 / 6)]

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return state > 0

    def utility(self, state, player):
        return (-self.most if state == 1 else 3) * (1 - 2 * player)


@pytest.mark.parametrize("most", [10, 10**6, 10**9, 2**40])
def test_large_worths_are_known_as_well_as_floats_are(most, tmp_path):
    with z.make_database(Lottery(most), tmp_path / "made", mode="interpreted") as database:
        checked = z.check_database(database)
        assert (checked.ok, checked.open) == (True, 0)
        assert database.worth(0).value == pytest.approx((15 - most) / 6, rel=1e-12)
