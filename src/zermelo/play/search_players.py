"""Players who search: with a textbook algorithm always as deep, or with the engine as long as they may."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from zermelo.errors import ActionError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import Game, State
from zermelo.hints import Evaluation
from zermelo.search.algorithm import WHOLE_TREE, checked_count, checked_depth
from zermelo.search.best import TABLE, engine_serves, made_engine, made_many
from zermelo.search.engine.deepening import Report
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.limits import Clock, Limits
from zermelo.search.engine.result import EngineResult
from zermelo.search.mcts.result import MonteCarloResult
from zermelo.search.mcts.search import MEMORY, MonteCarlo
from zermelo.search.result import Result
from zermelo.search.runtime.workers import Progress
from zermelo.search.textbook import by_the_book, choose

LEVELS: Final = {1: 20, 2: 200, 3: 2_000, 4: 30_000, 5: 500_000}
"""How well the computer plays where people are asked: nodes that it may visit for a move, by level."""


class Searcher:
    """A player who searches and plays a best action; what it thinks of a state can be asked for too.

    progress     called now and then, while a long search runs, with the nodes visited so far
    report       called with what is known so far after each depth, by those who use the engine
    history      the states of the game before the one to search, oldest first; who runs the game keeps it
    clock        what is left on the player's clock, where the game has one; who runs the game keeps it
    keeps_clock  whether the player looks at it
    found        what the player thought of the last move
    """

    progress: Progress | None = None
    report: Report | None = None
    history: Sequence[State] = ()
    clock: Clock | None = None
    keeps_clock = False
    found: Result | None = None

    def begin(self) -> None:
        """A new game begins: forget the last one."""

    def get_ready(self) -> None:
        """Do what takes time before the first move, so that it is not on the clock."""

    def search(self, state: State) -> Result:
        """What the player thinks of a state."""
        raise NotImplementedError

    def choose(self, found: Result) -> int | None:
        """The first best action; None where there is none."""
        return found.action

    def __call__(self, state: State) -> int:
        """A best action."""
        self.found = self.search(state)
        action = self.choose(self.found)
        if action is None:
            raise ActionError(f"there is nothing to play in {self.found.game.write(state)!r}: the game is over, or chance moves")
        return action


class Search(Searcher):
    """Searches with one textbook algorithm, always as deep, and so always plays the same in the same state.

    The arguments are those of `zermelo.best`, checked at once: SearchError where algorithm, depth and game do not
    fit, SpecError for an evaluation that the game does not have.
    """

    def __init__(
        self,
        game: Game,
        algorithm: str | None = None,
        *,
        depth: int | None = None,
        evaluation: str | Evaluation | None = None,
        sooner: bool = False,
        mode: str = "auto",
    ) -> None:
        self.algorithm = choose(game, algorithm)
        if depth is not None:
            checked_depth(depth)
        self.rules = with_evaluation(game, evaluation)
        self.depth, self.sooner, self.mode = depth, sooner, mode

    def search(self, state: State) -> Result:
        """The result of the search."""
        return by_the_book(
            self.rules, state, depth=self.depth, algorithm=self.algorithm, sooner=self.sooner,
            ties=False, mode=self.mode, progress=self.progress,
        )  # fmt: skip


class _WithEngine(Searcher):
    """A player with an engine, which is made when it is first used and keeps what it learns from move to move."""

    _make: Callable[[], Any]

    @functools.cached_property
    def engine(self) -> Any:
        """What searches. Making it compiles the game."""
        return self._make()

    def begin(self) -> None:
        """Forget what was learnt in the last game."""
        if "engine" in vars(self):
            self.engine.clear()

    def think(self, state: State, **limits: Any) -> Any:
        """What the engine finds. Raises KeyboardInterrupt after Ctrl-C: a game goes on with a move, or not at all."""
        found = self.engine.search(state, **limits, progress=self.progress)
        if found.stopped == "interrupted":
            raise KeyboardInterrupt
        return found


class _Timed(_WithEngine):
    """A player who searches up to limits given once for all. Without any, a move takes SECONDS, or what the game's clock allows."""

    SECONDS: Final = 1.0
    keeps_clock = True

    def __init__(self, make: Callable[..., Any], mode: str, **limits: float | None) -> None:
        make(mode="interpreted")  # which is quick, and finds whatever is wrong with the arguments
        self._make = functools.partial(make, mode=mode)
        self.limits = limits

    def get_ready(self) -> None:
        """Compile."""
        assert self.engine

    def within_limits(self, state: State, **more: Any) -> Any:
        """What the engine finds in the time there is."""
        limits = dict(self.limits)
        if self.clock is None and all(limit is None for limit in limits.values()):
            limits["seconds"] = self.SECONDS
        return self.think(state, **limits, clock=self.clock, **more)


class EnginePlayer(_Timed):
    """Searches with the engine, deeper and deeper up to its limits. Its table goes on from move to move.

    The arguments are those of `zermelo.best`, checked at once.
    """

    def __init__(
        self,
        game: Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        table: float = TABLE,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
        **options: Any,
    ) -> None:
        Limits(depth, nodes, seconds)
        make = functools.partial(made_engine, game, threads=threads, table=table, evaluation=evaluation, **options)
        super().__init__(make, mode, depth=depth, nodes=nodes, seconds=seconds)

    def search(self, state: State) -> EngineResult:
        """The result of the deepest search."""
        found: EngineResult = self.within_limits(state, history=self.history, report=self.report)
        return found


class ManyPlayer(_Timed):
    """Searches a game of three players or more: with max^n, or taking the others for one opponent (see `zermelo.best`).

    Its table goes on from move to move.
    """

    def __init__(
        self,
        game: Game,
        kind: str,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
        **options: Any,
    ) -> None:
        Limits(depth, nodes, seconds)
        make = functools.partial(made_many, game, kind, evaluation=evaluation, **options)
        super().__init__(make, mode, depth=depth, nodes=nodes, seconds=seconds)

    def search(self, state: State) -> EngineResult:
        """The result of the deepest search."""
        found: EngineResult = self.within_limits(state, report=self.report)
        return found


class MonteCarloPlayer(_Timed):
    """Plays what Monte Carlo tree search visits most. Its tree goes on from move to move.

    The arguments are those of `zermelo.best`, checked at once. A move takes less than its time once no other action can
    overtake the best. With a seed, one thread and a limit of simulations it plays the same in every run.
    """

    def __init__(
        self,
        game: Game,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        memory: float = MEMORY,
        seed: int | str | None = None,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
        **options: Any,
    ) -> None:
        Limits(seconds=seconds)
        if simulations is not None:
            checked_count("simulations", simulations)
        number = random.Random(seed).randrange(1 << 20)  # noqa: S311  # games, not secrets
        make = functools.partial(MonteCarlo, game, threads=threads, memory=memory, evaluation=evaluation, seed=number, **options)
        super().__init__(make, mode, simulations=simulations, seconds=seconds)

    def search(self, state: State) -> MonteCarloResult:
        """The result of the simulations."""
        found: MonteCarloResult = self.within_limits(state, history=self.history, until_decided=True)
        return found


class Computer(_WithEngine):
    """Plays any game without being told how deep: it searches deeper and deeper until a budget of nodes is used up.

    Monte Carlo tree search simulates where a game recommends how (`Game.monte_carlo`); else the engine searches where it serves
    (`zermelo.search.best.engine_serves`), else what the game needs of the textbook algorithms. Of actions that these find equally
    good it takes any; with a seed, the same ones in every run. Counting nodes and not seconds makes it play alike on every
    machine, as long as the game runs in the same mode. With the usual budgets a move takes a fraction of a second once the game
    is compiled; with less it plays worse, with more better.
    """

    BUDGET: Final = {"compiled": 200_000, "interpreted": 4_000}
    """Nodes that the engine may take for a move unless told, by mode, or plies of simulated games; at most as many nodes again go to
    finding others as good."""
    BOOK_BUDGET: Final = {"compiled": 2_000_000, "interpreted": 20_000}
    """Nodes that a textbook algorithm may take."""
    FIRST: Final = 10
    """So many games are simulated first, to see how long they are."""
    CHOICE: Final = 3
    """So many of the equally good actions are looked for by the engine; a textbook algorithm finds them all."""

    def __init__(
        self, game: Game, *, nodes: int | None = None, seed: int | str | None = None, mode: str = "auto", engine: Engine | None = None
    ) -> None:
        """`engine` is one of the game's to search with, where the engine does that; unless given, the player makes its own."""
        Limits(nodes=nodes)
        self.game, self.nodes, self.mode = game, nodes, mode
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets
        if game.monte_carlo:
            self._search = self._by_simulation
            self._make = functools.partial(MonteCarlo, game, seed=self._random.randrange(1 << 20), mode=mode)
        elif engine_serves(game):
            self._search = self._by_the_engine
            self._make = functools.partial(made_engine, game, mode=mode) if engine is None else lambda: engine
        else:
            self._search, self._algorithm = self._by_the_book, choose(game, None)

    def search(self, state: State) -> Result:
        """The result of the deepest search, with some of the best actions."""
        return self._search(state)

    def _by_simulation(self, state: State) -> Result:
        budget = self.nodes or self.BUDGET[self.engine.mode]
        found: MonteCarloResult = self.think(state, history=self.history, simulations=self.FIRST)
        left = budget * found.simulations // max(1, found.plies) - found.simulations
        if left > 0 and not found.proved:
            found = self.think(state, history=self.history, simulations=left)
        return replace(found, actions=found.line[:1])

    def _by_the_engine(self, state: State) -> Result:
        budget = self.nodes or self.BUDGET[self.engine.mode]
        found: EngineResult = self.think(state, history=self.history, nodes=budget, report=self.report)
        if found.action is None or found.depth == 0 or (found.proved and found.value != 0):
            return replace(found, actions=found.line[:1])  # there is nothing to choose, or the shortest win is at hand
        others: EngineResult = self.think(state, history=self.history, depth=found.depth, nodes=budget, multipv=self.CHOICE)
        alike = tuple(one.line[0] for one in others.variations if one.value == found.value and others.depth == found.depth)
        if found.action not in alike:
            return replace(found, actions=found.line[:1])
        return replace(found, actions=alike, variations=others.variations)

    def _by_the_book(self, state: State) -> Result:
        depth, before, spent = 1, 1, 0
        found = self._so_deep(state, depth)
        while found.depth == depth < WHOLE_TREE:  # the last search met its limit, so a deeper one sees more
            spent += found.nodes + depth * depth  # a line of so many plies is found by as many small searches
            growth = max(1.0, found.nodes / before)
            if spent + found.nodes * growth > (self.nodes or self.BOOK_BUDGET[found.mode]):
                break
            depth, before = depth + 1, found.nodes
            found = self._so_deep(state, depth)
        return found

    def _so_deep(self, state: State, depth: int) -> Result:
        return by_the_book(
            self.game, state, depth=depth, algorithm=self._algorithm, sooner=True,
            ties=True, mode=self.mode, progress=self.progress,
        )  # fmt: skip

    def choose(self, found: Result) -> int | None:
        """Any of the best actions."""
        return self._random.choice(found.actions) if found.actions else None
