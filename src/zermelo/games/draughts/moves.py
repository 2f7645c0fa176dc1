"""The moves of draughts: captures first, which are compulsory, else steps.

How pieces capture is in captures.py. Where none can capture more than two pieces, which is nearly always, the captures are
found for the whole board at once; else each piece goes through all of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.bits import Bits
from zermelo.games.draughts.board import State
from zermelo.games.draughts.captures import Captures, Walk, any_way, by_way, turned


class Moves(Captures):
    """What a player may do."""

    def actions(self, state: State) -> Iterable[int]:
        near, far, others = self._near, self._far, state.other
        empty = self._board & ~(state.own | others)
        can = self._openings(state, empty)  # from where a man (a king too, unless it flies) can jump, by the way of the jump
        jumpers = self._met(can, self._short(state, self._backward))
        flying = self._flying_captures(state, empty)
        if flying or any_way(jumpers):
            ends = self._jumped(jumpers)
            on = turned(can)  # from where it can jump, by the way it came
            twice = self._met(ends, on)
            thrice = self._met(self._jumped(self._met(can, turned(twice))), on)
            if flying or any_way(thrice) or (self._quality and others & state.kings):  # walk through all captures
                movers = flying | jumpers.near_up | jumpers.far_up | jumpers.near_down | jumpers.far_down
                most = 0
                if self._most:
                    for start in movers:
                        free, gait = empty | Bits(1) << start, self._gait(state, start)
                        walk = self._next_capture(Walk(start, 0, 0, 0, 0), free, others, gait)
                        while walk.jumps > 0:
                            most = max(most, self._rank(walk.captured, state.kings))
                            walk = self._next_capture(walk, free, others, gait)
                for start in movers:
                    free, gait = empty | Bits(1) << start, self._gait(state, start)
                    walk = self._next_capture(Walk(start, 0, 0, 0, 0), free, others, gait)
                    while walk.jumps > 0:
                        if self._rank(walk.captured, state.kings) >= most and self._is_first(walk, start, free, gait):
                            yield start | walk.place << 6 | self._packed(walk.captured)
                        walk = self._next_capture(walk, free, others, gait)
            else:  # at most two pieces are captured
                for way in range(4):
                    step = self._places_of_step(way)
                    for place in by_way(twice, way):
                        start, jumped = place - 2 * step, place - step
                        seconds = self._jumps(place, empty, others & ~(Bits(1) << jumped), self._gait(state, start))
                        for end in seconds:
                            yield start | end << 6 | self._packed(1 << jumped | 1 << (place + end >> 1))
                        if not seconds:  # a man on a square where only a king could go on
                            yield start | place << 6 | self._packed(1 << jumped)
                    if not self._most or not any_way(twice):
                        for end in by_way(ends, way) & ~by_way(on, way):
                            yield end - 2 * step | end << 6 | self._packed(1 << end - step)
        else:
            steppers = self._short(state, False)
            for end in steppers.near_up << near & empty:
                yield end - near | end << 6
            for end in steppers.far_up << far & empty:
                yield end - far | end << 6
            for end in steppers.near_down >> near & empty:
                yield end + near | end << 6
            for end in steppers.far_down >> far & empty:
                yield end + far | end << 6
            if self._flying:
                for start in state.own & state.kings:
                    for way in range(4):
                        ahead = self._step(Bits(1) << start, way) & empty
                        while ahead:
                            yield start | ahead.lowest() << 6
                            ahead = self._step(ahead, way) & empty

    def _can_move(self, state: State) -> bool:
        empty = self._board & ~(state.own | state.other)
        steppers = self._short(state, False)
        near = steppers.near_up << self._near | steppers.near_down >> self._near
        far = steppers.far_up << self._far | steppers.far_down >> self._far
        kings = Bits(0)
        if self._flying:
            kings = state.own & state.kings
            near |= kings << self._near | kings >> self._near
            far |= kings << self._far | kings >> self._far
        return bool((near | far) & empty) or self.forced(state)
