"""The names of games, players and evaluations: what is text from outside names games, and runs nothing else."""

import os
import subprocess
import sys

import pytest

import zermelo as z
from zermelo.play.players import player

RULES = '''
from zermelo import Game

class Take(Game):
    """Take 1 or 2; who takes the last one wins."""

    def __init__(self, heap=3):
        self.heap = heap

    def initial(self): return (self.heap, 0)
    def to_move(self, state): return state[1]
    def actions(self, state): return [n for n in (1, 2) if n <= state[0]]
    def result(self, state, action): return (state[0] - action, 1 - state[1])
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state, player): return 1 if state[1] != player else -1
'''
EVERYTHING = (
    RULES
    + """
from builtins import *
from os import *
from subprocess import *
from shutil import *
from numpy import *
from pathlib import *
from webbrowser import open as browse
import os
import zermelo

class Lecture:
    initial = 1
    def __init__(self, *given): touched(*given)

def touched(*given):
    raise AssertionError("called")

def made(heap=3) -> Game:
    touched()

def __getattr__(name):
    if name == "__path__":  # which `import` asks for
        raise AttributeError(name)
    touched()

call = lambda *given: touched()
game = Take(5)
nothing = None
"""
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(EVERYTHING)
    return tmp_path


def test_a_class_of_games_and_an_object_of_one_are_what_a_file_offers(folder):
    assert z.load_game("my.py").initial() == (3, 0)
    assert z.load_game("my.py:Take(4)").initial() == (4, 0)
    assert z.load_game("my.py:Take(heap=4)").initial() == (4, 0)
    assert z.load_game("my.py:game").initial() == (5, 0)
    (folder / "other.py").write_text("from my import Take, game")
    assert z.load_game("other.py:Take(4)").initial() == (4, 0)
    assert z.load_game("other.py:game") is z.load_game("my.py:game")


@pytest.mark.parametrize(
    "called",
    [
        "system('touch made')",
        "popen('touch made')",
        "run(['touch', 'made'])",
        "Popen(['touch', 'made'])",
        "check_output('touch made', shell=True)",
        "copy('my.py', 'made')",
        "rmtree('.')",
        "savetxt('made', [1.0])",
        "array([1, 2])",
        "save('made', 1)",
        "fromfile('my.py')",
        "exec('open(\\'made\\', \\'w\\')')",
        "eval('1')",
        "open('made', 'w')",
        "__import__('this')",
        "__build_class__(1)",
        "Path('made')",
        "browse('about:blank')",
        "touched()",
        "made()",
        "made",
        "call()",
        "Lecture()",
        "Lecture",
        "Game",
        "Game()",
        "os",
        "zermelo",
        "nothing",
        "nowhere()",
        "__builtins__",
        "__loader__",
        "__class__",
        "game(1)",
        "os.system('touch made')",
        "Take.initial(1)",
        "Take(open('made', 'w'))",
        "Take(*[1])",
        "Take(**{'heap': 1})",
        "(lambda: 1)()",
        "Take(heap)",
        "Take(1)(2)",
        "Take(1, 2)",
        "Take(size=1)",
    ],
)
def test_a_name_calls_nothing_but_the_games_of_a_file_that_imports_everything(folder, called):
    before = sorted(os.listdir())
    with pytest.raises(z.SpecError) as raised:
        z.load_game(f"my.py:{called}")
    assert "my.py" in str(raised.value)
    assert "called" not in str(raised.value)
    assert [name for name in sorted(os.listdir()) if name != "__pycache__"] == before
    assert list(folder.iterdir())


def test_a_file_s_game_is_the_one_that_derives_from_the_others(folder):
    (folder / "family.py").write_text(RULES + "class Misere(Take):\n    pass\n\nclass Long(Misere):\n    pass\n")
    assert repr(z.load_game("family.py")) == "Long(heap=3)"
    assert repr(z.load_game("family.py:Take")) == "Take(heap=3)"
    (folder / "twins.py").write_text(RULES + "class Misere(Take):\n    pass\n\nclass Long(Take):\n    pass\n")
    with pytest.raises(z.SpecError, match=r"twins.py holds 3 games \(Take, Misere, Long\); name one, as twins.py:Long$"):
        z.load_game("twins.py")
    (folder / "none.py").write_text("x = 1")
    with pytest.raises(z.SpecError, match=r"none.py holds no games \(subclasses of zermelo.Game\)$"):
        z.load_game("none.py")
    (folder / "other.py").write_text("from my import Take\ngame = Take(5)")
    assert repr(z.load_game("other.py")) == "Take(heap=5)"
    (folder / "two.py").write_text("from my import Take\nshort, long = Take(5), Take(9)")
    with pytest.raises(z.SpecError, match=r"two.py holds 2 games \(short, long\); name one, as two.py:long$"):
        z.load_game("two.py")


def test_of_a_class_of_another_maker_a_file_s_error_says_what_makes_a_game_of_it(folder):
    lecture = (
        "class Coins:\n    initial = 3\n    def to_move(self, s): return 'A'\n    def actions(self, s): return [1]\n"
        "    def result(self, s, a): return s - a\n    def terminal_test(self, s): return s == 0\n    def utility(self, s, p): return 0\n"
    )
    (folder / "lecture.py").write_text(lecture)
    with pytest.raises(z.SpecError, match=r"for Coins, a class of another maker, write `game = zermelo.adapt\(Coins\)` in the file$"):
        z.load_game("lecture.py")
    (folder / "adapted.py").write_text(f"import zermelo\n{lecture}game = zermelo.adapt(Coins)\n")
    assert z.best(z.load_game("adapted.py")).value == 0


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("connect4(widht=5)", r"no parameter 'widht' \(did you mean width\?\); it takes \(width=7, height=6, line=4, score=False\)$"),
        ("my.py:Take(head=5)", r"no parameter 'head' \(did you mean heap\?\); it takes \(heap=3\)$"),
        ("my.py:Take(colour=5)", r"no parameter 'colour'; it takes \(heap=3\)$"),
        ("my.py:Take(1, heap=5)", r"multiple values for argument 'heap'; it takes \(heap=3\)$"),
    ],
)
def test_a_parameter_that_there_is_not_is_told_with_the_nearest(folder, spec, says):
    with pytest.raises(z.SpecError, match=says):
        z.load_game(spec)


def test_nor_does_the_command_line(folder):
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", "best", "my.py:system('touch made')"], capture_output=True, text=True, timeout=120, cwd=folder
    )
    assert done.returncode == 2
    assert done.stderr == (
        "zermelo: system of my.py is a builtin_function_or_method, not a game: a name calls subclasses of zermelo.Game and nothing "
        "else; for any other game write `game = ...` in the file, and name my.py:game. Games there: Take, game\n"
    )
    assert not (folder / "made").exists()


def test_a_class_of_another_maker_is_told_how_to_be_named(folder):
    (folder / "lecture.py").write_text("class Race: pass")
    with pytest.raises(z.SpecError, match=r"write `game = zermelo.adapt\(Race\)` in the file, and name lecture.py:game"):
        z.load_game("lecture.py:Race")


@pytest.mark.parametrize("raised", ["KeyError('x')", "SystemExit(3)", "GeneratorExit()", "StopIteration()", "BaseException('x')"])
def test_whatever_a_file_or_a_class_raises_is_an_error_of_ours(folder, raised):
    (folder / "broken.py").write_text(f"raise {raised}")
    with pytest.raises(z.GameError, match=r"broken.py cannot be loaded: \w+: .* \(line 1\)"):
        z.load_game("broken.py")
    (folder / "careless.py").write_text(RULES.replace("self.heap = heap", f"raise {raised}"))
    with pytest.raises(z.SpecError, match=raised.partition("(")[0]):
        z.load_game("careless.py")


@pytest.mark.parametrize(
    "text",
    [
        "system('touch made')", "__class__", "value", "os.system", "columns.__class__", "1.2.3*columns", "..*columns", "columns(1)",
        "9" * 400 + "*nowhere", "__import__('os')", "columns + ", "columns columns", "2**columns", "result*2", "", "=", "\0", "columns\n;1",
    ],
)  # fmt: skip
def test_evaluations_are_sums_of_names_that_the_game_has(folder, text):
    game = z.load_game("desconecta4boom")
    assert "columns" in game.evaluations
    with pytest.raises(z.SpecError):
        z.best(game, depth=1, evaluation=text, mode="interpreted", algorithm="alphabeta")


@pytest.mark.parametrize(
    "text",
    [
        "system", "__init__", "alphabeta:__class__=1", "alphabeta:depth=__import__('os')", "alphabeta:evaluation=system('x')",
        "engine:__init__=1", "engine:killers=exec", "engine:_private=1", "mcts:__doc__=1", "mcts:seed=1.5", "random:seed=open('x')",
        "computer:mode=1", "computer:game=1", "strategy:file=/dev/zero", "strategy:file=/nowhere", "alphabeta:depth=1e9", "engine:seconds=",
        "ismcts:game=1", "pimc:worlds=[1]", "engine:table=nan", "engine:seconds=nan", "my.py:Take",
    ],
)  # fmt: skip
def test_players_are_made_of_the_kinds_and_options_there_are(folder, text):
    with pytest.raises(z.SpecError):
        player(text, z.load_game("kuhn" if "strategy" in text else "tictactoe"))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("konane", "there is no game 'konane'; did you mean konane.py?"),
        ("konane.pyy", "there is no file konane.pyy; did you mean konane.py?"),
        ("konane.pyy:Take(heap=3)", "there is no file konane.pyy; did you mean konane.py?"),
        ("konane(heap=.5/2)", "'konane(heap=.5/2)' does not name a game"),  # in brackets anything may stand
        ("konane.py(heap=3)", "'konane.py(heap=3)' does not name a game; write it as `my_game.py` or `my_game.py:MyGame(width=5)`"),
        ("konane.txt:Take", "konane.txt is no file of games: the name of one ends in .py"),
        ("mine/konane.p", "there is no file mine/konane.p"),
        ("mine", "there is no game 'mine'"),
        ("./mine", "./mine is a folder; name a file in it, as ./mine/my_game.py"),
        ("nowhere/konane", "there is no file nowhere/konane"),
        ("mine\0/x", "there is no file"),
    ],
)
def test_a_name_that_is_nearly_that_of_a_file_is_told_so(name, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "konane.py").write_text(RULES)
    (tmp_path / "konane.txt").write_text("Take")
    (tmp_path / "mine").mkdir()
    with pytest.raises(z.SpecError) as error:
        z.load_game(name)
    assert str(error.value).startswith(told)
