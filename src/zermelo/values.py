"""States as values, whatever they are made of: can they change, are two the same, what stands for one in a table; and numbers to show."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import is_dataclass
from math import isclose
from typing import Any, Final

from zermelo.bits import Bits
from zermelo.words import is_array

_PLAIN = (int, float, complex, str, bytes, type(None), Bits, enum.Enum, type, range)


DUST: Final = 1e-12
"""Numbers this near to 0 are what rounding leaves of sums that are 0, of utilities as games have them."""


_WHOLE: Final = 2.0**53
"""Below this every whole number is a float of its own."""


def chopped(value: Any) -> Any:
    """A number, or a tuple of numbers, as people are shown it: 0 where no more than `DUST` is left. Nothing is to be computed with it.

    >>> chopped(0.1 + 0.2 - 0.3), chopped((0.5, -3e-18))
    (0, (0.5, 0))
    """
    if isinstance(value, tuple):
        return tuple(map(chopped, value))
    return 0 if abs(value) < DUST else value


def in_words(value: Any, digits: int = 6) -> str:
    """A number as people read it, or several in brackets: what is whole exactly, all else in this many digits at most.

    >>> in_words(-0.35 - 0.2), in_words(1234567), in_words(2.0), in_words((1, 2 / 3)), in_words(float("-inf"))
    ('-0.55', '1234567', '2', '(1, 0.666667)', '-inf')
    """
    if isinstance(value, tuple):
        return f"({', '.join(in_words(part, digits) for part in value)})"
    if isinstance(value, int):
        return str(int(value))  # also where no float holds it
    value = chopped(value)
    return str(int(value)) if abs(value) < _WHOLE and value == int(value) else f"{float(value):.{digits}g}"


def duration(seconds: float) -> str:
    """So much time in words: `2 h 10 min`, `3 min`, `40 s`."""
    minutes = round(seconds / 60)
    if minutes >= 60:
        return f"{minutes // 60:,} h {minutes % 60} min"
    return f"{minutes} min" if minutes > 1 else f"{round(seconds)} s"


def opposite(one: float, other: float) -> bool:
    """Whether what one of two players wins is what the other loses, but for rounding."""
    return one == -other or isclose(one, -other, rel_tol=1e-9, abs_tol=1e-9)


def counted(count: int, one: str, many: str = "") -> str:
    """So many things as people read it; `many` is what several are called, where an s is not enough.

    >>> counted(1, "state"), counted(1273, "state"), counted(0, "ply", "plies")
    ('1 state', '1,273 states', '0 plies')
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def is_frozen(value: object) -> bool:
    """Whether the value cannot change: plain values, and tuples and frozensets of them."""
    if isinstance(value, _PLAIN):
        return True
    return isinstance(value, (tuple, frozenset)) and all(map(is_frozen, value))


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are the same by their own `==`, or, where they have none, part by part."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if is_array(one):
        same = one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes()
        return bool(same) and _have_same_parts(one, other)
    equality: Any = type(one).__eq__
    if equality in (list.__eq__, tuple.__eq__):
        return len(one) == len(other) and all(map(is_same, one, other))
    if equality is dict.__eq__:
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one) and _have_same_parts(one, other)
    if equality is not object.__eq__ and (equal := is_equal(one, other)) is not None:
        return equal
    return _have_same_parts(one, other)


def is_equal(one: Any, other: Any) -> bool | None:
    """What `==` says; None where it raises or gives no yes or no (arrays do)."""
    try:
        return bool(one == other)
    except Exception:
        return None


def no_value(value: Any) -> str:
    """Why a part of a state is none: what gives one thing after the other is used up by who looks; nothing where all are."""
    for part in parts_of(value):
        if isinstance(part, Iterator):
            return f"it holds a {type(part).__name__}, which is used up when it is looked at; write tuple(...) around it"
    return ""


def unequal(value: Any) -> str:
    """Why a value is not equal to itself; nothing where the reason is another than what it holds."""
    for part in parts_of(value):
        if isinstance(part, float) and part != part:
            return "it holds nan, which is not equal to itself; hold None or a number in its place"
        if is_array(part):
            return "it holds an array, of which == gives an array in place of yes or no; hold tuples: tuple(map(tuple, array.tolist()))"
    return no_value(value)


def parts_of(value: Any) -> Iterator[Any]:
    """The value, and all that it holds, in tuples, lists, dicts and sets, and in attributes."""
    waiting, met = [value], set()
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, _PLAIN) or id(part) in met:
            continue
        met.add(id(part))
        if isinstance(part, dict):
            waiting += [*part, *part.values()]
        else:
            waiting += part if isinstance(part, (list, tuple, set, frozenset)) else _parts(part).values()


def not_hashable(value: Any) -> str:
    """Why a value cannot be looked up in sets and dicts, and what to do about it; nothing where it can."""
    try:
        hash(value)
    except TypeError as error:
        thawed = any(is_dataclass(part) and type(part).__hash__ is None for part in parts_of(value))
        said = "write `@dataclass(frozen=True)`, and " if thawed else ""
        return f"{error}; {said}hold tuples, frozensets and Bits in place of lists, sets and dicts"
    return ""


def frozen(value: Any) -> Any:
    """What stands for a value in sets and tables: hashable, and equal for values that are the same part by part."""
    if is_frozen(value):
        return value
    if is_array(value):
        held = frozen(value.tolist()) if value.dtype.hasobject else value.tobytes()
        return type(value), value.dtype.str, value.shape, held, frozen(_parts(value))
    kind = type(value)
    if isinstance(value, (list, tuple)):
        return (kind, *map(frozen, value))
    if isinstance(value, dict):
        return kind, frozenset((key, frozen(part)) for key, part in value.items()), frozen(list(_parts(value).values()))
    if isinstance(value, (set, frozenset)):
        return kind, frozenset(value)
    if _says_what_it_equals(value):
        return value
    parts = _parts(value)
    return (kind, *((name, frozen(parts[name])) for name in sorted(parts))) if parts else value


def _have_same_parts(one: Any, other: Any) -> bool:
    mine, others = _parts(one), _parts(other)
    return mine.keys() == others.keys() and all(is_same(mine[name], others[name]) for name in mine)


def _says_what_it_equals(value: Any) -> bool:
    equality: Any = type(value).__eq__
    try:
        return equality is not object.__eq__ and isinstance(hash(value), int)
    except TypeError:
        return False


def _parts(value: Any) -> dict[str, Any]:
    """The attributes of an object, in its `__dict__` and its slots."""
    slots = [name for kind in type(value).__mro__ for name in _slots(kind)]
    return {**{name: getattr(value, name) for name in slots if hasattr(value, name)}, **getattr(value, "__dict__", {})}


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
