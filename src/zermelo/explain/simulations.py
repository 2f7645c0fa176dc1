"""Monte Carlo tree search, one simulation at a time: where it goes down and why, what it adds, how it plays on, what it brings back.

What is watched is the search itself (`zermelo.search.mcts`), in plain Python: one simulation is run, and its path, its numbers
and the states that it made are read off where the search keeps them. Playouts are at random here, and nothing is proved: a
node whose game is over is known, all others keep their means.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from zermelo.errors import GameError, SearchError
from zermelo.game import CHANCE, MIN, Game, State, defines, has_rewards
from zermelo.languages import Language
from zermelo.search.algorithm import checked_game
from zermelo.search.mcts.kernel import step
from zermelo.search.mcts.layout import (
    EXPLORATION,
    FORBIDDEN,
    PATH,
    PLIES,
    REWARD,
    ROOT,
    SCALE,
    SQRT_LOG_VISITS,
    TOTAL,
)
from zermelo.search.mcts.options import Options
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.scored import Scored, without_rewards

MOST: Final = 200
"""Simulations that can be watched: each adds a node to the picture."""
MEMORY: Final = 16
"""MiB for the tree."""


@dataclass(frozen=True)
class Candidate:
    """A child between which selection has to choose.

    action  what leads to it
    mean    what it has brought so far to who chooses
    bonus   what is added for want of visits; infinite where there were none, 0 where the game is over
    """

    action: int
    mean: float
    bonus: float

    @property
    def bound(self) -> float:
        """Mean and bonus together; the child with the greatest is taken."""
        return self.mean + self.bonus


@dataclass(frozen=True)
class Simulation:
    """One simulation.

    path        the nodes from the root to the last, which is new, or one whose game is over
    candidates  for each node of the path but the last, the children it had, in the order of the actions; none at chance
    new         whether the last node was not there before
    playout     the actions from there to the end of the game, or until it was cut short, and the state in which that ends
    reward      what the end is worth to MAX; with other than two players, to each
    visits      of each node of the path, afterwards
    values      their means to MAX, afterwards; with other than two players, to who chose the node
    """

    path: tuple[int, ...]
    candidates: tuple[tuple[Candidate, ...], ...]
    new: bool
    playout: tuple[int, ...]
    end: State
    reward: float | tuple[float, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True)
class Watched:
    """Simulations, and the tree that they made: nodes by their numbers, in the order in which they came; 0 is the root.

    parent, action  -1 and 0 at the root
    """

    game: Game
    parent: tuple[int, ...]
    action: tuple[int, ...]
    state: tuple[State, ...]
    simulations: tuple[Simulation, ...]

    def __len__(self) -> int:
        return len(self.parent)

    def name(self, node: int) -> str:
        """The action that leads to a node; empty at the root."""
        return self.game.name(self.state[self.parent[node]], self.action[node]) if node else ""

    def after(self, simulations: int) -> dict[int, tuple[int, float]]:
        """The nodes that there are after this many simulations, with their visits and values."""
        found: dict[int, tuple[int, float]] = {}
        for one in self.simulations[:simulations]:
            found.update({node: (visits, value) for node, visits, value in zip(one.path, one.visits, one.values, strict=True)})
        return found


def watched(
    game: Game,
    state: State = None,
    *,
    simulations: int = 20,
    seed: int = 0,
    exploration: float = 1.0,
    most: int = MOST,
    most_plies: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Watched:
    """The first simulations from `state` (the initial one unless given), as `zermelo.best` makes them without playouts of the game's own.

    most_plies  that may be played in all of them, together
    progress    called with the plies so far, at each; what it raises ends the work

    Raises SearchError for fewer than one, for more than `most`, for more plies, where the game is over, and as `MonteCarlo` does.
    """
    if isinstance(simulations, bool) or not isinstance(simulations, int) or not 1 <= simulations <= most:
        raise SearchError(f"simulations that are watched are a whole number from 1 to {most}, not {simulations!r}")
    game, root = without_rewards(game, game.initial() if state is None else state)
    if checked_game(game).is_terminal(root):
        raise SearchError(f"{game!r} is over in {game.write(root)!r}; there is nothing to simulate")
    plies = 0

    def played() -> None:
        nonlocal plies
        plies += 1
        if most_plies is not None and plies > most_plies:
            raise SearchError(f"these simulations have more than {most_plies:,} plies in all; watch fewer, or begin nearer to the end")
        if progress:
            progress(plies)

    watch = _Watch(game, root, seed, exploration, played)
    return watch.made([watch.simulation() for _ in range(simulations)])


def how_valued(game: Game, speech: Language, *, by_rules: bool = True) -> str:
    """By what a playout is valued that was cut short, in the reader's language.

    by_rules  whether what the game says with `repetition` counts: it does where a playout has gone on for long, not at a limit that was set
    """
    game = game.game if isinstance(game, Scored) else game
    if by_rules and game.players <= 2 and game.repetition is not None:
        return speech.say("simulations.valued.repetition")
    if defines(game, "evaluate"):
        return speech.say("simulations.valued.evaluation")
    return speech.say(f"simulations.valued.{'rewards' if has_rewards(game) else 'nothing'}", game=type(game).__name__)


class _Watch:
    def __init__(self, game: Game, root: State, seed: int, exploration: float, played: Callable[[], None]) -> None:
        self.game, self._played = game, played
        self._ended: Exception | None = None  # what ends the work from outside
        self._made: list[State] = []  # by `result`, in this simulation
        heard = copy.copy(game)
        setattr(heard, "result", self._result)  # noqa: B010  it stands before the method of the class
        options = Options().changed(exploration=exploration, guided=False, solver=False)  # UCT, whatever the game recommends
        self._search = MonteCarlo(heard, mode="interpreted", memory=MEMORY, seed=seed, options=options)
        self._simulate, self._search._run = self._search._run, self._run
        self._hears = False
        self._ground = self._search._arenas[0]
        self._known: dict[int, int] = {ROOT: 0}
        self._parent, self._action, self._state = [-1], [0], [root]
        self._actions: list[int] = []

    def _run(self, *arguments: Any) -> int:
        """Simulate, and hear what states are made; what the search asks the game before and after is no part of it."""
        self._made, self._actions, self._hears = [], [], True
        done: int = self._simulate(*arguments)
        self._hears = False
        return done

    def _result(self, state: State, action: int) -> State:
        following = self.game.result(state, action)
        try:
            self._played()
        except Exception as error:
            self._ended = error
            raise
        if self._hears:
            self._actions.append(action)
            self._made.append(following)
        return following

    def _search_once(self) -> None:
        try:
            self._search.search(self._state[0], simulations=1)
        except GameError as error:
            if self._ended is not None and error.__cause__ is self._ended:  # it was not the rules
                raise self._ended from None
            raise

    def simulation(self) -> Simulation:
        """Run one, and read off what it did."""
        arena = self._ground
        before = self._candidates()
        there = set(arena.pools[0].states)
        self._search_once()
        made = len(set(arena.pools[0].states) - there - {ROOT})  # in the tree: one, or more where superko forbids some
        playout = tuple(self._actions[made:])
        path = [arena.cells[PATH + place] for place in range(arena.cells[PLIES] - len(playout) + 1)]
        new = path[-1] not in self._known
        if new:
            self._add(path[-2], path[-1])
        nodes = tuple(self._known[node] for node in path)
        end = self._made[-1] if playout else self._state[nodes[-1]]
        rewards = tuple(float(arena.floats[REWARD + player]) for player in range(self.game.players))
        return Simulation(
            nodes,
            tuple(before[node] if node in before else self._untried(node) for node in path[:-1]),
            new,
            playout,
            end,
            rewards[0] if self.game.players <= 2 else rewards,
            tuple(arena.tree[node].visits for node in path),
            tuple(self._value(above, node) for above, node in zip([0, *path], path, strict=False)),
        )

    def _candidates(self) -> dict[int, tuple[Candidate, ...]]:
        """Of each node that has children what selection will compare there; nothing where chance moves."""
        arena = self._ground
        found = {}
        for node in self._known:
            urge = arena.floats[EXPLORATION] * arena.floats[SCALE] * arena.floats[SQRT_LOG_VISITS + step(arena.tree[node].visits)]
            found[node] = tuple(
                Candidate(arena.tree[child].action, arena.tree[child].worth, urge * arena.tree[child].bonus)
                if arena.tree[child].visits
                else Candidate(arena.tree[child].action, 0.0, inf)
                for child in self._children(node)
            )
        return {node: candidates for node, candidates in found.items() if self._children(node)}

    def _untried(self, node: int) -> tuple[Candidate, ...]:
        """What selection compares at a node that has got its children in this simulation."""
        return tuple(Candidate(self._ground.tree[child].action, 0.0, inf) for child in self._children(node))

    def _children(self, node: int) -> list[int]:
        """Those of a node where a player moves, by their actions, but for what superko forbids."""
        arena = self._ground
        if arena.tree[node].player == CHANCE:
            return []
        allowed = (child for child in arena.children(node) if arena.tree[child].status != FORBIDDEN)
        return sorted(allowed, key=lambda child: arena.tree[child].action)

    def _add(self, above: int, node: int) -> None:
        self._known[node] = len(self._parent)
        self._parent.append(self._known[above])
        self._action.append(self._ground.tree[node].action)
        self._state.append(self._ground.pools[0].states[node])

    def _value(self, above: int, node: int) -> float:
        """The mean of a node's simulations: to MAX, with more than two players to who chose it."""
        arena = self._ground
        if not above:
            return float(arena.floats[TOTAL]) / arena.tree[node].visits
        mean = arena.tree[node].reward_sum / arena.tree[node].visits
        return -mean if self.game.players == 2 and arena.tree[above].player == MIN else mean

    def made(self, simulations: list[Simulation]) -> Watched:
        """All of it."""
        return Watched(self.game, tuple(self._parent), tuple(self._action), tuple(self._state), tuple(simulations))
