"""Which parts of a state are one object that may change, and what is said of it."""

from __future__ import annotations

import copy
import enum
from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from zermelo.bits import Bits
from zermelo.sharing import shared


@dataclass
class Piece:
    name: str
    moves: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Card:
    rank: int
    marks: Any = ()


class Suit(enum.Enum):
    CLUBS = "c"


class Board(NamedTuple):
    rows: Any
    marks: Any = None


PIECE, CARD, ROW = Piece("king"), Card(7), (0, 0)


@pytest.mark.parametrize(
    "state",
    [
        3,
        [[0] * 3 for _ in range(3)],
        [ROW] * 3,
        [CARD, CARD, Suit.CLUBS, Suit.CLUBS, "abc", "abc", Bits(5), 1 << 70, None, None],
        Board(((1, 2),) * 2, frozenset({1})),
        [Piece("king"), Piece("king")],
        {"a": [], "b": []},
        [Card(1, ROW), Card(1, ROW), print, print],
    ],
)
def test_what_never_changes_may_be_met_as_often_as_one_likes(state):
    assert shared(state) is None
    assert shared(copy.deepcopy(state)) is None


def twice(one: Any) -> list[Any]:
    return [one, one]


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ([[0] * 3] * 4, "`state[0]` and `state[1]` are one list: what changes one changes the other; write `[[0] * 3 for _ in range(4)]`"),
        (Board([[]] * 2), "`state.rows[0]` and `state.rows[1]` are one list: ...; write `[[] for _ in range(2)]`"),
        (Board(twice([1, 2])), "`state.rows[0]` and `state.rows[1]` are one list: ...; write `[[1, 2] for _ in range(2)]`"),
        ([PIECE.moves, PIECE], "`state[0]` and `state[1].moves` are one list: ...; make each one of its own, as `copy.deepcopy` of one"),
        ([*twice({1}), set()], "`state[0]` and `state[1]` are one set: ...; make each one of its own, as `copy.deepcopy` of one"),
        (dict(zip("ab", twice(deque()), strict=True)), "`state['a']` and `state['b']` are one deque: ...; make each one of its own"),
        (
            Board([PIECE], PIECE),
            "`state.rows[0]` and `state.marks` are one Piece: ...; make each one of its own, or Piece a frozen dataclass",
        ),
        ([Card(1, [0])] * 2, "`state[0].marks` and `state[1].marks` are one list: ...; make each one of its own"),
        ((((row := [1]),), row), "`state[0][0]` and `state[1]` are one list"),
    ],
)
def test_one_object_on_two_ways_is_named_by_both_with_what_to_write(state, says):
    told = str(shared(state))
    assert told.replace("what changes one changes the other", "...").startswith(says.replace("what changes one changes the other", "..."))
    assert str(shared(copy.deepcopy(state))) == told
