"""What compiles, how it is called, and what is said of what does not."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from math import inf
from typing import Any, NamedTuple

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.search.wild import State as WildState
from tests.search.wild import Wild
from zermelo import MAX, Bits, Game, replace
from zermelo.native import FLOATS, SINGLES, WORDS, explain, function, objects
from zermelo.native.compiler import _OneSignature, kernel
from zermelo.native.objects import object_type
from zermelo.search.algorithm import Value, algorithm
from zermelo.search.alphabeta import alphabeta
from zermelo.search.perft import perft
from zermelo.search.runner import Runner


class State(NamedTuple):
    left: int
    player: int
    seen: Bits
    cells: tuple[int, ...]
    odd: bool


SQUARES = tuple(n * n for n in range(30))


def triple(number: int) -> int:
    """A plain function beside the class."""
    return thrice(number)


def thrice(number: int) -> int:
    return 3 * number


class Rich(Game):
    """Uses one of everything that rules may hold and do."""

    TABLE = (5, 7, 9)

    def __init__(self, heap: int = 8, weight: float = 0.5) -> None:
        self.heap, self.weight = heap, weight
        self.squares = SQUARES
        self.lines = [[0, 1], [1, 2], [2, 0]]
        self.mask = Bits(0xFF)

    def initial(self) -> State:
        return State(self.heap, MAX, Bits(0), (0, 0, 0), False)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        yield from self._small(state)
        if state.left > 3:
            yield 3

    def _small(self, state: State) -> Iterable[int]:
        for taken in range(1, min(2, state.left) + 1):
            yield taken

    def result(self, state: State, action: int) -> State:
        left = state.left - action
        cells = replace(state.cells, action - 1, state.cells[action - 1] + 1)
        return State(left, 1 - state.player, (state.seen | Bits(1) << action) & self.mask, cells, left % 2 == 1)

    def is_terminal(self, state: State) -> bool:
        return state.left == 0

    def utility(self, state: State, player: int) -> float:
        score = triple(state.cells[0]) + self.squares[state.seen.count() + 17] + self.TABLE[state.cells[1] % 3]
        if state.odd:
            score += 1
        for first, second in self.lines:
            score += state.cells[first] * state.cells[second]
        return score * self.weight if player == state.player else -score * self.weight


class Listed(Rich):
    """The same actions, made in other ways."""

    def actions(self, state: State) -> Iterable[int]:
        return [taken for taken in range(1, 4) if taken <= 2 or state.left > 3 if taken <= state.left]


class Ranged(Rich):
    def actions(self, state: State) -> Iterable[int]:
        return range(1, min(2, state.left) + 1)


class Twice(Rich):
    """Two yields, each in a loop of its own."""

    def actions(self, state: State) -> Iterable[int]:
        for taken in range(1, min(2, state.left) + 1):
            yield taken
        for taken in range(3, min(3, state.left) + 1):
            yield taken


class Around(Twice):
    """One yield, over the actions of another game."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = Twice()

    def actions(self, state: State) -> Iterable[int]:
        yield from self.inner.actions(state)


class Set(Rich):
    def actions(self, state: State) -> Iterable[int]:
        return Bits(0b110) if state.left > 1 else Bits(0b10)


class Appended(Rich):
    def actions(self, state: State) -> Iterable[int]:
        found = []
        for taken in range(1, min(3, state.left) + 1):
            found.append(taken)  # noqa: PERF402  as people write it
        return found


class Dicts(Rich):
    def __init__(self) -> None:
        super().__init__()
        self.names = {1: 2}

    def is_terminal(self, state: State) -> bool:
        return state.left == 0 and self.names[1] == 2


class Anys(Rich):
    def is_terminal(self, state: State) -> bool:
        return any(state.left == n for n in (0,))


class Itself(Rich):
    def down(self, n: int) -> int:
        return 0 if n == 0 else self.down(n - 1)

    def is_terminal(self, state: State) -> bool:
        return state.left == self.down(state.left)


class Behind(Twice):
    def _odd(self, state: State) -> Iterable[int]:
        for action in self.actions(state):
            if action % 2:
                yield action

    def is_terminal(self, state: State) -> bool:
        for action in self._odd(state):
            if action > state.left:
                return False
        return state.left == 0


def even(number: int) -> int:
    if number <= 0:
        return 1
    return odd(number - 1) * 3 % 7


def odd(number: int) -> int:
    if number <= 0:
        return 2
    return even(number - 2) + 1


class Circle(Rich):
    """Two functions that call each other."""

    def utility(self, state: State, player: int) -> float:
        worth = even(state.left + state.player)
        return worth if player == 0 else -worth


@pytest.mark.parametrize("kind", [Rich, Listed, Ranged, Twice, Around, Set, Appended, Dicts, Anys, Itself, Behind, Circle])
def test_rules_in_plain_python_compile_and_mean_the_same(kind: type[Rich]) -> None:
    assert explain(kind()) == []
    found = [z.best(kind(), algorithm="minimax", mode=mode) for mode in ("compiled", "interpreted")]
    assert found[0].mode == "compiled"
    assert [(r.value, r.actions, r.line, r.nodes) for r in found[:1]] == [(r.value, r.actions, r.line, r.nodes) for r in found[1:]]


@given(st.lists(st.integers(-(1 << 40), 1 << 40), min_size=1, max_size=90).map(tuple), st.data())
def test_replace_changes_one_place(cells: tuple[int, ...], data: Any) -> None:
    index = data.draw(st.integers(0, len(cells) - 1))
    expected = list(cells)
    expected[index] = 7
    assert replace(cells, index, 7) == tuple(expected)


@numba.njit
def replaced(cells: Any, index: int, value: int) -> Any:
    return replace(cells, index, value)


@given(st.tuples(*[st.integers(-9, 9)] * 24), st.integers(0, 23), st.integers(-9, 9))
def test_compiled_replace_is_the_same(cells: tuple[int, ...], index: int, value: int) -> None:
    assert replaced(cells, index, value) == replace(cells, index, value)


@pytest.mark.parametrize("index", [-1, 24])
def test_replace_outside_the_tuple_is_an_error_in_both_modes(index: int) -> None:
    for tried in (replace, replaced):
        with pytest.raises(IndexError, match="place"):
            tried((0,) * 24, index, 1)


# Two games are never confused


def test_games_that_differ_in_a_parameter_have_types_of_their_own() -> None:
    assert object_type(Rich()) is object_type(Rich())
    assert len({object_type(game).digest for game in (Rich(), Rich(9), Rich(weight=1.0), Listed())}) == 4


def test_a_game_that_was_changed_after_all_is_compiled_anew() -> None:
    game = Rich(4)
    before = z.best(game, algorithm="alphabeta", mode="compiled")
    game.heap, game.weight = 4, 100.0
    assert z.best(game, algorithm="alphabeta", mode="compiled").value == before.value * 200


class Local(NamedTuple):
    left: int


def race(longest: int) -> Game:
    """A class made in a function: many of one name, whose rules read a variable of the function."""

    class Race(Game):
        def initial(self) -> Local:
            return Local(longest)

        def to_move(self, state: Local) -> int:
            return state.left % 2

        def actions(self, state: Local) -> Iterable[int]:
            yield 1

        def result(self, state: Local, action: int) -> Local:
            return Local(state.left - action)

        def is_terminal(self, state: Local) -> bool:
            return state.left <= 0

        def utility(self, state: Local, player: int) -> float:
            return longest if player == 0 else -longest

    return Race()


def test_classes_that_differ_in_a_variable_around_them_are_kept_apart() -> None:
    assert [z.best(race(n), algorithm="alphabeta", mode="compiled").value for n in (3, 4, 3)] == [3, 4, 3]


# Guards


def test_an_algorithm_that_calls_itself_with_other_types_is_refused() -> None:
    @algorithm
    def drifting(game: Game, state: Any, depth: int) -> Value:
        """Hands the game on where a state is due."""
        if game.is_terminal(state):
            return 0.0
        value = 0.0
        for action in game.actions(state):
            value = drifting(game, action, depth - 1)
        return value

    with pytest.raises(z.CompileError):
        kernel(drifting, Rich())


def summed(words: Any, singles: Any, floats: Any, first: int, last: int) -> float:
    """The sum of words times singles, by halves; each term is kept in `floats`."""
    if last - first == 1:
        floats[first] = words[first] * singles[first]
        return float(floats[first])
    middle = (first + last) // 2
    return summed(words, singles, floats, first, middle) + summed(words, singles, floats, middle, last)


class Summed:
    """A function of numbers alone, as the compiler asks for it."""

    name = "summed"

    def parts(self) -> list[Any]:
        return [(summed, (WORDS, SINGLES, FLOATS, int, int), float)]


def test_a_function_that_is_about_no_game_compiles_over_rows_of_words_and_floats() -> None:
    words, singles, floats = (ctypes.c_int64 * 5)(1, 2, 3, 4, 5), (ctypes.c_float * 5)(0.5, 0.1, 2, 2, -1), (ctypes.c_double * 5)()
    rows = [words, singles, floats]
    compiled = function(Summed())(*map(ctypes.addressof, rows), 0, 5)
    assert list(floats) == [1 * 0.5, 2 * singles[1], 6, 8, -5]
    assert compiled == summed(words, singles, floats, 0, 5) == sum(floats)
    assert 0 < abs(singles[1] - 0.1) < 1e-8  # 32 bits


def test_a_kernel_takes_one_signature_only() -> None:
    kind = object_type(Rich())
    wanted = (kind, kind.state)
    with pytest.raises(z.CompileError, match="other types"):
        _OneSignature("some-kernel", wanted).save_overload(numba.float64(kind), None)


def test_too_many_actions_are_an_error_and_not_an_overflow() -> None:
    class Crowded(Rich):
        max_actions = 2

    with pytest.raises(z.GameError, match="gives more than max_actions = 2"):
        z.best(Crowded(), algorithm="alphabeta", mode="compiled")


def test_an_error_in_compiled_rules_names_the_game_and_the_error() -> None:
    class Dividing(Rich):
        def utility(self, state: State, player: int) -> float:
            return 1 // state.left

    with pytest.raises(z.GameError, match=r"Dividing.*ZeroDivisionError.*mode='interpreted'"):
        z.best(Dividing(), algorithm="alphabeta", mode="compiled")
    with pytest.raises(z.GameError, match=r"line \d+, in utility: ZeroDivisionError"):
        z.best(Dividing(), algorithm="alphabeta", mode="interpreted")


def test_an_error_that_rules_raise_is_told_with_its_place() -> None:
    class Saying(Rich):
        def result(self, state: State, action: int) -> State:
            if state.left < 6:  # below the root, whose actions are played in Python
                raise ValueError("no such action", action)
            return State(state.left - action, 1 - state.player, state.seen, state.cells, state.odd)

    with pytest.raises(z.GameError, match=r"ValueError .*Saying\.result, line \d+ of test_compiler\.py"):
        z.best(Saying(), algorithm="alphabeta", mode="compiled")


# What does not compile


class Typo(Rich):
    def utility(self, state: State, player: int) -> float:
        return self.wieght


class Floats(Rich):
    def result(self, state: State, action: int) -> State:
        return State(state.left - action * 1.0, 1 - state.player, state.seen, state.cells, state.odd)


class Evaluated(Rich):
    def is_terminal(self, state: State) -> bool:
        return bool(eval("state.left == 0"))  # noqa: S307  what does not compile


class TwoTypes(Rich):
    def utility(self, state: State, player: int) -> float:
        found = 1
        if state.left > 90:
            found = (1, 2)
        return found[0]


class Lists(Rich):
    def initial(self) -> Any:
        return [1, 2]


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        (Typo, ("Typo.utility, line", "no attribute `wieght`")),
        (Floats, ("Floats: what `result` gives", "`left` of a state holds a float where `initial` has an int")),
        (TwoTypes, ("TwoTypes.utility, line", "`found` holds a tuple of 2 and int", "give each a name of its own")),
        (Lists, ("the rules of Lists raised AttributeError", "'list' object has no attribute 'left'")),
    ],
)
def test_what_does_not_compile_is_said_in_the_users_terms(kind: type[Rich], parts: tuple[str, ...]) -> None:
    (said,) = explain(kind())
    for part in parts:
        assert part in said
    assert "numba" not in said
    assert "int64" not in said
    with pytest.raises(z.CompileError):
        z.best(kind(), algorithm="alphabeta", mode="compiled")


def test_a_game_that_does_not_compile_runs_interpreted() -> None:
    result, compiled = (z.best(game, algorithm="alphabeta") for game in (Evaluated(), Rich()))
    assert (result.mode, compiled.mode) == ("interpreted", "compiled")
    assert (result.value, result.line) == (compiled.value, compiled.line)


def test_missing_methods_are_named() -> None:
    assert explain(Game()) == ["Game does not define to_move, is_terminal, utility, actions, result"]


# Calls


def test_a_call_does_not_read_the_rules_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """To read all that they depend on takes milliseconds, and a look at what may have changed some microseconds: bench/ measures calls."""
    runner = Runner(alphabeta, Wild(), "compiled")
    finished = WildState(1, 6)
    runner(finished, -inf, inf, 1)
    monkeypatch.delattr(objects, "Look")
    for _ in range(3):
        runner(finished, -inf, inf, 1)


def test_a_run_that_takes_long_counts_as_one_that_does_not() -> None:
    short, long = Runner(perft, Wild(longest=7), "compiled"), Runner(perft, z.load_game("connect4"), "compiled")
    short(WildState(1, 0), 6)
    assert long(z.load_game("connect4").initial(), 9) == (39394572, 1086882)
    assert long.nodes == 1 + 7 + 49 + 343 + 2401 + 16807 + 117649 + 823536 + 5673234 + 39394572


class Beyond(z.Game):
    """Count up to 4, or beyond what 64 bits hold: a power is no literal, and numba's would go round."""

    utility_range = (-1.0, 1.0)

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        yield 1

    def result(self, state, action):
        return (state[0] + action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 4 or state[0] > 10**40

    def utility(self, state, player):
        return -1 if player == state[1] else 1


def test_a_number_of_more_than_64_bits_is_for_plain_python():
    found = z.best(Beyond())
    assert (found.value, found.mode, found.line) == (-1, "interpreted", (1, 1, 1, 1))
    with pytest.raises(z.CompileError, match="an int of more than 64 bits"):
        z.best(Beyond(), mode="compiled")
