"""How deep chess programs look in so many seconds of the processor, one thread each: `zermelo uci` and others that speak UCI.

    python bench/chess_depth.py --programs "zermelo uci" "stockfish" "glaurung" "gnuchess --uci"

The depth is that of the last line of play which a program has told; no two mean the same by it, as each looks less deep where it
trusts its order and deeper where it does not. Nodes are not the same either. Each begins with an empty table of 64 MiB.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean

import chess
import chess.engine

from _common import load

PATIENCE = 120.0
"""Seconds in which a program must start, compile included."""
OPTIONS = {"Hash": 64, "Threads": 1, "OwnBook": False}
POSITIONS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # kiwipete, known from perft
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
)


@dataclass(frozen=True)
class Reached:
    """By a program: the mean depth after each time, and the millions of nodes a second."""

    program: str
    depths: dict[float, float]
    speed: float

    def __str__(self) -> str:
        return f"{self.program:24} {'  '.join(f'{depth:5.1f}' for depth in self.depths.values())}  {self.speed:5.2f} M nodes/s"


def processor_seconds(process: int) -> float:
    """What a process has used of the processor, as Linux tells it."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def looked(command: str, fen: str, times: list[float]) -> tuple[list[int], float]:
    """The depth in a position after each time, and the nodes a second. Raises EngineError."""
    with chess.engine.SimpleEngine.popen_uci(shlex.split(command), timeout=PATIENCE) as program:
        program.configure({name: value for name, value in OPTIONS.items() if name in program.options})
        program.ping()
        process = program.transport.get_pid()
        begun, depth, speed = processor_seconds(process), 0, 0.0
        depths: list[int] = []
        with program.analysis(chess.Board(fen)) as told:
            for info in told:
                took = processor_seconds(process) - begun
                while len(depths) < len(times) and took > times[len(depths)]:
                    depths.append(depth)
                if len(depths) == len(times):
                    told.stop()  # what is told until then changes nothing
                if "pv" in info and "depth" in info and not info.get("lowerbound") and not info.get("upperbound"):
                    depth = info["depth"]
                if info.get("nodes") and took > 0:
                    speed = info["nodes"] / took
        return depths + [depth] * (len(times) - len(depths)), speed


def main() -> None:
    """Measure, show."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--programs", nargs="+", default=["zermelo uci"], metavar="COMMAND", help="what to run (zermelo uci)")
    options.add_argument("--seconds", nargs="+", type=float, default=[1.0, 5.0, 20.0], metavar="S", help="of the processor (1 5 20)")
    options.add_argument("--positions", nargs="+", default=list(POSITIONS), metavar="FEN", help="what they look at (two positions)")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = options.parse_args()
    times, rows = sorted(chosen.seconds), []
    for command in chosen.programs:
        found = [looked(command, fen, times) for fen in chosen.positions]
        depths = {seconds: mean(depths[place] for depths, _ in found) for place, seconds in enumerate(times)}
        rows.append(Reached(command, depths, mean(speed for _, speed in found) / 1e6))
        if not chosen.json:
            print(rows[-1], flush=True)
    print(json.dumps({"rows": [asdict(row) for row in rows]}, indent=2) if chosen.json else load())


if __name__ == "__main__":
    main()
