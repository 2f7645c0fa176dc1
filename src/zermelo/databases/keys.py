"""The key of a state as whole numbers, and these packed into words: what tells a state from every other in a database.

    state --- key, of all its symmetric images the least ---> numbers --- fields ---> packed words, in which states are in order

Numbers are compared one after the other; packed words are in the same order, whatever room the fields have. So the place of a state
among all others depends on the rules alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from zermelo.errors import ReshapedError
from zermelo.forms import WORD
from zermelo.game import Game, State
from zermelo.search.lookup import FIELD
from zermelo.words import form_of, numbers_of, tagged_numbers

NUMBERS: Final = "numbers"
"""How keys become numbers: those of which they are made, always as many; ..."""
VALUES: Final = "values"
"""... or any values, each with a number before it that says of what type it is."""
ROOM: Final = 63
"""Bits of a packed word that fields share: its sign is left out."""

_GREATEST: Final = (1 << 63) - 1

Array = np.ndarray[Any, np.dtype[Any]]


KEYS_FORM: Final = {"how": frozenset({NUMBERS, VALUES}), "least": [WORD], "greatest": [WORD]}
"""What files say of keys: how they become numbers, and how these are packed."""


class Keys:
    """The keys of a game's states as numbers.

    fold whether states that are the same by symmetry are one
    how  NUMBERS where the key of the initial state is made of whole numbers, bools, `Bits` and tuples of these, else VALUES
    """

    def __init__(self, game: Game, how: str | None = None, *, fold: bool = True) -> None:
        self.game, self.fold = game, fold
        try:
            self.width = len(numbers_of(game.key(game.initial())))
        except (TypeError, OverflowError):
            self.width = 0
        self.how = how or (NUMBERS if self.width else VALUES)
        self._form = form_of(game.key(game.initial()))
        self._flat = type(game.key(game.initial())) if isinstance(self._form, tuple) and not any(self._form) else None
        self._types: set[tuple[type, ...]] = set()

    def numbers(self, state: State) -> tuple[int, ...]:
        """The numbers of a state's key. Raises GameError where they are others than those of the initial state."""
        key = self.game.key(state)
        if self.how == VALUES:
            return tuple(tagged_numbers(key))
        if type(key) is self._flat and tuple(map(type, key)) in self._types:  # the most of them, in a third of the time
            numbers = tuple(map(int, key))
            return numbers if min(numbers) >= -1 - _GREATEST and max(numbers) <= _GREATEST else self._numbers_of(key)
        if form_of(key) != self._form:
            raise ReshapedError(f"`key` of {self.game!r} gives {key!r}, which has another form than that of the initial state")
        numbers = self._numbers_of(key)
        if type(key) is self._flat and len(key) == len(numbers):
            self._types.add(tuple(map(type, key)))
        return numbers

    def _numbers_of(self, key: Any) -> tuple[int, ...]:
        try:
            return numbers_of(key)
        except (TypeError, OverflowError) as error:
            raise ReshapedError(f"`key` of {self.game!r} gives {key!r}, which is not made as that of the initial state: {error}") from None

    def least(self, state: State) -> tuple[tuple[int, ...], State]:
        """Of a state and those that are one with it by symmetry that whose numbers are the least, and these."""
        numbers = self.numbers(state)
        for image in self.game.symmetries(state) if self.fold else ():
            if (other := self.numbers(image)) < numbers:
                numbers, state = other, image
        return numbers, state


@dataclass(frozen=True)
class Fields:
    """How the numbers of keys are packed: the least and the greatest that each can be.

    Numbers that never vary take no bit; of the others each has as many as it needs, the first ones the highest, and none lies in two
    words. A number of 64 bits has a word of its own.
    """

    least: tuple[int, ...]
    greatest: tuple[int, ...]

    @cached_property
    def _places(self) -> list[tuple[int, int, int, int]]:
        """Of each number that varies: which it is, its least, its bits, and in which word it lies."""
        places, word, left = [], 0, ROOM
        for number, (low, high) in enumerate(zip(self.least, self.greatest, strict=True)):
            bits = (high - low).bit_length()
            if bits > left:
                word, left = word + (left < ROOM), ROOM
            if bits:
                places.append((number, low if bits <= ROOM else 0, bits, word))
                word, left = (word + 1, ROOM) if bits > ROOM else (word, left - bits)
        return places

    @cached_property
    def words(self) -> int:
        """Words that a packed key takes."""
        return self._places[-1][3] + 1 if self._places else 1

    @cached_property
    def row(self) -> Array:
        """The fields as `kernels.place` reads them: number, least, shift and word of each."""
        used: dict[int, int] = {}
        found = []
        for number, low, bits, word in reversed(self._places):
            found.append((number, low, used.get(word, 0), word))
            used[word] = used.get(word, 0) + bits
        row: Array = np.array(found[::-1] or [(0, self.least[0], 0, 0)], dtype=np.int64).reshape(-1, FIELD)
        return row

    @cached_property
    def _ranges(self) -> tuple[list[tuple[int, int]], list[tuple[int, int, int, int, int, int]]]:
        """The numbers that never vary, with what they are; and of the others the range, the least, the shift and the word, as `of` asks."""
        places = self.row.tolist() if self._places else []
        varying = [(number, self.least[number], self.greatest[number], low, shift, word) for number, low, shift, word in places]
        rest = sorted(set(range(len(self.least))) - {place[0] for place in varying})
        return [(number, self.least[number]) for number in rest], varying

    def fit(self, least: Sequence[int], greatest: Sequence[int]) -> bool:
        """Whether there is room for numbers from these up to those."""
        return len(least) <= len(self.least) and all(map(int.__le__, self.least, least)) and all(map(int.__ge__, self.greatest, greatest))

    def widened(self, least: Sequence[int], greatest: Sequence[int], *, spare: bool = True) -> Fields:
        """Fields with room for these, too; with room to spare, all that the bits of each can say."""
        lows, highs = list(self.least), list(self.greatest)
        for number, (low, high) in enumerate(zip(least, greatest, strict=True)):
            if number == len(lows):
                lows, highs = [*lows, 0], [*highs, 0]
            lows[number], highs[number] = min(lows[number], low), max(highs[number], high)
            if spare:
                highs[number] = min(lows[number] + (1 << (highs[number] - lows[number]).bit_length()) - 1, (1 << 63) - 1)
        return Fields(tuple(lows), tuple(highs))

    def moves(self, wider: Fields) -> Array:
        """How keys so packed are packed as in wider fields, as `kernels.repack` reads it."""
        before = {
            number: (word, shift, -1 if bits > ROOM else (1 << bits) - 1, low)
            for (number, low, bits, word), (_, _, shift, _) in zip(self._places, self.row.tolist(), strict=False)
        }
        found = []
        for number, low, shift, word in wider.row.tolist():
            constant = self.least[number] if number < len(self.least) else 0
            old_word, old_shift, mask, least = before.get(number, (0, 0, 0, constant))
            found.append((old_word, old_shift, mask, least - low, shift, word))
        return np.array(found, dtype=np.int64)

    def packed(self, numbers: Array) -> Array:
        """Keys of `len(least)` numbers each, a row a key, as `words` words each."""
        made = np.zeros((len(numbers), self.words), dtype=np.int64)
        for number, low, shift, word in self.row.tolist():
            made[:, word] |= (numbers[:, number] - low) << shift
        return made

    def unpacked(self, keys: Array) -> Array:
        """The numbers of packed keys."""
        numbers = np.empty((len(keys), len(self.least)), dtype=np.int64)
        numbers[:] = self.least
        for (number, low, bits, word), (_, _, shift, _) in zip(self._places, self.row.tolist(), strict=False):
            part = keys[:, word] >> shift
            numbers[:, number] = part + low if bits > ROOM else (part & ((1 << bits) - 1)) + low
        return numbers

    def of(self, numbers: Sequence[int]) -> tuple[int, ...] | None:
        """One packed key; None where it does not fit: there is no such state."""
        if len(numbers) > len(self.least):
            return None
        wide = (*numbers, *(0,) * (len(self.least) - len(numbers)))
        constants, packing, words = *self._ranges, [0] * self.words
        for number, only in constants:
            if wide[number] != only:
                return None
        for number, least, greatest, low, shift, word in packing:
            if not least <= wide[number] <= greatest:
                return None
            words[word] |= (wide[number] - low) << shift
        return tuple(words)


def fields_told(least: list[int], greatest: list[int]) -> Fields:
    """The fields that a file tells. Raises ValueError where these are none."""
    if not least or len(least) != len(greatest) or any(map(int.__gt__, least, greatest)):
        raise ValueError("least and greatest, of the numbers of keys, are not the ends of as many ranges")
    return Fields(tuple(least), tuple(greatest))
