"""A table within the cells of a kernel: what is known of a state, by the state's code.

A bucket is one line of the processor's cache and has four entries of two words each: a code, and what is known of it, 0 for nothing. The
upper bits of that, from `work` on, are the logarithm of the nodes that it took. A search begins with FEW buckets and takes GROWTH times as
many when half of their entries are written, so that a small search stays in the cache. The engine's table, which threads share, is another
(zermelo.search.engine.table).
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.search.runtime.memory import WORD_BYTES
from zermelo.words import mix64

Words = Any

BUCKETS: Final = 5
"""The cell that says how many buckets are in use, a power of two,"""
TABLE: Final = 6
"""the one that says where they begin,"""
MOST_BUCKETS: Final = 7
"""the one that says how many there are,"""
WRITTEN: Final = 8
"""and the one that says how many entries were written."""
OWN: Final = 9
"""The first cell that a kernel has for itself."""
BUCKET: Final = 8
"""Words in a bucket."""
FEW: Final = 1 << 13
GROWTH: Final = 4


def lay_out(cells: Words, table: int, buckets: int) -> None:
    """Let a table, in which nothing is, begin there and have so many buckets."""
    cells[TABLE], cells[MOST_BUCKETS] = table, buckets
    cells[BUCKETS], cells[WRITTEN] = min(FEW, buckets), 0


def table_after(first: int) -> int:
    """Where a table may begin, from a cell on: buckets do not lie across two lines of the cache."""
    return -(-first // BUCKET) * BUCKET


def buckets_in(size: int) -> int:
    """How many buckets a table of so many bytes has."""
    return 1 << max(1, size // (BUCKET * WORD_BYTES)).bit_length() - 1


def bucket_of(code: int, cells: Words) -> int:
    """The index of the first word of the bucket for a code."""
    place: int = cells[TABLE] + (mix64(code) & (cells[BUCKETS] - 1)) * BUCKET
    return place


def word_for(code: int, cells: Words) -> int:
    """What is known of a code; 0 for nothing."""
    first = bucket_of(code, cells)
    for at in range(first, first + BUCKET, 2):
        if cells[at] == code:
            word: int = cells[at + 1]
            return word
    return 0


def entry_for(code: int, cells: Words, work: int) -> int:
    """The index of the entry in which a code is kept: its own, or the one of the bucket that took the fewest nodes.

    What is known of it is to be written there.
    """
    if cells[WRITTEN] > 2 * cells[BUCKETS] and cells[BUCKETS] < cells[MOST_BUCKETS]:
        grow(cells, min(GROWTH * cells[BUCKETS], cells[MOST_BUCKETS]))
    first = bucket_of(code, cells)
    place, least = first, 1 << 62
    for at in range(first, first + BUCKET, 2):
        if cells[at] == code:
            return at
        if cells[at + 1] >> work < least:
            place, least = at, cells[at + 1] >> work
    if cells[place + 1] == 0:
        cells[WRITTEN] += 1
    return place


def grow(cells: Words, buckets: int) -> None:
    """Take so many buckets into use, and move each entry to where it is looked for then: to the same place in its bucket, which is free."""
    first, last = cells[TABLE], cells[TABLE] + cells[BUCKETS] * BUCKET
    cells[BUCKETS] = buckets
    for at in range(first, last, 2):
        code, word = cells[at], cells[at + 1]
        if word != 0:
            cells[at], cells[at + 1] = 0, 0
            to = bucket_of(code, cells) + (at - first) % BUCKET
            cells[to], cells[to + 1] = code, word
