"""What commands say where what databases and books take is not installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT = "import sys; sys.modules['zstandard'] = None; from zermelo.__main__ import main; sys.argv[0] = 'zermelo'; main()"
TOLD = "take numpy and zstandard"


def answer(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize(
    "words",
    [
        "solve hexapawn --strong --out {}",
        "count hexapawn",
        "book hexapawn --plies 2 --out {}",
        "probe {}",
        "best hexapawn --database {}",
        "best hexapawn --book {}",
        "uci hexapawn --database {}",
    ],
)
def test_they_say_what_to_install(words: str, tmp_path: Path) -> None:
    found = answer(*words.format(tmp_path / "made").split())
    assert found.returncode != 0
    assert TOLD in found.stderr
    assert "pip install 'zermelo[databases]'" in found.stderr


def test_a_book_that_cannot_be_read_is_no_secret() -> None:
    moves = "4 3 3 5 7 2 4 4 5 4 5 3 7 6 4 2 1 5 4 3 2 7 5 6 7 1 3 1 2 6 7 2 7 1 2 5"
    found = answer("solve", "connect4", "--moves", moves, "--mode", "interpreted")
    assert f"note: a book of this game comes with the package, and is not read: books {TOLD}" in found.stderr
    assert found.returncode == 0
