"""A*: the shortest way to the goal of a puzzle, from all states reached so far always on from the one that promises most.

Source: P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic determination of minimum cost paths, IEEE
Transactions on Systems Science and Cybernetics 4, 1968.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from zermelo.game import MAX, Game, State


@dataclass
class Reached:
    """A state, and the shortest way to it so far: how many actions it is long, the last one, and what was reached before."""

    state: State
    actions: int
    action: int | None
    before: Reached | None


@dataclass
class Frontier:
    """What is known so far, and at the end.

    goal      what was reached, if it is a goal; None where there is no way to one
    nodes     states generated, the first one among them
    waiting   states that were reached and are not expanded yet
    deepest   actions to the state that is furthest on
    least     no way to the goal has fewer actions
    """

    goal: Reached | None = None
    nodes: int = 1
    waiting: int = 0
    deepest: int = 0
    least: float = 0.0


def astar(game: Game, root: State, look: Callable[[Frontier], None]) -> Frontier:
    """The shortest way from `root` to the goal. `look` is called before each state that is expanded, and may raise an error to stop.

    Expanded is the state with the least f = g + h: actions to it, and at least (`Game.distance`) from it. So the first goal that
    comes to be expanded is reached by a shortest way, if h is admissible; where it is not consistent, states are opened again. Of
    equal f the state goes first that is nearer to the goal, then the one that was reached last. O(b^d) states in memory at worst.
    """
    found = Frontier()
    reached = {game.key(root): Reached(root, 0, None, None)}
    queue: list[tuple[float, float, int, Any, Reached]] = []
    _push(queue, game, game.key(root), reached[game.key(root)], 0)
    while queue:
        f, _, _, key, node = heapq.heappop(queue)
        if reached[key] is not node:
            continue  # a shorter way to it was found
        found.least = max(found.least, f)
        look(found)
        if game.is_terminal(node.state):
            if game.utility(node.state, MAX) >= game.utility_range[1]:  # type: ignore[index]  # checked before
                found.goal = node
                break
            continue
        for action in game.actions(node.state):
            child = game.result(node.state, action)
            found.nodes += 1
            key = game.key(child)
            if key not in reached or node.actions + 1 < reached[key].actions:
                found.deepest = max(found.deepest, node.actions + 1)
                reached[key] = Reached(child, node.actions + 1, action, node)
                _push(queue, game, key, reached[key], found.nodes)
    found.waiting = sum(reached[key] is node for *_, key, node in queue)
    return found


def _push(queue: list[tuple[float, float, int, Any, Reached]], game: Game, key: Any, node: Reached, number: int) -> None:
    """Put it in its place, unless there is no way on to the goal."""
    left = 0.0 if game.is_terminal(node.state) else max(1.0, game.distance(node.state))
    if left < inf:
        heapq.heappush(queue, (node.actions + left, left, -number, key, node))
