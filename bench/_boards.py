"""Connect four as the peers search it."""

from __future__ import annotations

from zermelo.game import State
from zermelo.games.connect4 import ConnectFour


class Blind(ConnectFour):
    """Connect four in which a state at the depth limit is worth 0, as in the C++ and in the other libraries."""

    def evaluate(self, state: State, player: int) -> float:
        """Nothing is known before the end."""
        return 0.0
