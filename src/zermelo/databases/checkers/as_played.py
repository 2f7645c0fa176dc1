"""States of a game that numbers them, as play comes to them: by the plain rules, and without any solver.

The checker (certificate.py) and its twin look at the state that the game gives for each number. Where `rank` takes two states for one that
are worth different things, `unrank` gives one of them, with which all holds together. So the states that these lead to are looked at as
they are, and what those lead to: each has to be worth what is said of its number.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final

from zermelo.databases.checkers.certificate import MOST_FAULTS, Checked, Table, fault_of
from zermelo.game import Game, State
from zermelo.values import frozen

_LONGEST: Final = 100
"""Plies of a game: where play goes round, others show more."""


def check(
    game: Game, table: Table, found: Checked, *, sample: int | None = None, seed: int = 0, progress: Callable[[int], None] | None = None
) -> None:
    """Look at all that the states of all numbers lead to, and note it in what was found.

    With `sample` at what so many numbers lead to at once, and at as many states of games at random. Time and memory in proportion to the
    states that are not those of their numbers.
    """
    met: set[Any] = set()
    draw = random.Random(seed)  # noqa: S311  no secret
    numbers = range(table.count) if sample is None else [draw.randrange(table.count) for _ in range(sample)]
    for some in chain((_after(game, table, number) for number in numbers), [_played(game, sample or 0, draw)]):
        waiting = [*some]
        while waiting:
            state = waiting.pop()
            there = table.number(state)
            if there is None or (code := frozen(state)) in met:  # what is not there was told already
                continue
            met.add(code)
            if code == frozen(twin := table.state(there)):
                continue
            told, children = fault_of(game, table, state, there)
            found.played += 1
            if told:
                found.add(f"{told}; {game.write(twin)} has the same number, {there:,}", MOST_FAULTS)
            if progress and found.played % 1000 == 0:
                progress(table.count)
            if sample is None:
                waiting += [child for child, _ in children]


def _played(game: Game, count: int, draw: random.Random) -> Iterator[State]:
    """So many states of games at random, one after the other."""
    starts, plies = (game.initial(), *game.starts()) if count else (), 0
    state = draw.choice(starts) if count else None
    for _ in range(count):
        yield state
        plies += 1
        if game.is_terminal(state) or plies == _LONGEST:
            plies, state = 0, draw.choice(starts)
        else:
            state = game.result(state, draw.choice([*game.actions(state)]))


def _after(game: Game, table: Table, number: int) -> list[State]:
    """What the state of a number leads to; nothing where that stands for no state."""
    state = table.state(number)
    if table.worth(number) is None or not game.possible(state) or game.is_terminal(state):
        return []
    return [game.result(state, action) for action in game.actions(state)]
