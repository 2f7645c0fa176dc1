"""The operations of `zermelo.wide` for the compiler: straight code, a few instructions a word."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin
from numba.extending import type_callable

from zermelo import wide
from zermelo.native.bits import BitsType

I1, I64 = ir.IntType(1), ir.IntType(64)
ZERO, SIXTY_FOUR = ir.Constant(I64, 0), ir.Constant(I64, 64)
SET, NUMBER = "set", "number"


def _operation(function: Any, returns: types.Type | None, *arguments: str) -> Any:
    """Type a function of `wide` for arguments of these kinds, and lower it by the decorated `emit(builder, *args)`.

    A set is given to `emit` as the list of its words. `returns` is None for a set, which `emit` makes as a list of words.
    """

    def fits(kind: types.Type, argument: str) -> bool:
        if argument == SET:
            return isinstance(kind, types.UniTuple) and isinstance(kind.dtype, BitsType)
        return isinstance(kind, types.Integer)

    @type_callable(function)
    def type_it(context: Any) -> Any:
        def of_one(a: types.Type) -> types.Type | None:
            return (returns or a) if fits(a, SET) else None

        def of_two(a: types.Type, b: types.Type) -> types.Type | None:
            same = arguments[1] == NUMBER or a == b
            return (returns or a) if fits(a, SET) and fits(types.unliteral(b), arguments[1]) and same else None

        def of_three(a: types.Type, b: types.Type, c: types.Type) -> types.Type | None:
            return returns if of_two(a, b) and fits(types.unliteral(c), arguments[2]) else None

        return (of_one, of_two, of_three)[len(arguments) - 1]

    def decorate(emit: Any) -> Any:
        def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            given = [
                [builder.extract_value(arg, word) for word in range(kind.count)]
                if isinstance(kind, types.UniTuple)
                else context.cast(builder, arg, kind, types.int64)
                for kind, arg in zip(sig.args, args, strict=True)
            ]
            made = emit(builder, *given)
            if returns is not None:
                return made
            value = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
            for place, word in enumerate(made):
                value = builder.insert_value(value, word, place)
            return value

        lower_builtin(function, *(types.UniTuple if argument == SET else types.Integer for argument in arguments))(lower)
        return emit

    return decorate


@_operation(wide.union, None, SET, SET)
def _union(builder: Any, a: list[Any], b: list[Any]) -> list[Any]:
    return [builder.or_(left, right) for left, right in zip(a, b, strict=True)]


@_operation(wide.intersection, None, SET, SET)
def _common(builder: Any, a: list[Any], b: list[Any]) -> list[Any]:
    return [builder.and_(left, right) for left, right in zip(a, b, strict=True)]


@_operation(wide.difference, None, SET, SET)
def _without(builder: Any, a: list[Any], b: list[Any]) -> list[Any]:
    return [builder.and_(left, builder.not_(right)) for left, right in zip(a, b, strict=True)]


@_operation(wide.with_member, None, SET, NUMBER)
def _with_member(builder: Any, a: list[Any], member: Any) -> list[Any]:
    bit = builder.shl(ir.Constant(I64, 1), builder.and_(member, ir.Constant(I64, 63)))
    number = builder.lshr(member, ir.Constant(I64, 6))
    here = [builder.icmp_unsigned("==", number, ir.Constant(I64, place)) for place in range(len(a))]
    return [builder.or_(word, builder.select(is_here, bit, ZERO)) for word, is_here in zip(a, here, strict=True)]


@_operation(wide.shift_left, None, SET, NUMBER)
def _upwards(builder: Any, a: list[Any], places: Any) -> list[Any]:
    return [_joined(builder, word, below, places, "shl", "lshr") for word, below in zip(a, [ZERO, *a[:-1]], strict=True)]


@_operation(wide.shift_right, None, SET, NUMBER)
def _downwards(builder: Any, a: list[Any], places: Any) -> list[Any]:
    return [_joined(builder, word, above, places, "lshr", "shl") for word, above in zip(a, [*a[1:], ZERO], strict=True)]


def _joined(builder: Any, word: Any, other: Any, places: Any, way: str, back: str) -> Any:
    """A word shifted one way, and what comes into it from the word beside it."""
    rest = builder.and_(builder.sub(SIXTY_FOUR, places), ir.Constant(I64, 63))
    comes = builder.select(builder.icmp_unsigned("==", places, ZERO), ZERO, getattr(builder, back)(other, rest))
    return builder.or_(getattr(builder, way)(word, places), comes)


@_operation(wide.contains, types.boolean, SET, NUMBER)
def _contains(builder: Any, a: list[Any], member: Any) -> Any:
    number, word = builder.lshr(member, ir.Constant(I64, 6)), a[0]
    for place in range(1, len(a)):
        word = builder.select(builder.icmp_unsigned("==", number, ir.Constant(I64, place)), a[place], word)
    return builder.trunc(builder.lshr(word, builder.and_(member, ir.Constant(I64, 63))), I1)


@_operation(wide.some, types.boolean, SET)
def _some(builder: Any, a: list[Any]) -> Any:
    found = a[0]
    for word in a[1:]:
        found = builder.or_(found, word)
    return builder.icmp_unsigned("!=", found, ZERO)


@_operation(wide.intersects, types.boolean, SET, SET)
def _meet(builder: Any, a: list[Any], b: list[Any]) -> Any:
    return _some(builder, _common(builder, a, b))


@_operation(wide.count, types.int64, SET)
def _count(builder: Any, a: list[Any]) -> Any:
    members = builder.ctpop(a[0])
    for word in a[1:]:
        members = builder.add(members, builder.ctpop(word))
    return members


@_operation(wide.select, types.int64, SET, NUMBER)
def _nth(builder: Any, a: list[Any], number: Any) -> Any:
    """The word that holds it is chosen by counts, then the half of that word, the quarter and so on."""
    place, left, before, lower = ZERO, a[0], ZERO, ZERO
    for word in range(1, len(a)):
        before = builder.add(before, builder.ctpop(a[word - 1]))
        later = builder.icmp_unsigned(">=", number, before)
        place = builder.select(later, ir.Constant(I64, 64 * word), place)
        left = builder.select(later, a[word], left)
        lower = builder.select(later, before, lower)
    number = builder.sub(number, lower)
    for half in (32, 16, 8, 4, 2, 1):
        members = builder.ctpop(builder.and_(left, ir.Constant(I64, (1 << half) - 1)))
        later = builder.icmp_unsigned(">=", number, members)
        number = builder.sub(number, builder.select(later, members, ZERO))
        place = builder.add(place, builder.select(later, ir.Constant(I64, half), ZERO))
        left = builder.select(later, builder.lshr(left, ir.Constant(I64, half)), left)
    return place


@_operation(wide.extract_bits, types.int64, SET, NUMBER, NUMBER)
def _digits(builder: Any, a: list[Any], start: Any, length: Any) -> Any:
    """The two words that hold them, as if 64 numbers more stood before the first, shifted into one."""
    start = builder.add(start, SIXTY_FOUR)
    number = builder.lshr(start, ir.Constant(I64, 6))
    low, high = ZERO, a[0]
    for place, (lower, upper) in enumerate(zip(a, [*a[1:], ZERO], strict=True), 1):
        here = builder.icmp_unsigned("==", number, ir.Constant(I64, place))
        low, high = builder.select(here, lower, low), builder.select(here, upper, high)
    high = builder.select(builder.icmp_unsigned(">", number, ir.Constant(I64, len(a))), ZERO, high)
    joined = _joined(builder, low, high, builder.and_(start, ir.Constant(I64, 63)), "lshr", "shl")
    return builder.and_(joined, builder.sub(builder.shl(ir.Constant(I64, 1), length), ir.Constant(I64, 1)))
