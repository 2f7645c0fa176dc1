"""The tree of a game: what was played stands first, beside it the lines that were left, and the variations of the PGN that it came from.

Each move is there once in its position, with what the PGN says of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from zermelo.protocols.pgn import Move


@dataclass(eq=False)
class Place:
    """A position: the move that leads there (None at the start), and the places that follow it, the main line first."""

    move: Move | None = None
    after: list[Place] = field(default_factory=list)

    @classmethod
    def of(cls, moves: Sequence[Move]) -> Place:
        """The start of this line, with its variations."""
        root = cls()
        root.grow(moves)
        return root

    def grow(self, moves: Sequence[Move]) -> None:
        """Add a line that begins here, with its variations and theirs."""
        here = self
        for move in moves:
            there = here.then(move)
            for variation in move.variations:
                here.grow(variation)
            here = there

    def then(self, move: Move) -> Place:
        """The place after this move, which is made where there is none."""
        for place in self.after:
            if place.move is not None and place.move.action == move.action:
                return place
        self.after.append(Place(replace(move, variations=[])))
        return self.after[-1]

    def play(self, actions: Sequence[int]) -> Place:
        """Put this line before all others; the place to which it leads."""
        here = self
        for action in actions:
            there = here.then(Move(action))
            here.after.remove(there)
            here.after.insert(0, there)
            here = there
        return here

    @property
    def main(self) -> Iterator[Place]:
        """The places of the line that goes on first from here."""
        here = self
        while here.after:
            here = here.after[0]
            yield here

    @property
    def line(self) -> list[Move]:
        """What follows as a line of moves, with all else as its variations."""
        made: list[Move] = []
        here = self
        for there in self.main:
            others = [[replace(other.move), *other.line] for other in here.after[1:] if other.move is not None]
            assert there.move is not None
            made.append(replace(there.move, variations=others))
            here = there
        return made
