"""Minimax: what a state is worth when MAX and MIN both play as well as can be (Zermelo 1913; von Neumann 1928)."""

from __future__ import annotations

from math import inf

from zermelo.game import MAX, Game, State
from zermelo.search.algorithm import Value, algorithm


@algorithm
def minimax(game: Game, state: State, depth: int) -> Value:
    """The minimax value of `state`, to MAX, looking `depth` plies ahead.

    O(b^m) nodes for b actions a state and m plies (Russell and Norvig, 4th ed., figure 6.3; with a depth limit and
    an evaluation, section 6.3).
    """
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    if game.to_move(state) == MAX:
        value = -inf
        for action in game.actions(state):
            value = max(value, minimax(game, game.result(state, action), depth - 1))
        return value
    value = inf
    for action in game.actions(state):
        value = min(value, minimax(game, game.result(state, action), depth - 1))
    return value
