"""The thirty games of tests/corpus, written as new users write them: which compile, what it costs to begin, how fast they are.

To begin is `zermelo best GAME --depth 2`, a whole process on one core, with an empty cache (cold) and with one that has what it
needs (warm); the search itself takes milliseconds. Speed is nodes a second of perft from the start, interpreted and compiled,
as deep as takes a second or less. Seconds are the processor's: as many pass on a core that has nothing else to do. Ten games
stand beside the same rules in the dialect that the compiler turns into the fastest code (bench/corpus_dialect, or a game of
ours): both count the same tree, and take turns. All counts are held to those that the corpus knows.

    python bench/corpus.py                                  # all thirty, a quarter of an hour
    python bench/corpus.py --only nim programmer/quarto     # some
    python bench/corpus.py --markdown                       # the table of docs/corpus.md
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

import zermelo
from _common import ZERMELO, Limit, Process, Race, Search, arguments, in_turns, load, must_equal, shown, shown_time
from _corpus import Entry, games
from zermelo import native
from zermelo.game import Game
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

COMPILING, COLD, WARM, RATIO = 28, 3.0, 0.8, 0.5
"""The targets: games that compile, the most seconds to begin, and the least share of the dialect's speed."""
LONGEST, SHORTEST = 1.0, 0.05
"""Seconds of a run: a deeper count is not tried where it would take more, a shorter one is made many times over."""
COLUMNS = ("game", "compiles", "cold", "warm", "interpreted, nodes/s", "compiled, nodes/s", "times", "dialect, nodes/s", "ratio")


@dataclass(frozen=True)
class Row:
    """What was measured of one game.

    why          it does not compile: nothing where it does
    cold, warm   a whole process, with an empty cache and with one that has what it needs
    interpreted  nodes a second
    compiled     the same; None where it does not compile
    beside       the race with the same rules in the dialect; None where there are none
    """

    entry: Entry
    why: Sequence[str]
    cold: Limit
    warm: Limit
    interpreted: float
    compiled: float | None
    beside: Race | None

    def as_dict(self) -> dict[str, Any]:
        """The figures in JSON's types."""
        return {
            "game": self.entry.game,
            "compiles": not self.why,
            "why": list(self.why),
            "cold": self.cold.as_dict(),
            "warm": self.warm.as_dict(),
            "interpreted_nodes_per_second": round(self.interpreted),
            "compiled_nodes_per_second": None if self.compiled is None else round(self.compiled),
            "beside": None if self.beside is None else self.beside.as_dict(),
        }

    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        return (
            self.entry.game,
            "no" if self.why else "yes",
            shown_time(median(self.cold.seconds)),
            shown_time(median(self.warm.seconds)),
            shown(self.interpreted),
            "" if self.compiled is None else shown(self.compiled),
            "" if self.compiled is None else f"{self.compiled / self.interpreted:,.0f}",
            "" if self.beside is None else shown(self.beside.peer_speed),
            "" if self.beside is None else f"{self.beside.ratio:.2g}",
        )


# Measuring


def measured(entry: Entry, folder: Path, repeats: int) -> Row:
    """All figures of a game."""
    game = zermelo.load_game(entry.spec)
    why = native.explain(game)
    cold, warm = beginnings(entry, folder, "interpreted" if why else "compiled", repeats)
    interpreted = deep_enough(entry, game, "interpreted")
    speed = interpreted.nodes / median(in_turns([interpreted], repeats)[0])
    if why:
        return Row(entry, why, cold, warm, speed, None, None)
    ours = deep_enough(entry, game, "compiled")
    if entry.dialect_spec is None:
        return Row(entry, why, cold, warm, speed, ours.nodes / median(in_turns([ours], repeats)[0]), None)
    other = to_the_depth(ours, zermelo.load_game(entry.dialect_spec))
    times, theirs = in_turns([ours, other], repeats)
    must_equal(f"{entry.dialect}, nodes and counts", (other.nodes, other.value), (ours.nodes, ours.value))
    race = Race(entry.game, str(entry.dialect), ours.nodes, times, other.nodes, theirs, RATIO)
    return Row(entry, why, cold, warm, speed, race.speed, race)


def beginnings(entry: Entry, folder: Path, mode: str, repeats: int) -> tuple[Limit, Limit]:
    """Whole processes, with an empty cache and a warm one, in turns."""

    def right(printed: str) -> None:
        must_equal(f"{entry.game}, mode", json.loads(printed)["mode"], mode)

    command = [ZERMELO, "best", entry.spec, "--depth", "2", "--json"]
    kept = tempfile.mkdtemp(dir=folder)
    cold = Process(command, partial(tempfile.mkdtemp, dir=folder), right)
    warm = Process(command, lambda: kept, right)
    warm()  # fills its cache, and the system's own
    warm.processor.clear()
    in_turns([cold, warm], repeats)
    return Limit("cold", cold.processor, COLD), Limit("warm", warm.processor, WARM)


def deep_enough(entry: Entry, game: Game, mode: str) -> Search:
    """Perft as deep as is known and takes no more than LONGEST, about."""
    runner = Runner(perft, game, mode)
    Search(runner, 1)()
    for depth, count in enumerate(entry.perft, 1):
        search = Search(runner, depth)
        seconds = search()
        must_equal(f"{entry.game}, {mode}, perft {depth}", search.value[0], count)
        if depth == len(entry.perft) or seconds * entry.perft[depth] / max(count, 1) > LONGEST:
            break
    return Search(runner, search.depth, ceil(SHORTEST / seconds), search.value)


def to_the_depth(ours: Search, game: Game) -> Search:
    """The same count of the other game, compiled."""
    runner = Runner(perft, game, "compiled")
    return Search(runner, ours.depth, ceil(SHORTEST / Search(runner, ours.depth)()))


# Showing


def notes(rows: Sequence[Row]) -> list[str]:
    """What became of the targets, and why what does not compile does not."""
    pairs = [row.beside for row in rows if row.beside]
    compiling = sum(not row.why for row in rows)
    told = [
        f"{compiling} of {len(rows)} compile (target: {COMPILING} of 30).",
        f"{sum(bool(row.cold.met) for row in rows)} begin within {COLD:g} s with an empty cache (all but the largest), "
        f"{sum(bool(row.warm.met) for row in rows)} within {WARM:g} s with a warm one (all).",
        f"{sum(bool(race.met) for race in pairs)} of {len(pairs)} run at {RATIO:g} or more of the speed of their dialect (all).",
    ]
    told += [f"`{row.entry.game}` does not compile. {why}." for row in rows for why in row.why]
    return [*told, load()]


def as_markdown(rows: Sequence[Row], said: Sequence[str]) -> str:
    """The table and what is said of it, for a page of docs/."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|---" + "|--:" * (len(COLUMNS) - 2) + "|"]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    return "\n".join([*lines, "", *(f"- {note}" for note in said)])


def show(rows: Sequence[Row], as_json: bool, markdown: bool) -> None:
    """Print the figures."""
    said = notes(rows)
    if as_json:
        figures = {"title": "The corpus", "rows": [row.as_dict() for row in rows], "notes": said}
        print(json.dumps(figures, indent=2, ensure_ascii=False))
    elif markdown:
        print(as_markdown(rows, said))
    else:
        table = Table(title="The corpus: games as new users write them; nodes a second of perft", title_justify="left")
        for place, column in enumerate(COLUMNS):
            table.add_column(column, justify="left" if place < 2 else "right")
        for row in rows:
            table.add_row(*row.cells())
        console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
        console.print(table)
        for note in said:
            console.print(f"  {note}", markup=False)


def named(names: Sequence[str]) -> list[Entry]:
    """The games of these names, each with its folder or without."""
    known = {name: entry for entry in games() for name in (entry.game, Path(entry.game).name)}
    for name in names:
        if name not in known:
            raise SystemExit(f"there is no {name!r} in the corpus; there are {', '.join(entry.game for entry in games())}")
    return [known[name] for name in names]


def main() -> None:
    """Measure one game after the other; show what there is, also after Ctrl-C."""
    options = arguments(__doc__, repeats=3)
    options.add_argument("--only", nargs="+", metavar="NAME", help="these games, by their names, with their folders or without (all)")
    options.add_argument("--markdown", action="store_true", help="print the table as it stands in docs/corpus.md")
    chosen = options.parse_args()
    asked = named(chosen.only) if chosen.only else games()
    warnings.filterwarnings("ignore", ".*invalid escape sequence")  # drawings of boards in docstrings, as users make them
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, for all that is started from here too
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number, entry in enumerate(asked, 1):
                print(f"{number} of {len(asked)}: {entry.game}", file=sys.stderr, flush=True)
                rows.append(measured(entry, Path(folder), chosen.repeats))
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
    show(rows, chosen.json, chosen.markdown)


if __name__ == "__main__":
    main()
