"""Parts of a state that are one object, which may change: a list that is met on two ways, as the rows of `[[0] * 3] * 3` are.

In plain Python what changes one of them changes the other, after `copy.deepcopy` too. This is hardly ever meant, and compiled code has
states that are values: there, each is one of its own. What never changes (numbers, texts, tuples and frozen objects of such) may be
met as often as it likes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from zermelo.bits import Bits
from zermelo.words import attribute_names

_NEVER_CHANGE: Final = (int, float, str, bytes, type(None), Enum, Bits)
_CONTAINERS: Final = (list, deque, set, dict)


@dataclass(frozen=True)
class Shared:
    """Two ways to one object.

    ways    as in `state.board[0]`
    holder  the list in which it stands at least twice; None where there is none
    """

    ways: tuple[str, str]
    thing: Any
    holder: list[Any] | None

    def __str__(self) -> str:
        one, other = self.ways
        told = f"`{one}` and `{other}` are one {type(self.thing).__name__}: what changes one changes the other"
        return f"{told}; {self._remedy()}"

    def _remedy(self) -> str:
        if not isinstance(self.thing, _CONTAINERS):
            return f"make each one of its own, or {type(self.thing).__name__} a frozen dataclass, where it never changes"
        rows = self.holder
        if rows is None or any(row is not self.thing for row in rows):
            return "make each one of its own, as `copy.deepcopy` of one of them does"
        row = repr(self.thing)
        if isinstance(self.thing, list) and len(self.thing) > 1 and all(one == self.thing[0] for one in self.thing):
            row = f"[{self.thing[0]!r}] * {len(self.thing)}"
        return f"write `[{row} for _ in range({len(rows)})]`"


def shared(state: Any) -> Shared | None:
    """The first object in a state that may change and is met on two ways; None where there is none."""
    met: dict[int, tuple[str, Any]] = {}

    def look(thing: Any, way: str, holder: Any) -> Shared | None:
        if isinstance(thing, _NEVER_CHANGE):
            return None
        if _may_change(thing):
            if id(thing) in met:
                before, held_by = met[id(thing)]
                return Shared((before, way), thing, holder if holder is held_by and isinstance(holder, list) else None)
            met[id(thing)] = way, holder
        for part, step in _parts(thing):
            if found := look(part, way + step, thing):
                return found
        return None

    return look(state, "state", None)


def _may_change(thing: Any) -> bool:
    if isinstance(thing, _CONTAINERS):
        return True
    if isinstance(thing, (tuple, frozenset)) or callable(thing):
        return False
    says = getattr(type(thing), "__dataclass_params__", None)
    return not (says and says.frozen) and bool(attribute_names(thing))


def _parts(thing: Any) -> Iterator[tuple[Any, str]]:
    """What something holds, each with how it is reached from there; nothing that never changes."""
    if isinstance(thing, dict):
        yield from ((one, f"[{key!r}]") for key, one in thing.items() if not isinstance(one, _NEVER_CHANGE))
    elif isinstance(thing, (list, deque)) or type(thing) is tuple:
        yield from ((one, f"[{place}]") for place, one in enumerate(thing) if not isinstance(one, _NEVER_CHANGE))
    elif not callable(thing):
        yield from ((getattr(thing, name), f".{name}") for name in attribute_names(thing))
