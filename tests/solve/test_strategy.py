"""Strategies as data: what they say, and files that are whole, damaged, foreign or written by hand."""

from __future__ import annotations

import json
import os

import pytest

import zermelo as z
from zermelo.errors import SearchError, SpecError
from zermelo.solving.solver import equilibrium
from zermelo.solving.strategy import Strategy, read_file

GAME = z.load_game("kuhn")
BY_HAND = """{"format": "zermelo strategy", "version": 1, "game": "Kuhn(players=2)", "found": {}, "progress": null, "sets": [
["K?", {"check": 0, "bet": 1}],
["?Q b", {"fold": 0.5, "call": 0.5}]
]}"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "kuhn.json"
    path.write_text(BY_HAND)
    return path


def test_it_says_what_to_do_by_what_the_player_sees(file):
    strategy = Strategy.load(file, GAME)
    assert strategy.at(GAME.read("KJ")) == strategy.at(GAME.read("KQ")) == {0: 0, 1: 1}
    assert strategy.at(GAME.read("KQ b")) == {0: 0.5, 1: 0.5}
    with pytest.raises(SearchError, match=r"does not say what to do in 'Q\?'"):
        strategy.at(GAME.read("QJ"))


def test_it_is_shown_as_a_table(file):
    assert str(Strategy.load(file, GAME)).splitlines() == ["K?    check 0  bet 1", "?Q b  fold 0.5  call 0.5"]
    assert repr(Strategy.load(file, GAME)) == "<a strategy for Kuhn(players=2): 2 information sets>"


@pytest.mark.parametrize("spec", ["kuhn(3)", "liars_dice(1, 3)", "pawns"])
def test_what_was_saved_is_loaded_to_the_last_bit(spec, tmp_path):
    game = z.load_game(spec)
    strategy = equilibrium(game, iterations=20)
    strategy.save(tmp_path / "s.json")
    assert Strategy.load(tmp_path / "s.json", game).mixed == strategy.mixed
    assert os.listdir(tmp_path) == ["s.json"]


def test_a_file_is_written_whole_or_not_at_all(file, monkeypatch):
    def no_room(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(SpecError, match=r"cannot write .*kuhn\.json: No space left on device"):
        equilibrium(GAME, iterations=2).save(file)
    assert file.read_text() == BY_HAND
    assert os.listdir(file.parent) == ["kuhn.json"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (BY_HAND, "", "is not a strategy, or is damaged"),
        (BY_HAND, BY_HAND[:90], "is not a strategy, or is damaged"),
        (BY_HAND, "[]", "is not a strategy; `zermelo cfr GAME --output FILE` writes one"),
        ("zermelo strategy", "other", "is not a strategy; "),
        ('"version": 1', '"version": 2', "of version 2, and this program knows version 1"),
        ("Kuhn(players=2)", "Leduc()", r"is a strategy for Leduc\(\), not for Kuhn\(players=2\)"),
        ('"found": {}, ', "", "has no 'found'"),
        ('{"check": 0, "bet": 1}', "3", "not an observation and its actions"),
        ('"K?"', '"X?"', r"'X\?': 'X' in 'X\?' is not a card"),
        ('"bet": 1', '"jump": 1', r"'K\?': 'jump' is not a legal action"),
        ('"fold": 0.5, ', "", r"'\?Q b': there is no probability for 'fold'"),
        ('"bet": 1', '"bet": 0.5', r"probabilities in 'K\?' are 0, 0.5; each is from 0 to 1, and they sum to 1"),
        ('"check": 0, "bet": 1', '"check": -1, "bet": 2', "each is from 0 to 1"),
        ('"check": 0, "bet": 1', '"check": 0, "bet": NaN', "each is from 0 to 1"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(old, new, complaint, file):
    file.write_text(BY_HAND.replace(old, new))
    with pytest.raises(SpecError, match=complaint):
        Strategy.load(file, GAME)


def test_a_file_that_is_not_there_or_not_text(tmp_path):
    with pytest.raises(SpecError, match=r"cannot read .*: No such file"):
        read_file(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SpecError, match="is not a strategy, or is damaged"):
        read_file(tmp_path / "bytes.json")


def test_a_file_says_where_it_comes_from(tmp_path):
    Strategy(GAME, {GAME.read("J?"): {0: 1.0, 1: 0.0}}, {"algorithm": "by hand"}).save(tmp_path / "s.json", {"iterations": 3})
    held = read_file(tmp_path / "s.json")
    assert (held["found"], held["progress"]) == ({"algorithm": "by hand"}, {"iterations": 3})
    assert json.loads((tmp_path / "s.json").read_text())["sets"] == [["J?", {"check": 1.0, "bet": 0.0}]]
