"""What kernels are written in: each function here runs as plain Python and compiled, and gives the same."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from llvmlite import ir

import zermelo as z
from zermelo import native, words
from zermelo.game import replace
from zermelo.native import FLOATS, STATES, WORDS, kernels
from zermelo.native.llvm_code import machine_code
from zermelo.native.objects import PlainType, object_type

SMALL = st.integers(-1000, 1000)
WORD = st.integers(-(2**63), 2**63 - 1)
NUMBER = st.floats(-1e6, 1e6)


class Take(z.Game):
    """Take one or two of a heap; the state is a list of one number, so the rules are compiled apart from the kernels."""

    def initial(self) -> list[int]:
        return [5, 0]

    def to_move(self, state: list[int]) -> int:
        return state[1]

    def actions(self, state: list[int]) -> list[int]:
        return [take for take in (1, 2) if take <= state[0]]

    def result(self, state: list[int], action: int) -> list[int]:
        return [state[0] - action, 1 - state[1]]

    def is_terminal(self, state: list[int]) -> bool:
        return state[0] == 0

    def utility(self, state: list[int], player: int) -> int:
        return -1 if player == state[1] else 1


class Kernel:
    """One function, and those before it, as a kernel."""

    def __init__(self, *parts: tuple[Callable[..., Any], tuple[Any, ...], Any]) -> None:
        self.name, self._parts = parts[-1][0].__name__, parts

    def parts(self) -> list[Any]:
        return list(self._parts)


GAME = Take()
_compiled: dict[Any, Any] = {}


def run(function: Callable[..., Any], takes: tuple[Any, ...], gives: Any, *arguments: Any, before: tuple[Any, ...] = ()) -> Any:
    """What a function gives compiled; it must be what it gives as plain Python."""
    if function not in _compiled:
        _compiled[function] = native.kernel(Kernel(*before, (function, takes, gives)), GAME)
    found = _compiled[function](GAME, GAME.initial(), *arguments)
    plain = function(GAME, GAME.initial(), *arguments)
    assert found == plain or (found != found and plain != plain)
    return found


def test_the_game_is_one_whose_rules_are_compiled_apart() -> None:
    assert isinstance(object_type(GAME), PlainType)


# Numbers


def whole(game: Any, state: Any, a: int, b: int) -> int:
    return a // b * 7 + a % b - (a & b) + (a | 3) ^ (b << 2) + (a >> 1) + abs(a) + ~b + (-a)


@given(SMALL, SMALL.filter(bool))
def test_ints_are_counted_as_python_counts_them(a: int, b: int) -> None:
    run(whole, (int, int), int, a, b)


def floating(game: Any, state: Any, a: float, b: float) -> float:
    return a // b + a / b - 2 * a + min(a, b, 1.5) * max(a, 3) - abs(b) + (-a)


@given(NUMBER, NUMBER.filter(bool))
@example(7.0, -2.0)
@example(-7.5, 2.0)
@example(1e300, 1e-10)
def test_floats_are_too(a: float, b: float) -> None:
    run(floating, (float, float), float, a, b)


def mixed(game: Any, state: Any, a: int, b: float) -> float:
    value = 0  # an int first, a float later
    if a > b:
        value = a + b
    elif a == b or not a:
        value = (a > 0) + (b < 0) + True
    return value + int(b) + float(a) + bool(a)


@given(SMALL, NUMBER)
@example(0, 0.0)
@example(3, 3.0)
def test_a_variable_has_the_kind_that_holds_all_that_it_is_given(a: int, b: float) -> None:
    run(mixed, (int, float), float, a, b)


def compared(game: Any, state: Any, a: int, b: int, c: float) -> int:
    found = 1 if a < b <= c else 0
    found += 2 if a == b != c else 4
    found += 8 * (a and b) + 16 * (a or b)
    found += 32 if not ((a > 3 and b > 3) or c > 3) else 64
    return found


@given(st.integers(-5, 5), st.integers(-5, 5), st.floats(-5, 5) | st.integers(-5, 5).map(float))
def test_comparisons_and_conditions(a: int, b: int, c: float) -> None:
    run(compared, (int, int, float), int, a, b, c)


def sorted_out(game: Any, state: Any, a: float) -> int:
    return math.isnan(a) + 2 * math.isinf(a) + 4 * math.isfinite(a) + 8 * (a == a) + 16 * (a < math.inf) + 32 * (a != 0.0)


@pytest.mark.parametrize("number", [0.0, -0.0, 1.5, math.inf, -math.inf, math.nan])
def test_numbers_that_are_none(number: float) -> None:
    run(sorted_out, (float,), int, number)


def roots(game: Any, state: Any, a: float) -> float:
    return math.sqrt(a) + math.exp(-a) + math.log(a + 1.0)


@given(st.floats(0, 1e6))
def test_functions_of_mathematics(a: float) -> None:
    _compiled.setdefault(roots, native.kernel(Kernel((roots, (float,), float)), GAME))
    assert _compiled[roots](GAME, GAME.initial(), a) == pytest.approx(roots(GAME, None, a), rel=1e-14)


def stirred(game: Any, state: Any, a: int, b: float) -> int:
    low, high = words.lower_of(words.packed(b, b + 1)), words.upper_of(words.packed(b, b + 1))
    word = words.mix64(a) ^ words.splitmix64(a) ^ words.word_of(b) ^ words.word_of(low) ^ words.word_of(high)
    return word ^ words.word_of(words.next_up(words.number_of(words.word_of(b)))) ^ words.length(a & 1023) ^ words.fingerprint(a)


@given(WORD, NUMBER)
def test_the_operations_on_words(a: int, b: float) -> None:
    run(stirred, (int, float), int, a, b)


def told_apart(game: Any, state: Any, a: int, b: int) -> int:
    return words.fingerprint((a, b))


@given(WORD, WORD)
def test_fingerprints_of_pairs(a: int, b: int) -> None:
    run(told_apart, (int, int), int, a, b)


# Loops, tuples, rows


def looped(game: Any, state: Any, a: int, b: int) -> int:
    total = 0
    for i in range(a, b, 3):
        if i % 5 == 0:
            continue
        if i > 90:
            break
        for j in range(i, i - 4, -1):
            total += j
    span = range(b)
    for i in span:
        total -= i
    while total > 100:
        total //= 2
        if total % 7 == 3:
            break
    return total


@given(st.integers(-50, 50), st.integers(-50, 150))
def test_loops(a: int, b: int) -> None:
    run(looped, (int, int), int, a, b)


def picked(game: Any, state: Any, place: int, value: float) -> float:
    row = (1.0, 2.5, 4.0)
    changed = replace(row, place, value)
    one, two, _ = changed
    one, two = two, one
    return changed[place] * 100 + row[place] * 10 + one - two + len(row)


@given(st.integers(0, 2), NUMBER)
def test_tuples(place: int, value: float) -> None:
    run(picked, (int, float), float, place, value)


def pair(game: Any, state: Any, a: int) -> tuple[int, int]:
    return a + 1, (a if a > 0 else -a)


def test_a_pair_comes_back_as_one() -> None:
    assert run(pair, (int,), tuple[int, int], -4) == (-3, 4)


def filled(game: Any, state: Any, count: int, cells: Any, floats: Any) -> int:
    for i in range(count):
        cells[i] = i * i
        cells[i] += 1
        floats[i] = cells[i] / 2
        floats[i] -= 1
    return int(cells[count - 1] + floats[0])


def test_rows_of_memory_are_read_and_written() -> None:
    cells, floats = (ctypes.c_int64 * 4)(), (ctypes.c_double * 4)()
    compiled = native.kernel(Kernel((filled, (int, WORDS, FLOATS), int)), GAME)
    found = compiled(GAME, GAME.initial(), 4, ctypes.addressof(cells), ctypes.addressof(floats))
    assert (list(cells), list(floats)) == ([1, 2, 5, 10], [-0.5, 0.0, 1.5, 4.0])
    assert found == 9


# Functions and the game


def halved(a: int) -> float:
    return a / 2


def twice(a: int, b: int = 3) -> Any:
    if a > 2:
        return halved(a)
    return a * b  # an int here, a float above: it gives floats


def called(game: Any, state: Any, a: int) -> float:
    return twice(a) + twice(b=2, a=a) + twice(a, 5)


@given(SMALL)
def test_functions_call_others(a: int) -> None:
    run(called, (int,), float, a)


def reached(game: Any, state: Any, depth: int) -> int:
    if game.is_terminal(state) or depth == 0:
        return 1
    total = 0
    for action in game.actions(state):
        total += reached(game, game.result(state, action), depth - 1)
    return total


@given(st.integers(0, 6))
@settings(deadline=None)
def test_a_part_calls_itself(depth: int) -> None:
    run(reached, (int,), int, depth)


def following(game: Any, state: Any) -> Any:
    return game.result(state, 1)


def kept(game: Any, state: Any, rows: Any) -> int:
    before = state
    state = following(game, state)
    rows[0] = before
    rows[1] = state
    again = rows[0]
    same = game.key(again) == game.key(before)
    other = game.key(again) == game.key(rows[1])
    first, second = state, before
    state, before = second, first
    return same + 2 * other + 4 * game.to_move(state) + 8 * game.to_move(before) + 16 * int(words.fingerprint(game.key(rows[1])) != 0)


def test_a_state_stays_what_it_is_whatever_its_variables_are_given() -> None:
    compiled = native.kernel(Kernel((kept, (STATES,), int)), GAME)
    room = ctypes.create_string_buffer(2 * native.state_size(GAME))
    rows: list[Any] = [None, None]
    assert compiled(GAME, GAME.initial(), ctypes.addressof(room)) == kept(GAME, GAME.initial(), rows) == 1 + 8 + 16


def facts(game: Any, state: Any) -> float:
    low, high = game.bounds(state)
    return game.players + game.max_actions + game.plies_left(state) + game.evaluate(state, 0) + (low == -math.inf) + (high == math.inf)


def test_what_a_game_does_not_say_is_what_every_game_says() -> None:
    run(facts, (), float)


# What goes wrong


def divided(game: Any, state: Any, a: int, b: int) -> int:
    return a // b


def shared(game: Any, state: Any, a: float, b: float) -> float:
    return a / b


def beyond(game: Any, state: Any, place: int) -> float:
    return (1.0, 2.0)[place]


@pytest.mark.parametrize(
    ("function", "takes", "gives", "arguments", "error"),
    [
        (divided, (int, int), int, (1, 0), ZeroDivisionError),
        (shared, (float, float), float, (1.0, 0.0), ZeroDivisionError),
        (beyond, (int,), float, (2,), IndexError),
        (beyond, (int,), float, (-3,), IndexError),
    ],
)
def test_errors_are_those_of_python(function: Any, takes: Any, gives: Any, arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        function(GAME, None, *arguments)
    with pytest.raises(error):
        native.kernel(Kernel((function, takes, gives)), GAME)(GAME, GAME.initial(), *arguments)


def listed(game: Any, state: Any) -> Any:
    return [1, 2]


def recurring(a: int) -> int:
    return a if a < 2 else recurring(a - 1)


def circling(game: Any, state: Any, a: int) -> int:
    return recurring(a)


def texts(game: Any, state: Any) -> int:
    return "a" == "b"


def unknown(game: Any, state: Any) -> int:
    return nothing_of_this_name  # type: ignore[name-defined]  # noqa: F821


def sliced(game: Any, state: Any, cells: Any) -> int:
    return cells[1:2]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("function", "takes", "told"),
    [
        (listed, (), "a kernel knows no List"),
        (circling, (int,), "`recurring` calls itself"),
        (texts, (), "compares numbers"),
        (unknown, (), "`nothing_of_this_name` has no value here"),
        (sliced, (WORDS,), "no slices"),
    ],
)
def test_what_no_kernel_can_be_is_refused_with_its_line(function: Any, takes: Any, told: str) -> None:
    kind = object_type(GAME)
    assert isinstance(kind, PlainType)
    with pytest.raises(z.CompileError, match=told) as refused:
        kernels.compiled("test", [(function, takes, int)], kind.thing, kind.called)
    line = function.__code__.co_firstlineno + 1
    assert f"line {line}" in str(refused.value) or "recurring" in str(refused.value)


# As bytes


def test_code_is_kept_as_bytes_and_what_is_damaged_is_none() -> None:
    kind = object_type(GAME)
    assert isinstance(kind, PlainType)
    code, read = kernels.compiled("name", [(reached, (int,), int)], kind.thing, kind.called)
    assert read == {"is_terminal", "actions", "result"}
    packed = code.packed()
    assert kernels.Code.unpacked(packed, "name") == code
    for damaged in (b"", packed[:5], packed[:30], b"\x02" + bytes(7) + b"[]", packed.replace(b'"i"', b'"x"')):
        assert kernels.Code.unpacked(damaged, "name") is None
    assert kernels.Code.unpacked(packed, "other") is None
    with pytest.raises(z.CompileError, match="is not whole"):
        kernels.loaded(kernels.Code("name", "i", "i", False, (), machine_code(ir.Module())))


def spread(row: Any, first: int, count: int) -> int:
    total = 0
    for place in range(first, first + count):
        row[place] = place * 1_000_003
        total += row[place]
    return total


@pytest.mark.parametrize(
    ("kind", "bits", "ctype"),
    [(native.BYTES, 8, ctypes.c_uint8), (native.SHORTS, 16, ctypes.c_uint16), (native.HALVES, 32, ctypes.c_uint32)],
)
def test_rows_of_small_numbers_hold_what_fits_and_leave_their_neighbours_alone(kind: str, bits: int, ctype: Any) -> None:
    row = (ctype * 12)(*range(12))
    kernel = Kernel((spread, (kind, int, int), int))
    kernel.name = f"spread_{kind}"  # kernels are told apart by their names
    compiled = native.function(kernel)
    fitting = [place * 1_000_003 % (1 << bits) for place in range(3, 9)]
    assert compiled(ctypes.addressof(row), 3, 6) == sum(fitting)
    assert list(row) == [0, 1, 2, *fitting, 9, 10, 11]
