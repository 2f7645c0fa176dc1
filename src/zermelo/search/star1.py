"""Star1: alpha-beta where chance moves, too, as soon as what is known of some outcomes is enough.

Source: B. W. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial Intelligence 21, 1983.
The engine has it with Star2 and a table (`zermelo.search.engine`).
"""

from __future__ import annotations

from math import inf

from zermelo.game import CHANCE, MAX, Game, State
from zermelo.search.algorithm import Value, algorithm


@algorithm
def star1(game: Game, state: State, alpha: float, beta: float, depth: int) -> Value:
    """The expected utility of `state`, to MAX, if it lies between alpha and beta; else a bound on it. Fail-soft.

    Where chance moves, outcomes not yet searched are taken to be worth the least and the most that there is
    (`Game.utility_range`, which evaluations must keep to): when even so the average lies outside of the window, they need no
    search. Solved for one outcome, the same sum is its window. O(b^m n^m) nodes at worst.
    """
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    player = game.to_move(state)
    if player == CHANCE:
        least, most = game.utility_range
        value, left = 0.0, 1.0
        for action, p in game.outcomes(state):
            if p == 0:
                continue
            left = left - p
            low, high = (alpha - value - left * most) / p, (beta - value - left * least) / p
            value = value + p * star1(game, game.result(state, action), low, high, depth - 1)
            if value + left * least >= beta:
                return value + left * least
            if value + left * most <= alpha:
                return value + left * most
        return value
    if player == MAX:
        value = -inf
        for action in game.actions(state):
            value = max(value, star1(game, game.result(state, action), alpha, beta, depth - 1))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value
    value = inf
    for action in game.actions(state):
        value = min(value, star1(game, game.result(state, action), alpha, beta, depth - 1))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value
