"""Max^n of one game, search after search: deeper and deeper over a table, with shallow pruning.

The recursion is in kernel.py, the textbook's form in zermelo.search.maxn.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from math import inf, isfinite
from typing import Any, Final

from zermelo.errors import GameError, SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import Game, State, has_rewards
from zermelo.hints import Evaluation
from zermelo.search.algorithm import checked_game, checked_open
from zermelo.search.engine.result import EngineResult, Variation
from zermelo.search.multiplayer import kernel
from zermelo.search.multiplayer.kernel import (
    CUTOFFS,
    DEEPEST,
    ENTRIES,
    ENTRY,
    FAULT,
    HEIGHTS,
    HEURISTIC,
    HITS,
    LEAST,
    LEAVES,
    LINE,
    MOST_ACTIONS,
    NODE_LIMIT,
    NODES,
    ORDERED,
    PLIES,
    PROBES,
    SPARE,
    STOP,
    TABLE,
    TOTAL,
    VALUES,
)
from zermelo.search.result import whole
from zermelo.search.runtime.build import build
from zermelo.search.runtime.faults import below, raised
from zermelo.search.runtime.limits import Clock, Limits
from zermelo.search.runtime.memory import UNLIMITED, WORD_BYTES, Raw, Sparse, SparseFloats, checked_size, state_size
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.specialisation import Specialised
from zermelo.search.runtime.stack import deep_recursion
from zermelo.search.runtime.workers import Progress, alone, wait_for
from zermelo.search.searcher import ENGINE, Searcher
from zermelo.search.searcher import TABLE as MEBIBYTES
from zermelo.words import is_plain

Report = Callable[[EngineResult], None]
FLAT: Final = 1.5
"""Times the nodes of the ply before: a ply that costs less than this hardly costs more."""
_DEEP: Final = 4 * PLIES
_STACK_A_PLY: Final = 4096


class Maxn:
    """A player's search for one game of any number of players without chance, each of whom plays for themselves.

    table       the size of the table in MiB; False: none
    shallow     whether to prune what a player would never let happen (Korf 1991); only where the game says what the
                utilities of all players add up to (`Game.utility_sum`) and what the least is
    evaluation  in place of the game's own `evaluate` (see `zermelo.best`)
    mode        "compiled", "interpreted", or "auto": compiled where the game compiles

    At every depth it finds the worths that `zermelo.search.maxn` finds. The table survives from search to search; a game of few
    states is solved in about as many nodes as these have actions, however many ways lead to them.
    """

    def __init__(
        self,
        game: Game,
        *,
        table: float | bool = MEBIBYTES,
        shallow: bool = True,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
    ) -> None:
        _check(game)
        if not isinstance(shallow, bool):
            raise SearchError(f"option shallow is true or false, not {shallow!r}")
        self._given = game, evaluation, 0 if table is False else checked_size(table), shallow, mode
        self._searching = threading.Lock()
        self._assemble()

    def _assemble(self) -> None:
        """Make all that a search works with, for the rules as they are now."""
        game, evaluation, size, shallow, mode = self._given
        self.game = with_evaluation(game, evaluation)
        self._build = build(self.game, mode, Specialised(kernel, "maxn-engine", kernel.Options(has_rewards(self.game)), ("search", "run")))
        self.mode = self._build.mode
        self._memory = _Memory(self.game, size, shallow, compiled=self._build.compiled)

    def _renew(self) -> None:
        """Begin anew where the rules are not what they were: the table is of others."""
        if not self._build.is_current():
            self._assemble()

    def clear(self) -> None:
        """Forget all that earlier searches have learnt."""
        self._memory.clear()

    @with_more_room
    def search(
        self,
        state: State = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        history: Sequence[State] = (),
        report: Report | None = None,
        progress: Progress | None = None,
    ) -> EngineResult:
        """Search `state` (the initial one unless given) deeper and deeper until a limit is reached or the game is solved.

        The value is one number a player. After Ctrl-C, and at its limits, the best so far is returned. `history` changes nothing:
        this search knows no repetition.
        """
        if depth is not None and isinstance(depth, int) and depth > PLIES:
            raise SearchError(f"max^n looks at most {PLIES} plies ahead, not {depth}")
        limits = Limits(depth, nodes, seconds, clock)
        with alone(self._searching):
            self._renew()
            return _Run(self, self.game.initial() if state is None else state, limits, report, progress).deepen().unproved_by_superko()


class _Memory:
    """What the kernel works in."""

    def __init__(self, game: Game, size: int, shallow: bool, *, compiled: bool) -> None:
        """`size` is that of the table in bytes; 0: none."""
        room = (PLIES + 2) * game.max_actions
        bytes_an_entry = (ENTRY + game.players) * WORD_BYTES
        entries = 1 << max(1, size // bytes_an_entry).bit_length() - 1 if size else 0
        self.table = ORDERED + 2 * room
        sizes = (self.table + ENTRY * entries, VALUES + (PLIES + 2 + entries) * game.players)
        self._raw = (*(Raw(size * WORD_BYTES) for size in sizes), Raw(room * state_size(game))) if compiled else ()
        self.cells: Any = self._raw[0].words if compiled else Sparse()
        self.floats: Any = (ctypes.c_double * sizes[1]).from_address(self._raw[1].address) if compiled else SparseFloats()
        self._states: Any = {}
        self.cells[ENTRIES], self.cells[TABLE] = entries, self.table
        least, most = game.utility_range or (-inf, inf)
        known = shallow and not has_rewards(game) and game.utility_sum is not None and isfinite(least) and isfinite(most)
        self.floats[TOTAL] = inf if not known or game.utility_sum is None else game.utility_sum
        self.floats[LEAST] = least if known else 0.0
        self.floats[SPARE] = 1e-9 * (most - least) if known else 0.0

    @property
    def kernel_arguments(self) -> tuple[Any, Any, Any]:
        """What the kernel takes for `cells`, `children` and `floats`."""
        if self._raw:
            cells, floats, states = self._raw
            return cells.address, states.address, floats.address
        return self.cells, self._states, self.floats

    def clear(self) -> None:
        """Empty the table."""
        if self._raw:
            self._raw[0].clear(self.table, self.table + ENTRY * self.cells[ENTRIES])
        else:
            for place in [place for place in self.cells if place >= self.table]:
                del self.cells[place]


class _Run:
    """One search."""

    def __init__(self, search: Maxn, root: State, limits: Limits, report: Report | None, progress: Progress | None) -> None:
        self.search, self.root, self.limits, self.report, self.progress = search, root, limits, report, progress
        self.game, self.memory = search.game, search._memory
        self.started = time.perf_counter()
        for place in (STOP, NODES, LEAVES, PROBES, HITS, CUTOFFS, DEEPEST, FAULT):
            self.memory.cells[place] = 0
        self.memory.cells[NODE_LIMIT] = limits.nodes or UNLIMITED

    def deepen(self) -> EngineResult:
        """Deeper and deeper."""
        if self.game.is_terminal(self.root):
            return self._result(0, whole(self.game.utilities(self.root)), (), "solved", proved=True)
        first = next(iter(self.game.actions(self.root)), None)
        if first is None:
            raise GameError(f"{self.game!r} has no action in a state that is not terminal: {self.game.write(self.root)!r}")
        best = self._result(0, whole(self.game.estimates(self.root)), (first,), "depth", proved=False)
        for depth in self._depths():
            ended = self._search(depth, self.root)
            if ended:
                return self._stopped(best, ended)
            proved = self.memory.cells[HEURISTIC] == 0
            values = tuple(self.memory.floats[VALUES + player] for player in range(self.game.players))
            line = self._line()
            reached = self.memory.cells[HEIGHTS] if proved else depth
            best = self._result(reached, whole(values), line, "solved" if proved else "depth", proved=proved)
            if self.report:
                self.report(best.unproved_by_superko())
            if proved:
                return self._played_out(best)
            if self._seconds >= self.limits.soft:
                return self._stopped(best, "time")
        return best if self.limits.depth else self._stopped(best, "end")

    def _depths(self) -> Iterator[int]:
        """1, 2, 3, ... up to the limit. Without a limit at once to the end of the game where another ply costs hardly more than the last.

        Then the table knows most of the states that the search comes to: there are few.
        """
        unlimited = self.limits == Limits()
        spent = [0, 0]
        for depth in range(1, (self.limits.depth or PLIES) + 1):
            yield depth
            spent.append(self.memory.cells[NODES])
            if unlimited and spent[-1] - spent[-2] < FLAT * (spent[-2] - spent[-3]):
                break
        else:
            return
        yield PLIES

    def _played_out(self, best: EngineResult) -> EngineResult:
        """A proved result with its line to the end of the game: where the table cut it short it is searched for, and not counted."""
        line, state = list(best.line), self.root
        for action in line:
            state = self.game.result(state, action)
        self.memory.cells[NODE_LIMIT] = UNLIMITED
        while not self.game.is_terminal(state) and self._search(PLIES, state) is None:
            for action in self._line():
                line.append(action)
                state = self.game.result(state, action)
        return replace(best, line=tuple(line), variations=(Variation(best.value, tuple(line), proved=True),))

    def _line(self) -> tuple[int, ...]:
        """The principal variation of what was searched last."""
        return tuple(self.memory.cells[LINE + 1 + step] for step in range(self.memory.cells[LINE]))

    def _search(self, depth: int, state: State) -> str | None:
        """One depth; why it did not come to its end, if it did not."""
        cells, build = self.memory.cells, self.search._build
        cells[HEURISTIC] = cells[STOP] = 0

        def work() -> bool:
            try:
                with nullcontext() if build.compiled else deep_recursion(_DEEP):
                    build.kernels[0](self.game, state, depth, *self.memory.kernel_arguments)
            except Exception as error:
                raise raised(self.game, error, compiled=build.compiled) from error
            return True

        def stop() -> None:
            cells[STOP] = 1

        stack = PLIES * (_STACK_A_PLY + 32 * int(self.game.max_actions))
        ended = wait_for([work], stop, lambda: self.limits.hard - self._seconds, self._tell, stack)
        if cells[FAULT]:
            raise below(self.game, state, cells[FAULT])
        if ended is None and cells[NODES] >= cells[NODE_LIMIT]:
            return "nodes"
        return ended

    def _tell(self) -> None:
        if self.progress:
            self.progress(self.memory.cells[NODES])

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self.started

    def _stopped(self, best: EngineResult, why: str) -> EngineResult:
        return self._result(best.depth, best.value, best.line, why, proved=best.proved)

    def _result(self, depth: int, value: Any, line: tuple[int, ...], stopped: str, *, proved: bool) -> EngineResult:
        cells = self.memory.cells
        nodes = max(1, cells[NODES])
        return EngineResult(
            self.game, self.root, "engine", value, line[0] if line else None, None, line,
            nodes, cells[LEAVES], cells[CUTOFFS], depth, self._seconds, self.search.mode,
            proved=proved, selective_depth=cells[DEEPEST] + 1, probes=cells[PROBES], hits=cells[HITS],
            branching=nodes ** (1 / max(1, depth)), stopped=stopped, variations=(Variation(value, line, proved=proved),) if line else (),
        )  # fmt: skip


def _check(game: Game) -> None:
    checked_open(checked_game(game), "max^n")
    if game.chance:
        raise SearchError(f"max^n with a table knows no chance, and {game!r} has it; use maxn or mcts")
    if not 1 <= game.max_actions < MOST_ACTIONS:
        raise SearchError(f"{game!r} has max_actions = {game.max_actions}; max^n takes 1 to {MOST_ACTIONS - 1}")


def serves(game: Game) -> bool:
    """Whether this searches a game unless another searcher is named: one of more than two players, of states that it can tell apart."""
    return game.players > 2 and SEARCHER.fits(game) and is_plain(game.key(game.initial()))


SEARCHER: Final = Searcher(
    ENGINE,
    "max^n with a table, for more than two players",
    Maxn,
    _check,
    ("depth", "nodes", "seconds", "clock", "report"),
    ("table", "shallow", "evaluation"),
    serves,
    rewards=True,
)
