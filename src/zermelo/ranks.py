"""Numbers for arrangements, of which the ranks of states are made (`Game.rank`): alike interpreted and compiled.

k men on n squares stand in C(n, k) ways, and `rank_set` gives each its number from 0 (the combinatorial number system: D. E. Knuth,
The Art of Computer Programming 4A, 2011, section 7.2.1.3, theorem L). Men of a second kind stand on the squares that are left:
`closed_up` numbers these anew.

>>> from zermelo.bits import Bits, set_of
>>> white, black = set_of([0, 3]), set_of([1, 4])
>>> rank_set(white), rank_set(closed_up(black, white)), choose(5, 2) * choose(3, 2)
(3, 1, 30)
>>> unrank_set(3, 2, 5) == white, opened(unrank_set(1, 2, 3), white) == black
(True, True)

n seeds lie in k pits in C(n + k - 1, k - 1) ways: a way is a set of k - 1 walls among n + k - 1 cells, the seeds between two walls being
those of a pit.

>>> rank_seeds((2, 0, 1)), choose(3 + 2, 2), unrank_seeds(5, 3, (0, 0, 0))
(5, 10, (2, 0, 1))
"""

from __future__ import annotations

from math import comb
from typing import Final

from zermelo.bits import Bits
from zermelo.game import replace

CELLS: Final = 64
_CHOOSE: Final = tuple(min(comb(n, k), (1 << 63) - 1) for k in range(CELLS // 2 + 1) for n in range(CELLS + 1))
"""Of n things k, at the place 65 * k + n."""


def choose(n: int, k: int) -> int:
    """How many sets of k there are of n things, n up to 64 and k up to 32."""
    return _CHOOSE[(CELLS + 1) * k + n]


def rank_set(members: Bits) -> int:
    """The number of a set, of up to 32 members, among all of as many members: from 0, in the order of the sets read as numbers."""
    rank, at = 0, CELLS + 1
    for member in members:
        rank += _CHOOSE[at + member]
        at += CELLS + 1
    return rank


def rank_set_beside(members: Bits, taken: Bits) -> int:
    """The number of a set among all of as many of the cells that are not taken: `rank_set(closed_up(members, taken))`, in less time."""
    rank, at = 0, CELLS + 1
    for member in members:
        rank += _CHOOSE[at + member - (taken & (Bits(1) << member) - 1).count()]
        at += CELLS + 1
    return rank


def unrank_set(rank: int, count: int, cells: int) -> Bits:
    """The set of `count` of the numbers below `cells` that has this rank."""
    members, cell = Bits(0), cells
    for left in range(count, 0, -1):
        cell -= 1
        while _CHOOSE[(CELLS + 1) * left + cell] > rank:
            cell -= 1
        members = members | Bits(1) << cell
        rank -= _CHOOSE[(CELLS + 1) * left + cell]
    return members


def closed_up(members: Bits, taken: Bits) -> Bits:
    """The places of the members, none of which is taken, among the cells that are not taken."""
    for gone, cell in enumerate(taken):
        below = (Bits(1) << cell - gone) - 1
        members = members & below | members >> 1 & ~below
    return members


def opened(places: Bits, taken: Bits) -> Bits:
    """The cells that have these places among those that are not taken: what `closed_up` closes up."""
    for cell in taken:
        below = (Bits(1) << cell) - 1
        places = places & below | (places & ~below) << 1
    return places


def rank_seeds(pits: tuple[int, ...]) -> int:
    """The number of a way in which seeds lie in pits, among all of as many seeds in as many pits; at most 64 of both, and 33 pits."""
    rank, wall, at = 0, 0, CELLS + 1
    for place in range(len(pits) - 1):
        wall += pits[place]
        rank += _CHOOSE[at + wall]
        wall += 1
        at += CELLS + 1
    return rank


def unrank_seeds(rank: int, seeds: int, pits: tuple[int, ...]) -> tuple[int, ...]:
    """The seeds in each pit in the way of this rank; `pits` are as many pits, whatever lies in them."""
    cells = seeds + len(pits) - 1
    for place in range(len(pits) - 1, 0, -1):
        wall = cells - 1
        while _CHOOSE[(CELLS + 1) * place + wall] > rank:
            wall -= 1
        rank -= _CHOOSE[(CELLS + 1) * place + wall]
        pits = replace(pits, place, cells - 1 - wall)
        cells = wall
    return replace(pits, 0, cells)
