"""Max^n: minimax for any number of players, each for themselves (Luckhardt and Irani 1986), and with moves of chance."""

from __future__ import annotations

from zermelo.game import CHANCE, Game, State, replace
from zermelo.search.algorithm import Values, algorithm


@algorithm
def maxn(game: Game, state: State, depth: int) -> Values:
    """The utilities of `state`, one a player, when each player picks the action best for themselves and chance does as it will.

    Of equally good actions the first is picked, so the others' share may depend on the order. `depth` counts the moves of
    chance too. O(b^m n^m) nodes for n outcomes at each of these (Russell and Norvig, 4th ed., sections 6.2.1 and 6.5).
    """
    if game.is_terminal(state):
        return game.utilities(state)
    if depth == 0:
        return game.estimates(state)
    player = game.to_move(state)
    best = game.zeros()
    if player == CHANCE:
        for action, probability in game.outcomes(state):
            values = maxn(game, game.result(state, action), depth - 1)
            for one in range(game.players):
                best = replace(best, one, best[one] + probability * values[one])
        return best
    chosen = False
    for action in game.actions(state):
        values = maxn(game, game.result(state, action), depth - 1)
        if not chosen or values[player] > best[player]:
            best, chosen = values, True
    return best
