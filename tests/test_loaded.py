"""Games from files as the files are now: edits are seen, folders are kept apart, and other processes find the same rules."""

import copy
import inspect
import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
import typing
from concurrent.futures import ProcessPoolExecutor

import pytest

import zermelo as z
from zermelo.loaded import without_folders

RULES = """
from __future__ import annotations

from typing import NamedTuple

import myhelper
from zermelo import Evaluation, Game


class State(NamedTuple):
    left: int
    mover: int


class Left(Evaluation):
    def __init__(self, weight):
        self.weight = weight

    def value(self, game, state, player):
        return self.weight * state.left


class Take(Game):
    max_actions = 9
    evaluations = {"left": Left(2)}

    def __init__(self, heap=7):
        self.heap = heap

    def initial(self) -> State: return State(self.heap, 0)
    def to_move(self, state: State) -> int: return state.mover

    def actions(self, state: State):
        for taken in range(1, min(myhelper.MOST, state.left) + 1):
            yield taken

    def result(self, state: State, action: int) -> State: return State(myhelper.less(state.left, action), 1 - state.mover)
    def is_terminal(self, state: State) -> bool: return state.left == 0

    def utility(self, state: State, player: int) -> int:
        return 1 if state.mover != player else -1
"""
HELPER = """
MOST = 2

def less(left, taken):
    return left - taken
"""


@pytest.fixture
def folder(tmp_path):
    return written(tmp_path / "games")


def written(folder, **files):
    folder.mkdir(exist_ok=True, parents=True)
    for name, text in {"rules": RULES, "myhelper": HELPER, **files}.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text))
    return folder


def edit(file, old, new):
    """Change a file so that neither its size nor its date says so."""
    text, before = file.read_text(), file.stat()
    assert old in text
    assert len(old) == len(new)
    file.write_text(text.replace(old, new))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def moves(game):
    return list(game.actions(game.initial()))


def test_an_edited_file_is_loaded_anew_and_an_old_game_keeps_its_rules(folder):
    old = z.load_game(folder / "rules.py")
    edit(folder / "rules.py", "heap=7", "heap=5")
    new = z.load_game(folder / "rules.py")
    assert (old.initial().left, new.initial().left) == (7, 5)
    assert type(old) is not type(new)
    assert z.load_game(folder / "rules.py").__class__ is type(new)


def test_messages_do_not_say_in_which_folder_a_module_lies(folder):
    (folder / "rules.py").write_text("import myhelper\nfrom zermelo import Game\nclass Take(Game):\n    start = myhelper.nothing\n")
    with pytest.raises(z.GameError) as error:
        z.load_game(folder / "rules.py")
    assert str(folder) in without_folders("in " + str(folder))  # what is no module's name stays
    assert "module 'myhelper' has no attribute 'nothing'" in without_folders(str(error.value))


def test_an_edited_helper_is_seen(folder):
    old = z.load_game(folder / "rules.py")
    edit(folder / "myhelper.py", "MOST = 2", "MOST = 3")
    new = z.load_game(folder / "rules.py")
    assert (moves(old), moves(new)) == ([1, 2], [1, 2, 3])


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_both_modes_see_edits(folder, mode):
    def value():
        return z.best(z.load_game(folder / "rules.py:Take(6)"), algorithm="alphabeta", mode=mode).value

    assert value() == -1
    edit(folder / "myhelper.py", "MOST = 2", "MOST = 3")
    assert value() == 1
    edit(folder / "rules.py", "return 1 if state.mover != player else -1", "return 9 if state.mover != player else -9")
    assert value() == 9
    edit(folder / "myhelper.py", "MOST = 3", "MOST = 5")
    assert value() == -9


def test_what_has_not_changed_is_not_loaded_anew(folder):
    written(folder, other=RULES.replace("Take", "Other"))
    first, other = z.load_game(folder / "rules.py"), z.load_game(folder / "other.py")
    edit(folder / "rules.py", "heap=7", "heap=5")
    assert type(z.load_game(folder / "rules.py")) is not type(first)
    assert type(z.load_game(folder / "other.py")) is type(other)
    assert inspect.getmodule(type(first).initial) is not None


def test_helpers_of_two_files_of_a_folder_are_the_same_module(folder):
    written(folder, other=RULES.replace("Take", "Other"))
    first, other = z.load_game(folder / "rules.py"), z.load_game(folder / "other.py")
    assert first.result.__globals__["myhelper"] is other.result.__globals__["myhelper"]


def test_helpers_of_two_folders_are_two_modules(folder, tmp_path):
    there = written(tmp_path / "there", myhelper=HELPER.replace("MOST = 2", "MOST = 4"))
    here, other = z.load_game(folder / "rules.py"), z.load_game(there / "rules.py")
    assert (moves(here), moves(other)) == ([1, 2], [1, 2, 3, 4])
    assert "myhelper" not in sys.modules
    assert "rules" not in sys.modules


@pytest.mark.parametrize("imported", ["from myhelper import less, MOST", "from . import myhelper", "from .myhelper import MOST, less"])
def test_all_ways_to_import_a_helper(folder, imported):
    text = RULES.replace("import myhelper", imported)
    if "less" in imported:
        text = text.replace("myhelper.MOST", "MOST").replace("myhelper.less", "less")
    (folder / "rules.py").write_text(text)
    assert moves(z.load_game(folder / "rules.py")) == [1, 2]
    edit(folder / "myhelper.py", "MOST = 2", "MOST = 3")
    assert moves(z.load_game(folder / "rules.py")) == [1, 2, 3]


def test_a_package_beside_the_file(folder):
    package = folder / "parts"
    (package / "deep").mkdir(parents=True)
    (package / "__init__.py").write_text("from .numbers import FEW\nfrom . import deep")
    (package / "numbers.py").write_text("from myhelper import MOST\nFEW = MOST + 1\n")
    (package / "deep" / "__init__.py").write_text("import parts.numbers as n\nDEEP = n.FEW + 1\n")
    text = "import parts\nimport parts.deep\nfrom parts.numbers import FEW\nfrom parts import deep\n"
    (folder / "rules.py").write_text(RULES.replace("import myhelper", "import myhelper\n" + text).replace("heap=7", "heap=deep.DEEP"))
    assert z.load_game(folder / "rules.py").heap == 4
    edit(folder / "myhelper.py", "MOST = 2", "MOST = 3")
    assert z.load_game(folder / "rules.py").heap == 5
    edit(package / "numbers.py", "+ 1", "+ 3")
    assert z.load_game(folder / "rules.py").heap == 7
    edit(package / "deep" / "__init__.py", "+ 1", "+ 4")
    assert z.load_game(folder / "rules.py").heap == 10


def test_an_import_inside_a_method_stays_as_it_was_first_done(folder):
    text = RULES.replace("import myhelper\n", "").replace("        for taken", "        import myhelper\n        for taken")
    (folder / "rules.py").write_text(text.replace("myhelper.less(state.left, action)", "state.left - action"))
    old = z.load_game(folder / "rules.py")
    assert moves(old) == [1, 2]
    edit(folder / "myhelper.py", "MOST = 2", "MOST = 3")
    new = z.load_game(folder / "rules.py")
    assert type(new) is not type(old)
    assert (moves(old), moves(new), moves(old)) == ([1, 2], [1, 2, 3], [1, 2])


def test_files_that_import_each_other(folder):
    (folder / "rules.py").write_text(RULES.replace("import myhelper", "import myhelper, other"))
    (folder / "other.py").write_text("import rules\n\ndef rule():\n    return rules.Take\n")
    old = z.load_game(folder / "rules.py")
    assert old.result.__globals__["other"].rule() is type(old)
    edit(folder / "other.py", "return rules.Take\n", "return rules.Left\n")
    assert type(z.load_game(folder / "rules.py")) is not type(old)


def test_a_helper_with_the_name_of_another_module_is_for_its_folder_only(folder):
    for name in ("queue", "numpy", "string", "zermelo", "sys"):
        (folder / f"{name}.py").write_text("HERE = True")
    (folder / "json").mkdir()
    imports = "import queue, numpy, string, json, sys\nfrom queue import HERE\n"
    (folder / "rules.py").write_text(RULES.replace("import myhelper", imports + "import myhelper"))
    names = z.load_game(folder / "rules.py").result.__globals__
    assert [names[name].HERE for name in ("queue", "numpy", "string")] == [True] * 3
    assert names["json"] is sys.modules["json"]  # a folder without code takes the place of nothing
    assert names["sys"] is sys
    import queue
    import string

    assert not any(hasattr(module, "HERE") for module in (queue, string))
    assert "HERE" not in vars(sys.modules.get("numpy", sys))


def test_a_helper_that_is_there_later_is_seen(folder):
    optional = "try:\n    from fast import MOST\nexcept ImportError:\n    from myhelper import MOST\nimport myhelper\n"
    (folder / "rules.py").write_text(RULES.replace("import myhelper", optional).replace("myhelper.MOST", "MOST"))
    assert moves(z.load_game(folder / "rules.py")) == [1, 2]
    (folder / "fast.py").write_text("MOST = 4")
    assert moves(z.load_game(folder / "rules.py")) == [1, 2, 3, 4]
    (folder / "fast.py").unlink()
    assert moves(z.load_game(folder / "rules.py")) == [1, 2]


def test_a_broken_file_is_mended(folder):
    edit(folder / "myhelper.py", "MOST = 2", "MOST = /")
    with pytest.raises(z.GameError, match=r"rules.py cannot be loaded: SyntaxError: .* \(line 2 of .*myhelper.py\)"):
        z.load_game(folder / "rules.py")
    edit(folder / "myhelper.py", "MOST = /", "MOST = 3")
    assert moves(z.load_game(folder / "rules.py")) == [1, 2, 3]
    edit(folder / "rules.py", "import myhelper", "import nowhere_")
    with pytest.raises(z.GameError, match="ModuleNotFoundError: No module named 'nowhere_'"):
        z.load_game(folder / "rules.py")
    edit(folder / "rules.py", "import nowhere_", "import myhelper")
    assert moves(z.load_game(folder / "rules.py")) == [1, 2, 3]


def test_the_source_is_that_of_what_runs(folder):
    game = z.load_game(folder / "rules.py")
    edit(folder / "rules.py", "else -1", "else -9")
    assert "else -1" in inspect.getsource(type(game).utility)
    new = z.load_game(folder / "rules.py")
    assert "else -9" in inspect.getsource(type(new).utility)
    assert "heap=7" in inspect.getsource(type(new))


def test_an_old_game_is_not_compiled_from_a_new_source(folder):
    old = z.load_game(folder / "rules.py")
    edit(folder / "rules.py", "range(1,", "range(2,")
    z.load_game(folder / "rules.py")
    with pytest.raises(z.CompileError, match=r"rules.py was changed after it was loaded"):
        z.best(old, algorithm="alphabeta", mode="compiled")
    assert z.best(old, algorithm="alphabeta", mode="interpreted").value == 1


def test_hints_and_dataclasses_and_data_beside_the_file(folder):
    text = """
        import dataclasses, pathlib
        @dataclasses.dataclass(frozen=True)
        class Facts:
            heap: "int" = int((pathlib.Path(__file__).parent / "heap.txt").read_text())
            state: "State | None" = None
        """
    (folder / "heap.txt").write_text("11")
    (folder / "rules.py").write_text(
        RULES.replace("class Take", textwrap.dedent(text) + "class Take").replace("heap=7", "heap=Facts().heap")
    )
    game = z.load_game(folder / "rules.py")
    assert game.heap == 11
    assert typing.get_type_hints(type(game).initial)["return"] is type(game.initial())
    facts = game.result.__globals__["Facts"]
    assert typing.get_type_hints(facts)["state"] == type(game.initial()) | None


# Other processes


def kept(thing):
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  # our own


def searched(game, state):
    found = z.best(game, state, algorithm="alphabeta", mode="interpreted")
    return type(game).__module__, found.value, state._replace(left=1), game, game.evaluations["left"]


def test_a_game_its_states_and_its_evaluations_pickle(folder):
    game = z.load_game(folder / "rules.py:Take(8)")
    state = game.result(game.initial(), 2)
    for one in (kept(game), copy.copy(game), copy.deepcopy(game)):
        assert (type(one), vars(one)) == (type(game), vars(game))
        assert one is not game
    assert kept(state) == copy.deepcopy(state) == state
    assert kept(game.evaluations["left"]).weight == 2


def test_a_spawned_process_finds_the_game_its_states_and_its_evaluations(folder):
    game = z.load_game(folder / "rules.py:Take(8)")
    state = game.result(game.initial(), 2)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        module, value, end, again, evaluation = pool.submit(searched, game, state).result(timeout=120)
    assert (module, value, end.left) == (type(game).__module__, 1, 1)
    assert type(end) is type(state)
    assert (type(again), vars(again)) == (type(game), vars(game))
    assert type(evaluation) is type(game.evaluations["left"])


UNPICKLED = "import pickle, sys; thing = pickle.loads(sys.stdin.buffer.read()); print(thing)"


def unpickled(thing):
    """What a process prints that knows nothing but the pickle."""
    return subprocess.run([sys.executable, "-c", UNPICKLED], input=pickle.dumps(thing), capture_output=True, timeout=300)


@pytest.mark.parametrize("name", ["games", "dots.and%2Eblanks in it", "ñandú"])
def test_a_process_that_has_not_heard_of_the_toolkit_unpickles(tmp_path, name):
    game = z.load_game(written(tmp_path / name) / "rules.py:Take(8)")
    assert unpickled(game).stdout == b"Take(heap=8)\n"
    assert unpickled(game.initial()).stdout == b"State(left=8, mover=0)\n"
    assert b"Left" in unpickled(game.evaluations["left"]).stdout


def test_another_process_does_not_go_on_with_other_rules(folder):
    game = z.load_game(folder / "rules.py:Take(8)")
    edit(folder / "myhelper.py", "MOST = 2", "MOST = 3")
    done = unpickled(game)
    assert done.returncode == 1
    assert b"Take was pickled before" in done.stderr
    assert b"myhelper.py was edited; make it anew, with zermelo.load_game" in done.stderr
    new = z.load_game(folder / "rules.py:Take(8)")
    assert unpickled(new).stdout == b"Take(heap=8)\n"
    with pytest.raises(pickle.PicklingError, match="not the same object"):
        pickle.dumps(game)
    assert moves(copy.copy(game)) == [1, 2]


def test_lecture_code_pickles(folder):
    text = "import zermelo\nclass Race:\n    initial = 3\n    def player(self, s): return s % 2\n    def actions(self, s): return [1]\n"
    text += "    def result(self, s, a): return s - a\n    def is_terminal(self, s): return s == 0\n    def utility(self, s): return 1\n"
    (folder / "lecture.py").write_text(text + "game = zermelo.adapt(Race)\n")
    game = z.load_game(folder / "lecture.py:game")
    again = kept(game)
    assert z.best(again, algorithm="minimax").value == z.best(game, algorithm="minimax").value == 1
    assert again.utility(2, 1) == game.utility(2, 1) == -1
    assert unpickled(game).stdout == b"adapt(Race)\n"
