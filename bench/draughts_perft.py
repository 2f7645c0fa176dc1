"""Draughts: sequences of moves counted from the start, beside published numbers and quoted generators in C and C++.

English draughts to 11 moves (85,242,128) and international draughts to 9 (41,022,423), the last moves counted without being
made, as the generators do; and one by one. Times are processor seconds.
"""

from __future__ import annotations

import time
from typing import Any

import zermelo
from _common import Race, arguments, must_equal, show
from zermelo.search.perft import perft, perft_in_bulk
from zermelo.search.runner import Runner

PUBLISHED = {
    "checkers": (7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128),
    "draughts": (9, 81, 658, 4_265, 27_117, 167_140, 1_049_442, 6_483_961, 41_022_423),
}
"""By depth, from 1."""
QUOTED = {"checkers": ("C and C++, quoted: 46 to 53 M leaves/s", 53e6), "draughts": ("C and C++, quoted: 190 to 200 M leaves/s", 200e6)}
"""The faster end."""
TARGET = 0.5


def seconds(runner: Runner, name: str, depth: int) -> float:
    """The processor seconds of one count, which is held to the published number."""
    state = runner.game.initial()
    begin = time.process_time()
    leaves, _ = runner(state, depth)
    taken = time.process_time() - begin
    must_equal(f"{name}, perft {depth}", leaves, PUBLISHED[name][depth - 1])
    return taken


def rows_of(name: str, depth: int, repeats: int) -> list[Any]:
    """One game, in bulk and one by one."""
    rows = []
    leaves = PUBLISHED[name][depth - 1]
    for algorithm, how in ((perft_in_bulk, "in bulk"), (perft, "one by one")):
        runner = Runner(algorithm, zermelo.load_game(name), "compiled")
        seconds(runner, name, 3)
        peer, speed = QUOTED[name]
        times = [seconds(runner, name, depth) for _ in range(repeats)]
        what = f"{name}, {depth} moves, {leaves:,} leaves, {how}"
        rows.append(Race(what, peer, leaves, times, 1, [1 / speed], TARGET if how == "in bulk" else None))
    return rows


def main() -> None:
    """Count, compare, show."""
    options = arguments(__doc__, repeats=3)
    options.add_argument("--checkers", type=int, default=11, metavar="D", help="depth in English draughts (11)")
    options.add_argument("--draughts", type=int, default=9, metavar="D", help="depth in international draughts (9)")
    chosen = options.parse_args()
    rows = rows_of("checkers", chosen.checkers, chosen.repeats) + rows_of("draughts", chosen.draughts, chosen.repeats)
    notes = ["All counts are as published, asserted.", "Nodes are leaves here: the sequences of this many moves."]
    show("Draughts, perft from the start", rows, chosen.json, notes)


if __name__ == "__main__":
    main()
