"""The memory that the kernel works in: raw and lazily taken for compiled code, dictionaries for plain Python."""

from __future__ import annotations

import ctypes
import math
import mmap
import os
from collections.abc import Sequence
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import Game
from zermelo.search.engine.layout import CUT_PLACES, FORGOTTEN, MOST_ACTIONS, NEVER, PLIES, SLOTS, Frame, Thread
from zermelo.search.engine.table import AGES, BUCKET, FEW, FIRST, IN_USE, MOST_BUCKETS, WIDE

WORD_BYTES: Final = 8
MEBIBYTE: Final = 1 << 20
UNLIMITED: Final = 1 << 62
"""A limit of nodes that is none."""
COUNTERS_OF_A_SEARCH: Final = ("nodes", "leaves", "probes", "hits", "deepest", "stop", "fault", "excluded_count")
SHARE: Final = 0.8
"""The part of the machine's memory that a table may take."""


class Raw:
    """Memory that is zero at first and taken from the system page by page, as it is touched."""

    def __init__(self, size: int) -> None:
        try:
            self._pages = mmap.mmap(-1, max(size, mmap.PAGESIZE))
        except (OSError, OverflowError, ValueError) as error:
            raise SearchError(f"there is no memory for {size / MEBIBYTE:,.0f} MiB ({error}); ask for a smaller table") from error
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self._pages.madvise(mmap.MADV_HUGEPAGE)
        self.words: Any = (ctypes.c_int64 * (len(self._pages) // WORD_BYTES)).from_buffer(self._pages)
        self.address = ctypes.addressof(self.words)

    def clear(self, first: int, last: int) -> None:
        """Make the words from `first` up to `last` zero."""
        ctypes.memset(self.address + first * WORD_BYTES, 0, (last - first) * WORD_BYTES)


class Sparse(dict[int, int]):
    """Words for plain Python: those never written are 0 and take no room."""

    def __missing__(self, index: int) -> int:
        return 0


class SparseFloats(dict[int, float]):
    """The same of floats: those never written are 0 and take no room."""

    def __missing__(self, index: int) -> float:
        return 0.0


class Table:
    """A transposition table of this many MiB, which threads may share and which survives from search to search.

    A *wide* one keeps values in full (see table.py). Raises SearchError for a size that is no number above 0 or more than
    the machine can give.
    """

    def __init__(self, mebibytes: float = 64, *, compiled: bool = True, wide: bool = False) -> None:
        size, self.mebibytes = checked_size(mebibytes), mebibytes
        rows = 2 if wide else 1
        self.buckets = max(1, min(MOST_BUCKETS, size // (rows * BUCKET * WORD_BYTES)))
        self.wide = wide
        self._raw = Raw((FIRST + rows * self.buckets * BUCKET) * WORD_BYTES) if compiled else None
        self.words: Any = self._raw.words if self._raw else Sparse()
        self._age = 0
        self._start()

    def __repr__(self) -> str:
        return f"Table({self.mebibytes!r}, compiled={self._raw is not None}, wide={self.wide})"

    @property
    def kernel_argument(self) -> Any:
        """What the kernel takes: an address, or the words themselves."""
        return self._raw.address if self._raw else self.words

    def next_age(self) -> int:
        """The age of the entries of a search that begins."""
        self._age = self._age % (AGES - 1) + 1  # from 1: what was never written has the age 0
        return self._age

    def clear(self) -> None:
        """Forget everything."""
        if self._raw:
            self._raw.clear(0, FIRST + self.words[IN_USE] * BUCKET)
        else:
            self.words.clear()
        self._start()

    def _start(self) -> None:
        self.words[IN_USE] = min(FEW, self.buckets)
        self.words[IN_USE + 1] = self.buckets
        if self.wide:
            self.words[WIDE] = self.buckets * BUCKET


class Workspace:
    """What one thread works in: its cells and the states that wait."""

    def __init__(self, game: Game, threads: int, *, compiled: bool) -> None:
        room = (PLIES + 2) * game.max_actions
        rows = 4 if game.chance else 2
        self._cells = Raw((SLOTS + rows * room) * WORD_BYTES) if compiled else None
        self._states = Raw(room * state_size(game)) if compiled else None
        self.cells: Any = self._cells.words if self._cells else Sparse()
        self.children: Any = None if compiled else {}
        self.thread = Thread(self)
        self.searches = 0
        self.thread.threads = threads
        self.thread.bounds_at = SLOTS + 2 * room

    @property
    def kernel_arguments(self) -> tuple[Any, Any]:
        """What the kernel takes for `cells` and `children`."""
        return (self._cells.address, self._states.address) if self._cells and self._states else (self.cells, self.children)

    def begin(self, age: int, before: Sequence[int], *, grows: bool) -> None:
        """Make all as if there had been no search before.

        age     that of the entries which the search will store
        before  the fingerprints of the positions played before the root, the latest first
        grows   whether this thread makes the table grow: one does
        """
        self.searches += 1
        if self._cells:
            self._cells.clear(FORGOTTEN.start, FORGOTTEN.stop)
        else:
            for place in [place for place in self.cells if place in FORGOTTEN]:
                del self.cells[place]
        for counter in COUNTERS_OF_A_SEARCH:
            setattr(self.thread, counter, 0)
        for place in range(CUT_PLACES):
            self.thread.cuts[place] = 0
        self.thread.stored = 0 if grows else NEVER
        self.thread.age = age
        self.thread.node_limit = UNLIMITED
        for back, code in enumerate(before, 1):
            Frame(self, -back).key = code

    def line(self) -> tuple[int, ...]:
        """The principal variation that the last search left."""
        root = Frame(self)
        return tuple(root.line[place] for place in range(root.line_length))


def checked_size(mebibytes: float) -> int:
    """The bytes of a table of this many MiB. Raises SearchError for a size that is no number above 0 or more than the machine can give."""
    if isinstance(mebibytes, bool) or not isinstance(mebibytes, (int, float)) or not 0 < mebibytes < math.inf:
        raise SearchError(f"a table has a size in MiB above 0, not {mebibytes!r}")
    most = SHARE * _memory() / MEBIBYTE
    if mebibytes > most:
        raise SearchError(
            f"a table of {min(mebibytes, 10**18):,g} MiB does not fit: this machine has {most / SHARE:,.0f} MiB; "
            f"ask for at most {most:,.0f}"
        )
    return int(mebibytes * MEBIBYTE)


def checked_actions(game: Game) -> None:
    """Raise SearchError if the game has more actions than the kernel tells apart."""
    if not 1 <= game.max_actions <= MOST_ACTIONS - 1:
        raise SearchError(f"{game!r} has max_actions = {game.max_actions}; the engine takes 1 to {MOST_ACTIONS - 1}")


def _memory() -> int:
    """Bytes of memory of this machine."""
    names: Sequence[str] = getattr(os, "sysconf_names", ())
    if "SC_PHYS_PAGES" in names and "SC_PAGE_SIZE" in names:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 1 << 40


def state_size(game: Game) -> int:
    """Bytes that a state of the game takes in raw memory."""
    from zermelo import native

    return native.state_size(game)
