"""What a game holds, its own attributes and those of its class, must be after every call what it was before.

Looked at are public attributes that hold plain values, or small lists, dicts and sets of these. A dict or a set that only grows may
be a cache, which harms nobody whose answers do not depend on it: that is a note.
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any, Final, NamedTuple

from zermelo.checker.findings import Failed
from zermelo.game import Game
from zermelo.state_text import shortened
from zermelo.values import is_equal, is_frozen, is_same

_LARGEST: Final = 1000  # parts of a container that is compared after every call
_NOTHING: Final = object()


class _Kept(NamedTuple):
    """The value of an attribute, and a copy of it where it can change."""

    value: Any
    copied: Any


class Attributes:
    """The attributes of one game as they were, and notes by subject on those that grew."""

    def __init__(self, game: Game) -> None:
        self._game, self._own = game, vars(game)
        self._names = set(self._own)
        of_classes = (vars(kind) for kind in reversed(type(game).__mro__) if issubclass(kind, Game) and kind is not Game)
        held = {name: value for attributes in (*of_classes, self._own) for name, value in attributes.items()}
        self._kept = {name: kept for name, value in held.items() if not name.startswith("_") and (kept := _kept(value))}
        self.notes: dict[str, str] = {}

    def hold(self, label: str) -> None:
        """Raise Failed where the call of this label has changed an attribute or made a new one, and put back what was there."""
        for name, kept in self._kept.items():
            after = getattr(self._game, name, _NOTHING)
            if _is_as_before(kept, after):
                continue
            if after is kept.value and _has_grown(kept.copied, after):
                self._note_growth(label, name, after)
                return
            change = "" if after is _NOTHING else f" from {shortened(kept.copied)} to {shortened(after)}"
            self._put_back(name, kept)
            raise _failed(name, f"{label} {'changed' if change else 'deleted'} self.{name}{change}")
        if len(self._own) != len(self._names):
            self._hold_names(label)

    def _note_growth(self, label: str, name: str, after: Any) -> None:
        told = f"{label} added to self.{name}, now {shortened(after)}"
        self.notes.setdefault(name, f"{told}; that is sound for a cache only: no answer may depend on what was asked before")
        if now := _kept(after):
            self._kept[name] = now
        else:
            del self._kept[name]

    def _put_back(self, name: str, kept: _Kept) -> None:
        if isinstance(kept.value, (list, bytearray)):
            kept.value[:] = copy.deepcopy(kept.copied)
        elif isinstance(kept.value, (dict, set)):
            kept.value.clear()
            kept.value.update(copy.deepcopy(kept.copied))
        if name in self._names:
            self._own[name] = kept.value
        else:
            self._own.pop(name, None)
        if getattr(self._game, name, _NOTHING) is not kept.value:  # it was changed in the class
            self._kept.pop(name)

    def _hold_names(self, label: str) -> None:
        for name in [name for name in self._own if name not in self._names]:
            if name.startswith("_") or isinstance(getattr(type(self._game), name, None), cached_property):
                self._names.add(name)
            else:
                raise _failed(name, f"{label} set self.{name} to {shortened(self._own.pop(name))}")


def _failed(name: str, told: str) -> Failed:
    return Failed("unchanged", f"self.{name}", f"{told}; a game never changes once it is made: what changes is part of the state")


def _kept(value: Any) -> _Kept | None:
    """What to hold an attribute to; None where it is not looked at."""
    if is_frozen(value):
        return _Kept(value, value)
    return _Kept(value, copy.deepcopy(value)) if isinstance(value, (list, dict, set, bytearray)) and _is_small(value) else None


def _is_as_before(kept: _Kept, after: Any) -> bool:
    if kept.copied is kept.value:
        return after is kept.value or is_same(kept.value, after)
    return type(after) is type(kept.copied) and is_equal(after, kept.copied) is True


def _is_small(value: Any) -> bool:
    """Whether a container holds plain values and containers of them, and not too many."""
    waiting, seen = [value], 0
    while waiting:
        part = waiting.pop()
        if isinstance(part, (list, tuple, dict, set, frozenset, bytearray)):
            seen += len(part)
            if seen > _LARGEST:
                return False
            waiting += [*part, *part.values()] if isinstance(part, dict) else part
        elif not is_frozen(part):
            return False
    return True


def _has_grown(before: Any, after: Any) -> bool:
    if isinstance(before, dict):
        return all(key in after and after[key] == part for key, part in before.items())
    return isinstance(before, set) and before <= after
