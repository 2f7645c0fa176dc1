"""How long a playout may go on that nobody has limited: some games go round for ever, and at random many do now and then."""

from __future__ import annotations

from typing import Final

LONG: Final = 4096
"""Plies that any playout may last ..."""
TIMES: Final = 32
"""... and in games whose playouts are long, this many times their mean: of a walk at random, one in e**TIMES lasts longer."""


def longest(playouts: int, plies: int) -> int:
    """After how many plies a playout is cut short, where there were so many, and those that ended had so many plies together."""
    return max(LONG, TIMES * plies // max(1, playouts))
