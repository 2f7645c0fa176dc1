"""What is known of a game's states, as one row of words: where kernels look it up, compiled or as plain Python.

    0 ..     the numbers that follow, in their order
    HEAD ..  by rank, of a game that numbers its states: of each tier which place its first state has, and that behind the last one; a tier
             of which nothing is known is empty
             by key: of each number of a key the least and the greatest that it is; then the fields of a packed key, each as which number
             it is, the least of that, its first bit, and in which word it lies (see zermelo.databases.keys)
    then     the values, from the least to the greatest, to the player to move: floats, kept as words; the packed keys in their order, the
             first words the weightiest; of each place which of the values it is worth, and by rank one more where no state stands; the
             distances

Values and distances are numbers of a few bits side by side, the first in the lowest bits of a word. A key is found by halving, and compared
whole: what is found is the state that was asked for, and no other that looks like it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from zermelo.game import Game, State
from zermelo.search.runtime.memory import WORD_BYTES, Raw
from zermelo.words import key_numbers, number_of

Words = Any

TIERS: Final = 0
VALUES: Final = 1
"""How many values there are."""
VALUES_AT: Final = 2
VALUE_BITS: Final = 3
DISTANCES_AT: Final = 4
"""0 where no distances to the end are kept."""
DISTANCE_BITS: Final = 5
WORTHS_AT: Final = 6
KEYS_AT: Final = 7
KEYS: Final = 8
"""How many keys there are."""
WIDTH: Final = 9
"""How many numbers a key has."""
KEY_WORDS: Final = 10
"""How many words a packed key takes."""
FIELDS_AT: Final = 11
FIELDS: Final = 12
"""How many fields a packed key has."""
TAGGED: Final = 13
"""Whether the numbers of a key have tags: how `zermelo.words.key_numbers` is asked for them."""
HEAD: Final = 16

NUMBER, LEAST, SHIFT, WORD = 0, 1, 2, 3
"""The words of a field of packed keys: which number of a key it is, the least that it can be, its first bit, and in which word."""
FIELD: Final = 4

DATABASE: Final = 0
"""The words of a desk, on which one thread works out a key: where the row above lies ..."""
NUMBERS: Final = 1
"""... and from here on the numbers of the key, those of another one, and the packed key."""


@dataclass(frozen=True)
class Rows:
    """What is known, ready to be looked up.

    words   the row, an array
    by_key  whether places are found by keys; else by the numbers that the game gives its states
    early   whether these are the first positions of a game alone, to which a search from later ones does not come
    """

    words: Any
    by_key: bool
    early: bool = False

    def where(self, *, compiled: bool) -> Any:
        """What kernels take for the row."""
        return self.words.ctypes.data if compiled else memoryview(self.words)


class Desk:
    """Where one thread works out the keys that it looks up in rows."""

    def __init__(self, rows: Rows, *, compiled: bool) -> None:
        self._rows = rows  # which live as long as this
        room = NUMBERS + 2 * int(rows.words[WIDTH]) + int(rows.words[KEY_WORDS])
        self._raw = Raw(room * WORD_BYTES) if compiled else None
        self._words: Any = self._raw.words if self._raw else [0] * room
        self._words[DATABASE] = rows.where(compiled=compiled)

    @property
    def where(self) -> Any:
        """What kernels take for it."""
        return self._raw.address if self._raw else self._words


def place_of(game: Game, state: State, database: Words) -> int:
    """Where a state stands by its tier and rank; -1 where it is not known."""
    tier = game.tier(state)
    if not 0 <= tier < database[TIERS]:
        return -1
    first = database[HEAD + tier]
    last = database[HEAD + tier + 1]
    if first == last:
        return -1
    place = first + game.rank(state)
    if not first <= place < last:
        return -1
    return place if value_at(database, place) < database[VALUES] else -1


def database_on(desk: Words) -> int:
    """Where the row lies that is looked up from this desk."""
    where: int = desk[DATABASE]
    return where


def place_by_key(game: Game, state: State, database: Words, desk: Words) -> int:
    """Where a state, or one that is the same by symmetry, stands by its key; -1 where it is not known. O(log n) for n keys."""
    width = database[WIDTH]
    tagged = database[TAGGED]
    count = key_numbers(game, state, desk, NUMBERS, tagged, width)
    if count > width:
        return -1
    for offset in range(count, width):
        desk[NUMBERS + offset] = 0
    for image in game.symmetries(state):
        count = key_numbers(game, image, desk, NUMBERS + width, tagged, width)
        if count > width:
            return -1
        for offset in range(count, width):
            desk[NUMBERS + width + offset] = 0
        if is_less(desk, NUMBERS + width, NUMBERS, width) != 0:
            for offset in range(width):
                desk[NUMBERS + offset] = desk[NUMBERS + width + offset]
    for offset in range(width):
        number = desk[NUMBERS + offset]
        if not database[HEAD + 2 * offset] <= number <= database[HEAD + 2 * offset + 1]:
            return -1
    key = NUMBERS + 2 * width
    words = database[KEY_WORDS]
    for word in range(words):
        desk[key + word] = 0
    first = database[FIELDS_AT]
    for field in range(first, first + FIELD * database[FIELDS], FIELD):
        number = desk[NUMBERS + database[field + NUMBER]] - database[field + LEAST]
        desk[key + database[field + WORD]] |= number << database[field + SHIFT]
    low = 0
    high = database[KEYS]
    while low < high:
        middle = (low + high) >> 1
        if order_of(database, database[KEYS_AT] + middle * words, desk, key, words) < 0:
            low = middle + 1
        else:
            high = middle
    if low == database[KEYS] or order_of(database, database[KEYS_AT] + low * words, desk, key, words) != 0:
        return -1
    return low


def order_of(database: Words, at: int, desk: Words, key: int, words: int) -> int:
    """-1 where the packed key in the row comes before that on the desk, 1 where it comes after it, 0 where they are equal."""
    for word in range(words):
        if database[at + word] != desk[key + word]:
            return -1 if database[at + word] < desk[key + word] else 1
    return 0


def is_less(numbers: Words, one: int, other: int, width: int) -> int:
    """Whether the numbers from the place `one` on are less than those from `other` on, by the first that differs."""
    for offset in range(width):
        if numbers[one + offset] != numbers[other + offset]:
            return 1 if numbers[one + offset] < numbers[other + offset] else 0
    return 0


def value_at(database: Words, place: int) -> int:
    """Which of the values is that of this place."""
    return number_at(database, database[VALUES_AT], database[VALUE_BITS], place)


def worth_at(database: Words, place: int) -> float:
    """What the state of this place is worth to its player to move."""
    return number_of(database[database[WORTHS_AT] + value_at(database, place)])


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
