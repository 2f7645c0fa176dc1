"""Why a game does not compile is kept on disk: the next process does not try again, and says the same. Each step has its own process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.native import cache

RULES = """from zermelo import Game


class Take(Game):
    def initial(self):
        return [7, 0]

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [k for k in (1, 2, 3) if k <= state[0] and hash(str(k)) is not None]

    def result(self, state, action):
        return [state[0] - action, 1 - state[1]]

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if player == state[1] else 1
"""
SEARCH = """
import zermelo as z
from zermelo.native import compiler

def forbidden(*arguments):
    raise AssertionError("it was tried again")

if {forbid}:
    compiler._build = compiler.roads._laid_out = forbidden
game = z.load_game("mine.py")
print(z.best(game).mode)
try:
    z.best(game, mode="compiled")
except z.CompileError as told:
    print(told)
"""


def search(place: Path, *, forbid: bool = False) -> list[str]:
    """The mode of a search in a new process, and why no compiled one is possible; with `forbid`, it must not try to compile."""
    environment = {**os.environ, cache.VARIABLE: str(place / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", SEARCH.format(forbid=forbid)], cwd=place, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def refused_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A cache that has why the rules do not compile, and what was said of it."""
    place = tmp_path_factory.mktemp("refused")
    (place / "mine.py").write_text(RULES)
    return place / "cache", search(place)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(RULES)
    return tmp_path


@pytest.fixture
def first(place: Path, refused_elsewhere: tuple[Path, list[str]]) -> list[str]:
    """What was said of the rules, which is kept already."""
    cache_elsewhere, said = refused_elsewhere
    shutil.copytree(cache_elsewhere, place / "cache")
    return said


def test_the_next_process_does_not_try_again_and_says_the_same(place: Path, first: list[str]) -> None:
    assert first[0] == "interpreted"
    assert "line 12 of mine.py" in first[1]
    assert "`hash` of a str does not compile" in first[1]
    assert search(place, forbid=True) == first


def test_one_list_twice_is_known_in_the_next_process_too(place: Path) -> None:
    rules = RULES.replace(" and hash(str(k)) is not None", "").replace("[7, 0]", "[7, 0, *[[]] * 2]")
    rules = rules.replace("1 - state[1]]", "1 - state[1], [], []]")
    (place / "mine.py").write_text(rules)
    first = search(place)
    assert first[0] == "interpreted"
    assert "`state[2]` and `state[3]` are one list" in first[1]
    assert search(place, forbid=True) == first


@pytest.mark.usefixtures("first")
def test_rules_that_were_mended_compile(place: Path) -> None:
    (place / "mine.py").write_text(RULES.replace(" and hash(str(k)) is not None", ""))
    assert search(place) == ["compiled"]
    (place / "mine.py").write_text(RULES)
    assert search(place, forbid=True)[0] == "interpreted"


@pytest.mark.usefixtures("first")
def test_a_line_that_has_moved_is_told_where_it_is_now(place: Path) -> None:
    (place / "mine.py").write_text("# a game\n" + RULES)
    assert "line 13 of mine.py" in search(place)[1]
