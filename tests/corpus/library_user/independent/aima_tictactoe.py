"""Tic-tac-toe once more: the squares of each player as the bits of an int; h, v and k as in the game."""

from functools import cache


def lines(h, v, k):
    for x in range(h):
        for y in range(v):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(x + i * dx, y + i * dy) for i in range(k)]
                if all(0 <= a < h and 0 <= b < v for a, b in line):
                    yield sum(1 << a * v + b for a, b in line)


def count(depth, h=3, v=3, k=3):
    wins = list(lines(h, v, k))
    layer = {(0, 0): 1}
    for _ in range(depth):
        following = {}
        for (own, other), ways in layer.items():
            if not any(other & win == win for win in wins):
                for cell in range(h * v):
                    if not (own | other) >> cell & 1:
                        child = other, own | 1 << cell
                        following[child] = following.get(child, 0) + ways
        layer = following
    return sum(layer.values())


def value(h=3, v=3, k=3):
    wins = list(lines(h, v, k))

    @cache
    def worth(own, other):
        if any(other & win == win for win in wins):
            return -1
        free = [cell for cell in range(h * v) if not (own | other) >> cell & 1]
        return max((-worth(other, own | 1 << cell) for cell in free), default=0)

    return worth(0, 0)
