"""Counterfactual regret minimisation beside OpenSpiel's solvers in Python and in C++: iterations a second on the same games.

    CFR, CFR+   an iteration goes through the whole tree, once for each player, and so does OpenSpiel's; after as many of
                them both have the same nash_conv, asserted to 9 places
    MCCFR       external sampling; an iteration is a sample for each player. Samples differ, so nothing can be asserted

Building the tree, and what OpenSpiel does before its first iteration, are not timed. Times are processor seconds.
OpenSpiel's CFR in Python takes a minute for an iteration of liar's dice and is left out there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

import zermelo
from _common import Race, arguments, in_turns, must_equal, show
from zermelo.solving.solver import Solver

GAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker", "liars_dice": "liars_dice"}
ALGORITHMS = ("cfr", "cfr+", "mccfr")
ROUGHLY = {"kuhn": 60, "leduc": 9_500, "liars_dice": 295_000}
"""Nodes of each tree."""
SAMPLED = {"kuhn": 8, "leduc": 50, "liars_dice": 400}
"""About how many of them a sample for every player sees."""
BUDGET = {"ours": 4e6, "C++": 1e6, "Python": 2e4}
"""Nodes that a run of each may visit, about."""
TARGETS = {"C++": 1.0, "Python": 20.0}
PLACES = 9


@dataclass
class Runs:
    """A solver that iterates when it is called, and says how long one iteration took."""

    iterate: Callable[[int], object]
    iterations: int

    def __call__(self) -> float:
        begin = time.process_time()
        self.iterate(self.iterations)
        return (time.process_time() - begin) / self.iterations


def ours(game: str, algorithm: str) -> Runs:
    """Our solver, compiled before it is timed."""
    solver = Solver(zermelo.load_game(game), algorithm, mode="compiled")
    solver.run(1)
    return Runs(solver.run, _iterations(game, algorithm, "ours"))


def in_cpp(game: str, algorithm: str) -> Runs:
    """OpenSpiel's solver in C++."""
    pyspiel = import_module("pyspiel")
    theirs = pyspiel.load_game(GAMES[game])
    if algorithm == "mccfr":
        sampling = pyspiel.ExternalSamplingMCCFRSolver(theirs, seed=1)
        return Runs(lambda count: [sampling.run_iteration() for _ in range(count)], _iterations(game, algorithm, "C++"))
    solver = _exact(theirs, algorithm)
    return Runs(lambda count: [solver.evaluate_and_update_policy() for _ in range(count)], _iterations(game, algorithm, "C++"))


def in_python(game: str, algorithm: str) -> Runs:
    """OpenSpiel's solver in Python, on its games in C++."""
    theirs = import_module("pyspiel").load_game(GAMES[game])
    if algorithm == "mccfr":
        sampling = import_module("open_spiel.python.algorithms.external_sampling_mccfr").ExternalSamplingSolver(theirs)
        return Runs(lambda count: [sampling.iteration() for _ in range(count)], _iterations(game, algorithm, "Python"))
    module = import_module("open_spiel.python.algorithms.cfr")
    solver = (module.CFRSolver if algorithm == "cfr" else module.CFRPlusSolver)(theirs)
    return Runs(lambda count: [solver.evaluate_and_update_policy() for _ in range(count)], _iterations(game, algorithm, "Python"))


def _exact(theirs: object, algorithm: str) -> object:
    pyspiel = import_module("pyspiel")
    return (pyspiel.CFRSolver if algorithm == "cfr" else pyspiel.CFRPlusSolver)(theirs)


def _iterations(game: str, algorithm: str, whose: str) -> int:
    nodes = SAMPLED[game] if algorithm == "mccfr" else ROUGHLY[game]
    return max(1, int(BUDGET[whose] / nodes))


def check_same(game: str, algorithm: str, iterations: int = 5) -> None:
    """End the benchmark unless OpenSpiel's solver comes as near to an equilibrium in as many iterations."""
    pyspiel = import_module("pyspiel")
    theirs = pyspiel.load_game(GAMES[game])
    solver, mine = _exact(theirs, algorithm), Solver(zermelo.load_game(game), algorithm)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    mine.run(iterations)
    known = pyspiel.nash_conv(theirs, solver.average_policy())
    must_equal(f"nash_conv of {algorithm} on {game}", round(mine.judge().nash_conv, PLACES), round(known, PLACES))


def main() -> None:
    """Check, race, show."""
    options = arguments(__doc__, repeats=3)
    options.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES), metavar="GAME", help="which games (all)")
    chosen = options.parse_args()
    notes = ["What is counted here is iterations, not nodes."]
    makers = {"C++": in_cpp, "Python": in_python}
    rows = []
    try:
        import_module("pyspiel")
    except ImportError as error:
        notes.append(f"OpenSpiel is skipped: {error}; `make peers` installs it.")
        makers = {}
    for game in chosen.games:
        for algorithm in ALGORITHMS:
            if makers and algorithm != "mccfr" and game != "liars_dice":
                check_same(game, algorithm)
            found = {name: make for name, make in makers.items() if (name, game) != ("Python", "liars_dice") or algorithm == "mccfr"}
            times = in_turns([ours(game, algorithm), *(make(game, algorithm) for make in found.values())], chosen.repeats)
            for name, theirs in zip(found, times[1:], strict=True):
                rows.append(Race(f"{game}, {algorithm}", f"OpenSpiel, {name}", 1, times[0], 1, theirs, TARGETS[name]))
    show("Counterfactual regret minimisation, iterations a second", rows, chosen.json, notes)


if __name__ == "__main__":
    main()
