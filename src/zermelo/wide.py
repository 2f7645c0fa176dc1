"""Sets of more than 64 numbers: a fixed number of `Bits`, the members 0..63 in the first, 64..127 in the second, and so on.

A board of more than 64 cells keeps its stones so. The functions work on sets of any width, alike interpreted and
compiled, where a loop over two to six words becomes straight code; each takes one step a word. Two sets that meet
in an operation have the same width.
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.bits import Bits
from zermelo.game import replace

Wide = tuple[Bits, ...]
"""A set of numbers, 64 to a word."""


def words_for(members: int) -> int:
    """How many words a set of the numbers 0 .. members - 1 takes, one at least.

    >>> words_for(64), words_for(65)
    (1, 2)
    """
    return max(1, (members + 63) // 64)


def wide(members: Iterable[int], words: int) -> Wide:
    """The set of these members in so many words. Not for compiled code.

    >>> wide([1, 3, 64], 2)
    (Bits(0xa), Bits(0x1))
    """
    made = [0] * words
    for member in members:
        made[member >> 6] |= 1 << (member & 63)
    return tuple(map(Bits, made))


def signed(word: Bits) -> int:
    """The 64 bits of a word as the number that compiled code keeps in a table of ints."""
    return int(word) - (1 << 64) if 63 in word else int(word)


def members_of(a: Wide) -> list[int]:
    """The members from the least up. Not for compiled code, which iterates over the words.

    >>> members_of((Bits(0b1010), Bits(1)))
    [1, 3, 64]
    """
    return [64 * number + member for number, word in enumerate(a) for member in word]


def union(a: Wide, b: Wide) -> Wide:
    """What is in either."""
    for word in range(len(a)):
        a = replace(a, word, a[word] | b[word])
    return a


def common(a: Wide, b: Wide) -> Wide:
    """What is in both."""
    for word in range(len(a)):
        a = replace(a, word, a[word] & b[word])
    return a


def without(a: Wide, b: Wide) -> Wide:
    """What is in the first and not in the second."""
    for word in range(len(a)):
        a = replace(a, word, a[word] & ~b[word])
    return a


def with_member(a: Wide, member: int) -> Wide:
    """The set with one member more."""
    return replace(a, member >> 6, a[member >> 6] | Bits(1) << (member & 63))


def upwards(a: Wide, places: int) -> Wide:
    """Every member made greater by `places`, 1 .. 63; what leaves the last word is dropped."""
    made = a
    for word in range(len(a)):
        below = a[word - 1] >> (64 - places) if word > 0 else Bits(0)
        made = replace(made, word, a[word] << places | below)
    return made


def downwards(a: Wide, places: int) -> Wide:
    """Every member made less by `places`, 1 .. 63; what falls below 0 is dropped."""
    made = a
    last = len(a) - 1
    for word in range(len(a)):
        above = a[word + 1] << (64 - places) if word < last else Bits(0)
        made = replace(made, word, a[word] >> places | above)
    return made


def contains(a: Wide, member: int) -> bool:
    """Whether it is a member."""
    return (member & 63) in a[member >> 6]


def some(a: Wide) -> bool:
    """Whether there is a member."""
    found = Bits(0)
    for word in range(len(a)):
        found = found | a[word]
    return bool(found)


def meet(a: Wide, b: Wide) -> bool:
    """Whether the two have a member in common."""
    found = Bits(0)
    for word in range(len(a)):
        found = found | (a[word] & b[word])
    return bool(found)


def count(a: Wide) -> int:
    """How many members there are."""
    members = 0
    for word in range(len(a)):
        members += a[word].count()
    return members


def nth(a: Wide, number: int) -> int:
    """The member that has `number` members below it; 0 gives the least. `number` is less than `count(a)`."""
    place = 0
    left = Bits(0)
    for word in range(len(a)):
        here = a[word].count()
        if 0 <= number < here:
            place, left = 64 * word, a[word]
            break
        number -= here
    half = 32
    while half > 0:
        lower = (left & ((1 << half) - 1)).count()
        if number >= lower:
            number -= lower
            place += half
            left = left >> half
        half >>= 1
    return place
