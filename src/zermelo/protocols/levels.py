"""Playing below one's strength: few nodes a move, and a lot among moves that seem hardly worse than the best.

A level says how many nodes are searched, and by how much a move may be worse to be among those of which one is drawn, each as likely.
Few nodes overlook what lies deep, as people do; the margin gives away a little in every position, and makes games differ.

Which level is how strong, `SCALE` says; docs/chess-programs.md tells how it was measured, and how sure it is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

CANDIDATES: Final = 6
"""So many of the best moves are looked for."""


class Level(NamedTuple):
    """A strength: its rating in Elo, nodes a move, and the margin in hundredths of a pawn."""

    elo: int
    nodes: int
    margin: int


SCALE: Final = (
    Level(1000, 500, 400),
    Level(1100, 500, 150),
    Level(1450, 500, 30),
    Level(1750, 2000, 10),
    Level(2100, 8000, 10),
    Level(2400, 32000, 10),
)
"""From the weakest to the strongest."""
LEAST, MOST = SCALE[0].elo, SCALE[-1].elo


def level(elo: int) -> Level:
    """The level of a rating from LEAST to MOST: between two of the scale the margin goes evenly, and nodes by equal factors."""
    low, high = next(pair for pair in pairwise(SCALE) if elo <= pair[1].elo)
    share = (elo - low.elo) / (high.elo - low.elo)
    nodes, margin = low.nodes * (high.nodes / low.nodes) ** share, low.margin + (high.margin - low.margin) * share
    return Level(elo, round(nodes), round(margin))


def drawn(leads: Sequence[float], margin: float, lot: random.Random) -> int:
    """The place of one of these moves, whose leads are in hundredths of a pawn, the best first."""
    return lot.choice([place for place, lead in enumerate(leads) if lead >= leads[0] - margin])
