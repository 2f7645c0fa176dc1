"""The engine's signature: how many nodes it searches in fixed positions. A change that does not change them changes no search."""

from __future__ import annotations

from zermelo.game import CHANCE, Game, State
from zermelo.search.engine.engine import Engine

PLIES = 60
"""The longest that the line of play goes which the positions are taken from."""
TABLE = 1
"""MiB of the table: few enough that entries are driven out."""


def positions(game: Game) -> list[State]:
    """The initial state and three later ones, along a line of play that is fixed by the rules alone."""
    line = [game.initial()]
    while not game.is_terminal(line[-1]) and len(line) <= PLIES:
        chance = game.to_move(line[-1]) == CHANCE
        actions = [action for action, _ in game.outcomes(line[-1])] if chance else list(game.actions(line[-1]))
        line.append(game.result(line[-1], actions[(7 * len(line) + 3) % len(actions)]))
    last = len(line) - (2 if game.is_terminal(line[-1]) and len(line) > 1 else 1)
    return [line[place] for place in sorted({0, last // 5, 2 * last // 5, 3 * last // 5})]


def signature(game: Game, depth: int, mode: str = "auto") -> list[tuple[State, int]]:
    """Each of the `positions` with the nodes of a search so deep: one thread, a small table that is empty, the game's own options."""
    engine = Engine(game, threads=1, table=TABLE, mode=mode)
    counts: list[tuple[State, int]] = []
    for state in positions(engine.game):
        engine.clear()
        counts.append((state, engine.search(state, depth=depth).nodes))
    return counts
