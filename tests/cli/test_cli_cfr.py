"""`zermelo cfr` and `zermelo strategy`: what they print, files that are gone on with, and what is refused."""

import json
import os
import re
from pathlib import Path

import pytest

KUHN = "kuhn.json"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_it_prints_the_strategy_and_what_it_is_worth(zermelo):
    lines = zermelo("cfr", "kuhn", "--iterations", 2000, "--mode", "interpreted").out.splitlines()
    assert lines[0].startswith("J?     check 0.")
    assert "K? pb  fold 0  call 1" in lines
    assert len([line for line in lines if "?" in line]) == 12
    facts = dict(line.split("  ", 1) for line in lines[lines.index("") + 1 :])
    assert facts["values"].strip() == "-0.055556 to MAX, 0.055556 to MIN"
    assert facts["tree"].strip() == "58 nodes, 12 information sets"


def test_a_large_strategy_is_not_printed(zermelo):
    answer = zermelo("cfr", "leduc", "--iterations", 2)
    assert answer.code == 0
    assert len(answer.out.splitlines()) == 5


def test_as_json_it_gives_the_numbers(zermelo):
    found = json.loads(zermelo("cfr", "kuhn", "--exploitability", "0.001", "--json").out)
    assert (found["game"], found["algorithm"], found["information_sets"]) == ("Kuhn(players=2)", "cfr+", 12)
    assert 0 < found["exploitability"] <= 0.001
    assert found["nash_conv"] == 2 * found["exploitability"]


def test_a_saved_strategy_is_gone_on_with(zermelo):
    zermelo("cfr", "kuhn", "--iterations", 20, "--output", KUHN)
    again = zermelo("cfr", "kuhn", "--iterations", 50, "--output", KUHN, "--json").out
    whole = zermelo("cfr", "kuhn", "--iterations", 50, "--json").out
    times = {"seconds": 0}
    assert json.loads(again) | times == json.loads(whole) | times
    assert zermelo("cfr", "kuhn", "--iterations", 50, "--output", KUHN).out.count("50 of them before") == 1


def test_ctrl_c_saves_what_was_found_and_the_next_run_goes_on(zermelo, terminal):
    running = terminal("cfr", "kuhn", "--iterations", "1000000000", "--output", KUHN)
    running.expect("iterations/s")
    running.interrupt()
    assert running.leave() == 130
    assert "stopped after" in running.seen
    assert "values" in running.seen
    held = json.loads(Path(KUHN).read_text())
    assert held["progress"]["iterations"] == held["found"]["iterations"] > 0
    assert os.listdir() == [KUHN]
    more = json.loads(zermelo("cfr", "kuhn", "--seconds", "0.01", "--output", KUHN, "--json").out)
    assert more["iterations"] > held["progress"]["iterations"]


def test_strategy_shows_a_file(zermelo):
    zermelo("cfr", "kuhn", "--iterations", 100, "--output", KUHN)
    lines = zermelo("strategy", KUHN).out.splitlines()
    assert len([line for line in lines if "?" in line]) == 12
    assert "algorithm       cfr+" in lines
    only = zermelo("strategy", KUHN, "--seen", "K").out.splitlines()
    assert [line.split()[0] for line in only if "?" in line] == ["K?", "K?"]
    shown = json.loads(zermelo("strategy", KUHN, "--json").out)
    assert (shown["game"], len(shown["sets"])) == ("Kuhn(players=2)", 12)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("cfr", "kuhn", "--algorithm", "cfr-"), "there is no algorithm 'cfr-' for strategies"),
        (("cfr", "kuhn", "--output", "none/kuhn.json"), "there is no folder none"),
        (("cfr", "kuhn", "--output", "other.json"), "other.json is not a strategy"),
        (("cfr", "leduc", "--output", KUHN), r"is a strategy for Kuhn(players=2), not for Leduc()"),
        (("cfr", "kuhn", "--algorithm", "cfr", "--output", KUHN), "made with algorithm 'cfr+', not 'cfr'"),
        (("cfr", "kuhn", "--seconds", "-1"), "seconds is a number from 0 up, not -1.0"),
        (("strategy", "none.json"), "cannot read none.json"),
        (("strategy", KUHN, "--seen", "X"), "says nothing of what begins with 'X'; it begins with 'J?'"),
    ],
)
def test_what_is_refused_is_said_in_one_line(zermelo, words, complaint):
    if KUHN in words:
        zermelo("cfr", "kuhn", "--iterations", 5, "--output", KUHN)
    if "other.json" in words:
        Path("other.json").write_text("{}")
    answer = zermelo(*words)
    assert answer.code == 2
    assert complaint in answer.error
    assert len(answer.error.splitlines()) == 1


def test_there_is_one_iteration_at_least(zermelo):
    answer = zermelo("cfr", "kuhn", "--iterations", 0)
    assert (answer.code, answer.error) == (2, "zermelo: --iterations is a number of iterations from 1 up, not 0\n")


def test_a_strategy_that_somebody_has_edited_is_not_shown(zermelo, tmp_path):
    file = tmp_path / "kuhn.json"
    zermelo("cfr", "kuhn", "--iterations", 100, "--output", file)
    file.write_text(re.sub(r'"check": 0\.\d+', '"check": 7.5', file.read_text(), count=1))
    answer = zermelo("strategy", file)
    assert answer.code == 2
    assert re.search("the probabilities in '.*' are 7.5, .*; each is from 0 to 1, and they sum to 1", answer.error)
