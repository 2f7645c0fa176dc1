"""`zermelo solve GAME --strong --out DIR`: a database of all states that play can come to."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from zermelo.cli.errors import interrupted
from zermelo.cli.known import whose
from zermelo.cli.output import print_facts, print_json, print_state, print_table, rate, reporting_on, telling_why_not_compiled
from zermelo.databases import make_database, there
from zermelo.game import Game
from zermelo.search.tried import folds
from zermelo.values import counted


def solve_strongly(
    spec: str, game: Game, folder: str, memory: float, tiers: int | None, threads: int, workers: int | None, on: str, mode: str, json: bool
) -> None:
    """Make the database, or go on with it, and print what it says of the first position, where that is in it."""
    there()
    from zermelo.databases.building import FOLDING, HELD
    from zermelo.databases.files.table import MANIFEST

    path = Path(folder, MANIFEST)
    begun, before = time.perf_counter(), path.stat().st_mtime_ns if path.exists() else None
    with telling_why_not_compiled(spec), reporting_on("solving all states") as progress:
        try:
            database = make_database(
                game, folder, memory=memory, mode=mode, spec=spec, tiers=tiers, threads=threads, workers=workers, on=on, progress=progress
            )
        except KeyboardInterrupt:
            interrupted(f"stopped; what was found, but for half a minute at most, is kept in {folder}, and the same command goes on")
    seconds, manifest = time.perf_counter() - begun, database.manifest
    kept_before = before == path.stat().st_mtime_ns  # it is written anew wherever something was made
    found, count = None if database.is_partial else database.probe(), database.count
    at_once = f", {counted(workers, 'worker')}" if workers else f", {threads} threads" if threads > 1 else ""
    taken = "it was there already" if kept_before else f"{manifest['mode']}{at_once}, in {seconds:.3f} s, {rate(count, seconds, 'states')}"
    bytes_ = sum(file["bytes"] for file in manifest["files"].values())
    if json:
        counted_ = ("states", "successors", "wins", "draws", "losses", "greatest_distance", "by_value", "by_distance", "depths", "tiers")
        of_intervals = ("open", "widest", "least", "greatest", "tolerance", "greatest_low_plies", "greatest_high_plies")
        names = (*counted_, *of_intervals, "values", "units", "mode")
        kept = {name: manifest[name] for name in names if name in manifest}
        print_json({**(found.as_dict() if found else {}), **kept, "bytes": bytes_, "seconds": round(seconds, 6)})
    else:
        if found:
            print_state(game, found.state)
        if manifest.get("tiers", [])[1:]:
            rows = [_row(*one) for one in enumerate(manifest["tiers"])][database.table.first_tier :]
            print_table(("tier", "states", "won", "drawn", "lost", "longest"), rows)
            print()
        first = []
        if found:
            first = [("value", f"{found} {whose(game, found.state)}"), ("line", " ".join(found.names()))]
        print_facts(
            [
                *first,
                ("states", f"{count:,}, with {counted(manifest['successors'], 'successor')}"),
                *(_intervals(manifest) if game.chance else _values(manifest)),
                ("files", f"{folder}, {bytes_:,} bytes, {8 * bytes_ / count:.2f} bits a state"),
                ("by", f"{'value iteration' if game.chance else 'retrograde analysis'}, {taken}"),
                *(
                    [("held", f"{HELD:,} of the states against the plain rules; `zermelo verify {folder}` does so with all")]
                    if count > HELD and folds(game, *FOLDING)
                    else []
                ),
            ]
        )
    database.close()


def _values(manifest: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        ("of these", f"{manifest['wins']:,} won, {manifest['draws']:,} drawn, {manifest['losses']:,} lost for the player to move"),
        ("longest", counted(manifest["greatest_distance"], "ply", "plies") + " within a tier" * manifest["by_tier"]),
    ]


def _intervals(manifest: dict[str, Any]) -> list[tuple[str, str]]:
    """What is told where a game has chance: which states have a value, and which have none."""
    valued, open_ = manifest["states"] - manifest["open"], manifest["open"]
    return [
        (
            "of these",
            f"{valued:,} with a value within {manifest['tolerance'] / 2:.2g}, between {manifest['least']:g} and {manifest['greatest']:g}",
        ),
        *([("open", f"{open_:,}, where players can go round for ever: it depends on what that is worth")] if open_ else []),
    ]


def _row(tier: int, told: dict[str, int]) -> tuple[str, ...]:
    """What is told of a tier."""
    return str(tier), *(f"{told[name]:,}" for name in ("states", "wins", "draws", "losses", "greatest_distance"))
