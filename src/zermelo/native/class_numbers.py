"""Pickles in which the classes of a game are numbers: a copy of its file in another folder reads them as its own classes."""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from typing import Any


def dumps(value: Any, classes: Sequence[Any]) -> bytes:
    """The value, pickled. Raises what pickle does where a class in it is neither among these nor found by its name."""
    out = io.BytesIO()
    _Pickler(out, {kind: number for number, kind in enumerate(classes) if isinstance(kind, type)}).dump(value)
    return out.getvalue()


def loads(data: bytes, classes: Sequence[Any]) -> Any:
    """The value, over the classes of those places. Raises what pickle does, also where there is no such class."""
    return _Unpickler(io.BytesIO(data), classes).load()


class _Pickler(pickle.Pickler):
    def __init__(self, out: io.BytesIO, numbers: dict[type, int]) -> None:
        super().__init__(out)
        self.numbers = numbers

    def persistent_id(self, thing: Any) -> int | None:
        return self.numbers.get(thing) if isinstance(thing, type) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: io.BytesIO, classes: Sequence[Any]) -> None:
        super().__init__(data)
        self.classes = classes

    def persistent_load(self, number: int) -> type:
        found = self.classes[number] if number < len(self.classes) else None
        if not isinstance(found, type):
            raise pickle.UnpicklingError(f"{number} is the number of no class")
        return found
