"""Operators: arithmetic, comparison, equality."""

from __future__ import annotations

import ast
import collections
import math
import operator
import re
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir

from zermelo.bits import Bits
from zermelo.native.plain import arithmetic, kinds
from zermelo.native.plain.containers import Containers, Growing
from zermelo.native.plain.emitter import FOR_PYTHON
from zermelo.native.plain.kinds import (
    BITS,
    BOOL,
    DOUBLE,
    FLOAT,
    I1,
    I64,
    INT,
    BitSet,
    Bool,
    Char,
    Dict,
    Float,
    Instance,
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
    Word,
)  # fmt: skip
from zermelo.native.plain.values import NEVER_VALUE, Bound, Lazy, RefusedError, Value, as_made_of, constant, static

_BINARY: Final = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.Pow: operator.pow, ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
_SIGNS: Final = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
_METHODS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow",
    ast.LShift: "lshift", ast.RShift: "rshift", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.MatMult: "matmul",
}  # fmt: skip
"""Their methods, without what stands around it: `__add__`, `__radd__`, `__iadd__`."""
_UNARY_METHODS: Final[dict[type[ast.unaryop], str]] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
_ORDER_METHODS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("__lt__", "__gt__"), ast.LtE: ("__le__", "__ge__"), ast.Gt: ("__gt__", "__lt__"), ast.GtE: ("__ge__", "__le__"),
}  # fmt: skip
"""Of what stands left of the sign, and of what stands right of it."""
_COMPARE: Final = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
_MIRRORED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
"""What holds of the right side and the left one."""
_BITWISE: Final = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
_WRAPPING: Final = _BITWISE | {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
"""What LLVM calls the operators of words, the last three modulo 2^64."""
_CHECKED: Final = {ast.Add: "sadd", ast.Sub: "ssub", ast.Mult: "smul"}
TOO_LARGE: Final = f"a whole number of more than 64 bits, {FOR_PYTHON}"
MOST_FACTORS: Final = 16
"""Of a power, which is a product of so many factors."""
_LONGEST: Final = 1 << 16
"""Members that a constant may come to."""


_WITHOUT_CLASS: Final = (kinds.Int, Bool, Float, Char, Sequence, List, Set, BitSet, Nothing, Never)
"""Kinds of values whose class is never the user's."""


class Operations(Containers):
    """Writes operators."""

    def unary(self, op: ast.unaryop, value: Value) -> Value:
        """`not x`, `-x`, `+x`, `~x`."""
        if isinstance(value.kind, Never):
            return NEVER_VALUE
        if isinstance(op, ast.Not):
            truth = self.truth(value)
            return constant(not truth.const) if truth.is_known else Value(BOOL, [self.builder.not_(self.parts(truth)[0])])
        value = self.there(value)
        if value.is_known and not isinstance(value.kind, Static):
            return constant(_UNARY[type(op)](value.const))
        if (found := self.by_own_method(_UNARY_METHODS[type(op)], value)) is not None:
            return found
        if isinstance(value.kind, Float):
            return value if isinstance(op, ast.UAdd) else Value(FLOAT, [self.builder.fneg(self.parts(value)[0])])
        if isinstance(value.kind, BitSet):
            word = self.parts(value)[0]
            return Value(BITS, [self.builder.not_(word) if isinstance(op, ast.Invert) else self.builder.neg(word)])
        word = self.parts(self.whole(value))[0]
        if isinstance(op, ast.Invert):
            return Value(INT, [self.builder.not_(word)])
        return Value(INT, [self._exact(ast.Sub(), self.integer(0), word) if isinstance(op, ast.USub) else word])

    def by_own_method(self, name: str, value: Value, *others: Value) -> Value | None:
        """What a method of the value's own class, such as `__add__`, gives; None where it has none, or that says NotImplemented."""
        if isinstance(value.kind, _WITHOUT_CLASS) or (method := kinds.own_method(self.class_of(value), name)) is None:
            return None
        found = self.call(static(Bound(method, value)), list(others), {})
        return None if found.const is NotImplemented else found

    def must_be_list(self, value: Value) -> None:
        """Refuse to change what is a tuple on one way and a list on the other."""
        if getattr(value.kind, "or_tuple", False):
            raise RefusedError(f"{kinds.in_words(value.kind)}, depending on the way taken, is changed; make it a list on all ways")

    def class_of(self, value: Value) -> type:
        """The class of a value of a class of the user's."""
        raise NotImplementedError

    def in_place(self, op: ast.operator, old: Value, new: Value) -> Value:
        """`x += y`: a list, a set or a dict is changed where it is."""
        if kinds.is_constant(old.kind):
            what = self.type_of(old).__name__
            raise RefusedError(f"a {what} that is a constant is changed by `{_SIGNS[type(op)]}=`; change a copy of it")
        if isinstance(op, ast.Add) and isinstance(old.kind, List):
            self.must_be_list(old)
            self.method_call(old, "extend", [new], {})
            return old
        changes = isinstance(old.kind, Dict) or (isinstance(old.kind, Set) and not old.kind.frozen)
        if isinstance(op, ast.BitOr) and changes and self.class_of(old) is not collections.Counter:
            self.method_call(old, "update", [new], {})
            return old
        if isinstance(op, ast.Mult) and isinstance(old.kind, List):
            self.must_be_list(old)
            self.call_own(_repeat, [old, new])
            return old
        if changes and isinstance(old.kind, Set):
            return self._become(old, self.binary(op, old, new))
        if (found := self.by_own_method(f"__i{_METHODS[type(op)]}__", old, new)) is not None:
            return found
        return self.binary(op, old, new)

    def _become(self, held: Value, other: Value) -> Value:
        """The set, with the members that the other one has, which nobody else knows."""
        if isinstance(held.kind, Never) or isinstance(other.kind, Never):
            return NEVER_VALUE
        if kinds.is_numbered(held.kind) and kinds.row_member(held.kind) == kinds.row_member(other.kind):
            self.branch(
                self.are_words(held, other),
                lambda: self.put_word_of(held, self.word_of(other)),
                lambda: self._become_one_by_one(held, other),
            )
        else:
            self._become_one_by_one(held, other)
        return held

    def _become_one_by_one(self, held: Value, other: Value) -> None:
        self.call_own(_become, [held, other])

    def binary(self, op: ast.operator, left: Value, right: Value) -> Value:
        """`x + y` and its like."""
        if isinstance(left.kind, Never) or isinstance(right.kind, Never):
            return NEVER_VALUE
        left, right = self.there(left), self.there(right)
        if left.is_known and right.is_known:
            known = self._folded(op, left, right)
            if known is not None:
                return known
        one, other = left.kind, right.kind
        for receiver, argument, side in ((left, right, ""), (right, left, "r")):
            if (found := self.by_own_method(f"__{side}{_METHODS[type(op)]}__", receiver, argument)) is not None:
                return found
        if isinstance(one, BitSet) or isinstance(other, BitSet):
            return self._bits(op, left, right)
        if kinds.is_number(one) and kinds.is_number(other):
            return self._numbers(op, left, right)
        if isinstance(op, ast.Add):
            joined = self._joined(left, right)
            if joined is not None:
                return as_made_of(joined, left, right)
        if isinstance(op, ast.Mult):
            row, count = (right, left) if kinds.is_whole(one) else (left, right)
            if isinstance(row.kind, (Sequence, List, Tuple, Char)) and kinds.is_whole(count.kind):
                return as_made_of(self.repeated(row, count), row)
        if isinstance(one, Set) and isinstance(other, Set):
            return self.sets(op, left, right)
        if isinstance(op, ast.BitOr) and isinstance(one, Dict) and isinstance(other, Dict):
            made = self.new_dict(("joined", self._serial()), one.cls, one.default)
            for part in (left, right):
                self.put_all(made, part, {})
            return made.read()
        if isinstance(op, ast.Mod) and left.is_known and isinstance(left.const, str):
            return self.formatted(left.const, right)
        told = f"`{_SIGNS.get(type(op), '@')}` between {kinds.in_words(one)} and {kinds.in_words(other)}"
        if isinstance(one, Nothing) or isinstance(other, Nothing):
            self.fail("TypeError", told)
            return NEVER_VALUE
        raise RefusedError(told)

    def formatted(self, text: str, values: Value) -> Value:
        """`"%d %s" % values`."""
        pieces = re.split(r"(%[ds%])", text)
        if any("%" in piece for piece in pieces[::2]):
            raise RefusedError("of `%` in texts, %d, %s and %% compile")
        given = [self.member(values, i) for i in range(len(values.kind.members))] if isinstance(values.kind, Tuple) else [values]
        if len(given) != sum(piece in ("%d", "%s") for piece in pieces):
            raise RefusedError(f"{text!r} is given {len(given)} values")
        made = constant("")
        for piece in pieces:
            part = self.call(static(str), [given.pop(0)], {}) if piece in ("%d", "%s") else constant("%" if piece == "%%" else piece)
            made = self.binary(ast.Add(), made, part)
        return made

    def _folded(self, op: ast.operator, left: Value, right: Value) -> Value | None:
        if isinstance(left.kind, Static) or isinstance(right.kind, Static) or type(op) not in _BINARY:
            return None
        if (
            isinstance(op, ast.Mult)
            and isinstance(left.const, (list, tuple, str))
            and len(left.const) * max(0, int(right.const)) > _LONGEST
        ):
            return None
        if isinstance(op, (ast.Pow, ast.LShift)) and abs(right.const) > 1024:
            return None
        if isinstance(left.const, list) or isinstance(right.const, list):
            return None  # what comes of it may be changed
        try:
            return constant(_BINARY[type(op)](left.const, right.const))
        except ZeroDivisionError:
            return None
        except (TypeError, ValueError) as error:
            raise RefusedError(str(error)) from None

    def _bits(self, op: ast.operator, left: Value, right: Value) -> Value:
        build = self.builder
        if type(op) in _WRAPPING:
            return Value(BITS, [getattr(build, _WRAPPING[type(op)])(self._word(left), self._word(right))])
        if isinstance(op, (ast.LShift, ast.RShift)):
            a, b = self._word(left), self.parts(self.whole(right))[0]
            shifted = (build.shl if isinstance(op, ast.LShift) else build.lshr)(a, build.and_(b, self.integer(63)))
            return Value(BITS, [build.select(build.icmp_unsigned("<", b, self.integer(64)), shifted, self.integer(0))])
        raise RefusedError(f"`{_SIGNS[type(op)]}` between Bits")

    def _word(self, value: Value) -> Any:
        """What stands beside `Bits`: a number counts modulo 2**64."""
        if value.is_known and isinstance(value.const, int):
            return self.parts(constant(Bits(value.const)))[0]
        if isinstance(value.kind, Float):
            raise RefusedError("a float beside `Bits`")
        return self.parts(value if isinstance(value.kind, (BitSet, Word)) else self.whole(value))[0]

    def _numbers(self, op: ast.operator, left: Value, right: Value) -> Value:
        if isinstance(op, ast.Div) or isinstance(left.kind, Float) or isinstance(right.kind, Float):
            return self._floats(op, left, right)
        build = self.builder
        both_bools = isinstance(left.kind, Bool) and isinstance(right.kind, Bool)
        if both_bools and type(op) in _BITWISE:
            return Value(BOOL, [getattr(build, _BITWISE[type(op)])(self.parts(left)[0], self.parts(right)[0])])
        a, b = self.parts(self.whole(left))[0], self.parts(self.whole(right))[0]
        if type(op) in _BITWISE:
            return Value(INT, [getattr(build, _BITWISE[type(op)])(a, b)])
        if type(op) in _CHECKED:
            return Value(INT, [self._exact(op, a, b)])
        if isinstance(op, (ast.FloorDiv, ast.Mod)):
            if not right.is_known or right.const == 0:
                self.check(build.icmp_signed("!=", b, self.integer(0)), "ZeroDivisionError", "division by zero")
            if not right.is_known or right.const == -1:  # the one quotient that does not fit, at which a processor stops the program
                fits = build.or_(build.icmp_signed("!=", a, self.integer(-(1 << 63))), build.icmp_signed("!=", b, self.integer(-1)))
                self.check(fits, "OverflowError", TOO_LARGE)
            return Value(INT, [self._divided(a, b, isinstance(op, ast.FloorDiv), right)])
        if isinstance(op, ast.LShift):
            self.check(build.icmp_signed(">=", b, self.integer(0)), "ValueError", "a shift by less than 0")
            fits = build.or_(build.icmp_signed("<", b, self.integer(64)), build.icmp_signed("==", a, self.integer(0)))
            self.check(fits, "OverflowError", TOO_LARGE)
            places = build.and_(b, self.integer(63))  # of 0, which alone may be shifted further, nothing is left to shift
            shifted = build.shl(a, places)
            if not self.program.wraps:
                self.check(build.icmp_signed("==", build.ashr(shifted, places), a), "OverflowError", TOO_LARGE)
            return Value(INT, [shifted])
        if isinstance(op, ast.RShift):
            self.check(build.icmp_signed(">=", b, self.integer(0)), "ValueError", "a shift by less than 0")
            return Value(INT, [build.ashr(a, build.select(build.icmp_unsigned("<", b, self.integer(63)), b, self.integer(63)))])
        assert isinstance(op, ast.Pow)
        return self._power(a, b, right)

    def _exact(self, op: ast.operator, a: Any, b: Any) -> Any:
        """A sum, difference or product of whole numbers, as in Python; one that needs more than 64 bits is an error, never wrapped."""
        if self.program.wraps:
            return getattr(self.builder, _WRAPPING[type(op)])(a, b)
        made = self.builder.call(self.program.intrinsic(f"llvm.{_CHECKED[type(op)]}.with.overflow", [I64]), [a, b])
        self.check(self.builder.not_(self.builder.extract_value(made, 1)), "OverflowError", TOO_LARGE)
        return self.builder.extract_value(made, 0)

    def whole_part(self, number: Any) -> Any:
        """A float that is a whole number, or is to lose what stands behind its point, as a word."""
        size = self.builder.call(self.program.intrinsic("llvm.fabs", [DOUBLE]), [number])
        self.check(self.builder.fcmp_ordered("<", size, ir.Constant(DOUBLE, 2.0**63)), "OverflowError", TOO_LARGE)
        return self.builder.fptosi(number, I64)

    def _divided(self, a: Any, b: Any, quotient: bool, right: Value) -> Any:
        """Python's division of whole numbers, which rounds down."""
        build = self.builder
        if right.is_known and right.const > 0 and right.const & (right.const - 1) == 0:
            return build.ashr(a, self.integer(right.const.bit_length() - 1)) if quotient else build.and_(a, self.integer(right.const - 1))
        rest = build.srem(a, b)
        off = build.and_(build.icmp_signed("!=", rest, self.integer(0)), build.icmp_signed("<", build.xor(rest, b), self.integer(0)))
        if quotient:
            return build.sub(build.sdiv(a, b), build.zext(off, I64))
        return build.select(off, build.add(rest, b), rest)

    def _power(self, a: Any, b: Any, right: Value) -> Value:
        if not right.is_known or right.const > MOST_FACTORS:
            return self.call_own(arithmetic.power, [Value(INT, [a]), Value(INT, [b])])
        if right.const < 0:
            return self._floats(ast.Pow(), Value(INT, [a]), right)
        made = self.integer(1)
        for _ in range(right.const):
            made = self._exact(ast.Mult(), made, a)
        return Value(INT, [made])

    def _floats(self, op: ast.operator, left: Value, right: Value) -> Value:
        by_whole = isinstance(op, ast.Div) and not isinstance(left.kind, Float) and not isinstance(right.kind, Float)
        a, b = (self.parts(self.exactly(one) if by_whole else self.real(one))[0] for one in (left, right))
        build = self.builder
        simple = {ast.Add: build.fadd, ast.Sub: build.fsub, ast.Mult: build.fmul}
        if type(op) in simple:
            return Value(FLOAT, [simple[type(op)](a, b)])
        if isinstance(op, (ast.Div, ast.FloorDiv, ast.Mod)):
            if not right.is_known or right.const == 0:
                self.check(build.fcmp_unordered("!=", b, ir.Constant(DOUBLE, 0.0)), "ZeroDivisionError", "division by zero")
            if isinstance(op, ast.Div):
                return Value(FLOAT, [build.fdiv(a, b)])
            return Value(FLOAT, [self._divided_down(a, b)[isinstance(op, ast.Mod)]])
        if isinstance(op, ast.Pow):
            return Value(FLOAT, [self._raised(a, b, right)])
        raise RefusedError(f"`{_SIGNS[type(op)]}` between floats")

    def _raised(self, a: Any, b: Any, right: Value) -> Any:
        """`a ** b` of floats; what plain Python says is an error, or is no real number, is an error."""
        build, zero = self.builder, ir.Constant(DOUBLE, 0.0)
        if not right.is_known or right.const != 2:
            impossible = build.and_(build.fcmp_ordered("==", a, zero), build.fcmp_ordered("<", b, zero))
            self.check(build.not_(impossible), "ZeroDivisionError", "0.0 cannot be raised to a negative power")
            is_whole = build.fcmp_ordered("==", build.call(self.program.intrinsic("llvm.floor", [DOUBLE]), [b]), b)
            real = build.or_(is_whole, build.fcmp_unordered(">=", a, zero))
            self.check(real, "OverflowError", f"a power of a number below 0 that is no real number, {FOR_PYTHON}")
        return self.finite(build.call(self.program.intrinsic("llvm.pow", [DOUBLE]), [a, b]), a, b)

    def finite(self, made: Any, *given: Any) -> Any:
        """A float that was made of others: where it is infinite and they are not, that is an error, as in Python."""
        size, endless = self.program.intrinsic("llvm.fabs", [DOUBLE]), ir.Constant(DOUBLE, math.inf)
        outgrown = self.builder.fcmp_ordered("==", self.builder.call(size, [made]), endless)
        for one in given:
            outgrown = self.builder.and_(outgrown, self.builder.fcmp_ordered("<", self.builder.call(size, [one]), endless))
        self.check(self.builder.not_(outgrown), "OverflowError", "a float that is too large")
        return made

    def _divided_down(self, a: Any, b: Any) -> tuple[Any, Any]:
        """`a // b` and `a % b` of floats, to the last bit as CPython has them (Objects/floatobject.c)."""
        build, zero, one = self.builder, ir.Constant(DOUBLE, 0.0), ir.Constant(DOUBLE, 1.0)
        floor, copysign = self.program.intrinsic("llvm.floor", [DOUBLE]), self.program.intrinsic("llvm.copysign", [DOUBLE])
        rest = build.frem(a, b)
        is_over = build.fcmp_unordered("!=", rest, zero)
        lower = build.and_(is_over, build.xor(build.fcmp_ordered("<", rest, zero), build.fcmp_ordered("<", b, zero)))
        whole = build.fdiv(build.fsub(a, rest), b)
        whole = build.select(lower, build.fsub(whole, one), whole)
        down = build.call(floor, [whole])
        down = build.select(build.fcmp_ordered(">", build.fsub(whole, down), ir.Constant(DOUBLE, 0.5)), build.fadd(down, one), down)
        is_none = build.fcmp_ordered("==", whole, zero)
        quotient = build.select(is_none, build.call(copysign, [zero, build.fdiv(a, b)]), down)
        return quotient, build.select(is_over, build.select(lower, build.fadd(rest, b), rest), build.call(copysign, [zero, b]))

    def _joined(self, left: Value, right: Value) -> Value | None:
        """`left + right` of tuples, texts or lists."""
        one, other = left.kind, right.kind
        if isinstance(one, Tuple) and isinstance(other, Tuple) and not (one.cls or other.cls):
            return self.tuple([self.member(value, i) for value in (left, right) for i in range(len(value.kind.members))])  # type: ignore[attr-defined]
        if any(isinstance(kind, List) or kinds.is_constant_list(kind) for kind in (one, other)):
            if not all(isinstance(kind, (List, Sequence)) and not getattr(kind, "is_deque", False) for kind in (one, other)):
                return None
            made = self.to_list(left)
            self.method_call(made, "extend", [right], {})
            return made
        rows = (Sequence, Tuple, Char)
        if isinstance(one, rows) and isinstance(other, rows):
            member = (
                kinds.CHAR
                if isinstance(one, Char) or isinstance(other, Char)
                else kinds.join(kinds.row_member(one), kinds.row_member(other))
            )
            if member is None:
                return None
            first, second = self.row(left, member), self.row(right, member)
            (a, n), (b, m) = self.parts(first), self.parts(second)
            count = self.builder.add(n, m)
            place = self.take(self.builder.mul(count, self.integer(member.size)))
            self.copied(place, a, self.builder.mul(n, self.integer(member.size)))
            self.copied(self.place(member, place, n), b, self.builder.mul(m, self.integer(member.size)))
            texts = [kind for kind in (one, other) if isinstance(kind, Char) or getattr(kind, "is_text", False)]
            if len(texts) == 1:
                raise RefusedError("`+` between a str and a tuple")
            return Value(Sequence(member, bool(texts)), [place, count])
        return None

    def repeated(self, row: Value, count: Value) -> Value:
        """`row * count`."""
        times = self.parts(self.whole(count))[0]
        times = self.builder.select(self.builder.icmp_signed("<", times, self.integer(0)), self.integer(0), times)
        if getattr(row.kind, "is_deque", False):
            raise RefusedError("a deque times a number does not compile")
        is_list = isinstance(row.kind, List) or kinds.is_constant_list(row.kind)
        kind = row.kind
        member = kinds.CHAR if isinstance(kind, Char) else kinds.row_member(kind)
        if isinstance(member, Never):
            return row
        if isinstance(kind, List) and not row.is_known:
            base, size = self.members_at(row)[0], self.parts(self.length(row))[0]
        else:
            base, size = self.parts(self.row(row, member))
        total = self.builder.mul(size, times)
        if is_list:
            made = self.new_list(("repeated", self._serial()))
            if not self.widening(self.program.sites[made.site], Value(member, ()), "the list", frozenset({made.site})):
                return made.read()
            target, result = self._room(made.address, total, member), made.read()
        else:
            target = self.take(self.builder.mul(total, self.integer(member.size)))
            result = Value(kinds.TEXT if isinstance(kind, Char) or getattr(kind, "is_text", False) else Sequence(member), [target, total])
        length = self.builder.mul(size, self.integer(member.size))
        self.counted(times, lambda i: self.copied(self.at(target, self.builder.mul(i, length)), base, length))
        return result

    def sets(self, op: ast.operator, left: Value, right: Value) -> Value:
        """`|`, `&`, `-`, `^` between sets."""
        kind = left.kind
        assert isinstance(kind, Set)
        if isinstance(op, ast.BitXor):
            return self.sets(ast.BitOr(), self.sets(ast.Sub(), left, right), self.sets(ast.Sub(), right, left))
        if not isinstance(op, (ast.BitOr, ast.BitAnd, ast.Sub)):
            raise RefusedError(f"`{_SIGNS[type(op)]}` between sets does not compile")
        made = self.new_set(("sets", self._serial()), frozen=kind.frozen and not kind.is_constant)
        if kinds.is_numbered(kind) and kind.member == right.kind.member:  # type: ignore[attr-defined]
            return self._words_of_sets(op, made, left, right)
        if isinstance(op, ast.BitOr):
            self.each(left, lambda one: self.add(made, one), ("left", self._serial()))
            self.each(right, lambda one: self.add(made, one), ("right", self._serial()))
            return made.read()
        wanted = isinstance(op, ast.BitAnd)

        def one(item: Value) -> None:
            inside = self.contains(right, item)
            self.branch(inside, lambda: self.add(made, item) if wanted else None, lambda: None if wanted else self.add(made, item))

        self.each(left, one, ("sets", self._serial()))
        return made.read()

    def _words_of_sets(self, op: ast.operator, made: Growing, left: Value, right: Value) -> Value:
        """The same of sets of numbered members: the words, and one by one what has no number."""
        assert isinstance(left.kind, Set)
        if not self.widening(self.program.sites[made.site], Value(left.kind.member, ()), "the set", frozenset({made.site})):
            return made.read()
        result = made.read()
        a, b = self.word_of(left), self.word_of(right)
        joined = isinstance(op, ast.BitOr)
        self.put_word_of(
            result, self.builder.or_(a, b) if joined else self.builder.and_(a, self.builder.not_(b) if isinstance(op, ast.Sub) else b)
        )

        def others() -> None:
            rest = [self.others_of(one) for one in (left, right)]
            wanted = isinstance(op, ast.BitAnd)
            if joined:
                for one in rest:
                    self.each(one, lambda item: self.add(result, item), ("others", self._serial()))
                return

            def kept(item: Value) -> None:
                inside = self.contains(rest[1], item)
                self.branch(inside, lambda: self.add(result, item) if wanted else None, lambda: None if wanted else self.add(result, item))

            self.each(rest[0], kept, ("others", self._serial()))

        self.branch(self.are_words(left, right), lambda: None, others)
        return result

    # Comparison

    def compare_values(self, op: ast.cmpop, left: Value, right: Value) -> Value:
        """`left < right` and its like."""
        if isinstance(left.kind, Never) or isinstance(right.kind, Never):
            return NEVER_VALUE
        if isinstance(op, (ast.In, ast.NotIn)):
            return self._not(self.contains(right, left), isinstance(op, ast.NotIn))
        if isinstance(op, (ast.Is, ast.IsNot)):
            return self._not(self._is(left, right), isinstance(op, ast.IsNot))
        if left.is_known and right.is_known and not (isinstance(left.kind, Static) or isinstance(right.kind, Static)):
            return constant(bool(_COMPARE[type(op)](left.const, right.const)))
        if isinstance(op, ast.NotEq):
            return self._differ(left, right)
        if isinstance(op, ast.Eq):
            return self.same(left, right)
        left, right = self.there(left), self.there(right)
        name, reflected = _ORDER_METHODS[type(op)]
        if (found := self.by_own_method(name, left, right)) is not None:
            return found
        if not self._is_builtin(left) and (found := self.by_own_method(reflected, right, left)) is not None:
            return found
        return self._order(op, left, right)

    def _differ(self, left: Value, right: Value) -> Value:
        """`left != right`: a tuple or a dict has a way of its own to say so, whatever its `__eq__` says."""
        if (found := self.by_own_method("__ne__", left, right)) is not None:
            return self.truth(found)
        return self.unary(ast.Not(), self._alike(left, right) if self._is_builtin(left) else self.same(left, right))

    def _is_builtin(self, value: Value) -> bool:
        """Whether it is a tuple or a dict, of whatever class."""
        return issubclass(self.class_of(value), (tuple, dict))

    def _not(self, value: Value, turned: bool) -> Value:
        return self.unary(ast.Not(), value) if turned else value

    def _is(self, left: Value, right: Value) -> Value:
        for one, other in ((left, right), (right, left)):
            if isinstance(other.kind, Nothing):
                if isinstance(one.kind, Optional):
                    return Value(BOOL, [self.builder.not_(self.parts(one)[0])])
                return constant(isinstance(one.kind, Nothing))
        if isinstance(left.kind, Static) and isinstance(right.kind, Static):
            return constant(left.const is right.const)
        if all(isinstance(one.kind, (Member, Bool, Optional)) for one in (left, right)):
            return self.same(left, right)
        if isinstance(left.kind, Static) or isinstance(right.kind, Static):  # a class, NotImplemented
            return constant(False)
        raise RefusedError("`is` compares objects; compare values with `==`")

    def may_equal(self, one: Kind, other: Kind) -> bool:
        """Whether values of two kinds can be equal."""
        if isinstance(one, (List, Sequence)) and isinstance(other, (List, Sequence)):
            return kinds.is_text(one) == kinds.is_text(other) and self.may_equal(one.member, other.member)
        return kinds.join(one, other) is not None or (kinds.is_number(one) and kinds.is_number(other))

    def same(self, one: Value, other: Value) -> Value:
        """`one == other`."""
        a, b = one.kind, other.kind
        if isinstance(a, Never) or isinstance(b, Never):
            return NEVER_VALUE
        if not isinstance(a, (Static, Optional)) and not isinstance(b, (Static, Optional)):
            for receiver, argument in ((one, other), (other, one)):
                if (found := self.by_own_method("__eq__", receiver, argument)) is not None:
                    return self.truth(found)
        return self._alike(one, other)

    def _alike(self, one: Value, other: Value) -> Value:
        """The same, whatever their classes say."""
        a, b = one.kind, other.kind
        build = self.builder
        if one.is_known and other.is_known and not (isinstance(a, Static) or isinstance(b, Static)):
            return constant(bool(one.const == other.const))
        if isinstance(one.const, Lazy) or isinstance(other.const, Lazy):
            return self.same_as_lazy(one, other)
        if isinstance(a, Static) and isinstance(b, Static):
            return constant(bool(one.const == other.const))
        if isinstance(a, Optional) or isinstance(b, Optional):
            return self._same_optional(one, other)
        if isinstance(a, Nothing) or isinstance(b, Nothing):
            return constant(isinstance(a, Nothing) and isinstance(b, Nothing))
        if isinstance(a, Member) and isinstance(b, Member) and a.of is b.of:
            return Value(BOOL, [build.icmp_signed("==", self.parts(one)[0], self.parts(other)[0])])
        if kinds.is_number(a) and kinds.is_number(b):
            if isinstance(a, Float) or isinstance(b, Float):
                return Value(BOOL, [build.fcmp_ordered("==", self.parts(self.exactly(one))[0], self.parts(self.exactly(other))[0])])
            return Value(BOOL, [build.icmp_signed("==", self.parts(self.whole(one))[0], self.parts(self.whole(other))[0])])
        if isinstance(a, BitSet) or isinstance(b, BitSet):
            return self._compare_bits(ast.Eq(), one, other)
        if isinstance(a, Char) and isinstance(b, Char):
            return Value(BOOL, [build.icmp_signed("==", self.parts(one)[0], self.parts(other)[0])])
        if isinstance(a, Tuple) and isinstance(b, Tuple):
            if len(a.members) != len(b.members) or (a.cls is not b.cls and (kinds.is_data(a.cls) or kinds.is_data(b.cls))):
                return constant(False)
            compared = kinds.compared(a.cls)
            if compared is None:
                raise RefusedError(f"an object of {a.cls.__name__} is equal to itself alone, which does not compile")  # type: ignore[union-attr]
            found = constant(True)
            for index in compared or range(len(a.members)):
                found = self.both(found, lambda i=index: self.same(self.member(one, i), self.member(other, i)))
            return found
        rows = (Sequence, List, Tuple, Char)
        if isinstance(a, rows) and isinstance(b, rows):
            if getattr(a, "or_tuple", False) or getattr(b, "or_tuple", False):
                raise RefusedError("`==` of what is a tuple on one way and a list on the other; make it one or the other")
            return self._same_rows(one, other)
        if isinstance(a, Dict) and isinstance(b, Dict) and a.cls is b.cls is collections.OrderedDict:
            raise RefusedError("`==` of OrderedDicts, for which their order matters, does not compile; take dicts")
        if isinstance(a, (Set, Dict)) and type(a) is type(b):
            return self._same_sets(one, other)
        if isinstance(a, Instance) and isinstance(b, Instance) and a.cls is b.cls:
            compared = kinds.compared(a.cls)
            if compared is None:
                return Value(BOOL, [build.icmp_unsigned("==", self.parts(one)[0], self.parts(other)[0])])
            found = constant(True)
            for name in [kinds.field_names(a.cls)[place] for place in compared] if kinds.is_data(a.cls) else a.names:
                found = self.both(found, lambda name=name: self.same(self.attribute(one, name), self.attribute(other, name)))
            return found
        return constant(False)

    def same_as_lazy(self, one: Value, other: Value) -> Value:
        """The same of what is gone through later, one of them at least."""
        raise NotImplementedError

    def _same_optional(self, one: Value, other: Value) -> Value:
        if not isinstance(one.kind, Optional):
            one, other = other, one
        assert isinstance(one.kind, Optional)
        there, *rest = self.parts(one)
        inner = Value(one.kind.some, rest)
        if isinstance(other.kind, Nothing):
            return Value(BOOL, [self.builder.not_(there)])
        if not isinstance(other.kind, Optional):
            return self.both(Value(BOOL, [there]), lambda: self.same(inner, other))
        also, *more = self.parts(other)
        alike = Value(BOOL, [self.builder.icmp_unsigned("==", there, also)])
        some = other.kind.some

        def values() -> Value:
            return self.choice(Value(BOOL, [there]), lambda: self.same(inner, Value(some, more)), lambda: constant(True))

        return self.both(alike, values)

    def _same_rows(self, one: Value, other: Value) -> Value:
        if _class_of_row(one) is not _class_of_row(other):
            return constant(False)
        member_a = kinds.CHAR if isinstance(one.kind, Char) else kinds.row_member(one.kind)
        member_b = kinds.CHAR if isinstance(other.kind, Char) else kinds.row_member(other.kind)
        if isinstance(member_a, Never) or isinstance(member_b, Never):
            return self.same(self.length(one), self.length(other))
        if not self.may_equal(member_a, member_b):
            return constant(False)
        return self.call_own(_equal_rows, [self._in_memory(one), self._in_memory(other)])

    def _in_memory(self, value: Value) -> Value:
        """A row whose members can be had by their numbers."""
        if not isinstance(value.kind, (Tuple, Char)) and not value.is_known:
            return value
        return self.row(value, kinds.CHAR if isinstance(value.kind, Char) else kinds.row_member(value.kind))

    def _same_sets(self, one: Value, other: Value) -> Value:
        if kinds.is_numbered(one.kind) and kinds.row_member(one.kind) == kinds.row_member(other.kind):
            alike = self.builder.icmp_signed("==", self.word_of(one), self.word_of(other))
            return self.choice(self.are_words(one, other), lambda: Value(BOOL, [alike]), lambda: self.call_own(_equal_sets, [one, other]))
        return self.call_own(_equal_sets if isinstance(one.kind, Set) else _equal_dicts, [one, other])

    def _order(self, op: ast.cmpop, left: Value, right: Value) -> Value:
        a, b = left.kind, right.kind
        sign = _SIGNS[type(op)]
        if kinds.is_number(a) and kinds.is_number(b):
            if isinstance(a, Float) or isinstance(b, Float):
                return Value(BOOL, [self.builder.fcmp_ordered(sign, *(self.parts(self.exactly(one))[0] for one in (left, right)))])
            return Value(BOOL, [self.builder.icmp_signed(sign, self.parts(self.whole(left))[0], self.parts(self.whole(right))[0])])
        if isinstance(a, Char) and isinstance(b, Char):
            return Value(BOOL, [self.builder.icmp_signed(sign, self.parts(left)[0], self.parts(right)[0])])
        if isinstance(a, BitSet) or isinstance(b, BitSet):
            return self._compare_bits(op, left, right)
        if isinstance(a, Tuple) and isinstance(b, Tuple) and not (kinds.is_data(a.cls) or kinds.is_data(b.cls)):
            if a.members and len(a.members) == len(b.members):
                return self._order_tuples(op, left, right, 0)
        elif isinstance(a, Tuple) and isinstance(b, Tuple) and a.cls is b.cls and kinds.is_ordered(a.cls):
            compared = [tuple(self.member(one, place) for place in kinds.compared(a.cls) or ()) for one in (left, right)]
            return self._order(op, *(self.tuple(list(members)) for members in compared))
        rows = (Sequence, List, Tuple, Char)
        data = any(kinds.is_data(getattr(kind, "cls", None)) for kind in (a, b))
        if isinstance(a, rows) and isinstance(b, rows) and not data and _class_of_row(left) is _class_of_row(right):
            return self._order_rows(op, left, right)
        if isinstance(a, Set) and isinstance(b, Set):
            small, large = (left, right) if sign in ("<", "<=") else (right, left)
            within = self.method_call(small, "issubset", [large], {})
            if sign in ("<=", ">="):
                return within
            return self.both(within, lambda: self.compare_values(ast.Lt(), self.length(small), self.length(large)))
        told = f"`{sign}` between {kinds.in_words(a)} and {kinds.in_words(b)}"
        if isinstance(a, Nothing) or isinstance(b, Nothing):
            self.fail("TypeError", told)
            return NEVER_VALUE
        raise RefusedError(told)

    def _compare_bits(self, op: ast.cmpop, left: Value, right: Value) -> Value:
        """`Bits` beside `Bits` or a number: compared as numbers, from 0 to 2**64 - 1 on the side of the `Bits`."""
        if not isinstance(left.kind, BitSet):
            return self._compare_bits(_MIRRORED.get(type(op), ast.Eq)(), right, left)
        if right.is_known and isinstance(right.const, int) and not 0 <= right.const < 1 << 64:
            return constant(bool(_COMPARE[type(op)](0, right.const)))
        number = self._word(right)
        found = self.builder.icmp_unsigned(_SIGNS[type(op)], self.parts(left)[0], number)
        if right.is_known or isinstance(right.kind, (BitSet, Word)):
            return Value(BOOL, [found])
        is_negative = self.builder.icmp_signed("<", number, self.integer(0))
        return Value(BOOL, [self.builder.select(is_negative, ir.Constant(I1, int(_COMPARE[type(op)](0, -1))), found)])

    def _order_tuples(self, op: ast.cmpop, left: Value, right: Value, place: int) -> Value:
        assert isinstance(left.kind, Tuple)
        one, other = self.member(left, place), self.member(right, place)
        if place + 1 == len(left.kind.members):
            return self.compare_values(op, one, other)
        strict = ast.Lt() if isinstance(op, (ast.Lt, ast.LtE)) else ast.Gt()
        return self.choice(
            self.same(one, other), lambda: self._order_tuples(op, left, right, place + 1), lambda: self.compare_values(strict, one, other)
        )

    def _order_rows(self, op: ast.cmpop, left: Value, right: Value) -> Value:
        """Rows whose lengths are not known, or differ: texts, lists, tuples."""
        if isinstance(op, (ast.Gt, ast.GtE)):
            return self._order_rows(ast.Lt() if isinstance(op, ast.Gt) else ast.LtE(), right, left)
        one, other = self._in_memory(left), self._in_memory(right)
        if isinstance(kinds.row_member(one.kind), Never) or isinstance(kinds.row_member(other.kind), Never):
            return self.compare_values(op, self.length(one), self.length(other))
        return self.call_own(_below if isinstance(op, ast.Lt) else _not_above, [one, other])

    def both(self, first: Value, second: Any) -> Value:
        """Whether both hold."""
        raise NotImplementedError

    def call(self, function: Value, args: list[Value], words: dict[str, Value]) -> Value:
        """Call a function."""
        raise NotImplementedError

    def call_own(self, function: Any, args: list[Value], words: dict[str, Value] | None = None) -> Value:
        """Call a function of this package that is compiled like a rule."""
        raise NotImplementedError

    def attribute(self, holder: Value, name: str) -> Value:
        """An attribute of a value."""
        raise NotImplementedError


def _class_of_row(value: Value) -> type:
    """Whether it is a list, a deque, a text or a tuple: only with its like it is compared."""
    if isinstance(value.kind, List):
        return collections.deque if value.kind.is_deque else list
    return list if kinds.is_constant_list(value.kind) else str if kinds.is_text(value.kind) else tuple


def _repeat(cells: Any, times: int) -> None:
    """`cells *= times`."""
    made = cells * times
    cells.clear()
    cells.extend(made)


def _become(held: Any, other: Any) -> None:
    for one in list(held):
        if one not in other:
            held.discard(one)
    held.update(other)


def _equal_rows(one: Any, other: Any) -> bool:
    if len(one) != len(other):
        return False
    for i in range(len(one)):  # noqa: SIM110  compiled as it stands
        if one[i] != other[i]:
            return False
    return True


def _below(one: Any, other: Any) -> bool:
    for i in range(min(len(one), len(other))):
        if one[i] != other[i]:
            return bool(one[i] < other[i])
    return len(one) < len(other)


def _not_above(one: Any, other: Any) -> bool:
    for i in range(min(len(one), len(other))):
        if one[i] != other[i]:
            return bool(one[i] < other[i])
    return len(one) <= len(other)


def _equal_sets(one: Any, other: Any) -> bool:
    if len(one) != len(other):
        return False
    for member in one:  # noqa: SIM110
        if member not in other:
            return False
    return True


def _equal_dicts(one: Any, other: Any) -> bool:
    if len(one) != len(other):
        return False
    for key in one:  # noqa: SIM110
        if key not in other or one[key] != other[key]:
            return False
    return True
