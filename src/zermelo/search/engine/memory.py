"""What the engine's kernel works in: the transposition table, and a workspace for each thread."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import Game
from zermelo.search.engine.layout import CONTINUATIONS, CUT_PLACES, FORGOTTEN, HISTORIES, MOST_ACTIONS, NEVER, PLIES, SLOTS, Frame, Thread
from zermelo.search.engine.options import Options
from zermelo.search.engine.table import AGES, BUCKET, FEW, FIRST, IN_USE, MOST_BUCKETS, WIDE, meta_of
from zermelo.search.lookup import Desk, Rows
from zermelo.search.runtime.memory import UNLIMITED, WORD_BYTES, Raw, Sparse, checked_size, state_size
from zermelo.words import mix64

SAMPLE: Final = 64
"""So many buckets of a table tell how full it is."""
COUNTERS_OF_A_SEARCH: Final = ("nodes", "leaves", "probes", "hits", "deepest", "stop", "fault", "excluded_count", "known")


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

    @property
    def end(self) -> int:
        """How many words those are that are in use, from the first one; without the full ends of a wide one."""
        return FIRST + int(self.words[IN_USE]) * BUCKET

    def filled(self) -> float:
        """The share of its entries that the present search has written or used anew, as far as its first `SAMPLE` buckets tell."""
        used = int(self.words[IN_USE])
        entries = range(FIRST, FIRST + min(SAMPLE, used) * BUCKET, 2)
        present = sum(meta_of(self.words, at, self.words[at]) % AGES == self._age for at in entries)
        return present / len(entries) * used / self.buckets

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
    """What one thread works in: its cells and the states that wait.

    What is learned of actions is kept from search to search where the game tells kinds. Elsewhere it is never learned that an action
    has failed: what is known would only grow. What evaluations are remembered is kept, too.
    """

    def __init__(self, game: Game, threads: int, options: Options, *, compiled: bool) -> None:
        self._options = options
        room = (PLIES + 2) * game.max_actions
        columns = 4 if game.chance else 3
        self._cells = Raw((SLOTS + columns * room) * WORD_BYTES) if compiled else None
        self._states = Raw(room * state_size(game)) if compiled else None
        self.cells: Any = self._cells.words if self._cells else Sparse()
        self.children: Any = None if compiled else {}
        self.thread = Thread(self)
        self._desk: Desk | None = None
        self._evaluations = Raw((2 << options.evaluation_memory) * WORD_BYTES) if compiled and options.evaluation_memory else None
        self.searches = 0
        self.thread.threads = threads
        self.evaluations: Any = self._evaluations.words if self._evaluations else Sparse()
        if options.evaluation_memory:
            where: Any = self._evaluations.address if self._evaluations else self.evaluations
            self.thread.evaluations = where
        self.thread.actions_at, self.thread.taken_at, self.thread.most_at = (SLOTS + column * room for column in (1, 2, 3))

    @property
    def kernel_arguments(self) -> tuple[Any, Any]:
        """What the kernel takes for `cells` and `children`."""
        return (self._cells.address, self._states.address) if self._cells and self._states else (self.cells, self.children)

    def look_up(self, rows: Rows) -> None:
        """Let the kernel look what is known of states up in these rows (see lookup.py)."""
        compiled = self._cells is not None
        if rows.by_key:
            self._desk = Desk(rows, compiled=compiled)
        else:
            self._rows = rows  # which live as long as this
            self.thread.database = rows.where(compiled=compiled)

    def begin(self, age: int, before: Sequence[int], *, grows: bool, by_key: bool = False) -> None:
        """Make all as if there had been no search before, but for what is kept.

        age     that of the entries which the search will store
        before  the fingerprints of the positions that came twice before the root, the latest first
        grows   whether this thread makes the table grow: one does
        by_key  whether what is known by keys is looked up
        """
        self.searches += 1
        self._empty(FORGOTTEN)
        if not self._options.kinds:
            self._forget_actions()
        for counter in COUNTERS_OF_A_SEARCH:
            setattr(self.thread, counter, 0)
        for place in range(CUT_PLACES):
            self.thread.cuts[place] = 0
        self.thread.stored = 0 if grows else NEVER
        self.thread.age = age
        self.thread.desk = self._desk.where if self._desk and by_key else 0
        self.thread.node_limit = UNLIMITED
        for back, code in enumerate(before, 1):
            Frame(self, -back).key = code
        self.thread.came_twice = mix64(reduce(xor, before, 0))

    def forget(self) -> None:
        """Forget what was learned of actions, and all evaluations."""
        self._forget_actions()
        if self._evaluations:
            self._evaluations.clear(0, len(self._evaluations.words))
        else:
            self.evaluations.clear()

    def _forget_actions(self) -> None:
        self._empty(HISTORIES)
        if self._options.continuation_history:
            self._empty(CONTINUATIONS)

    def _empty(self, words: range) -> None:
        if self._cells:
            self._cells.clear(words.start, words.stop)
        else:
            for place in [place for place in self.cells if place in words]:
                del self.cells[place]

    def line(self) -> tuple[int, ...]:
        """The principal variation that the last search left."""
        root = Frame(self)
        return tuple(root.line[place] for place in range(root.line_length))


def checked_actions(game: Game) -> None:
    """Raise SearchError if the game has more actions than the kernel tells apart."""
    if not 1 <= game.max_actions <= MOST_ACTIONS - 1:
        raise SearchError(f"{game!r} has max_actions = {game.max_actions}; the engine takes 1 to {MOST_ACTIONS - 1}")
