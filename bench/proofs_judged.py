"""Who wins, as proof-number search says of positions of games that go round, beside databases of all their states, which judge.

    python bench/proofs_judged.py DIR
    python bench/proofs_judged.py DIR --games "quixo(3)" hare_and_hounds --count 1000 --nodes 50000

A game's database is made in DIR where it is not there yet. Positions are drawn from all states in which the game is not over, none twice:
by number where a game numbers its states, else from those that play comes to. `zermelo.prove` asks of each, with an empty table, whether
MAX gets more than a draw, and where that is not so whether MAX gets a draw. A position for which the limit of nodes does not suffice is
counted as not answered. An answer is wrong where the database says otherwise, or that the win takes more plies than were claimed; the
position is told then, and the exit status is 1. What was counted is kept in DIR, and the same command goes on with it, or with more by
`--count`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

import zermelo as z
from _common import load
from zermelo.files import write_whole
from zermelo.game import MAX, Game, State, defines

GAMES: Final = (
    "quixo(3)", "quixo(4)", "three_mens_morris", "three_mens_morris(diagonals=False)", "three_mens_morris(flying=True)",
    "three_mens_morris(diagonals=False, flying=True)", "hare_and_hounds", "six_mens_morris(3)", "six_mens_morris(4)", "nine_mens_morris(3)",
    "checkers_ending(3)", "checkers_ending(4)",
)  # fmt: skip
COUNTED: Final = ("wins", "draws", "losses", "unanswered", "wrong", "nodes", "seconds")
"""Positions that are won, drawn and lost to MAX and were said to be so, the others, and what all of them took."""
MOST: Final = 1 << 20
"""Numbers that are drawn of a game's states, if it has more."""
EVERY: Final = 10.0
"""Seconds after which what was counted is kept."""


class Numbered:
    """The states of a game that numbers them, some of which may stand for none."""

    def __init__(self, game: Game) -> None:
        self._game, self._ends = game, [*accumulate(game.tier_sizes())]

    def __len__(self) -> int:
        return self._ends[-1]

    def __getitem__(self, number: int) -> State | None:
        tier = bisect_right(self._ends, number)
        state = self._game.unrank(tier, number - (self._ends[tier - 1] if tier else 0))
        return state if self._game.possible(state) else None


def listed(game: Game) -> list[State]:
    """All states that play comes to."""
    found = {game.key(game.initial()): game.initial()}
    fresh = [*found.values()]
    while fresh:
        state = fresh.pop()
        for action in () if game.is_terminal(state) else game.actions(state):
            after = game.result(state, action)
            if game.key(after) not in found:
                found[game.key(after)] = after
                fresh.append(after)
    return [*found.values()]


def opened(game: Game, folder: Path) -> z.Database:
    """The game's database in a folder, made there unless it is there."""
    if (folder / "manifest.json").exists():
        return z.open_database(folder, game)
    return z.make_database(game, folder, memory=4096, progress=lambda text: told(f"{game!r}: {text}"))


def judged(game: Game, state: State, database: z.Database, asked: argparse.Namespace, counts: dict[str, Any]) -> str | None:
    """Count what is said of a state; what is wrong with it, None where nothing is."""
    known = database.worth(state)
    sign = int(known.value if game.to_move(state) == MAX else -known.value)
    found = z.prove(game, state, table=asked.table, nodes=asked.nodes)
    counts["nodes"] += found.nodes
    if found.sign is None:
        counts["unanswered"] += 1
        return None
    bounds = [claim.plies for claim in found.claims if sign and claim.plies is not None]
    if found.sign == sign and all(known.distance is None or plies >= known.distance for plies in bounds):
        counts[("draws", "wins", "losses")[sign]] += 1
        return None
    counts["wrong"] += 1
    return f"{game!r}, {game.write(state)!r}: the database says {sign}, {known}, and proof-number search {found.sign}, {found.claims}"


def of_game(spec: str, asked: argparse.Namespace) -> dict[str, Any]:
    """What was counted of so many positions of a game, by those who have worked at it before, too."""
    game = z.load_game(spec)
    folder = asked.folder / "".join(one if one.isalnum() else "_" for one in spec)
    kept = folder.with_suffix(".json")
    question = {"seed": asked.seed, "limit": asked.nodes, "table": asked.table}
    counts: dict[str, Any] = {"game": spec, **question, "gone_through": 0, **dict.fromkeys(COUNTED, 0)}
    if kept.exists() and question.items() <= (before := json.loads(kept.read_text())).items():
        counts = before
    with opened(game, folder) as database:
        states = Numbered(game) if defines(game, "tier_sizes") else listed(game)
        lot = random.Random(f"{spec} {asked.seed}")  # noqa: S311  # games, not secrets
        order = lot.sample(range(len(states)), min(MOST, len(states)))
        kept_at = time.perf_counter()
        for number in order[counts["gone_through"] :]:
            if positions(counts) >= asked.count:
                break
            begun, state, wrong = time.process_time(), states[number], None
            if state is not None and not game.is_terminal(state):
                wrong = judged(game, state, database, asked, counts)
            counts["gone_through"] += 1
            counts["seconds"] += time.process_time() - begun
            if wrong or time.perf_counter() - kept_at > EVERY:
                write_whole(kept, json.dumps(counts))
                kept_at = time.perf_counter()
                told(f"{spec}: {positions(counts):,} positions, {counts['unanswered']:,} not answered, {counts['wrong']:,} wrong")
            if wrong:
                print(wrong, file=sys.stderr)
        write_whole(kept, json.dumps(counts))
    return counts


def positions(counts: dict[str, Any]) -> int:
    """That were judged, or not answered."""
    return sum(counts[name] for name in ("wins", "draws", "losses", "unanswered", "wrong"))


def told(text: str) -> None:
    """Say what is under way, in the place of what was said before, to who looks on."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def table_of(rows: list[dict[str, Any]]) -> Table:
    """The rows as a table for people, and what they add up to."""
    columns = ("", "right", "won, drawn, lost to MAX", "wrong", "not answered", "nodes, mean", "ms, mean")
    table = Table(*columns, title="Who wins, judged by databases", title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    together = {"game": "together", **{name: sum(row[name] for row in rows) for name in COUNTED}}
    for row in (*rows, together):
        results = [row[name] for name in ("wins", "draws", "losses")]
        count = max(1, positions(row))
        table.add_row(
            row["game"], f"{sum(results):,}", ", ".join(f"{one:,}" for one in results), str(row["wrong"]), f"{row['unanswered']:,}",
            f"{row['nodes'] / count:,.0f}", f"{1e3 * row['seconds'] / count:.2f}",
        )  # fmt: skip
    return table


def main() -> None:
    """Judge, show, and fail where an answer was wrong."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("folder", type=Path, metavar="DIR", help="where databases and what was counted are kept")
    options.add_argument("--games", nargs="+", default=GAMES, metavar="GAME", help=f"which ({', '.join(GAMES)})")
    options.add_argument("--count", type=int, default=10_000, metavar="N", help="positions of each game, if it has as many (10000)")
    options.add_argument("--nodes", type=int, default=200_000, metavar="N", help="limit for each position (200000)")
    options.add_argument("--table", type=float, default=1.0, metavar="MIB", help="of each question (1)")
    options.add_argument("--seed", type=int, default=1, metavar="N", help="of the positions (1)")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = options.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    rows = [of_game(spec, asked) for spec in asked.games]
    told("")
    if asked.json:
        print(json.dumps({"rows": rows}, indent=2))
    else:
        console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
        console.print(table_of(rows))
        console.print(f"  Seconds are the processor's, of the whole process. {load()}", markup=False)
    if any(row["wrong"] for row in rows):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
