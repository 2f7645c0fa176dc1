"""Operations on 64-bit words: plain Python and compiled code give the same, and what their docstrings promise."""

from __future__ import annotations

import enum
import math
import struct
from collections.abc import Callable
from functools import cache
from math import inf
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zermelo import Bits, words
from zermelo.native.compiler import njit

int64s = st.integers(-(1 << 63), (1 << 63) - 1)
numbers = st.floats(allow_nan=False)
edges = st.sampled_from(
    [0.0, -0.0, 5e-324, -5e-324, 2.0**-149, 2.0**-150, 3.4028234663852886e38, 3.4028235677973366e38, 1e300, -1e300, inf, -inf]
)
ends = numbers | edges | st.floats(width=32, allow_nan=False)


@cache
def compiled(name: str) -> Callable[..., Any]:
    """An operation, compiled on its own."""
    operation = getattr(words, name)
    return {
        "packed": njit(lambda a, b: operation(a, b)),
    }.get(name, njit(lambda a: operation(a)))


# Fingerprints


class Position(NamedTuple):
    board: Bits
    cells: tuple[int, int, int]
    pair: tuple[tuple[int, Bits], bool]
    player: int


positions = st.builds(
    Position,
    st.integers(0, (1 << 64) - 1).map(Bits),
    st.tuples(int64s, int64s, int64s),
    st.tuples(st.tuples(int64s, st.integers(0, (1 << 64) - 1).map(Bits)), st.booleans()),
    int64s,
)


@given(positions)
def test_both_modes_give_a_state_one_fingerprint(position):
    assert compiled("fingerprint")(position) == words.fingerprint(position)


@given(int64s)
def test_both_modes_give_a_number_one_fingerprint(number):
    assert compiled("fingerprint")(number) == words.fingerprint(number)


class Purse(NamedTuple):
    won: tuple[float, float]
    player: int


@given(st.builds(Purse, st.tuples(ends, int64s.map(float)), int64s))
@example(Purse((math.nan, float(words.EXACT)), 0))
@example(Purse((0.5, -float(words.EXACT)), 0))
def test_both_modes_give_a_state_of_floats_one_fingerprint(purse):
    assert compiled("fingerprint")(purse) == words.fingerprint(purse)


@given(st.integers(-1000, 1000), int64s)
def test_a_float_has_the_fingerprint_of_the_int_that_it_equals(number, player):
    assert words.fingerprint(Purse((float(number), -0.0), player)) == words.fingerprint(((number, 0), player))


@given(positions, positions)
def test_equal_states_have_equal_fingerprints_and_others_others(one, other):
    assert (words.fingerprint(one) == words.fingerprint(other)) == (one == other)


@given(st.sets(int64s, min_size=2, max_size=50))
def test_the_fingerprints_of_two_numbers_never_meet(numbers):
    assert len({words.fingerprint(number) for number in numbers}) == len(numbers)
    assert len({words.fingerprint((7, number, 7)) for number in numbers}) == len(numbers)


def test_the_borders_between_tuples_count():
    states = [((1,), (2, 3)), ((1, 2), (3,)), ((1, 2, 3), ()), ((), (1, 2, 3)), (1, 2, 3), ((1, 2, 3),)]
    assert len({words.fingerprint(state) for state in states}) == len(states)


def test_what_does_not_compile_has_a_fingerprint_too():
    colour = enum.Enum("colour", "red blue")
    states = ["ab", ("a", "b"), ("b", "a"), None, (None, None), 1.5, frozenset({"a", "b"}), colour.red, colour.blue, b"ab"]
    assert len({words.fingerprint(state) for state in states}) == len(states)
    assert words.fingerprint(frozenset(range(100))) == words.fingerprint(frozenset(reversed(range(100))))
    assert words.fingerprint((True, 0)) == words.fingerprint((1, False))


def test_an_object_that_does_not_tell_its_value_has_none():
    class Board:
        pass

    with pytest.raises(TypeError, match="`repr` of a Board does not tell it from others; give the game a `key` of numbers"):
        words.fingerprint((1, Board()))


def test_what_is_plain():
    assert words.is_plain((1, True, Bits(3), ("a", None, 2.5), frozenset({1})))
    assert not words.is_plain((1, SimpleNamespace()))


# Intervals


@given(ends, ends)
@example(0.1, 0.1)
@example(-0.0, 0.0)
@example(1e39, 1e39)
@example(-1e-46, 1e-46)
def test_a_packed_interval_holds_its_ends_and_hardly_more(low, high):
    packed = words.packed(low, high)
    assert packed & 0xFFFF == 0
    assert words.lower_of(packed) <= low
    assert high <= words.upper_of(packed)
    assert low <= following(words.lower_of(packed), inf)
    assert following(words.upper_of(packed), -inf) <= high


@given(st.integers(-65_536, 65_536), st.integers(-126, 100), st.integers(0, 0xFFFF))
def test_ends_of_16_digits_are_kept_as_they_are_whatever_the_lower_16_bits_hold(digits, exponent, below):
    end = math.ldexp(digits, exponent)
    word = words.packed(end, end) | below
    assert words.lower_of(word) == end == words.upper_of(word)
    assert compiled("lower_of")(word) == end == compiled("upper_of")(word)


@given(ends, ends)
@example(0.1, 0.1)
@example(-0.0, 0.0)
@example(-1e-46, 1e-46)
@example(3.4028235677973366e38, -3.4028235677973366e38)
def test_both_modes_pack_alike(low, high):
    packed = compiled("packed")(low, high)
    assert packed == words.packed(low, high)
    assert compiled("lower_of")(packed) == words.lower_of(packed)
    assert compiled("upper_of")(packed) == words.upper_of(packed)


def following(number: float, towards: float) -> float:
    """The next number that `packed` keeps, by its bits: the upper 24 of a 32-bit float."""
    if number == towards:
        return number
    if number == 0:
        return math.copysign(2.0**-141, towards)
    bits = struct.unpack("<i", struct.pack("<f", number))[0] + (256 if (number > 0) == (towards > number) else -256)
    return float(struct.unpack("<f", struct.pack("<i", bits))[0])


# The rest


@given(ends)
def test_above_is_the_next_float(number):
    assert words.next_up(number) == compiled("next_up")(number) == math.nextafter(number, inf)


@given(st.integers(-(1 << 53), 1 << 53))
def test_above_takes_whole_numbers(number):
    assert words.next_up(number) == compiled("next_up")(number) > number


@given(int64s)
def test_both_modes_scramble_alike_and_so_that_it_can_be_undone(word):
    assert compiled("mix64")(word) == words.mix64(word)
    unstirred = words.mix64(word) & words.WORD
    unstirred ^= unstirred >> 32
    assert words._signed(unstirred * pow(words.STIR, -1, 1 << 64) & words.WORD) == word


@given(st.integers(0, (1 << 63) - 1))
def test_length_counts_binary_digits(word):
    assert compiled("length")(word) == words.length(word) == len(f"{word:b}") - (word == 0)
