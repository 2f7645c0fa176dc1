"""A tree with information sets, as who deals what is hidden sees it and as it is: strategy fusion and non-locality to look at.

`deals` compares what perfect-information Monte Carlo and information-set Monte Carlo make of the actions of one node;
`seen_tree` draws the whole tree, with the values of those who see everything, or of those who mix their actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, State
from zermelo.games.tree import Tree
from zermelo.languages import Language
from zermelo.search.belief import Belief
from zermelo.search.ismcts import Ismcts
from zermelo.search.maxn import maxn
from zermelo.search.pimc import pimc

SIMULATIONS: Final = 2000
"""Of information-set Monte Carlo tree search."""
PLACES: Final = 3
"""Places of numbers: what an equilibrium nearly never does it never does, for who looks at it."""
_THICK: Final = 0.5
"""Branches that are taken more often than this are drawn thick."""

Shares = Callable[[State], Mapping[int, float]]
"""With which probability a strategy takes each action in a state."""


@dataclass(frozen=True)
class Deal:
    """What an action of a node looks like to its player.

    worlds   what it is worth in each state that is possible, to who sees everything; they come in the order of `Deals.worlds`
    mean     the average of these by the weights: what perfect-information Monte Carlo chooses by
    visits   how often information-set Monte Carlo has taken it, and what it brought `found` on average
    """

    action: int
    worlds: tuple[float, ...]
    mean: float
    visits: int
    found: float


@dataclass(frozen=True)
class Deals:
    """The states that are possible at a node, each with its weight, and what the actions are worth in them."""

    worlds: tuple[tuple[State, float], ...]
    actions: tuple[Deal, ...]


def deals(game: Tree, node: State, *, simulations: int = SIMULATIONS, seed: int = 0) -> Deals:
    """What the player to move at a node may think of the actions there. Raises SearchError where nobody moves."""
    if game.is_terminal(node) or game.to_move(node) == CHANCE:
        raise SearchError(f"no player is to move at {game.write(node)!r}")
    player = game.to_move(node)
    belief = Belief(game, player)
    belief.follow([game.observe(one, player) for one in _path(game, node)])
    worlds = tuple(belief.possible.items())
    plies = max(game.write(one).count("/") for one in _nodes(game))
    apart = [pimc(game, [(state, 1.0)], plies, partial(maxn, game)) for state, _ in worlds]
    together = pimc(game, worlds, plies, partial(maxn, game))
    chooser = random.Random(seed)  # noqa: S311  a search, no secret
    edges = Ismcts(game, lambda: chooser.choices([state for state, _ in worlds], [weight for _, weight in worlds])[0], chooser).search(
        simulations
    )
    return Deals(
        worlds,
        tuple(
            Deal(action, tuple(one[action][player] for one in apart), mean[player], edges[action].visits, edges[action].mean)
            for action, mean in together.items()
        ),
    )


def _path(game: Tree, node: State) -> list[State]:
    """The nodes from the root to this one."""
    words = game.write(node).strip("/").split("/") if node else []
    return [game.read("/" + "/".join(words[:count])) for count in range(len(words) + 1)]


def _nodes(game: Tree) -> list[State]:
    """All nodes, each after the one above it."""
    found = [game.initial()]
    for node in found:
        if not game.is_terminal(node):
            found += [game.result(node, action) for action in game.actions(node)]
    return found


def seen_tree(game: Tree, speech: Language, shares: Shares | None = None) -> list[drawing.Node]:
    """The tree as it is drawn, for two players: values to MAX, beside each node of an information set its label.

    shares  a strategy, which values and branches show; unless given everybody sees everything, and takes the best
    """
    nodes = _nodes(game)
    taken, values = _worth(game, nodes, shares)
    made = []
    parents = {game.result(node, action): node for node in nodes if not game.is_terminal(node) for action in game.actions(node)}
    for node in nodes:
        name, best = "", False
        if node in parents:
            name = game.write(node).rpartition("/")[2]
            above = parents[node]
            if shares is not None or game.to_move(above) == CHANCE:
                name += f": {speech.number(round(taken[node], PLACES))}"
            best = game.to_move(above) != CHANCE and taken[node] > _THICK
        parent = parents.get(node, -1)
        made.append(
            drawing.Node(
                parent, _shape(game, node), speech.number(round(values[node], PLACES)), name, game.information_set(node), best=best
            )
        )
    return made


def _worth(game: Tree, nodes: list[State], shares: Shares | None) -> tuple[dict[State, float], dict[State, float]]:
    """With which probability the branch to each node is taken where one stands above it, and the value of each node to MAX."""
    taken: dict[State, float] = {game.initial(): 1.0}
    values: dict[State, float] = {}
    for node in reversed(nodes):
        if game.is_terminal(node):
            values[node] = game.utility(node, MAX)
            continue
        player = game.to_move(node)
        if player == CHANCE:
            weights = dict(game.outcomes(node))
        elif shares is not None:
            weights = dict(shares(node))
        else:
            sign = 1 if player == MAX else -1
            worths = {action: sign * values[game.result(node, action)] for action in game.actions(node)}
            best = max(worths, key=lambda action: worths[action])
            weights = {action: float(action == best) for action in game.actions(node)}
        taken.update({game.result(node, action): weight for action, weight in weights.items()})
        values[node] = sum(weight * values[game.result(node, action)] for action, weight in weights.items())
    return taken, values


def _shape(game: Tree, node: State) -> str:
    if game.is_terminal(node):
        return drawing.LEAF
    return {CHANCE: drawing.CHANCE, MAX: drawing.MAX}.get(game.to_move(node), drawing.MIN)
