"""What goes wrong is one line on standard error and exit code 2, whoever was wrong."""

import os
import re
import subprocess
import sys
import time

import pytest
from tests.pages import ROOT

START = "0000000/0000000/0000000/0000000/0000000/0000000/0000000"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("best", "conect4"), "there is no game 'conect4'; did you mean connect4?"),
        (("best", "connect4(width=99)"), "does not fit"),
        (("best", "connect4(wide=5)"), "wide"),
        (("best", "connect4(width="), "does not name a game"),
        (("best", "nowhere.py:Game"), "there is no file nowhere.py"),
        (("best", "connect4", "--moves", "4 9"), "move 2: '9'"),
        (("play", "desconecta4boom", "--moves", "PUT1 BOOM"), "move 2: 'BOOM' is not a legal action here; legal: PUT1, PUT2"),
        (("best", "connect4", "--position", "rubbish"), "rubbish"),
        (("best", "desconecta4boom", "--position", START), "has 1 part"),
        (("best", "desconecta4boom", "--position", f"{START} 3 1"), "'3' is not the player to move"),
        (("best", "connect4", "--depth", 0), "a depth is a whole number from 1 to 512, not 0"),
        (("best", "connect4", "--depth", -1), "a depth is a whole number from 1 to 512, not -1"),
        (("perft", "connect4", 0), "a depth is a whole number from 1 to 512, not 0"),
        (("perft", "connect4", -1), "a depth is a whole number from 1 to 512, not -1"),
        (
            ("best", "connect4", "--depth", 2, "--algorithm", "magic"),
            "there is no algorithm 'magic'; there are idastar, astar, engine, minimax",
        ),
        (("best", "connect4", "--seconds", 0), "seconds: a number of seconds above 0, not 0.0"),
        (("best", "connect4", "--nodes", 0), "nodes is a whole number from 1 up, not 0"),
        (("best", "connect4", "--threads", 0), "threads is a whole number from 1 to 256, not 0"),
        (("best", "connect4", "--table", 0), "a table has a size in MiB above 0, not 0"),
        (("best", "connect4", "--multipv", 0, "--mode", "interpreted"), "multipv is a whole number from 1 up, not 0"),
        (("best", "connect4", "--option", "killers"), "--option 'killers' is not an option such as killers=false"),
        (("best", "connect4", "--option", "kilers=no"), "engine has no option 'kilers'; did you mean killers?"),
        (("best", "connect4", "--option", "depth=3"), "engine has no option 'depth'; write --depth"),
        (("best", "connect4", "--option", "killers=maybe"), "option killers is true or false, not 'maybe'"),
        (("best", "connect4", "--algorithm", "alphabeta", "--seconds", 1), "alphabeta has no option 'seconds'; engine and mcts have it"),
        (("best", "connect4", "--sooner", "--nodes", 9), "takes 'nodes' and 'sooner' at once"),
        (("best", "connect4", "--sooner", "--algorithm", "engine"), "engine has no option 'sooner'; minimax, alphabeta, "),
        (("best", "nim(players=3)", "--threads", 2), "engine has no option 'threads'; mcts has it"),
        (("play", "connect4", "--players", "random", "engine:depht=4"), "did you mean depth?"),
        (("play", "connect4", "--players", "random", "engine", "--clock", "soon"), "such as 60 or 60+1, not 'soon'"),
        (("match", "connect4", "--players", "random", "computer", "--clock", "60+1"), "is for players of the kind engine"),
        (("best", "connect4", "--depth", 2, "--evaluation", "wisdom"), "has no evaluation 'wisdom'"),
        (("best", "connect4", "--depth", 2, "--mode", "fast"), "mode 'fast' is not one of auto, compiled, interpreted"),
        (("match", "connect4", "--players", "random"), "is for 2 players; given: 1"),
        (("match", "connect4", "--players", "random", "magic"), "there is no player 'magic'"),
        (("match", "connect4", "--players", "random", "human"), "a match is between computers"),
        (("match", "connect4", "--players", "random", "random", "--games", 0), "at least 1 game"),
        (("play", "connect4", "--players", "random", "alphabeta:depth=0"), "a depth is a whole number from 1 to 512, not 0"),
        (("explain", "pawns", "--depth", 2, "--algorithm", "mcts"), "zermelo: --depth is for the textbook algorithms, not for mcts\n"),
        (("play", "connect4", "--players", "random", "random", "--second"), "zermelo: --second is for a game without --players"),
        (("solve", "kuhn", "--threads", 2), "zermelo: --threads is for --by engine; this is --by cfr+\n"),
    ],
)
def test_one_clear_line(zermelo, words, says):
    answer = zermelo(*words)
    assert answer.code == 2
    assert answer.error.startswith("zermelo: ")
    assert says in answer.error
    assert answer.error.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("best",),
        ("best", "connect4", "--depth", "deep"),
        ("best", "connect4", "--deep", "3"),
        ("perft", "connect4"),
        ("perft", "connect4", "deep"),
        ("perft", "connect4", "3", "--rubbish"),
        ("match", "connect4"),
        ("fly",),
        ("play", "connect4", "--players", "random", "random", "--second"),
        ("play", "connect4", "--players", "human", "random", "--json"),
    ],
)
def test_a_wrong_usage_is_exit_code_2(zermelo, words):
    answer = zermelo(*words)
    assert answer.code == 2
    assert answer.error.startswith(("Usage:", "zermelo: --"))
    assert "Traceback" not in answer.error


# A user's own game that raises


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    "command", [("best",), ("play", "--players", "computer", "random"), ("perft", 6), ("match", "--players", "minimax", "minimax")]
)
def test_a_rule_that_raises_is_named_with_file_line_and_position(zermelo, small, mode, command):
    answer = zermelo(command[0], small("Race(fault='result')"), *command[1:], "--mode", mode)
    assert answer.code == 2
    line = answer.error.strip()
    assert line.startswith("zermelo: ")
    assert "small_games.py, line " in line
    assert "in result: ZeroDivisionError" in line
    assert "; position: 3 " in line
    assert "\n" not in line


def test_a_writing_that_raises_is_named(zermelo, small):
    answer = zermelo("best", small("Race(fault='write')"), "--mode", "interpreted")
    assert "in write: KeyError: 'no words'; position: Heap(matches=7, player=0)" in answer.out


def test_a_constructor_that_raises_is_named(zermelo, small):
    answer = zermelo("best", small("Race(fault='init')"))
    assert answer.code == 2
    assert "RuntimeError: not today" in answer.error


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("from zermelo import Game\nx = 1 / 0\n", "ZeroDivisionError: division by zero (line 2)"),
        ("class Broken(:\n", "SyntaxError"),
        ("import no_such_module\n", "ModuleNotFoundError"),
        ("x = 1\n", "holds no games"),
        ("from zermelo import Game\nclass Half(Game):\n    def initial(self):\n        return 0\n", "Half does not define `"),
    ],
)
def test_a_file_that_is_no_game(zermelo, tmp_path, text, says):
    file = tmp_path / "mine.py"
    file.write_text(text)
    for command in (("best",), ("play",), ("perft", 2)):
        answer = zermelo(command[0], file, *command[1:])
        assert answer.code == 2
        assert says in answer.error
        assert answer.error.count("\n") == 1


def test_what_no_line_of_the_game_raised_is_one_line_too(zermelo, monkeypatch):
    """As where a method takes too few arguments, or gives None: the exception is raised in our code."""
    monkeypatch.setattr("zermelo.cli.best.search", [].pop)
    answer = zermelo("best", "connect4")
    assert answer.code == 2
    assert "TypeError" in answer.error
    assert "zermelo check" in answer.error


# Ctrl-C and closed pipes


def test_ctrl_c_is_exit_code_130(terminal):
    searching = terminal("best", "connect4", "--depth", "30", "--algorithm", "alphabeta")
    searching.expect("searching")
    searching.interrupt()
    assert searching.leave() == 130
    assert "zermelo: stopped" in searching.seen


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_ctrl_c_gives_the_best_that_the_engine_has_found(terminal, mode):
    searching = terminal("best", "connect4(width=8, height=7)", "--seconds", "100", "--mode", mode, NO_COLOR="1")
    searching.expect(r"searching ... [\d,]+ nodes, [\d.]+ [kM] nodes/s, table hits \d+%")
    searching.expect(r"depth ([2-9]|\d\d)/\d+, value \S+ points? to MAX, not proved")
    searching.expect(r"line \d")
    searching.interrupt()
    shown = searching.expect("zermelo: stopped")
    assert re.search(r"action    \d\r\nline      \d", shown)
    assert "stopped   by Ctrl-C" in shown
    assert searching.leave() == 130


def test_ctrl_c_ends_a_match_of_engines(terminal, small):
    playing = terminal("match", "connect4", "--players", "engine:seconds=100", "random", "--opening-plies", "0", "--mode", "interpreted")
    playing.expect("0/100")
    time.sleep(1)  # until the first game has begun
    playing.interrupt()
    assert playing.leave() == 130
    assert "zermelo: stopped after 0 of 100 games" in playing.seen


def test_ctrl_c_in_a_match_shows_what_has_been_played(terminal, small):
    playing = terminal("match", small("Race(60)"), "--players", "random", "random", "--games", "10000000")
    playing.expect(r"[1-9]\d*/10000000")
    playing.interrupt()
    assert playing.leave() == 130
    assert "95 % interval" in playing.seen
    assert "zermelo: stopped after" in playing.seen


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -c 'from zermelo.cli import main; main()' perft connect4 2 --divide --mode interpreted"
    for reader in ("true", "head -1"):
        answer = subprocess.run(["bash", "-c", f"{command} | {reader}"], capture_output=True, text=True, timeout=300, env=os.environ)
        assert answer.stderr == ""


def test_a_show_that_fails_does_not_lose_what_was_found(zermelo, tmp_path):
    file = tmp_path / "race.py"
    file.write_text(
        (ROOT / "docs" / "examples" / "domineering.py").read_text() + "\n\n    def show(self, state):\n        return state.nothing\n"
    )
    answer = zermelo("best", f"{file}:Domineering(size=3)", "--mode", "interpreted")
    assert answer.code == 0
    assert answer.out.startswith("(it cannot be shown: ")
    assert "race.py, line" in answer.out
    assert "value     " in answer.out
