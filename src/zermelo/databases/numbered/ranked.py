"""All states of a game that numbers them itself (`Game.rank`), solved tier by tier, the last one first: no keys, no list of states.

A tier is a row of values, one of distances, one of how many successors of each state have not told what they are worth, and a queue:
eight bytes a state. Values go back from the ends of the game and from the tiers behind, to the predecessors that the game gives, or
else to those of a list that is made. Where the game gives them every state is held against those that it leads to at last: a
predecessor too many or too few is found, and no wrong value is kept.

Threads share a range of states, or of the queue, each a part of it: to look at states, and to hold them against what they lead to. Values
go back in two steps: each thread notes, for its part of the queue, what the states before are to be told, in a row for each owner of
states; then each owner tells its own. So no two threads write to one state, and the same is known after each step, however many there are.

Where a game goes round and its ends have more values than a win, a loss and a draw, or something is won on the way from tier to tier, the
states of a tier become known by their scores, the greatest ones first: who can force so much is known when all are that can force more.
What nobody can force to an end goes on for ever.

Time in proportion to the states and their successors. Source: as values.py; tiers: J. W. Romein and H. E. Bal, Solving awari with parallel
retrograde analysis, IEEE Computer 36(10), 2003; scores: T. R. Lincke and A. Marzetta, Large endgame databases with limited memory space,
ICGA Journal 23(3), 2000.
"""

from __future__ import annotations

import time
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.databases.before import least_bytes, states_before
from zermelo.databases.columns import damaged
from zermelo.databases.kernels import DONE, FAULT, LONGEST, QUEUED, WHERE
from zermelo.databases.keys import Array
from zermelo.databases.listed.listing import MEBIBYTE, Progress
from zermelo.databases.numbered.rank_kernels import (
    ALL_TOLD,
    BY_PLIES,
    BY_SCORES,
    COUNTERS,
    EDGES,
    ENDS,
    INNER,
    NEW_VALUE,
    NONE,
    ROUND,
    STATES,
    VALUES,
)
from zermelo.databases.numbered.ranked_game import BEFORE, FINISH, HOLD, OPEN, OtherOrderError
from zermelo.databases.numbered.solver import SUCCESSORS, Solver
from zermelo.databases.pace import Pace
from zermelo.files import written_whole
from zermelo.game import Game, State
from zermelo.native import MOST_PREDECESSORS
from zermelo.search.runtime.workers import wait_for

_CHUNK: Final = {"compiled": 1 << 18, "interpreted": 1 << 8}
"""States that a thread looks at, or whose predecessors it looks for, between two looks at Ctrl-C."""
_FEW: Final = 1 << 10
"""So many are shared by threads at least: fewer are done sooner by one."""
_ROOM: Final = 1 << 18
"""What a thread may note of predecessors before they are told, for all owners."""
_SUMS: Final = [STATES, EDGES, ENDS, INNER]
_NOW: Final = "now.npz"
_KNOWN: Final = "known"
_OPENED: Final = COUNTERS
"""A word behind the counters: how many states of the tier have been looked at."""


class Ranked(Solver):
    """The values and distances of all states of a game that numbers them.

    place       where the files of tiers that are done lie
    folder      where what was found of another tier is kept, and gone on with
    memory      MiB that may be used
    every       seconds between two times that it is kept
    tiers       how many of the last tiers are solved; all unless given
    threads     how many work at once; what they find is the same

    sizes       of each tier how many indices it has; none of those that are not solved
    first_tier  the first that is solved
    values      of all states, tier by tier, the place among `worths`; NONE where an index stands for no state
    distances   plies to the end; ENDLESS where there is no number of them
    worths      the values that there are, from the least to the greatest, to the player to move
    order       in which order the states of a tier become known (see rank_kernels.py): what a distance is
    edges       how many successors there are

    Raises SearchError for a game that goes round and does not say what that is worth, for values that databases do not hold, and where
    memory does not do; GameError where the rules, or the numbers, break a promise.
    """

    def __init__(
        self, game: Game, place: Path, folder: Path, *, memory: float, mode: str = "auto", every: float = inf, tiers: int | None = None,
        threads: int = 1, progress: Progress | None = None,
    ) -> None:  # fmt: skip
        super().__init__(game, place, tiers)
        self.folder, self._memory, self._every, self._pace, self._threads = folder, memory, every, Pace(progress), threads
        self.check_size(3 * self.count + (4 + self.left_type.itemsize) * max(self.sizes), memory)
        self.build(mode, self.kernels.reverse)
        self.try_some()
        self._begin()
        while not self._run():
            (self.folder / _NOW).unlink(missing_ok=True)
            self._begin()

    def _begin(self) -> None:
        self.values = np.full(self.places[-1], NONE, dtype=np.uint8)
        self.distances = np.zeros(self.places[-1], dtype=np.uint16)
        threads = self._threads
        self._room = max(2 * MOST_PREDECESSORS, _ROOM // threads)
        self._scratch: Array = np.zeros((threads, 2 * max(self.game.max_actions, MOST_PREDECESSORS)), dtype=np.int64)
        self._part_counts: Array = np.zeros((threads, COUNTERS), dtype=np.int64)
        self._fresh: Array = np.empty((threads, max(_CHUNK[self.mode], threads * self._room)), dtype=np.uint32)
        self._told: Array = np.empty((threads, threads * self._room), dtype=np.int64)
        self.edges = 0
        self.folder.mkdir(parents=True, exist_ok=True)
        self.take_up()

    def _run(self) -> bool:
        """Solve all tiers; whether that went well, or has to begin anew in another order."""
        self._kept_at = time.perf_counter()
        for tier in reversed(range(len(self.sizes))):
            if not self.sizes[tier]:
                continue
            own = slice(*self.places[tier : tier + 2])
            if done := self.solved(tier):
                self.values[own], self.distances[own] = done.columns(self.worths, NONE)
                self.edges += done.facts[SUCCESSORS]
                continue
            self._counts: Array = np.zeros(COUNTERS + 1, dtype=np.int64)
            self._counts[VALUES] = len(self.worths)
            try:
                self._solve(tier)
            except OtherOrderError as error:
                self.reorder(error.order)
                return False
            self.edges += int(self._counts[EDGES])
            self.write(tier, self.values[own], self.distances[own], int(self._counts[EDGES]), self._threads)
            (self.folder / _NOW).unlink(missing_ok=True)
        return True

    # A tier

    def _solve(self, tier: int) -> None:
        size = self.sizes[tier]
        self._left: Array = np.zeros(size, dtype=self.left_type)
        self._queue: Array = np.zeros(size, dtype=np.uint32)
        self._waiting: Array = np.zeros((self._threads, LONGEST + 2), dtype=np.int64)
        now = self.folder / _NOW
        if now.exists():
            self._go_on(now, tier)
        self._open(tier)
        if self._counts[INNER] or self.order == BY_SCORES:
            self._go_back(tier)
        self._finish(tier)
        del self._left, self._queue, self._waiting

    def _open(self, tier: int) -> None:
        counts, size, last = self._counts, self.sizes[tier], len(self.sizes)
        while counts[_OPENED] < size:
            first = int(counts[_OPENED])
            end, worths, waiting = min(size, first + self._step), np.array(self.worths), self._waiting.copy()

            def look(part: int, first: int, end: int, worths: Array = worths) -> None:
                self.call(
                    OPEN, self.values, self.distances, self._left, self._fresh[part], self._waiting[part], self.places, worths,
                    self._part_counts[part], self._scratch[part], tier, last, first, end, self.order,
                )  # fmt: skip

            self._share(first, end, look)
            if counts[FAULT] == NEW_VALUE:  # all of these are looked at once more
                self._new_value(self.game.unrank(tier, int(counts[WHERE])), tier)
                self._waiting, counts[FAULT] = waiting, 0
                continue
            self.raise_if_broken(tier, self._counts)
            counts[_OPENED] = end
            self._tell(tier, "looked at", end)
            self._keep_now(tier)

    def _go_back(self, tier: int) -> None:
        """Tell what is known to the states before, round by round."""
        counts, listed = self._counts, () if self.backwards else self._reversed(tier)
        while True:
            first, end = int(counts[DONE]), int(min(counts[DONE] + self._step, counts[QUEUED]))
            last = self._within(tier, first, end)
            if last > first:
                self._step_back(tier, first, last, listed)
                counts[DONE] = last
                self._tell(tier, _KNOWN, int(counts[QUEUED]))
                self._keep_now(tier)
                continue
            later = np.flatnonzero(self._waiting[:, counts[ROUND] + 1 :].sum(axis=0))
            if first == end and not later.size:
                return
            counts[ROUND] += 1 if first < end else 1 + later[0]
            self._collect(tier)

    def _within(self, tier: int, first: int, last: int) -> int:
        """Up to where the queue's states from `first` up to `last` can be looked at in this round, none of which tells another one."""
        now, base = int(self._counts[ROUND]), int(self.places[tier])
        if self.order == ALL_TOLD or first == last:
            return last

        def plies(at: int) -> int:
            return int(self.distances[base + int(self._queue[at])])

        limit = now if self.order == BY_PLIES else plies(first) if now % 2 == 0 else 0
        return first + bisect_right(range(first, last), limit, key=plies)  # they are queued by their distance

    def _step_back(self, tier: int, first: int, last: int, listed: tuple[Array, ...]) -> None:
        """Tell the states before what is known of the queue's states from `first` up to `last`, which do not tell one another."""
        cuts = self._cuts(first, last)
        parts, at = len(cuts) - 1, cuts[:-1]
        made: Array = np.zeros((parts, parts + 1), dtype=np.int64)

        def look(part: int) -> None:
            shared = (self.values, self.distances, self._queue, self.places, self._part_counts[part])
            own = (self._told[part], made[part], tier, at[part], cuts[part + 1], self.order, parts, self._room, 0)
            if self.backwards:
                at[part] = self.call(BEFORE, *shared, self._scratch[part], *own)
            else:
                at[part] = self.ready(self.kernels.look_back_by_list)(*shared, *listed, *own)

        def tell(owner: int) -> None:
            for part in range(parts):
                row = self._told[part, owner * self._room :]
                self.ready(self.kernels.tell_back)(
                    self.values, self.distances, self._left, self._fresh[owner], self._waiting[owner], self._part_counts[owner], row,
                    int(self.places[tier]), int(made[part, owner]), self.order,
                )  # fmt: skip

        while at != cuts[1:]:
            made[:, :parts] = 0
            self._at_once([partial(look, part) for part in range(parts)])
            self.raise_if_broken(tier, self._counts)
            self._at_once([partial(tell, owner) for owner in range(parts)])

    def _collect(self, tier: int) -> None:
        """Queue the states that are won or lost in this round by what was known before."""
        now = int(self._counts[ROUND])
        if not self._waiting[:, now].sum():
            return
        self._waiting[:, now] = 0

        def collect(part: int, first: int, end: int) -> None:
            own = (self._fresh[part], self.places, self._part_counts[part])
            self.ready(self.kernels.collect)(self.values, self.distances, *own, tier, first, end, self.order)

        for first in range(0, self.sizes[tier], self._step):
            self._share(first, min(self.sizes[tier], first + self._step), collect)

    # Threads

    @property
    def _step(self) -> int:
        """States that are done at once by all threads."""
        return self._threads * _CHUNK[self.mode]

    def _cuts(self, first: int, last: int) -> list[int]:
        """Where the parts of a range begin that threads do, and where the last one ends."""
        parts = self._threads if last - first >= _FEW else 1
        return [first + (last - first) * part // parts for part in range(parts + 1)]

    def _share(self, first: int, last: int, do: Callable[[int, int, int], None]) -> None:
        """Let threads do a range: each a part, given its number, where it begins and where it ends."""
        cuts = self._cuts(first, last)
        self._at_once([partial(do, part, *ends) for part, ends in enumerate(pairwise(cuts))])

    def _at_once(self, works: list[Callable[[], None]]) -> None:
        """Do these works, each with counters of its own in `_part_counts`, and then queue what they found and add up what they counted.

        A fault of one of them is that of all: the first one stands, and the others count for nothing.
        """
        counts, parts = self._counts, self._part_counts[: len(works)]
        parts[:] = 0
        parts[:, [VALUES, ROUND]] = counts[[VALUES, ROUND]]
        if len(works) == 1:
            works[0]()
        elif wait_for([partial(_done, work) for work in works], stop=lambda: None, left=lambda: inf):
            raise KeyboardInterrupt
        broken = np.flatnonzero(parts[:, FAULT])
        if broken.size:
            counts[[FAULT, WHERE]] = parts[broken[0], [FAULT, WHERE]]
            return
        counts[_SUMS] += parts[:, _SUMS].sum(axis=0)
        for fresh, many in zip(self._fresh, parts[:, QUEUED].tolist(), strict=False):
            self._queue[counts[QUEUED] : counts[QUEUED] + many] = fresh[:many]
            counts[QUEUED] += many

    def _reversed(self, tier: int) -> tuple[Array, Array]:
        """The states before each: where they begin, and their numbers."""
        edges, size = int(self._counts[INNER]), self.sizes[tier]
        own = 3 * int(self.places[-1]) + (4 + self._left.itemsize + 4) * size
        self.check_list(tier, edges, own + least_bytes(edges), self._memory)
        starts = np.zeros(size + 1, dtype=np.uint32)

        def go_through(sources: Array, least: int, beyond: int, begin: int, *, writing: bool = True) -> None:
            what = "successors reversed" if writing else "successors counted"
            part = f" up to state {beyond:,}" if writing and len(sources) < edges else ""
            for first in range(0, size, _CHUNK[self.mode]):
                last = min(size, first + _CHUNK[self.mode])
                self.call(
                    BEFORE, self.values, starts, sources, self.places, self._counts, tier, first, last, least, beyond, begin, int(writing)
                )
                self.raise_if_broken(tier, self._counts)
                self._tell(tier, what + part, last)

        go_through(np.empty(0, dtype=np.uint32), 0, size, 0, writing=False)
        np.cumsum(starts[:-1], out=starts[:-1], dtype=np.uint32)
        starts[-1] = edges
        return starts, states_before(starts, int(self._memory * MEBIBYTE) - own, self.folder / "sources.column", go_through)

    def _finish(self, tier: int) -> None:
        counts, size, last = self._counts, self.sizes[tier], len(self.sizes)
        self.check_known(tier, int(counts[STATES] - counts[QUEUED]))

        def finish(part: int, first: int, end: int) -> None:
            self.call(FINISH, self.values, self.distances, self.places, self._part_counts[part], tier, first, end, self.favoured)

        for first in range(0, size, self._step):
            self._share(first, min(size, first + self._step), finish)
        self.check_endless(self.values[self.places[tier] : self.places[tier + 1]])
        if not (self.backwards and counts[INNER]):
            return
        worths = np.array(self.worths)

        def hold(part: int, first: int, end: int) -> None:
            self.call(
                HOLD, self.values, self.distances, self.places, worths, self._part_counts[part], self._scratch[part], tier, last, first,
                end, self.order, self.favoured,
            )  # fmt: skip

        for first in range(0, size, self._step):
            end = min(size, first + self._step)
            self._share(first, end, hold)
            self.raise_if_broken(tier, self._counts)
            self._tell(tier, "held against what they lead to", end)

    def _new_value(self, state: State, tier: int) -> None:
        """Let there be room for what the end of the game is worth here, and its opposite. Raises SearchError where there is none."""
        before = self.worths
        self.add_worth(state)
        self._recode(before, self.values[self.places[tier] :])
        self._counts[VALUES] = len(self.worths)

    def _recode(self, before: list[float], values: Array) -> None:
        """Let values that were places among these be places among the worths that there are now."""
        codes = np.arange(1 << 8, dtype=np.uint8)
        codes[: len(before)] = [self.worths.index(worth) for worth in before]
        values[:] = codes[values]

    # To go on later

    def _tell(self, tier: int, what: str, done: int) -> None:
        self._pace.tell(f"tier {tier}: {what}", done, self.sizes[tier], may_end_sooner=what == _KNOWN)

    def _keep_now(self, tier: int) -> None:
        if time.perf_counter() - self._kept_at >= self._every:
            own = slice(*self.places[tier : tier + 2])
            kept: dict[str, Any] = {
                "tier": tier, "order": self.order, "worths": self.worths, "counts": self._counts, "values": self.values[own],
                "distances": self.distances[own], "left": self._left, "queue": self._queue, "waiting": self._waiting.sum(axis=0),
            }  # fmt: skip
            with written_whole(self.folder / _NOW) as file:
                np.savez(file, **kept)
            self._kept_at = time.perf_counter()

    def _go_on(self, kept: Path, tier: int) -> None:
        """Take up what was kept of a tier, if it is of this one."""
        own = slice(*self.places[tier : tier + 2])
        try:
            with kept.open("rb") as file, np.load(file) as found:  # each part is held to its checksum
                if int(found["tier"]) != tier:
                    return
                self.order, before, worths = int(found["order"]), self.worths, found["worths"].tolist()
                self.worths = sorted({*before, *worths})
                self._recode(before, self.values[own.stop :])
                self.values[own], self.distances[own] = found["values"], found["distances"]
                self._recode(worths, self.values[own])
                self._counts[:] = found["counts"]
                self._counts[VALUES] = len(self.worths)
                self._left[:], self._queue[:], self._waiting[0] = found["left"], found["queue"], found["waiting"]
        except (OSError, EOFError, ValueError, LookupError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
            raise damaged(kept, "cut short, or changed") from error


def _done(work: Callable[[], None]) -> bool:
    """Do this; the others go on."""
    work()
    return False
