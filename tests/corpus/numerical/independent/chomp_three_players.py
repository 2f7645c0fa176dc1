"""Chomp for three counted with the set of squares that are left, and solved by backward induction on it."""

from functools import cache

BAR = frozenset((row, column) for row in range(3) for column in range(4))


def bites(left):
    for row, column in sorted(left):
        yield frozenset((r, c) for r, c in left if r < row or c < column)


def count(depth):
    @cache
    def walk(left, plies):
        return 1 if plies == 0 else sum(walk(after, plies - 1) for after in bites(left))

    return walk(BAR, depth)


def value():
    """What each of the three gets, who begins first. Of equally good bites the first counts, row by row."""

    @cache
    def best(left):  # (who moves, the next one, the one after)
        if not left:
            return (1, 1, -2)
        results = [best(after) for after in bites(left)]
        next_, after_next, mover = max(results, key=lambda result: result[2])  # the first of the best
        return (mover, next_, after_next)

    return best(BAR)
