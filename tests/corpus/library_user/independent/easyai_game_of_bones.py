"""The game of bones once more: the ways to take `pile` bones or fewer in so many turns; who is at 4 n + 1 loses."""


def count(depth, pile=20):
    ways = [1] + [0] * pile  # by the bones taken
    for _ in range(depth):
        ways = [sum(ways[max(0, taken - 3) : taken]) for taken in range(pile + 1)]
    return sum(ways)


def value(pile=20):
    return -100 if pile % 4 == 1 else 100
