"""What every state of a listed game is worth and how far the end is: retrograde analysis.

Values go from the ends of the game back over reversed successors, each of which is looked at once; how many successors of a state have
not told their values is counted down. Where no state comes back a state is known when the last of its successors is, whatever the
values are. Where states come back there are a win, a loss and a draw, and states become known by their distance from the end: lost in
0, won in 1, lost in 2. What is never reached so is what endless play is worth (`Game.repetition`).

Time and memory in proportion to the states and their successors. Sources: K. Thompson, Retrograde analysis of certain endgames, ICCA
Journal 9(3), 1986 (counting back from the ends); H. J. van den Herik and I. S. Herschberg, The construction of an omniscient endgame
data base, ICCA Journal 8(2), 1985.
"""

from __future__ import annotations

import time
from math import inf
from pathlib import Path
from typing import Final

import numpy as np

from zermelo.databases.before import least_bytes, states_before
from zermelo.databases.columns import keep_rows, read_rows
from zermelo.databases.kernels import (
    COUNT_BEFORE,
    COUNTERS,
    DONE,
    ENDLESS,
    LONGEST,
    QUEUED,
    SETTLE,
    TERMINAL,
    TURN_ROUND,
    UNKNOWN,
)
from zermelo.databases.keys import Array
from zermelo.databases.listed.listing import MEBIBYTE, Listing, Progress, mebibytes
from zermelo.databases.pace import Pace
from zermelo.databases.rows import compiled, interpreted
from zermelo.errors import SearchError
from zermelo.search.size import SAY_WHAT_IT_IS_WORTH
from zermelo.values import counted

_CHUNK: Final = {"compiled": 1 << 20, "interpreted": 1 << 12}
"""States between two looks at Ctrl-C."""
_KNOWN: Final = "values known"
KEPT: Final = "values.kept"
_STATE_BYTES: Final = 14
"""What a state takes here besides its successors (see before.py)."""


class Values:
    """The values and distances of a listing's states, by their numbers.

    worths     the values that there are, from the least to the greatest, to the player to move: with each its opposite, and 0
    values     of each state its place among these
    distances  plies to the end; ENDLESS where play goes on for ever
    endless    whether draws have no distances, as some of them never end

    Raises SearchError for a game that goes round and does not say what that is worth, for values that databases do not hold, and where
    memory does not do.
    """

    def __init__(self, listing: Listing, *, every: float = inf, progress: Progress | None = None) -> None:
        self.listing, self._every, self._pace = listing, every, Pace(progress)
        game = listing.game
        worths = [0.0, *listing.worths, *([] if game.repetition is None else [float(game.repetition)])]
        ready = compiled if listing.mode == "compiled" else interpreted
        self._count_before, self._turn_round, self._settle = ready(COUNT_BEFORE), ready(TURN_ROUND), ready(SETTLE)
        self.worths: list[float] = sorted({abs(one) for one in worths} | {-abs(one) for one in worths})
        self._draw = len(self.worths) // 2
        self.endless = game.repetition is not None and self._draw <= 1
        own = listing.key_bytes + _STATE_BYTES * listing.count
        needed = own + least_bytes(listing.edges)
        self._room = int(listing.memory * MEBIBYTE) - own
        if needed > listing.memory * MEBIBYTE or listing.edges >= 1 << 32:
            raise SearchError(
                f"{game!r} has {counted(listing.count, 'state')} with {counted(listing.edges, 'successor')}, whose values take "
                f"{mebibytes(needed)} MiB of memory, and {listing.memory:,g} are allowed; the states are kept: with more memory "
                f"(`--memory`) it goes on"
            )
        self._begin()
        self._starts, self._sources = self._reversed()
        self._run()
        self._finish()
        del self._starts, self._sources, self._queue, self._left

    def _begin(self) -> None:
        listing = self.listing
        kinds, degrees = listing.columns["kinds"].read(), listing.columns["degrees"].read()
        self._kinds, self._left, over = kinds & 1, degrees.copy(), kinds >= TERMINAL
        to_max = np.array([self.worths.index(one) for one in listing.worths] or [0], dtype=np.uint8)[listing.columns["ends"].read()]
        own = np.where(self._kinds == 1, 2 * self._draw - to_max, to_max)
        self.values: Array = np.where(over, own, UNKNOWN).astype(np.uint8)
        self.distances: Array = np.zeros(listing.count, dtype=np.uint16)
        self._counts: Array = np.zeros(COUNTERS, dtype=np.int64)
        self._queue: Array = np.empty(listing.count, dtype=np.uint32)
        first = np.flatnonzero(over & (self.values != self._draw) if self.endless else over)
        self._queue[: len(first)], self._counts[QUEUED] = first, len(first)
        if listing.folder is not None and (listing.folder / KEPT).exists():
            read_rows(listing.folder / KEPT, self._kept())

    def _reversed(self) -> tuple[Array, Array]:
        """The states before each: where they begin, and their numbers."""
        listing, column = self.listing, self.listing.columns["targets"]
        starts = np.zeros(listing.count + 1, dtype=np.uint32)
        chunk = _CHUNK[listing.mode]
        for first in range(0, listing.edges, chunk):
            targets = column.read(first, min(listing.edges, first + chunk))
            self._count_before(targets, starts, len(targets))
            self._tell("successors counted", first + len(targets), listing.edges)
        np.cumsum(starts[:-1], out=starts[:-1], dtype=np.uint32)
        starts[-1] = listing.edges
        degrees = listing.columns["degrees"]

        def write(sources: Array, least: int, beyond: int, begin: int) -> None:
            edge = 0
            for first in range(0, listing.count, chunk // 4):
                own = degrees.read(first, min(listing.count, first + chunk // 4))
                targets = column.read(edge, edge + int(own.sum(dtype=np.int64)))
                self._turn_round(own, targets, starts, sources, first, first + len(own), least, beyond, begin)
                edge += len(targets)
                part = "" if len(sources) == listing.edges else f", those of the states up to {beyond:,}"
                self._tell(f"successors reversed{part}", edge, listing.edges)

        return starts, states_before(starts, self._room, self._file("sources.column"), write)

    def _file(self, name: str) -> Path:
        assert self.listing.folder is not None
        return self.listing.folder / name

    def _run(self) -> None:
        kept = time.perf_counter()
        counts = self._counts
        while counts[DONE] < counts[QUEUED]:
            too_long = self._settle(
                self._starts, self._sources, self._kinds, self._left, self.values, self.distances, self._queue, counts, self._draw,
                int(self.endless), _CHUNK[self.listing.mode],
            )  # fmt: skip
            if too_long:
                raise SearchError(f"{self.listing.game!r} has games of more than {LONGEST:,} plies, which a database does not hold")
            self._tell(_KNOWN, int(counts[QUEUED]), self.listing.count)
            if time.perf_counter() - kept >= self._every:
                self._keep()
                kept = time.perf_counter()

    def _tell(self, what: str, done: int, of: int) -> None:
        self._pace.tell(what, done, of, each="states" if what == _KNOWN else "successors", may_end_sooner=what == _KNOWN)

    def _finish(self) -> None:
        """Give those states their value that are worth what endless play is."""
        game, unknown = self.listing.game, self.values == UNKNOWN if self.endless else self._left > 0
        many = int(unknown.sum())
        if not self.endless:
            if many and game.repetition is None:
                raise SearchError(
                    f"{game!r} goes round: {counted(many, 'state')} of {self.listing.count:,} may come back; {SAY_WHAT_IT_IS_WORTH}"
                )
            if many:
                raise SearchError(
                    f"{game!r} goes round, and its ends have more values than a win, a loss and a draw: that is solved where a game "
                    f"numbers its states (`rank`)"
                )
            return
        favoured = float(game.repetition or 0)
        drawn = self.values == self._draw
        if favoured != 0 and drawn.any():
            raise SearchError(
                f"endless play of {game!r} is worth {favoured:g}, and some games are drawn: databases of such games are not made yet"
            )
        value = self.worths.index(favoured)
        self.values[unknown] = np.where(self._kinds[unknown] == 1, 2 * self._draw - value, value)
        self.distances[unknown] = ENDLESS

    # To go on later

    def _kept(self) -> tuple[Array, ...]:
        return self._counts, self.values, self.distances, self._left, self._queue

    def _keep(self) -> None:
        """Let what is known so far be on the disk, all of it in one file."""
        if self.listing.folder is not None:
            keep_rows(self.listing.folder / KEPT, self._kept())
