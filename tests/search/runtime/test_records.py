"""Fields of records: in a kernel and outside of it they are the same words."""

from __future__ import annotations

import ast
import types
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.search.runtime.records import CELLS, Field, Record, Records, Row, in_memories, resolved


class One(Record):
    """What there is once."""

    count = Field[int](CELLS, 0)
    rows_at = Field[int](CELLS, 1)
    """Where the rows lie."""
    numbers = Row[int](CELLS, 2)


class Many(Record):
    """Several in a row, in two memories."""

    left = Field[int](CELLS, 10, 2)
    right = Field[int](CELLS, 11, 2)
    share = Field[float]("floats", 3, 1)
    late = Field[int](CELLS, 0, 1, after=One.rows_at.place())
    line = Row[int](CELLS, 40, 5)


SOURCE = """
def told(cells, floats, n, k, x):
    one.count += x
    one.rows_at = 100
    one.numbers[k] = x + 1
    many[n].left, many[n + 1].right = x + 2, x + 3
    many[n].share = x / 2
    many[n].late = x + 4
    many[n].line[k] = many[n].left + one.numbers[k]
    return many[n + 1].right + many[n].late + one.other
"""


class Memories:
    """Two memories."""

    def __init__(self) -> None:
        self.cells: dict[int, int] = dict.fromkeys(range(200), 0)
        self.floats: dict[int, float] = dict.fromkeys(range(200), 0.0)


def kernel(memories: Any) -> types.ModuleType:
    """A module with these names for records."""
    module = types.ModuleType("kernel")
    module.one, module.many = One(memories), Records(Many, memories)  # type: ignore[attr-defined]
    return module


@given(st.integers(0, 4), st.integers(0, 4), st.integers(-5, 5))
def test_a_kernel_with_places_writes_the_words_that_the_records_write(n, k, x):
    source = SOURCE.replace(" + one.other", "")
    named, placed = Memories(), Memories()
    names = dict(vars(kernel(named)))
    exec(compile(ast.parse(source), "kernel", "exec"), names)  # noqa: S102  the text above
    expected = names["told"](named.cells, named.floats, n, k, x)
    tree = ast.fix_missing_locations(resolved(ast.parse(source), kernel(None)))
    without: dict[str, Any] = {}
    exec(compile(tree, "kernel", "exec"), without)  # noqa: S102  the text above
    assert without["told"](placed.cells, placed.floats, n, k, x) == expected
    assert (placed.cells, placed.floats) == (named.cells, named.floats)


def test_places_are_those_of_the_fields():
    assert (Many.left.place(3), Many.right.place(3), Many.line.place(2), One.count.place()) == (16, 17, 50, 0)
    text = ast.unparse(resolved(ast.parse("many[ply].right = one.numbers[k]"), kernel(None)))
    assert text == "cells[2 * ply + 11] = cells[2 + k]"
    assert ast.unparse(resolved(ast.parse("x = many[i].late"), kernel(None))) == "x = cells[cells[1] + i]"


def test_the_same_records_may_lie_in_memories_of_other_names():
    other = in_memories(Many, {"cells": "cells_2", "floats": "floats_2"})
    module = types.ModuleType("kernel")
    module.many, module.kept = Records(Many), Records(other)  # type: ignore[attr-defined]
    assert ast.unparse(resolved(ast.parse("kept[i].right = many[i].right"), module)) == "cells_2[2 * i + 11] = cells[2 * i + 11]"
    assert ast.unparse(resolved(ast.parse("kept[i].share = many[i].share"), module)) == "floats_2[i + 3] = floats[i + 3]"


def test_a_field_that_there_is_not_is_found_when_the_kernel_is_made():
    with pytest.raises(AttributeError, match="One has no field `other`"):
        resolved(ast.parse(SOURCE), kernel(None))
