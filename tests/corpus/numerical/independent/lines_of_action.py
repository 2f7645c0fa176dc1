"""Lines of Action counted with a dictionary from complex numbers to colours."""

COMPASS = [complex(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def together(stones, colour):
    rest = {p for p, c in stones.items() if c == colour}
    if not rest:
        return False
    edge = {rest.pop()}
    while edge:
        edge = {p + d for p in edge for d in COMPASS} & rest
        rest -= edge
    return not rest


def moves(stones, colour, size):
    for p in [p for p, c in stones.items() if c == colour]:
        for d in COMPASS:
            on_line = sum(p + k * d in stones for k in range(1 - size, size))
            end = p + on_line * d
            inside = 0 <= end.real < size and 0 <= end.imag < size
            between = [stones.get(p + k * d, colour) for k in range(1, on_line)]
            if inside and stones.get(end) != colour and set(between) <= {colour}:
                after = {q: c for q, c in stones.items() if q != p}
                after[end] = colour
                yield after


def count(depth, size=6):
    inner = range(1, size - 1)
    stones = {complex(i, e): "black" for i in inner for e in (0, size - 1)}
    stones |= {complex(e, i): "white" for i in inner for e in (0, size - 1)}

    def walk(stones, colour, left):
        if left == 0:
            return 1
        if together(stones, "black") or together(stones, "white"):
            return 0
        other = "white" if colour == "black" else "black"
        return sum(walk(after, other, left - 1) for after in moves(stones, colour, size))

    return walk(stones, "black", depth)
