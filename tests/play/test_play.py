"""One game, from a state to its end, and its record."""

import json

import pytest
from small_games import Coin, Forever, Race, Stuck, Three

import zermelo as z
from zermelo.play.play import outcome, play


def test_a_record_tells_the_whole_game():
    game = Race(matches=4)
    record = play(game, ["minimax", "minimax"], mode="interpreted")
    assert record.players == ("minimax", "minimax")
    assert record.actions == (1, 1, 2)
    assert record.states == ((4, 0), (3, 1), (2, 0), (0, 1))
    assert record.final == (0, 1)
    assert record.utilities == (1, -1)
    assert record.names() == ("TAKE1", "TAKE1", "TAKE2")
    assert [(turn.ply, turn.player) for turn in record.turns] == [(1, 0), (2, 1), (3, 0)]
    assert str(record) == "TAKE1 TAKE1 TAKE2: utility 1, MAX won"


def test_a_record_is_json():
    text = json.dumps(play(Race(2), ["minimax", "random"], seed=1, mode="interpreted").as_dict(), allow_nan=False)
    assert json.loads(text) == {
        "game": "Race(matches=2)",
        "players": ["minimax", "random"],
        "start": "2 0",
        "moves": [{"ply": 1, "player": "MAX", "action": "TAKE2"}],
        "final": "0 1",
        "utility": 1,
        "utilities": [1, -1],
    }


def test_a_game_can_begin_anywhere():
    game = Race(matches=7)
    record = play(game, ["minimax", "minimax"], game.read("2 1"), mode="interpreted")
    assert record.actions == (2,)
    assert record.utilities == (-1, 1)


def test_nothing_is_played_in_a_game_that_is_over():
    game = Race()
    record = play(game, ["random", "random"], game.read("0 1"))
    assert (record.actions, record.utilities) == ((), (1, -1))


def test_chance_moves_by_its_probabilities_and_by_the_seed():
    game = Coin()
    ends = [play(game, ["expectiminimax", "random"], seed=seed, mode="interpreted").utilities for seed in range(60)]
    assert set(ends) == {(1, -1), (-1, 1)}
    assert 15 < ends.count((1, -1)) < 45
    assert ends == [play(game, ["expectiminimax", "random"], seed=seed, mode="interpreted").utilities for seed in range(60)]


def test_three_players():
    record = play(Three(matches=6), ["maxn", "random", "maxn"], seed=2, mode="interpreted")
    assert sorted(record.utilities) == [-1, -1, 2]


def test_a_game_without_end_is_left_unfinished():
    record = play(Forever(), ["random", "random"], plies=25)
    assert len(record.actions) == 25
    assert record.utilities is None
    assert record.as_dict()["utility"] is None
    assert "unfinished" in str(record)


def test_players_who_always_play_the_same_do_not_go_round_for_ever():
    record = play(Forever(), ["alphabeta:depth=1", "minimax:depth=1"], plies=1000, mode="interpreted")
    assert record.states == (0, 1, 0, 1, 0)  # the first position has come for the third time
    assert record.utilities is None


def test_a_player_who_breaks_the_rules_is_named():
    def cheat(state):
        return 5

    with pytest.raises(z.ActionError, match=r"cheat \(MIN\) chose 5, which is not legal in '6 1'; legal: 1, 2"):
        play(Race(), ["minimax", cheat], mode="interpreted")


def test_a_game_without_actions_is_named():
    with pytest.raises(z.GameError, match="has no action in a state that is not terminal"):
        play(Stuck(), ["random", "random"])


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
