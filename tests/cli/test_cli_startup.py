"""The front door opens quickly: nothing imports the compiler before it is needed."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo import cli
from zermelo.cli.app import COMMANDS

SHOW = "import json, sys; from zermelo.cli.app import app\ntry: app(sys.argv[1:])\nexcept SystemExit: pass\n" + (
    "json.dump([name for name in ('numba', 'numpy', 'llvmlite') if name in sys.modules], sys.stderr)"
)


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("best", "--help"),
        ("games",),
        ("best", "connect4", "--depth", "2", "--mode", "interpreted"),
        ("play", "connect4", "--players", "random", "random"),
    ],
)
def test_the_compiler_is_not_imported(words):
    answer = subprocess.run([sys.executable, "-c", SHOW, *words], capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    assert json.loads(answer.stderr) == []


def test_a_command_is_imported_without_the_others():
    code = "import sys; from zermelo.cli.app import app; app(['uci'], standalone_mode=False); print([*sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], input="quit\n", capture_output=True, text=True, timeout=300)
    assert {f"zermelo.cli.{name}" for name in COMMANDS} & set(ast.literal_eval(answer.stdout)) == {"zermelo.cli.uci"}


def test_every_file_of_a_command_is_told():
    files = {path.stem for path in Path(cli.__file__).parent.glob("*.py") if "def add_to(app" in path.read_text(encoding="utf-8")}
    assert sorted(files) == sorted(COMMANDS)


def test_the_play_rooms_import_neither_terminal_nor_compiler():
    code = "import sys, zermelo.play.play, zermelo.play.match; print([n for n in ('numba', 'numpy', 'rich', 'typer') if n in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300).stdout.strip() == "[]"
