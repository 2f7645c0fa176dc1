"""Isola counted with the cells as letters of a string, and its value found by looking for one winning move."""

from functools import cache


def _near(rows, columns):
    cells = range(rows * columns)
    return {
        a: [b for b in cells if b != a and abs(a // columns - b // columns) <= 1 and abs(a % columns - b % columns) <= 1]
        for a in cells
    }


def _start(rows, columns):
    return frozenset(range(rows * columns)), (columns - 1) // 2, (rows - 1) * columns + columns // 2


def _turns(near, left, own, other):
    for to in near[own]:
        if to in left and to != other:
            for hole in left - {to, other}:
                yield left - {hole}, other, to


def count(depth, rows=4, columns=4):
    near = _near(rows, columns)

    @cache
    def walk(left, own, other, plies):
        if plies == 0:
            return 1
        return sum(walk(*turn, plies - 1) for turn in _turns(near, left, own, other))

    return walk(*_start(rows, columns), depth)


def value(rows=4, columns=4):
    near = _near(rows, columns)

    @cache
    def wins(left, own, other):
        return any(not wins(*turn) for turn in _turns(near, left, own, other))

    return 1 if wins(*_start(rows, columns)) else -1
