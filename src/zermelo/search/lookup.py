"""What a database knows of a game that numbers its states, as one row of words: where kernels look it up, compiled or as plain Python.

    0 ..              how many tiers there are, how the numbers lie that follow, and how many values there are
    WORTHS ..         the values, from the least to the greatest, to the player to move: floats, kept as words
    BEGINS ..         of each tier which place its first state has, and that behind the last one; a tier of which nothing is known is empty
    then              of each place which of the values it is worth, and one more where no state stands; after these the distances

Values and distances are numbers of a few bits side by side, the first in the lowest bits of a word.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import Game, State
from zermelo.words import number_of

Words = Any

TIERS: Final = 0
VALUES: Final = 1
"""How many values there are."""
VALUES_AT: Final = 2
VALUE_BITS: Final = 3
DISTANCES_AT: Final = 4
"""0 where no distances to the end are kept."""
DISTANCE_BITS: Final = 5
WORTHS: Final = 8
BEGINS: Final = WORTHS + 256


def place_of(game: Game, state: State, database: Words) -> int:
    """Where a state stands; -1 where it is not known."""
    tier = game.tier(state)
    if not 0 <= tier < database[TIERS]:
        return -1
    first = database[BEGINS + tier]
    last = database[BEGINS + tier + 1]
    if first == last:
        return -1
    place = first + game.rank(state)
    if not first <= place < last:
        return -1
    return place if value_at(database, place) < database[VALUES] else -1


def value_at(database: Words, place: int) -> int:
    """Which of the values is that of this place."""
    return number_at(database, database[VALUES_AT], database[VALUE_BITS], place)


def worth_at(database: Words, place: int) -> float:
    """What the state of this place is worth to its player to move."""
    return number_of(database[WORTHS + value_at(database, place)])


def plies_at(database: Words, place: int, never: int) -> int:
    """Plies from this place to the end of the game; `never` where they are not known, or play goes on for ever."""
    if database[DISTANCES_AT] == 0:
        return never
    plies = number_at(database, database[DISTANCES_AT], database[DISTANCE_BITS], place)
    return never if plies == (1 << database[DISTANCE_BITS]) - 1 else plies


def number_at(database: Words, first: int, bits: int, place: int) -> int:
    """A number of so many bits, of those that lie side by side from a word on."""
    at = place * bits
    number: int = (database[first + (at >> 6)] >> (at & 63)) & ((1 << bits) - 1)
    return number
