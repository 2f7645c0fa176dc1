"""Matches: varied openings, changing seats, scores with their interval."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import Coin, Forever, Race, Three

import zermelo as z
from zermelo.play.match import Openings, Score, interval, match


def test_results_by_player_and_seat():
    result = match(Race(7), ["minimax", "random"], 20, seed=1, opening_plies=0, mode="interpreted")
    assert result.score(0) == Score(wins=result.score(0).wins, losses=result.score(1).wins, points=result.score(0).wins)
    assert result.score(0, seat=0) == Score(wins=10, points=10.0)  # 7 matches are won by who begins
    assert result.score(0, 0) + result.score(0, 1) == result.score(0)
    assert result.score(0).games == result.score(1).games == 20
    assert result.score(0).points + result.score(1).points == 20


def test_both_players_get_each_opening_from_each_seat():
    result = match(z.load_game("connect4"), ["random", "alphabeta:depth=1"], 20, seed=3, mode="interpreted")
    openings = [record.actions[: record.opening] for record in result.records]
    assert openings[0::2] == openings[1::2]
    assert {len(opening) for opening in openings} == {2}
    assert [record.players[0] for record in result.records] == ["random", "alphabeta:depth=1"] * 10


def test_players_who_always_play_the_same_do_not_repeat_a_game():
    result = match(z.load_game("connect4"), ["alphabeta:depth=1", "alphabeta:depth=2"], 40, mode="interpreted")
    assert len({record.actions[: record.opening] for record in result.records}) == 20
    assert len({record.states[record.opening] for record in result.records}) == 20


def test_an_opening_never_ends_the_game_and_is_shorter_where_the_game_is():
    openings = Openings(Race(4), Race(4).initial(), 0, 4)
    found = [openings.next() for _ in range(20)]
    assert all(sum(actions) < 4 for actions in found)
    assert len(set(found)) > 1
    assert Openings(Race(1), Race(1).initial(), 0, 4).next() == ()


def test_openings_grow_longer_when_the_short_ones_have_all_been_played():
    game = z.load_game("connect4")
    found = Openings(game, game.initial(), 0, 1)
    openings = [found.next() for _ in range(40)]
    assert {len(actions) for actions in openings[:5]} == {1}
    assert len(openings[-1]) == 2
    assert len(set(openings)) == 40


class Line(Race):
    """A game of this many plies in which nobody has a choice; it counts its steps."""

    steps = 0

    def actions(self, state):
        yield 1

    def result(self, state, action):
        Line.steps += 1
        return super().result(state, action)


@pytest.mark.parametrize("length", [10, 100_000])
def test_what_openings_cost_grows_as_their_plies_do_and_no_faster(length):
    """Where the game is shorter than its openings, and where all of them have been played."""
    game, cost = Line(length), []
    for plies in (50, 100):
        openings = Openings(game, game.initial(), 0, plies)
        for _ in range(9):  # the first, those that are longer, and one that comes again
            Line.steps = 0
            openings.next()
        cost.append(Line.steps)
    assert cost[1] <= 2.1 * cost[0]
    assert cost[1] <= 50 * 8 * 110


def test_without_an_opening_all_games_begin_the_same():
    records = match(Race(), ["minimax", "minimax"], 4, opening_plies=0, mode="interpreted").records
    assert len({record.actions for record in records}) == 1


def test_a_match_from_a_position_that_is_over():
    result = match(Race(), ["random", "random"], 2, state=Race().read("0 1"))
    assert [record.actions for record in result.records] == [(), ()]
    assert result.score(0) == Score(wins=1, losses=1, points=1.0)


def test_the_same_seed_is_the_same_match():
    def games(seed):
        return [record.actions for record in match(Race(20), ["random", "random"], 10, seed=seed).records]

    assert games(1) == games(1) != games(2)


def test_both_games_of_a_pair_have_the_same_luck():
    game = Coin()
    records = match(game, ["random", "random"], 20, opening_plies=0).records
    tosses = [record.actions[1] for record in records]
    assert tosses[0::2] == tosses[1::2]
    assert set(tosses) == {0, 1}


def test_three_players_take_each_seat_in_turn():
    result = match(Three(9), ["maxn", "random", "random:seed=4"], 9, mode="interpreted")
    assert [[result.seat_of(player, number) for number in range(3)] for player in range(3)] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert [record.players[result.seat_of(0, number)] for number, record in enumerate(result.records)] == ["maxn"] * 9
    assert all(result.score(0, seat).games == 3 for seat in range(3))
    assert sum(result.score(player).points for player in range(3)) == pytest.approx(9)


class Payer(Three):
    """As Three, but who takes the last one pays the two others."""

    def utility(self, state, player):
        return -2 if (player + 1) % 3 == state.player else 1


def test_those_who_win_together_win_and_share_the_point():
    result = match(Payer(4), [lambda state: 1] * 3, 3, opening_plies=0)  # the first player takes the last match
    assert [record.utilities for record in result.records] == [(-2, 1, 1)] * 3
    assert [result.score(player) for player in range(3)] == [Score(wins=2, losses=1, points=1.0)] * 3
    assert "+2 =0 -1" in str(result)
    assert str(result.records[0]).endswith("player 2 and player 3 won")


def test_where_all_have_the_same_it_is_a_draw():
    class Even(Three):
        def utility(self, state, player):
            return 0

    result = match(Even(4), ["random"] * 3, 3)
    assert [result.score(player) for player in range(3)] == [Score(draws=3, points=1.0)] * 3


def test_an_unfinished_game_counts_as_a_draw():
    result = match(Forever(), ["random", "random"], 3, plies=10)
    assert result.unfinished == 3
    assert result.score() == Score(draws=3, points=1.5)


def test_ctrl_c_keeps_what_was_played():
    seen = []

    def interrupt(result):
        seen.append(len(result.records))
        if len(result.records) == 3:
            raise KeyboardInterrupt

    result = match(Race(), ["random", "random"], 100, progress=interrupt)
    assert seen == [1, 2, 3]
    assert result.stopped
    assert result.score().games == 3


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (["random"], {}, "is for 2 players; given: 1"),
        (["human", "random"], {}, "a match is between computers"),
        (["random", "random"], {"games": 0}, "at least 1 game, not 0"),
        (["random", "random"], {"opening_plies": -1}, "0 plies or more, not -1"),
    ],
)
def test_what_a_match_refuses(players, options, says):
    with pytest.raises(z.SpecError, match=says):
        match(Race(), players, **options)


def test_the_result_is_json():
    result = match(Race(7), ["minimax", "random"], 4, mode="interpreted").as_dict()
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert result["games"] == result["wins"] + result["draws"] + result["losses"] == 4
    assert [standing["player"] for standing in result["standings"]] == ["minimax", "random"]
    assert result["standings"][0]["by_seat"]["MAX"]["games"] == 2


def test_a_match_says_how_it_went():
    result = match(Race(7), ["minimax", "random:seed=1"], 2, opening_plies=0, mode="interpreted")
    won = result.score(0).wins
    assert won >= 1  # with 7 matches, who begins can win
    assert re.findall(r"([\w:=]+): \+(\d) =(\d) -(\d), score ([\d.]+) \(", str(result)) == [
        ("minimax", f"{won}", "0", f"{2 - won}", f"{won / 2:.3f}"),
        ("random:seed=1", f"{2 - won}", "0", f"{won}", f"{1 - won / 2:.3f}"),
    ]


# The interval


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_the_interval_holds_the_score_and_stays_within_0_and_1(games, share):
    low, high = interval(share * games, games)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1
    assert low < high


@given(st.integers(1, 1000), st.floats(0, 1))
def test_more_games_make_it_narrower(games, share):
    def width(number):
        low, high = interval(share * number, number)
        return high - low

    assert width(4 * games) < width(games)


def test_known_intervals():
    """Wilson (1927); the figures of R's `prop.test(x, n, correct = FALSE)`."""
    assert interval(0, 10) == pytest.approx((0.0, 0.2775328), abs=1e-6)
    assert interval(15, 100) == pytest.approx((0.0930, 0.2328), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)
    assert Score().share is None


class Listed(z.Game):
    """As a beginner writes it: the state is a list."""

    def initial(self):
        return [4, 0]

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(2, state[0]) + 1)

    def result(self, state, action):
        return [state[0] - action, 1 - state[1]]

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if state[1] != player else -1


def test_states_that_cannot_be_hashed_can_be_played_for():
    assert len(z.match(Listed(), ["random", "minimax:depth=2"], 4, seed=1).records) == 4
