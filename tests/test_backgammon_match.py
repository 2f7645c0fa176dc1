"""bench/backgammon_match.py when GNU Backgammon is missing, does not start, dies, or answers nonsense; a stand-in plays it."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from zermelo.game import MAX
from zermelo.games.backgammon import Pips
from zermelo.search.expectiminimax import expectiminimax
from zermelo.search.runner import Runner

BENCH = Path(__file__).parent.parent / "bench"
STAND_IN = """#!{python}
import socket, sys
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.men import State, men_from

def state_of(line):
    numbers = [int(word) for word in line.split(":")[6:]]
    board, dice = numbers[:26], sorted(numbers[27:29], reverse=True)
    own, other = [max(0, men) for men in board], [max(0, -men) for men in board][::-1]
    own[0], other[0] = 15 - sum(own[1:]), 15 - sum(other[1:])
    return State(men_from(own), men_from(other), 0, 10 * dice[0] + dice[1])

for line in sys.stdin:
    if line.startswith("external "):
        break
server = socket.socket(socket.AF_UNIX)
server.bind(line.split()[1])
server.listen()
talk = server.accept()[0].makefile("rw")
game = Backgammon()
for _ in range({answers}):
    state = state_of(talk.readline())
    print({answer}, file=talk, flush=True)
"""
"""A program that speaks GNU Backgammon's lines, makes the first play that there is, and exits after this many of them."""
MANY = 10_000
PLAY = "game.name(state, next(iter(game.actions(state))))"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, where the lead in pips stands for luck: nothing is compiled, nothing takes long."""
    monkeypatch.syspath_prepend(BENCH)
    found = importlib.import_module("backgammon_match")
    monkeypatch.setattr(found.GAME, "judge", Pips())
    monkeypatch.setattr(found, "Runner", lambda algorithm, game: lambda state, depth: depth * game.evaluate(state, MAX))
    return found


@pytest.fixture
def stand_in(bench: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts the stand-in in the program's place; with how many answers it gives, and which."""

    def put(answers: int, answer: str = PLAY) -> None:
        program = tmp_path / "gnubg"
        program.write_text(STAND_IN.format(python=sys.executable, answers=answers, answer=answer))
        program.chmod(0o755)
        monkeypatch.setattr(sys.modules["_gnubg"], "PROGRAM", str(program))

    return put


def run(bench: ModuleType, monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["backgammon_match.py", "--players", "gnubg-0", "gnubg-1", *map(str, words)])
    return int(bench.main())


def test_if_it_dies_in_mid_match_that_is_told_and_the_match_goes_on_from_the_last_game(
    bench: ModuleType, stand_in: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken_off, whole = tmp_path / "broken off", tmp_path / "whole"
    asked = counted(monkeypatch)
    stand_in(MANY)
    assert run(bench, monkeypatch, "--games", 1, "--out", whole) == 0
    in_the_first_game = max(asked.values())
    assert run(bench, monkeypatch, "--games", 2, "--out", whole) == 0
    stand_in(in_the_first_game + 5)
    assert run(bench, monkeypatch, "--games", 2, "--out", broken_off) == 2
    said = capsys.readouterr().err
    assert "GNU Backgammon has ended in '" in said
    assert f"what was played is kept in {broken_off}: the same command goes on from there" in said
    assert broken_off.read_text().splitlines() == whole.read_text().splitlines()[:2]
    stand_in(MANY)
    assert run(bench, monkeypatch, "--games", 2, "--out", broken_off) == 0
    assert broken_off.read_text() == whole.read_text()
    first, second = capsys.readouterr().out.splitlines()
    assert (first[:14], second[:14]) == ("     1 games  ", "     2 games  ")


def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often each program is asked for a play, from now on."""
    gnubg, asked = sys.modules["_gnubg"].Gnubg, Counter[int]()
    choose = gnubg.choose

    def counting(self: Any, *position: Any) -> int:
        asked[id(self)] += 1
        return int(choose(self, *position))

    monkeypatch.setattr(gnubg, "choose", counting)
    return asked


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (None, "Debian's package gnubg"),
        ("", "cannot run "),
        ("#!/bin/sh\n", "GNU Backgammon "),  # does not open its socket, or has ended before it was told to
    ],
)
def test_if_it_does_not_start_that_is_told(
    bench: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], program: str | None, told: str
) -> None:
    file = tmp_path / "gnubg"
    if program is not None:
        file.write_text(program)
        file.chmod(0o755 if program else 0o644)
    monkeypatch.setattr(sys.modules["_gnubg"], "PROGRAM", str(file))
    assert run(bench, monkeypatch, "--games", 2) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "what was played is lost, for want of --out FILE" in said


def test_an_answer_that_is_no_play_is_told(
    bench: ModuleType, stand_in: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(MANY, "'double'")
    assert run(bench, monkeypatch, "--games", 2) == 2
    assert "GNU Backgammon answers 'double' in '" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("contents", "told"),
    [
        ("", "is empty, and so of no match"),
        ('{"players": ["ours-1", "gnubg-0"], "seed": 1}\n', "is of another match"),
        ('{"players": ["gnubg-0", "gnubg-1"], "seed": 1}\n[1, 0.5]\n[1, 0.', "line 3 of "),
        ('{"players": ["gnubg-0", "gnubg-1"], "seed": 1}\n-1\n', "line 2 of "),
    ],
)
def test_a_file_that_is_damaged_or_of_another_match_is_told_and_left_as_it_is(
    bench: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], contents: str, told: str
) -> None:
    file = tmp_path / "games"
    file.write_text(contents)
    assert run(bench, monkeypatch, "--out", file) == 2
    assert told in capsys.readouterr().err
    assert file.read_text() == contents


def test_luck_is_nothing_on_average_whatever_the_position(bench: ModuleType) -> None:
    """The opening, and a later roll: what each roll is worth, by its probability, is what the position is worth before it."""
    game = bench.GAME
    value = Runner(expectiminimax, game, "interpreted")
    state = game.initial()
    for _ in range(2):
        lucks = [(chance, value(game.result(state, roll), 1) - value(state, 2)) for roll, chance in game.outcomes(state)]
        assert sum(chance * luck for chance, luck in lucks) == pytest.approx(0, abs=1e-12)
        assert max(luck for _, luck in lucks) > 0.01
        rolled = game.result(state, next(iter(game.outcomes(state)))[0])
        state = game.result(rolled, next(iter(game.actions(rolled))))


def test_without_luck_the_mean_is_of_points_less_luck_with_its_interval_over_pairs(bench: ModuleType) -> None:
    games = [bench.Outcome(1, 0.75), bench.Outcome(-1, -1.25), bench.Outcome(2, 1.25), bench.Outcome(-1, -1.25)]
    assert bench.told(games) == "+0.250 ± 0.490 points a game, 50.0% won; without luck +0.375 ± 0.245"
