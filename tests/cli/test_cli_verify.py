"""`zermelo verify`: what is told, and the exit codes."""

import json
from pathlib import Path

import pytest


def test_the_command_says_that_all_is_well(zermelo):
    answer = zermelo("verify", "tictactoe", "--positions", "5", "--table", "0.001")
    assert answer.code == 0
    assert "the value of minimax in every search" in answer.out


def test_as_json_it_shows_where_values_differ(zermelo):
    answer = zermelo("verify", "kalah", "--positions", "20", "--option", "extensions=true", "--mode", "interpreted", "--json")
    facts = json.loads(answer.out)
    assert answer.code == 0
    assert (facts["ok"], facts["keeps_value"]) == (True, False)
    assert facts["differences"][0].keys() == {"position", "depth", "found", "expected", "action", "best"}


def test_a_difference_that_no_option_explains_is_exit_code_1(zermelo, tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.search.engine.engine.checked_folds", lambda game: None)  # as if the states that it looks at showed nothing
    file = tmp_path / "lying.py"
    file.write_text(
        "from zermelo.games.nim import Nim\n\n\nclass Lying(Nim):\n    def symmetries(self, state):\n        yield self.initial()\n"
    )
    answer = zermelo("verify", f"{file}:Lying", "--option", "symmetries=9", "--positions", "20", "--mode", "interpreted")
    assert answer.code == 1
    assert " DIFFER\n" in answer.out
    one = zermelo("verify", f"{file}:Lying", "--option", "symmetries=9", "--positions", "1", "--depth", "3", "--mode", "interpreted")
    assert "verdict   1 value DIFFERS\n" in one.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--positions", "0"], "positions is a whole number from 1 up"),
        (["--depth", "0"], "depth"),
        (["--option", "killer=true"], "did you mean killers"),
        (["--table", "0"], "MiB above 0"),
    ],
)
def test_bad_words_get_one_line(zermelo, words, said):
    answer = zermelo("verify", "nim", *words)
    assert answer.code == 2
    assert said in answer.error


def test_at_random_every_searcher_is_held_against_the_judge(zermelo):
    answer = zermelo("verify", "--random", "--searches", 40, "--seed", 3, "--jobs", 1, "--mode", "interpreted")
    assert answer.code == 0
    assert "as the judge says, in every one" in answer.out
    assert "seed 3" in answer.out
    facts = json.loads(zermelo("verify", "--random", "--searches", 40, "--seed", 3, "--jobs", 1, "--mode", "interpreted", "--json").out)
    assert (facts["ok"], facts["seed"], facts["wrong"]) == (True, 3, [])
    assert sum(kinds["interpreted"] for kinds in facts["by"].values()) == facts["searches"] >= 40


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nim", "--random"), "leave 'nim' out"),
        ((), "name a game, or give --random"),
        (("--random", "--mode", "fast"), "modes among"),
        (("--random", "--jobs", 0), "jobs are 1 or more"),
        (("databases/morris",), "no folder or file databases/morris is there"),
        (("conect4",), "did you mean connect4?"),
        ((str(Path(__file__).parents[1] / "slow.txt"),), "slow.txt does not begin as a proof or a book does"),
    ],
)
def test_what_verify_cannot_do_is_said(zermelo, words, told):
    answer = zermelo("verify", *words)
    assert answer.code == 2
    assert told in answer.error
