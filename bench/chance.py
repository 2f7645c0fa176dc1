"""What Star1, Star2 and the table are worth where chance moves: nodes and processor time beside plain expectiminimax.

The engine searches with strict options, so that it finds the value of expectiminimax; that is asserted. It deepens ply by
ply, as it does when it plays: the nodes of all depths count. `star2 from N` probes where N plies or more are left.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

import zermelo
from _common import arguments, load, shown_time
from zermelo.game import CHANCE, Game, State
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import Options
from zermelo.search.expectiminimax import expectiminimax
from zermelo.search.runner import Runner

RACE = Path(__file__).parent.parent / "docs" / "examples" / "dice_race.py"
SETS = {
    "backgammon": ("backgammon", 3, 3),
    "backgammon, deeper": ("backgammon", 4, 1),
    "dice race": (str(RACE), 24, 3),
    "dice race to 24": (f"{RACE}:DiceRace(steps=24)", 24, 3),
    "pig": ("pig", 8, 3),
    "pig, deeper": ("pig", 11, 3),
}
"""By name: the game, the depth in plies (those of chance count), and how many positions."""
NEAR = 1e-9
"""How near the values of two searches must be: they add up in another order."""
MIB = 64


@dataclass(frozen=True)
class Row:
    """What one way to search took for all positions of a set."""

    what: str
    how: str
    nodes: int
    seconds: float
    ratio_nodes: float
    ratio_seconds: float


def ways() -> dict[str, Options]:
    """The options of the engine that are compared, by name."""
    strict = Options(null_windows=False).strict()
    made = {}
    for name, table in (("no table", False), ("table", True)):
        made[f"engine, {name}"] = strict.changed(table=table, star1=False, star2=False)
        made[f"engine, {name}, star1"] = strict.changed(table=table, star2=False)
        for plies in (1, 2, 3):
            made[f"engine, {name}, star2 from {plies}"] = strict.changed(table=table, probe_from=plies)
        made[f"engine, {name}, star2 from 1, null windows"] = strict.changed(table=table, null_windows=True)
    return made


def places(game: Game, count: int) -> list[State]:
    """Positions along a game that a seed chooses, in which a player is to move and has a choice."""
    chooser, found = random.Random(4), []  # noqa: S311  # games, not secrets
    while len(found) < count:
        state, ply, until = game.initial(), 0, chooser.randint(0, 24)
        while not game.is_terminal(state):
            chance = game.to_move(state) == CHANCE
            actions = [action for action, _ in game.outcomes(state)] if chance else list(game.actions(state))
            if not chance and len(actions) > 1 and ply >= until:
                found.append(state)
                break
            state, ply = game.result(state, chooser.choice(actions)), ply + 1
    return found


def timed(run: Callable[[], Any], repeats: int) -> tuple[Any, float]:
    """What a run gives, and the median of its processor times."""
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        found = run()
        times.append(time.process_time() - begun)
    return found, median(times)


def plain(game: Game, depth: int, repeats: int, states: list[State]) -> tuple[list[float], int, float]:
    """The values by expectiminimax, its nodes and its time."""
    runner = Runner(expectiminimax, game, "compiled")

    def run() -> list[float]:
        runner.forget()
        return runner.apart(lambda: [runner(state, depth) for state in states], depth)

    values, seconds = timed(run, repeats)
    return values, runner.nodes, seconds


def by_engine(game: Game, depth: int, repeats: int, states: list[State], options: Options) -> tuple[list[float], int, float]:
    """The same by the engine, whose table is empty before each search."""
    engine = Engine(game, options=options, table=MIB, mode="compiled")

    def search(state: State) -> Any:
        engine.clear()
        return engine.search(state, depth=depth)

    search(states[0])  # all is ready then
    values, nodes, seconds = [], 0, 0.0
    for state in states:
        engine.clear()
        times = []
        for _ in range(repeats):
            engine.clear()
            begun = time.process_time()
            found = engine.search(state, depth=depth)
            times.append(time.process_time() - begun)
        values.append(float(found.value))
        nodes, seconds = nodes + found.nodes, seconds + median(times)
    return values, nodes, seconds


def measure(what: str, repeats: int, chosen: list[str]) -> list[Row]:
    """Every way to search one set."""
    spec, depth, count = SETS[what]
    game = zermelo.load_game(spec)
    states = places(game, count)
    wanted, nodes, seconds = plain(game, depth, repeats, states)
    rows = [Row(f"{what}, {depth} plies", "expectiminimax", nodes, seconds, 1.0, 1.0)]
    for how in chosen:
        options = ways()[how]
        values, own, took = by_engine(game, depth, repeats, states, options)
        if not all(abs(value - right) <= NEAR for value, right in zip(values, wanted, strict=True)):
            raise SystemExit(f"{what}, {how}: found {values}, must be {wanted}")
        rows.append(Row(f"{what}, {depth} plies", how, own, took, nodes / own, seconds / took if took > 0 else inf))
    return rows


def main() -> None:
    """Search, compare, show."""
    options = arguments(__doc__, repeats=3)
    options.add_argument("--sets", nargs="*", default=list(SETS), choices=list(SETS), metavar="SET", help=f"of {', '.join(SETS)} (all)")
    options.add_argument("--ways", nargs="*", default=list(ways()), choices=list(ways()), metavar="WAY", help="ways to search (all)")
    chosen = options.parse_args()
    rows = [row for what in chosen.sets for row in measure(what, chosen.repeats, chosen.ways)]
    if chosen.json:
        print(json.dumps({"title": "What chance costs", "rows": [vars(row) for row in rows], "notes": [load()]}, indent=2))
        return
    table = Table(title="What chance costs: times fewer nodes, times faster than expectiminimax", title_justify="left")
    for column in ("what", "how", "nodes", "time", "nodes, fewer", "faster"):
        table.add_column(column, justify="left" if column in ("what", "how") else "right")
    for row in rows:
        first = row.what if row.how == "expectiminimax" else ""
        table.add_row(first, row.how, f"{row.nodes:,}", shown_time(row.seconds), f"{row.ratio_nodes:.3g}", f"{row.ratio_seconds:.3g}")
    console = Console(width=None if Console().is_terminal else 140, highlight=False)
    console.print(table)
    console.print(f"  {load()}", markup=False)


if __name__ == "__main__":
    main()
