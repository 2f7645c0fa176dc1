"""The price of each refinement of the engine: the nodes without it, or with it, beside those of the engine as it stands.

For each game, seeded positions of random play are searched to a fixed depth by one thread with an empty table. Those that
keep the value are switched off one at a time; those that may change it and are off by default are switched on. Nodes,
not times: they are the same on every machine. `same` is the share of positions where the value is as before.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

import zermelo
from _common import somewhere
from zermelo.game import Game, State
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import Options

DEPTHS = {"connect4": 14, "desconecta4boom": 11, "kalah": 12, "othello": 9, "checkers": 10}
EVALUATIONS = {"desconecta4boom": "material + groups"}
SWITCHED_OFF = (
    "table", "null_windows", "order", "killers", "history_heuristic", "counter_moves", "internal_deepening", "early_cutoffs",
    "aspiration", "deepening", "candidates", "bounds", "endgame_value", "deeper", "quiescence", "extensions",
)  # fmt: skip
SWITCHED_ON = {
    "symmetries": 8, "singular_extensions": True, "null_move": True, "late_move_reductions": True, "probcut": True, "n_best": 4,
}  # fmt: skip


@dataclass
class Price:
    """What one change of the options comes to in one game."""

    option: str
    game: str
    nodes: int
    ratio: float
    same: float


def measured(game: Game, states: list[State], depth: int, evaluation: str | None, **changes: bool | int) -> tuple[int, list[float]]:
    """All nodes together, and the values."""
    engine = Engine(game, table=16, evaluation=evaluation, options=Options.usual(game).changed(**changes))
    nodes, values = 0, []
    for state in states:
        engine.clear()
        found = engine.search(state, depth=depth)
        nodes += found.nodes
        values.append(float(found.value))
    return nodes, values


def prices(name: str, depth: int, count: int) -> list[Price]:
    """The prices in one game, of the options that it has something for."""
    game = zermelo.load_game(name)
    evaluation = EVALUATIONS.get(name)
    states = somewhere(game, count, 1, latest=14)
    standing = Options.usual(game).for_game(game)
    nodes, values = measured(game, states, depth, evaluation)
    found = [Price("as it stands", name, nodes, 1.0, 1.0)]
    for option, value in (*((option, False) for option in SWITCHED_OFF), *SWITCHED_ON.items()):
        changed = standing.changed(**{option: value}).for_game(game)
        if changed == standing:
            continue
        print(f"{name}: {option}", file=sys.stderr)
        theirs, others = measured(game, states, depth, evaluation, **{option: value})
        same = sum(one == other for one, other in zip(values, others, strict=True)) / count
        found.append(Price(("no " if value is False else "+ ") + option, name, theirs, theirs / nodes, same))
    return found


def main() -> None:
    """Measure, and print a table: a line an option, a column a game."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("games", nargs="*", default=list(DEPTHS), help="the games (all of them)")
    options.add_argument("--positions", type=int, default=20, metavar="N", help="positions a game (20)")
    options.add_argument("--repeats", type=int, default=1, metavar="N", help="counts are the same in every run (1)")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = options.parse_args()
    unknown = [name for name in chosen.games if name not in DEPTHS]
    if unknown:
        raise SystemExit(f"prices.py: {unknown[0]!r} is not among {', '.join(DEPTHS)}")
    rows = [price for name in chosen.games for price in prices(name, DEPTHS[name], chosen.positions)]
    if chosen.json:
        print(json.dumps({"rows": [vars(row) for row in rows]}, indent=2))
        return
    table = Table(title="Nodes, beside the engine as it stands (share of positions with the same value)", title_justify="left")
    for column in ("", *chosen.games):
        table.add_column(column, justify="right" if column else "left")
    for option in dict.fromkeys(row.option for row in rows):
        cells = {row.game: row for row in rows if row.option == option}
        table.add_row(option, *(_cell(cells.get(name)) for name in chosen.games))
    Console(width=140, highlight=False).print(table)


def _cell(price: Price | None) -> str:
    if price is None:
        return ""
    if price.option == "as it stands":
        return f"{price.nodes:,}"
    return f"{price.ratio:.2f}" + (f" ({price.same:.0%})" if price.same < 1 else "")


if __name__ == "__main__":
    main()
