"""Tuples in memory, lists, sets and dicts: how they are made, read and changed.

A list is the address of its head: how many members it has, for how many there is room, and where they are. A set is a list without
doubles, a dict a list of pairs; what is looked up in them is compared one by one, which in games is a few places.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from llvmlite import ir

from zermelo.native.plain import kinds, texts
from zermelo.native.plain.emitter import LIST_HEAD
from zermelo.native.plain.kinds import (
    ADDRESS,
    BOOL,
    CHAR,
    INT,
    NEVER,
    BitSet,
    Char,
    Dict,
    Instance,
    Int,
    Kind,
    List,
    Never,
    Nothing,
    Optional,
    Sequence,
    Set,
    Static,
    Tuple,
)  # fmt: skip
from zermelo.native.plain.sets import Sets
from zermelo.native.plain.values import (
    NEVER_VALUE,
    UNKNOWN,
    Default,
    Lazy,
    RefusedError,
    Value,
    as_made_of,
    constant,
    numbers_of,
    static,
)  # fmt: skip

FIRST: Final = 256
"""Bytes for members that a container has at first, at most."""
_BEYOND: Final = (1 << 63) - 1
"""Behind the end of every row."""
ROOM: Final = 16
"""Members for which a list that grows has room at first."""


class Growing:
    """A list, set or dict that is being made at a place in the rules, whose members' kinds are those met so far."""

    def __init__(self, emitter: Containers, site: Any, kind: Callable[[Kind], Kind], address: Any) -> None:
        self.emitter, self.site, self.kind, self.address = emitter, site, kind, address

    def read(self) -> Value:
        """As a value."""
        return Value(self.kind(self.emitter.program.sites[self.site]), [self.address])


class Containers(Sets):
    """Writes what is done with several values at once."""

    # How long, and what

    def length(self, value: Value) -> Value:
        """How many members a value has."""
        value = self.there(value)
        kind = value.kind
        if value.is_known and not isinstance(kind, Static):
            return constant(len(value.const))
        if (found := self.by_own_method("__len__", value)) is not None:
            return found
        if isinstance(kind, Tuple) or (isinstance(kind, Instance) and kind.is_container):
            return constant(len(kind.members))
        if isinstance(kind, Char):
            return constant(1)
        if isinstance(kind, Sequence):
            return Value(INT, [self.parts(value)[1]])
        if kinds.is_numbered(kind):
            return self.size_of_set(value)
        if isinstance(kind, (List, Set, Dict)):
            return Value(INT, [self.load_word(self.parts(value)[0], 0)])
        if isinstance(kind, Static):
            return self.length_of_static(value)
        if isinstance(kind, kinds.BitSet):
            return self.method_call(value, "count", [], {})
        raise RefusedError(f"{kinds.in_words(kind)} has no length")

    def length_of_static(self, value: Value) -> Value:
        """How many members something static has."""
        raise NotImplementedError

    def members_at(self, value: Value) -> tuple[Any, Kind]:
        """Where the members of a row stand in memory, and what they are."""
        kind = value.kind
        if isinstance(kind, Set) and value.is_known:  # whose members stand in no memory as yet: in the order in which Python has them
            value = self.row(value, kind.member)
            kind = value.kind
        if isinstance(kind, Sequence):
            return self.parts(value)[0], kind.member
        if isinstance(kind, Dict):
            return self.load_word(self.parts(value)[0], 16, ADDRESS), kind.entry
        assert isinstance(kind, (List, Set))
        return self.load_word(self.parts(value)[0], 16, ADDRESS), kind.member

    def row(self, value: Value, member: Kind) -> Value:
        """The members of a value as a tuple in memory, each of this kind."""
        value = self.there(value)
        kind = value.kind
        if value.is_known:
            return Value(Sequence(member), self.constants.parts(self, value.const, Sequence(member)))
        if isinstance(kind, Sequence) and kind.member == member:
            return value
        if kinds.is_numbered(kind):
            return self.row(self.to_list(value), member)
        if isinstance(kind, Char):
            place = self.take(self.integer(member.size))
            self.store(value, CHAR, place)
            return Value(kinds.TEXT, [place, self.integer(1)])
        if isinstance(kind, Tuple):
            place = self.take(self.integer(max(8, member.size * len(kind.members))))
            for index in range(len(kind.members)):
                self.store(self.member(value, index), member, self.at(place, index * member.size))
            return Value(Sequence(member), [place, self.integer(len(kind.members))])
        count = self.parts(self.length(value))[0]
        place = self.take(self.builder.mul(count, self.integer(member.size)))
        source, old = self.members_at(value)
        if old == member:
            self.copied(place, source, self.builder.mul(count, self.integer(member.size)))
        else:
            self.counted(count, lambda i: self.store(self.load(old, self.place(old, source, i)), member, self.place(member, place, i)))
        return Value(Sequence(member), [place, count])

    def counted(self, count: Any, body: Callable[[Any], None]) -> None:
        """A loop of our own, in which no variable changes: from 0 to `count`."""
        before, head, inside, after = self.builder.block, self.block("count"), self.block("each"), self.block("counted")
        self.builder.branch(head)
        self.builder.position_at_end(head)
        index = self.builder.phi(ir.IntType(64))
        index.add_incoming(self.integer(0), before)
        self.builder.cbranch(self.builder.icmp_signed("<", index, count), inside, after)
        self.builder.position_at_end(inside)
        body(index)
        index.add_incoming(self.builder.add(index, self.integer(1)), self.builder.block)
        self.builder.branch(head)
        self.builder.position_at_end(after)

    # Lists, sets and dicts that grow

    def _new(self, site: Any, kind: Callable[[Kind], Kind]) -> Growing:
        site = (self.program.current, site)
        member = self.program.sites.setdefault(site, NEVER)
        if kinds.is_numbered(kind(member)):
            return Growing(self, site, kind, self.empty_head(self.integer(0)))
        room = 0 if isinstance(member, Never) else min(ROOM, FIRST // max(member.size, 1))  # where the members are known, with the head
        head = self.take(self.integer(LIST_HEAD + room * member.size))
        self.store_word(self.integer(0), head, 0)
        self.store_word(self.integer(room), head, 8)
        self.store_word(self.at(head, LIST_HEAD), head, 16)
        return Growing(self, site, kind, head)

    def new_list(self, site: Any, is_deque: bool = False, most: int | None = None) -> Growing:
        """An empty list or deque, which has so many members at most."""
        here = frozenset({(self.program.current, ("list", site))})
        return self._new(("list", site), lambda member: List(member, here, is_deque=is_deque, most=most))

    def new_set(self, site: Any, *, frozen: bool = False) -> Growing:
        """An empty set."""
        here = frozenset() if frozen else frozenset({(self.program.current, ("set", site))})
        return self._new(("set", site), lambda member: Set(member, frozen, here))

    def new_dict(self, site: Any, cls: type = dict, default: Default | None = None) -> Growing:
        """An empty dict."""

        def kind(entry: Kind) -> Kind:
            key, value = entry.members if isinstance(entry, Tuple) else (NEVER, NEVER)
            return Dict(key, value, frozenset({(self.program.current, ("dict", site))}), cls, default)

        return self._new(("dict", site), kind)

    def widening(self, member: Kind, value: Value, what: str, sites: frozenset[Any] = frozenset()) -> bool:
        """Whether the value fits among members of a kind; if not, the sites where these were made get wider ones."""
        wanted = _stored(value.kind)
        common = kinds.join(member, wanted)
        if common == member and not isinstance(common, Static):
            return True
        if common is None or isinstance(common, Static) or not sites:
            raise RefusedError(f"{what} holds {kinds.in_words(member)}, and {kinds.in_words(value.kind)} is put there")
        self.widen(sites, common)
        return False

    def _receiving(self, made: Growing | Value, *values: Value) -> Value | None:
        """What these are put into, as it is now; None where this is never run, or one of them is never there."""
        if not self.alive or any(isinstance(value.kind, Never) for value in values):
            return None
        return made.read() if isinstance(made, Growing) else made

    def append(self, made: Growing | Value, value: Value) -> None:
        """Put a value at the end of a list."""
        held = self._receiving(made, value)
        if held is None:
            return
        kind = held.kind
        assert isinstance(kind, List)
        if isinstance(value.kind, Static):
            raise RefusedError("a list of functions or other objects that are no values")
        if self.widening(kind.member, value, "the list", kind.sites):
            self.make_room(held, constant(0))
            self._push(self.parts(held)[0], kind.member, value)

    def make_room(self, made: Value, place: Value) -> None:
        """Take the first or the last member off a deque that has as many as it may."""
        most = getattr(made.kind, "most", None)
        if most is not None:
            full = self.compare_values(ast.GtE(), self.length(made), constant(most))
            self.branch(full, lambda: self._take_off(made, place), lambda: None)

    def _take_off(self, made: Value, place: Value) -> None:
        self.method_call(made, "pop", [place], {})

    def _push(self, head: Any, member: Kind, value: Value) -> None:
        stored = self.convert(value, _stored(member))
        count = self.load_word(head, 0)
        full = self.builder.icmp_unsigned(">=", count, self.load_word(head, 8))
        grow, on = self.block("grow"), self.block("room")
        self.builder.cbranch(full, grow, on)
        self.builder.position_at_end(grow)
        free = self.builder.load(self.free)
        self.took(self.builder.call(self.program.grower, [head, self.integer(member.size), free, self.end]))
        self.builder.branch(on)
        self.builder.position_at_end(on)
        self.store(stored, member, self.place(member, self.load_word(head, 16, ADDRESS), count))
        self.store_word(self.builder.add(count, self.integer(1)), head, 0)

    def add(self, made: Growing | Value, value: Value) -> None:
        """Put a value into a set."""
        held = self._receiving(made, value)
        if held is None:
            return
        kind = held.kind
        assert isinstance(kind, Set)
        _must_have_hash(value.kind)
        if self.widening(kind.member, value, "the set", frozenset({made.site}) if isinstance(made, Growing) else kind.sites):
            self._put_into_set(held, kind, value)

    def _put_into_set(self, held: Value, kind: Set, value: Value) -> None:
        def push() -> None:
            self._push(self.parts(held)[0], kind.member, value)

        if not kinds.is_numbered(kind):
            self.branch(self.contains(held, value), lambda: None, push)
            return
        value = self.convert(value, kind.member)
        has, number = self.number_of(value)
        self.branch(
            Value(BOOL, [has]),
            lambda: self.put_word_of(held, self.builder.or_(self.word_of(held), self.bit(number))),
            lambda: self.branch(self.contains(self.others_of(held), value), lambda: None, push),
        )

    def put(self, made: Growing | Value, key: Value, value: Value) -> None:
        """Let a dict have a value for a key."""
        held = self._receiving(made, key, value)
        if held is None:
            return
        kind = held.kind
        assert isinstance(kind, Dict)
        _must_have_hash(key.kind)
        entry = Value(Tuple((_stored(key.kind), _stored(value.kind))), [*self.parts(key), *self.parts(value)])
        now = kind.entry if not isinstance(kind.key, Never) else NEVER
        if not self.widening(now, entry, "the dict", kind.sites):
            return
        found = self.find(held, key)
        there = Value(BOOL, [self.builder.icmp_signed(">=", found, self.integer(0))])

        def change() -> None:
            place, member = self.members_at(held)
            self.store(self.convert(entry, member), member, self.place(member, place, found))

        self.branch(there, change, lambda: self._push(self.parts(held)[0], kind.entry, entry))

    def put_all(self, made: Growing | Value, source: Value | None, words: dict[str, Value]) -> None:
        """Let a dict have all that another has, or all of some pairs; and what stands behind these words."""
        if source is not None:
            is_dict = isinstance(source.kind, Dict) or isinstance(source.const, dict) or getattr(source.kind, "cls", None) is dict
            pairs = self.method_call(source, "items", [], {}) if is_dict else source
            self.each(pairs, lambda one: self.put(made, self.item(one, constant(0)), self.item(one, constant(1))), ("put", self._serial()))
        for word, value in words.items():
            self.put(made, constant(word), value)

    # Looking for something

    def find(self, holder: Value, value: Value) -> Any:
        """The number of the first member that is equal (in a dict: of the key), -1 if there is none."""
        base, member = self.members_at(holder)
        count = self.parts(self.length(holder))[0]
        before, head, inside, on, after = self.builder.block, *map(self.block, ("look", "compare", "next", "found"))
        self.builder.branch(head)
        self.builder.position_at_end(head)
        index = self.builder.phi(ir.IntType(64))
        index.add_incoming(self.integer(0), before)
        self.builder.cbranch(self.builder.icmp_signed("<", index, count), inside, after)
        self.builder.position_at_end(inside)
        one = self.load(member, self.place(member, base, index))
        same = self.truth(self.same(self.member(one, 0) if isinstance(holder.kind, Dict) else one, value))
        compared = self.builder.block
        self.builder.cbranch(self.parts(same)[0], after, on)
        self.builder.position_at_end(on)
        index.add_incoming(self.builder.add(index, self.integer(1)), on)
        self.builder.branch(head)
        self.builder.position_at_end(after)
        found = self.builder.phi(ir.IntType(64))
        found.add_incoming(self.integer(-1), head)
        found.add_incoming(index, compared)
        return found

    def contains(self, holder: Value, value: Value) -> Value:
        """`value in holder`."""
        holder = self.there(holder)
        if isinstance(holder.kind, Instance) and holder.kind.is_container:
            holder = self.gone_through(holder)
        kind = holder.kind
        if isinstance(kind, Never) or isinstance(value.kind, Never):
            return NEVER_VALUE
        if (own := self.by_own_method("__contains__", holder, value)) is not None:
            return self.truth(own)
        holder = self.iterated(holder)
        kind = holder.kind
        if isinstance(kind, Tuple):
            found = constant(False)
            for index in range(len(kind.members)):
                found = self.choice(found, lambda: constant(True), lambda i=index: self.truth(self.same(self.member(holder, i), value)))
            return found
        if isinstance(kind, Char):
            return self.same(holder, value)
        if isinstance(kind, Sequence) and kind.is_text:
            if isinstance(value.kind, Nothing):
                self.fail("TypeError", "`in` a str wants a str, not None")
                return NEVER_VALUE
            if value.kind == kinds.TEXT:
                return self.call_own(texts.contains, [holder, value])
        if kinds.is_numbered(kind):
            return self._in_numbered(holder, value)
        if isinstance(kind, (Sequence, List, Set, Dict)):
            inner = kind.key if isinstance(kind, Dict) else kind.member
            if isinstance(inner, Never) or not self.may_equal(inner, value.kind):
                return constant(False)
            return Value(BOOL, [self.builder.icmp_signed(">=", self.find(holder, value), self.integer(0))])
        if isinstance(kind, BitSet) and kinds.is_whole(value.kind):
            number = self.parts(self.whole(value))[0]
            inside = self.builder.icmp_unsigned("<", number, self.integer(64))
            shifted = self.builder.lshr(self.parts(holder)[0], self.builder.and_(number, self.integer(63)))
            return Value(BOOL, [self.builder.and_(inside, self.builder.trunc(shifted, kinds.I1))])
        return self.contains_of_static(holder, value)

    def _in_numbered(self, holder: Value, value: Value) -> Value:
        """`value in holder` of a set of numbered members."""
        member = holder.kind.member  # type: ignore[attr-defined]
        if not self.may_equal(member, value.kind):
            return constant(False)
        if isinstance(value.kind, Optional):
            there, *rest = self.parts(value)
            some = Value(value.kind.some, rest)
            return self.choice(Value(BOOL, [there]), lambda: self.contains(holder, some), lambda: constant(False))
        if isinstance(value.kind, Nothing) or kinds.join(member, _stored(value.kind)) != member:
            return self.contains(self.to_list(holder), value)
        value = self.convert(value, member)
        has, number = self.number_of(value)
        looked_up = self.builder.or_(has, self.parts(self.are_words(holder))[0])
        return self.choice(
            Value(BOOL, [looked_up]),
            lambda: Value(BOOL, [self.builder.and_(has, self.has_number(holder, number))]),
            lambda: self.contains(self.others_of(holder), value),
        )

    def contains_of_static(self, holder: Value, value: Value) -> Value:
        """The same of something static: a range, a generator."""
        raise NotImplementedError

    # Members

    def index_of(self, index: Value, length: Value, what: str) -> Any:
        """A number of a member, from the end if below 0, checked."""
        number = self.parts(self.whole(index))[0]
        count = self.parts(length)[0]
        if index.is_known:
            if index.const < 0:
                number = self.builder.add(count, number)
        else:
            number = self.builder.select(self.builder.icmp_signed("<", number, self.integer(0)), self.builder.add(number, count), number)
        self.check(self.builder.icmp_unsigned("<", number, count), "IndexError", f"there is no such place in {what}")
        return number

    def item(self, holder: Value, index: Value) -> Value:
        """`holder[index]`."""
        if isinstance(holder.kind, Never) or isinstance(index.kind, Never):
            return NEVER_VALUE
        holder, index = self.there(holder), self.there(index)
        kind = holder.kind
        if (own := self.by_own_method("__getitem__", holder, index)) is not None:
            return own
        if isinstance(kind, Static):
            return self.item_of_static(holder, index)
        if isinstance(kind, Instance) and kind.is_container:
            return self.attribute(holder, _name_in(kind, index))
        if holder.is_known and index.is_known and not isinstance(index.kind, Static):
            try:
                return constant(holder.const[index.const])
            except (IndexError, KeyError, TypeError) as error:
                raise RefusedError(f"{type(error).__name__}: {error}") from None
        if isinstance(kind, Dict):
            if not self.fills_in(kind):
                return self.entry_of(holder, index)
            if isinstance(kind.key, Never) or not self.may_equal(kind.key, index.kind):
                return self.filled_in(holder, index)
            found = self.find(holder, index)
            there = Value(BOOL, [self.builder.icmp_signed(">=", found, self.integer(0))])
            return self.choice(there, lambda: self._entry_at(holder, found), lambda: self.filled_in(holder, index))
        if isinstance(kind, Char):
            kind, holder = kinds.TEXT, self.convert(holder, kinds.TEXT)
        if isinstance(kind, Tuple):
            if index.is_known:
                place = index.const + (len(kind.members) if index.const < 0 else 0)
                if not 0 <= place < len(kind.members):
                    raise RefusedError(f"there is no place {index.const} in {kinds.in_words(kind)}")
                return self.member(holder, place)
            member_kind = kinds.joined(kind.members)
            if member_kind is None:
                raise RefusedError("the members of this tuple are of different kinds: which one is meant must be known when it is compiled")
            if not holder.is_known and not kinds.general(member_kind).has_address:
                return self._member_by_number(holder, index, kinds.general(member_kind))
            holder = self.row(
                Value(Tuple(kind.members), holder.parts, UNKNOWN if not holder.is_known else tuple(holder.const)), member_kind
            )
        if not isinstance(holder.kind, (Sequence, List)):
            raise RefusedError(f"{kinds.in_words(holder.kind)} has no members by number")
        base, member = self.members_at(holder)
        number = self.index_of(index, self.length(holder), kinds.in_words(holder.kind))
        return self.load(member, self.place(member, base, number))

    def entry_of(self, holder: Value, key: Value) -> Value:
        """The value that a dict has for a key."""
        found = self.find(holder, key)
        self.check(self.builder.icmp_signed(">=", found, self.integer(0)), "KeyError", "there is no such key")
        return self._entry_at(holder, found)

    def _entry_at(self, holder: Value, number: Any) -> Value:
        base, member = self.members_at(holder)
        return self.member(self.load(member, self.place(member, base, number)), 1)

    def fills_in(self, kind: Dict) -> bool:
        """Whether such a dict gives values for keys that are not there."""
        raise NotImplementedError

    def filled_in(self, holder: Value, key: Value) -> Value:
        """What a dict gives for a key that is not there."""
        raise NotImplementedError

    def _member_by_number(self, holder: Value, index: Value, member: Kind) -> Value:
        """A member of a tuple in registers: they are laid out in the frame for it."""
        assert isinstance(holder.kind, Tuple)
        number = self.index_of(index, constant(len(holder.kind.members)), kinds.in_words(holder.kind))
        return self.load(member, self.place(member, self.laid_out(holder, member), number))

    def laid_out(self, holder: Value, member: Kind) -> Any:
        """The address in the frame of the members of a tuple, each of this kind."""
        assert isinstance(holder.kind, Tuple)
        room = self.frame_room(member.size * len(holder.kind.members))
        for index in range(len(holder.kind.members)):
            self.store(self.member(holder, index), member, self.at(room, index * member.size))
        return room

    def members_one_by_one(self, holder: Value) -> list[Value]:
        """The members of a list, or the values of a dict, that are of different kinds."""
        assert isinstance(holder.kind, Instance)
        return [self.attribute(holder, name) for name in holder.kind.names]

    def gone_through(self, holder: Value) -> Value:
        """What a loop over a list or a dict of values of different kinds goes through: a tuple of its members, or of its keys."""
        assert isinstance(holder.kind, Instance)
        return constant(holder.kind.names) if holder.kind.cls is dict else self.tuple(self.members_one_by_one(holder))

    def mixed_list(self, members: list[Value]) -> Value:
        """A list of these, which may be of different kinds."""
        raise NotImplementedError

    def item_of_static(self, holder: Value, index: Value) -> Value:
        """The same of something static: an Enum, a ragged table."""
        raise NotImplementedError

    def put_item(self, holder: Value, index: Value, value: Value) -> None:
        """`holder[index] = value`."""
        holder = self.there(holder)
        kind = holder.kind
        if isinstance(kind, Never) or isinstance(value.kind, Never) or not self.alive:
            return
        if isinstance(kind, Dict) and not kind.is_constant:
            self.put(holder, index, value)
            return
        if isinstance(kind, Instance) and kind.is_container:
            self.put_attribute(holder, _name_in(kind, index), value)
            return
        if self.by_own_method("__setitem__", holder, index, value) is not None:
            return
        if kinds.is_constant(kind):
            what = self.type_of(holder).__name__
            raise RefusedError(f"a {what} that is a constant never changes; change a copy of it")
        if not isinstance(kind, List) or holder.is_known:
            raise RefusedError(f"{kinds.in_words(kind)} never changes; make a list of it, change that, and make a tuple of the list")
        self.must_be_list(holder)
        if not self.widening(kind.member, value, "the list", kind.sites):
            return
        base, member = self.members_at(holder)
        number = self.index_of(index, self.length(holder), kinds.in_words(kind))
        self.store(self.convert(value, _stored(member)), member, self.place(member, base, number))

    def sliced(self, holder: Value, low: Value, high: Value, step: Value) -> Value:
        """`holder[low:high:step]`."""
        if isinstance(holder.kind, Never):
            return NEVER_VALUE
        holder, low, high, step = self.there(holder), self._or_end(low, 0), self._or_end(high, _BEYOND), self.there(step)
        ends = (low, high, step)
        kind = holder.kind
        if isinstance(kind, Instance) and kind.cls is list and all(end.is_known for end in ends):
            return self.mixed_list(self.members_one_by_one(holder)[slice(*(end.const for end in ends))])
        if holder.is_known and not isinstance(holder.const, Lazy) and all(end.is_known for end in ends):
            return constant(holder.const[slice(*(end.const for end in ends))])
        if isinstance(kind, Tuple) and all(end.is_known for end in ends):
            return self.tuple([self.member(holder, place) for place in range(len(kind.members))[slice(*(end.const for end in ends))]])
        backwards = step.is_known and step.const == -1 and isinstance(low.kind, Nothing) and isinstance(high.kind, Nothing)
        if not backwards and not (step.is_known and step.const in (None, 1)):
            return self._sliced_by_steps(holder, low, high, step)
        if isinstance(kind, Tuple) and kinds.joined(kind.members) is not None:
            holder = self.row(holder, kinds.row_member(kind))
        elif isinstance(kind, Char):
            holder = self.convert(holder, kinds.TEXT)
        elif isinstance(kind, (Tuple, Static)):
            holder = self.to_row(holder)
        kind = holder.kind
        if not isinstance(kind, (Sequence, List)):
            raise RefusedError(f"{kinds.in_words(kind)} has no slices")
        count = self.parts(self.length(holder))[0]
        base, member = self.members_at(holder)
        zero = self.integer(0)
        if backwards:
            first, size = zero, count
        else:
            first = zero if isinstance(low.kind, Nothing) else self._end(low, count)
            last = count if isinstance(high.kind, Nothing) else self._end(high, count)
            size = self.builder.sub(last, first)
            size = self.builder.select(self.builder.icmp_signed("<", size, zero), zero, size)
        start = self.place(member, base, first)
        if isinstance(kind, Sequence) and not backwards:
            return Value(kind, [start, size])
        if isinstance(kind, List):
            made = self.new_list(("slice", self.path, self._serial()))
            if not self.widening(self.program.sites[made.site], Value(member, ()), "the list", frozenset({made.site})):
                return made.read()
            wide = self.program.sites[made.site]
            target = self._room(made.address, size, wide)
            result = made.read()
            if wide != member:
                step_back = self.builder.sub(size, self.integer(1))
                self.counted(size, lambda i: self.store(
                    self.load(member, self.place(member, start, self.builder.sub(step_back, i) if backwards else i)),
                    wide, self.place(wide, target, i)))  # fmt: skip
                return result
        else:
            target = self.take(self.builder.mul(size, self.integer(member.size)))
            result = Value(kind if isinstance(kind, Sequence) else Sequence(member), [target, size])
        if backwards:
            last_place = self.builder.sub(size, self.integer(1))

            def mirrored(index: Any) -> None:
                source = self.place(member, start, self.builder.sub(last_place, index))
                self.copied(self.place(member, target, index), source, self.integer(member.size))

            self.counted(size, mirrored)
        else:
            self.copied(target, start, self.builder.mul(size, self.integer(member.size)))
        return result

    def _or_end(self, bound: Value, end: int) -> Value:
        """A bound of a slice, with the end of the row for one that may be None."""
        if not isinstance(bound.kind, Optional) or not isinstance(bound.kind.some, Int):
            return bound
        there, number = self.parts(bound)
        return Value(INT, [self.builder.select(there, number, self.integer(end))])

    def _sliced_by_steps(self, holder: Value, low: Value, high: Value, step: Value) -> Value:
        """`holder[low:high:2]`: its members at these places, one after the other."""
        holder = self.convert(holder, kinds.TEXT) if isinstance(holder.kind, Char) else holder
        ends = self.call_own(slice_ends, [self.length(holder), low, high, step])
        places = self.call(static(range), [self.member(ends, 0), self.member(ends, 1), step], {})
        made = self.new_list(("steps", self._serial()))
        self.each(places, lambda place: self.append(made, self.item(holder, place)), ("steps", self._serial()))
        if isinstance(holder.kind, List) or kinds.is_constant_list(holder.kind):
            return made.read()
        row = self.to_row(made.read())
        return Value(kinds.TEXT, row.parts) if kinds.is_text(holder.kind) else row

    def frozen_copy(self, value: Value, kind: Set) -> Value:
        """A frozenset as one of wider members."""
        if kinds.is_numbered(kind):
            made = Value(kind, [self.empty_head(self.integer(0))])
            self.each(value, lambda one: self._put_into_set(made, kind, one), ("frozen", self._serial()))
            return made
        if kinds.is_numbered(value.kind):
            value = self.to_list(value)
        head = self.take(self.integer(LIST_HEAD))
        old = value.kind
        assert isinstance(old, (Set, List))
        if isinstance(old.member, Never):
            self._room(head, self.integer(0), kind.member)
            return Value(kind, [head])
        count = self.parts(self.length(value))[0]
        target = self._room(head, count, kind.member)
        source, member = self.members_at(value)
        self.counted(
            count, lambda i: self.store(self.load(member, self.place(member, source, i)), kind.member, self.place(kind.member, target, i))
        )
        return Value(kind, [head])

    def _room(self, head: Any, size: Any, member: Kind) -> Any:
        target = self.take(self.builder.mul(size, self.integer(member.size)))
        self.store_word(size, head, 0)
        self.store_word(size, head, 8)
        self.store_word(target, head, 16)
        return target

    def _end(self, end: Value, count: Any) -> Any:
        """An end of a slice, within the row."""
        number = self.parts(self.whole(end))[0]
        zero = self.integer(0)
        number = self.builder.select(self.builder.icmp_signed("<", number, zero), self.builder.add(number, count), number)
        number = self.builder.select(self.builder.icmp_signed("<", number, zero), zero, number)
        return self.builder.select(self.builder.icmp_signed(">", number, count), count, number)

    # Making one of another

    def iterated(self, value: Value) -> Value:
        """What is gone through for an object: what its `__iter__` gives, where it has one of its own; of a table its numbers."""
        found = self.by_own_method("__iter__", value) if not isinstance(value.kind, Never) else None
        return numbers_of(value if found is None else found)

    def to_row(self, value: Value) -> Value:
        """`tuple(value)`."""
        value = self.iterated(self.there(value))
        kind = value.kind
        if isinstance(kind, Tuple):
            return value if kind.cls is None else self.tuple([self.member(value, i) for i in range(len(kind.members))])
        if isinstance(kind, Instance) and kind.is_container:
            return self.gone_through(value)
        if isinstance(kind, Sequence) and not kind.is_text:
            if value.is_known:
                return constant(tuple(value.const))
            return Value(replace(kind, is_list=False, or_tuple=False), value.parts)
        if isinstance(kind, (List, Set)) and not value.is_known:
            if isinstance(kind.member, Never):
                return (
                    constant(()) if kind.sites and not self.again else Value(Sequence(NEVER), [ir.Constant(ADDRESS, None), self.integer(0)])
                )
            return self.row(value, kind.member)
        return self.to_row(self.to_list(value))

    def to_list(self, value: Value) -> Value:
        """`list(value)`."""
        value = self.iterated(self.there(value))
        if self.is_endless(value):
            raise RefusedError(f"{value.const.said} never ends: it cannot be made a list")
        if isinstance(value.kind, Instance) and value.kind.cls is list:
            return self.mixed_list(self.members_one_by_one(value))
        made = self.new_list(("list of", self.path, self._serial()))
        kind = value.kind
        if isinstance(kind, (Sequence, List)) and not (value.is_known and not value.const):
            wanted = _stored(kind.member)
            if not self.widening(self.program.sites[made.site], Value(wanted, ()), "the list", frozenset({made.site})):
                return made.read()
            if self.program.sites[made.site] == wanted:
                count = self.parts(self.length(value))[0]
                target = self._room(made.address, count, wanted)
                source, old = self.members_at(value)
                if old == wanted:
                    self.copied(target, source, self.builder.mul(count, self.integer(wanted.size)))
                else:
                    self.counted(
                        count, lambda i: self.store(self.load(old, self.place(old, source, i)), wanted, self.place(wanted, target, i))
                    )
                return made.read()
        self.each(value, lambda one: self.append(made, one), self.node)
        return made.read()

    def own(self, value: Value) -> Value:
        """The value; of what is a part of a constant list, a list that may be changed."""
        return as_made_of(self.to_list(value), value) if kinds.is_constant_list(value.kind) else value

    def _serial(self) -> tuple[int, int, int]:
        """What tells two lists apart that are made by one statement: a later writing of what stands before it changes nothing."""
        place = (getattr(self.node, "lineno", 0), getattr(self.node, "col_offset", 0))
        self.serials[place] += 1
        return (*place, self.serials[place])

    # What the classes that derive from this one give

    def must_be_list(self, value: Value) -> None:
        """Refuse to change what is a tuple on one way and a list on the other."""
        raise NotImplementedError

    def is_endless(self, value: Value) -> bool:
        """Whether going through something never ends."""
        raise NotImplementedError

    def each(self, value: Value, body: Callable[[Value], None], node: Any) -> None:
        """Loop over something."""
        raise NotImplementedError

    def store_to(self, target: ast.expr, value: Value) -> None:
        """Let a name, a member, an attribute, or several of them have the value."""
        raise NotImplementedError

    def body(self, statements: list[ast.stmt]) -> None:
        """These statements."""
        raise NotImplementedError

    def binary(self, op: ast.operator, left: Value, right: Value) -> Value:
        """`x + y` and its like."""
        raise NotImplementedError

    def compare_values(self, op: ast.cmpop, left: Value, right: Value) -> Value:
        """`x < y` and its like."""
        raise NotImplementedError

    def call(self, function: Value, args: list[Value], words: dict[str, Value]) -> Value:
        """Call a function."""
        raise NotImplementedError

    def call_own(self, function: Any, args: list[Value], words: dict[str, Value] | None = None) -> Value:
        """Call a function of this package that is compiled like a rule."""
        raise NotImplementedError

    def method_call(self, receiver: Value, name: str, args: list[Value], words: dict[str, Value]) -> Value:
        """Call a method of a value by its name."""
        raise NotImplementedError

    def same(self, one: Value, other: Value) -> Value:
        """`one == other`."""
        raise NotImplementedError

    def may_equal(self, one: Kind, other: Kind) -> bool:
        """Whether values of two kinds can be equal."""
        raise NotImplementedError

    def attribute(self, holder: Value, name: str) -> Value:
        """An attribute of a value."""
        raise NotImplementedError

    def type_of(self, value: Value) -> type:
        """What Python says the type of a value is."""
        raise NotImplementedError

    def put_attribute(self, holder: Value, name: str, value: Value) -> None:
        """Let an attribute have a value."""
        raise NotImplementedError

    def choice(self, test: Value, then: Any, otherwise: Any) -> Value:
        """One value or the other."""
        raise NotImplementedError


def _name_in(kind: Instance, index: Value) -> str:
    """The name under which a list or a dict of values of different kinds holds what is at an index."""
    told = f"the values of this {kind.cls.__name__} are of different kinds; which one is meant must be known when it is compiled"
    if not index.is_known:
        raise RefusedError(told)
    place = index.const
    if kind.cls is list and type(place) is int:
        place = str(place + (len(kind.names) if place < 0 else 0))
    if place not in kind.names:
        raise RefusedError(f"{told}; there is no {index.const!r} in it")
    return str(place)


def _must_have_hash(kind: Kind) -> None:
    """Refuse a member of a set, or a key, that Python refuses, too."""
    cls = getattr(kind, "cls", None)
    changes = isinstance(kind, (List, Dict)) or kinds.is_constant_list(kind) or (isinstance(kind, Set) and not kind.frozen)
    if changes or (cls is not None and cls.__hash__ is None):
        raise RefusedError(f"TypeError: {kinds.in_words(kind)} has no hash: it can be no member of a set and no key of a dict")
    if isinstance(kind, Tuple):
        for member in kind.members:
            _must_have_hash(member)


def _stored(kind: Kind) -> Kind:
    """The kind with which a list holds such values: numbers have 64 bits there."""
    if isinstance(kind, kinds.Int):
        return INT
    if isinstance(kind, Tuple):
        return Tuple(tuple(map(_stored, kind.members)), kind.cls)
    if isinstance(kind, Optional):
        return Optional(_stored(kind.some))
    return kind


def slice_ends(size: int, low: Any, high: Any, step: int) -> tuple[int, int]:
    """The first place of `x[low:high:step]`, and the one behind the last."""
    if step == 0:
        raise ValueError("slice step cannot be zero")
    least, most = (0, size) if step > 0 else (-1, size - 1)
    first = (least if step > 0 else most) if low is None else min(low, most) if low >= 0 else max(least, low + size)
    last = (most if step > 0 else least) if high is None else min(high, most) if high >= 0 else max(least, high + size)
    return first, last
