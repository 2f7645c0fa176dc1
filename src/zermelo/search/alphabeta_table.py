"""Alpha-beta with a transposition table: a position that was searched as deep before is not searched again, where what is known suffices.

Different orders of the same moves lead to one position. The table keeps, of each, what the last search of it has shown: the depth, and the
bounds between which the value lies. A cut-off leaves one of them open, so an entry answers only where it settles the window at hand:

    low = high       the state is worth that
    beta <= low      the state is worth at least low: more than MIN allows
    high <= alpha    the state is worth at most high: less than MAX has

An entry of another depth is no answer here, as its value is that of another search; so the values are those of alpha-beta without a table.
"""

from __future__ import annotations

from math import inf
from typing import Any, Final, NamedTuple

from zermelo.game import MAX, Game, State
from zermelo.search.algorithm import Value, algorithm
from zermelo.values import frozen


class Entry(NamedTuple):
    """What a search `depth` plies deep has shown of a position: it is worth at least `low` and at most `high`."""

    depth: int
    low: float
    high: float


class Table:
    """What is known of positions, by their keys (`Game.key`). A later entry takes the place of an earlier one."""

    def __init__(self) -> None:
        self.entries: dict[Any, Entry] = {}

    def bounds(self, key: Any, depth: int) -> tuple[float, float]:
        """The bounds on the value of a position for a search of this depth; the infinite ones where nothing is known."""
        entry = self.entries.get(frozen(key), UNKNOWN)
        return (entry.low, entry.high) if entry.depth == depth else (-inf, inf)

    def store(self, key: Any, depth: int, low: float, high: float) -> None:
        """Keep what a search of this depth has shown."""
        self.entries[frozen(key)] = Entry(depth, low, high)


UNKNOWN: Final = Entry(-1, -inf, inf)
"""In place of an entry."""


@algorithm
def alphabeta_table(game: Game, state: State, alpha: float, beta: float, depth: int, table: Table) -> Value:
    """As `alphabeta` of alphabeta.py, fail-soft, with a table, which is empty at first. O(n) memory for n positions.

    Sources: R. Greenblatt, D. Eastlake and S. Crocker, The Greenblatt Chess Program, 1967; T. Marsland, A Review of Game-Tree Pruning,
    ICCA Journal 9(1), 1986; A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-First Fixed-Depth Minimax Algorithms, Artificial
    Intelligence 87, 1996, whose AlphaBetaWithMemory also narrows the window by an entry that does not answer.
    """
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    low, high = table.bounds(game.key(state), depth)
    if low == high or low >= beta:
        return low
    if high <= alpha:
        return high
    if game.to_move(state) == MAX:
        value, least = -inf, alpha
        for action in game.actions(state):
            value = max(value, alphabeta_table(game, game.result(state, action), alpha, beta, depth - 1, table))
            if value >= beta:
                table.store(game.key(state), depth, value, inf)
                return value
            alpha = max(alpha, value)
        table.store(game.key(state), depth, value if value > least else -inf, value)
        return value
    value, most = inf, beta
    for action in game.actions(state):
        value = min(value, alphabeta_table(game, game.result(state, action), alpha, beta, depth - 1, table))
        if value <= alpha:
            table.store(game.key(state), depth, -inf, value)
            return value
        beta = min(beta, value)
    table.store(game.key(state), depth, value, value if value < most else inf)
    return value
