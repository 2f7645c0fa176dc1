"""What a lead says of the end of the game: the chances of a win, a draw and a loss, by a logistic model.

    win(lead) = 1 / (1 + exp((EVEN - lead) / SPREAD))      loss(lead) = win(-lead)      draw(lead) = 1 - win(lead) - loss(lead)

The lead is an evaluation in hundredths of a pawn, to the player whose chances they are. The model knows nothing of the game but its two
parameters, which are fitted to games of chess against itself (docs/chess-programs.md). Where the value is proved there is nothing to guess:
the end is certain.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

EVEN: Final = 325.0
"""The lead, in hundredths of a pawn, from which on a win is likelier than not."""
SPREAD: Final = 195.0
"""How many hundredths of a pawn more make the odds of a win e times as high."""


class Chances(NamedTuple):
    """The chances of each end, in thousandths; they add up to 1000."""

    win: int
    draw: int
    loss: int


WON, DRAWN, LOST = Chances(1000, 0, 0), Chances(0, 1000, 0), Chances(0, 0, 1000)


def chances(lead: float) -> Chances:
    """The chances of a player with this lead.

    >>> chances(0)
    Chances(win=159, draw=682, loss=159)
    >>> chances(325)
    Chances(win=500, draw=466, loss=34)
    """
    win, loss = round(1000 * _likelihood(lead)), round(1000 * _likelihood(-lead))
    return Chances(win, 1000 - win - loss, loss)


def _likelihood(lead: float) -> float:
    """How likely a win is."""
    return 1 / (1 + exp(min(700.0, (EVEN - lead) / SPREAD)))  # beyond 700 there is no such float
