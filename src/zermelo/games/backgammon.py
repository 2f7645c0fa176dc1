"""Backgammon: two dice, fifteen men a side; who first bears all of the own men off the board wins.

Each player counts the points from the own side, 24 down to 1: men enter from the bar (25), move down, and leave to 0.
So the other player's point 25 - p is one's own p. White is MAX, black is MIN.

1. Each throws one die; the higher one begins with these two dice. If they are equal, both throw again.
2. A man moves as many points down as a die says, to a point with at most one man of the other player (an *open* point).
   A single man there (a *blot*) is hit: it goes to the bar. Doubles are played four times.
3. Men on the bar enter first. Once all own men are home (points 6 to 1) they may be borne off: from the point of the
   die, or, if there is none on that point or beyond it, from the farthest point.
4. As many dice as possible must be played; if either of two can be but not both, the higher one.
5. The winner wins 1; 2 (a *gammon*) if the loser has borne off no man; 3 (a *backgammon*) if the loser then also has a
   man on the bar or in the winner's home. There is no doubling cube.

Source: W. Robertie, Backgammon for Winners (1994). Positions are written by GNU Backgammon's position id.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.game import CHANCE, MAX, Game

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


class Backgammon(Game):
    """Backgammon; the rules are at the top of this file.

    At CHANCE an action is a roll, 10 * higher die + lower die; the opening roll is 10 * white's die + black's. A player's
    action is a whole play: up to four places from which a man makes a step, five bits each from the lowest, the higher
    die first unless `LOW_FIRST` is added; 0 passes. Plays that lead to the same position are given once.
    """

    chance = True
    utility_range = (-3.0, 3.0)
    max_actions = 3060  # four steps of a double, shared out among fifteen men: 18 choose 4

    # The rules

    def initial(self) -> State:
        six, eight, thirteen, twenty_four = (Bits(1) << point for point in (6, 8, 13, 24))
        men = Men(six | eight | thirteen, eight | twenty_four, six | thirteen, Bits(0))  # 5 on 6, 3 on 8, 5 on 13, 2 on 24
        return State(men, men, MAX, OPENING)

    def to_move(self, state: State) -> int:
        return CHANCE if state.dice <= OPENING else state.player

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        if state.dice == OPENING:
            for white in range(1, 7):
                for black in range(1, 7):
                    if white != black:
                        yield 10 * white + black, 1 / 30
        else:
            for high in range(1, 7):
                for low in range(1, high):
                    yield 10 * high + low, 1 / 18
                yield 11 * high, 1 / 36

    def actions(self, state: State) -> Iterable[int]:
        own = state.own
        open_ = ON_BOARD & ~facing(made(state.other))
        high, low = state.dice // 10, state.dice % 10
        if high == low:
            # From the farthest man to the nearest: so every play has one order
            longest = self._longest(own, open_, high)
            if longest == 0:
                yield PASS
            else:
                for first in movable(own, open_, high):
                    if longest == 1:
                        yield first
                    else:
                        one = stepped(own, first, high)
                        for second in movable(one, open_, high) & _up_to(first):
                            if longest == 2:
                                yield first | second << WIDTH
                            else:
                                two = stepped(one, second, high)
                                for third in movable(two, open_, high) & _up_to(second):
                                    if longest == 3:
                                        yield first | second << WIDTH | third << 2 * WIDTH
                                    else:
                                        three = stepped(two, third, high)
                                        for fourth in movable(three, open_, high) & _up_to(third):
                                            yield first | second << WIDTH | third << 2 * WIDTH | fourth << 3 * WIDTH
        else:
            both = False
            with_high, with_low = movable(own, open_, high), movable(own, open_, low)
            for first in with_high:
                one = stepped(own, first, high)
                for second in movable(one, open_, low):
                    both = True
                    if first != second - low or not self._same_by_high(state, open_, second):
                        yield first | second << WIDTH
            for second in with_low:
                one = stepped(own, second, low)
                for first in movable(one, open_, high) & ~with_high:  # what the high die could do first was given above
                    both = True
                    two_off = first <= high and second <= low
                    if not two_off and (first != second - low or not self._same_by_high(state, open_, second)):
                        yield second | first << WIDTH | LOW_FIRST
            if not both:
                if with_high:
                    for first in with_high:
                        yield first
                elif with_low:
                    for first in with_low:
                        yield first | LOW_FIRST
                else:
                    yield PASS

    def result(self, state: State, action: int) -> State:
        if state.dice == OPENING:
            white, black = action // 10, action % 10
            if white > black:
                return State(state.own, state.other, state.player, action)
            return State(state.other, state.own, 1 - state.player, 10 * black + white)
        if state.dice == TO_ROLL:
            return State(state.own, state.other, state.player, action)
        own, other = state.own, state.other
        die, next_die = state.dice // 10, state.dice % 10
        if action & LOW_FIRST:
            die, next_die = next_die, die
        steps = action & STEPS
        while steps > 0:
            source = steps & 31
            target = max(source - die, OFF)
            own = moved(own, source, target)
            if target > OFF and 25 - target in blots(other):
                other = moved(other, 25 - target, BAR)
            steps >>= WIDTH
            die, next_die = next_die, die
        return State(other, own, 1 - state.player, TO_ROLL)

    def is_terminal(self, state: State) -> bool:
        return men_on(state.other, OFF) == MEN or men_on(state.own, OFF) == MEN

    def utility(self, state: State, player: int) -> float:
        has_lost = men_on(state.own, OFF) < MEN
        loser = state.own if has_lost else state.other
        worth = 1.0
        if men_on(loser, OFF) == 0:
            worth = 3.0 if occupied(loser) >= 1 << 19 else 2.0
        return -worth if (player == state.player) == has_lost else worth

    def _longest(self, men: Men, open_: Bits, die: int) -> int:
        """How many steps of a double can be made, 0 to 4. The farthest man first: a step never takes one from another man."""
        for steps in range(4):
            sources = movable(men, open_, die)
            if not sources:
                return steps
            men = stepped(men, sources.highest(), die)
        return 4

    def _same_by_high(self, state: State, open_: Bits, source: int) -> bool:
        """Whether a man that goes from `source` by the low die and on by the high one can do so by the high die first.

        And come to the same position: no man is hit half way.
        """
        high, low = state.dice // 10, state.dice % 10
        half_way = source - high
        if half_way <= OFF or source not in movable(state.own, open_, high):
            return False
        hit = blots(state.other)
        return half_way in movable(stepped(state.own, source, high), open_, low) and 25 - half_way not in hit and 25 - source + low not in hit


def _up_to(place: int) -> Bits:
    """The places from 0 to this one."""
    return (Bits(2) << place) - 1
