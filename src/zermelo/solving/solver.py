"""A solver: iterations of counterfactual regret minimisation on the tree of a game, and what they have found so far.

solver = Solver(zermelo.load_game("leduc"), "cfr+")
solver.run(1000)
solver.judge().exploitability       # how far from an equilibrium
solver.strategy().save("leduc.json")
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from math import inf, isfinite
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import Game, State
from zermelo.search.runtime.build import can_compile, checked_mode
from zermelo.simultaneous import in_turns
from zermelo.solving.cfr import CFR
from zermelo.solving.kernel import floats, words
from zermelo.solving.layout import INFORMATION_SET, SET_COUNT, SET_PLACE
from zermelo.solving.mccfr import DRAWN, MCCFR, SEED
from zermelo.solving.response import AVERAGE, BEST_RESPONSE, EXPECTED
from zermelo.solving.strategy import Strategy
from zermelo.solving.tree import MOST_NODES, GameTree
from zermelo.values import not_hashable

ALGORITHMS: Final = ("cfr", "cfr+", "mccfr")
"""Zinkevich et al. 2007, Tammelin 2014, and external sampling of Lanctot et al. 2009."""
ITERATIONS: Final = 1000
"""Unless told; of "mccfr", whose iterations are small, this many more:"""
SAMPLES: Final = 1000
_PULSE: Final = 0.1  # seconds between two looks at Ctrl-C

Progress = Callable[[int], None]
Report = Callable[["Judgement"], None]


@dataclass(frozen=True)
class Judgement:
    """What a strategy is worth.

    iterations      how many made it
    seconds         how long these took
    values          what the game is worth to each player if all follow the strategy
    best_responses  what it is worth to each who knows the strategy of the others and responds best
    """

    iterations: int
    seconds: float
    values: tuple[float, ...]
    best_responses: tuple[float, ...]

    @property
    def nash_conv(self) -> float:
        """What all players together would gain by responding best: 0 in an equilibrium."""
        return sum(self.best_responses) - sum(self.values)

    @property
    def exploitability(self) -> float:
        """The same, for each player."""
        return self.nash_conv / len(self.values)

    def as_dict(self) -> dict[str, Any]:
        """The judgement in JSON's types."""
        return {
            "iterations": self.iterations,
            "seconds": round(self.seconds, 3),
            "values": list(self.values),
            "best_responses": list(self.best_responses),
            "nash_conv": self.nash_conv,
            "exploitability": self.exploitability,
        }


class Solver:
    """Counterfactual regret minimisation of one game.

    algorithm  one of ALGORITHMS
    seed       what "mccfr" draws; the same in every run
    mode       "compiled", "interpreted", or "auto": compiled. Both do the same, to the last bit
    most       the most nodes that the tree may have

    An iteration of "cfr" and "cfr+" takes time in proportion to the nodes of the tree, one of "mccfr" to the part that it
    samples. After T iterations the exploitability is in the order of 1 / sqrt(T) at most. That is proved for two players
    whose utilities sum to 0, where nobody forgets (or only what makes no difference, as how a state came about in which all choose
    at once: M. Lanctot et al., No-regret learning in extensive-form games with imperfect recall, ICML 2012); with more players
    the strategies are often good, and nothing is sure.

    Raises SearchError for an algorithm that there is not, a tree that is too large, and a game whose observations hold lists.
    """

    def __init__(self, game: Game, algorithm: str = "cfr+", *, seed: int = 0, mode: str = "auto", most: int = MOST_NODES) -> None:
        if algorithm not in ALGORITHMS:
            raise SearchError(f"there is no algorithm {algorithm!r} for strategies; there are {', '.join(ALGORITHMS)}")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 62:
            raise SearchError(f"a seed is a whole number from 0 up, not {seed!r}")
        self.game, self.algorithm, self.seed = in_turns(game), algorithm, seed
        self.tree = tree = GameTree(self.game, mode, most)
        for seen, _, _ in islice(tree.information_sets(), 1):  # most games observe alike everywhere: told before all the work
            self._looked_up(seen)
        self.mode = "compiled" if checked_mode(mode) == "compiled" or (mode == "auto" and can_compile()) else "interpreted"
        self._iterate = (MCCFR if algorithm == "mccfr" else CFR).ready(self.mode)
        self._average, self._expected, self._respond = (kernel.ready(self.mode) for kernel in (AVERAGE, EXPECTED, BEST_RESPONSE))
        self._regrets, self._sums, self._current, self._mean = (floats(tree.places) for _ in range(4))
        self._values, self._reach = floats(tree.count), floats(tree.count)
        self._choices, self._dice = words(tree.set_count), words(2)
        self._dice[SEED] = seed
        self.iterations, self.seconds = 0, 0.0
        self._match()

    def run(
        self,
        iterations: int | None = None,
        *,
        seconds: float | None = None,
        exploitability: float | None = None,
        progress: Progress | None = None,
        report: Report | None = None,
    ) -> None:
        """Iterate, until one of these limits is reached; unless one is given, as often as is usual.

        iterations      this many more
        seconds         so long; it ends a little later
        exploitability  until that of the average strategy is no greater
        progress        called ten times a second with the iterations so far
        report          called with the judgement of the strategy so far, whenever the iterations have grown by a tenth

        After Ctrl-C KeyboardInterrupt is raised between two iterations: one can save, judge and go on. Raises SearchError
        for limits that make no sense.
        """
        if iterations is None and seconds is None and exploitability is None:
            iterations = usual_iterations(self.algorithm)
        for name, limit in (("iterations", iterations), ("seconds", seconds), ("exploitability", exploitability)):
            if limit is not None and (isinstance(limit, bool) or not limit >= 0):
                raise SearchError(f"{name} is a number from 0 up, not {limit!r}")
        end = inf if iterations is None else self.iterations + iterations
        until = inf if seconds is None else self.seconds + seconds
        looks = exploitability is not None or report is not None
        look, step = self.iterations if looks else inf, 1
        while True:
            if self.iterations >= look:
                judgement = self.judge()
                if report:
                    report(judgement)
                if exploitability is not None and judgement.exploitability <= exploitability:
                    return
                look = self.iterations + max(1, self.iterations // 10)
            if self.iterations >= end or self.seconds >= until:
                return
            now = int(min(step, end - self.iterations, look - self.iterations))
            begun = time.perf_counter()
            self._step(now)
            took = time.perf_counter() - begun
            self.iterations, self.seconds = self.iterations + now, self.seconds + took
            step = max(1, min(4 * step, int(now * _PULSE / max(took, 1e-6))))
            if progress:
                progress(self.iterations)

    def _step(self, iterations: int) -> None:
        tree = self.tree
        rows = (tree.nodes, tree.chances, tree.utilities, self._current, self._regrets, self._sums, self._values)
        if self.algorithm == "mccfr":
            self._iterate(*rows, self._dice, self.game.players, iterations)
            return
        sizes = (tree.set_count, tree.places, self.game.players)
        self._iterate(*rows, tree.sets, *sizes, self.iterations, iterations, int(self.algorithm == "cfr+"))

    def judge(self) -> Judgement:
        """What the average strategy so far is worth, exactly. Takes about as long as an iteration of "cfr"."""
        tree, players = self.tree, range(self.game.players)
        self._average(tree.sets, tree.set_count, self._sums, self._mean)
        values = tuple(self._expected(tree.nodes, tree.chances, tree.utilities, self._mean, 0, player) for player in players)
        rows = (tree.nodes, tree.links, tree.sets, tree.chances, tree.utilities, self._mean, self._reach, self._values, self._choices)
        best = tuple(self._respond(*rows, tree.set_count, tree.count, player) for player in players)
        return Judgement(self.iterations, self.seconds, values, best)

    def strategy(self) -> Strategy:
        """The average strategy so far. Raises SearchError where what is observed holds lists."""
        self._average(self.tree.sets, self.tree.set_count, self._sums, self._mean)
        mixed = {
            self._looked_up(observation): {action: self._mean[place + number] for number, action in enumerate(actions)}
            for observation, actions, place in sorted(self.tree.information_sets(), key=self._player)
        }
        return Strategy(self.game, mixed, {"algorithm": self.algorithm, **self.judge().as_dict()})

    def _looked_up(self, seen: State) -> State:
        """What is observed, by which a strategy is looked up."""
        if why := not_hashable(seen):
            raise SearchError(f"{self.game!r} has no strategy as data, as what is observed cannot be looked up: {why}")
        return seen

    def _player(self, told: tuple[State, tuple[int, ...], int]) -> int:
        return self.game.to_move(told[0])

    # To go on later

    def progress(self) -> dict[str, Any]:
        """All that is needed to go on from here, in JSON's types."""
        return {
            "algorithm": self.algorithm,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "seed": self.seed,
            "drawn": self._dice[DRAWN],
            "regrets": base64.b64encode(bytes(self._regrets)).decode(),
            "sums": base64.b64encode(bytes(self._sums)).decode(),
        }

    def resume(self, progress: dict[str, Any]) -> None:
        """Go on from what `progress` gave. Raises SearchError where that is of another algorithm, seed or game."""
        if not isinstance(progress, dict):
            raise SearchError("nothing was kept of how these iterations were made; begin anew")
        mine = {"algorithm": self.algorithm, "seed": self.seed}
        for name, value in mine.items():
            if progress.get(name) != value:
                raise SearchError(f"these iterations were made with {name} {progress.get(name)!r}, not {value!r}")
        try:
            regrets, sums = (base64.b64decode(progress[name], validate=True) for name in ("regrets", "sums"))
            iterations, seconds, drawn = int(progress["iterations"]), float(progress["seconds"]), int(progress["drawn"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise SearchError(f"what was kept of these iterations is damaged: {error}; begin anew") from error
        whole = len(regrets) == len(sums) == len(bytes(self._regrets)) and 0 <= iterations < 1 << 63 and 0 <= drawn < 1 << 63
        numbers = [memoryview(kept).cast("d").tolist() for kept in (regrets, sums)] if whole else []
        if not (whole and isfinite(seconds) and all(isfinite(one) for kept in numbers for one in kept)):
            raise SearchError("what was kept of these iterations is damaged, or of another game; begin anew")
        self._regrets[:], self._sums[:] = numbers
        self.iterations, self.seconds, self._dice[DRAWN] = iterations, seconds, drawn
        self._match()

    def _match(self) -> None:
        """The current strategy from the regrets."""
        for number in range(self.tree.set_count):
            place, count = self.tree.sets[INFORMATION_SET * number + SET_PLACE], self.tree.sets[INFORMATION_SET * number + SET_COUNT]
            positive = [max(regret, 0.0) for regret in self._regrets[place : place + count]]
            total = 0.0
            for regret in positive:
                total += regret
            self._current[place : place + count] = [regret / total if total > 0 else 1.0 / count for regret in positive]


def equilibrium(game: Game, algorithm: str = "cfr+", iterations: int | None = None, *, seed: int = 0, mode: str = "auto") -> Strategy:
    """A strategy near an equilibrium of a game, for all its players (see `Solver`)."""
    solver = Solver(game, algorithm, seed=seed, mode=mode)
    solver.run(usual_iterations(algorithm) if iterations is None else iterations)
    return solver.strategy()


def usual_iterations(algorithm: str) -> int:
    """How many iterations unless told."""
    return ITERATIONS * SAMPLES if algorithm == "mccfr" else ITERATIONS
