"""What decides on the weights that are learned. Apart, since the command line shows it and loads nothing else for that."""

from __future__ import annotations

from typing import NamedTuple


class Settings(NamedTuple):
    """What decides on the weights. The rate falls from `rate` to `last_rate`, by the same share with each game; `trace` is lambda."""

    games: int = 1_500_000
    seed: int = 1
    rate: float = 0.05
    last_rate: float = 0.001
    trace: float = 0.3
