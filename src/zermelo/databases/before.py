"""The states before each state of a game, made of what each leads to: in memory where they fit, else in a file, part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np

from zermelo.databases.columns import Column
from zermelo.databases.keys import Array

BYTES: Final = 4
"""Bytes that each of them takes."""
MOST_PARTS: Final = 64
"""For each part all successors are gone through once."""


def least_bytes(edges: int) -> int:
    """Bytes of memory that this many successors take at least, once they are turned round."""
    return -(-edges // MOST_PARTS) * BYTES


def states_before(starts: Array, room: int, path: Path, write: Callable[[Array, int, int, int], None]) -> Array:
    """The states before each, one after the other, for the first state first.

    starts  of each state where the states before it end, and behind the last one once more; `write` lets it be where they begin
    room    bytes of memory that there are for them; where they take more they are written to the file `path`, and read from there
    write   given a row, the states from one up to another, and where those before the first of these begin, fills the row with them

    Raises SpecError where there is no room on the disk.
    """
    edges, count = int(starts[-1]), len(starts) - 1
    if BYTES * edges <= room:
        sources = np.empty(edges, dtype=np.uint32)
        write(sources, 0, count, 0)
        return sources
    file = Column(path, np.uint32)
    try:
        file.cut(0, 0)
        for first, last, begin, end in _parts(starts, max(room, least_bytes(edges)) // BYTES):
            sources = np.empty(end - begin, dtype=np.uint32)
            write(sources, first, last, begin)
            file.append(sources)
        return file.mapped()
    finally:
        file.close()


def _parts(starts: Array, most: int) -> Iterator[tuple[int, int, int, int]]:
    """The states from one up to another that have this many before them at most, or one state: with where these begin and end."""
    first = begin = 0
    while first < len(starts) - 1:
        last = max(first + 1, int(np.searchsorted(starts[:-1], begin + most, side="right")))
        end = int(starts[last - 1])
        yield first, last, begin, end
        first, begin = last, end
