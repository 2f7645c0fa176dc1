"""The front door opens quickly: nothing imports the compiler before it is needed."""

import json
import subprocess
import sys

import pytest

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


def test_the_play_rooms_import_neither_terminal_nor_compiler():
    code = "import sys, zermelo.play.play, zermelo.play.match; print([n for n in ('numba', 'numpy', 'rich', 'typer') if n in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300).stdout.strip() == "[]"
