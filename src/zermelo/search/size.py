"""How large a tree is, and whether it goes round, without searching it: for who has to know beforehand whether a search ends."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import islice
from math import inf
from typing import Any, Final

from zermelo.answers import written
from zermelo.errors import SearchError
from zermelo.game import CHANCE, Game, State
from zermelo.values import frozen


def tree_size(game: Game, state: State, depth: int | None, most: int) -> int:
    """The nodes of the tree below `state`, itself among them, to `depth` or to the end of the game; `most` + 1 if there are more.

    Takes time and memory for `most` nodes at the most.
    """
    nodes, level = 1, [state]
    for _ in range(most if depth is None else depth):
        below: list[State] = []
        for one in level:
            below += _children(game, one)
            if nodes + len(below) > most:
                return most + 1
        if not below:
            break
        nodes, level = nodes + len(below), below
    return nodes


def coming_back(game: Game, state: State, most: int = 1000) -> State | None:
    """A state that a line of play from `state` on comes to twice; None where there is none among the first states, this many.

    They are those of a depth-first search. None as well where a rule fails, which the search itself tells.
    """
    try:
        return _looked_through(game, state, most)[0]
    except Exception:
        return None


def always_ends(game: Game, state: State, most: int = 1000) -> bool:
    """Whether it is certain that play from `state` on comes to an end: it comes to this many states at most, and to none of them twice."""
    try:
        return _looked_through(game, state, most) == (None, True)
    except Exception:
        return False


def with_endless_play(game: Game, state: State = None) -> Game:
    """The game; where the rules do not say what endless play is worth, and it is not certain that play from `state` on (the initial one
    unless given) comes to an end, one with a `utility_range` for whatever endless play may be worth: in size as much as any end. By the
    range of the ends a search would call proved what holds only where play comes to one.
    """
    least, most = game.utility_range or (-inf, inf)
    size = max(-least, most)
    within = -least == most or (game.players == 1 and not game.chance and most == size)  # who plays alone takes no less than an end
    if within or game.players > 2 or game.repetition is not None or game.superko:
        return game
    if always_ends(game, game.initial() if state is None else state):
        return game
    made = copy(game)
    object.__setattr__(made, "utility_range", (-size, size))  # of a class, too, that says of itself that it is frozen
    return made


def check_solvable(game: Game) -> None:
    """Raise SearchError where the game has superko: what that forbids below the root no table could hold."""
    if game.superko:
        told = "it has superko, by which what is legal depends on the states before"
        raise SearchError(f"{game!r} is not solved: {told}; `zermelo best` searches it, and calls nothing proved")


def going_round(game: Game, again: State, algorithm: str) -> str:
    """What to say where a search by this algorithm does not end, as a state comes back."""
    return (
        f"{game!r} goes round ({written(game, again)} comes back), and {algorithm} does not come to its end: say how many plies to look "
        f"ahead (depth=4, `best --depth 4`), or let mcts search (algorithm='mcts', `best --algorithm mcts`)"
    )


SAY_WHAT_IT_IS_WORTH: Final = (
    "let `repetition` say what a game is worth to MAX in which a position comes back, such as `repetition = 0` in the class"
)
"""The way out where it depends on that what a state is worth."""


def _looked_through(game: Game, state: State, most: int) -> tuple[State | None, bool]:
    """A state that comes back, if one was found among the first ones; and whether all states were looked at."""
    first = frozen(game.key(state))
    met, line, on_line = {first}, [(first, _children(game, state))], {first}
    while line and len(met) <= most:
        child = next(line[-1][1], None)
        if child is None:
            on_line.discard(line.pop()[0])
            continue
        key: Any = frozen(game.key(child))
        if key in on_line:
            return child, False
        if key not in met:
            met.add(key)
            on_line.add(key)
            line.append((key, _children(game, child)))
    return None, not line


def _children(game: Game, state: State) -> Iterator[State]:
    if not game.is_terminal(state):
        chances = game.to_move(state) == CHANCE
        actions = (action for action, _ in game.outcomes(state)) if chances else iter(game.actions(state))
        yield from (game.result(state, action) for action in islice(actions, game.max_actions))
