"""What an engine is made of: the game, its kernel, and the memory that the kernel works in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.game import Game, State
from zermelo.search.engine.memory import Table, Workspace
from zermelo.search.engine.options import Options
from zermelo.search.engine.template import Kernel
from zermelo.search.known import Known, may_meet, rows_of
from zermelo.search.runtime.build import Build, build
from zermelo.search.runtime.memory import checked_size


@dataclass(frozen=True)
class Machine:
    """A kernel and its memory: a table, and a workspace for each thread; and what the kernel looks up, where the options say so."""

    game: Game
    options: Options
    build: Build
    table: Table
    workspaces: tuple[Workspace, ...]
    known: Known | None = None

    def looks_up_by_key(self, root: State) -> bool:
        """Whether a search from a state looks up what is known by keys."""
        rows = rows_of(self.known, distances=self.options.distance)
        return any(one.by_key and self.known is not None and may_meet(self.known, one, self.game, root) for one in rows)

    @property
    def kernel(self) -> Callable[..., Any]:
        """The kernel, to be called."""
        return self.build.kernels[0]

    @property
    def compiled(self) -> bool:
        """Whether the kernel is machine code; else it is plain Python."""
        return self.build.compiled

    @property
    def nodes(self) -> int:
        """What all threads have visited."""
        return sum(workspace.thread.nodes for workspace in self.workspaces)

    def stop(self) -> None:
        """Make the kernel return, in all threads."""
        for workspace in self.workspaces:
            workspace.thread.stop = 1

    def forget(self) -> None:
        """Forget all that searches have learnt."""
        self.table.clear()
        for workspace in self.workspaces:
            workspace.forget()

    def faulty(self) -> Workspace | None:
        """The workspace in which the game broke a promise, if it has."""
        return next((workspace for workspace in self.workspaces if workspace.thread.fault), None)


def assembled(game: Game, options: Options, *, threads: int, table: float | Table, mode: str, known: Known | None = None) -> Machine:
    """The machine for a game: compiled where the mode says so or, with "auto", where the game compiles.

    known  what is known of its states: the kernel looks it up where it can, as the options of the machine then say

    Plain Python has one thread, whatever is asked for. Raises SearchError for a mode that there is not and a table that
    does not fit, CompileError for a game that does not compile and must.
    """
    if not isinstance(table, Table):
        checked_size(table)  # before anything is compiled
    options = options.asking(known)
    made = build(game, mode, Kernel(game, options))
    compiled = made.compiled
    threads = threads if compiled else 1
    shared = table if isinstance(table, Table) else Table(table, compiled=compiled, wide=options.wide)
    workspaces = tuple(Workspace(game, threads, options, compiled=compiled) for _ in range(threads))
    for rows in rows_of(known, distances=options.distance):
        for workspace in workspaces:
            workspace.look_up(rows)
    return Machine(game, options, made, shared, workspaces, known if options.known else None)
