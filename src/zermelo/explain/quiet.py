"""What a position is worth once it is quiet: quiescence search as the textbook has it, with the line that it expects.

Who is to move may take the evaluation as it is (*stand pat*), or go on with an action that the game calls `tactical`; who is `forced`
may not stand pat. Source: A. Samuel, *Some Studies in Machine Learning Using the Game of Checkers* (1959), and Beal,
*A Generalised Quiescence Search Algorithm* (1990), for standing pat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import MAX, Game, State

MOST_NODES: Final = 20_000
Line = tuple[int, ...]


@dataclass(frozen=True)
class Quiet:
    """The value to MAX, the actions that lead to the quiet position that has it, and how many positions were looked at."""

    value: float
    line: Line
    nodes: int


def quiescence(game: Game, state: State, evaluate: Callable[[State], float], progress: Callable[[int], Any] = lambda nodes: None) -> Quiet:
    """Play the tactical actions out from a state, for a game of two players without chance.

    evaluate  what a state that is not over is worth to MAX
    progress  called with the positions looked at so far; what it raises ends the search

    Raises SearchError where that takes more than `MOST_NODES` positions.
    """
    nodes = 0

    def search(state: State, alpha: float, beta: float) -> tuple[float, Line]:
        """The value to the player to move."""
        nonlocal nodes
        nodes += 1
        progress(nodes)
        if nodes > MOST_NODES:
            raise SearchError(f"it takes more than {MOST_NODES:,} positions to play this out; look at a quieter one")
        player = game.to_move(state)
        if game.is_terminal(state):
            worth = game.utility(state, player)
            return (inf if worth > 0 else -inf if worth < 0 else 0.0), Line()
        value, line = -inf, Line()
        if not game.forced(state):
            value = evaluate(state) if player == MAX else -evaluate(state)
        children = [(action, game.result(state, action)) for action in game.tactical(state)] if value < beta else []
        for action, child in sorted(children, key=lambda one: game.order(state, *one), reverse=True):
            if value >= beta:
                break
            reply, following = search(child, -beta, -max(alpha, value))
            if -reply > value or (not line and value == -inf):
                value, line = -reply, (action, *following)
        return value, line

    value, line = search(state, -inf, inf)
    return Quiet(value if game.to_move(state) == MAX else -value, line, nodes)
