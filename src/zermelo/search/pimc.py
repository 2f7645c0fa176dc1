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

from zermelo.game import Game, State
from zermelo.search.algorithm import Values


def pimc(
    game: Game, worlds: Iterable[tuple[State, float]], depth: int, search: Callable[[State, int], Values]
) -> dict[int, tuple[float, ...]]:
    """What each action is worth to each player, on average over the worlds, which come with weights that sum to 1.

    search  what a state is worth to each player, this many plies ahead, where nothing is hidden: max^n, for one
    """
    values: dict[int, tuple[float, ...]] = {}
    for state, weight in worlds:
        for action in game.actions(state):
            before = values.get(action, game.zeros())
            found = search(game.result(state, action), depth - 1)
            values[action] = tuple(mean + weight * value for mean, value in zip(before, found, strict=True))
    return values
