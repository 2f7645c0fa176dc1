"""`zermelo solve` of games that hide something or have more players: value, how sure it is, and how to play."""

from __future__ import annotations

import json

import pytest

import zermelo as z
from zermelo.solving.strategy import Strategy

KUHN = -1 / 18
"""What Kuhn's poker is worth to who begins (H. W. Kuhn, 1950)."""


def test_a_game_of_hidden_hands_has_a_value_within_bounds_and_a_strategy(zermelo):
    found = json.loads(zermelo("solve", "kuhn", "--tolerance", "1e-4", "--json").out)
    assert (found["algorithm"], found["proved"], found["information_sets"]) == ("cfr+", False, 12)
    assert abs(found["value"] - KUHN) <= found["error"] <= 1e-4
    assert found["play"] == {}  # the cards are dealt
    strategy = found["strategy"]
    assert strategy["J? pb"]["fold"] > 0.99  # the jack never wins
    assert strategy["?K b"]["call"] > 0.99  # and the king always
    assert strategy["?Q b"]["call"] == pytest.approx(1 / 3, abs=0.02)
    assert strategy["K?"]["bet"] == pytest.approx(3 * strategy["J?"]["bet"], abs=0.05)


def test_in_words_it_says_how_sure_the_value_is(zermelo):
    lines = zermelo("solve", "kuhn").out.splitlines()
    facts = dict(line.split(maxsplit=1) for line in lines[lines.index("", 4) + 1 :])
    value, _, _, _, error = facts["value"].split()
    assert facts["value"] == f"{value} to MAX, within {error}"
    assert abs(float(value) - KUHN) <= float(error) + 1e-5
    assert facts["strategy"] == "12 information sets"
    assert facts["by"].startswith("cfr+, compiled, in ")
    assert len([line for line in lines if "?" in line]) == 12


def test_the_strategy_is_saved_for_players(zermelo, tmp_path):
    file = tmp_path / "kuhn.json"
    zermelo("solve", "kuhn", "--by", "cfr", "--tolerance", "0.01", "--policy", file)
    game = z.load_game("kuhn")
    saved = Strategy.load(file, game)
    assert saved.found["algorithm"] == "cfr"
    assert saved.found["exploitability"] <= 0.01
    assert z.play_game(game, [f"strategy:file={file}"] * 2, seed=1).ending == "rules"


def test_a_large_strategy_is_counted_and_not_printed(zermelo):
    answer = zermelo("solve", "leduc", "--tolerance", "1")
    assert "strategy  936 information sets; --policy FILE saves what to do in each" in answer.out
    assert len(answer.out.splitlines()) == 9
    assert answer.out.endswith("why       something is hidden: actions are mixed\n")


def test_with_three_hidden_hands_nothing_is_proved(zermelo):
    found = json.loads(zermelo("solve", "kuhn(players=3)", "--json").out)
    assert (found["error"], found["proved"], len(found["value"])) == (None, False, 3)
    assert sum(found["value"]) == pytest.approx(0)


def test_three_players_have_the_values_of_max_n(zermelo):
    game = "nim((1, 2, 3), players=3)"
    book = z.best(z.load_game(game), algorithm="maxn", mode="interpreted")
    found = json.loads(zermelo("solve", game, "--mode", "interpreted", "--json").out)
    assert (found["value"], found["proved"], found["strategy"]) == (list(book.value), True, None)
    assert list(found["play"].values()) == [1]
    lines = zermelo("solve", game, "--mode", "interpreted").out.splitlines()
    assert "value   -0.5 1 -0.5 to each player, proved" in lines
    assert "or      -0.5 -0.5 1; 1 -0.5 -0.5, by other choices among equals" in lines
    assert f"action  {next(iter(found['play']))}" in lines


def test_a_textbook_algorithm_may_be_named(zermelo):
    assert "value   0 to MAX, proved" in zermelo("solve", "tictactoe", "--by", "alphabeta").out
    assert "value  5 to MAX, proved" in zermelo("solve", "tree('chance(1/4: 8 3/4: MAX(1 4))')", "--by", "expectiminimax").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("kuhn", "--position", "KQ"), "only the whole game is solved"),
        (("kuhn", "--states", 9), "is for --by value-iteration; this is --by cfr+"),
        (("kuhn", "--threads", 2), "is for --by engine; this is --by cfr+"),
        (("kuhn", "--output", "here"), "is for --by engine"),
        (("kuhn", "--policy", "nowhere/kuhn.json"), "there is no folder nowhere"),
        (("nim", "--policy", "here"), "is for --by value-iteration, cfr, cfr+, mccfr; this is --by engine"),
        (("nim(players=3)", "--policy", "here"), "is for --by cfr, cfr+, mccfr; this is --by engine"),
        (("nim", "--by", "alphabeta", "--tolerance", 1), "this is --by alphabeta"),
        (("nim", "--by", "mcts"), "'mcts' is not one of engine, value-iteration, retrograde, cfr"),
    ],
)
def test_what_does_not_go_together_is_told(zermelo, words, told):
    answer = zermelo("solve", *words)
    assert answer.code == 2
    assert told in " ".join(answer.error.replace("│", " ").split())


def test_ctrl_c_stops_it(terminal):
    solving = terminal("solve", "liars_dice", "--tolerance", "0")
    solving.expect(r"solving by cfr\+: [\d,]+ iterations")
    solving.interrupt()
    solving.expect("stopped before it was solved; `zermelo cfr` shows what is known so far")
    assert solving.leave() == 130


# Where all choose at once


def test_where_all_choose_at_once_the_table_says_how_both_mix(zermelo):
    found = json.loads(zermelo("solve", "morra", "--json").out)
    assert (found["algorithm"], found["value"], found["information_sets"]) == ("backward-induction", 0, 2)
    assert found["stage"]["payoffs"] == [[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]]
    for player in ("MAX", "MIN"):
        assert 4 / 7 - 1e-9 <= found["stage"][player]["1-2"] <= 3 / 5 + 1e-9
    assert found["play"] == found["stage"]["MAX"]
    lines = zermelo("solve", "rps").out.splitlines()
    assert lines[2:7] == [
        "            rock   paper  scissors     MAX",
        "rock           0      -1         1  0.3333",
        "paper          1       0        -1  0.3333",
        "scissors      -1       1         0  0.3333",
        "MIN       0.3333  0.3333    0.3333",
    ]
    assert lines[-4].startswith("value     0 to MAX, within ")


def test_where_chance_begins_there_is_no_table(zermelo):
    assert json.loads(zermelo("solve", "goofspiel(3)", "--json").out)["stage"] is None
    assert "MIN" not in zermelo("solve", "goofspiel(3)").out


def test_such_a_strategy_is_saved_and_played(zermelo, tmp_path):
    file = tmp_path / "bids.json"
    zermelo("solve", "goofspiel(3, 'up')", "--policy", file)
    answer = zermelo("match", "goofspiel(3, 'up')", "--players", f"strategy:file={file}", "random", "--games", "4")
    assert "4 games of Goofspiel" in answer.out
    assert zermelo("strategy", file).out.startswith("1,2,3 1,2,3 2,3 1 0")


def test_options_of_other_ways_to_solve_are_refused_there(zermelo):
    answer = zermelo("solve", "rps", "--tolerance", "0.1")
    assert answer.code == 2
    assert "this is --by backward-induction" in " ".join(answer.error.split())
