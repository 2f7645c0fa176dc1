"""Connect four once more: a column is a text of the discs in it, and a line is found in the rows, columns and diagonals as texts."""

from functools import cache


def won(columns, v, k, disc):
    full = [column.ljust(v, ".") for column in columns]
    slanted = ["." * i + column + "." * (len(full) - i) for i, column in enumerate(full)]
    other = ["." * (len(full) - i) + column + "." * i for i, column in enumerate(full)]
    texts = list(full)
    for square in (full, slanted, other):
        texts += ["".join(row) for row in zip(*square)]
    return any(disc * k in text for text in texts)


def after(columns, v, disc):
    for x, column in enumerate(columns):
        if len(column) < v:
            yield columns[:x] + (column + disc,) + columns[x + 1 :]


def count(depth, h=7, v=6, k=4):
    layer = {("",) * h: 1}
    for ply in range(depth):
        following = {}
        for columns, ways in layer.items():
            if not won(columns, v, k, "XO"[1 - ply % 2]):
                for child in after(columns, v, "XO"[ply % 2]):
                    following[child] = following.get(child, 0) + ways
        layer = following
    return sum(layer.values())


def value(h=4, v=4, k=4):
    @cache
    def worth(columns, ply):
        if won(columns, v, k, "XO"[1 - ply % 2]):
            return -1
        return max((-worth(child, ply + 1) for child in after(columns, v, "XO"[ply % 2])), default=0)

    return worth(("",) * h, 0)
