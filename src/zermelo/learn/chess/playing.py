"""A game of the engine against itself, in one call of compiled code: searches of a millisecond are soon over.

`play` is a template as the engine's kernel is, whose `search` it calls (see search/engine/kernel.py).
"""

from __future__ import annotations

import sys
from math import inf
from types import FunctionType
from typing import Any, Final

from zermelo.game import MAX, Game, State
from zermelo.search.engine.layout import Frame, Thread
from zermelo.search.engine.options import Options
from zermelo.search.engine.template import Kernel
from zermelo.search.runtime.memory import UNLIMITED
from zermelo.search.runtime.records import Records
from zermelo.search.runtime.specialisation import folded, parts_of
from zermelo.words import fingerprint

Words = Any
States = Any
options: Any = Options()  # replaced by constants
thread = Thread()
stack = Records(Frame)
search: Any = None  # the engine's, which is compiled before

WON: Final = 1000
PLIES_WON: Final = 6
"""A game is given up where one side has led by so many hundredths of a pawn for so many plies."""
THRICE: Final = 3
"""A position that comes so often is a draw."""
DEEPEST: Final = 40
"""Plies. No search goes deeper, however few nodes that takes."""
WINDOW: Final = 0.3
"""Units by which a search expects its value to differ at most from the one that is a ply less deep."""
ENTRY: Final = 3
"""Words for each ply: the action, the value to White in hundredths of a pawn, and the position's fingerprint."""
ROOM: Final = 1
"""Words before these, for the result: 0, 1 or 2 half points to White."""


class Playing:
    """What the compiler asks for: (game, state, nodes, plies, cells, children, table, notes) -> how many plies were played.

    Each search ends at so many nodes. After so many plies, or where a position comes for the third time, the game is drawn.
    """

    def __init__(self, game: Game, made_with: Options) -> None:
        self._kernel = Kernel(game, made_with)
        self.name = f"playing-{self._kernel.name}"

    def parts(self) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """See `zermelo.native.kernel`."""
        own = sys.modules[__name__]
        *engine, _ = self._kernel.parts()
        names = folded(own, self._kernel.options, self._kernel.lacks)
        names["search"] = engine[-1][0]  # the names that `play` sees
        return [*engine, *parts_of(own, names, ["play"])]


def play(game: Game, state: State, nodes: int, plies: int, cells: Words, children: States, table: Words, notes: Words) -> int:
    """See `Playing`."""
    now = state
    lead = 0  # the plies for which White has led by much; below 0, Black
    notes[0] = 1
    for ply in range(plies):
        if game.is_terminal(now):
            notes[0] = int(game.utility(now, MAX)) + 1
            return ply
        code = fingerprint(game.position(now))
        came = 0
        for before in range(ply):
            if notes[ROOM + ENTRY * before + 2] == code:
                came += 1
        if came == THRICE - 1:
            return ply
        thread.stop = 0
        limit = thread.nodes + nodes
        value = 0.0
        action = -1
        depth = 1
        while depth <= DEEPEST and thread.stop == 0:
            low, high = -inf, inf
            if depth > 4:
                low, high = value - WINDOW * game.evaluation_unit, value + WINDOW * game.evaluation_unit
            thread.root_depth = depth
            thread.node_limit = UNLIMITED if depth == 1 else limit
            found = search(game, now, low, high, depth, 0, 0, cells, children, table)
            if found <= low or found >= high:
                found = search(game, now, -inf, inf, depth, 0, 0, cells, children, table)
            if thread.stop == 0:
                value = found
                action = stack[0].line[0]
            depth += 1
        worth = int(100 * value / game.evaluation_unit) * (1 if game.to_move(now) == MAX else -1)
        at = ROOM + ENTRY * ply
        notes[at], notes[at + 1], notes[at + 2] = action, worth, code
        lead = max(lead, 0) + 1 if worth >= WON else min(lead, 0) - 1 if worth <= -WON else 0
        if abs(lead) == PLIES_WON:
            notes[0] = 2 if lead > 0 else 0
            return ply + 1
        now = game.result(now, action)
    return plies
