"""Chess: sequences of moves counted, beside Stockfish and python-chess, or all counts of a file of positions.

The start and five well-known positions to the depth where each count is some 10 to 200 million, the last moves counted without being
made, as `go perft` of Stockfish does; python-chess less deep. Times are processor seconds. With --positions FILE, an EPD a line with its
counts (`;D1 20 ;D2 400 ...`, of Chess960 with --variant 960), each count is compared, and that is all.

Counts: Chess Programming Wiki, *Perft Results*.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from _common import Race, arguments, must_equal, show
from zermelo.games.chess import Chess
from zermelo.search.perft import perft_in_bulk
from zermelo.search.runner import Runner

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PUBLISHED = {
    "start": (START, (20, 400, 8_902, 197_281, 4_865_609, 119_060_324)),
    "kiwipete": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        (48, 2_039, 97_862, 4_085_603, 193_690_690),
    ),
    "position 3": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661)),
    "position 4": (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        (6, 264, 9_467, 422_333, 15_833_292),
    ),
    "position 5": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1_486, 62_379, 2_103_487, 89_941_194)),
    "position 6": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        (46, 2_079, 89_890, 3_894_594, 164_075_551),
    ),
}
"""Positions and their counts by depth, from 1."""
STOCKFISH_TARGET, PYTHON_CHESS_TARGET = 1.0, 400.0
COUNT = re.compile(r"D(\d+) (\d+)")


def counted(runner: Runner, state: Any, depth: int) -> tuple[int, float]:
    """The sequences of this many moves, and the processor seconds that took."""
    begin = time.process_time()
    return runner(state, depth)[0], time.process_time() - begin


def stockfish() -> str | None:
    """The program, if it is there; Debian keeps it among the games."""
    return shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


class Stockfish:
    """The program, once started; on Linux, which tells how long its threads have run."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.told("isready", "readyok")

    def told(self, command: str, end: str) -> str:
        """The line that begins with `end`, in answer to a command."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        return next(line for line in self.process.stdout if line.startswith(end))

    def seconds(self) -> float:
        """The processor seconds of its threads so far."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def counted(self, fen: str, depth: int) -> tuple[int, float]:
        """The sequences of this many moves, and the processor seconds that took."""
        self.told(f"position fen {fen}\nisready", "readyok")
        begin = self.seconds()
        nodes = int(self.told(f"go perft {depth}", "Nodes searched").split(":")[1])
        return nodes, self.seconds() - begin

    def close(self) -> None:
        """End it."""
        self.process.communicate("quit\n")


def counted_by_python_chess(fen: str, depth: int) -> tuple[int, float]:
    """The same by python-chess, the last moves counted without being made, too."""
    import chess

    def walk(board: chess.Board, plies: int) -> int:
        if plies == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += walk(board, plies - 1)
            board.pop()
        return nodes

    board, begin = chess.Board(fen), time.process_time()
    return walk(board, depth), time.process_time() - begin


def races(repeats: int) -> list[Race]:
    """Each position beside each peer that is there."""
    game = Chess(draws=0)
    runner, program = Runner(perft_in_bulk, game, "compiled"), stockfish()
    peer, rows = Stockfish(program) if program else None, []
    for name, (fen, counts) in PUBLISHED.items():
        state, depth = game.read(fen), len(counts)
        less = depth - (3 if counts[-1] > 10**8 else 2)
        counted(runner, state, 2)
        ours, theirs = [], []
        for _ in range(repeats):
            nodes, seconds = counted(runner, state, depth)
            must_equal(f"{name}, perft {depth}", nodes, counts[-1])
            ours.append(seconds)
            if peer:
                nodes, seconds = peer.counted(fen, depth)
                must_equal(f"{name}, perft {depth} of Stockfish", nodes, counts[-1])
                theirs.append(seconds)
        nodes, seconds = counted_by_python_chess(fen, less)
        must_equal(f"{name}, perft {less} of python-chess", nodes, counts[less - 1])
        if peer:
            rows.append(Race(f"{name}, {depth} moves", "Stockfish", counts[-1], ours, counts[-1], theirs, STOCKFISH_TARGET))
        rows.append(Race(f"{name}, {depth} moves", "python-chess", counts[-1], ours, nodes, [seconds], PYTHON_CHESS_TARGET))
    if peer:
        peer.close()
    return rows


def count_all(file: Path, variant: str, most: int) -> None:
    """Compare the counts of a file, those up to `most`; the first that differs ends it."""
    game = Chess(variant, draws=0)
    runner = Runner(perft_in_bulk, game, "compiled")
    compared, leaves, taken = 0, 0, 0.0
    for line in file.read_text(encoding="utf-8").splitlines():
        fen, _, told = line.partition(";")
        state = game.read(fen.strip())
        for depth, number in COUNT.findall(told):
            if int(number) <= most:
                nodes, seconds = counted(runner, state, int(depth))
                must_equal(f"{fen.strip()}, perft {depth}", nodes, int(number))
                compared, leaves, taken = compared + 1, leaves + nodes, taken + seconds
    print(f"{compared} counts of {file.name} are right: {leaves:,} leaves in {taken:.1f} s, {leaves / taken / 1e6:.0f} M/s")


def main() -> None:
    """Count, compare, show."""
    options = arguments(__doc__, repeats=3)
    options.add_argument("--positions", type=Path, metavar="FILE", help="compare the counts of these positions instead")
    options.add_argument("--variant", default="standard", choices=("standard", "960"), help="what they are positions of (standard)")
    options.add_argument("--most", type=int, default=10**12, metavar="N", help="leave out greater counts")
    chosen = options.parse_args()
    if chosen.positions:
        count_all(chosen.positions, chosen.variant, chosen.most)
        return
    notes = [
        "All counts are as published, asserted; python-chess counts two or three moves less deep.",
        "Nodes are leaves: sequences of this many moves.",
    ]
    if not stockfish():
        notes.append("Stockfish is not there: apt-get install stockfish")
    show("Chess, perft", races(chosen.repeats), chosen.json, notes)


if __name__ == "__main__":
    main()
