"""Games, evaluations and searchers of installed packages: found by their names, and harmless where they are wrong."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

import zermelo as z
from zermelo import rule_errors
from zermelo.cli.app import app
from zermelo.search import registry
from zermelo.web.app import create_app

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
OURS = ", ".join(registry.OUR_NAMES)
BAD = """
import chomp, zermelo
three = 3
class Breaks(chomp.Chomp):
    def actions(self, state):
        raise ValueError("no more chocolate")
def square(side):
    return chomp.Chomp(side, side)
def raises():
    raise RuntimeError("not today")
class Silent(zermelo.Evaluation):
    def __init__(self):
        raise RuntimeError("not here")
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Install a package of this name, with these entry points: text as pip writes it."""
    shutil.copy(EXAMPLES / "chomp" / "chomp.py", tmp_path)
    shutil.copy(EXAMPLES / "greedy" / "greedy.py", tmp_path)
    (tmp_path / "bad.py").write_text(BAD)
    (tmp_path / "breaks.py").write_text("raise SystemExit('on two\\nlines')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, sys.path)))  # for the studio's processes

    def install(name, *games, evaluations=(), searchers=()):
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        groups = {"games": games, "evaluations": evaluations, "searchers": searchers}
        (folder / "entry_points.txt").write_text("\n".join(f"[zermelo.{group}]\n" + "\n".join(found) for group, found in groups.items()))
        registry.searchers.cache_clear()

    yield install
    monkeypatch.undo()
    registry.searchers.cache_clear()


def listed():
    answer = CliRunner().invoke(app, ["games"], env={"COLUMNS": "200"})
    assert answer.exit_code == 0
    return answer.output


def test_a_game_of_a_package_is_a_game_by_its_name(package):
    package("zermelo-chomp", "chomp = chomp:Chomp")
    assert z.best(z.load_game("chomp(width=3)"), mode="interpreted").value == 1
    assert "chomp(width=4, height=3)" in listed()
    assert "loses. [zermelo-chomp 1.0]" in listed()
    with pytest.raises(z.SpecError, match="did you mean chomp"):
        z.load_game("chmp")


def test_a_function_may_make_the_game(package):
    package("made", "square = bad:square")
    assert repr(z.load_game("square(3)")) == "Chomp(width=3, height=3)"


@pytest.mark.parametrize(
    ("name", "place", "words"),
    [
        ("gone", "nowhere:Game", "gone, of the package one 1.0, cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
        ("gone", "chomp:Nothing", "cannot be loaded: AttributeError: module 'chomp' has no attribute 'Nothing'"),
        ("ends", "breaks:Game", "ends, of the package one 1.0, cannot be loaded: SystemExit: on two lines"),
        ("three", "bad:three", "is no subclass of zermelo.Game, nor a function that makes a game"),
        ("connect4", "chomp:Chomp", "zermelo has a game of this name"),
        ("two words", "chomp:Chomp", "this is no name of a game"),
    ],
)
def test_what_is_wrong_with_a_package_is_one_line_and_the_others_are_listed(package, name, place, words):
    package("one", f"{name} = {place}")
    package("other", "chomp = chomp:Chomp")
    lines = [line for line in listed().splitlines() if words in line]
    assert len(lines) == 1
    assert lines[0].startswith(name)
    assert "loses. [other 1.0]" in listed()
    trouble = [game["trouble"] for game in json.loads(CliRunner().invoke(app, ["games", "--json"]).output) if "trouble" in game]
    assert len(trouble) == 1
    assert words in trouble[0]
    if name not in ("connect4", "two words"):
        with pytest.raises(z.ZermeloError, match=words.replace("(", r"\(")):
            z.load_game(name)


def test_a_name_of_two_packages_is_of_neither(package):
    package("one", "chomp = chomp:Chomp")
    package("other", "chomp = chomp:Chomp")
    with pytest.raises(z.SpecError, match="several packages offer something of this name; uninstall all but one"):
        z.load_game("chomp")


@pytest.mark.parametrize(
    ("place", "words"), [("bad:raises", "RuntimeError: not today"), ("builtins:dict", "makes a dict, not a zermelo.Game")]
)
def test_what_makes_no_game_is_told_when_it_is_asked(package, place, words):
    package("one", f"odd = {place}")
    assert "odd" in listed()
    with pytest.raises(z.SpecError, match=words):
        z.load_game("odd")


def test_an_evaluation_of_a_package_is_one_by_its_name(package):
    package("zermelo-chomp", evaluations=["connect4.middle = chomp:Middle"])
    for algorithm in ("engine", "alphabeta"):
        found = z.best(z.load_game("connect4"), depth=1, algorithm=algorithm, evaluation="2 * middle", mode="interpreted")
        assert (found.value, found.line) == (2, (3,))
    assert "connect4.middle  The player's stones in the middle column" in listed()
    with pytest.raises(z.SpecError, match="has no evaluation 'midle'; it has: middle, result"):
        z.best(z.load_game("connect4"), evaluation="midle")
    with pytest.raises(z.SpecError, match="has no evaluation 'middle'"):
        z.best(z.load_game("othello"), evaluation="middle")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("connect4 = chomp:Middle", "this is no name of an evaluation, which is GAME.NAME"),
        ("draughts4.middle = chomp:Middle", "there is no game 'draughts4'"),
        ("connect4.middle = bad:three", "is no zermelo.Evaluation"),
        ("connect4.middle = bad:Silent", "cannot be made: RuntimeError: not here"),
    ],
)
def test_what_is_wrong_with_an_evaluation_is_one_line(package, entry, words):
    package("one", evaluations=[entry])
    assert words in listed()
    if entry.startswith("connect4."):
        with pytest.raises(z.ZermeloError, match=words):
            z.best(z.load_game("connect4"), evaluation="middle")


def test_a_searcher_of_a_package_is_listed_beside_ours(package):
    package("zermelo-greedy", searchers=["greedy = greedy:GREEDY"])
    found = z.best(z.load_game("connect4"), algorithm="greedy", evaluation="result")
    assert (found.algorithm, found.line) == ("greedy", (0,))
    assert "greedy  one ply ahead, by `evaluate` [zermelo-greedy 1.0]" in listed().splitlines()
    assert f"{OURS}, greedy; the engine where" in _help_of_best()


def test_all_best_actions_are_printed_of_a_searcher_that_knows_them(package, monkeypatch):
    package("zermelo-greedy", searchers=["greedy = greedy:GREEDY"])
    words = ["best", "connect4", "--algorithm", "greedy"]
    assert re.search(r"^all best +4$", CliRunner().invoke(app, words).output, re.MULTILINE)
    made = importlib.import_module("greedy").Greedy
    search = made.search
    monkeypatch.setattr(made, "search", lambda *given, **named: replace(search(*given, **named), actions=None))
    assert "all best" not in CliRunner().invoke(app, words).output


def test_without_such_packages_only_ours_are_listed(package):
    assert "Searchers" not in listed()
    assert f"{OURS}; the engine where" in _help_of_best()


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("engine = greedy:GREEDY", "calls itself 'greedy'; give the entry point and the Searcher one name"),
        ("two words = greedy:GREEDY", "this is no name of a searcher, which is a word"),
        ("gone = nowhere:GONE", "cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_what_is_wrong_with_a_searcher_is_one_line(package, entry, words):
    package("one", searchers=[entry])
    assert [line.startswith(entry.partition(" = ")[0]) for line in listed().splitlines() if words in line] == [True]
    named = ", gone" if "gone" in entry else ""  # nothing is loaded for help
    assert f"{OURS}{named}; the engine where" in _help_of_best()


def _help_of_best():
    return " ".join(CliRunner().invoke(app, ["best", "--help"]).output.split())


@pytest.mark.slow
def test_the_studio_offers_what_was_named_at_its_start_and_nothing_else(package, tmp_path):
    package("zermelo-chomp", "chomp = chomp:Chomp", "other = chomp:Chomp", "gone = nowhere:Game")
    with TestClient(create_app(tmp_path / "s.sqlite", ("chomp", "gone")), base_url="http://localhost") as studio:
        assert studio.post("/api/board", json={"game": "chomp(3, 2)"}).json()["board"]["text"] == "###\n###"
        for name in ("other", "(other)", "other(2, 2)"):
            answer = studio.post("/api/board", json={"game": name})
            assert (answer.status_code, "there is no game 'other'" in answer.json()["error"]) == (422, True)
        answer = studio.post("/api/board", json={"game": "gone"})
        assert (answer.status_code, "cannot be loaded" in answer.json()["error"]) == (422, True)
        page = studio.get("/").text
        assert "chomp" in page
        assert "No module named" in page


def test_an_evaluation_puts_nothing_to_the_proof_of_the_rules(package):
    """Connect four has no `candidates` where its `bounds` say that all is lost, and with an evaluation these say nothing."""
    package("zermelo-chomp", evaluations=["connect4.middle = chomp:Middle"])
    assert z.best(z.load_game("connect4"), depth=6, evaluation="middle", mode="interpreted").depth == 6


def test_a_rule_that_fails_in_a_library_is_told_with_its_place(package, monkeypatch, tmp_path):
    package("one", "breaks = bad:Breaks")
    monkeypatch.setattr(rule_errors, "_LIBRARIES", (str(tmp_path),))
    answer = CliRunner().invoke(app, ["best", "breaks", "--mode", "interpreted"])
    assert answer.exit_code == 2
    assert "bad.py, line 6, in actions: ValueError: no more chocolate; position: " in answer.stderr
    assert answer.stderr.count("\n") == 1
