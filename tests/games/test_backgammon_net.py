"""What the backgammon network sees, counted once more the slow way; and that both modes see and say the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

import zermelo as z
from tests.games.backgammon_rules import GAME, Position, state
from tests.games.test_backgammon import made_of, random_state, wild_positions
from zermelo.games.backgammon import Learned, Pips
from zermelo.games.backgammon.men import BAR, TO_ROLL, State
from zermelo.games.backgammon.net import (
    LEVELS,
    MARKS,
    MOST_MARKS,
    PIPS,
    SIDE,
    escapes,
    is_race,
    list_marks,
    shots,
)
from zermelo.rows import words

ROLLS = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def marks_of(now: State) -> set[int]:
    row = words(MOST_MARKS)
    count = list_marks(now.own, now.other, row)
    found = set(row[:count])
    assert len(found) == count < MOST_MARKS
    assert all(0 <= mark < MARKS for mark in found)
    return found


def hits_slowly(board: Position, one: int, two: int) -> bool:
    """Whether a man can hit by one die, by both in either order, or by up to four of a double; from the bar by one die."""
    own = board[0]
    orders = [(one,) * steps for steps in (1, 2, 3, 4)] if one == two else [(one,), (two,), (one, two), (two, one)]
    return any(
        hits_on(board, place, order)
        for place in range(1, 26)
        if own[place] and (place == BAR or not own[BAR])
        for order in orders
        if len(order) == 1 or not own[BAR]
    )


def hits_on(board: Position, place: int, order: tuple[int, ...]) -> bool:
    for die in order:
        place -= die
        if place < 1 or board[1][25 - place] > 1:
            return False
    return board[1][25 - place] == 1


@given(wild_positions())
@settings(max_examples=200, deadline=None)
def test_shots_are_counted_as_by_hand(board: Position) -> None:
    now = state(board)
    assert shots(now.own, now.other) == sum(hits_slowly(board, one, two) for one, two in ROLLS)


def test_shots_at_a_blot_six_away_are_17():
    """The best known number of backgammon: 11 by a six, 6 by 5-1, 4-2, 3-3 and 2-2."""
    assert shots(*made_of({24: 1}, {7: 1})[:2]) == 17
    assert [shots(*made_of({24: 1}, {25 - 24 + away: 1})[:2]) for away in range(1, 13)] == [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3]


def test_a_man_behind_a_prime_does_not_escape():
    assert escapes(*made_of({24: 1}, dict.fromkeys(range(2, 8), 2))[:2]) == 0
    assert escapes(*made_of({24: 1}, {})[:2]) == 36
    assert escapes(*made_of({24: 1}, {7: 2})[:2]) == 30  # not 5-1, 4-2, 3-3, which end there, nor 6-6


@given(wild_positions())
@settings(max_examples=100, deadline=None)
def test_the_marks_of_men_are_those_of_the_counts(board: Position) -> None:
    own, other = board
    expected = {
        side + (place - 1) * LEVELS + min(men[place], LEVELS) - 1
        for side, men in ((0, own), (SIDE, other))
        for place in range(1, 26)
        if men[place]
    }
    expected |= {side + BAR * LEVELS + men[0] - 1 for side, men in ((0, own), (SIDE, other)) if men[0]}
    now = state(board)
    found = marks_of(now)
    assert {mark for mark in found if mark < PIPS} == expected
    assert len(found) == len(expected) + (3 if is_race(now.own, now.other) else 7)


def test_a_race_begins_when_the_last_men_have_passed():
    assert is_race(*made_of({12: 2}, {12: 2})[:2])
    assert not is_race(*made_of({13: 2}, {12: 2})[:2])
    assert not is_race(*made_of({BAR: 1}, {1: 2})[:2])


@pytest.mark.parametrize("kind", [Learned, Pips])
def test_what_one_player_hopes_for_the_other_fears(kind: type[Learned | Pips]) -> None:
    judge, chooser = kind(), random.Random(2)
    for _ in range(20):
        now = random_state(chooser)
        assert judge.value(GAME, now, z.MAX) == -judge.value(GAME, now, z.MIN)
        assert -3 <= judge.value(GAME, now, z.MAX) <= 3
        other_colour = now._replace(player=1 - now.player)
        assert judge.value(GAME, now, now.player) == judge.value(GAME, other_colour, 1 - now.player)


def test_it_knows_what_is_well_known():
    """By how much, GNU Backgammon's books say: an even start, 3-1, a closed board, a race won and lost."""
    assert GAME.evaluate(GAME.initial(), z.MAX) == 0
    assert GAME.evaluate(GAME.initial()._replace(dice=TO_ROLL), z.MAX) == pytest.approx(0.07, abs=0.05)
    closed = made_of(dict.fromkeys(range(1, 8), 2) | {8: 1}, {BAR: 1, 6: 5, 5: 5, 4: 4})
    assert GAME.evaluate(closed, z.MAX) > 0.9
    ahead, behind = {3: 5, 2: 5, 1: 5}, {6: 5, 5: 5, 4: 5}
    assert GAME.evaluate(made_of(ahead, behind), z.MAX) > 0.9
    assert GAME.evaluate(made_of(behind, ahead), z.MAX) < -0.9


@pytest.mark.parametrize(
    ("dice", "best"), [("3-1", "8/5 6/5"), ("4-2", "8/4 6/4"), ("6-1", "13/7 8/7"), ("6-5", "24/13"), ("5-3", "8/3 6/3")]
)
def test_it_opens_as_everybody_does(dice: str, best: str) -> None:
    now = GAME.read(f"4HPwATDgc/ABMA white {dice}")
    found = z.best(GAME, now, depth=1, algorithm="expectiminimax", mode="interpreted")
    assert GAME.name(now, found.action) == best


def test_both_modes_judge_alike_to_the_last_digit():
    chooser = random.Random(4)
    for _ in range(6):
        now = random_state(chooser)
        if not GAME.is_terminal(now):
            values = {z.best(GAME, now, depth=1, algorithm="expectiminimax", mode=mode).value for mode in ("compiled", "interpreted")}
            assert len(values) == 1


@pytest.mark.parametrize("depth", [1, 3])
def test_a_roll_as_the_last_ply_of_a_search_changes_nothing(depth: int) -> None:
    before = GAME.read("4HPwATDgc/ABMA white 6-5")
    values = [z.best(GAME, before, depth=plies, algorithm="expectiminimax").value for plies in (depth, depth + 1)]
    assert values[0] == pytest.approx(values[1], abs=1e-9)
