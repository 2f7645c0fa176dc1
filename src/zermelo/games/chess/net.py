"""A small net that says what the weighted sum of evaluation.py leaves out.

Each player sees the board with the own pawns going up and the own king on the files a to d; where it is not, the board is mirrored. Each
of `UNITS` hidden units adds up a constant and a number for each piece, by whose it is, what it is and where it stands; what is below 0
counts as 0. The first half of the units speaks for who sees the board so, the other half against. The net says what they say of
the player to move, less what they say of the other one:

    net = f(own view) - f(other's view),   f = sum of max(0, unit) of the first half - sum of max(0, unit) of the other half

Numbers are whole, in 1/800 of a pawn. A word holds four units, 15 bits each, so that one addition adds to four of them; those of the
constants are greater by 2**14, so that no unit of a sum is below 0. The rows for the pieces come first, one for each of 2 * 6 * 64
(own first; pawn, knight, bishop, rook, queen, king; a1 to h8), then the row of the constants.

After Y. Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018, who has two views as well.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.bits import Bits
from zermelo.games.chess.rules import State

UNITS: Final = 32
SCALE: Final = 800
"""What a pawn is worth."""
THEIRS: Final = 6 * 64
"""The first row for a piece of the other player."""
PLACES: Final = 2 * THEIRS
LANE: Final = 15
"""Bits of a unit in a word."""
LANES: Final = 4
WORDS: Final = UNITS // LANES
ZERO: Final = 1 << LANE - 1
"""What is added to each unit of the constants."""
ONES: Final = sum(1 << LANE * lane for lane in range(LANES))
EVEN: Final = (1 << LANE) - 1 | ((1 << LANE) - 1) << 2 * LANE
"""The units 0 and 2 of a word."""


class Row(NamedTuple):
    """A number for each unit, four in a word."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int


def judged(state: State, kings: Bits, net: Any) -> int:
    """What the net says to the player to move, in units of 1/800 of a pawn; `net` are its rows."""
    turn = 7 if (kings & state.own).lowest() & 7 > 3 else 0
    other_turn = 56 ^ 7 if (kings & state.other).lowest() & 7 > 3 else 56
    own, other = net[PLACES], net[PLACES]
    for kind in range(6):
        for square in _men(state, kings, kind):
            theirs = THEIRS if square in state.other else 0
            own = _sum(own, net[theirs + 64 * kind + (square ^ turn)])
            other = _sum(other, net[THEIRS - theirs + 64 * kind + (square ^ other_turn)])
    return _said(own) - _said(other)


def _men(state: State, kings: Bits, kind: int) -> Bits:
    """The pieces of a kind, of both players."""
    if kind == 0:
        return state.pawns
    if kind == 1:
        return state.knights
    if kind == 2:
        return state.diagonal & ~state.straight
    if kind == 3:
        return state.straight & ~state.diagonal
    if kind == 4:
        return state.diagonal & state.straight
    return kings


def _sum(one: Row, two: Row) -> Row:
    return Row(one.a + two.a, one.b + two.b, one.c + two.c, one.d + two.d, one.e + two.e, one.f + two.f, one.g + two.g, one.h + two.h)


def _said(units: Row) -> int:
    """What the units of a view say."""
    plus = _above(units.a) + _above(units.b) + _above(units.c) + _above(units.d)
    minus = _above(units.e) + _above(units.f) + _above(units.g) + _above(units.h)
    pair = (1 << 2 * LANE) - 1
    return (plus & pair) + (plus >> 2 * LANE) - (minus & pair) - (minus >> 2 * LANE)


def _above(word: int) -> int:
    """What is above 0 in the units of a word: the sum of 0 and 1, and that of 2 and 3, each in twice as many bits."""
    kept = word & ((word >> LANE - 1 & ONES) * (ZERO - 1))
    return (kept & EVEN) + (kept >> LANE & EVEN)
