"""What reaches the terminal of what a game, a file or a peer says: no control character of theirs, in no command."""

import io
import re
import sys
import warnings
from contextlib import suppress

import pytest

from zermelo.cli.app import run
from zermelo.cli.screen import visible

HOSTILE = r'''
"""Module \x1b]0;title\x07."""
from typing import NamedTuple
from zermelo import Evaluation, Game

EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\r\x08\x7f"


class State(NamedTuple):
    left: int
    player: int


class Left(Evaluation):
    def value(self, game, state, player):
        return 0.0

    def __repr__(self):
        return f"Left{EVIL}"


class Hostile(Game):
    """Docstring \x1b[31m."""

    evaluations = {f"left{EVIL}": Left()}

    def __init__(self, fault=""):
        self.fault = fault

    def __repr__(self): return f"Hostile{EVIL}"
    def initial(self): return State(3, 0)
    def to_move(self, state): return state.player

    def actions(self, state):
        if self.fault:
            raise ValueError(f"fault{EVIL}")
        yield from range(1, min(2, state.left) + 1)

    def result(self, state, action): return State(state.left - action, 1 - state.player)
    def is_terminal(self, state): return state.left == 0
    def utility(self, state, player): return 1 if state.player != player else -1
    def show(self, state): return f"show {state.left} x . o{EVIL}"
    def name(self, state, action): return f"take{action}{EVIL}"
    def parse(self, state, text): return super().parse(state, text)
    def write(self, state): return f"{state.left}{EVIL}"
'''
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
OWN = re.compile(r"\x1b\[(?:[\d;]*m|\?25[lh]|\d*[ABCDGJK])|\r")  # colours, the cursor, and lines that are written over
COMMANDS = [
    "best FILE", "best FILE --json", "best FILE --algorithm minimax", "best FILE --algorithm mcts --simulations 20", "order FILE --depth 2",
    "explain FILE --depth 2", "play FILE --players random random", "match FILE --players random random --games 2", "perft FILE 2 --divide",
    "solve FILE", "check FILE", "verify FILE --positions 3", "ladder FILE --depth 2", "scale FILE", "bench FILE --seconds 0",
    "best FILE:Hostile(fault='x')", "best FILE:Nothing", "best FILE --evaluation nothing", "best FILE --moves nothing",
    "best FILE --position nothing", "exercise FILE", "cfr FILE", "gtp FILE", "web FILE.not.py", "strategy EVIL", "best EVIL.py",
    "solve FILE --positions EVIL",
]  # fmt: skip


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text(HOSTILE, encoding="utf-8")
    return tmp_path


def words_of(command):
    return [word.replace("FILE", "evil.py").replace("EVIL", "\x1b[2J\x07\x9b") for word in command.split()]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_lets_control_characters_through(place, command, monkeypatch, capsys):
    words = ["zermelo", *words_of(command)]
    if command.split()[0] in ("best", "solve", "verify", "ladder", "perft", "match", "bench"):
        words += ["--mode", "interpreted"]
    monkeypatch.setattr(sys, "argv", words)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)  # which `run` sets
    with suppress(SystemExit):
        run()
    said = "".join(capsys.readouterr())
    assert not CONTROL.search(said), said
    assert "Traceback" not in said
    assert said


@pytest.mark.parametrize("command", ["best FILE", "play FILE --players random computer", "match FILE --players random random --games 9"])
def test_at_a_terminal_only_our_own_colours_do(terminal, place, command):
    running = terminal(*words_of(command), "--mode", "interpreted")
    assert running.leave() == 0, running.seen
    assert not CONTROL.search(OWN.sub("", running.seen.replace("\r\n", "\n")))
    assert "\\x1b[2J\\x1b]0;owned\\x07" in running.seen


def test_our_own_colours_stay(terminal, place):
    running = terminal("play", "tictactoe", "--players", "random", "random")
    assert running.leave() == 0
    assert "\x1b[1;31m" in running.seen


def test_what_is_visible_stays_as_it_is():
    assert visible("a\tb\nñ ● é 𝄞") == "a\tb\nñ ● é 𝄞"
    assert visible("\x1b[31m\x9b\x7f\r") == "\\x1b[31m\\x9b\\x7f\\x0d"
