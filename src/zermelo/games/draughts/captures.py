"""How pieces of draughts capture: all at once, to know whether there is a capture, and one by one, to name them."""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.game import MAX, MIN
from zermelo.games.draughts.board import Squares, State

_ALL: Final = (1 << 60) - 1
"""What one word of a walk holds: ten places of six bits."""
RISING, FALLING, EVERY_WAY, FLYING = range(4)
"""The gaits: which ways, and how far, a piece captures. The first two are the numbers of the players whose men go so."""


class Ways(NamedTuple):
    """A set of places for each of the four ways: up and down by `near` and by `far`."""

    near_up: Bits
    far_up: Bits
    near_down: Bits
    far_down: Bits


class Walk(NamedTuple):
    """A piece on its way through a capture, among all those that it could make.

    place     where it stands
    captured  the places of what it has captured, as a number
    jumps     how many that are
    last      the places where it stood before each jump, six bits each, the latest lowest: the last ten of them
    first     those before
    """

    place: int
    captured: int
    jumps: int
    last: int
    first: int


class Captures(Squares):
    """Steps and jumps on the squares."""

    # Steps and jumps

    def _places_of_step(self, way: int) -> int:
        """What a step adds to a place."""
        places = self._near + (way & 1)
        return places if way < 2 else -places

    def _step(self, cells: Bits, way: int) -> Bits:
        """The cells, each moved by one step."""
        places = self._near + (way & 1)
        return cells << places if way < 2 else cells >> places

    def _short(self, state: State, backward: bool) -> Ways:
        """The own pieces that step, or jump, to the next square only, by the ways that they may take."""
        kings = Bits(0) if self._flying else state.own & state.kings
        men = state.own & ~state.kings
        up = men | kings if backward or state.player == MAX else kings
        down = men | kings if backward or state.player == MIN else kings
        return Ways(up, up, down, down)

    def _openings(self, state: State, empty: Bits) -> Ways:
        """The places, of any cells, from which an own piece could jump over the next one, by the ways that any of them may take."""
        near, far = self._near, self._far
        movers, others = self._short(state, self._backward), state.other
        up = ~Bits(0) if movers.near_up else Bits(0)
        down = ~Bits(0) if movers.near_down else Bits(0)
        return Ways(
            (empty >> near & others) >> near & up,
            (empty >> far & others) >> far & up,
            (empty << near & others) << near & down,
            (empty << far & others) << far & down,
        )

    def _met(self, some: Ways, others: Ways) -> Ways:
        """What is in both, way by way."""
        return Ways(
            some.near_up & others.near_up,
            some.far_up & others.far_up,
            some.near_down & others.near_down,
            some.far_down & others.far_down,
        )

    def _jumped(self, jumpers: Ways) -> Ways:
        """Where they land behind the next piece."""
        near, far = 2 * self._near, 2 * self._far
        return Ways(jumpers.near_up << near, jumpers.far_up << far, jumpers.near_down >> near, jumpers.far_down >> far)

    def _flying_captures(self, state: State, empty: Bits) -> Bits:
        """The own flying kings, if any of them can capture."""
        kings = state.own & state.kings if self._flying else Bits(0)
        found = Bits(0)
        if kings:
            for way in range(4):
                reached = kings
                ahead = self._step(kings, way) & empty
                while ahead:
                    reached = reached | ahead
                    ahead = self._step(ahead, way) & empty
                found = found | self._landings(reached, state.other, empty, way)
        return kings if found else Bits(0)

    # Captures one by one

    def _gait(self, state: State, start: int) -> int:
        if start in state.kings:
            return FLYING if self._flying else EVERY_WAY
        return EVERY_WAY if self._backward else state.player

    def _next_capture(self, walk: Walk, empty: Bits, others: Bits, gait: int) -> Walk:
        """The walk gone on, depth first, to the end of the next whole capture; back at its start, without jumps, after the last.

        `empty` holds the start too; `others` are the pieces that may be captured.
        """
        place, captured, jumps, last, first = walk.place, walk.captured, walk.jumps, walk.last, walk.first
        arrived = False
        untried = ~Bits(0)
        while True:
            ends = self._jumps(place, empty, others & ~captured, gait) & untried
            if ends:
                end = ends.lowest()
                captured = captured | 1 << self._between(place, end, empty, gait)
                first = first << 6 | last >> 54
                last = (last << 6 | place) & _ALL
                place, jumps, arrived = end, jumps + 1, True
                untried = ~Bits(0)
            elif arrived or jumps == 0:
                return Walk(place, captured, jumps, last, first)
            else:
                before = last & 63
                captured = captured ^ 1 << self._between(before, place, empty, gait)
                last = last >> 6 | (first & 63) << 54
                first = first >> 6
                untried = ~Bits(1) << place
                place, jumps = before, jumps - 1

    def _jumps(self, place: int, empty: Bits, others: Bits, gait: int) -> Bits:
        """Where one jump can end."""
        start, ends = Bits(1) << place, Bits(0)
        if gait == FLYING:
            for way in range(4):
                ahead = self._step(start, way)
                while ahead & empty:
                    ahead = self._step(ahead, way)
                ahead = self._step(ahead & others, way) & empty
                while ahead:
                    ends = ends | ahead
                    ahead = self._step(ahead, way) & empty
            return ends
        if gait != FALLING:
            ends = self._landings(start, others, empty, 0) | self._landings(start, others, empty, 1)
        if gait != RISING:
            ends = ends | self._landings(start, others, empty, 2) | self._landings(start, others, empty, 3)
        return ends

    def _landings(self, cells: Bits, others: Bits, empty: Bits, way: int) -> Bits:
        """Where the cells land that can jump over the next place."""
        return self._step(self._step(cells, way) & others, way) & empty

    def _between(self, start: int, end: int, empty: Bits, gait: int) -> int:
        """The place of the piece that a jump from `start` to `end` captures."""
        if gait != FLYING:
            return start + end >> 1
        found = 0
        for way in range(4):
            jumped = self._step(Bits(1) << start, way)
            while jumped & empty:
                jumped = self._step(jumped, way)
            ahead = self._step(jumped & self._board, way) & empty
            while ahead:
                if end in ahead:
                    found = jumped.lowest()
                ahead = self._step(ahead, way) & empty
        return found

    def _rank(self, captured: int, kings: Bits) -> int:
        """The greater, the more it is one's duty to make the capture."""
        pieces = Bits(captured)
        if not self._most:
            return 0
        return pieces.count() << 5 | (pieces & kings).count() if self._quality else pieces.count()

    def _is_first(self, walk: Walk, start: int, empty: Bits, gait: int) -> bool:
        """Whether no walk before it captures the same pieces and ends at the same place."""
        if walk.jumps < (2 if gait == FLYING else 4):  # one that flies can land at different places in between, others must go round
            return True
        same = Bits(walk.captured)
        found = self._next_capture(Walk(start, 0, 0, 0, 0), empty, same, gait)
        while found.place != walk.place or found.captured != walk.captured:
            found = self._next_capture(found, empty, same, gait)
        return found.last == walk.last and found.first == walk.first

    def _packed(self, captured: int) -> int:
        """The captured places as an action holds them."""
        return captured << 12 - self._near


def any_way(ways: Ways) -> bool:
    """Whether there is a place in any of the four sets."""
    return bool(ways.near_up | ways.far_up | ways.near_down | ways.far_down)


def by_way(ways: Ways, way: int) -> Bits:
    """The set for one way, 0 to 3; compiled, faster than `ways[way]`."""
    if way < 2:
        return ways.near_up if way == 0 else ways.far_up
    return ways.near_down if way == 2 else ways.far_down


def turned(ways: Ways) -> Ways:
    """For each way, what is in the sets of all ways but the opposite one."""
    near_up, far_up, near_down, far_down = ways.near_up, ways.far_up, ways.near_down, ways.far_down
    return Ways(near_up | far_up | far_down, near_up | far_up | near_down, far_up | near_down | far_down, near_up | near_down | far_down)
