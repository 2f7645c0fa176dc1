"""Gomoku counted: the board's points in every order, less what the games take away that are over at the ninth stone.

On small boards `whole` plays all games, with a dictionary from (row, column) to the stone.
"""

from math import factorial, perm


def count(depth, n=13):
    area = n * n
    lines = 2 * n * (n - 4) + 2 * (n - 4) ** 2
    nine = lines * factorial(5) * perm(area - 5, 4)  # the first player's five stones are a line
    assert depth <= 10
    return perm(area, depth) - (nine * (area - 9) if depth == 10 else 0)


def whole(depth, n, k, stones=None, last=None):
    stones = stones or {}
    if depth == 0:
        return 1
    if last:
        for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                y, x = last
                while stones.get((y + way * dy, x + way * dx)) == stones[last]:
                    y, x, length = y + way * dy, x + way * dx, length + 1
            if length >= k:
                return 0
    free = [(y, x) for y in range(n) for x in range(n) if (y, x) not in stones]
    return sum(whole(depth - 1, n, k, {**stones, point: len(stones) % 2}, point) for point in free)
