"""The checker of databases: holds every state against those that it leads to, by the plain rules of the game, and trusts no solver.

A database with distances is its own certificate. To the player who moves, a state is worth the best of what its actions lead to, and

    an end          is worth what the rules say, in 0 plies
    a win in r      has an action to a state that is as good and r - 1 plies from the end, and to none that is nearer
    a loss in r     leads nowhere better, and among the worst as far as r - 1 plies from the end, and no farther
    a draw          leads nowhere better and to a draw; where draws have distances the nearest is one ply nearer
    endless play    is worth what the rules say of it, and leads to endless play that is worth as much

By induction over the distances each win and each loss is forced. Where there are scores and play goes round, a distance is plies to the
end or to the next action that leaves the state's tier, to which play never comes back, and what is said of wins and losses is said of
scores above and below 0: the same induction, over the tiers from the last one, the scores from the greatest to either player, and the
distances; what is worth 0 leads nowhere better, and endless play is worth 0. A table without distances could not be checked so: a ring of
states that call each other won holds together, and is false.
What is asked of the table is `number(state)`, `worth(number)` and facts about the whole.
States that are one by the game's own `key` and `symmetries` are looked at once: these belong to the rules, and `zermelo check` tests them.
Of a game that numbers its states each of its numbers is looked at, whatever play comes to; as_played.py looks at what `rank` takes for one.
A twin of this file is compiled, for large databases: twin.py.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import Any, Protocol

from zermelo.game import MAX, Game, State

MOST_FAULTS = 20  # are put into words
_LONGEST = 1000  # plies of a game at random: it may go round for ever


class Worth(Protocol):
    """A value to the player to move, and plies to the end; None where there is no number of them."""

    value: float
    distance: int | None


class Table(Protocol):
    """What is checked: states by number, and what they are said to be worth."""

    count: int
    values: list[float]
    endless: bool
    by_tier: bool  # whether distances go to the next tier
    numbered: bool  # by the game itself
    first_tier: int  # of such a game: of the tiers before nothing is said

    def state(self, number: int) -> State:
        """What the game gives for this number, if it numbers its states: a state, or what is `possible` in no game."""

    def number(self, state: State) -> int | None:
        """The number of a state, from 0 to `count` - 1; None where it is not there."""

    def worth(self, number: int) -> Any:
        """What the state of this number is said to be worth; None where it is said to be none."""


@dataclass
class Checked:
    """What a check has found.

    states    looked at
    edges     successors that were looked up
    complete  whether every state that play can come to was looked at
    wins, draws, losses  of the player to move, among them
    faults    what is wrong, in words: the first ones
    by        which checker did it: "certificate", in plain Python, or its compiled "twin"
    """

    states: int = 0
    edges: int = 0
    complete: bool = False
    played: int = 0  # and so many states as play comes to them (see as_played.py)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    wrong: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)
    by: str = "certificate"

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong."""
        return not self.wrong

    def add(self, fault: str, most: int) -> None:
        """Note a fault."""
        self.wrong += 1
        if len(self.faults) < most:
            self.faults.append(fault)


def fault_of(game: Game, table: Table, state: State, number: int) -> tuple[str | None, list[tuple[State, int]]]:
    """What is wrong with a state, if anything is, and the states that it leads to, with their numbers."""
    worth = table.worth(number)
    if table.numbered and not game.possible(state):
        return (None if worth is None else f"{game.write(state)}: is no state, and is said to be one"), []
    if worth is None:
        return f"{game.write(state)}: is a state, and is said to be none", []
    if table.numbered and (found := table.number(state)) != number:
        return f"{game.write(state)}: has the number {found}, and is that of {number:,}", []
    mover, endless = game.to_move(state), game.repetition
    if game.is_terminal(state):
        value = float(game.utility(state, mover))
        return (None if (worth.value, worth.distance) == (value, 0) else _told(game, state, worth, value, 0)), []
    children: list[tuple[State, int]] = []
    led: list[tuple[float, float]] = []
    for action in game.actions(state):
        child = game.result(state, action)
        there = table.number(child)
        if there is None:
            return f"{game.write(state)}: leads to {game.write(child)}, which is not there", children
        children.append((child, there))
        found, won, further = table.worth(there), game.reward(state, action), table.by_tier and game.tier(child) != game.tier(state)
        if found is None:
            return f"{game.write(state)}: leads to {game.write(child)}, which is said to be no state", children
        if table.by_tier and (game.tier(child) < game.tier(state) or (won != 0 and not further)):
            return f"{game.write(state)}: leads back to an earlier tier, or wins something within its own, by {action}", children
        plies = 0 if further else inf if found.distance is None else found.distance
        led.append(((found.value if game.to_move(child) == mover else 0 - found.value) + won, plies))
    if not led:
        return f"{game.write(state)}: is no end, and has no actions", []
    best = max(value for value, _ in led)
    nearest = (max if best < 0 else min)(plies for value, plies in led if value == best)
    distance = inf if best == 0 and table.endless else nearest + 1
    if distance == inf and (endless is None or best != (endless if mover == MAX else 0 - endless)):
        return f"{game.write(state)}: goes on for ever and is worth {best:g}, which the rules do not say", children
    if (worth.value, inf if worth.distance is None else worth.distance) == (best, distance):
        return None, children
    return _told(game, state, worth, best, None if distance == inf else int(distance)), children


def _told(game: Game, state: State, worth: Worth, value: float, distance: int | None) -> str:
    said, true = ((one, "no end" if plies is None else plies) for one, plies in ((worth.value, worth.distance), (value, distance)))
    return f"{game.write(state)}: said to be worth {said[0]:g} in {said[1]}, and is worth {true[0]:g} in {true[1]}"


def check(
    game: Game,
    table: Table,
    *,
    sample: int | None = None,
    seed: int = 0,
    most_faults: int = MOST_FAULTS,
    progress: Callable[[int], None] | None = None,
) -> Checked:
    """Check every state that play can come to, or `sample` of those that games played at random come to.

    The full check also finds states of the table that no game comes to. Of a game that numbers its states all numbers are looked at, or
    `sample` of them at random.
    """
    found, begun = Checked(), time.perf_counter()
    met = bytearray(table.count)

    def looked(state: State, number: int) -> list[tuple[State, int]]:
        """Look at a state; those that it leads to."""
        met[number] = 1
        told, children = fault_of(game, table, state, number)
        if (worth := table.worth(number)) is not None:
            found.states, found.edges, value = found.states + 1, found.edges + len(children), worth.value
            found.wins, found.draws, found.losses = found.wins + (value > 0), found.draws + (value == 0), found.losses + (value < 0)
        if told:
            found.add(told, most_faults)
        if progress and found.states % 1000 == 0:
            progress(found.states)
        return children

    roots = []
    for state in chain((game.initial(),), game.starts()):
        at_root = table.number(state)
        if at_root is None and game.tier(state) >= table.first_tier:
            found.add(f"{game.write(state)}, where play may begin, is not there", most_faults)
        elif at_root is not None:
            roots.append((state, at_root))
    draw = random.Random(seed)  # noqa: S311  no secret
    if table.numbered:
        for number in range(table.count) if sample is None else (draw.randrange(table.count) for _ in range(sample)):
            looked(table.state(number), number)
    elif sample is not None:
        children = roots[:1]
        for states in range(1, sample + 1) if roots else ():
            children = looked(*draw.choice(children if children and states % _LONGEST else roots))
    else:
        waiting = roots[::-1]
        while waiting:
            state, number = waiting.pop()
            if not met[number]:
                waiting += [(child, there) for child, there in looked(state, number) if not met[there]]
        if sum(met) < table.count:
            found.add(f"states of the table that come about in no game: {table.count - sum(met):,}", most_faults)
    found.complete, found.seconds = sample is None, time.perf_counter() - begun
    return found
