"""Kernels as Python calls them: with the game and a state of it, which they take as bytes in memory.

Where the rules are compiled apart from the kernel, it is given the table of their addresses in the place of the game (see
plain/entries.py). So a kernel knows nothing of the rules, and serves all games with states of as many words, methods of the same names,
and the same facts (see `PlainType.shape`). Where the rules are part of the kernel, it needs no game.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any, Final

from zermelo.bits import WORD
from zermelo.errors import OutgrownError
from zermelo.native.kernels import FailedError
from zermelo.native.kernels.rules import GAME
from zermelo.native.plain import layout
from zermelo.native.plain.kinds import BITS, BOOL, FLOAT, INT, Kind, Tuple
from zermelo.native.plain.layout import Path
from zermelo.native.plain.rules import Rules


class PackedKernel:
    """A kernel for such a game, which Python calls with the game and a state of it."""

    def __init__(self, kernel: Any, rules: Rules, outgrown: Callable[[Path], None]) -> None:
        self.kernel, self.rules, self.outgrown = kernel, rules, outgrown

    def __call__(self, game: Any, state: Any, *rest: Any) -> Any:
        try:
            packed = self.rules.pack(state)
            held = (ctypes.c_char * len(packed)).from_buffer(packed)
            return self.kernel(self.rules.address, ctypes.addressof(held), *rest)
        except layout.OutgrownError as error:
            self.outgrown(error.path)
            raise OutgrownError(f"a position of {type(game).__name__} holds more than all that were seen before") from None
        except OutgrownError as error:
            self.outgrown(self.rules.outgrown)
            raise _named(error, game) from None
        except (OverflowError, MemoryError, RuntimeError) as error:
            raise _named(error, game) from None


class InlineKernel:
    """A kernel of which the rules are a part. `kind` is an `objects.InlineType`."""

    def __init__(self, kernel: Any, kind: Any) -> None:
        self.kernel, self.kind = kernel, kind
        shape = _shape(kind.state_kind)
        self._is_number = isinstance(shape, str)
        self._shape = (shape,) if isinstance(shape, str) else shape
        self._layout = struct.Struct(_format(self._shape))
        self._room = ctypes.c_char * (8 * kind.state.words)

    def __call__(self, game: Any, state: Any, *rest: Any) -> Any:
        try:
            held = self._room()
            numbers: list[Any] = []
            _flatten((state,) if self._is_number else state, self._shape, numbers)
            try:
                self._layout.pack_into(held, 0, *numbers)
            except struct.error:
                raise OverflowError(f"a state of {type(game).__name__} holds a number of more than 64 bits") from None
            return self.kernel(0, ctypes.addressof(held), *rest)
        except FailedError as error:
            self.kind.failure = error.failure
            raise
        except (OverflowError, MemoryError, RuntimeError) as error:
            raise _named(error, game) from None


_WORD: Final = "Q"
_CODES: Final = {INT: "q", BOOL: "?", FLOAT: "d", BITS: _WORD}
_Shape = str | tuple["_Shape", ...]
"""A number as `struct` writes it, or a tuple of such."""


def _shape(kind: Kind) -> _Shape:
    return tuple(map(_shape, kind.members)) if isinstance(kind, Tuple) else _CODES[kind]


def _format(shape: _Shape) -> str:
    """The layout of a state in memory: `Kind.cells` aligns as C does, and as `struct`."""
    return shape if isinstance(shape, str) else "".join(map(_format, shape))


def _flatten(value: Any, shape: tuple[_Shape, ...], numbers: list[Any]) -> None:
    """Append the numbers of a state. Raises TypeError for what is none. A third of what a call costs,
    which is 3 microseconds: hence no generator."""
    if not isinstance(value, tuple) or len(value) != len(shape):
        raise TypeError(f"{value!r} is no tuple of {len(shape)}")
    for part, inner in zip(value, shape, strict=True):
        if inner == _WORD:
            numbers.append(int(part) & WORD)
        elif isinstance(inner, str):
            numbers.append(part)
        else:
            _flatten(part, inner, numbers)


def _named(error: Exception, game: Any) -> Exception:
    return type(error)(*(str(part).replace(GAME, type(game).__name__) for part in error.args))


__all__ = ["InlineKernel", "PackedKernel"]
