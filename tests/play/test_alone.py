"""Games for one player: one answer from every search, players and matches that compare means."""

import json
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

import zermelo as z
from zermelo import CHANCE, Game
from zermelo.checker import check
from zermelo.cli.app import app
from zermelo.play.match import Score, match
from zermelo.play.play import outcome
from zermelo.play.players import seat_name
from zermelo.search.ladder import Climb


class State(NamedTuple):
    rolls: int
    points: int
    rolling: bool


class Bank(Game):
    """Up to `rolls` rolls of a die; a 1 or a 2 loses all points, another number is added. Stop whenever you like."""

    players = 1
    chance = True
    max_actions = 6

    def __init__(self, rolls=4):
        self.rolls = rolls

    def initial(self):
        return State(self.rolls, 0, False)

    def to_move(self, state):
        return CHANCE if state.rolling else 0

    def actions(self, state):
        yield 0
        yield 1

    def outcomes(self, state):
        for number in range(1, 7):
            yield number, 1 / 6

    def result(self, state, action):
        if state.rolling:
            return State(state.rolls - 1, state.points + action if action > 2 else 0, False)
        return State(state.rolls, state.points, True) if action == 0 else State(0, state.points, False)

    def is_terminal(self, state):
        return state.rolls == 0 and not state.rolling

    def utility(self, state, player):
        return float(state.points)


def best_of(rolls, points=0):
    """What one gets on average, by the rules in five lines."""
    if rolls == 0:
        return points
    rolled = (2 * best_of(rolls - 1) + sum(best_of(rolls - 1, points + number) for number in range(3, 7))) / 6
    return max(points, rolled)


class Pick(Game):
    """The state is a number; 0 begins, and one of three is picked, twice."""

    players = 1

    def initial(self):
        return 0

    def to_move(self, state):
        return 0

    def actions(self, state):
        yield from (1, 2, 3)

    def result(self, state, action):
        return 4 * state + action

    def is_terminal(self, state):
        return state > 3

    def utility(self, state, player):
        return -float((state - 10) ** 2)


ALGORITHMS = {
    True: ("engine", "expectiminimax", "maxn", "mcts"),
    False: ("engine", "minimax", "alphabeta", "alphabeta_hard", "expectiminimax", "maxn", "mcts"),
}


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize(("game", "value"), [(Bank(3), best_of(3)), (Pick(), 0)])
def test_every_search_finds_the_same_number(game, value, mode):
    for name in ALGORITHMS[game.chance]:
        limit = {"simulations": 5000} if name == "mcts" else {}
        found = z.best(game, algorithm=name, mode=mode, **limit)
        assert isinstance(found.value, (int, float)), name
        assert found.value == pytest.approx(value), name
        assert found.action in (0, 2), name
    assert z.best(game, mode=mode, sooner=True, ties=True).value == pytest.approx(value)
    assert z.solve(game, mode=mode).value == pytest.approx(value)


def test_star1_serves_where_the_range_is_known():
    class Ranged(Bank):
        utility_range = (0.0, 24.0)

    found = z.best(Ranged(3), algorithm="star1", mode="interpreted")
    assert found.value == pytest.approx(best_of(3))
    assert found.nodes <= z.best(Bank(3), algorithm="expectiminimax", mode="interpreted").nodes


def test_the_only_player_is_max_and_wins_against_nobody():
    assert seat_name(Bank(), 0) == "MAX"
    assert outcome(Bank(), (7.0,)) == "utility 7"
    record = z.play_game(Bank(), ["expectiminimax"], seed=1, mode="interpreted")
    assert len(record.utilities) == 1
    assert z.observe(Pick()).value[0] == 0


@pytest.mark.parametrize("game", [Bank(3), Pick()])
def test_the_ladder_stands_on_the_search_that_the_game_needs(game):
    climb = Climb(game, mode="interpreted")
    measured = [climb.measure(rung) for rung in climb.rungs]
    assert measured[0].rung.name == ("expectiminimax" if game.chance else "minimax")
    assert {round(one.last.value, 9) for one in measured if one.rung.keeps_value} == {round(measured[0].last.value, 9)}
    table = next(one for one in measured if one.rung.name == "table")
    assert table.last.nodes <= measured[0].last.nodes
    assert not climb.has_cutoffs


# Matches


def test_a_match_tells_the_mean_of_each_and_how_sure_it_is():
    result = match(Bank(), ["expectiminimax", "random"], 60, seed=4, mode="interpreted")
    assert [record.players for record in result.records[:4]] == [("expectiminimax",), ("random",)] * 2
    won = [record.utilities[0] for record in result.records[1::2]]
    assert result.utilities(1) == won
    assert result.mean_utility(1) == (pytest.approx(fmean(won)), pytest.approx(1.959964 * stdev(won) / sqrt(60)))
    leads = [one.utilities[0] - other.utilities[0] for one, other in zip(result.records[1::2], result.records[::2], strict=True)]
    assert result.lead(1) == (pytest.approx(fmean(leads)), pytest.approx(1.959964 * stdev(leads) / sqrt(60)))
    assert str(result).startswith(f"expectiminimax: {fmean(result.utilities(0)):.6g} ± ")


def test_the_mean_of_many_games_is_near_the_value():
    result = match(Bank(3), ["expectiminimax"], 2000, seed=1, mode="interpreted")
    mean, reach = result.mean_utility()
    assert abs(mean - best_of(3)) < reach < 0.5


def test_all_play_with_the_same_luck_and_who_gets_more_wins_the_round():
    again = match(Bank(), ["expectiminimax", "expectiminimax"], 20, seed=2, mode="interpreted")
    assert again.lead(1) == (0, 0)
    assert again.score(0) == again.score(1) == Score(draws=20, points=10.0)
    result = match(Bank(), ["expectiminimax", "random"], 20, seed=2, mode="interpreted")
    assert result.score(0).wins == result.score(1).losses > result.score(1).wins
    assert match(Bank(), "random", 5).score().games == 0  # nobody to win against


def test_a_game_against_chance_is_played_to_its_end_and_begins_where_it_begins():
    result = match(Bank(1200), [lambda state: 0], 3, mode="interpreted")
    assert result.unfinished == 0
    assert [len(record.actions) for record in result.records] == [2400] * 3
    assert all(record.opening == 0 for record in result.records)
    short = match(Bank(1200), [lambda state: 0], 3, plies=10)
    assert (short.unfinished, short.utilities(), short.mean_utility()[1]) == (3, [], float("inf"))


def test_nobody_plays_no_match():
    with pytest.raises(z.SpecError, match="one player or more"):
        match(Bank(), [])


def test_the_command_prints_means_and_leads(tmp_path):
    (tmp_path / "pick.py").write_text(
        "from zermelo import Game\n"
        "class Pick(Game):\n"
        "    players = 1\n"
        "    def initial(self): return 0\n"
        "    def to_move(self, state): return 0\n"
        "    def actions(self, state): yield from (1, 2, 3)\n"
        "    def result(self, state, action): return 4 * state + action\n"
        "    def is_terminal(self, state): return state > 3\n"
        "    def utility(self, state, player): return float(state)\n"
    )
    words = ["match", str(tmp_path / "pick.py"), "--players", "minimax", "random", "--games", "4", "--opening-plies", "0"]
    answer = CliRunner().invoke(app, [*words, "--mode", "interpreted"])
    assert answer.exit_code == 0, answer.output
    header, first, second, _, last = answer.output.splitlines()
    assert header.split("  ")[0] == "player"
    assert first.split() == ["minimax", "4", "15", "±", "0", "15", "15"]
    assert second.split()[:2] == ["random", "4"]
    assert last.startswith("8 games of Pick(), seed 0")
    facts = json.loads(CliRunner().invoke(app, [*words, "--json", "--mode", "interpreted"]).output)
    assert facts["standings"][0] | {"interval": [15, 15], "utility": 15, "games": 4, "lead": None} == facts["standings"][0]
    assert facts["standings"][1]["lead"] == facts["standings"][1]["utility"] - 15


# What `check` says of evaluations


def test_an_evaluation_may_promise_more_than_random_games_bring():
    class Points(Bank):
        def evaluate(self, state, player):
            return state.points + 100.0

    report = check(Points(), compile=False)
    assert report.ok
    (note,) = [note for note in report.notes if "evaluate" in note]
    assert note.endswith("If greater ones are possible, all is well")


def test_an_evaluation_beyond_the_range_says_what_a_search_would_do():
    class Low(Bank):
        utility_range = (0.0, 24.0)

        def evaluate(self, state, player):
            return -1.0

    class High(Low):
        def evaluate(self, state, player):
            return 25.0

    (low,) = check(Low(), compile=False).problems
    assert "evaluate(state, 0) is -1, beyond the utilities" in low.message
    assert low.message.endswith("to a search that is worse than any of these ends")
    (high,) = check(High(), compile=False).problems
    assert high.message.endswith("to a search that is better than any of these ends")
