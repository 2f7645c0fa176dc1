"""Nine men's morris counted on the 7 x 7 grid that the board is drawn in."""

DRAWN = ["#..#..#", ".#.#.#.", "..###..", "###.###", "..###..", ".#.#.#.", "#..#..#"]
GRID = {(x, y) for y, row in enumerate(DRAWN) for x, mark in enumerate(row) if mark == "#"}


def lines():
    for i in range(7):
        for points in (sorted(p for p in GRID if p[0] == i), sorted(p for p in GRID if p[1] == i)):
            for start in range(0, len(points), 3):  # lines 3 have six points: two lines of three
                yield points[start : start + 3]


MILLS = [frozenset(line) for line in lines()]
STEPS = {frozenset(pair) for line in lines() for pair in zip(line, line[1:])}


def count(depth, men=9):
    def closes(own, point):
        return any(point in mill and mill <= own for mill in MILLS)

    def walk(own, other, hand, hand2, left, closed=False, quiet=0):
        if left == 0:
            return 1
        if closed:
            loose = [p for p in other if not closes(other, p)] or other
            return sum(walk(other - {p}, own, hand2, hand, left - 1) for p in loose)
        if len(own) + hand < 3 or quiet >= 50:
            return 0
        total = 0
        free = GRID - own - other
        for source in [None] if hand else own:
            for target in free:
                if source and len(own) > 3 and frozenset((source, target)) not in STEPS:
                    continue
                new = own - {source} | {target}
                now, more = (hand - 1, 0) if hand else (0, 1)
                if closes(new, target):
                    total += walk(new, other, now, hand2, left - 1, True)
                else:
                    total += walk(other, new, hand2, now, left - 1, False, quiet + more)
        return total

    return walk(frozenset(), frozenset(), men, men, depth)
