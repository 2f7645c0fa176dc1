"""TD(lambda): lessons go down the gradient, targets are what the forward view says, a short course learns something."""

from __future__ import annotations

import math
import random
from array import array

import pytest

from tests.games.backgammon_rules import state
from zermelo.game import CHANCE
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.men import BAR, MEN, OFF, TO_ROLL, State, men_on
from zermelo.games.backgammon.net import CONTACT_SIZE, CONTACT_UNITS, MARKS, MOST_MARKS, OUTPUTS, RACE_UNITS, is_race, judge
from zermelo.learn.backgammon.td import LONGEST, choose, gradient_step, learn, note_result, opening_roll, roll, turn_round
from zermelo.learn.backgammon.training import counting_pips, first_weights
from zermelo.rows import singles, words

GAME = Backgammon()
CONTACT = State(*GAME.initial()[:3], TO_ROLL)
RACE = state(((0, 2, 2, 2, 3, 3, 3, *[0] * 19), (3, 3, 3, 2, 2, 1, 1, *[0] * 19)))


def chances(now: State, weights: array[float]) -> list[float]:
    outputs = singles(OUTPUTS)
    judge(now.own, now.other, weights, words(MOST_MARKS), singles(CONTACT_UNITS), outputs)
    return list(outputs)


def loss(now: State, weights: array[float], target: array[float]) -> float:
    """The cross-entropy that a lesson makes smaller."""
    pairs = zip(target, chances(now, weights), strict=True)
    return -sum(wanted * math.log(said) + (1 - wanted) * math.log(1 - said) for wanted, said in pairs)


@pytest.mark.parametrize("now", [CONTACT, RACE], ids=["contact", "race"])
def test_a_lesson_moves_each_weight_down_its_gradient(now: State) -> None:
    """Held against finite differences, at weights of every kind."""
    weights, target, rate, step = first_weights(3), array("f", [0.9, 0.4, 0.1, 0.2, 0.05]), 2.0**-6, 1e-3
    taught = weights[:]
    gradient_step(now.own, now.other, rate, taught, target, singles(OUTPUTS), singles(CONTACT_UNITS))
    touched = [place for place in range(len(weights)) if taught[place] != weights[place]]
    lot = random.Random(1)
    base, units = (CONTACT_SIZE, RACE_UNITS) if is_race(now.own, now.other) else (0, CONTACT_UNITS)
    last_layer = base + (MARKS + 1) * units
    chosen = lot.sample([place for place in touched if place < last_layer], 40)
    chosen += lot.sample([place for place in touched if place >= last_layer], 40)
    assert all(base <= place < last_layer + (units + 1) * OUTPUTS for place in touched)
    for place in chosen:
        sides = []
        for sign in (1, -1):
            moved = weights[:]
            moved[place] += sign * step
            sides.append(loss(now, moved, target))
        slope = (sides[0] - sides[1]) / (2 * step)
        assert (taught[place] - weights[place]) / rate == pytest.approx(-slope, rel=0.02, abs=2e-4)


def test_lessons_come_to_their_target() -> None:
    weights, target = first_weights(1), array("f", [0.7, 0.3, 0.0, 0.1, 0.0])
    for _ in range(300):
        gradient_step(CONTACT.own, CONTACT.other, 0.1, weights, target, singles(OUTPUTS), singles(CONTACT_UNITS))
    assert chances(CONTACT, weights) == pytest.approx(list(target), abs=0.02)


@pytest.mark.parametrize(
    ("places", "expected"), [({OFF: 1, 3: 14}, [0, 0, 0, 0, 0]), ({6: 15}, [0, 0, 0, 1, 0]), ({BAR: 1, 6: 14}, [0, 0, 0, 1, 1])]
)
def test_the_result_for_the_loser(places: dict[int, int], expected: list[int]) -> None:
    loser = state((tuple(places.get(place, 0) for place in range(26)), (MEN, *[0] * 25)))
    target = singles(OUTPUTS)
    note_result(loser.own, target)
    assert list(target) == expected
    turn_round(target)
    assert list(target) == [1 - expected[0], expected[3], expected[4], expected[1], expected[2]]


def test_with_lambda_1_every_position_is_taught_the_result() -> None:
    """And with lambda 0 what the network said of the next one: targets are read from what one lesson of rate 1 does to a bias."""
    end = state((tuple({6: 15}.get(place, 0) for place in range(26)), (MEN, *[0] * 25)))
    weights = first_weights(2)
    for trace, wins in ((1.0, [1.0, 0.0, 1.0]), (0.0, None)):
        taught = weights[:]
        heard = targets_of(end, [RACE, CONTACT, RACE], trace, taught)
        assert heard[-1][0] == 1.0
        if wins is not None:
            assert [target[0] for target in heard] == wins
        else:
            assert heard[1][0] == pytest.approx(1 - chances(RACE, weights)[0], abs=1e-6)


def targets_of(end: State, game: list[State], trace: float, weights: array[float]) -> list[list[float]]:
    """The targets of a game's positions, first to last, by the definition: G = (1 - trace) V' + trace G'."""
    target = singles(OUTPUTS)
    note_result(end.own, target)
    found = []
    for now in reversed(game):
        turn_round(target)
        found.append(list(target))
        for output, said in enumerate(chances(now, weights)):
            target[output] = (1 - trace) * said + trace * target[output]
    before = weights[:]
    learn(end, len(game), 0.0, trace, weights, game)
    assert weights == before  # a rate of 0 teaches nothing
    return found[::-1]


def test_learning_from_a_game_is_a_lesson_for_each_position_from_the_last_one_back() -> None:
    end = state((tuple({6: 15}.get(place, 0) for place in range(26)), (MEN, *[0] * 25)))
    game, trace, rate = [CONTACT, RACE], 0.3, 0.05
    together, one_by_one = first_weights(2), first_weights(2)
    learn(end, 2, rate, trace, together, game)
    target, said = array("f", [1, 1, 0, 0, 0]), singles(OUTPUTS)
    gradient_step(RACE.own, RACE.other, rate, one_by_one, target, said, singles(CONTACT_UNITS))
    mixed = array("f", [(1 - trace) * before + trace * wanted for before, wanted in zip(said, target, strict=True)])
    turn_round(mixed)
    gradient_step(CONTACT.own, CONTACT.other, rate, one_by_one, mixed, said, singles(CONTACT_UNITS))
    assert list(together) == pytest.approx(list(one_by_one), abs=1e-6)


def test_dice_are_fair_and_a_game_does_not_begin_with_a_double() -> None:
    rolls = [roll(number) for number in range(36_000)]
    for high in range(1, 7):
        for low in range(1, high + 1):
            expected = 1000 if high == low else 2000
            assert rolls.count(10 * high + low) == pytest.approx(expected, abs=5 * math.sqrt(expected))
    assert all(opening_roll(number) % 11 for number in range(500))


def test_the_network_that_counts_pips_runs() -> None:
    """In a race it plays as many pips as it can."""
    now = state(((5, 0, 0, 0, 0, 0, 5, 5, *[0] * 18), (5, 5, 5, *[0] * 23)), 61)
    assert GAME.name(now, choose(GAME, now, counting_pips())) in ("7/1 7/6", "7/6 7/1", "7/1 6/5", "7/off", "7/6 6/off")
    assert 0.4 < chances(CONTACT, counting_pips())[0] < 0.6


def test_a_player_takes_what_wins_at_once() -> None:
    now = state(((13, 1, 1, *[0] * 23), (5, 10, *[0] * 24)), 21)
    after = GAME.result(now, choose(GAME, now, first_weights(1)))
    assert men_on(after.other, OFF) == MEN


def test_games_are_shorter_than_they_may_be() -> None:
    assert LONGEST > 500
    assert GAME.to_move(CONTACT) == CHANCE
