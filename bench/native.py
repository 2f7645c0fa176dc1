"""Our compiled connect four beside hand-written C++: the same perft and the same alpha-beta, from the start.

The C++ is cpp/connect4.cpp, compiled with and without gcc's SLP vectoriser (it slows some bitboard code); the faster
counts. It comes in two forms. The first is the recursion that the book has, as our Python source has it: the target
is 0.9 of its speed. The second is as far as a programmer would go by hand: the leaves unfolded into their parents,
which our compiler does too. Both count nodes only; we count leaves, cut-offs and the depth reached as well, and look
at each turn of a loop whether the search shall stop. Times are processor seconds of the search alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from _boards import Blind
from _common import ALPHABETA_NODES, PERFT, Race, Search, arguments, in_turns, must_equal, search, show

SOURCE = Path(__file__).parent / "cpp" / "connect4.cpp"
BUILDS = {"": [], ", no SLP": ["-fno-tree-slp-vectorize"]}
FORMS = {"": "C++ as in the book", "-unfolded": "C++, leaves unfolded by hand"}
TARGET = 0.9


@dataclass
class Program:
    """One build of the C++ in one form. Calling it gives the processor seconds that it says it took."""

    build: str
    path: Path
    what: str
    depth: int
    answer: dict[str, Any] = field(default_factory=dict)

    def __call__(self) -> float:
        self.answer = json.loads(subprocess.check_output([self.path, self.what, str(self.depth)]))
        return float(self.answer["seconds"])


def built(folder: Path) -> dict[str, Path]:
    """The programs by the name of the build."""
    compiler = os.environ.get("CXX", "g++")
    if shutil.which(compiler) is None:
        raise SystemExit(f"there is no {compiler}; install g++ or name a C++ compiler in CXX")
    made = {}
    for number, (name, options) in enumerate(BUILDS.items()):
        made[name] = folder / f"connect4-{number}"
        subprocess.run([compiler, "-std=c++17", "-O3", "-march=native", *options, "-o", made[name], SOURCE], check=True)
    return made


def raced(paths: dict[str, Path], what: str, depth: int, repeats: int) -> list[Race]:
    """One tree: ours beside the faster build of each form, all taking turns."""
    ours = search(what, Blind(), depth)
    programs = [Program(build, path, what + form, depth) for form in FORMS for build, path in paths.items()]
    times, *peer_times = in_turns([ours, *programs], repeats)
    rows = []
    for form, label in FORMS.items():
        of_form = [(program, taken) for program, taken in zip(programs, peer_times, strict=True) if program.what == what + form]
        for program, _ in of_form:
            must_agree(what, ours, program)
        program, taken = min(of_form, key=lambda pair: median(pair[1]))
        target = None if form else TARGET
        rows.append(Race(f"{what}, depth {depth}", label + program.build, ours.nodes, times, program.answer["nodes"], taken, target))
    return rows


def must_agree(what: str, ours: Search, program: Program) -> None:
    """The same nodes and the same result, and both as they must be."""
    label = f"{program.what} in C++, depth {program.depth}"
    must_equal(f"{label}, nodes", program.answer["nodes"], ours.nodes)
    if what == "perft":
        must_equal(f"{label}, sequences and finished", (program.answer["result"], program.answer["finished"]), ours.value)
        must_equal(f"our {label}, sequences", ours.value[0], PERFT[program.depth])
    else:
        must_equal(f"{label}, value", program.answer["result"], ours.value)
        must_equal(f"our {label}, nodes", ours.nodes, ALPHABETA_NODES[program.depth])


def main() -> None:
    """Build, race, show."""
    options = arguments(__doc__, repeats=5)
    options.add_argument("--perft", type=int, default=10, metavar="D", help="depth of perft (10)")
    options.add_argument("--alphabeta", type=int, nargs="+", default=[14, 15], metavar="D", help="depths of alpha-beta (14 15)")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = built(Path(folder))
        rows = raced(paths, "perft", chosen.perft, chosen.repeats)
        for depth in chosen.alphabeta:
            rows += raced(paths, "alphabeta", depth, chosen.repeats)
    notes = ["Same nodes and same results on both sides, asserted.", "An even depth has more inner nodes to a leaf than an odd one."]
    show("Connect four: the Python class compiled, beside C++ (g++ -O3 -march=native)", rows, chosen.json, notes)


if __name__ == "__main__":
    main()
