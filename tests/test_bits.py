"""`Bits` against a plain set and plain numbers, and the compiled `Bits` against the interpreted one."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba import njit

import zermelo.native.compiler  # noqa: F401  teaches the compiler what Bits are
from zermelo import Bits

WORD = 1 << 64
words = st.integers(0, WORD - 1) | st.sampled_from([0, 1, 1 << 63, WORD - 1, 0xFFFFFFFF, 1 << 32])
ints = st.integers(-(1 << 63), (1 << 63) - 1) | st.sampled_from([-1, 0, 1, -(1 << 63), (1 << 63) - 1])
shifts = st.integers(-70, 130) | st.sampled_from([0, 1, 63, 64, 65, -1])


def members(word: int) -> set[int]:
    return {place for place in range(64) if word >> place & 1}


# Against a set


@given(words, words)
def test_set_operators_are_those_of_a_set(a: int, b: int) -> None:
    assert set(Bits(a) & Bits(b)) == members(a) & members(b)
    assert set(Bits(a) | Bits(b)) == members(a) | members(b)
    assert set(Bits(a) ^ Bits(b)) == members(a) ^ members(b)
    assert set(~Bits(a)) == set(range(64)) - members(a)


@given(words)
def test_members_come_in_order_and_are_counted(a: int) -> None:
    b = Bits(a)
    assert list(b) == sorted(members(a))
    assert b.count() == len(members(a))
    assert b.lowest() == min(members(a), default=64)
    assert b.highest() == max(members(a), default=-1)
    assert bool(b) == bool(members(a))
    assert [place for place in range(-3, 70) if place in b] == sorted(members(a))


@given(words, shifts)
def test_a_shift_moves_every_member_and_drops_what_leaves(a: int, n: int) -> None:
    inside = 0 <= n < 64
    assert set(Bits(a) << n) == ({m + n for m in members(a) if m + n < 64} if inside else set())
    assert set(Bits(a) >> n) == ({m - n for m in members(a) if m - n >= 0} if inside else set())


# As a number modulo 2**64


@given(words, words)
def test_arithmetic_is_modulo_two_to_the_64(a: int, b: int) -> None:
    assert int(Bits(a) + Bits(b)) == (a + b) % WORD
    assert int(Bits(a) - Bits(b)) == (a - b) % WORD
    assert int(Bits(a) * Bits(b)) == (a * b) % WORD
    assert int(-Bits(a)) == -a % WORD


@given(words, ints)
def test_an_int_on_either_side_stands_for_its_bits(a: int, n: int) -> None:
    b = Bits(n)
    for made, wanted in [
        (Bits(a) & n, Bits(a) & b), (n & Bits(a), Bits(a) & b), (Bits(a) | n, Bits(a) | b), (n | Bits(a), Bits(a) | b),
        (Bits(a) ^ n, Bits(a) ^ b), (n ^ Bits(a), Bits(a) ^ b), (Bits(a) + n, Bits(a) + b), (n + Bits(a), Bits(a) + b),
        (Bits(a) - n, Bits(a) - b), (n - Bits(a), b - Bits(a)), (Bits(a) * n, Bits(a) * b), (n * Bits(a), Bits(a) * b),
    ]:  # fmt: skip
        assert isinstance(made, Bits)
        assert made == wanted


@given(words, ints)
def test_comparisons_are_of_numbers(a: int, n: int) -> None:
    b = Bits(a)
    assert [b == n, b != n, b < n, b <= n, b > n, b >= n] == [a == n, a != n, a < n, a <= n, a > n, a >= n]
    assert [n == b, n < b, n > b] == [n == a, n < a, n > a]
    assert hash(b) == hash(a)


def test_no_bits_equal_minus_one() -> None:
    assert Bits(-1) == WORD - 1
    assert Bits(-1) != -1


# As a value


def test_bits_never_change() -> None:
    b = Bits(5)
    with pytest.raises(AttributeError, match="never change"):
        b._word = 3  # type: ignore[misc]
    c = b
    c |= 2
    assert (b, c) == (Bits(5), Bits(7))


def test_bits_copy_and_pickle() -> None:
    assert copy.deepcopy(Bits(9)) == pickle.loads(pickle.dumps(Bits(9))) == Bits(9)  # noqa: S301  our own bytes


@pytest.mark.parametrize("other", ["1", 1.5, None, {1}])
def test_other_things_are_no_operands(other: object) -> None:
    with pytest.raises(TypeError):
        Bits(1) & other  # type: ignore[operator]
    assert Bits(1) != other


def test_both_texts() -> None:
    assert repr(Bits(10)) == "Bits(0xa)"
    assert str(Bits(10)) == "{1, 3}"


# Compiled


def everything(a: Bits, b: Bits, n: int, shift: int):  # type: ignore[no-untyped-def]  # a long tuple
    """Every operator and method, in a form that both modes can run."""
    total = 0
    for place in a:
        total += place
    for place in a ^ n:
        total -= place
    c = a
    c &= b
    d = a
    d |= 6
    e = a
    e <<= 3
    picked = a if n > 0 else 0
    words_ = (
        a & b, a | b, a ^ b, ~a, a << shift, a >> shift, a << 0, a >> 63, a << 64, a + b, a - b, a * b, -a,
        a & n, n & a, a | n, n | a, a ^ n, n ^ a, a + n, n + a, a - n, n - a, a * n, n * a, a & -2, 1 | a,
        Bits(n), Bits(), Bits(a), c, d, e, picked & a, a & (a - 1),
    )  # fmt: skip
    truths = (
        a == b, a != b, a < b, a <= b, a > b, a >= b, a == n, a != n, a < n, a <= n, a > n, a >= n,
        n == a, n != a, n < a, n <= a, n > a, n >= a, a == -1, not a, bool(a), n in a, shift in a, shift not in a,
    )  # fmt: skip
    numbers = (a.count(), a.lowest(), a.highest(), total, 1 if a else 2)
    return words_, truths, numbers


compiled = njit(everything)


@given(words, words, ints, shifts)
@example(0, 0, -1, 64)
@example(1 << 63, WORD - 1, 63, 63)
def test_compiled_bits_answer_as_interpreted_ones(a: int, b: int, n: int, shift: int) -> None:
    assert compiled(Bits(a), Bits(b), n, shift) == everything(Bits(a), Bits(b), n, shift)
