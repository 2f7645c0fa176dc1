"""The text of a state that says everything it holds, and what is said of a text that is no state."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")  # states within states within states


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


class Mark(enum.StrEnum):
    CROSS = "x"


class Walls(enum.Flag):
    NORTH = 1
    EAST = 2


@dataclass(frozen=True)
class Card:
    rank: Any
    colour: Any = Colour.RED
    kept: tuple[int, ...] = field(init=False, default=())


class Pair(NamedTuple):
    first: Any
    second: Any


class Fields(NamedTuple):
    board: Any
    player: Any


class Holding(z.Game):
    """Its states are whatever they are."""

    classes = (Colour, Size, Mark, Walls, Card, Pair, Fields)

    def __init__(self, first: Any) -> None:
        self.first = first

    def initial(self) -> Any:
        return self.first

    def to_move(self, state: Any) -> int:
        known = Colour, Size, Mark, Walls, Card, Pair, Fields  # what the rules name
        return len(known)


PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=4),
    st.sampled_from(["", " ", ".", "X", "None", "True", "0", "0x1f", "1e5", "inf", "Colour.RED", "(", "a b", '"', "\\", "\n", "int"]),
    st.integers(0, 2**64 - 1).map(z.Bits),
    st.sampled_from([*Colour, *Size, *Mark, Walls.NORTH, Walls.NORTH | Walls.EAST, Walls(0)]),
)


def grown(parts: Any) -> Any:
    return st.one_of(
        st.lists(parts, max_size=4).map(tuple),
        st.frozensets(parts, max_size=3),
        st.builds(Card, parts, parts),
        st.builds(Pair, parts, parts),
    )


VALUES = st.recursive(PLAIN, grown, max_leaves=8)
STATES = st.one_of(VALUES, st.builds(Fields, VALUES, VALUES))


def same(one: Any, other: Any) -> bool:
    """Equal, and the parts of the same class, where it is more than a bool and its number."""
    if isinstance(one, (tuple, list)):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    return one == other and isinstance(one, (int, float)) == isinstance(other, (int, float))


@given(first=STATES, state=STATES)
def test_every_state_is_read_back_whatever_the_first_one_is_like(first: Any, state: Any) -> None:
    game = Holding(first)
    text = game.write(state)
    assert len(text.splitlines()) <= 1
    assert same(game.read(text), state), text


@given(text=st.text(max_size=30), first=STATES)
def test_any_text_is_a_state_or_refused(text: str, first: Any) -> None:
    try:
        Holding(first).read(text)
    except z.PositionError as error:
        assert str(error)  # noqa: PT017  # any other error fails


@pytest.mark.parametrize(
    ("first", "state", "text"),
    [
        (Fields((0, 0), 0), Fields((3, -1), 1), "(3,-1) 1"),
        (Fields(z.Bits(0), False), Fields(z.Bits(31), True), "0x1f 1"),
        (Fields((" ",) * 3, Colour.RED), Fields(("X", " ", "O"), Colour.BLUE), '(X," ",O) BLUE'),
        (Fields((None,) * 3, "x"), Fields(("X", None, Colour.RED), "0"), "(X,None,Colour.RED) 0"),
        (Fields(frozenset(), None), Fields(frozenset({(1, 2), (0, 0)}), 5), "{(0,0),(1,2)} 5"),
        (Fields((False,), 0), Fields(z.Bits(0), 0), "Bits(0x0) 0"),
        (Card(1), Card(12, Colour.BLUE), "12 BLUE"),
        (Fields((), Card(1)), Fields((Pair(1, "a b"),), Card(2)), '(Pair(1,"a b")) (2,RED)'),
        (Fields((0, 0), 0), Fields((1, 2, 3), 0), "tuple(1,2,3) 0"),
        ("...", "X.O", "X.O"),
        ("   ", "X O", '"X O"'),
    ],
)
def test_how_a_state_is_written(first: Any, state: Any, text: str) -> None:
    assert Holding(first).write(state) == text
    assert Holding(first).read(text) == state


def test_classes_within_a_function_are_known_to_the_rules_that_name_them() -> None:
    @dataclass(frozen=True)
    class Move:
        steps: int

    class Local(z.Game):
        def initial(self) -> tuple[Any, ...]:
            return (None, 0)

        def result(self, state: Any, action: int) -> Any:
            return Move(action), 1

    game = Local()
    assert game.read(game.write((Move(3), 1))) == (Move(3), 1)


@pytest.mark.parametrize(
    ("first", "text", "said"),
    [
        (Fields((0, 0), 0), "(1,2)", r"has 1 field; a position here has 2 fields, as in '\(0,0\) 0'"),
        (Fields((0, 0), 0), "(1,2,3) 0", r"'?\(1,2,3\)'? has 3 parts, not 2 as in '\(0,0\)'"),
        (Fields((0, 0), 0), "(1,x) 0", "'x' is not a number that can stand here, such as '0'"),
        (Fields((0, 0), 0), "5 0", r"'5' should be a list in brackets, such as \(0,0\)"),
        (Fields((0, 0), 0), "(1,2 0", "lacks a comma before '0'"),
        (Fields((0, 0), 0), "(1,2", r"has a '\(' that is never closed"),
        (Fields((0, 0), 0), "(1,2)) 0", r"has '\)' where a value should stand"),
        (Fields((0, 0), 0), '(1,2) "a', "has a quote that is never closed"),
        (Fields((0, 0), 0), '(1,2) "\\q"', "means nothing"),
        (Fields(Colour.RED, 0), "GREEN 0", "'GREEN' is none of RED, BLUE"),
        (Fields(None, 0), "Cart(1) 0", r"Cart\(...\) is none of the values"),
        (Fields(None, 0), "Card(1,2,3) 0", "'Card.* is no Card"),
        (Fields(z.Bits(0), 0), f"{1 << 64} 0", "is not a number that can stand here, such as '0x0'"),
        (Fields(0, 0), f"{'9' * 5000} 0", "is not a number that can stand here"),
        (0, "(" * 5000, "has more than 100 brackets within one another"),
        ("", "a b", "has 2 fields; a position here has one value; text with blanks stands in quotes"),
        (object(), "5x", "states that hold values of type object have no text form unless the game defines `write` and `read`"),
    ],
)
def test_a_text_that_is_no_state_is_refused(first: Any, text: str, said: str) -> None:
    with pytest.raises(z.PositionError, match=said):
        Holding(first).read(text)


class Pond:
    """Of a class that says nothing of how it is shown."""

    def __init__(self, frogs: Any) -> None:
        self.frogs = frogs


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (Fields({"north pond": Pond(2), (1, 2): None}, {2, 1}), '{"north pond":Pond(2),(1,2):None} {1,2}'),
        (Pond([Card(1), Pond({})]), "Pond([Card(1,Colour.RED),Pond({})])"),
        (Fields(complex(1, 2), 0), "(1+2j) 0"),
    ],
)
def test_what_cannot_be_read_back_is_written_for_people_and_of_that_the_initial_state_is_known(state: Any, text: str) -> None:
    game = Holding(state)
    assert game.write(state) == text
    assert game.read(text) is state
    with pytest.raises(z.PositionError, match="have no text form"):
        game.read(f"{text} 1")


def test_a_state_that_holds_itself_is_written_by_its_repr_by_which_none_is_known() -> None:
    class Ponds(Holding):
        def initial(self) -> Any:
            pond = Pond(None)
            pond.frogs = [pond]
            return pond

    game = Ponds(0)
    pond = game.initial()
    assert "Pondobjectat0x" in game.write(pond)
    with pytest.raises(z.PositionError, match="have no text form"):
        game.read(game.write(pond))


def test_a_game_whose_first_state_fails_is_still_written() -> None:
    class Broken(z.Game):
        def initial(self) -> Any:
            raise RuntimeError("not today")

    assert Broken().write((1, "a b")) == '(1,"a b")'
