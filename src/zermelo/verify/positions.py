"""Verify mode: what the engine finds, held against plain minimax of the same positions at the same depths.

Plain minimax (with chance, expectiminimax) is the definition of the value: no bounds, no order, no table. Where the game
says what a repetition is worth (`Game.repetition`), a position with plies left to look ahead that has come before on the
way from the root is worth that.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import MAX, Game, State, has_rewards, rewards
from zermelo.hints import Evaluation
from zermelo.search.algorithm import checked_count, checked_depth, checked_game
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import Options
from zermelo.search.runtime.promises import moves
from zermelo.search.runtime.workers import Progress
from zermelo.search.scored import agree
from zermelo.search.textbook import Textbook

LATEST: Final = 60
"""Positions are taken from the first this many plies of games at random."""


@dataclass(frozen=True)
class Difference:
    """A position of which the engine found something else, searched this many plies deep."""

    state: State
    depth: int
    found: float
    expected: float
    action: int | None
    best: tuple[int, ...]

    @property
    def of_value(self) -> bool:
        """Whether the values differ; if not, the action is not one of the `best`."""
        return self.found != self.expected


@dataclass(frozen=True)
class Verified:
    """What came of it.

    searches      how many searches were compared
    nodes         those of the engine; `plain_nodes` those of minimax
    interrupted   whether Ctrl-C ended it
    """

    game: Game
    options: Options
    mode: str
    threads: int
    searches: int
    differences: tuple[Difference, ...]
    nodes: int
    plain_nodes: int
    seconds: float
    interrupted: bool

    @property
    def ok(self) -> bool:
        """Whether there is no difference but those that the options may make."""
        return not self.differences or not self.options.keeps_value


def verify(
    game: Game,
    *,
    depth: int = 4,
    positions: int = 100,
    seed: int = 0,
    threads: int = 1,
    table: float = 1,
    evaluation: str | Evaluation | None = None,
    mode: str = "auto",
    progress: Progress | None = None,
    **options: Any,
) -> Verified:
    """Search positions from games at random at each depth up to `depth`, with one engine and with plain minimax.

    The engine has the game's own options without those that may change the value of a search with a depth limit, and then
    `options`; its table is small and never emptied, so that entries of other positions, depths and ages meet in it.
    Costs what minimax costs: positions * b ** depth. Raises SearchError for what cannot be done.
    """
    checked_depth(depth)
    checked_count("positions", positions)
    rules = with_evaluation(checked_game(game), evaluation)
    chosen = Options.usual(rules).strict().changed(**options)
    engine = Engine(rules, threads=threads, table=table, mode=mode, options=chosen)
    chooser = random.Random(seed)  # noqa: S311  games, not secrets
    differences: list[Difference] = []
    searches = nodes = plain_nodes = 0
    started, interrupted = time.perf_counter(), False
    try:
        for _ in range(positions):
            state = _somewhere(rules, chooser)
            for plies in range(1, depth + 1):
                found = engine.search(state, depth=plies)
                expected, best, visited = _plain(rules, state, plies, mode)
                searches, nodes, plain_nodes = searches + 1, nodes + found.nodes, plain_nodes + visited
                if not agree(rules, found.value, expected) or (best and found.action not in best):
                    differences.append(Difference(state, plies, float(found.value), expected, found.action, best))  # type: ignore[arg-type]
                if progress:
                    progress(nodes + plain_nodes)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - started
    return Verified(
        rules, engine.options, engine.mode, engine.threads, searches, tuple(differences), nodes, plain_nodes, seconds, interrupted
    )


def _somewhere(game: Game, chooser: random.Random) -> State:
    """A state, not terminal, of a game at random."""
    states = [game.initial()]
    if game.is_terminal(states[0]):
        raise SearchError(f"{game!r} is over before it begins")
    while len(states) <= LATEST and not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], chooser.choice(moves(game, states[-1]))))
    return chooser.choice([state for state in states if not game.is_terminal(state)])


def _plain(game: Game, state: State, depth: int, mode: str) -> tuple[float, tuple[int, ...], int]:
    """The value to MAX by plain minimax, the best actions, and the nodes."""
    if game.repetition is None and (game.chance or not has_rewards(game)):
        found = Textbook(game, "expectiminimax" if game.chance else "minimax", mode=mode).search(state, depth=depth)
        best = () if has_rewards(game) else found.actions  # added up from the root, equal ones may differ in the last digit
        return float(found.value), best or (), found.nodes  # type: ignore[arg-type]
    plain = PathMinimax(game)
    children = {
        action: rewards(game, state, action)[MAX] + plain.value(game.result(state, action), depth - 1, (game.key(state),))
        for action in game.actions(state)
    }
    value = (max if game.to_move(state) == MAX else min)(children.values())
    return value, tuple(action for action, worth in children.items() if worth == value), plain.nodes + 1


class PathMinimax:
    """Minimax over positions together with those before them."""

    def __init__(self, game: Game) -> None:
        self.game, self.nodes = game, 0

    def value(self, state: State, depth: int, before: tuple[Any, ...]) -> float:
        """What the state is worth to MAX after the positions `before`, given by their keys."""
        game = self.game
        self.nodes += 1
        if game.is_terminal(state):
            return game.utility(state, MAX)
        if depth == 0:
            return game.evaluate(state, MAX)
        key = game.key(state)
        if key in before:
            return float(game.repetition or 0)
        worths = [
            rewards(game, state, action)[MAX] + self.value(game.result(state, action), depth - 1, (*before, key))
            for action in game.actions(state)
        ]
        return max(worths) if game.to_move(state) == MAX else min(worths)
