"""Connect four once more: two ints of 7 bits a column, and a dictionary of positions with the number of ways to them."""


def four(stones):
    for shift in (1, 6, 7, 8):
        pairs = stones & stones >> shift
        if pairs & pairs >> 2 * shift:
            return True
    return False


def count(depth):
    layer = {(0, 0): 1}  # the stones of the player to move and those of the other
    for _ in range(depth):
        following = {}
        for (own, other), ways in layer.items():
            if four(other):
                continue
            for column in range(7):
                cell = 1 << 7 * column
                while cell & (own | other):
                    cell <<= 1
                if cell < 1 << 7 * column + 6:
                    after = other, own | cell
                    following[after] = following.get(after, 0) + ways
        layer = following
    return sum(layer.values())
