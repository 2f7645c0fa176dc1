"""The enhancement ladder: minimax, alpha-beta, and what each refinement of the engine adds to them, rung by rung.

climb = Climb(game)                                         # measures the first rung, to see how deep it can go
measured = [climb.measure(rung) for rung in climb.rungs]

The first two rungs are the textbook's algorithms, with chance expectiminimax and, where the game says what it is worth at
least and at most, star1. Each later one is the engine with one option more; with all of them off it visits the nodes of
alpha-beta, but for those that a win makes needless. All rungs above the *line* keep the minimax value, and are held to it.
Those below it may change the value; each of them stands alone on the last rung above.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, inf
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import Game, State, has_rewards
from zermelo.hints import Evaluation
from zermelo.search.algorithm import Algorithm, checked_depth
from zermelo.search.alphabeta import alphabeta
from zermelo.search.engine.deepening import DEEPEST_SEARCH
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import Options
from zermelo.search.expectiminimax import expectiminimax
from zermelo.search.minimax import minimax
from zermelo.search.result import Worth, whole
from zermelo.search.runner import Runner
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.workers import Progress
from zermelo.search.scored import agree, without_rewards
from zermelo.search.star1 import star1

KEEPING: Final[tuple[tuple[str, Mapping[str, Any]], ...]] = (
    ("order", {"order": True}),
    ("tactical first", {"tactical_first": True}),
    ("killers", {"killers": True}),
    ("history", {"history_heuristic": True}),
    ("table", {"table": True, "prefetch": True}),
    ("deepening", {"deepening": True}),
    ("null windows", {"null_windows": True}),
    ("aspiration", {"aspiration": True}),
    ("internal deepening", {"internal_deepening": True}),
    ("continuation history", {"continuation_history": True}),
    ("counter moves", {"counter_moves": True}),
    ("early cut-offs", {"early_cutoffs": True}),
    ("symmetries", {"symmetries": 512}),
)
"""The rungs above alpha-beta, from the bottom up, each with the options that it adds to those before."""

CHANGING: Final[tuple[tuple[str, Mapping[str, Any]], ...]] = (
    ("proofs", {"exact": False, "bounds": True, "candidates": True, "endgame_value": True}),
    ("deeper entries", {"deeper": True}),
    ("quiescence", {"quiescence": True}),
    ("quiescence table", {"quiescence": True, "quiescence_table": True}),
    ("exchange", {"quiescence": True, "exchange": True}),
    ("exchange pruning", {"tactical_first": True, "exchange": True, "exchange_pruning": True}),
    ("extensions", {"extensions": True}),
    ("singular extensions", {"singular_extensions": True}),
    ("null move", {"null_move": True}),
    ("reverse futility", {"reverse_futility": True}),
    ("futility", {"futility": True}),
    ("late move pruning", {"late_move_pruning": True}),
    ("late move reductions", {"late_move_reductions": True}),
    ("improving", {"late_move_reductions": True, "improving": True}),
    ("internal reduction", {"internal_deepening": False, "internal_reduction": True}),
    ("ProbCut", {"probcut": True}),
    ("best 3 only", {"n_best": 3}),
)
"""The rungs below the line, each with what it adds to the last one above it."""

MINIMAX_SECONDS: Final = 2.0
"""How long the first rung may take at the depth that is chosen where none is given."""
REPEATED: Final = 0.1
"""A run of fewer seconds is made three times, and the least of its times counts."""

OFF: Final = (
    Options(symmetries=0, repetition=False)
    .strict()
    .changed(**{name: False for _, options in KEEPING for name in options if name != "symmetries"}, bounds=False, endgame_value=False)
)
"""The engine without any refinement: alpha-beta."""


@dataclass(frozen=True)
class Rung:
    """A name, and what is run: a textbook algorithm, or the engine with these options."""

    name: str
    runs: Algorithm[..., Any] | Options
    keeps_value: bool = True


@dataclass(frozen=True)
class Step:
    """A search to one depth: its nodes and leaves (finished games and states evaluated), its time, and the value to MAX."""

    depth: int
    nodes: int
    leaves: int
    seconds: float
    value: Worth


@dataclass(frozen=True)
class Measured:
    """What a rung took at depth 1, 2, 3, ... as far as it was run, and how many nodes it is `expected` to take at the others."""

    rung: Rung
    steps: tuple[Step, ...]
    expected: tuple[tuple[int, float], ...] = ()

    @property
    def last(self) -> Step | None:
        """The step at the ladder's depth; None where the rung was not run so deep."""
        return self.steps[-1] if not self.expected else None

    def ratio(self, before: Measured | None) -> float | None:
        """Its nodes to those of another rung at the ladder's depth; None where one of the two was not run so deep."""
        if before is None or before.last is None or self.last is None:
            return None
        return self.last.nodes / before.last.nodes


@dataclass(frozen=True)
class Branching:
    """The branching factor b that was measured, and what theory makes of it: numbers of leaves m plies deep."""

    b: float
    depth: int

    @property
    def all_leaves(self) -> float:
        """b^m: what the first rung looks at, and alpha-beta where the best action always comes last."""
        return float(self.b**self.depth)

    @property
    def by_chance(self) -> float:
        """b^(3m/4): about what alpha-beta looks at where the actions come in random order."""
        return float(self.b ** (3 * self.depth / 4))

    @property
    def square_root(self) -> float:
        """b^(m/2): about what alpha-beta looks at where the best action always comes first."""
        return float(self.b ** (self.depth / 2))

    @property
    def minimal_tree(self) -> float:
        """b^ceil(m/2) + b^floor(m/2) - 1: the least that can prove a value (Knuth and Moore 1975, corollary 1)."""
        return float(self.b ** ceil(self.depth / 2) + self.b ** floor(self.depth / 2) - 1)


class Climb:
    """The ladder of one position, to be measured rung by rung.

    game        a game of one or two players
    state       where the searches begin; the initial state unless given
    depth       how deep they go, or to the end of the game if that comes before; unless given, as deep as the first rung comes in
                about MINIMAX_SECONDS
    seconds     how long a rung may take at one depth: where it would take longer, it is not run
    evaluation, mode   as for `zermelo.best`

    Raises SearchError for what cannot be searched.
    """

    @with_more_room
    def __init__(
        self,
        game: Game,
        state: State = None,
        *,
        depth: int | None = None,
        seconds: float = 10.0,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
        progress: Progress | None = None,
    ) -> None:
        if not seconds > 0:
            raise SearchError(f"seconds: a number above 0, not {seconds!r}")
        if depth is not None and checked_depth(depth) > DEEPEST_SEARCH:
            raise SearchError(f"a ladder is measured to a depth of at most {DEEPEST_SEARCH}, not {depth}")
        Engine(game, evaluation=evaluation, mode="interpreted", table=1)  # raises what there is to say against the game
        if has_rewards(game) and game.repetition is not None:
            what = "minimax, the lowest rung, knows no repetition, and going round may win something"
            raise SearchError(f"{game!r} has rewards on the way and `repetition`: {what}; zermelo.best searches it")
        self.game = with_evaluation(game, evaluation)
        self.state = game.initial() if state is None else state
        if self.game.is_terminal(self.state):
            raise SearchError(f"the game is over in {game.write(self.state)!r}; a ladder stands on a position where someone moves")
        self.seconds, self._wanted_mode = seconds, mode
        self.rungs = rungs_of(self.game)
        self.depth = depth or DEEPEST_SEARCH
        self._values: dict[int, tuple[str, Worth]] = {}
        self._book = minimax_of(self.game)
        run, self.mode = self._textbook(self._book, progress)
        self._first = self._steps(self.rungs[0], run, seconds if depth else MINIMAX_SECONDS)
        if len(self._first) > 1 and self._first[-1].nodes == self._first[-2].nodes:
            del self._first[-1]  # the game ended before: there is nothing deeper
            self.depth = len(self._first)
        elif depth is None:
            self.depth = len(self._first)
        deepest = self._first[-1]
        self.branching = Branching(deepest.leaves ** (1 / deepest.depth), self.depth)

    @property
    def has_cutoffs(self) -> bool:
        """Whether theory says what alpha-beta can save: there are two players, and no chance."""
        return self.game.players == 2 and not self.game.chance

    @with_more_room
    def measure(self, rung: Rung, progress: Progress | None = None) -> Measured:
        """Run a rung at depth 1, 2, 3, ... Raises SearchError if its value is not that of the rungs before."""
        if rung.runs is self._book:
            steps = self._first
        else:
            run, _ = self._textbook(rung.runs, progress) if isinstance(rung.runs, Algorithm) else self._engine(rung.runs, progress)
            steps = self._steps(rung, run, self.seconds)
        nodes = [float(step.nodes) for step in steps]
        while len(nodes) < self.depth:
            nodes.append(_next(nodes))
        return Measured(rung, tuple(steps), tuple(enumerate(nodes, 1))[len(steps) :])

    def _steps(self, rung: Rung, run: Callable[[int], Step], seconds: float) -> list[Step]:
        """Deeper and deeper, as long as the next depth can be expected to take no more than these seconds."""
        steps: list[Step] = []
        run(1)  # which compiles what is not compiled yet: that is no time of the search's
        for depth in range(1, self.depth + 1):
            if steps and _expected_seconds(steps) > seconds:
                break
            steps.append(_least_time(run, depth))
            if rung.keeps_value:
                self._hold(rung.name, steps[-1])
            if rung.runs is self._book and depth > 1 and steps[-1].nodes == steps[-2].nodes:
                break  # the game ended before
        return steps

    def _hold(self, name: str, step: Step) -> None:
        """The first rung to reach a depth says what the value is; all others must say the same."""
        first, value = self._values.setdefault(step.depth, (name, step.value))
        if not agree(self.game, step.value, value):
            raise SearchError(
                f"at depth {step.depth} the rung {name!r} finds the value {step.value}, and {first!r} {value}: either a promise of "
                f"{self.game!r} is broken (`key` or `symmetries`; see zermelo check), or the engine has a fault"
            )

    def _textbook(self, algorithm: Algorithm[..., Any], progress: Progress | None) -> tuple[Callable[[int], Step], str]:
        rules, state = without_rewards(self.game, self.state)
        runner = Runner(algorithm, rules, self._wanted_mode, progress)
        window = (-inf, inf) if algorithm.windowed else ()

        def run(depth: int) -> Step:
            runner.forget()
            started = time.perf_counter()
            value = whole(runner(state, *window, depth))
            return Step(depth, runner.nodes, runner.leaves, time.perf_counter() - started, value)

        return run, runner.mode

    def _engine(self, options: Options, progress: Progress | None) -> tuple[Callable[[int], Step], str]:
        engine = Engine(self.game, options=options, mode=self._wanted_mode)

        def run(depth: int) -> Step:
            engine.clear()
            found = engine.search(self.state, depth=depth, progress=progress)
            if found.stopped == "interrupted":
                raise KeyboardInterrupt
            return Step(depth, found.nodes, found.leaves, found.seconds, found.value)

        return run, engine.mode


def rungs_of(game: Game) -> tuple[Rung, ...]:
    """The rungs that mean something to the game, from the bottom up: it may lack the method that one asks for."""
    rungs = [Rung("expectiminimax", expectiminimax)] if game.chance else [Rung("minimax", minimax), Rung("alpha-beta", alphabeta)]
    if game.chance and game.utility_range is not None:
        rungs.append(Rung("star1", star1))
    options = OFF.for_game(game)
    for name, changes in KEEPING:
        more = options.changed(**changes).for_game(game)
        if more != options:
            options = more
            rungs.append(Rung(name, options))
    for name, changes in CHANGING:
        more = options.changed(**changes).for_game(game)
        if replace(more, exact=options.exact) != options:
            rungs.append(Rung(name, more, keeps_value=False))
    return tuple(rungs)


def minimax_of(game: Game) -> Algorithm[..., Any]:
    """What looks at every state: the first rung."""
    return expectiminimax if game.chance else minimax


def _least_time(run: Callable[[int], Step], depth: int) -> Step:
    step = run(depth)
    if step.seconds < REPEATED:
        step = min(step, run(depth), run(depth), key=lambda one: one.seconds)
    return step


def _next(nodes: Sequence[float]) -> float:
    """How many nodes the next depth will take, from those so far: growth often differs between odd and even depths."""
    match list(nodes[-3:]):
        case [one]:
            return one * one
        case [one, two]:
            return two * two / one
        case [one, two, three]:
            return two * three / one
    raise ValueError("nothing has been measured")


def _expected_seconds(steps: Sequence[Step]) -> float:
    """How long the next depth will take, at the speed of the last."""
    return steps[-1].seconds * _next([step.nodes for step in steps]) / steps[-1].nodes
