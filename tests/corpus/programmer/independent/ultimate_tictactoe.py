"""Ultimate tic-tac-toe counted with one integer of nine bits for each player on each small board."""

WINS = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]


def wins(bits):
    return any(bits & line == line for line in WINS)


def count(depth):
    own, other = [0] * 9, [0] * 9

    def closed(b):
        return wins(own[b]) or wins(other[b]) or own[b] | other[b] == 511

    def walk(me, you, place, left):
        if left == 0:
            return 1
        if wins(sum(1 << b for b in range(9) if wins(you[b]))):
            return 0
        boards = [place] if place is not None and not closed(place) else [b for b in range(9) if not closed(b)]
        total = 0
        for b in boards:
            for c in range(9):
                if not (me[b] | you[b]) >> c & 1:
                    me[b] |= 1 << c
                    total += walk(you, me, c, left - 1)
                    me[b] &= ~(1 << c)
        return total

    return walk(own, other, None, depth)
