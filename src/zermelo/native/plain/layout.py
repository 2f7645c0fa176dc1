"""How the states and actions of a game lie in the memory of a search: as few bytes as their values were seen to need.

Plain Python says nothing of how long a list becomes or how large a number: a *shape* is what values of one kind were seen to be,
joined over all positions of some games played at random. A *layout* is a place for each part of such values, with room to spare for
what grows. Nothing is trusted: what does not fit is noticed where it is written, and the game is laid out anew, wider.

    None, a bool, a member of an Enum     no byte, one, one
    a whole number, a character           1, 2, 4 or 8 bytes
    a float, Bits                         8
    what may be None                      a byte that says so, and the value
    a tuple or an object                  its members, one after the other
    a row (list, str, set, dict, ...)     how many there are, if that changes, and room for the most members
"""

from __future__ import annotations

import collections
import enum
import numbers
import struct
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from zermelo.bits import Bits
from zermelo.native.plain import kinds
from zermelo.native.plain.kinds import Kind
from zermelo.native.plain.values import class_of_dict, is_frozen_record, number_of, of_number
from zermelo.words import attribute_names, is_array

SHORT: Final = 4
"""Tuples of at most this many members are members of their own; longer ones of one kind are rows."""
MIXED: Final = 16
"""Lists of at most this many members that have nothing in common have their members one by one, as a tuple has."""
MARGIN: Final = 4
"""A number has room for this many times what was seen."""
MOST_BYTES: Final = 1 << 12
"""A state that takes more is not laid out."""


_MANY: Final = frozenset({int, bool, str})
"""Types of which a board has many members, and few that differ."""

Path = tuple[Any, ...]
"""Where a part of a value is: the numbers of members, "some" for what may be None, "member" for the members of a row."""


class OutgrownError(Exception):
    """A value does not fit into the layout that was made of what had been seen; `path` says which part of it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class UnlaidError(Exception):
    """Values that cannot be laid out: why."""


# Shapes


class Shape:
    """What values of one kind were seen to be."""


@dataclass(frozen=True)
class Absent(Shape):
    """None."""


@dataclass(frozen=True)
class Number(Shape):
    """A number of a kind; of whole numbers and characters, the least and the greatest."""

    kind: Kind
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class Maybe(Shape):
    """None or a value."""

    some: Shape


@dataclass(frozen=True)
class Record(Shape):
    """A tuple of a known length, or an object of a class: `cls` is None for plain tuples."""

    cls: type | None
    names: tuple[str, ...]
    members: tuple[Shape, ...]


@dataclass(frozen=True)
class Row(Shape):
    """A row: the type of what it was read from, what its members are, the fewest and the most of them."""

    of: type
    member: Shape | None
    fewest: int
    most: int


def shape(value: Any, where: str = "a state") -> Shape:
    """The shape of one value. Raises UnlaidError, saying where, for what a rule's value cannot be."""
    if value is None:
        return Absent()
    if isinstance(value, enum.Enum):
        return Number(kinds.Member(type(value)))
    if isinstance(value, bool):
        return Number(kinds.BOOL)
    if type(value) is int:
        if not -(2**63) <= value < 2**63:
            raise UnlaidError(f"{where}: {value} has more than 64 bits")
        return Number(kinds.INT, value, value)
    if type(value) is float:
        return Number(kinds.FLOAT)
    if isinstance(value, Bits):
        return Number(kinds.BITS)
    if isinstance(value, str):
        if len(value) == 1:
            return Number(kinds.CHAR, 0, ord(value))
        member = Number(kinds.CHAR, 0, max(map(ord, value))) if value else None
        return Row(str, member, len(value), len(value))
    if type(value) is list and 0 < len(value) <= MIXED:
        alike = _joined_or_none(_shapes(value, where), where)
        if alike is None:
            return Record(list, tuple(map(str, range(len(value)))), tuple(shape(one, where) for one in value))
        return Row(list, alike, len(value), len(value))
    if isinstance(value, collections.deque) and value.maxlen is not None:
        raise UnlaidError(f"{where}: a deque with a `maxlen`; take a tuple, and cut it where it is too long")
    if isinstance(value, collections.defaultdict) and value.default_factory is not None:
        made = f"defaultdict({getattr(value.default_factory, '__name__', '...')}, held)"
        raise UnlaidError(f"{where}: a defaultdict; hold a dict, and make it `{made}` in the rule that asks for what is missing")
    if type(value) in (list, set, frozenset, collections.deque):
        return Row(type(value), joined(_shapes(value, where), where), len(value), len(value))
    if isinstance(value, dict) and not attribute_names(value):
        entries = [Record(None, (), (shape(key, where), shape(one, where))) for key, one in value.items()]
        try:
            return Row(class_of_dict(value), joined(entries, where), len(value), len(value))
        except UnlaidError:
            if not all(isinstance(key, str) for key in value):
                raise
            return Record(dict, tuple(value), tuple(shape(one, f"{where}, {key!r}") for key, one in value.items()))
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        if len(value) > SHORT and (one := _joined_or_none(_shapes(value, where), where)) is not None:
            return Row(tuple, one, len(value), len(value))
        return Record(None, (), tuple(shape(one, where) for one in value)) if value else Row(tuple, None, 0, 0)
    if is_array(value):
        instead = "an int, a float or a bool" if not value.ndim else "tuples: `tuple(map(tuple, array.tolist()))`"
        raise UnlaidError(f"{where}: NumPy's {type(value).__name__} is no value that rules compile over; hold {instead}")
    cls = type(value)
    if isinstance(value, numbers.Number):
        raise UnlaidError(f"{where}: a {cls.__name__} is no number that rules compile over; hold an int, in a smaller unit, or a float")
    if cls.__module__ == "builtins" or issubclass(cls, (dict, list, set, type)) or callable(value):
        raise UnlaidError(f"{where}: a {cls.__name__} is no value that rules compile over")
    names = attribute_names(value)
    if not (names or hasattr(value, "__dict__") or "__slots__" in vars(cls)):
        raise UnlaidError(f"{where}: a {cls.__name__} keeps its value out of sight, and is none that rules compile over; hold numbers")
    return Record(cls, names, tuple(shape(getattr(value, name), f"{where}, `{name}`") for name in names))


def _shapes(row: Collection[Any], where: str) -> Iterator[Shape]:
    """The shapes of the members of a row: a number or a text that comes again is looked at once."""
    met: set[Any] = set()
    for one in row:
        if type(one) in _MANY:
            if (type(one), one) in met:
                continue
            met.add((type(one), one))
        yield shape(one, where)


def joined(shapes: Any, where: str) -> Shape | None:
    """The shape of all of them; None where there is none of them. Raises UnlaidError where they have nothing in common."""
    found: Shape | None = None
    for one in dict.fromkeys(shapes):
        found = one if found is None else join(found, one, where)
    return found


def _joined_or_none(shapes: Any, where: str) -> Shape | None:
    try:
        return joined(shapes, where)
    except UnlaidError:
        return None


def join(one: Shape, other: Shape, where: str) -> Shape:
    """The shape of values of both."""
    if one == other:
        return one
    if isinstance(one, Absent) or isinstance(other, Absent):
        some = other if isinstance(one, Absent) else one
        return some if isinstance(some, Maybe) else Maybe(some)
    if isinstance(one, Maybe) or isinstance(other, Maybe):
        some = join(one.some if isinstance(one, Maybe) else one, other.some if isinstance(other, Maybe) else other, where)
        return some if isinstance(some, Maybe) else Maybe(some)
    if isinstance(one, Number) and isinstance(other, Number):
        kind = kinds.join(one.kind, other.kind)
        if kind is not None:
            low, high = min(one.low, other.low), max(one.high, other.high)
            return Number(kind, low, max(high, 1) if kinds.BOOL in (one.kind, other.kind) else high)
    one, other = _as_row(one, other), _as_row(other, one)
    if isinstance(one, Row) and isinstance(other, Row) and one.of is other.of:
        member = joined([each for each in (one.member, other.member) if each is not None], where)
        return Row(one.of, member, min(one.fewest, other.fewest), max(one.most, other.most))
    if (
        isinstance(one, Record)
        and isinstance(other, Record)
        and one.cls is other.cls
        and one.names == other.names
        and len(one.members) == len(other.members)
    ):
        names = one.names or range(len(one.members))
        members = (join(a, b, f"{where}, `{name}`") for a, b, name in zip(one.members, other.members, names, strict=True))
        return Record(one.cls, one.names, tuple(members))
    raise UnlaidError(f"{where}: {in_words(one)} in one position, {in_words(other)} in another")


def _as_row(one: Shape, other: Shape) -> Shape:
    """A character as a text, where the other is one; a tuple of a known length as a row, where the other is of another length."""
    if isinstance(one, Number) and one.kind == kinds.CHAR and isinstance(other, Row) and other.of is str:
        return Row(str, one, 1, 1)
    if isinstance(one, Record) and one.cls is None:
        other_length = len(other.members) if isinstance(other, Record) and other.cls is None else -1
        if (isinstance(other, Row) and other.of is tuple) or other_length not in (-1, len(one.members)):
            member = _joined_or_none(one.members, "")
            return one if member is None else Row(tuple, member, len(one.members), len(one.members))
    return one


def in_words(one: Shape) -> str:
    """What people call such values."""
    if isinstance(one, Absent):
        return "None"
    if isinstance(one, Number):
        return kinds.in_words(one.kind)
    if isinstance(one, Maybe):
        return f"{in_words(one.some)} or None"
    if isinstance(one, Row):
        return f"a {one.of.__name__}"
    assert isinstance(one, Record)
    return f"a {one.cls.__name__}" if one.cls else f"a tuple of {len(one.members)}"


def widened(one: Shape, path: Path) -> Shape:
    """The shape with more room for the part at the path: numbers a byte wider, rows twice as long, None where there was none."""
    if isinstance(one, Maybe):
        return Maybe(widened(one.some, path[1:])) if path else one
    if not path:
        if isinstance(one, Number) and isinstance(one.kind, (kinds.Int, kinds.Char)) and max(-one.low, one.high) < 1 << 61:
            most = max(-one.low, one.high, 1) << 8
            return replace(one, low=-min(most, 1 << 61), high=min(most, 1 << 61))
        if isinstance(one, Row):
            return replace(one, fewest=0, most=2 * max(one.most, 2))
        return one if isinstance(one, Absent) else Maybe(one)
    if isinstance(one, Record):
        return replace(
            one, members=tuple(widened(member, path[1:]) if place == path[0] else member for place, member in enumerate(one.members))
        )
    if isinstance(one, Row) and one.member is not None:
        return replace(one, member=widened(one.member, path[1:]))
    return one


# Layouts


class Layout:
    """Where the parts of a value lie."""

    size: int
    align: int

    @property
    def kind(self) -> Kind:
        """The kind of a value that is read from there."""
        raise NotImplementedError


@dataclass(frozen=True)
class Nothing(Layout):
    """None takes no room."""

    size = 0
    align = 1
    kind = kinds.NOTHING


@dataclass(frozen=True)
class Cell(Layout):
    """A number."""

    of: Kind
    size: int

    @property
    def align(self) -> int:  # type: ignore[override]
        """Numbers lie at multiples of their size."""
        return self.size

    @property
    def kind(self) -> Kind:
        """In registers whole numbers have 64 bits."""
        return self.of


@dataclass(frozen=True)
class Choice(Layout):
    """None or a value: a byte that is 1 if there is a value, and the value."""

    some: Layout

    @property
    def offset(self) -> int:
        """Where the value lies."""
        return _up(1, self.some.align)

    @property
    def align(self) -> int:  # type: ignore[override]
        """That of the value."""
        return self.some.align

    @property
    def size(self) -> int:  # type: ignore[override]
        """Both."""
        return _up(self.offset + self.some.size, self.align)

    @property
    def kind(self) -> Kind:
        """None or the other."""
        return kinds.Optional(self.some.kind)


@dataclass(frozen=True)
class Fields(Layout):
    """The members of a tuple, or what an object holds."""

    cls: type | None
    names: tuple[str, ...]
    members: tuple[Layout, ...]

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Where each member lies: the widest first, so that nothing is lost between them."""
        found, offset = [0] * len(self.members), 0
        for place in sorted(range(len(self.members)), key=lambda place: -self.members[place].align):
            offset = _up(offset, self.members[place].align)
            found[place] = offset
            offset += self.members[place].size
        return tuple(found)

    @cached_property
    def align(self) -> int:  # type: ignore[override]
        """That of the widest member."""
        return max((member.align for member in self.members), default=1)

    @cached_property
    def size(self) -> int:  # type: ignore[override]
        """All members."""
        return _up(max((offset + member.size for offset, member in zip(self.offsets, self.members, strict=True)), default=0), self.align)

    @property
    def changes(self) -> bool:
        """Whether what was read is an object whose attributes may change."""
        return self.cls is not None and not is_frozen_record(self.cls)

    @cached_property
    def kind(self) -> Kind:
        """A tuple, or an object."""
        members = tuple(member.kind for member in self.members)
        if self.changes:
            assert self.cls is not None
            return kinds.Instance(self.cls, self.names, tuple(map(_wide, members)))
        return kinds.Tuple(members, self.cls)


@dataclass(frozen=True)
class Cells(Layout):
    """The members of a row, one after the other, and before them how many they are, if that changes."""

    of: type
    member: Layout
    most: int
    is_fixed: bool

    @property
    def counted(self) -> int:
        """Bytes of their number."""
        return 0 if self.is_fixed else 1 if self.most < 256 else 2

    @property
    def offset(self) -> int:
        """Where the first member lies."""
        return _up(self.counted, self.member.align)

    @property
    def align(self) -> int:  # type: ignore[override]
        """Of the number or the members."""
        return max(self.counted, self.member.align, 1)

    @property
    def size(self) -> int:  # type: ignore[override]
        """All of it."""
        return _up(self.offset + self.most * self.member.size, self.align)

    @cached_property
    def kind(self) -> Kind:
        """A row of the type that it was."""
        member = self.member.kind if self.most else kinds.NEVER
        if self.of is tuple:
            return kinds.Sequence(member)
        if self.of is str:
            return kinds.TEXT
        if self.of in (set, frozenset):
            return kinds.Set(_wide(member), self.of is frozenset)
        if issubclass(self.of, dict):
            pair = _wide(member)
            key, value = pair.members if isinstance(pair, kinds.Tuple) else (kinds.NEVER, kinds.NEVER)
            return kinds.Dict(key, value, frozenset(), self.of)
        return kinds.List(_wide(member), is_deque=self.of is collections.deque)


def _wide(kind: Kind) -> Kind:
    """The kind with which lists and objects hold such values."""
    if isinstance(kind, kinds.Int):
        return kinds.INT
    if isinstance(kind, kinds.Tuple):
        return kinds.Tuple(tuple(map(_wide, kind.members)), kind.cls)
    return kinds.Optional(_wide(kind.some)) if isinstance(kind, kinds.Optional) else kind


@dataclass(frozen=True)
class Word(Layout):
    """A set of members that have numbers below 64: the word of these (see sets.py)."""

    of: type
    member: Layout

    size = 8
    align = 8

    @cached_property
    def kind(self) -> Kind:
        """A set."""
        return kinds.Set(_wide(self.member.kind), self.of is frozenset)

    @property
    def part(self) -> Path:
        """The part of a member that is wider where a member has no number."""
        return ("member", 0) if isinstance(self.member, Fields) else ("member",)


def _up(offset: int, align: int) -> int:
    return -(-offset // align) * align


def laid_out(one: Shape) -> Layout:
    """The layout for values of a shape. Raises UnlaidError where they take more than MOST_BYTES."""
    made = _laid_out(one)
    if made.size > MOST_BYTES:
        raise UnlaidError(f"a state takes {made.size:,} bytes, more than {MOST_BYTES:,}")
    return made


def _laid_out(one: Shape) -> Layout:
    if isinstance(one, Absent):
        return Nothing()
    if isinstance(one, Number):
        return _cell(one)
    if isinstance(one, Maybe):
        return Choice(_laid_out(one.some))
    if isinstance(one, Record):
        return Fields(one.cls, one.names, tuple(map(_laid_out, one.members)))
    assert isinstance(one, Row)
    if one.of in (set, frozenset) and one.member is not None and _has_numbers(one.member):
        return Word(one.of, _laid_out(one.member))
    is_fixed = one.fewest == one.most
    most = one.most if is_fixed else one.most + max(4, one.most)
    return Cells(one.of, Nothing() if one.member is None else _laid_out(one.member), 0 if one.member is None else most, is_fixed)


def _has_numbers(member: Shape) -> bool:
    """Whether all such members of a set have numbers below 64."""
    bits = kinds.bits_of_number(_wide(_laid_out(member).kind))
    parts = member.members if isinstance(member, Record) else (member,)
    whole = [part for part in parts if isinstance(part, Number) and isinstance(part.kind, kinds.Int)]
    return bits > 0 and all(part.low >= 0 and part.high < 1 << bits for part in whole)


def _cell(one: Number) -> Cell:
    if one.kind == kinds.CHAR:
        return Cell(one.kind, 1 if one.high < 256 else 4)
    if isinstance(one.kind, kinds.Int):
        most = max(abs(one.low), abs(one.high)) * MARGIN
        size = next((size for size in (1, 2, 4) if most < 1 << (8 * size - 1)), 8)
        return Cell(kinds.Int(8 * size), size)
    return Cell(one.kind, 1 if isinstance(one.kind, (kinds.Bool, kinds.Member)) else 8)


# Values as bytes


def pack(layout: Layout, value: Any, into: bytearray, at: int = 0, path: Path = ()) -> None:
    """Write a value. Raises OutgrownError where it does not fit."""
    if isinstance(layout, Nothing):
        _must(value is None, path)
    elif isinstance(layout, Choice):
        into[at] = value is not None
        if value is not None:
            pack(layout.some, value, into, at + layout.offset, (*path, "some"))
    elif isinstance(layout, Fields):
        _pack_fields(layout, value, into, at, path)
    elif isinstance(layout, Word):
        _must(value is not None, path)
        into[at : at + 8] = _word(layout, value, path).to_bytes(8, "little")
    elif isinstance(layout, Cells):
        _must(value is not None and len(value) <= layout.most and (len(value) == layout.most or not layout.is_fixed), path)
        if not layout.is_fixed:
            into[at : at + layout.counted] = len(value).to_bytes(layout.counted, "little")
        for place, one in enumerate(value.items() if issubclass(layout.of, dict) else value):
            pack(layout.member, one, into, at + layout.offset + place * layout.member.size, (*path, "member"))
    else:
        assert isinstance(layout, Cell)
        _pack_number(layout, value, into, at, path)


def _word(layout: Word, value: Any, path: Path) -> int:
    word = 0
    for one in value:
        number = number_of(layout.kind.member, one)  # type: ignore[attr-defined]
        if number is None:
            raise OutgrownError((*path, *layout.part))
        word |= 1 << number
    return word


def _pack_fields(layout: Fields, value: Any, into: bytearray, at: int, path: Path) -> None:
    if layout.cls is None or issubclass(layout.cls, tuple):
        _must(isinstance(value, tuple) and len(value) == len(layout.members), path)
        members = list(value)
    else:
        _must(type(value) is layout.cls, path)
        held = held_in(value) if layout.cls in (list, dict) else {name: getattr(value, name) for name in attribute_names(value)}
        _must(len(held) == len(layout.names) and all(name in held for name in layout.names), path)
        members = [held[name] for name in layout.names]
    for place, (offset, member, one) in enumerate(zip(layout.offsets, layout.members, members, strict=True)):
        pack(member, one, into, at + offset, (*path, place))


def held_in(value: Any) -> dict[str, Any]:
    """What a dict holds by its keys, and a list by the numbers of its members."""
    return value if isinstance(value, dict) else dict(zip(map(str, range(len(value))), value, strict=True))


def _pack_number(layout: Cell, value: Any, into: bytearray, at: int, path: Path) -> None:
    kind = layout.of
    bits = 8 * layout.size
    if isinstance(kind, kinds.Float):
        _must(isinstance(value, (int, float)), path)
        struct.pack_into("<d", into, at, float(value))
        return
    if isinstance(kind, kinds.Member):
        _must(isinstance(value, kind.of), path)
        word = kind.members.index(value)
    elif isinstance(kind, kinds.Char):
        _must(isinstance(value, str) and len(value) == 1, path)
        word = ord(value)
    else:
        _must(isinstance(value, (int, Bits)), path)
        word = int(value)
    low, high = (-1 << bits - 1, 1 << bits - 1) if isinstance(kind, kinds.Int) else (0, 1 << bits)
    _must(low <= word < high, path)
    into[at : at + layout.size] = (word & (1 << bits) - 1).to_bytes(layout.size, "little")


def _must(fits: bool, path: Path) -> None:
    if not fits:
        raise OutgrownError(path)


def unpack(layout: Layout, data: bytes, at: int = 0) -> Any:
    """The value that was written: what `pack` was given, for values that never change."""
    if isinstance(layout, Nothing):
        return None
    if isinstance(layout, Choice):
        return unpack(layout.some, data, at + layout.offset) if data[at] else None
    if isinstance(layout, Fields):
        members = [unpack(member, data, at + offset) for offset, member in zip(layout.offsets, layout.members, strict=True)]
        if layout.cls is None:
            return tuple(members)
        if layout.cls is dict:
            return dict(zip(layout.names, members, strict=True))
        if layout.cls is list:
            return members
        return layout.cls(*members)
    if isinstance(layout, Cells):
        count = layout.most if layout.is_fixed else int.from_bytes(data[at : at + layout.counted], "little")
        row = [unpack(layout.member, data, at + layout.offset + place * layout.member.size) for place in range(count)]
        return "".join(row) if layout.of is str else layout.of(row)
    if isinstance(layout, Word):
        numbers = Bits(int.from_bytes(data[at : at + 8], "little"))
        return layout.of(of_number(layout.kind.member, number) for number in numbers)  # type: ignore[attr-defined]
    assert isinstance(layout, Cell)
    if isinstance(layout.of, kinds.Float):
        return struct.unpack_from("<d", data, at)[0]
    word = int.from_bytes(data[at : at + layout.size], "little", signed=isinstance(layout.of, kinds.Int))
    if isinstance(layout.of, kinds.Member):
        return layout.of.members[word]
    if isinstance(layout.of, kinds.Char):
        return chr(word)
    if isinstance(layout.of, kinds.BitSet):
        return Bits(word)
    return bool(word) if isinstance(layout.of, kinds.Bool) else word
