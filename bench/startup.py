"""What it costs to begin: whole processes, with an empty cache and a warm one, and a call from Python.

Processes are measured from outside, the interpreter's own start included; a bare interpreter stands beside them. The
cache is an empty folder of its own each time (ZERMELO_CACHE_DIR). `zermelo best` searches with the engine; plain alpha-
beta, which compiles sooner, stands beside it; of `zermelo uci chess` what counts is when it is ready. The call is one
of a compiled alpha-beta on a finished game: there is nothing to search, so what is left is the way from Python into
compiled code and back.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from math import inf
from pathlib import Path

import zermelo
from _common import ZERMELO, Conversation, Limit, Process, arguments, in_turns, must_equal, show
from zermelo.search.alphabeta import alphabeta
from zermelo.search.runner import Runner

BEST = [ZERMELO, "best", "desconecta4boom", "--depth", "8", "--json"]
PLAIN = [*BEST, "--algorithm", "alphabeta"]
CHESS = [ZERMELO, "uci", "chess"]
COLD, WARM, IMPORT, CALL = 10.0, 1.2, 0.15, 20e-6
CHESS_COLD, CHESS_WARM = 8.0, 1.0
CALLS = 20_000
FINISHED = {
    "connect4": "......./......./x....../xo...../xo...../xo..... o",
    "desconecta4boom": "0000000/0000000/0000000/0000000/0000000/2220000/1111000 2 4",
}


def found_by_search(printed: str) -> None:
    """End the benchmark where the search did not find what it must."""
    found = json.loads(printed)
    must_equal("zermelo best desconecta4boom", (found["value"], found["depth"], found["mode"]), (0, 8, "compiled"))


def processes(folder: Path, repeats: int) -> list[Limit]:
    """The whole processes; they take turns."""

    def empty() -> str:
        return tempfile.mkdtemp(dir=folder)

    def warm() -> str:
        return str(folder / "warm")

    runs = [
        ("zermelo best desconecta4boom --depth 8, empty cache", Process(BEST, empty, found_by_search), COLD),
        ("zermelo best desconecta4boom --depth 8, warm cache", Process(BEST, warm, found_by_search), WARM),
        ("the same by --algorithm alphabeta, empty cache", Process(PLAIN, empty, found_by_search), None),
        ("the same by --algorithm alphabeta, warm cache", Process(PLAIN, warm, found_by_search), None),
        ("zermelo uci chess, until it is ready, empty cache", Conversation(CHESS, empty), CHESS_COLD),
        ("zermelo uci chess, until it is ready, warm cache", Conversation(CHESS, warm), CHESS_WARM),
        ("zermelo --help", Process([ZERMELO, "--help"], warm), None),
        ('python -c "import zermelo"', Process([sys.executable, "-c", "import zermelo"], warm), IMPORT),
        ('python -c "pass"', Process([sys.executable, "-c", "pass"], warm), None),
    ]
    in_turns([process for _, process, _ in runs if process.cache is warm], 1)  # fills the warm cache, and the system's own
    for _, process, _ in runs:
        process.processor.clear()
    times = in_turns([process for _, process, _ in runs], repeats)
    return [Limit(what, seconds, most, process.processor) for (what, process, most), seconds in zip(runs, times, strict=True)]


def calls(name: str, repeats: int) -> Limit:
    """One call on a finished game: the time of this many, shared out."""
    game = zermelo.load_game(name)
    state = game.read(FINISHED[name])
    must_equal(f"{name}, finished", game.is_terminal(state), True)
    runner = Runner(alphabeta, game, "compiled")
    runner(state, -inf, inf, 1)

    def seconds() -> float:
        def called() -> float:
            begin = time.perf_counter()
            for _ in range(CALLS):
                runner(state, -inf, inf, 1)
            return time.perf_counter() - begin

        return runner.apart(called, 1) / CALLS

    (times,) = in_turns([seconds], repeats)
    return Limit(f"a call from Python into compiled alpha-beta, {name}", times, CALL)


def main() -> None:
    """Measure, show."""
    chosen = arguments(__doc__, repeats=5).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = processes(Path(folder), chosen.repeats)
    rows += [calls(name, 2 * chosen.repeats) for name in FINISHED]
    show("What it costs to begin", rows, chosen.json)


if __name__ == "__main__":
    main()
