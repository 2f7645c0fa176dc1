"""Searches for games that hide something: they see what a player sees, and deal the rest in their minds.

`state` and `history` are observations here (`Game.observe`); a whole state is taken for what its player to move sees of it.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.hints import Evaluation
from zermelo.search.algorithm import WHOLE_TREE, checked_count, checked_depth, checked_game
from zermelo.search.belief import Belief
from zermelo.search.ismcts import Edge, Ismcts
from zermelo.search.maxn import maxn
from zermelo.search.pimc import pimc
from zermelo.search.result import Result, whole
from zermelo.search.runner import Runner
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.workers import Progress, wait_for
from zermelo.search.scored import without_rewards
from zermelo.search.searcher import Searcher

WORLDS: Final = 100
"""Deals that PIMC searches unless told."""
SIMULATIONS: Final = 2_000
"""Games that ISMCTS simulates unless told."""


class _Determinizing:
    """What both keep: for each player, the states that this player thinks possible."""

    name: str

    def __init__(self, game: Game, seed: int | str | None) -> None:
        self.game = checked_game(game)
        self._seed = seed
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets
        self._beliefs: dict[int, Belief] = {}

    def clear(self) -> None:
        """Forget what was thought possible."""
        self._beliefs.clear()

    def _belief(self, state: State, history: Sequence[State]) -> tuple[State, Belief]:
        """What the player to move sees, and thinks possible after all that was seen before."""
        player = self.game.to_move(state)
        if self.game.is_terminal(state) or player == CHANCE:
            why = "chance moves" if player == CHANCE else "the game is over"
            raise SearchError(f"{self.name} searches for the player to move, and in {self.game.write(state)!r} {why}")
        seen = self.game.observe(state, player)
        if player not in self._beliefs:
            self._beliefs[player] = Belief(self.game, player, seed=self._seed)
        self._beliefs[player].follow([*(self.game.observe(before, player) for before in history), seen])
        return seen, self._beliefs[player]

    def _result(self, seen: State, values: dict[int, tuple[Any, tuple[float, ...]]], nodes: int, started: float, mode: str) -> Result:
        """What was found, from how good each action is and what it is worth to each player."""
        best = max(good for good, _ in values.values())
        actions = tuple(action for action in self.game.actions(seen) if action in values and values[action][0] == best)
        worth = values[actions[0]][1]
        return Result(
            self.game, seen, self.name, whole(worth[MAX] if self.game.players <= 2 else worth), actions[0], actions, actions[:1],
            nodes, 0, 0, 0, time.perf_counter() - started, mode,
        )  # fmt: skip


class Pimc(_Determinizing):
    """Perfect-information Monte Carlo (see `zermelo.search.pimc`).

    worlds  how many deals are searched; all that are possible, each once with its weight, where there are no more of them
    """

    name = "pimc"

    def __init__(
        self,
        game: Game,
        *,
        worlds: int = WORLDS,
        seed: int | str | None = None,
        evaluation: str | Evaluation | None = None,
        mode: str = "auto",
    ) -> None:
        super().__init__(with_evaluation(game, evaluation), seed)
        self.worlds, self.mode = checked_count("worlds", worlds), mode
        self._rules, _ = without_rewards(self.game, None)
        self._runner: Runner | None = None

    @with_more_room
    def search(self, state: State, *, depth: int | None = None, history: Sequence[State] = (), progress: Progress | None = None) -> Result:
        """What each action is worth on average, this many plies ahead; to the end of the game unless given."""
        plies = WHOLE_TREE if depth is None else checked_depth(depth)
        seen, belief = self._belief(state, history)
        if self._runner is None or self._runner.mode == "compiled":  # compiled: found at once, unless the rules have changed
            self._runner = Runner(maxn, self._rules, self.mode)
        runner = self._runner
        runner.progress = progress
        runner.forget()
        started = time.perf_counter()
        player = self.game.to_move(seen)
        values = runner.apart(lambda: pimc(self._rules, self._worlds(belief), plies, runner), plies)
        return self._result(seen, {a: (worth[player], worth) for a, worth in values.items()}, runner.nodes, started, runner.mode)

    def _worlds(self, belief: Belief) -> Iterator[tuple[State, float]]:
        if len(belief.possible) <= self.worlds:
            worlds = iter(belief.possible.items())
        else:
            worlds = ((belief.draw(), 1 / self.worlds) for _ in range(self.worlds))
        for state, weight in worlds:
            yield without_rewards(self.game, state)[1], weight


class InformationSets(_Determinizing):
    """Information-set Monte Carlo tree search (see `zermelo.search.ismcts`). It is plain Python in every mode."""

    name = "ismcts"

    def __init__(self, game: Game, *, seed: int | str | None = None, mode: str = "auto") -> None:
        super().__init__(game, seed)

    def search(
        self,
        state: State,
        *,
        simulations: int = SIMULATIONS,
        history: Sequence[State] = (),
        progress: Progress | None = None,
    ) -> Result:
        """The action that was chosen most often, and its mean utility."""
        checked_count("simulations", simulations)
        seen, belief = self._belief(state, history)
        started = time.perf_counter()
        search = Ismcts(self.game, belief.draw, self._random)
        edges = _simulated(search, simulations, progress)
        player = self.game.to_move(seen)
        values = {action: (edge.visits, self._worths(player, edge.mean)) for action, edge in edges.items()}
        return self._result(seen, values, search.nodes, started, "interpreted")

    def _worths(self, player: int, mean: float) -> tuple[float, ...]:
        """The worth to the player, and to the other of two; what it is to more is not counted."""
        if self.game.players == 2:
            return (mean, -mean) if player == MAX else (-mean, mean)
        return tuple(mean if one == player else 0.0 for one in range(self.game.players))


def _simulated(search: Ismcts, simulations: int, progress: Progress | None) -> dict[int, Edge]:
    """The actions and their counts. Where progress is told, in a thread of its own: Ctrl-C comes between two simulations, not in a rule."""
    if progress is None:
        return search.search(simulations)
    found: list[dict[int, Edge]] = []
    made, stopped = 0, threading.Event()

    def count(done: int) -> None:
        nonlocal made
        made = done
        if stopped.is_set():
            raise KeyboardInterrupt

    def work() -> bool:
        found.append(search.search(simulations, count))
        return True

    if wait_for([work], stopped.set, lambda: inf, lambda: progress(made)) == "interrupted":
        raise KeyboardInterrupt
    return found[0]


def _check(game: Game) -> None:
    checked_game(game)


SEARCHERS: Final = (
    Searcher(
        "pimc",
        "perfect-information Monte Carlo, where something is hidden",
        Pimc,
        _check,
        ("depth",),
        ("worlds", "seed", "evaluation"),
        rewards=True,
    ),
    Searcher(
        "ismcts",
        "information-set Monte Carlo tree search, where something is hidden",
        InformationSets,
        _check,
        ("simulations",),
        ("seed",),
        rewards=True,
    ),
)
