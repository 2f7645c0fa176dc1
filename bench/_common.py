"""What the benchmarks share: known counts, timing in turns, and how the figures are shown.

A *race* sets our nodes a second beside a peer's, on the same tree; a *limit* sets a time beside the most it may be.
Figures are medians. The *spread* beside them is the range of the middle half of the runs, as a share of the median:
what a difference has to exceed to mean something.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rich.console import Console
from rich.table import Table

from zermelo.game import Game, State
from zermelo.search.alphabeta import alphabeta
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

ZERMELO = str(Path(sys.executable).with_name("zermelo"))
"""The command."""

ALPHABETA_NODES = {
    1: 8, 2: 21, 3: 76, 4: 173, 5: 564, 6: 1_249, 7: 7_153, 8: 12_574, 9: 87_585, 10: 155_590, 11: 1_692_129,
    12: 3_050_083, 13: 33_635_590, 14: 60_313_995, 15: 631_799_705,
}  # fmt: skip
"""Connect four from the start, by depth: the nodes of alpha-beta, left to right, evaluation 0, the root counted."""

PERFT = {1: 7, 2: 49, 3: 343, 4: 2_401, 5: 16_807, 6: 117_649, 7: 823_536, 8: 5_673_234, 9: 39_394_572, 10: 268_031_646, 11: 1_812_422_436}
"""Connect four from the start, by depth: the sequences of exactly this many moves."""


@dataclass(frozen=True)
class Race:
    """Seconds that we and a peer took, run by run, for this many nodes each. The target is the least ratio of speeds."""

    what: str
    peer: str
    nodes: int
    ours: Sequence[float]
    peer_nodes: int
    theirs: Sequence[float]
    target: float | None = None

    @property
    def speed(self) -> float:
        """Our nodes a second."""
        return self.nodes / median(self.ours)

    @property
    def peer_speed(self) -> float:
        """The peer's nodes a second."""
        return self.peer_nodes / median(self.theirs)

    @property
    def ratio(self) -> float:
        """How many times the peer's speed ours is."""
        return self.speed / self.peer_speed

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        return None if self.target is None else self.ratio >= self.target

    def as_dict(self) -> dict[str, Any]:
        """The figures in JSON's types."""
        return {
            "what": self.what,
            "nodes": self.nodes,
            "nodes_per_second": round(self.speed),
            "spread": round(spread(self.ours), 4),
            "peer": self.peer,
            "peer_nodes": self.peer_nodes,
            "peer_nodes_per_second": round(self.peer_speed),
            "peer_spread": round(spread(self.theirs), 4),
            "ratio": round(self.ratio, 4),
            "target": self.target,
            "met": self.met,
        }

    def cells(self) -> tuple[str, ...]:
        """One row of the table."""
        ours, theirs = shown(self.speed) + shown_spread(self.ours), shown(self.peer_speed) + shown_spread(self.theirs)
        ratio = f"{self.ratio:,.0f}" if self.ratio >= 100 else f"{self.ratio:.2f}"
        return (self.what, self.peer, ours, theirs, ratio, "" if self.target is None else f"≥ {self.target:,g}")


@dataclass(frozen=True)
class Limit:
    """Seconds that something took, run by run, and the most it may take; `processor` are the processor's seconds."""

    what: str
    seconds: Sequence[float]
    most: float | None = None
    processor: Sequence[float] | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        return None if self.most is None else median(self.seconds) <= self.most

    def as_dict(self) -> dict[str, Any]:
        """The figures in JSON's types."""
        return {
            "what": self.what,
            "seconds": round(median(self.seconds), 9),
            "spread": round(spread(self.seconds), 4),
            "processor_seconds": None if self.processor is None else round(median(self.processor), 9),
            "target": self.most,
            "met": self.met,
        }

    def cells(self) -> tuple[str, ...]:
        """One row of the table."""
        processor = "" if self.processor is None else shown_time(median(self.processor))
        most = "" if self.most is None else f"≤ {shown_time(self.most)}"
        return (self.what, shown_time(median(self.seconds)) + shown_spread(self.seconds), processor, most)


@dataclass
class Process:
    """A command, with a folder for its cache. Calling it gives the seconds that passed; processor seconds are kept, run by run.

    Python may keep the bytecode of modules, as it does where nobody forbids it and as pip does.

    check  is given what the command printed, and ends the benchmark if that is wrong
    """

    command: Sequence[str]
    cache: Callable[[], str]
    check: Callable[[str], None] = lambda printed: None
    processor: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        used, begin = _children(), time.perf_counter()
        with self.started() as process:
            took = self.waited(process, begin)
        self.processor.append(_children() - used)
        return took

    def started(self) -> subprocess.Popen[str]:
        """The process."""
        environment = {**os.environ, "ZERMELO_CACHE_DIR": self.cache()}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        pipe = subprocess.PIPE
        return subprocess.Popen(self.command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def waited(self, process: subprocess.Popen[str], begin: float) -> float:
        """The seconds since then when it has ended."""
        printed, told = process.communicate()
        took = time.perf_counter() - begin
        if process.returncode:
            raise SystemExit(f"{' '.join(self.command)}: {told.strip()}")
        self.check(printed)
        return took


class Conversation(Process):
    """A program that speaks UCI. Calling it gives the seconds from its start until it is ready."""

    def waited(self, process: subprocess.Popen[str], begin: float) -> float:
        """The seconds since then when it is ready."""
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("uci\nisready\n")
        process.stdin.flush()
        ready = any(line == "readyok\n" for line in process.stdout)
        took = time.perf_counter() - begin
        _, told = process.communicate("quit\n")
        if not ready:
            raise SystemExit(f"{' '.join(self.command)} did not come to be ready: {told.strip()}")
        return took


def _children() -> float:
    """The processor seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


RACE_COLUMNS = ("", "peer", "ours, nodes/s", "peer's, nodes/s", "ratio", "target")
LIMIT_COLUMNS = ("", "time", "processor", "target")


# Measuring


def in_turns(contestants: Sequence[Callable[[], float]], repeats: int) -> list[list[float]]:
    """The seconds that each contestant reports, run by run; they take turns, so that a busy spell hits all alike."""
    rounds = [[contestant() for contestant in contestants] for _ in range(repeats)]
    return [list(times) for times in zip(*rounds, strict=True)]


def spread(times: Sequence[float]) -> float:
    """The range of the middle half of the runs, as a share of the median."""
    if len(times) < 2:
        return 0.0
    first, middle, third = quantiles(times, n=4, method="inclusive")
    return (third - first) / middle


def aside(call: Callable[[], Any]) -> Any:
    """The value of the call, made in a thread of its own: a search in the main thread may begin again after 50 ms."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(call()))
    thread.start()
    thread.join()
    if not found:
        raise SystemExit("a benchmark failed; see above")
    return found[0]


@dataclass
class Search:
    """Our side of a race: an algorithm to a fixed depth from the start. Calling it gives processor seconds.

    Of several calls, the seconds are those of one; all are made in one thread apart.
    """

    runner: Runner
    depth: int
    calls: int = 1
    value: Any = None

    def __call__(self) -> float:
        window = (-inf, inf) if self.runner.algorithm.windowed else ()
        state = self.runner.game.initial()

        def called() -> float:
            begin = time.process_time()
            for _ in range(self.calls):
                self.runner.forget()
                self.value = self.runner(state, *window, self.depth)
            return (time.process_time() - begin) / self.calls

        return self.runner.apart(called, self.depth)

    @property
    def nodes(self) -> int:
        """The nodes of the last run."""
        return self.runner.nodes


def search(algorithm: str, game: Any, depth: int, calls: int = 1) -> Search:
    """Our compiled perft or alphabeta, warmed up."""
    runner = Runner({"perft": perft, "alphabeta": alphabeta}[algorithm], game, "compiled")
    Search(runner, 2)()
    return Search(runner, depth, calls)


def somewhere(game: Game, count: int, seed: int, *, latest: int = 8) -> list[State]:
    """Seeded positions after 4 to `latest` random plies, none of them over."""
    chooser = random.Random(f"{game!r} {seed}")  # noqa: S311  # games, not secrets
    found: list[State] = []
    while len(found) < count:
        state = game.initial()
        for _ in range(chooser.randint(4, latest)):
            if not game.is_terminal(state):
                state = game.result(state, chooser.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            found.append(state)
    return found


def must_equal(what: str, found: Any, known: Any) -> None:
    """End the benchmark if a count or a value is not what it must be: speed on another tree means nothing."""
    if found != known:
        raise SystemExit(f"{what}: found {found}, must be {known}")


# Showing


def arguments(description: str | None, repeats: int) -> argparse.ArgumentParser:
    """The options that every benchmark has; the first line of its docstring is its description."""
    made = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    made.add_argument("--repeats", type=int, default=repeats, metavar="N", help=f"runs of each measurement; the median counts ({repeats})")
    made.add_argument("--json", action="store_true", help="print the figures as JSON")
    return made


def show(title: str, rows: Sequence[Race | Limit], as_json: bool, notes: Sequence[str] = ()) -> None:
    """Print the figures as a table with notes, or as JSON. Which targets are missed is said, and is no error."""
    notes = [*notes, load()]
    if as_json:
        print(json.dumps({"title": title, "rows": [row.as_dict() for row in rows], "notes": notes}, indent=2, ensure_ascii=False))
        return
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    for kind, columns in ((Race, RACE_COLUMNS), (Limit, LIMIT_COLUMNS)):
        chosen = [row for row in rows if isinstance(row, kind)]
        if chosen:
            console.print(_table(title, columns, chosen))
    for note in notes:
        console.print(f"  {note}", markup=False)
    console.print()


def load() -> str:
    """How busy the machine is, this benchmark included: times that passed grow with it, processor times hardly do."""
    return f"Load when this ended: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors."


def _table(title: str, columns: Sequence[str], rows: Sequence[Race | Limit]) -> Table:
    table = Table(title=title, title_justify="left")
    for place, column in enumerate((*columns, "")):
        table.add_column(column, justify="left" if place == 0 or column == "peer" else "right")
    for row in rows:
        table.add_row(*row.cells(), {True: "[green]met[/]", False: "[red]missed[/]", None: ""}[row.met])
    return table


def shown(speed: float) -> str:
    """Nodes a second, in thousands or millions."""
    return f"{speed / 1e6:,.3g} M" if speed >= 1e5 else f"{speed / 1e3:,.3g} k"


def shown_time(seconds: float) -> str:
    """Seconds, milliseconds or microseconds, as it reads best."""
    return f"{seconds:.3g} s" if seconds >= 0.1 else f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} us"


def shown_spread(times: Sequence[float]) -> str:
    """The spread, where there are runs to compare."""
    return f" ± {spread(times):.0%}" if len(times) > 1 else ""
