"""Othello's last moves solved exactly; and its perft.

    othello_endgames.py                                   our own seeded set (bench/sets, see positions.py)
    othello_endgames.py --positions FILE [FILE ...]       sets of your own: `position; move:score; ...` or `position score`
    othello_endgames.py --perft 10                        sequences counted from the start

One thread unless told, a table of 128 MiB that is emptied before each position; of each position the median of the runs
counts, and every score is compared with the file's. A time is that of the search alone, the lesser of the time that passed
and the processor's (with more threads, the time that passed). The quoted figures, for the published positions 40 to 44 of
the FFO set, are those of the best one-game engine, in C, on such a machine, with one thread and without its midgame evaluation.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

import zermelo
from _common import arguments, load, must_equal, shown, shown_spread, shown_time
from zermelo.game import MAX
from zermelo.search.engine.engine import Engine
from zermelo.search.perft import perft, perft_in_bulk
from zermelo.search.positions import Task, read_positions
from zermelo.search.runner import Runner

SETS = Path(__file__).parent / "sets"
QUOTED = {
    "82cfbf3655ce": (0.42, 21_000_000),
    "fb5f034e4d49": (2.9, 93_000_000),
    "6c63d00a7412": (1.8, 78_000_000),
    "042ad7aa28da": (3.3, 127_000_000),
    "967fa0006c48": (4.6, 152_000_000),
}
"""Seconds and nodes, by `digest` of the position: the published positions themselves are not ours to give."""
MOST = 13.0
"""Seconds that the five may take."""
PERFT = {8: 390_216, 9: 3_005_288, 10: 24_571_284, 11: 212_258_800}
"""Published, by depth; a game that has ended before is kept as one leaf."""
PERFT_QUOTED = 438e6
"""Moves a second that the best engine counts."""


def digest(position: str) -> str:
    """What a position is known by in `QUOTED`: twelve hexadecimal digits."""
    return hashlib.sha256(position.encode()).hexdigest()[:12]


def solved(engine: Engine, task: Task, repeats: int) -> dict[str, Any]:
    """One position: its score, held to the file's, and what it took."""
    seconds, nodes, score = [], [], 0.0
    for _ in range(repeats):
        engine.clear()
        begin = time.process_time()
        found = engine.value(task.state)
        taken = time.process_time() - begin
        if found.value is None:
            raise SystemExit("stopped")
        seconds.append(min(found.seconds, taken) if engine.threads == 1 else found.seconds)
        nodes.append(found.nodes)
        score = found.value if engine.game.to_move(task.state) == MAX else -found.value
    if task.expected is not None:
        must_equal(f"line {task.line}, {task.text}", score, task.expected)
    row = {"position": task.text, "empties": engine.game.plies_left(task.state), "score": score, "runs": seconds}
    return row | {"seconds": median(seconds), "nodes": round(median(nodes)), "quoted": QUOTED.get(digest(task.text))}


def perft_row(depth: int, repeats: int) -> dict[str, Any]:
    """Sequences of moves counted from the start, beside the published number."""
    runner, slowly = (Runner(counter, zermelo.load_game("othello"), "compiled") for counter in (perft_in_bulk, perft))
    state = runner.game.initial()
    runner(state, 3)
    seconds, reached = [], 0
    for _ in range(repeats):
        begin = time.process_time()
        reached, _ = runner(state, depth)
        seconds.append(time.process_time() - begin)
    ended = sum(slowly(state, plies)[1] for plies in range(1, depth))
    must_equal(f"perft {depth}, with {ended} games that ended before", reached + ended, PERFT[depth])
    return {
        "perft": depth, "sequences": reached + ended, "seconds": median(seconds), "runs": seconds,
        "moves_per_second": round(reached / median(seconds)), "quoted": PERFT_QUOTED,
    }  # fmt: skip


def main() -> None:
    """Solve, compare, show."""
    options = arguments(__doc__, repeats=1)
    options.add_argument("--positions", type=Path, nargs="+", metavar="FILE", help="sets of positions")
    options.add_argument("--first", type=int, metavar="N", help="only this many of each set")
    options.add_argument("--threads", type=int, default=1, metavar="N", help="how many search at once (1)")
    options.add_argument("--perft", type=int, metavar="D", choices=PERFT, help="count sequences of this many moves instead")
    chosen = options.parse_args()
    if chosen.perft:
        _print_perft(perft_row(chosen.perft, chosen.repeats), chosen.json)
        return
    game = zermelo.load_game("othello(empties_to_winner=True)")
    engine = Engine(game, threads=chosen.threads, table=128)
    rows = []
    for path in chosen.positions or sorted(SETS.glob("empties-*.txt")):
        tasks = read_positions(game, path.read_text().splitlines(), str(path))[: chosen.first]
        for task in tasks:
            rows.append(solved(engine, task, chosen.repeats))
            print(f"{path.name}, line {task.line}: {rows[-1]['score']:+g}, {shown_time(rows[-1]['seconds'])}", file=sys.stderr, flush=True)
    five = [row for row in rows if row["quoted"]]
    notes = [load(), "All scores are those of the files, asserted."]
    if len(five) == len(QUOTED):
        together = sum(row["seconds"] for row in five)
        quoted = sum(seconds for seconds, _ in QUOTED.values())
        notes.append(
            f"The five together: {together:.1f} s, {sum(row['nodes'] for row in five) / 1e6:.0f} M nodes "
            f"(at most {MOST:g} s: {'met' if together <= MOST else 'missed'}); quoted {quoted:.1f} s, "
            f"{sum(nodes for _, nodes in QUOTED.values()) / 1e6:.0f} M nodes."
        )
    if chosen.json:
        print(json.dumps({"rows": rows, "notes": notes}, indent=2))
    else:
        _show(rows, notes)


def _show(rows: list[dict[str, Any]], notes: list[str]) -> None:
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    table = Table(title="Othello, exact endgames", title_justify="left")
    for place, column in enumerate(("position", "empties", "score", "time", "nodes", "nodes/s", "C, quoted", "nodes", "times its time")):
        table.add_column(column, justify="left" if place == 0 else "right")
    for number, row in enumerate(rows, 1):
        seconds, nodes = row["quoted"] or (None, None)
        table.add_row(
            str(number), str(row["empties"]), f"{row['score']:+g}", shown_time(row["seconds"]) + shown_spread(row["runs"]),
            f"{row['nodes']:,}", shown(row["nodes"] / row["seconds"]),
            shown_time(seconds) if seconds else "", f"{nodes:,}" if nodes else "", f"{row['seconds'] / seconds:.1f}" if seconds else "",
        )  # fmt: skip
    console.print(table)
    for note in notes:
        console.print(f"  {note}", markup=False)


def _print_perft(row: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps({"rows": [row], "notes": [load()]}, indent=2))
        return
    print(
        f"Othello, perft {row['perft']}: {row['sequences']:,}, as published, in {shown_time(row['seconds'])}{shown_spread(row['runs'])}, "
        f"{shown(row['moves_per_second'])} moves/s; the best engine, in C: {shown(row['quoted'])} moves/s (quoted)\n{load()}"
    )


if __name__ == "__main__":
    main()
