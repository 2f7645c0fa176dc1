"""Sets of more than 64 numbers: a fixed number of `Bits`, the members 0..63 in the first, 64..127 in the second, and so on.

A board of more than 64 cells keeps its stones so: a field of the state that begins as `wide([...], words_for(cells))`. Two sets
that meet in an operation have the same number of words; each operation takes a step a word, and one or two machine
instructions a word in compiled code (native/wide.py), with the same answers. How to go over the members, in both modes:

    for word in range(self.words):
        for member in cells[word]:
            yield 64 * word + member
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import and_, or_

from zermelo.bits import Bits

Wide = tuple[Bits, ...]
"""A set of numbers, 64 to a word."""


def words_for(members: int) -> int:
    """How many words a set of the numbers 0 .. members - 1 takes, one at least.

    >>> words_for(64), words_for(65)
    (1, 2)
    """
    return max(1, (members + 63) // 64)


def wide(members: Iterable[int], words: int) -> Wide:
    """The set of these members in this many words. Not for compiled code.

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
    """The members from the least up. Not for compiled code.

    >>> members_of((Bits(0b1010), Bits(1)))
    [1, 3, 64]
    """
    return [64 * number + member for number, word in enumerate(a) for member in word]


def union(a: Wide, b: Wide) -> Wide:
    """What is in either."""
    return tuple(map(or_, a, b))


def intersection(a: Wide, b: Wide) -> Wide:
    """What is in both."""
    return tuple(map(and_, a, b))


def difference(a: Wide, b: Wide) -> Wide:
    """What is in the first and not in the second."""
    return tuple([left & ~right for left, right in zip(a, b, strict=True)])


def with_member(a: Wide, member: int) -> Wide:
    """The set with one member more, 0 .. 64 * words - 1."""
    number = member >> 6
    return (*a[:number], a[number] | Bits(1) << (member & 63), *a[number + 1 :])


def shift_left(a: Wide, places: int) -> Wide:
    """Every member made greater by `places`, 0 .. 63; what leaves the last word is dropped.

    >>> shift_left(wide([1, 63], 2), 2) == wide([3, 65], 2)
    True
    """
    below = Bits(0)
    made = []
    for word in a:
        made.append(word << places | below >> (64 - places))
        below = word
    return tuple(made)


def shift_right(a: Wide, places: int) -> Wide:
    """Every member made less by `places`, 0 .. 63; what falls below 0 is dropped."""
    above = Bits(0)
    made = []
    for word in reversed(a):
        made.append(word >> places | above << (64 - places))
        above = word
    return tuple(reversed(made))


def contains(a: Wide, member: int) -> bool:
    """Whether a number, 0 .. 64 * words - 1, is a member."""
    return (member & 63) in a[member >> 6]


def some(a: Wide) -> bool:
    """Whether there is a member."""
    return any(a)


def intersects(a: Wide, b: Wide) -> bool:
    """Whether the two have a member in common."""
    return any(map(and_, a, b))


def count(a: Wide) -> int:
    """How many members there are."""
    return sum(word.count() for word in a)


def select(a: Wide, number: int) -> int:
    """The member that has `number` members below it, 0 for the least. There have to be more members than that.

    >>> select(wide([1, 3, 64], 2), 2)
    64
    """
    return members_of(a)[number]


def extract_bits(a: Wide, start: int, length: int) -> int:
    """The number whose binary digits tell which of `length` numbers, 1 .. 63, from `start` on are members; `start` is -63 or more.

    >>> [bin(extract_bits(wide([1, 3, 64], 2), start, 4)) for start in (1, -2, 62)]
    ['0b101', '0b1000', '0b100']
    """
    found = 0
    for number, word in enumerate(a):
        found |= int(word) << 64 * number
    found = found >> start if start >= 0 else found << -start
    return found & (1 << length) - 1
