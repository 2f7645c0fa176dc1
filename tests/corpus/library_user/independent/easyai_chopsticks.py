"""Chopsticks once more: the hands of a player as a pair, the player to move first; the moves as a list, for each its way of counting."""

from functools import cache


def after(own, other):
    """All moves, also those that lead to the same position in another way."""
    for hand in own:
        if hand:
            for place in (0, 1):
                if other[place]:
                    tapped = list(other)
                    tapped[place] = (other[place] + hand) % 5 if other[place] + hand <= 5 else 0
                    yield tuple(tapped), own
    total = sum(own)
    for left in range(total + 1):  # another way to hold as many fingers
        right = total - left
        if left < 5 and right < 5 and {left, right} != set(own):
            yield other, (left, right)


START = (1, 1), (1, 1)


def count(depth):
    layer = {START: 1}
    for ply in range(depth):
        following = {}
        for position, ways in layer.items():
            if any(position[0]) and ply < 30:
                for child in after(*position):
                    following[child] = following.get(child, 0) + ways
        layer = following
    return sum(layer.values())


@cache
def worth(own, other, ply=0):
    if not any(own):
        return -1
    return 0 if ply == 30 else max(-worth(*child, ply + 1) for child in after(own, other))


def value():
    return worth(*START)
