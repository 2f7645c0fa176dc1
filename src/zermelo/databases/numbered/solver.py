"""What solvers of a game that numbers its states have in common: each tier that is done is a file of the database, and as it will stay.

So work that was interrupted goes on with the tiers that are not there, and a file that is lost is made again alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from zermelo.databases.files.tier import TIER_FILES, Tier, tier_name, write_tier
from zermelo.databases.keys import Array
from zermelo.databases.numbered.ranked_game import RankedGame
from zermelo.game import Game

SUCCESSORS: Final = "successors"
"""How many the states of a tier have."""
_ORDER: Final = "order"
"""In which its states became known: in another one distances may be others."""


class Solver(RankedGame):
    """A game that is to be solved, with the tiers of it that are.

    place      where their files lie

    values     of all states, tier by tier, the place among `worths`; NONE where an index stands for no state
    distances  plies to the end; ENDLESS where there is no number of them
    edges      how many successors there are

    The others: see `RankedGame`.
    """

    values: Array
    distances: Array
    edges: int

    def __init__(self, game: Game, place: Path, tiers: int | None) -> None:
        super().__init__(game, tiers)
        self.place = place

    def solved(self, tier: int) -> Tier | None:
        """What is known of a tier, if it is done. Raises SpecError where its file is damaged."""
        path = self.place / tier_name(tier)
        return Tier(path, self.sizes[tier]) if path.exists() else None

    def take_up(self) -> None:
        """Let there be room for what is known of the tiers that are done, in the order in which it became known."""
        for tier, size in enumerate(self.sizes):
            if size and (done := self.solved(tier)):
                self.order = done.facts[_ORDER]
                self.worths = sorted({*self.worths, *done.values, *(0 - value for value in done.values)})

    def write(self, tier: int, values: Array, distances: Array, successors: int, threads: int = 1) -> None:
        """Let a tier be done, whose states have so many successors. Raises SpecError where there is no room on the disk."""
        told = {_ORDER: self.order, SUCCESSORS: successors}
        write_tier(self.place / tier_name(tier), self.worths, values, distances, told, threads)

    def reorder(self, order: int) -> None:
        """Let states become known in another order: what is done in this one does not serve."""
        self.order = order
        for path in self.place.glob(TIER_FILES):
            path.unlink()
