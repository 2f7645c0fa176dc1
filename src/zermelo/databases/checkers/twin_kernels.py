"""What the checker's compiled twin does to every state and every successor (see twin.py): over rows of numbers, without any solver.

Rows are arrays of numpy. The states of a batch have numbers from 0, their successors lie one after the other.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import MAX, Game, State
from zermelo.native import BYTES, FLOATS, SHORTS, STATES, WORDS
from zermelo.solving.kernel import Kernel
from zermelo.words import key_numbers, prefetch

NEVER: Final = 65535
"""In the place of a distance, where play goes on for ever."""

# Of a state: its player to move, and what is added to it
TERMINAL: Final = 2
IMPOSSIBLE: Final = 4
"""An index that stands for no state."""
MISPLACED: Final = 8
"""A state whose number is not that under which it was looked for."""

# Of a successor, added up
AGAIN: Final = 1
"""The same player moves again, ..."""
FURTHER: Final = 2
"""... it is of another tier than the state before, ..."""
BACK: Final = 4
"""... of an earlier one."""

# The words of a field of packed keys: which numbers of a key it can be, what is taken from it, its first bit, and in which word
LEAST, GREATEST, LOW, SHIFT, WORD = 0, 1, 2, 3, 4
FIELD: Final = 5

NO_NUMBER: Final = -(1 << 63)
"""The number of no key."""

AT_ONCE: Final = 32
"""Keys that are looked up at once: the memory that one needs is on its way while another is looked at."""


def follow(
    game: Game, root: State, states: Any, children: Any, numbers: Any, steps: Any, gains: Any, degrees: Any, kinds: Any, ends: Any,
    count: int, width: int, tagged: int,
) -> int:  # fmt: skip
    """Make what these states lead to; how many successors, or the number of a state of more than `max_actions` less the count of all.

    children  the successors
    numbers   `width` numbers of the key of each, the least of those that are the same by symmetry, and room for those of one more;
              with tags or without (see `zermelo.words.key_numbers`)
    steps     of each successor what `step_to` says
    gains     the reward of the action that leads to it
    degrees, kinds, ends  of each state how many successors it has, its kind, and what it is worth to its player to move if it is the end
    """
    made = 0
    for node in range(count):
        state, begin, mover = states[node], made, game.to_move(states[node])
        kinds[node], ends[node] = mover, 0.0
        if game.is_terminal(state):
            kinds[node], ends[node] = mover + TERMINAL, game.utility(state, mover)
        else:
            for action in game.actions(state):
                if made - begin == game.max_actions:
                    return node - count
                child = game.result(state, action)
                children[made] = child
                steps[made], gains[made] = step_to(game, child, mover, game.tier(state)), game.reward(state, action)
                put_key(game, child, numbers, width * made, width, tagged)
                for image in game.symmetries(child):
                    put_key(game, image, numbers, width * (made + 1), width, tagged)
                    if comes_before(numbers, width * (made + 1), width * made, width) != 0:
                        for offset in range(width):
                            numbers[width * made + offset] = numbers[width * (made + 1) + offset]
                made += 1
        degrees[node] = made - begin
    return made


def put_key(game: Game, state: State, numbers: Any, place: int, width: int, tagged: int) -> int:
    """Write the numbers of a state's key, with 0 behind them, and what no key has where it has other ones than all that are known; 0."""
    count = key_numbers(game, state, numbers, place, tagged, width)
    if count > width:
        count = 1
        numbers[place] = NO_NUMBER
    for offset in range(count, width):
        numbers[place + offset] = 0
    return 0


def step_to(game: Game, child: State, mover: int, tier: int) -> int:
    """Whether a successor of a state of this tier has the same player to move, and whether it is of another tier: AGAIN, FURTHER, BACK."""
    where, step = game.tier(child), AGAIN if game.to_move(child) == mover else 0
    if where != tier:
        step += FURTHER if where > tier else FURTHER + BACK
    return step


def comes_before(numbers: Any, one: int, other: int, width: int) -> int:
    """Whether the numbers from the place `one` on are less than those from `other` on, by the first that differs: 1 or 0."""
    for offset in range(width):
        if numbers[one + offset] < numbers[other + offset]:
            return 1
        if numbers[one + offset] > numbers[other + offset]:
            return 0
    return 0


def find(numbers: Any, fields: Any, keys: Any, places: Any, scratch: Any, count: int, width: int, words: int, known: int) -> int:
    """Find the places of these keys among `known` sorted ones of `words` words, by halving; 0.

    numbers  `width` numbers of each, packed as `fields` says
    places   of each its place, -1 where it is not there
    scratch  room for AT_ONCE packed keys and as many places
    """
    for first in range(0, count, AT_ONCE):
        last = min(first + AT_ONCE, count)
        for key in range(first, last):
            packed = (key - first) * words
            places[key] = 0
            for word in range(words):
                scratch[packed + word] = 0
            for offset in range(width):
                number, field = numbers[width * key + offset], FIELD * offset
                if not fields[field + LEAST] <= number <= fields[field + GREATEST]:
                    places[key] = -1
                scratch[packed + fields[field + WORD]] |= (number - fields[field + LOW]) << fields[field + SHIFT]
        left = known
        while left > 1:
            half = left >> 1
            left -= half
            for key in range(first, last):
                if places[key] >= 0:
                    middle = places[key] + half
                    if comes_after(keys, words * middle, scratch, words * (key - first), words) == 0:
                        places[key] = middle
                    prefetch(keys, words * (places[key] + (left >> 1)))
        for key in range(first, last):
            for word in range(words):
                if places[key] >= 0 and keys[words * places[key] + word] != scratch[words * (key - first) + word]:
                    places[key] = -1
    return 0


def comes_after(keys: Any, place: int, others: Any, other: int, words: int) -> int:
    """Whether the key at this place is greater than another one: 1 or 0."""
    for word in range(words):
        if keys[place + word] > others[other + word]:
            return 1
        if keys[place + word] < others[other + word]:
            return 0
    return 0


def follow_ranks(
    game: Game, root: State, numbers: Any, tiers: Any, places: Any, steps: Any, gains: Any, degrees: Any, kinds: Any, ends: Any,
    count: int, tier_count: int,
) -> int:  # fmt: skip
    """The same of states that the game numbers itself.

    numbers  the number of each state among those of all tiers, of which `tiers` says where each begins, and where the last one ends
    places   of each successor its number, -1 where it has none
    """
    made, tier = 0, 0
    for node in range(count):
        number = numbers[node]
        if number < tiers[tier]:
            tier = 0
        while number >= tiers[tier + 1]:
            tier += 1
        state, begin = game.unrank(tier, number - tiers[tier]), made
        kinds[node], ends[node] = IMPOSSIBLE, 0.0
        if game.possible(state):
            mover = game.to_move(state)
            kinds[node] = mover
            if number_of(game, state, tiers, tier_count) != number:
                kinds[node] = mover + MISPLACED
            if game.is_terminal(state):
                kinds[node], ends[node] = kinds[node] + TERMINAL, game.utility(state, mover)
            else:
                for action in game.actions(state):
                    if made - begin == game.max_actions:
                        return node - count
                    child = game.result(state, action)
                    steps[made], gains[made] = step_to(game, child, mover, tier), game.reward(state, action)
                    places[made] = number_of(game, child, tiers, tier_count)
                    made += 1
        degrees[node] = made - begin
    return made


def number_of(game: Game, state: State, tiers: Any, tier_count: int) -> int:
    """The number of a state among those of all tiers; -1 where its tier or rank is beyond what there is."""
    tier = game.tier(state)
    if not 0 <= tier < tier_count:
        return -1
    rank = game.rank(state)
    return tiers[tier] + rank if 0 <= rank < tiers[tier + 1] - tiers[tier] else -1


def hold(
    values: Any, distances: Any, worths: Any, numbers: Any, places: Any, steps: Any, gains: Any, degrees: Any, kinds: Any, ends: Any,
    wrong: Any, count: int, value_count: int, endless: int, by_tier: int, says: int, favoured: float,
) -> int:  # fmt: skip
    """Hold these states against those that they lead to, by the rules that certificate.py gives; how many are wrong.

    values, distances  of all states: the place among `worths`, `value_count` where it is no state; plies to the end, or NEVER
    numbers   of each state of the batch its place in these
    places    the same of its successors, -1 where there is no such place
    wrong     the numbers within the batch of those that are wrong
    by_tier   whether distances go to the next tier
    endless   whether draws have no distances; `says` whether the rules say what endless play is worth: `favoured` to MAX
    """
    edge, found = 0, 0
    for node in range(count):
        value, distance, kind, is_so = values[numbers[node]], distances[numbers[node]], kinds[node], 1
        if kind >= IMPOSSIBLE or value >= value_count:
            is_so = 1 if kind == IMPOSSIBLE and value >= value_count else 0
        elif kind >= TERMINAL:
            is_so = 1 if worths[value] == ends[node] and distance == 0 else 0
        elif degrees[node] == 0:
            is_so = 0
        else:
            best, nearest = -1e308, 0
            for place in range(edge, edge + degrees[node]):
                if places[place] < 0 or values[places[place]] >= value_count:
                    is_so = 0
                else:
                    worth, plies = worths[values[places[place]]], distances[places[place]]
                    if steps[place] & AGAIN == 0:
                        worth = 0.0 - worth
                    worth += gains[place]
                    if by_tier != 0:
                        if steps[place] & BACK != 0 or (gains[place] != 0.0 and steps[place] & FURTHER == 0):
                            is_so = 0
                        if steps[place] & FURTHER != 0:
                            plies = 0
                    if worth > best:
                        best, nearest = worth, plies
                    elif worth == best:
                        nearest = max(nearest, plies) if best < 0.0 else min(nearest, plies)
            plies = NEVER if nearest == NEVER or (best == 0.0 and endless != 0) else nearest + 1
            if plies == NEVER and (says == 0 or best != (favoured if kind == MAX else 0.0 - favoured)):
                is_so = 0
            if worths[value] != best or distance != plies:
                is_so = 0
        edge += degrees[node]
        if is_so == 0:
            wrong[found] = node
            found += 1
    return found


def meet(places: Any, met: Any, fresh: Any, count: int) -> int:
    """Mark these places as met; how many had not been, and which of them are."""
    found = 0
    for number in range(count):
        place = places[number]
        if place >= 0 and met[place] == 0:
            met[place] = 1
            fresh[found] = number
            found += 1
    return found


FOLLOW: Final = Kernel("twin_follow", (follow, (STATES, STATES, WORDS, BYTES, FLOATS, WORDS, WORDS, FLOATS, int, int, int), int))
FOLLOW_RANKS: Final = Kernel("twin_follow_ranks", (follow_ranks, (WORDS, WORDS, WORDS, BYTES, FLOATS, WORDS, WORDS, FLOATS, int, int), int))
FIND: Final = Kernel("twin_find", (find, (WORDS, WORDS, WORDS, WORDS, WORDS, int, int, int, int), int))
HOLD: Final = Kernel(
    "twin_hold",
    (hold, (BYTES, SHORTS, FLOATS, WORDS, WORDS, BYTES, FLOATS, WORDS, WORDS, FLOATS, WORDS, *[int] * 5, float), int),
)
MEET: Final = Kernel("twin_meet", (meet, (WORDS, BYTES, WORDS, int), int))
"""Each ready to be compiled."""
