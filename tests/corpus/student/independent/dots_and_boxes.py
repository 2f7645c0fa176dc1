"""Dots and boxes, 2 x 2, once more: the lines lie at the odd places of a 5 x 5 square, the boxes at odd rows and odd columns."""

from functools import cache

LINES = [(x, y) for y in range(5) for x in range(5) if (x + y) % 2]
BOXES = [{(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} for x in (1, 3) for y in (1, 3)]


def closed(drawn):
    return sum(box <= drawn for box in BOXES)


def count(depth):
    """A game always has twelve moves, whoever makes them."""
    layer = {frozenset(): 1}
    for _ in range(depth):
        following = {}
        for drawn, ways in layer.items():
            for line in LINES:
                if line not in drawn:
                    following[drawn | {line}] = following.get(drawn | {line}, 0) + ways
        layer = following
    return sum(layer.values())


@cache
def worth(drawn):
    """The boxes that the player to move gets from here on, less those of the other."""
    values = []
    for line in LINES:
        if line not in drawn:
            got = closed(drawn | {line}) - closed(drawn)
            values.append(got + worth(drawn | {line}) if got else -worth(drawn | {line}))
    return max(values, default=0)


def value():
    return worth(frozenset())
