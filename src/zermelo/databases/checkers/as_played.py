"""States of a game that numbers them, as play comes to them: by the plain rules, and without any solver.

The checker (certificate.py) and its twin look at the state that the game gives for each number. Where `rank` takes two states for one that
are worth different things, `unrank` gives one of them, with which all holds together. So the states that these lead to are looked at as
they are, and what those lead to: each has to be worth what is said of its number.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from zermelo.databases.checkers.certificate import MOST_FAULTS, Checked, Table, fault_of
from zermelo.game import Game, State
from zermelo.values import frozen


def check(
    game: Game, table: Table, found: Checked, *, sample: int | None = None, seed: int = 0, progress: Callable[[int], None] | None = None
) -> None:
    """Look at all that the states of all numbers lead to, and note it in what was found; of `sample` of them, what each leads to at once.

    Time and memory in proportion to the states that are not those of their numbers.
    """
    met: set[Any] = set()
    draw = random.Random(seed)  # noqa: S311  no secret
    for number in range(table.count) if sample is None else (draw.randrange(table.count) for _ in range(sample)):
        waiting = _after(game, table, number)
        while waiting:
            state = waiting.pop()
            there = table.number(state)
            if there is None or (code := frozen(state)) in met:  # what is not there was told already
                continue
            met.add(code)
            if code == frozen(table.state(there)):
                continue
            told, children = fault_of(game, table, state, there)
            found.played += 1
            if told:
                found.add(told, MOST_FAULTS)
            if progress and found.played % 1000 == 0:
                progress(table.count)
            if sample is None:
                waiting += [child for child, _ in children]


def _after(game: Game, table: Table, number: int) -> list[State]:
    """What the state of a number leads to; nothing where that stands for no state."""
    state = table.state(number)
    if table.worth(number) is None or not game.possible(state) or game.is_terminal(state):
        return []
    return [game.result(state, action) for action in game.actions(state)]
