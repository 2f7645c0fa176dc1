"""The recursion of a search for a forced win: an AND/OR search to a number of plies, with a table.

One player, the *attacker*, tries to force an end that is worth at least `target` to them within the plies that are left. Where the attacker
moves one child has to be won (OR), where the other player does all of them (AND). Nothing is left out: the answer is exact.

What comes back needs no care: who can win within n plies can do so by going from states that are won within n to states that are won
within n - 1, and on such a way no state comes twice. Only positions that came twice *before* the root may end the game on it
(`Game.repetition`): their codes stand from BEFORE on.

Children that are not yet decided wait in `children`, each with two words: its code, and how promising it is. The attacker first goes where
the other player has the fewest answers, as after a check; the other player first tries what has refuted an attack of late.

An entry of the table is two words: the code, which differs by who attacks and by what came twice (SALT); and in how many plies at most the
state is won, within how many it is not (0: not known), and the logarithm of the nodes that it took (see zermelo.search.runtime.buckets).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from zermelo.game import MAX, MIN, Game, State
from zermelo.search.runtime.buckets import OWN, bucket_of, entry_for, word_for
from zermelo.search.runtime.faults import BAD_PLAYER, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS
from zermelo.words import fingerprint, length, prefetch

Words = Any
States = Any


@dataclass(frozen=True)
class Options:
    """What the kernel is specialised for.

    repetition  whether the game says what it is worth when a position comes back
    """

    repetition: bool = False


options: Any = Options()  # replaced by constants

MOST_PLIES: Final = 250
"""As far as the end may be."""

# Cells
STOP: Final = 0
NODES: Final = 1
"""States that were made and looked at."""
NODE_LIMIT: Final = 2
FAULT: Final = 3
ATTACKER: Final = 4
SALT: Final = OWN
CAME_TWICE: Final = OWN + 1
"""How many positions came twice before the root,"""
BEFORE: Final = OWN + 2
"""and their codes."""
MOST_BEFORE: Final = 1024
REFUTED: Final = BEFORE + MOST_BEFORE
"""By the last bits of an action: how many nodes there were when it refuted an attack last."""
LAST: Final = 12
LAST_BITS: Final = (1 << LAST) - 1
CHILDREN: Final = REFUTED + LAST_BITS + 1
CHILD: Final = 2
DECIDED: Final = -1
"""In the place of how promising a child is, where it need not be searched."""
BITS: Final = 8
"""Binary digits of a number of plies in an entry."""
PLIES: Final = (1 << BITS) - 1
WORK: Final = 2 * BITS
"""From which binary digit of an entry on its nodes are told."""


def run(game: Game, state: State, plies: int, target: float, cells: Words, children: States) -> int:
    """Whether the attacker can force it within so many plies, at least one, from a state that is not terminal."""
    return search(game, state, fingerprint(game.key(state)) ^ cells[SALT], plies, target, 0, cells, children)


def search(game: Game, state: State, code: int, plies: int, target: float, top: int, cells: Words, children: States) -> int:
    """1 if the attacker can force it within so many plies, at least one, from a state that is not terminal.

    0 if they cannot, or the search was stopped.
    """
    player = game.to_move(state)
    if player != MAX and player != MIN:
        cells[FAULT] = BAD_PLAYER
        cells[STOP] = 1
        return 0
    attacks = 1 if player == cells[ATTACKER] else 0
    begun = cells[NODES]

    # 1. The children: one that is what the player to move wants is enough, one that is over and is not can be forgotten
    made, count, first = 0, 0, CHILDREN + CHILD * top
    for action in game.actions(state):
        if made >= game.max_actions:
            cells[FAULT] = TOO_MANY_ACTIONS
            cells[STOP] = 1
            return 0
        child = game.result(state, action)
        made += 1
        cells[NODES] += 1
        over = 0
        worth = 0.0
        if game.is_terminal(child):
            over = 1
            worth = game.utility(child, MAX)
            if worth != worth:
                cells[FAULT] = BAD_UTILITY
                cells[STOP] = 1
                return 0
        elif options.repetition and cells[CAME_TWICE] != 0 and came_twice(fingerprint(game.position(child)), cells) == 1:
            over = 1
            worth = game.repetition  # type: ignore[assignment]  # a number: the option says so
        if over == 1:
            done = 1 if (worth if cells[ATTACKER] == MAX else -worth) >= target else 0
            if done == attacks:
                store(code, 1 if attacks == 1 else plies, attacks, 0, cells)
                return attacks
        elif plies == 1:
            if attacks == 0:
                return 0
        else:
            children[top + count] = child
            known = fingerprint(game.key(child)) ^ cells[SALT]
            prefetch(cells, bucket_of(known, cells))
            at = first + CHILD * count
            cells[at] = known
            cells[at + 1] = cells[REFUTED + (action & LAST_BITS)] << LAST | action & LAST_BITS
            count += 1
    if made == 0:
        cells[FAULT] = NO_ACTION
        cells[STOP] = 1
        return 0

    # 2. What the table knows of them
    for i in range(count):
        at = first + CHILD * i
        word = word_for(cells[at], cells)
        won = 1 if 0 < word & PLIES < plies else 0
        if won == 1 or word >> BITS & PLIES >= plies - 1:
            if won == attacks:
                store(code, plies, attacks, 0, cells)
                return attacks
            cells[at + 1] = DECIDED
        elif attacks == 1:
            replies = 0
            for _reply in game.actions(children[top + i]):
                replies += 1
            cells[at + 1] = game.max_actions - min(replies, game.max_actions)

    # 3. The others, the most promising first
    while True:
        best, most = 0, DECIDED
        for i in range(count):
            if cells[first + CHILD * i + 1] > most:
                best, most = i, cells[first + CHILD * i + 1]
        if most == DECIDED:
            break
        at = first + CHILD * best
        cells[at + 1] = DECIDED
        if cells[NODES] >= cells[NODE_LIMIT]:
            cells[STOP] = 1
        if cells[STOP] != 0:
            return 0
        won = search(game, children[top + best], cells[at], plies - 1, target, top + count, cells, children)
        if cells[STOP] != 0:
            return 0
        if won == attacks:
            if attacks == 0:
                cells[REFUTED + (most & LAST_BITS)] = cells[NODES]
            store(code, plies, attacks, cells[NODES] - begun, cells)
            return attacks
    store(code, plies, 1 - attacks, cells[NODES] - begun, cells)
    return 1 - attacks


def came_twice(code: int, cells: Words) -> int:
    """1 if a position came twice before the root."""
    for at in range(BEFORE, BEFORE + cells[CAME_TWICE]):
        if cells[at] == code:
            return 1
    return 0


def store(code: int, plies: int, won: int, work: int, cells: Words) -> None:
    """Keep that a state is won, or is not, within so many plies."""
    place = entry_for(code, cells, WORK)
    known = cells[place + 1] if cells[place] == code else 0
    within, beyond = known & PLIES, known >> BITS & PLIES
    if won == 1:
        within = plies if within == 0 else min(within, plies)
    else:
        beyond = max(beyond, plies)
    cells[place] = code
    cells[place + 1] = length(work) << WORK | beyond << BITS | within
