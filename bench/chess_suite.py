"""How many positions of a test suite the engine solves in so much time: Win At Chess, Bratko-Kopec, or any other file of EPD.

    python bench/chess_suite.py wac.epd bratko_kopec.epd --seconds 1

A position is solved when the move is one of its `bm` (best moves), or none of its `am` (moves to avoid). One thread; nothing is
remembered from one position to the next. Suites are published positions, of which this project has none.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import zermelo
from zermelo.games.chess import Chess
from zermelo.search.engine.engine import Engine


def solved(engine: Engine, state: Any, told: dict[str, Any], seconds: float) -> bool:
    """Whether the engine finds a best move, and none that is to be avoided."""
    engine.clear()
    action = engine.search(state, seconds=seconds).action
    return action in told.get("bm", (action,)) and action not in told.get("am", ())


def main() -> None:
    """Go through the files, and tell what is solved of each."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("files", nargs="+", type=Path, metavar="FILE", help="positions as EPD, with bm or am, one a line")
    options.add_argument("--seconds", type=float, default=1.0, metavar="S", help="time for each position (1)")
    options.add_argument("--table", type=float, default=64, metavar="MIB", help="size of the table (64)")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = options.parse_args()
    game, rows = Chess(), []
    engine = Engine(game, table=chosen.table)
    engine.search(depth=1)  # which compiles
    for file in chosen.files:
        missed: list[str] = []
        lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        for number, line in enumerate(lines, 1):
            try:
                state, told = game.read_epd(line)
            except zermelo.ZermeloError as error:
                raise SystemExit(f"{file}, line {number}: {error}") from None
            if not {"bm", "am"} & told.keys():
                raise SystemExit(f"{file}, line {number}: it names no move that is best (bm) or to be avoided (am)")
            if not solved(engine, state, told, chosen.seconds):
                missed.append(str(told.get("id", number)))
            if sys.stderr.isatty():
                print(f"\r{file.name}: {number - len(missed)} of {number}", end="", file=sys.stderr)
        rows.append({"file": file.name, "solved": len(lines) - len(missed), "of": len(lines), "missed": missed})
    if chosen.json:
        print(json.dumps({"rows": rows}, indent=2))
        return
    for row in rows:
        print(f"{row['file']}: {row['solved']} of {row['of']} solved; missed: {', '.join(row['missed']) or 'none'}")


if __name__ == "__main__":
    main()
