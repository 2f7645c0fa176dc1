"""The plays of backgammon: which steps the dice allow, each play in one order and each position reached by one play.

As many dice as possible must be played; if either of two can be but not both, the higher one.
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.bits import Bits
from zermelo.game import Game
from zermelo.games.backgammon.men import LOW_FIRST, OFF, ON_BOARD, PASS, WIDTH, Men, State, blots, facing, made, movable, stepped


class Plays(Game):
    """What a player may do with two dice."""

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
