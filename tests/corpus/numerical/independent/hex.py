"""Hex counted by how many boards there are of each kind: the order of a player's stones does not matter before the last one.

A board is a pair of sets; how many orders lead to it without an earlier end is carried along. `value` looks for a winning cell.
"""

from collections import Counter
from functools import cache


def near(cell):
    r, c = cell
    return {(r - 1, c), (r - 1, c + 1), (r, c - 1), (r, c + 1), (r + 1, c - 1), (r + 1, c)}


def crosses(stones, n, axis):
    edge = {cell for cell in stones if cell[axis] == 0}
    rest = stones - edge
    while edge:
        if any(cell[axis] == n - 1 for cell in edge):
            return True
        edge = {other for cell in edge for other in near(cell) if other in rest}
        rest = rest - edge
    return False


def count(depth, n=5):
    board = frozenset((r, c) for r in range(n) for c in range(n))
    layer = Counter({(frozenset(), frozenset()): 1})
    for ply in range(depth):
        if ply == depth - 1:
            return sum(orders for orders in layer.values()) * (n * n - ply)
        following = Counter()
        for (own, other), orders in layer.items():
            for cell in board - own - other:
                stones = own | {cell}
                if len(stones) < n or not crosses(stones, n, ply % 2):
                    following[other, stones] += orders
        layer = following
    return 1


def value(n=5):
    """1 if who begins wins. The cells are looked at from the middle outwards."""
    board = sorted(((r, c) for r in range(n) for c in range(n)), key=lambda cell: (2 * cell[0] - n + 1) ** 2 + (2 * cell[1] - n + 1) ** 2)

    @cache
    def wins(own, other, axis):
        for cell in board:
            if cell not in own and cell not in other:
                stones = own | {cell}
                if crosses(stones, n, axis) or not wins(other, stones, 1 - axis):
                    return True
        return False

    return 1 if wins(frozenset(), frozenset(), 0) else -1
