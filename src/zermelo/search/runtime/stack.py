"""Room for deep recursion, of threads and of the interpreter. Both limits belong to the whole process: searches share them."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_STARTING: Final = threading.Lock()
_COUNTING: Final = threading.Lock()
_wanted: list[int] = []
_before: list[int] = []

if hasattr(os, "register_at_fork"):  # else a child would wait for ever for a thread that it does not have
    for _lock in (_STARTING, _COUNTING):
        os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


@contextmanager
def deep_stack(size: int) -> Iterator[None]:
    """Threads that are started within have a stack of this many bytes. One caller at a time: start them and leave."""
    with _STARTING:
        before = threading.stack_size(size // 4096 * 4096)
        try:
            yield
        finally:
            threading.stack_size(before)


@contextmanager
def deep_recursion(limit: int) -> Iterator[None]:
    """Python functions may call themselves so often within, in every thread; the limit falls again when the last one leaves."""
    with _COUNTING:
        if not _wanted:
            _before[:] = [sys.getrecursionlimit()]
        _wanted.append(limit)
        sys.setrecursionlimit(max(*_before, *_wanted))
    try:
        yield
    finally:
        with _COUNTING:
            _wanted.remove(limit)
            sys.setrecursionlimit(_before[0] if not _wanted else max(sys.getrecursionlimit(), *_wanted))
