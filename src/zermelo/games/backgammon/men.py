"""Men on a backgammon board: how many of a player's stand on each point, and how they step.

Each player counts the points from the own side: 25 is the bar, 24 to 1 are the points on the way, 0 is off the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from zermelo.bits import Bits

MEN: Final = 15
BAR: Final = 25
OFF: Final = 0
ON_THE_BAR: Final = Bits(1) << BAR
ON_BOARD: Final = (Bits(1) << BAR) - 2
"""The points, 1 to 24."""

TO_ROLL: Final = 0
OPENING: Final = 1
"""What stands in the place of dice that are not yet thrown."""
PASS: Final = 0
LOW_FIRST: Final = 1 << 20
STEPS: Final = LOW_FIRST - 1
WIDTH: Final = 5
"""The bits of an action that hold the point from which a step is made."""


class Men(NamedTuple):
    """The men of a player: how many stand on each of the places 0 (off), 1 to 24 and 25 (the bar), written in binary.

    A place is in `ones`, `twos`, `fours` and `eights` where its number has that binary digit: five men on 6 put 6 into
    `ones` and `fours`.
    """

    ones: Bits
    twos: Bits
    fours: Bits
    eights: Bits


class State(NamedTuple):
    """The men of the player whose turn it is and of the other, who that player is, and the dice: 10 * higher + lower, or none yet."""

    own: Men
    other: Men
    player: int
    dice: int


def men_on(men: Men, place: int) -> int:
    """How many men stand on a place, 0 to 15."""
    return 1 * (place in men.ones) + 2 * (place in men.twos) + 4 * (place in men.fours) + 8 * (place in men.eights)


def men_from(counts: Sequence[int]) -> Men:
    """The men of a player who has this many on each place, from 0 (off) on."""
    ones, twos, fours, eights = (Bits(sum(1 << place for place, n in enumerate(counts) if n >> digit & 1)) for digit in range(4))
    return Men(ones, twos, fours, eights)


def occupied(men: Men) -> Bits:
    """The places with a man or more."""
    return men.ones | made(men)


def made(men: Men) -> Bits:
    """The places with two men or more."""
    return men.twos | men.fours | men.eights


def blots(men: Men) -> Bits:
    """The places with one man."""
    return men.ones & ~made(men)


def facing(places: Bits) -> Bits:
    """The same places as the other player counts them: p is 25 - p."""
    places = (places & 0x55555555) << 1 | (places >> 1 & 0x55555555)
    places = (places & 0x33333333) << 2 | (places >> 2 & 0x33333333)
    places = (places & 0x0F0F0F0F) << 4 | (places >> 4 & 0x0F0F0F0F)
    places = (places & 0x00FF00FF) << 8 | (places >> 8 & 0x00FF00FF)
    return ((places & 0x0000FFFF) << 16 | places >> 16) >> 6


def moved(men: Men, source: int, target: int) -> Men:
    """One man less on `source`, where there is one, and one more on `target`."""
    borrowed = Bits(1) << source
    ones = men.ones ^ borrowed
    borrowed = borrowed & ones
    twos = men.twos ^ borrowed
    borrowed = borrowed & twos
    fours = men.fours ^ borrowed
    eights = men.eights ^ (borrowed & fours)
    carried = Bits(1) << target
    carried_on = carried & ones
    ones = ones ^ carried
    carried = carried_on
    carried_on = carried & twos
    twos = twos ^ carried
    carried = carried_on
    carried_on = carried & fours
    return Men(ones, twos, fours ^ carried, eights ^ carried_on)


def movable(men: Men, open_: Bits, die: int) -> Bits:
    """The places from which a man can make a step of `die` points; `open_` are the points where it may land."""
    there = occupied(men) & ~1
    if BAR in there:
        there = ON_THE_BAR
    found = there & open_ << die
    if there < 1 << 7:
        farthest = there.highest()
        leaves = farthest if farthest <= die else die
        found = found | (there & Bits(1) << leaves)
    return found


def stepped(men: Men, source: int, die: int) -> Men:
    """The men after a step."""
    return moved(men, source, max(source - die, OFF))


def pips(men: Men) -> int:
    """The points that a player's men have still to go, all in all."""
    count = 0
    for place in men.ones:
        count += place
    for place in men.twos:
        count += 2 * place
    for place in men.fours:
        count += 4 * place
    for place in men.eights:
        count += 8 * place
    return count
