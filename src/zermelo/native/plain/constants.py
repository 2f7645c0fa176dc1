"""Values that are known when rules are compiled, written into the machine code."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from zermelo.bits import Bits
from zermelo.native.plain import kinds
from zermelo.native.plain.kinds import (
    ADDRESS,
    DOUBLE,
    I1,
    I64,
    BitSet,
    Bool,
    Char,
    Dict,
    Float,
    Int,
    Kind,
    List,
    Long,
    Member,
    Never,
    Nothing,
    Optional,
    Sequence,
    Set,
    Tuple,
    Word,
)  # fmt: skip
from zermelo.native.plain.values import RefusedError, Value, kind_of, number_of


class Constants:
    """The constants of one module of machine code: each table is written once."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self._tables: dict[Any, Any] = {}

    def parts(self, emitter: Any, thing: Any, kind: Kind) -> list[Any]:
        """The parts of a value of this kind."""
        if isinstance(kind, (List, Dict, Set)):
            return [self._head(thing, kind)]
        if kind == kinds.STATIC:
            raise RefusedError(f"{type(thing).__name__} is no value that compiles")
        return self._parts(thing, kind)

    def _parts(self, thing: Any, kind: Kind) -> list[Any]:
        if isinstance(kind, Bool):
            return [ir.Constant(I1, int(bool(thing)))]
        if isinstance(kind, Long):
            raise RefusedError(f"{thing} has more than 64 bits")
        if isinstance(kind, (Int, BitSet, Word)):
            word = int(thing)
            return [ir.Constant(I64, word - (1 << 64) if word >> 63 == 1 else word)]
        if isinstance(kind, Float):
            return [ir.Constant(DOUBLE, float(thing))]
        if isinstance(kind, Char):
            return [ir.Constant(I64, ord(thing))]
        if isinstance(kind, Member):
            return [ir.Constant(I64, kind.members.index(thing))]
        if isinstance(kind, (Nothing, Never)):
            return []
        if isinstance(kind, Optional):
            if thing is None:
                return [ir.Constant(I1, 0), *(ir.Constant(part, None if part == ADDRESS else 0) for part in kind.some.parts)]
            return [ir.Constant(I1, 1), *self._parts(thing, kind.some)]
        if isinstance(kind, Tuple):
            members = thing if isinstance(thing, (tuple, list)) else [getattr(thing, name) for name in kind.names]
            return [part for one, member in zip(members, kind.members, strict=True) for part in self._parts(one, member)]
        if isinstance(kind, Sequence):
            return [self._table(list(thing), kind.member), ir.Constant(I64, len(thing))]
        if isinstance(kind, (Set, Dict, List)):
            return [self._head(thing, kind)]
        raise AssertionError(kind)

    def _table(self, things: list[Any], member: Kind) -> Any:
        """The address of a row of constants."""
        if not things or not member.parts:
            return ir.Constant(ADDRESS, None)
        rows = [[_stored(part, stored) for part, (stored, _) in zip(self._parts(one, member), member.cells, strict=True)] for one in things]
        key = (member, tuple(str(part) for row in rows for part in row))
        if key not in self._tables:
            kind = ir.LiteralStructType([stored for stored, _ in member.cells])
            values = ir.Constant(ir.ArrayType(kind, len(rows)), [ir.Constant(kind, row) for row in rows])
            self._tables[key] = self._global(values)
        return self._tables[key]

    def _head(self, thing: Any, kind: Any) -> Any:
        """The address of the head of a set or dict that never changes."""
        member = kind.entry if isinstance(kind, Dict) else kind.member
        things = list(thing.items()) if isinstance(kind, Dict) else sorted(thing, key=repr) if isinstance(kind, Set) else list(thing)
        words: list[Any] = []
        if kinds.is_numbered(kind):
            numbers = {one: number_of(kind.member, one) for one in things}
            word = sum(1 << number for number in numbers.values() if number is not None)
            words = self._parts(Bits(word), kinds.BITS)
            things = [one for one, number in numbers.items() if number is None]
        table = self._table(things, member)
        count = ir.Constant(I64, len(things))
        head = ir.LiteralStructType([I64, I64, ADDRESS, *(I64 for _ in words)])
        return self._global(ir.Constant(head, [count, count, table, *words]))

    def _global(self, values: ir.Constant) -> Any:
        made = ir.GlobalVariable(self.module, values.type, self.module.get_unique_name("table"))
        made.initializer, made.global_constant, made.linkage = values, True, "internal"
        return made.bitcast(ADDRESS)

    def of_member(self, emitter: Any, value: Value, values: list[Any]) -> Value:
        """What each member of an Enum has as an attribute, for a member that is not known."""
        kind = kinds.joined(map(kind_of, values))
        if kind is None or kind == kinds.STATIC:
            raise RefusedError("the members of the Enum have values of different kinds")
        table = self._table(values, kind)
        found: Value = emitter.load(kind, emitter.place(kind, table, emitter.parts(value)[0]))
        return found


def _stored(part: ir.Constant, stored: ir.Type) -> Any:
    if part.type == stored:
        return part
    return ir.Constant(stored, part.constant if isinstance(part.constant, int) else int(part.constant))
