"""How states lie in memory: what is written is read again, and what does not fit is said, with where it is."""

from __future__ import annotations

import enum
from collections import deque
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.bits import Bits
from zermelo.native.plain import kinds
from zermelo.native.plain.layout import (
    Cell,
    Cells,
    Fields,
    OutgrownError,
    UnlaidError,
    join,
    joined,
    laid_out,
    pack,
    shape,
    unpack,
    widened,
)


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"


class Place(NamedTuple):
    row: int
    piece: Colour | None


@dataclass(frozen=True)
class Move:
    start: Place
    ends: tuple[int, ...]


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**63 - 1),
        st.floats(allow_nan=False),
        st.text(max_size=5),
        st.sampled_from(Colour),
        st.builds(Bits, st.integers(0, 2**64 - 1)),
        st.builds(Place, st.integers(-99, 99), st.none() | st.sampled_from(Colour)),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, inner),
        st.lists(st.integers(-300, 300), max_size=9),
        st.frozensets(st.integers(-300, 300), max_size=9),
        st.dictionaries(st.tuples(st.integers(0, 9), st.integers(0, 9)), st.sampled_from("xo"), max_size=6),
        st.builds(Move, st.builds(Place, st.integers(-99, 99), st.none()), st.lists(st.integers(-9, 9), max_size=7).map(tuple)),
    ),
    max_leaves=6,
)


def written(value: Any, layout: Any) -> Any:
    """The value after it was written and read."""
    data = bytearray(layout.size)
    pack(layout, value, data)
    return unpack(layout, bytes(data))


@given(VALUES)
def test_what_is_written_is_read(value):
    read = written(value, laid_out(shape(value)))
    assert (read, type(read)) == (value, type(value))


@given(
    st.lists(
        st.tuples(st.integers(-(2**40), 2**40), st.none() | st.sampled_from("abc"), st.lists(st.integers(0, 5), max_size=8).map(tuple)),
        min_size=1,
    )
)
def test_a_layout_of_many_values_holds_each_of_them(values):
    layout = laid_out(joined(map(shape, values), "a value"))
    assert [written(value, layout) for value in values] == values


def test_numbers_take_as_few_bytes_as_four_times_what_was_seen_needs():
    def size(*numbers: int) -> int:
        layout = laid_out(joined(map(shape, numbers), "a number"))
        assert isinstance(layout, Cell)
        return layout.size

    assert [size(0, 31), size(0, 32), size(-8191), size(2**28), size(2**29)] == [1, 2, 2, 4, 8]


def test_a_board_of_169_cells_takes_169_bytes_and_its_length_none():
    board = (0,) * 168 + (2,)
    layout = laid_out(shape(board))
    assert isinstance(layout, Cells)
    assert layout.is_fixed
    assert layout.size == 169


def test_the_widest_members_lie_first_so_that_nothing_is_lost_between_them():
    layout = laid_out(shape((True, 2**40, False, 3, 2**40)))
    assert isinstance(layout, Cells)  # of one kind: 64 bits each
    mixed = laid_out(shape((True, 2**40, None, "x", 1.5, 3)))
    assert isinstance(mixed, Fields)
    assert mixed.size == 24  # 8 + 8 + 3 bytes, rounded up to a multiple of 8


@pytest.mark.parametrize(
    ("seen", "value", "path"),
    [
        ((1, "x"), (1000, "x"), (0,)),
        ((1, None), (1, 5), (1,)),
        ((1, (1, 2, 3, 4, 5)), (1, (1, 2, 3, 4)), (1,)),
        ((1, [1]), (1, [1] * 99), (1,)),
        ((1, [1]), (1, [9999]), (1, "member")),
    ],
)
def test_what_does_not_fit_is_said_with_where_and_fits_once_that_part_has_more_room(seen, value, path):
    before = shape(seen)
    with pytest.raises(OutgrownError) as caught:
        written(value, laid_out(before))
    assert caught.value.path == path
    after = before
    for _ in range(8):  # a few times where it is much too large
        after = widened(after, path)
        try:
            assert written(value, laid_out(after)) == value
            break
        except OutgrownError:
            continue
    else:
        assert seen[1] is None  # of what was None always it is not known what it is: more games are played then
    assert written(seen, laid_out(after)) == seen


def test_values_that_have_nothing_in_common_are_refused_with_where_they_are():
    with pytest.raises(UnlaidError, match=r"a state, `piece`: Colour in one position, str in another"):
        join(join(shape(Place(1, None)), shape(Place(1, Colour.RED)), "a state"), shape(Place(1, "x")), "a state")  # type: ignore[arg-type]
    with pytest.raises(UnlaidError, match="a state: a function is no value that rules compile over"):
        shape(written)
    assert shape(deque([1, 2])) == shape(deque([2, 1], maxlen=None)) != shape([1, 2])
    with pytest.raises(UnlaidError, match="a state: a deque with a `maxlen`"):
        shape(deque([1, 2], maxlen=3))


def test_what_is_alike_in_all_values_takes_no_room():
    assert laid_out(shape(None)).size == 0
    assert laid_out(join(shape(None), shape(7), "a number")).kind == kinds.Optional(kinds.Int(8))
