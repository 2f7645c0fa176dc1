"""The transposition table: what has been learnt of positions, in memory that all threads share without a lock.

A *bucket* is 64 bytes, one line of the processor's cache, and holds four *entries* of two words each:

    interval   63 ........ 40 | 39 ....... 16 | 15 .. 0
               greatest worth   least worth     check       to the player to move (words.packed)

    seal       the meta word, mixed with the interval: an entry of which two threads wrote a half each is not found again

    meta       63 .... 27 | 26     25      24 .. 16  15 .. 8  7 .. 3  2 .. 0
               check        proved  mirrored  depth     place    work    age

The checks are the upper 37 bits of the position's fingerprint and the lower 16; the bucket follows from the lower 27. In
a table of 2**11 buckets (128 KiB) or more the three tell all 64 bits: a position is taken for another only if their
fingerprints are the same. Those of keys of one number never are. For others, one look into a full table of n buckets
goes wrong with a chance of 4 n / 2**64, at 128 MiB once in 2 * 10**12 looks; with fewer than 2**11 buckets, 4 / 2**53.

Of several entries the one goes that took the least *work* (the logarithm of the nodes below it), those of earlier
searches first.

The ends of an interval have 16 binary digits there, rounded outwards. Where the values of a game have more (averages over
chance), the table is *wide*: as many words again behind the buckets keep the ends in full, and count where they round to
the interval that they belong to.

Before the buckets lie a line with how many of them are in use, and BUSY words, in which threads say what they are
searching (Kerrigan's simplified ABDADA, 2014). A search begins with FEW buckets and takes sixteen times more when half
of the entries are written, so that a small search stays in the processor's cache. One thread sees to that.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.search.engine.layout import Thread
from zermelo.words import lower_of, mix64, number_of, packed, upper_of, word_of

Words = Any

AGE: Final = Thread.age.place()
STORED: Final = Thread.stored.place()
THREADS: Final = Thread.threads.place()
BUCKET: Final = 8
"""Words in a bucket."""
MOST_BUCKETS: Final = 1 << 27
CHECK: Final = 27
LOWER: Final = (1 << CHECK) - 1
LOW_CHECK: Final = 0xFFFF
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
WIDE: Final = 2
"""The index of the word that says how far behind an entry the full ends of its interval lie; 0: they are not kept."""
FIRST: Final = BUCKET + BUSY
"""The index of the first bucket."""
FEW: Final = 1 << 13
GROWTH: Final = 16


def bucket_of(table: Words, code: int) -> int:
    """The index of the first word of the bucket for a fingerprint."""
    return bucket_in(table[IN_USE], code)


def bucket_in(buckets: int, code: int) -> int:
    """The same, with this many buckets in use."""
    return FIRST + ((code & LOWER) * buckets >> CHECK) * BUCKET


def meta_of(table: Words, at: int, interval: int) -> int:
    """The meta word of the entry at index `at`, whose interval has been read."""
    meta: int = table[at + 1] ^ mix64(interval)
    return meta


def found(table: Words, code: int) -> int:
    """The index of the entry for a fingerprint; -1 if there is none."""
    first = bucket_of(table, code)
    for at in range(first, first + BUCKET, 2):
        interval = table[at]
        if belongs_to(interval, meta_of(table, at, interval), code):
            return at
    return -1


def belongs_to(interval: int, meta: int, code: int) -> bool:
    """Whether the entry is the one for a fingerprint. Ask again of what was read since: another thread may have written."""
    return (meta ^ code) >> CHECK == 0 and (interval ^ code) & LOW_CHECK == 0 and meta & (AGES - 1) != 0


def least_of(table: Words, at: int, interval: int) -> float:
    """The lower end of the interval of the entry at index `at`, in full where the table is wide."""
    behind = at + table[WIDE]
    if behind > at:
        low = number_of(table[behind])
        if packed(low, number_of(table[behind + 1])) == interval & ~LOW_CHECK:
            return low
    return lower_of(interval)


def most_of(table: Words, at: int, interval: int) -> float:
    """The upper end."""
    behind = at + table[WIDE]
    if behind > at:
        high = number_of(table[behind + 1])
        if packed(number_of(table[behind]), high) == interval & ~LOW_CHECK:
            return high
    return upper_of(interval)


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
    table: Words, cells: Words, code: int, low: float, high: float, depth: int, proved: int, mirrored: int, place: int, work: int
) -> None:
    """Keep that the position is worth from `low` to `high`; what is known of it from an equal search is kept too."""
    first = bucket_of(table, code)
    age = cells[AGE]
    at = -1
    least = 1 << 30
    for slot in range(first, first + BUCKET, 2):
        interval = table[slot]
        meta = meta_of(table, slot, interval)
        if belongs_to(interval, meta, code):
            at = slot
            least_known, most_known = least_of(table, slot, interval), most_of(table, slot, interval)
            agree = least_known <= high and low <= most_known  # what rests on evaluations may contradict itself
            if agree and entry_depth(meta) == depth and entry_proved(meta) == proved:
                low = max(low, least_known)
                high = min(high, most_known)
            if place == NO_PLACE and entry_turned(meta) == mirrored:
                place = entry_place(meta)
            break
        worth = (meta >> WORK & MOST_WORK) + (64 if (meta & (AGES - 1)) == age else 0)
        if worth < least:
            least = worth
            at = slot
    meta = (proved << PROVED) | (mirrored << TURNED) | (depth << DEPTH) | (place << PLACE) | (min(work, MOST_WORK) << WORK) | age
    interval = packed(low, high) | (code & LOW_CHECK)
    table[at] = interval
    table[at + 1] = ((code >> CHECK << CHECK) | meta) ^ mix64(interval)
    behind = at + table[WIDE]
    if behind > at:
        table[behind], table[behind + 1] = word_of(low), word_of(high)
    grown(table, cells)


def grown(table: Words, cells: Words) -> None:
    """Take more buckets into use once half of the entries have been written, counted by the thread that sees to it."""
    cells[STORED] += cells[THREADS]
    if cells[STORED] > 2 * table[IN_USE]:
        cells[STORED] = 0
        if table[IN_USE] < table[IN_USE + 1]:
            spread(table, min(table[IN_USE + 1], table[IN_USE] * GROWTH))


def spread(table: Words, buckets: int) -> None:
    """Take this many buckets into use, more than there were, and move each entry to where it is looked for then."""
    before = table[IN_USE]
    for number in range(before - 1, -1, -1):  # downwards: where an entry goes to, all has gone already
        least = ((number << CHECK) + before - 1) // before  # of the lower 27 bits of the fingerprints in this bucket
        for at in range(FIRST + number * BUCKET, FIRST + (number + 1) * BUCKET, 2):
            interval, seal = table[at], table[at + 1]
            if seal != 0 or interval != 0:
                table[at], table[at + 1] = 0, 0
                place = bucket_in(buckets, least + (interval - least & LOW_CHECK))
                for slot in range(place, place + BUCKET, 2):
                    if table[slot] == 0 and table[slot + 1] == 0:
                        table[slot], table[slot + 1] = interval, seal
                        behind = table[WIDE]
                        if behind > 0:
                            table[slot + behind], table[slot + behind + 1] = table[at + behind], table[at + behind + 1]
                        break
    table[IN_USE] = buckets


def is_searched_elsewhere(table: Words, given: int) -> bool:
    """Whether some thread is searching what `given` stands for."""
    return bool(table[BUCKET + (given & (BUSY - 1))] == given)


def mark_searching(table: Words, given: int) -> None:
    """Say that this thread searches it."""
    table[BUCKET + (given & (BUSY - 1))] = given


def unmark_searching(table: Words, given: int) -> None:
    """Say that it does so no longer."""
    if table[BUCKET + (given & (BUSY - 1))] == given:
        table[BUCKET + (given & (BUSY - 1))] = 0
