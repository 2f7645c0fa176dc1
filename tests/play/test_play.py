"""One game, from a state to its end, and its record."""

import json
from time import sleep

import pytest
from small_games import Coin, Forever, Race, Round, Stuck, Three

import zermelo as z
from zermelo.play.clock import TimeControl, time_control
from zermelo.play.play import outcome, play_game
from zermelo.play.search_players import SearcherPlayer


def test_a_record_tells_the_whole_game():
    game = Race(matches=4)
    record = play_game(game, ["minimax", "minimax"], mode="interpreted")
    assert record.players == ("minimax", "minimax")
    assert record.actions == (1, 1, 2)
    assert record.states == ((4, 0), (3, 1), (2, 0), (0, 1))
    assert record.final == (0, 1)
    assert record.utilities == (1, -1)
    assert record.names() == ("TAKE1", "TAKE1", "TAKE2")
    assert [(turn.ply, turn.player) for turn in record.turns] == [(1, 0), (2, 1), (3, 0)]
    assert str(record) == "TAKE1 TAKE1 TAKE2: utility 1, MAX won"


def test_a_record_is_json():
    text = json.dumps(play_game(Race(2), ["minimax", "random"], seed=1, mode="interpreted").as_dict(), allow_nan=False)
    assert json.loads(text) == {
        "game": "Race(matches=2)",
        "players": ["minimax", "random"],
        "start": "2 0",
        "moves": [{"ply": 1, "player": "MAX", "action": "TAKE2"}],
        "final": "0 1",
        "utility": 1,
        "utilities": [1, -1],
        "ending": "rules",
    }


def test_a_game_can_begin_anywhere():
    game = Race(matches=7)
    record = play_game(game, ["minimax", "minimax"], game.read("2 1"), mode="interpreted")
    assert record.actions == (2,)
    assert record.utilities == (-1, 1)


def test_nothing_is_played_in_a_game_that_is_over():
    game = Race()
    record = play_game(game, ["random", "random"], game.read("0 1"))
    assert (record.actions, record.utilities) == ((), (1, -1))


def test_chance_moves_by_its_probabilities_and_by_the_seed():
    game = Coin()
    ends = [play_game(game, ["expectiminimax", "random"], seed=seed, mode="interpreted").utilities for seed in range(60)]
    assert set(ends) == {(1, -1), (-1, 1)}
    assert 15 < ends.count((1, -1)) < 45
    assert ends == [play_game(game, ["expectiminimax", "random"], seed=seed, mode="interpreted").utilities for seed in range(60)]


def test_three_players():
    record = play_game(Three(matches=6), ["maxn", "random", "maxn"], seed=2, mode="interpreted")
    assert sorted(record.utilities) == [-1, -1, 2]


def test_a_game_without_end_is_left_unfinished():
    record = play_game(Forever(), ["random", "random"], plies=25)
    assert len(record.actions) == 25
    assert record.utilities is None
    assert (record.as_dict()["utility"], record.ending) == (None, None)
    assert "unfinished" in str(record)


def test_players_who_always_play_the_same_do_not_go_round_for_ever():
    record = play_game(Forever(), ["alphabeta:depth=1", "minimax:depth=1"], plies=1000, mode="interpreted")
    assert record.states == (0, 1, 0, 1, 0)  # the first position has come for the third time
    assert record.utilities is None


def test_where_the_rules_say_what_a_repetition_is_worth_the_third_ends_the_game():
    record = play_game(Round(), ["random", "random"])
    assert record.states == (0, 1, 0, 1, 0)
    assert (record.utilities, record.ending) == ((5, -5), "repetition")
    assert str(record) == "0 0 0 0: utility 5, MAX won: a position came for the third time"


def test_who_plays_with_the_engine_is_told_what_has_been_played(monkeypatch):
    told = []
    monkeypatch.setattr(
        SearcherPlayer, "search", lambda self, state: told.append(self.history) or z.best(Race(), state, depth=1, mode="interpreted")
    )
    play_game(Race(), ["engine:depth=1", "random"], seed=1, mode="interpreted")
    assert told[0] == []
    assert told[1][0] == Race().initial()
    assert [len(history) for history in told] == [0, 2, 4][: len(told)]


# Clocks


def test_who_keeps_a_clock_plays_within_it():
    record = play_game(Race(30), ["engine", "engine"], clock="20+0.01", mode="interpreted")  # of which it takes little
    assert record.ending == "rules"


def test_who_oversteps_the_time_loses(monkeypatch):
    monkeypatch.setattr(SearcherPlayer, "search", lambda self, state: sleep(0.1) or z.best(Race(), state, depth=1, mode="interpreted"))
    for players, utilities in ((["engine", "random"], (-1, 1)), (["random", "engine"], (1, -1))):
        record = play_game(Race(30), players, seed=1, clock=TimeControl(0.15, 0.01), mode="interpreted")
        assert (record.utilities, record.ending) == (utilities, "time")
        assert str(record).endswith("M" + ("IN won on time" if utilities[0] < 0 else "AX won on time"))


def test_a_clock_needs_someone_to_keep_it():
    with pytest.raises(z.SpecError, match=r"a clock \(60\+0\) is for players of the kind engine, and none plays here"):
        play_game(Race(), ["random", "computer"], clock="60")


@pytest.mark.parametrize("text", ["", "x", "0", "-1", "60+", "60+-1", "60+1+1", "inf", "60+nan"])
def test_what_is_no_clock(text):
    with pytest.raises(z.SpecError, match="a clock is seconds, or seconds and what each move adds, such as 60 or 60"):
        play_game(Race(), ["engine", "random"], clock=text)


def test_a_clock_as_people_write_it():
    assert time_control("60+0.5") == TimeControl(60, 0.5) == time_control(str(TimeControl(60, 0.5)))
    assert time_control("3") == TimeControl(3, 0)


def test_a_player_who_breaks_the_rules_is_named():
    def cheat(state):
        return 5

    with pytest.raises(z.ActionError, match=r"cheat \(MIN\) chose 5, which is not legal in '6 1'; legal: 1, 2"):
        play_game(Race(), ["minimax", cheat], mode="interpreted")


def test_a_player_who_raises_is_named_with_the_position():
    def divides(state):
        return 1 // (state[0] - 6)

    told = r"divides \(MIN\) raises ZeroDivisionError: .* by zero \(.*test_play\.py, line \d+, in divides\), asked for an action in '6 1'"
    with pytest.raises(z.ActionError, match=told) as raised:
        play_game(Race(), ["minimax", divides], mode="interpreted")
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    with pytest.raises(z.ActionError, match=r"<lambda> \(MAX\) raises KeyError: 'x' \("):
        play_game(Race(), [lambda state: {}["x"], "random"])


def test_a_rule_that_raises_when_a_player_of_ours_asks_it_is_told_as_one():
    class Broken(Race):
        def result(self, state, action):
            return 1 // 0

    with pytest.raises(z.GameError, match="ZeroDivisionError"):
        play_game(Broken(), ["minimax", "random"], mode="interpreted")


class Vast(Race):
    """Who wins gets more than floats tell apart."""

    def utility(self, state, player):
        return super().utility(state, player) * (2**53 + 1)


def test_an_end_may_be_worth_what_no_float_holds():
    record = play_game(Vast(), ["random", "random"], seed=1)
    assert sorted(record.utilities) == [-(2**53) - 1, 2**53 + 1]
    assert sorted(json.loads(json.dumps(record.as_dict()))["utilities"]) == [-(2**53) - 1, 2**53 + 1]
    assert "9007199254740993" in str(record)


def test_a_game_without_actions_is_named():
    with pytest.raises(z.GameError, match="has no action in a state that is not terminal"):
        play_game(Stuck(), ["random", "random"])


@pytest.mark.parametrize(
    ("game", "utilities", "words"),
    [
        (Race(), (1, -1), "utility 1, MAX won"),
        (Race(), (-1, 1), "utility -1, MIN won"),
        (Race(), (0, 0), "utility 0, a draw"),
        (Race(), (float("-inf"), float("inf")), "utility -inf, MIN won"),
        (Race(), None, "unfinished"),
        (Three(), (2, -1, -1), "utilities 2 -1 -1, player 1 won"),
        (Three(), (1, -1, 1), "utilities 1 -1 1, player 1 and player 3 won"),
        (Three(), (0, 0, 0), "utilities 0 0 0, a draw"),
    ],
)
def test_the_end_in_words(game, utilities, words):
    assert outcome(game, utilities) == words
