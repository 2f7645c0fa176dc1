"""What the order of the children is worth to alpha-beta: nodes under the given order, the best, the worst, at random.

Which order is best is not the same as "best action first": of several actions that cut, the one with the smallest tree below
is cheapest, and a good action in front of a cheap refutation may pay. So the best and the worst are sought among all orders.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor, inf
from statistics import fmean, pstdev
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.errors import SearchError
from zermelo.explain.observe import OWN, observe
from zermelo.explain.searchtree import NO_NODE, ROOT, SearchTree
from zermelo.game import MAX, Game, State, defines
from zermelo.hints import Evaluation
from zermelo.search.algorithm import checked_count, checked_open

MOST: Final = 100_000
"""Nodes of the tree whose orders are looked at."""
Children = Sequence[Sequence[int]]
"""For each node of a tree its children, in the order in which they are searched."""


class Count(NamedTuple):
    """What alpha-beta visits."""

    nodes: int
    leaves: int
    cutoffs: int


@dataclass(frozen=True)
class Orders:
    """What alpha-beta visits in a tree, by the order of the children.

    plain         minimax: all of it
    given         as the game gives its actions
    own           by the game's `order`; None where it has none
    best, worst   nodes of the best and the worst of all orders
    best_leaves, worst_leaves  the least and the most leaves, each in an order of its own
    best_order, worst_order    the children of each node in such an order; those that are not visited then come last
    at_random     nodes in this many random orders
    minimal       leaves of Knuth and Moore's minimal tree for the tree's mean branching and depth: b^ceil(m/2) + b^floor(m/2) - 1
    """

    tree: SearchTree
    plain: Count
    given: Count
    own: Count | None
    best: int
    worst: int
    best_leaves: int
    worst_leaves: int
    best_order: Children
    worst_order: Children
    at_random: tuple[int, ...]
    minimal: float

    def best_tree(self) -> SearchTree:
        """What alpha-beta visits in a best order."""
        nodes = {tuple(self.tree.action[one] for one in self.tree.path(node)[1:]): node for node in range(len(self.tree))}

        def order(path: tuple[int, ...], actions: list[int]) -> list[int]:
            return [self.tree.action[child] for child in self.best_order[nodes[path]]]

        return observe(self.tree.game, self.tree.state[ROOT], algorithm="alphabeta", depth=self.tree.depth, order=order, most=MOST)

    @property
    def mean(self) -> float:
        """Of the nodes in random orders."""
        return fmean(self.at_random)

    @property
    def spread(self) -> float:
        """Their standard deviation."""
        return pstdev(self.at_random)


def orders(
    game: Game,
    state: State = None,
    *,
    depth: int | None = None,
    evaluation: str | Evaluation | None = None,
    samples: int = 200,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Orders:
    """Count what alpha-beta visits from `state`, under one order of the children after the other.

    progress  called now and then with the nodes of what is looked at; what it raises ends the work

    Raises SearchError for chance, more than two players, or a tree of more than `MOST` nodes.
    """
    checked_count("samples", samples)
    checked_for_two(game)
    tree = observe(game, state, algorithm="minimax", depth=depth, evaluation=evaluation, most=MOST, progress=progress)
    given = tree.children
    own = None
    if defines(game, "order"):
        in_own_order = observe(
            game, state, algorithm="minimax", depth=depth, evaluation=evaluation, order=OWN, most=MOST, progress=progress
        )
        own = visits(in_own_order, in_own_order.children)
    chooser = random.Random(seed)  # noqa: S311  orders, not secrets
    tried = []
    for _ in range(samples):
        tried.append(visits(tree, [chooser.sample(list(one), len(one)) for one in given]).nodes)
        if progress:
            progress(tried[-1])
    at_random = tuple(tried)
    fewest, most = _Seeker(tree, a_node=1), _Seeker(tree, a_node=1, most=True)
    best, worst, best_leaves, worst_leaves = (
        seeker.cost(ROOT, -inf, inf) for seeker in (fewest, most, _Seeker(tree, 0), _Seeker(tree, 0, most=True))
    )
    return Orders(
        tree, Count(tree.visited, tree.leaves, 0), visits(tree, given), own, best, worst, best_leaves, worst_leaves,
        fewest.order(), most.order(), at_random, minimal_tree(tree),
    )  # fmt: skip


def checked_for_two(game: Game) -> None:
    """Raise SearchError for a game that alpha-beta is not for."""
    checked_open(game, "alpha-beta")
    if game.players != 2 or game.chance:
        raise SearchError(f"alpha-beta is for two players without chance; {game!r} is not")


def visits(tree: SearchTree, children: Children) -> Count:
    """What alpha-beta visits of a tree whose values are known, in this order."""
    nodes = leaves = cutoffs = 0

    def value(node: int, alpha: float, beta: float) -> float:
        nonlocal nodes, leaves, cutoffs
        nodes += 1
        if not children[node]:
            leaves += 1
            return float(tree.value[node])
        is_max = tree.player[node] == MAX
        best = -inf if is_max else inf
        for child in children[node]:
            found = value(child, alpha, beta)
            if is_max:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                cutoffs += 1
                break
        return best

    value(ROOT, -inf, inf)
    return Count(nodes, leaves, cutoffs)


def minimal_tree(tree: SearchTree) -> float:
    """Leaves that alpha-beta must visit in a uniform tree as wide and deep as this one is on the mean (Knuth and Moore 1975)."""
    inner = [len(children) for children in tree.children if children]
    if not inner:
        return 1.0
    b, m = fmean(inner), max(tree.ply)
    return float(b ** ceil(m / 2) + b ** floor(m / 2) - 1)


# All orders


def fewest_leaves(tree: SearchTree, fixed: Mapping[int, Sequence[int]] | None = None) -> tuple[int, Children]:
    """How many leaves alpha-beta must visit at least in a tree whose values are known, and an order in which it visits no more.

    fixed  of some nodes the children in the order in which they are searched; all other nodes are free
    """
    seeker = _Seeker(tree, a_node=0, fixed=fixed or {})
    return seeker.cost(ROOT, -inf, inf), seeker.order()


def most_leaves(tree: SearchTree) -> tuple[int, Children]:
    """How many leaves it visits in the worst order, and such an order."""
    seeker = _Seeker(tree, a_node=0, most=True)
    return seeker.cost(ROOT, -inf, inf), seeker.order()


class _Seeker:
    """Of all orders, one in which alpha-beta visits the fewest nodes or, with `most`, the most. `a_node` is what an inner node
    counts, 0 where leaves are counted; a leaf counts 1.

    What alpha-beta does with a child depends only on the child's value and the window: within it the value is found, else a
    bound on the same side. And under one order, a narrower window visits no more. So at a node it is enough to choose the
    children that move the window, each further than the last, *the chain*: all others are cheapest after its end, and dearest as
    soon as they cannot move the window any more. O(b^2) for a node with b children and a window.
    """

    def __init__(
        self, tree: SearchTree, a_node: int, *, most: bool = False, fixed: Mapping[int, Sequence[int]] = MappingProxyType({})
    ) -> None:
        self.tree, self.a_node, self.most, self.fixed = tree, a_node, most, fixed
        self._plans: dict[tuple[int, float, float], _Plan] = {}

    def cost(self, node: int, alpha: float, beta: float) -> int:
        """What is visited at a node and below."""
        return self.plan(node, alpha, beta).cost if self.tree.children[node] else 1

    def plan(self, node: int, alpha: float, beta: float) -> _Plan:
        """The children that are visited, in order, and what that costs."""
        key = node, alpha, beta
        if key not in self._plans:
            cost, order = self._planned(node, alpha, beta)
            self._plans[key] = _Plan(self.a_node + cost, order)
        return self._plans[key]

    def order(self) -> Children:
        """The children of each node in that order; those that are not visited last."""
        ordered: list[Sequence[int]] = list(self.tree.children)
        left: list[tuple[int, float, float]] = [(ROOT, -inf, inf)]
        while left:
            node, alpha, beta = left.pop()
            if not self.tree.children[node]:
                continue
            first = self.plan(node, alpha, beta).order
            ordered[node] = [*first, *(child for child in self.tree.children[node] if child not in first)]
            for child in first:
                left.append((child, alpha, beta))
                alpha, beta = self._moved(node, alpha, beta, self.tree.value[child])
        return ordered

    def _planned(self, node: int, alpha: float, beta: float) -> tuple[int, list[int]]:
        if node in self.fixed:
            return self._as_fixed(node, alpha, beta)
        cutting = [child for child in self.tree.children[node] if self._reach(node, child) >= self._far(node, alpha, beta)]
        levels: dict[float, list[int]] = {}  # the children that can move the window without closing it, by how far
        idle: list[int] = []
        for child in self.tree.children[node]:
            reach = self._reach(node, child)
            if reach <= self._near(node, alpha, beta):
                idle.append(child)
            elif reach < self._far(node, alpha, beta):
                levels.setdefault(reach, []).append(child)
        steps = [(reach, levels[reach]) for reach in sorted(levels)]
        if self.most:
            return self._dearest(node, alpha, beta, idle, steps, cutting)
        return self._cheapest(node, alpha, beta, idle, steps, cutting)

    def _as_fixed(self, node: int, alpha: float, beta: float) -> tuple[int, list[int]]:
        """The children in their fixed order, up to one that cuts."""
        cost, order = 0, []
        for child in self.fixed[node]:
            if alpha >= beta:
                break
            cost += self.cost(child, alpha, beta)
            order.append(child)
            alpha, beta = self._moved(node, alpha, beta, self.tree.value[child])
        return cost, order

    def _cheapest(
        self, node: int, alpha: float, beta: float, idle: list[int], steps: list[tuple[float, list[int]]], cutting: list[int]
    ) -> tuple[int, list[int]]:
        """A chain and then a child that cuts; or, where none does, a chain to the end, and then all the others."""
        others = [child for _, level in steps for child in level]
        last = self._at(node, alpha, beta, steps[-1][0] if steps else None)
        saved = 0 if cutting else sum(self.cost(child, *last) for child in (*idle, *others))
        plans: list[tuple[int, list[int]]] = []  # from each level on, the last one first: cost beyond `saved`, and chain
        for place in range(len(steps), -1, -1):
            window = self._at(node, alpha, beta, steps[place - 1][0] if place else None)
            options = [(self.cost(child, *window), [child]) for child in cutting]
            for further in range(place, len(steps)):
                cost, chain = plans[len(steps) - 1 - further]
                for child in steps[further][1]:
                    spared = 0 if cutting else self.cost(child, *last)
                    options.append((self.cost(child, *window) - spared + cost, [child, *chain]))
            plans.append(min(options, default=(0, []), key=lambda option: option[0]))
        cost, chain = plans[-1]
        after = [] if cutting else [child for child in (*others, *idle) if child not in chain]
        return saved + cost, [*chain, *after]

    def _dearest(
        self, node: int, alpha: float, beta: float, idle: list[int], steps: list[tuple[float, list[int]]], cutting: list[int]
    ) -> tuple[int, list[int]]:
        """The same for the most: what cannot move the window comes at once, what cuts comes last."""
        idly = [  # what the children of each level and those before it cost once it has moved the window
            {child: self.cost(child, *self._at(node, alpha, beta, reach)) for _, level in steps[: place + 1] for child in level}
            for place, (reach, _) in enumerate(steps)
        ]
        together = [[sum(costs[child] for child in level) for _, level in steps[: place + 1]] for place, costs in enumerate(idly)]
        from_level = [list(accumulate(reversed(sums)))[::-1] for sums in together]
        plans: list[tuple[int, int, int]] = []  # from each level on, the last one first: cost, the child that comes first, and its level
        for place in range(len(steps), -1, -1):
            window = self._at(node, alpha, beta, steps[place - 1][0] if place else None)
            options = [(self.cost(child, *window), child, len(steps)) for child in cutting]
            for further in range(place, len(steps)):
                after = plans[len(steps) - 1 - further][0]
                for child in steps[further][1]:
                    rest = from_level[further][place] - idly[further][child]
                    options.append((self.cost(child, *window) + rest + after, child, further))
            plans.append(max(options, default=(0, NO_NODE, len(steps)), key=lambda option: option[0]))
        order, place = list(idle), 0
        while place <= len(steps):
            _, child, further = plans[len(steps) - place]
            order += [] if child == NO_NODE else [child]
            order += [other for _, level in steps[place : further + 1] for other in level if other != child and further < len(steps)]
            place = further + 1
        return plans[-1][0] + sum(self.cost(child, alpha, beta) for child in idle), order

    # The window, as seen by the player to move: `near` is the end that its children move, `far` the one that they cut at

    def _reach(self, node: int, child: int) -> float:
        value = float(self.tree.value[child])
        return value if self.tree.player[node] == MAX else -value

    def _near(self, node: int, alpha: float, beta: float) -> float:
        return alpha if self.tree.player[node] == MAX else -beta

    def _far(self, node: int, alpha: float, beta: float) -> float:
        return beta if self.tree.player[node] == MAX else -alpha

    def _at(self, node: int, alpha: float, beta: float, reach: float | None) -> tuple[float, float]:
        if reach is None:
            return alpha, beta
        return (reach, beta) if self.tree.player[node] == MAX else (alpha, -reach)

    def _moved(self, node: int, alpha: float, beta: float, value: float) -> tuple[float, float]:
        return (max(alpha, value), beta) if self.tree.player[node] == MAX else (alpha, min(beta, value))


class _Plan(NamedTuple):
    cost: int
    order: list[int]
