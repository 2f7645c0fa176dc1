"""Connect four solved: our engine beside BitBully, a solver in C++, on the same positions; every score is compared.

    connect4_solver.py                                    our own seeded sets (bench/sets, see positions.py)
    connect4_solver.py --positions FILE [FILE ...]        sets of your own, `moves score` a line
    connect4_solver.py --empty                            the empty board, weakly: who wins (minutes)

One thread unless told, a table of 128 MiB that is emptied before each position (BitBully's before each run of a set), no
opening book. The solvers take turns, set by set; of each position the median of the runs counts. A time is that of the
search alone, the lesser of the time that passed and the processor's (with more threads, the time that passed).

The quoted figures are those of the best dedicated solver, in C++ (P. Pons, 2015 on), on such a machine, for the published
sets that its author made (Test_L3_R1 and so on). Our own sets are of the same kinds, but other positions.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from statistics import fmean, median
from typing import Any

from rich.console import Console
from rich.table import Table

import zermelo
from _common import arguments, load, shown, shown_time
from zermelo.game import MAX
from zermelo.search.engine.engine import Engine
from zermelo.search.positions import Task, read_positions

SETS = Path(__file__).parent / "sets"
KINDS = ("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard")
PUBLISHED = {
    "Test_L3_R1": "end-easy", "Test_L2_R1": "middle-easy", "Test_L2_R2": "middle-medium",
    "Test_L1_R1": "begin-easy", "Test_L1_R2": "begin-medium", "Test_L1_R3": "begin-hard",
}  # fmt: skip
QUOTED = {
    "end-easy": (6e-6, 51), "middle-easy": (46e-6, 449), "middle-medium": (4.3e-3, 39_800),
    "begin-easy": (0.31e-3, 3_266), "begin-medium": (0.139, 1_180_000), "begin-hard": (5.5, 44_000_000),
}  # fmt: skip
"""Mean seconds and nodes of a position."""
EMPTY = (("the dedicated solver", 210.0, 1_610_000_000), ("Fhourstones (C)", 141.0, 1_480_000_000))
"""The empty board, weakly: seconds and nodes."""
TABLE = 128


@dataclass
class Figures:
    """One solver on one set: the median seconds of each position, and its nodes."""

    seconds: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The figures in JSON's types."""
        return {
            "mean_seconds": fmean(self.seconds),
            "median_seconds": median(self.seconds),
            "mean_nodes": fmean(self.nodes),
            "median_nodes": median(self.nodes),
            "nodes_per_second": round(sum(self.nodes) / sum(self.seconds)),
        }


@dataclass(frozen=True)
class Solver:
    """`solve` takes a position and gives its score, seconds and nodes; `forget` empties the table before a run of a set."""

    solve: Callable[[Task], tuple[float, float, int]]
    forget: Callable[[], None]


def ours(threads: int) -> Solver:
    """Our engine."""
    engine = Engine(zermelo.load_game("connect4(score=True)"), threads=threads, table=TABLE)

    def solve(task: Task) -> tuple[float, float, int]:
        engine.clear()
        begin = time.process_time()
        found = engine.value(task.state)
        taken = time.process_time() - begin
        if found.value is None:
            raise SystemExit("stopped")
        sign = 1 if engine.game.to_move(task.state) == MAX else -1
        return sign * found.value, min(found.seconds, taken) if threads == 1 else found.seconds, found.nodes

    return Solver(solve, engine.clear)


def bitbully() -> Solver:
    """BitBully, by its C++ class and not by its Python wrapping; its book is not loaded.

    To empty its table takes 0.3 s, so that is done before each run of a set, not before each position.
    """
    core = import_module("bitbully.bitbully_core")
    solver = core.BitBullyCore()

    def solve(task: Task) -> tuple[float, float, int]:
        board = core.BoardCore()
        if not board.setBoard([int(column) - 1 for column in task.text]):
            raise SystemExit(f"bitbully does not take {task.text}")
        solver.resetNodeCounter()
        processor, begin = time.process_time(), time.perf_counter()
        score = solver.mtdf(board, 0)
        taken = time.perf_counter() - begin
        return score, min(taken, time.process_time() - processor), solver.getNodeCounter()

    return Solver(solve, solver.resetTranspositionTable)


def measured(solvers: dict[str, Solver], tasks: Sequence[Task], repeats: int) -> tuple[dict[str, Figures], list[str]]:
    """All solvers on all positions, in turns; and what they or the file say otherwise than we."""
    runs: dict[str, list[list[tuple[float, float, int]]]] = {name: [] for name in solvers}
    for _ in range(repeats):
        for name, solver in solvers.items():
            solver.forget()
            runs[name].append([solver.solve(task) for task in tasks])
    figures = {name: Figures() for name in solvers}
    trouble = []
    for place, task in enumerate(tasks):
        of_task = {name: [run[place] for run in made] for name, made in runs.items()}
        said = {name: found[0][0] for name, found in of_task.items()}
        if task.expected is not None:
            said["the file"] = task.expected
        if len(set(said.values())) > 1:
            trouble.append(f"line {task.line}, {task.text}: " + ", ".join(f"{name} {score:g}" for name, score in said.items()))
        for name, found in of_task.items():
            figures[name].seconds.append(median(seconds for _, seconds, _ in found))
            figures[name].nodes.append(round(median(nodes for _, _, nodes in found)))
    return figures, trouble


def row_of(name: str, figures: dict[str, Figures]) -> dict[str, Any]:
    """What is shown of a set."""
    us = figures["zermelo"].as_dict()
    row: dict[str, Any] = {"set": name, "positions": len(figures["zermelo"].nodes), "zermelo": us}
    if "bitbully" in figures:
        row["bitbully"] = figures["bitbully"].as_dict()
        row["ratio"] = round(row["bitbully"]["mean_seconds"] / us["mean_seconds"], 3)
    if name in PUBLISHED:
        seconds, nodes = QUOTED[PUBLISHED[name]]
        row["quoted"] = {"mean_seconds": seconds, "mean_nodes": nodes}
        row["quoted_ratio"] = round(seconds / us["mean_seconds"], 3)
        row["quoted_nodes_ratio"] = round(nodes / us["mean_nodes"], 3)
    return row


def cells(row: dict[str, Any]) -> list[str]:
    """One row of the table."""
    us, peer, quoted = row["zermelo"], row.get("bitbully"), row.get("quoted")
    return [
        row["set"],
        str(row["positions"]),
        *_short(us),
        f"{us['median_nodes']:,.0f}",
        shown(us["nodes_per_second"]),
        *(_short(peer) if peer else ("", "")),
        f"{row['ratio']:.2f}" if peer else "",
        *(_short(quoted) if quoted else ("", "")),
        f"{row['quoted_ratio']:.2f}" if quoted else "",
    ]


def _short(figures: dict[str, Any]) -> tuple[str, str]:
    return shown_time(figures["mean_seconds"]), f"{figures['mean_nodes']:,.0f}"


COLUMNS = (
    "set", "positions", "ours, mean", "nodes", "median nodes", "nodes/s", "bitbully", "nodes", "times faster",
    "C++, quoted", "nodes", "times faster",
)  # fmt: skip


def empty_board(threads: int) -> dict[str, Any]:
    """Who wins from the empty board, and what it takes to know."""
    game = zermelo.load_game("connect4")
    engine = Engine(game, threads=threads, table=TABLE)
    engine.value(game.played("444444111111"))
    engine.clear()
    processor = time.process_time()
    found = engine.value()
    processor = time.process_time() - processor
    if found.value != 1:
        raise SystemExit(f"the empty board is worth 1, not {found.value}")
    return {"nodes": found.nodes, "seconds": found.seconds, "processor_seconds": processor, "threads": threads, "quoted": EMPTY}


def files_of(names: list[Path] | None) -> list[Path]:
    """The files to solve: those named, else our own sets."""
    return names or [path for kind in KINDS for path in [SETS / f"{kind}.txt"] if path.exists()]


def main() -> None:
    """Solve, compare, show."""
    options = arguments(__doc__, repeats=3)
    options.add_argument("--positions", type=Path, nargs="+", metavar="FILE", help="sets of positions, `moves score` a line")
    options.add_argument("--first", type=int, metavar="N", help="only this many of each set")
    options.add_argument("--threads", type=int, default=1, metavar="N", help="our threads (1)")
    options.add_argument("--alone", action="store_true", help="without bitbully")
    options.add_argument("--empty", action="store_true", help="the empty board, weakly")
    chosen = options.parse_args()
    if chosen.empty:
        found = empty_board(chosen.threads)
        print(json.dumps(found, indent=2) if chosen.json else _empty_in_words(found))
        return
    solvers = {"zermelo": ours(chosen.threads)}
    notes = []
    try:
        if not chosen.alone:
            solvers["bitbully"] = bitbully()
    except ImportError as error:
        notes.append(f"bitbully is skipped: {error}; `make peers` installs it.")
    game = zermelo.load_game("connect4(score=True)")
    rows, wrong = [], []
    for path in files_of(chosen.positions):
        tasks = read_positions(game, path.read_text().splitlines(), str(path))[: chosen.first]
        for solver in solvers.values():
            solver.solve(tasks[0])  # warm
        figures, trouble = measured(solvers, tasks, chosen.repeats)
        rows.append(row_of(path.name.removesuffix(".txt"), figures))
        wrong += [f"{path.name}, {line}" for line in trouble]
        print(f"{path.name}: {len(tasks)} positions, {len(trouble)} scores differ", file=sys.stderr, flush=True)
    notes += [load(), "All scores are the same, asserted: ours, the peer's, the file's." if not wrong else "SCORES DIFFER:", *wrong]
    if chosen.json:
        print(json.dumps({"rows": rows, "differ": len(wrong), "notes": notes}, indent=2))
    else:
        _show(rows, notes)
    if wrong:
        raise SystemExit(1)


def _show(rows: list[dict[str, Any]], notes: list[str]) -> None:
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    table = Table(title="Connect four, exact scores", title_justify="left")
    for place, column in enumerate(COLUMNS):
        table.add_column(column, justify="left" if place == 0 else "right")
    for row in rows:
        table.add_row(*cells(row))
    console.print(table)
    for note in notes:
        console.print(f"  {note}", markup=False)


def _empty_in_words(found: dict[str, Any]) -> str:
    quoted = "; ".join(f"{name} {nodes / 1e9:.2f} G nodes, {seconds:.0f} s" for name, seconds, nodes in EMPTY)
    return (
        f"The empty board, weakly, {found['threads']} thread(s): {found['nodes'] / 1e9:.2f} G nodes, {found['seconds']:.1f} s "
        f"({found['processor_seconds']:.1f} s of the processors), {shown(found['nodes'] / found['seconds'])} nodes/s\n"
        f"Quoted: {quoted}\n{load()}"
    )


if __name__ == "__main__":
    main()
