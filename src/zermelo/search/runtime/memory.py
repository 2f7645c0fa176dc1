"""The memory that kernels work in: raw and lazily taken for compiled code, dictionaries for plain Python; and how much there is of it."""

from __future__ import annotations

import ctypes
import math
import mmap
import os
from collections.abc import Sequence
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import Game

WORD_BYTES: Final = 8
MEBIBYTE: Final = 1 << 20
UNLIMITED: Final = 1 << 62
"""A limit of nodes that is none."""
_PRIVATE: Final = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
"""Memory of this process alone: Linux gives huge pages to no other unless told, and a table is looked into all over."""
SHARE: Final = 0.8
"""The part of the machine's memory that a table may take."""


class Raw:
    """Memory that is zero at first and taken from the system page by page, as it is touched."""

    def __init__(self, size: int) -> None:
        try:
            self._pages = mmap.mmap(-1, max(size, mmap.PAGESIZE), **_PRIVATE)
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


def largest() -> float:
    """MiB that a table may have at most on this machine."""
    return SHARE * _memory() / MEBIBYTE


def checked_size(mebibytes: float) -> int:
    """The bytes of a table of this many MiB. Raises SearchError for a size that is no number above 0 or more than the machine can give."""
    if isinstance(mebibytes, bool) or not isinstance(mebibytes, (int, float)) or not 0 < mebibytes < math.inf:
        raise SearchError(f"a table has a size in MiB above 0, not {mebibytes!r}")
    most = largest()
    if mebibytes > most:
        raise SearchError(
            f"a table of {min(mebibytes, 10**18):,g} MiB does not fit: this machine has {most / SHARE:,.0f} MiB; "
            f"ask for at most {most:,.0f}"
        )
    return int(mebibytes * MEBIBYTE)


def state_size(game: Game) -> int:
    """Bytes that a state of the game takes in raw memory."""
    from zermelo import native

    return native.state_size(game)


def _memory() -> int:
    """Bytes of memory of this machine."""
    names: Sequence[str] = getattr(os, "sysconf_names", ())
    if "SC_PHYS_PAGES" in names and "SC_PAGE_SIZE" in names:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 1 << 40
