"""The checker of databases of games with chance: holds every state against those that it leads to, and trusts no solver.

Of every state it is said what it is worth to MAX at least, `low`, and at most, `high`, and with each go plies. What is said is held to be

    an end          low = high = what the rules say, between `least` and `greatest`
    MAX moves       low is no more than the greatest low that it leads to
    MIN moves       low is no more than the least low that it leads to
    chance moves    low is no more than the average of the lows that it leads to
    low_plies       0 at an end, and where low = least; else one more than those of: where MAX moves, the nearest state of no smaller low;
                    where MIN moves, the farthest of all; where chance moves, the nearest that can come

and the same of high and high_plies, with MAX and MIN changed and all turned round, from `greatest` down.
Why low is then true, and what play that never ends is taken for, docs/solving.md proves under "Databases of games with chance".
No more is said than can be: where low and high are further apart than `tolerance`, no ply brings either nearer by more than that.
Floats are fractions, and so they are reckoned with: no comparison is rounded, and none has a tolerance. The chances are the floats that the
rules give, divided by their sum.
What is asked of the table is `number(state)`, `between(number)` and facts about the whole. States that are one by the game's own `key` and
`symmetries` are looked at once: these belong to the rules, and `zermelo check` tests them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import inf
from typing import Any, Protocol

from zermelo.game import CHANCE, MAX, MIN, Game, State

MOST_FAULTS = 20  # are put into words
_LONGEST = 1000  # plies of a game at random: it may go round for ever


class Table(Protocol):
    """What is checked: states by number, and what they are said to be worth to MAX."""

    count: int
    least: float
    greatest: float
    tolerance: float

    def number(self, state: State) -> int | None:
        """The number of a state, from 0 to `count` - 1; None where it is not there."""

    def between(self, number: int) -> Any:
        """What the state of this number is said to be worth: low, high, low_plies, high_plies."""


@dataclass
class Checked:
    """What a check has found."""

    states: int = 0  # looked at
    edges: int = 0  # successors that were looked up
    complete: bool = False  # whether every state that play can come to was looked at
    played: int = 0  # and so many states as play comes to them (see as_played.py)
    open: int = 0  # how many of them are worth what the rules do not say: their bounds are further apart than the tolerance
    widest: float = 0.0  # how far bounds are apart at most
    wrong: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)  # what is wrong, in words: the first ones
    by: str = "interval_certificate"  # which checker did it

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong."""
        return not self.wrong

    def add(self, fault: str, most: int) -> None:
        """Note a fault."""
        self.wrong += 1
        if len(self.faults) < most:
            self.faults.append(fault)


Child = tuple[State, int]


def fault_of(game: Game, table: Table, state: State, number: int) -> tuple[str | None, list[Child]]:
    """What is wrong with a state, if anything is, and the states that it leads to, with their numbers."""
    said, where = table.between(number), game.write(state)
    if game.is_terminal(state):
        worth = float(game.utility(state, MAX))
        if not table.least <= worth <= table.greatest:
            return f"{where}: is worth {worth:g}, and games are said to be worth {table.least:g} to {table.greatest:g}", []
        right = (said.low, said.high, said.low_plies, said.high_plies) == (worth, worth, 0, 0)
        return (None if right else f"{where}: is an end worth {worth:g}, and said to be worth {_told(said)}"), []
    mover, chances = game.to_move(state), list[Fraction]()
    if mover == CHANCE:
        actions, given = zip(*game.outcomes(state), strict=True)
        chances = [Fraction(chance) for chance in given]
    else:
        actions = tuple(game.actions(state))
    children: list[Child] = []
    for action in actions:
        child = game.result(state, action)
        there = table.number(child)
        if there is None:
            return f"{where}: leads to {game.write(child)}, which is not there", children
        children.append((child, there))
    if not children or any(chance < 0 for chance in chances) or (chances and not sum(chances)):
        return f"{where}: is no end, and has no actions, or no chances", children
    led = [table.between(there) for _, there in children]
    lows, highs = [one.low for one in led], [0 - one.high for one in led]
    spare = table.tolerance if said.high - said.low > table.tolerance else None
    told = _wrong(said.low, said.low_plies, table.least, lows, [one.low_plies for one in led], chances, mover == MAX, spare)
    if told:
        return f"{where}: said to be worth {said.low!r} at least, {told}", children
    told = _wrong(0 - said.high, said.high_plies, 0 - table.greatest, highs, [one.high_plies for one in led], chances, mover == MIN, spare)
    if told:
        return f"{where}: said to be worth {said.high!r} at most, {told}", children
    return (f"{where}: said to be worth {_told(said)}" if said.low > said.high else None), children


def _wrong(
    bound: float, plies: int, nothing: float, led: list[float], led_plies: list[int], chances: list[Fraction], owns: bool,
    spare: float | None,
) -> str | None:  # fmt: skip
    """What is wrong with a bound from below, if anything is; None if nothing is.

    bound, plies    what is said of the state; `nothing` is the bound that says nothing
    led, led_plies  the same of the states that it leads to; chances: how likely each is, where chance moves
    owns            whether the player to move is who is promised so much
    spare           how much more it could be by what it leads to, where that matters
    """
    if not bound >= nothing:
        return "beyond what any game is worth"
    if chances:
        most = sum(chance * Fraction(one) for chance, one in zip(chances, led, strict=True)) / sum(chances)
        keeping = [at for at, chance in enumerate(chances) if chance > 0]
    else:
        most = Fraction(max(led) if owns else min(led))
        keeping = [at for at, one in enumerate(led) if one >= bound or not owns]
    if bound > most and bound != nothing:
        return f"and leads to {float(most)!r} alone"
    if spare is not None and most - Fraction(bound) > Fraction(spare):
        return f"and is known to lead to {float(most)!r}"
    nearest = 0 if bound == nothing else 1 + (min if chances or owns else max)(led_plies[at] for at in keeping)
    return None if plies == nearest else f"with plies of {plies}, which are {nearest}"


def _told(said: Any) -> str:
    return f"{said.low!r} to {said.high!r}, in {said.low_plies} and {said.high_plies} plies"


def check(
    game: Game, table: Table, *, sample: int | None = None, seed: int = 0, most_faults: int = MOST_FAULTS,
    progress: Callable[[int], None] | None = None,
) -> Checked:  # fmt: skip
    """Check every state that play can come to, or `sample` of those that games played at random come to.

    The full check also finds states of the table that no game comes to, and ends that are said to be possible and are not.
    """
    found, begun = Checked(), time.perf_counter()
    met, worths = bytearray(table.count), set[float]()

    def looked(state: State, number: int) -> list[Child]:
        """Look at a state; those that it leads to."""
        met[number] = 1
        told, children = fault_of(game, table, state, number)
        said = table.between(number)
        found.states, found.edges = found.states + 1, found.edges + len(children)
        found.open, found.widest = found.open + (said.high - said.low > table.tolerance), max(found.widest, said.high - said.low)
        if game.is_terminal(state):
            worths.add(float(game.utility(state, MAX)))
        if told:
            found.add(told, most_faults)
        if progress and found.states % 1000 == 0:
            progress(found.states)
        return children

    roots: list[Child] = []
    for state in chain((game.initial(),), game.starts()):
        at_root = table.number(state)
        if at_root is None:
            found.add(f"{game.write(state)}, where play may begin, is not there", most_faults)
        else:
            roots.append((state, at_root))
    if sample is not None:
        draw, children = random.Random(seed), roots[:1]  # noqa: S311  no secret
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
        size = max(map(abs, (*worths, *(one for one in game.utility_range or () if abs(one) < inf))), default=0.0)
        if worths and (-size, size) != (table.least, table.greatest):
            told = f"games are said to be worth {table.least:g} to {table.greatest:g}"
            found.add(f"{told}, and by their ends from {-size:g} to {size:g}", most_faults)
    found.complete, found.seconds = sample is None, time.perf_counter() - begun
    return found
