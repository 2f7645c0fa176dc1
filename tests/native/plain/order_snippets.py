"""Pieces of Python in which it matters what is looked at first, and what is the same object."""
# ruff: noqa

from __future__ import annotations

import itertools


def num(row):
    return sum(one * 7**place for place, one in enumerate(row))


def s_dict(g, a):
    x = [1, 2, 3, 4]
    d = {"a": x.pop(), "b": x.pop()}
    return d["a"] * 100 + d["b"] * 10 + len(x)


def s_dict_in_dict(g, a):
    x = [1, 2, 3, 4]
    y = {"c": x.pop()}
    d = {**y, "a": x.pop(), "b": x.pop() + a}
    return d["a"] * 100 + d["b"] * 10 + len(x)


def s_keys_and_values(g, a):
    x = [1, 2, 3, 4]
    k = ["p", "q"]
    d = {k.pop(): x.pop(), k.pop(): x.pop()}
    return d["q"] * 100 + d["p"] * 10 + len(x)


def s_in_place(g, a):
    x = [3, 1, 2]
    x[x.pop() - 2 if a else 0] += x.pop()
    return sum(v * 10**i for i, v in enumerate(x))


def s_calls(g, a):
    x = [1, 2, 3, 4]

    def nx():
        return x.pop()

    return nx() * 1000 + nx() * 100 + (nx() if a > 3 else 7) * 10 + len(x)


def s_comprehension(g, a):
    x = [1, 2, 3, 4, 5, 6]
    return sum([x.pop() for _ in range(2)]) * 100 + max(x.pop(), x.pop()) * 10 + len(x)


def s_comparisons(g, a):
    x = [1, 2, 3, 4, 5, 6]
    return (x.pop() < x.pop() < x.pop()) * 100 + len(x) * 10 + ((x.pop() or x.pop()) and a)


def s_assigned_at_once(g, a):
    x = [1, 2, 3, 4, 5, 6]
    x[0], x[x[0] % 3] = x.pop(), x.pop()
    return sum(v * 7**i for i, v in enumerate(x))


def s_spread_in_a_tuple(g, a):
    x = [5, 4, 3, 2, 1]
    t = (x.pop(), *[x.pop() for _ in range(a % 3)], x.pop()) if a % 3 == 1 else (x.pop(),)
    return sum(t) * 10 + len(x)


def s_values_in_a_text(g, a):
    x = [1, 2, 3, 4]
    s = f"{x.pop()}{x.pop()}"
    return int(s) * 10 + len(x)


def s_list_and_set(g, a):
    x = [1, 2, 3, 4]
    r = [x.pop(), x.pop(), a]
    s = {x.pop(), a}
    return r[0] * 1000 + r[1] * 100 + len(s) * 10 + len(x)


def s_tests(g, a):
    x = [1, 2, 3, 4]
    assert x.pop()
    while x.pop() > 2:
        pass
    if x.pop() and a:
        return 5
    return len(x)


def s_slice(g, a):
    x = [1, 2, 3, 4]
    y = x.pop() if a else 9
    z = x[x.pop() % 2 : x.pop()]
    return len(z) * 100 + y * 10 + len(x)


def s_list_then_its_last(g, a):
    x = [1, 2, 3, 4]
    y = [*x, x.pop(), a]
    return sum(v * 7**i for i, v in enumerate(y))


def s_tuple_then_its_last(g, a):
    x = [1, 2, 3, 4]
    y = (*x, x.pop(), a)
    return sum(v * 7**i for i, v in enumerate(y))


def s_set_then_its_last(g, a):
    x = [1, 2, 3, 4]
    y = {*x, x.pop(0) + 10, x.pop() + 20}
    return sum(y)


def s_dict_then_its_first(g, a):
    d = {"a": 1, "b": 2}
    e = {**d, "c": d.pop("a")}
    return len(e) * 10 + e.get("a", 7)


def s_dict_of_numbers(g, a):
    d = {1: 1, 2: 2}
    e = {**d, 3: d.pop(1)}
    return len(e) * 10 + e.get(1, 7)


def s_generator_then_its_last(g, a):
    x = [1, 2, 3, 4]
    y = [*(v for v in x if v > 1), x.pop(), a]
    return sum(v * 7**i for i, v in enumerate(y))


def s_arguments(g, a):
    x = [1, 2, 3, 4]

    def f(p, q):
        return len(p) * 10 + q

    return f(x, x.pop()) + f(tuple(x), x.pop()) * 100


def s_sum_of_lists(g, a):
    x = [1, 2, 3, 4]
    return (x + [x.pop()])[a % 4] * 10 + len(x)


def s_looks_between(g, a):
    x = [1, 2, 3, 4]
    t = (len(x), x.pop(), len(x), sum(x), x.pop(), sum(x))
    return sum(v * 11**i for i, v in enumerate(t))


def s_slice_and_rest(g, a):
    x = [1, 2, 3, 4]
    y = x[1:] + [x.pop()]
    return sum(v * 7**i for i, v in enumerate(y))


def s_members_between(g, a):
    x = [1, 2, 3, 4]
    n = 5

    def f():
        x[0] += 1
        return x[0]

    return x[0] * 100 + f() * 10 + x[0]


def s_cleared(g, a):
    x = [1, 2, 3, 4]
    return x[0] + (x.clear() or 5) + len(x)


def s_greatest_of_all(g, a):
    x = [1, 2, 3, 4]
    m = max(*x, x.pop() + 3) if a else 1
    z = list(zip(x, [x.pop()] * 3))
    return m * 10 + len(z)


def s_set_between(g, a):
    s = {1, 2, 3}
    t = s | {s.pop() if False else 4}
    u = sorted(s) + [len(s), s.discard(2) or 9, len(s)]
    return sum(v * 11**i for i, v in enumerate(u)) + len(t)


def s_key_first(g, a):
    x = [3, 4]
    r = {x.pop(): x.pop()}
    return r[4] * 10 + len(x)


def s_place_first(g, a):
    x = [0, 1, 2]
    x[x.pop() - 1] = x.pop() if False else len(x)
    return sum(v * 7**i for i, v in enumerate(x))


def s_row_thrice(g, a):
    x = [[0] * 2] * 2
    x[0][0] = a
    return x[1][0]


def s_list_in_a_tuple(g, a):
    t = [1]
    u = (t, a)
    u[0].append(2)
    return len(t)


def s_copies_in_loops(g, a):
    x = [1, 2, 3]
    for v in x[:]:
        x.append(v)
    for v in list(x):
        x.remove(v)
    return len(x)


def s_deleted_in_a_loop(g, a):
    d = {i: i for i in range(4)}
    for k in list(d):
        if k % 2:
            del d[k]
    return sum(d) * 10 + len(d)


def s_new_list(g, a):
    x = [1, 2, 3]
    y = x
    x = x + [4]
    y.append(5)
    return len(x) * 10 + len(y)


def s_same_list(g, a):
    x = [1, 2, 3]
    y = x
    x += [4]
    y.append(5)
    return len(x) * 10 + len(y)


def s_default_that_is_kept(g, a):
    def f(v, acc=[]):
        acc.append(v)
        return len(acc)

    return f(1) * 100 + f(2) * 10 + f(3)


def s_late_name(g, a):
    fs = []
    r = 0
    for i in range(3):
        r = r * 10 + (lambda: i)()
    g2 = lambda: i
    i = 7
    return r * 10 + g2()


def s_slice_put(g, a):
    x = [1, 2, 3, 4]
    x[1:3] = [x.pop(), 9, 9]
    return sum(v * 7**i for i, v in enumerate(x))


def s_number_first(g, a):
    x = [5, 6, 7, 8]
    i = 0
    i, x[i] = 2, 99
    return sum(v * 11**k for k, v in enumerate(x))


def s_greatest_with_the_rest(g, a):
    x = [1, 2, 3, 4]
    return max(x.pop(), *x) * 10 + len(x)


def s_spread_arguments(g, a):
    x = [1, 2, 3, 4]

    def f(p, q, r, s):
        return p * 1000 + q * 100 + r * 10 + s

    t = (1, 2)
    return f(*t, x.pop(), x.pop())


def s_least_of_all(g, a):
    x = [1, 2, 3, 4]
    return min(*x, x.pop() - 9 if a else 7) * 10 + len(x)


def s_transposed(g, a):
    x = [[1, 2], [3, 4]]
    return sum(sum(r) for r in zip(*x)) + len([*zip(*x)])


def s_list_in_a_dict(g, a):
    d = {"a": 1, "b": [2]}
    e = {**d, "c": d["b"].pop()}
    return len(e["b"]) * 10 + e["c"]


def s_generator_sees_later_names(g, a):
    x = [1, 2, 3]
    k = a
    gen = (v + k for v in x)
    k = 5
    return sum(gen)


def s_iterator_and_insert(g, a):
    x = [1, 2, 3]
    it = iter(x)
    y = next(it)
    x.insert(0, 9)
    return sum(it) * 10 + y


def s_map_of_a_row_that_grows(g, a):
    x = [1, 2, 3]
    m = map(lambda v: v + a, x)
    x.append(4)
    return sum(m)


def s_zip_of_rows_that_grow(g, a):
    x = [1, 2, 3]
    y = [4, 5, 6]
    q = zip(x, y)
    p = next(q)
    x.append(7)
    y.append(8)
    return sum(u * w for u, w in q) * 10 + p[0]


def s_enumerate_a_row_that_shrinks(g, a):
    x = [1, 2, 3]
    en = enumerate(x)
    x.pop()
    return sum(i * v for i, v in en)


def s_reversed_before_it_grows(g, a):
    x = [1, 2, 3]
    r = reversed(x)
    x.append(7)
    return num(r)


def s_generator_of_an_older_row(g, a):
    x = [1, 2, 3]
    gen = (v for v in x)
    x = [9]
    return sum(gen) * 10 + x[0]


def s_view_of_keys(g, a):
    d = {1: 2}
    ks = d.keys()
    d[5] = 1
    return len(ks) * 10 + sum(ks)


def s_filter_of_a_row_that_changes(g, a):
    x = [1, 2, 3, 4]
    f = filter(lambda v: v % 2, x)
    x[0] = 6
    return sum(f)


def s_generator_of_a_row_that_grows(g, a):
    x = [1, 2, 3]
    gen = (v for v in x)
    x.append(9)
    return sum(gen)


def s_two_loops_over_a_row_that_grows(g, a):
    x = [1, 2, 3]
    gen = (v * w for v in x for w in x)
    x.append(1)
    return sum(gen)


def s_range_of_an_older_number(g, a):
    n = 3
    r = range(n)
    n = 5
    return sum(r)


def s_chain_of_a_row_that_grows(g, a):
    x = [1, 2, 3]
    c = itertools.chain(x, [4])
    x.append(9)
    return sum(c)


def s_sums_of_a_row_that_grows(g, a):
    x = [1, 2, 3]
    acc = itertools.accumulate(x)
    x.append(9)
    return sum(acc)


def s_part_of_a_row_that_changes(g, a):
    x = [1, 2, 3]
    s = itertools.islice(x, 2)
    x[0] = 8
    return sum(s)


def s_row_that_grows_in_its_loop(g, a):
    x = [1, 2, 3]
    out = []
    for v in x:
        out.append(v)
        if len(x) < 6:
            x.append(v + 3)
    return num(out)


def s_row_that_shrinks_in_its_loop(g, a):
    x = [1, 2, 3, 4, 5]
    out = []
    for v in x:
        if v % 2:
            x.remove(v)
        out.append(v)
    return num(out) * 10 + len(x)


def s_range_is_made_once(g, a):
    n = 4
    out = 0
    for i in range(n):
        n = 2
        out = out * 5 + i
    return out


def s_another_row_in_the_loop(g, a):
    x = [1, 2, 3]
    out = 0
    for v in x:
        x = [7, 8, 9]
        out = out * 10 + v
    return out * 10 + x[0]


def s_row_twice_in_a_row(g, a):
    x = [1, 2]
    k = [x] * 2
    k[0].append(3)
    return len(k[1])


def s_row_twice_in_a_dict(g, a):
    x = [1, 2]
    d = {0: x, 1: x}
    d[0].append(3)
    return len(d[1])


def s_row_twice_in_a_tuple(g, a):
    x = [1, 2]
    t = (x, x)
    t[0].append(3)
    y = t[1]
    y.append(4)
    return len(x)


def s_shallow_copy(g, a):
    x = [[1], [2]]
    y = x[:]
    y[0].append(5)
    y.append([9])
    return len(x) * 10 + len(x[0])


def s_copy_of_each_row(g, a):
    x = [[1], [2]]
    y = [r[:] for r in x]
    y[0].append(5)
    return len(x[0])


def s_row_that_is_replaced(g, a):
    x = [[1], [2]]
    r = x[0]
    x[0] = [7, 7]
    r.append(3)
    return len(x[0]) * 10 + len(r)


def s_part_and_whole(g, a):
    x = [1, 2, 3]
    a1, b1 = x[:2], x
    b1[0] = 9
    return a1[0] * 10 + x[0]


def s_argument_replaced(g, a):
    def f(r):
        r = r + [1]
        return r

    x = [0]
    y = f(x)
    return len(x) * 10 + len(y)


def s_argument_changed(g, a):
    def f(r):
        r += [1]
        return r

    x = [0]
    y = f(x)
    y.append(2)
    return len(x) * 10 + len(y)


def s_copy_or_the_same(g, a):
    x = [1, 2, 3]
    x = x if a % 2 else x[:]
    y = x
    y.append(1)
    return len(x)


def s_one_row_or_the_other(g, a):
    x = [1]
    y = [2]
    z = x if a % 2 else y
    z.append(3)
    return len(x) * 10 + len(y)


def s_one_row_many_times(g, a):
    x = [0] * 3
    h = []
    for i in range(3):
        x[i] = i
        h.append(x)
    return sum(map(sum, h))


def s_row_as_it_was(g, a):
    x = [0] * 3
    h = []
    for i in range(3):
        x[i] = i
        h.append(x[:])
    return sum(map(sum, h))


def s_set_and_union(g, a):
    s = {1, 2}
    t = s
    t.add(3)
    u = s | {9}
    u.add(4)
    return len(s) * 10 + len(u)


def s_set_replaced(g, a):
    s = {1, 2}
    t = s
    s = s | {5}
    t |= {6}
    return len(s) * 10 + len(t)


def s_dict_copied(g, a):
    d = {1: [1]}
    e = dict(d)
    e[1].append(2)
    e[2] = []
    return len(d[1]) * 10 + len(d)


def s_stack_of_paths(g, a):
    st = [(0, [])]
    n = 0
    while st:
        k, p = st.pop()
        n += len(p)
        if k < 3:
            st.append((k + 1, p + [k]))
            p.append(9)
    return n


def s_best_is_the_same_row(g, a):
    best = []
    cur = []
    for v in (3, 1, 2):
        cur.append(v)
        if len(cur) > len(best):
            best = cur
    return len(best) * 10 + len(cur)


def s_best_is_a_copy(g, a):
    best = []
    cur = []
    for v in (3, 1, 2):
        cur.append(v)
        if v == 1:
            best = cur[:]
    return len(best) * 10 + len(cur)


def s_rows_exchanged(g, a):
    x, y = [1], [2]
    x, y = y, x
    x.append(5)
    return len(x) * 10 + len(y) + x[0]


def s_rows_of_rows_copied(g, a):
    m = [[0] * 2 for _ in range(2)]
    n = list(map(list, m))
    n[0][0] = 1
    q = [*m]
    q[1][1] = 4
    return sum(map(sum, m)) * 10 + sum(map(sum, n))


def s_reversed_row_that_grows(g, a):
    x = [1, 2, 3]
    o = []
    for v in reversed(x):
        x.append(v)
        o.append(v)
        if len(o) > 20:
            break
    return num(o)


def s_reversed_row_that_shrinks(g, a):
    x = [1, 2, 3, 4, 5]
    o = []
    for v in reversed(x):
        x.pop()
        o.append(v)
    return num(o)


def s_reversed_row_that_loses_its_first(g, a):
    x = [1, 2, 3, 4, 5]
    o = []
    for v in reversed(x):
        x.pop(0)
        o.append(v)
    return num(o)


def s_enumerated_row_that_grows(g, a):
    x = [1, 2, 3, 4]
    o = []
    for i, v in enumerate(x):
        if i < 6:
            x.append(v)
        o.append(v)
    return num(o)


def s_zipped_rows_that_grow(g, a):
    x = [1, 2, 3, 4]
    y = [5, 6, 7, 8]
    o = []
    for u, v in zip(x, y):
        if len(x) < 6:
            x.append(9)
            y.append(a)
        o.append(u * v)
    return num(o)


def s_copy_in_the_loop(g, a):
    x = [1, 2, 3, 4]
    o = []
    for u in x[:]:
        x.remove(u)
        o.append(len(x))
    return num(o)


def s_range_over_a_row_that_shrinks(g, a):
    x = [1, 2, 3, 4]
    o = 0
    for i in range(len(x)):
        if i < len(x):
            o = o * 5 + x.pop()
    return o


def s_keys_copied(g, a):
    d = {1: 1, 2: 2}
    o = 0
    for k in list(d):
        d[k + 5] = k
        o += k
    return o * 10 + len(d)


def s_values_changed(g, a):
    d = {1: 1, 2: 2}
    o = 0
    for k in d:
        d[k] = k * 3 + a
        o += d[k]
    return o


def s_generator_that_takes(g, a):
    x = [1, 2, 3]
    return sum(x.pop() for _ in range(len(x)))


def s_sorted_and_doubled(g, a):
    x = [3, 1, 2]
    x.sort(key=lambda v: -v)
    x.extend(x)
    x += x[:1]
    return num(x)


def s_extended_by_itself(g, a):
    x = [1, 2]
    x.extend(v + 1 for v in list(x))
    x.insert(1, len(x))
    return num(x)


def s_slice_of_all(g, a):
    x = [1, 2, 3]
    x[:] = [v for v in x if v != 2]
    x *= 2
    return num(x)


def s_slices_at_the_ends(g, a):
    x = [1, 2, 3]
    x[len(x) :] = [4]
    x[:0] = [0]
    return num(x)


def s_while_else(g, a):
    x = [1, 2, 3, 4]
    while x and x[-1] > a:
        x.pop()
    else:
        x.append(9)
    return num(x)


def s_dict_that_changes_in_its_loop(g, a):
    d = {1: 1, 2: 2}
    o = 0
    for k, v in d.items():
        d[k] = v + 1
        o += v
    return o * 10 + sum(d.values())


def s_dict_emptied(g, a):
    d = {1: 1, 2: 2}
    for k in list(d.keys()):
        del d[k]
    return len(d)


def s_enumerated_row_that_changes_its_length(g, a):
    x = [1, 2, 3, 4]
    for i, v in enumerate(x):
        if v == 2:
            x.pop()
        if v == 3:
            x.append(7 + i)
    return num(x)


def s_iterator_over_a_row_that_grows(g, a):
    x = [1, 2, 3, 4]
    it = iter(x)
    o = 0
    for v in it:
        o = o * 7 + v
        if v < 3 and len(x) < 7:
            x.append(v + a % 2)
    return o


def s_set_that_loses_one_before_a_break(g, a):
    s = {1, 2, 3}
    for k in s:
        if a > 2:
            s.discard(k)
            break
    return len(s)


SNIPPETS = {name[2:]: thing for name, thing in dict(globals()).items() if name.startswith("s_")}
