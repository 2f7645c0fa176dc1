"""Without numba everything is there but the speed: games run as plain Python, and it is said once, with what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

REFUSED = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite", "numpy"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Refuse())
"""
INSTALL = "compiled code takes numba, which is not there (No module named 'llvmlite'): pip install 'zermelo[fast]'"
SAID = f"games run as plain Python, which is much slower; {INSTALL}"


def run(program, *words):
    done = subprocess.run([sys.executable, "-c", REFUSED + program, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_searches_run_interpreted_and_it_is_said_once():
    program = """
import warnings, zermelo as z
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    game = z.load_game("tictactoe")
    print(z.best(game).mode, z.best(game, algorithm="alphabeta").mode, z.perft(game, 3).mode)
    print(z.Solver(z.load_game("kuhn")).mode, z.best(game, algorithm="mcts", simulations=50).mode)
    print(len(z.play_game(game, ["computer", "random"]).names()) > 4)
    print(z.best(game, mode="interpreted").value, *[one.message for one in said])
"""
    code, printed, wrong = run(program)
    assert (code, wrong) == (0, "")
    assert printed.splitlines() == ["interpreted interpreted interpreted", "interpreted interpreted", "True", f"0 {SAID}"]


def test_nothing_is_said_to_who_asks_for_plain_python():
    program = "import zermelo as z; print(z.best(z.load_game('nim'), mode='interpreted').value, z.best(z.load_game('tree')).mode)"
    assert run(program) == (0, "1 interpreted\n", "")


@pytest.mark.parametrize(
    "asked",
    [
        "z.best(game, mode='compiled')",
        "z.best(game, algorithm='minimax', mode='compiled')",
        "z.perft(game, 3, mode='compiled')",
        "z.Solver(z.load_game('kuhn'), mode='compiled')",
        "z.best(game, algorithm='mcts', simulations=9, mode='compiled')",
    ],
)
def test_who_asks_for_compiled_code_is_told_what_to_install(asked):
    program = f"""
import zermelo as z
game = z.load_game("tictactoe")
try:
    {asked}
except z.CompileError as error:
    print(error)
"""
    assert run(program) == (0, INSTALL + "\n", "")


@pytest.mark.slow
def test_the_commands_say_it_in_a_line():
    command = "from zermelo.cli import main; main()"
    code, printed, wrong = run(command, "perft", "nim", "2")
    assert (code, wrong) == (0, f"zermelo: {SAID}\n")
    assert "mode      interpreted" in printed
    assert run(command, "perft", "nim", "2", "--mode", "compiled") == (2, "", f"zermelo: {INSTALL}\n")
    assert "whether it compiles was not looked at: compiled code takes numba" in run(command, "check", "hexapawn")[1]
