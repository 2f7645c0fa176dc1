"""Pieces of Python as people write it in rules: each a function of a game and a number, which gives a number."""
# ruff: noqa

from __future__ import annotations

import copy
import math
from collections import deque
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import reduce
from itertools import chain, compress, product
from operator import and_, or_
from typing import NamedTuple, Optional

from zermelo.bits import Bits

TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
RAGGED = ((1,), (0, 2), (1, 3, 4), ())
NAMES = ["ant", "bee", "cow"]
MAP = {"a": 1, "b": 2, "c": 30}
PAIRS = {(0, 1): 5, (1, 2): 7, (2, 0): 9}
NEAR = {0: [1, 2], 1: [0], 2: [0, 3], 3: [2]}
GRID = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
OF_LISTS = ([1, 2], [3, 4, 5])
NOTHING = []


class Mark(Enum):
    X = "x"
    O = "o"
    EMPTY = "."

    @property
    def other(self):
        return Mark.O if self is Mark.X else Mark.X if self is Mark.O else Mark.EMPTY

    def points(self, times=2):
        return times * len(self.name)


class Size(IntEnum):
    SMALL = 1
    LARGE = 7


class Point(NamedTuple):
    x: int
    y: int = 2

    def __add__(self, other):
        return Point(self.x + other[0], self.y + other[1])

    @property
    def size(self):
        return abs(self.x) + abs(self.y)

    @staticmethod
    def far(k):
        return Point(k, -k)


@dataclass(frozen=True)
class Frozen:
    cells: tuple
    player: int = 0

    def count(self, value):
        return sum(cell == value for cell in self.cells)


@dataclass
class Loose:
    board: list
    turn: int = 0
    hands: dict = field(default_factory=dict)


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def pairs(n, start=1):
    for i in range(start, n):
        if i % 3 == 0:
            continue
        for j in range(i, n):
            yield i, j
            if i + j > 6:
                break
    yield -1, -1


def cells(board):
    yield from enumerate(board)
    yield len(board), 0


def s_any(game, k):
    return any(t == k for t in TABLE) + 2 * all(t > k for t in TABLE) + 4 * any([])


def s_sum(game, k):
    return sum(t * k for i, t in enumerate(TABLE) if i % 2) + sum([1 for _ in range(k)]) + sum((x for x in (1, 2)), 10)


def s_nested(game, k):
    return sum(i * j for i in range(k) for j in range(i) if (i + j) % 2)


def s_minmax(game, k):
    return 100 * min(TABLE[: k + 1]) + max(t for t in TABLE if t != k) + min(k, 3, 2) + max(k, 2)


def s_key(game, k):
    best = max(range(1, k + 2), key=lambda i: (TABLE[i % 8], -i))
    return 10 * best + min(NAMES, key=len).count("n")


def s_default(game, k):
    return max((t for t in TABLE if t > k + 4), default=-7)


def s_sorted(game, k):
    made = sorted(TABLE[:k], reverse=True)
    made += sorted((t % 3, t) for t in TABLE)[k % 8]
    made.sort(key=lambda t: -t)
    return reduce(lambda a, b: a * 7 + b, made, 1) % 1000003


def s_hashes(game, k):
    found = hash(Point(k, 3)) ^ hash((k, -1, True)) ^ hash(TABLE) ^ hash(TABLE[k:]) ^ hash(())
    return found ^ hash(tuple((i, -i) for i in range(k))) ^ hash(-1) ^ hash(2**61 - 1 + k)


def s_sorted_either_way(game, k):
    made, pairs = [t * k % 7 for t in TABLE], [(t % 3, t) for t in TABLE]
    made.sort(reverse=k % 2 == 1)
    pairs.sort(key=lambda pair: pair[0], reverse=k > 3)
    found = 0
    for t in made + [t for _, t in pairs] + sorted(TABLE[:k], reverse=k) + sorted(TABLE, key=lambda t: -t % 4, reverse=not k):
        found = (found * 31 + t) % 1000003
    return found


def s_list(game, k):
    made = list(TABLE)
    made[k % 8] = 100
    made[-2] += 5
    made[k % 8] = 100
    made.append(k)
    made.insert(2, 55)
    made.extend([1, 2])
    made.remove(55)
    popped = made.pop(0) + made.pop()
    return sum(i * t for i, t in enumerate(made)) * 10 + popped + made.index(made[2]) + made.count(1)


def s_slices(game, k):
    t = TABLE[k:] + TABLE[:k]
    u = t[::-1][1:-1]
    return u[0] * 100 + u[-1] * 10 + len(t[2:k]) + sum(t[-3:])


def s_ragged(game, k):
    return sum(RAGGED[k % 4]) * 10 + len(RAGGED[k % 4]) + sum(len(NEAR[i]) for i in range(4)) + sum(NEAR[k % 4])


def s_dicts(game, k):
    d = {i: i * i for i in range(k)}
    d[2] = 5
    d[k] = d.get(k, 9) + d.get(1, 0)
    total = sum(key * value for key, value in d.items()) + len(d) + (3 in d)
    if 1 in d:
        del d[1]
    return total * 10 + sum(d.values()) + sum(d)


def s_dict_of_pairs(game, k):
    return PAIRS.get((k % 3, (k + 1) % 3), 0) + MAP["abc"[k % 3]] + PAIRS[k % 3, (k + 1) % 3]


def s_sets(game, k):
    s = {t for t in TABLE if t > 2}
    s.add(k)
    s.discard(9)
    u = s | {1, 2}
    return 100 * len(s) + 10 * len(u & {1, 2, 3, k}) + len(u - s) + (k in s) + (77 in u)


def s_text(game, k):
    board = "..x.o..."
    board = board[:k] + "x" + board[k + 1 :]
    return board.count("x") * 100 + board.index("x") * 10 + (board[k] == "x") + (board == "..x.o...") + ("o" in board)


def s_chars(game, k):
    c = "xXoO"[k % 4]
    return 10 * c.isupper() + (c.lower() == "x") + 100 * (c in "xX") + ord(c)


def s_enum(game, k):
    m = (Mark.X, Mark.O, Mark.EMPTY)[k % 3]
    return 100 * (m is Mark.X) + 10 * (m.other == Mark.X) + len(m.value) + m.points() + m.points(times=k) + (m in (Mark.X, Mark.O))


def s_enum_of_value(game, k):
    return Size(1 if k % 2 else 7) * 3 + Size.LARGE + (Mark("xo."[k % 3]) is Mark.O) * 50 + len(Size)


def s_tuples(game, k):
    p = Point(k) + (1, 1)
    q = p._replace(y=k * 2)
    x, (y, z) = k, (k + 1, k + 2)
    return p.size * 100 + q.y + (p < q) + (p == Point(k + 1, 3)) * 7 + Point.far(k).y + x * y * z


def s_frozen(game, k):
    f = Frozen(tuple(t % 2 for t in TABLE))
    g = replace(f, player=1 - f.player, cells=f.cells[:k] + (5,) + f.cells[k + 1 :])
    return f.count(1) * 100 + g.count(5) * 10 + g.player + (f == g) + (f == Frozen(f.cells))


def s_loose(game, k):
    a = Loose([[0] * 3 for _ in range(3)])
    b = copy.deepcopy(a)
    b.board[k % 3][1] = 7
    b.turn += 2
    b.hands[k] = 3
    b.hands[1] = b.hands.get(1, 0) + 1
    return sum(map(sum, a.board)) * 100 + sum(sum(row) for row in b.board) * 10 + b.turn + len(a.hands) * 1000 + sum(b.hands.values())


def s_grid(game, k):
    grid = [["." for _ in range(4)] for _ in range(3)]
    grid[k % 3][k % 4] = "x"
    rows = ["".join(row) for row in grid]
    columns = list(zip(*grid))
    return (
        sum(row.count("x") * (i + 1) for i, row in enumerate(rows)) * 10 + sum(("x" in c) * i for i, c in enumerate(columns)) + len(columns)
    )


def s_generators(game, k):
    total = 0
    for i, j in pairs(k, start=2):
        if i == 4:
            continue
        total = total * 3 + i * j
        if total > 10**6:
            break
    return total + sum(i for i, _ in pairs(k)) + len(list(pairs(3))) + len([1 for i, c in cells(TABLE) if c])


def s_while(game, k):
    n, steps = k + 7, 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    else:
        steps += 1000
    for i in range(k):
        if i == 5:
            break
    else:
        steps += 10000
    return steps


def s_flood(game, k):
    seen = set()
    stack = [k % 4]
    while stack:
        here = stack.pop()
        if here in seen:
            continue
        seen.add(here)
        stack.extend(other for other in NEAR[here] if other not in seen)
    queue = deque([0])
    order = 0
    while queue:
        order = order * 5 + queue.popleft()
        if order < 100:
            queue.append(order % 4 + 1)
    return len(seen) * 100000 + order


def s_optional(game, k):
    last = None
    for t in TABLE[:k]:
        if last is None or t > last:
            last = t
    found = next((i for i, t in enumerate(TABLE) if t == k), None)
    return (-1 if last is None else last) * 100 + (found if found is not None else 50) + (last is None)


def s_match(game, k):
    match (k % 4, k % 2):
        case (0, _):
            return 1
        case (1, 1) if k > 4:
            return 2
        case (1 | 3, odd):
            return 3 + odd
        case _:
            return 9


def s_walrus(game, k):
    if (half := k // 2) > 1 and (rest := k - half) > 1:
        return half * 10 + rest
    return -half


def s_recursion(game, k):
    return factorial(k) + even(k) * 3 + odd(k)


def s_closures(game, k):
    add = lambda a, b=3: a + b + k

    def twice(f, x):
        return f(f(x))

    return twice(lambda v: add(v), 1) + add(1, b=2) + sum(map(add, (1, 2, 3))) + sum(filter(lambda v: v % 2, range(k)))


def s_math(game, k):
    return (
        int(math.sqrt(k * k)) * 100
        + round(2.5 + k)
        + math.floor(-k / 2)
        + math.ceil(k / 2)
        + divmod(-k, 3)[0] * 10
        + divmod(-k, 3)[1]
        + -7 // 2
        + -k % 4
    )


def s_floats(game, k):
    mean = sum(TABLE) / len(TABLE)
    return int(1000 * (mean + k / 3 - 0.5 * k**2)) + (k / 2 == k // 2)


def s_itertools(game, k):
    total = sum(a * b for a, b in product(range(k), (1, 2)) if a != b)
    total += sum(chain(TABLE[:k], (5, 6), range(2)))
    return total * 10 + sum(compress(TABLE, (t % 2 for t in TABLE))) + sum(1 for a, b, c in product((0, 1), repeat=3) if a + b + c == k % 4)


def s_reduce(game, k):
    return reduce(and_, (t | k for t in TABLE)) * 10 + reduce(or_, [0, 1, k]) + reduce(lambda a, b: a * b, range(1, k + 1), 1)


def s_shadow(game, k):
    cells = TABLE
    cells = list(cells)
    cells = tuple(c for c in cells if c != 1)
    v = 5
    total = sum(v for v in cells)
    return total * 10 + v + len(cells)


def s_bools(game, k):
    a = k > 2 and k < 6
    b = not a or k == 4
    c = (k or 5) + (k and 7)
    return a + 2 * b + 4 * c + 8 * (1 < k <= 4 != 3) + 16 * (a is b)


def s_star(game, k):
    first, *middle, last = TABLE
    a, b = (k, *middle[:1])
    return first + last * 10 + len(middle) * 100 + a * b + max(*TABLE) + sum([*TABLE, *middle, k])


def s_reversed(game, k):
    return sum(i * t for i, t in enumerate(reversed(TABLE), start=k)) + sum(a - b for a, b in zip(TABLE, TABLE[1:])) + sum(range(k, -k, -2))


def s_empty(game, k):
    moves = []
    for i in range(k):
        if i > 3:
            moves.append(i)
    return (len(moves) if moves else -1) * 10 + (not moves) + len([]) + sum(()) + len(tuple(moves))


def s_conditional_kinds(game, k):
    x = 1 if k % 2 else 0.5
    y = (k, 1) if k > 3 else (0, 0)
    z = [k] if k > 2 else []
    return int(x * 10) + y[0] + y[1] + len(z)


def s_inner_lists(game, k):
    heaps = [[i] * (i + 1) for i in range(k)]
    for heap in heaps:
        heap.append(9)
    copied = [heap[:] for heap in heaps]
    for heap in copied:
        heap[0] = -1
    return sum(map(sum, heaps)) * 100 + sum(heap[0] for heap in copied) + sum(len(h) for h in heaps)


def s_lists_that_begin_with_a_list(game, k):
    """What begins where the outer list begins, or one letter behind, is a list of its own kind."""
    board = [["x" if (row + column) % 3 else "o" for column in range(3)] for row in range(3)]
    lines = board + [list(column) for column in zip(*board)]
    lines = lines + [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    numbers = [[i for i in range(k)], [k]]
    firsts = [[n for n in range(2)] + [k], [len(line) for line in lines]]
    return sum(line.count("x") for line in lines) * 100 + sum(map(sum, numbers)) + sum(map(len, firsts))


def s_aliasing(game, k):
    a = [1, 2, 3]
    b = a
    b.append(k)
    c = a[:]
    c[0] = 50
    rows = [[0] * 2] * 2
    rows[0][1] = 4
    return len(a) * 100 + a[-1] + a[0] + rows[1][1]


def s_attributes(game, k):
    return game.size * 10 + game.table[k % 3] + sum(game.rows[1]) + game.double(k) + game.triple + game.helper(k, more=2)


def s_truth_of_many_kinds(game, k):
    items, name, pair = list(range(k)), "ab" if k % 2 else "", (k, 2.5)
    found = 0
    if items and (name or k > 4) and not (pair and k == 5):
        found += 1
    if not (items or name):
        found += 10
    while items and k:
        items.pop()
        found += 100
    found += 1000 * bool(name and k)
    found += 10_000 * any(name and i > 2 or items for i in range(k)) + 20_000 * all(i or pair for i in range(k))
    return found + len([i for i in range(k) if name and i])


def s_lists_of_different_kinds(game, k):
    pair = [[1, k, 3], "ab"[k % 2], k / 2]
    row, letter, half = pair
    again, whole, same = pair[:], list(pair), pair
    again[0] = [7] * k
    same[2] += 1.5
    pair[-2] = "c" if k > 4 else letter
    found = len(row) + len(again[0]) * 10 + int(pair[2] * 2) * 100 + int(half * 2) * 10_000
    found += 100_000 * (pair[1] == "c") + 1_000_000 * (whole[1] == letter) + 10_000_000 * len(pair)
    for one in pair:
        found += 3 if one == k / 2 + 1.5 else 0
    deep = copy.deepcopy(pair)
    deep[0][1] = 99
    return found + pair[0][1] + (deep == pair) + (copy.copy(pair) == pair) + ("c" in pair) + len(pair[1:]) + len([*pair])


def s_dicts_of_different_kinds(game, k):
    state = {"board": [0] * 4, "turn": "x" if k % 2 else "o", "won": None if k < 3 else k, "rest": 0.5}
    new = dict(state)
    new["board"] = list(state["board"])
    new["board"][k % 4] = k
    new["won"] = 5 if new["won"] is None else None
    more = {**state, "turn": "z", "rest": 2.5}
    also = dict(state, turn="y")
    also["board"][0] += 3
    found = sum(new["board"]) + 10 * sum(state["board"]) + 100 * (more["turn"] == "z") + 1000 * int(more["rest"] + state["rest"])
    found += 10_000 * (new["won"] or 0) + 100_000 * len(new) + 1_000_000 * ("turn" in state) + 2_000_000 * ("row" in state)
    for name, value in state.items():
        found += len(name) if value != "x" else 7
    for name in new:
        found += len(name)
    other = state.copy()
    other["rest"] = 9.5
    return found + (new == state) + (state.get("nothing", 4)) + int(state.get("rest", 0.0) * 2) + int(other["rest"]) + len(state.values())


def s_loops_over_nothing(game, k):
    nothing, found = (), 0
    for part in nothing:
        found += part
    for part in []:
        found += part
    return found + sum(one for one in nothing) + len([one for one in nothing]) + k


def s_no_list_equals_a_tuple(game, k):
    row, pair = [k, 2], (k, 2)
    found = [row == pair, pair == row, row != (3, 2), [1] == (1,), row == [3, 2], pair == (3, 2), list(pair) == row, pair == tuple(row)]
    return sum(1 << place for place, truth in enumerate(found) if truth)


def s_sets_within_sets(game, k):
    few, many = frozenset([1, k]), {1, 2, 3, 70}
    return (
        many.issuperset(few)
        + 2 * many.issuperset([2, k])
        + 4 * few.issubset(many)
        + 8 * few.issuperset({1})
        + 16 * many.issuperset({70, 5})
    )


WIDE = tuple(0x8100000000000081 >> step & 2**64 - 1 for step in range(4))
LAST = 0x8080808080808080


def s_numbers_of_64_bits_beside_bits(game, k):
    squares = Bits(0xF0F0F0F0F0F0F0F0) >> k
    found = (squares & ~LAST).count() + 100 * (squares | LAST).count() + 10_000 * (squares ^ (LAST | 1)).count()
    found += 1_000_000 * (WIDE[k % 4] & squares).count() + 10**8 * Bits(WIDE[k % 2]).highest()
    return found + (Bits(LAST) + LAST).count() * 10**10 + 10**12 * (squares & -(2**64) - 1).count()


def s_bits_are_compared_as_numbers(game, k):
    least, all_of_them, one = k - 4, Bits(2**64 - 1), Bits(1) << k
    found = [all_of_them == -1, all_of_them == least, all_of_them == 2**64 - 1, one == 1 << k, one > -1, one < least, least < one]
    found += [
        least <= one,
        all_of_them > least,
        one >= 2**64,
        one < 2**64,
        -(2**70) < one,
        one != -1,
        one != least,
        one < LAST,
        one == WIDE[3],
    ]
    found += [bool(WIDE[k % 4] & one), least == all_of_them, not WIDE[k % 4]]
    return sum(1 << place for place, truth in enumerate(found) if truth)


def s_range_whose_step_comes_late(game, k):
    step = k - 5 if k != 5 else 3
    found = 0
    for place in range(k % 4, 17 - 3 * k, step):
        found = found * 7 + place
    cells = [place * 2 for place in range(20, k, -1 - k % 3)]
    return found + 1000 * len(cells) + sum(cells) + len(range(k, 2, step)) + (k + 2 * step in range(k, k + 9 * step, step))


def s_range_by_nothing(game, k):
    return sum(range(1, 9, k - 4)) if k != 4 else 0


def s_slices_are_put(game, k):
    cells = list(range(10))
    cells[k % 5 : 7] = [50, 51]
    cells[:2] = [k]
    cells[-3:-1] = (60, 61, 62)
    cells[k:k] = [70] * (k % 3)
    cells[len(cells) :] = [80]
    rows = [cells, [1, 2, 3]]
    rows[1][1:] = cells[2:5]
    same = rows[0]
    same[8:2] = range(3)
    return sum(place * cell for place, cell in enumerate(cells)) * 1000 + sum(rows[1])


def s_lists_beside_listed_ones(game, k):
    cells, empty, rows = [k, 3], [], [[1, k], [k, 2.5]]
    texts = [["a", "b"], ["a"]]
    found = (cells == [k, 3]) + 2 * (cells == [3, k]) + 4 * (cells != [k]) + 8 * (cells != [k, 3, 0]) + 16 * (empty == [])
    found += 32 * (cells == []) + 64 * (empty != [k]) + 128 * (rows == [[1, k], [k, 2.5]]) + 256 * (rows[1] == [4, 5 / 2])
    found += 512 * (cells == [True, 3.0]) + 1024 * (texts[k % 2] == ["a"]) + 2048 * (cells == [cells.pop(), 3]) + 4096 * (cells == [k])
    found += 8192 * (cells == ["a", None]) + 16_384 * (texts != [["a", "b"], ["a", "c"]]) + 32_768 * (cells == (k,))
    cells.append(5)
    return found + 65_536 * any(row == [1, k] for row in rows) + 131_072 * (cells == [*rows[0], 5])


def s_copies_of_constant_lists(game, k):
    rows = [row[:] for row in GRID]
    rows[k % 3][1], rows[0][0] = rows[0][0], 50
    rows.append([k])
    others = [[row.copy() for row in GRID], copy.deepcopy(GRID), [copy.copy(row) for row in GRID], [list(row) for row in GRID]]
    others += [[row[::-1] for row in GRID], [row + [k] for row in GRID], [row * 2 for row in GRID], [row[::2] for row in GRID]]
    for place, other in enumerate(others):
        other[k % 3][place % 2] += 7 * place + k
        other[1].append(place)
        other.append([k, place])
    parts = [
        GRID[k % 3][:],
        GRID[0].copy(),
        GRID[1][1:],
        copy.copy(GRID[k % 3]),
        NOTHING[:],
        list(NOTHING),
        game.table[:],
        game.table.copy(),
    ]
    for place, part in enumerate(parts):
        part.append(k)
        part[0] += place
    found = 0
    for other in [rows, parts, *others]:
        for row in other:
            for number in row:
                found = (found * 31 + number) % 1000003
    return found * 1000 + sum(map(sum, GRID)) + sum(game.table)


def s_copies_of_what_holds_constant_lists(game, k):
    near, pair, shallow = copy.deepcopy(NEAR), copy.deepcopy(OF_LISTS), copy.copy(NEAR)
    near[0].append(7)
    near[k] = [1]
    pair[k % 2].append(k)
    shallow[9] = GRID[k % 3]
    listed = copy.deepcopy(list(GRID))
    listed[k % 3][0] = 70
    both = copy.deepcopy((GRID, k))
    both[0][0][0] = 80
    return sum(near[0]) + len(near) * 10 + sum(pair[0]) * 100 + sum(pair[1]) * 1000 + len(shallow) + sum(listed[0]) + both[0][0][0]


def s_constant_lists_beside_others(game, k):
    row = GRID[k % 3]
    found = (row == [1, 2, 3]) + 2 * ((1, 2, 3) == row) + 4 * ([[1, 2, 3], [4, 5, 6], [7, 8, k + 2]] == GRID) + 8 * ([4, 5, 6] in GRID)
    found += 16 * ((4, 5, 6) in GRID) + 32 * (tuple(row) == (4, 5, 6)) + 64 * isinstance(row, list) + 128 * isinstance(row, tuple)
    found += 256 * (row in [[7, 8, 9], [k]]) + 512 * (OF_LISTS[k % 2] == [1, 2]) + 1024 * (row == GRID[1])
    for cell in row[1:]:
        found = found * 3 + cell
    for other in GRID[: k % 4]:
        found += sum(other[-2:])
    one = row if k % 2 else [k]
    two = row if k > 3 else (5, 6)
    return found + sum(one) * 10 + sum(two) * 100


def s_recursion_within(game, k):
    n, seen, sizes = 4, set(), []
    board = [[int((r * 3 + c * k) % 4 > 0) for c in range(n)] for r in range(n)]

    def inside(r, c):
        return 0 <= r < n and 0 <= c < n and board[r][c] == 1

    def fill(r, c):
        if (r, c) in seen or not inside(r, c):
            return
        seen.add((r, c))
        sizes[-1] += 1
        for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            fill(r + dr, c + dc)

    def mark(r, c, value=7):
        if not inside(r, c):
            return 0
        board[r][c] = value
        return 1 + mark(r + 1, c, value) + mark(r - 1, c, value) + mark(r, c + 1, value) + mark(r, c - 1, value=value)

    for r in range(n):
        for c in range(n):
            if (r, c) not in seen and inside(r, c):
                sizes.append(0)
                fill(r, c)
    found = len(seen) * 100 + max(sizes) * 10 + len(sizes) + 1000 * mark(k % 4, 1) + 100_000 * mark(3, 3, 5)
    return found + sum(map(sum, board)) * 1_000_000


def s_functions_within_that_call_each_other(game, k):
    n, memo, taken, chosen = 100, {}, [], []
    cells = tuple(i * k % 5 for i in range(12))
    rows = range(k + 1)

    def even(n):
        return True if n == 0 else odd(n - 1)

    def odd(n):
        return False if n == 0 else even(n - 1)

    def around():
        return n + game.size

    def shadowing(n):
        return around() + n if n < 2 else shadowing(n - 1) + around()

    def remembered(i):
        if i not in memo:
            memo[i] = i if i < 2 else remembered(i - 1) + remembered(i - 2)
        return memo[i]

    def choose(start):
        if len(taken) == 3:
            chosen.append(tuple(taken))
            return
        for i in range(start, 5 + k % 3):
            taken.append(i)
            choose(i + 1)
            taken.pop()

    def walk(i, depth=0):
        return cells[i % 12] if depth > 3 or i not in rows else walk(i + 1, depth + 1) + walk(i + 2, depth=depth + 2) * 2

    choose(0)
    factorial_of = lambda m: 1 if m < 2 else m * factorial_of(m - 1)
    found = even(k) + 2 * odd(k + 3) + shadowing(k) * 10 + remembered(k + 10) * 7 + len(memo) + factorial_of(k) + walk(0) * 1000
    n = 3
    for choice in chosen:
        found = (found * 31 + choice[0] * 100 + choice[1] * 10 + choice[2] + shadowing(2)) % 1000003
    return found


def s_recursion_within_a_function_within(game, k):
    totals = []

    def start(x):
        def down(n):
            def halves(m):
                return 0 if m <= 0 else 1 + halves(m // 2) + n

            totals.append(halves(n) * x)
            return 0 if n <= 0 else down(n - 1) + halves(x)

        return down(x)

    def path(n, to):
        if n == to:
            return [n]
        for m in NEAR[n] if n < 3 else []:
            if m > n and (way := path(m, to)) is not None:
                return [n] + way
        return None

    way = path(0, k % 4)
    size = lambda m: 1 if m <= 1 else size(m // 2) + size(m // 3)
    found = start(k) * 100 + start(2) + sum(totals) + (sum(way) + len(way) if way else 1000)
    return found + max(range(k + 1), key=size) + sum(size(i) for i in range(k)) + sum([size(i) for i in range(k) if size(i) > 1])


def s_break_of_an_inner_loop(game, k):
    found = 0
    for i in range(3):
        for j in range(3):
            if j == k % 4:
                break
            found += i * j
    else:
        found += 100
    while found % 7:
        found += 1
        for j in range(k):
            if j == 2:
                break
        else:
            if found % 5 == 0:
                break
    else:
        found += 1000
    return found


def s_variables_that_loops_hand_on(game, k):
    found = 0
    for v in range(5):
        if v == 0:
            last = 5
            marks = [v]
        if v > k % 3:
            found = found * 10 + last
            marks.append(last)
        if v == 1:
            last = 7 + k % 2
        if v == 3 and k % 4:
            last = 2
    for v in range(k):
        if v == 0:
            before = v + 3
        else:
            found = found * 3 + before
            before = v
    for v in range(4):
        double = v * 2
        if v == k:
            break
    found += double * v
    n = 0
    while n < 4:
        n += 1
        for w in range(3):
            if w == n % 3:
                kept = n * w
            if n > 1:
                found += kept
    return found * 10 + len(marks)


def s_variables_of_some_ways(game, k):
    if k % 2:
        x = k
        row = (k,) * 20
    for v in range(5):
        if v == k:
            there = v
            break
    else:
        there = -1
    if k % 2:
        x += row[k]
    else:
        x = 3

    def more():
        return x + there

    return more() * 10 + sum(x for _ in range(2))


SNIPPETS = {name[2:]: thing for name, thing in dict(globals()).items() if name.startswith("s_")}
