"""What an engine is made of: the game, its kernel, and the memory that the kernel works in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.errors import CompileError, SearchError
from zermelo.game import Game
from zermelo.search.engine.memory import Table, Workspace, checked_size
from zermelo.search.engine.options import Options
from zermelo.search.engine.places import FAULT, STOP
from zermelo.search.engine.specialised import Kernel
from zermelo.search.runner import MODES


@dataclass(frozen=True)
class Machine:
    """A kernel and its memory: a table, and a workspace for each thread."""

    game: Game
    options: Options
    kernel: Any
    mode: str
    table: Table
    workspaces: tuple[Workspace, ...]

    @property
    def compiled(self) -> bool:
        """Whether the kernel is machine code; else it is plain Python."""
        return self.mode == "compiled"

    def total(self, place: int) -> int:
        """A counter, over all threads."""
        return sum(workspace.cells[place] for workspace in self.workspaces)

    def stop(self) -> None:
        """Make the kernel return, in all threads."""
        for workspace in self.workspaces:
            workspace.cells[STOP] = 1

    def faulty(self) -> Workspace | None:
        """The workspace in which the game broke a promise, if it has."""
        return next((workspace for workspace in self.workspaces if workspace.cells[FAULT]), None)


def assembled(game: Game, options: Options, *, threads: int, table: float | Table, mode: str) -> Machine:
    """The machine for a game: compiled where the mode says so or, with "auto", where the game compiles.

    Plain Python has one thread, whatever is asked for. Raises SearchError for a mode that there is not and a table that
    does not fit, CompileError for a game that does not compile and must.
    """
    if not isinstance(table, Table):
        checked_size(table)  # before anything is compiled
    kernel, mode = _chosen(game, options, mode)
    compiled = mode == "compiled"
    threads = threads if compiled else 1
    shared = table if isinstance(table, Table) else Table(table, compiled=compiled, wide=options.wide)
    return Machine(game, options, kernel, mode, shared, tuple(Workspace(game, threads, compiled=compiled) for _ in range(threads)))


def _chosen(game: Game, options: Options, mode: str) -> tuple[Any, str]:
    if mode not in MODES:
        raise SearchError(f"mode {mode!r} is not one of {', '.join(MODES)}")
    kernel = Kernel(game, options)
    if mode == "interpreted" or (mode == "auto" and game.mode == "interpreted"):
        return kernel.interpreted, "interpreted"
    from zermelo import native  # costs half a second: only for those who compile

    try:
        return native.kernel(kernel, game), "compiled"
    except CompileError:
        if mode == "compiled":
            raise
        return kernel.interpreted, "interpreted"
