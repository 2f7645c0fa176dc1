"""The enhancement ladder: every rung above the line finds minimax's value, and the first ones count what theory says."""

from __future__ import annotations

import itertools
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import zermelo
from tests.search.engine.hooked import Hooked
from tests.search.engine.webs import State
from tests.search.wild import Wild
from zermelo import SearchError
from zermelo.cli.app import app
from zermelo.languages import LANGUAGES
from zermelo.languages import language as speech_of
from zermelo.search import ladder
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import INEXACT
from zermelo.search.ladder import CHANGING, KEEPING, OFF, Branching, Climb, Rung, rungs_of

LECTURE = "tree('((3 12 8) (2 4 6) (14 5 2))')"


def climbed(game, depth, **options):
    climb = Climb(game, depth=depth, mode="interpreted", **options)
    return climb, [climb.measure(rung) for rung in climb.rungs]


def named(measured, name):
    return next(one for one in measured if one.rung.name == name)


# What is measured


def test_the_tree_of_the_lectures():
    """Nine leaves, of which alpha-beta looks at seven; the least that can prove a value are 3 + 3 - 1 = 5."""
    climb, measured = climbed(zermelo.load_game(LECTURE), 2)
    assert (measured[0].last.nodes, measured[0].last.leaves, measured[0].last.value) == (13, 9, 3)
    assert (measured[1].last.nodes, measured[1].last.leaves, measured[1].last.value) == (11, 7, 3)
    assert climb.branching.b == pytest.approx(3)
    assert climb.branching.minimal_tree == pytest.approx(5)


def test_the_whole_of_tic_tac_toe_has_the_published_counts():
    climb = Climb(zermelo.load_game("tictactoe"), depth=9, mode="compiled")
    step = climb.measure(climb.rungs[0]).last
    assert (step.nodes, step.leaves, step.value) == (549_946, 255_168, 0)


@pytest.mark.parametrize(("b", "depth", "least"), [(3, 1, 3), (3, 2, 5), (3, 3, 11), (7, 4, 97), (35, 8, 3_001_249)])
def test_the_minimal_tree_of_knuth_and_moore(b, depth, least):
    theory = Branching(b, depth)
    assert theory.minimal_tree == least
    assert theory.all_leaves == b**depth
    assert theory.square_root**2 == pytest.approx(theory.all_leaves)
    assert theory.by_chance**4 == pytest.approx(theory.all_leaves**3)


@pytest.mark.parametrize("spec", ["tictactoe", "kalah", "connect4(5, 4)", "desconecta4boom(period=2)", "checkers"])
def test_the_engine_with_all_off_is_alpha_beta_to_the_last_node_where_nobody_can_win_yet(spec):
    game = zermelo.load_game(spec)
    engine = Engine(game, options=OFF, mode="interpreted")
    for depth in range(1, 5):
        found, plain = engine.search(depth=depth), zermelo.best(game, depth=depth, algorithm="alphabeta", mode="interpreted")
        assert (found.value, found.nodes, found.leaves) == (plain.value, plain.nodes, plain.leaves)


@pytest.mark.parametrize("spec", ["hexapawn", "nim((3, 4))", "tictactoe"])
def test_it_is_no_more_where_a_win_ends_the_search_since_none_can_be_better(spec):
    game = zermelo.load_game(spec)
    engine = Engine(game, options=OFF, mode="interpreted")
    for depth in range(1, 8):
        found, plain = engine.search(depth=depth), zermelo.best(game, depth=depth, algorithm="alphabeta", mode="interpreted")
        assert found.value == plain.value
        assert found.nodes <= plain.nodes


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "mnk(4, 3, 3)",
        "pawns",
        "nim",
        *(pytest.param(spec, marks=pytest.mark.slow) for spec in ("kalah", "connect4(5, 4)", "desconecta4boom", "checkers")),
    ],
)
def test_every_rung_above_the_line_finds_the_value_of_minimax_at_every_depth(spec):
    game = zermelo.load_game(spec)
    _climb, measured = climbed(game, 4)
    for step in measured[0].steps:
        assert step.value == zermelo.best(game, depth=step.depth, algorithm="minimax", mode="interpreted").value
    for one in measured:
        if one.rung.keeps_value:
            assert [step.value for step in one.steps] == [step.value for step in measured[0].steps]


WILD = Wild(longest=6)


@pytest.fixture(scope="module")
def keeping():
    """An engine for each rung that keeps the value, by its name."""
    return {rung.name: Engine(WILD, options=rung.runs, mode="interpreted") for rung in rungs_of(WILD)[2:] if rung.keeps_value}


@given(number=st.integers(1, 1 << 20), depth=st.integers(1, 6))
def test_so_it_does_in_trees_without_sense(keeping, number, depth):
    state = WILD.initial()._replace(number=number)
    value = zermelo.best(WILD, state, depth=depth, algorithm="minimax", mode="interpreted").value
    for name, engine in keeping.items():
        engine.clear()
        assert engine.search(state, depth=depth).value == value, name


@pytest.mark.slow
def test_compiled_and_interpreted_the_ladder_has_the_same_nodes_and_leaves():
    """On the rungs whose code differs most: the textbook's, the leanest of the engine, all that keeps the value, and all there is."""
    for number in (1, 3, 4):
        ways = []
        for mode in ("compiled", "interpreted"):
            climb = Climb(Hooked(layers=12), State(number, 0, number, 0), depth=6, mode=mode)
            assert climb.mode == mode
            keeping = [rung for rung in climb.rungs if rung.keeps_value]
            everything = keeping[-1].runs.changed(**{name: value for _, changes in CHANGING for name, value in changes.items()})
            rungs = [*keeping[:3], keeping[-1], Rung("everything", everything, keeps_value=False)]
            measured = {rung.name: climb.measure(rung).steps for rung in rungs}
            ways.append({name: [(step.nodes, step.leaves, step.value) for step in steps] for name, steps in measured.items()})
        assert ways[0] == ways[1]


# Which rungs there are


def test_what_may_change_a_value_has_a_rung_below_the_line():
    asked = {*INEXACT, "n_best"} - {"distance"}  # which makes a search no faster, and tells more
    assert asked <= {name for _, changes in CHANGING for name in changes}


def test_a_game_climbs_only_what_it_has_a_method_for():
    names = [rung.name for rung in rungs_of(zermelo.load_game("tictactoe"))]
    assert names[:4] == ["minimax", "alpha-beta", "killers", "history"]
    assert {"symmetries", "null move"} <= set(names)
    assert not {"order", "tactical first", "proofs", "quiescence"} & set(names)
    assert not {"symmetries", "null move"} & {rung.name for rung in rungs_of(zermelo.load_game("nim"))}


def test_a_game_with_captures_has_quiescence_and_an_order_below_it():
    names = [rung.name for rung in rungs_of(zermelo.load_game("checkers"))]
    assert {"order", "tactical first", "quiescence", "extensions"} <= set(names)
    line = [rung.keeps_value for rung in rungs_of(zermelo.load_game("checkers"))]
    assert line == sorted(line, reverse=True)


def test_each_rung_above_the_line_has_all_the_options_of_those_before():
    rungs = [rung for rung in rungs_of(zermelo.load_game("checkers")) if rung.keeps_value][2:]
    for below, rung in itertools.pairwise(rungs):
        assert sum(getattr(rung.runs, name) != getattr(below.runs, name) for name in vars(rung.runs)) <= 2
        assert all(getattr(rung.runs, name) or not getattr(below.runs, name) for name in vars(rung.runs))


# How deep, and how long


def test_without_a_depth_it_is_as_deep_as_minimax_comes_in_time(monkeypatch):
    monkeypatch.setattr(ladder, "MINIMAX_SECONDS", 0.05)
    climb = Climb(zermelo.load_game("kalah"), mode="interpreted")
    assert 1 <= climb.depth <= 5
    assert climb.measure(climb.rungs[0]).last.depth == climb.depth


@pytest.mark.parametrize("depth", [None, 20])
def test_it_is_no_deeper_than_the_game_is_long(depth):
    climb, measured = climbed(zermelo.load_game(LECTURE), depth)
    assert climb.depth == 2
    assert [step.depth for step in measured[0].steps] == [1, 2]


def test_a_rung_that_would_take_too_long_is_not_run_and_its_nodes_are_foretold():
    _climb, measured = climbed(zermelo.load_game("connect4"), 6, seconds=1e-9)
    assert all(len(one.steps) == 1 and one.last is None and one.ratio(measured[0]) is None for one in measured)
    assert [depth for depth, _ in measured[0].expected] == [2, 3, 4, 5, 6]
    assert measured[0].expected[0][1] == 64  # 8 nodes at depth 1


def test_compiling_is_no_time_of_a_rung(monkeypatch):
    """The first search of a rung took 100 seconds here: all depths are run all the same."""
    now = [0.0]

    class Compiling(ladder.Runner):
        compiled = False

        def __call__(self, *arguments):
            now[0] += 0.0 if self.compiled else 100.0
            self.compiled = True
            return super().__call__(*arguments)

    monkeypatch.setattr(ladder, "Runner", Compiling)
    monkeypatch.setattr(ladder, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    climb = Climb(zermelo.load_game("tictactoe"), depth=4, mode="interpreted")
    assert [step.depth for step in climb.measure(climb.rungs[0]).steps] == [1, 2, 3, 4]


def test_what_is_foretold_follows_the_growth_over_two_plies():
    assert ladder._next([8, 57]) == pytest.approx(57 * 57 / 8)
    assert ladder._next([10, 20, 100]) == 200


def test_ratios_are_to_the_rung_before():
    _, measured = climbed(zermelo.load_game("tictactoe"), 3)
    assert measured[1].ratio(measured[0]) == measured[1].last.nodes / measured[0].last.nodes < 1
    assert measured[0].ratio(None) is None


# What goes wrong


class Confused(zermelo.Game):
    """Take 1 to 3 of 9 matches; who takes the last one wins. Its `symmetries` say that an even number is worth what the next is."""

    utility_range = (-1.0, 1.0)

    def initial(self):
        return (9, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def result(self, state, action):
        return (state[0] - action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if state[1] != player else -1

    def symmetries(self, state):
        yield (state[0] ^ 1, state[1])


def test_a_rung_that_finds_another_value_is_an_error_that_names_it(monkeypatch):
    monkeypatch.setattr("zermelo.search.engine.engine.checked_folds", lambda game: None)  # as if the states that it looks at showed nothing
    climb = Climb(Confused(), depth=9, mode="interpreted")
    for rung in climb.rungs[:11]:
        climb.measure(rung)
    with pytest.raises(SearchError, match=r"the rung 'symmetries' finds the value .* 'minimax' .*`key` or `symmetries`"):
        climb.measure(climb.rungs[11])


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        ("nim((2, 3), players=3)", {}, "3 players"),
        ("tictactoe", {"depth": 0}, "a depth is a whole number"),
        ("tictactoe", {"depth": 300}, "at most 254"),
        ("tictactoe", {"seconds": 0.0}, "seconds: a number above 0"),
        ("tictactoe", {"seconds": float("nan")}, "seconds: a number above 0"),
        ("tictactoe", {"state": "xxx/oo./... o"}, "the game is over"),
    ],
)
def test_what_cannot_be_measured_is_said(spec, options, message):
    game = zermelo.load_game(spec)
    if "state" in options:
        options = {"state": game.read(options["state"])}
    with pytest.raises(SearchError, match=message):
        Climb(game, mode="interpreted", **options)


# The command


def typed(*words):
    return CliRunner().invoke(app, ["ladder", *map(str, words), "--mode", "interpreted"])


def test_the_command_prints_a_rung_a_line_and_the_theory_below():
    lines = typed(LECTURE, "--depth", 2).stdout.splitlines()
    assert lines[0].split() == ["rung", "nodes", "leaves", "time", "ratio", "value"]
    assert lines[1].split()[:3] == ["minimax", "13", "9"]
    assert lines[2].split()[:3] == ["alpha-beta", "11", "7"]
    assert lines[2].split()[-2:] == ["0.846", "3"]
    assert any(line.startswith("-- the value may change") for line in lines)
    assert lines[-4:-1] == ["b^m           9 leaves", "b^(3m/4)      5 leaves", "b^(m/2)       3 leaves"]
    assert lines[-1] == "minimal tree  5 leaves  (Knuth, Moore 1975)"


def test_the_command_tells_everything_as_json():
    found = json.loads(typed("tictactoe", "--depth", 3, "--moves", "(1,1)", "--json").stdout)
    assert (found["position"], found["depth"], found["mode"]) == (".../.x./... o", 3, "interpreted")
    assert found["leaves"]["b^m"] == 8 * 7 * 6
    first, second, *_ = found["rungs"]
    assert (first["name"], first["nodes"], first["ratio"]) == ("minimax", 1 + 8 + 56 + 336, None)
    assert second["ratio"] == pytest.approx(second["nodes"] / first["nodes"], abs=1e-6)
    assert [step["depth"] for step in second["depths"]] == [1, 2, 3]
    assert {rung["value"] for rung in found["rungs"] if rung["keeps_value"]} == {0}


def test_rungs_that_were_not_run_are_told_too():
    answer = typed("tictactoe", "--depth", 4, "--seconds", "1e-9")
    assert "not run" in answer.stdout.splitlines()[1]
    assert json.loads(typed("tictactoe", "--depth", 4, "--seconds", "1e-9", "--json").stdout)["rungs"][0]["expected"]["2"] == 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_several_languages(language, tmp_path):
    speech = speech_of(language)
    assert set(speech.catalogue["ladder"]["rungs"]) == {"minimax", "alpha-beta", "expectiminimax", "star1", *dict(KEEPING), *dict(CHANGING)}
    answer = typed("tictactoe", "--depth", 2, "--lang", language, "--svg", tmp_path / "ladder.svg")
    assert answer.stdout.split()[0] == speech.say("ladder.rung")
    assert speech.say("ladder.across") in (tmp_path / "ladder.svg").read_text(encoding="utf-8")


def test_the_picture_is_whole_and_nothing_else_is_left_in_the_folder(tmp_path):
    target = tmp_path / "ladder.svg"
    target.write_text("old")
    assert typed("tictactoe", "--depth", 3, "--svg", target).exit_code == 0
    root = ElementTree.fromstring(target.read_text(encoding="utf-8"))  # noqa: S314  what we wrote ourselves
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert list(tmp_path.iterdir()) == [target]


def test_the_picture_and_the_table_write_numbers_as_the_language_does(tmp_path):
    target = tmp_path / "ladder.svg"
    told = typed("tictactoe", "--depth", 5, "--svg", target, "--lang", "es")
    assert told.exit_code == 0
    root = ElementTree.fromstring(target.read_text(encoding="utf-8"))  # noqa: S314  what we wrote ourselves
    texts = " ".join(root.itertext())
    for text in (texts, told.stdout):
        assert "18.730" in text  # minimax, 5 plies: 1 + 9 + 72 + 504 + 3,024 + 15,120
        assert "18,730" not in text
    assert re.search(r"b = \d,\d\d", texts)


@pytest.mark.parametrize(
    ("file", "message"),
    [("no/folder/ladder.svg", "there is no folder"), (".", "it is there, and is not a file"), ("/dev/null", "is not a file")],
)
def test_a_file_that_cannot_be_written_is_said_before_anything_is_measured(file, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = typed("tictactoe", "--depth", 3, "--svg", file)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert message in answer.stderr


def test_a_language_that_is_not_spoken_is_said():
    assert "there is no language 'fr'; there are en (English), es (español), pt (português)" in typed("tictactoe", "--lang", "fr").stderr


def test_every_rung_is_in_the_table_of_the_page():
    page = (Path(__file__).parents[2] / "docs" / "algorithms" / "ladder.md").read_text()
    rungs = re.search(r"^## The rungs$(.*?)^## ", page, re.MULTILINE | re.DOTALL)
    assert rungs is not None
    said = set(re.findall(r"^\| ([^|]+?) \|", rungs[1], re.MULTILINE)) - {"rung", "below the line"}
    assert said == set(speech_of("en").catalogue["ladder"]["rungs"].values())
