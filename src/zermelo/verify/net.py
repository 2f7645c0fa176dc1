"""The net: games at random, every searcher, both modes, held against a plain minimax, for this many searches or so long.

A batch is one game with a number of roots, in one mode; batches are spread over processes. What is found follows from the seed
and the number of the batch alone.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.verify import hidden
from zermelo.verify.games import random_game, random_root
from zermelo.verify.trials import TRIALS, Check, Judged

MODES: Final = ("interpreted", "compiled")
ROOTS: Final = {"interpreted": 8, "compiled": 120}
"""Roots of a batch, for each trial: what is compiled for a game is used the more."""
COMPILED: Final = 12
"""One batch in this many is compiled: it takes some 30 s, of which most is compiling."""
TREES: Final = 12
"""Trees with something hidden in a batch of such."""
HIDDEN: Final = "hidden hands"
_BATCHES_A_PROCESS: Final = 12
"""After this many a process is replaced by a new one: compiled code is kept as long as its process lives."""


@dataclass(frozen=True)
class Wrong:
    """A difference, or an error where there should be none."""

    batch: int
    mode: str
    trial: str
    game: str
    root: str
    what: str
    found: str
    expected: str


@dataclass
class Report:
    """What came of it: searches by trial and mode, what was compared in them, how many games, and what was wrong."""

    seed: int
    searches: Counter[tuple[str, str]] = field(default_factory=Counter)
    compared: int = 0
    games: int = 0
    wrong: list[Wrong] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def total(self) -> int:
        """All searches."""
        return sum(self.searches.values())

    def add(self, other: Report) -> None:
        """Take in what came of a batch."""
        self.searches.update(other.searches)
        self.compared += other.compared
        self.games += other.games
        self.wrong += other.wrong


def run_batch(seed: int, batch: int, mode: str) -> Report:
    """One game, all trials, some roots."""
    made = Report(seed, games=1)
    number = seed * 1_000_003 + batch
    chooser = random.Random(number)  # noqa: S311  games, no secrets
    if batch % COMPILED == COMPILED - 2:
        if _has_judge():
            _hidden(made, batch, chooser, mode)
        return made
    game = random_game(number)
    for name, trial in TRIALS.items():
        facts: dict[str, Any] = {"batch": batch, "mode": mode, "trial": name, "game": f"random_game({number})"}
        root = None
        try:
            run = trial(game, chooser, mode)
            if run is None:
                continue
            for _ in range(ROOTS[mode]):
                root = random_root(game, chooser)
                made.searches[name, mode] += 1
                for check in run(Judged(game, root), chooser):
                    _note(made, check, root=repr(tuple(root)), **facts)
        except Exception as error:  # a search that fails is a difference too
            made.wrong.append(Wrong(**facts, root=repr(root), what="an error", found=f"{type(error).__name__}: {error}", expected="none"))
    return made


def _has_judge() -> bool:
    """Whether there is a solver of linear programs, which judges hidden hands: scipy, one of the tools for development."""
    return importlib.util.find_spec("scipy") is not None


def _hidden(made: Report, batch: int, chooser: random.Random, mode: str) -> None:
    for _ in range(TREES):
        made.searches[HIDDEN, mode] += 1
        for check in hidden.regret(chooser, mode):
            _note(made, check, batch=batch, mode=mode, trial=HIDDEN, game="a tree", root="/")


def _note(made: Report, check: Check, **facts: Any) -> None:
    made.compared += 1
    if not check.right:
        made.wrong.append(Wrong(**facts, what=check.what, found=repr(check.found), expected=repr(check.expected)))


def batches(seed: int, modes: tuple[str, ...]) -> Iterator[tuple[int, int, str]]:
    """The batches, one after the other, without end."""
    batch = 0
    while True:
        compiled = modes == ("compiled",) or ("compiled" in modes and batch % COMPILED == COMPILED - 1)
        yield seed, batch, "compiled" if compiled else "interpreted"
        batch += 1


def run(
    *,
    searches: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    jobs: int = 1,
    modes: tuple[str, ...] = MODES,
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Run batches until there are this many searches, or this many seconds are over; what has begun then is ended.

    jobs      processes that share the work
    modes     "interpreted", "compiled" or both
    progress  called with the report so far after each batch

    After Ctrl-C the report so far is returned. Raises SearchError for limits that make no sense.
    """
    if searches is None and seconds is None:
        raise SearchError("say how many searches there shall be, or how many seconds")
    if jobs < 1 or not set(modes) <= set(MODES) or not modes:
        raise SearchError(f"jobs are 1 or more, and modes among {', '.join(MODES)}; not {jobs} and {modes}")
    report, begun = Report(seed), time.perf_counter()

    def is_over() -> bool:
        report.seconds = time.perf_counter() - begun
        return (searches is not None and report.total >= searches) or (seconds is not None and report.seconds >= seconds)

    try:
        for made in _made(batches(seed, modes), jobs, is_over):
            report.add(made)
            if progress:
                progress(report)
    except KeyboardInterrupt:
        report.interrupted = True
    is_over()
    return report


def _made(work: Iterator[tuple[int, int, str]], jobs: int, is_over: Callable[[], bool]) -> Iterator[Report]:
    """What came of each batch, as they end; none begins once it is over."""
    if jobs == 1:
        while not is_over():
            yield run_batch(*next(work))
        return
    context = multiprocessing.get_context("spawn")  # a process with threads is not to be forked
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, max_tasks_per_child=_BATCHES_A_PROCESS)
    under_way: set[Future[Report]] = set()
    try:
        while True:
            while not is_over() and len(under_way) < jobs:
                under_way.add(pool.submit(run_batch, *next(work)))
            if not under_way:
                return
            ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for one in ended:
                yield one.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C
