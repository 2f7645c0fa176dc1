"""Signed 64-bit words: what the engine's kernel keeps in raw memory, and the few operations on them.

Plain Python here, one or two machine instructions each in compiled code (native/words.py), with the same answers.
"""

from __future__ import annotations

import functools
import hashlib
import math
import struct
from collections import deque
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Final

from zermelo.bits import WORD, Bits
from zermelo.errors import GameError

STIR: Final = 0xFF51AFD7ED558CCD
SPREAD: Final = 0xC4CEB9FE1A85EC53
SEED: Final = 0x9E3779B97F4A7C15
NONE: Final = 0xB5297A4D3F84D5B5
"""In the place of None in a fingerprint."""
ROW, TEXT, SET, DICT, LARGE = 0xC6BC279692B5CC83, 0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3
"""What the number of members goes with in a fingerprint, so that none of its words is a number of a state's: of a tuple or list within
another value, of a text, a set, a dict, and of the words of a number of more than 64 bits. An object has `tag_of` its class there."""
EXACT: Final = 1 << 53
"""Up to here floats tell every whole number from its neighbours."""


def fingerprint(value: Any) -> int:
    """A word that tells a state, or a game's `key` of it, from others: equal values have equal fingerprints.

    Over the numbers in the value, in their order, and the lengths of tuples and lists in it: each is mixed in by an odd
    multiplication and a shift (the finisher of MurmurHash3, A. Appleby 2011), both of which can be undone. So the
    fingerprints of two values of one number *never* meet; those of values of more numbers with a chance of about 2**-64
    a pair. A str counts by its characters, a member of an Enum by its class and its place, an object by its class and its
    attributes, an array of NumPy by its numbers, a set or a dict by the sum of the fingerprints of its members, in any
    order. Anything else counts by its `repr`. Raises TypeError for an object whose `repr` says nothing of its value.
    """
    mixed = SEED
    for word in _flat(value):
        mixed = (mixed ^ word) * STIR & WORD
        mixed ^= mixed >> 32
    mixed = mixed * SPREAD & WORD
    return _signed(mixed ^ mixed >> 29)


def mix64(word: int) -> int:
    """A word that differs in about half of its bits from that of any other `word`."""
    mixed = (word & WORD) * STIR & WORD
    return _signed(mixed ^ mixed >> 32)


def splitmix64(word: int) -> int:
    """The word that stands at this place of a random row: all are as likely, none tells the next (Steele, Lea and Flood 2014)."""
    mixed = word * SEED & WORD
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & WORD
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
    return _signed(mixed ^ mixed >> 31)


def packed(lower: float, upper: float) -> int:
    """An interval in the upper 48 bits of a word, the lower 16 are 0.

    Its ends are 32-bit floats without their last 8 bits, rounded outwards, so that it is never too narrow: 16 binary
    digits, enough for every whole number up to 65,536.
    """
    return _signed(_shortened(upper, math.inf) << 40 | _shortened(lower, -math.inf) << 16)


def lower_of(word: int) -> float:
    """The lower end of an interval that `packed` made, whatever the lower 16 bits of the word are."""
    return _single(word >> 16 << 8)


def upper_of(word: int) -> float:
    """The upper end of an interval that `packed` made."""
    return _single(word >> 40 << 8)


def word_of(number: float) -> int:
    """The word that holds a float, all 64 bits of it."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def number_of(word: int) -> float:
    """The float that `word_of` put into a word."""
    return float(struct.unpack("<d", struct.pack("<q", word))[0])


def next_up(number: float) -> float:
    """The next float: (x, next_up(x)) is a null window."""
    return math.nextafter(number, math.inf)


def is_exact(number: float) -> bool:
    """Whether floats tell a number from its neighbours: not a whole number beyond 2**53, which a game may mean and a search cannot.

    Nor is one of NumPy's with less than 64 bits: what is computed with it is rounded to as few, or goes round at its end.
    """
    if not isinstance(number, float) and is_array(number):
        wide = number.ndim == 0 and number.dtype.itemsize >= 8
        return wide and (number.dtype.kind == "f" or (number.dtype.kind == "i" and abs(number) <= EXACT))
    return not isinstance(number, int) or abs(number) <= EXACT


def to_float(number: float) -> float:
    """The same number as a float. Raises GameError for a whole number that floats do not tell from its neighbours."""
    if not is_exact(number):
        raise GameError(not_exact("`utility`", number))
    return float(number)


def not_exact(what: str, number: object) -> str:
    """What is to be said of such a number."""
    if is_array(number):
        return f"{what} gives {number!r}, and what is computed with that is rounded otherwise; write `float(...)` around it,"
    return f"{what} gives {number}, and beyond 2**53 floats do not tell whole numbers apart: give smaller ones, or floats"


def length(word: int) -> int:
    """How many binary digits a word that is not negative has."""
    return word.bit_length()


def key_numbers(game: Any, state: Any, row: Any, place: int, tagged: int, room: int) -> int:
    """Write the numbers of which the `key` of a state is made from a place of a row on, `room` at most; how many.

    Where `tagged` is 0 as `numbers_of` gives them, else as `tagged_numbers` does. More than `room` where these are not all, and, without
    tags, where the key has another form than that of the initial state.
    """
    key = game.key(state)
    if tagged == 0 and form_of(key) != _first_form(game):
        return room + 1
    numbers = tagged_numbers(key) if tagged != 0 else numbers_of(key)
    if len(numbers) > room:
        return room + 1
    for offset, number in enumerate(numbers):
        row[place + offset] = number
    return len(numbers)


def numbers_of(key: Any) -> tuple[int, ...]:
    """The signed words of a key that is made of whole numbers, bools, `Bits` and tuples of these, in their order.

    Raises TypeError for any other key, OverflowError for a number of more than 64 bits.
    """
    found: list[int] = []
    _gather(key, found)
    return tuple(found)


def form_of(key: Any) -> Any:
    """What is a number in such a key, None, and what a tuple of them."""
    return tuple(map(form_of, key)) if isinstance(key, tuple) else None


def _first_form(game: Any) -> Any:
    """The form of the key of a game's initial state."""
    if not _asked_last or _asked_last[0][0] is not game:
        _asked_last[:] = [(game, form_of(game.key(game.initial())))]
    return _asked_last[0][1]


_asked_last: Final[list[tuple[Any, Any]]] = []


def _gather(key: Any, found: list[int]) -> None:
    """Add the signed words of a key to those that were found."""
    if isinstance(key, tuple):
        for part in key:
            _gather(part, found)
    elif isinstance(key, Bits):
        found.append(_signed(int(key)))
    elif type(key) not in (int, bool):
        raise TypeError(f"{key!r} is no whole number")
    elif not -(1 << 63) <= key < 1 << 63:
        raise OverflowError(f"{key} has more than 64 bits")
    else:
        found.append(int(key))


IS_NONE, IS_MEMBER, IS_FLOAT, IS_NUMBER, IS_TEXT, IS_SET, IS_DICT, IS_ROW, IS_UNION, IS_OBJECT, IS_ARRAY, IS_BYTES = range(12)
"""What a value is, as the number before those of which it is made says: None, a member of an Enum, a float that is not whole, ..."""


def tagged_numbers(value: Any) -> list[int]:
    """Any value as signed words, in a way that can be undone, so that no two values come to the same; equal values do.

    Before the numbers of a value stands what it is (IS_NONE and so on), and how long it is: no value's are the beginning of another's.
    Raises GameError for an object of which it is not known what it is made of.
    """
    if value is None:
        return [IS_NONE]
    if isinstance(value, Enum) and not isinstance(value, int):
        tag, place = tag_of(type(value)) >> 1, place_among(value)
        return [IS_MEMBER, tag, place] if place is not None else [IS_UNION, tag, *tagged_numbers(value.value)]
    if isinstance(value, float) and not value.is_integer():
        return [IS_FLOAT, word_of(value)]
    if isinstance(value, (int, float, Bits)):
        number = int(value)
        parts = [abs(number) >> shift & WORD >> 1 for shift in range(0, abs(number).bit_length(), 63)]
        return [IS_NUMBER, -1 if number < 0 else 1, len(parts), *parts]
    if isinstance(value, str):
        return [IS_TEXT, len(value), *map(ord, value)]
    if isinstance(value, (set, frozenset)):
        return [IS_SET, len(value), *(number for part in sorted(map(tagged_numbers, value)) for number in part)]
    if isinstance(value, dict):
        return [IS_DICT, len(value), *(number for part in sorted(map(tagged_numbers, value.items())) for number in part)]
    if is_array(value):
        of = [IS_ARRAY, tag_of(type(value)) >> 1] if hasattr(value, "__dict__") else []
        return [*of, *tagged_numbers(parts_of_array(value))]
    if isinstance(value, (bytes, bytearray)):
        return [IS_BYTES, len(value), *value]
    is_row = isinstance(value, (tuple, list, deque))
    members = value if is_row else [getattr(value, name) for name in attribute_names(value)]
    if not members and not is_row:
        raise GameError(f"a key holds {value!r}, of which it is not known what it is made of; give the game a `key` of numbers")
    of = [IS_ROW] if is_row else [IS_OBJECT, tag_of(type(value)) >> 1]
    return [*of, len(members), *(number for part in members for number in tagged_numbers(part))]


def words_at(address: Any) -> Any:
    """The row of words at an address; plain Python has the row itself in its place."""
    return address


def prefetch(words: Any, index: int) -> None:
    """Tell the processor that `words[index]` will be read soon."""


def tag_of(cls: type) -> int:
    """A word for a class, by its name: values that are made of the same, of two classes, are not equal."""
    return _tag(cls.__qualname__)


@functools.lru_cache(256)
def _tag(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(errors="surrogatepass"), digest_size=8).digest(), "little")


def place_among(value: Enum) -> int | None:
    """The place of a member among those of its class; None for several members of a Flag together, or none."""
    return next((place for place, member in enumerate(type(value)) if member is value), None)


def is_plain(value: Any) -> bool:
    """Whether the fingerprint is made of the value itself: of numbers, text, None, and what holds such."""
    if value is None or isinstance(value, (int, float, str, bytes, Bits, Enum)):
        return True
    if isinstance(value, (tuple, list, deque, set, frozenset)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.items()))
    if is_array(value):
        return is_plain(parts_of_array(value))
    names = attribute_names(value)
    return bool(names) and not callable(value) and all(is_plain(getattr(value, name)) for name in names)


def is_array(value: Any) -> bool:
    """Whether it is an array of NumPy, or one of its numbers."""
    return hasattr(value, "tobytes") and hasattr(value, "shape") and hasattr(value, "dtype")


def parts_of_array(array: Any) -> Any:
    """What an array of NumPy, or one of its numbers, is made of: numbers in lists; of a class of its own its attributes, too."""
    numbers = array.tolist()
    if is_array(numbers):  # a long double, which may have more digits than a float
        numbers = float(numbers) if float(numbers) == numbers else repr(numbers)
    return (numbers, array.__dict__) if hasattr(array, "__dict__") else numbers


def attribute_names(value: Any) -> tuple[str, ...]:
    """The names of what an object holds, in their order; not of what `functools.cached_property` keeps there."""
    if hasattr(value, "_fields"):
        return tuple(value._fields)
    if is_dataclass(value):
        return tuple(field.name for field in fields(value))
    order = type(value).__mro__
    slots = [name for cls in order for name in _slots(cls) if hasattr(value, name)]
    kept = {name for cls in order for name, held in vars(cls).items() if isinstance(held, cached_property)}
    return (*slots, *(name for name in getattr(value, "__dict__", {}) if name not in kept))


def _slots(cls: type) -> tuple[str, ...]:
    found = cls.__dict__.get("__slots__", ())
    return (found,) if isinstance(found, str) else tuple(found)


def _flat(value: Any) -> list[int]:
    if isinstance(value, Enum) and not isinstance(value, int):
        place, tag = place_among(value), tag_of(type(value))
        return [tag ^ place] if place is not None else [~tag & WORD, *_flat(value.value)]
    if isinstance(value, (int, Bits)):
        return _words_of(value) if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63 else [int(value) & WORD]
    if isinstance(value, tuple):
        return [word for part in value for word in _nested(part)]
    if value is None:
        return [NONE]
    if isinstance(value, str):
        return [TEXT ^ len(value), *map(ord, value)]
    if isinstance(value, float):
        return [int(value) & WORD] if abs(value) < EXACT and value == int(value) else [word_of(value) & WORD]
    if isinstance(value, (list, deque)):
        return _flat(tuple(value))
    if isinstance(value, (set, frozenset)):
        return [SET ^ len(value), sum(map(fingerprint, value)) & WORD]
    if isinstance(value, dict):
        return [DICT ^ len(value), sum(map(fingerprint, value.items())) & WORD]
    if is_array(value):
        return _words_of_array(value)
    if names := attribute_names(value):
        return [tag_of(type(value)) ^ len(names), *(word for name in names for word in _nested(getattr(value, name)))]
    if getattr(type(value), "__repr__", None) is object.__repr__:
        raise TypeError(f"the `repr` of a {type(value).__name__} does not tell it from others; give the game a `key` of numbers")
    return [int.from_bytes(hashlib.blake2b(repr(value).encode(), digest_size=8).digest(), "little")]


def _nested(part: Any) -> Iterator[int]:
    """The numbers of a value within another: of a tuple or list with how many members it has."""
    if isinstance(part, (tuple, list, deque)):
        yield ROW ^ len(part)
    yield from _flat(part)


def _words_of_array(array: Any) -> list[int]:
    """One word for an array of whole numbers, whatever their type, and of other arrays, and one number, what they hold.

    Of an array of a class of its own those of the class and of its attributes, too.
    """
    if hasattr(array, "__dict__"):
        return [tag_of(type(array)), *_nested(parts_of_array(array))]
    if array.ndim and array.dtype.kind in "biu":
        numbers = repr(array.shape).encode() + array.astype("<i8").tobytes()
        return [int.from_bytes(hashlib.blake2b(numbers, digest_size=8).digest(), "little")]
    return list(_nested(parts_of_array(array)))


def _words_of(number: int) -> list[int]:
    """A number of more than 64 bits in words, and before them how many they are."""
    count = number.bit_length() // 64 + 1
    return [LARGE ^ count, *(number >> 64 * place & WORD for place in range(count))]


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _shortened(number: float, towards: float) -> int:
    """The upper 24 bits of the 32-bit float nearest to a number that does not lie on the other side of it than `towards`."""
    try:
        bits = struct.unpack("<I", struct.pack("<f", number))[0] >> 8
    except OverflowError:
        bits = struct.unpack("<I", struct.pack("<f", math.copysign(math.inf, number)))[0] >> 8
    near = _single(bits << 8)
    if near == number or (near > number) == (towards > number):
        return int(bits)
    if near == 0:
        return 1 if towards > 0 else 0x800001
    return int(bits) + (1 if (towards > 0) == (near > 0) else -1)


def _single(bits: int) -> float:
    """The float whose last 32 bits these are."""
    return float(struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0])
