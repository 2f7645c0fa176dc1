"""The tasks of workers who solve a tier together: each does something with a shard, so many of the tier's states in a row.

A task reads files and writes files, whole, in the folder `work` of the database, which all workers see; it gives back a few numbers.
Done twice it writes what serves as well, whoever does it: the same, but for what is no news to who is told it. A worker keeps the shards
that it works on in memory. Where that is lost, another has them again from the files: what was kept of the shard last, and what it was
told since.

    values.NAME.column         the values of all states of the tiers behind this one; of this one those that are known so far, as far as
                               their shards have shown them, so that nobody need be told; NONE of all others. When a tier is done, or the
                               main process begins anew, it has another name: who was taken for lost shows nothing any more
    distances.column           the distances of all states of the tiers behind this one
    tier-N/shard-S.STEP.npz    what is known of a shard after a step, 0 when it has been looked at
    tier-N/shard-S.STEP.told   what the shard has to tell each shard, after that step
    tier-N/shard-S.listed      the successors of its states within the tier, for each shard, where the game gives no predecessors
    tier-N/shard-S.done.npz    its values and distances in the end
"""

from __future__ import annotations

import mmap
import os
import pickle
import socket
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.databases.columns import damaged
from zermelo.databases.identity import check_kept_identity
from zermelo.databases.kernels import DONE, FAULT, LONGEST, QUEUED, WHERE
from zermelo.databases.keys import Array
from zermelo.databases.numbered.rank_kernels import ALL_TOLD, BROKEN, COUNTERS, INNER, NONE, ROUND, VALUES
from zermelo.databases.numbered.ranked_game import BEFORE, FINISH, HOLD, OPEN, RankedGame
from zermelo.errors import SearchError, ZermeloError
from zermelo.files import written_whole
from zermelo.native import MOST_PREDECESSORS

DISTANCES: Final = "distances.column"
IDENTITY: Final = "identity.json"
"""Says of which game the folder is."""
LOOK, STEP, END, CHECK = "look", "step", "end", "check"
"""What is done with a shard: its states are looked at, they are told something, they have the last word, and are held against others."""
_ROOM: Final = 1 << 21
"""What a worker may note before it is written, for all shards: what is written at once is told at once."""
_NEWS: Final = 8
"""A shard shows which of its states are known when this part of them has become so."""


class Plan(NamedTuple):
    """What all tasks of a tier have in common.

    folder  where the files are
    game    the game, pickled
    values  the file of values
    shift   each shard has 2 to the power of this states
    listed  the shards whose states have successors within the tier, where these are listed

    The others: see `RankedGame`.
    """

    folder: str
    game: bytes
    mode: str
    tiers: int | None
    order: int
    worths: tuple[float, ...]
    values: str
    tier: int
    shift: int
    listed: tuple[int, ...] = ()

    @property
    def here(self) -> Path:
        """The folder of the tier."""
        return Path(self.folder, f"tier-{self.tier}")


class Step(NamedTuple):
    """What happens to a shard in a step: it is told what others have noted in the step before, and notes what it has to tell.

    number   which step of the tier, from 1
    round    that of kernels (see `rank_kernels.ROUND`)
    before   the round of the step before
    sources  the shards that have something to tell this one
    """

    number: int
    round: int
    before: int
    sources: tuple[int, ...]


class Task(NamedTuple):
    """Something to be done with a shard.

    what   LOOK, STEP, END or CHECK
    start  the step after which the shard was kept last
    steps  those since in which it took part; with STEP the last one is to be done
    keep   whether what is known afterwards is kept
    """

    plan: Plan
    what: str
    shard: int
    start: int = 0
    steps: tuple[Step, ...] = ()
    keep: bool = False

    @property
    def name(self) -> str:
        """What tells it from the other tasks of the tier."""
        return f"{self.what} {self.shard} {self.steps[-1].number if self.what == STEP else 0}"


class Answer(NamedTuple):
    """What came of a task.

    counts  the counters of kernels; in the queue DONE states were before
    due     the next round in which states become known that wait for it; 0 where none do
    made    how much it has to tell each shard
    """

    counts: list[int]
    due: int = 0
    made: list[int] = []  # noqa: RUF012  never changed


def do(task: Task) -> Answer | ZermeloError:
    """Do a task in this process. What is wrong with the rules, or with files, is given back: how it is raised differs by who works."""
    try:
        return _worker.do(task)
    except ZermeloError as error:
        return error
    except MemoryError:
        return SearchError(f"{socket.gethostname()} has no memory for a shard of tier {task.plan.tier}; fewer workers there take less")


class Worker:
    """Does one task after the other, and keeps the shards of the tier."""

    def __init__(self) -> None:
        self._plan: Plan | None = None
        self._columns: Columns | None = None
        self._shards: dict[int, Shard] = {}

    def do(self, task: Task) -> Answer:
        """Do a task."""
        if task.plan != self._plan:
            self._begin(task.plan)
        if task.what == CHECK:
            return Shard(self._game, task.plan, task.shard, Columns(task.plan)).check()
        if task.what == LOOK:
            shard = self._new(task.shard)
            answer = shard.look()
        else:
            shard = self._caught_up(task)
            if task.what == END:
                return shard.end()
            answer = shard.tell(task.steps[-1], sync=task.keep)
            if task.keep:
                shard.keep(task.steps[-1].number)
        self._shards[task.shard] = shard
        return answer

    def _begin(self, plan: Plan) -> None:
        """Make ready for a tier, of this game or of another."""
        self._shards.clear()
        self._columns = None
        known = self._plan and self._plan[:4] == plan[:4]
        self._plan = None
        if not known:
            self._game = _game(plan)
        self._game.order, self._game.worths = plan.order, [*plan.worths]
        self._plan, self._columns = plan, Columns(plan)

    def _new(self, number: int) -> Shard:
        assert self._plan is not None
        assert self._columns is not None
        return Shard(self._game, self._plan, number, self._columns)

    def _caught_up(self, task: Task) -> Shard:
        """The shard after all that happened to it, and was told in the last step; it is not kept meanwhile, as that may fail."""
        shard = self._shards.pop(task.shard, None)
        if shard is None or (task.what == STEP and shard.step >= task.steps[-1].number):
            shard = self._new(task.shard)
            shard.load(task.start)
        for step in task.steps:
            if step.number > shard.step:
                shard.hear(step)
        return shard


_worker: Final = Worker()


def _game(plan: Plan) -> RankedGame:
    """The game of a plan, made ready. Raises SearchError where the folder is not to be seen, SpecError where rules are others here."""
    game = pickle.loads(plan.game)  # noqa: S301  our own main process has made it
    if not Path(plan.folder, plan.values).exists():  # whose name is like no other, so that no other folder is taken for it
        raise SearchError(
            f"{socket.gethostname()}, where a worker runs, does not see {plan.folder}: all machines need that folder under the same name"
        )
    check_kept_identity(Path(plan.folder, IDENTITY), game, plan.folder)
    ranked = RankedGame(game, plan.tiers)
    ranked.build(plan.mode, ranked.kernels.note_successors)
    return ranked


class Columns:
    """The values and distances of all states, from their files: what is written to them stays in memory, and nothing else of them."""

    def __init__(self, plan: Plan) -> None:
        self.values, self.distances = _mapped(Path(plan.folder, plan.values), np.uint8), _mapped(Path(plan.folder, DISTANCES), np.uint16)


class Shard:
    """The states from the index `first` up to `last` of a tier: what is known of them, and what was looked at so far.

    step  the last step in which it took part
    """

    def __init__(self, game: RankedGame, plan: Plan, number: int, columns: Columns) -> None:
        self.game, self.plan, self.number, self.step = game, plan, number, 0
        size = game.sizes[plan.tier]
        self.first, self.last = number << plan.shift, min(size, number + 1 << plan.shift)
        self.base, self.shards = int(game.places[plan.tier]), shards_of(size, plan.shift)
        self.values, self.distances = columns.values, columns.distances
        self.left: Array = np.zeros(size, dtype=game.left_type)
        self.queue: Array = np.empty(self.last - self.first, dtype=np.uint32)
        self.waiting: Array = np.zeros(LONGEST + 2, dtype=np.int64)
        self.counts: Array = np.zeros(COUNTERS, dtype=np.int64)
        self.counts[VALUES] = len(game.worths)
        self._before: tuple[Array, ...] | None = None
        self._news = 0
        most = max(game.game.max_actions, MOST_PREDECESSORS)
        self._scratch: Array = np.zeros(2 * most, dtype=np.int64)
        self._room = max(2 * most, _ROOM // self.shards)

    # What is done with it

    def look(self) -> Answer:
        """Look at the states and at what they lead to, and keep it."""
        game = self.game
        game.call(
            OPEN, self.values, self.distances, self.left, self.queue, self.waiting, game.places, np.array(game.worths), self.counts,
            self._scratch, self.plan.tier, len(game.sizes), self.first, self.last, game.order,
        )  # fmt: skip
        if self.counts[INNER] and not game.backwards and not self.counts[FAULT]:
            self._note(_listed(self.plan, self.number), self._note_successors, self.first, self.last, sync=True)
        if not self.counts[FAULT]:
            self.keep(0)
        return self._answer([])

    def hear(self, step: Step) -> None:
        """Queue what becomes known in a step: by what it is told, and by what was due."""
        counts, game, order = self.counts, self.game, self.game.order
        counts[[QUEUED, DONE]] = counts[QUEUED] if step.number == 1 else 0  # at first those of which looking at them was enough
        counts[ROUND] = step.before
        tell_back = game.ready(game.kernels.tell_back)
        for source in step.sources:
            for words in _told_to(_told(self.plan, source, step.number - 1), self.number):
                tell_back(self.values, self.distances, self.left, self.queue, self.waiting, counts, words, self.base, len(words), order)
        counts[ROUND] = step.round
        if self.waiting[step.round]:
            self.waiting[step.round] = 0
            game.ready(game.kernels.collect)(
                self.values, self.distances, self.queue, game.places, counts, self.plan.tier, self.first, self.last, order
            )
        self.step = step.number
        self._news += int(counts[QUEUED])

    def tell(self, step: Step, *, sync: bool) -> Answer:
        """Note for each shard what the states before those in the queue are to be told."""
        if not self.game.backwards and self._before is None:
            self._before = self._states_before()
        if self.game.order != ALL_TOLD and _NEWS * self._news >= self.last - self.first:
            self._show()
        path, queued = _told(self.plan, self.number, step.number), int(self.counts[QUEUED])
        return self._answer(self._note(path, self._look_back, 0, queued, sync=sync) if queued else [])

    def end(self) -> Answer:
        """Let the states that never end, and those that wait, have their values, and write them."""
        game = self.game
        game.call(FINISH, self.values, self.distances, game.places, self.counts, self.plan.tier, self.first, self.last, game.favoured)
        own = slice(self.base + self.first, self.base + self.last)
        _save(done(self.plan, self.number), values=self.values[own], distances=self.distances[own])
        return self._answer([])

    def check(self) -> Answer:
        """Hold the states against those that they lead to, when all of the tier are known."""
        game = self.game
        game.call(
            HOLD, self.values, self.distances, game.places, np.array(game.worths), self.counts, self._scratch, self.plan.tier,
            len(game.sizes), self.first, self.last, game.order, game.favoured,
        )  # fmt: skip
        return self._answer([])

    # In files

    def _show(self) -> None:
        """Let others see which states are known."""
        with Path(self.plan.folder, self.plan.values).open("r+b") as file:
            file.seek(self.base + self.first)
            file.write(self.values[self.base + self.first : self.base + self.last].data)
        self._news = 0

    def keep(self, step: int) -> None:
        """Write what is known after a step; after looking at the states the queue, too, which is told in the first step."""
        states, own = slice(self.base + self.first, self.base + self.last), slice(self.first, self.last)
        _save(
            _kept(self.plan, self.number, step), values=self.values[states], distances=self.distances[states], left=self.left[own],
            waiting=np.trim_zeros(self.waiting, "b"), queue=self.queue[: 0 if step else int(self.counts[QUEUED])],
        )  # fmt: skip

    def load(self, step: int) -> None:
        """Take up what was known after a step."""
        states, own = slice(self.base + self.first, self.base + self.last), slice(self.first, self.last)
        found = load(_kept(self.plan, self.number, step))
        self.values[states], self.distances[states], self.left[own] = found["values"], found["distances"], found["left"]
        for row, name in ((self.waiting, "waiting"), (self.queue, "queue")):
            row[: len(found[name])] = found[name]
        self.counts[QUEUED], self.step = len(found["queue"]), step

    # Kernels

    def _answer(self, made: list[int]) -> Answer:
        later = np.flatnonzero(self.waiting[self.counts[ROUND] + 1 :])
        return Answer(self.counts.tolist(), int(self.counts[ROUND] + 1 + later[0]) if later.size else 0, made)

    def _note(self, path: Path, look: Callable[..., int], first: int, last: int, *, sync: bool) -> list[int]:
        """Write what a kernel notes for each shard, as often as a row is full; how much that is.

        look  given where to begin, where to end, the rows and how many words of each are taken, says where it stopped
        """
        told: Array = np.empty(self.shards * self._room, dtype=np.int64)
        made: Array = np.zeros(self.shards + 1, dtype=np.int64)
        pieces: list[tuple[int, int]] = []
        with _written(path, sync=sync) as file:
            while first < last and not self.counts[FAULT]:
                made[: self.shards] = 0
                first = look(first, last, told, made)
                for shard in np.flatnonzero(made[: self.shards]).tolist():
                    file.write(told[shard * self._room :][: made[shard]].data)
                    pieces.append((shard, int(made[shard])))
            file.write(np.array([*chain(*pieces), len(pieces)], dtype=np.int64).tobytes())
        return [sum(count for one, count in pieces if one == shard) for shard in range(self.shards)]

    def _look_back(self, first: int, last: int, told: Array, made: Array) -> int:
        shared = (self.values, self.distances, self.queue, self.game.places, self.counts)
        own = (told, made, self.plan.tier, first, last, self.game.order, self.shards, self._room, self.plan.shift)
        if self._before is None:
            return self.game.call(BEFORE, *shared, self._scratch, *own)
        return int(self.game.ready(self.game.kernels.look_back_by_list)(*shared, *self._before, *own))

    def _note_successors(self, first: int, last: int, told: Array, made: Array) -> int:
        own = (self.plan.tier, first, last, self._room, self.plan.shift)
        return self.game.call(BEFORE, self.values, self.game.places, self.counts, told, made, *own)

    def _states_before(self) -> tuple[Array, Array]:
        """The states before each, of what all shards have listed (see `rank_kernels.reverse`)."""
        pieces = [words for source in self.plan.listed for words in _told_to(_listed(self.plan, source), self.number)]
        words = np.concatenate([np.empty(0, dtype=np.int64), *pieces])
        words.sort()
        states, sources = words >> 32, (words & 0xFFFFFFFF).astype(np.uint32)
        if (wrong := np.flatnonzero(self.values[self.base + states] == NONE)).size:
            self.counts[[FAULT, WHERE]] = BROKEN, sources[wrong[0]] >> 1
        starts: Array = np.zeros(len(self.left) + 1, dtype=np.uint32)
        starts[self.first + 1 : self.last + 1] = np.cumsum(np.bincount(states - self.first, minlength=self.last - self.first))
        return starts, sources


# Files


def shards_of(size: int, shift: int) -> int:
    """How many shards of 2 to the power of `shift` states a tier of this size has."""
    return -(-size >> shift)


def done(plan: Plan, shard: int) -> Path:
    """The file of a shard that is done: `values` and `distances`."""
    return plan.here / f"shard-{shard}.done.npz"


def _kept(plan: Plan, shard: int, step: int) -> Path:
    return plan.here / f"shard-{shard}.{step}.npz"


def _told(plan: Plan, shard: int, step: int) -> Path:
    return plan.here / f"shard-{shard}.{step}.told"


def _listed(plan: Plan, shard: int) -> Path:
    return plan.here / f"shard-{shard}.listed"


def load(path: Path) -> dict[str, Array]:
    """The arrays of a file, each held to its checksum. Raises SpecError where they are not what was written."""
    try:
        with path.open("rb") as file, np.load(file) as found:
            return {name: found[name] for name in found}
    except (OSError, EOFError, ValueError, LookupError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise damaged(path, "lost, cut short, or changed") from error


def _save(path: Path, **arrays: Any) -> None:
    with _written(path, sync=True) as file:
        np.savez(file, **arrays)


def _written(path: Path, *, sync: bool) -> Any:
    """A file to be written whole; somebody else may write the same one, who was taken for lost."""
    return written_whole(path, by=f".{socket.gethostname()}.{os.getpid()}", sync=sync)


def _told_to(path: Path, shard: int) -> Iterator[Array]:
    """What a file of `Shard._note` has for a shard, in pieces, which are read as they are asked for."""
    try:
        words = _mapped(path, np.int64)
        owners, counts = words[len(words) - 1 - 2 * int(words[-1]) : -1].reshape(-1, 2).T
    except (OSError, ValueError) as error:
        raise damaged(path, "lost, or cut short") from error
    own, ends = np.flatnonzero(owners == shard), np.cumsum(counts)
    for count, end in zip(counts[own].tolist(), ends[own].tolist(), strict=True):
        yield words[end - count : end]


def _mapped(path: Path, dtype: Any) -> Array:
    """The numbers of a file, to be written to in memory alone."""
    with path.open("rb") as file:
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY), dtype=dtype)
