"""Information-set Monte Carlo tree search, with a single observer.

The nodes of its tree are what the searching player would see, not states: all states that look alike to that player share
their counts. Each simulation deals what is hidden anew and goes down the one tree along what is legal in that deal.

Source: P. I. Cowling, E. J. Powley and D. Whitehouse, Information set Monte Carlo tree search, IEEE Transactions on
Computational Intelligence and AI in Games 4(2), 2012, algorithm 1 (SO-ISMCTS).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from operator import add
from typing import Final

from zermelo.game import CHANCE, Game, State, gathered, has_rewards, listed, rewards
from zermelo.search.playouts import longest
from zermelo.search.runtime.workers import Progress

EXPLORATION: Final = 0.7
"""How much actions tried seldom are preferred, where rewards go from 0 to 1: the paper's constant."""


@dataclass
class Edge:
    """An action in a node: how often it was chosen, how often it could have been, and the sum of what it won its player."""

    visits: int = 0
    available: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """The mean utility to the player whose action it is."""
        return self.total / self.visits


class Ismcts:
    """One search, for the player to move in the states that `deal` gives: those that this player thinks possible.

    tree  for what the player sees, the actions tried, with their counts
    """

    def __init__(self, game: Game, deal: Callable[[], State], chooser: random.Random, exploration: float = EXPLORATION) -> None:
        self.game, self.deal, self.chooser, self.exploration = game, deal, chooser, exploration
        self.tree: dict[State, dict[int, Edge]] = {}
        self.nodes = 0
        self.playouts = self.ended_plies = 0
        self.least, self.most = game.utility_range or (inf, -inf)
        self.has_rewards = has_rewards(game)

    def search(self, simulations: int, progress: Progress | None = None) -> dict[int, Edge]:
        """This many simulations more; returns the actions of the player and their counts. The one chosen most often is best."""
        root: State = None
        for done in range(simulations):
            root = self._simulate(self.deal())
            if progress:
                progress(done)
        return self.tree[root]

    def _simulate(self, state: State) -> State:
        game = self.game
        player = game.to_move(state)
        root = game.observe(state, player)
        way: list[tuple[int, Edge]] = []
        expanded = False
        won = game.zeros()
        plies, most = 0, longest(self.playouts, self.ended_plies)
        while not (over := game.is_terminal(state)) and plies < most:
            self.nodes += 1
            plies += 1
            mover = game.to_move(state)
            if mover == CHANCE:
                action = self._roll(state)
            elif expanded:
                action = self.chooser.choice(listed(game, state))  # simulation
            else:
                action, expanded = self._selected(self.tree.setdefault(game.observe(state, player), {}), listed(game, state))
                way.append((mover, self.tree[game.observe(state, player)][action]))
            if self.has_rewards:
                won = _added(won, rewards(game, state, action))
            state = game.result(state, action)
        self.playouts += 1
        self.ended_plies += plies if over else 0
        self._count(way, _added(won, game.utilities(state) if over else self._endless(state)))
        return root

    def _endless(self, state: State) -> Sequence[float]:
        """What a game is worth to each player that has gone on for long: what the rules say of a repetition, or else an evaluation."""
        worth = self.game.repetition
        if worth is None or self.game.players > 2:
            return self.game.estimates(state)
        return (worth, -worth)[: self.game.players]

    def _selected(self, edges: dict[int, Edge], legal: Sequence[int]) -> tuple[int, bool]:
        """An action that was never tried, or else the best of those legal in this deal; and whether it is a new one."""
        untried = [action for action in legal if action not in edges]
        if untried:
            action = self.chooser.choice(untried)
            edges[action] = Edge()
        for one in legal:
            if one in edges:
                edges[one].available += 1
        if untried:
            return action, True
        return max(legal, key=lambda action: self._bound(edges[action])), False

    def _bound(self, edge: Edge) -> float:
        """UCB1, with the times that the action was available in the place of the visits of its node."""
        width = self.most - self.least
        reward = (edge.mean - self.least) / width if width > 0 else 0.5
        return reward + self.exploration * sqrt(log(edge.available) / edge.visits)

    def _count(self, way: Sequence[tuple[int, Edge]], utilities: Sequence[float]) -> None:
        if self.game.utility_range is None:
            self.least, self.most = min(self.least, *utilities), max(self.most, *utilities)
        for mover, edge in way:
            edge.visits += 1
            edge.total += utilities[mover]

    def _roll(self, state: State) -> int:
        outcomes: list[tuple[int, float]] = gathered(self.game, state, "outcomes")
        return self.chooser.choices([action for action, _ in outcomes], [probability for _, probability in outcomes])[0]


def _added(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(add, one, other))
