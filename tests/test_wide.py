"""Sets of several words against Python's sets, interpreted and compiled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

import zermelo.native.compiler  # noqa: F401  which tells numba of Bits and of sets of several words
from zermelo import wide as plain
from zermelo.wide import members_of, signed, wide, words_for

OF_TWO = {
    "union": lambda a, b: a | b,
    "intersection": lambda a, b: a & b,
    "difference": lambda a, b: a - b,
    "intersects": lambda a, b: not a.isdisjoint(b),
}
OF_ONE = {"some": bool, "count": len}
WITH_A_NUMBER = {
    "with_member": lambda a, n, most: a | {n},
    "contains": lambda a, n, most: n in a,
    "shift_left": lambda a, n, most: {member + n % 64 for member in a if member + n % 64 < most},
    "shift_right": lambda a, n, most: {member - n % 64 for member in a if member >= n % 64},
}


def compiled(name: str):
    function = getattr(plain, name)
    if name in OF_ONE:
        return njit(lambda a: function(a))
    return njit(lambda a, b: function(a, b))


BOTH = {name: (getattr(plain, name), compiled(name)) for name in (*OF_TWO, *OF_ONE, *WITH_A_NUMBER, "select")}
WORDS = st.sampled_from([1, 2, 3])


def sets(draw, words):
    return draw(st.sets(st.integers(0, 64 * words - 1)))


def as_python(value):
    return set(members_of(value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", OF_TWO)
@given(data=st.data())
def test_two_sets(name, data):
    words = data.draw(WORDS)
    a, b = sets(data.draw, words), sets(data.draw, words)
    for run in BOTH[name]:
        assert as_python(run(wide(a, words), wide(b, words))) == OF_TWO[name](a, b)


@pytest.mark.parametrize("name", OF_ONE)
@given(data=st.data())
def test_one_set(name, data):
    words = data.draw(WORDS)
    a = sets(data.draw, words)
    for run in BOTH[name]:
        assert run(wide(a, words)) == OF_ONE[name](a)


@pytest.mark.parametrize("name", WITH_A_NUMBER)
@given(data=st.data())
def test_a_set_and_a_number(name, data):
    words = data.draw(WORDS)
    a, number = sets(data.draw, words), data.draw(st.integers(0, 64 * words - 1))
    given_number = number % 64 if name in ("shift_left", "shift_right") else number
    for run in BOTH[name]:
        assert as_python(run(wide(a, words), given_number)) == WITH_A_NUMBER[name](a, number, 64 * words)


DIGITS = (plain.extract_bits, njit(lambda a, start, length: plain.extract_bits(a, start, length)))


@given(st.data())
def test_some_members_as_digits(data):
    words = data.draw(WORDS)
    a = sets(data.draw, words)
    start, length = data.draw(st.integers(-63, 64 * words + 63)), data.draw(st.integers(1, 63))
    for run in DIGITS:
        assert run(wide(a, words), start, length) == sum(1 << member - start for member in a if start <= member < start + length)


@given(st.data())
def test_the_nth_member(data):
    words = data.draw(WORDS)
    a = sets(data.draw, words)
    for number, member in enumerate(sorted(a)):
        for run in BOTH["select"]:
            assert run(wide(a, words), number) == member


def test_members_and_words():
    assert members_of(wide({70, 3, 64}, 2)) == [3, 64, 70]
    assert [words_for(members) for members in (0, 1, 64, 65, 361)] == [1, 1, 1, 2, 6]
    assert [signed(wide({member}, 1)[0]) for member in (0, 62, 63)] == [1, 1 << 62, -(1 << 63)]
