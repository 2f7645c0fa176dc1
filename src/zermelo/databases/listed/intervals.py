"""What every state of a listed game with chance is worth at least and at most: value iteration over the rows of the listing.

The kernels are those of `zermelo.solving.value_iteration`, by components from both sides. Beside each bound stand plies, without which it
would be no certificate: play that goes round could promise anything. They say by when play that keeps the bound may have come to an end,
and are counted back from the ends, once the bounds are known (see interval_certificate.py).

An average of floats is rounded. So each is taken a little lower for what a state is worth at least, and a little higher for what it is
worth at most: by more than rounding can amount to. What is kept is true of the numbers that the rules give as they stand.

Time in proportion to the states and their successors, times the sweeps; sources as in value_iteration.py.
"""

from __future__ import annotations

import time
from math import inf
from typing import Any, Final

import numpy as np

from zermelo.databases.columns import keep_rows, read_rows
from zermelo.databases.kernels import BY_CHANCE, TERMINAL
from zermelo.databases.keys import Array
from zermelo.databases.listed.listing import MEBIBYTE, Listing, Progress, mebibytes
from zermelo.databases.pace import Pace
from zermelo.databases.rows import compiled, interpreted
from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN
from zermelo.native import FLOATS, HALVES, SHORTS, WORDS
from zermelo.solving import layout
from zermelo.solving.kernel import Kernel
from zermelo.solving.layout import COMPONENT, COMPONENTS, VALUE_COUNTERS
from zermelo.solving.value_iteration import TOLERANCE, components, iterate, may_be_worth
from zermelo.values import counted

FAR: Final = (1 << 32) - 1
"""Plies where no end has been found yet."""
KEPT: Final = "intervals.kept"
_CHUNK: Final = {"compiled": 1 << 22, "interpreted": 1 << 13}
"""States between two looks at Ctrl-C."""
_STATE_BYTES: Final = 46
"""Memory for each state, but for its key."""
_ROUNDING: Final = 2.0**-52
"""How far a float may be from the next one, for each one of it."""
_FINE: Final = 1e-12
"""How near bounds come to each other, for each one of the greatest worth: nearer than TOLERANCE they need not."""


def count_plies(
    movers: Any, firsts: Any, targets: Any, chances: Any, order: Any, starts: Any, bounds: Any, plies: Any, counts: Any, owner: int,
    sign: float, at_most: int,
) -> int:  # fmt: skip
    """Count the plies of this many states, or a few more; component by component, each until nothing changes.

    bounds  what each state is worth at least, with MAX for the owner and the sign 1; or at most, with MIN and -1
    plies   0 where nothing has to be shown, FAR elsewhere; afterwards the fewest plies by which an end may have come, where the owner
            takes the nearest of the actions that keep the bound, the other player the farthest of all, and chance any that can come
    """
    left = at_most
    while counts[COMPONENT] < counts[COMPONENTS] and left > 0:
        first, end = starts[counts[COMPONENT]], starts[counts[COMPONENT] + 1]
        changed = False
        for place in range(first, end):
            node = order[place]
            mover = movers[node]
            if plies[node] == 0:
                continue
            found = 0 if mover == 1 - owner else FAR
            for edge in range(firsts[node], firsts[node + 1]):
                child = targets[edge]
                if mover == CHANCE:
                    if chances[edge] > 0:
                        found = min(found, plies[child])
                elif mover == owner:
                    if sign * bounds[child] >= sign * bounds[node]:
                        found = min(found, plies[child])
                else:
                    found = max(found, plies[child])
            if found + 1 < plies[node]:
                plies[node], changed = found + 1, True
        left -= end - first
        if not changed:
            counts[COMPONENT] += 1
    return counts[COMPONENT]  # type: ignore[no-any-return]


_COMPONENTS_OF: Final = Kernel(
    "components_of_a_listing", (components, (HALVES, HALVES, int, WORDS, HALVES, HALVES, HALVES, HALVES, HALVES, HALVES), int)
)
_ITERATE: Final = Kernel(
    "value_iteration_of_a_listing",
    (
        iterate,
        (WORDS, HALVES, HALVES, FLOATS, HALVES, HALVES, FLOATS, FLOATS, SHORTS, WORDS, FLOATS, int, float, float, int),
        int,
    ),
)
_COUNT_PLIES: Final = Kernel(
    "count_plies",
    (count_plies, (WORDS, HALVES, HALVES, FLOATS, HALVES, HALVES, FLOATS, HALVES, WORDS, int, float, int), int),
)


class Intervals:
    """What a listing's states are worth to MAX, by their numbers.

    lows, highs            of each state at least and at most
    low_plies, high_plies  of each state and bound the fewest plies by which an end may have come (see `count_plies`)
    least, greatest        what a game is worth at least and at most: play that never ends, too
    tolerance              how far lows and highs may be apart where play comes to an end

    Raises SearchError for a game that never ends, and where memory does not do.
    """

    def __init__(self, listing: Listing, *, every: float = inf, progress: Progress | None = None) -> None:
        self.listing, self._every, self._pace = listing, every, Pace(progress)
        needed = listing.key_bytes + _STATE_BYTES * listing.count
        if needed > listing.memory * MEBIBYTE or listing.edges > FAR:
            raise SearchError(
                f"{listing.game!r} has {counted(listing.count, 'state')} with {counted(listing.edges, 'successor')}, whose values take "
                f"{mebibytes(needed)} MiB of memory, and {listing.memory:,g} are allowed; the states are kept: with more memory "
                f"(`--memory`) it goes on"
            )
        self._ready = compiled if listing.mode == "compiled" else interpreted
        kinds, ends = listing.columns["kinds"].read(), listing.columns["ends"].read()
        over = kinds & TERMINAL != 0
        if not over.any():
            raise SearchError(f"no game of {listing.game!r} ever ends; there is nothing that could be worth something")
        self.least, self.greatest = may_be_worth(listing.game, (float(ends[over].min()), float(ends[over].max())))
        self.tolerance = max(TOLERANCE, _FINE * self.greatest)
        self._movers = np.where(over, layout.TERMINAL, np.where(kinds == BY_CHANCE, CHANCE, kinds.astype(np.int64)))
        self._firsts = np.zeros(listing.count + 1, dtype=np.uint32)
        np.cumsum(listing.columns["degrees"].read(), out=self._firsts[1:], dtype=np.uint32)
        self._targets, self._chances = listing.columns["targets"].mapped(), listing.columns["chances"].mapped()
        self._counts: Array = np.zeros(VALUE_COUNTERS, dtype=np.int64)
        self._components()
        self.lows: Array = np.where(over, ends, self.least)
        self.highs: Array = np.where(over, ends, self.greatest)
        del kinds, ends, over
        self._iterate()
        self.low_plies = self._plies(self.lows, self.least, MAX, 1.0)
        self.high_plies = self._plies(self.highs, self.greatest, MIN, -1.0)

    def _components(self) -> None:
        """The strongly connected components, from the ends of the game up."""
        count = self.listing.count
        self._order, self._starts = np.empty(count, dtype=np.uint32), np.empty(count + 1, dtype=np.uint32)
        rows = [np.zeros(count, dtype=np.int64), *(np.zeros(count, dtype=np.uint32) for _ in range(4))]
        self._counts[COMPONENTS] = self._ready(_COMPONENTS_OF)(self._firsts, self._targets, count, *rows, self._order, self._starts)

    def _iterate(self) -> None:
        kernel, counts, kept = self._ready(_ITERATE), self._counts, time.perf_counter()
        slack, choices = _ROUNDING * self.greatest, np.empty(self.listing.count, dtype=np.uint16)
        folder = self.listing.folder
        if folder is not None and (folder / KEPT).exists():
            read_rows(folder / KEPT, (counts, self.lows, self.highs))
        while counts[COMPONENT] < counts[COMPONENTS]:
            kernel(
                self._movers, self._firsts, self._targets, self._chances, self._order, self._starts, self.lows, self.highs, choices, counts,
                self.lows, 0, slack, self.tolerance, _CHUNK[self.listing.mode],
            )  # fmt: skip
            self._tell("values known")
            if folder is not None and time.perf_counter() - kept >= self._every:
                keep_rows(folder / KEPT, (counts, self.lows, self.highs))
                kept = time.perf_counter()

    def _plies(self, bounds: Array, nothing: float, owner: int, sign: float) -> Array:
        """The plies that belong to these bounds, where one of `nothing` says nothing that would have to be shown."""
        plies = np.where((self._movers == layout.TERMINAL) | (bounds == nothing), 0, FAR).astype(np.uint32)
        kernel, counts = self._ready(_COUNT_PLIES), self._counts
        counts[COMPONENT] = 0
        while counts[COMPONENT] < counts[COMPONENTS]:
            kernel(
                self._movers, self._firsts, self._targets, self._chances, self._order, self._starts, bounds, plies, counts, owner, sign,
                _CHUNK[self.listing.mode],
            )  # fmt: skip
            self._tell("plies counted")
        return plies

    def _tell(self, what: str) -> None:
        self._pace.tell(what, int(self._starts[self._counts[COMPONENT]]), self.listing.count)
