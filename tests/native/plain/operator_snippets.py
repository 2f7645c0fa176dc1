"""Pieces of Python with classes whose methods say what operators do: each a function of a game and a number, which gives a number."""
# ruff: noqa

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple

T = (3, 1, 4, 1, 5, 9, 2, 6)


class Vec(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __mul__(self, n):
        return Vec(self.x * n, self.y * n)

    def __rmul__(self, n):
        return self * n

    def __abs__(self):
        return abs(self.x) + abs(self.y)

    def __bool__(self):
        return self.x != 0 or self.y != 0

    def __lt__(self, other):
        return abs(self) < abs(other)

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __invert__(self):
        return Vec(self.y, self.x)

    def __floordiv__(self, n):
        return Vec(self.x // n, self.y // n)


NORTH, EAST = Vec(0, 1), Vec(1, 0)
WAYS = [NORTH, EAST, -NORTH, -EAST]


@dataclass(frozen=True)
class Board:
    cells: tuple
    width: int = 4

    def __getitem__(self, where):
        x, y = where
        return self.cells[y * self.width + x]

    def __len__(self):
        return len(self.cells)

    def __contains__(self, v):
        return any(c == v for c in self.cells)

    def __iter__(self):
        return iter(self.cells)

    def __eq__(self, other):
        return isinstance(other, Board) and self.cells == other.cells

    def __hash__(self):
        return hash(self.cells)


@dataclass
class Purse:
    coins: dict
    log: list = field(default_factory=list)

    def __iadd__(self, n):
        self.coins[n] = self.coins.get(n, 0) + 1
        self.log.append(n)
        return self

    def __setitem__(self, coin, n):
        self.coins[coin] = n

    def __getitem__(self, coin):
        return self.coins[coin]

    def __len__(self):
        return sum(self.coins.values())

    def __iter__(self):
        for coin, n in self.coins.items():
            for _ in range(n):
                yield coin

    def __call__(self, x):
        return x * len(self)


class Pile:
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        return self.n > 0

    def __eq__(self, other):
        if not isinstance(other, Pile):
            return NotImplemented
        return self.n == other.n

    def __le__(self, other):
        return self.n <= other.n

    def __iadd__(self, k):
        self.n += k
        return self


class Side(Enum):
    US = 1
    THEM = 2

    def __invert__(self):
        return Side.THEM if self is Side.US else Side.US

    def __neg__(self):
        return ~self


@dataclass(frozen=True, order=True)
class Card:
    rank: int
    suit: str


@functools.total_ordering
class Level(NamedTuple):
    n: int

    def __lt__(self, other):
        return self.n % 5 < other.n % 5


class Hand(dict):
    def __missing__(self, key):
        return key * 2


class Grid:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, key):
        r, c = key
        return self.rows[r][c]

    def __setitem__(self, key, v):
        r, c = key
        self.rows[r][c] = v


def s_vectors(game, k):
    v, w = Vec(k, 2), Vec(3, -k)
    u = v + w - 2 * w * 3 + -v
    return (
        u.x * 1000
        + u.y
        + abs(v - w)
        + (v < w) * 7
        + bool(Vec(k, 0)) * 11
        + (v @ w)
        + (~v).x * 13
        + (1 if Vec(k - 3, 0) else 0)
        + (v // 2).y
        + (v == Vec(3, 2))
        + (not Vec(k, 0))
    )


def s_ways(game, k):
    p = Vec(k, k)
    best = min((p + d * 2 for d in WAYS), key=abs)
    return (
        best.x * 10
        + best.y
        + sum(abs(-d) for d in WAYS)
        + len([d for d in WAYS if -d in WAYS])
        + len({p + d for d in WAYS})
        + max(WAYS[k % 4 :], key=lambda d: (d.x, d.y)).x
        + sorted(WAYS)[0].x
    )


def s_an_object_like_a_row(game, k):
    b = Board(tuple((t * k) % 5 for t in T))
    c = Board(T, 4)
    x, *rest = c
    return (
        b[k % 4, 1] * 100
        + len(b)
        + (4 in b) * 10
        + sum(b)
        + (b == c)
        + (b == Board(T))
        + sum(v for v in c if v in b)
        + x
        + len(rest)
        + len(list(b))
        + max(c)
        + sum(a * b for a, b in zip(c, b))
        + len([*c])
        + (1 if b else 0)
    )


def s_an_object_that_changes(game, k):
    p = Purse({5: 1})
    q = p
    p += k
    p += 5
    p[7] = 2
    return len(p) * 100 + sum(p) + p[5] + len(q.log) * 1000 + p(3) + sum(1 for c in q if c == 5) + (1 if Purse({}) else 2)


def s_an_object_of_a_plain_class(game, k):
    a, b = Pile(k), Pile(3)
    a += 1
    return (1 if a else 0) + (a == b) * 10 + (a != b) * 100 + (a <= b) * 1000 + (a >= b) * 2000 + (not Pile(0)) + a.n


def s_operators_of_an_enum(game, k):
    s = Side.US if k % 2 else Side.THEM
    return (~s).value * 10 + (-~s).value


def s_data_in_order(game, k):
    a, b = Card(k, "h"), Card(4, "d")
    return (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a == b) + max(a, b).rank * 16 + sorted([b, a, Card(2, "s")])[1].rank * 100


def s_total_ordering(game, k):
    a, b = Level(k), Level(6)
    return (a < b) + 2 * (a > b)


def s_missing(game, k):
    h = Hand()
    h[1] = 5
    return h[k] + h[1] + len(h) + h.get(9, 0)


def s_places_of_an_object(game, k):
    g = Grid([[0] * 3 for _ in range(3)])
    g[k % 3, 1] = k
    g[0, 0] += 5
    return g[k % 3, 1] * 10 + g[0, 0]


SNIPPETS = {name[2:]: thing for name, thing in dict(globals()).items() if name.startswith("s_")}
