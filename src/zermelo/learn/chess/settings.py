"""What decides on the weights that are learned. Apart, since the command line shows it and loads nothing else for that."""

from __future__ import annotations

from typing import NamedTuple


class Settings(NamedTuple):
    """What decides on the games of chess from which the weights follow: how many, their openings, the nodes that are searched a move."""

    games: int = 4000
    seed: int = 1
    nodes: int = 1500
