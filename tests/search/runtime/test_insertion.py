"""Steps stand where they are called: the code with them does what the functions do, and nothing is called any more."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.search.runtime.insertion import step, with_steps

SOURCE = '''
@step
def largest(values, first):
    """The place of the largest value from the first on, and the value."""
    place, best = first, values[first]
    for i in range(first + 1, len(values)):
        if values[i] > best:
            place, best = i, values[i]
    return place, best


@step
def sign(value):
    if value < 0:
        return -1
    if value == 0:
        return 0
    return 1


@step
def exchange(values, i, j):
    if i == j:
        return
    values[i], values[j] = values[j], values[i]


@step
def halved(value, times):
    while times > 0:
        value //= 2
        times -= 1
    return value


@step
def first_above(values, least):
    for value in values:
        if value > least:
            return value
    return None


@step
def sign_of_half(value):
    half = halved(value, 1)
    found = sign(half)
    return found


def ordered(values):
    for i in range(len(values)):
        best = i
        place, value = largest(values, i)
        exchange(values, place, best)
    return values


def signs(values):
    made = []
    for value in values:
        one = sign(value)
        other = sign(-value)
        made.append((one, other))
    return made


def quarter(value):
    found = halved(value, 2)
    return found, value


def above(values, least):
    if least >= 0:
        return first_above(values, least)
    return -1


def sign_of_quarter(value):
    half = value // 2
    found = sign_of_half(half)
    return found, half
'''

NAMES = ("ordered", "signs", "quarter", "above", "sign_of_quarter")


def functions(source: str, *, inserted: bool) -> dict[str, Any]:
    tree = ast.parse(source)
    if inserted:
        tree = ast.fix_missing_locations(with_steps(tree, "sums.py"))
    names: dict[str, Any] = {"step": step}
    exec(compile(tree, "source", "exec"), names)  # noqa: S102  the text above
    return names


CALLED, INSERTED = functions(SOURCE, inserted=False), functions(SOURCE, inserted=True)
numbers = st.integers(-9, 9)


@given(st.lists(numbers, max_size=6), numbers)
def test_code_with_steps_does_what_the_functions_do(values, number):
    for name in ("ordered", "signs"):
        assert INSERTED[name](list(values)) == CALLED[name](list(values))
    for name in ("quarter", "sign_of_quarter"):
        assert INSERTED[name](number) == CALLED[name](number)
    assert INSERTED["above"](values, number) == CALLED["above"](values, number)


def test_no_step_is_left_and_none_is_called():
    assert {name for name in INSERTED if name in CALLED and callable(INSERTED[name])} == {*NAMES, "step"}
    called = {"largest", "exchange", "sign", "halved", "first_above", "sign_of_half"}
    assert all(called.isdisjoint(INSERTED[name].__code__.co_names) for name in NAMES)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("    return sign(value) + 1", "step sign is called in a line of its own, assigned, or returned"),
        ("    if sign(value) > 0:\n        return 1\n    return 0", "step sign is called in a line of its own"),
        ("    found = first_above(value, 0)\n    return found", "step first_above returns within a loop"),
        ("    found = exchange(value, 0, 1)\n    return found", "step exchange may end without `return`"),
        ("    a = b = sign(value)\n    return a + b", "step sign is assigned to several at once"),
        ("    return halved(value)", r"step halved takes value, times, in this order"),
    ],
)
def test_a_call_that_a_step_cannot_stand_for_is_refused_with_its_line(body, why):
    source = f"{SOURCE}\n\ndef asked(value):\n{body}\n"
    with pytest.raises(TypeError, match=rf"sums\.py, line \d+: {why}"):
        functions(source, inserted=True)
