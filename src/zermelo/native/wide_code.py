"""The operations of `zermelo.wide` as instructions, a few a word: each a function (builder, *values), a set given as its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir

from zermelo import wide

I1, I64 = ir.IntType(1), ir.IntType(64)
ZERO, SIXTY_FOUR = ir.Constant(I64, 0), ir.Constant(I64, 64)
SET, NUMBER, BOOL = "set", "number", "bool"


def _union(builder: Any, a: list[Any], b: list[Any]) -> list[Any]:
    return [builder.or_(left, right) for left, right in zip(a, b, strict=True)]


def _intersection(builder: Any, a: list[Any], b: list[Any]) -> list[Any]:
    return [builder.and_(left, right) for left, right in zip(a, b, strict=True)]


def _difference(builder: Any, a: list[Any], b: list[Any]) -> list[Any]:
    return [builder.and_(left, builder.not_(right)) for left, right in zip(a, b, strict=True)]


def _with_member(builder: Any, a: list[Any], member: Any) -> list[Any]:
    bit = builder.shl(ir.Constant(I64, 1), builder.and_(member, ir.Constant(I64, 63)))
    number = builder.lshr(member, ir.Constant(I64, 6))
    here = [builder.icmp_unsigned("==", number, ir.Constant(I64, place)) for place in range(len(a))]
    return [builder.or_(word, builder.select(is_here, bit, ZERO)) for word, is_here in zip(a, here, strict=True)]


def _shift_left(builder: Any, a: list[Any], places: Any) -> list[Any]:
    return [_joined(builder, word, below, places, "shl", "lshr") for word, below in zip(a, [ZERO, *a[:-1]], strict=True)]


def _shift_right(builder: Any, a: list[Any], places: Any) -> list[Any]:
    return [_joined(builder, word, above, places, "lshr", "shl") for word, above in zip(a, [*a[1:], ZERO], strict=True)]


def _joined(builder: Any, word: Any, other: Any, places: Any, way: str, back: str) -> Any:
    """A word shifted one way, and what comes into it from the word beside it."""
    rest = builder.and_(builder.sub(SIXTY_FOUR, places), ir.Constant(I64, 63))
    comes = builder.select(builder.icmp_unsigned("==", places, ZERO), ZERO, getattr(builder, back)(other, rest))
    return builder.or_(getattr(builder, way)(word, places), comes)


def _contains(builder: Any, a: list[Any], member: Any) -> Any:
    number, word = builder.lshr(member, ir.Constant(I64, 6)), a[0]
    for place in range(1, len(a)):
        word = builder.select(builder.icmp_unsigned("==", number, ir.Constant(I64, place)), a[place], word)
    return builder.trunc(builder.lshr(word, builder.and_(member, ir.Constant(I64, 63))), I1)


def _some(builder: Any, a: list[Any]) -> Any:
    found = a[0]
    for word in a[1:]:
        found = builder.or_(found, word)
    return builder.icmp_unsigned("!=", found, ZERO)


def _intersects(builder: Any, a: list[Any], b: list[Any]) -> Any:
    return _some(builder, _intersection(builder, a, b))


def _count(builder: Any, a: list[Any]) -> Any:
    members = builder.ctpop(a[0])
    for word in a[1:]:
        members = builder.add(members, builder.ctpop(word))
    return members


def _select(builder: Any, a: list[Any], number: Any) -> Any:
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


def _extract_bits(builder: Any, a: list[Any], start: Any, length: Any) -> Any:
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


OPERATIONS: Final[dict[Callable[..., Any], tuple[Callable[..., Any], tuple[str, ...], str]]] = {
    wide.union: (_union, (SET, SET), SET),
    wide.intersection: (_intersection, (SET, SET), SET),
    wide.difference: (_difference, (SET, SET), SET),
    wide.with_member: (_with_member, (SET, NUMBER), SET),
    wide.shift_left: (_shift_left, (SET, NUMBER), SET),
    wide.shift_right: (_shift_right, (SET, NUMBER), SET),
    wide.contains: (_contains, (SET, NUMBER), BOOL),
    wide.some: (_some, (SET,), BOOL),
    wide.intersects: (_intersects, (SET, SET), BOOL),
    wide.count: (_count, (SET,), NUMBER),
    wide.select: (_select, (SET, NUMBER), NUMBER),
    wide.extract_bits: (_extract_bits, (SET, NUMBER, NUMBER), NUMBER),
}
"""What writes each, and of what kinds its arguments and its value are."""
