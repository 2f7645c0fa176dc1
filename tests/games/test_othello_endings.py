"""What Othello tells a search, against all that can happen: the last moves, the bounds, and in both modes the same."""

from __future__ import annotations

import random
from functools import cache
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from zermelo.game import Game, State
from zermelo.games.othello import PASS, Othello
from zermelo.search.algorithm import Value, algorithm
from zermelo.search.runner import Runner

GAMES = tuple(Othello(size, to_winner) for size in (4, 6, 8) for to_winner in (False, True))


def ending(game: Othello, dice: random.Random, empty: int) -> State:
    """A state with this many empty squares, or one that ended before, after random moves."""
    state = game.initial()
    while game.plies_left(state) > empty and not game.is_terminal(state):
        state = game.result(state, dice.choice(list(game.actions(state))))
    return state


def value(game: Othello, state: State) -> int:
    """What the state is worth to the player to move: every game to its end."""
    if game.is_terminal(state):
        return game.utility(state, state.player)
    return max(-value(game, game.result(state, action)) for action in game.actions(state))


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.integers(0, 5), st.integers(-20, 20), st.integers(0, 12), st.randoms(use_true_random=False))
def test_finish_is_minimax(game, empty, alpha, width, dice):
    state = ending(game, dice, empty)
    exact = value(game, state)
    assert game.endgame_value(state, -inf, inf) == exact
    low, high = alpha - 0.5 * (width & 1), alpha + width + 1.0
    found = game.endgame_value(state, low, high)
    assert found == exact if low < found < high else (exact <= found <= low) or (exact >= found >= high)


@pytest.mark.parametrize("to_winner", [False, True])
def test_finish_with_as_many_empty_squares_as_it_takes(to_winner):
    game = Othello(8, to_winner)
    exact = cache(lambda state: value(game, state))
    for seed in range(3):
        state = ending(game, random.Random(seed), game.endgame_plies)
        assert game.plies_left(state) == game.endgame_plies
        assert game.endgame_value(state, -inf, inf) == exact(state)


def test_finish_passes_and_ends_where_nobody_can_move():
    game = Othello(4)
    state = game.read("xxxx/xxxo/xxx./xx.. o")
    assert list(game.actions(state)) == [PASS]
    assert game.endgame_value(state, -inf, inf) == value(game, state)
    over = game.read("xxxx/xxxx/xxx./xx.. o")
    assert (game.is_terminal(over), game.endgame_value(over, -inf, inf)) == (True, -13)
    assert Othello(4, empties_to_winner=True).endgame_value(over, -inf, inf) == -16


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.integers(1, 5), st.randoms(use_true_random=False))
def test_bounds_hold(game, empty, dice):
    state = ending(game, dice, empty)
    if not game.is_terminal(state):
        low, high = game.bounds(state)
        assert low <= value(game, state) <= high


def test_bounds_count_stable_discs_twice():
    game = Othello(8)
    state = game.read(f"xxxx..../xxx...../{'......../' * 2}...ox.../...xo.../......../.......o x")
    assert game.bounds(state) == (2 * 7 - 64, 64 - 2 * 1)
    assert game.bounds(game.initial()) == (-64, 64)


def test_remaining_is_the_empty_squares():
    game = Othello(6)
    assert game.plies_left(game.initial()) == 32


def test_order_prefers_to_leave_few_answers_and_no_corner():
    game = Othello(8)
    state = game.played("f5")
    by_order = sorted(game.actions(state), key=lambda action: game.order(state, action, game.result(state, action)))
    answers = [game.result(state, action).moves.count() for action in by_order]
    assert answers == sorted(answers, reverse=True)


# Compiled and interpreted alike


@algorithm
def told(game: Game, state: State, depth: int) -> Value:
    """A number that every answer of the hooks in a tree goes into."""
    if game.is_terminal(state):
        return game.utility(state, z.MAX)
    if depth == 0:
        return game.evaluate(state, z.MAX)
    low, high = game.bounds(state)
    total = 3.0 * low + 5.0 * high
    if game.plies_left(state) <= game.endgame_plies:
        total = total + 7.0 * game.endgame_value(state, -5.0, 9.5) + 11.0 * game.endgame_value(game.null_move(state), -inf, inf)
    for action in game.actions(state):
        total = total + 13.0 * game.order(state, action, game.result(state, action))
        total = total + told(game, game.result(state, action), depth - 1)
    return total


@pytest.mark.parametrize("game", [pytest.param(Othello(8), marks=pytest.mark.slow), Othello(6, empties_to_winner=True)], ids=str)
def test_help_for_a_search_means_the_same_in_both_modes(game):
    compiled, interpreted = (Runner(told, game, mode) for mode in ("compiled", "interpreted"))
    for empty in (40, 20, 12, 8, 7, 6, 5, 4):
        state, depth = ending(game, random.Random(empty), empty), 1 if empty > 6 else 2
        assert compiled(state, depth) == pytest.approx(interpreted(state, depth), rel=1e-12)
