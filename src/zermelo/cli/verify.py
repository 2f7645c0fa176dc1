"""`zermelo verify`: the engine held against plain minimax."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from zermelo.cli.errors import STOPPED, fail
from zermelo.cli.options import EngineOptions, GameSpec, Json, Mode, search_options
from zermelo.cli.output import print_facts, print_json, sign_of_life
from zermelo.search.engine.options import INEXACT
from zermelo.search.verify import Difference, Verified
from zermelo.search.verify import verify as verified
from zermelo.spec import game as game_of

SHOWN: Final = 5
"""So many differences are shown."""


def verify(
    game: GameSpec,
    depth: Annotated[int, typer.Option(metavar="D", help="Search each position at every depth up to this.")] = 4,
    positions: Annotated[int, typer.Option(metavar="N", help="How many positions, from games at random.")] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="Which games.")] = 0,
    threads: Annotated[int, typer.Option(metavar="T", help="How many threads search.")] = 1,
    table: Annotated[float, typer.Option(metavar="MIB", help="Size of the transposition table; 0.001 holds 64 positions.")] = 1,
    evaluation: Annotated[
        str | None, typer.Option(metavar="E", help='A sum of the game\'s evaluations, such as "groups + 2 * columns".')
    ] = None,
    option: EngineOptions = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Hold the engine against plain minimax: the same positions at the same depths.

    Without --option, the engine has all that keeps the minimax value. Values that differ with an option that may change
    them are counted, and are no failure; else the exit code is 1.
    """
    rules = game_of(game)
    with sign_of_life("searching") as progress:
        found = verified(
            rules, depth=depth, positions=positions, seed=seed, threads=threads, table=table, evaluation=evaluation, mode=mode,
            progress=progress, **search_options(option),
        )  # fmt: skip
    if json:
        print_json(_facts(found))
    else:
        _show(found)
    if found.interrupted:
        fail("stopped", STOPPED)
    if not found.ok:
        raise typer.Exit(1)


def _show(found: Verified) -> None:
    of_value = sum(difference.of_value for difference in found.differences)
    wrong = f"{of_value:,} values" + (f" and {len(found.differences) - of_value:,} actions" if len(found.differences) > of_value else "")
    reasons = [name for name in INEXACT if getattr(found.options, name)] + (["n_best"] if found.options.n_best else [])
    verdict = (
        "the value of minimax in every search"
        if not found.differences
        else f"{wrong} differ, as {' and '.join(reasons) or 'exact=false'} may make them"
        if found.ok
        else f"{wrong} DIFFER"
    )
    facts = [
        ("searches", f"{found.searches:,}" + (" (interrupted)" if found.interrupted else "")),
        ("verdict", verdict),
        ("nodes", f"{found.nodes:,}, by minimax {found.plain_nodes:,}"),
        ("by", f"{found.mode}, {found.threads} thread{'s' if found.threads > 1 else ''}, in {found.seconds:.3f} s"),
    ]
    print_facts(facts)
    for difference in found.differences[:SHOWN]:
        print(f"depth {difference.depth} from {found.game.write(difference.state)!r}: {_told(found, difference)}")
    if len(found.differences) > SHOWN:
        print(f"... and {len(found.differences) - SHOWN} more (--json shows all)")


def _told(found: Verified, difference: Difference) -> str:
    if difference.of_value:
        return f"{difference.found:g}, by minimax {difference.expected:g}"
    names = [found.game.name(difference.state, action) for action in (difference.action, *difference.best) if action is not None]
    return f"action {names[0]}, by minimax {' or '.join(names[1:])}"


def _facts(found: Verified) -> dict[str, Any]:
    differences = [
        {
            "position": found.game.write(difference.state), "depth": difference.depth, "found": difference.found,
            "expected": difference.expected, "action": difference.action, "best": list(difference.best),
        }
        for difference in found.differences
    ]  # fmt: skip
    return {
        "ok": found.ok, "searches": found.searches, "interrupted": found.interrupted, "nodes": found.nodes,
        "minimax_nodes": found.plain_nodes, "seconds": round(found.seconds, 6), "mode": found.mode, "threads": found.threads,
        "keeps_value": found.options.keeps_value, "differences": differences,
    }  # fmt: skip


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo verify connect4 --depth 6 --threads 2 --table 0.001")(verify)
