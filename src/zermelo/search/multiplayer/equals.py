"""What else a game of many players may be worth, as they choose among actions that are equally good for them.

Max^n takes the first of equals in the game's order, and so do all searches here: one value is proved. But who is indifferent
may choose another, and the others have another share (Luckhardt and Irani 1986; Sturtevant and Korf 2000). Here are all values
that come about so, each player free to choose anew in every position.
"""

from __future__ import annotations

from itertools import product
from operator import add
from typing import Any, Final

from zermelo.game import CHANCE, Game, State, has_rewards, rewards
from zermelo.values import frozen

MOST_STATES: Final = 20_000
"""States that are looked at ..."""
MOST_VALUES: Final = 64
"""... and values that one of them may have, before it is given up."""
Values = tuple[float, ...]


class _TooMuchError(Exception):
    """There are more states or values than are looked at, or the game goes round."""


def equal_values(game: Game, state: State) -> tuple[Values, ...] | None:
    """All values that the state may have under max^n, one number a player, in order; None where that is too much to find out.

    O(states * values * actions) and plain Python, within MOST_STATES and MOST_VALUES.
    """
    try:
        return tuple(sorted(_values(game, state, {})))
    except (_TooMuchError, RecursionError):
        return None


def _values(game: Game, state: State, known: dict[Any, frozenset[Values]]) -> frozenset[Values]:
    """Those of a state; `known` holds an empty set for the states on the way to it."""
    key = frozen(state)
    if key not in known:
        known[key] = frozenset()
        known[key] = _found(game, state, known)
    if not 0 < len(known[key]) <= MOST_VALUES or len(known) > MOST_STATES:
        raise _TooMuchError
    return known[key]


def _found(game: Game, state: State, known: dict[Any, frozenset[Values]]) -> frozenset[Values]:
    if game.is_terminal(state):
        return frozenset({game.utilities(state)})
    player = game.to_move(state)
    if player == CHANCE:
        return _averages(game, state, known)
    children = [_after(game, state, action, known) for action in game.actions(state)]
    surest = max(min(value[player] for value in values) for values in children)  # what the player has whatever others choose
    return frozenset(value for values in children for value in values if value[player] >= surest)


def _after(game: Game, state: State, action: int, known: dict[Any, frozenset[Values]]) -> frozenset[Values]:
    """Those of an action: its rewards, and those of its result."""
    values = _values(game, game.result(state, action), known)
    if not has_rewards(game):
        return values
    gains = rewards(game, state, action)
    return frozenset(tuple(map(add, gains, value)) for value in values)


def _averages(game: Game, state: State, known: dict[Any, frozenset[Values]]) -> frozenset[Values]:
    outcomes = [(chance, _after(game, state, action, known)) for action, chance in game.outcomes(state) if chance > 0]
    count = 1
    for _, values in outcomes:
        count *= len(values)
    if count > MOST_VALUES:
        raise _TooMuchError
    chances = [chance for chance, _ in outcomes]
    made = set()
    for chosen in product(*(values for _, values in outcomes)):
        total = game.zeros()
        for chance, value in zip(chances, chosen, strict=True):
            total = tuple(sum_ + chance * part for sum_, part in zip(total, value, strict=True))
        made.add(total)
    return frozenset(made)
