"""A game that numbers its states solved by many workers, to the same values and distances as by `Ranked`.

A tier is cut into shards, so many of its states in a row. Their states are looked at, each shard by itself; then what is known goes back
step by step. In a step a shard is told what others have noted for it in the step before, and notes what the states before those that have
become known are to be told. So all steps are the same, and in the same order, as in `Ranked`, whoever works on them and however often: the
order in which a state is told what is due in one step does not matter. A shard that is told nothing in a step, and has nothing due,
takes no part in it. In the end every shard has the last word, and is held against those that it leads to.

All that is to be done is told in tasks (shards.py), which workers do (backends.py); here it is said which, and what of it is kept.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import time
import zlib
from math import inf
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import numpy as np

from zermelo.databases.columns import damaged
from zermelo.databases.kernels import DONE, FAULT, QUEUED, WHERE
from zermelo.databases.keys import Array
from zermelo.databases.listed.listing import Progress
from zermelo.databases.numbered.backends import Backend, answers
from zermelo.databases.numbered.rank_kernels import ALL_TOLD, BY_PLIES, BY_SCORES, EDGES, INNER, NEW_VALUE, NONE, STATES
from zermelo.databases.numbered.ranked_game import OtherOrderError
from zermelo.databases.numbered.shards import (
    CHECK,
    DISTANCES,
    END,
    LOOK,
    STEP,
    Answer,
    Plan,
    Step,
    Task,
    done,
    load,
    shards_of,
)
from zermelo.databases.numbered.solver import SUCCESSORS, Solver
from zermelo.databases.pace import Pace
from zermelo.errors import SearchError
from zermelo.files import no_room, read_whole, write_whole
from zermelo.game import Game

_EACH: Final = 4
"""Shards for each worker, so that none of them waits long for the others."""
_FEWEST: Final = 1 << 16
"""States of a shard at least: fewer are done sooner than asked for."""
_BYTES: Final = 7
"""Bytes that workers take for each state of a tier, beside `left`: its value, its distance and its place in a queue."""
_LISTED: Final = 8
"""... and for each successor in a tier, where they are listed."""
_JOURNAL: Final = "shards.json"
_AT_ONCE: Final = 1 << 24


class Sharded(Solver):
    """The values and distances of all states of a game that numbers them (see `Ranked`).

    workers  who solve it; whoever gives them ends them
    memory   MiB that all of them may use together

    The others, and what is raised: see `Ranked`.
    """

    def __init__(
        self, game: Game, place: Path, folder: Path, workers: Backend, *, memory: float, mode: str = "auto", every: float = inf,
        tiers: int | None = None, progress: Progress | None = None,
    ) -> None:  # fmt: skip
        super().__init__(game, place, tiers)
        self.folder, self._workers, self._memory, self._every, self._pace = folder, workers, memory, every, Pace(progress)
        self.check_size((_BYTES + self.left_type.itemsize) * max(self.sizes), memory)
        self.build(mode, self.kernels.note_successors)
        self.try_some()
        try:
            self._pickled = pickle.dumps(game)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise SearchError(f"workers get {game!r} by pickle, which does not take it ({error}); leave workers out") from error
        self._tiers, self._kept_at = tiers, time.perf_counter()
        self._journal: dict[str, Any] = self._read()
        self._rename()
        while not self._run():
            self._journal = {}

    def _run(self) -> bool:
        """Solve all tiers; whether that went well, or has to begin anew in another order or with more values."""
        self.take_up()
        self.values = self._column(self._values, np.uint8)
        self.distances = self._column(DISTANCES, np.uint16)
        self.edges = 0
        for tier in reversed(range(len(self.sizes))):
            if not self.sizes[tier]:
                continue
            if known := self.solved(tier):
                for name, numbers in zip((self._values, DISTANCES), known.columns(self.worths, NONE), strict=True):
                    self._write(name, int(self.places[tier]), numbers)
                self.edges += known.facts[SUCCESSORS]
                continue
            try:
                self.edges += self._solve(tier)
            except OtherOrderError as error:
                if error.order != self.order:
                    self.reorder(error.order)
                return False
        return True

    # A tier

    def _solve(self, tier: int) -> int:
        """Solve a tier; how many successors its states have."""
        begin, end = self.places[tier : tier + 2].tolist()
        plan = self._begun(tier)
        shards = range(shards_of(end - begin, plan.shift))
        looked = self.done([Task(plan, LOOK, shard) for shard in shards], "looked at")
        counts = np.sum([answer.counts for answer in looked.values()], axis=0)
        inner, known, ends = int(counts[INNER]), int(counts[QUEUED]), [Task(plan, END, shard) for shard in shards]
        if inner or self.order == BY_SCORES:
            if not self.backwards:
                self.check_list(tier, inner, (_BYTES + self.left_type.itemsize) * (end - begin) + _LISTED * inner, self._memory)
                plan = plan._replace(listed=tuple(shard for shard in shards if looked[shard].counts[INNER]))
            steps = _Steps(self, plan, looked)
            while steps.take():
                pass
            known, ends = steps.known, steps.ends()
        self.check_known(tier, int(counts[STATES]) - known)
        self.done(ends, "ended")
        self._rename()
        plan = plan._replace(values=self._values)
        for shard in shards:
            found = load(done(plan, shard))
            self._write(self._values, begin + (shard << plan.shift), found["values"])
            self._write(DISTANCES, begin + (shard << plan.shift), found["distances"])
        self.check_endless(self.values[begin:end])
        if self.backwards and inner:
            self.done([Task(plan, CHECK, shard) for shard in shards], "held against what they lead to")
        self.write(tier, self.values[begin:end], self.distances[begin:end], int(counts[EDGES]))
        del self._journal["now"]
        self.keep()
        shutil.rmtree(plan.here)
        return int(counts[EDGES])

    def _begun(self, tier: int) -> Plan:
        """The plan for a tier, begun or gone on with."""
        begin, end = self.places[tier : tier + 2].tolist()
        now = self._journal.get("now")
        if now is None or now["tier"] != tier:
            each = max(_FEWEST, (end - begin) // (_EACH * self._workers.workers))
            now = self._journal["now"] = {"tier": tier, "shift": max(1, each.bit_length() - 1), "answers": {}}
            shutil.rmtree(self.folder / f"tier-{tier}", ignore_errors=True)
        plan = Plan(
            str(self.folder.resolve()),
            self._pickled,
            self.mode,
            self._tiers,
            self.order,
            tuple(self.worths),
            self._values,
            tier,
            now["shift"],
        )
        plan.here.mkdir(exist_ok=True)
        for first in range(begin, end, _AT_ONCE):  # no shard has shown yet which of its states are known
            self._write(self._values, first, np.full(min(end - first, _AT_ONCE), NONE, dtype=np.uint8))
        return plan

    def done(self, tasks: list[Task], what: str) -> dict[int, Answer]:
        """What comes of these tasks of a tier, by their shards; those whose answers were kept are not done again.

        what  is done, for people
        """
        kept, tier = self._journal["now"]["answers"], tasks[0].plan.tier
        found = {task.shard: Answer(*kept[task.name]) for task in tasks if task.name in kept}
        for task, answer in answers(self._workers, [task for task in tasks if task.name not in kept]):
            found[task.shard] = answer
            if not answer.counts[FAULT] and (task.what != STEP or task.keep):
                kept[task.name] = answer
                if time.perf_counter() - self._kept_at >= self._every:
                    self.keep()
            if task.what != STEP:
                self.tell(tier, what, self.sizes[tier] * len(found) // len(tasks))
        found = dict(sorted(found.items()))
        for answer in found.values():
            if answer.counts[FAULT] != NEW_VALUE:
                self.raise_if_broken(tier, answer.counts)
        if new := [answer.counts[WHERE] for answer in found.values() if answer.counts[FAULT] == NEW_VALUE]:
            for index in new:
                self.add_worth(self.game.unrank(tier, index))
            raise OtherOrderError(self.order)
        return found

    def tell(self, tier: int, what: str, done: int, *, may_end_sooner: bool = False) -> None:
        """Say how far a tier is."""
        self._pace.tell(f"tier {tier}: {what}", done, self.sizes[tier], may_end_sooner=may_end_sooner)

    # Files

    @property
    def now(self) -> dict[str, Any]:
        """What is kept of the tier that is being solved."""
        now: dict[str, Any] = self._journal["now"]
        return now

    def is_time(self, ahead: float) -> bool:
        """Whether what is known has to be kept after what takes so many seconds."""
        return time.perf_counter() - self._kept_at + ahead >= self._every

    def keep(self) -> None:
        """Let the journal be on the disk: what was done, so that it is not done again."""
        text = json.dumps({**self._journal, "first_tier": self.first_tier, "order": self.order, "worths": self.worths})
        write_whole(self.folder / _JOURNAL, f"{zlib.crc32(text.encode()):08x}{text}")
        self._kept_at = time.perf_counter()

    def _read(self) -> dict[str, Any]:
        path = self.folder / _JOURNAL
        if not path.exists():
            return {}
        text = read_whole(path).decode(errors="replace")
        if text[:8] != f"{zlib.crc32(text[8:].encode()):08x}":
            raise damaged(path, "cut short, or changed")
        journal: dict[str, Any] = json.loads(text[8:])
        if journal["first_tier"] != self.first_tier:  # where states lie in the columns goes by that
            return {}
        self.order, self.worths = journal["order"], journal["worths"]
        return journal

    def _rename(self) -> None:
        """Give the values another name, so that nobody writes to them any more who was taken for lost."""
        self._values = f"values.{uuid4().hex}.column"
        for before in self.folder.glob("values.*.column"):
            before.rename(self.folder / self._values)

    def _column(self, name: str, dtype: Any) -> Array:
        """The numbers of all states in a file, to be read; where there is none it is made."""
        path, size = self.folder / name, self.count * np.dtype(dtype).itemsize
        try:
            with path.open("r+b" if path.exists() else "w+b") as file:
                file.truncate(size)
        except OSError as error:
            raise no_room(path, error) from error
        return np.memmap(path, dtype=dtype, mode="r")

    def _write(self, name: str, place: int, numbers: Array) -> None:
        """Write the numbers of the states from this place on."""
        try:
            with (self.folder / name).open("r+b") as file:
                file.seek(place * numbers.itemsize)
                file.write(numbers.data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise no_room(self.folder / name, error) from error


class _Steps:
    """The steps in which what is known goes back in a tier, from when all of its states have been looked at.

    known  how many states are known
    """

    def __init__(self, solver: Sharded, plan: Plan, looked: dict[int, Answer]) -> None:
        self._solver, self._plan, self._shards, self._took = solver, plan, range(len(looked)), 0.0
        self._steps: list[tuple[Step, ...]] = [() for _ in looked]  # since the shards were kept, those in which each took part
        self._start = self._number = self._round = 0
        self.known = sum(answer.counts[QUEUED] for answer in looked.values())
        self._queued = {shard for shard, answer in looked.items() if answer.counts[QUEUED]}
        self._due = [answer.due for answer in looked.values()]
        self._sources: list[list[int]] = [[] for _ in looked]  # who has something to tell each
        if "step" in solver.now:
            self._start, self._round, self.known, due, self._sources = solver.now["step"]
            self._number, self._due, self._queued = self._start, [*due], set()

    def take(self) -> bool:
        """Take the next step; whether there was one."""
        due, before = [one for one in self._due if one], self._round
        if self._queued or any(self._sources):
            self._round = self._next_round()
        elif due:
            self._round = min(due)
        else:
            return False
        self._number += 1
        begun, keep = time.perf_counter(), self._solver.is_time(self._took)
        tasks = []
        for shard in self._shards:
            if keep or shard in self._queued or self._sources[shard] or self._due[shard] == self._round:
                self._steps[shard] += (Step(self._number, self._round, before, tuple(self._sources[shard])),)
                tasks.append(Task(self._plan, STEP, shard, self._start, self._steps[shard], keep))
        self._queued, self._sources = set(), [[] for _ in self._shards]
        for shard, answer in self._solver.done(tasks, "told").items():
            self.known += answer.counts[QUEUED] - answer.counts[DONE]
            self._due[shard] = answer.due
            for other in np.flatnonzero(answer.made).tolist():
                self._sources[other].append(shard)
        self._took = time.perf_counter() - begun
        self._solver.tell(self._plan.tier, "known", self.known, may_end_sooner=True)
        if keep:
            self._keep()
        return True

    def ends(self) -> list[Task]:
        """What is to be done when there is no further step."""
        return [Task(self._plan, END, shard, self._start, self._steps[shard]) for shard in self._shards]

    def _next_round(self) -> int:
        """The round in which what was told last becomes known (see `Ranked._within`)."""
        if self._solver.order == ALL_TOLD or self._number == 0:
            return 0
        return self._round + (1 if self._solver.order == BY_PLIES else self._round % 2)

    def _keep(self) -> None:
        """Begin with this step, in which all shards were kept, when it is gone on."""
        self._start, self._steps = self._number, [() for _ in self._shards]
        now = self._solver.now
        now["step"] = [self._start, self._round, self.known, [*self._due], self._sources]
        now["answers"] = {name: answer for name, answer in now["answers"].items() if not name.startswith(STEP)}
        self._solver.keep()
        for path in self._plan.here.iterdir():
            if (step := path.name.split(".")[1]).isdigit() and int(step) < self._number:
                path.unlink()
