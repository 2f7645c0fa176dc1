"""Sets of members that have numbers below 64 are words; those of members without one among them, and those of others, are as Python's."""

from __future__ import annotations

import enum
import itertools
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.native.plain.running import compiled, runnable
from zermelo.native.plain.layout import OutgrownError, Word, laid_out, pack, shape, unpack, widened


class Cell(NamedTuple):
    row: int
    column: int


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 4


def number(k: int) -> int:
    return k


def far(k: int) -> int:
    return (k - 30) * 9


def pair(k: int) -> Any:
    return k % 11 - 1, k % 7


def cell(k: int) -> Any:
    return Cell(k % 8, k // 8)


def triple(k: int) -> Any:
    return k % 5, k % 3, k % 4


def colour(k: int) -> Any:
    return Colour.RED if k % 3 == 0 else Colour.GREEN if k % 3 == 1 else Colour.BLUE


def letter(k: int) -> Any:
    return "abcdefghijkl"[k % 12]


MEMBERS = {function.__name__: function for function in (number, far, pair, cell, triple, colour, letter)}


class Holder(z.Game):
    """Says what members are made of numbers."""

    def __init__(self, name: str) -> None:
        self.of = MEMBERS[name]


def told(game: Any, made: Any) -> int:
    """All members of a set, whatever their order."""
    word = 0
    for k in range(60):
        if game.of(k) in made:
            word |= 1 << k
    total = 0
    for one in made:
        for k in range(60):
            total += (k + 1) * (one == game.of(k))
    return (word % 1000003 * 31 + total * 7 + len(made)) % 1000003


def sets_of_numbers(game: Any, first: int, second: int) -> int:
    """Much that can be done with sets of up to 60 members each."""
    one = {game.of(k) for k in range(60) if first >> k & 1}
    other = set()
    for k in range(60):
        if second >> k & 1:
            other.add(game.of(k))
    found = told(game, one) + told(game, other) * 3
    for made in (one | other, one & other, one - other, frozenset(one) | {game.of(5)}):
        found = (found * 5 + told(game, made)) % 1000003
    found = found * 64 + (one <= other) + 2 * (one < other) + 4 * (one == other) + 8 * one.isdisjoint(other) + 16 * (one >= other)
    kept = one.copy()
    for k in range(0, 60, 7):
        kept.discard(game.of(k))
        if game.of(k + 1) in kept:
            kept.remove(game.of(k + 1))
    kept.update(other)
    one |= {game.of(59)}
    rows = sum(1 for _ in one) + len(list(kept)) + len(tuple(other)) + any(member == game.of(3) for member in kept)
    return (found * 100 + rows) * 1009 + told(game, kept) * 3 + told(game, one)


@pytest.fixture(scope="module")
def machines():
    """`sets_of_numbers` for members of each kind."""
    return {name: runnable(*compiled(sets_of_numbers, Holder(name), numbers=2)) for name in MEMBERS}


WORDS = st.integers(0, (1 << 60) - 1) | st.builds(lambda a, b: a & b, *[st.integers(0, (1 << 60) - 1)] * 2) | st.sampled_from([0, 1, 32])


@pytest.mark.parametrize("name", MEMBERS)
@given(first=WORDS, second=WORDS)
def test_a_set_is_what_it_is_in_python(name, machines, first, second):
    assert machines[name](first, second) == sets_of_numbers(Holder(name), first, second)


@pytest.mark.parametrize("members", [{0, 5, 63}, {(0, 7), (3, 3)}, {(3, 0, 1)}, {Cell(1, 2)}, frozenset({Colour.BLUE})], ids=str)
def test_in_a_state_such_a_set_is_a_word(members):
    layout = laid_out(shape(members))
    data = bytearray(layout.size)
    pack(layout, members, data)
    assert isinstance(layout, Word)
    assert len(data) == 8
    read = unpack(layout, bytes(data))
    assert (read, type(read)) == (members, type(members))


@pytest.mark.parametrize(("members", "more"), [({1, 2}, {1, 64}), ({1}, {-1}), ({(0, 7)}, {(8, 0)}), ({Cell(1, 2)}, {Cell(1, -2)})])
def test_where_a_member_has_no_number_it_is_laid_out_anew(members, more):
    layout = laid_out(shape(members))
    assert isinstance(layout, Word)
    with pytest.raises(OutgrownError) as outgrown:
        pack(layout, more, bytearray(8))
    wider = laid_out(widened(shape(members), outgrown.value.path))
    data = bytearray(wider.size)
    pack(wider, more, data)
    assert unpack(wider, bytes(data)) == more


LOOSE = {8, 1, 16, 3, 33}


def in_step(game, k):
    found = sum(i * one for i, one in enumerate(LOOSE, k)) + sum(i * one for i, one in zip(range(9), LOOSE, strict=False))
    rest = iter(LOOSE)
    return 100 * found + next(rest) + sum(one * other for one, other in itertools.product(LOOSE, LOOSE) if one < other)


def test_a_set_that_is_a_constant_goes_beside_others_in_the_order_that_it_has():
    run = runnable(*compiled(in_step, Holder("number")))
    assert [run(k) for k in range(3)] == [in_step(None, k) for k in range(3)]
