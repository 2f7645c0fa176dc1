"""What an expression comes to while rules are compiled: its kind and its parts, and the value itself where it is known by then."""

from __future__ import annotations

import ast
import enum
from array import array
from collections import Counter, OrderedDict
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Any, Final

from zermelo.bits import Bits
from zermelo.native.plain import kinds
from zermelo.native.plain.kinds import (
    BITS,
    BOOL,
    CHAR,
    FLOAT,
    INT,
    LONG,
    NEVER,
    NOTHING,
    STATIC,
    TEXT,
    WORD,
    Dict,
    Kind,
    List,
    Member,
    Sequence,
    Set,
    Tuple,
)  # fmt: skip

UNKNOWN: Final = object()
"""In the place of a value that is not known before the rules run."""
SHORT: Final = 4
"""A constant tuple of more members, all of one kind, is a row in memory."""


class Value:
    """A value of a kind.

    parts  its parts in registers; None for a constant whose parts nobody has asked for
    const  the value, where it is known; UNKNOWN where it is not
    """

    __slots__ = ("const", "kind", "parts")

    def __init__(self, kind: Kind, parts: Any = None, const: Any = UNKNOWN) -> None:
        self.kind, self.parts, self.const = kind, parts, const

    @property
    def is_known(self) -> bool:
        """Whether the value is known."""
        return self.const is not UNKNOWN

    def __repr__(self) -> str:
        return f"Value({self.kind}, {'?' if self.const is UNKNOWN else self.const!r})"


def constant(thing: Any) -> Value:
    """A value that is known."""
    return Value(kind_of(thing), None, thing)


def static(thing: Any) -> Value:
    """Something that is there only while rules are compiled."""
    return Value(STATIC, (), thing)


NEVER_VALUE: Final = Value(NEVER, ())
NONE: Final = Value(NOTHING, (), None)


@dataclass(frozen=True)
class Bound:
    """A function with the value that is its first argument."""

    function: Any
    receiver: Value


@dataclass(frozen=True)
class Method:
    """A method of a list, a dict, a text ... by its name."""

    name: str
    receiver: Value


@dataclass(frozen=True)
class Partial:
    """`functools.partial(function, ...)` of values of the rule."""

    function: Value
    args: tuple[Value, ...]
    words: tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Super:
    """`super()`: the attributes of `receiver` from the classes after `cls`."""

    cls: type
    receiver: Value


class Lazy:
    """What is gone through later, and then made member by member: a range, a generator, a map."""

    said = "a generator"
    """What people call it."""
    lasts = False
    """Whether it can be gone through more than once."""


class Forming:
    """An object while its `__init__` runs: what it has so far are variables of a frame."""

    def __init__(self, cls: type, frame: Any) -> None:
        self.cls, self.frame = cls, frame
        self.names: list[str] = []


@dataclass(frozen=True)
class Default:
    """The function that gives a defaultdict a value where it has none; functions that are `told` alike do the same."""

    told: str
    function: Value = field(compare=False)


class RefusedError(Exception):
    """What does not compile: why, and what to write instead."""

    def __init__(self, why: str, node: ast.AST | None = None) -> None:
        super().__init__(why)
        self.why, self.node = why, node


def kind_of(thing: Any) -> Kind:
    """The kind of a value that is known. Static for what is no value of a rule."""
    if isinstance(thing, bool):
        return BOOL
    if thing is None:
        return NOTHING
    if isinstance(thing, enum.Enum):
        return Member(type(thing))
    if isinstance(thing, int):
        return INT if -(2**63) <= thing < 2**63 else WORD if 0 <= thing < 2**64 else LONG
    if isinstance(thing, float):
        return FLOAT
    if isinstance(thing, Bits):
        return BITS
    if isinstance(thing, str):
        return CHAR if len(thing) == 1 else TEXT
    if isinstance(thing, (tuple, list)):
        return _row(thing)
    if is_dataclass(thing) and not isinstance(thing, type) and is_frozen_record(type(thing)):
        members = tuple(kind_of(getattr(thing, name)) for name in kinds.field_names(type(thing)))
        return STATIC if any(map(_is_static, members)) else Tuple(members, type(thing))
    if isinstance(thing, (set, frozenset)):
        member = kinds.joined(kind_of(one) for one in thing)
        return STATIC if member is None else Set(member, frozen=True, is_constant=isinstance(thing, set))
    if isinstance(thing, dict):
        key, value = kinds.joined(map(kind_of, thing)), kinds.joined(map(kind_of, thing.values()))
        return STATIC if key is None or value is None else Dict(key, value, frozenset(), class_of_dict(thing), is_constant=True)
    return STATIC


def numbers_of(value: Value) -> Value:
    """Of a table that is known, an `array.array` or bytes, what it holds, as a tuple; any other value itself.

    A table is static, as it is no tuple: rules only look numbers up in it and go through it.
    """
    is_table = value.kind == STATIC and isinstance(value.const, (array, bytes))
    return constant(tuple(value.const)) if is_table else value


def number_of(member: Kind, thing: Any) -> int | None:
    """The number of a member of a set, below 64; None where it has none (see sets.py)."""
    bits = kinds.bits_of_number(member)
    if isinstance(member, Member):
        return member.members.index(thing)
    parts = thing if isinstance(member, Tuple) else (thing,)
    if isinstance(member, Tuple) and member.cls is not None:
        parts = [getattr(thing, name) for name in member.names]
    number = 0
    for part in map(int, parts):
        if not 0 <= part < 1 << bits:
            return None
        number = number << bits | part
    return number


def of_number(member: Kind, number: int) -> Any:
    """The member that has this number."""
    if isinstance(member, Member):
        return member.members[number]
    if not isinstance(member, Tuple):
        return number
    bits, count = kinds.bits_of_number(member), len(member.members)
    parts = [number >> bits * place & (1 << bits) - 1 for place in reversed(range(count))]
    return member.cls(*parts) if member.cls else tuple(parts)


def class_of_dict(thing: Any) -> type:
    """`dict`, or the class that derives from it; of those of `collections` all but Counter and OrderedDict count as dict."""
    return type(thing) if type(thing) in (Counter, OrderedDict) or type(thing).__module__ not in ("builtins", "collections") else dict


def _row(thing: Any) -> Kind:
    members = tuple(map(kind_of, thing))
    if WORD in members and all(isinstance(one, int) and 0 <= one < 2**64 for one in thing):
        members = tuple(WORD for _ in members)
    if hasattr(thing, "_fields"):
        return Tuple(members, type(thing))
    if isinstance(thing, list) or len(members) > SHORT or not members:
        member = kinds.joined(members)
        if member is not None and not _is_static(member):
            return Sequence(member, is_list=isinstance(thing, list))
        if isinstance(thing, list):
            return STATIC
    return STATIC if any(map(_is_static, members)) else Tuple(members)


def _is_static(kind: Kind) -> bool:
    if isinstance(kind, Tuple):
        return any(map(_is_static, kind.members))
    inner = getattr(kind, "member", None) or getattr(kind, "some", None)
    return kind == STATIC or (isinstance(inner, Kind) and _is_static(inner))


def is_frozen_record(cls: Any) -> bool:
    """Whether objects of the class are tuples with names, or data that never change."""
    if not isinstance(cls, type):
        return False
    if issubclass(cls, tuple):
        return hasattr(cls, "_fields")
    return is_dataclass(cls) and bool(cls.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def in_words(value: Value) -> str:
    """What people call a value."""
    if isinstance(value.const, Lazy):
        return value.const.said
    return kinds.in_words(value.kind)


def as_made_of(made: Value, *sources: Value) -> Value:
    """A list that was made of these: where one of them may be a tuple, so may it."""
    if isinstance(made.kind, List) and any(getattr(source.kind, "or_tuple", False) for source in sources):
        return Value(replace(made.kind, or_tuple=True), made.parts)
    return made
