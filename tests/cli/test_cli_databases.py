"""`zermelo solve --strong`, `probe`, `verify DIR` and `count`: what is printed, as JSON too, and what is said of bad words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import zermelo as z
from zermelo.databases.files.manifest import write_manifest
from zermelo.databases.files.table import write

OWN = """
from zermelo.games.hexapawn import Hexapawn


class Mine(Hexapawn):
    \"\"\"Hexapawn in a file of one's own.\"\"\"
"""


@pytest.fixture
def made(zermelo, tmp_path):
    """The folder of a database of hexapawn."""
    folder = tmp_path / "hexapawn"
    answer = zermelo("solve", "hexapawn", "--strong", "--out", folder, "--mode", "interpreted", "--json")
    assert answer.code == 0, answer.error
    facts = json.loads(answer.out)
    assert (facts["states"], facts["value"], facts["distance"], facts["losses"]) == (71, -1, 6, 42)
    return folder


def test_how_much_was_held_against_the_rules_is_told_where_it_is_not_all(zermelo, tmp_path, monkeypatch):
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    command = ["solve", f"{file}:Mine", "--strong", "--mode", "interpreted", "--out"]
    assert "\nheld" not in zermelo(*command, tmp_path / "all").out
    monkeypatch.setattr("zermelo.databases.building.HELD", 10)
    answer = zermelo(*command, tmp_path / "some")
    assert f"held      10 of the states against the plain rules; `zermelo verify {tmp_path / 'some'}` does so with all" in answer.out


def test_a_database_is_made_and_what_it_says_of_the_first_position_printed(zermelo, tmp_path):
    answer = zermelo("solve", "hexapawn", "--strong", "--out", tmp_path / "made", "--mode", "interpreted")
    assert answer.code == 0
    assert "value     lost in 6 plies for MAX, who is to move" in answer.out
    assert "states    71, with 86 successors" in answer.out
    assert "retrograde analysis, interpreted, in " in answer.out
    answer = zermelo("solve", "hexapawn", "--strong", "--out", tmp_path / "made")
    assert "retrograde analysis, it was there already" in answer.out
    (tmp_path / "made" / "tier-0.zst").unlink()
    answer = zermelo("solve", "hexapawn", "--strong", "--out", tmp_path / "made", "--mode", "interpreted")
    assert "retrograde analysis, interpreted, in " in answer.out
    answer = zermelo("solve", "tictactoe", "--strong", "--out", tmp_path / "made")
    assert (answer.code, "not of TicTacToe(); name another folder for this game" in answer.error) == (2, True)


NUMBERED = f"{Path(__file__).parent.parent / 'databases' / 'examples.py'}:RankedForgetful"


def test_a_game_that_numbers_its_states_is_solved_and_counted_by_tiers(zermelo, tmp_path):
    answer = zermelo("solve", NUMBERED, "--strong", "--out", tmp_path / "made", "--mode", "interpreted")
    assert answer.code == 0
    assert answer.out.split("\n\n")[1].splitlines()[:3] == [
        "tier  states  won  drawn  lost  longest",
        "0          2    0      0     2        6",
        "1          2    2      0     0        5",
    ]
    facts = json.loads(zermelo("solve", NUMBERED, "--strong", "--out", tmp_path / "made", "--json").out)
    assert [tier["greatest_distance"] for tier in facts["tiers"]] == [6, 5, 5, 4, 3, 3, 2, 1, 1, 0]
    assert "every state that has a number is worth what is said" in zermelo("verify", tmp_path / "made").out
    assert "checked   20 of 20 states" in zermelo("verify", tmp_path / "made").out
    assert zermelo("probe", tmp_path / "made").code == 0
    answer = zermelo("count", NUMBERED, "--mode", "interpreted")
    assert [line.split() for line in answer.out.split("\n\n")[1].splitlines()][-1] == ["9", "2"]
    assert json.loads(zermelo("count", NUMBERED, "--mode", "interpreted", "--json").out)["tiers"] == [1, 1, 2, 2, 2, 2, 2, 2, 2, 2]


def test_a_position_is_looked_up(zermelo, made):
    answer = zermelo("probe", made)
    assert answer.code == 0
    assert "value  lost in 6 plies for MAX, who is to move" in answer.out
    facts = json.loads(zermelo("probe", made, "--moves", "b1-b2", "--json").out)
    assert (facts["position"], facts["value"], facts["distance"]) == ("bbb/.w./w.w b", 1, 5)
    assert facts["moves"][0]["value"] == 1
    assert json.loads(zermelo("probe", made, "bbb/.w./w.w b", "--json").out) == facts


def test_a_database_is_verified_wholly_and_by_a_sample(zermelo, made):
    answer = zermelo("verify", made)
    assert answer.code == 0
    assert "every state of every game is worth what is said" in answer.out
    assert "by        zermelo/databases/checkers/certificate.py, which knows no solver" in answer.out
    assert "20 states of games at random are worth what is said" in zermelo("verify", made, "--sample", "20").out
    assert "every state of every game is worth what is said" in zermelo("verify", made, "--sample", "2000").out  # there are fewer
    facts = json.loads(zermelo("verify", made, "--sample", "20", "--json").out)
    assert (facts["ok"], facts["states"], facts["complete"], facts["wrong"]) == (True, 20, False, 0)


@pytest.mark.parametrize("mode", ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def test_a_wrong_score_is_found(zermelo, tmp_path, mode):
    game, folder = z.load_game("awari(3)"), tmp_path / "made"
    with z.make_database(game, folder, mode="interpreted") as database:
        table, manifest, (values, distances) = database.table, database.manifest, map(np.uint16, database.table.columns())
        number = next(one for one in range(table.count) if table.worth(one).value == 1)
        told = game.write(table.state(number))
    answer = zermelo("verify", folder, "--mode", mode)
    assert (answer.code, "is worth what is said, as far from the end, or from the next tier" in answer.out) == (0, True)
    values[number] += 1
    write_manifest(folder, write(folder, manifest, table.values, values, distances))
    answer = zermelo("verify", folder, "--mode", mode)
    assert (answer.code, "WRONG" in answer.out) == (1, True)
    assert f"{told}: said to be worth 2 in" in answer.out


@pytest.mark.slow
def test_a_database_is_verified_by_compiled_rules(zermelo, made):
    answer = zermelo("verify", made, "--mode", "compiled")
    assert answer.code == 0
    assert "by        zermelo/databases/checkers/twin.py, which knows no solver" in answer.out
    assert json.loads(zermelo("verify", made, "--mode", "compiled", "--json").out)["by"] == "twin"


def test_a_damaged_database_is_told(zermelo, made):
    values = made / "tier-0.zst"
    values.write_bytes(values.read_bytes()[:-1])
    answer = zermelo("verify", made)
    assert answer.code == 2
    assert "remove it; the command that made the database makes it again" in answer.error


def test_states_are_counted(zermelo):
    answer = zermelo("count", "hexapawn", "--unfolded", "--mode", "interpreted")
    assert answer.code == 0
    assert "states      135, in 65 of which the game is over" in answer.out
    facts = json.loads(zermelo("count", "hexapawn", "--mode", "interpreted", "--json").out)
    assert (facts["states"], facts["depths"]) == (71, [1, 2, 5, 13, 20, 17, 11, 2])


def test_a_game_of_ones_own_is_found_again_by_its_file(zermelo, tmp_path):
    file, folder = tmp_path / "mine.py", tmp_path / "made"
    file.write_text(OWN)
    assert zermelo("solve", f"{file}:Mine", "--strong", "--out", folder, "--mode", "interpreted").code == 0
    assert zermelo("probe", folder).code == 0
    moved = tmp_path / "elsewhere" / "mine.py"
    moved.parent.mkdir()
    file.rename(moved)
    answer = zermelo("probe", folder)
    assert answer.code == 2
    assert "say which game it is of" in answer.error
    assert zermelo("probe", folder, "--game", f"{moved}:Mine").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "hexapawn", "--strong"], "--strong and --out DIR go together"),
        (["solve", "hexapawn", "--out", "made"], "--strong and --out DIR go together"),
        (["solve", "hexapawn", "--strong", "--out", "made", "--by", "engine"], "--by is not for --strong"),
        (["solve", "hexapawn", "--strong", "--out", "made", "--threads", "2"], "leave threads out"),
        (["solve", "hexapawn", "--strong", "--out", "made", "--workers", "2"], "leave workers out"),
        (["solve", "hexapawn", "--strong", "--out", "made", "--workers", "2", "--on", "horses"], "not on 'horses'"),
        (["solve", "hexapawn", "--strong", "--out", "made", "--on", "ray"], "say how many workers run on ray"),
        (["solve", "hexapawn", "--workers", "2"], "--strong and --out DIR go together"),
        (["solve", "hexapawn", "--strong", "--out", "made", "--proof", "a.proof"], "--proof is not for --strong"),
        (["solve", "hexapawn", "--strong", "--out", "made", "--states", "9"], "--states is not for --strong"),
        (["solve", "hexapawn", "--strong", "--out", "made", "--memory", "0"], "MiB above 0"),
        (["solve", "pig(2)", "--strong", "--out", "made", "--tiers", "2"], "has chance, and all of such a game is solved"),
        (["probe", "nowhere"], "there is no folder nowhere"),
        (["probe", __file__], "is a file, and a database is a folder"),
        (["best", "hexapawn", "--database", __file__], "is a file, and a database is a folder"),
        (["verify", "hexapawn", "--sample", "3"], "--sample is for a database or a book"),
        (["count", "hexapawn", "--memory", "-1"], "MiB above 0"),
    ],
)
def test_bad_words_get_one_line(zermelo, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = zermelo(*words)
    assert answer.code == 2
    assert said in answer.error
    assert not (tmp_path / "made").exists()


def test_best_tells_what_is_known(zermelo, made):
    answer = zermelo("best", "hexapawn", "--database", made)
    assert answer.code == 0
    assert "value     MIN wins, proved\nreason    known: lost in 6 plies\n" in answer.out
    facts = json.loads(zermelo("best", "hexapawn", "--database", made, "--moves", "b1-b2", "--algorithm", "alphabeta", "--json").out)
    assert (facts["value"], facts["distance"], facts["algorithm"], facts["nodes"]) == (-1, 5, "database", 1)


def test_games_are_played_by_what_is_known(zermelo, made):
    answer = zermelo("play", "hexapawn", "--database", made, "--players", "computer", "alphabeta:depth=1", "--mode", "interpreted")
    assert answer.code == 0
    assert "known: lost in 6 plies, line " in answer.out
    assert "  2  MIN  a3xb2    known: won in 5 plies, line " in answer.out
    assert "MIN won" in answer.out
    players = ("--players", f"computer:database={made}", "random", "--opening-plies", "0")
    answer = zermelo("match", "hexapawn", *players, "--games", "4", "--mode", "interpreted", "--json")
    facts = json.loads(answer.out)
    assert facts["standings"][0]["by_seat"]["MIN"]["wins"] == 2
    answer = zermelo("match", "hexapawn", "--database", made, "--players", "computer", "computer", "--games", "2", "--opening-plies", "0")
    assert answer.code == 0
    assert "           MIN      1    1      0     0  1.000  " in answer.out


def test_the_steps_of_a_search_are_explained_with_what_is_known(zermelo, made):
    answer = zermelo("explain", "hexapawn", "--database", made)
    assert answer.code == 0
    assert "b1-b2: known: won in 5 plies for MIN. Its value is -1." in answer.out
    assert answer.error == ""
    answer = zermelo("explain", "hexapawn", "--database", made, "--algorithm", "mcts")
    assert (answer.code, "--database is for the textbook algorithms" in answer.error) == (2, True)


@pytest.mark.parametrize(
    "command",
    [
        ("best", "tictactoe"),
        ("play", "tictactoe"),
        ("match", "tictactoe", "--players", "random", "computer"),
        ("explain", "tictactoe"),
        ("solve", "tictactoe"),
    ],
    ids=lambda command: command[0],
)
def test_a_database_of_another_game_is_refused(zermelo, made, command):
    answer = zermelo(*command, "--database", made)
    assert (answer.code, "is of Hexapawn(width=3, height=3), not of TicTacToe()" in answer.error) == (2, True)


def test_solve_tells_what_is_known_and_says_so(zermelo, made):
    answer = zermelo("solve", "hexapawn", "--database", made)
    assert answer.code == 0
    assert "score   -1 to MAX, who is to move" in answer.out
    assert "reason  known: lost in 6 plies" in answer.out
    assert f"by      database {made}, in " in answer.out
    assert answer.out.endswith("why     the position is in it\n")
    assert json.loads(zermelo("solve", "hexapawn", "--database", made, "--json").out)["distance"] == 6
    answer = zermelo("solve", "hexapawn", "--database", made, "--by", "engine")
    assert (answer.code, "--database is not for --by" in answer.error) == (2, True)


def test_a_game_with_chance_is_solved_probed_and_checked(zermelo, tmp_path):
    folder = tmp_path / "pig"
    answer = zermelo("solve", "pig(5)", "--strong", "--out", folder, "--mode", "interpreted")
    assert answer.code == 0, answer.error
    assert "value     worth 0.594095941" in answer.out
    assert "of these  352 with a value within 5e-10, between -1 and 1\n" in answer.out
    assert "value iteration, interpreted, in " in answer.out
    facts = json.loads(zermelo("solve", "pig(5)", "--strong", "--out", folder, "--json").out)
    assert (facts["states"], facts["open"], facts["units"]["lows"]) == (352, 0, "utility to MAX, at least")
    probed = zermelo("probe", folder, "2-3 0 2 roll").out
    assert "chance  how likely" in probed
    assert " to MAX; chance moves\n" in probed
    rolled = json.loads(zermelo("probe", folder, "2-3 0 2 roll", "--json").out)
    assert rolled["between"][0] <= rolled["value"] <= rolled["between"][1]
    assert [round(move["chance"], 6) for move in rolled["moves"]] == [0.166667] * 6
    solved = zermelo("solve", "pig(5)", "--database", folder).out
    assert "move                             then\nroll  worth 0.594" in solved
    assert "for MAX, who is to move\nby     database " in solved
    best = zermelo("best", "pig(5)", "--database", folder).out
    assert "reason    known: worth 0.594095941" in best
    assert re.search(r"value     \+59\.41% of a win to MAX, known within \de-1\d\n", best)
    assert not json.loads(zermelo("best", "pig(5)", "--database", folder, "--json").out)["proved"]
    explained = zermelo("explain", "pig(5)", "--database", folder, "--depth", "2").out
    assert re.search(r"its value is known within \de-1\d", explained), explained
    checked = zermelo("verify", folder).out
    assert "every state of every game is worth no less and no more than is said" in checked
    assert "of these  352 with a value; " in checked
    assert json.loads(zermelo("verify", folder, "--json").out)["by"] == "interval_certificate"
    assert "the checker of such databases is not compiled" in zermelo("verify", folder, "--mode", "compiled").error
