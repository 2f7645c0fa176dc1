"""Two searches of the same position beside each other: which nodes only one of them visits, and why the other does not.

A node is what the actions from the root lead to, whatever their order. What only one search visits lies below a node at which the other
one stopped: it was cut off there, or took a value for known, or ended.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from zermelo.errors import SearchError
from zermelo.explain.searchtree import NEVER, NO_NODE, ROOT, SearchTree

Path = tuple[int, ...]
"""The actions from the root to a node."""


@dataclass(frozen=True)
class Comparison:
    """How the nodes of two searches differ.

    both   nodes that both visit
    left   for each node of the right search at which it stopped before nodes that the left one visits, how many these are; the most first
    right  the same of the left search, and of nodes that only the right one visits
    """

    both: int
    left: tuple[tuple[int, int], ...]
    right: tuple[tuple[int, int], ...]

    @property
    def difference(self) -> int:
        """By how many nodes the left search visits more."""
        return sum(count for _, count in self.left) - sum(count for _, count in self.right)


def compared(left: SearchTree, right: SearchTree) -> Comparison:
    """What each of two searches visits that the other does not. SearchError where they begin elsewhere. O(nodes * depth).

    What is searched again (`SearchTree.again`) counts once.
    """
    if left.game.key(left.state[ROOT]) != right.game.key(right.state[ROOT]):
        raise SearchError("two searches that are compared begin in the same position")
    first, second = _visited(left), _visited(right)
    return Comparison(len(first.keys() & second.keys()), _spared(first, second), _spared(second, first))


def _visited(tree: SearchTree) -> dict[Path, int]:
    """The nodes that were visited, by the actions that lead there."""
    paths: dict[int, Path] = {ROOT: ()}
    for node in range(1, len(tree)):
        paths[node] = (*paths[tree.parent[node]], tree.action[node])
    return {path: node for node, path in paths.items() if tree.order[node] != NEVER and tree.again[node] == NO_NODE}


def _spared(one: dict[Path, int], other: dict[Path, int]) -> tuple[tuple[int, int], ...]:
    """How many nodes only the one visits, below each node of the other at which that stopped."""
    counts: Counter[int] = Counter()
    for path in one.keys() - other.keys():
        above = path[:-1]
        while above not in other:
            above = above[:-1]
        counts[other[above]] += 1
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
