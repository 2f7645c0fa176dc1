"""What positions teach a net of the chess evaluation, in compiled code: what it says of them, and how its numbers should change.

A net is a row of singles: `UNITS` numbers for each piece and place, then the constants, in pawns (games/chess/net.py). A position is
`BOARDS` words, the pieces as the player to move sees them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any, Final

import numpy as np

from zermelo import native
from zermelo.games.chess.net import PLACES, THEIRS, UNITS
from zermelo.native import FLOATS, SINGLES, WORDS
from zermelo.words import length

BOARDS: Final = 6
"""Words of a position: own, other, pawns, knights, those that go diagonally, those that go straight."""
CONSTANTS: Final = PLACES * UNITS
"""Where the constants of a net begin."""
NUMBERS: Final = CONSTANTS + UNITS
HALF: Final = UNITS // 2
"""The units before it speak for who sees the board so, the others against."""
MEN: Final = 32

Words = Any
Floats = Any
Singles = Any


def listed(boards: Words, first: int, places: Words) -> int:
    """Write for each piece of a position where its numbers begin, in the view of the player to move and in the other's; how many pieces."""
    own, other, pawns, knights = boards[first], boards[first + 1], boards[first + 2], boards[first + 3]
    diagonal, straight = boards[first + 4], boards[first + 5]
    kings = (own | other) & ~(pawns | knights | diagonal | straight)
    turn = 7 if lowest(kings & own) & 7 > 3 else 0
    other_turn = 56 ^ 7 if lowest(kings & other) & 7 > 3 else 56
    count = 0
    for kind in range(6):
        men = kings
        if kind == 0:
            men = pawns
        elif kind == 1:
            men = knights
        elif kind == 2:
            men = diagonal & ~straight
        elif kind == 3:
            men = straight & ~diagonal
        elif kind == 4:
            men = diagonal & straight
        while men != 0:
            square = lowest(men)
            theirs = THEIRS if other >> square & 1 == 1 else 0
            places[2 * count] = UNITS * (theirs + 64 * kind + (square ^ turn))
            places[2 * count + 1] = UNITS * (THEIRS - theirs + 64 * kind + (square ^ other_turn))
            count += 1
            men ^= men & -men
    return count


def lowest(word: int) -> int:
    """The number of the lowest bit; -1 of none."""
    return length(word & -word) - 1


def added(net: Singles, places: Words, men: int, units: Floats) -> float:
    """Add up the units of both views, the other's after the own; what they say."""
    for unit in range(UNITS):
        units[unit] = net[CONSTANTS + unit]
        units[UNITS + unit] = net[CONSTANTS + unit]
    for man in range(men):
        own, other = places[2 * man], places[2 * man + 1]
        for unit in range(UNITS):
            units[unit] += net[own + unit]
        for unit in range(UNITS):
            units[UNITS + unit] += net[other + unit]
    said = 0.0
    for unit in range(HALF):
        said += max(units[unit], 0.0) - max(units[UNITS + unit], 0.0)
    for unit in range(HALF, UNITS):
        said += max(units[UNITS + unit], 0.0) - max(units[unit], 0.0)
    return said


def tell(count: int, net: Singles, boards: Words, places: Words, units: Floats, said: Floats) -> int:
    """Write what a net says of each of so many positions to the player to move, in pawns."""
    for number in range(count):
        said[number] = added(net, places, listed(boards, BOARDS * number, places), units)
    return count


def teach(
    count: int, scale: float, net: Singles, boards: Words, chosen: Words, sums: Floats, wanted: Floats, places: Words, units: Floats,
    slopes: Floats,
) -> int:  # fmt: skip
    """Add to the slopes, for each number of the net, how the cross-entropy of s(K (sum + net)) and target grows with it, over so many
    positions that are chosen by their numbers.
    """
    for number in range(count):
        position = chosen[number]
        men = listed(boards, BOARDS * position, places)
        said = added(net, places, men, units)
        missed = scale * (1.0 / (1.0 + exp(-scale * (sums[position] + said))) - wanted[position])
        for unit in range(UNITS):
            sign = missed if unit < HALF else -missed
            units[unit] = sign if units[unit] > 0.0 else 0.0
            units[UNITS + unit] = -sign if units[UNITS + unit] > 0.0 else 0.0
            slopes[CONSTANTS + unit] += units[unit] + units[UNITS + unit]
        for man in range(men):
            own, other = places[2 * man], places[2 * man + 1]
            for unit in range(UNITS):
                slopes[own + unit] += units[unit]
            for unit in range(UNITS):
                slopes[other + unit] += units[UNITS + unit]
    return count


class Telling:
    """What the compiler asks for: `tell`."""

    name = "tell"

    def parts(self) -> list[tuple[Any, tuple[Any, ...], Any]]:
        """See `zermelo.native.function`."""
        return [(tell, (int, SINGLES, WORDS, WORDS, FLOATS, FLOATS), int)]


class Teaching:
    """What the compiler asks for: `teach`."""

    name = "teach"

    def parts(self) -> list[tuple[Any, tuple[Any, ...], Any]]:
        """See `zermelo.native.function`."""
        return [(teach, (int, float, SINGLES, WORDS, WORDS, FLOATS, FLOATS, WORDS, FLOATS, FLOATS), int)]


class Lesson:
    """Positions from which nets learn: their `boards`, what the weighted sum says, and the targets; with room to work in."""

    def __init__(self, boards: Any, sums: Any, wanted: Any) -> None:
        self.boards = np.ascontiguousarray(boards, dtype=np.uint64)
        self.sums, self.wanted = (np.ascontiguousarray(one, dtype=np.float64) for one in (sums, wanted))
        self._tell, self._teach = _on_arrays(Telling()), _on_arrays(Teaching())
        self._places, self._units = np.zeros(2 * MEN, dtype=np.int64), np.zeros(2 * UNITS)

    def said(self, net: Any) -> Any:
        """What a net says of each position to the player to move, in pawns."""
        found = np.zeros(len(self.sums))
        self._tell(len(found), net.ravel(), self.boards.ravel(), self._places, self._units, found)
        return found

    def slopes(self, net: Any, scale: float, chosen: Any) -> Any:
        """How the mean cross-entropy of these positions, by their numbers, grows with each number of a net."""
        found = np.zeros(NUMBERS)
        rows = self.boards.ravel(), chosen, self.sums, self.wanted, self._places, self._units, found
        self._teach(len(chosen), scale, net.ravel(), *rows)
        return (found / len(chosen)).reshape(net.shape)


def _on_arrays(algorithm: Any) -> Callable[..., Any]:
    """The algorithm compiled, to be called with numbers and arrays."""
    compiled = native.function(algorithm)
    return lambda *arguments: compiled(*(one.ctypes.data if isinstance(one, np.ndarray) else one for one in arguments))
