"""The kinds of values that plain Python rules are made of, as the compiler sees them: how a value is stored, and what two have in common.

A value is a few *parts*, numbers in registers: an int is one, a pair of ints two, a tuple of unknown length the address of its members
and how many they are. What may change (lists, dicts, sets, objects) is one part, the address where it is; such a
kind says at which `sites` of the rules what has it was made, so that all of them can be given wider members.
"""

from __future__ import annotations

import enum
import functools
import inspect
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from zermelo.sources import is_ours

I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
DOUBLE: Final = ir.DoubleType()
ADDRESS: Final = I8.as_pointer()


class Kind:
    """What a value is. Kinds are compared by what they say."""

    parts: tuple[ir.Type, ...] = ()
    """The types of its parts."""
    has_address: bool = False
    """Whether it leads to memory of the arena."""

    @cached_property
    def cells(self) -> tuple[tuple[ir.Type, int], ...]:
        """How each part is stored in a row of such values: its type there, and the offset in bytes."""
        found, offset = [], 0
        for part in self.parts:
            stored = I8 if part == I1 else part
            bytes_ = _bytes(stored)
            offset = -(-offset // bytes_) * bytes_
            found.append((stored, offset))
            offset += bytes_
        return tuple(found)

    @cached_property
    def size(self) -> int:
        """Bytes from one such value in a row to the next."""
        if not self.parts:
            return 0
        last, offset = self.cells[-1]
        widest = max(_bytes(stored) for stored, _ in self.cells)
        return -(-(offset + _bytes(last)) // widest) * widest


def _bytes(stored: ir.Type) -> int:
    return stored.width // 8 if isinstance(stored, ir.IntType) else 8


@dataclass(frozen=True)
class Never(Kind):
    """Of what is not known yet: what a function returns that calls itself, before any other return was met."""


@dataclass(frozen=True)
class Nothing(Kind):
    """None."""


@dataclass(frozen=True)
class Bool(Kind):
    """True or False."""

    parts = (I1,)


@dataclass(frozen=True)
class Int(Kind):
    """A whole number of 64 bits; `width` is how many it is stored with."""

    width: int = 64
    parts = (I64,)

    @cached_property
    def cells(self) -> tuple[tuple[ir.Type, int], ...]:
        """One, as wide as it says."""
        return ((ir.IntType(self.width), 0),)


@dataclass(frozen=True)
class Float(Kind):
    """A number with a point."""

    parts = (DOUBLE,)


@dataclass(frozen=True)
class BitSet(Kind):
    """A `zermelo.Bits`."""

    parts = (I64,)


@dataclass(frozen=True)
class Word(Kind):
    """A whole number from 0 to 2**64 - 1 that is known, or one of a row of known ones: of use beside `Bits` alone."""

    parts = (I64,)


@dataclass(frozen=True)
class Long(Kind):
    """A whole number that is known and needs more than 64 bits: beside `Bits`, of use modulo 2**64."""


@dataclass(frozen=True)
class Char(Kind):
    """A text of one character, by its number in Unicode."""

    parts = (I64,)

    @cached_property
    def cells(self) -> tuple[tuple[ir.Type, int], ...]:
        """Every character fits into 32 bits."""
        return ((I32, 0),)


@dataclass(frozen=True)
class Member(Kind):
    """A member of an Enum, by its place among the members."""

    of: type[enum.Enum]
    parts = (I64,)

    @cached_property
    def cells(self) -> tuple[tuple[ir.Type, int], ...]:
        """A byte."""
        return ((I8, 0),)

    @property
    def members(self) -> list[enum.Enum]:
        """All members, in their order."""
        return list(self.of)


@dataclass(frozen=True)
class Tuple(Kind):
    """A tuple of a known length, each member of its own kind; of a class of named tuples, or None."""

    members: tuple[Kind, ...]
    cls: type | None = None

    @cached_property
    def parts(self) -> tuple[ir.Type, ...]:  # type: ignore[override]
        """Those of the members."""
        return tuple(part for member in self.members for part in member.parts)

    @cached_property
    def has_address(self) -> bool:  # type: ignore[override]
        """Whether a member leads to memory."""
        return any(member.has_address for member in self.members)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the members, where the class gives them names."""
        return field_names(self.cls) if self.cls else ()


@dataclass(frozen=True)
class Optional(Kind):
    """None, or a value of another kind."""

    some: Kind

    @cached_property
    def parts(self) -> tuple[ir.Type, ...]:  # type: ignore[override]
        """Whether it is there, and what it is."""
        return (I1, *self.some.parts)

    @cached_property
    def has_address(self) -> bool:  # type: ignore[override]
        """As what it may be."""
        return self.some.has_address


@dataclass(frozen=True)
class Sequence(Kind):
    """A tuple (or, of characters, a str) in memory, that never changes: its address and its length."""

    member: Kind
    is_text: bool = False
    is_list: bool = False
    """Whether it is a list in Python: a constant."""
    or_tuple: bool = False
    """Of such: whether it may be a tuple in Python, depending on the way taken."""
    parts = (ADDRESS, I64)
    has_address = True


@dataclass(frozen=True)
class List(Kind):
    """A list: the address of its length, its room, and the address of its members."""

    member: Kind
    sites: frozenset[Any] = frozenset()
    or_tuple: bool = False
    """Whether it may be a tuple in Python, depending on the way taken."""
    is_deque: bool = False
    """Whether it is a deque in Python."""
    is_constant: bool = False
    """Whether it may be a constant in Python, depending on the way taken: it is a copy then, and must not be changed."""
    most: int | None = None
    """Of a deque with a `maxlen`: how many members it has at most."""
    parts = (ADDRESS,)
    has_address = True


@dataclass(frozen=True)
class Set(Kind):
    """A set, in the order in which its members came; a frozenset never changes."""

    member: Kind
    frozen: bool = False
    sites: frozenset[Any] = frozenset()
    is_constant: bool = False
    """Whether it may be a set in Python that is a constant; it is frozen here."""
    parts = (ADDRESS,)
    has_address = True


@dataclass(frozen=True)
class Dict(Kind):
    """A dict (or one of a class of the user's that derives from it), in the order in which its keys came."""

    key: Kind
    value: Kind
    sites: frozenset[Any] = frozenset()
    cls: type = dict
    default: Any = None
    """What gives the value of a key that is not there (a values.Default), or None."""
    is_constant: bool = False
    """Whether it may be a constant."""
    parts = (ADDRESS,)
    has_address = True

    @property
    def entry(self) -> Kind:
        """A key with its value."""
        return Tuple((self.key, self.value))


@dataclass(frozen=True)
class Instance(Kind):
    """An object whose attributes may change, of a class of the user's or a container of values of several kinds: where they stand."""

    cls: type
    names: tuple[str, ...]
    members: tuple[Kind, ...]
    sites: frozenset[Any] = frozenset()
    parts = (ADDRESS,)
    has_address = True

    @property
    def is_container(self) -> bool:
        """Whether it is a list or a dict of values that have nothing in common: of a list, the names are the numbers of its members."""
        return self.cls in (list, dict)

    @property
    def record(self) -> Tuple:
        """The attributes as they are stored."""
        return Tuple(self.members)


@dataclass(frozen=True)
class Static(Kind):
    """What is known when the rules are compiled and is no number: a function, a class, a game, something to loop over."""


NEVER, NOTHING, BOOL, INT, FLOAT, BITS, CHAR, STATIC = Never(), Nothing(), Bool(), Int(), Float(), BitSet(), Char(), Static()
WORD, LONG = Word(), Long()
TEXT: Final = Sequence(CHAR, True)


def field_names(cls: type) -> tuple[str, ...]:
    """The fields of a class of named tuples or data."""
    if is_dataclass(cls):
        return tuple(field.name for field in fields(cls))
    return tuple(getattr(cls, "_fields", ()))


def is_data(cls: type | None) -> bool:
    """Whether it is a class of data, whose objects are no tuples."""
    return cls is not None and is_dataclass(cls) and not issubclass(cls, tuple)


@functools.cache
def compared(cls: type | None) -> tuple[int, ...] | None:
    """By which of its fields objects of a class of data are equal, () for all of a tuple; None where one is equal to itself alone."""
    if cls is None or issubclass(cls, (tuple, list, dict)):
        return ()
    by = next(one for one in cls.__mro__ if "__eq__" in vars(one))
    if by is object:
        return None
    names = [field.name for field in fields(by) if field.compare] if is_dataclass(by) else []
    return tuple(field_names(cls).index(name) for name in names)


def is_ordered(cls: type | None) -> bool:
    """Whether a class of data orders its objects by their fields."""
    return cls is not None and any("__lt__" in vars(one) for one in cls.__mro__ if one is not object)


@functools.cache
def own_method(cls: type, name: str) -> Any:
    """The function by which a class of the user's (or Counter) says what an operator does with its objects; None where it has none."""
    found = inspect.getattr_static(cls, name, None)
    if not isinstance(found, FunctionType) or found.__module__ == "enum" or is_ours(found.__module__):
        return None
    return None if found.__code__.co_filename.startswith("<") else found  # what is generated for data is known here


def is_number(kind: Kind) -> bool:
    """Whether one can count with it."""
    return isinstance(kind, (Int, Bool, Float)) or is_int_enum(kind)


def is_whole(kind: Kind) -> bool:
    """Whether it is a whole number, or stands for one."""
    return isinstance(kind, (Int, Bool)) or is_int_enum(kind)


def is_int_enum(kind: Kind) -> bool:
    """Whether it is a member of an Enum of ints."""
    return isinstance(kind, Member) and issubclass(kind.of, int)


def join(one: Kind, other: Kind) -> Kind | None:
    """The kind that holds values of both; None where there is none."""
    if one == other or isinstance(other, Never):
        return one
    if isinstance(one, Never):
        return other
    if isinstance(one, Nothing) or isinstance(other, Nothing):
        some = other if isinstance(one, Nothing) else one
        return some if isinstance(some, Optional) else None if isinstance(some, Static) else Optional(some)
    if isinstance(one, Optional) or isinstance(other, Optional):
        found = join(one.some if isinstance(one, Optional) else one, other.some if isinstance(other, Optional) else other)
        return Optional(found) if found is not None else None
    if isinstance(one, Int) and isinstance(other, Int):
        return Int(max(one.width, other.width))
    if is_whole(one) and is_whole(other):
        return INT
    if is_number(one) and is_number(other):
        return FLOAT
    if is_text(one) and is_text(other):
        return TEXT
    if isinstance(one, Tuple) and isinstance(other, Tuple) and one.cls is other.cls and len(one.members) == len(other.members):
        members = [join(a, b) for a, b in zip(one.members, other.members, strict=True)]
        if None not in members:
            return Tuple(tuple(members), one.cls)  # type: ignore[arg-type]
    if _is_row(one) and _is_row(other):
        member = join(row_member(one), row_member(other))
        lists = [is_constant_list(one), is_constant_list(other)]
        may_differ = lists[0] != lists[1] or any(getattr(kind, "or_tuple", False) for kind in (one, other))
        return None if member is None else Sequence(member, is_list=any(lists), or_tuple=may_differ)
    sites = getattr(one, "sites", frozenset()) | getattr(other, "sites", frozenset())
    if isinstance(one, List) and isinstance(other, List) and (one.is_deque, one.most) == (other.is_deque, other.most):
        member = join(one.member, other.member)
        flags = {name: getattr(one, name) or getattr(other, name) for name in ("or_tuple", "is_constant")}
        return None if member is None else replace(one, member=member, sites=sites, **flags)
    if isinstance(one, Set) and isinstance(other, Set):
        member = join(one.member, other.member)
        return None if member is None else Set(member, one.frozen and other.frozen, sites, one.is_constant or other.is_constant)
    if isinstance(one, Dict) and isinstance(other, Dict) and one.cls is other.cls and one.default == other.default:
        key, value = join(one.key, other.key), join(one.value, other.value)
        is_constant = one.is_constant or other.is_constant
        return None if key is None or value is None else Dict(key, value, sites, one.cls, one.default, is_constant)
    if isinstance(one, Instance) and isinstance(other, Instance) and one.cls is other.cls and one.names == other.names:
        members = [join(a, b) for a, b in zip(one.members, other.members, strict=True)]
        return None if None in members else Instance(one.cls, one.names, tuple(members), sites)  # type: ignore[arg-type]
    return None


def joined(kinds: Any) -> Kind | None:
    """The kind that holds values of all of them; None where there is none."""
    found: Kind | None = NEVER
    for kind in kinds:
        found = join(found, kind) if found is not None else None
    return found


def row_member(kind: Kind) -> Kind:
    """The kind of what a tuple, list or set has as members; Never where it has none, or where they have nothing in common."""
    if isinstance(kind, Tuple):
        return joined(kind.members) or NEVER
    assert isinstance(kind, (Sequence, List, Set))
    return kind.member


def _is_row(kind: Kind) -> bool:
    is_tuple = isinstance(kind, Tuple) and kind.cls is None and joined(kind.members) is not None
    return is_tuple or (isinstance(kind, Sequence) and not kind.is_text)


def bits_of_number(kind: Kind) -> int:
    """Bits that each part of a member takes in its number, which is below 64 (see sets.py); 0 where such members have no numbers."""
    if own_method(getattr(kind, "cls", None) or getattr(kind, "of", None) or object, "__eq__") is not None:
        return 0
    if isinstance(kind, Tuple) and compared(kind.cls) not in ((), tuple(range(len(kind.members)))):
        return 0
    if isinstance(kind, Int) or (isinstance(kind, Member) and len(kind.of) <= 64):
        return 6
    if isinstance(kind, Tuple) and all(isinstance(member, Int) for member in kind.members):
        return {2: 3, 3: 2}.get(len(kind.members), 0)
    return 0


def is_numbered(kind: Kind) -> bool:
    """Whether it is a set of members that have numbers."""
    return isinstance(kind, Set) and bits_of_number(kind.member) > 0


def is_text(kind: Kind) -> bool:
    """Whether it is a str."""
    return isinstance(kind, Char) or kind == TEXT


def is_constant(kind: Kind) -> bool:
    """Whether it may be a list, a set or a dict that is a constant, and must not be changed."""
    return is_constant_list(kind) or getattr(kind, "is_constant", False)


def is_constant_list(kind: Kind) -> bool:
    """Whether it is a list in Python that is a constant, and lies in memory as a tuple does."""
    return isinstance(kind, Sequence) and kind.is_list


def can_change(kind: Kind, or_its_copy: bool = False) -> bool:
    """Whether it leads to something that may be changed in place, or that may be where it is copied."""
    if isinstance(kind, (List, Dict, Instance)) or (isinstance(kind, Set) and not kind.frozen) or (or_its_copy and is_constant(kind)):
        return True
    if isinstance(kind, Tuple):
        return any(can_change(member, or_its_copy) for member in kind.members)
    inner = getattr(kind, "some", None) or getattr(kind, "member", None)
    return inner is not None and can_change(inner, or_its_copy)


def general(kind: Kind) -> Kind:
    """The kind of any value that is known to be like this one: of an int of some bits, of any int."""
    return INT if isinstance(kind, Int) else kind


def bare(kind: Kind) -> Kind:
    """The kind, whatever the sites where such values are made."""
    if isinstance(kind, Tuple):
        return Tuple(tuple(map(bare, kind.members)), kind.cls)
    if isinstance(kind, Instance):
        return Instance(kind.cls, kind.names, tuple(map(bare, kind.members)))
    if isinstance(kind, Dict):
        return replace(kind, key=bare(kind.key), value=bare(kind.value), sites=frozenset(), is_constant=False)
    if isinstance(kind, Optional):
        return Optional(bare(kind.some))
    if isinstance(kind, Sequence):
        return replace(kind, member=bare(kind.member))
    if isinstance(kind, (List, Set)):
        return replace(kind, member=bare(kind.member), sites=frozenset(), is_constant=False)
    return kind


def in_words(kind: Kind) -> str:
    """What people call such a value."""
    if isinstance(kind, Tuple):
        if kind.cls:
            return f"a {kind.cls.__name__}"
        return f"a tuple of {len(kind.members)}"
    if isinstance(kind, Sequence):
        row = "tuple or a list" if kind.or_tuple else "constant list" if kind.is_list else "tuple"
        return "a str" if kind.is_text else f"a {row} ({_several(kind.member)})"
    if isinstance(kind, List) and kind.or_tuple:
        return f"a tuple or a list ({_several(kind.member)})"
    if isinstance(kind, List):
        return f"a {'deque' if kind.is_deque else 'list'} ({_several(kind.member)})"
    if isinstance(kind, Set):
        return f"a {'frozenset' if kind.frozen and not kind.is_constant else 'set'} ({_several(kind.member)})"
    if isinstance(kind, Dict):
        return f"a dict (of {_plain(kind.key)} to {_plain(kind.value)})"
    if isinstance(kind, Optional):
        return f"{in_words(kind.some)} or None"
    if isinstance(kind, Instance) and kind.is_container:
        return f"a {kind.cls.__name__} of values of different kinds"
    return _plain(kind)


def _several(kind: Kind) -> str:
    return "empty" if isinstance(kind, Never) else f"of {_plain(kind)}"


def _plain(kind: Kind) -> str:
    names = {Nothing: "None", Bool: "bool", Int: "int", Float: "float", BitSet: "Bits", Char: "str", Never: "nothing", Static: "an object"}
    names |= {Word: "an int of 64 bits", Long: "an int of more than 64 bits"}
    if isinstance(kind, (Member, Instance)):
        return (kind.of if isinstance(kind, Member) else kind.cls).__name__
    return names.get(type(kind)) or in_words(kind)
