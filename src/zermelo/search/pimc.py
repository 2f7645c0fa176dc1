"""Perfect-information Monte Carlo: deal what is hidden, search as if all could see it, and choose what is best on average.

It plays well where what is hidden soon comes out. It never bluffs, and pays nothing for what it would have to find out: in
each deal it takes for granted that it knows the deal (*strategy fusion*), and that the others do (*non-locality*).

Sources: M. L. Ginsberg, GIB: imperfect information in a computationally challenging game, JAIR 14, 2001; the two faults:
I. Frank and D. Basin, Search in games with incomplete information: a case study using Bridge card play, Artificial
Intelligence 100, 1998; J. Long, N. Sturtevant, M. Buro and T. Furtak, Understanding the success of perfect information Monte
Carlo sampling in game tree search, AAAI 2010.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from zermelo.game import CHANCE, Game, State, replace
from zermelo.search.algorithm import Values, algorithm


@algorithm
def perfect(game: Game, state: State, depth: int) -> Values:
    """The utilities of `state`, one a player, when all see everything, each picks the action best for themselves, and chance
    does as it will: max^n with moves of chance. O(b^m n^m) nodes.
    """
    if game.is_terminal(state):
        return game.utilities(state)
    if depth == 0:
        return game.estimates(state)
    player = game.to_move(state)
    best = game.nothing()
    if player == CHANCE:
        for action, probability in game.outcomes(state):
            values = perfect(game, game.result(state, action), depth - 1)
            for one in range(game.players):
                best = replace(best, one, best[one] + probability * values[one])
        return best
    chosen = False
    for action in game.actions(state):
        values = perfect(game, game.result(state, action), depth - 1)
        if not chosen or values[player] > best[player]:
            best, chosen = values, True
    return best


def pimc(
    game: Game, worlds: Iterable[tuple[State, float]], depth: int, search: Callable[[State, int], Values]
) -> dict[int, tuple[float, ...]]:
    """What each action is worth to each player, on average over the worlds, which come with weights that sum to 1.

    search  what a state is worth to each player, so many plies ahead, where nothing is hidden: `perfect`
    """
    values: dict[int, tuple[float, ...]] = {}
    for state, weight in worlds:
        for action in game.actions(state):
            before = values.get(action, game.nothing())
            found = search(game.result(state, action), depth - 1)
            values[action] = tuple(mean + weight * value for mean, value in zip(before, found, strict=True))
    return values
