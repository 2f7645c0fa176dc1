"""`zermelo solve` of games with chance, by value iteration."""

import csv
import json
from pathlib import Path

import pytest

import zermelo as z
from zermelo.games.pig import Pig
from zermelo.solving.graph import GameGraph
from zermelo.solving.value_iteration import ValueIteration

MORRIS = Path(__file__).parent.parent / "solve" / "morris.py"


def test_the_command_solves_a_game_with_chance_by_value_iteration(zermelo, tmp_path):
    found = json.loads(zermelo("solve", "pig(15)", "--position", "3-4 5 2", "--json").out)
    value = ValueIteration(Pig(15), Pig(15).read("3-4 5 2")).run().root.value
    assert found["score"] == -value
    assert found["between"][0] <= found["score"] <= found["between"][1]
    assert found["best"] == [max(found["scores"], key=found["scores"].get)]
    zermelo("solve", "pig(6)", "--policy", str(tmp_path / "policy.csv"))
    rows = list(csv.DictReader((tmp_path / "policy.csv").read_text().splitlines()))
    assert rows[0] == {"position": "0-0 0 1", "to_move": "MAX", "value": rows[0]["value"], "action": "roll"}
    assert float(rows[0]["value"]) == pytest.approx(ValueIteration(Pig(6)).run().root.value)


def test_so_it_does_a_game_of_few_states_that_goes_round(zermelo):
    found = json.loads(zermelo("solve", f"{MORRIS}:Morris(flying=True)", "--mode", "interpreted", "--json").out)
    assert (found["score"], found["states"], len(found["scores"])) == (0, 5390, 9)


def test_where_the_rules_do_not_say_what_going_round_is_worth_it_says_how_to_say_it(zermelo, tmp_path):
    file = tmp_path / "silent.py"
    file.write_text("from tests.solve.morris import Morris\n\nclass Silent(Morris):\n    repetition = None\n")
    how = ("--by", "value-iteration", "--mode", "interpreted")
    out = zermelo("solve", f"{file}:Silent(flying=True)", *how).out
    assert "the rules do not say what that is worth; let `repetition` say" in out
    assert "such as `repetition = 0` in the class" in out
    assert "repetition" not in zermelo("solve", f"{MORRIS}:Morris(flying=True)", *how).out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pig", "--by", "luck"], "'luck' is not one of engine, value-iteration"),
        (["pig", "--threads", "2"], "is for --by engine"),
        (["hexapawn", "--tolerance", "1e-3"], "is for --by value-iteration"),
        (
            ["pig", "--states", "50"],
            "has more than 50 states from '0-0 0 1' on, and no more are listed unless you say so (`most=N`, `zermelo solve --states N`)",
        ),
    ],
)
def test_what_does_not_go_together_is_told(zermelo, words, told):
    answer = zermelo("solve", *words)
    assert answer.code == 2
    assert told in " ".join(answer.error.split())


def test_a_game_without_chance_is_told_in_whole_numbers_with_a_line(zermelo):
    answer = zermelo("solve", "hare_and_hounds", "--by", "value-iteration")
    told = dict(line.split(None, 1) for line in answer.out.splitlines() if line)
    assert told["score"] == "1 to MAX, who is to move"
    assert told["b3-c3*"] == "1"
    game = z.load_game("hare_and_hounds")
    state = game.initial()
    for name in told["line"].split():
        state = game.result(state, next(action for action in game.actions(state) if game.name(state, action) == name))
    assert game.utility(state, 0) == 1


def test_the_states_by_which_it_is_chosen_are_not_listed_again(zermelo, monkeypatch):
    listed, make = [], GameGraph.__init__

    def counted(graph, *arguments):
        make(graph, *arguments)
        listed.append(graph.count)

    monkeypatch.setattr(GameGraph, "__init__", counted)
    answer = zermelo("solve", "three_mens_morris(flying=True)")
    assert dict(line.split(None, 1) for line in answer.out.splitlines() if line)["why"] == "few states, to which many ways lead"
    assert len(listed) == 1
    assert zermelo("solve", "three_mens_morris(flying=True)", "--states", "10").code == 2


def test_a_line_ends_where_play_goes_round(zermelo):
    answer = zermelo("solve", "sliding(2)", "--by", "value-iteration")
    assert answer.code == 0
    found = ValueIteration(z.load_game("sliding(2)")).run()
    actions, goes_round = found.line()
    told = next(line.split()[1:] for line in answer.out.splitlines() if line.startswith("line"))
    assert told[-1] == "..." if goes_round or len(actions) > 40 else told[-1] != "..."
