"""The numbers of keys of any kind, compiled: those that `zermelo.words` makes of the same key in plain Python."""

from __future__ import annotations

import enum
import itertools
import random
import struct
from dataclasses import dataclass
from typing import Any

import pytest

from zermelo import Bits, Game, words
from zermelo.native.plain import rules, sampling

LAST = 9
ROOM = 200


class Counted(Game):
    """A number from 0 to LAST, and a text; what it is told by is up to others."""

    def initial(self) -> Any:
        return (0, "")

    def to_move(self, state: Any) -> int:
        return state[0] % 2

    def actions(self, state: Any) -> Any:
        yield 0

    def result(self, state: Any, action: int) -> Any:
        return (state[0] + 1, state[1] + "ab")

    def is_terminal(self, state: Any) -> bool:
        return state[0] == LAST

    def utility(self, state: Any, player: int) -> int:
        return 0


class Colour(enum.Enum):
    """Told by class and place."""

    RED = "r"
    GREEN = "g"


class Level(enum.IntEnum):
    """Told as numbers."""

    LOW = -2
    HIGH = 5


@dataclass(frozen=True)
class Point:
    """Told by its class and what it holds."""

    x: int
    rest: tuple[int, ...]


class Slotted:
    """An object that may change."""

    __slots__ = ("left", "right")

    def __init__(self, left: int, right: str) -> None:
        self.left, self.right = left, right


class WholeNumbers(Counted):
    def key(self, state: Any) -> Any:
        n = state[0]
        return (n - 3, (-n * 1_000_000_007, n > 4), (-(1 << 63) + n,), Bits(1 << 63) | Bits(n))


class Floats(Counted):
    def key(self, state: Any) -> Any:
        return (state[0] / 2, -0.0 * state[0], -2.5, 1e18 * (state[0] - 4), float("inf"))


class Texts(Counted):
    def key(self, state: Any) -> Any:
        return (state[1], "é", "x" * state[0], "")


class Numbers(Counted):
    """A set of numbers, of which some are below 0 and some are large."""

    def key(self, state: Any) -> Any:
        n = state[0]
        return frozenset([n - 4, n, 2 * n - 9, 70 * n, -(1 << 40)]), {n, n + 1, 5}


class Pairs(Counted):
    def key(self, state: Any) -> Any:
        n = state[0]
        return {(n, -1), (0, n), (-n, 3), (7, 0)}


class Names(Counted):
    def key(self, state: Any) -> Any:
        return {"b" * state[0], "a", "bb", state[1]}


class Tables(Counted):
    def key(self, state: Any) -> Any:
        n = state[0]
        return ({"x": n, "yy": -n, "a": 3}, {n: "a", -n - 1: "bc"}, {"one": 1, "two": "zwei"})


class Members(Counted):
    def key(self, state: Any) -> Any:
        return (Colour.GREEN if state[0] % 2 else Colour.RED, Level.LOW if state[0] % 3 else Level.HIGH, None)


class Perhaps(Counted):
    def key(self, state: Any) -> Any:
        return (None if state[0] % 2 else state[0], None if state[0] % 3 else state[1])


class Objects(Counted):
    def key(self, state: Any) -> Any:
        return (Point(state[0], (1, 2) * state[0]), Slotted(-state[0], state[1]))


class Lists(Counted):
    def key(self, state: Any) -> Any:
        return [[state[0]] * state[0], [], [1, 2]]


ALL = [WholeNumbers(), Floats(), Texts(), Numbers(), Pairs(), Names(), Tables(), Members(), Perhaps(), Objects(), Lists()]


def compiled(game: Game) -> rules.Rules:
    laid = sampling.layouts(sampling.seen(game, [game.initial()]))
    return rules.Rules(rules.compiled(game, laid), laid)


def numbers_of(made: rules.Rules, state: Any, tagged: int, width: int) -> tuple[int, list[int]]:
    """How many numbers there are, and what is written, with what was there before behind it."""
    count, out = made.call("key_numbers", made.pack(state), tagged, width, room=8 * ROOM)
    return count, list(struct.unpack(f"<{ROOM}q", out))


@pytest.mark.parametrize("game", ALL, ids=lambda game: type(game).__name__)
def test_the_numbers_of_a_key_are_those_of_plain_python(game):
    made, text = compiled(game), ""
    for n in range(LAST + 1):
        state = (n, text)
        wanted = words.tagged_numbers(game.key(state))
        count, found = numbers_of(made, state, 1, ROOM)
        assert found[:count] == wanted
        row = [0] * ROOM
        assert words.key_numbers(game, state, row, 0, 1, ROOM) == count
        assert row[:count] == wanted
        for width in (1, count - 1):  # too little room is told, and nothing is written behind it
            less, found = numbers_of(made, state, 1, width)
            assert less > width
            assert found[width:] == [0] * (ROOM - width)
            assert words.key_numbers(game, state, row, 0, 1, width) > width
        text += "ab"


def test_a_key_of_numbers_alone_has_these_without_tags():
    game = WholeNumbers()
    made = compiled(game)
    for n in range(LAST + 1):
        wanted = list(words.numbers_of(game.key((n, ""))))
        count, found = numbers_of(made, (n, ""), 0, 5)
        assert found[:count] == wanted
    count, _ = numbers_of(compiled(Texts()), (0, ""), 0, 5)
    assert count > 5


class Columns(Counted):
    """A key that has as many numbers in every state, and not always the same form."""

    def key(self, state: Any) -> Any:
        n = state[0]
        return ((1,) * (n % 3), (1,) * (3 - n % 3))


def test_keys_of_other_forms_are_never_taken_for_one_another():
    game = Columns()
    made, row = compiled(game), [0] * 3
    for n in range(LAST + 1):
        count, _ = numbers_of(made, (n, ""), 0, 3)
        assert (count == 3) == (n % 3 == 0) == (words.key_numbers(game, (n, ""), row, 0, 0, 3) == 3)


def drawn(draw: random.Random, depth: int = 3) -> Any:
    """A value at random."""
    number = draw.randrange(-3, 4)
    kinds = [lambda: number, lambda: None, lambda: "ab"[: draw.randrange(3)], lambda: number / 2, lambda: b"xy"]
    if depth:
        kinds += [
            lambda: tuple(drawn(draw, depth - 1) for _ in range(draw.randrange(3))),
            lambda: frozenset(drawn(draw, 0) for _ in range(draw.randrange(4))),
            lambda: Point(number, (number,) * draw.randrange(3)),
        ]
    return draw.choice(kinds)()


def test_no_values_numbers_are_the_beginning_of_those_of_another():
    draw, met = random.Random(3), {}
    for value in (drawn(draw) for _ in range(20_000)):
        assert met.setdefault(tuple(words.tagged_numbers(value)), value) == value
    rows = sorted(met)
    assert all(later[: len(row)] != row for row, later in itertools.pairwise(rows))
    assert len(rows) > 1000
