"""Each game's playthrough, every answer along one game, is as it was when a person last read and approved it.

After a change of rules that is meant, write the file anew and read the difference:

    python -m zermelo.explain.playthrough NAME > tests/playthroughs/NAME.txt
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import zermelo as z
from zermelo.explain.playthrough import PLIES, main, playthrough
from zermelo.games import CATALOGUE

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("name", CATALOGUE)
def test_playthrough(name):
    file = FOLDER / f"{name}.txt"
    command = f"python -m zermelo.explain.playthrough {name} > tests/playthroughs/{name}.txt"
    assert file.is_file(), f"{name} has no playthrough yet; write it with\n    {command}"
    told = f"{name} no longer answers as in {file.name}; if that is meant, write it anew and read the difference:\n    {command}"
    assert playthrough(z.load_game(name)).splitlines() == file.read_text(encoding="utf-8").splitlines(), told


def test_no_playthrough_is_left_of_a_game_that_is_gone():
    assert {file.stem for file in FOLDER.glob("*.txt")} <= set(CATALOGUE)


def test_the_seed_chooses_the_game():
    game = z.load_game("connect4")
    assert playthrough(game, seed=1) == playthrough(game, seed=1) != playthrough(game)


def test_a_long_game_breaks_off():
    text = playthrough(z.load_game("connect4(width=8, height=7, line=7)"))
    assert f"Ply {PLIES}\n" in text
    assert text.endswith(f"The game goes on; after {PLIES} plies it is left.\n")


def test_chance_and_more_players():
    assert "CHANCE" in playthrough(z.load_game("tree('(chance(.9: 2 .1: 3) 1)')"), seed=1)
    text = playthrough(z.load_game("mnk(players=3)"))
    assert "  to_move          2\n" in text


def test_the_command_writes_it(capsys):
    assert main(["tictactoe"]) == 0
    assert capsys.readouterr().out == playthrough(z.load_game("tictactoe"))
    assert main(["tictactoe", "5"]) == 0
    assert capsys.readouterr().out == playthrough(z.load_game("tictactoe"), seed=5)


@pytest.mark.parametrize(("arguments", "complaint"), [([], "usage"), (["tictactoe", "x"], "usage"), (["tic"], "there is no game 'tic'")])
def test_the_command_says_what_is_wrong(arguments, complaint, capsys):
    assert main(arguments) == 2
    assert complaint in capsys.readouterr().err


def test_the_command_runs_as_a_module():
    run = subprocess.run([sys.executable, "-m", "zermelo.explain.playthrough", "nim"], capture_output=True, text=True, check=True)
    assert run.stdout == playthrough(z.load_game("nim"))
