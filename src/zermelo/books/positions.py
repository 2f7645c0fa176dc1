"""The positions of the first plies of a game, each once, with what each leads to: breadth first, by the plain rules."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final, NamedTuple

from zermelo.databases.keys import VALUES, Keys
from zermelo.errors import ReshapedError, SearchError
from zermelo.game import MAX, Game, State, listed
from zermelo.values import counted

Progress = Callable[[str], None]
MOST_POSITIONS: Final = 4_000_000
"""Positions that a book may hold: they are kept in memory while it is made, some 500 bytes each."""
_NEWS: Final = 1000
"""Positions between two times that progress is told."""


class Following(NamedTuple):
    """What the actions of a position lead to.

    ended   the best of the ends, to its player to move; -inf without one
    others  the numbers of the positions, where the other player is to move there; ~number where the same one is
    """

    ended: float
    others: tuple[int, ...]


class Positions:
    """The positions that at most `plies` plies come to from the initial one, and in which the game is not over.

    Those that are one by `key` or `symmetries` of the game are one. Each has a number, in the order in which they are found: so
    neighbours, which lead to the same positions, have numbers near each other.

    keys       how positions are told from each other
    numbers    of each position the numbers of its key
    depths     how many positions are first reached after so many plies, from 0
    following  of each that is reached in fewer than `plies` plies what it leads to
    to_solve   the positions whose value does not follow from those of later ones: the deepest, and those from which play may go back

    Time and memory in proportion to them. Raises SearchError where there are too many.
    """

    def __init__(self, game: Game, plies: int, progress: Progress | None = None) -> None:
        self.game, self.plies, self._progress = game, plies, progress
        try:
            self._find(Keys(game))
        except ReshapedError:
            self._find(Keys(game, VALUES))

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.numbers)

    def value(self, number: int, values: list[float]) -> float:
        """What a position is worth to its player to move, by the values of those that it leads to."""
        following = self.following[number]
        return max(following.ended, *(values[~one] if one < 0 else 0 - values[one] for one in following.others), -inf)

    def _find(self, keys: Keys) -> None:
        self.keys = keys
        self.numbers: list[tuple[int, ...]] = []
        self.depths: list[int] = []
        self.following: list[Following] = []
        self.to_solve: dict[int, State] = {}
        self._places: dict[tuple[int, ...], int] = {}
        layer: list[State] = []
        initial = self.game.initial()
        if self.game.is_terminal(initial):
            raise SearchError(f"{self.game!r} is over before it begins: there is nothing to make a book of")
        self._place(initial, layer)
        self.depths.append(1)
        for _ in range(self.plies):
            first, last, deeper = self.count - len(layer), self.count, list[State]()
            for number, state in enumerate(layer, first):
                found = self._leads_to(state, deeper)
                self.following.append(found)
                if any((~one if one < 0 else one) < last for one in found.others):
                    self.to_solve[number] = state
            if not deeper:
                return
            layer = deeper
            self.depths.append(len(layer))
        self.to_solve |= dict(enumerate(layer, self.count - len(layer)))

    def _leads_to(self, state: State, deeper: list[State]) -> Following:
        game, mover, ended, others = self.game, self.game.to_move(state), -inf, list[int]()
        for action in listed(game, state):
            child = game.result(state, action)
            if game.is_terminal(child):
                to_max = float(game.utility(child, MAX))
                ended = max(ended, to_max if mover == MAX else 0 - to_max)
            else:
                number = self._place(child, deeper)
                others.append(number if game.to_move(child) != mover else ~number)
        return Following(ended, tuple(dict.fromkeys(others)))

    def _place(self, state: State, found: list[State]) -> int:
        """The number of a position, which is added to those that were found where it is new."""
        numbers, state = self.keys.least(state)
        place = self._places.setdefault(numbers, len(self.numbers))
        if place == len(self.numbers):
            if place == MOST_POSITIONS:
                raise SearchError(
                    f"{self.game!r} has more than {MOST_POSITIONS:,} positions within {counted(self.plies, 'ply', 'plies')}; "
                    f"a book of {counted(len(self.depths) - 1, 'ply', 'plies')} has {sum(self.depths):,}"
                )
            self.numbers.append(numbers)
            found.append(state)
            if self._progress and place % _NEWS == 0:
                self._progress(f"finding positions: {place:,}, {counted(len(self.depths), 'ply', 'plies')} from the first")
        return place
