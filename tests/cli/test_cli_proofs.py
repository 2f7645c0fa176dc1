"""`zermelo solve --weak --proof FILE` and `verify FILE`: what is printed, as JSON too, and what is said of bad words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def proof(zermelo, tmp_path):
    """The file of a proof for hexapawn."""
    file = tmp_path / "hexapawn.proof"
    answer = zermelo("solve", "hexapawn", "--weak", "--proof", file, "--mode", "interpreted")
    assert answer.code == 0, answer.error
    assert "value     less than 0 to MAX, proved\nclaim     MIN gets more than 0, within 6 plies, by 10 lines" in answer.out
    return file


def test_a_proof_is_verified(zermelo, proof):
    answer = zermelo("verify", proof)
    assert answer.code == 0
    assert "verdict   every play ends or goes on as claimed\nproved    MIN gets more than 0, within 6 plies" in answer.out
    assert "rules     Hexapawn(" in answer.out
    facts = json.loads(zermelo("verify", proof, "--json").out)
    assert (facts["ok"], facts["claims"][0]["states"], facts["claims"][0]["faults"]) == (True, 10, [])


def test_after_ctrl_c_the_same_command_goes_on(zermelo, tmp_path, monkeypatch):
    def interrupted(*_arguments, **_named):
        raise KeyboardInterrupt

    words = ("solve", "hexapawn", "--weak", "--proof", tmp_path / "proof", "--mode", "interpreted")
    with monkeypatch.context() as patched:
        patched.setattr("zermelo.proofs.proving.Collection", interrupted)
        answer = zermelo(*words)
    assert (answer.code, answer.out) == (130, "")
    assert f"what was found is kept beside {tmp_path / 'proof'}, and the same command goes on with it" in answer.error
    assert (tmp_path / "proof.table0").exists()
    assert zermelo(*words).code == 0
    assert [one.name for one in tmp_path.iterdir()] == ["proof"]


def test_of_a_position_as_json(zermelo, tmp_path):
    answer = zermelo(
        "solve", "hexapawn", "--weak", "--proof", tmp_path / "proof", "--moves", "b1-b2", "--mode", "interpreted", "--json"
    )  # fmt: skip
    facts = json.loads(answer.out)
    assert (facts["position"], facts["sign"], facts["claims"]) == ("bbb/.w./w.w b", -1, ["MIN gets more than 0, within 5 plies"])
    assert sum(facts["lines"]) == len((tmp_path / "proof").read_text().splitlines()) - 1


def test_by_the_engine_it_is_the_exact_value_or_with_weak_who_wins(zermelo, tmp_path):
    file = tmp_path / "proof"
    words = ("solve", "tictactoe", "--by", "engine", "--proof", file, "--moves", "4 0 8 2", "--mode", "interpreted")
    answer = zermelo(*words)
    assert answer.code == 0, answer.error
    assert "value     0 to MAX, proved\nclaim     MAX gets at least 0, within 5 plies" in answer.out
    assert "\nclaim     MIN gets at least 0, within 5 plies" in answer.out
    assert "\nby        engine, interpreted, in" in answer.out
    assert zermelo("verify", file).code == 0
    facts = json.loads(zermelo(*words, "--value", "-0.5", "--json").out)
    assert (facts["by"], facts["value"], facts["sign"]) == ("engine", -0.5, 1)
    assert facts["claims"] == ["MAX gets more than -0.5, within 5 plies"]
    answer = zermelo(*words[:4], "--weak", *words[4:6], "--moves", "4 1", "--mode", "interpreted")
    assert "value     more than 0 to MAX, proved" in answer.out


def test_a_damaged_proof_and_one_of_another_game_are_told(zermelo, proof):
    answer = zermelo("verify", proof, "--game", "tictactoe")
    assert (answer.code, "is of Hexapawn" in answer.error) == (2, True)
    proof.write_bytes(proof.read_bytes()[:-1])
    answer = zermelo("verify", proof)
    assert (answer.code, "its SHA-256 is not what it was made with; make the proof again" in answer.error) == (2, True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("solve", "hexapawn", "--proof", "x"), "--proof is for --weak: who wins, and a strategy that shows it"),
        (("solve", "hexapawn", "--weak", "--proof", "x", "--by", "cfr"), "what proves is one of proof-number, engine, not 'cfr'"),
        (("solve", "hexapawn", "--value", "1"), "--value is for --proof"),
        (("solve", "hexapawn", "--weak", "--proof", "x", "--value", "nan"), "value is a number, not nan"),
        (
            ("solve", "hare_and_hounds", "--proof", "x", "--by", "engine"),
            "positions come back; proof-number search is for that: leave `by`",
        ),
        (("solve", "hexapawn", "--weak", "--proof", "x", "--threads", "2"), "--threads is not for --proof"),
        (("solve", "pig", "--weak", "--proof", "x"), "has chance"),
        (("solve", "hexapawn", "--weak", "--proof", "no/x", "--mode", "interpreted"), "cannot write no/x"),
    ],
)
def test_what_is_wrong_is_told(zermelo, words, told):
    answer = zermelo(*words)
    assert (answer.code, told in answer.error) == (2, True), answer.error


def test_play_of_a_proof_may_end_in_a_database(zermelo, tmp_path):
    game, some, proof = (
        f"{Path(__file__).parent.parent / 'databases' / 'examples.py'}:ReversedGraph(1)",
        tmp_path / "some",
        tmp_path / "proof",
    )
    assert zermelo("solve", game, "--strong", "--tiers", 2, "--out", some, "--mode", "interpreted").code == 0
    answer = zermelo("solve", game, "--weak", "--proof", proof, "--database", some, "--mode", "interpreted")
    assert answer.code == 0, answer.error
    assert f"play ends in {some}, too" in answer.out
    answer = zermelo("verify", proof, "--database", some)
    assert (answer.code, f"what {some} says is believed" in answer.out) == (0, True)
    assert json.loads(zermelo("verify", proof, "--database", some, "--json").out)["ok"]
    assert "give that, too (`--database DIR`)" in zermelo("verify", proof).error
    assert "--database is for a proof, and hexapawn is none" in zermelo("verify", "hexapawn", "--database", some).error
