"""A function over rows of numbers that runs as plain Python and, from the same source, compiled.

A row is an array of `ctypes`: plain Python indexes it, and compiled code takes its address.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from types import FunctionType
from typing import Any

from zermelo.errors import SearchError


def words(count: int) -> Any:
    """This many words of 64 bits, all 0."""
    return _row(ctypes.c_int64, count)


def floats(count: int) -> Any:
    """This many floats of 64 bits, all 0."""
    return _row(ctypes.c_double, count)


def _row(kind: Any, count: int) -> Any:
    try:
        return (kind * max(1, count))()
    except MemoryError as error:
        raise SearchError(f"there is no memory for {8 * count / (1 << 20):,.0f} MiB; the tree of this game is too large") from error


class Kernel:
    """One or more functions that call those before them; the last one is what runs.

    Each is given with the types of its parameters and of what it returns, as `native.kernel` takes them. With a game in
    it, its first two parameters are the game and a state and are not listed.
    """

    def __init__(self, name: str, *functions: tuple[Callable[..., Any], tuple[Any, ...], Any]) -> None:
        self.name, self.functions = name, functions

    def parts(self) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """What the compiler asks for: copies that share their globals, in which it puts what it has compiled."""
        names: dict[str, Any] = {}
        for function, _, _ in self.functions:
            names.update(_plain(function).__globals__)
        return [
            (FunctionType(_plain(function).__code__, names, _plain(function).__name__), parameters, returns)
            for function, parameters, returns in self.functions
        ]

    @property
    def interpreted(self) -> Callable[..., Any]:
        """The last function as plain Python."""
        return self.functions[-1][0]

    def ready(self, mode: str) -> Callable[..., Any]:
        """The kernel to be called with numbers and rows, compiled or not."""
        if mode == "interpreted":
            return self.interpreted
        from zermelo import native  # costs half a second: only for those who compile

        compiled = native.function(self)
        return lambda *arguments: compiled(*map(addressed, arguments))


def by_address(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled kernel with a game in it, to be called with rows."""
    return lambda game, state, *arguments: kernel(game, state, *map(addressed, arguments))


def addressed(argument: Any) -> Any:
    """What compiled code takes for an argument: of a row its address."""
    return ctypes.addressof(argument) if isinstance(argument, ctypes.Array) else argument


def _plain(function: Callable[..., Any]) -> FunctionType:
    assert isinstance(function, FunctionType)
    return function
