"""What is done to every state of a game and to every successor: over rows of numbers, compiled, or as plain Python from the same source.

Rows are arrays of numpy. A state has a number as soon as it is found, in the order in which a breadth-first search finds them.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import CHANCE, MAX, NEARLY, Game, State
from zermelo.native import BYTES, FLOATS, HALVES, SHORTS, STATES, WORDS
from zermelo.search.lookup import FIELD, LEAST, NUMBER, SHIFT, WORD, is_less
from zermelo.search.runtime.faults import BAD_CHANCES, BAD_PLAYER, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS
from zermelo.solving.kernel import Kernel
from zermelo.words import key_numbers, mix64, prefetch

# The words of what is counted
KNOWN: Final = 0
"""States that have a number."""
SLOTS: Final = 1
"""Places of the hash table, a power of two."""
FAULT: Final = 2
"""What the rules do wrong (zermelo.search.runtime.faults), or 0; in the state of the number:"""
WHERE: Final = 3
DONE: Final = 4
"""Of the states whose values are known, those that have told them to the states before them:"""
QUEUED: Final = 5
"""... and how many there are."""
WIDEST: Final = 6
"""The numbers of the key that has the most."""
COUNTERS: Final = 7

TERMINAL: Final = 2
"""The kind of a state is its player to move, or BY_CHANCE; of one where the game is over, this much more."""
BY_CHANCE: Final = 4

MOVE: Final = 6
"""Words that say where a field of packed keys goes as its room grows (see `repack`)."""

UNKNOWN: Final = 255
"""In the place of a value that is not known."""
ENDLESS: Final = 65535
"""In the place of a distance, where play goes on for ever."""
LONGEST: Final = 65534
"""The greatest distance that there is room for."""

AT_ONCE: Final = 32
"""Keys that are looked up at once: the memory that one needs is on its way while another is looked at."""


def put_key(game: Game, state: State, numbers: Any, place: int, width: int, tagged: int) -> int:
    """Write the numbers of a state's key (see `zermelo.words.key_numbers`) from a place on, with 0 behind them up to `width`.

    How many there are, more than that where these are not all of the key.
    """
    count: int = key_numbers(game, state, numbers, place, tagged, width)
    for offset in range(count, width):
        numbers[place + offset] = 0
    return count


def folded(game: Game, state: State, numbers: Any, place: int, counts: Any, width: int, tagged: int, fold: int) -> State:
    """Of a state and, where `fold` is not 0, those that are the same by symmetry the one of the least key.

    numbers  from `place` on the `width` numbers of that key, and behind them room for another
    counts   WIDEST is how many numbers that key has, if no other had more; more than `width` where one has others than there is room for
    """
    count = longest = put_key(game, state, numbers, place, width, tagged)
    if fold != 0:
        for image in game.symmetries(state):
            other = put_key(game, image, numbers, place + width, width, tagged)
            longest = max(longest, other)
            if is_less(numbers, place + width, place, width) != 0:
                state, count = image, other
                for offset in range(width):
                    numbers[place + offset] = numbers[place + width + offset]
    counts[WIDEST] = max(counts[WIDEST], longest if longest > width else count)
    return state


def mover_of(game: Game, state: State) -> int:
    """The player to move, or BY_CHANCE."""
    mover = game.to_move(state)
    return BY_CHANCE if mover == CHANCE else mover


def expand(
    game: Game, root: State, states: Any, children: Any, numbers: Any, movers: Any, chances: Any, degrees: Any, kinds: Any, utilities: Any,
    counts: Any, first: int, last: int, width: int, tagged: int, fold: int, valued: int,
) -> int:  # fmt: skip
    """Make the successors of the states from `first` up to `last`; how many there are.

    children   the successors, one after the other; where `fold` is not 0, of those that are the same by symmetry the one of the least key
    numbers    `width` numbers of the key of each, and room for those of one more; `tagged` says how (see `zermelo.words.key_numbers`)
    movers     the player to move in each, or BY_CHANCE, before it is folded
    chances    in a game with chance, how likely each is where chance moves, as a part of the sum of all
    degrees, kinds, utilities  of each state, from 0: how many successors it has, its kind, and what it is worth to MAX if it is the end,
               where `valued` is not 0
    """
    made = 0
    for node in range(first, last):
        state, begin, mover = states[node], made, game.to_move(states[node])
        if not 0 <= mover < game.players and not (game.chance and mover == CHANCE):
            counts[FAULT], counts[WHERE] = BAD_PLAYER, node
            return made
        mover = mover_of(game, state)
        kinds[node - first] = mover
        if game.is_terminal(state):
            kinds[node - first] = mover + TERMINAL
            if valued != 0:
                utilities[node - first] = game.utility(state, MAX)
                if not -1e300 < utilities[node - first] < 1e300:
                    counts[FAULT], counts[WHERE] = BAD_UTILITY, node
                    return made
        elif game.chance and mover == BY_CHANCE:
            total = 0.0
            for action, probability in game.outcomes(state):
                if made - begin == game.max_actions:
                    counts[FAULT], counts[WHERE] = TOO_MANY_ACTIONS, node
                    return made
                if not probability >= 0:
                    counts[FAULT], counts[WHERE] = BAD_CHANCES, node
                    return made
                total += probability
                chances[made] = probability
                child = game.result(state, action)
                movers[made] = mover_of(game, child)
                children[made] = folded(game, child, numbers, width * made, counts, width, tagged, fold)
                made += 1
            if not 1 - NEARLY <= total <= 1 + NEARLY:
                counts[FAULT], counts[WHERE] = BAD_CHANCES, node
                return made
            for outcome in range(begin, made):
                chances[outcome] /= total
        else:
            for action in game.actions(state):
                if made - begin == game.max_actions:
                    counts[FAULT], counts[WHERE] = TOO_MANY_ACTIONS, node
                    return made
                child = game.result(state, action)
                movers[made] = mover_of(game, child)
                children[made] = folded(game, child, numbers, width * made, counts, width, tagged, fold)
                made += 1
            if made == begin:
                counts[FAULT], counts[WHERE] = NO_ACTION, node
                return made
        degrees[node - first] = made - begin
    return made


def fold_all(
    game: Game, root: State, states: Any, numbers: Any, movers: Any, counts: Any, count: int, width: int, tagged: int, fold: int
) -> int:  # fmt: skip
    """Put in the place of each of these states the one that `folded` gives, and write the numbers of their keys, and who is to move; 0."""
    for node in range(count):
        movers[node] = mover_of(game, states[node])
        states[node] = folded(game, states[node], numbers, width * node, counts, width, tagged, fold)
    return 0


def place(
    numbers: Any, fields: Any, keys: Any, slots: Any, targets: Any, fresh: Any, scratch: Any, counts: Any, made: int, width: int,
    words: int, field_count: int,
) -> int:  # fmt: skip
    """Give each of these keys its number, a new one where it was not seen before; how many are new.

    numbers  `width` numbers of each key, packed into `words` words as `fields` says
    keys     the packed keys by their numbers
    slots    the hash table: numbers from 1
    targets  the number of each key
    fresh    of each that is new which of the keys it is
    """
    mask, before, known = counts[SLOTS] - 1, counts[KNOWN], counts[KNOWN]
    for first in range(0, made, AT_ONCE):
        last = min(first + AT_ONCE, made)
        for key in range(first, last):
            packed = (key - first) * (words + 1)
            for word in range(words):
                scratch[packed + word] = 0
            for field in range(0, FIELD * field_count, FIELD):
                number = numbers[width * key + fields[field + NUMBER]] - fields[field + LEAST]
                scratch[packed + fields[field + WORD]] |= number << fields[field + SHIFT]
            mixed = 0
            for word in range(words):
                mixed = mix64(mixed ^ scratch[packed + word])
            scratch[packed + words] = mixed & mask
            prefetch(slots, mixed & mask)
        for key in range(first, last):
            here = slots[scratch[(key - first) * (words + 1) + words]]
            if here != 0:
                prefetch(keys, (here - 1) * words)
        for key in range(first, last):
            packed = (key - first) * (words + 1)
            slot, found = scratch[packed + words], -1
            while found < 0:
                here = slots[slot]
                if here == 0:
                    found = known
                    slots[slot] = known + 1
                    for word in range(words):
                        keys[known * words + word] = scratch[packed + word]
                    fresh[known - before] = key
                    known += 1
                else:
                    same = 1
                    for word in range(words):
                        if keys[(here - 1) * words + word] != scratch[packed + word]:
                            same = 0
                    if same != 0:
                        found = here - 1
                    slot = (slot + 1) & mask
            targets[key] = found
    counts[KNOWN] = known
    return known - before  # type: ignore[no-any-return]


def repack(keys: Any, moves: Any, made: Any, count: int, words: int, wider: int, move_count: int) -> int:
    """Pack keys of `words` words into `wider` ones; 0.

    moves  of each field: its word, shift and mask before, what is added to it, and its shift and word now
    """
    for key in range(count):
        for word in range(wider):
            made[key * wider + word] = 0
        for move in range(0, MOVE * move_count, MOVE):
            number = ((keys[key * words + moves[move]] >> moves[move + 1]) & moves[move + 2]) + moves[move + 3]
            made[key * wider + moves[move + 5]] |= number << moves[move + 4]
    return 0


def rehash(keys: Any, slots: Any, counts: Any, words: int) -> int:
    """Put all known keys into a hash table that is empty; 0."""
    mask = counts[SLOTS] - 1
    for key in range(counts[KNOWN]):
        mixed = 0
        for word in range(words):
            mixed = mix64(mixed ^ keys[key * words + word])
        slot = mixed & mask
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = key + 1
    return 0


def count_before(targets: Any, starts: Any, edges: int) -> int:
    """Count, at each state's place of `starts`, the successors that are this state; 0."""
    for edge in range(edges):
        starts[targets[edge]] += 1
    return 0


def turn_round(
    degrees: Any, targets: Any, starts: Any, sources: Any, first: int, last: int, least: int, beyond: int, begin: int
) -> int:  # fmt: skip
    """Write down, of the states from `first` up to `last`, before which states they come; how many successors they have.

    Of the states that they come before those count from `least` up to `beyond`, and `sources` has what lies from the place `begin` on.

    degrees  of each of these how many successors it has
    targets  the successors of these states, one after the other
    starts   of each state the place in `sources` behind the last of the states before it; afterwards that of the one written last
    """
    edge = 0
    for node in range(first, last):
        for _ in range(degrees[node - first]):
            target = targets[edge]
            if least <= target < beyond:
                starts[target] -= 1
                sources[starts[target] - begin] = node
            edge += 1
    return edge


def settle(
    starts: Any, sources: Any, kinds: Any, left: Any, values: Any, distances: Any, queue: Any, counts: Any, draw: int, by_rounds: int,
    at_most: int,
) -> int:  # fmt: skip
    """Tell the values of this many states to those before them, or of a few more; 0, or 1 where a game is longer than there is room for.

    starts, sources  the states before each (see `turn_round`), and behind the last one where they end
    left             how many successors of each have not told what they are worth
    values           of each state what it is worth to its player to move: from 0, the least, to 2 * draw; UNKNOWN at first
    distances        plies to the end, where the loser takes as many as can be, and else all as few
    queue            the states whose values are known, in the order in which they became so
    draw             the value of a draw
    by_rounds        0: a state's value is known when those of all its successors are, as no state comes back. 1: there are a win, a loss
                     and a draw, of which nothing is told; states are queued by distance, and one is won as soon as a successor is lost
                     to the other player
    """
    end = counts[DONE] + at_most
    while counts[DONE] < counts[QUEUED] and counts[DONE] < end:
        node = queue[counts[DONE]]
        counts[DONE] += 1
        for place in range(starts[node], starts[node + 1]):
            before = sources[place]
            value, distance = values[node], distances[node] + 1
            if ((kinds[node] ^ kinds[before]) & 1) != 0:
                value = 2 * draw - value
            if distance > LONGEST:
                return 1
            known = values[before]
            if by_rounds == 0:
                better = known == UNKNOWN or value > known
                if value == known:
                    better = distance > distances[before] if value < draw else distance < distances[before]
                if better:
                    values[before], distances[before] = value, distance
                left[before] -= 1
                if left[before] == 0:
                    queue[counts[QUEUED]] = before
                    counts[QUEUED] += 1
            elif known == UNKNOWN:
                left[before] -= 1
                if value > draw or left[before] == 0:
                    values[before], distances[before] = value, distance
                    queue[counts[QUEUED]] = before
                    counts[QUEUED] += 1
    return 0


EXPAND: Final = Kernel(
    "expand",
    (expand, (STATES, STATES, WORDS, BYTES, FLOATS, WORDS, WORDS, FLOATS, WORDS, int, int, int, int, int, int), int),
)
FOLD_ALL: Final = Kernel("fold_all", (fold_all, (STATES, WORDS, BYTES, WORDS, int, int, int, int), int))
PLACE: Final = Kernel("place", (place, (WORDS, WORDS, WORDS, HALVES, HALVES, HALVES, WORDS, WORDS, int, int, int, int), int))
REPACK: Final = Kernel("repack", (repack, (WORDS, WORDS, WORDS, int, int, int, int), int))
REHASH: Final = Kernel("rehash", (rehash, (WORDS, HALVES, WORDS, int), int))
COUNT_BEFORE: Final = Kernel("count_before", (count_before, (HALVES, HALVES, int), int))
TURN_ROUND: Final = Kernel("turn_round", (turn_round, (SHORTS, HALVES, HALVES, HALVES, *[int] * 5), int))
SETTLE: Final = Kernel("settle", (settle, (HALVES, HALVES, BYTES, SHORTS, BYTES, SHORTS, HALVES, WORDS, int, int, int), int))
"""Each ready to be compiled."""
