"""Kernels of games whose rules are compiled apart, as Python calls them: with the game and a state of it.

Such rules are compiled by `native.plain`, and their kernels by `native.kernels`. What they have in common is a table of addresses (see
plain/entries.py), which a kernel is given in the place of the game. A state is an array of words; calling a method calls the function at
its place in the table with the address. So a kernel knows nothing of the rules, and serves all games with states of as many words,
methods of the same names, and the same facts (see `PlainType.shape`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from zermelo.errors import OutgrownError
from zermelo.native.kernels.calls import GAME
from zermelo.native.plain import layout
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


def _named(error: Exception, game: Any) -> Exception:
    return type(error)(*(str(part).replace(GAME, type(game).__name__) for part in error.args))


__all__ = ["PackedKernel"]
