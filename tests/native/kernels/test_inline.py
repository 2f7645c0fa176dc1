"""Rules over states of few numbers, which become part of their kernels: the same nodes and values as in plain Python."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import zermelo as z
from tests.native.kernels.test_language import Kernel, reached
from zermelo import CHANCE, MAX, Bits, Game, native, words
from zermelo.errors import OutgrownError
from zermelo.native.objects import InlineType, object_type
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import NAMES
from zermelo.wide import Wide, contains, count, select, union, wide, with_member


class Point(NamedTuple):
    x: int
    y: int


class Walk(NamedTuple):
    at: Point
    marks: Bits
    level: float
    turn: bool
    trail: tuple[int, int, int]


class Walker(Game):
    """Two walk on a torus of 4 x 4 by turns; each field counts once, the later the more. States hold all that registers can."""

    def initial(self) -> Walk:
        return Walk(Point(0, 0), Bits(1), 0.0, False, (0, 0, 0))

    def to_move(self, state: Walk) -> int:
        return state.turn

    def actions(self, state: Walk) -> list[int]:
        return [step for step in range(4) if self.cell(self.after(state.at, step)) not in state.marks]  # made in the arena

    def after(self, at: Point, step: int) -> Point:
        right, up = ((1, 0), (0, 1), (3, 0), (0, 3))[step]
        return Point((at.x + right) % 4, (at.y + up) % 4)

    def cell(self, at: Point) -> int:
        return 4 * at.y + at.x

    def result(self, state: Walk, action: int) -> Walk:
        at = self.after(state.at, action)
        gain = 0.5 * len([1 for mark in state.marks if mark > 3])
        trail = list(state.trail[1:])
        trail.append(action)
        return Walk(at, state.marks | Bits(1) << self.cell(at), state.level + (-gain if state.turn else gain), not state.turn, tuple(trail))

    def is_terminal(self, state: Walk) -> bool:
        return not self.actions(state) or state.marks.count() > 9

    def utility(self, state: Walk, player: int) -> float:
        worth = state.level + sum(state.trail)
        return worth if player == MAX else -worth

    def key(self, state: Walk) -> Any:
        return (state.at, state.marks, state.level, state.turn, state.trail)


class Die(NamedTuple):
    left: int
    player: int
    chance: bool


class Race(Game):
    """Who takes the last of a heap wins; before each turn a coin says how many may be taken. The last action brings a reward."""

    chance = True

    def initial(self) -> Die:
        return Die(5, MAX, True)

    def to_move(self, state: Die) -> int:
        return CHANCE if state.chance else state.player

    def outcomes(self, state: Die) -> Iterator[tuple[int, float]]:
        yield 1, 0.25
        yield 2, 0.75

    def actions(self, state: Die) -> Iterator[int]:
        yield from range(1, 1 + min(2, state.left))

    def result(self, state: Die, action: int) -> Die:
        if state.chance:
            return state._replace(chance=False, left=max(1, state.left - action + 1))
        return Die(state.left - action, 1 - state.player, True)

    def is_terminal(self, state: Die) -> bool:
        return state.left == 0

    def utility(self, state: Die, player: int) -> int:
        return -1 if player == state.player else 1


class Board(NamedTuple):
    mine: Wide
    other: Wide


class Cells(Game):
    """Two take turns to take one of a few cells, of 70; after three each, what counts is the least cell of who moved last."""

    def initial(self) -> Board:
        return Board(wide([], 2), wide([69], 2))

    def to_move(self, state: Board) -> int:
        return (count(state.mine) + count(state.other) + 1) % 2

    def actions(self, state: Board) -> Iterator[int]:
        held = union(state.mine, state.other)
        for cell in (0, 7, 14, 21, 28, 63, 64):
            if not contains(held, cell):
                yield cell

    def result(self, state: Board, action: int) -> Board:
        return Board(state.other, with_member(state.mine, action))

    def is_terminal(self, state: Board) -> bool:
        return count(state.other) >= 3 or count(state.mine) >= 4

    def utility(self, state: Board, player: int) -> int:
        first = select(state.other, 0)
        return first % 5 if player == MAX else -(first % 5)


class Number(Game):
    """Two take 1 or 2 from a number, which is the state; an odd rest is MAX's to take from."""

    def initial(self) -> float:
        return 7.0

    def to_move(self, state: float) -> int:
        return int(state) % 2

    def actions(self, state: float) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, state: float, action: int) -> float:
        return state - action

    def is_terminal(self, state: float) -> bool:
        return state <= 0

    def utility(self, state: float, player: int) -> float:
        return state if player == MAX else -state


class Whole(Number):
    """The same of a whole number."""

    def initial(self) -> int:
        return 7

    def to_move(self, state: int) -> int:
        return state % 2


class Fails(Race):
    """Its rules fail in the middle of the game."""

    chance = False

    def initial(self) -> Die:
        return Die(4, MAX, False)

    def result(self, state: Die, action: int) -> Die:
        return Die(state.left - action, (1, 0)[state.player], False) if 6 // (state.left - 2) else state


GAMES = [Walker, Race, Cells, Number, Whole]


@pytest.mark.parametrize("game", GAMES)
def test_its_rules_are_part_of_its_kernels(game: type[Game]) -> None:
    assert native.explain(game()) == []
    assert type(object_type(game())) is InlineType


def test_with_all_that_the_engine_does_for_chess_its_rules_are_part_of_the_kernel() -> None:
    engine = Engine(z.load_game("chess"), table=1, mode="interpreted")
    assert {"null_move", "late_move_reductions", "quiescence", "exchange"} <= {name for name in NAMES if getattr(engine.options, name)}
    asked = (  # in a process of its own: what numba has to compile for the same rules, as for learning, leaves them to numba
        "import zermelo\n"
        "from zermelo.native.objects import object_type\n"
        "from zermelo.search.engine.engine import Engine\n"
        "print(type(object_type(Engine(zermelo.load_game('chess'), table=1, mode='compiled').game)).__name__)\n"
    )
    made = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == InlineType.__name__, "a step of the engine is written as kernels are not: numba compiled it, in 18 s"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_counts_are_those_of_plain_python(game: type[Game], depth: int) -> None:
    compiled, plain = (z.perft(game(), depth, mode=mode) for mode in ("compiled", "interpreted"))
    assert (compiled.nodes, compiled.finished) == (plain.nodes, plain.finished)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("given", [{"algorithm": "engine", "depth": 4}, {"algorithm": "mcts", "simulations": 300, "seed": 3}])
def test_searches_find_what_plain_python_finds(game: type[Game], given: dict[str, Any]) -> None:
    compiled, plain = (z.best(game(), mode=mode, **given) for mode in ("compiled", "interpreted"))
    assert (compiled.value, compiled.line) == (plain.value, plain.line)
    if given["algorithm"] == "engine":
        assert compiled.nodes == plain.nodes


def test_a_rule_that_fails_is_named_with_its_line() -> None:
    with pytest.raises(z.GameError, match=r"ZeroDivisionError.*Fails\.result"):
        z.best(Fails(), algorithm="alphabeta", mode="compiled")


class Shrinking(Game):
    """Take one of the first three numbers of a row, with which its greatest goes as well: states are tuples of ever fewer numbers."""

    def initial(self) -> Any:
        return (3, 1, 4, 1, 5, 9, 2), 0

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> list[int]:
        return list(range(min(len(state[0]), 3)))

    def result(self, state: Any, action: int) -> Any:
        row, player = list(state[0]), state[1]
        row.pop(action)
        if row:
            row.remove(max(row))
        return tuple(row), 1 - player

    def is_terminal(self, state: Any) -> bool:
        return sum(state[0]) < 5

    def utility(self, state: Any, player: int) -> float:
        return (1 if state[1] == player else -1) * (1 + len(state[0]))


@pytest.mark.parametrize("given", [{"algorithm": "minimax"}, {"algorithm": "engine", "depth": 5}])
def test_states_that_turn_out_to_have_fewer_numbers_move_to_memory(given: dict[str, Any]) -> None:
    compiled, plain = (z.best(Shrinking(), mode=mode, **given) for mode in ("compiled", "interpreted"))
    assert (compiled.value, compiled.line, compiled.mode) == (plain.value, plain.line, "compiled")
    assert z.perft(Shrinking(), 4, mode="compiled").nodes == z.perft(Shrinking(), 4, mode="interpreted").nodes


def test_a_kernel_takes_no_states_of_others() -> None:
    kernel = native.kernel(Kernel((reached, (int,), int)), Walker())
    assert kernel(Walker(), Walker().initial(), 2) == reached(Walker(), Walker().initial(), 2)
    with pytest.raises(TypeError, match="is no tuple of 5"):
        kernel(Walker(), Die(1, 0, True), 2)
    with pytest.raises(OutgrownError, match="a number of more than 64 bits"):
        kernel(Walker(), Walker().initial()._replace(at=Point(1 << 64, 0)), 2)


class Keyed(z.Game):
    """A state of numbers of every kind; the key leaves one out and turns their order."""

    def initial(self) -> Any:
        return (3, (Bits(1 << 63), True), -4, 0)

    def to_move(self, state: Any) -> int:
        return 0

    def actions(self, state: Any) -> Any:
        yield 0

    def result(self, state: Any, action: int) -> Any:
        return (state[0] - 1, (state[1][0] >> 1, not state[1][1]), state[2] * 3, 7)

    def is_terminal(self, state: Any) -> bool:
        return state[0] == 0

    def utility(self, state: Any, player: int) -> int:
        return 0

    def key(self, state: Any) -> Any:
        return (state[2], state[1], state[0])


def keyed(game: Any, state: Any, row: Any, place: int) -> int:
    count = words.key_numbers(game, state, row, place, 0, 4)
    return count + words.key_numbers(game, game.result(state, 0), row, place + 4, 0, 4)


def test_the_numbers_of_a_key_lie_in_a_row_compiled_as_in_plain_python() -> None:
    game, rows = Keyed(), [(ctypes.c_int64 * 10)() for _ in range(2)]
    kernel = native.kernel(Kernel((keyed, (native.WORDS, int), int)), game)
    assert kernel(game, game.initial(), ctypes.addressof(rows[0]), 1) == keyed(game, game.initial(), rows[1], 1) == 8
    assert list(rows[0]) == list(rows[1]) == [0, -4, -(2**63), 1, 3, -12, 2**62, 0, 2, 0]


@pytest.mark.parametrize("key", [3, (Bits(7), (True, -1)), -(2**63), Bits(2**64 - 1)])
def test_a_key_of_numbers_is_its_signed_words(key: Any) -> None:
    flat = [int(key)] if not isinstance(key, tuple) else [7, 1, -1]
    assert list(words.numbers_of(key)) == [number - 2**64 if number >= 2**63 else number for number in flat]


@pytest.mark.parametrize("key", ["abc", 1.5, None, (1, [2]), 2**63])
def test_any_other_key_has_no_such_words(key: Any) -> None:
    with pytest.raises((TypeError, OverflowError)):
        words.numbers_of(key)
