"""Kernels as Python calls them: with the game and a state of it, which they take as bytes in memory.

Where the rules are compiled apart from the kernel, it is given the table of their addresses in the place of the game (see
plain/entries.py). So a kernel knows nothing of the rules, and serves all games with states of as many words, methods of the same names,
and the same facts (see `PlainType.shape`). Where the rules are part of the kernel, it needs no game.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from zermelo.bits import WORD, Bits
from zermelo.errors import CompileError, GameError, OutgrownError, SharingError
from zermelo.native.kernels import FailedError
from zermelo.native.kernels.rules import GAME, RESHAPED
from zermelo.native.plain import layout
from zermelo.native.plain.kinds import BITS, Kind, Tuple
from zermelo.native.plain.layout import Path
from zermelo.native.plain.rules import Failure, Rules


class PackedKernel:
    """A kernel for such a game, which Python calls with the game and a state of it.

    outgrown  called where a part of a state has outgrown its room: with its path, and the state, if it is one that Python has
    leave     called with what came up for which only plain Python has room, so that a search that begins anew does not run compiled
    """

    def __init__(self, kernel: Any, rules: Rules, outgrown: Callable[[Path, Any], None], leave: Callable[[CompileError], None]) -> None:
        self.kernel, self.rules, self.outgrown, self.leave = kernel, rules, outgrown, leave

    def packed(self, game: Any, state: Any) -> bytearray:
        """A state as bytes. Raises OutgrownError where there is no room for it, and there will be."""
        try:
            return self.rules.pack(state)
        except SharingError as error:
            self.leave(SharingError(f"{type(game).__name__}: {error}"))
            raise OutgrownError(f"{type(game).__name__}: {error}") from None
        except layout.OutgrownError as error:
            self.outgrown(error.path, state)
            raise OutgrownError(f"a position of {type(game).__name__} holds more than all that were seen before") from None

    def unpacked(self, game: Any, row: bytes) -> Any:
        """The state that such bytes are."""
        return layout.unpack(self.rules.layouts.state, row)

    def __call__(self, game: Any, state: Any, *rest: Any) -> Any:
        packed = self.packed(game, state)
        try:
            held = (ctypes.c_char * len(packed)).from_buffer(packed)
            return self.kernel(self.rules.address, ctypes.addressof(held), *rest)
        except OutgrownError as error:
            self.outgrown(self.rules.outgrown, None)
            raise _named(error, game) from None
        except (OverflowError, MemoryError, RuntimeError) as error:
            _leave_if_for_python(self.rules.failure, self.leave)
            raise _named(error, game) from None


class InlineKernel:
    """A kernel of which the rules are a part, and which takes the numbers of a state.

    kind      an `objects.InlineType`
    reshaped  called where a state turns out to have another number of members than the first had
    leave     as above
    """

    def __init__(self, kernel: Any, kind: Any, reshaped: Callable[[], None], leave: Callable[[CompileError], None]) -> None:
        self.kernel, self.kind, self.reshaped, self.leave = kernel, kind, reshaped, leave
        self._state: Kind = kind.state_kind
        self._begun: tuple[Any, Any] = None, None  # the game that was asked for its initial state last, and that
        paths = _paths(self._state)
        self._numbers: Callable[[Any], Iterable[Any]] = attrgetter(*paths) if len(paths) > 1 else partial(_flattened, kind=self._state)

    def __call__(self, game: Any, state: Any, *rest: Any) -> Any:
        try:
            try:
                numbers = self._numbers(state)  # all at once, in a tenth of the time
            except AttributeError:  # it is not of the class: a tuple, which may do as well
                numbers = _flattened(state, self._state)
            return self.kernel(0, *numbers, *rest)
        except _ReshapedError:
            raise self._anew(game) from None
        except struct.error:
            told = f"{type(game).__name__}: a state holds a number of more than 64 bits"
            self.leave(CompileError(told))
            raise OutgrownError(told) from None
        except FailedError as error:
            if error.failure.error == RESHAPED:
                raise self._anew(game) from None
            self.kind.failure = error.failure
            _leave_if_for_python(error.failure, self.leave)
            raise
        except (OverflowError, MemoryError, RuntimeError) as error:
            raise _named(error, game) from None

    def packed(self, game: Any, state: Any) -> bytearray:
        """A state as bytes: one for a bool, eight for any other number, each at a multiple of its size.

        Raises GameError for a state of another form than the initial one.
        """
        if _form_of(state) != _form_of(self._initial(game)):
            raise GameError(f"`starts` of {game!r} gives {state!r}, which has another form than the initial state")
        row = bytearray()
        for kind, number in _cells(state):
            row += bytes(-len(row) % struct.calcsize(kind)) + struct.pack(kind, number)
        return row.ljust(8 * self.kind.state.words, b"\0")

    def unpacked(self, game: Any, row: bytes) -> Any:
        """The state that such bytes are."""
        return _state_of(self._initial(game), row, 0)[0]

    def _initial(self, game: Any) -> Any:
        """Where a game begins, made once: to set up a position may take longer than to pack it."""
        begun = self._begun
        if begun[0] is not game:
            begun = self._begun = game, game.initial()
        return begun[1]

    def _anew(self, game: Any) -> OutgrownError:
        """What lets a search begin anew, with states in memory."""
        self.reshaped()
        return OutgrownError(f"a position of {type(game).__name__} has another number of members than the first")


class _ReshapedError(TypeError):
    """A state has another number of members than the first."""


def _paths(kind: Kind, before: str = "") -> list[str]:
    """Where the numbers of a state are, as attributes of it: `own._word`; none where a part has no name."""
    if not isinstance(kind, Tuple):
        return [f"{before}._word" if kind == BITS else before]
    inner = [_paths(member, f"{before}.{name}".lstrip(".")) for name, member in zip(kind.names, kind.members, strict=False)]
    return [path for paths in inner for path in paths] if kind.cls and all(inner) else []


def _flattened(value: Any, kind: Kind) -> Iterator[Any]:
    """The numbers of a state. Raises TypeError for what is none."""
    if isinstance(kind, Tuple):
        if not isinstance(value, tuple) or len(value) != len(kind.members):
            error = _ReshapedError if kind.cls is None and isinstance(value, tuple) else TypeError
            raise error(f"{value!r} is no tuple of {len(kind.members)}")
        for member, inner in zip(value, kind.members, strict=True):
            yield from _flattened(member, inner)
    else:
        yield int(value) & WORD if kind == BITS else value


def _form_of(state: Any) -> str:
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


def _state_of(like: Any, row: bytes, place: int) -> tuple[Any, int]:
    """The state that lies there, of the same form as another one, and the place behind it."""
    if isinstance(like, tuple):
        parts = []
        for part in like:
            found, place = _state_of(part, row, place)
            parts.append(found)
        return (type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)), place
    (kind, _), *_ = _cells(like)
    place += -place % struct.calcsize(kind)
    (number,) = struct.unpack_from(kind, row, place)
    return (Bits(number) if kind == "Q" else number), place + struct.calcsize(kind)


def _leave_if_for_python(failure: Failure | None, leave: Callable[[CompileError], None]) -> None:
    """Raise OutgrownError, after `leave`, where plain Python has room for what rules failed with."""
    if failure is not None and failure.is_for_python:
        told = f"{failure.where}: {failure.text}"
        leave(CompileError(told))
        raise OutgrownError(told)


def _named(error: Exception, game: Any) -> Exception:
    return type(error)(*(str(part).replace(GAME, type(game).__name__) for part in error.args))


__all__ = ["InlineKernel", "PackedKernel"]
