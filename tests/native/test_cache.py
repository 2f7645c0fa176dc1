"""Compiled code on disk: found by the next process, never used for other rules. Each step runs in its own process."""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import CompileError
from zermelo.native import cache, loading

RULES = """
from typing import NamedTuple
from zermelo import MAX, Game
from helpers import LAST, step
from bases import Base

class State(NamedTuple):
    left: int
    player: int

class Take(Base):
    def __init__(self, heap=5):
        self.heap = heap

    def initial(self):
        return State(self.heap, MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for taken in range(1, min(2, state.left) + 1):
            yield taken

    def result(self, state, action):
        return State(step(state.left, action), 1 - state.player)

    def is_terminal(self, state):
        return state.left == LAST
"""
BASES = """
from zermelo import Game

class Base(Game):
    def utility(self, state, player):
        return 10 if state.player != player else -10
"""
HELPERS = """
LAST = 0

def step(left, taken):
    return left - taken
"""
SEARCH = """
import sys
if {forbid}:
    from numba.core import dispatcher
    def refuse(self, *arguments):
        raise AssertionError("compiled again")
    dispatcher._FunctionCompiler._compile_core = refuse
import zermelo as z
result = z.best(z.load_game({spec!r}), algorithm="alphabeta", mode="compiled")
print(result.value, result.nodes)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, text in (("rules.py", RULES), ("bases.py", BASES), ("helpers.py", HELPERS)):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture(scope="module")
def compiled_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A cache that has the rules compiled, and what was found in them."""
    place = tmp_path_factory.mktemp("compiled")
    for name, text in (("rules.py", RULES), ("bases.py", BASES), ("helpers.py", HELPERS)):
        (place / name).write_text(text)
    return place, search(place)


@pytest.fixture
def first(place: Path, compiled_elsewhere: tuple[Path, str]) -> str:
    """What is found in the rules that are compiled, and kept, already."""
    elsewhere, found = compiled_elsewhere
    shutil.copytree(elsewhere / "cache", place / "cache")
    return found


def search(place: Path, spec: str = "rules.py:Take", *, forbid: bool = False, cache_at: Path | None = None) -> str:
    """What a new process finds; with `forbid`, it must not compile anything."""
    environment = {**os.environ, cache.VARIABLE: str(cache_at or place / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    script = SEARCH.format(forbid=forbid, spec=spec)
    done = subprocess.run([sys.executable, "-c", script], cwd=place, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def kernels(place: Path) -> list[Path]:
    return sorted((place / "cache").glob("*.kernel"))


def test_the_next_process_finds_what_the_first_compiled(place: Path) -> None:
    first = search(place)
    assert len(kernels(place)) == 1
    assert search(place, forbid=True) == first


ENUMS = """
from enum import IntEnum
from typing import NamedTuple
from zermelo import MAX, MIN, Game

class Cell(IntEnum):
    MINE = MAX
    YOURS = MIN
    EMPTY = 2

class State(NamedTuple):
    cells: tuple[Cell, ...]
    player: int

class Row(Game):
    def initial(self):
        return State((Cell.EMPTY,) * 5, MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        return [place for place, cell in enumerate(state.cells) if cell == Cell.EMPTY]

    def result(self, state, action):
        cells = list(state.cells)
        cells[action] = Cell(state.player)
        return State(tuple(cells), 1 - state.player)

    def is_terminal(self, state):
        return Cell.EMPTY not in state.cells

    def utility(self, state, player):
        return 1 if state.cells[2] == player else -1
"""


def test_a_copy_in_another_folder_finds_it_and_has_classes_of_its_own(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "row.py").write_text(ENUMS)
    first = search(tmp_path, "one/row.py:Row")
    before = {kernel: kernel.stat().st_ino for kernel in kernels(tmp_path)}
    assert search(tmp_path, "two/row.py:Row") == first
    assert {kernel: kernel.stat().st_ino for kernel in kernels(tmp_path)} == before, "compiled again"


@pytest.mark.parametrize(
    ("file", "old", "new", "value"),
    [
        ("rules.py", "min(2, state.left)", "min(4, state.left)", "-10"),
        ("rules.py", "heap=5", "heap=6", "-10"),
        ("bases.py", "10", "7", "7"),
        ("helpers.py", "left - taken", "max(0, left - 2 * taken)", "-10"),
        ("helpers.py", "LAST = 0", "LAST = 1", "10"),
    ],
)
def test_an_edit_anywhere_in_the_rules_recompiles(place: Path, first: str, file: str, old: str, new: str, value: str) -> None:
    text = (place / file).read_text()
    assert old in text
    (place / file).write_text(text.replace(old, new))
    after = search(place)
    assert after.split()[0] == value
    assert after != first
    assert len(kernels(place)) == 2
    (place / file).write_text(text)
    assert search(place, forbid=True) == first


def test_a_comment_does_not_recompile(place: Path, first: str) -> None:
    (place / "rules.py").write_text("# nothing new\n" + RULES)
    assert search(place, forbid=True) == first


def test_parameters_and_games_of_the_same_name_are_kept_apart(place: Path, first: str) -> None:
    (place / "other.py").write_text(RULES.replace("min(2, state.left)", "min(1, state.left)"))
    found = [search(place, spec) for spec in ("rules.py:Take(heap=6)", "other.py:Take", "other.py:Take(heap=6)")]
    assert [answer.split()[0] for answer in [first, *found]] == ["10", "-10", "10", "-10"]
    assert len(kernels(place)) == 4


ENGINES = """
import zermelo as z
from zermelo.search.engine.options import Options
SWITCHES = [name for name, value in vars(Options()).items() if isinstance(value, bool)]
game = z.load_game("rules.py:Take(heap=40)")
for table in {tables}:
    options = {{**dict.fromkeys(SWITCHES, False), "table": table}}
    print(z.Engine(game, mode="compiled", options=Options(**options)).search(depth=12).probes > 0)
"""


def test_kernels_that_different_processes_compiled_stay_different_in_one(place: Path) -> None:
    """numba names code by a count that starts anew in each process: under one name the linker would take the first."""

    def use_table(*tables: bool) -> list[bool]:
        environment = {**os.environ, cache.VARIABLE: str(place / "cache")}
        command = [sys.executable, "-c", ENGINES.format(tables=tables)]
        done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=True)
        return [line == "True" for line in done.stdout.split()]

    assert use_table(True) == [True]
    assert use_table(False) == [False]
    assert len(kernels(place)) == 2
    assert use_table(True, False) == [True, False]
    assert use_table(False, True) == [False, True]


@pytest.mark.parametrize("damage", ["cut", "flip", *(pytest.param(damage, marks=pytest.mark.slow) for damage in ("empty", "other"))])
def test_a_damaged_file_costs_time_and_no_more(place: Path, first: str, damage: str) -> None:
    (file,) = kernels(place)
    data = file.read_bytes()
    middle = len(data) // 2
    file.write_bytes(
        {"cut": data[:middle], "flip": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :], "empty": b"", "other": b"x" * 99}[
            damage
        ]
    )
    assert search(place) == first
    assert file.read_bytes()[:16] == data[:16]  # mended
    assert search(place, forbid=True) == first


def test_a_cache_that_cannot_be_written_costs_time_and_no_more(place: Path) -> None:
    (place / "file").write_text("not a directory")
    assert search(place, cache_at=place / "file") == search(place)


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    cache.save("kernel", b"code")
    assert list(tmp_path.iterdir()) == []
    assert cache.load("kernel") is None


def test_what_is_kept_comes_back_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "new" / "place"))
    assert (cache.load("kernel"), cache.entries(), cache.clear()) == (None, [], 0)
    cache.save("kernel", b"code")
    assert cache.load("kernel") == b"code"
    assert [path.name for path in cache.entries()] == ["kernel.kernel"]
    assert (cache.clear(), cache.entries()) == (1, [])


def test_what_nobody_asks_for_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    for name in ("old", "used"):
        cache.save(name, b"code")
        os.utime(tmp_path / f"{name}.kernel", (0, 0))
    assert cache.load("used") == b"code"
    (tmp_path / "not ours.txt").touch()
    os.utime(tmp_path / "not ours.txt", (0, 0))
    cache.save("new", b"code")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.kernel", "not ours.txt", "used.kernel"]


# What others could have put there


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the cache, alone in its directory, in a process that has not been told of anything yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    monkeypatch.setattr(cache, "_told", set())
    cache.save("kernel", b"code")
    assert cache.load("kernel") == b"code"
    return folder / "kernel.kernel"


def as_a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def as_a_link(file: Path) -> None:
    file.rename(file.parent.parent / "elsewhere")
    file.symlink_to(file.parent.parent / "elsewhere")


def as_a_directory(file: Path) -> None:
    file.unlink()
    file.mkdir()


def within_a_directory_of_all(file: Path) -> None:
    file.parent.parent.chmod(0o777)


REFUSED = {
    "may be written by other users": [
        lambda file: file.chmod(0o620),
        lambda file: file.chmod(0o602),
        lambda file: file.parent.chmod(0o770),
        lambda file: file.parent.chmod(0o707),
        within_a_directory_of_all,
    ],
    "no plain file": [as_a_pipe, as_a_directory],
    "is a link": [as_a_link],
}


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="of systems with owners and modes")
@pytest.mark.parametrize(("said", "spoil"), [(said, spoil) for said, ways in REFUSED.items() for spoil in ways])
def test_what_others_could_have_written_is_not_read_and_that_is_told_once(
    kept: Path, said: str, spoil: Callable[[Path], None], recwarn: pytest.WarningsRecorder
) -> None:
    spoil(kept)
    with pytest.warns(cache.CacheWarning, match=said):
        assert cache.load("kernel") is None
    recwarn.clear()
    assert cache.load("kernel") is None
    assert not recwarn.list


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="of systems with owners and modes")
def test_what_belongs_to_another_is_not_read(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = os.getuid()
    if ours == 0:
        os.chown(kept, 12345, 12345)
    else:
        monkeypatch.setattr(os, "getuid", lambda: ours + 1)
    with pytest.warns(cache.CacheWarning, match="belongs to another user"):
        assert cache.load("kernel") is None


def test_a_directory_that_others_may_write_is_not_written(kept: Path) -> None:
    kept.parent.chmod(0o777)
    cache.save("other", b"code")
    assert not (kept.parent / "other.kernel").exists()


def test_a_search_goes_on_without_a_cache_that_is_refused(place: Path, first: str) -> None:
    (file,) = kernels(place)
    file.unlink()
    os.mkfifo(file)
    assert search(place) == first  # with a plain file in its place again
    assert search(place, forbid=True) == first


class Evil:
    """What runs where it is unpickled."""

    def __reduce__(self) -> Any:
        return os.mkdir, ("evil",)


def test_nothing_in_a_file_is_run_as_python(place: Path, first: str) -> None:
    """Not even where its check is right: it is no pickle."""
    (file,) = kernels(place)
    evil = pickle.dumps((Evil(), b""))
    payload = len(evil).to_bytes(8, "little") + evil
    file.write_bytes(cache._MAGIC + hashlib.sha256(payload).digest() + payload)
    assert search(place) == first
    assert not (place / "evil").exists()


def test_code_is_taken_apart_only_if_it_is_whole() -> None:
    code = loading.Code("name", "entry", ("place",), ("NRT_Free",), b"machine")
    packed = code.packed()
    assert loading.Code.unpacked(packed, "name") == code
    assert loading.Code.unpacked(packed, "other") is None
    assert loading.Code.unpacked(pickle.dumps(code), "name") is None
    for damaged in (b"", packed[:5], packed[:20], b"\xff" * 40, b"\x02" + bytes(7) + b"[]", b"\x04" + bytes(7) + b"null"):
        assert loading.Code.unpacked(damaged, "name") is None


def test_code_that_needs_what_is_not_there_is_not_called() -> None:
    with pytest.raises(CompileError, match="needs what is not there"):
        loading.loaded(loading.Code("name", "entry", (), ("zermelo_nowhere",), b""))


def test_a_home_of_nobody_is_told_and_another_place_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_told", set())
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    usual = cache.directory()
    monkeypatch.setenv(cache.VARIABLE, "~nosuchuser/kernels")
    with pytest.warns(cache.CacheWarning, match="no such user"):
        assert cache.directory() == usual
    assert cache.directory() == usual


def test_the_directory_is_the_platforms_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    assert cache.directory().name.lower().startswith("zermelo") or "zermelo" in str(cache.directory()).lower()
    monkeypatch.setenv(cache.VARIABLE, "~/somewhere")
    assert cache.directory() == Path.home() / "somewhere"
