"""Plain Python, compiled: pieces of it give what they give interpreted."""

from __future__ import annotations

import bisect
import copy
import heapq
import itertools
import math
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.native.plain import library_snippets, operator_snippets, order_snippets, snippets, trying_snippets
from tests.native.plain.running import compiled, runnable

FILES = [one.SNIPPETS for one in (snippets, library_snippets, operator_snippets, order_snippets, trying_snippets)]
SNIPPETS = {name: function for one in FILES for name, function in one.items()}
assert len(SNIPPETS) == sum(map(len, FILES)), "two snippets have one name"


class Holder(z.Game):
    """Something with attributes and methods."""

    def __init__(self) -> None:
        self.size = 6
        self.table = [4, 5, 6]
        self.rows = ((1, 2), (3, 4, 5))

    def double(self, k):
        return 2 * k

    def helper(self, k, *, more=1):
        return self.double(k) + more

    @property
    def triple(self):
        return 3 * self.size


@pytest.mark.parametrize("name", SNIPPETS)
def test_compiled_it_gives_what_it_gives_interpreted(name: str) -> None:
    game, function = Holder(), SNIPPETS[name]
    program, made = compiled(function, game)
    assert [str(one) for one in program.refusals([made])] == []
    run = runnable(program, made)
    assert [run(k) for k in range(8)] == [int(function(game, k)) for k in range(8)]


def in_pairs(game, k):
    row = iter([k, 1, 2])
    return [a * b for a, b in zip(row, row, strict=True)]


def put_into_a_constant(game, k):
    row = snippets.GRID[k % 3]
    row[0] = k


CONSTANT_SETS = ({1, 2}, {3})
ARRAYS = [numpy.arange(9), numpy.arange(9)]
CONSTANT_DICTS = ({1: 2}, {3: 4})


@dataclass(frozen=True, eq=False)
class Frozen:
    x: int


def two_names(game, k):
    one = other = iter([k, 1])
    return next(one) + next(other)


def added_to_a_constant(game, k):
    row = game.table
    row += [k]
    return len(row)


def put_into_what_may_be_a_constant(game, k):
    row = game.table if k % 2 else [k]
    row.append(k)
    return len(row)


def put_into_a_constant_dict(game, k):
    held = CONSTANT_DICTS[k % 2] if k else {k: 2}
    held[k] = 1
    return len(held)


def default_within(game, k):
    def down(n, seen=[k]):  # noqa: B006  as people write it
        return seen[0] if n == 0 else down(n - 1)

    return down(k)


def method_within(game, k):
    seen = []
    add = seen.append

    def down(n):
        add(n)
        return len(seen) if n == 0 else down(n - 1)

    return down(k)


def generator_within(game, k):
    def down(n):
        yield n
        if n > 0:
            yield from down(n - 1)

    return sum(down(k))


def caught_by_name(game, k):
    try:
        return game.table[k]
    except IndexError as error:
        return len(error.args)


def caught_all(game, k):
    try:
        return game.table[k]
    except Exception:
        return 0


def done_at_last(game, k):
    try:
        k += game.table[k]
    finally:
        k += 1
    return k


def given_in_it(game, k):
    return sum(listed(game, k))


def listed(game, k):
    try:
        yield game.table[k]
    except IndexError:
        yield 0


def named_in_one_of_several(game, k):
    x = 5
    match k % 3:
        case (1 as x) | (2 as x):
            return x
    return x


def raised_again(game, k):
    try:
        return game.table[k]
    except IndexError:
        raise


REFUSED = {
    "`hash` of a str does not compile": lambda game, k: hash((k, "ab")),
    "`hash` of a list (of int) does not compile": lambda game, k: hash([k]),
    "`hash` of Mark does not compile": lambda game, k: hash(snippets.Mark.X),
    "`hash` of int or None": lambda game, k: hash(k if k else None),
    "`as error` does not compile": caught_by_name,
    "this `except` does not compile; write which of these it is for: IndexError, KeyError, LookupError, ValueError, Zero": caught_all,
    "`finally` does not compile": done_at_last,
    "`yield` within `try` does not compile": given_in_it,
    "`raise` of this does not compile": raised_again,
    "a pattern with `|` that gives a name its value does not compile; write a case for each": named_in_one_of_several,
    "a list that is a constant is changed by `+=`": added_to_a_constant,
    "a list that is a constant is changed by `append`; ch": put_into_what_may_be_a_constant,
    "a set (of int) that is a constant is changed by `add`": lambda game, k: CONSTANT_SETS[k % 2].add(k),
    "a dict (of int to int) that is a constant is changed by `pop`": lambda game, k: CONSTANT_DICTS[k % 2].pop(1),
    "a dict that is a constant never changes; change a copy": put_into_a_constant_dict,
    "TypeError: a list (of int) has no hash": lambda game, k: {(1, k): 1, (2, [k]): 2},
    "`<` between a Cell and a Cell": lambda game, k: library_snippets.Cell(k) < library_snippets.Cell(2),
    "an object of Frozen is equal to itself alone": lambda game, k: Frozen(k) == Frozen(2),
    "`==` of OrderedDicts": lambda game, k: OrderedDict([(1, k)]) == OrderedDict([(2, k)]),
    "an iterator is given two names": two_names,
    "`==` of a range does not compile": lambda game, k: range(k) == range(3),
    "`==` of a view of a dict does not compile": lambda game, k: {k: 1}.values() == {k: 1}.values(),
    "a list that is a constant is changed by `append`; change a copy of it": lambda game, k: snippets.GRID[k % 3].append(k),
    "a list that is a constant is changed by `sort`; change a copy of it": lambda game, k: game.table.sort(),
    "a list that is a constant never changes; change a copy of it": put_into_a_constant,
    "`down`, a function within a function, calls itself; make it": default_within,
    "`down`, a function within a function, calls itself and is given `add`": method_within,
    "`down`, a generator within a function, does not compile": generator_within,
    "the `maxlen` of a deque must be a number above 0": lambda game, k: deque(maxlen=k),
    "a deque times a number": lambda game, k: deque([k], maxlen=3) * 2,
    "`+` between a deque (of int) and a deque (of int)": lambda game, k: deque([k], maxlen=3) + deque([k]),
    "TypeError: a deque has no slices": lambda game, k: deque([k])[:1],
    "AttributeError: a list (of int) has no `popleft`": lambda game, k: [k].popleft(),
    "`reversed` of a set (of int) does not compile": lambda game, k: list(reversed({k})),
    "`deepcopy` of a deque that holds": lambda game, k: copy.deepcopy(deque([[k]], maxlen=3)),
    "`copy` of a tuple (of int)": lambda game, k: snippets.TABLE[k:].copy(),
    "`==` of what is a tuple on one way and a list on the other": lambda game, k: ((1, k) if k else [5]) == [5],
    "a tuple or a list (of int), depending on the way taken, is changed": lambda game, k: ((1, k) if k else [5]).append(k),
    "this is a range and int, depending on the way taken": lambda game, k: range(k) if k else 5,
    "this is a list (of int) and int, depending on the way taken; where only its truth matters": lambda game, k: [k] * k or k or 5,
    "TypeError: `len`: too many positional arguments": lambda game, k: len([k], k),
    "TypeError: `index` of a list (of int): missing a required argument": lambda game, k: [k].index(),
    "`takewhile`: missing a required argument": lambda game, k: list(itertools.takewhile(k)),
    "an iterator with a name beside another row in `zip`": in_pairs,
    "`next` is asked of what is no iterator": lambda game, k: next([k]),
    "a table of numpy does not compile, a list does: write `.tolist()`": lambda game, k: ARRAYS[k % 2][k],
    "a count never ends": lambda game, k: list(itertools.count(k)),
    "in a tuple whose length is not known when it is compiled, the list holds": lambda game, k: (k, *["a" for _ in range(k)]),
}


@pytest.mark.parametrize("told", REFUSED)
def test_what_does_not_compile_is_said_in_words_of_python(told: str) -> None:
    program, made = compiled(REFUSED[told], Holder())
    assert [one.why for one in program.refusals([made]) if one.why.startswith(told)] != []


def longer_dict(game, k):
    held = {1: 1, 2: 2}
    for key in held:
        if key == k:
            held[key + 10] = 1
    return len(held)


def shorter_dict(game, k):
    held = {1: 1, 2: 2}
    for key, value in held.items():
        if value == k:
            del held[key]
    return len(held)


def longer_set(game, k):
    held = {1, 2}
    for one in held:
        if one == k:
            held.add(one + 10)
    return len(held)


def shorter_set(game, k):
    held = {(1, k), (2, 100)}
    for one in held:
        if one[0] == k:
            held.discard(one)
    return len(held)


def longer_deque(game, k):
    held = deque([1, 2])
    for one in held:
        if one == k:
            held.append(one + 10)
    return len(held)


def cycled(game, k):
    held = [1, 2]
    for i, _ in zip(range(5), itertools.cycle(held)):
        if i == k:
            held.append(3)
    return len(held)


@pytest.mark.parametrize("function", [longer_dict, shorter_dict, longer_set, shorter_set, longer_deque, cycled])
def test_what_becomes_longer_or_shorter_while_a_loop_goes_through_it_fails(function: object) -> None:
    run = runnable(*compiled(function, Holder()))
    assert run(7) == 2
    with pytest.raises(RuntimeError, match="becomes longer or shorter meanwhile"):
        run(1)


def of_one_way(game, k):
    if k % 2 == 0:
        x = 7
    return x


def of_a_loop_that_breaks(game, k):
    for v in range(5):
        if v == k * 7:
            x = 7
            break
    return x


def of_a_round_before(game, k):
    found = 0
    for v in range(k, 3):
        if v == 0:
            x = 3
        if v > 0:
            found += x
    return found + 1


def of_what_was_tried(game, k):
    try:
        x = [7][k]
    except IndexError:
        k += 1
    return x


def of_a_row(game, k):
    if k % 2 == 0:
        row = (7,) * 30
    return row[k]


@pytest.mark.parametrize("function", [of_one_way, of_a_loop_that_breaks, of_a_round_before, of_what_was_tried, of_a_row])
def test_a_variable_that_has_no_value_is_an_error(function: object) -> None:
    run = runnable(*compiled(function, Holder()))
    assert run(0) == 7
    with pytest.raises(RuntimeError, match=r"UnboundLocalError: `(x|row)` has no value"):
        run(1)


FOR_PYTHON = {
    "letter": lambda game, k: ord("aé"[k].upper()),
    "digit": lambda game, k: "1²"[k].isdigit(),
    "case": lambda game, k: "aÉ"[k].isupper() + "aé"[k].islower(),
    "number": lambda game, k: int("1٣"[k]),
    "number of several digits": lambda game, k: int("1" + "1٣"[k]),
    "rows of several lengths": lambda game, k: sum(a * b for a, b in zip([1, 2], [3, 4, 5][: 2 + k], strict=True)),
    "long range": lambda game, k: next(iter(range(-k, (1 << 63) - 1))),
}


@pytest.mark.parametrize("what", FOR_PYTHON)
def test_what_only_plain_python_knows_is_left_to_it(what: str) -> None:
    run = runnable(*compiled(FOR_PYTHON[what], Holder()))
    assert run(0) == FOR_PYTHON[what](None, 0)
    with pytest.raises(RuntimeError, match="only plain Python has room"):
        run(1)


ARITHMETIC = {
    "sum": lambda game, a, b: a + b,
    "difference": lambda game, a, b: a - b,
    "product": lambda game, a, b: a * b,
    "quotient": lambda game, a, b: a // b,
    "remainder": lambda game, a, b: a % b,
    "shifted": lambda game, a, b: a << b,
    "shifted back": lambda game, a, b: a >> b,
    "negated": lambda game, a, b: -a,
    "size": lambda game, a, b: abs(a) + abs(b),
    "cube": lambda game, a, b: a**3,
    "total": lambda game, a, b: sum([a, b, a]),
    "bits": lambda game, a, b: (a & b) ^ (a | ~b),
    "power": lambda game, a, b: a ** (b % 40),
    "power of a remainder": lambda game, a, b: pow(a, b % 1000, 1 + b % 100),
    "common divisor": lambda game, a, b: math.gcd(a, b),
    "root": lambda game, a, b: math.isqrt(max(a, 0)),
    "choices": lambda game, a, b: math.comb(a % 70, b % 70),
    "bits of a number": lambda game, a, b: a.bit_length() * 100 + b.bit_count(),
    "hash": lambda game, a, b: hash(a),
    "hash of a tuple": lambda game, a, b: hash((a, (b, a > b), ())),
    "hash of a row": lambda game, a, b: hash(tuple([a, b, a, b][: b % 5])),
    "rounded": lambda game, a, b: round(a * 0.75) + int(b / 4.0),
}
LEAST, MOST = -(1 << 63), (1 << 63) - 1
NUMBERS = st.integers(LEAST, MOST) | st.integers(-70, 70) | st.sampled_from([LEAST, LEAST + 1, MOST, -1, 0, 1, 1 << 31, 3037000500])


@pytest.fixture(scope="module")
def arithmetic():
    """Each function of ARITHMETIC, compiled."""
    made = {name: compiled(function, Holder(), numbers=2) for name, function in ARITHMETIC.items()}
    return {name: runnable(*pair) for name, pair in made.items()}


@pytest.mark.parametrize("name", ARITHMETIC)
@given(a=NUMBERS, b=NUMBERS)
def test_a_whole_number_is_never_wrong_where_it_needs_more_than_64_bits_it_is_an_error(name, arithmetic, a, b):
    """A wrong sum deep in a game could be called proved."""
    try:
        exact = ARITHMETIC[name](None, a, b) if name != "shifted" or b < 64 else None if a else 0
    except (ZeroDivisionError, ValueError):
        exact = None
    try:
        found = arithmetic[name](a, b)
    except RuntimeError:  # with which the compiled function ended
        found = None
    if found is not None:
        assert found == exact
    elif exact is not None:  # what is on the way to an exact answer may already be too large
        assert max(abs(a), abs(b), abs(exact)) >= 1 << 20


BESIDE_FLOATS = {
    "equal": lambda game, a, b: int(a == b * 1.0),
    "less": lambda game, a, b: int(a < b * 1.0) * 2 + int(b * 1.0 <= a),
    "among": lambda game, a, b: int(a in (b * 1.0, 5.5)),
    "quotient": lambda game, a, b: int(a / (b or 1) == (a - 1) / (b or 1)),
    "half": lambda game, a, b: int(a / 2),
    "greatest": lambda game, a, b: int(max(a, b * 0.5)),
    "joined": lambda game, a, b: int((a if b > 0 else b * 0.5) % 1000),
    "down": lambda game, a, b: math.floor(a) - math.ceil(b) if abs(a) < LEAST // -4 and abs(b) < LEAST // -4 else 0,
    "rounded to a float": lambda game, a, b: int(a * 1.0 - b) % 1000,
    "signs": lambda game, a, b: int(math.copysign(3, -0.0 if a > b else 0.0)),
    "grown": lambda game, a, b: int(math.exp(a % 1500 * 0.5) > 5),
}
NEAR_THE_LAST_FLOATS = st.integers(-3, 3).flatmap(lambda off: st.sampled_from([(1 << 53) + off, off - (1 << 53), (1 << 60) + off]))


@pytest.fixture(scope="module")
def beside_floats():
    made = {name: compiled(function, Holder(), numbers=2) for name, function in BESIDE_FLOATS.items()}
    return {name: runnable(*pair) for name, pair in made.items()}


@pytest.mark.parametrize("name", BESIDE_FLOATS)
@given(a=NUMBERS | NEAR_THE_LAST_FLOATS, b=NUMBERS | NEAR_THE_LAST_FLOATS)
def test_whole_numbers_beside_floats_are_those_of_python_or_left_to_it(name, beside_floats, a, b):
    """Beyond 2**53 not every whole number is a float, and Python tells it from those that are."""
    try:
        exact = BESIDE_FLOATS[name](None, a, b)
    except OverflowError:
        exact = None
    try:
        assert beside_floats[name](a, b) == exact
    except RuntimeError as error:
        assert "OverflowError" in str(error)  # noqa: PT017  which of both comes depends on the numbers
        assert exact is None or max(abs(a), abs(b)) > 1 << 53


# fmt: off
IN_ONE_LINE = [lambda game, k: k < 4, lambda game, k: k <= 4, lambda game, k: k > 4, lambda game, k: [j + k for j in (3, 4)][1], lambda game, k: 4]  # noqa: E501
# fmt: on


@pytest.mark.parametrize("place", range(len(IN_ONE_LINE)))
def test_of_several_lambdas_in_a_line_the_one_that_is_meant_is_compiled(place):
    function = IN_ONE_LINE[place]
    run = runnable(*compiled(function, Holder()))
    assert [run(k) for k in range(8)] == [int(function(None, k)) for k in range(8)]


def digits_of(number: int, count: int) -> list[int]:
    return [number >> 4 * place & 15 for place in range(count)]


def ordered(game, number, k):
    heap, row, found = [], [], 0
    for digit in digits_of(number, k):
        heapq.heappush(heap, (digit, -len(heap)))
        bisect.insort(row, digit)
        if digit % 3 == 0:
            found = (found * 31 + heapq.heappop(heap)[1]) % 1000003
    rest = digits_of(number, k + 1)
    heapq.heapify(rest)
    for digit in [*row, *rest, *(digit * 16 - other for digit, other in heap), bisect.bisect_left(row, k), bisect.bisect_right(row, 7)]:
        found = (found * 31 + digit) % 1000003
    return found


def chosen(game, number, k):
    row, found = digits_of(number, 5), 0
    for listing in (2, 3):
        for some in itertools.combinations(row[: k % 6], listing):
            found = (found * 31 + sum(some) * some[0]) % 1000003
    for a, b in itertools.permutations(row[: k % 6], 2):
        found = (found * 31 + 16 * a + b) % 1000003
    for digit, group in itertools.groupby(sorted(row)):
        found = (found * 31 + digit * len(list(group))) % 1000003
    for digit, times in Counter(row).most_common(k % 7):
        found = (found * 31 + digit * times) % 1000003
    return found


LISTINGS = {function.__name__: function for function in (ordered, chosen)}


@pytest.fixture(scope="module")
def listings():
    """Each function of LISTINGS, compiled."""
    return {name: runnable(*compiled(function, Holder(), numbers=2)) for name, function in LISTINGS.items()}


@pytest.mark.parametrize("name", LISTINGS)
@given(number=st.integers(0, (1 << 60) - 1), k=st.integers(0, 14))
def test_the_library_gives_what_it_gives_interpreted(name, listings, number, k):
    assert listings[name](number, k) == LISTINGS[name](None, number, k)


def test_a_deque_that_is_full_takes_nothing_between():
    run = runnable(*compiled(put_into_a_full_deque, Holder()))
    assert run(1) == 1
    with pytest.raises(RuntimeError, match="IndexError"):
        run(2)


def put_into_a_full_deque(game, k):
    row = deque(range(k), maxlen=2)
    row.insert(0, k)
    return row[0]


def not_caught(game, k):
    try:
        return (1 << 60) * k + trying_snippets.raises(k + 1)
    except KeyError:
        if k == 5:
            raise trying_snippets.Odd("five") from None
        return -1


def test_what_is_not_caught_goes_on():
    run = runnable(*compiled(not_caught, Holder()))
    assert [run(k) for k in (1, 2)] == [not_caught(None, k) for k in (1, 2)]
    with pytest.raises(RuntimeError, match="ValueError: Illegal: not"):
        run(0)
    with pytest.raises(RuntimeError, match="RuntimeError: Odd: five"):
        run(5)
    with pytest.raises(RuntimeError, match="OverflowError"):  # which plain Python does not raise, and so must not be caught
        run(8)


def test_a_power_below_0_is_an_error_as_it_is_no_whole_number():
    run = runnable(*compiled(lambda game, a, b: a**b, Holder(), numbers=2))
    assert run(3, 4) == 81
    with pytest.raises(RuntimeError, match="OverflowError"):
        run(3, -1)


def rounded_down(game, a, b):
    x, y = a / 10, b / 10
    return int(x // y) * 1000 + int(x % y * 10**12) % 1000


def test_numbers_with_a_point_are_divided_down_as_in_python_to_the_last_bit():
    """7 // 0.1 is 69, as 0.1 is a little more than a tenth."""
    run = runnable(*compiled(rounded_down, Holder(), numbers=2))
    for a in range(-100, 101):
        for b in (*range(-13, 0), *range(1, 14)):
            assert run(a, b) == rounded_down(None, a, b), (a, b)


def raised(game, a, b):
    return int((a / 2) ** (b / 2) * 1000)


def test_powers_that_are_no_real_numbers_are_errors_and_not_infinite():
    run = runnable(*compiled(raised, Holder(), numbers=2))
    for a, b in ((9, 1), (9, -3), (-6, 4), (-6, -2), (0, 0), (0, 3), (5, 4), (-3, 6)):
        assert run(a, b) == raised(None, a, b), (a, b)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        run(0, -1)
    with pytest.raises(RuntimeError, match="OverflowError"):  # a complex number in plain Python
        run(-5, 1)
    with pytest.raises(RuntimeError, match="OverflowError"):
        run(10**9, 200)
