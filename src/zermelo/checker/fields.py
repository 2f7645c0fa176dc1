"""The fields of a state and their types: compiled code keeps one type a field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_type_hints

from zermelo.bits import Bits

COMPILED: Final = (bool, int, float, Bits)
"""The types that a field of a compiled state may have."""


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
