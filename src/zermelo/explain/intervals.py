"""What is known of each node while a search goes on: the interval in which its minimax value lies, as lectures draw it.

A leaf that was visited is worth what it is worth, [v, v], and a node that the table answered what its entry says; a node
that was not visited may be worth anything, [-inf, inf]. Above, MAX has the greatest of the lower and the greatest of the upper
ends of its children, MIN the least of both, chance the weighted sum. Where a search cuts a node off, its interval stays open on
the side that does not matter. Of a node that is searched again both searches tell something; where they contradict each other, as
searches of different depths may, the last one counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Final, NamedTuple

from zermelo.errors import SearchError
from zermelo.explain.searchtree import ANSWER, LEAF, LOWER, NO_NODE, ROOT, UPPER, SearchTree
from zermelo.game import CHANCE, MAX

Interval = tuple[float, float]
ANYTHING: Final[Interval] = (-inf, inf)


class Change(NamedTuple):
    """After a step, the interval of a node has become a narrower one."""

    step: int
    node: int
    interval: Interval


def intervals(tree: SearchTree) -> tuple[Interval, ...]:
    """The interval of every node at the end of the search."""
    known = [ANYTHING] * len(tree)
    for change in changes(tree):
        known[change.node] = change.interval
    return tuple(known)


def changes(tree: SearchTree) -> Iterator[Change]:
    """Each change, as the leaves are visited one after the other; those of one step from the leaf up to the root.

    Raises SearchError for max^n, whose values are no numbers. O(nodes * depth).
    """
    if isinstance(tree.value[ROOT], tuple):
        raise SearchError("max^n has a number for each player, and no intervals")
    known = [ANYTHING] * len(tree)
    for number, step in enumerate(tree.steps):
        if step.kind not in (LEAF, ANSWER):
            continue
        node, interval = step.node, _of_itself(tree, step.node)
        while node != NO_NODE and interval != known[node]:
            known[node] = interval
            yield Change(number, node, interval)
            node = tree.parent[node]
            interval = _of_children(tree, node, known) if node != NO_NODE else ANYTHING


def _of_itself(tree: SearchTree, node: int) -> Interval:
    """What the value says of a node below which nothing was searched."""
    value, bound = tree.value[node], tree.bound[node]
    return (-inf if bound == UPPER else value), (inf if bound == LOWER else value)


def _of_children(tree: SearchTree, node: int, known: list[Interval]) -> Interval:
    below: dict[int, Interval] = {}
    for child in tree.children[node]:
        first, (low, high) = tree.again[child], known[child]
        if first == NO_NODE:
            below[child] = low, high
        else:
            both = max(low, below[first][0]), min(high, below[first][1])
            below[first] = both if both[0] <= both[1] else (low, high)
    if tree.player[node] == CHANCE:
        low, high = (sum(tree.probability[child] * one[end] for child, one in below.items() if tree.probability[child]) for end in (0, 1))
        return low, high
    best = max if tree.player[node] == MAX else min
    return best(low for low, _ in below.values()), best(high for _, high in below.values())
