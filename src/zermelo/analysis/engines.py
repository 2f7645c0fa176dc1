"""Engines that have searched a game before go on with what they know of it; and how a search is ended from within."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from types import MappingProxyType
from typing import Any, Final, TypeVar

from zermelo.game import Game
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
Make = Callable[[Key, Game, Callable[[], Any]], Any]
"""Makes what has to be compiled, which is known by a key: `make(key, game, how)`."""
Lent = TypeVar("Lent")


class Enough(KeyboardInterrupt):
    """Ends a search from within as Ctrl-C does: what has been found so far is its result, where it is one that can say so."""


class Engines:
    """Engines for games; safe to use from many threads."""

    def __init__(self, make: Make = lambda key, game, how: how()) -> None:
        self._make = make
        self._waiting: OrderedDict[Key, list[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def engine(self, named: Named, options: Mapping[str, Any] = MappingProxyType({})) -> AbstractContextManager[Engine]:
        """An engine for this game, with these options: one that has searched it before, if there is one with nothing to do."""
        key = ENGINE, named.spec, named.edition, tuple(options.items())
        return self._lent(key, named.game, lambda: Engine(named.game, table=TABLE, **options))

    def maxn(self, named: Named) -> AbstractContextManager[Maxn]:
        """The same for max^n, for a game of more than two players."""
        return self._lent(("maxn", named.spec, named.edition, ()), named.game, lambda: Maxn(named.game, table=TABLE))

    @contextmanager
    def _lent(self, key: Key, game: Game, make: Callable[[], Lent]) -> Iterator[Lent]:
        with self._lock:
            waiting = self._waiting.get(key)
            engine = waiting.pop() if waiting else None
        if engine is None:
            engine = self._make(key, game, make)
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
