"""Backgammon's plays once more, slowly and plainly: every order of the dice, every man, and sets of what comes out of it.

A position is what each point holds for the player to move, (own, other): tuples of 26 numbers, places 0 (off) to 25 (the
bar), each counted from its owner's side.
"""

from __future__ import annotations

from zermelo.game import MAX
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.men import TO_ROLL, Men, State, men_from, men_on

GAME = Backgammon()
Counts = tuple[int, ...]
Position = tuple[Counts, Counts]


def counts(men: Men) -> Counts:
    return tuple(men_on(men, place) for place in range(26))


def state(position: Position, dice: int = TO_ROLL, player: int = MAX) -> State:
    return State(men_from(position[0]), men_from(position[1]), player, dice)


def position(state: State) -> Position:
    return counts(state.own), counts(state.other)


def steps(position: Position, die: int) -> set[Position]:
    """What one step by a die can make of a position."""
    found = set()
    for source in range(1, 26):
        after = step(position, source, die)
        if after is not None:
            found.add(after)
    return found


def step(position: Position, source: int, die: int) -> Position | None:
    own, other = list(position[0]), list(position[1])
    if own[source] == 0 or (own[25] > 0 and source != 25):
        return None
    target = source - die
    if target >= 1:
        if other[25 - target] >= 2:
            return None
        if other[25 - target] == 1:
            other[25 - target] = 0
            other[25] += 1
    else:
        if any(own[7:]):
            return None
        if target < 0 and any(own[source + 1 :]):
            return None
        target = 0
    own[source] -= 1
    own[target] += 1
    return tuple(own), tuple(other)


def plays(position: Position, high: int, low: int) -> set[Position]:
    """What all legal plays of a roll can make of a position, the same player's view."""
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    reached: dict[int, set[Position]] = {}
    first_dice: dict[int, set[Position]] = {}
    for order in orders:
        here = {position}
        for number, die in enumerate(order, 1):
            here = {after for before in here for after in steps(before, die)}
            reached.setdefault(number, set()).update(here)
            if number == 1:
                first_dice[die] = here
    most = max((number for number, found in reached.items() if found), default=0)
    if most == 0:
        return {position}
    if most == 1 and high != low:
        return first_dice[high] or first_dice[low]
    return reached[most]


def results(state: State) -> list[Position]:
    """What the game's own actions make of a state, the same player's view."""
    return [position(after)[::-1] for after in (GAME.result(state, action) for action in GAME.actions(state))]
