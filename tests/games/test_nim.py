"""Nim against Bouton's theorem, and its text forms."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from zermelo.games.nim import Nim, State

GAME = Nim()

small_heaps = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple)


# Who wins


@settings(deadline=None)
@given(small_heaps)
def test_the_second_player_wins_exactly_when_the_xor_of_the_heaps_is_zero(heaps):
    found = z.best(Nim(heaps), algorithm="alphabeta", mode="interpreted")
    assert found.value == (-1 if reduce(xor, heaps) == 0 else 1)


@settings(deadline=None)
@given(small_heaps)
def test_misere_nim_differs_only_where_no_heap_has_more_than_one(heaps):
    lost = reduce(xor, heaps) == 0 if max(heaps) > 1 else len(heaps) % 2 == 1
    assert z.best(Nim(heaps, misere=True), algorithm="alphabeta", mode="interpreted").value == (-1 if lost else 1)


def test_the_best_moves_of_three_four_five_leave_a_xor_of_zero():
    found = z.best(GAME, ties=True)
    assert found.value == 1
    assert [GAME.name(found.state, action) for action in found.actions] == ["A2"]
    left = GAME.result(found.state, found.action).heaps
    assert (left, reduce(xor, left)) == ((1, 4, 5), 0)


def test_of_three_players_the_first_may_decide_who_wins():
    # heaps 1 and 1: whatever A takes, B takes the last one; so B wins, and A and C lose half each
    assert z.best(Nim((1, 1), players=3), mode="interpreted").value == (-0.5, 1, -0.5)
    assert z.best(Nim((2,), players=3), mode="interpreted").value == (1, -0.5, -0.5)


# The rules


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple), st.integers(2, 5), st.booleans(), st.data())
def test_random_games(heaps, players, misere, data):
    game = Nim(heaps, players, misere)
    state, left, player = game.initial(), list(heaps), 0
    while any(left):
        assert not game.is_terminal(state)
        assert game.to_move(state) == player
        legal = [f"{'ABCDE'[heap]}{taken}" for heap in range(len(left)) for taken in range(1, left[heap] + 1)]
        assert [game.name(state, action) for action in game.actions(state)] == legal
        move = data.draw(st.sampled_from(legal))
        state = game.result(state, game.parse(state, move))
        left["ABCDE".index(move[0])] -= int(move[1:])
        taker, player = player, (player + 1) % players
        assert game.read(game.write(state)) == state
    assert game.is_terminal(state)
    utilities = game.utilities(state)
    assert sum(utilities) == pytest.approx(0)
    assert utilities[taker] == (-1 if misere else 1)
    assert game.utility_range == (min(utilities), max(utilities))


def test_both_modes_agree():
    for game in (GAME, Nim((1, 2, 2), players=3), Nim((2, 3), misere=True)):
        compiled, interpreted = (z.best(game, ties=True, mode=mode) for mode in ("auto", "interpreted"))
        assert (compiled.value, compiled.line, compiled.nodes) == (interpreted.value, interpreted.line, interpreted.nodes)


# Texts


def test_actions_parse_back():
    state = GAME.initial()
    for action in GAME.actions(state):
        assert GAME.parse(state, GAME.name(state, action)) == GAME.parse(state, str(action)) == action
    assert GAME.parse(state, "c5") == GAME.parse(state, " C5 ")
    with pytest.raises(z.ActionError, match="'A4' is not a legal action here; legal: A1, A2, A3, B1"):
        GAME.parse(state, "A4")


def test_show():
    game = Nim((2, 10))
    assert game.show(State((2, 10), 0)) == "A ||          2\nB |||||||||| 10\nplayer 1 to move"
    assert game.show(State((0, 0), 1)).endswith("player 1 took the last one and has won")
    assert Nim((1,), misere=True).show(State((0,), 1)).endswith("player 1 took the last one and has lost")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        ("3,4,5", "has 1 part; a position is the heaps and the player to move, as '3,4,5 1'"),
        ("3,4 1", "has 2 heaps; 3 are needed"),
        ("3,4,6 1", "heap C has 6; it begins with 5"),
        ("3,-1,5 1", "'-1' in '3,-1,5 1' is not a number from 0 up"),
        ("3,,5 1", "'' in '3,,5 1' is not a number"),
        ("3,4,5 0", "'0' is not the player to move, 1 or 2"),
        ("3,4,5 3", "'3' is not the player to move, 1 or 2"),
        ("3,4,5 x", "'x' is not the player to move, 1 or 2"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        GAME.read(text)


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"heaps": 7}, r"heaps=7 are not numbers in brackets, such as heaps=\(3, 4, 5\); one heap is heaps=\(7,\)"),
        ({"heaps": (3, "4")}, "are not numbers in brackets"),
        ({"heaps": (3, True)}, "are not numbers in brackets"),
        ({"heaps": ()}, "0 heaps are not possible; 1 to 26 are"),
        ({"heaps": (1,) * 27}, "27 heaps are not possible"),
        ({"heaps": (3, 0)}, "each holds 1 or more, all together at most 500"),
        ({"heaps": (400, 101)}, "all together at most 500"),
        ({"players": 1}, "players=1 is not possible; 2 to 9 are"),
        ({"players": 10}, "players=10 is not possible"),
    ],
)
def test_what_cannot_be_played_is_refused(parameters, complaint):
    with pytest.raises(z.SpecError, match=complaint):
        Nim(**parameters)


def test_the_catalogue_knows_it():
    assert repr(z.load_game("nim")) == "Nim(heaps=(3, 4, 5), players=2, misere=False)"
    assert repr(z.load_game("nim([1, 2], players=3, misere=True)")) == "Nim(heaps=(1, 2), players=3, misere=True)"
