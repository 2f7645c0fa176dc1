"""Iterative deepening A*: the shortest way to the goal of a puzzle, by depth-first searches that look further and further.

Source: R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27, 1985.
"""

from __future__ import annotations

from math import inf

from zermelo.game import MAX, Game, State
from zermelo.search.algorithm import Value, algorithm
from zermelo.words import fingerprint


@algorithm
def idastar(game: Game, state: State, before: int, depth: int) -> Value:
    """How many actions more than `depth` the goal is away at least: 0 if it was reached, `inf` if there is no way to it.

    `before` is the fingerprint of the state before this one, to which no shortest way goes back. O(b^d) nodes for b actions and a
    goal that is d actions away; O(d) memory.
    """
    if game.is_terminal(state):
        return 0.0 if game.utility(state, MAX) >= game.utility_range[1] else inf  # type: ignore[index]  # checked before
    if depth == 0:
        return max(1.0, game.distance(state))
    if game.distance(state) > depth:
        return game.distance(state) - depth
    least = inf
    for action in game.actions(state):
        child = game.result(state, action)
        if fingerprint(game.key(child)) != before:
            least = min(least, idastar(game, child, fingerprint(game.key(state)), depth - 1))
            if least == 0:
                return least
    return least
