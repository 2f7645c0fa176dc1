"""`Bits` for the compiler: one 64-bit word, with the operators of `zermelo.bits` and the same answers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import RefType, iternext_impl, lower_builtin, lower_cast, lower_constant
from numba.core.pythonapi import NativeValue, box, unbox
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, bound_function, infer_getattr, infer_global
from numba.core.typing.typeof import typeof_impl
from numba.extending import register_model, type_callable

from zermelo.bits import Bits

I64 = ir.IntType(64)
I1 = ir.IntType(1)


class BitsType(types.IterableType):
    """The type of `Bits`."""

    def __init__(self) -> None:
        super().__init__(name="Bits")

    @property
    def iterator_type(self) -> types.Type:
        return bits_iterator

    def unify(self, context: Any, other: types.Type) -> types.Type | None:
        """`b if c else 0` is Bits."""
        return self if isinstance(other, types.Integer) else None

    def can_convert_from(self, context: Any, other: types.Type) -> Any:
        """An int may stand where Bits do."""
        from numba.core.typeconv import Conversion

        return Conversion.safe if isinstance(other, types.Integer) else None


class BitsIterator(types.SimpleIteratorType):
    """The type of an iteration over the members of Bits."""

    def __init__(self) -> None:
        super().__init__("iter(Bits)", types.int64)


bits_type = BitsType()
bits_iterator = BitsIterator()


@register_model(BitsType)
class _BitsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, I64)


@register_model(BitsIterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, [("left", types.EphemeralPointer(types.uint64))])


# Between Python and compiled code


@typeof_impl.register(Bits)
def _typeof(value: Bits, context: Any) -> types.Type:
    return bits_type


@unbox(BitsType)
def _unbox(kind: types.Type, value: Any, c: Any) -> NativeValue:
    number = c.pyapi.number_long(value)
    word = cgutils.alloca_once_value(c.builder, ir.Constant(I64, 0))
    with c.builder.if_then(cgutils.is_not_null(c.builder, number)):
        c.builder.store(c.pyapi.long_as_ulonglong(number), word)
        c.pyapi.decref(number)
    return NativeValue(c.builder.load(word), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@box(BitsType)
def _box(kind: types.Type, value: Any, c: Any) -> Any:
    maker = c.pyapi.unserialize(c.pyapi.serialize_object(Bits))
    number = c.pyapi.long_from_ulonglong(value)
    made = c.pyapi.call_function_objargs(maker, (number,))
    c.pyapi.decref(number)
    c.pyapi.decref(maker)
    return made


@lower_constant(BitsType)
def _constant(context: Any, builder: Any, kind: types.Type, value: Bits) -> Any:
    return ir.Constant(I64, int(value))


def _word(context: Any, builder: Any, kind: types.Type, value: Any) -> Any:
    """The operand's 64 bits: an int modulo 2**64."""
    if isinstance(kind, BitsType):
        return value
    return context.cast(builder, value, kind, types.int64 if kind.signed else types.uint64)


@type_callable(Bits)
def _type_constructor(context: Any) -> Callable[..., Any]:
    def typer(number: types.Type = types.int64) -> types.Type | None:
        return bits_type if isinstance(number, (types.Integer, BitsType)) else None

    return typer


@lower_builtin(Bits)
def _lower_empty(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return ir.Constant(I64, 0)


@lower_builtin(Bits, types.Integer)
@lower_builtin(Bits, BitsType)
def _lower_constructor(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _word(context, builder, sig.args[0], args[0])


@lower_cast(types.Integer, BitsType)
def _cast_int(context: Any, builder: Any, source: types.Type, target: types.Type, value: Any) -> Any:
    return _word(context, builder, source, value)


# Operators


def _is_int(kind: types.Type) -> bool:
    return isinstance(kind, types.Integer)


def _operator(keys: tuple[Any, ...], returns: types.Type, emit: Callable[..., Any], *, shift: bool = False) -> None:
    """Type and lower a binary operator on Bits and Bits, Bits and int and (but for shifts) int and Bits.

    `emit(builder, left, right)` gets two words and, for comparisons, the kinds of both.
    """

    class Template(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            left, right = (types.unliteral(arg) for arg in args)
            if isinstance(left, BitsType) and (_is_int(right) or (isinstance(right, BitsType) and not shift)):
                return signature(returns, left, right)
            if _is_int(left) and isinstance(right, BitsType) and not shift:
                return signature(returns, left, right)
            return None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        left, right = (_word(context, builder, kind, arg) for kind, arg in zip(sig.args, args, strict=True))
        return emit(builder, left, right, *sig.args)

    for key in keys:
        infer_global(key)(type("BitsTemplate", (Template,), {"key": key}))
        lower_builtin(key, BitsType, types.Integer)(lower)
        if not shift:
            lower_builtin(key, BitsType, BitsType)(lower)
            lower_builtin(key, types.Integer, BitsType)(lower)


def _word_operator(name: str, instruction: str) -> None:
    keys = (getattr(operator, name + "_" if name in ("and", "or") else name), getattr(operator, "i" + name))
    _operator(keys, bits_type, lambda builder, left, right, *kinds: getattr(builder, instruction)(left, right))


for _name, _instruction in (("and", "and_"), ("or", "or_"), ("xor", "xor"), ("add", "add"), ("sub", "sub"), ("mul", "mul")):
    _word_operator(_name, _instruction)


def _shift_operator(name: str, instruction: str) -> None:
    def emit(builder: Any, word: Any, places: Any, *kinds: Any) -> Any:
        inside = builder.icmp_unsigned("<", places, ir.Constant(I64, 64))
        safe = builder.and_(places, ir.Constant(I64, 63))
        return builder.select(inside, getattr(builder, instruction)(word, safe), ir.Constant(I64, 0))

    _operator((getattr(operator, name), getattr(operator, "i" + name)), bits_type, emit, shift=True)


_shift_operator("lshift", "shl")
_shift_operator("rshift", "lshr")


def _comparison(key: Any, sign: str) -> None:
    """Numbers are compared: an int below 0 is less than all Bits, whatever its bits are."""

    def emit(builder: Any, left: Any, right: Any, left_kind: Any, right_kind: Any) -> Any:
        answer = builder.icmp_unsigned(sign, left, right)
        zero = ir.Constant(I64, 0)
        if _is_int(right_kind) and right_kind.signed:
            below = builder.icmp_signed("<", right, zero)
            return builder.select(below, ir.Constant(I1, int(sign in ("!=", ">", ">="))), answer)
        if _is_int(left_kind) and left_kind.signed:
            below = builder.icmp_signed("<", left, zero)
            return builder.select(below, ir.Constant(I1, int(sign in ("!=", "<", "<="))), answer)
        return answer

    _operator((key,), types.boolean, emit)


for _key, _sign in (
    (operator.eq, "=="),
    (operator.ne, "!="),
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _comparison(_key, _sign)


def _unary(key: Any, returns: types.Type, emit: Callable[[Any, Any], Any]) -> None:
    class Template(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(returns, bits_type) if len(args) == 1 and isinstance(args[0], BitsType) else None

    infer_global(key)(type("BitsTemplate", (Template,), {"key": key}))
    lower_builtin(key, BitsType)(lambda context, builder, sig, args: emit(builder, args[0]))


_unary(operator.invert, bits_type, lambda builder, word: builder.not_(word))
_unary(operator.neg, bits_type, lambda builder, word: builder.neg(word))
_unary(bool, types.boolean, lambda builder, word: builder.icmp_unsigned("!=", word, ir.Constant(I64, 0)))
_unary(operator.not_, types.boolean, lambda builder, word: builder.icmp_unsigned("==", word, ir.Constant(I64, 0)))


@lower_cast(BitsType, types.Boolean)
def _cast_bool(context: Any, builder: Any, source: types.Type, target: types.Type, value: Any) -> Any:
    return builder.icmp_unsigned("!=", value, ir.Constant(I64, 0))


@infer_global(operator.contains)
class _Contains(AbstractTemplate):
    key = operator.contains

    def generic(self, args: Any, kws: Any) -> Any:
        bits, member = args
        return signature(types.boolean, bits, types.int64) if isinstance(bits, BitsType) and _is_int(member) else None


@lower_builtin(operator.contains, BitsType, types.Integer)
def _lower_contains(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    word, member = args
    inside = builder.icmp_unsigned("<", member, ir.Constant(I64, 64))
    shifted = builder.lshr(word, builder.and_(member, ir.Constant(I64, 63)))
    return builder.and_(inside, builder.trunc(shifted, I1))


# Methods


@infer_getattr
class _Methods(AttributeTemplate):
    key = BitsType

    @bound_function("Bits.count")
    def resolve_count(self, bits: Any, args: Any, kws: Any) -> Any:
        return signature(types.int64) if not args else None

    @bound_function("Bits.lowest")
    def resolve_lowest(self, bits: Any, args: Any, kws: Any) -> Any:
        return signature(types.int64) if not args else None

    @bound_function("Bits.highest")
    def resolve_highest(self, bits: Any, args: Any, kws: Any) -> Any:
        return signature(types.int64) if not args else None


@lower_builtin("Bits.count", BitsType)
def _count(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.ctpop(args[0])


@lower_builtin("Bits.lowest", BitsType)
def _lowest(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.cttz(args[0], ir.Constant(I1, 0))


@lower_builtin("Bits.highest", BitsType)
def _highest(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.sub(ir.Constant(I64, 63), builder.ctlz(args[0], ir.Constant(I1, 0)))


# Iteration, from the lowest member up


@lower_builtin("getiter", BitsType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    iterator = context.make_helper(builder, sig.return_type)
    iterator.left = cgutils.alloca_once_value(builder, args[0])
    return iterator._getvalue()


@lower_builtin("iternext", BitsIterator)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    left = builder.load(iterator.left)
    valid = builder.icmp_unsigned("!=", left, ir.Constant(I64, 0))
    result.set_valid(valid)
    with builder.if_then(valid):
        result.yield_(builder.cttz(left, ir.Constant(I1, 1)))
        builder.store(builder.and_(left, builder.sub(left, ir.Constant(I64, 1))), iterator.left)
