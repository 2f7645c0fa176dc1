"""Engines that have searched a game before go on with what they know of it; and how a search is ended from within."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from types import MappingProxyType
from typing import Any, Final, TypeVar

from zermelo.analysis.readiness import Readiness, Tell
from zermelo.search.engine.engine import Engine
from zermelo.search.multiplayer.search import Maxn
from zermelo.search.searcher import ENGINE
from zermelo.spec import Named

TABLE: Final = 8
"""MiB of an engine's table."""
MEMORY: Final = 64
"""MiB of a tree of mcts."""
MOST: Final = 24
"""Engines that wait for work."""
Key = tuple[Any, ...]
Made = TypeVar("Made")


class Enough(KeyboardInterrupt):
    """Ends a search from within as Ctrl-C does: what has been found so far is its result, where it is one that can say so."""


class Engines:
    """Engines for games; safe to use from many threads.

    readiness  which of them are compiled
    """

    def __init__(self, readiness: Readiness | None = None) -> None:
        self.readiness = readiness or Readiness()
        self._tell: Tell | None = None
        self._waiting: OrderedDict[Key, list[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def telling(self, tell: Tell) -> Engines:
        """The same engines; how far one is that has to be compiled first is told."""
        others = copy(self)
        others._tell = tell
        return others

    def engine(self, named: Named, options: Mapping[str, Any] = MappingProxyType({})) -> AbstractContextManager[Engine]:
        """An engine for this game, with these options: one that has searched it before, if there is one with nothing to do."""
        return self._lent(ENGINE, named, lambda: Engine(named.game, table=TABLE, **options), options)

    def maxn(self, named: Named) -> AbstractContextManager[Maxn]:
        """The same for max^n, for a game of more than two players."""
        return self._lent("maxn", named, lambda: Maxn(named.game, table=TABLE))

    def made(self, search: str, named: Named, make: Callable[[], Made], options: Mapping[str, Any] = MappingProxyType({})) -> Made:
        """What `make` makes of a game for a search of this name, which may have to be compiled first."""
        return self.readiness.make(_key(search, named, options), named.game, make, self._tell)

    @contextmanager
    def _lent(
        self, search: str, named: Named, make: Callable[[], Made], options: Mapping[str, Any] = MappingProxyType({})
    ) -> Iterator[Made]:
        key = _key(search, named, options)
        with self._lock:
            waiting = self._waiting.get(key)
            engine = waiting.pop() if waiting else None
        if engine is None:
            engine = self.made(search, named, make, options)
        try:
            yield engine
        finally:
            with self._lock:
                self._waiting.setdefault(key, []).append(engine)
                self._waiting.move_to_end(key)
                while sum(map(len, self._waiting.values())) > MOST:
                    oldest = next(iter(self._waiting))
                    self._waiting[oldest].pop()
                    if not self._waiting[oldest]:
                        del self._waiting[oldest]


def _key(search: str, named: Named, options: Mapping[str, Any]) -> Key:
    """What has to be compiled for a search of a game, in a word."""
    return search, named.spec, named.edition, tuple(options.items())
