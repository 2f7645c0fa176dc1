"""Goofspiel: its rules one by one, and its text. (Beside OpenSpiel's it stands in tests/solve/test_backward_induction.py.)"""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.games.goofspiel import Goofspiel


def test_the_higher_card_takes_the_prize_and_equal_ones_nothing():
    game = Goofspiel(3, (2, 3, 1))
    state = game.initial()
    assert game.write(state) == "1,2,3 1,2,3 1,3 2 0"
    state = game.result(state, (3, 1))
    assert game.write(state) == "1,2 2,3 1 3 2"
    state = game.result(state, (2, 2))
    assert game.write(state) == "1 3 - 1 2"
    state = game.result(state, (1, 3))
    assert game.write(state) == "- - - - 1"
    assert (game.is_terminal(state), game.utilities(state)) == (True, (1, -1))


def test_prizes_come_by_chance_unless_told():
    game = Goofspiel(3)
    state = game.initial()
    assert (game.to_move(state), list(game.outcomes(state))) == (z.CHANCE, [(1, 1 / 3), (2, 1 / 3), (3, 1 / 3)])
    state = game.chance_result(state, 2)
    assert (game.to_move(state), game.write(state)) == (z.ALL, "1,2,3 1,2,3 1,3 2 0")
    state = game.result(state, (1, 2))
    assert (game.to_move(state), list(game.outcomes(state))) == (z.CHANCE, [(1, 1 / 2), (3, 1 / 2)])


@pytest.mark.parametrize(("prizes", "order"), [("up", [1, 2, 3]), ("down", [3, 2, 1]), ((2, 1, 3), [2, 1, 3]), ([2, 1, 3], [2, 1, 3])])
def test_they_come_in_the_order_that_was_told(prizes, order):
    game = Goofspiel(3, prizes)
    state, came = game.initial(), []
    while not game.is_terminal(state):
        came.append(state.prize)
        card = state.first.lowest()
        state = game.result(state, (card, card))
    assert came == order


@pytest.mark.parametrize(("lead", "worth"), [(3, 1), (-1, -1), (0, 0)])
def test_to_win_may_be_all(lead, worth):
    game = Goofspiel(3, wins=True)
    assert game.utility_range == (-1, 1)
    assert game.utilities(game.read(f"- - - - {lead}")) == (worth, -worth)


def test_a_position_is_shown():
    game = Goofspiel(4)
    assert game.show(game.read("1,2 3,4 1,4 - -5")) == "player 1  1 2\nplayer 2  3 4\na prize is turned up: 1 4\nplayer 2 leads by 5"
    assert game.show(game.read("1,2 3,4 1 4 0")) == "player 1  1 2\nplayer 2  3 4\nprize     4, and later 1"
    assert game.show(game.read("- - - - 0")).endswith("draw")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1,2", "two hands, the prizes face down, the prize, the lead"),
        ("1,2 1,2 1 x 0", "'x' in .* is not a number"),
        ("1,2 1,1 1 2 0", "not some of the cards 1 to 3"),
        ("1,2 1,4 1 2 0", "not some of the cards 1 to 3"),
        ("1,2 1 1 2 0", "hands that do not go with the prizes"),
        ("1,2 1,2 1,2 3 0", "hands that do not go with the prizes"),
        ("1,2 1,2 1 1 0", "the prize 1 .* still face down"),
        ("1,2 1,2 3 1 0", "do not come in the order 3 2 1"),
        ("1,2 1,2 1 2 9", "nobody can lead by 9 points"),
    ],
)
def test_what_is_no_position_is_refused(text, told):
    with pytest.raises(z.PositionError, match=told):
        Goofspiel(3, "down").read(text)


@pytest.mark.parametrize(
    "spec", ["goofspiel(0)", "goofspiel(14)", "goofspiel(3, 'sideways')", "goofspiel(3, (1, 2))", "goofspiel(2, (1, 1))"]
)
def test_what_there_is_not_is_refused(spec):
    with pytest.raises(z.SpecError, match=r"1 to 13 are|is not how the prizes"):
        z.load_game(spec)
