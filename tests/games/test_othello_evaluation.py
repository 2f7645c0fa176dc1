"""The features of Othello positions, worked out by hand; the game's evaluation, which is their sum; and stable discs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.bits import Bits
from zermelo.games.othello import Othello
from zermelo.games.othello.evaluation import EMPTY, EVALUATIONS, WEIGHTS, Feature, weights_at

GAME = Othello()
SMALL = Othello(4)
GAMES = (GAME, Othello(6), SMALL)


@pytest.mark.parametrize(
    ("name", "position", "worth"),
    [
        ("mobility", "xo../..../..../.... x", 1),
        ("mobility", "xo../oo../..../.... o", -3),
        ("corner_moves", ".oox/..../..../x... x", 1),
        ("corner_moves", ".oox/..../..../x... o", -1),
        ("frontier", "xo../..../..../.... x", 0),
        ("frontier", "xxo./xx../..../.... x", -2),  # b1, a2 and b2 beside c1's
        ("corners", "x..o/..../..../x..x x", 2),
        ("x_squares", "x..o/.oo./.ox./.... x", 0),
        ("x_squares", "x..o/.oo./.oo./.... x", 2),  # b2 and c2 lie before discs
        ("c_squares", "xx.o/x.../..../.x.. x", -1),
        ("stable", "xxo./xo../..../.... x", 3),
        ("discs", "xxo./xo../..../.... o", -1),
    ],
)
def test_features_by_hand(name, position, worth):
    state = SMALL.read(position)
    assert EVALUATIONS[name].value(SMALL, state, state.player) == worth


@given(positions(GAMES))
def test_what_is_good_for_one_is_as_bad_for_the_other(position):
    game, state = position
    assert game.evaluate(state, z.MAX) == -game.evaluate(state, z.MIN)
    for feature in EVALUATIONS.values():
        assert feature.value(game, state, z.MAX) == -feature.value(game, state, z.MIN)
        exchanged = game.state(state.other, state.own, 1 - state.player)
        assert feature.value(game, exchanged, z.MAX) == feature.value(game, state, z.MAX)


@given(positions(GAMES))
def test_the_evaluation_is_the_same_from_all_sides_and_less_than_a_win_of_all_discs(position):
    game, state = position
    worth = game.evaluate(state, z.MAX)
    assert abs(worth) < game.cells
    assert {game.evaluate(view, z.MAX) for view in game.symmetries(state)} == {worth}


@given(positions(GAMES))
def test_the_evaluation_is_the_weighed_sum_of_the_features(position):
    game, state = position
    weights = dict(zip(WEIGHTS, weights_at(game.plies_left(state)), strict=True))
    worth = weights.pop("turn") + sum(weight * EVALUATIONS[name].value(game, state, state.player) for name, weight in weights.items())
    limit = game.cells - 1
    assert game.evaluate(state, state.player) == pytest.approx(max(-limit, min(limit, worth)))


def test_weights_lie_between_those_fitted():
    assert weights_at(EMPTY[1]) == tuple(weights[1] for weights in WEIGHTS.values())
    assert weights_at(0) == weights_at(EMPTY[0])
    assert weights_at(60) == weights_at(EMPTY[-1])
    assert weights_at(8)[0] == pytest.approx((WEIGHTS["mobility"][0] + WEIGHTS["mobility"][1]) / 2)


def test_a_feature_has_to_say_its_lead():
    with pytest.raises(NotImplementedError, match="Feature does not define `lead"):
        Feature().value(GAME, GAME.initial(), z.MAX)


@pytest.mark.parametrize("game", [GAME, SMALL], ids=str)
def test_the_features_mean_the_same_in_both_modes(game):
    all_of_them = " + ".join(f"{weight} * {name}" for weight, name in enumerate(EVALUATIONS, 1))
    state = game.played("f5d6c3" if game is GAME else "b1")
    searches = [
        z.best(game, state, depth=3, algorithm="alphabeta", evaluation=all_of_them, mode=mode) for mode in ("compiled", "interpreted")
    ]
    assert searches[0].value == searches[1].value
    assert searches[0].nodes == searches[1].nodes


# Stable discs


def stable(game: Othello, position: str) -> str:
    """The squares of the stable discs of the player to move."""
    state = game.read(position)
    return " ".join(game.name(state, square) for square in game.stable(state.own, state.other))


@pytest.mark.parametrize(
    ("position", "squares"),
    [
        ("..../.ox./.xo./.... x", ""),
        ("x.../.xx./.xo./.... x", "a1"),
        ("xxx./x.../..../.... x", "a1 b1 c1 a2"),
        ("xxxo/.x../..../.... x", "a1 b1 c1"),
        ("xxox/oooo/oooo/oooo x", "a1 b1 d1"),
        ("xxx./xx../x.../.... x", "a1 b1 c1 a2 b2 a3"),
        ("xxx./.x../x.../.... x", "a1 b1 c1"),
        ("xxx./.x../x.../x... x", "a1 b1 c1 a3 a4"),
    ],
)
def test_stable_discs_by_hand(position, squares):
    assert stable(SMALL, position) == squares


def test_all_discs_of_a_full_board_are_stable():
    state = GAME.read(f"{'xxxxoooo/' * 7}ooooxxxx x")
    assert GAME.stable(state.own, state.other) == state.own
    assert GAME.stable(state.other, state.own) == state.other


@given(st.sampled_from(GAMES), st.randoms(use_true_random=False))
def test_stable_discs_never_turn(game, dice):
    state, found = game.initial(), [Bits(0), Bits(0)]
    while not game.is_terminal(state):
        state = game.result(state, dice.choice(list(game.actions(state))))
        for player, own, other in ((state.player, state.own, state.other), (1 - state.player, state.other, state.own)):
            assert found[player] & ~own == 0
            found[player] = found[player] | game.stable(own, other)
