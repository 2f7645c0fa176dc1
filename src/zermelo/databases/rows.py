"""Rows of numbers and of states as kernels have them: arrays of numpy, whose addresses compiled code takes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from zermelo.bits import Bits
from zermelo.game import State
from zermelo.solving.kernel import Kernel

Array = np.ndarray[Any, np.dtype[Any]]


def compiled(kernel: Kernel) -> Callable[..., Any]:
    """A kernel without a game as machine code, to be called with numbers and arrays."""
    from zermelo import native  # costs half a second: only for those who compile

    function = native.function(kernel)
    return lambda *arguments: function(*map(addressed, arguments))


def interpreted(kernel: Kernel) -> Callable[..., Any]:
    """The same as plain Python, for which an array is a row of Python's own numbers."""
    return lambda *arguments: kernel.interpreted(*(memoryview(one) if hasattr(one, "dtype") else one for one in arguments))


def addressed(argument: Any) -> Any:
    """What compiled code takes for an argument: of an array its address."""
    return argument.ctypes.data if hasattr(argument, "ctypes") else argument


def row_of(state: State, size: int) -> Array:
    """A state of numbers as compiled code has it in memory: a byte for a bool, a word for any other, each at a multiple of its size."""
    row = bytearray()
    for kind, number in _cells(state):
        row += bytes(-len(row) % struct.calcsize(kind)) + struct.pack(kind, number)
    return np.frombuffer(bytes(row).ljust(size, b"\0"), dtype=np.uint8)


def form_of(state: State) -> str:
    """The kinds of the numbers that a state is made of."""
    return "".join(kind for kind, _ in _cells(state))


def _cells(value: Any) -> Iterator[tuple[str, Any]]:
    """The numbers of a state, each with the letter by which `struct` packs it."""
    if isinstance(value, tuple):
        for part in value:
            yield from _cells(part)
    else:
        kind = "?" if isinstance(value, bool) else "d" if isinstance(value, float) else "Q" if isinstance(value, Bits) else "q"
        yield kind, int(value) if kind == "Q" else value


def state_of(like: State, row: bytes, place: int = 0) -> tuple[State, int]:
    """The state that lies there, of the same form as another one, and the place behind it."""
    if isinstance(like, tuple):
        parts = []
        for part in like:
            found, place = state_of(part, row, place)
            parts.append(found)
        return (type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)), place
    (kind, _), *_ = _cells(like)
    place += -place % struct.calcsize(kind)
    (number,) = struct.unpack_from(kind, row, place)
    return (Bits(number) if kind == "Q" else number), place + struct.calcsize(kind)
