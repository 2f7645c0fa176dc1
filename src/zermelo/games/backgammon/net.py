"""The network that judges a backgammon position: what it sees, and what it makes of it.

It sees the position as a list of some twenty *marks* out of `MARKS`, each with a row of weights; the rows of the marks that are
there are added up, one number for each hidden unit:

    for each player and each of the places 1 to 24 and the bar: 1, 2, 3, 4, or 5 and more men there
    for each player: how many men are off; the pip count, in steps of 8
    the lead in pips, in steps of 6
    with contact, for each player: how many rolls hit (`shots`) and how many let the farthest man go (`escapes`), in steps of 3

Then it says how likely the player whose turn it is to roll is to win, to win a gammon or more, a backgammon, to lose
a gammon or more, to lose a backgammon. There are two networks of this kind, one for positions with contact and one for
races. The own view is all there is: what white sees, black would see in white's place.

The weights lie in one row: of each network the rows of the marks, the row of biases, and for each hidden unit, then
for the bias, `OUTPUTS` weights. After G. Tesauro, Practical Issues in Temporal Difference Learning, Machine Learning 8, 1992,
who has four units for each point and player, and other units' numbers.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from zermelo.bits import Bits
from zermelo.games.backgammon.men import BAR, MEN, OFF, ON_BOARD, Men, blots, facing, made, men_on, occupied, pips

LEVELS: Final = 5
"""Numbers of men on a place that the net distinguishes."""
SIDE: Final = BAR * LEVELS + MEN
PIPS: Final = 2 * SIDE
PIP_STEPS: Final = 24
LEAD: Final = PIPS + 2 * PIP_STEPS
LEAD_STEPS: Final = 12
SHOTS: Final = LEAD + 2 * LEAD_STEPS + 1
ROLL_STEPS: Final = 13
ESCAPES: Final = SHOTS + 2 * ROLL_STEPS
MARKS: Final = ESCAPES + 2 * ROLL_STEPS
MOST_MARKS: Final = 2 * (MEN + 1) + 8
"""More than a position ever has."""
OUTPUTS: Final = 5
CONTACT_UNITS: Final = 96
RACE_UNITS: Final = 32
"""Hidden units of the two networks."""
CONTACT_SIZE: Final = (MARKS + 1) * CONTACT_UNITS + (CONTACT_UNITS + 1) * OUTPUTS
WEIGHTS: Final = CONTACT_SIZE + (MARKS + 1) * RACE_UNITS + (RACE_UNITS + 1) * OUTPUTS
"""How many weights there are: first those of the network for contact, then those of the one for races."""


# What it sees


def is_race(own: Men, other: Men) -> bool:
    """Whether all men have passed one another."""
    return occupied(own).highest() + occupied(other).highest() < BAR


def list_marks(own: Men, other: Men, marks: Any) -> int:
    """Note the marks of a position on a row with `MOST_MARKS` places; returns how many there are."""
    count = _list_men(other, SIDE, marks, _list_men(own, 0, marks, 0))
    to_go, others = pips(own), pips(other)
    marks[count] = PIPS + min(to_go // 8, PIP_STEPS - 1)
    marks[count + 1] = PIPS + PIP_STEPS + min(others // 8, PIP_STEPS - 1)
    marks[count + 2] = LEAD + LEAD_STEPS + max(-LEAD_STEPS, min(LEAD_STEPS, (others - to_go) // 6))
    count += 3
    if not is_race(own, other):
        marks[count] = SHOTS + (shots(own, other) + 2) // 3
        marks[count + 1] = SHOTS + ROLL_STEPS + (shots(other, own) + 2) // 3
        marks[count + 2] = ESCAPES + (escapes(own, other) + 2) // 3
        marks[count + 3] = ESCAPES + ROLL_STEPS + (escapes(other, own) + 2) // 3
        count += 4
    return count


def _list_men(men: Men, base: int, marks: Any, count: int) -> int:
    ones, twos, fours = men.ones & ~1, men.twos & ~1, men.fours & ~1
    many = (men.eights & ~1) | (fours & (ones | twos))
    few = ~(many | fours)
    count = _list_places(ones & ~twos & few, base, marks, count)
    count = _list_places(twos & ~ones & few, base + 1, marks, count)
    count = _list_places(ones & twos & few, base + 2, marks, count)
    count = _list_places(fours & ~many, base + 3, marks, count)
    count = _list_places(many, base + 4, marks, count)
    off = men_on(men, OFF)
    if off > 0:
        marks[count] = base + BAR * LEVELS + off - 1
        count += 1
    return count


def _list_places(places: Bits, base: int, marks: Any, count: int) -> int:
    for place in places:
        marks[count] = base + (place - 1) * LEVELS
        count += 1
    return count


def shots(own: Men, other: Men) -> int:
    """How many of the 36 rolls hit a blot of the other player with one man, by one die, by both, or by three or four of a double.

    With men on the bar only what they hit as they enter counts.
    """
    targets = facing(blots(other)) & ON_BOARD
    if not targets:
        return 0
    there = occupied(own) & ~1
    on_the_bar = BAR in there
    if on_the_bar:
        there = Bits(1) << BAR
    direct = 0
    for die in range(1, 7):
        if there & targets << die:
            direct += 1
    count = 36 - (6 - direct) * (6 - direct)
    if on_the_bar:
        return count
    open_ = ON_BOARD & ~facing(made(other))
    for high in range(1, 7):
        if not there & targets << high:
            for low in range(1, high):
                if not there & targets << low and there & ((targets << high & open_) << low | (targets << low & open_) << high):
                    count += 2
            two = (targets << high & open_) << high
            three = (two & open_) << high
            if there & (two | three | (three & open_) << high):
                count += 1
    return count


def escapes(own: Men, other: Men) -> int:
    """How many of the 36 rolls the farthest man can play whole: it lands on an open point half-way and at the end."""
    open_ = ON_BOARD & ~facing(made(other))
    farthest = (occupied(own) & ~1).highest()
    count = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            if farthest - high - low in open_ and (farthest - high in open_ or farthest - low in open_):
                count += 1 if high == low else 2
    return count


# What it makes of it


def judge(own: Men, other: Men, weights: Any, marks: Any, hidden: Any, outputs: Any) -> int:
    """The five chances of the player who is to roll, on the row `outputs`; returns how many marks there are, which stand on `marks`.

    `hidden` gets what each unit has summed up; a unit that is below 0 gives nothing on.
    """
    count = list_marks(own, other, marks)
    base = first_weight(own, other)
    units = RACE_UNITS if base > 0 else CONTACT_UNITS
    row = base + MARKS * units
    for unit in range(units):
        hidden[unit] = weights[row + unit]
    for mark in range(count):
        row = base + marks[mark] * units
        for unit in range(units):
            hidden[unit] = hidden[unit] + weights[row + unit]
    top = base + (MARKS + 1) * units
    last = top + units * OUTPUTS
    win, win_gammon, win_backgammon = 1.0 * weights[last], 1.0 * weights[last + 1], 1.0 * weights[last + 2]
    lose_gammon, lose_backgammon = 1.0 * weights[last + 3], 1.0 * weights[last + 4]
    for unit in range(units):
        given = 1.0 * hidden[unit]  # in 64 bits from here on
        if given > 0.0:
            place = top + unit * OUTPUTS
            win += given * weights[place]
            win_gammon += given * weights[place + 1]
            win_backgammon += given * weights[place + 2]
            lose_gammon += given * weights[place + 3]
            lose_backgammon += given * weights[place + 4]
    outputs[0] = chance_of(win)
    outputs[1] = chance_of(win_gammon)
    outputs[2] = chance_of(win_backgammon)
    outputs[3] = chance_of(lose_gammon)
    outputs[4] = chance_of(lose_backgammon)
    return count


def first_weight(own: Men, other: Men) -> int:
    """Where the weights of the network for this position begin."""
    return CONTACT_SIZE if is_race(own, other) else 0


def chance_of(sum_: float) -> float:
    """The logistic function: 0 to 1."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, sum_))))


def equity(outputs: Any) -> float:
    """The points that the player who is to roll wins on average, by these chances: -3 to 3."""
    return float(2.0 * outputs[0] - 1.0 + outputs[1] + outputs[2] - outputs[3] - outputs[4])
