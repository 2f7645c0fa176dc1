"""Players who search: by a searcher of the registry, within limits given once for all, or by what a game needs, within a budget."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from zermelo.errors import ActionError
from zermelo.game import Game, State
from zermelo.search.algorithm import WHOLE_TREE, checked_count
from zermelo.search.engine.deepening import Report
from zermelo.search.engine.engine import Engine, serves
from zermelo.search.engine.result import EngineResult
from zermelo.search.known import Known, checked_known, known_result
from zermelo.search.mcts.result import MonteCarloResult
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.registry import chosen
from zermelo.search.result import Result
from zermelo.search.runtime.limits import Clock, Limits
from zermelo.search.runtime.workers import Progress
from zermelo.search.textbook import Textbook

LEVELS: Final = {1: 20, 2: 200, 3: 2_000, 4: 30_000, 5: 500_000}
"""How well the computer plays where people are asked: nodes that it may visit for a move, by level."""

_LIMITS: Final = {"depth", "nodes", "simulations", "seconds"}


class SearchPlayer:
    """A player who searches and plays a best action; what it thinks of a state can be asked for too.

    progress     called now and then, while a long search runs, with the nodes visited so far, those of all searches for one move together
    report       called with what is known so far after each depth, by those who use the engine
    history      the states of the game before the one to search, oldest first; who runs the game keeps it
    clock        what is left on the player's clock, where the game has one; who runs the game keeps it
    keeps_clock  whether the player looks at it
    steady       whether it always plays the same in the same state
    found        what the player thought of the last move
    database     what is known of states: where it is enough, nothing is searched
    """

    database: Known | None = None
    progress: Progress | None = None
    report: Report | None = None
    history: Sequence[State] = ()
    clock: Clock | None = None
    keeps_clock = False
    steady = False
    found: Result | None = None
    game: Game
    _make: Callable[[], Any]
    _visited = 0

    @functools.cached_property
    def engine(self) -> Any:
        """What searches, made when it is first used; it keeps what it learns from move to move. Making it may compile the game."""
        return self._make()

    def begin(self) -> None:
        """A new game begins: forget the last one."""
        if "engine" in vars(self):
            self.engine.clear()

    def get_ready(self) -> None:
        """Do what takes time before the first move, so that it is not on the clock."""

    def think(self, state: State, **asked: Any) -> Any:
        """What the search finds. Raises KeyboardInterrupt after Ctrl-C: a game goes on with a move, or not at all."""
        found = self.engine.search(state, **asked, history=self.history, progress=self.progress and self._counting_on(self.progress))
        if getattr(found, "stopped", None) == "interrupted":
            raise KeyboardInterrupt
        return found

    def _counting_on(self, progress: Progress) -> Progress:
        """What goes on from the nodes that earlier searches for the same move have told."""
        before = self._visited

        def told(nodes: int) -> None:
            self._visited = before + nodes
            progress(self._visited)

        return told

    def search(self, state: State) -> Result:
        """What the player thinks of a state: what is known of it, else what a search finds."""
        self._visited = 0
        return (self.database and known_result(self.database, self.game, state, self.history)) or self.searched(state)

    def searched(self, state: State) -> Result:
        """What the search finds."""
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


class SearcherPlayer(SearchPlayer):
    """Plays what a searcher of the registry finds.

    seed     for searchers that draw lots: with one thread and no limit of time they play the same in every run
    database what is known of states of the game
    options  what the searcher is made with and takes, by the names of `zermelo.best`, checked at once

    A searcher that takes a time, and is given no limit, has SECONDS for a move, or what the game's clock allows.
    """

    SECONDS: Final = 1.0

    def __init__(
        self,
        game: Game,
        name: str,
        *,
        seed: int | str | None = None,
        mode: str = "auto",
        database: Known | None = None,
        **options: Any,
    ) -> None:
        self.game = game
        self.database = None if database is None else checked_known(database, game, options.get("evaluation"))
        self.searcher = chosen(game, name, list(options))
        Limits(options.get("depth"), options.get("nodes"), options.get("seconds"))
        if "simulations" in options:
            checked_count("simulations", options["simulations"])
        made_with, self.limits = self.searcher.parts(options)
        self._random = random.Random(seed) if "seed" in self.searcher.options else None  # noqa: S311  # games, not secrets
        if self._random:
            made_with["seed"] = self._random.randrange(1 << 20)
        make = functools.partial(self.searcher.make, game, **made_with)
        make(mode="interpreted")  # which is quick, and finds whatever is wrong with the arguments
        self._make = functools.partial(make, mode=mode, **self.searcher.knowing(self.database))
        self.keeps_clock = "clock" in self.searcher.takes
        self.steady = not self.keeps_clock and self._random is None

    def get_ready(self) -> None:
        """Compile."""
        assert self.engine

    def searched(self, state: State) -> Any:
        """The result of the search, of the searcher's own type."""
        wishes = {"clock": self.clock, "report": self.report, "ties": False, "until_decided": True}
        limits = dict(self.limits)
        if self.keeps_clock and self.clock is None and limits.keys().isdisjoint(_LIMITS):
            limits["seconds"] = self.SECONDS
        return self.think(state, **limits, **self.searcher.parts(wishes)[1])

    def choose(self, found: Result) -> int | None:
        """The first best action; where the searcher draws lots, any of the best."""
        return self._random.choice(found.actions) if self._random and found.actions else found.action


class Computer(SearchPlayer):
    """Plays any game without being told how deep: it searches deeper and deeper until a budget of nodes is used up.

    Monte Carlo tree search simulates where a game recommends how (`Game.monte_carlo`); else the engine searches where it serves
    (`zermelo.search.engine.engine.serves`), else what the game needs of the textbook algorithms. Of actions that these find equally
    good it takes any; with a seed, the same ones in every run. Counting nodes and not seconds makes it play alike on every
    machine, as long as the game runs in the same mode. With the usual budgets a move takes a fraction of a second once the game
    is compiled; with less it plays worse, with more better.
    """

    BUDGET: ClassVar = {"compiled": 200_000, "interpreted": 4_000}
    """Nodes that the engine may take for a move unless told, by mode, or plies of simulated games; at most as many nodes again go to
    finding others as good."""
    BOOK_BUDGET: ClassVar = {"compiled": 2_000_000, "interpreted": 20_000}
    """Nodes that a textbook algorithm may take."""
    FIRST: Final = 10
    """This many games are simulated first, to see how long they are."""
    CHOICE: Final = 3
    """This many of the equally good actions are looked for by the engine; a textbook algorithm finds them all."""

    def __init__(
        self,
        game: Game,
        *,
        nodes: int | None = None,
        seed: int | str | None = None,
        mode: str = "auto",
        engine: Engine | None = None,
        database: Known | None = None,
    ) -> None:
        """`engine` is one of the game's to search with, where the engine does that; unless given, the player makes its own.

        `database` is what is known of the game's states.
        """
        Limits(nodes=nodes)
        self.database = None if database is None else checked_known(database, game)
        self.game, self.nodes, self.mode = game, nodes, mode
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets
        if game.monte_carlo:
            self._search = self._by_simulation
            self._make = functools.partial(MonteCarlo, game, seed=self._random.randrange(1 << 20), mode=mode, database=database)
        elif serves(game):
            self._search = self._by_the_engine
            self._make = functools.partial(Engine, game, mode=mode, database=database) if engine is None else lambda: engine
        else:
            self._search = self._by_the_book
            self._make = functools.partial(Textbook, game, mode=mode)
            self._make()  # which is quick, and says where nothing searches the game

    def searched(self, state: State) -> Result:
        """The result of the deepest search, with some of the best actions."""
        return self._search(state)

    def _by_simulation(self, state: State) -> Result:
        budget = self.nodes or self.BUDGET[self.engine.mode]
        found: MonteCarloResult = self.think(state, simulations=self.FIRST)
        left = budget * found.simulations // max(1, found.plies) - found.simulations
        if left > 0 and not found.proved:
            found = self.think(state, simulations=left)
        return replace(found, actions=found.line[:1])

    def _by_the_engine(self, state: State) -> Result:
        budget = self.nodes or self.BUDGET[self.engine.mode]
        found: EngineResult = self.think(state, nodes=budget, report=self.report)
        if found.action is None or found.depth == 0 or (found.proved and found.value != 0):
            return replace(found, actions=found.line[:1])  # there is nothing to choose, or the shortest win is at hand
        others: EngineResult = self.think(state, depth=found.depth, nodes=budget, multipv=self.CHOICE)
        alike = tuple(one.line[0] for one in others.variations if one.value == found.value and others.depth == found.depth)
        if found.action not in alike:
            return replace(found, actions=found.line[:1])
        return replace(found, actions=alike, variations=others.variations)

    def _by_the_book(self, state: State) -> Result:
        depth, before, spent = 1, 1, 0
        found = self._so_deep(state, depth)
        while found.depth == depth < WHOLE_TREE:  # the last search met its limit, so a deeper one sees more
            spent += found.nodes + depth * depth  # a line of this many plies is found by as many small searches
            growth = max(1.0, found.nodes / before)
            if spent + found.nodes * growth > (self.nodes or self.BOOK_BUDGET[found.mode]):
                break
            depth, before = depth + 1, found.nodes
            found = self._so_deep(state, depth)
        return found

    def _so_deep(self, state: State, depth: int) -> Result:
        found: Result = self.think(state, depth=depth, sooner=True, ties=True)
        return found

    def choose(self, found: Result) -> int | None:
        """Any of the best actions."""
        return self._random.choice(found.actions) if found.actions else None


class Adviser(Computer):
    """The computer as people ask it what to play: it takes ten times as long, however weak the one is that plays against them."""

    BUDGET: ClassVar = {mode: 10 * nodes for mode, nodes in Computer.BUDGET.items()}
    BOOK_BUDGET: ClassVar = {mode: 10 * nodes for mode, nodes in Computer.BOOK_BUDGET.items()}
