"""Backgammon: static evaluations a second, ours within a search beside those of GNU Backgammon and of the library gnubg-nn.

GNU Backgammon says itself how many it makes (`calibrate`); gnubg-nn is called from Python.
"""

from __future__ import annotations

import random
import re
import subprocess
import time
from pathlib import Path
from typing import Any

import zermelo as z
from _common import Race, arguments, show
from _gnubg import PROGRAM
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.men import BAR, TO_ROLL, State, men_on
from zermelo.search.expectiminimax import expectiminimax
from zermelo.search.runner import Runner

GAME = Backgammon()


def positions(games: int) -> list[State]:
    """The positions of games between random players, someone to roll."""
    dice, found = random.Random(1), []  # noqa: S311  # games, not secrets
    for _ in range(games):
        state = GAME.initial()
        while not GAME.is_terminal(state):
            chance = GAME.to_move(state) == z.CHANCE
            state = GAME.result(state, dice.choice([roll for roll, _ in GAME.outcomes(state)] if chance else list(GAME.actions(state))))
            if state.dice == TO_ROLL and not GAME.is_terminal(state):
                found.append(state)
    return found


def ours(states: list[State], repeats: int) -> tuple[int, list[float]]:
    """How often we judge in a search of roll, play, and how long it takes, run by run."""
    runner = Runner(expectiminimax, GAME, "compiled")
    runner(states[0], 2)
    times: list[float] = []
    for _ in range(repeats):
        runner.forget()
        begin = time.process_time()
        for state in states:
            runner(state, 2)
        times.append(time.process_time() - begin)
    return runner.leaves, times


def calibrated() -> float | None:
    """The evaluations a second that gnubg finds; None where it is not installed."""
    if not Path(PROGRAM).exists():
        return None
    program = subprocess.run([PROGRAM, "-t", "-q"], input="calibrate 3\n", capture_output=True, text=True, timeout=120)
    found = re.findall(r"result: (\d+) static evaluations/second", program.stdout)
    return float(found[-1]) if found else None


def library(states: list[State], repeats: int) -> list[float] | None:
    """The seconds that gnubg-nn takes for each of this many parts of these positions (it knows one that comes again); None without it."""
    try:
        import gnubg_nn
    except ImportError:
        return None
    boards: list[Any] = [[[men_on(men, place) for place in range(1, BAR + 1)] for men in (state.other, state.own)] for state in states]
    times: list[float] = []
    part = len(boards) // repeats
    for first in range(0, part * repeats, part):
        begin = time.process_time()
        for board in boards[first : first + part]:
            gnubg_nn.probabilities(board, 0)
        times.append(time.process_time() - begin)
    return times


def main() -> None:
    """Measure and show."""
    options = arguments(__doc__, repeats=3)
    options.add_argument("--games", type=int, default=20, metavar="N", help="games whose positions are judged (20)")
    chosen = options.parse_args()
    states = positions(chosen.games)
    judged, times = ours(states, chosen.repeats)
    rows, notes = [], []
    speed, theirs = calibrated(), library(states, chosen.repeats)
    if speed is None:
        notes.append("GNU Backgammon is not installed (Debian: gnubg).")
    else:
        rows.append(Race("a position judged", "gnubg, calibrate", judged, times, 1, [1 / speed]))
    if theirs is None:
        notes.append("gnubg-nn is not installed.")
    else:
        rows.append(Race("a position judged", "gnubg-nn, from Python", judged, times, len(states) // chosen.repeats, theirs))
    notes.append("Nodes are evaluations here.")
    show("Backgammon, static evaluations", rows, chosen.json, notes)


if __name__ == "__main__":
    main()
