"""An algorithm of one's own: null windows, so that what turns out to be better is searched again."""

from __future__ import annotations

from math import inf
from typing import Any

import zermelo as z
from zermelo import MAX
from zermelo.search.algorithm import Value, algorithm


@algorithm
def scout(game: z.Game, state: Any, alpha: float, beta: float, depth: int) -> Value:
    """Principal variation search: all actions but the first are asked first whether they are better at all."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    is_max = game.to_move(state) == MAX
    value, is_first = -inf if is_max else inf, True
    for action in game.actions(state):
        child = game.result(state, action)
        if is_first:
            worth = scout(game, child, alpha, beta, depth - 1)
        elif is_max:
            worth = scout(game, child, alpha, alpha + 0.5, depth - 1)
            if alpha < worth < beta:
                worth = scout(game, child, worth, beta, depth - 1)
        else:
            worth = scout(game, child, beta - 0.5, beta, depth - 1)
            if alpha < worth < beta:
                worth = scout(game, child, alpha, worth, depth - 1)
        is_first = False
        if is_max:
            value = max(value, worth)
            alpha = max(alpha, value)
        else:
            value = min(value, worth)
            beta = min(beta, value)
        if alpha >= beta:
            return value
    return value
