"""The kernel for one game and one set of options, as the compiler and the interpreter take it (see runtime.specialisation)."""

from __future__ import annotations

import functools
from types import FunctionType
from typing import Any, Final

from zermelo.game import Game, defines
from zermelo.search.engine import kernel
from zermelo.search.engine.options import DRIVERS, Options
from zermelo.search.runtime.specialisation import folded, name_of, parts_of

PARTS: Final = ("quiesce", "shallow", "search", "run")
"""The functions of the kernel that call themselves, each after those that it calls, and then the one to call.

What no option leads to is left out: it would be compiled for nothing.
"""


class Kernel:
    """The engine's kernel for a game."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game, self.options = game, options
        self.lacks = frozenset(name for name in ("candidates", "forced", "may_pass") if not defines(game, name))
        if not options.candidates:
            self.lacks |= {"candidates"}
        if not game.chance:
            self.lacks |= {"chance"}
        self.name = name_of("engine", options, DRIVERS)

    def __repr__(self) -> str:
        return f"Kernel({self.game!r}, {self.name})"

    def parts(self) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """The functions of PARTS, with the types of their parameters after game and state, and of what they return."""
        unused = set()
        if not self.options.quiescence:
            unused.add("quiesce")
        if self.options.order_from == 0:
            unused.add("shallow")
        return parts_of(kernel, folded(kernel, self.options, self.lacks), [name for name in PARTS if name not in unused])

    @functools.cached_property
    def interpreted(self) -> Any:
        """The kernel for plain Python."""
        return folded(kernel, self.options, self.lacks)["run"]
