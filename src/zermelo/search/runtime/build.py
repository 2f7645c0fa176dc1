"""Kernels made ready for a game: compiled where the mode says so or, with "auto", where the game compiles; else plain Python."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any, Final, Protocol

from zermelo.errors import CompileError, GivenUpError, SearchError, SharingError
from zermelo.game import Game
from zermelo.search.runtime.endings import ending

MODES: Final = ("auto", "compiled", "interpreted")


class Kernel(Protocol):
    """What can be built: the same source for the compiler (see `native.kernel`) and for plain Python."""

    @property
    def name(self) -> str:
        """What tells it from other kernels."""

    @property
    def interpreted(self) -> Callable[..., Any]:
        """The kernel as plain Python."""

    def parts(self) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """The functions that it consists of, each with the types of its parameters and of what it returns."""


_hearing: Final[list[Callable[[str], None]]] = []


@contextmanager
def refusals(hear: Callable[[str], None]) -> Iterator[None]:
    """Hear meanwhile, of each game that was to be compiled where it compiles, and does not, the first reason why not."""
    _hearing.append(hear)
    try:
        yield
    finally:
        _hearing.remove(hear)


@dataclass(frozen=True)
class Build:
    """Kernels of one game, ready to be called.

    kernels  in the order in which they were asked for
    mode     "compiled" or "interpreted"
    rules    a digest of the rules that they were compiled from; nothing where they are plain Python
    """

    game: Game
    kernels: tuple[Callable[..., Any], ...]
    mode: str
    rules: str = ""

    @property
    def compiled(self) -> bool:
        """Whether the kernels are machine code."""
        return self.mode == "compiled"

    def is_current(self) -> bool:
        """Whether the kernels still are what the game's rules say: nothing that they depend on has changed. Plain Python always is."""
        if not self.compiled:
            return True
        from zermelo import native

        return native.rules(self.game) == self.rules


def build(game: Game, mode: str, *kernels: Kernel) -> Build:
    """The kernels for a game. Raises SearchError for a mode that there is not, CompileError for a game that must compile and does not."""
    if checked_mode(mode) == "compiled" or (mode == "auto" and game.mode != "interpreted" and can_compile()):
        from zermelo import native  # costs half a second: only for those who compile

        try:
            rules = native.rules(game)  # first: what changes while it is compiled is seen by the next search
            return Build(game, tuple(native.kernel(kernel, game) for kernel in kernels), "compiled", rules)
        except CompileError as error:
            if mode == "compiled":
                raise
            for hear in _hearing:
                hear(error.told[0])
            if isinstance(error, GivenUpError):
                warnings.warn(str(error), stacklevel=2)
            elif isinstance(error, SharingError):
                warnings.warn(f"{error}. Until then it runs as plain Python, in which they are one", stacklevel=2)
    asked = ending(game)
    return Build(game, tuple(_in_python(kernel, asked) for kernel in kernels), "interpreted")


def _in_python(kernel: Kernel, game: Game) -> Callable[..., Any]:
    """The kernel as plain Python, for that game alone."""
    interpreted = kernel.interpreted
    return lambda _, *arguments: interpreted(game, *arguments)


@cache
def can_compile() -> bool:
    """Whether there is a compiler. A warning says where there is none, once."""
    from zermelo import native

    if missing := native.missing():
        warnings.warn(f"games run as plain Python, which is much slower; {missing}", stacklevel=2)
    return not missing


def checked_mode(mode: str) -> str:
    """The mode, if there is such a one; else SearchError."""
    if mode not in MODES:
        raise SearchError(f"mode {mode!r} is not one of {', '.join(MODES)}")
    return mode
