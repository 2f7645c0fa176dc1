"""Alpha-beta: the minimax value without the branches that cannot matter (Knuth and Moore 1975).

Two forms. In the *fail-soft* form (Fishburn 1983) a value outside the window is the tightest bound that was seen;
in the *fail-hard* form, which lectures print, it is cut to the window. Both visit the same nodes when they are
called with the whole window, and both return for a value v and a window (alpha, beta):

    v <= alpha           the state is worth at most v
    alpha < v < beta     the state is worth v
    beta <= v            the state is worth at least v
"""

from __future__ import annotations

from math import inf

from zermelo.game import MAX, Game, State
from zermelo.search.algorithm import Value, algorithm


@algorithm
def alphabeta(game: Game, state: State, alpha: float, beta: float, depth: int) -> Value:
    """The minimax value of `state`, to MAX, if it lies between alpha and beta; else a bound on it. Fail-soft.

    alpha is what MAX already has elsewhere, beta what MIN has; begin with -inf and inf. O(b^(m/2)) nodes if the
    best actions come first, O(b^m) at worst (Russell and Norvig, 4th ed., figure 6.7).
    """
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    if game.to_move(state) == MAX:
        value = -inf
        for action in game.actions(state):
            value = max(value, alphabeta(game, game.result(state, action), alpha, beta, depth - 1))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value
    value = inf
    for action in game.actions(state):
        value = min(value, alphabeta(game, game.result(state, action), alpha, beta, depth - 1))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value


@algorithm
def alphabeta_hard(game: Game, state: State, alpha: float, beta: float, depth: int) -> Value:
    """The minimax value of `state`, to MAX, cut to the window [alpha, beta]. Fail-hard, as lectures print it."""
    if game.is_terminal(state):
        return max(alpha, min(beta, game.utility(state, MAX)))
    if depth == 0:
        return max(alpha, min(beta, game.evaluate(state, MAX)))
    if game.to_move(state) == MAX:
        for action in game.actions(state):
            alpha = max(alpha, alphabeta_hard(game, game.result(state, action), alpha, beta, depth - 1))
            if alpha >= beta:
                return beta
        return alpha
    for action in game.actions(state):
        beta = min(beta, alphabeta_hard(game, game.result(state, action), alpha, beta, depth - 1))
        if beta <= alpha:
            return alpha
    return beta
