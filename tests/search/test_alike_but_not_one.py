"""Values that are made of the same, or seem so, and are not equal: no search, solver or database takes the one for the other."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple

import pytest

import zermelo as z
from zermelo.words import fingerprint


@dataclass(frozen=True)
class Tiger:
    plies: int


@dataclass(frozen=True)
class Lamb:
    plies: int


class Shape(enum.Enum):
    ROUND, SQUARE = 1, 2


class Colour(enum.Enum):
    RED, BLUE = 1, 2


class Mark(enum.Flag):
    CROSS, RING, DOT = enum.auto(), enum.auto(), enum.auto()


class Chosen(NamedTuple):
    what: object
    plies: int


class Choice(z.Game):
    """MAX chooses one of two things, which play on for two plies; with the first he wins."""

    def __init__(self, good, bad):
        self.things = (good, bad)

    def initial(self):
        return Chosen(None, 0)

    def to_move(self, state):
        return state.plies % 2

    def actions(self, state):
        return [1, 0] if state.plies == 0 else [0]

    def result(self, state, action):
        return Chosen(self.things[action] if state.plies == 0 else state.what, state.plies + 1)

    def is_terminal(self, state):
        return state.plies == 3

    def utility(self, state, player):
        return 1 if (state.what == self.things[0]) == (player == z.MAX) else -1


PAIRS = {
    "two classes": (Tiger(1), Lamb(1)),
    "two enumerations": (Shape.ROUND, Colour.RED),
    "a member and its place": (Shape.SQUARE, 1),
    "flags together": (Mark.CROSS | Mark.DOT, Mark.CROSS | Mark.RING),
    "flags and none of them": (Mark.CROSS, Mark(0)),
    "more than 64 bits": (1 << 80, (1 << 80) + (1 << 64)),
    "64 bits more": (5, 5 + (1 << 64)),
    "below 0 and above": (-1, (1 << 64) - 1),
    "a row in a row": ((2, 1, 0, (1, 0)), ((1, 0), 2, 1, 0)),
    "a row in a row, and not": ((1, (2, 3)), (1, 2, 2, 3)),
    "a text and its letters": (("a",), (1, 97)),
    "a set of pairs and a dict": (frozenset({(1, 2)}), (1, 2)),
}


@pytest.mark.parametrize(("good", "bad"), PAIRS.values(), ids=PAIRS)
def test_they_have_two_fingerprints(good, bad):
    assert fingerprint(good) != fingerprint(bad)
    assert fingerprint((good, 1)) != fingerprint((bad, 1))
    assert fingerprint((1, good)) != fingerprint((1, bad))
    assert fingerprint((1, good)) == fingerprint((1, good))


@pytest.mark.parametrize(("good", "bad"), PAIRS.values(), ids=PAIRS)
def test_a_choice_of_the_one_is_none_of_the_other(good, bad, tmp_path):
    game = Choice(good, bad)
    assert z.best(game, mode="interpreted").value == 1
    assert z.solve(game).value == 1
    assert z.solve(game, algorithm="value-iteration", mode="interpreted").value == 1
    assert z.count_states(game, mode="interpreted").states == 7
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        assert database.probe().value == 1
        assert z.check_database(database).ok
    assert z.prove(game, mode="interpreted").sign == 1


def test_equal_numbers_are_one_whatever_their_class():
    level = enum.IntEnum("level", "LOW HIGH")
    assert fingerprint((level.HIGH, 0)) == fingerprint((2, 0))
    assert fingerprint(Chosen((1, 2), 3)) == fingerprint(((1, 2), 3))
