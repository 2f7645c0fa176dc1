"""Dots and boxes of tests/corpus/student/dots_and_boxes.py, the lines that are drawn as a set of bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo import MAX, Bits, Game

LINES = Bits((1 << 12) - 1)
UPPER_LEFT, UPPER_RIGHT = Bits(1 << 0 | 1 << 2 | 1 << 3 | 1 << 5), Bits(1 << 1 | 1 << 3 | 1 << 4 | 1 << 6)
LOWER_LEFT, LOWER_RIGHT = UPPER_LEFT << 5, UPPER_RIGHT << 5


class State(NamedTuple):
    """The lines that are drawn, and how many boxes MAX is ahead."""

    drawn: Bits
    lead: int
    player: int


def closed(drawn: Bits, line: Bits, box: Bits) -> int:
    """1 if this line, just drawn, closes the box, else 0."""
    return 1 if line & box and box & ~drawn == 0 else 0


class DotsAndBoxes(Game):
    """Dots and boxes with 2 x 2 boxes. An action is the number of a line."""

    utility_range = (-4.0, 4.0)
    max_actions = 12

    def initial(self) -> State:
        return State(Bits(0), 0, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        for line in LINES & ~state.drawn:
            yield line

    def result(self, state: State, action: int) -> State:
        line = Bits(1) << action
        drawn = state.drawn | line
        boxes = closed(drawn, line, UPPER_LEFT) + closed(drawn, line, UPPER_RIGHT)
        boxes += closed(drawn, line, LOWER_LEFT) + closed(drawn, line, LOWER_RIGHT)
        lead = state.lead + boxes if state.player == MAX else state.lead - boxes
        return State(drawn, lead, state.player if boxes > 0 else 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return state.drawn == LINES

    def utility(self, state: State, player: int) -> int:
        return state.lead if player == MAX else -state.lead
