"""Reversi on 6 x 6 once more: two ints, rows of 8 places with a gap at either side, turned discs by shifting."""

CELLS = [8 * (y + 1) + x + 1 for y in range(6) for x in range(6)]
BOARD = sum(1 << cell for cell in CELLS)


def turned(own, other, cell):
    all_turned = 0
    for step in (-9, -8, -7, -1, 1, 7, 8, 9):
        line, place = 0, cell + step
        while other >> place & 1:
            line |= 1 << place
            place += step
        if own >> place & 1:
            all_turned |= line
    return all_turned


def after(own, other):
    for cell in CELLS:
        if not (own | other) >> cell & 1:
            line = turned(own, other, cell)
            if line:
                yield other & ~line, own | line | 1 << cell


def count(depth):
    c3, d3, c4, d4 = (1 << 8 * y + x for y in (3, 4) for x in (3, 4))
    layer = {(d3 | c4, c3 | d4): 1}  # the discs of the player to move, and of the other
    for _ in range(depth):
        following = {}
        for (own, other), ways in layer.items():
            children = list(after(own, other))
            if not children and any(after(other, own)):
                children = [(other, own)]
            for child in children:
                following[child] = following.get(child, 0) + ways
        layer = following
    return sum(layer.values())
