"""`zermelo bench signature`: the nodes of the engine in fixed positions, pinned game by game in data/signature.txt.

python -m tests.test_signature [GAME ...]   writes the file anew, or the lines of these games: commit it with what made it differ
"""

from __future__ import annotations

import json
import sys
from operator import itemgetter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import zermelo
from zermelo.cli.app import app
from zermelo.cli.signature import SEARCHED, signatures
from zermelo.games import CATALOGUE
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.signature import positions, signature

FILE = Path(__file__).parent / "data" / "signature.txt"
PINNED = {name: int(nodes) for name, nodes in (line.split() for line in FILE.read_text().splitlines())}
SLOW = {"backgammon", "chess", "chess_ending", "connect4", "checkers", "draughts", "othello", "hex", "desconecta4boom"}
"""Games that take longer than a second in plain Python."""


def test_every_game_of_the_catalogue_has_a_part_in_it_and_is_pinned():
    games = {name: zermelo.load_game(name) for name in CATALOGUE}
    searched = {
        name for name in CATALOGUE if not games[name].hidden and games[name].players > 1
    }  # else there is too much to see, or no cut-off
    assert searched <= set(SEARCHED), "say in SEARCHED of zermelo/cli/signature.py how deep the new game is searched"
    assert set(PINNED) == searched, "python -m tests.test_signature"


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in SLOW else pytest.mark.slow) for name in PINNED])
def test_the_engine_searches_the_nodes_that_it_did(name):
    (found,) = signatures([name], "compiled")
    assert found["nodes"] == PINNED[name], f"the engine searches {name} otherwise; if it should: python -m tests.test_signature"


@pytest.mark.parametrize("name", [name for name in PINNED if name not in SLOW])
def test_interpreted_it_searches_the_same(name):
    (found,) = signatures([name], "interpreted")
    assert found["nodes"] == PINNED[name]


@pytest.mark.parametrize("name", sorted(SLOW))
def test_interpreted_it_searches_the_same_where_that_is_least(name):
    spec, depth = SEARCHED[name]
    game = zermelo.load_game(spec)
    state, nodes = min(signature(game, depth, "compiled"), key=itemgetter(1))
    assert Engine(game, table=1, mode="interpreted").search(state, depth=depth).nodes == nodes


def test_a_position_gives_the_same_whatever_was_searched_before_it():
    game = zermelo.load_game("hexapawn(4, 4)")
    for state, nodes in signature(game, 6, "interpreted"):
        assert Engine(game, table=1, mode="interpreted").search(state, depth=6).nodes == nodes


def test_the_positions_are_those_of_one_line_of_play_and_someone_is_to_move_in_them():
    game = zermelo.load_game("tictactoe")
    assert [game.write(state) for state in positions(game)] == [".../.../... x", ".x./.../... o", ".xo/..x/... o", ".xo/o.x/... x"]
    for name in PINNED:
        game = zermelo.load_game(SEARCHED[name][0])
        assert not any(map(game.is_terminal, positions(game)))


def command(*words):
    answer = CliRunner().invoke(app, ["bench", *words, "--mode", "interpreted"])
    return answer.stdout or answer.stderr


def test_the_command_prints_one_number():
    assert command("signature", "nim", "pawns") == f"{PINNED['nim'] + PINNED['pawns']}\n"


def test_the_command_says_where_the_number_comes_from():
    found = json.loads(command("signature", "pawns", "--json"))
    (game,) = found["games"]
    assert found["bench"] == game["nodes"] == sum(position["nodes"] for position in game["positions"]) == PINNED["pawns"]
    assert zermelo.load_game("pawns").read(game["positions"][0]["position"]) == zermelo.load_game("pawns").initial()


def test_what_is_no_game_of_the_signature_is_an_error():
    assert "'poker' has no part in the signature; these have: tree," in command("signature", "poker")


def test_games_whose_states_have_one_name_and_the_same_types_are_searched_in_one_process():
    """Both have a State of three Bits and two ints: rows of them were once taken for one another."""
    for name in ("draughts", "desconecta4boom"):
        assert [row["nodes"] for row in signatures([name], "compiled")] == [PINNED[name]]


def test_some_games_may_be_pinned_anew_and_the_others_stay(tmp_path):
    file = tmp_path / "signature.txt"
    file.write_text("pawns 8\nnim 7\n")
    write(["pawns"], file)
    assert file.read_text() == f"pawns {PINNED['pawns']}\nnim 7\n"


def write(names: list[str], file: Path = FILE) -> None:
    """Pin what the engine does now in these games, or in all, in the order of the catalogue."""
    kept = [line.split() for line in file.read_text().splitlines()] if names else []
    pinned = {**dict(kept), **{row["game"]: row["nodes"] for row in signatures(names, "compiled")}}
    file.write_text("".join(f"{name} {pinned[name]}\n" for name in SEARCHED if name in pinned))


if __name__ == "__main__":
    write(sys.argv[1:])
