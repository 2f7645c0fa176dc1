"""Pentago on 4 x 4 counted with dictionaries from complex numbers: to turn is to multiply by i about a quadrant's middle."""

CELLS = [complex(x, y) for y in range(4) for x in range(4)]
CENTRES = [complex(x, y) for y in (0.5, 2.5) for x in (0.5, 2.5)]
LINES = (
    [[complex(x, y) for x in range(4)] for y in range(4)]
    + [[complex(x, y) for y in range(4)] for x in range(4)]
    + [[complex(i, i) for i in range(4)], [complex(i, 3 - i) for i in range(4)]]
)


def turned(stones, centre, way):
    def to(cell):
        arm = cell - centre
        return centre + arm * way if abs(arm.real) < 1 and abs(arm.imag) < 1 else cell

    return {to(cell): who for cell, who in stones.items()}


def count(depth, stones=None, player="x"):
    stones = stones or {}
    if depth == 0:
        return 1
    if any(len({stones.get(cell) for cell in line}) == 1 and line[0] in stones for line in LINES):
        return 0
    total = 0
    for cell in CELLS:
        if cell not in stones:
            for centre in CENTRES:
                for way in (1j, -1j):
                    after = turned({**stones, cell: player}, centre, way)
                    total += count(depth - 1, after, "o" if player == "x" else "x")
    return total
