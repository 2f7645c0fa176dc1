"""Two threads beside one: time to the same depth in each game, and time to the exact value of endings.

Seeded positions of random play, for each game. The depth of a position is the one that a single thread completes in about
`--seconds`; then one thread and two search to that depth in turns, each from an empty table. Times are times that pass: on a
busy machine they say little. The target, 1.6, is for searches that run longer than a second.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

import zermelo
from _common import arguments, load, shown_spread, shown_time, somewhere
from zermelo.game import Game
from zermelo.search.engine.engine import Engine
from zermelo.search.positions import read_positions

GAMES = ("connect4", "desconecta4boom", "othello", "checkers", "draughts", "kalah")
EVALUATIONS = {"desconecta4boom": "material + groups"}
SOLVED = {"connect4(score=True)": "begin-medium", "othello(empties_to_winner=True)": "empties-22"}
"""Games that are solved, with the set of their positions in bench/sets."""
SETS = Path(__file__).parent / "sets"
TABLE = 128
TARGET = 1.6


@dataclass
class Pair:
    """One thread and this many on one task: seconds and nodes, run by run."""

    what: str
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    nodes: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    @property
    def ratio(self) -> float:
        """How many times as fast the threads are as one."""
        return median(self.seconds[0]) / median(self.seconds[1])

    def as_dict(self) -> dict[str, Any]:
        """The figures in JSON's types."""
        return {
            "what": self.what,
            "seconds": [round(median(runs), 6) for runs in self.seconds],
            "nodes": [round(median(runs)) for runs in self.nodes],
            "ratio": round(self.ratio, 3),
        }


Task = Callable[[Engine], int]
"""What an engine is to do; it gives the nodes that took."""


def depth_tasks(engine: Engine, count: int, seconds: float, seed: int) -> list[tuple[str, Task]]:
    """Searches to the depth that one thread completes in this many seconds, of positions that this does not solve."""
    made: list[tuple[str, Task]] = []
    for state in somewhere(engine.game, count, seed):
        engine.clear()
        found = engine.search(state, seconds=seconds)
        if found.stopped != "time":
            continue  # solved
        depth = found.depth
        made.append((f"depth {depth}", lambda engine, state=state, depth=depth: engine.search(state, depth=depth).nodes))  # type: ignore[misc]
    return made


def solving_tasks(game: Game, kind: str, count: int) -> list[tuple[str, Task]]:
    """Exact values of the first positions of a set."""
    path = SETS / f"{kind}.txt"
    tasks = read_positions(game, path.read_text().splitlines(), str(path))[:count]
    return [(f"{kind}, {number}", lambda engine, state=task.state: engine.value(state).nodes) for number, task in enumerate(tasks, 1)]  # type: ignore[misc]


def measured(engines: tuple[Engine, Engine], name: str, tasks: list[tuple[str, Task]], repeats: int) -> list[Pair]:
    """Each task by each engine, in turns."""
    pairs = []
    for what, task in tasks:
        pair = Pair(f"{name}, {what}")
        for _ in range(repeats):
            for place, engine in enumerate(engines):
                engine.clear()
                begin = time.perf_counter()
                pair.nodes[place].append(task(engine))
                pair.seconds[place].append(time.perf_counter() - begin)
        pairs.append(pair)
        print(f"{pair.what}: {pair.ratio:.2f}", file=sys.stderr, flush=True)
    return pairs


def main() -> None:
    """Search, compare, show."""
    options = arguments(__doc__, repeats=3)
    options.add_argument("games", nargs="*", default=[*GAMES, *SOLVED], help="the games (all)")
    options.add_argument("--threads", type=int, default=2, metavar="N", help="how many beside one (2)")
    options.add_argument("--seconds", type=float, default=3.0, metavar="S", help="how long one thread takes, about (3)")
    options.add_argument("--positions", type=int, default=3, metavar="N", help="positions a game (3)")
    options.add_argument("--seed", type=int, default=1, help="of the positions (1)")
    chosen = options.parse_args()
    pairs: list[Pair] = []
    together: list[tuple[str, float]] = []
    for name in chosen.games:
        game = zermelo.load_game(name)
        one, more = (Engine(game, threads=n, table=TABLE, evaluation=EVALUATIONS.get(name)) for n in (1, chosen.threads))
        if name in SOLVED:
            tasks = solving_tasks(game, SOLVED[name], chosen.positions)
        else:
            tasks = depth_tasks(one, chosen.positions, chosen.seconds, chosen.seed)
        found = measured((one, more), name, tasks, chosen.repeats)
        pairs += found
        if found:
            sums = [sum(median(pair.seconds[place]) for pair in found) for place in (0, 1)]
            together.append((name, sums[0] / sums[1]))
    notes = [load(), f"Target: {TARGET} times, where the search runs longer than a second."]
    notes += [f"{name}: together {ratio:.2f} times as fast" for name, ratio in together]
    if chosen.json:
        print(json.dumps({"threads": chosen.threads, "rows": [pair.as_dict() for pair in pairs], "notes": notes}, indent=2))
    else:
        _show(pairs, chosen.threads, notes)


def _show(pairs: list[Pair], threads: int, notes: list[str]) -> None:
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    table = Table(title="Threads", title_justify="left")
    for place, column in enumerate(("", "1 thread", "nodes", f"{threads} threads", "nodes", "times as fast")):
        table.add_column(column, justify="left" if place == 0 else "right")
    for pair in pairs:
        columns = [
            text
            for seconds, nodes in zip(pair.seconds, pair.nodes, strict=True)
            for text in (shown_time(median(seconds)) + shown_spread(seconds), f"{median(nodes):,.0f}")
        ]
        table.add_row(pair.what, *columns, f"{pair.ratio:.2f}")
    console.print(table)
    for note in notes:
        console.print(f"  {note}", markup=False)


if __name__ == "__main__":
    main()
