"""Small awele once more: the houses as two tuples, those of the player to move first, and sowing by division."""

from functools import cache


def sow(own, other, house):
    rounds, rest = divmod(own[house], 7)  # the seven other houses
    ring = list(own + other)
    ring[house] = 0
    for distance in range(1, 8):
        ring[(house + distance) % 8] += rounds + (distance <= rest)
    last = (house + (rest or 7)) % 8
    taken = 0
    after = ring[:]
    for place in range(last, 3, -1):
        if ring[place] not in (2, 3):
            break
        taken += ring[place]
        after[place] = 0
    if taken == sum(ring[4:]):
        return tuple(ring[:4]), tuple(ring[4:]), 0
    return tuple(after[:4]), tuple(after[4:]), taken


def moves(own, other):
    playable = [house for house in range(4) if own[house]]
    if not any(other):
        playable = [house for house in playable if house + own[house] > 3] or playable
    return playable


def after(position):
    own, other, got, lost, quiet = position  # got and lost: what the player to move and the other have captured
    if max(got, lost) <= 12 and quiet < 20:
        for house in moves(own, other):
            here, there, taken = sow(own, other, house)
            yield there, here, lost, got + taken, 0 if taken else quiet + 1


START = (3,) * 4, (3,) * 4, 0, 0, 0


def count(depth):
    layer = {START: 1}
    for _ in range(depth):
        following = {}
        for position, ways in layer.items():
            for child in after(position):
                following[child] = following.get(child, 0) + ways
        layer = following
    return sum(layer.values())


@cache
def worth(position):
    children = list(after(position))
    if children:
        return max(-worth(child) for child in children)
    return (position[2] > position[3]) - (position[2] < position[3])
