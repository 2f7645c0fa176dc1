"""A copy of an object that shares nothing with it that can change: what compiled constants are read from.

Lists, dicts, sets, arrays and the user's own objects are copied, whatever they hold included; functions, classes, modules and
values that never change are shared.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, MutableSequence, MutableSet
from typing import Any

from zermelo.native.fingerprint import is_outside, slots_of


def snapshot(thing: Any, made: dict[int, Any] | None = None) -> Any:
    """The copy. `made` holds, by id, the originals that were met with their copies: what was one object stays one."""
    made = {} if made is None else made
    result: Any
    known = made.get(id(thing))
    if known is not None:
        return known[1]
    if isinstance(thing, tuple):
        parts = [snapshot(part, made) for part in thing]
        if all(new is old for new, old in zip(parts, thing, strict=True)):
            return thing
        result = tuple.__new__(type(thing), parts)
    elif type(thing) is list:
        result = made.setdefault(id(thing), (thing, []))[1]
        result += [snapshot(part, made) for part in thing]
    elif type(thing) is dict:
        result = made.setdefault(id(thing), (thing, {}))[1]
        result.update((snapshot(key, made), snapshot(value, made)) for key, value in thing.items())
    elif isinstance(thing, (Mapping, MutableSequence, MutableSet)) or (hasattr(thing, "tobytes") and not isinstance(thing, type)):
        result = copy.copy(thing)
    elif _is_users_own(thing):
        result = object.__new__(type(thing))
        made[id(thing)] = (thing, result)
        for name, value in _attributes(thing):
            object.__setattr__(result, name, snapshot(value, made))
    else:
        return thing
    made[id(thing)] = (thing, result)
    return result


def _is_users_own(thing: Any) -> bool:
    """Whether it is an object of a class in Python that is made as most are; an enum's members are not, and never change."""
    kind = type(thing)
    return vars(kind).get("__new__", kind.__new__) == object.__new__ and not is_outside(kind) and not isinstance(thing, type)


def _attributes(thing: Any) -> list[tuple[str, Any]]:
    inside = [*getattr(thing, "__dict__", {}).items()]
    return inside + [(name, getattr(thing, name)) for name in slots_of(type(thing)) if hasattr(thing, name)]
