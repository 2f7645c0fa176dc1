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
from typing import Final

from zermelo.bits import Bits
from zermelo.game import CHANCE, MAX, Game
from zermelo.games.backgammon.men import (
    BAR,
    LOW_FIRST,
    MEN,
    OFF,
    ON_BOARD,
    OPENING,
    PASS,
    STEPS,
    TO_ROLL,
    WIDTH,
    Men,
    State,
    blots,
    facing,
    made,
    men_from,
    men_on,
    movable,
    moved,
    occupied,
    stepped,
)

START_MEN: Final = men_from((0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0))
"""Two men on 24, five on 13, three on 8, five on 6."""


class Rules(Game):
    """Rolls, plays, and what a game is worth (see `zermelo.games.backgammon.Backgammon`)."""

    chance = True
    utility_range = (-3.0, 3.0)
    max_actions = 3060  # four steps of a double, shared out among fifteen men: 18 choose 4

    # The rules

    def initial(self) -> State:
        return State(START_MEN, START_MEN, MAX, OPENING)

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

    # Parts of the rules

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
        return (
            half_way in movable(stepped(state.own, source, high), open_, low) and 25 - half_way not in hit and 25 - source + low not in hit
        )


def _up_to(place: int) -> Bits:
    """The places from 0 to this one."""
    return (Bits(2) << place) - 1
