"""What each step of the engine and each feature of the evaluation is worth in chess: matches of chess with all against chess without one.

    python bench/chess_ablation.py --games 200 --nodes 3000 --out ablation.jsonl
    python bench/chess_ablation.py --only null_move king

Both sides search so many nodes a move. A game in which both see one side ahead by ten pawns, for six plies in a row, is over, and is
won by that side. Each row is written to the file as soon as it is known; rows that are there already are not played again.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from duel import LONGEST, Tally, elo, openings
from zermelo.game import MAX, State
from zermelo.games.chess import Chess
from zermelo.games.chess.weights import SIZES, row, shipped
from zermelo.search.engine.deepening import TWICE
from zermelo.search.engine.engine import Engine

STEPS = (
    "table", "null_windows", "aspiration", "killers", "history_heuristic", "continuation_history", "counter_moves",
    "internal_deepening", "quiescence", "quiescence_table", "exchange", "exchange_pruning", "extensions", "null_move",
    "reverse_futility", "futility", "late_move_pruning", "late_move_reductions",
)  # fmt: skip
"""The options that are tried without."""
FEATURES = tuple(name for name in SIZES if name != "material")
TABLE = 16
"""MiB of each side's table."""
WON = 10.0
"""Pawns."""
PLIES_WON = 6


def without(name: str) -> tuple[Chess, dict[str, Any]]:
    """Chess, and the options with which it is searched, but for one of its steps or features."""
    game = Chess()
    if name in STEPS:
        return game, {name: False}
    assert name in FEATURES
    nothing = {name: tuple([0] * SIZES[name] for _ in range(2))}
    game.weights = row({**shipped(), **nothing})
    return game, {}


def points(begun: State, sides: list[Engine], nodes: int) -> float:
    """What the first side, which moves first, makes of a game: 1, 1/2 or 0."""
    game, state, played = sides[0].game, begun, [begun]
    first = game.to_move(begun)
    came = Counter([game.position(begun)])
    leads = [0.0]
    for side in sides:
        side.clear()
    for _ in range(LONGEST):
        if game.is_terminal(state):
            return (game.utility(state, first) + 1) / 2
        if came[game.position(state)] > TWICE:
            return 0.5
        found = sides[game.to_move(state) != first].search(state, nodes=nodes, history=played[:-1], until_decided=True)
        leads.append(float(found.value) / game.evaluation_unit)  # type: ignore[arg-type]  # two players: a number
        if min(map(abs, leads[-PLIES_WON:])) > WON and len({lead > 0 for lead in leads[-PLIES_WON:]}) == 1:
            return 1.0 if (leads[-1] > 0) == (first == MAX) else 0.0
        assert found.action is not None
        state = game.result(state, found.action)
        played.append(state)
        came[game.position(state)] += 1
    return 0.5


def match(name: str, games: int, nodes: int, seed: int, positions: Path | None) -> Tally:
    """Of chess with all against chess without one."""
    game, options = without(name)
    sides = [Engine(Chess(), table=TABLE), Engine(game, **{"table": TABLE, **options})]
    tally = Tally()
    for begun in openings(game, positions, games // 2, seed):
        tally.add((points(begun, sides, nodes), 1 - points(begun, sides[::-1], nodes)))
    return tally


def table_of(rows: list[Mapping[str, Any]]) -> Table:
    """The rows as a table for people, what is worth most first."""
    table = Table("without", "games", "won", "drawn", "lost", "all are better by")
    for one in sorted(rows, key=lambda one: -one["share"]):
        least, most = map(elo, one["interval"])
        table.add_row(
            one["without"], str(one["games"]), str(one["won"]), str(one["drawn"]), str(one["lost"]),
            f"{elo(one['share']):+.0f} Elo ({least:+.0f} to {most:+.0f})",
        )  # fmt: skip
    return table


def main() -> None:
    """Play, and print the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--only", nargs="+", metavar="NAME", choices=[*STEPS, *FEATURES], help="these steps and features only")
    options.add_argument("--games", type=int, default=200, metavar="N", help="of each match, an even number (200)")
    options.add_argument("--nodes", type=int, default=3000, metavar="N", help="nodes a move (3000)")
    options.add_argument("--seed", type=int, default=1, help="of the openings (1)")
    options.add_argument("--positions", type=Path, metavar="FILE", help="openings, one a line (random ones)")
    options.add_argument("--out", type=Path, metavar="FILE", help="where rows are kept, a line of JSON each")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = options.parse_args()
    asked = {"games": chosen.games, "nodes": chosen.nodes, "seed": chosen.seed}
    known = chosen.out.read_text().splitlines() if chosen.out and chosen.out.exists() else []
    rows = [one for one in map(json.loads, known) if asked.items() <= one.items()]
    for name in chosen.only or [*STEPS, *FEATURES]:
        if any(one["without"] == name for one in rows):
            continue
        tally = match(name, chosen.games, chosen.nodes, chosen.seed, chosen.positions)
        won, drawn, lost = (tally.results[result] for result in (1.0, 0.5, 0.0))
        rows.append({"without": name, **asked, "won": won, "drawn": drawn, "lost": lost, "share": tally.share, "interval": tally.interval})
        if chosen.out:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    if chosen.json:
        print(json.dumps({"rows": rows}, indent=2))
    else:
        Console().print(table_of(rows))


if __name__ == "__main__":
    main()
