"""The driver of the engine: iterative deepening, windows, the clock, threads, reports. The recursion is in kernel.py.

engine = Engine(game, threads=2, table=128)
found = engine.search(state, seconds=1.0)       # as deep as it gets in a second
found = engine.solve(state)                     # to the end of the game, exactly
found = engine.value(state)                     # the same, but for the value alone
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import Any, Final

from zermelo.errors import CompileError, GameError, SearchError, ZermeloError
from zermelo.evaluate.judged import judged
from zermelo.game import MAX, Evaluation, Game, State
from zermelo.search.algorithm import checked_game
from zermelo.search.engine.faults import broken_promise, checked_keys, raised
from zermelo.search.engine.kernel import halfway
from zermelo.search.engine.limits import Clock, Limits
from zermelo.search.engine.memory import Table, Workspace, checked_actions
from zermelo.search.engine.options import Options
from zermelo.search.engine.places import (
    AGE,
    BARRED,
    BARS,
    CUT_PLACES,
    CUTS,
    DEEPEST,
    FAULT,
    HISTORY_PLIES,
    HITS,
    LEAVES,
    LIMITED,
    NODE_LIMIT,
    NODES,
    PATH,
    PLIES,
    PROBES,
    ROOT_DEPTH,
    STOP,
    STORED,
    THREADS,
)
from zermelo.search.engine.result import EngineResult, Exact, Variation
from zermelo.search.engine.specialised import Kernel
from zermelo.search.engine.table import AGES, NO_PLACE, TO_THE_END, entry_place, entry_turned, found, meta_of
from zermelo.search.result import whole
from zermelo.search.runner import MODES
from zermelo.words import above, fingerprint

Report = Callable[[EngineResult], None]
"""Called with what is known so far, after each depth."""
Progress = Callable[[int], None]
"""Called now and then with the nodes searched so far."""
News = Callable[[float, float], None]
"""Called with what is known of a value to MAX, that it lies from one number to another, whenever more is."""

DEEPEST_SEARCH: Final = 254
"""The greatest depth of a search that does not go to the end of the game."""
AT_ONCE: Final = 100_000
"""Nodes that a solution may take before it is worth a thread of its own."""
_PULSE: Final = 0.05
_STACK: Final = 16 << 20
_STACK_A_PLY: Final = 2048
_UNLIMITED: Final = 1 << 62


class Engine:
    """A player's search for one game of two players without chance (or a puzzle of one).

    threads     how many search at once, over one table
    table       the size of the transposition table in MiB, or a `Table` to share
    evaluation  in place of the game's own `evaluate` (see `zermelo.best`)
    mode        "compiled", "interpreted", or "auto": compiled where the game compiles
    options     any of `Options`, by name

    The table survives from search to search; `clear` empties it. An engine does one search at a time, in any thread;
    with one thread and a limit of nodes or depth, a new engine finds the same in every run, to the last node.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        table: float | Table = 64,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
        options: Options | None = None,
        **changes: Any,
    ) -> None:
        checked_game(game)
        if game.players > 2 or game.chance:
            what = "chance" if game.chance else f"{game.players} players"
            raise SearchError(f"the engine is for one or two players without chance, and {game!r} has {what}")
        if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
            raise SearchError(f"threads is a whole number from 1 to 256, not {threads!r}")
        checked_actions(game)
        self.game = judged(game, evaluation)
        least, most = self.game.utility_range or (-inf, inf)
        chosen = (options or Options().changed(**self.game.engine)).changed(**changes)
        self.options = chosen.for_game(self.game).within(least, most)
        self._kernel, self.mode = _compiled(self.game, self.options, mode)
        self.threads = threads if self.mode == "compiled" else 1
        self.table = table if isinstance(table, Table) else Table(table, compiled=self.mode == "compiled")
        self._workspaces = [Workspace(self.game, self.threads, compiled=self.mode == "compiled") for _ in range(self.threads)]
        self._searching = threading.Lock()
        self._age = 0
        checked_keys(self.game)

    def clear(self) -> None:
        """Forget all that earlier searches have learnt."""
        self.table.clear()

    def search(
        self,
        state: State = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        multipv: int = 1,
        history: Sequence[State] = (),
        report: Report | None = None,
        progress: Progress | None = None,
    ) -> EngineResult:
        """Search `state` (the initial one unless given) deeper and deeper until a limit is reached or the game is solved.

        multipv  how many of the best actions to find, each with its line
        history  the states played before, oldest first, where the game says what a repetition is worth
        report, progress  see `Report` and `Progress`

        After Ctrl-C, and at its limits, the best action so far is returned; there always is one, unless the game is
        over. Raises SearchError for limits that make no sense, GameError where the game breaks its contract.
        """
        limits = Limits(depth, nodes, seconds, clock)
        if isinstance(multipv, bool) or not isinstance(multipv, int) or multipv < 1:
            raise SearchError(f"multipv is a whole number from 1 up, not {multipv!r}")
        root = self.game.initial() if state is None else state
        with self._alone():
            return _Run(self, root, limits, multipv, history, report, progress).deepen()

    def solve(
        self, state: State = None, *, history: Sequence[State] = (), progress: Progress | None = None, news: News | None = None
    ) -> EngineResult:
        """The exact value of `state` under perfect play, and a best line."""
        root = self.game.initial() if state is None else state
        with self._alone():
            return _Run(self, root, Limits(), 1, history, None, progress, news).solve()

    def value(self, state: State = None, *, within: tuple[float, float] = (-inf, inf), progress: Progress | None = None) -> Exact:
        """The exact value of `state` under perfect play, without a line: the least work, for many small positions.

        within  between what the value to MAX is known to lie
        """
        root = self.game.initial() if state is None else state
        with self._alone():
            return _Run(self, root, Limits(), 1, (), None, progress).exact(within)

    def _alone(self) -> Any:
        if not self._searching.acquire(blocking=False):
            raise SearchError("this engine is searching already; make another one for a second search at the same time")
        return _Releasing(self._searching)

    def __repr__(self) -> str:
        return f"Engine({self.game!r}, threads={self.threads}, mode={self.mode!r})"


class _Releasing:
    def __init__(self, lock: threading.Lock) -> None:
        self.lock = lock

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self.lock.release()


class _Run:
    """One search, from its limits to its result."""

    def __init__(
        self,
        engine: Engine,
        root: State,
        limits: Limits,
        multipv: int,
        history: Sequence[State],
        report: Report | None,
        progress: Progress | None,
        news: News | None = None,
    ) -> None:
        self.news = news
        self.engine, self.root, self.limits, self.multipv, self.report, self.progress = engine, root, limits, multipv, report, progress
        self.game = engine.game
        self.started = time.perf_counter()
        self.searching = 0.0
        self._until = limits.hard  # seconds after which a search is stopped, wherever it is
        self.ended: str | None = None
        self.sign = 1.0
        engine._age = engine._age % (AGES - 1) + 1  # from 1: what was never written has the age 0
        for workspace in engine._workspaces:
            cells = workspace.cells
            workspace.forget()
            for place in (NODES, LEAVES, PROBES, HITS, DEEPEST, STOP, FAULT, BARS, STORED, *range(CUTS, CUTS + CUT_PLACES)):
                cells[place] = 0
            cells[AGE] = engine._age
            cells[THREADS] = engine.threads
            cells[NODE_LIMIT] = _UNLIMITED
            for back, played in enumerate(reversed(history[-HISTORY_PLIES:]), 1):
                cells[PATH - back] = fingerprint(self.game.key(played))

    # The ways to search

    def deepen(self) -> EngineResult:
        """Deeper and deeper, until something ends it."""
        settled = self._settled()
        if settled is not None:
            return settled
        actions = self._legal()
        best = self._result(0, [Variation(0.0, (actions[0],))], "depth", proved=False)
        for depth in self._depths():
            self._until = self.limits.soft / 2 if self._may_prove(best.depth) else self.limits.hard
            variations: list[Variation] = []
            proved = True
            left = list(actions)
            for place in range(min(self.multipv, len(actions))):
                guess = best.variations[place].value if best.depth > 2 and len(best.variations) > place else None
                variation = self._aspire(depth, guess, left)
                if variation is None:
                    break
                variations.append(variation)
                proved = proved and self._cells[LIMITED] == 0
                if self.ended:
                    break
                left.remove(variation.line[0])
                self._bar(variation.line[0])
            self._unbar()
            if self.ended and not (variations and len(variations) >= len(best.variations)):
                break
            lost = not self.ended and variations[0].value * self.sign <= self.least_worth
            if lost and best.depth > 0 and self.multipv == 1:
                variations = [Variation(variations[0].value, best.line[:1])]  # all is lost: what held out longest
            reached = best.depth if self.ended else depth if depth < TO_THE_END else best.depth + 1
            best = self._result(reached, variations, "depth", proved=proved and not self.ended)
            if self.report and not self.ended:
                self.report(best)
            if self.ended or self._enough(best, actions):
                break
        if self.ended == "time" and self._until < self.limits.soft:
            depth, best = TO_THE_END, self._proof(best)
        best = self._finished(best)
        return self._played_out(best, depth) if best.proved else best

    def _may_prove(self, depth: int) -> bool:
        """Whether the second half of the time goes to a proof of the value."""
        only_timed = isfinite(self.limits.soft) and self.limits.depth is None and self.limits.nodes is None
        in_sight = self.game.remaining(self.root) <= self.engine.options.proving * depth
        return only_timed and in_sight and self._few_values and self.multipv == 1

    def _proof(self, best: EngineResult) -> EngineResult:
        """The solution, if it is found in the time that is left; else what is known already."""
        self.ended, self._until = None, self.limits.soft
        low, high = self._bisect(*self._outermost)
        if self.ended is None and low == high:
            found = self._with_line(low, best.line[:1])
            if self.ended is None and found.proved:
                self.ended = "solved"
                return replace(found, depth=best.depth)
        self.ended = self.ended or "time"
        return best

    def _played_out(self, best: EngineResult, depth: int) -> EngineResult:
        """A proved result with its line to the end of the game: where it was cut short it is searched for, and not counted."""
        line, state = list(best.line), self.root
        for action in line:
            state = self.game.result(state, action)
        self.limits = Limits(seconds=self.limits.seconds, clock=self.limits.clock)
        self.ended, self._until = None, self.limits.hard
        while not self.game.is_terminal(state) and len(line) < DEEPEST_SEARCH:
            self.root = state
            self.sign = 1.0 if self.game.to_move(state) == MAX else -1.0
            worth = float(best.value) * self.sign  # type: ignore[arg-type]  # two players: a number
            known = self._known()  # where the game knows, it may have no candidates
            if known:
                keeps, following = known.value == best.value, known.line
            else:
                left = depth if depth == TO_THE_END else max(1, depth - len(line))
                keeps = self._call(-above(-worth), above(worth), left) == worth and self._cells[LIMITED] == 0
                following = self._line()
            if self.ended or not keeps or not following:
                break
            line += following
            for action in following:
                state = self.game.result(state, action)
        told = tuple(line)
        return replace(best, line=told, variations=(Variation(best.variations[0].value, told), *best.variations[1:]))

    def solve(self) -> EngineResult:
        """By null windows from the outside in where values are few and known; then once more for the line."""
        if not self._few_values:
            return self.deepen()
        settled = self._settled()
        if settled is not None:
            return settled
        first = tuple(self._legal()[:1])
        low, high = self._bisect(*self._outermost)
        if low < high:
            return self._finished(self._result(0, [Variation(0.0, first)], "interrupted", proved=False))
        best = self._finished(self._with_line(low, first))
        return self._played_out(best, TO_THE_END) if best.proved else best

    def _settled(self) -> EngineResult | None:
        """The result where there is nothing to search: the game is over, or the game itself knows. Else it is noted who is to move."""
        if self.game.is_terminal(self.root):
            return self._over()
        self.sign = 1.0 if self.game.to_move(self.root) == MAX else -1.0
        return self._known()

    def _with_line(self, low: float, otherwise: tuple[int, ...]) -> EngineResult:
        """The result for a value that has been found, to the player to move; `otherwise` is the line where all actions lose."""
        self._call(-above(-low), above(low), TO_THE_END)
        line = self._line()
        variation = Variation(whole(low * self.sign), line or otherwise)  # type: ignore[arg-type]
        return self._result(len(line), [variation], "solved", proved=self._cells[LIMITED] == 0)

    def exact(self, within: tuple[float, float]) -> Exact:
        """As `solve`, without the second search for the line, and without asking the rules more than it must."""
        game = self.game
        if game.is_terminal(self.root):
            value = float(game.utility(self.root, MAX))
            return Exact(value, value, 1, 0.0)
        self.sign = 1.0 if game.to_move(self.root) == MAX else -1.0
        if not self._few_values:
            found = self.solve()
            value = float(found.value)  # type: ignore[arg-type]  # two players: a number
            if not found.proved and found.stopped != "interrupted":
                raise SearchError(endless(game, self.root))
            low, high = (value, value) if found.proved else (-inf, inf)
            return Exact(low, high, found.nodes, found.seconds)
        low, high = self._outermost
        known = within if self.sign > 0 else (-within[1], -within[0])
        low, high = self._to_max(*self._bisect(max(low, known[0]), min(high, known[1])))
        if any(workspace.cells[DEEPEST] >= PLIES - 2 for workspace in self.engine._workspaces):
            raise SearchError(endless(game, self.root))
        return Exact(low, high, max(1, self._total(NODES)), self.searching)

    def _bisect(self, low: float, high: float) -> tuple[float, float]:
        """What the root is worth to the player to move: one number twice, or an interval if Ctrl-C came first."""
        if self._small_stack and threading.current_thread() is threading.main_thread():
            value = self._at_once(low, high, TO_THE_END, bisecting=1)
            if value is not None:
                return value, value
        if self.engine.options.bounds:
            least, most = self.game.bounds(self.root)
            low, high = max(low, least), min(high, most)
        if self.engine.threads == 1 and self.news is None:  # all windows in one call: a thread costs as much as a thousand nodes
            value = self._by_threads(low, high, TO_THE_END, bisecting=1)
            return value, high if self.ended else value
        while low < high:
            middle = halfway(low, high)
            alpha, beta = (middle, above(middle)) if middle >= low else (low, high)
            value = self._by_threads(alpha, beta, TO_THE_END)
            if self.ended:
                break
            low, high = value if value > alpha else low, value if value < beta else high
            if self.news:
                self.news(*self._to_max(low, high))
        return low, high

    @property
    def _few_values(self) -> bool:
        """Whether the game ends in few values, all known, that are best found by halving."""
        known = self.game.utility_range
        return self.engine.options.bisection and known is not None and all(map(isfinite, known))

    @property
    def _outermost(self) -> tuple[float, float]:
        """The worst and the best that can happen to the player to move."""
        return self.least_worth, self.greatest_worth

    def _to_max(self, low: float, high: float) -> tuple[float, float]:
        """An interval of the value to the player to move, as one to MAX."""
        return (low, high) if self.sign > 0 else (-high, -low)

    def _depths(self) -> Any:
        """1, 2, 3, ... up to the limit (which comes first without deepening); once the end of the game is in sight, to the end."""
        last = self.limits.depth or TO_THE_END
        remaining = self.game.remaining(self.root)
        for depth in range(1 if self.engine.options.deepening else last, min(last, DEEPEST_SEARCH) + 1):
            if not self.engine.options.exact and depth >= remaining - self.game.finishes:
                break
            yield depth
        else:
            if last <= DEEPEST_SEARCH:
                return
        yield TO_THE_END

    def _aspire(self, depth: int, guess: float | None, left: list[int]) -> Variation | None:
        """The best of the actions `left` at a depth: first in a small window around what it was worth before, then in wider ones."""
        margin = self.game.unit / 2
        guess = None if guess is None or not isfinite(guess) or not self.engine.options.aspiration else guess * self.sign
        least, most = self.least_worth, self.greatest_worth  # who has these need look no further: that proves a loss or a win
        alpha, beta = (least, most) if guess is None else (max(guess - margin, least), min(guess + margin, most))
        found: Variation | None = None
        below = beyond = False  # whether it failed on either side
        while True:
            value = self._call(alpha, beta, depth)
            line = self._line()
            if line and value > alpha:
                found = Variation(whole(value * self.sign), line)  # type: ignore[arg-type]
            if self.ended:
                return found
            below, beyond = below or value <= alpha > least, beyond or value >= beta < most
            if below and beyond:  # on both: what the table holds of other depths contradicts itself
                alpha, beta, below, beyond = least, most, False, False
            elif value <= alpha > least:
                beta, alpha = above(value), (max(value - 4 * margin, least) if margin < 64 * self.game.unit else least)
            elif value >= beta < most:
                alpha, beta = -above(-value), (min(value + 4 * margin, most) if margin < 64 * self.game.unit else most)
            else:
                line = found.line if found else (left[0],)  # without a line of its own all lose
                return Variation(whole(value * self.sign), line)  # type: ignore[arg-type]
            margin *= 4

    # One call of the kernel

    def _call(self, alpha: float, beta: float, depth: int) -> float:
        """The kernel's value to the player to move, by as many threads as there are; `ended` says why it stopped early."""
        in_main = self._small_stack and threading.current_thread() is threading.main_thread()
        if depth == TO_THE_END and in_main and self.limits == Limits():
            value = self._at_once(alpha, beta, depth)
            if value is not None:
                return value
        return self._by_threads(alpha, beta, depth)

    def _at_once(self, alpha: float, beta: float, depth: int, bisecting: int = 0) -> float | None:
        """The kernel's value, if few nodes are enough to find it."""
        cells = self.engine._workspaces[0].cells
        self._first = 0
        cells[ROOT_DEPTH] = depth
        cells[STOP] = 0
        cells[NODE_LIMIT] = cells[NODES] + AT_ONCE
        value = self._kernel_call(0, alpha, beta, depth, bisecting)
        self.searching += self._took
        cells[NODE_LIMIT] = _UNLIMITED
        if cells[STOP] == 0:
            return value
        self._broken()
        return None

    def _by_threads(self, alpha: float, beta: float, depth: int, bisecting: int = 0) -> float:
        for workspace in self.engine._workspaces:
            workspace.cells[ROOT_DEPTH] = depth
            workspace.cells[STOP] = 0
        self._budget()
        begun = time.perf_counter()
        answers: list[tuple[int, float]] = []
        unfinished: dict[int, float] = {}
        errors: list[BaseException] = []
        news = threading.Event()

        def work(number: int) -> None:
            try:
                value = self._kernel_call(number, alpha, beta, depth, bisecting)
                if self.engine._workspaces[number].cells[STOP] == 0:
                    answers.append((number, value))
                unfinished[number] = value
            except BaseException as error:  # handed to the caller's thread
                errors.append(error)
            finally:
                self._stop_all()
                news.set()

        with _deep_stack(_STACK + 2 * self._stack):
            workers = [
                threading.Thread(target=work, args=(number,), name="zermelo engine", daemon=True) for number in range(self.engine.threads)
            ]
            for worker in workers:
                worker.start()
        try:
            self._wait(news)
        except KeyboardInterrupt:
            self.ended = "interrupted"
        finally:
            self._stop_all()
            for worker in workers:
                worker.join()
            self.searching += time.perf_counter() - begun
        if errors:
            raise errors[0]
        self._broken()
        if answers:
            first = answers[0][0]
            self._first = first
            self.ended = self.ended if self.ended == "interrupted" else None
            return answers[0][1]
        self._first = 0
        self.ended = self.ended or ("nodes" if self.limits.nodes else "time")
        return unfinished[0]  # the best of the actions that were searched, if it is above alpha

    def _wait(self, news: threading.Event) -> None:
        """Until a thread is done or the time is over."""
        while not news.wait(min(_PULSE, max(0.0, self._until - self._seconds()))):
            if self._seconds() >= self._until:
                self.ended = "time"
                return
            if self.progress:
                self.progress(self._total(NODES))

    def _kernel_call(self, number: int, alpha: float, beta: float, depth: int, bisecting: int = 0) -> float:
        workspace = self.engine._workspaces[number]
        arguments = (alpha, beta, depth, bisecting, *workspace.kernel_arguments, self.engine.table.kernel_argument)
        try:
            with _deep_recursion(self.engine.mode):
                begun = time.perf_counter()
                value = self.engine._kernel(self.game, self.root, *arguments)
                self._took = time.perf_counter() - begun
                return float(value)
        except ZermeloError:
            self.engine.table.clear()
            raise
        except Exception as error:  # whatever the rules raise
            self.engine.table.clear()
            raise raised(self.game, self.root, workspace.cells, error)  # noqa: B904  whose cause says where

    def _broken(self) -> None:
        for workspace in self.engine._workspaces:
            if workspace.cells[FAULT]:
                self.engine.table.clear()
                raise broken_promise(self.game, self.root, workspace.cells)

    def _stop_all(self) -> None:
        for workspace in self.engine._workspaces:
            workspace.cells[STOP] = 1

    def _budget(self) -> None:
        """Share out the nodes that are left."""
        if self.limits.nodes is not None:
            left = max(0, self.limits.nodes - self._total(NODES))
            for workspace in self.engine._workspaces:
                workspace.cells[NODE_LIMIT] = workspace.cells[NODES] + left // self.engine.threads + 1

    # What is known

    _first = 0
    _took = 0.0

    @property
    def _cells(self) -> Any:
        """The cells of the thread that was done first."""
        return self.engine._workspaces[self._first].cells

    @property
    def least_worth(self) -> float:
        """The worst that can happen to the player to move."""
        least, most = self.game.utility_range or (-inf, inf)
        return least if self.sign > 0 else -most

    @property
    def greatest_worth(self) -> float:
        """The best that can happen to the player to move."""
        least, most = self.game.utility_range or (-inf, inf)
        return most if self.sign > 0 else -least

    @property
    def _stack(self) -> int:
        """Bytes of stack that the kernel may need: at each ply a frame, and room for the game's lists of actions."""
        return 512 * (_STACK_A_PLY + 32 * int(self.game.max_actions))

    @property
    def _small_stack(self) -> bool:
        return self.engine.mode == "compiled" and self._stack <= 4 << 20

    def _seconds(self) -> float:
        return time.perf_counter() - self.started

    def _total(self, place: int) -> int:
        return sum(workspace.cells[place] for workspace in self.engine._workspaces)

    def _legal(self) -> list[int]:
        """The actions that the kernel looks at."""
        actions = list(self.game.candidates(self.root) if self.engine.options.candidates else self.game.actions(self.root))
        if not actions:
            raise GameError(f"{self.game!r} has no action in a state that is not terminal: {self.game.write(self.root)!r}")
        return actions

    def _known(self) -> EngineResult | None:
        """What the game has proved of the state itself, with an action that keeps it."""
        if not self.engine.options.bounds or (self.limits.depth is not None and self.engine.options.exact):
            return None
        game = self.game
        low, high = game.bounds(self.root)
        if low < high:
            return None
        player = game.to_move(self.root)
        for action in game.actions(self.root):
            child = game.result(self.root, action)
            if game.is_terminal(child):
                worth = game.utility(child, player)
            else:
                least, most = game.bounds(child)
                worth = least if game.to_move(child) == player else -most
            if worth >= low:
                return self._result(1, [Variation(whole(low * self.sign), (action,))], "solved", proved=True)  # type: ignore[arg-type]
        return None

    def _line(self) -> tuple[int, ...]:
        """The principal variation; one that is not proved goes on with the table's actions where the table cut it short."""
        line = list(self.engine._workspaces[self._first].line())
        if not line or not self.engine.options.table or self._cells[LIMITED] == 0:
            return tuple(line)
        state, seen = self.root, set()
        for action in line:
            state = self.game.result(state, action)
        while len(line) < TO_THE_END and not self.game.is_terminal(state):
            code = fingerprint(self.game.key(state))
            at = -1 if code in seen else found(self.engine.table.words, code)
            if at < 0:
                break
            meta = meta_of(self.engine.table.words, at, self.engine.table.words[at])
            place = entry_place(meta)
            listed = list(self.game.candidates(state) if self.engine.options.candidates else self.game.actions(state))
            if place == NO_PLACE or place >= len(listed) or entry_turned(meta):
                break
            seen.add(code)
            line.append(listed[place])
            state = self.game.result(state, listed[place])
        return tuple(line)

    def _bar(self, action: int) -> None:
        """Leave an action out at the root."""
        place = self._legal().index(action)
        for workspace in self.engine._workspaces:
            workspace.cells[BARRED + place] = 1
            workspace.cells[BARS] += 1

    def _unbar(self) -> None:
        for workspace in self.engine._workspaces:
            if workspace.cells[BARS]:
                for place in range(self.game.max_actions):
                    workspace.cells[BARRED + place] = 0
                workspace.cells[BARS] = 0

    def _enough(self, best: EngineResult, actions: list[int]) -> bool:
        """Whether looking deeper would change nothing, or there is no time to; says why in `ended`."""
        timed = self.limits.seconds is not None or self.limits.clock is not None
        if best.proved:
            self.ended = "solved"
        elif timed and len(actions) == 1:
            self.ended = "only action"
        elif self._seconds() >= min(self._until, self.limits.soft):
            self.ended = "time"
        elif self.limits.nodes is not None and self._total(NODES) >= self.limits.nodes:
            self.ended = "nodes"
        return self.ended is not None

    # Results

    def _result(self, depth: int, variations: list[Variation], stopped: str, *, proved: bool) -> EngineResult:
        best = variations[0]
        nodes = max(1, self._total(NODES))
        cuts = tuple(self._total(CUTS + place) for place in range(CUT_PLACES))
        return EngineResult(
            self.game, self.root, "engine", best.value, best.line[0], None, best.line,
            nodes, self._total(LEAVES), sum(cuts), depth, self._seconds(), self.engine.mode,
            proved=proved, selective_depth=max(workspace.cells[DEEPEST] for workspace in self.engine._workspaces) + 1,
            probes=self._total(PROBES), hits=self._total(HITS), cuts=cuts,
            branching=nodes ** (1 / max(1, depth)), stopped=stopped, variations=tuple(variations),
        )  # fmt: skip

    def _finished(self, best: EngineResult) -> EngineResult:
        stopped = self.ended or ("solved" if best.proved else "depth")
        return self._result(best.depth, list(best.variations), stopped, proved=best.proved)

    def _over(self) -> EngineResult:
        value = whole(self.game.utility(self.root, MAX))
        return EngineResult(
            self.game, self.root, "engine", value, None, None, (), 1, 1, 0, 0, self._seconds(), self.engine.mode,
            proved=True, stopped="solved",
        )  # fmt: skip


def endless(game: Game, state: State) -> str:
    """The message for a state that cannot be solved."""
    return f"{game!r} is not solved from {game.write(state)!r}: games can last longer than the {PLIES - 2} plies of the engine"


def _compiled(game: Game, options: Options, mode: str) -> tuple[Any, str]:
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


class _deep_stack:  # noqa: N801  reads as a function where it is used
    def __init__(self, size: int) -> None:
        self.size = size

    def __enter__(self) -> None:
        self.before = threading.stack_size(self.size // 4096 * 4096)

    def __exit__(self, *_: object) -> None:
        threading.stack_size(self.before)


class _deep_recursion:  # noqa: N801  reads as a function where it is used
    def __init__(self, mode: str) -> None:
        self.deep = mode == "interpreted"

    def __enter__(self) -> None:
        if self.deep:
            self.before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(self.before, 20_000))

    def __exit__(self, *_: object) -> None:
        if self.deep:
            sys.setrecursionlimit(self.before)
