"""Ataxx counted with two sets of (row, column) pairs."""


def count(depth, size=5):
    squares = {(r, c) for r in range(size) for c in range(size)}
    edge = size - 1

    def distance(a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    def play(own, other, target):
        taken = {s for s in other if distance(s, target) == 1}
        return other - taken, own | taken | {target}

    def walk(own, other, left):
        if left == 0:
            return 1
        free = squares - own - other
        if not free or not own or not other:
            return 0
        following = []
        for target in free:
            if min(distance(target, s) for s in own) == 1:
                following.append(play(own, other, target))
            following += [play(own - {s}, other, target) for s in own if distance(target, s) == 2]
        if not following:
            following = [(other, own)]
        return sum(walk(a, b, left - 1) for a, b in following)

    return walk(frozenset({(0, 0), (edge, edge)}), frozenset({(0, edge), (edge, 0)}), depth)
