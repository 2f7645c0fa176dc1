"""Expectiminimax: minimax where some moves are made by chance (Michie 1966)."""

from __future__ import annotations

from math import inf

from zermelo.game import CHANCE, MAX, Game, State
from zermelo.search.algorithm import Value, algorithm


@algorithm
def expectiminimax(game: Game, state: State, depth: int) -> Value:
    """The expected utility of `state`, to MAX, when MAX and MIN play as well as can be and chance as it will.

    `depth` counts the moves of chance too. O(b^m n^m) nodes for n outcomes at each move of chance (Russell and
    Norvig, 4th ed., section 6.5).
    """
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    player = game.to_move(state)
    if player == CHANCE:
        value = 0.0
        for action, probability in game.outcomes(state):
            value = value + probability * expectiminimax(game, game.result(state, action), depth - 1)
        return value
    if player == MAX:
        value = -inf
        for action in game.actions(state):
            value = max(value, expectiminimax(game, game.result(state, action), depth - 1))
        return value
    value = inf
    for action in game.actions(state):
        value = min(value, expectiminimax(game, game.result(state, action), depth - 1))
    return value
