"""Three men's morris once more: points are places (x, y), each side is a frozenset of them."""

from functools import cache
from itertools import product

POINTS = list(product((-1, 0, 1), repeat=2))


def row(men):  # three points of this square lie on a line if the middle one of them is in the middle of the others
    return len(men) == 3 and any((a[0] + b[0], a[1] + b[1]) == (2 * c[0], 2 * c[1]) for a in men for b in men for c in men if a != b)


def joined(a, b):  # orthogonal steps, and diagonal ones from or to the middle
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dx + dy == 1 or (dx, dy) == (1, 1) and (0, 0) in (a, b)


def after(own, other, ply):
    free = [point for point in POINTS if point not in own and point not in other]
    if ply < 6:
        return [(other, own | {point}) for point in free]
    return [(other, own - {a} | {b}) for a in own for b in free if joined(a, b)]


def count(depth):
    layer = {(frozenset(), frozenset()): 1}
    for ply in range(depth):
        following = {}
        for (own, other), ways in layer.items():
            if not row(other) and ply < 24:
                for child in after(own, other, ply):
                    following[child] = following.get(child, 0) + ways
        layer = following
    return sum(layer.values())


@cache
def worth(own, other, ply):
    if row(other):
        return -1
    if ply == 24:
        return 0
    return max((-worth(*child, ply + 1) for child in after(own, other, ply)), default=-1)


def value():
    return worth(frozenset(), frozenset(), 0)
