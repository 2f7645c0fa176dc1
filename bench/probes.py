"""Probes of databases: what a position is worth, asked of files of which nothing is in memory, and asked again.

*Cold*: the files are opened anew for each position, and have told of the first one; of this one the blocks have to be read and unpacked,
and where it is of another tier of the game, a file is opened. That the rules are those of the database is looked at once, and not timed.
*From the disk*: the system has put out of its memory what it had read of them, too. *Warm*: the same positions once more of files that have
them in memory. *Others*: positions that were not asked for, of files that most of the blocks are in memory of.
Positions are of games played at random. Databases are made first, in some seconds each, in a folder that is removed.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

import zermelo as z
from _common import Limit, arguments, must_equal, show, somewhere
from zermelo.databases.files.manifest import read_manifest
from zermelo.databases.files.table import Table
from zermelo.game import Game, State

GAMES: Final = ("connect4(5, 4)", "awari(10)", "quixo(3)")
COLD, WARM = 0.2e-3, 5e-6
"""Seconds that a probe may take."""


def forget(folder: Path) -> None:
    """Let the system forget what it has read of the files in a folder."""
    for file in folder.iterdir():
        with file.open("rb") as opened:
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def timed(table: Table, state: State) -> float:
    """Seconds for what a state is worth."""
    begin = time.perf_counter()
    found = table.find(state)
    took = time.perf_counter() - begin
    must_equal("a position is known", found is not None, True)
    return took


def cold(folder: Path, game: Game, manifest: dict[str, Any], state: State, *, from_disk: bool) -> float:
    """Seconds for a probe of files that have told of the first position alone."""
    table = Table(folder, game, manifest)
    table.find(game.initial())
    if from_disk:
        forget(folder)
    took = timed(table, state)
    table.close()
    return took


def main() -> None:
    """Make the databases, ask, show."""
    parser = arguments(__doc__, repeats=5)
    parser.add_argument("games", nargs="*", default=GAMES, help=f"which: {', '.join(GAMES)}")
    parser.add_argument("--positions", type=int, default=200, metavar="N", help="positions of each game (200)")
    chosen = parser.parse_args()
    rows = []
    for name in chosen.games:
        game = z.load_game(name)
        states = somewhere(game, chosen.positions, seed=1)
        with tempfile.TemporaryDirectory() as made:
            z.make_database(game, made, memory=4096).close()
            folder, manifest = Path(made), read_manifest(Path(made))
            first, disk = (
                [median(cold(folder, game, manifest, state, from_disk=from_disk) for state in states) for _ in range(chosen.repeats)]
                for from_disk in (False, True)
            )
            table = Table(folder, game, manifest)
            for state in states:
                table.find(state)
            again = [median(timed(table, state) for state in states) for _ in range(chosen.repeats)]
            others = [state for state in somewhere(game, 3 * chosen.positions, seed=2) if state not in states]
            other = [median(timed(table, state) for state in others[run :: chosen.repeats]) for run in range(chosen.repeats)]
            table.close()
            rows += [Limit(f"{name}, cold", first, COLD), Limit(f"{name}, cold, from the disk", disk), Limit(f"{name}, warm", again, WARM)]
            rows.append(Limit(f"{name}, others", other))
    show("Probes", rows, chosen.json, [f"A run is the median of {chosen.positions} positions, in plain Python, by the clock."])


if __name__ == "__main__":
    main()
