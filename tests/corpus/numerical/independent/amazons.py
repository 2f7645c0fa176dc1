"""Amazons counted with sets of (row, column) pairs."""


def count(depth, size=5, white=((4, 1), (4, 3)), black=((0, 1), (0, 3))):
    compass = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)]

    def queen(free, y, x):
        for dy, dx in compass:
            steps = 1
            while (square := (y + dy * steps, x + dx * steps)) in free:
                yield square
                steps += 1

    def walk(free, own, other, left):
        if left == 0:
            return 1
        total = 0
        for amazon in own:
            for to in queen(free, *amazon):
                rest = free - {to} | {amazon}
                moved = own - {amazon} | {to}
                for arrow in queen(rest, *to):
                    total += 1 if left == 1 else walk(rest - {arrow}, other, moved, left - 1)
        return total

    white, black = frozenset(white), frozenset(black)
    free = frozenset((y, x) for y in range(size) for x in range(size)) - white - black
    return walk(free, white, black, depth)
