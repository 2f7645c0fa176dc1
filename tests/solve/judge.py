"""What games with simultaneous moves are worth, found another way: a plain recursion, and the linear program of the book in each state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scipy.optimize import linprog

import zermelo as z


def matrix_value(payoffs: Sequence[Sequence[float]]) -> float:
    """What a matrix game is worth to who chooses the row: the program of the column player, who keeps it as low as can be."""
    count = len(payoffs[0])
    found = linprog(
        [0] * count + [1], A_ub=[[*row, -1] for row in payoffs], b_ub=[0] * len(payoffs),
        A_eq=[[1] * count + [0]], b_eq=[1], bounds=[(0, None)] * count + [(None, None)],
    )  # fmt: skip
    return float(found.fun)


def value(game: Any, state: Any) -> float:
    """What a state of a game as its author wrote it is worth to MAX. Each line of play is followed by itself: no state is known twice."""
    if game.is_terminal(state):
        return float(game.utility(state, z.MAX))
    if game.chance and game.to_move(state) == z.CHANCE:
        return sum(chance * value(game, game.chance_result(state, action)) for action, chance in game.outcomes(state))
    mine, theirs = (list(game.actions(state, player)) for player in (z.MAX, z.MIN))
    return matrix_value([[value(game, game.result(state, (one, other))) for other in theirs] for one in mine])


def exploitability(strategy: z.Strategy) -> float:
    """What best responses to a strategy for a game in turns win, on average of both seats: a plain walk from information set to set.

    For games in which all choose at once and see the rest, whose stages can be answered one by one.
    """
    game: Any = strategy.game
    return (_response(game, game.initial(), strategy, z.MAX) + _response(game, game.initial(), strategy, z.MIN)) / 2


def _response(game: Any, state: Any, strategy: z.Strategy, player: int) -> float:
    if game.is_terminal(state):
        return float(game.utility(state, player))
    if game.to_move(state) == z.CHANCE:
        return sum(chance * _response(game, game.result(state, action), strategy, player) for action, chance in game.outcomes(state))
    rules, stage = game.game, state.state
    turns = [state, game.result(state, next(iter(game.actions(state))))]
    other = strategy.at(turns[1 - player])
    follows: Callable[[int, int], Any] = lambda own, theirs: rules.result(stage, (own, theirs) if player == z.MAX else (theirs, own))  # noqa: E731
    return max(
        sum(share * _response(game, game.turn(follows(own, theirs)), strategy, player) for theirs, share in other.items() if share > 0)
        for own in rules.actions(stage, player)
    )
