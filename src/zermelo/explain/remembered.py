"""The engine's own kernel, watched in plain Python: alpha-beta with a transposition table and killer moves, and nothing besides.

As in observe.py, the name by which the recursion calls itself is made to mean the observer. It reads the table and the killers out of the
kernel's memory before each call, and after it what has been stored there; what is explained is the very search that is run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from math import inf
from types import FunctionType
from typing import Any, Final

from zermelo.game import MIN, Game, State
from zermelo.search.engine import kernel
from zermelo.search.engine.engine import LEAST_TABLE
from zermelo.search.engine.layout import Frame
from zermelo.search.engine.machine import Machine, assembled
from zermelo.search.engine.options import Options
from zermelo.search.engine.table import NO_PLACE, entry_place, found, meta_of
from zermelo.search.engine.template import Kernel
from zermelo.search.runtime.specialisation import folded
from zermelo.words import fingerprint

TABLE: Final = "table"
KILLER: Final = "killer"
GIVEN: Final = "given"
Path = tuple[int, ...]
"""The actions from the root to a node."""

_ON: Final = ("table", "killers", "exact", "wide", "lazy_children")
MEMORY: Final = Options(
    **{one.name: one.name in _ON for one in fields(Options) if isinstance(one.default, bool)}, table_from=1, order_from=0
)
"""Nothing but the table, asked for at every node above the leaves, and two killers a ply; a child is made when its turn comes."""


@dataclass(frozen=True)
class Visit:
    """A node that is no leaf, as the search came to it.

    value     what it returned, to MAX
    given     its actions as the game gives them
    actions   those that were searched, in this order; none where the table answered
    entry     the node whose search left the entry that the table had of this position then; None if it had none
    answered  whether that entry was enough
    why       what put the first action first: TABLE, KILLER, or GIVEN, the game's own order
    because   the node whose entry or whose cut-off that was; None for GIVEN
    """

    path: Path
    value: float
    given: Path
    actions: Path
    entry: Path | None
    answered: bool
    why: str
    because: Path | None

    @property
    def changed(self) -> bool:
        """Whether what is remembered put another action first than the game does."""
        return bool(self.actions) and self.actions[0] != self.given[0]


def remembered(game: Game, state: State, depth: int) -> dict[Path, Visit]:
    """What the search does at each node above the leaves that it visits, `depth` plies ahead, in the order in which it leaves them.

    For a game of two without chance. The window at the root is the whole one, and no search was before.
    """
    options = MEMORY.for_game(game).within(*(game.utility_range or (-inf, inf)))
    machine = assembled(game, options, threads=1, table=LEAST_TABLE, mode="interpreted")
    [workspace] = machine.workspaces
    workspace.begin(machine.table.next_age(), (), grows=True)
    workspace.thread.root_depth = depth
    notes = _Notes(machine)
    notes.search(game, state, -inf, inf, depth, 0, 0, *workspace.kernel_arguments, machine.table.kernel_argument)
    return notes.visits


class _Notes:
    """What has been seen so far; it stands in for the game, which tells what children are made."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.game, [self.workspace] = machine, machine.game, machine.workspaces
        search = folded(kernel, machine.options, Kernel(machine.game, machine.options).lacks)["search"]
        names = {**search.__globals__, search.__name__: self.search}
        self._search: Callable[..., float] = FunctionType(search.__code__, names, search.__name__, search.__defaults__, search.__closure__)
        self.visits: dict[Path, Visit] = {}
        self._made: list[list[int]] = []  # the actions that were searched, of each node on the way
        self._writers: dict[int, Path] = {}  # of each position the node that has stored what is known of it
        self._killers: dict[tuple[int, int], Path] = {}  # of a ply and an action the node where it last cut

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def result(self, state: State, action: int) -> State:
        """The game's: the kernel makes a child when it searches it."""
        self._made[-1].append(action)
        return self.game.result(state, action)

    def search(self, _: Any, state: State, alpha: float, beta: float, depth: int, ply: int, *memory: Any) -> float:
        """The kernel's recursion, with notes of what it finds in its memory and what it leaves there."""
        game, words = self.game, self.machine.table.words
        path = tuple(Frame(self.workspace, above).current_move for above in range(ply))
        key = fingerprint(game.key(state))
        at = found(words, key)
        entry = self._writers[key] if at >= 0 else None
        place = entry_place(meta_of(words, at, words[at])) if at >= 0 else NO_PLACE
        killers = self._killers_of(ply)
        hits = self.workspace.thread.hits
        self._made.append([])
        value = self._search(self, state, alpha, beta, depth, ply, *memory)
        given, actions = tuple(game.actions(state)), tuple(self._made.pop())
        answered = not actions and self.workspace.thread.hits > hits
        why, because = GIVEN, None
        if actions and place != NO_PLACE and given[place] == actions[0]:
            why, because = TABLE, entry
        elif actions and actions[0] in killers:
            why, because = KILLER, self._killers[ply, actions[0]]
        if not answered:
            self._writers[key] = path
        narrowed = self._killers_of(ply) != killers  # a cut, at the end of a window that an entry of the table had narrowed
        if actions and (value >= beta or narrowed or len(actions) < len(given)):
            self._killers[ply, actions[-1]] = path
        to_max = -value if game.to_move(state) == MIN else value
        self.visits[path] = Visit(path, to_max, given, actions, entry, answered, why, because)
        return value

    def _killers_of(self, ply: int) -> tuple[int, int]:
        frame = Frame(self.workspace, ply)
        return frame.killer - 1, frame.second_killer - 1
