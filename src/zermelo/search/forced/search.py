"""Forced wins of one game: the fewest plies in which the player to move can win, whatever is answered, or the proof that they cannot.

The recursion is in kernel.py.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial, reduce
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import MAX, Game, State, count_actions, listed
from zermelo.search.dfpn.search import served
from zermelo.search.engine.deepening import Report
from zermelo.search.engine.result import EngineResult, Variation
from zermelo.search.forced import kernel
from zermelo.search.forced.kernel import (
    ATTACKER,
    BEFORE,
    CAME_TWICE,
    CHILD,
    CHILDREN,
    FAULT,
    MOST_BEFORE,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    REFUTED,
    SALT,
    STOP,
)
from zermelo.search.known import TWICE
from zermelo.search.result import whole
from zermelo.search.runtime.buckets import BUCKET, BUCKETS, MOST_BUCKETS, TABLE, buckets_in, lay_out, table_after
from zermelo.search.runtime.build import build
from zermelo.search.runtime.control import Control
from zermelo.search.runtime.faults import below, raised
from zermelo.search.runtime.limits import Clock, Limits
from zermelo.search.runtime.memory import UNLIMITED, WORD_BYTES, Raw, Sparse, checked_size, state_size
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.specialisation import Specialised
from zermelo.search.runtime.stack import deep_recursion
from zermelo.search.runtime.workers import Progress, alone, wait_for
from zermelo.search.searcher import TABLE as MEBIBYTES
from zermelo.words import fingerprint, next_up

FORCED: Final = "forced win"
WIN: Final = next_up(0.0)
"""The least utility that is a win."""
_DEEP: Final = 4 * MOST_PLIES
_STACK_A_PLY: Final = 4096


class ForcedWin:
    """A search for the shortest forced win in one game for two players, without chance and rewards.

    table  the size of the table in MiB
    mode   "compiled", "interpreted", or "auto": compiled where the game compiles

    Raises SearchError for a game that it is not for. The table stays from search to search.
    """

    def __init__(self, game: Game, *, table: float = MEBIBYTES, mode: str = "auto") -> None:
        self.game, self._size, self._wanted_mode = checked_for(game), checked_size(table), mode
        self._searching = threading.Lock()
        self._assemble()

    def _assemble(self) -> None:
        """Make all that a search works with, for the rules as they are now."""
        options = kernel.Options(self.game.repetition is not None)
        self._build = build(self.game, self._wanted_mode, Specialised(kernel, "forced", options, ("search", "run")))
        self.mode, self.kernel = self._build.mode, self._build.kernels[0]
        room = (MOST_PLIES + 1) * self.game.max_actions
        table, buckets = table_after(CHILDREN + CHILD * room), buckets_in(self._size)
        compiled = self._build.compiled
        sizes = ((table + buckets * BUCKET) * WORD_BYTES, room * state_size(self.game)) if compiled else ()
        self._raw = tuple(map(Raw, sizes))
        self.cells: Any = self._raw[0].words if compiled else Sparse()
        self.memory: tuple[Any, ...] = tuple(raw.address for raw in self._raw) or (self.cells, {})
        lay_out(self.cells, table, buckets)

    def clear(self) -> None:
        """Forget all that earlier searches have found."""
        first = self.cells[TABLE]
        self._empty(first, first + BUCKET * self.cells[BUCKETS])
        lay_out(self.cells, first, self.cells[MOST_BUCKETS])

    def _empty(self, first: int, last: int) -> None:
        if self._raw:
            self._raw[0].clear(first, last)
        else:
            for place in [place for place in self.cells if first <= place < last]:
                del self.cells[place]

    def begin(self, attacker: int, before: tuple[int, ...], nodes: int | None) -> None:
        """Make the cells ready for a search: who attacks, the codes of the positions that came twice, and the limit of nodes."""
        self._empty(REFUTED, CHILDREN)
        for place in (STOP, NODES, FAULT):
            self.cells[place] = 0
        self.cells[NODE_LIMIT], self.cells[ATTACKER], self.cells[CAME_TWICE] = nodes or UNLIMITED, attacker, len(before)
        self.cells[SALT] = fingerprint((attacker, before))
        for at, code in enumerate(before, BEFORE):
            self.cells[at] = code

    @with_more_room
    def search(
        self,
        state: State,
        plies: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        history: Sequence[State] = (),
        among: Sequence[int] | None = None,
        report: Report | None = None,
        progress: Progress | None = None,
        control: Control | None = None,
    ) -> EngineResult:
        """The fewest plies, up to so many, in which the player to move at `state` forces a utility above 0, and how.

        history  the states of the game before, oldest first, where the game says what a repetition is worth
        among    the actions to begin with; all unless given
        report, progress, control  as of `Engine.search`

        Where there is such a win the result is proved, its `depth` is the fewest plies, and its line is both sides' best play, in which the
        loser takes as many plies as can be. Else it has no action, and it is proved that there is none within `depth` plies; `stopped` is
        "depth" where those are as many as were asked for. Raises SearchError for numbers that make no sense, GameError where the rules
        break a promise.
        """
        if isinstance(plies, bool) or not isinstance(plies, int) or not 1 <= plies <= MOST_PLIES:
            raise SearchError(f"plies is a whole number from 1 to {MOST_PLIES}, not {plies!r}")
        limits = Limits(nodes=nodes, seconds=seconds, clock=clock)
        with alone(self._searching):
            if not self._build.is_current():
                self._assemble()
            return _Run(self, state, limits, history, among, report, progress, control or Control()).deepen(plies)


def checked_for(game: Game) -> Game:
    """The game, if forced wins can be looked for in it. Raises SearchError, which says why, for any other."""
    return served(game, "a search for a forced win")


class _Run:
    """One search."""

    def __init__(
        self,
        search: ForcedWin,
        root: State,
        limits: Limits,
        history: Sequence[State],
        among: Sequence[int] | None,
        report: Report | None,
        progress: Progress | None,
        control: Control,
    ) -> None:
        self.search, self.game, self.root, self.limits, self.among = search, search.game, root, limits, among
        self.report, self.progress, self.control = report, progress, control
        self.started, self.cells = time.perf_counter(), search.cells
        self.attacker = self.game.to_move(root)
        came = Counter(fingerprint(self.game.position(played)) for played in history) if self.game.repetition is not None else Counter()
        self.before = tuple(position for position, times in came.items() if times >= TWICE)[-MOST_BEFORE:]
        self.found = self._result(0, ())

    def deepen(self, most: int) -> EngineResult:
        """Ply by ply, until there is a win or something ends it."""
        if self.game.is_terminal(self.root):
            return replace(self.found, stopped="end")
        self.search.begin(self.attacker, self.before, self.limits.nodes)
        self.control.heard_by(self._stop)
        if self.control.stopped:
            self._stop()
        stack = MOST_PLIES * (_STACK_A_PLY + 32 * int(self.game.max_actions))
        ended = wait_for([partial(self._work, most)], self._stop, lambda: self.limits.hard - self.control.spent, self._pulse, stack)
        if self.cells[FAULT]:
            raise below(self.game, self.root, self.cells[FAULT])
        stopped = "solved" if self.found.proved else "interrupted" if self.control.stopped else ended
        stopped = stopped or ("depth" if self.found.depth == most else "nodes")
        return replace(self.found, nodes=self.cells[NODES], seconds=time.perf_counter() - self.started, stopped=stopped)

    def _work(self, most: int) -> bool:
        compiled = self.search.mode == "compiled"
        try:
            with nullcontext() if compiled else deep_recursion(_DEEP):
                self._look(most)
        except Exception as error:
            raise raised(self.game, error, compiled=compiled) from error
        return True

    def _look(self, most: int) -> None:
        """Leave in `found` what was found last."""
        game, after = self.game, {}
        for action in listed(game, self.root):
            if self.among is None or action in self.among:
                after[action] = game.result(self.root, action)
        first = sorted(after, key=lambda action: 0 if self._is_over(after[action]) else count_actions(game, after[action]))
        for plies in range(1, most + 1):
            winning = next((action for action in first if self._wins(after[action], plies - 1)), None)
            line = () if winning is None else self._line(winning, after[winning], plies)
            if self.cells[STOP]:
                return
            self.found = self._result(plies, line)
            if self.report:
                self.report(self.found)
            if line:
                return

    def _line(self, action: int, state: State, plies: int) -> tuple[int, ...]:
        """Best play for both, where the first action leads to a win in so many plies and not fewer: the loser does what takes longest."""
        game, line = self.game, [action]
        for left in range(plies - 2, -1, -1):
            attacks = game.to_move(state) == self.attacker
            for further in listed(game, state):
                child = game.result(state, further)
                if self._wins(child, left) if attacks else not self._wins(child, left - 1):
                    break
            line.append(further)
            state = child
        return tuple(line)

    def _wins(self, state: State, plies: int) -> bool:
        """Whether the attacker can win within so many plies; they cannot where the search is stopped."""
        if plies < 0 or self.cells[STOP]:
            return False
        if self._is_over(state):
            worth = self._worth(state)
            return (worth if self.attacker == MAX else -worth) >= WIN
        return plies > 0 and self.search.kernel(self.game, state, plies, WIN, *self.search.memory) == 1

    def _is_over(self, state: State) -> bool:
        """Whether the game ends with a state that an action has led to."""
        return self.game.is_terminal(state) or (bool(self.before) and fingerprint(self.game.position(state)) in self.before)

    def _worth(self, state: State) -> float:
        """What such a state is worth to MAX."""
        return float(self.game.utility(state, MAX) if self.game.is_terminal(state) else self.game.repetition)  # type: ignore[arg-type]

    def _result(self, plies: int, line: tuple[int, ...]) -> EngineResult:
        """What is known when so many plies have been looked at."""
        value: Any = 0
        if line:
            value = whole(self._worth(reduce(self.game.result, line, self.root)))
        return EngineResult(
            self.game, self.root, FORCED, value, line[0] if line else None, None, line,
            self.cells[NODES], 0, 0, plies, time.perf_counter() - self.started, self.search.mode,
            proved=bool(line), selective_depth=plies, variations=(Variation(value, line, plies, proved=True),) if line else (),
        )  # fmt: skip

    def _stop(self) -> None:
        self.cells[STOP] = 1

    def _pulse(self) -> None:
        if self.progress:
            self.progress(self.cells[NODES])
