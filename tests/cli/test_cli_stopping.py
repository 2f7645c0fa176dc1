"""Commands that are stopped: by Ctrl-C at any moment, by SIGTERM, by an output that takes no more. A line at most, and nothing lost."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zermelo.cli import count

ZERMELO = [sys.executable, "-m", "zermelo"]
COMMANDS = [
    "--help", "games", "best connect4 --depth 30", "play connect4 --players random random", "explain tictactoe", "order tictactoe",
    "scale", "exercise", "solve connect4(4,4)", "cfr leduc --iterations 100000 --output leduc.json", "perft connect4 9",
    "match connect4 --players random random --games 1000", "check connect4", "verify connect4", "bench nim", "ladder nim", "gtp", "uci",
    "xboard", "learn backgammon --games 1000 --out learned", "web --no-browser --port 0 --store kept.db", "cache",
    "strategy nowhere.json",
]  # fmt: skip


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def of_our_own(error):
    """What a traceback tells of our code that runs once Ctrl-C is listened for.

    Python's own start cannot be covered, nor the lines that lead to the listening: the first of the package, and `interrupts.py`.
    """
    lines = [line for line in error.splitlines() if "zermelo" in line and line.startswith("  ")]  # frames, not errors of the import itself
    before_it_listens = ("zermelo/__init__.py", "from zermelo import interrupts", "zermelo/interrupts.py")
    return [line for line in lines if not any(words in line for words in before_it_listens)]


def interrupted(words, seconds):
    """What a command comes to that hears Ctrl-C after this many seconds."""
    begun = subprocess.Popen([*ZERMELO, *words.split()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        time.sleep(seconds)  # the moment is what is tried here, whatever the command has come to
        begun.send_signal(signal.SIGINT)
        _, error = begun.communicate(timeout=300)
    finally:
        begun.kill()
    if error.startswith("Fatal Python error: init_"):  # Python itself had not begun
        return
    if "Traceback" in error:
        assert not of_our_own(error), (words, seconds, error)
    else:
        assert error.count("\n") <= 1 or error.startswith("Usage: "), (words, seconds, error)
        assert begun.returncode in (0, 1, 2, 130, -signal.SIGINT), (words, seconds, error)


@pytest.mark.parametrize("words", COMMANDS[:4])
def test_ctrl_c_soon_after_the_start_gives_no_traceback(place, words):
    interrupted(words, random.Random(words).uniform(0.05, 0.4))


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS)
def test_ctrl_c_at_any_moment_gives_no_traceback(place, words):
    lot = random.Random(words)
    for _ in range(5):  # a hundred moments with all the commands, which begin alike
        interrupted(words, lot.uniform(0, 0.4))


def test_ctrl_c_while_modules_are_loaded_ends_it_in_one_line(place):
    program = "import os, signal, sys; sys.argv = ['zermelo', 'games']; import zermelo; os.kill(os.getpid(), signal.SIGINT)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "zermelo: stopped\n")


def test_ctrl_c_ends_at_once_where_others_would_make_another_error_of_it(place):
    program = """
import os, signal
from zermelo.cli.stopping import loading
with loading():
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise ValueError("as pydantic does")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "zermelo: stopped\n")


def test_a_program_that_imports_the_package_hears_ctrl_c_itself():
    program = "import signal, zermelo; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300).stdout == "True\n"


DROPPED = """
import os, signal, sys
from zermelo.cli import app, main
from zermelo.cli import games
class Thing:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(100): pass
def catalogue():
    thing = Thing()
    del thing
    import time
    time.sleep(600)
games.CATALOGUE = type("Slow", (), {"__iter__": lambda self: catalogue(), "items": lambda self: catalogue()})()
sys.argv = ["zermelo", "games"]
main()
"""


def test_a_ctrl_c_that_python_drops_is_heard_again(place):
    done = subprocess.run([sys.executable, "-c", DROPPED], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (130, "zermelo: stopped\n")


@pytest.mark.parametrize(("game", "known"), [("connect4", "states found"), ("awari(9)", "states counted")])
def test_ctrl_c_tells_what_was_counted(game, known, terminal):
    counting = terminal("count", game, "--mode", "interpreted", NO_COLOR="1")
    counting.expect(rf"\d {known}")
    began = time.perf_counter()
    counting.interrupt()
    assert counting.leave() == 130
    assert time.perf_counter() - began < 5  # a second where the machine is not busy
    said = " ".join(counting.seen.partition("; so far ")[2].split())
    assert re.match(rf"[\d,]+ {known}, .*[1-9]\d* pl(y|ies) from the first.*; nothing is kept, and the same command begins anew", said)


def test_ctrl_c_before_anything_was_counted_says_so(monkeypatch, zermelo):
    def interrupted(*_arguments, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr(count, "count_states", interrupted)
    answer = zermelo("count", "tictactoe")
    assert answer.code == 130
    assert "; no states were counted; nothing is kept" in answer.error


# SIGTERM


def test_sigterm_saves_what_cfr_has_found(terminal, place):
    running = terminal("cfr", "leduc", "--iterations", "100000000", "--output", "leduc.json")
    running.expect("iterations/s")
    running.process.send_signal(signal.SIGTERM)
    assert running.leave() == 143
    assert "stopped after" in running.seen
    assert '"progress"' in Path("leduc.json").read_text(encoding="utf-8")


def test_sigterm_saves_what_was_learned(terminal, place):
    running = terminal("learn", "backgammon", "--games", "20000", "--out", "mine")  # of which the first thousand are tested first
    running.expect("games/s")
    running.process.send_signal(signal.SIGTERM)
    assert running.leave() == 143
    assert "the same command goes on from there, with mine.learning" in " ".join(running.seen.split())
    assert Path("mine.learning").exists()


def test_sigterm_ends_a_match_and_shows_it(terminal, small):
    playing = terminal("match", small("Race(60)"), "--players", "random", "random", "--games", "10000000")
    playing.expect(r"[1-9]\d*/10000000")
    playing.process.send_signal(signal.SIGTERM)
    assert playing.leave() == 143
    assert "95 % interval" in playing.seen


def test_sigterm_ends_a_search_with_what_it_has_found(terminal):
    searching = terminal("best", "connect4(width=8, height=7)", "--seconds", "100", "--mode", "interpreted", NO_COLOR="1")
    searching.expect(r"depth ([2-9]|\d\d)/\d+, value \S+ points? to MAX, not proved")
    searching.process.send_signal(signal.SIGTERM)
    assert searching.leave() == 143
    assert "stopped   by SIGTERM" in searching.seen


def test_sigterm_keeps_the_positions_that_are_solved(terminal, place):
    Path("lines").write_text("44514325131122535\n1\n2\n3\n4\n5\n")  # at the first nothing is left to find; each other takes seconds
    running = terminal("solve", "connect4(5, 4)", "--positions", "lines", "--output", "done", "--mode", "interpreted")
    running.until(lambda: Path("done").exists() and Path("done").read_text().count("\n") == 2)
    running.process.send_signal(signal.SIGTERM)
    assert running.leave() == 143
    assert "of 6 positions" in running.seen
    assert Path("done").read_text().endswith("\n")


@pytest.mark.parametrize("words", ["gtp", "uci", "play nim --players human computer", "web --no-browser --port 0 --store kept.db"])
def test_sigterm_ends_what_waits(terminal, place, words):
    running = terminal(*words.split())
    if words in ("gtp", "uci"):
        running.type({"gtp": "name\n", "uci": "uci\ngo infinite\n"}[words])
    running.expect({"gtp": "= Zermelo", "uci": "uciok", "pla": "your move", "web": "ends it"}[words[:3]])
    running.process.send_signal(signal.SIGTERM)
    assert running.leave() == 143
    assert "Traceback" not in running.seen


# The output

OFTEN = ["games", "--help", "best nim --json --mode interpreted", "play hexapawn --players random random"]
"""One for each way to write: a table, the words of typer, JSON, and as it happens."""
WRITING = [
    "best nim --mode interpreted", "perft nim 2 --mode interpreted", "explain tictactoe --depth 1",
    "match nim --players random random --games 4", "check nim --games 5", "cache", "solve nim --mode interpreted",
    "order tictactoe --depth 2", "exercise --kind minimax",
]  # fmt: skip


def and_slowly(writing):
    return pytest.mark.parametrize("words", [*OFTEN, *(pytest.param(words, marks=pytest.mark.slow) for words in writing)])


def shell(line):
    environment = os.environ | {"ZERMELO": " ".join(ZERMELO)}
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=300, env=environment)


@and_slowly(WRITING[::2])
def test_an_output_that_takes_no_more_is_one_line(place, words):
    full = shell(f"$ZERMELO {words} > /dev/full")
    assert (full.returncode, full.stderr) == (2, "zermelo: cannot write the output: No space left on device\n")


@pytest.mark.parametrize("words", OFTEN)
def test_an_output_that_is_closed_is_one_line(place, words):
    closed = shell(f"$ZERMELO {words} >&-")
    assert (closed.returncode, closed.stderr) == (2, "zermelo: cannot write the output: it is closed\n")


@and_slowly(WRITING[1::2])
def test_a_reader_that_has_seen_enough_is_no_error(place, words):
    assert shell(f"$ZERMELO {words} | true").stderr == ""


def test_other_streams_may_be_closed(place):
    assert shell("$ZERMELO best nim --mode interpreted <&- 2>&-").returncode == 0
    assert shell("$ZERMELO best nowhere 2>&-").returncode == 2
    assert shell("$ZERMELO best nowhere 2>/dev/full").returncode == 2
    assert shell("$ZERMELO gtp <&-").returncode == 0
    assert shell("$ZERMELO play nim --players random random <&- | true").stderr == ""
