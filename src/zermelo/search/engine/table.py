"""The transposition table: what has been learnt of positions, in memory that all threads share without a lock.

A *bucket* is 64 bytes, one line of the processor's cache, and holds four *entries* of two words each:

    interval   the least and the greatest that the position is worth to the player to move (words.packed)
    seal       meta, mixed with the interval: an entry of which two threads wrote a half each is not found again

    meta       63 ............ 27 | 26     25      24 .. 16  15 .. 8  7 .. 3  2 .. 0
               check of the key   | proved turned  depth     place    work    age

The bucket follows from the lower 27 bits of the fingerprint and the check is its upper 37 bits: one of the four positions
in a full bucket is taken for another with a chance of 4 / 2**37, once in 3 * 10**10 looks. Of several entries the one
goes that took the least *work* (the logarithm of the nodes below it), those of earlier searches first.

Before the buckets lie a line with how many of them are in use, and BUSY words, in which threads say what they are
searching (Kerrigan's simplified ABDADA, 2014). A search begins with FEW buckets and takes sixteen times more when half
of the entries are written: a small search stays in the processor's cache. What was known then is lost, and soon found
again.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.search.engine.places import AGE, STORED
from zermelo.words import lower_of, packed, scrambled, upper_of

Words = Any

BUCKET: Final = 8
"""Words in a bucket."""
MOST_BUCKETS: Final = 1 << 27
CHECK: Final = 27
PROVED: Final = 26
TURNED: Final = 25
DEPTH: Final = 16
PLACE: Final = 8
WORK: Final = 3
MOST_WORK: Final = 31
AGES: Final = 8
"""Searches have the ages 1 to 7, again and again; 0 has what was never written."""
TO_THE_END: Final = 511
"""The depth of an entry that was searched to the end of the game."""
NO_PLACE: Final = 255
"""In an entry: no action is known to be good. Places of actions above it are not kept."""
BUSY: Final = 1 << 12
"""How many searches in progress can be told apart."""
IN_USE: Final = 0
"""The index of the word that says how many buckets are in use; the next one says how many there are."""
FIRST: Final = BUCKET + BUSY
"""The index of the first bucket."""
FEW: Final = 1 << 13
GROWTH: Final = 16


def bucket_of(table: Words, code: int) -> int:
    """The index of the first word of the bucket for a fingerprint."""
    return FIRST + int((code & 0x7FFFFFF) * table[IN_USE] >> 27) * BUCKET


def meta_of(table: Words, at: int, interval: int) -> int:
    """The meta word of the entry at index `at`, whose interval has been read."""
    meta: int = table[at + 1] ^ scrambled(interval)
    return meta


def found(table: Words, code: int) -> int:
    """The index of the entry for a fingerprint; -1 if there is none."""
    first = bucket_of(table, code)
    for at in range(first, first + BUCKET, 2):
        if belongs_to(meta_of(table, at, table[at]), code):
            return at
    return -1


def belongs_to(meta: int, code: int) -> bool:
    """Whether the entry is the one for a fingerprint. Ask again of what was read since: another thread may have written."""
    return (meta ^ code) >> CHECK == 0 and meta & (AGES - 1) != 0


def entry_proved(meta: int) -> int:
    """1 if the interval follows from the rules alone, 0 if from evaluations too."""
    return meta >> PROVED & 1


def entry_turned(meta: int) -> int:
    """1 if it is a mirror image that was stored: then the places of actions are those of the image."""
    return meta >> TURNED & 1


def entry_depth(meta: int) -> int:
    """How deep the search was that made the entry."""
    return meta >> DEPTH & 511


def entry_place(meta: int) -> int:
    """The place, among the actions of the position, of the one that was best; NO_PLACE if none is known."""
    return meta >> PLACE & 255


def store(
    table: Words, cells: Words, code: int, low: float, high: float, depth: int, proved: int, turned: int, place: int, work: int
) -> None:
    """Keep that the position is worth from `low` to `high`; what is known of it from an equal search is kept too."""
    first = bucket_of(table, code)
    age = cells[AGE]
    at = -1
    least = 1 << 30
    for slot in range(first, first + BUCKET, 2):
        interval = table[slot]
        meta = meta_of(table, slot, interval)
        if belongs_to(meta, code):
            at = slot
            least_known, most_known = lower_of(interval), upper_of(interval)
            agree = least_known <= high and low <= most_known  # what rests on evaluations may contradict itself
            if agree and entry_depth(meta) == depth and entry_proved(meta) == proved:
                low = max(low, least_known)
                high = min(high, most_known)
            if place == NO_PLACE and entry_turned(meta) == turned:
                place = entry_place(meta)
            break
        worth = (meta >> WORK & MOST_WORK) + (64 if (meta & (AGES - 1)) == age else 0)
        if worth < least:
            least = worth
            at = slot
    meta = (proved << PROVED) | (turned << TURNED) | (depth << DEPTH) | (place << PLACE) | (min(work, MOST_WORK) << WORK) | age
    interval = packed(low, high)
    table[at] = interval
    table[at + 1] = ((code >> CHECK << CHECK) | meta) ^ scrambled(interval)
    grown(table, cells)


def grown(table: Words, cells: Words) -> None:
    """Take more buckets into use once this thread has written half of the entries."""
    cells[STORED] += 1
    if cells[STORED] > 2 * table[IN_USE]:
        cells[STORED] = 0
        table[IN_USE] = min(table[IN_USE + 1], table[IN_USE] * GROWTH)


def busy(table: Words, given: int) -> bool:
    """Whether some thread is searching what `given` stands for."""
    return bool(table[BUCKET + (given & (BUSY - 1))] == given)


def begun(table: Words, given: int) -> None:
    """Say that this thread searches it."""
    table[BUCKET + (given & (BUSY - 1))] = given


def done(table: Words, given: int) -> None:
    """Say that it does so no longer."""
    if table[BUCKET + (given & (BUSY - 1))] == given:
        table[BUCKET + (given & (BUSY - 1))] = 0
