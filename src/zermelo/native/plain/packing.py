"""States and actions between the memory of a search and the values of rules: how they are read, written and told from one another.

The functions at the top are what entries call (see entries.py); here is what each of them comes to as machine code.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from llvmlite import ir

from zermelo import words
from zermelo.native.plain import kinds
from zermelo.native.plain.builtin_functions import BUILTINS
from zermelo.native.plain.emitter import LIST_HEAD
from zermelo.native.plain.kinds import (
    ADDRESS,
    DOUBLE,
    I1,
    I64,
    INT,
    Dict,
    Instance,
    Kind,
    List,
    Optional,
    Sequence,
    Set,
    Tuple,
)
from zermelo.native.plain.layout import Cell, Cells, Choice, Fields, Layout, Nothing, Path, Word
from zermelo.native.plain.numbering import Numbering
from zermelo.native.plain.values import NONE, RefusedError, Value, constant

OUTGROWN: Final = "Outgrown"
"""The error with which a value ends a function that does not fit into its layout."""


@dataclass(frozen=True)
class Address(Kind):
    """Where something lies in the memory of a search."""

    parts = (ADDRESS,)


PLACE: Final = Address()


def read(layout: Layout, place: Any) -> Any:
    """The value that lies there."""
    raise NotImplementedError


def write(layout: Layout, place: Any, value: Any) -> None:
    """Let a value lie there."""
    raise NotImplementedError


def write_action(layout: Layout, place: Any, action: Any) -> None:
    """The same of an action."""
    raise NotImplementedError


def put_word(place: Any, index: int, word: int) -> None:
    """Let the whole number be the one at this index of a row."""
    raise NotImplementedError


def put_float(place: Any, index: int, number: float) -> None:
    """The same of a number with a point."""
    raise NotImplementedError


def part(place: Any, offset: int) -> Any:
    """The place that many bytes further on."""
    raise NotImplementedError


def word_at(place: Any) -> int:
    """The whole number that lies there."""
    raise NotImplementedError


def room() -> Any:
    """A place for eight bytes, which are 0."""
    raise NotImplementedError


BUILTINS.update(
    {
        read: "read",
        write: "write",
        write_action: "write_action",
        put_word: "put_word",
        put_float: "put_float",
        part: "part",
        word_at: "word_at",
        room: "room",
    }
)
BUILTINS[words.fingerprint] = "fingerprint"


class Packing(Numbering):
    """Writes how values are read from the memory of a search, and written to it."""

    # Places

    def call_put_word(self, place: Value, index: Value, word: Value) -> Value:
        """Keep a whole number in a row of words."""
        there = self.at(self.parts(place)[0], self.builder.mul(self.parts(self.whole(index))[0], self.integer(8)))
        self.store_word(self.parts(self.whole(word))[0], there, 0)
        return NONE

    def call_put_float(self, place: Value, index: Value, number: Value) -> Value:
        """Keep a float in a row of floats."""
        there = self.at(self.parts(place)[0], self.builder.mul(self.parts(self.whole(index))[0], self.integer(8)))
        self.store_word(self.parts(self.real(number))[0], there, 0)
        return NONE

    def call_part(self, place: Value, offset: Value) -> Value:
        """An address further on."""
        return Value(PLACE, [self.at(self.parts(place)[0], self.parts(self.whole(offset))[0])])

    def call_word_at(self, place: Value) -> Value:
        """A word of memory."""
        return Value(INT, [self.load_word(self.parts(place)[0], 0)])

    def call_room(self) -> Value:
        """Eight bytes of the arena."""
        taken = self.take(self.integer(8))
        self.store_word(self.integer(0), taken, 0)
        return Value(PLACE, [taken])

    # Reading

    def call_read(self, layout: Value, place: Value) -> Value:
        """The value that lies in memory."""
        return self._read(layout.const, self.parts(place)[0], ("state",))

    def _read(self, layout: Layout, place: Any, path: tuple[Any, ...]) -> Value:
        """The value. `path` tells its parts that may change from others: their members' kinds may become wider."""
        if isinstance(layout, Nothing):
            return NONE
        if isinstance(layout, Cell):
            return Value(layout.kind, [self._read_number(layout, place)])
        if isinstance(layout, Choice):
            there = self.builder.trunc(self.load_word(place, 0, kinds.I8), I1)
            inner = self._read(layout.some, self.at(place, layout.offset), (*path, "some"))
            return Value(Optional(inner.kind), [there, *self.parts(inner)])
        if isinstance(layout, Fields):
            members = [
                self._read(member, self.at(place, offset), (*path, number))
                for number, (member, offset) in enumerate(zip(layout.members, layout.offsets, strict=True))
            ]
            whole = Tuple(tuple(member.kind for member in members), None if layout.changes else layout.cls)
            parts = [part for member in members for part in self.parts(member)]
            return self._object_read(layout, Value(whole, parts), path) if layout.changes else Value(whole, parts)
        if isinstance(layout, Word):
            return self._read_word(layout, place, path)
        assert isinstance(layout, Cells)
        return self._read_row(layout, place, path)

    def _read_word(self, layout: Word, place: Any, path: tuple[Any, ...]) -> Value:
        assert isinstance(layout.kind, Set)
        narrow = Value(layout.kind, [self.empty_head(self.load_word(place, 0))])
        sites = frozenset() if layout.kind.frozen else frozenset({(layout, path)})
        wide = Set(self._site_kind((layout, path), layout.kind.member), layout.kind.frozen, sites)
        if wide.member == layout.kind.member:
            return Value(wide, narrow.parts)
        return self._set_of(wide, lambda put: self.each(narrow, put, ("wide", self._count())))

    def _set_of(self, kind: Set, members: Callable[[Callable[[Value], None]], None]) -> Value:
        """A set of members that are all different."""
        if kinds.is_numbered(kind):
            made = Value(kind, [self.empty_head(self.integer(0))])
            members(lambda one: self._put_into_set(made, kind, one))
            return made
        head = self.take(self.integer(LIST_HEAD))
        self._room(head, self.integer(0), kind.member)
        members(lambda one: self._push(head, kind.member, one))
        return Value(kind, [head])

    def _read_number(self, layout: Cell, place: Any) -> Any:
        if layout.size == 8:
            return self.load_word(place, 0, DOUBLE if isinstance(layout.of, kinds.Float) else I64)
        word = self.load_word(place, 0, ir.IntType(8 * layout.size))
        if isinstance(layout.of, kinds.Bool):
            return self.builder.trunc(word, I1)
        return self.builder.sext(word, I64) if isinstance(layout.of, kinds.Int) else self.builder.zext(word, I64)

    def _object_read(self, layout: Fields, fields: Value, path: tuple[Any, ...]) -> Value:
        """An object whose attributes may change, in memory of the rules' own."""
        assert layout.cls is not None
        assert isinstance(fields.kind, Tuple)
        site = (layout, path)
        wide = self._site_kind(site, Tuple(tuple(map(_wide, fields.kind.members))))
        assert isinstance(wide, Tuple)
        made = Instance(layout.cls, layout.names, wide.members, frozenset({site}))
        there = self.take(self.integer(max(8, made.record.size)))
        self.store(fields, made.record, there)
        return Value(made, [there])

    def _site_kind(self, site: Any, seen: Kind) -> Kind:
        """The kind that what is read there has: what was seen, or wider where the rules put more into it."""
        found = kinds.join(self.program.sites.get(site, kinds.NEVER), seen)
        if found is None:
            raise RefusedError("a part of a state holds values of different kinds")
        self.program.sites[site] = found
        return found

    def _read_row(self, layout: Cells, place: Any, path: tuple[Any, ...]) -> Value:
        count = self.integer(layout.most)
        if not layout.is_fixed:
            count = self.builder.zext(self.load_word(place, 0, ir.IntType(8 * layout.counted)), I64)
        first = self.at(place, layout.offset)
        if layout.of is tuple and _lies_alike(layout.member):
            return Value(Sequence(layout.member.kind), [first, count])
        member = layout.kind.entry if isinstance(layout.kind, Dict) else kinds.row_member(layout.kind)
        sites: frozenset[Any] = frozenset()
        if layout.of not in (tuple, str, frozenset):
            sites = frozenset({(layout, path)})
        if layout.most and layout.of in (set, frozenset) and kinds.is_numbered(layout.kind):
            inner = self._read_kind(layout.member, (*path, "member"))
            of_set = Set(self._site_kind((layout, path), _wide(inner)), layout.of is frozenset, sites)
            cell = layout.member
            return self._set_of(of_set, lambda put: self.counted(
                count, lambda i: put(self._read(cell, self.at(first, self.builder.mul(i, self.integer(cell.size))), (*path, "member")))
            ))  # fmt: skip
        if layout.most == 0:
            member = self._site_kind((layout, path), kinds.NEVER) if sites else kinds.NEVER
            base: Any = ir.Constant(ADDRESS, None)
        else:
            inner = self._read_kind(layout.member, (*path, "member"))
            member = self._site_kind((layout, path), _wide(inner)) if sites or layout.of is frozenset else inner
            base = self.take(self.builder.mul(count, self.integer(member.size)))
            self.counted(count, lambda i: self.store(
                self._read(layout.member, self.at(first, self.builder.mul(i, self.integer(layout.member.size))), (*path, "member")),
                member, self.place(member, base, i)))  # fmt: skip
        if layout.of in (tuple, str):
            return Value(Sequence(member, layout.of is str), [base, count])
        head = self.take(self.integer(LIST_HEAD))
        self.store_word(count, head, 0)
        self.store_word(count, head, 8)
        self.store_word(base, head, 16)
        return Value(_container(layout.of, member, sites), [head])

    def _read_kind(self, layout: Layout, path: tuple[Any, ...]) -> Kind:
        """The kind that a value has that is read, found by writing it where it is never run."""
        here, block = self.builder.block, self.block("kind")
        self.builder.position_at_end(block)
        before = self.environment
        kind = self._read(layout, ir.Constant(ADDRESS, None), path).kind
        self.builder.unreachable()
        self.environment = before
        self.builder.position_at_end(here)
        return kind

    # Writing

    def call_write(self, layout: Value, place: Value, value: Value) -> Value:
        """Let a value lie in memory."""
        self._write(layout.const, self.parts(place)[0], value, ())
        return NONE

    def call_write_action(self, layout: Value, place: Value, action: Value) -> Value:
        """The same of an action."""
        self._write(layout.const, self.parts(place)[0], action, ("action",))
        return NONE

    def _outgrown(self, holds: Any, path: Path) -> None:
        self.check(holds, OUTGROWN, repr(path))

    def _write(self, layout: Layout, place: Any, value: Value, path: Path) -> None:
        if not self.alive or isinstance(value.kind, kinds.Never):
            self.environment = None
            return
        if isinstance(layout, Choice):
            self._write_choice(layout, place, value, path)
            return
        if isinstance(value.kind, Optional):
            there, *rest = self.parts(value)
            if isinstance(layout, Nothing):
                self._outgrown(self.builder.not_(there), path)
                return
            self._outgrown(there, path)
            value = Value(value.kind.some, rest)
        if isinstance(value.kind, kinds.Nothing) != isinstance(layout, Nothing):
            self.fail(OUTGROWN, repr(path))
        elif isinstance(layout, Fields):
            self._write_fields(layout, place, value, path)
        elif isinstance(layout, Word):
            self._write_set(layout, place, value, path)
        elif isinstance(layout, Cells):
            self._write_row(layout, place, value, path)
        elif isinstance(layout, Cell):
            self._write_number(layout, place, value, path)

    def _write_choice(self, layout: Choice, place: Any, value: Value, path: Path) -> None:
        def some(inner: Value) -> None:
            self.store_word(ir.Constant(kinds.I8, 1), place, 0)
            self._write(layout.some, self.at(place, layout.offset), inner, (*path, "some"))

        def none() -> None:
            self.cleared(place, self.integer(layout.size))

        if isinstance(value.kind, kinds.Nothing):
            none()
        elif isinstance(value.kind, Optional):
            there, *rest = self.parts(value)
            inner = Value(value.kind.some, rest)
            self.branch(Value(kinds.BOOL, [there]), lambda: some(inner), none)
        else:
            some(value)

    def cleared(self, place: Any, size: Any) -> None:
        """Let these bytes be 0."""
        clearer = self.program.module.declare_intrinsic("llvm.memset", [ADDRESS, I64])
        self.builder.call(clearer, [place, ir.Constant(kinds.I8, 0), size, ir.Constant(I1, 0)])

    def _write_fields(self, layout: Fields, place: Any, value: Value, path: Path) -> None:
        kind = value.kind
        count = len(layout.members)
        if isinstance(kind, Instance) and kind.cls is layout.cls and set(kind.names) == set(layout.names):
            members: list[Callable[[], Value]] = [lambda name=name: self.held(value, name) for name in layout.names]  # type: ignore[misc]
        elif isinstance(kind, Tuple) and kind.cls is layout.cls:
            if len(kind.members) != count:
                self.fail(OUTGROWN, repr(path))
                return
            members = [lambda i=i: self.member(value, i) for i in range(count)]  # type: ignore[misc]
        elif isinstance(kind, Sequence) and layout.cls is None and not kind.is_text:
            self._outgrown(self.builder.icmp_signed("==", self.parts(self.length(value))[0], self.integer(count)), path)
            members = [lambda i=i: self.item(value, constant(i)) for i in range(count)]  # type: ignore[misc]
        else:
            wanted = kinds.in_words(layout.kind)
            raise RefusedError(f"{kinds.in_words(kind)} is given where {wanted} is meant")
        for number, (member, offset, get) in enumerate(zip(layout.members, layout.offsets, members, strict=True)):
            self._write(member, self.at(place, offset), get(), (*path, number))

    def held(self, value: Value, name: str) -> Value:
        """What an object holds under a name; a dict of values of different kinds is such an object."""
        assert isinstance(value.kind, Instance)
        return self.item(value, constant(name)) if value.kind.cls is dict else self.attribute(value, name)

    def _write_number(self, layout: Cell, place: Any, value: Value, path: Path) -> None:
        word, fits = self._number(layout, value, path)
        if fits is not None:
            self._outgrown(fits, path)
        self.store_word(word, place, 0)

    def _number(self, layout: Cell, value: Value, path: Path) -> tuple[Any, Any]:
        """The number as it is stored, and whether it is the same then; None where it is sure to be."""
        of = layout.of
        stored = ir.IntType(8 * layout.size)
        if isinstance(of, kinds.Float):
            return self.parts(self.exactly(value))[0], None
        if isinstance(of, kinds.Char):
            if kinds.is_text(value.kind) and not isinstance(value.kind, kinds.Char):
                self._outgrown(self.builder.icmp_signed("==", self.parts(self.length(value))[0], self.integer(1)), path)
                value = self.item(value, constant(0))
            word = self.parts(self._character(value))[0]
        elif isinstance(of, kinds.Member):
            if value.kind != of:
                raise RefusedError(f"{kinds.in_words(value.kind)} is given where {kinds.in_words(of)} is meant")
            word = self.parts(value)[0]
        elif isinstance(of, kinds.BitSet):
            return self.parts(value if isinstance(value.kind, kinds.BitSet) else self.whole(value))[0], None
        else:
            if isinstance(value.kind, kinds.Bool) or not kinds.is_whole(value.kind):
                value = (
                    self.whole(value)
                    if kinds.is_number(value.kind) and not isinstance(value.kind, kinds.Float)
                    else self._misfit(value, of)
                )
            word = self.parts(self.whole(value))[0]
        if layout.size == 8:
            return word, None
        short = self.builder.trunc(word, stored)
        again = self.builder.sext(short, I64) if isinstance(of, kinds.Int) else self.builder.zext(short, I64)
        fits = self.builder.icmp_signed("==", again, word)
        if isinstance(of, kinds.Bool):
            fits = self.builder.icmp_unsigned("<=", word, self.integer(1))
        return short, fits

    def _misfit(self, value: Value, of: Kind) -> Value:
        raise RefusedError(f"{kinds.in_words(value.kind)} is given where {kinds.in_words(of)} is meant")

    def _write_set(self, layout: Word, place: Any, value: Value, path: Path) -> None:
        assert isinstance(layout.kind, Set)
        kind = value.kind
        if not isinstance(kind, Set):
            raise RefusedError(f"{kinds.in_words(kind)} is given where {kinds.in_words(layout.kind)} is meant")
        if kind.member != layout.kind.member:
            value = self._set_of(layout.kind, lambda put: self.each(value, put, ("written", self._count())))
        self._outgrown(self.parts(self.are_words(value))[0], (*path, *layout.part))
        self.store_word(self.word_of(value), place, 0)

    def _write_row(self, layout: Cells, place: Any, value: Value, path: Path) -> None:
        kind = value.kind
        if kinds.is_numbered(kind):
            self._write_row(layout, place, self.to_list(value), path)
            return
        row_like = isinstance(kind, (Tuple, Sequence, List, Set, Dict)) or kinds.is_text(kind)
        if not row_like or (kinds.is_text(kind) != (layout.of is str)) or (isinstance(kind, Tuple) and kind.cls is not None):
            raise RefusedError(f"{kinds.in_words(kind)} is given where {kinds.in_words(layout.kind)} is meant")
        length = self.length(value)
        count = self.parts(length)[0]
        if not (length.is_known and (length.const == layout.most if layout.is_fixed else length.const <= layout.most)):
            self._outgrown(self.builder.icmp_unsigned("==" if layout.is_fixed else "<=", count, self.integer(layout.most)), path)
        if not layout.is_fixed:
            self.store_word(self.builder.trunc(count, ir.IntType(8 * layout.counted)), place, 0)
        first = self.at(place, layout.offset)
        inside = (*path, "member")
        if isinstance(kind, Tuple):
            for index in range(min(len(kind.members), layout.most)):
                self._write(layout.member, self.at(first, index * layout.member.size), self.member(value, index), inside)
        elif isinstance(kind, kinds.Char):
            self._write(layout.member, first, value, inside)
        elif not isinstance(kinds.row_member(kind) if not isinstance(kind, Dict) else kind.key, kinds.Never) and layout.most:
            self._write_members(layout, first, count, value, inside)
        if not layout.is_fixed and isinstance(layout.of, type):
            rest = self.builder.sub(self.integer(layout.most), count)
            self.cleared(
                self.at(first, self.builder.mul(count, self.integer(layout.member.size))),
                self.builder.mul(rest, self.integer(layout.member.size)),
            )

    def _write_members(self, layout: Cells, first: Any, count: Any, value: Value, path: Path) -> None:
        source, member = self.members_at(value)
        if member == layout.member.kind and _lies_alike(layout.member) and member.size == layout.member.size:
            self.copied(first, source, self.builder.mul(count, self.integer(member.size)))
        elif isinstance(layout.member, Cell) and not isinstance(member, (Optional, Sequence)):
            cell = layout.member
            here = self.builder.block
            self.builder.position_at_end(self.entry)
            wrong = self.builder.alloca(I1)
            self.builder.position_at_end(here)
            self.builder.store(ir.Constant(I1, 0), wrong)

            def one(index: Any) -> None:  # whether all of them fit is asked once, after the loop, which then takes several at a time
                word, fits = self._number(cell, self.load(member, self.place(member, source, index)), path)
                if fits is not None:
                    self.builder.store(self.builder.or_(self.builder.load(wrong), self.builder.not_(fits)), wrong)
                self.store_word(word, self.at(first, self.builder.mul(index, self.integer(cell.size))), 0)

            self.counted(count, one)
            self._outgrown(self.builder.not_(self.builder.load(wrong)), path)
        else:

            def one(index: Any) -> None:
                target = self.at(first, self.builder.mul(index, self.integer(layout.member.size)))
                self._write(layout.member, target, self.load(member, self.place(member, source, index)), path)

            self.counted(count, one)

    # Fingerprints (see zermelo.words)

    def call_fingerprint(self, value: Value) -> Value:
        """The word that tells a value from others."""
        mixed = self._mixing()
        self._flatten(value, mixed, inner=False)
        return Value(INT, [self._stirred(self.builder.load(mixed), words.SPREAD, 29)])

    def _mixing(self) -> Any:
        here = self.builder.block
        self.builder.position_at_end(self.entry)
        mixed = self.builder.alloca(I64)
        self.builder.position_at_end(here)
        self.builder.store(_word(words.SEED), mixed)
        return mixed

    def _stirred(self, word: Any, factor: int, shift: int) -> Any:
        product = self.builder.mul(word, _word(factor))
        return self.builder.xor(product, self.builder.lshr(product, self.integer(shift)))

    def _mix(self, mixed: Any, word: Any) -> None:
        self.builder.store(self._stirred(self.builder.xor(self.builder.load(mixed), word), words.STIR, 32), mixed)

    def _flatten(self, value: Value, mixed: Any, *, inner: bool = True) -> None:
        """Mix in all numbers of a value, in the order in which zermelo.words does."""
        kind = value.kind
        if isinstance(kind, kinds.Never) or not self.alive:
            return
        if isinstance(kind, kinds.Nothing):
            self._mix(mixed, _word(words.NONE))
        elif isinstance(kind, Optional):
            there, *rest = self.parts(value)
            self.branch(
                Value(kinds.BOOL, [there]),
                lambda: self._flatten(Value(kind.some, rest), mixed, inner=inner),
                lambda: self._mix(mixed, _word(words.NONE)),
            )
        elif isinstance(kind, kinds.Float):
            self._mix(mixed, self._float_word(self.parts(value)[0]))
        elif isinstance(kind, kinds.Member) and not kinds.is_int_enum(kind):
            self._mix(mixed, self.builder.xor(self.parts(value)[0], _word(words.tag_of(kind.of))))
        elif isinstance(kind, kinds.BitSet):
            self._mix(mixed, self.parts(value)[0])
        elif kinds.is_whole(kind):
            self._mix(mixed, self.parts(self.whole(value))[0])
        elif isinstance(kind, kinds.Char):
            self._mix(mixed, _word(words.TEXT ^ 1))
            self._mix(mixed, self.parts(value)[0])
        elif isinstance(kind, Instance) and kind.cls is dict:
            self._mix(mixed, _word(words.DICT ^ len(kind.names)))
            total: Any = self.integer(0)
            for name in kind.names:
                own = self._mixing()
                self._flatten(constant(name), own)
                self._flatten(self.held(value, name), own)
                total = self.builder.add(total, self._stirred(self.builder.load(own), words.SPREAD, 29))
            self._mix(mixed, total)
        elif isinstance(kind, (Tuple, Instance)):
            if kind.cls is not None and not issubclass(kind.cls, (tuple, list)):
                self._mix(mixed, _word(words.tag_of(kind.cls) ^ len(kind.members)))
            elif inner:
                self._mix(mixed, _word(words.ROW ^ len(kind.members)))
            if isinstance(kind, Instance):
                held = [self.attribute(value, name) for name in kind.names]
            else:
                held = [self.member(value, number) for number in range(len(kind.members))]
            for one in held:
                self._flatten(one, mixed)
        elif isinstance(kind, (Sequence, List, Set, Dict)):
            self._flatten_row(value, mixed, inner=inner)
        else:
            raise RefusedError(f"{kinds.in_words(kind)} as a `key` does not compile")

    def _float_word(self, number: Any) -> Any:
        """A whole number as that number, any other by its bits."""
        whole = self.builder.fptosi(number, I64)
        small = self.builder.fcmp_ordered(
            "<", self.builder.call(self.program.intrinsic("llvm.fabs", [DOUBLE]), [number]), ir.Constant(DOUBLE, 2.0**53)
        )
        same = self.builder.and_(small, self.builder.fcmp_ordered("==", self.builder.sitofp(whole, DOUBLE), number))
        return self.builder.select(same, whole, self.builder.bitcast(number, I64))

    def _flatten_row(self, value: Value, mixed: Any, *, inner: bool) -> None:
        kind = value.kind
        count = self.parts(self.length(value))[0]
        unordered = isinstance(kind, (Set, Dict))
        if kinds.is_numbered(kind):
            value = self.to_list(value)
        if inner or unordered or kinds.is_text(kind):
            tag = words.TEXT if kinds.is_text(kind) else words.SET if isinstance(kind, Set) else words.DICT if unordered else words.ROW
            self._mix(mixed, self.builder.xor(count, _word(tag)))
        if isinstance(kind.key if isinstance(kind, Dict) else kinds.row_member(kind), kinds.Never):
            if unordered:
                self._mix(mixed, self.integer(0))
            return
        source, member = self.members_at(value)
        if unordered:
            here = self.builder.block
            self.builder.position_at_end(self.entry)
            total, own = self.builder.alloca(I64), self.builder.alloca(I64)
            self.builder.position_at_end(here)
            self.builder.store(self.integer(0), total)

            def add(index: Any) -> None:
                self.builder.store(_word(words.SEED), own)
                self._flatten(self.load(member, self.place(member, source, index)), own, inner=False)
                word = self._stirred(self.builder.load(own), words.SPREAD, 29)
                self.builder.store(self.builder.add(self.builder.load(total), word), total)

            self.counted(count, add)
            self._mix(mixed, self.builder.load(total))
            return

        def one(index: Any) -> None:
            item = self.load(member, self.place(member, source, index))
            if kinds.is_text(kind):
                self._mix(mixed, self.parts(item)[0])
            else:
                self._flatten(item, mixed)

        self.counted(count, one)


def _lies_alike(layout: Layout) -> bool:
    """Whether rows of such values lie in the memory of a search as they do in that of the rules."""
    return isinstance(layout, Cell) and not isinstance(layout.of, kinds.Char) and layout.kind.size == layout.size


def _wide(kind: Kind) -> Kind:
    if isinstance(kind, kinds.Int):
        return INT
    if isinstance(kind, Tuple):
        return Tuple(tuple(map(_wide, kind.members)), kind.cls)
    return Optional(_wide(kind.some)) if isinstance(kind, Optional) else kind


def _container(of: type, member: Kind, sites: frozenset[Any]) -> Kind:
    if of in (set, frozenset):
        return Set(member, of is frozenset, sites)
    if issubclass(of, dict):
        key, value = member.members if isinstance(member, Tuple) else (kinds.NEVER, kinds.NEVER)
        return Dict(key, value, sites, of)
    return List(member, sites, is_deque=of is collections.deque)


def _word(number: int) -> ir.Constant:
    return ir.Constant(I64, number - (1 << 64) if number >> 63 else number)
