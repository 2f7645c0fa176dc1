"""Pig: its rules one by one and beside OpenSpiel's, and its text and picture."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from zermelo.board import CHIPS, CUP, DIE
from zermelo.errors import PositionError, SpecError
from zermelo.games.pig import HOLD, ROLL, Pig, State

GAME = Pig()


def after(text: str, *actions: str) -> State:
    state = GAME.read(text)
    for action in actions:
        state = GAME.result(state, GAME.parse(state, action))
    return state


def actions(state: State) -> list[str]:
    return [GAME.name(state, action) for action in GAME.actions(state)]


# The rules


def test_a_turn_begins_with_a_roll():
    assert actions(GAME.initial()) == ["roll"]
    assert actions(after("20-35 12 1")) == ["roll", "hold"]


def test_a_one_loses_the_points_of_the_turn_and_no_more():
    assert GAME.write(after("20-35 12 1", "roll", "1")) == "20-35 0 2"


@pytest.mark.parametrize("number", range(2, 7))
def test_any_other_number_adds_to_the_points_of_the_turn(number):
    assert GAME.write(after("20-35 12 1", "roll", str(number))) == f"20-35 {12 + number} 1"


def test_who_holds_has_the_points_and_the_other_s_turn_begins():
    assert GAME.write(after("20-35 12 1", "hold")) == "32-35 0 2"
    assert GAME.write(after("20-35 12 2", "hold")) == "20-47 0 1"


def test_who_first_holds_the_goal_has_won():
    state = after("90-35 8 1", "roll", "2")
    assert (actions(state), GAME.is_terminal(state)) == (["hold"], False)
    state = after("90-35 8 1", "roll", "2", "hold")
    assert GAME.is_terminal(state)
    assert GAME.utilities(state) == (1, -1)
    assert GAME.utilities(after("90-99 5 2", "hold")) == (-1, 1)


def test_every_number_of_the_die_comes_once_in_six():
    outcomes = dict(GAME.outcomes(after("0-0 0 1", "roll")))
    assert list(outcomes) == [1, 2, 3, 4, 5, 6]
    assert sum(outcomes.values()) == pytest.approx(1, abs=1e-15)
    assert len(set(outcomes.values())) == 1


def test_it_is_openspiel_s_but_that_a_turn_may_begin_with_holding_there_and_who_has_enough_may_roll():
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("pig(winscore=30,horizon=10000)")
    game, chooser = Pig(30), random.Random(3)
    for _ in range(60):
        state, other = game.initial(), theirs.new_initial_state()
        while not game.is_terminal(state):
            assert not other.is_terminal()
            numbers = [int(number) for number in re.findall(r"\d+", str(other))]
            assert numbers == [*state.scores, state.points, state.player]
            if state.rolling:
                assert [chance for _, chance in game.outcomes(state)] == pytest.approx([chance for _, chance in other.chance_outcomes()])
                action = chooser.choice([number for number, _ in game.outcomes(state)])
                other.apply_action(action - 1)
            else:
                assert set(game.actions(state)) <= set(other.legal_actions())
                action = chooser.choice(list(game.actions(state)))
                other.apply_action(action)
            state = game.result(state, action)
        assert other.is_terminal()
        assert list(game.utilities(state)) == other.returns()


@given(st.integers(1, 60), st.integers(0, 10**6))
def test_random_games(goal, seed):
    game, chooser = Pig(goal), random.Random(seed)
    state = game.initial()
    while not game.is_terminal(state):
        assert game.read(game.write(state)) == state
        assert abs(game.evaluate(state, 0)) < 1
        assert game.evaluate(state, 0) == -game.evaluate(state, 1)
        acts = [number for number, _ in game.outcomes(state)] if state.rolling else list(game.actions(state))
        state = game.result(state, chooser.choice(acts))
    assert game.read(game.write(state)) == state
    assert sum(game.utilities(state)) == 0


def test_both_modes_agree():
    found = [z.best(Pig(12), depth=7, ties=True, mode=mode) for mode in ("compiled", "interpreted")]
    assert (found[0].value, found[0].nodes, found[0].actions) == (found[1].value, found[1].nodes, found[1].actions)


# Text and picture


def test_the_picture_has_a_cup_to_roll_points_to_hold_and_a_die_for_every_number():
    state = after("20-35 12 2")
    squares = [piece for row in GAME.picture(state).rows for piece in row]
    roll, hold = (squares[GAME.action_squares(state, action)[0]] for action in (ROLL, HOLD))
    assert (roll.form, roll.player, hold.form, hold.text) == (CUP, 1, CHIPS, "12")
    rolling = GAME.result(state, ROLL)
    squares = [piece for row in GAME.picture(rolling).rows for piece in row]
    shown = [squares[GAME.action_squares(rolling, number)[0]] for number in range(1, 7)]
    assert [(die.form, die.text) for die in shown] == [(DIE, str(number)) for number in range(1, 7)]


@pytest.mark.parametrize(
    ("text", "news"),
    [
        ("0-0 0 1", "player 1 rolls"),
        ("0-0 5 2", "player 2 rolls or holds"),
        ("98-0 5 1", "player 1 holds"),
        ("98-0 0 1 roll", "player 1 rolls the die"),
        ("98-103 0 1", "player 2 has won"),
    ],
)
def test_the_news(text, news):
    assert GAME.show(GAME.read(text)).splitlines()[-1] == news


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "'' is not a position; that is the scores"),
        ("20-35 12", "as '20-35 12 1'"),
        ("20-35 12 3", "as '20-35 12 1'"),
        ("106-0 0 2", "the scores 106 and 0 .* are not possible in a game to 100"),
        ("100-100 0 2", "the scores 100 and 100"),
        ("90-0 16 1", "16 points .* are too many"),
        ("90-0 12 1 roll", "the die rolls though player 1 has enough"),
        ("90-0 1 1", "1 point in"),
        ("100-3 0 1", "goes on after player 1 has won; its end is '100-3 0 2'"),
    ],
)
def test_what_is_no_position_is_told(text, told):
    with pytest.raises(PositionError, match=told):
        GAME.read(text)


@pytest.mark.parametrize("goal", [0, 1001, 2.5, True])
def test_what_is_no_goal_is_told(goal):
    with pytest.raises(SpecError, match="Pig is played to 1 to 1000 points"):
        Pig(goal)
