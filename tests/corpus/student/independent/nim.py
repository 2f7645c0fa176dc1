"""Misere nim once more: heaps in ascending order (equal ones are alike), and a memory."""

from functools import cache

START = (1, 3, 5, 7)


def after(heaps):
    for place, heap in enumerate(heaps):
        for rest in range(heap):
            yield tuple(sorted(heaps[:place] + (rest,) + heaps[place + 1 :]))


@cache
def count(depth, heaps=START):
    return 1 if depth == 0 else sum(count(depth - 1, child) for child in after(heaps))


def value():
    """C. Bouton, 1901: as in nim, unless all heaps have at most one match."""
    wins = START.count(1) % 2 == 0 if max(START) <= 1 else START[0] ^ START[1] ^ START[2] ^ START[3] != 0
    return 1 if wins else -1
