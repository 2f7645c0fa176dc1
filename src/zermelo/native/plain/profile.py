"""What the lines of compiled rules cost: the rules compiled once more, with a look at the processor's clock before each statement."""

from __future__ import annotations

import ctypes
import linecache
import platform
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final

from zermelo.game import CHANCE, Game, listed
from zermelo.native.plain.clock import BEGUN, LAST, TICKS, TIME
from zermelo.native.plain.rules import Machine, Rules, machine_of, written
from zermelo.native.plain.sampling import Layouts
from zermelo.sources import is_ours

POSITIONS: Final = 300
"""Of games played at random."""
SECONDS: Final = 0.2
"""For which they are gone through again and again."""
CLOCKS: Final = ("x86_64", "AMD64")
"""Processors whose clock a program may read."""


@dataclass(frozen=True)
class LineCost:
    """What a statement of the rules costs, on an average over positions of games played at random.

    share        of the time of all statements, from 0 to 1
    times        that it runs, a position
    nanoseconds  that it takes, a position, calls of other rules not counted
    makes        whether it makes lists, dicts, sets or objects
    """

    function: str
    file: str
    line: int
    share: float
    times: float
    nanoseconds: float
    makes: bool

    @property
    def text(self) -> str:
        """The line itself."""
        return linecache.getline(self.file, self.line).strip()


def costs(game: Game, layouts: Layouts) -> list[LineCost]:
    """What the lines of a game's rules cost, the dearest first; nothing where the processor has no clock that can be read.

    Raises CompileError where the rules do not compile.
    """
    if platform.machine() not in CLOCKS:
        return []
    program, entries = written(game, layouts, ticks=True)
    ticks = program.ticks
    assert ticks is not None
    ticks.finish()
    rules = _Counting(machine_of(program, entries), layouts, 1 + len(ticks.statements), game.max_actions)
    rounds, nanoseconds = rules.went_through(list(_positions(game)))
    spent, looks, begun = map(rules.cells, (TIME, TICKS, BEGUN))
    least = min((spent[number] / looks[number] for number in ticks.statements.values() if looks[number]), default=0.0)
    found = []
    for (function, line), number in ticks.statements.items():
        own = max(spent[number] - least * looks[number], 0.0) * nanoseconds  # less what looking at the clock takes
        if looks[number] and not is_ours(function.__module__):
            place = function.__qualname__, function.__code__.co_filename, line
            found.append(LineCost(*place, 0.0, begun[number] / rounds, own / rounds, (function, line) in ticks.makers))
    whole = sum(one.nanoseconds for one in found) or 1.0
    return sorted((replace(one, share=one.nanoseconds / whole) for one in found), key=lambda one: -one.share)


def _positions(game: Game) -> Iterator[tuple[Any, Any]]:
    """Positions of games played at random, each with an action; terminal ones have none."""
    chosen = random.Random(1)  # noqa: S311  not for secrets
    state = game.initial()
    for _ in range(POSITIONS):
        if game.is_terminal(state):
            yield state, None
            state = game.initial()
            continue
        given = listed(game, state)
        if not given:
            return
        number = chosen.randrange(len(given))
        yield state, number
        state = game.result(state, given[number])


class _Counting(Rules):
    """Rules that count."""

    def __init__(self, machine: Machine, layouts: Layouts, room: int, most: int) -> None:
        super().__init__(machine, layouts)
        self.room, self.most = room, 16 * most

    def cells(self, name: str) -> Any:
        """The counters under a name."""
        return (ctypes.c_int64 * self.room).from_address(self._engine.get_global_value_address(name))

    def went_through(self, positions: list[tuple[Any, Any]]) -> tuple[int, float]:
        """Ask in each position what a search asks, again and again: how many positions these were, and what a tick is in nanoseconds."""
        packed = [(self.pack(state), number) for state, number in positions]
        clock = self.cells(LAST)
        rounds, begin = 0, perf_counter()
        self.call("to_move", packed[0][0])
        first = clock[0]
        for name in (TIME, TICKS, BEGUN):
            ctypes.memset(self.cells(name), 0, 8 * self.room)
        while perf_counter() - begin < SECONDS:
            for state, number in packed:
                self.call("is_terminal", state)
                if number is None:
                    self.call("utility", state, 0)
                else:
                    _, out = self.call("to_move", state)
                    chance = int.from_bytes(out[:8], "little", signed=True) == CHANCE
                    _, out = self.call("outcomes" if chance else "actions", state, room=self.most)
                    at = 8 * number * (1 + chance)
                    self.call("result", state, int.from_bytes(out[at : at + 8], "little", signed=True))
            rounds += len(packed)
        return rounds, (perf_counter() - begin) * 1e9 / max(clock[0] - first, 1)
