"""Calls of builtin functions."""

from __future__ import annotations

import ast
import builtins
import collections
import inspect
import sys
from typing import Any, Final

from llvmlite import ir

import zermelo.game
from zermelo.bits import Bits
from zermelo.native.plain import arithmetic, kinds, texts
from zermelo.native.plain.emitter import FOR_PYTHON, Comprehension
from zermelo.native.plain.kinds import (
    BITS,
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    I1,
    INT,
    NEVER,
    BitSet,
    Bool,
    Char,
    Dict,
    Float,
    Instance,
    Int,
    Kind,
    List,
    Member,
    Never,
    Nothing,
    Optional,
    Sequence,
    Set,
    Static,
    Tuple,
)  # fmt: skip
from zermelo.native.plain.loops import (
    Filtered,
    Iterated,
    Mapped,
    Numbered,
    Part,
    Range,
    Reversed,
    Stepped,
    Zipped,
    numbers_in,
)
from zermelo.native.plain.one_shot import OneShot, Taken
from zermelo.native.plain.operations import TOO_LARGE
from zermelo.native.plain.values import NEVER_VALUE, NONE, Lazy, RefusedError, Value, constant, in_words, static

WITHOUT_CASE: Final = ((0xB7, 0xB7), (0x2500, 0x2775), (0x1F300, 0x1FAFF))
"""Characters beyond ASCII that boards are drawn with, none of them a letter or a digit: a dot, boxes, shapes, pieces."""
COMPENSATES: Final = sys.version_info >= (3, 12)
"""Whether `sum` of floats adds in the end what was lost by rounding."""
_EXACT_POWERS: Final = 22
"""No float is the same as a larger power of ten."""


class Builtins(OneShot):
    """Writes calls of builtin functions."""

    def call_len(self, value: Value) -> Value:
        """`len(x)`."""
        return self.length(self.made(value))

    def made(self, value: Value) -> Value:
        """The value; of a generator, the list of what it gives."""
        if isinstance(value.kind, Static) and not self.is_indexed(value) and not isinstance(value.const, (dict, type)):
            return self.to_list(value)
        return value

    def call_range(self, *args: Value) -> Value:
        """`range(...)`."""
        start, stop = (constant(0), args[0]) if len(args) == 1 else args[:2]
        step = args[2] if len(args) == 3 else constant(1)
        if not step.is_known:
            start, stop, step = map(self.whole, (start, stop, step))
            return static(Stepped(start, step, self.call_own(numbers_in, [start, stop, step])))
        if step.const == 0:
            raise RefusedError("ValueError: range() arg 3 must not be zero")
        return static(Range(self.whole(start), self.whole(stop), step.const))

    def call_enumerate(self, source: Value, start: Value | None = None) -> Value:
        """`enumerate(x)`."""
        return static(Numbered(source, start or constant(0)))

    def call_zip(self, *sources: Value, strict: Value | None = None) -> Value:
        """`zip(a, b)`; where `strict` would be an error, that is for plain Python."""
        if strict is None and len(sources) > 1 and sum(map(self.is_made_member_by_member, sources)) == 1:
            return static(Zipped(sources))
        rows = self.rows_of(sources)
        if strict is not None and not (strict.is_known and not strict.const):
            lengths = [self.length(row) for row in rows]
            for other in lengths[1:]:
                alike = self.parts(self.either(self.unary(ast.Not(), self.truth(strict)), self.same(lengths[0], other)))[0]
                self.check(alike, "OverflowError", f"rows of several lengths in a strict `zip`, {FOR_PYTHON}")
        return static(Zipped(rows))

    def call_map(self, function: Value, *sources: Value) -> Value:
        """`map(f, x)`."""
        return static(Mapped(function, sources))

    def call_filter(self, function: Value, source: Value) -> Value:
        """`filter(f, x)`."""
        return static(Filtered(function, source))

    def call_reversed(self, source: Value) -> Value:
        """`reversed(x)`."""
        if not self.is_indexed(source) or isinstance(source.kind, Set) or (isinstance(source.const, Lazy) and not source.const.lasts):
            raise RefusedError(f"`reversed` of {in_words(source)} does not compile; make a list of it")
        last = self.binary(ast.Sub(), self.length(source), constant(1))
        return static(Reversed(source, static(Range(last, constant(-1), -1))))

    def call_iter(self, source: Value) -> Value:
        """`iter(x)`."""
        return source if isinstance(source.const, Lazy) and not source.const.lasts else static(Iterated(source))

    def call_next(self, source: Value, default: Value | None = None) -> Value:
        """`next(generator, default)`: its first member, or that of an iterator with a name which is the next one."""
        self.must_be_iterator(source)
        thing = source.const
        if isinstance(thing, Taken):
            more = self.has_more(thing)
            if default is not None:
                return self.choice(more, lambda: self.take_next(thing), lambda: default)
            self.check(self.parts(more)[0], "StopIteration", "`next` of what gives nothing")
            return self.take_next(thing)
        name = f"<next {self._count()}>"
        flag = f"{name} found"
        frame = self.frame
        self.assign(flag, Value(BOOL, [ir.Constant(I1, 0)]))
        if default is not None:
            self.assign(name, default)

        def first(one: Value) -> None:
            self.assign(name, one, frame)
            self.assign(flag, Value(BOOL, [ir.Constant(I1, 1)]), frame)
            self.leave_to(self.frame.loops[-1].breaks)

        self.each(source, first, ("next", self._count()))
        if default is None and self.alive:
            self.check(self.parts(self.name(flag))[0], "StopIteration", "`next` of what gives nothing")
        return self.name(name) if self.alive else NEVER_VALUE

    def call_any(self, source: Value) -> Value:
        """`any(x)`."""
        return self._quantified(source, True)

    def call_all(self, source: Value) -> Value:
        """`all(x)`."""
        return self._quantified(source, False)

    def _quantified(self, source: Value, stop: bool) -> Value:
        if isinstance(source.const, Comprehension):
            source = static(Comprehension(source.const.node, source.const.frame, source.const.first, only_truth=True))
        name, frame = f"<any {self._count()}>", self.frame
        self.assign(name, Value(BOOL, [ir.Constant(I1, not stop)]))

        def one(item: Value) -> None:
            def hit() -> None:
                self.assign(name, Value(BOOL, [ir.Constant(I1, stop)]), frame)
                self.leave_to(self.frame.loops[-1].breaks)

            truth = self.truth(item)
            self.branch(truth if stop else self.unary(ast.Not(), truth), hit, lambda: None)

        self.each(source, one, ("any", self._count()))
        return self.name(name) if self.alive else NEVER_VALUE

    def call_sum(self, source: Value, start: Value | None = None) -> Value:
        """`sum(x)`."""
        name, frame = f"<sum {self._count()}>", self.frame
        rest = f"{name} rest"
        self.assign(name, self._unknown(start or constant(0)))
        if COMPENSATES:
            self.assign(rest, self._unknown(constant(0.0)))

        def add(one: Value) -> None:
            total = self.of_frame(name, frame)
            if not COMPENSATES or not (isinstance(total.kind, Float) or isinstance(one.kind, Float)):
                self.assign(name, self.binary(ast.Add(), total, one), frame)
                return
            if not isinstance(one.kind, Float):
                raise RefusedError("a sum of floats and whole numbers; make all of them floats")
            made = self.call_own(arithmetic.added, [self.real(total), self.of_frame(rest, frame), one])
            self.assign(name, self.member(made, 0), frame)
            self.assign(rest, self.member(made, 1), frame)

        self.each(source, add, ("sum", self._count()))
        if not self.alive:
            return NEVER_VALUE
        total = self.name(name)
        return self.call_own(arithmetic.compensated, [total, self.name(rest)]) if COMPENSATES and isinstance(total.kind, Float) else total

    def _unknown(self, value: Value) -> Value:
        """The same value, as one that will change."""
        return Value(kinds.general(value.kind), self.parts(value)) if not isinstance(value.kind, (Static, Nothing)) else value

    def call_min(self, *args: Value, key: Value | None = None, default: Value | None = None) -> Value:
        """`min(x)`, `min(a, b)`."""
        return self._extreme(ast.Lt(), args, key, default)

    def call_max(self, *args: Value, key: Value | None = None, default: Value | None = None) -> Value:
        """`max(x)`, `max(a, b)`."""
        return self._extreme(ast.Gt(), args, key, default)

    def _extreme(self, op: ast.cmpop, args: tuple[Value, ...], key: Value | None, default: Value | None) -> Value:
        if len(args) > 1 and key is None and all(kinds.is_whole(self.there(one).kind) or isinstance(one.kind, Float) for one in args):
            return self._extreme_of_numbers(op, args)
        source = args[0] if len(args) == 1 else self.tuple(list(args))
        name, frame = f"<best {self._count()}>", self.frame
        there, by = f"{name} there", f"{name} by"
        self.assign(there, Value(BOOL, [ir.Constant(I1, 0)]))
        met: list[tuple[Kind, Kind]] = []

        def take(one: Value, measure: Value) -> None:
            self.assign(name, self._unknown(one), frame)
            self.assign(by, self._unknown(measure), frame)
            self.assign(there, Value(BOOL, [ir.Constant(I1, 1)]), frame)

        def one(item: Value) -> None:
            measure = item if key is None or isinstance(key.kind, Nothing) else self.call(key, [item], {})
            assert self.environment is not None
            met.append((kinds.general(item.kind), kinds.general(measure.kind)))
            if (frame.number, by) not in self.environment:
                take(item, measure)
                return
            first = self.unary(ast.Not(), self.of_frame(there, frame))
            better = self.choice(first, lambda: constant(True), lambda: self.compare_values(op, measure, self.of_frame(by, frame)))
            self.branch(better, lambda: take(item, measure), lambda: None)

        kind_key = (*self.path, "best", self._serial())
        held = self.program.sites.get((self.program.current, kind_key))
        if held is not None:
            assert isinstance(held, Tuple)
            for variable, kind in zip((name, by), held.members, strict=True):
                self.assign(variable, self.convert(Value(NEVER, []), kind))
        self.each(source, one, ("best", self._count()))
        if not self.alive:
            return NEVER_VALUE
        assert self.environment is not None
        is_new = (frame.number, name) not in self.environment
        if met and (is_new or (held is not None and held != Tuple(met[-1]))):  # in a loop: it is written anew with variables for these
            self.program.sites[self.program.current, kind_key] = Tuple(met[-1])
            self.again = True
            return NEVER_VALUE
        if is_new:
            if default is not None:
                return default
            self.fail("ValueError", "the least or greatest of nothing")
            return NEVER_VALUE
        if default is not None:
            return self.choice(self.name(there), lambda: self.name(name), lambda: default)
        self.check(self.parts(self.truth(self.name(there)))[0], "ValueError", "the least or greatest of nothing")
        return self.name(name)

    def _extreme_of_numbers(self, op: ast.cmpop, args: tuple[Value, ...]) -> Value:
        if all(one.is_known for one in args):
            return constant((min if isinstance(op, ast.Lt) else max)(one.const for one in args))
        found = args[0]
        for other in args[1:]:
            better = self.compare_values(op, other, found)
            kind = kinds.join(kinds.general(self.there(found).kind), kinds.general(self.there(other).kind))
            if better.is_known:
                found = other if better.const else found
                continue
            assert kind is not None
            a, b = self.parts(self.convert(self.there(other), kind))[0], self.parts(self.convert(self.there(found), kind))[0]
            found = Value(kind, [self.builder.select(self.parts(better)[0], a, b)])
        return found

    def call_abs(self, value: Value) -> Value:
        """`abs(x)`."""
        value = self.there(value)
        if (found := self.by_own_method("__abs__", value)) is not None:
            return found
        if value.is_known:
            return constant(abs(value.const))
        if isinstance(value.kind, Float):
            return Value(FLOAT, [self.builder.call(self.program.intrinsic("llvm.fabs", [DOUBLE]), self.parts(value))])
        word, negative = self.parts(self.whole(value))[0], self.parts(self.unary(ast.USub(), value))[0]
        return Value(INT, [self.builder.select(self.builder.icmp_signed("<", word, self.integer(0)), negative, word)])

    def call_divmod(self, a: Value, b: Value) -> Value:
        """`divmod(a, b)`."""
        return self.tuple([self.binary(ast.FloorDiv(), a, b), self.binary(ast.Mod(), a, b)])

    def call_pow(self, base: Value, exp: Value, mod: Value = NONE) -> Value:
        """`pow(a, b)`, `pow(a, b, modulus)`."""
        if isinstance(mod.kind, Nothing):
            return self.binary(ast.Pow(), base, exp)
        return self.call_own(arithmetic.power_modulo, [self.whole(base), self.whole(exp), self.whole(mod)])

    def call_int(self, value: Value | None = None) -> Value:
        """`int(x)`."""
        if value is None:
            return constant(0)
        value = self.there(value)
        if value.is_known:
            return constant(int(value.const))
        if isinstance(value.kind, Float):
            return Value(INT, [self.whole_part(self.parts(value)[0])])
        if isinstance(value.kind, Char):
            digit = self.builder.sub(self.plain_character(value), self.integer(ord("0")))
            self.check(self.builder.icmp_unsigned("<", digit, self.integer(10)), "ValueError", "the character is no digit")
            return Value(INT, [digit])
        if isinstance(value.kind, BitSet):
            self.check(self.builder.icmp_signed(">=", self.parts(value)[0], self.integer(0)), "OverflowError", TOO_LARGE)
            return Value(INT, value.parts)
        if value.kind == kinds.TEXT:
            return self.call_own(texts.number, [value])
        return self.whole(value)

    def call_float(self, value: Value) -> Value:
        """`float(x)`."""
        return self.real(value)

    def fits(self, method: Any, python: Any, what: str, args: Any, words: dict[str, Value]) -> None:
        """Refuse a call of what Python knows and this compiler, too, with arguments that it does not take, or only Python does."""
        if (wrong := _misfit(method, args, words)) is None:
            return
        if _misfit(python, args, words) is not None:
            raise RefusedError(f"TypeError: {what}: {wrong}")
        raise RefusedError(f"{what} with these arguments does not compile ({wrong})")

    def call_bool(self, value: Value) -> Value:
        """`bool(x)`."""
        return self.truth(value)

    def call_round(self, number: Value, ndigits: Value = NONE) -> Value:
        """`round(x)`, of floats to the nearest whole number, halves to even ones; `round(x, 2)`."""
        value, digits = self.there(number), ndigits.const
        if digits is not None:
            return self._rounded(value, digits)
        if isinstance(value.kind, Float) and not value.is_known:
            near = self.builder.call(self.program.intrinsic("llvm.rint", [DOUBLE]), self.parts(value))
            return Value(INT, [self.whole_part(near)])
        return constant(round(value.const)) if value.is_known else self.whole(value)

    def _rounded(self, value: Value, digits: Any) -> Value:
        """`round(x, digits)`: the float next to the nearest number of so many digits, halves to even ones, as exact as in Python.

        With t = 10**digits, x * t is rounded twice. Only where the first rounding makes it a half can the second be wrong: then what the
        first lost says on which side of the half x * t is. Numbers with more digits than floats have stay as they are.
        """
        if type(digits) is not int or not 0 <= digits <= _EXACT_POWERS:
            raise RefusedError(f"the digits of `round` must be a number from 0 to {_EXACT_POWERS} that is known when it is compiled")
        if not isinstance(value.kind, Float):
            return self.whole(value)
        if value.is_known:
            return constant(round(value.const, digits))
        b, (x,), power = self.builder, self.parts(value), ir.Constant(DOUBLE, 10.0**digits)
        scaled = b.fmul(x, power)
        size = b.call(self.program.intrinsic("llvm.fabs", [DOUBLE]), [scaled])
        few, many = b.fcmp_ordered("<", size, ir.Constant(DOUBLE, 2.0**52)), b.fcmp_unordered(">=", size, ir.Constant(DOUBLE, 2.0**54))
        self.check(b.or_(few, many), "OverflowError", f"`round` to the last digit that a float has, {FOR_PYTHON}")
        b = self.builder
        lost = b.call(self.program.intrinsic("llvm.fma", [DOUBLE]), [x, power, b.fneg(scaled)])
        near = b.call(self.program.intrinsic("llvm.rint", [DOUBLE]), [scaled])
        part, zero = b.fsub(scaled, near), ir.Constant(DOUBLE, 0.0)
        for half, step, beyond in ((0.5, 1.0, ">"), (-0.5, -1.0, "<")):
            is_beyond = b.and_(b.fcmp_ordered("==", part, ir.Constant(DOUBLE, half)), b.fcmp_ordered(beyond, lost, zero))
            near = b.select(is_beyond, b.fadd(near, ir.Constant(DOUBLE, step)), near)
        return Value(FLOAT, [b.select(many, x, b.fdiv(near, power))])

    def call_bits(self, number: Value | None = None) -> Value:
        """`Bits(x)`: the lowest 64 bits of a number."""
        if number is None:
            return constant(Bits(0))
        if number.is_known and isinstance(number.const, (int, Bits)):
            return constant(Bits(number.const))
        return number if isinstance(number.kind, BitSet) else Value(BITS, [self._word(number)])

    def call_ord(self, value: Value) -> Value:
        """`ord(x)`."""
        return constant(ord(value.const)) if value.is_known else Value(INT, self.parts(self._character(value)))

    def call_chr(self, value: Value) -> Value:
        """`chr(x)`."""
        if value.is_known:
            return constant(chr(value.const))
        number = self.parts(self.whole(value))[0]
        self.check(self.builder.icmp_unsigned("<=", number, self.integer(sys.maxunicode)), "ValueError", "there is no such character")
        return Value(CHAR, [number])

    def _character(self, value: Value) -> Value:
        value = self.there(value)
        if isinstance(value.kind, Char):
            return value
        raise RefusedError(f"{kinds.in_words(value.kind)} is used as one character")

    def plain_character(self, value: Value) -> Any:
        """The number of a character that is no letter or digit beyond ASCII, of which plain Python knows more."""
        word, build = self.parts(self._character(value))[0], self.builder
        is_plain = build.icmp_unsigned("<", word, self.integer(128))
        for first, last in WITHOUT_CASE:
            inside = build.icmp_unsigned("<=", build.sub(word, self.integer(first)), self.integer(last - first))
            is_plain = build.or_(is_plain, inside)
        self.check(is_plain, "OverflowError", f"a character beyond ASCII, {FOR_PYTHON}")
        return word

    def call_str(self, value: Value | None = None) -> Value:
        """`str(x)`, of a text or of what is known."""
        if value is None:
            return constant("")
        if value.is_known:
            return constant(str(value.const))
        value = self.there(value)
        if isinstance(value.kind, Char) or value.kind == kinds.TEXT:
            return value
        if isinstance(value.kind, Int):
            return self.call_own(texts.digits, [value])
        raise RefusedError(f"{kinds.in_words(value.kind)} as a text does not compile")

    def call_bin(self, number: Value) -> Value:
        """`bin(x)`."""
        return self.call_own(texts.binary, [self.whole(number)])

    def call_tuple(self, value: Value | None = None) -> Value:
        """`tuple(x)`."""
        return constant(()) if value is None else self.to_row(value)

    def call_list(self, value: Value | None = None) -> Value:
        """`list(x)`."""
        return self.new_list(("list()", self._serial())).read() if value is None else self.to_list(value)

    def call_set(self, value: Value | None = None, *, frozen: bool = False) -> Value:
        """`set(x)`."""
        made = self.new_set(("set()", self._serial()), frozen=frozen)
        if value is not None:
            self.each(value, lambda one: self.add(made, one), ("set", self._count()))
        return made.read()

    def same_as_lazy(self, one: Value, other: Value) -> Value:
        """`==` of views of dicts, which are sets of their keys or items."""
        views = [isinstance(each.const, Part) and each.const.what != "values" for each in (one, other)]
        if not all(is_view or isinstance(each.kind, Set) for is_view, each in zip(views, (one, other), strict=True)):
            lazy = one if isinstance(one.const, Lazy) else other
            raise RefusedError(f"`==` of {in_words(lazy)} does not compile; make a list of it")
        return self.same(*(self.call_set(each) if is_view else each for is_view, each in zip(views, (one, other), strict=True)))

    def call_frozenset(self, value: Value | None = None) -> Value:
        """`frozenset(x)`."""
        return self.call_set(value, frozen=True)

    def call_dict(self, value: Value | None = None, *, cls: Value | None = None, **words: Value) -> Value:
        """`dict(x)`, or one of a class that derives from dict."""
        if value is not None and isinstance(value.kind, Instance) and value.kind.cls is dict:
            return self._object(dict, {**dict(zip(value.kind.names, self.members_one_by_one(value), strict=True)), **words})
        if value is None and words and cls is None and kinds.joined(one.kind for one in words.values()) is None:
            return self._object(dict, words)
        made = self.new_dict(("dict()", self._serial()), cls.const if cls is not None and isinstance(cls.const, type) else dict)
        self.put_all(made, value, words)
        return made.read()

    def call_sorted(self, value: Value, *, key: Value | None = None, reverse: Value | None = None) -> Value:
        """`sorted(x)`."""
        made = self.to_list(value)
        self._sort(made, key, reverse)
        return made

    def _sort(self, made: Value, key: Value | None, reverse: Value | None) -> None:
        """Sort a list where it is: by insertion, which keeps the order of equal members and is fast for the few that rules sort."""
        if not self.alive or isinstance(kinds.row_member(made.kind), Never):
            return
        backwards = constant(False) if reverse is None else self.truth(reverse)
        measure = key if key is not None and not isinstance(key.kind, Nothing) else None
        op = ast.Lt()
        j = f"<sorting {self._count()}>"
        item = f"{j} item"
        frame = self.frame

        def by(value: Value) -> Value:
            return value if measure is None else self.call(measure, [value], {})

        def insert(i: Value) -> None:
            self.assign(item, self._unknown(self.nth(made, i)), frame)
            self.assign(j, self._unknown(i), frame)

            def goes_on() -> Value:
                here = self.of_frame(j, frame)
                inside = self.compare_values(ast.Gt(), here, constant(0))

                def out_of_order() -> Value:
                    before = self.nth(made, self.binary(ast.Sub(), self.of_frame(j, frame), constant(1)))
                    one, other = by(self.of_frame(item, frame)), by(before)
                    return self.choice(backwards, lambda: self.compare_values(op, other, one), lambda: self.compare_values(op, one, other))

                return self.both(inside, out_of_order)

            def shift() -> None:
                here = self.of_frame(j, frame)
                less = self.binary(ast.Sub(), here, constant(1))
                self._store_nth(made, here, self.nth(made, less))
                self.assign(j, less, frame)

            self.loop(("insert", j), goes_on, shift, lambda: None, set())
            self._store_nth(made, self.of_frame(j, frame), self.of_frame(item, frame))

        self.each(static(Range(constant(1), self.length(made), 1)), insert, ("sort", self._count()))

    def _store_nth(self, made: Value, index: Value, value: Value) -> None:
        base, member = self.members_at(made)
        self.store(value, member, self.place(member, base, self.parts(index)[0]))

    def call_isinstance(self, value: Value, cls: Value) -> Value:
        """`isinstance(x, c)`, where it is known."""
        wanted = cls.const if isinstance(cls.const, tuple) else (cls.const,)
        if isinstance(value.kind, Optional):
            there, *rest = self.parts(value)
            some = self.call_isinstance(Value(value.kind.some, rest), cls)
            return (
                Value(BOOL, [there])
                if some.const
                else self.unary(ast.Not(), Value(BOOL, [there]))
                if type(None) in wanted
                else constant(False)
            )
        return constant(issubclass(self.type_of(value), wanted))

    def type_of(self, value: Value) -> type:
        """What Python says the type of a value is."""
        if value.is_known and not isinstance(value.kind, Static):
            return type(value.const)
        types = {Int: int, Bool: bool, Float: float, Nothing: type(None), Char: str, BitSet: Bits, List: list, Dict: dict}
        kind = value.kind
        own: Any = types.get(type(kind))
        if isinstance(kind, List) and kind.is_deque:
            own = collections.deque
        elif isinstance(kind, (Tuple, Instance)):
            own = getattr(kind, "cls", None) or tuple
        elif isinstance(kind, Sequence):
            own = str if kind.is_text else list if kind.is_list else tuple
        elif isinstance(kind, Set):
            own = frozenset if kind.frozen and not kind.is_constant else set
        elif isinstance(kind, Member):
            own = kind.of
        elif isinstance(kind, Dict):
            own = kind.cls
        elif isinstance(kind, Static):
            own = type(value.const)
        return own  # type: ignore[no-any-return]

    def call_type(self, value: Value) -> Value:
        """`type(x)`."""
        return static(self.type_of(self.there(value)))

    def call_print(self, *args: Value, **words: Value) -> Value:
        """`print(...)`: says nothing when compiled."""
        return NONE

    def call_place(self, cells: Value, index: Value, value: Value) -> Value:
        """`zermelo.replace(cells, index, value)`."""
        member = kinds.joined([kinds.row_member(cells.kind), kinds.general(value.kind)])
        if member is None:
            raise RefusedError(f"{kinds.in_words(value.kind)} is put among {kinds.in_words(kinds.row_member(cells.kind))}")
        member = kinds.general(member)
        if isinstance(cells.kind, Tuple) and not member.has_address:
            return self._place_in_registers(cells, index, value, member)
        old = self.row(cells, member)
        base, count = self.parts(old)
        number = self.index_of(index, Value(INT, [count]), "the tuple")
        place = self.take(self.builder.mul(count, self.integer(member.size)))
        self.copied(place, base, self.builder.mul(count, self.integer(member.size)))
        self.store(value, member, self.place(member, place, number))
        return Value(Sequence(member), [place, count])

    def _place_in_registers(self, cells: Value, index: Value, value: Value, member: Kind) -> Value:
        assert isinstance(cells.kind, Tuple)
        count = len(cells.kind.members)
        if index.is_known:
            if not 0 <= index.const < count:
                raise RefusedError(f"place {index.const} of a tuple of {count}")
            return self.tuple([value if place == index.const else self.member(cells, place) for place in range(count)], cells.kind.cls)
        number = self.parts(self.whole(index))[0]
        self.check(self.builder.icmp_unsigned("<", number, self.integer(count)), "IndexError", f"no such place in a tuple of {count}")
        room = self.laid_out(cells, member)
        self.store(value, member, self.place(member, room, number))
        return self.tuple([self.load(member, self.at(room, place * member.size)) for place in range(count)], cells.kind.cls)

    def choice(self, test: Value, then: Any, otherwise: Any) -> Value:
        """One value or the other."""
        raise NotImplementedError

    def thing(self, thing: Any, name: str) -> Value:
        """A value from outside the rules."""
        raise NotImplementedError

    def _object(self, cls: type, given: dict[str, Value]) -> Value:
        """An object with these attributes."""
        raise NotImplementedError


def _misfit(function: Any, args: Any, words: dict[str, Value]) -> str | None:
    """What Python says where a function does not take these arguments; None where it does, or nobody knows what it takes."""
    try:
        inspect.signature(function).bind(*args, **words)
    except TypeError as error:
        return str(error)
    except ValueError:
        return None
    return None


BUILTINS: Final[dict[Any, str]] = {
    **{getattr(builtins, name): name for name in (
        "len", "range", "enumerate", "zip", "map", "filter", "reversed", "iter", "next", "any", "all", "sum", "min", "max", "abs", "divmod",
        "pow", "int", "float", "bool", "round", "ord", "chr", "str", "tuple", "list", "set", "frozenset", "dict", "sorted", "isinstance",
        "print", "type", "bin",
    )},
    zermelo.game.replace: "place", Bits: "bits",
}  # fmt: skip
