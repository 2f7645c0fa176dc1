"""TD(lambda): a network learns backgammon from games against itself (Tesauro 1992, 1995).

Both players make the play that the network likes best; the dice explore. After a game each of its positions, the last one
first, is taught what came after it: its target is G = (1 - lambda) * V' + lambda * G', where V' is what the network says
of the next position (from this player's view) and G' the target of that one; behind the last position stands the
result. That is the *forward view* of TD(lambda) (R. Sutton and A. Barto, Reinforcement Learning, 2nd ed., section 12.1): no
traces are kept, and as a position has some twenty marks, only their rows of weights are touched.

A lesson goes down the gradient of the cross-entropy between the five chances and their targets: for the sum s of an
output, that is target - chance.

    G. Tesauro, Practical Issues in Temporal Difference Learning, Machine Learning 8, 1992.
    G. Tesauro, Temporal Difference Learning and TD-Gammon, Communications of the ACM 38(3), 1995.
"""

from __future__ import annotations

from math import inf
from typing import Any, Final

from zermelo.game import MAX
from zermelo.games.backgammon.men import MEN, OFF, Men, State, men_on, occupied
from zermelo.games.backgammon.net import (
    CONTACT_UNITS,
    MARKS,
    MOST_MARKS,
    OUTPUTS,
    RACE_UNITS,
    equity,
    first_weight,
    judge,
)
from zermelo.native import SINGLES, STATES
from zermelo.rows import singles, words
from zermelo.words import mix64

LONGEST: Final = 2000
"""Plies. A longer game, as players play who know nothing, is broken off; nothing is learned from it."""
SPREAD: Final = 1 << 20
"""The dice of a game are this far from those of the next one."""


class Teaching:
    """What the compiler asks for: games that the network plays against itself, and learns from.

    (game, state, first, games, seed, rate, trace, weights, states) -> (plies, games that were broken off): games number
    `first` and after, which begin at `state`; `rate` is the step of a lesson, `trace` is lambda; `states` has room for `LONGEST` + 1.
    """

    name = "teach"

    def parts(self) -> list[tuple[Any, tuple[Any, ...], Any]]:
        """See `zermelo.native.kernel`."""
        return [(teach, (int, int, int, float, float, SINGLES, STATES), tuple[int, int])]


class Duel:
    """The same for games between two networks.

    (game, state, first, games, seed, ours, theirs) -> (points that we win, sum of the squares of both games' points
    together): each game is played twice, with the same dice and the sides exchanged.
    """

    name = "head_to_head"

    def parts(self) -> list[tuple[Any, tuple[Any, ...], Any]]:
        """See `zermelo.native.kernel`."""
        return [(head_to_head, (int, int, int, SINGLES, SINGLES), tuple[int, int])]


# Games


def teach(
    game: Any, state: State, first: int, games: int, seed: int, rate: float, trace: float, weights: Any, states: Any
) -> tuple[int, int]:
    """See `Teaching`."""
    plies, broken_off = 0, 0
    for number in range(first, first + games):
        dice_of_game = mix64(seed) + number * SPREAD
        now = State(state.own, state.other, MAX, opening_roll(dice_of_game))
        length = 0
        while men_on(now.other, OFF) < MEN and length < LONGEST:
            states[length] = now
            length += 1
            after = game.result(now, choose(game, now, weights))
            now = State(after.own, after.other, after.player, roll(dice_of_game + length))
        plies += length
        if men_on(now.other, OFF) == MEN:
            learn(now, length, rate, trace, weights, states)
        else:
            broken_off += 1
    return plies, broken_off


def head_to_head(game: Any, state: State, first: int, games: int, seed: int, ours: Any, theirs: Any) -> tuple[int, int]:
    """See `Duel`."""
    points, squares = 0, 0
    for number in range(first, first + games):
        dice_of_game = mix64(seed) + number * SPREAD
        both = 0
        for sides in range(2):
            now = State(state.own, state.other, MAX, opening_roll(dice_of_game))
            ply = 0
            while men_on(now.other, OFF) < MEN and ply < LONGEST:
                ply += 1
                action = choose(game, now, ours) if now.player == sides else choose(game, now, theirs)
                after = game.result(now, action)
                now = State(after.own, after.other, after.player, roll(dice_of_game + ply))
            if men_on(now.other, OFF) == MEN:
                both += int(game.utility(now, sides))
        points += both
        squares += both * both
    return points, squares


def choose(game: Any, state: State, weights: Any) -> int:
    """The play after which the other player has the least to hope for."""
    marks, hidden, outputs = words(MOST_MARKS), singles(CONTACT_UNITS), singles(OUTPUTS)
    least, chosen = inf, 0
    for action in game.actions(state):
        after = game.result(state, action)
        if men_on(after.other, OFF) == MEN:
            return int(action)
        judge(after.own, after.other, weights, marks, hidden, outputs)
        hope = equity(outputs)
        if hope < least:
            least, chosen = hope, action
    return chosen


def roll(number: int) -> int:
    """The dice with this number: 10 * higher + lower."""
    drawn = (mix64(mix64(number) ^ number) >> 20 & 0xFFFFFFF) % 36
    one, two = drawn % 6 + 1, drawn // 6 + 1
    return 10 * max(one, two) + min(one, two)


def opening_roll(number: int) -> int:
    """The dice with which a game begins: no doubles."""
    dice = roll(number)
    while dice % 11 == 0:
        number -= 1
        dice = roll(number)
    return dice


# Lessons


def learn(end: State, length: int, rate: float, trace: float, weights: Any, states: Any) -> None:
    """Teach the network every position of a game that is over in `end`, from the last back to the first."""
    target, outputs, slopes = singles(OUTPUTS), singles(OUTPUTS), singles(CONTACT_UNITS)
    note_result(end.own, target)
    for before in range(length):
        now = states[length - 1 - before]
        turn_round(target)
        gradient_step(now.own, now.other, rate, weights, target, outputs, slopes)
        for output in range(OUTPUTS):
            target[output] = (1.0 - trace) * outputs[output] + trace * target[output]


def note_result(loser: Men, target: Any) -> None:
    """What is sure at the end, for the player who has lost with these men."""
    target[0], target[1], target[2] = 0.0, 0.0, 0.0
    target[3] = 1.0 if men_on(loser, OFF) == 0 else 0.0
    target[4] = 1.0 if men_on(loser, OFF) == 0 and occupied(loser) >= 1 << 19 else 0.0


def turn_round(chances: Any) -> None:
    """The same five chances as the other player has them."""
    chances[0] = 1.0 - chances[0]
    for win, lose in ((1, 3), (2, 4)):
        kept = chances[win]
        chances[win] = chances[lose]
        chances[lose] = kept


def gradient_step(own: Men, other: Men, rate: float, weights: Any, target: Any, outputs: Any, slopes: Any) -> None:
    """Judge a position, on the row `outputs`, and move the weights towards its targets; `slopes` is scratch paper.

    The weights move by `rate` times the gradient of the cross-entropy, downwards.
    """
    marks, hidden = words(MOST_MARKS), singles(CONTACT_UNITS)
    count = judge(own, other, weights, marks, hidden, outputs)
    base = first_weight(own, other)
    units = RACE_UNITS if base > 0 else CONTACT_UNITS
    step = singles(OUTPUTS)
    for output in range(OUTPUTS):
        step[output] = rate * (target[output] - outputs[output])
    top = base + (MARKS + 1) * units
    for unit in range(units):
        slopes[unit] = 0.0
        if hidden[unit] > 0.0:
            place = top + unit * OUTPUTS
            slope = 0.0
            for output in range(OUTPUTS):
                slope += step[output] * weights[place + output]
                weights[place + output] = weights[place + output] + step[output] * hidden[unit]
            slopes[unit] = slope
    last = top + units * OUTPUTS
    for output in range(OUTPUTS):
        weights[last + output] = weights[last + output] + step[output]
    for mark in range(count):
        _move_row(weights, base + marks[mark] * units, slopes, units)
    _move_row(weights, base + MARKS * units, slopes, units)


def _move_row(weights: Any, row: int, slopes: Any, units: int) -> None:
    for unit in range(units):
        weights[row + unit] = weights[row + unit] + slopes[unit]
