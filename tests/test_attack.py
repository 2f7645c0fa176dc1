"""The attack of bench/attack.py, each part for some seconds: nothing fails. How soon honest players are answered depends on the
machine, and is not tested here; a run by hand shows it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

BENCH = Path(__file__).parent.parent / "bench"
ATTACKS = (
    "names", "token", "paths", "malformed", "bodies", "game_names", "half_open", "slow_readers", "floods", "floods_beside", "pages",
    "trees", "broken_games", "kills", "two_studios", "file_trouble", "command_lines", "kernel_cache",
)  # fmt: skip
SECONDS = 4.0


@pytest.fixture
def command(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)
    module = importlib.import_module("attack")
    monkeypatch.setattr(sys.modules["_attack"], "PATIENCE", 60.0)
    return module


def test_all_attacks_are_here(command):
    assert set(command.ATTACKS) == set(ATTACKS)


@pytest.mark.parametrize("name", ATTACKS)
def test_it_holds(command, name):
    outcome = command.attack(name, SECONDS, seed=2)
    assert outcome.failures == []
    assert outcome.tried > 0 or name == "kernel_cache"  # the first of which compiles


def test_it_attacks_nobody_else(command, monkeypatch, capsys):
    for words in (["--host", "example.org"], ["http://example.org"], ["--only", "none"]):
        monkeypatch.setattr(sys, "argv", ["attack.py", *words])
        with pytest.raises(SystemExit, match="2"):
            command.main()
    assert "example.org" in capsys.readouterr().err
