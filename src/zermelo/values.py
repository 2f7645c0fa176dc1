"""States as values, whatever they are made of: frozen or not, the same or not, and the types they hold."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any, get_type_hints

from zermelo.bits import Bits

_PLAIN = (int, float, complex, str, bytes, type(None), Bits, enum.Enum, type, range)
COMPILED = (bool, int, float, Bits)
"""The types that a field of a compiled state may have."""


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
    if _is_array(one):
        return bool(one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes())
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


def field_types(state: Any) -> Iterator[tuple[str, type, object]]:
    """The fields of a state, a tuple inside by all its parts together: (name, type, value)."""
    if isinstance(state, tuple):
        names = getattr(state, "_fields", None) or [f"[{place}]" for place in range(len(state))]
        for name, value in zip(names, state, strict=True):
            yield from _types(name, value)
    else:
        yield "", type(state), state


def declared_types(state: Any) -> dict[str, type]:
    """The types that a NamedTuple's own annotations give to its fields, where they are simple."""
    if not hasattr(state, "_fields"):
        return {}
    try:
        hints = get_type_hints(type(state))
    except Exception:  # an annotation that names what is not there: nothing declared
        return {}
    return {name: hint for name, hint in hints.items() if hint in COMPILED}


def _types(name: str, value: object) -> Iterator[tuple[str, type, object]]:
    if hasattr(value, "_fields"):
        for inner, part, shown in field_types(value):
            yield f"{name}.{inner}", part, shown
    elif isinstance(value, tuple):
        for part_of in value:
            yield from _types(f"{name}[...]", part_of)
    else:
        yield name, type(value), value


def _have_same_parts(one: Any, other: Any) -> bool:
    mine, others = _parts(one), _parts(other)
    return mine.keys() == others.keys() and all(is_same(mine[name], others[name]) for name in mine)


def _is_array(value: Any) -> bool:
    return hasattr(value, "tobytes") and hasattr(value, "shape") and hasattr(value, "dtype")


def _parts(value: Any) -> dict[str, Any]:
    """The attributes of an object, in its `__dict__` and its slots."""
    slots = [name for kind in type(value).__mro__ for name in _slots(kind)]
    return {**{name: getattr(value, name) for name in slots if hasattr(value, name)}, **getattr(value, "__dict__", {})}


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
