"""A table within the cells of a kernel: what is known of a state, by the state's code.

A bucket has four entries of two words: a code, and what is known of it, 0 for nothing. The upper bits of that, from `work` on, are the
logarithm of the nodes that it took. The engine's table, which threads share, is another (zermelo.search.engine.table).
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.words import mix64

Words = Any

BUCKETS: Final = 5
"""The cell that says how many buckets there are, a power of two,"""
TABLE: Final = 6
"""and the one that says where they begin."""
BUCKET: Final = 8
"""Words in a bucket."""


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
    """The index of the entry in which a code is kept: its own, or the one of the bucket that took the fewest nodes."""
    first = bucket_of(code, cells)
    place, least = first, 1 << 62
    for at in range(first, first + BUCKET, 2):
        if cells[at] == code:
            return at
        if cells[at + 1] >> work < least:
            place, least = at, cells[at + 1] >> work
    return place
