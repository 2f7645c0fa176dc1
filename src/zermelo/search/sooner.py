"""`Sooner`, a view of a game for searches that are to win as soon and lose as late as they can (`best(..., sooner=True)`).

Its states count the plies played, and each of them takes a tiny share of the utility at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from zermelo.game import Game, State, defines

HUGE = 1e300
"""Stands for an infinite utility, which no number of plies could lower."""
FADE = 2.0**-50
"""The share of a utility that a ply takes: far below any difference between utilities, yet above rounding."""


class Timed(NamedTuple):
    """A state and the number of plies played to reach it."""

    state: State
    plies: int


def faded(worth: float, plies: int) -> float:
    """A utility less the share that so many plies take."""
    return max(-HUGE, min(HUGE, worth)) * (1.0 - FADE * plies)


class Sooner(Game):
    """`game` with each utility faded by the plies it took: ordered first by utility, then by haste.

    Utilities that differ by less than one part in 10**12 may be confused; evaluations are left alone.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.chance = game.chance
        self.max_actions = game.max_actions

    def initial(self) -> Timed:
        return Timed(self.game.initial(), 0)

    def to_move(self, state: Timed) -> int:
        return self.game.to_move(state.state)

    def actions(self, state: Timed) -> Iterable[int]:
        yield from self.game.actions(state.state)

    def outcomes(self, state: Timed) -> Iterable[tuple[int, float]]:
        yield from self.game.outcomes(state.state)

    def result(self, state: Timed, action: int) -> Timed:
        return Timed(self.game.result(state.state, action), state.plies + 1)

    def is_terminal(self, state: Timed) -> bool:
        return self.game.is_terminal(state.state)

    def utility(self, state: Timed, player: int) -> float:
        return faded(float(self.game.utility(state.state, player)), state.plies)

    def evaluate(self, state: Timed, player: int) -> float:
        return self.game.evaluate(state.state, player)

    def __repr__(self) -> str:
        return repr(self.game)


class SoonerLookedUp(Sooner):
    """The same for searches that look up states of the game in a database: states that differ in the plies alone have one key."""

    def plies_so_far(self, state: Timed) -> int:
        """The plies played to reach a state."""
        return state.plies

    def key(self, state: Timed) -> Any:
        return self.game.key(state.state)

    def symmetries(self, state: Timed) -> Iterable[Timed]:
        for image in self.game.symmetries(state.state):
            yield Timed(image, state.plies)


class SoonerNumbered(SoonerLookedUp):
    """The same of a game that numbers its states."""

    def tier_sizes(self) -> Iterable[int]:
        return self.game.tier_sizes()

    def tier(self, state: Timed) -> int:
        return int(self.game.tier(state.state))

    def rank(self, state: Timed) -> int:
        return int(self.game.rank(state.state))


def sooner_view(game: Game, *, looked_up: bool) -> Sooner:
    """The view of a game; `looked_up` where states are looked up."""
    if not looked_up:
        return Sooner(game)
    return SoonerNumbered(game) if defines(game, "tier_sizes") else SoonerLookedUp(game)
