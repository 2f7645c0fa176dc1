"""What is done to every state of a tier of a game that numbers its states itself (`Game.rank`), and to what it leads to.

Rows are arrays of numpy. The states of all tiers lie one after the other, those of a tier by their rank. In which order the states of a
tier become known is said by `order`:

    ALL_TOLD   when all of their successors are: no state comes back. A distance is plies to the end
    BY_PLIES   there are a win, a loss and a draw, and wins and losses become known by their distance, which is plies to the end
    BY_SCORES  there are scores, and the states of the greatest become known first, to either player, each by its distance, which is plies
               to the end or to an action that leaves the tier; what is left when all others are known is worth 0
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.databases.kernels import ENDLESS, FAULT, LONGEST, QUEUED, UNKNOWN, WHERE
from zermelo.game import MAX, Game, State
from zermelo.native import BYTES, FLOATS, HALVES, MOST_PREDECESSORS, SHORTS, WORDS
from zermelo.solving.kernel import Kernel
from zermelo.words import prefetch

# The words of what is counted, beside those of kernels.py: KNOWN and SLOTS there are not needed here
VALUES: Final = 0
"""Different values."""
ROUND: Final = 1
"""The distance of the states that are looked at now; by scores what `due` says of them."""
INNER: Final = 6
"""Successors within the tier, ..."""
EDGES: Final = 7
"""... and all of them."""
ENDS: Final = 8
"""States of the tier in which the game is over, ..."""
STATES: Final = 9
"""... and all of them, without the indices that stand for none."""
COUNTERS: Final = 10

ALL_TOLD, BY_PLIES, BY_SCORES = 0, 1, 2

NONE: Final = 254
"""In the place of a value, of an index that stands for no state."""
WINNING: Final = 253
"""... of a state that is won by leaving the tier, in the round that stands in the place of the distance or before."""
LOSING: Final = 252
"""... of one that is lost in the round that stands in the place of the distance, later than the states that are looked at now."""

LEAVES: Final = 512
"""What is noted of a successor: 1,024 times its place, this if it is of another tier, ..."""
SAME: Final = 256
"""... this if the same player moves again, ..."""
EVEN: Final = 128
"""... and the reward of the action that leads to it, and so much: from 0 to 255."""

OWNED: Final = 10
"""So many states in a row, 2 to the power of this, have one owner, who tells them what they are worth."""
GOLDEN: Final = 157
"""Spreads these rows over the owners, as many to each: 256 times the golden ratio, made odd (D. Knuth, multiplicative hashing)."""
AHEAD: Final = 24
"""So many states before one is told something, it is fetched from memory."""

BROKEN: Final = 1
"""A promise about ranks is broken (see ranked_game.py)."""
NEW_VALUE: Final = 2
"""The end of the game is worth what was not seen before."""
TOO_LONG: Final = 3
"""There are games of more plies than there is room for."""
NOT_SO: Final = 4
"""A state is not worth what its successors say."""


def value_of(game: Game, state: State, worths: Any, count: int) -> int:
    """Which of the values the end is worth to its player to move; -1 where it is none of them."""
    worth = game.utility(state, game.to_move(state))
    for value in range(count):
        if worths[value] == worth:
            return value
    return -1


def is_better(value: int, distance: int, known: int, plies: int, draw: int) -> int:
    """Whether one value, and plies to the end, are better than another to the player to move: who loses takes long."""
    if value != known:
        return 1 if value > known else 0
    return 1 if (distance > plies if value < draw else distance < plies) else 0


def gather(
    game: Game, state: State, values: Any, tiers: Any, scratch: Any, tier: int, last_tier: int, own_too: int, at: int
) -> tuple[int, int]:
    """Find where what a state leads to lies: how many successors were looked for, and how many there are in the tier.

    Those in the tier are only counted, unless `own_too` is not 0. The first number is -1 where a promise is broken.

    scratch  from `at` on what is noted of each (see LEAVES); all are on their way from memory
    """
    mover, inner, asked = game.to_move(state), 0, 0
    for action in game.actions(state):
        child, won = game.result(state, action), game.reward(state, action)
        where = game.tier(child)
        gain = int(won)
        if not tier <= where < last_tier or gain != won or not -EVEN <= gain < EVEN:
            return -1, 0
        if where == tier:
            inner += 1
            if gain != 0:
                return -1, 0
        if where != tier or own_too != 0:
            place = placed(game, child, tiers, where)
            if place < 0:
                return -1, 0
            prefetch(values, place)
            marks = (0 if where == tier else LEAVES) + (SAME if game.to_move(child) == mover else 0)
            scratch[at + asked] = 1024 * place + marks + gain + EVEN
            asked += 1
    return (asked if asked + inner != 0 else -1), inner


def weigh(values: Any, distances: Any, scratch: Any, counts: Any, at: int, asked: int, order: int) -> tuple[int, int]:
    """The best value of these successors, and its plies from the state before them, to the end or to where the tier is left (see `order`).

    The value is -1 where there is none, and NONE where one stands for no state or is worth what there is no place for. Where draws have no
    distance it is a draw, and the plies are nothing, if the end of the best of them is not known.
    """
    draw, best, plies, is_open = counts[VALUES] // 2, -1, 0, 0
    for one in range(at, at + asked):
        value = told(values, scratch[one], draw)
        if values[scratch[one] >> 10] == NONE or not 0 <= value <= 2 * draw:
            return NONE, 0
        best = max(best, value)
    if order == ALL_TOLD or best != draw:
        for one in range(at, at + asked):
            if told(values, scratch[one], draw) == best:
                distance = distances[scratch[one] >> 10] + 1
                if order == BY_SCORES and scratch[one] & LEAVES != 0:
                    distance = 1
                if distance == ENDLESS:
                    counts[FAULT] = TOO_LONG
                if order != ALL_TOLD and distance > ENDLESS:
                    is_open = 1
                elif plies == 0 or (distance > plies if best < draw else distance < plies):
                    plies = distance
        if is_open != 0 and (best < draw or plies == 0):
            best, plies = draw, 0
    return best, plies


def told(values: Any, noted: int, draw: int) -> int:
    """What a successor of which this is noted, and the reward on the way to it, are worth to who moves there."""
    value: int = values[noted >> 10]
    return (value if noted & SAME != 0 else 2 * draw - value) + (noted & 255) - EVEN


def due(value: int, draw: int, leaves: int) -> int:
    """The round in which states become known by scores that are worth this, by an end (0) or by leaving the tier (1)."""
    return 2 * (draw - abs(value - draw)) + 1 + leaves


def placed(game: Game, state: State, tiers: Any, tier: int) -> int:
    """The place of a state of this tier among all; -1 where its rank is beyond those of the tier."""
    rank = game.rank(state)
    return tiers[tier] + rank if 0 <= rank < tiers[tier + 1] - tiers[tier] else -1


def open_tier(
    game: Game, root: State, values: Any, distances: Any, left: Any, queue: Any, waiting: Any, tiers: Any, worths: Any, counts: Any,
    scratch: Any, tier: int, last_tier: int, first: int, last: int, order: int,
) -> int:  # fmt: skip
    """Look at the states of a tier from the index `first` up to `last`, and at all that they lead to; where it stopped, for a fault.

    values, distances  of all states (see `kernels.settle`)
    left      how many successors of each state of the tier are not known to be won for the other player
    queue     the indices whose values have become known
    waiting   how many states there are at each distance that are known to be won or lost then, and are not yet queued
    tiers     where each tier begins, and behind the last one where it ends
    worths    the values that there are, from the least to the greatest
    scratch   room for a number for each successor (see `gather`)
    """
    draw, base = counts[VALUES] // 2, tiers[tier]
    for index in range(first, last):
        state, place = game.unrank(tier, index), base + index
        left[index], distances[place], values[place] = 0, 0, NONE
        if game.possible(state):
            if game.tier(state) != tier or game.rank(state) != index or not 0 <= game.to_move(state) <= 1:
                counts[FAULT], counts[WHERE] = BROKEN, index
                return index
            if game.is_terminal(state):
                value = value_of(game, state, worths, counts[VALUES])
                if value < 0:
                    counts[FAULT], counts[WHERE] = NEW_VALUE, index
                    return index
                values[place] = value
                counts[ENDS] += 1
                if order == BY_SCORES and value != draw:
                    values[place], distances[place] = WINNING if value > draw else LOSING, due(value, draw, 0)
                    waiting[distances[place]] += 1
                elif order == ALL_TOLD or value != draw:
                    queue[counts[QUEUED]] = index
                    counts[QUEUED] += 1
            else:
                asked, inner = gather(game, state, values, tiers, scratch, tier, last_tier, 0, 0)
                best, plies = weigh(values, distances, scratch, counts, 0, asked, order)
                if asked < 0 or best == NONE or counts[FAULT] != 0:
                    counts[FAULT], counts[WHERE] = max(BROKEN, counts[FAULT]), index
                    return index
                counts[EDGES] += asked + inner
                counts[INNER] += inner
                left[index] = inner + (1 if order != ALL_TOLD and best == draw else 0)
                if order == BY_SCORES:
                    plies = 0 if best < 0 else due(best, draw, 1)
                values[place], distances[place] = UNKNOWN, plies
                if order == ALL_TOLD:
                    if best >= 0:
                        values[place] = best
                    if inner == 0:
                        queue[counts[QUEUED]] = index
                        counts[QUEUED] += 1
                elif best > draw or left[index] == 0:
                    values[place] = WINNING if best > draw else LOSING
                    waiting[plies] += 1
            counts[STATES] += 1
    return last


def reverse(
    game: Game, root: State, values: Any, starts: Any, sources: Any, tiers: Any, counts: Any, tier: int, first: int, last: int,
    least: int, beyond: int, begin: int, writing: int,
) -> int:  # fmt: skip
    """Count the states of a tier before each, or write them down: twice the index, and 1 more where the same player moves again; 0.

    starts, sources, least, beyond, begin  see `kernels.turn_round`
    """
    for index in range(first, last):
        if values[tiers[tier] + index] != NONE:
            state = game.unrank(tier, index)
            if not game.is_terminal(state):
                mover = game.to_move(state)
                for action in game.actions(state):
                    child = game.result(state, action)
                    if game.tier(child) == tier:
                        rank = placed(game, child, tiers, tier) - tiers[tier]
                        if rank < 0 or values[tiers[tier] + rank] == NONE:
                            counts[FAULT], counts[WHERE] = BROKEN, index
                            return 0
                        if writing == 0:
                            starts[rank] += 1
                        elif least <= rank < beyond:
                            starts[rank] -= 1
                            sources[starts[rank] - begin] = 2 * index + (1 if game.to_move(child) == mover else 0)
    return 0


def collect(values: Any, distances: Any, queue: Any, tiers: Any, counts: Any, tier: int, first: int, last: int, order: int) -> int:
    """Queue those of a tier's states that are won by leaving it, or lost, in the round counts[ROUND]; 0."""
    draw, base = counts[VALUES] // 2, tiers[tier]
    lead, plies = (1, counts[ROUND]) if order == BY_PLIES else (draw - (counts[ROUND] - 1 >> 1), counts[ROUND] + 1 & 1)
    for index in range(first, last):
        value = values[base + index]
        if LOSING <= value <= WINNING and distances[base + index] == counts[ROUND]:
            values[base + index] = draw + lead if value == WINNING else draw - lead
            distances[base + index] = plies
            queue[counts[QUEUED]] = index
            counts[QUEUED] += 1
    return 0


def finish(
    game: Game, root: State, values: Any, distances: Any, tiers: Any, counts: Any, tier: int, first: int, last: int, favoured: int
) -> int:
    """Give those of a tier's states that never end the value of endless play, `favoured` to MAX, and those that wait theirs; 0."""
    draw, base = counts[VALUES] // 2, tiers[tier]
    for index in range(first, last):
        value = values[base + index]
        if value == WINNING:
            values[base + index] = draw + 1
        elif value == LOSING:
            values[base + index] = draw - 1
        elif value == UNKNOWN:
            values[base + index] = endless_value(game, game.unrank(tier, index), draw, favoured)
            distances[base + index] = ENDLESS
    return 0


def endless_value(game: Game, state: State, draw: int, favoured: int) -> int:
    """What endless play is worth to the player to move."""
    return 2 * draw - favoured if favoured != draw and game.to_move(state) != MAX else favoured


def hold(
    game: Game, root: State, values: Any, distances: Any, tiers: Any, worths: Any, counts: Any, scratch: Any, tier: int, last_tier: int,
    first: int, last: int, order: int, favoured: int,
) -> int:  # fmt: skip
    """Hold the states of a tier against those that they lead to, as certificate.py does; where it stopped, for a fault.

    What a state leads to is on its way from memory while that of the one before it is looked at.
    """
    base, room, before, before_asked, before_at = tiers[tier], game.max_actions, -1, 0, 0
    for index in range(first, last):
        value, distance = values[base + index], distances[base + index]
        if value != NONE:
            state = game.unrank(tier, index)
            if game.is_terminal(state):
                if value != value_of(game, state, worths, counts[VALUES]) or distance != 0:
                    counts[FAULT], counts[WHERE] = NOT_SO, index
                    return index
            else:
                at = room - before_at
                asked, _ = gather(game, state, values, tiers, scratch, tier, last_tier, 1, at)
                if asked < 0:
                    counts[FAULT], counts[WHERE] = BROKEN, index
                    return index
                if (
                    before >= 0
                    and holds(game, values, distances, scratch, counts, tier, base, before, before_at, before_asked, order, favoured) == 0
                ):
                    counts[FAULT], counts[WHERE] = NOT_SO, before
                    return index
                before, before_asked, before_at = index, asked, at
    if before >= 0 and holds(game, values, distances, scratch, counts, tier, base, before, before_at, before_asked, order, favoured) == 0:
        counts[FAULT], counts[WHERE] = NOT_SO, before
    return last


def holds(
    game: Game, values: Any, distances: Any, scratch: Any, counts: Any, tier: int, base: int, index: int, at: int, asked: int, order: int,
    favoured: int,
) -> int:  # fmt: skip
    """Whether a state is worth what these successors of it say: 1 or 0."""
    draw = counts[VALUES] // 2
    best, plies = weigh(values, distances, scratch, counts, at, asked, order)
    if order != ALL_TOLD and best == draw:
        best, plies = endless_value(game, game.unrank(tier, index), draw, favoured), ENDLESS
    return 1 if values[base + index] == best and distances[base + index] == plies else 0


def spread(game: Game, root: State, met: Any, tiers: Any, counts: Any, tier: int, last_tier: int, first: int, last: int, plies: int) -> int:
    """Go on by a ply from those states of a tier that are met after so many plies; where it stopped, for a fault.

    met  of each state how many plies lead to it, and one more; 0 where none do so far
    """
    for index in range(first, last):
        if met[tiers[tier] + index] == plies + 1:
            state = game.unrank(tier, index)
            counts[STATES] += 1
            if game.is_terminal(state):
                counts[ENDS] += 1
            else:
                for action in game.actions(state):
                    child = game.result(state, action)
                    where = game.tier(child)
                    place = placed(game, child, tiers, where) if tier <= where < last_tier else -1
                    if place < 0:
                        counts[FAULT], counts[WHERE] = BROKEN, index
                        return index
                    counts[EDGES] += 1
                    if met[place] == 0:
                        met[place] = plies + 2
    return last


def tell(
    values: Any, distances: Any, left: Any, queue: Any, waiting: Any, counts: Any, base: int, before: int, value: int, distance: int,
    draw: int, order: int,
) -> int:  # fmt: skip
    """Tell a state that an action leads to what is worth `value` to its player to move, `distance` plies from the end; 0."""
    known, place = values[base + before], base + before
    if order == ALL_TOLD:
        if left[before] != 0:
            if known == UNKNOWN or is_better(value, distance, known, distances[place], draw) != 0:
                values[place], distances[place] = value, distance
            left[before] -= 1
            if left[before] == 0:
                queue[counts[QUEUED]] = before
                counts[QUEUED] += 1
    elif known == UNKNOWN and value < draw:
        left[before] -= 1
        if order == BY_PLIES:
            distances[place] = max(distances[place], distance)
        if left[before] == 0:
            if distances[place] <= (distance if order == BY_PLIES else counts[ROUND]):
                values[place], distances[place] = value, distance
                queue[counts[QUEUED]] = before
                counts[QUEUED] += 1
            else:
                values[place] = LOSING
                waiting[distances[place]] += 1
    elif value > draw and (
        known == UNKNOWN or (known == WINNING and distances[place] > (distance if order == BY_PLIES else counts[ROUND]))
    ):
        if known == WINNING:
            waiting[distances[place]] -= 1
        values[place], distances[place] = value, distance
        queue[counts[QUEUED]] = before
        counts[QUEUED] += 1
    return 0


def look_back(
    game: Game, root: State, values: Any, distances: Any, queue: Any, tiers: Any, counts: Any, scratch: Any, told: Any, made: Any,
    tier: int, first: int, last: int, order: int, owners: int, room: int, shift: int,
) -> int:  # fmt: skip
    """Note what the states before those from the place `first` of the queue up to `last` are to be told; where it stopped.

    It stops where a row is full.

    told   a row for each owner of states, each of `room` words (see `note`)
    made   how many words are taken of each
    shift  each owner has 2 to the power of this states in a row; 0 where rows of states are spread over the owners (see OWNED)
    """
    draw, base, fullest = counts[VALUES] // 2, tiers[tier], 0
    for at in range(first, last):
        if fullest + MOST_PREDECESSORS > room:
            return at
        node = queue[at]
        value, distance = values[base + node], distances[base + node]
        if distance == LONGEST:
            counts[FAULT], counts[WHERE] = TOO_LONG, node
            return at
        state = game.unrank(tier, node)
        mover, befores = game.to_move(state), 0
        for one in game.predecessors(state):
            place = placed(game, one, tiers, tier) if game.tier(one) == tier else -1
            if place < 0:
                counts[FAULT], counts[WHERE] = BROKEN, node
                return at
            prefetch(values, place)
            scratch[befores] = 2 * place + (1 if game.to_move(one) == mover else 0)
            befores += 1
        for number in range(befores):
            place = scratch[number] >> 1
            if order == ALL_TOLD or values[place] >= LOSING:
                own = value if scratch[number] & 1 != 0 else 2 * draw - value
                fullest = max(fullest, note(told, made, place - base, own, distance + 1, owners, room, shift))
    return last


def look_back_by_list(
    values: Any, distances: Any, queue: Any, tiers: Any, counts: Any, starts: Any, sources: Any, told: Any, made: Any, tier: int,
    first: int, last: int, order: int, owners: int, room: int, shift: int,
) -> int:  # fmt: skip
    """The same where it is listed before which states each comes (see `reverse`).

    made  behind the words taken, how many of those before the first state have been noted already
    """
    draw, base, fullest = counts[VALUES] // 2, tiers[tier], 0
    for at in range(first, last):
        node = queue[at]
        value, distance = values[base + node], distances[base + node]
        if distance == LONGEST:
            counts[FAULT], counts[WHERE] = TOO_LONG, node
            return at
        for place in range(starts[node] + made[owners], starts[node + 1]):
            if fullest == room:
                made[owners] = place - starts[node]
                return at
            before = sources[place] >> 1
            if order == ALL_TOLD or values[base + before] >= LOSING:
                own = value if sources[place] & 1 != 0 else 2 * draw - value
                fullest = max(fullest, note(told, made, before, own, distance + 1, owners, room, shift))
        made[owners] = 0
    return last


def note(told: Any, made: Any, before: int, value: int, distance: int, owners: int, room: int, shift: int) -> int:
    """Note for the owner of a state what it is to be told; how many words of this owner are taken now."""
    owner = before >> shift if shift != 0 else ((before >> OWNED) * GOLDEN & 255) * owners >> 8
    told[owner * room + made[owner]] = before << 24 | value << 16 | distance
    made[owner] += 1
    return made[owner]  # type: ignore[no-any-return]


def note_successors(
    game: Game, root: State, values: Any, tiers: Any, counts: Any, told: Any, made: Any, tier: int, first: int, last: int, room: int,
    shift: int,
) -> int:  # fmt: skip
    """Note for the owners of the states that those from the index `first` up to `last` lead to within the tier, that they do.

    A word is 2**32 times the index of the successor, and 2 times that of the state before, and 1 more where the same player moves again.
    It stops where a row is full.

    told, made, shift  see `look_back`
    """
    fullest = 0
    for index in range(first, last):
        if fullest + game.max_actions > room:
            return index
        if values[tiers[tier] + index] != NONE:
            state = game.unrank(tier, index)
            if not game.is_terminal(state):
                mover = game.to_move(state)
                for action in game.actions(state):
                    child = game.result(state, action)
                    if game.tier(child) == tier:
                        rank = placed(game, child, tiers, tier) - tiers[tier]
                        if rank < 0:
                            counts[FAULT], counts[WHERE] = BROKEN, index
                            return index
                        owner = rank >> shift
                        told[owner * room + made[owner]] = rank << 32 | 2 * index + (1 if game.to_move(child) == mover else 0)
                        made[owner] += 1
                        fullest = max(fullest, made[owner])
    return last


def tell_back(
    values: Any, distances: Any, left: Any, queue: Any, waiting: Any, counts: Any, told: Any, base: int, count: int, order: int
) -> int:
    """Tell states what was noted for them (see `note`), this many; 0. Each is on its way from memory before it is told."""
    draw = counts[VALUES] // 2
    for number in range(count):
        ahead = told[min(number + AHEAD, count - 1)] >> 24
        prefetch(values, base + ahead)
        prefetch(distances, base + ahead)
        prefetch(left, ahead)
        word = told[number]
        tell(values, distances, left, queue, waiting, counts, base, word >> 24, word >> 16 & 255, word & 65535, draw, order)
    return 0


class Kernels(NamedTuple):
    """The kernels, ready to be compiled; `left` is a row of bytes, or of 16 bits for states of more than 255 actions."""

    open_tier: Kernel
    reverse: Kernel
    collect: Kernel
    finish: Kernel
    hold: Kernel
    look_back: Kernel
    look_back_by_list: Kernel
    note_successors: Kernel
    tell_back: Kernel


SPREAD: Final = Kernel("spread", (spread, (SHORTS, WORDS, WORDS, *[int] * 5), int))


def kernels(left: str) -> Kernels:
    """The kernels where `left` is a row of this type, BYTES or SHORTS."""

    def kernel(function: Any, *parameters: Any) -> Kernel:
        return Kernel(f"{function.__name__}_{left}", (function, parameters, int))

    return Kernels(
        kernel(open_tier, BYTES, SHORTS, left, HALVES, WORDS, WORDS, FLOATS, WORDS, WORDS, *[int] * 5),
        kernel(reverse, BYTES, HALVES, HALVES, WORDS, WORDS, *[int] * 7),
        kernel(collect, BYTES, SHORTS, HALVES, WORDS, WORDS, *[int] * 4),
        kernel(finish, BYTES, SHORTS, WORDS, WORDS, *[int] * 4),
        kernel(hold, BYTES, SHORTS, WORDS, FLOATS, WORDS, WORDS, *[int] * 6),
        kernel(look_back, BYTES, SHORTS, HALVES, WORDS, WORDS, WORDS, WORDS, WORDS, *[int] * 7),
        kernel(look_back_by_list, BYTES, SHORTS, HALVES, WORDS, WORDS, HALVES, HALVES, WORDS, WORDS, *[int] * 7),
        kernel(note_successors, BYTES, WORDS, WORDS, WORDS, WORDS, *[int] * 5),
        kernel(tell_back, BYTES, SHORTS, left, HALVES, WORDS, WORDS, WORDS, *[int] * 3),
    )
