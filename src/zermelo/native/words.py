"""The operations of `zermelo.words` for the compiler."""

from __future__ import annotations

from math import inf
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import type_callable

from zermelo import words
from zermelo.native.bits import BitsType
from zermelo.native.memory import RowType
from zermelo.native.packed import KeyType, fingerprint_of

I1, I32, I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
F32, F64 = ir.FloatType(), ir.DoubleType()


def _function(function: Any, returns: types.Type, *arguments: type[types.Type]) -> Any:
    """Type a function of `words` for arguments of these kinds, and lower it by the decorated `emit(builder, sig, *args)`."""

    class Template(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            given = tuple(types.unliteral(arg) for arg in args)
            fits = len(given) == len(arguments) and all(map(isinstance, given, arguments))
            return signature(returns, *given) if fits else None

    infer_global(function)(Template)

    def decorate(emit: Any) -> Any:
        def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return emit(context, builder, sig, args)

        lower_builtin(function, *arguments)(lower)
        return emit

    return decorate


def _number(context: Any, builder: Any, sig: Any, args: Any, place: int = 0) -> Any:
    return context.cast(builder, args[place], sig.args[place], types.float64)


def _stirred(builder: Any, word: Any, factor: int, shift: int) -> Any:
    mixed = builder.mul(word, ir.Constant(I64, factor))
    return builder.xor(mixed, builder.lshr(mixed, ir.Constant(I64, shift)))


@type_callable(words.fingerprint)
def _type_fingerprint(context: Any) -> Any:
    def typer(value: types.Type) -> types.Type | None:
        if isinstance(value, KeyType):
            return types.int64
        return types.int64 if _is_flat(types.unliteral(value)) else None

    return typer


def _is_flat(kind: types.Type) -> bool:
    if isinstance(kind, types.BaseTuple):
        return all(_is_flat(part) for part in kind)
    return isinstance(kind, (types.Integer, types.Boolean, BitsType)) or kind == types.float64


@lower_builtin(words.fingerprint, types.Any)
def _fingerprint(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if isinstance(sig.args[0], KeyType):
        return fingerprint_of(builder, args[0])
    mixed = ir.Constant(I64, words.SEED)
    for word in _flat(context, builder, sig.args[0], args[0]):
        mixed = _stirred(builder, builder.xor(mixed, word), words.STIR, 32)
    return _stirred(builder, mixed, words.SPREAD, 29)


def _flat(context: Any, builder: Any, kind: types.Type, value: Any) -> list[Any]:
    if isinstance(kind, types.BaseTuple):
        made: list[Any] = []
        for place, part in enumerate(kind):
            if isinstance(part, types.BaseTuple):
                made.append(ir.Constant(I64, len(part)))
            made += _flat(context, builder, part, builder.extract_value(value, place))
        return made
    if kind == types.float64:
        return [_whole_or_bits(builder, value)]
    return [value if isinstance(kind, BitsType) else context.cast(builder, value, kind, types.int64)]


def _whole_or_bits(builder: Any, value: Any) -> Any:
    """The word of a float: that of the int that it equals, if any, else its own bits."""
    limit = ir.Constant(F64, float(words.EXACT))
    small = builder.and_(builder.fcmp_ordered("<", value, limit), builder.fcmp_ordered(">", value, ir.Constant(F64, -float(words.EXACT))))
    safe = builder.select(small, value, ir.Constant(F64, 0.0))
    whole = builder.fptosi(safe, I64)
    is_whole = builder.and_(small, builder.fcmp_ordered("==", builder.sitofp(whole, F64), safe))
    return builder.select(is_whole, whole, builder.bitcast(value, I64))


@_function(words.mix64, types.int64, types.Integer)
def _scrambled(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _stirred(builder, args[0], words.STIR, 32)


@_function(words.splitmix64, types.int64, types.Integer)
def _drawn(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    mixed = builder.mul(args[0], ir.Constant(I64, words.SEED))
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = builder.mul(builder.xor(mixed, builder.lshr(mixed, ir.Constant(I64, shift))), ir.Constant(I64, factor))
    return builder.xor(mixed, builder.lshr(mixed, ir.Constant(I64, 31)))


@_function(words.packed, types.int64, types.Number, types.Number)
def _packed(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    low = builder.zext(_shortened(builder, _number(context, builder, sig, args, 0), upwards=False), I64)
    high = builder.zext(_shortened(builder, _number(context, builder, sig, args, 1), upwards=True), I64)
    return builder.or_(builder.shl(low, ir.Constant(I64, 8)), builder.shl(high, ir.Constant(I64, 32)))


def _shortened(builder: Any, number: Any, *, upwards: bool) -> Any:
    """The bits of the 32-bit float beside a number, on the side asked for, whose last 8 bits are 0."""
    bits = builder.and_(builder.bitcast(builder.fptrunc(number, F32), I32), ir.Constant(I32, -0x100))
    near = builder.bitcast(bits, F32)
    wrong = builder.fcmp_ordered("<" if upwards else ">", builder.fpext(near, F64), number)
    positive = builder.icmp_signed(">=", bits, ir.Constant(I32, 0))
    zero = builder.fcmp_ordered("==", near, ir.Constant(F32, 0.0))
    outwards, inwards = ir.Constant(I32, 0x100), ir.Constant(I32, -0x100)
    step = builder.select(positive, outwards if upwards else inwards, inwards if upwards else outwards)
    tiny = ir.Constant(I32, 0x100 if upwards else 0x80000100 - (1 << 32))
    beside = builder.select(zero, tiny, builder.add(bits, step))
    return builder.select(wrong, beside, bits)


@_function(words.lower_of, types.float64, types.Integer)
def _lower_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _single(builder, builder.lshr(args[0], ir.Constant(I64, 8)))


@_function(words.upper_of, types.float64, types.Integer)
def _upper_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _single(builder, builder.lshr(args[0], ir.Constant(I64, 32)))


def _single(builder: Any, word: Any) -> Any:
    """The float whose upper 24 bits are the upper 24 of the lower half of a word."""
    bits = builder.and_(builder.trunc(word, I32), ir.Constant(I32, -0x100))
    return builder.fpext(builder.bitcast(bits, F32), F64)


@_function(words.word_of, types.int64, types.Number)
def _word_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.bitcast(_number(context, builder, sig, args), I64)


@_function(words.number_of, types.float64, types.Integer)
def _number_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.bitcast(args[0], F64)


@_function(words.next_up, types.float64, types.Number)
def _above(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    number = _number(context, builder, sig, args)
    bits = builder.bitcast(number, I64)
    step = builder.select(builder.icmp_signed(">=", bits, ir.Constant(I64, 0)), ir.Constant(I64, 1), ir.Constant(I64, -1))
    beside = builder.bitcast(builder.add(bits, step), F64)
    beside = builder.select(builder.fcmp_ordered("==", number, ir.Constant(F64, 0.0)), builder.bitcast(ir.Constant(I64, 1), F64), beside)
    stays = builder.fcmp_unordered("==", number, ir.Constant(F64, inf))
    return builder.select(stays, number, beside)


@_function(words.is_exact, types.boolean, types.Float)
def _is_exact(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return ir.Constant(I1, 1)  # what rules return is a float already: see the casts in objects.py


@_function(words.length, types.int64, types.Integer)
def _length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.sub(ir.Constant(I64, 64), builder.ctlz(args[0], ir.Constant(I1, 0)))


@_function(words.prefetch, types.none, RowType, types.Integer)
def _prefetch(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    place = builder.gep(builder.inttoptr(args[0], I64.as_pointer()), [args[1]])
    pointer = builder.bitcast(place, ir.IntType(8).as_pointer())
    kind = ir.FunctionType(ir.VoidType(), [pointer.type, I32, I32, I32])
    fetch = builder.module.globals.get("llvm.prefetch.p0") or ir.Function(builder.module, kind, "llvm.prefetch.p0")
    builder.call(fetch, [pointer, ir.Constant(I32, 0), ir.Constant(I32, 3), ir.Constant(I32, 1)])
    return context.get_dummy_value()
