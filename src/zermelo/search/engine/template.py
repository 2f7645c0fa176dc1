"""The kernel for one game and one set of options, as the compiler and the interpreter take it (see runtime.specialisation)."""

from __future__ import annotations

from typing import Final

from zermelo.game import Game, defines
from zermelo.search.engine import kernel
from zermelo.search.engine.options import DRIVERS, Options
from zermelo.search.runtime.specialisation import Specialised

PARTS: Final = ("quiesce", "shallow", "search", "run")
"""The functions of the kernel that call themselves, each after those that it calls, and then the one to call.

What no option leads to is left out: it would be compiled for nothing.
"""


class Kernel(Specialised):
    """The engine's kernel for a game."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        lacks = {name for name in ("candidates", "forced", "may_pass") if not defines(game, name)}
        if not options.candidates:
            lacks.add("candidates")
        if not game.chance:
            lacks.add("chance")
        unused = set()
        if not options.quiescence:
            unused.add("quiesce")
        if options.order_from == 0:
            unused.add("shallow")
        super().__init__(kernel, "engine", options, [name for name in PARTS if name not in unused], lacks, DRIVERS)

    def __repr__(self) -> str:
        return f"Kernel({self.game!r}, {self.name})"
