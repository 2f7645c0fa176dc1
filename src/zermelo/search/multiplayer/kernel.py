"""The recursion of max^n with a table and shallow pruning.

Compiled and interpreted it is the same code. What a state is worth is a row of floats, one a player; that of a ply lies at
VALUES + ply * players. Of actions equally good for the player to move the first in the game's order is taken, as in the
textbook's form (zermelo.search.maxn), in whatever order they are searched.

cells     counters and switches, what is left of the lists of children, principal variations, and the table's words
children  the states that wait to be searched, ply after ply, from `top` up
floats    the worths by ply, and those of the table's entries
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Final

from zermelo.game import Game, State
from zermelo.search.runtime.faults import BAD_EVALUATION, BAD_PLAYER, BAD_REWARD, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS
from zermelo.search.runtime.insertion import step
from zermelo.words import fingerprint, mix64

Words = Any
Floats = Any
States = Any


@dataclass(frozen=True)
class Options:
    """What the kernel is specialised for.

    rewards  whether something is won on the way (`Game.reward`)
    """

    rewards: bool = False


options: Any = Options()  # replaced by constants

PLIES: Final = 256
"""The most plies that a search looks ahead."""
LINE_ROOM: Final = PLIES + 2
MOST_ACTIONS: Final = 4096

# Cells
STOP: Final = 0
NODES: Final = 1
NODE_LIMIT: Final = 2
LEAVES: Final = 3
PROBES: Final = 4
HITS: Final = 5
CUTOFFS: Final = 6
DEEPEST: Final = 7
HEURISTIC: Final = 8
"""Whether the search has leaned on an evaluation, and not on the rules alone."""
FAULT: Final = 9
ENTRIES: Final = 10
"""How many entries the table has: a power of two, or 0 for no table."""
TABLE: Final = 11
"""Where it begins; three words an entry: fingerprint, plies with what it leans on (see `looked_up`), place of the best action."""
LINE: Final = 16
HEIGHTS: Final = LINE + (PLIES + 2) * LINE_ROOM
"""Of each ply how many plies below it were looked at."""
ORDERED: Final = HEIGHTS + PLIES + 2
"""Two words a child: its score, and its action."""
ENTRY: Final = 3

# Floats
TOTAL: Final = 0
"""What the worths of all players add up to, if that is known; else inf, as it is where rewards on the way change it."""
LEAST: Final = 1
SPARE: Final = 2
"""What sums may be wrong by for want of digits."""
VALUES: Final = 8


def run(game: Game, state: State, depth: int, cells: Words, children: States, floats: Floats) -> int:
    """Search the root so deep; its worths lie at VALUES. 1 if the search came to its end."""
    search(game, state, inf, depth, 0, 0, cells, children, floats)
    return 1 if cells[STOP] == 0 else 0


def search(game: Game, state: State, limit: float, depth: int, ply: int, top: int, cells: Words, children: States, floats: Floats) -> int:
    """Leave what the state is worth at its ply; 1 if it is of no interest, since the player to move can have more than `limit`."""
    cells[NODES] += 1
    cells[LINE + ply * LINE_ROOM] = 0
    cells[HEIGHTS + ply] = 0
    if cells[NODES] >= cells[NODE_LIMIT]:
        cells[STOP] = 1
    if cells[STOP] != 0:
        return 0
    if ply > cells[DEEPEST]:
        cells[DEEPEST] = ply
    players = game.players
    player = game.to_move(state)
    if not 0 <= player < players:
        cells[FAULT] = BAD_PLAYER
        cells[STOP] = 1
        return 0
    mine, theirs = VALUES + ply * players, VALUES + (ply + 1) * players

    # The table: the same position, as far as the rules alone say what it is worth, or searched as deep
    chosen = -1
    code = 0
    if cells[ENTRIES] > 0:
        code = fingerprint(game.key(state))
        cells[PROBES] += 1
        slot, plies, chosen = looked_up(code, 0, cells)
        leaned = 0
        if plies == 0 or plies > depth:
            slot, plies, place = looked_up(mix64(code ^ depth), 1, cells)
            leaned = 1
            if plies == 0 and chosen < 0:
                slot, plies, place = looked_up(mix64(code ^ depth - 1), 1, cells)
            if chosen < 0:
                chosen = place
        if ply > 0 and (plies == depth or (leaned == 0 and plies > 0)):
            cells[HITS] += 1
            cells[HEURISTIC] |= leaned
            cells[HEIGHTS + ply] = plies
            at = VALUES + (PLIES + 2 + slot) * players
            for one in range(players):
                floats[mine + one] = floats[at + one]
            return 0

    # The children, the table's action first, then as the game says
    count = 0
    for action in game.actions(state):
        if count >= game.max_actions:
            cells[FAULT] = TOO_MANY_ACTIONS
            cells[STOP] = 1
            return 0
        child = game.result(state, action)
        children[top + count] = child
        score = max(-(1 << 27), min(1 << 27, game.order(state, action, child)))
        cells[ORDERED + 2 * (top + count)] = (score << 13) + MOST_ACTIONS - count + ((1 << 60) if count == chosen else 0)
        cells[ORDERED + 2 * (top + count) + 1] = action
        count += 1
    if count == 0:
        cells[FAULT] = NO_ACTION
        cells[STOP] = 1
        return 0

    limited_before = cells[HEURISTIC]
    cells[HEURISTIC] = 0
    best = -inf
    best_place = -1
    for i in range(count):
        first = ORDERED + 2 * (top + i)
        largest = first
        for slot in range(first + 2, ORDERED + 2 * (top + count), 2):
            if cells[slot] > cells[largest]:
                largest = slot
        word, action = cells[largest], cells[largest + 1]
        cells[largest], cells[largest + 1] = cells[first], cells[first + 1]
        place = MOST_ACTIONS - (word & 8191)
        child = children[top + place]
        dull = 0
        if game.is_terminal(child):
            cells[NODES] += 1
            cells[LEAVES] += 1
            cells[LINE + (ply + 1) * LINE_ROOM] = 0
            cells[HEIGHTS + ply + 1] = 0
            worths = game.utilities(child)
            for one in range(players):
                floats[theirs + one] = worths[one]
        elif depth <= 1:
            cells[NODES] += 1
            cells[LEAVES] += 1
            cells[LINE + (ply + 1) * LINE_ROOM] = 0
            cells[HEURISTIC] = 1
            estimates = game.estimates(child)
            for one in range(players):
                floats[theirs + one] = estimates[one]
        else:
            # Shallow pruning (Korf 1991): what the next player takes is lost to this one, who has something better already
            room = inf
            if best_place >= 0 and game.to_move(child) != player:
                room = floats[TOTAL] - best - (players - 2) * floats[LEAST] + floats[SPARE]
            dull = search(game, child, room, depth - 1, ply + 1, top + count, cells, children, floats)
        if cells[STOP] != 0:
            return 0
        cells[HEIGHTS + ply] = max(cells[HEIGHTS + ply], cells[HEIGHTS + ply + 1] + 1)
        if dull == 1:
            continue
        if options.rewards:
            gain = game.reward(state, action)
            if not -inf < gain < inf:
                cells[FAULT] = BAD_REWARD
                cells[STOP] = 1
                return 0
            floats[theirs + player] += gain
        value = floats[theirs + player]
        if value != value:
            cells[FAULT] = BAD_UTILITY if game.is_terminal(child) else BAD_EVALUATION
            cells[STOP] = 1
            return 0
        if best_place < 0 or value > best or (value == best and place < best_place):
            best, best_place = value, place
            for one in range(players):
                floats[mine + one] = floats[theirs + one]
            follows = cells[LINE + (ply + 1) * LINE_ROOM]
            cells[LINE + ply * LINE_ROOM] = follows + 1
            cells[LINE + ply * LINE_ROOM + 1] = action
            for step in range(follows):
                cells[LINE + ply * LINE_ROOM + 2 + step] = cells[LINE + (ply + 1) * LINE_ROOM + 1 + step]
            if best > limit:
                cells[CUTOFFS] += 1
                cells[HEURISTIC] |= limited_before
                return 1

    if cells[ENTRIES] > 0:
        leaned = cells[HEURISTIC]
        plies = depth if leaned == 1 else cells[HEIGHTS + ply]
        code = mix64(code ^ depth) if leaned == 1 else code
        slot = code & (cells[ENTRIES] - 1)
        entry = cells[TABLE] + slot * ENTRY
        cells[entry] = code
        cells[entry + 1] = plies << 1 | leaned
        cells[entry + 2] = best_place
        at = VALUES + (PLIES + 2 + slot) * players
        for one in range(players):
            floats[at + one] = floats[mine + one]
    cells[HEURISTIC] |= limited_before
    return 0


@step
def looked_up(code: int, leaned: int, cells: Words) -> tuple[int, int, int]:
    """The slot for a fingerprint in the table, how many plies what is known there looks ahead (0 if nothing is), and the best place.

    What the rules alone give is kept by the position, with the plies to the furthest end that it was derived from: it holds for every
    depth from there on. What leans on evaluations is kept by position and depth: it holds for that depth alone.
    """
    slot = code & (cells[ENTRIES] - 1)
    entry = cells[TABLE] + slot * ENTRY
    if cells[entry] == code and cells[entry + 1] > 0 and cells[entry + 1] & 1 == leaned:
        return slot, cells[entry + 1] >> 1, cells[entry + 2]
    return slot, 0, -1
