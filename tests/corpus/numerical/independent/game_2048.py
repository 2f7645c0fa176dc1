"""2048 counted on lists of rows, which are turned until the slide goes to the left."""

from functools import cache
from itertools import groupby


def left(row):
    out = []
    for number, run in groupby(v for v in row if v):
        run = len(list(run))
        out += [2 * number] * (run // 2) + [number] * (run % 2)
    return tuple(out) + (0,) * (len(row) - len(out))


def quarter(rows):
    return tuple(zip(*rows[::-1]))


def slides(rows):
    for turns in range(4):
        turned = rows
        for _ in range(turns):
            turned = quarter(turned)
        slid = tuple(left(row) for row in turned)
        if slid != turned:
            for _ in range(-turns % 4):
                slid = quarter(slid)
            yield slid


def count(depth, n=4):
    @cache
    def walk(rows, new, plies):
        if plies == 0:
            return 1
        if not new:
            return sum(walk(after, 1, plies - 1) for after in slides(rows))
        total = 0
        for y in range(n):
            for x in range(n):
                if not rows[y][x]:
                    for tile in (2, 4):
                        row = rows[y][:x] + (tile,) + rows[y][x + 1 :]
                        total += walk(rows[:y] + (row,) + rows[y + 1 :], new - 1, plies - 1)
        return total

    return walk(((0,) * n,) * n, 2, depth)
