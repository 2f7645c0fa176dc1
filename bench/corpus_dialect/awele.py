"""Small awele of tests/corpus/library_user/easyai_awele.py, six bits of one number to a house, and sowing from a table.

bit  0      6      12     18     24     30     36     42
     a      b      c      d      e      f      g      h
     player 1                    player 2
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from zermelo import MAX, Game

HOUSES, SEEDS, TOTAL, QUIET = 4, 3, 24, 20
RING = 2 * HOUSES
SIDE = (1 << 6 * HOUSES) - 1
"""The houses of player 1; those of player 2 lie 24 bits above."""


def sown(house: int, seeds: int) -> tuple[int, int]:
    """What so many seeds from this house add to the board, and in which house the last of them falls."""
    board, place = 0, house
    while seeds > 0:
        place = (place + 1) % RING
        if place != house:
            board += 1 << 6 * place
            seeds -= 1
    return board, place


class State(NamedTuple):
    """The seeds in the houses; how many each player has captured; how many moves ago somebody has."""

    board: int
    first: int
    second: int
    player: int
    quiet: int


class Awele(Game):
    """Small awele. An action is the number of a house."""

    utility_range = (-1.0, 1.0)
    max_actions = HOUSES

    def __init__(self) -> None:
        tables = [sown(house, seeds) for house in range(RING) for seeds in range(TOTAL + 1)]
        self.sown = array("q", [board for board, _ in tables])
        self.last = array("q", [place for _, place in tables])

    def initial(self) -> State:
        return State(sum(SEEDS << 6 * house for house in range(RING)), 0, 0, MAX, 0)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        first = HOUSES * state.player
        feeds = self.must_feed(state)
        for house in range(first, first + HOUSES):
            seeds = state.board >> 6 * house & 63
            if seeds > 0 and (not feeds or seeds > first + HOUSES - 1 - house):
                yield house

    def must_feed(self, state: State) -> bool:
        """Whether the other player has no seeds and a move of this one gives some."""
        first = HOUSES * state.player
        if state.board >> 6 * (HOUSES - first) & SIDE != 0:
            return False
        feeds = False
        for house in range(first, first + HOUSES):
            feeds |= state.board >> 6 * house & 63 > first + HOUSES - 1 - house
        return feeds

    def result(self, state: State, action: int) -> State:
        entry = (TOTAL + 1) * action + (state.board >> 6 * action & 63)
        board = (state.board & ~(63 << 6 * action)) + self.sown[entry]
        theirs = HOUSES - HOUSES * state.player
        house, won, after = self.last[entry], 0, board
        while theirs <= house < theirs + HOUSES and 2 <= board >> 6 * house & 63 <= 3:
            won += board >> 6 * house & 63
            after &= ~(63 << 6 * house)
            house -= 1
        if won > 0 and after >> 6 * theirs & SIDE != 0:
            if state.player == MAX:
                return State(after, state.first + won, state.second, 1, 0)
            return State(after, state.first, state.second + won, 0, 0)
        return State(board, state.first, state.second, 1 - state.player, state.quiet + 1)

    def is_terminal(self, state: State) -> bool:
        over = state.first > TOTAL // 2 or state.second > TOTAL // 2 or state.quiet == QUIET
        return over or state.board >> 6 * HOUSES * state.player & SIDE == 0

    def utility(self, state: State, player: int) -> int:
        lead = state.first - state.second if player == MAX else state.second - state.first
        return 1 if lead > 0 else -1 if lead < 0 else 0
