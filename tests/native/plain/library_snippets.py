"""Pieces of Python that use the standard library, as rules do: each a function of a game and a number, which gives a number."""
# ruff: noqa

from __future__ import annotations

import bisect
import collections
import heapq
import itertools
import math
import operator
from array import array
from bisect import bisect_left, insort
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from functools import partial, reduce
from heapq import heappop, heappush
from itertools import chain, combinations, permutations
from operator import attrgetter, itemgetter
from typing import NamedTuple

T = (3, 1, 4, 1, 5, 9, 2, 6)
WORDS = ["ant", "bee", "cow", "auk", "boa"]
SECOND = itemgetter(1)
CORNERS = [1, 2, 3]
PAIRS = [[4, 2], [1, 7], [1, 3]]
TALLY = Counter("abracadabra")


class Vec(NamedTuple):
    x: int
    y: int


def total(xs, start=0):
    for x in xs:
        start = (start * 3 + x) % 1000003
    return start


def gen(n):
    for i in range(n):
        if i % 3 == 1:
            continue
        yield i * i


def first_two(xs):
    out = []
    for x in xs:
        if len(out) == 2:
            return out
        out.append(x)
    return out


def applied(f, x):
    return f(x) if x > 2 else f(f(x))


def deep(f, n):
    return f(n) if n < 2 else deep(f, n - 1) + f(n)


def again(xs, n):
    return total(xs) if n <= 0 else again((x + 1 for x in xs), n - 1)


def moves(k):
    if k < 2:
        return []
    if k < 4:
        return range(k)
    if k < 6:
        return (t for t in T if t != k)
    return gen(k)


def s_generators_passed_on(game, k):
    found = total(t * k for t in T) + total(gen(k)) + total(range(k)) + total(map(lambda x: x + k, T), start=k)
    return found + sum(first_two(t for t in T if t > k)) + total(zip(T, T[k:]) and enumerate(T, k) and (a * b for a, b in zip(T, T[k:])))


def s_functions_passed_on(game, k):
    return applied(lambda v: v * k + 1, k) + applied(game.double, k) + deep(lambda v: v * v, k) + again((t + k for t in T[:3]), k)


def s_listings_of_any_kind(game, k):
    a = range(k) if k % 2 else []
    b = [k, k] if k > 3 else map(lambda x: x * 2, T)
    c = filter(lambda x: x > k, T) if k < 3 else gen(k)
    if k == 2:
        d = (t for t in T)
    else:
        d = [5]
    e = {1: 2, 3: 4}.keys() if k > 2 else [7, k]
    f = CORNERS if k % 2 else [k]
    return sum(a) + len(a) * 100 + sum(b) + total(c) + sum(d) + sum(e) * 7 + sum(f) * 11


def s_listings_returned(game, k):
    return total(moves(k)) * 100 + len(list(moves(k)))


def tuples_or_lists(k):
    if k < 2:
        return ()
    if k == 3:
        return (k, k + 1)
    if k == 4:
        return T
    return CORNERS if k == 5 else [t for t in T if t > k]


def s_tuples_or_lists(game, k):
    x = (1, k) if k % 2 else [5]
    y = [t for t in T if t > k] or (9,)
    return sum(tuples_or_lists(k)) * 100 + len(tuples_or_lists(k)) + sum(x) + x[0] + sum(y) + (3 in x) + sum(x + x[:1])


def s_combinations(game, k):
    found = total(a * b for a, b in combinations(T, 2)) + total(sum(c) for c in itertools.combinations(range(k), 3))
    for a, b in combinations([k, 2, 3, 5], 2):
        if a == 3:
            continue
        found = found * 3 + a * b
        if found > 10**9:
            break
    found += len(list(combinations(T, 0))) + len(list(combinations(T[:k], 5)))
    return found + total(a * 10 + b for a, b in itertools.combinations_with_replacement(T[:k], 2)) + len(list(combinations("abc", 2)))


def s_combinations_of_any_size(game, k):
    found = total(sum(c) + len(c) for c in combinations(range(5), k))
    found += total(sum(c) for n in (1, 2, 3) for c in combinations(T[:5], n))
    found += total(total(c) for c in itertools.combinations_with_replacement((1, 2, 3), k % 4))
    found += total(total(c) for c in permutations((1, 2, 3, 4), k % 6)) + total(
        total(c) for c in itertools.product((1, 2, 3), repeat=k % 5)
    )
    return found + len([c for c in combinations(T, 7)])


def s_permutations(game, k):
    found = total(a * 100 + b * 10 + c for a, b, c in permutations((1, k, 3)))
    found += total(total(p) for p in permutations(T[:k], 2)) + total(total(p) for p in permutations(range(k % 5)))
    return found + next(i for i, p in enumerate(permutations(range(4))) if p == (1, 0, 3, 2))


def s_accumulate(game, k):
    found = (
        total(itertools.accumulate(T)) + total(itertools.accumulate(T[:k], max)) + total(itertools.accumulate(T, lambda a, b: a * b % 97))
    )
    return found + total(itertools.accumulate(T[:k], initial=7)) + total(itertools.accumulate(T, operator.mul, initial=k))


def s_while_something_holds(game, k):
    found = total(itertools.takewhile(lambda t: t < k, T)) + total(itertools.dropwhile(lambda t: t < k, T))
    found += total(itertools.takewhile(lambda t: t > 0, itertools.takewhile(lambda t: t != k, T)))
    for t in itertools.takewhile(lambda t: t != 9, T):
        if t == k:
            continue
        found = found * 2 + t
        if t > 4:
            break
    return found + total(itertools.filterfalse(lambda t: t % 2, T)) + total(itertools.filterfalse(None, [0, 1, k]))


def s_slices_of_iterators(game, k):
    found = total(itertools.islice(T, k)) + total(itertools.islice(gen(9), 1, k)) + total(itertools.islice(T, k, None, 2))
    found += total(itertools.islice(itertools.count(k), 5)) + total(itertools.islice(itertools.count(10, -3), 2, 9, 2))
    return found + total(itertools.islice((t for t in T if t > 2), 2)) + total(itertools.islice(itertools.cycle((1, k)), 7))


def s_what_never_ends(game, k):
    found = 0
    for i in itertools.count(k):
        if i % 7 == 0:
            break
        found += i
    for turn, t in zip(itertools.cycle("xo"), T):
        found = found * 2 + (t if turn == "x" else -t)
    for a, b, c in zip(itertools.repeat(k), itertools.count(1), itertools.cycle([5, 7, k])):
        if b > 6:
            break
        found += a * b * c
    found += total(a * b for a, b in zip(T, itertools.cycle(range(k)))) + next(i for i in itertools.count() if i * i > k)
    return found + sum(itertools.repeat(k, 3)) + sum(map(pow, T, itertools.repeat(2))) + len(list(zip(T, itertools.repeat(1, k))))


def s_pairs(game, k):
    found = sum(abs(a - b) for a, b in itertools.pairwise(T)) + total(a * b for a, b in itertools.pairwise(gen(k)))
    return (
        found
        + total((a or 0) * 10 + (b or 0) for a, b in itertools.zip_longest(T, T[:k]))
        + sum(a * b for a, b in itertools.zip_longest(T[:3], range(k), fillvalue=2))
    )


def s_chains(game, k):
    rows = [[k, 1], [2], [], [3, k]]
    found = total(chain.from_iterable(rows)) + total(itertools.chain.from_iterable((T, (1, 2)))) + total(chain(T, range(k), gen(k)))
    return found + total(itertools.starmap(lambda a, b: a * b, [(1, 2), (k, 3)])) + sum(itertools.starmap(pow, ((2, 3), (3, 2))))


def s_groups(game, k):
    found = 0
    for key, group in itertools.groupby([1, 1, 2, k, k, 2, 2]):
        found = found * 5 + key * len(list(group))
    for odd, group in itertools.groupby(T, key=lambda t: t % 2):
        found = found * 3 + sum(group) + odd
    return max(len(list(group)) for _, group in itertools.groupby("aabbbca"[:k], key=None)) + found if k else found


def s_counter(game, k):
    c = Counter(T)
    c[k] += 2
    c[77] += 0
    d = collections.Counter(t % 3 for t in T)
    found = total(c.values()) + total(c) + c[55] + len(c) + c[1] * 100 + d[k] + (55 in c) + total(n * t for t, n in c.items())
    for t, n in c.most_common(3):
        found = found * 7 + t * n
    d.update([k, k, 1])
    d.subtract([2, k])
    found += total(d.values()) + total(t for t, _ in d.most_common()) + max(d, key=d.get) + d.total() + total(sorted(c.elements()))
    return found + Counter()[k] + sum(n for _, n in Counter(WORDS[k % 5]).most_common(1)) + TALLY["abz"[k % 3]] + TALLY["z"]


def s_counters_filled_later(game, k):
    c = Counter()
    for t in T:
        c[t] += 1
    d = {}
    for t in T:
        d[t] = d.get(t, 0) + 1
    e = defaultdict(int)
    for w in "hello":
        e[w] += 1
    return (c == d) + max(e.values()) * 10 + len(e) + [n for n, _ in c.most_common()][0] * 100 + sum(c[x] for x in range(k))


def s_counters_together(game, k):
    a, b = Counter(T[:k]), Counter(T[2:])
    both = a + b
    left = a - b
    found = total(both.values()) + total(left) + total((a & b).values()) + total((a | b).values())
    a.update(b)
    a.update({3: 5})
    return found * 10 + (a == b) + (a == both + Counter({3: 5})) + total(a.values()) + (Counter("ab") == Counter("ba")) + a[k]


def s_defaultdict(game, k):
    rows = defaultdict(list)
    for t in T:
        rows[t % 3].append(t * k)
    counts = collections.defaultdict(int)
    for t in T:
        counts[t] += 1
    seen = defaultdict(set)
    seen[k].add(1)
    seen[k].add(2)
    other = defaultdict(lambda: 7, {1: 2})
    found = total(rows[0]) + total(rows[1]) + total(rows) + len(rows[50]) + len(rows) + total(counts.values()) + counts[99] + len(counts)
    found += len(seen[k]) + len(seen) + other[k] + other[1] + len(other) + (other.get(50, 3)) + (50 in other)
    grid = defaultdict(lambda: [0, 0])
    grid[k][1] += 5
    return found * 10 + grid[k][1] + grid[0][0] + sum(map(len, rows.values()))


def s_heap(game, k):
    heap = []
    found = 0
    for t in T:
        heappush(heap, (t * k % 5, t))
    while len(heap) > 3:
        cost, t = heappop(heap)
        found = found * 7 + cost * 10 + t
    found += sum(i * t for i, (_, t) in enumerate(heap))
    rest = list(T)
    heapq.heapify(rest)
    found = found * 10 + heapq.heapreplace(rest, k) + heapq.heappushpop(rest, k + 1)
    return found % 1000003 * 10 + total(rest) + total(heapq.nsmallest(3, T)) + total(heapq.nlargest(k, T, key=lambda t: t % 5))


def s_bisect(game, k):
    row = sorted(T)
    found = bisect.bisect_right(row, k) * 100 + bisect.bisect(row, k) * 10 + bisect_left(row, k) + bisect_left([1, 2, 2, 3], 2, 2)
    insort(row, k)
    bisect.insort_left(row, 4)
    return found * 100 + total(row) + bisect_left(row, 3, hi=2) + bisect.bisect(CORNERS, k, key=lambda c: c * 2)


def s_partial(game, k):
    double = partial(lambda a, b: a * b, 2)
    return partial(pow, 2)(k) + double(k) + sum(map(partial(max, 2), T)) + applied(partial(math.gcd, k), 6) + partial(total, start=k)(T)


def s_getters(game, k):
    pairs = [(i, t) for i, t in enumerate(T)]
    vectors = [Vec(t, i) for i, t in enumerate(T)]
    found = total(i for i, _ in sorted(pairs, key=itemgetter(1))) + total(map(SECOND, pairs)) + max(pairs, key=operator.itemgetter(1))[0]
    return (
        found
        + min(vectors, key=attrgetter("x", "y")).y
        + total(map(attrgetter("x"), vectors))
        + itemgetter(0, 2)(T)[1]
        + reduce(operator.xor, T, k)
    )


def s_functions_of_math(game, k):
    found = math.gcd(k * 6, 9) + math.lcm(k + 1, 4) * 3 + math.isqrt(k * k * k + 2) * 5 + math.comb(k + 3, 3) * 7 + math.comb(3, k)
    found += math.perm(k + 1, 2) + math.factorial(k) + math.prod(t + k for t in T) % 1009 + math.perm(k % 4) + math.isqrt((1 << 62) + k)
    return found + math.gcd(12, 8) + math.prod([2, k], start=3) + int(math.log(k + 1, 2) * 100) + math.trunc(k / 2) + int(math.sqrt(k) * 50)


def s_powers(game, k):
    found = (
        2**k
        + 3 ** (k % 5)
        + (-2) ** k
        + k**k % 1009
        + pow(2, k)
        + pow(3, k, 7)
        + pow(k, 5, 11)
        + pow(k, 2)
        + int(2.0**k)
        + int(k**0.5 * 10)
    )
    return found + sum(10**i for i in range(k)) + (1 if 2**k <= 2**3 else 0) + pow(-k, 3, 5) + 0**k


def s_spread(game, k):
    row = [k, 2]
    a, b, c = (0, *(t for t in (1, k)))
    d = (k, *row)
    e = [*T, *row, 5]
    f = (*T[:k], *range(k), 9)
    g = [*map(lambda t: t + 1, T), *gen(k)]
    h = (k / 2, *row)
    return a + b * 10 + c * 100 + total(d) + total(e) + total(f) + total(g) + len(d) + int(h[0] * 2) + int(h[2]) + max(*row, 3) + max(*T, k)


def s_more_arguments(game, k):
    s = "xo.xox.x"
    found, i = 0, s.find("x")
    while i != -1:
        found = found * 3 + i
        i = s.find("x", i + 1)
    found += (
        s.rfind("x") + s.rfind("o", 0, k) + s.count("x", 2) * 10 + s.count("x", 1, k) + s.find("ox", -3) + s.find("", k) + s.rfind("zz")
    )
    found += s.index("x", 1) * 100 + s.count("ox") + s.count("xox", k) + s.startswith("x", k) + s.endswith("x", 0, k) + s.rindex("o")
    row = [1, 2, k, 2, 1]
    found += row.index(2, 2) + row.index(1, 1) * 10 + T.index(1, 2) + T.index(6, -3) + row.index(k, 1, 4)
    return found


def s_dicts_told_more(game, k):
    d = {"x": 1}
    d.update(z=9)
    d.update(x=k, y=2)
    e = {1: 2}
    e.update([(k, 3), (4, 5)])
    e.update((i, i * i) for i in range(k))
    e.update({7: 8})
    f = dict([("a", 1)], b=k)
    g = dict.fromkeys(T, k)
    return total(d.values()) + total(e) + total(e.values()) + d["z"] + f["b"] + len(g) * 100 + total(g) + g[9]


def s_methods_as_keys(game, k):
    row, counts, scores, given = [(k * i) % 7 for i in range(5)], Counter([1, 1, k]), {1: k, 2: 5, 3: 3}, defaultdict(int)
    given[2], some = k, {1, 2, k}
    order = sorted(scores, key=scores.get, reverse=True) + sorted(range(4), key=row.__getitem__)
    found = total(order) + max(range(5), key=row.__getitem__) * 3 + max([0, k % 3], key=CORNERS.__getitem__) * 5
    found += max(scores, key=scores.__getitem__) * 7 + min(scores, key=scores.get) * 11 + max(counts, key=counts.get) * 13
    found += max([0, 1, 2], key=given.__getitem__) * 17 + len(given) + len(list(filter(some.__contains__, range(9)))) * 19
    found += Vec(3, k).__getitem__(1) + sum(map(row.__getitem__, [0, 1])) + sum(map("abc".__contains__, ["a", "d", "bc"])) * 100
    return found + max((0, 1), key=PAIRS[k % 3].__getitem__) * 1000 + min(range(3), key=PAIRS.__getitem__) * 10_000


def s_deques_that_drop_members(game, k):
    q, last, pairs = deque([1, 2], maxlen=4), deque(range(k), 3), deque(maxlen=2)
    other = collections.deque(q, maxlen=5)
    for i in range(k):
        q.append(i)
        pairs.append((i, [i]))
    copied = q.copy()
    copied.extend([k, 50])
    q.appendleft(8)
    q.extendleft([5, 6])
    q.rotate(k)
    q += [4]
    q.remove(4)
    q.insert(1, 9)
    last.append(last.popleft() if last else k)
    listed = list(q)
    listed.extend([1, 2, 3])
    other.extend(listed)
    return total([*q, *last, *copied, *listed, *other]) * 10 + sum(i + sum(row) for i, row in pairs)


def s_flooded(game, k):
    walls, start = {(1, 1), (k % 4, 2)}, (k % 3, 0)
    distance, queue = {start: 0}, deque([start], maxlen=50)
    while queue:
        r, c = queue.popleft()
        near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        free = [(y, x) for y, x in near if 0 <= y < 4 and 0 <= x < 4 and (y, x) not in walls and (y, x) not in distance]
        for cell in free:
            distance[cell] = distance[r, c] + 1
        queue.extend(free)
    return total(distance.values()) * 10 + max(distance.values())


def s_deques(game, k):
    q = deque([1, 2, k])
    q.appendleft(5)
    q.extendleft([7, 8])
    q.rotate(2)
    q.rotate(-k)
    return total(q) * 10 + q.pop() + q.popleft() + len(q)


def s_numbers_have_methods(game, k):
    return (k * 37).bit_length() * 10 + (k * 37).bit_count() + (-k).bit_length() + bin(k * 37).count("1") + len(bin(-k))


def s_texts_in_order(game, k):
    names = [word + "abc"[k % 3] for word in WORDS]
    names.sort()
    return (
        names.index("bee" + "abc"[k % 3]) * 10
        + ("abc" < "abd")
        + (names[0] < names[1])
        + (names[k % 5] <= "bee")
        + len(max(names))
        + ([1, k] < [1, 3])
        + (T[k:] > T[1:])
    )


def first_and_rest(it):
    first = next(it, None)
    return first, list(it)


def s_an_iterator_with_a_name(game, k):
    it = iter(T)
    a = next(it)
    b = next(it)
    return a * 10 + b + sum(it) * 100


def s_a_generator_with_a_name(game, k):
    g = (t for t in T if t > k)
    return next(g, 0) * 100 + next(g, 0) * 10 + sum(g) + sum(g)


def s_next_within_a_loop(game, k):
    it = iter([1, 2, k, 5])
    total = 0
    for x in it:
        total = total * 3 + x
        if x == k:
            total += next(it, 7)
    return total


def s_an_iterator_passed_on(game, k):
    a, rest = first_and_rest(t * k for t in T)
    b, more = first_and_rest(gen(k + 1))
    return a * 1000 + sum(rest) + len(more) * 10 + b


def s_numbers_one_after_the_other(game, k):
    ids = itertools.count(k)
    a = next(ids)
    b = [next(ids) for _ in range(3)]
    return a * 100 + sum(b) + next(ids)


def s_turns(game, k):
    turns = itertools.cycle("xo")
    out = 0
    for _ in range(k):
        out = out * 2 + (next(turns) == "x")
    return out


def s_a_map_with_a_name(game, k):
    m = map(lambda t: t + k, T)
    return (9 + k in m) * 1000 + sum(m)


def s_what_is_gone_through_once(game, k):
    g = (t for t in T if t > k)
    z = zip(T, T[1:])
    return sum(g) + sum(a * b for a, b in z)


def s_what_is_gone_through_again(game, k):
    r = range(k)
    d = {1: 2, 3: k}
    ks = d.keys()
    return sum(r) + sum(r) + len(r) + sum(ks) + max(ks)


def s_an_iterator_in_pieces(game, k):
    it = iter(T)
    a = list(itertools.islice(it, 2))
    b = list(itertools.takewhile(lambda t: t < 9, it))
    return sum(a) * 100 + sum(b) * 10 + sum(it)


def s_a_generator_in_a_loop(game, k):
    total = 0
    for i in range(k):
        g = gen(i)
        total += sum(g)
    return total


def s_ranges_in_pieces(game, k):
    return total(range(10)[2:k]) + range(20)[k] + total(range(k, 30, 3)[1:]) + (1 if range(k) else 5)


def s_sums_to_the_last_bit(game, k):
    lost = int((sum(t * 0.1 * k for t in T) + sum([0.1] * 10) + sum([1e16, 1.0, -1e16])) * 2**40)
    return lost * 10 + (sum([0.1] * (k + 3), 0.0) == (k + 3) * 0.1) + (sum((0.5, 1e300, -1e300)) == 0.5)


def s_squares_to_the_last_bit(game, k):
    return sum(1 for i in range(5000) if ((i + k) / 7) ** 2 != (i + k) / 7 * ((i + k) / 7))


def s_slices_of_any_step(game, k):
    row = list(T)
    step = k % 5 - 2 or 1
    return (
        numbered(row[k:1:-1])
        + numbered(T[::-2]) * 3
        + numbered(T[k - 4 : 7 : step]) * 5
        + numbered(row[: k - 9 : step]) * 7
        + len("abcdefg"[k::step])
    )


def s_bounds_that_may_be_none(game, k):
    return numbered(T[k : -(k % 3) or None]) + numbered(list(T)[k % 2 or None :]) * 3 + len("abcdefg"[: k % 4 or None : 2])


def s_slices_are_deleted(game, k):
    a, b, c, d = list(T), list(T), list(T), list(T)
    del a[k % 4 : k], b[::2], c[-k:], d[k :: -(k % 2) - 1]
    return numbered(a) + numbered(b) * 3 + numbered(c) * 5 + numbered(d) * 7


def numbered(row):
    return sum(one * (place + 1) for place, one in enumerate(row))


def s_slices_by_steps(game, k):
    row = [t + k for t in T]
    text = "abcdefgh"[: k + 1]
    return (
        sum(T[::2])
        + sum(T[1::2]) * 10
        + sum(T[k::3])
        + sum(row[1:k:2]) * 100
        + len(text[::2])
        + text[::2].count("c")
        + len(row[k:k:2])
        + sum(row[-3::2])
    )


def s_dicts_joined(game, k):
    d = {"a": 1} | {"b": k}
    d |= {"c": 3, "a": 5}
    e = dict(zip("xyz", range(3)))
    f = d | e
    return sum(d.values()) * 10 + f["z"] + len(f) + f["a"] + len(d)


def s_sets_of_all_kinds(game, k):
    s, u = set(T), {1, 2, 3, k}
    return len(s ^ u) + len(s.symmetric_difference(u)) * 10 + sum(s.union(u, {50})) + len({"a", "b"} ^ {"b", "c"[: k % 2]})


def s_texts_replaced(game, k):
    s = "abcabc"
    t = s.replace("b", "xy").replace("c", "")
    return (
        len(t) * 100
        + t.count("x") * 10
        + len(s.replace("a", "zz", k % 3))
        + s.replace("ab", "b" * k).find("bc")
        + len(s.replace("", "-"))
        + len(s.replace("", "-", 2))
    )


def s_patterns_of_rows(game, k):
    match [k % 3, "x"]:
        case [0, side]:
            return 5 + len(side)
        case [1, "x"]:
            return 7
        case [a, _]:
            return a


def s_no_patterns_of_texts(game, k):
    match "ab"[: k % 3]:
        case [a, b]:
            return 1
        case "ab":
            return 2
        case _:
            return 3


def s_greatest_of_lists(game, k):
    groups = []
    for p in range(k + 1):
        group = [p] * (p % 3)
        group.append(p)
        groups.append(group)
    hands = {p: [] for p in range(2)}
    hands[k % 2].append(k)
    return (
        len(max(groups, key=len)) * 100
        + min(groups)[0]
        + len(min(hands.values())) * 10
        + "".join("abc"[i % 3] for i in range(k)).count("a")
    )


def s_changed_meanwhile(game, k):
    found = []
    for reverse in (False, True):
        row = [1, 2, 3, 4, 5]
        for v in reversed(row):
            found.append(v)
            if v == k:
                row.pop()
            if reverse and len(row) < 7:
                row.append(v)
        for i, v in enumerate(row):
            found.append(i * v)
            if v == k:
                row.remove(v)
            if len(row) < 5:
                row.append(7)
        for v, w in zip(row, row[1:]):
            found.append(v - w)
            if w == k:
                row.clear()
        for v in iter(row):
            found.append(v)
            if v == k:
                row.remove(v)
        for v, w in zip(range(9), reversed(row)):
            found.append(v * w)
            if v == 1:
                del row[:k]
    held = {1: 1, 2: 2, 3: 3}
    for key, v in held.items():
        held[key] = v + k
        found.append(held[1])
    return sum((place + 1) * v for place, v in enumerate(found)) * 100 + len(found)


def s_deques_are_no_lists(game, k):
    row = deque([1, k % 3])
    return (row == [1, 2]) + (row == deque([1, 2])) * 2 + ([1, 2] == row) * 4 + (row == (1, 2)) * 8 + isinstance(row, list) * 16


class Named:
    def __init__(self, x):
        self.x = x


@dataclass(eq=False)
class Alone:
    x: int


@dataclass(frozen=True, order=True)
class Card:
    rank: int
    suit: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Cell:
    rank: int
    suit: int = 0


def s_what_is_changed_in_place(game, k):
    def changed(row, a, b, c):
        other = row
        row -= {a, c}
        found = len(other)
        row |= {c}
        row &= {b, c}
        found = found * 10 + len(other)
        row ^= {b, a}
        return found * 10 + len(other)

    found = [
        changed({1, 2, k}, 1, k, 70),
        changed({1, 70, -k}, 1, 70, -3),
    ]
    texts = {"a", "ab"[: k % 3]}
    others = texts
    texts -= {"a", "c"}
    texts ^= {"ab", "d"}
    found.append(len(others))
    cells = [1, k]
    others = cells
    cells *= 2
    cells += cells
    cells.extend(cells)
    return sum(found) + len(others) * 1000 + sum(cells)


def s_worked_out_once(game, k):
    def taken(row):
        row.append(7)
        return row[:2]

    row = [k, 2, 3, 4, 5, 6]
    held = {"a": row.pop(), "b": row.pop()}
    more = {"a": row.pop(), **{"b": row.pop(), "c": 1}}
    greatest = max(*taken(row), k % 3)
    return held["a"] + held["b"] * 10 + more["a"] * 100 + more["b"] * 1000 + greatest * 10000 + len(row) * 100000


def s_what_objects_are_equal_to(game, k):
    named, alone = Named(k), Alone(k)
    row, others = [Named(1), named, Named(k)], [Alone(k), alone]
    found = [
        named == Named(k),
        named in row,
        row.index(named),
        alone == Alone(k),
        others.index(alone),
        Card(k % 3, k) == Card(1, 5),
        Card(k % 3, k) < Card(1, 5),
        max(Card(1, k), Card(1, 9), Card(k % 2, 7)).suit,
        len({Card(k % 3, 1), Card(1, k), Card(1, 5)}),
        Cell(k % 2) == Card(1),
        Cell(k % 2) == (1, 0),
    ]
    return sum(10**place * value for place, value in enumerate(found))


def s_del_of_a_counter(game, k):
    counts = Counter([1, 2, 2])
    del counts[k]
    return len(counts)


MAP = {"a": 1, "b": 2, "c": 30}


def s_texts_and_numbers(game, k):
    def number_of(text):
        try:
            return int(text)
        except ValueError:
            return -1

    found = [
        sum((i + 1) * ord(c) for i, c in enumerate(str(k - 4).zfill(k))),
        sum((i + 1) * ord(c) for i, c in enumerate(("+5" if k % 2 else "-").zfill(k))),
        len(("a\rb c\x0bd\x1ce\xa0f\u2003g" + "x" * k).split()),
        number_of(" \u2003 12 \x1f"[: k + 3]),
        number_of("·■1♟"[k % 4]),
        "·■a♟"[k % 4].isupper() + ord("·■a♟"[k % 4].upper()),
        (k * 0.5 in range(3)) + ({1: 2}.get(k) in range(3)) * 2,
        sum(i for i in range(k - 3, 9, 4)) + sum(i for i in range(k, -9, -4)),
    ]
    for least in range(4):
        try:
            found.append(ord(chr(k - least)))
        except ValueError:
            found.append(-1)
        try:
            found.append(pow(k, 2, least))
        except ValueError:
            found.append(-2)
        try:
            found.append(len("abc".split("bc"[: least % 3])))
        except ValueError:
            found.append(-3)
    return sum((place + 1) * one for place, one in enumerate(found))


def s_views_of_dicts(game, k):
    held = {k % 3: 1, 1: 2}
    same = (held.keys() == {0, 1}) + (held.items() == {(0, 1), (1, 2)}) * 2 + (MAP.keys() == {"c": 1, "b": 2, "a": k}.keys()) * 4
    return same + ((1, 2) in held.items()) * 8 + sum(MAP.values()) * 100 + len(MAP.items())


def s_generators_look_at_their_first_row_at_once(game, k):
    row, times = [k, 2], 1
    found = (x * times for x in row)
    row, times = [50], 3
    return sum(found)


def multiples(n):
    k = 0
    while True:
        yield k * n
        k += 1


def s_zip_asks_no_further(game, k):
    asked = []

    def noted(v):
        asked.append(v)
        return 6 // v

    found = sum(x * y for x, y in zip(range(k), multiples(3)))
    for x, y in zip(multiples(k), [1, 2, 3][k % 4 :]):
        if x == 3:
            continue
        found = found * 10 + x + y
        if y == 2:
            break
    try:
        found += sum(x for x, _ in zip([1, 2][: k % 3], map(noted, [1, 2, 0])))
        found += sum(x for _, x in zip(map(noted, [1, 2, 0]), [1, 2][: k % 3]))
    except ZeroDivisionError:
        found += 1000
    row = [1, 2, 3, k]
    for x, y in zip(row, (v + 1 for v in row)):
        found += x * y
        if x == k:
            row.pop()
    return found * 100 + sum((place + 1) * v for place, v in enumerate(asked))


SNIPPETS = {name[2:]: thing for name, thing in dict(globals()).items() if name.startswith("s_")}


WHOLE, SMALL, BYTES, PARTS, NO = (
    array("q", [5, -3, 1 << 40]),
    array("b", [1, 2, 3]),
    bytes([7, 0, 255]),
    array("d", [0.5, 2.25]),
    array("q"),
)


def s_tables(game, k):
    at = k % 3
    found = WHOLE[at] + WHOLE[-1 - at] * 3 + SMALL[at] * 5 + BYTES[at] * 7 + int(PARTS[k % 2] * 4) + len(WHOLE) + len(BYTES)
    found += sum(WHOLE) + max(SMALL) + sum(one * place for place, one in enumerate(BYTES)) + total([*SMALL]) + total(list(BYTES))
    found += (k in SMALL) + (2.25 in PARTS) + bool(WHOLE) + (10 if NO else 20) + (WHOLE == (5, -3, 1 << 40)) * 100
    for a, b in zip(WHOLE, reversed(SMALL)):
        found = found * 3 + a * b
    try:
        return found + WHOLE[k]
    except IndexError:
        return found - 1


def s_rounded_to_digits(game, k):
    found = [
        round(k / 8, 2),
        round(-k / 8, 2),
        round(k * 2.675, 2),
        round((k + 0.5) * 1e3, 1),
        round(k / 3, 12),
        round(k / 7, 0),
        round(k, 1),
    ]
    found += [round(0.125, 2), round(2.5 + k, ndigits=0), round(k * 1e20, 3), round(k + 0.5, None)]
    return sum(int(one * 1e9) % 1009 * (place + 1) for place, one in enumerate(found)) + len(str(round(k, 2)))
