"""States as play comes to them: by the plain rules, and without any solver.

The checkers look once at what the game takes for one state: the first that is met of one `key`, or of those that are the same by
`symmetries`, and of a game that numbers its states what it gives for each number. Where two states are taken for one that are worth
different things, all may hold together with one of them. So states are looked at here as they are, and what they lead to: each has to be
worth what is said of the one that it is taken for.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final

from zermelo.databases.checkers.certificate import MOST_FAULTS
from zermelo.game import Game, State
from zermelo.values import frozen

_MOST: Final = 16
"""So many states for each that is known, at most: a `key` that forgets how long a game has lasted may stand for states without end."""
_LONGEST: Final = 100
"""Plies of a game: where play goes round, others show more."""


def check(
    game: Game,
    table: Any,
    found: Any,
    fault_of: Callable[..., tuple[str | None, list[tuple[State, int]]]],
    *,
    sample: int | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Look at all states that play comes to, of a game that numbers them at all that the states of all numbers lead to and that are others
    than those of their own numbers, and note it in what was found.

    fault_of  how the checker looks at a state and finds what it leads to

    With `sample` at as many states of games at random, and at what so many numbers lead to at once. Time and memory in proportion to what
    is looked at.
    """
    met: set[Any] = set()
    draw = random.Random(seed)  # noqa: S311  no secret
    for some in chain(_begun(game, table, sample, draw), [_played(game, sample or 0, draw)]):
        waiting = deque(some)
        while waiting and len(met) < _MOST * table.count:
            state = waiting.popleft()
            there = table.number(state)
            if there is None or (code := frozen(state)) in met:  # what is not there was told already
                continue
            met.add(code)
            twin = table.state(there) if table.numbered else state
            if table.numbered and code == frozen(twin):
                continue
            told, children = fault_of(game, table, state, there)
            found.played += 1
            if told:
                found.add(f"{told}; {game.write(twin)} has the same number, {there:,}" if table.numbered else told, MOST_FAULTS)
            if progress and found.played % 1000 == 0:
                progress(table.count)
            if sample is None:
                waiting += [child for child, _ in children]


def _begun(game: Game, table: Any, sample: int | None, draw: random.Random) -> Iterator[list[State]]:
    """The states from which is gone on: those in which play begins, or what the state of each number, or of so many, leads to."""
    if not table.numbered:
        yield [game.initial(), *game.starts()]
        return
    for number in range(table.count) if sample is None else [draw.randrange(table.count) for _ in range(sample)]:
        yield _after(game, table, number)


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


def _after(game: Game, table: Any, number: int) -> list[State]:
    """What the state of a number leads to; nothing where that stands for no state."""
    if table.worth(number) is None:
        return []
    state = table.state(number)
    if not game.possible(state) or game.is_terminal(state):
        return []
    return [game.result(state, action) for action in game.actions(state)]
