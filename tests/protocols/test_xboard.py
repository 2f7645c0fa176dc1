"""Matches of two of our programs by the hand of XBoard, a board of its own, in a window that nobody sees (`make xboard`)."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from zermelo.native import cache
from zermelo.protocols.pgn import read_pgn

PATH = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
OURS = shlex.join([sys.executable, "-m", "zermelo", "xboard"])
ROOKS = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(shutil.which(name, path=PATH) for name in ("xboard", "xvfb-run")), reason="XBoard or Xvfb is not installed: make xboard"
    ),
]


def match(folder, *options):
    """The two games of a match, four plies deep, with more time than a busy machine takes, and what XBoard says of it."""
    saved = folder / "games.pgn"
    command = [
        *(
            "xvfb-run",
            "-a",
            "xboard",
            "-mg",
            "2",
            "-fcp",
            OURS,
            "-scp",
            OURS,
            "-tc",
            "2:00",
            "-inc",
            "0",
            "-mps",
            "0",
            "-depth",
            "4",
            "-xponder",
            "-matchPause",
            "0",
            "-soundProgram",
            "",
            "-animateMoving",
            "false",
        ),
        *("-popupExitMessage", "false", "-saveGameFile", str(saved), *options),
    ]
    environment = {**os.environ, "PATH": PATH, "HOME": str(folder), cache.VARIABLE: str(cache.directory())}
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=folder, env=environment)
    return read_pgn(saved.read_text()), done.stdout + done.stderr


def test_games_from_the_beginning(tmp_path):
    """They are left as drawn after eight moves."""
    games, said = match(tmp_path, "-adjudicateDrawMoves", "8")
    assert "final score 0-0-2" in said
    for game in games:
        assert len(game.moves) >= 16
        assert game.headers["White"] == game.headers["Black"] != "?"
        assert game.start == game.game.initial()
    assert len(games) == 2


def test_games_that_end_in_mate(tmp_path):
    """Each side has the rooks once, and wins."""
    (tmp_path / "rooks.fen").write_text(ROOKS + "\n")
    games, said = match(tmp_path, "-loadPositionFile", "rooks.fen")
    assert "final score 1-1-0" in said
    for game in games:
        assert (game.game.write(game.start), game.result) == (ROOKS, "1-0")
        assert game.record().utilities == (1, -1)
    assert len(games) == 2
