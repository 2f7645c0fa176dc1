"""Quarto counted on paper: no game is over before the fourth piece lies (ply 8), and it is then over where the four make a line.

`count_slowly` goes through the game with pieces as sets of letters, and agrees with the product as far as it gets.
"""

from itertools import combinations, product
from math import factorial, prod

PIECES = [frozenset(letters) for letters in product("LS", "DB", "RQ", "HF")]
LINES = (
    [{(r, c) for c in range(4)} for r in range(4)]
    + [{(r, c) for r in range(4)} for c in range(4)]
    + [{(i, i) for i in range(4)}, {(i, 3 - i) for i in range(4)}]
)


def count(depth):
    giving, placing = (depth + 1) // 2, depth // 2
    sequences = prod(range(17 - giving, 17)) * prod(range(17 - placing, 17))
    alike = sum(1 for four in combinations(PIECES, 4) if frozenset.intersection(*four))
    over = len(LINES) * factorial(4) * alike * factorial(4)  # sequences of eight plies that end the game
    if depth == 9:
        sequences -= over * 12
    if depth == 10:
        sequences -= over * 12 * 12
    assert depth <= 10
    return sequences


def count_slowly(depth, placed=None, hand=None):
    placed = placed or {}
    if depth == 0:
        return 1
    for line in LINES:
        if line <= placed.keys() and frozenset.intersection(*(placed[square] for square in line)):
            return 0
    if hand is None:
        return sum(count_slowly(depth - 1, placed, piece) for piece in PIECES if piece not in placed.values())
    free = [square for square in product(range(4), repeat=2) if square not in placed]
    return sum(count_slowly(depth - 1, {**placed, square: hand}) for square in free)
