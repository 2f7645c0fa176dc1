"""Checkers on 6 x 6 once more: pieces as (side, crowned) in a dictionary by complex numbers, side 1 goes up, side -1 down."""

CELLS = [complex(x, y) for y in range(6) for x in range(6) if (x + y) % 2 == 0]


def ways(side, crowned):
    forward = (complex(1, side), complex(-1, side))
    return forward + (complex(1, -side), complex(-1, -side)) if crowned else forward


def jumps(men, cell):
    side, crowned = men[cell]
    for way in ways(side, crowned):
        over, to = cell + way, cell + 2 * way
        if men.get(over, (side,))[0] == -side and to in CELLS and to not in men:
            yield over, to


def after(position):
    pieces, side, jumper, quiet = position
    men = dict(pieces)
    own = [jumper] if jumper is not None else [cell for cell in men if men[cell][0] == side]
    moves = [(cell, over, to) for cell in own for over, to in jumps(men, cell)]
    if not moves and jumper is None:
        moves = [(cell, None, cell + way) for cell in own for way in ways(*men[cell]) if cell + way in CELLS and cell + way not in men]
    if quiet == 30:
        return
    for cell, over, to in moves:
        then = dict(men)
        crowned = then.pop(cell)[1]
        now = crowned or to.imag == (5 if side == 1 else 0)
        then[to] = side, now
        if over is not None:
            del then[over]
        again = over is not None and now == crowned and any(jumps(then, to))
        rest = quiet + 1 if crowned and over is None else 0
        yield frozenset(then.items()), side if again else -side, to if again else None, rest


def count(depth):
    men = {cell: (1 if cell.imag < 2 else -1, False) for cell in CELLS if cell.imag not in (2, 3)}
    layer = {(frozenset(men.items()), 1, None, 0): 1}
    for _ in range(depth):
        following = {}
        for position, number in layer.items():
            for child in after(position):
                following[child] = following.get(child, 0) + number
        layer = following
    return sum(layer.values())
