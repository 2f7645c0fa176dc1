"""Players for games that hide something: they see what they may, and deal the rest in their minds, or follow a strategy."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.game import MAX, Game, State
from zermelo.play.search_players import Searcher
from zermelo.search.algorithm import WHOLE_TREE, checked_count, checked_depth, checked_game
from zermelo.search.belief import Belief
from zermelo.search.ismcts import Ismcts
from zermelo.search.maxn import maxn
from zermelo.search.pimc import pimc
from zermelo.search.result import Result, whole
from zermelo.search.runner import Runner
from zermelo.solving.strategy import Strategy


class StrategyPlayer:
    """Follows a strategy: draws each action with its probability; with a seed, the same ones in every run."""

    def __init__(self, game: Game, file: str | Strategy | None = None, seed: int | str | None = None, mode: str = "auto") -> None:
        """`file` is the name of one, or a strategy. `mode` changes nothing: there is nothing to search."""
        if file is None:
            raise SpecError("say which file: strategy:file=kuhn.json; `zermelo cfr GAME --output FILE` writes one")
        self.strategy = file if isinstance(file, Strategy) else Strategy.load(file, game)
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets

    def __call__(self, state: State) -> int:
        """An action by its probability."""
        shares = self.strategy.at(state)
        return self._random.choices(list(shares), list(shares.values()))[0]


class _Dealer(Searcher):
    """A player who keeps in mind which states are possible. What is given as states here are observations."""

    def __init__(self, game: Game, seed: int | str | None) -> None:
        self.game = checked_game(game)
        self._seed = seed
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets
        self._beliefs: dict[int, Belief] = {}

    def begin(self) -> None:
        """Forget the last game."""
        self._beliefs.clear()

    def belief(self, seen: State) -> Belief:
        """What the player to move thinks possible, after what `history` says and what is seen now."""
        player = self.game.to_move(seen)
        if player not in self._beliefs:
            self._beliefs[player] = Belief(self.game, player, seed=self._seed)
        self._beliefs[player].follow([*self.history, seen])
        return self._beliefs[player]

    def _result(self, seen: State, values: dict[int, tuple[Any, tuple[float, ...]]], nodes: int, started: float, mode: str) -> Result:
        """What was found, from how good each action is and what it is worth to each player."""
        best = max(good for good, _ in values.values())
        actions = tuple(action for action in self.game.actions(seen) if action in values and values[action][0] == best)
        worth = values[actions[0]][1]
        return Result(
            self.game, seen, type(self).__name__.removesuffix("Player").lower(),
            whole(worth[MAX] if self.game.players == 2 else worth), actions[0], actions, actions[:1],
            nodes, 0, 0, 0, time.perf_counter() - started, mode,
        )  # fmt: skip

    def choose(self, found: Result) -> int | None:
        """Any of the best actions."""
        return self._random.choice(found.actions) if found.actions else None


class PimcPlayer(_Dealer):
    """Perfect-information Monte Carlo (see `zermelo.search.pimc`).

    worlds  so many deals are searched; all that are possible, each once with its weight, where there are no more of them
    depth   how many plies ahead; to the end of the game unless given
    """

    WORLDS: Final = 100

    def __init__(
        self, game: Game, worlds: int = WORLDS, depth: int | None = None, seed: int | str | None = None, mode: str = "auto"
    ) -> None:
        super().__init__(game, seed)
        self.worlds, self.depth, self.mode = checked_count("worlds", worlds), WHOLE_TREE if depth is None else checked_depth(depth), mode
        self._runner: Runner | None = None

    def search(self, state: State) -> Result:
        """What each action is worth on average."""
        belief = self.belief(state)
        if self._runner is None or self._runner.mode == "compiled":  # compiled: found at once, unless the rules have changed
            self._runner = Runner(maxn, self.game, self.mode)
        runner = self._runner
        runner.forget()
        started = time.perf_counter()
        player = self.game.to_move(state)
        values = pimc(self.game, self._worlds(belief), self.depth, runner)
        return self._result(state, {a: (worth[player], worth) for a, worth in values.items()}, runner.nodes, started, runner.mode)

    def _worlds(self, belief: Belief) -> Iterator[tuple[State, float]]:
        if len(belief.possible) <= self.worlds:
            yield from belief.possible.items()
            return
        for _ in range(self.worlds):
            yield belief.draw(), 1 / self.worlds


class IsmctsPlayer(_Dealer):
    """Information-set Monte Carlo tree search (see `zermelo.search.ismcts`), `simulations` for each move."""

    SIMULATIONS: Final = 2_000

    def __init__(self, game: Game, simulations: int = SIMULATIONS, seed: int | str | None = None, mode: str = "auto") -> None:
        """`mode` changes nothing: the search is plain Python."""
        super().__init__(game, seed)
        self.simulations = checked_count("simulations", simulations)

    def search(self, state: State) -> Result:
        """The action that was chosen most often, and its mean utility."""
        belief = self.belief(state)
        started = time.perf_counter()
        search = Ismcts(self.game, belief.draw, self._random)
        edges = search.search(self.simulations)
        player = self.game.to_move(state)
        values = {action: (edge.visits, self._worths(player, edge.mean)) for action, edge in edges.items()}
        return self._result(state, values, search.nodes, started, "interpreted")

    def _worths(self, player: int, mean: float) -> tuple[float, ...]:
        """The worth to the player, and to the other of two; what it is to more is not counted."""
        if self.game.players == 2:
            return (mean, -mean) if player == MAX else (-mean, mean)
        return tuple(mean if one == player else 0.0 for one in range(self.game.players))
