"""The engine: searches of one game, one after the other, over a table that stays.

What one search does is in deepening.py, how it calls the kernel in calls.py, the recursion in kernel.py.

engine = Engine(game, threads=2, table=128)
found = engine.search(state, seconds=1.0)       # as deep as it gets in a second
found = engine.solve(state)                     # to the end of the game, exactly
found = engine.value(state)                     # the same, but for the value alone
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from math import inf
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import Game, State, defines
from zermelo.hints import Evaluation
from zermelo.search.algorithm import checked_count, checked_game, checked_open
from zermelo.search.engine.deepening import News, Report, Run
from zermelo.search.engine.faults import checked_hints, checked_keys, rules_asked
from zermelo.search.engine.machine import assembled
from zermelo.search.engine.memory import Table, checked_actions
from zermelo.search.engine.options import NAMES, Options
from zermelo.search.engine.result import EngineResult, Exact
from zermelo.search.known import Known, checked_known
from zermelo.search.root import left_alone
from zermelo.search.runtime.control import Control
from zermelo.search.runtime.limits import Clock, Limits
from zermelo.search.runtime.promises import listed
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.workers import Progress, alone, checked_threads
from zermelo.search.searcher import ENGINE, TABLE, Searcher
from zermelo.search.size import check_solvable, with_endless_play
from zermelo.search.tried import checked_folds
from zermelo.words import is_plain

LEAST_TABLE: Final = 1 / 64
"""MiB for a search without a table: room for the marks of the threads."""


class Engine:
    """A player's search for one game of two players (or a puzzle of one), with or without chance.

    threads     how many search at once, over one table
    table       the size of the transposition table in MiB, or a `Table` to share; False: none
    evaluation  in place of the game's own `evaluate` (see `zermelo.best`)
    mode        "compiled", "interpreted", or "auto": compiled where the game compiles
    database    what `zermelo.open_database` or `open_book` gives, of this game: states that it knows are not searched
    options     any of `Options`, by name

    The table survives from search to search; `clear` empties it. Where the rules of a compiled game have changed since the last
    search (its attributes, its class, what its methods call and read), it is compiled anew, and the table is emptied; in plain
    Python the new rules run at once, and `clear` forgets what the old ones taught. An engine does one search at a time, in any thread;
    with one thread and a limit of nodes or depth, a new engine finds the same in every run, to the last node.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        table: float | Table | bool = TABLE,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
        database: Known | None = None,
        options: Options | None = None,
        **changes: Any,
    ) -> None:
        _check(game)
        checked_threads(threads)
        if isinstance(table, bool):
            changes, table = {**changes, "table": table}, TABLE if table else LEAST_TABLE
        self._given = game, evaluation, options, changes, threads, table, mode
        self._known = None if database is None else checked_known(database, game, evaluation)
        self._searching = threading.Lock()
        self._assemble()

    def _assemble(self) -> None:
        """Make the machine for the rules as they are now."""
        game, evaluation, options, changes, threads, table, mode = self._given
        self.game = with_endless_play(with_evaluation(game, evaluation))
        left_alone(self.game, self.game.initial())
        least, most = self.game.utility_range or (-inf, inf)
        chosen = (options or Options.usual(self.game)).changed(**changes)
        fitting = chosen.for_game(self.game).within(least, most)
        self._machine = assembled(self.game, fitting, threads=threads, table=table, mode=mode, known=self._known)
        self.options = self._machine.options
        self.mode, self.table, self.threads = self._machine.build.mode, self._machine.table, len(self._machine.workspaces)
        checked_keys(self.game)
        if defines(game, "symmetries"):
            checked_folds(game)
        checked_hints(self.game)

    def _renew(self) -> None:
        """Begin anew, and forget what was learnt, where the rules are not what they were when the machine was made."""
        if not self._machine.build.is_current():
            self._assemble()

    def _begun(self, state: State) -> State:
        """The state to search from, the initial one unless given, once the machine is one for it: made anew where the rules have changed,
        and where from there, unlike from the initial state, play may go round."""
        self._renew()
        if state is None:
            return self.game.initial()
        if with_endless_play(self.game, state) is not self.game:
            self._given = with_endless_play(self._given[0], state), *self._given[1:]
            self._assemble()
        return state

    def _look_at(self, root: State, among: Sequence[int]) -> None:
        """Make the machine anew, without the game's `candidates`, where one of these actions is none of them.

        They are asked for the best action alone, and only where `bounds` leaves the value open.
        """
        if not self._machine.options.candidates or self.game.is_terminal(root):
            return
        with rules_asked(self.game, root, ()):
            least, most = self.game.bounds(root)
            given = listed(self.game, self.game.candidates(root)) if least < most else []
        if not set(among) <= set(given):
            game, evaluation, options, changes, threads, table, mode = self._given
            self._given = game, evaluation, options, {**changes, "candidates": False}, threads, table, mode
            self._assemble()

    def clear(self) -> None:
        """Forget all that earlier searches have learnt."""
        self._machine.forget()

    @with_more_room
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
        among: Sequence[int] | None = None,
        until_decided: bool = False,
        report: Report | None = None,
        progress: Progress | None = None,
        control: Control | None = None,
    ) -> EngineResult:
        """Search `state` (the initial one unless given) deeper and deeper until a limit is reached or the game is solved.

        multipv  how many of the best actions to find, each with its line
        history  the states played before, oldest first, where the game says what a repetition is worth
        among    the actions to choose from; all unless given. What is proved then is proved of these; of a game with rewards in which
                 positions come back nothing is, since what an action is worth there depends on the way
        until_decided  for who has to play: where there is but one action, take no time to find what it is worth
        report, progress  see `Report` and `Progress`
        control  by which other threads stop the search, or say when its time begins

        After Ctrl-C, where it is stopped, and at its limits, the best action so far is returned; there always is one, unless the game is
        over. Of a game with superko nothing is called proved: what that forbids below `state` is not heeded. Raises SearchError for limits
        that make no sense, GameError where the game breaks its contract.
        """
        limits = Limits(depth, nodes, seconds, clock)
        checked_count("multipv", multipv)
        with alone(self._searching):
            root = self._begun(state)
            if among is not None:
                self._look_at(root, among)
            run = Run(
                self._machine, root, limits, multipv=multipv, history=history, among=among, until_decided=until_decided,
                report=report, progress=progress, control=control,
            )  # fmt: skip
            with run.calls.interruptible():
                found = run.deepen()
            return run.heard(found)

    @with_more_room
    def solve(
        self, state: State = None, *, history: Sequence[State] = (), progress: Progress | None = None, news: News | None = None
    ) -> EngineResult:
        """The exact value of `state` under perfect play, and a best line. Raises SearchError where that is not found for certain."""
        check_solvable(self.game)
        with alone(self._searching):
            root = self._begun(state)
            run = Run(self._machine, root, Limits(), history=history, progress=progress, news=news)
            with run.calls.interruptible():
                found = run.solve()
            return run.heard(found)

    @with_more_room
    def value(
        self,
        state: State = None,
        *,
        within: tuple[float, float] = (-inf, inf),
        progress: Progress | None = None,
        news: News | None = None,
    ) -> Exact:
        """The exact value of `state` under perfect play, without a line: the least work, for many small positions.

        within  between what the value to MAX is known to lie
        news    called with what is known of it whenever more is, where values are few and known

        Raises SearchError where that is not found for certain.
        """
        check_solvable(self.game)
        with alone(self._searching):
            root = self._begun(state)
            return Run(self._machine, root, Limits(), progress=progress, news=news).exact(within)

    @with_more_room
    def window(
        self,
        state: State,
        low: float,
        high: float,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Exact:
        """What one search to the end of the game with a window finds of the value to MAX: that it is at most a number, which is not above
        `low`; or at least one, which is not below `high`; or what it is, in between.

        Of one that was stopped the interval is all numbers; the table keeps what it has learnt. Raises SearchError as `value` does.
        """
        check_solvable(self.game)
        limits = Limits(nodes=nodes, seconds=seconds)
        with alone(self._searching):
            root = self._begun(state)
            run = Run(self._machine, root, limits, progress=progress)
            with run.calls.interruptible():
                found = run.window(low, high)
            interrupted = run.calls.ended == "interrupted"  # however late: who asks many such questions hears of it
            return Exact(-inf, inf, found.nodes, found.seconds, "interrupted") if interrupted else found

    def __repr__(self) -> str:
        return f"Engine({self.game!r}, threads={self.threads}, mode={self.mode!r})"


def _check(game: Game) -> None:
    checked_open(checked_game(game), "the engine")
    if game.players > 2:
        raise SearchError(f"the engine is for one or two players, and {game!r} has {game.players} players")
    checked_actions(game)


def serves(game: Game) -> bool:
    """Whether the engine searches this game unless another searcher is named.

    It takes one or two players, nothing hidden, and states that it can tell apart for certain: those made of plain values.
    """
    return SEARCHER.fits(game) and is_plain(game.key(game.initial()))


SEARCHER: Final = Searcher(
    ENGINE,
    "alpha-beta with all refinements, for one or two players",
    Engine,
    _check,
    ("depth", "nodes", "seconds", "clock", "multipv", "until_decided", "report"),
    ("threads", "evaluation", *NAMES),
    serves,
    rewards=True,
    known=True,
)
