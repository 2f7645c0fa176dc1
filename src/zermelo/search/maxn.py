"""Max^n: minimax for any number of players, each for themselves (Luckhardt and Irani 1986)."""

from __future__ import annotations

from zermelo.game import Game, State
from zermelo.search.algorithm import Values, algorithm


@algorithm
def maxn(game: Game, state: State, depth: int) -> Values:
    """The utilities of `state`, one a player, when each player picks the action best for themselves.

    Of equally good actions the first is picked, so the others' share may hang on the order. O(b^m) nodes (Russell
    and Norvig, 4th ed., section 6.2.1).
    """
    if game.is_terminal(state):
        return game.utilities(state)
    if depth == 0:
        return game.estimates(state)
    player = game.to_move(state)
    best = game.nothing()
    chosen = False
    for action in game.actions(state):
        values = maxn(game, game.result(state, action), depth - 1)
        if not chosen or values[player] > best[player]:
            best, chosen = values, True
    return best
