"""The operations of `zermelo.words` as instructions: each a function (builder, *values) that writes them, on words of 64 bits and floats.

Both compilers of kernels write them: numba's, through words.py, and that of `native.kernels`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final

from llvmlite import ir

from zermelo import words

I1, I32, I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
F32, F64 = ir.FloatType(), ir.DoubleType()


def stirred(builder: Any, word: Any, factor: int, shift: int) -> Any:
    """An odd multiplication and a shift, both of which can be undone."""
    mixed = builder.mul(word, ir.Constant(I64, factor))
    return builder.xor(mixed, builder.lshr(mixed, ir.Constant(I64, shift)))


def fingerprint(builder: Any, flat: list[Any]) -> Any:
    """That of a value that consists of these words."""
    mixed = ir.Constant(I64, words.SEED)
    for word in flat:
        mixed = stirred(builder, builder.xor(mixed, word), words.STIR, 32)
    return stirred(builder, mixed, words.SPREAD, 29)


def of_row(members: int) -> Any:
    """What stands before the members of a tuple within another value."""
    return ir.Constant(I64, words.ROW ^ members)


def whole_or_bits(builder: Any, value: Any) -> Any:
    """The word of a float: that of the int that it equals, if any, else its own bits."""
    limit = ir.Constant(F64, float(words.EXACT))
    small = builder.and_(builder.fcmp_ordered("<", value, limit), builder.fcmp_ordered(">", value, ir.Constant(F64, -float(words.EXACT))))
    safe = builder.select(small, value, ir.Constant(F64, 0.0))
    whole = builder.fptosi(safe, I64)
    is_whole = builder.and_(small, builder.fcmp_ordered("==", builder.sitofp(whole, F64), safe))
    return builder.select(is_whole, whole, builder.bitcast(value, I64))


def _mix64(builder: Any, word: Any) -> Any:
    return stirred(builder, word, words.STIR, 32)


def _splitmix64(builder: Any, word: Any) -> Any:
    mixed = builder.mul(word, ir.Constant(I64, words.SEED))
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = builder.mul(builder.xor(mixed, builder.lshr(mixed, ir.Constant(I64, shift))), ir.Constant(I64, factor))
    return builder.xor(mixed, builder.lshr(mixed, ir.Constant(I64, 31)))


def _packed(builder: Any, lower: Any, upper: Any) -> Any:
    low = builder.zext(_shortened(builder, lower, upwards=False), I64)
    high = builder.zext(_shortened(builder, upper, upwards=True), I64)
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


def _lower_of(builder: Any, word: Any) -> Any:
    return _single(builder, builder.lshr(word, ir.Constant(I64, 8)))


def _upper_of(builder: Any, word: Any) -> Any:
    return _single(builder, builder.lshr(word, ir.Constant(I64, 32)))


def _single(builder: Any, word: Any) -> Any:
    """The float whose upper 24 bits are the upper 24 of the lower half of a word."""
    bits = builder.and_(builder.trunc(word, I32), ir.Constant(I32, -0x100))
    return builder.fpext(builder.bitcast(bits, F32), F64)


def _word_of(builder: Any, number: Any) -> Any:
    return builder.bitcast(number, I64)


def _number_of(builder: Any, word: Any) -> Any:
    return builder.bitcast(word, F64)


def _next_up(builder: Any, number: Any) -> Any:
    bits = builder.bitcast(number, I64)
    step = builder.select(builder.icmp_signed(">=", bits, ir.Constant(I64, 0)), ir.Constant(I64, 1), ir.Constant(I64, -1))
    beside = builder.bitcast(builder.add(bits, step), F64)
    beside = builder.select(builder.fcmp_ordered("==", number, ir.Constant(F64, 0.0)), builder.bitcast(ir.Constant(I64, 1), F64), beside)
    stays = builder.fcmp_unordered("==", number, ir.Constant(F64, inf))
    return builder.select(stays, number, beside)


def _is_exact(builder: Any, number: Any) -> Any:
    return ir.Constant(I1, 1)  # what rules return is a float already


def _length(builder: Any, word: Any) -> Any:
    return builder.sub(ir.Constant(I64, 64), builder.ctlz(word, ir.Constant(I1, 0)))


def prefetch(builder: Any, row: Any, index: Any) -> None:
    """Ask for the number at an index of a row, whose address `row` is as a pointer to such numbers."""
    pointer = builder.bitcast(builder.gep(row, [index]), ir.IntType(8).as_pointer())
    kind = ir.FunctionType(ir.VoidType(), [pointer.type, I32, I32, I32])
    fetch = builder.module.globals.get("llvm.prefetch.p0") or ir.Function(builder.module, kind, "llvm.prefetch.p0")
    builder.call(fetch, [pointer, ir.Constant(I32, 0), ir.Constant(I32, 3), ir.Constant(I32, 1)])


OPERATIONS: Final[dict[Callable[..., Any], tuple[Callable[..., Any], str, str]]] = {
    words.mix64: (_mix64, "w", "w"),
    words.splitmix64: (_splitmix64, "w", "w"),
    words.packed: (_packed, "ff", "w"),
    words.lower_of: (_lower_of, "w", "f"),
    words.upper_of: (_upper_of, "w", "f"),
    words.word_of: (_word_of, "f", "w"),
    words.number_of: (_number_of, "w", "f"),
    words.next_up: (_next_up, "f", "f"),
    words.is_exact: (_is_exact, "d", "b"),
    words.length: (_length, "w", "w"),
}
"""What writes each, and of what kinds its arguments and its value are.

"w" is a word, "f" a float or what becomes one, "d" a float and nothing else, "b" a bool.
"""
