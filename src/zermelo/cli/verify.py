"""`zermelo verify`: the engine held against plain minimax on a game, every searcher on games at random, a database or a proof."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import asdict
from typing import Annotated, Any, Final

import typer

from zermelo.books import is_book
from zermelo.cli.errors import fail, interrupted
from zermelo.cli.options import EngineOptions, Json, Mode, search_options
from zermelo.cli.output import print_facts, print_json, print_table, sign_of_life
from zermelo.cli.verify_book import verify_book
from zermelo.cli.verify_database import verify_database
from zermelo.cli.verify_proof import verify_proof
from zermelo.errors import SpecError
from zermelo.proofs import is_proof
from zermelo.search.engine.options import INEXACT
from zermelo.spec import load_game
from zermelo.values import counted
from zermelo.verify import net
from zermelo.verify.positions import Difference, Verified
from zermelo.verify.positions import verify as verified

SHOWN: Final = 5
"""This many differences are shown."""
SEARCHES: Final = 2000
"""With --random, unless told."""


def verify(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME|DIR|FILE]", help="A game's name, or file.py:Class; or the folder of a database, a book or a proof."),
    ] = None,
    depth: Annotated[int, typer.Option(metavar="D", help="Search each position at every depth up to this.")] = 4,
    positions: Annotated[int, typer.Option(metavar="N", help="How many positions, from games at random.")] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="Which games.")] = 0,
    threads: Annotated[int, typer.Option(metavar="T", help="How many threads search.")] = 1,
    table: Annotated[float, typer.Option(metavar="MIB", help="Size of the transposition table; 0.001 holds 64 positions.")] = 1,
    evaluation: Annotated[
        str | None, typer.Option(metavar="E", help='A sum of the game\'s evaluations, such as "groups + 2 * columns".')
    ] = None,
    option: EngineOptions = None,
    random: Annotated[bool, typer.Option("--random", help="Every searcher, on games at random.")] = False,
    searches: Annotated[
        int | None, typer.Option(metavar="N", help=f"With --random: end after this many searches; {SEARCHES:,} without a limit.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="With --random: begin nothing after so long; what has begun is ended, with its compiling."),
    ] = None,
    jobs: Annotated[int | None, typer.Option(metavar="J", help="With --random: processes; as many as there are processors.")] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Of a database: look at so many states at random; at all unless given. Of a book: search so many.",
        ),
    ] = None,
    of_game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Of a database, a book or a proof: the game that it is of.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="DIR", help="Of a proof: the database in which play ends, where the proof says so.")
    ] = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Hold the engine against plain minimax: the same positions at the same depths.

    Without --option, the engine has all that keeps the minimax value. Values that differ with an option that may change
    them are counted, and are no failure; else the exit code is 1.

    With --random, hold every searcher to a judge that shares nothing with them, on games at random with every unusual fact:
    in both modes unless one is named, with options, threads and tables at random.

    With the folder of a database (`zermelo solve GAME --strong --out DIR`), hold each of its states against those that it leads to, by
    the rules of the game, without any solver: by the plain ones with --mode interpreted, by the compiled ones with --mode compiled, which
    is what 50,000 states and more get unless told; with a book (`zermelo book GAME --out FILE`), do the same with the earlier ones, and
    search a sample of the deepest anew; with a proof (`zermelo solve GAME --weak --proof FILE`), walk every play.
    """
    if database is not None and not (game is not None and is_proof(game)):
        fail(f"--database is for a proof, and {game or 'nothing'} is none")
    if random:
        if game is not None:
            fail(f"--random makes games of its own; leave {game!r} out")
        _at_random(searches, seconds, seed, jobs, mode, json=json)
        return
    if game is not None and os.path.isdir(game):
        verify_database(game, of_game, sample, seed, mode, json=json)
        return
    if game is not None and is_book(game):
        verify_book(game, of_game, sample, seed, mode, json=json)
        return
    if game is not None and sample is None and is_proof(game):
        verify_proof(game, of_game, database, json=json)
        return
    if sample is not None or of_game is not None:
        fail(f"{'--sample' if of_game is None else '--game'} is for a database or a book, and {game or 'nothing'} is none")
    if game is None:
        fail("name a game, or give --random for games made at random")
    try:
        rules = load_game(game)
    except SpecError as error:
        if os.path.isfile(game) and not game.endswith(".py"):
            raise SpecError(
                f"{game} does not begin as a proof or a book does, and is no file of games: the name of one ends in .py"
            ) from None
        if os.path.exists(game) or ":" in game or "(" in game:  # it is the name of a game, or a file that is no database
            raise
        raise SpecError(f"{error}; and no folder or file {game} is there") from None
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
        interrupted("stopped")
    if not found.ok:
        raise typer.Exit(1)


def _at_random(searches: int | None, seconds: float | None, seed: int, jobs: int | None, mode: str, *, json: bool) -> None:
    modes = net.MODES if mode == "auto" else (mode,)
    most = SEARCHES if searches is None and seconds is None else searches
    with sign_of_life("searching") as progress:
        found = net.run(
            searches=most, seconds=seconds, seed=seed, jobs=os.cpu_count() or 1 if jobs is None else jobs, modes=modes,
            progress=lambda report: progress(report.total),
        )  # fmt: skip
    if json:
        counts = {trial: {kind: found.searches[trial, kind] for kind in net.MODES} for trial, _ in found.searches}
        facts = {
            "seed": found.seed,
            "games": found.games,
            "searches": found.total,
            "compared": found.compared,
            "by": counts,
            "seconds": round(found.seconds, 3),
        }
        print_json({"ok": not found.wrong, **facts, "interrupted": found.interrupted, "wrong": [asdict(one) for one in found.wrong]})
    else:
        _show_net(found)
    if found.interrupted:
        interrupted("stopped")
    if found.wrong:
        raise typer.Exit(1)


def _show_net(found: net.Report) -> None:
    trials = list(dict.fromkeys(trial for trial, _ in found.searches))
    print_table(("searcher", *net.MODES), [(trial, *(f"{found.searches[trial, kind]:,}" for kind in net.MODES)) for trial in trials])
    print()
    differ = "DIFFERS" if len(found.wrong) == 1 else "DIFFER"
    verdict = f"{len(found.wrong):,} {differ}" if found.wrong else "as the judge says, in every one"
    facts = [
        ("searches", f"{found.total:,}" + (" (interrupted)" if found.interrupted else "")),
        ("compared", f"{found.compared:,} values, actions, lines and proofs"),
        ("verdict", verdict),
        ("games", f"{found.games:,}, seed {found.seed}, in {found.seconds:.0f} s"),
    ]
    if importlib.util.find_spec("scipy") is None:
        facts.append(("left out", "hidden hands, whose judge is scipy's solver of linear programs: pip install 'zermelo[lp]'"))
    print_facts(facts)
    for one in found.wrong[:SHOWN]:
        print(
            f"{one.trial}, {one.mode}, {one.game} from {one.root}, batch {one.batch}: {one.what}: {one.found}, and {one.expected} is right"
        )
    if len(found.wrong) > SHOWN:
        print(f"... and {len(found.wrong) - SHOWN} more (--json shows all)")


def _show(found: Verified) -> None:
    of_value = sum(difference.of_value for difference in found.differences)
    of_action = len(found.differences) - of_value
    wrong = " and ".join(counted(count, word) for count, word in ((of_value, "value"), (of_action, "action")) if count)
    differ = "differs" if len(found.differences) == 1 else "differ"
    reasons = [name for name in INEXACT if getattr(found.options, name)] + (["n_best"] if found.options.n_best else [])
    verdict = (
        "the value of minimax in every search"
        if not found.differences
        else f"{wrong} {differ}, as {' and '.join(reasons) or 'exact=false'} may do"
        if found.ok
        else f"{wrong} {differ.upper()}"
    )
    facts = [
        ("searches", f"{found.searches:,}" + (" (interrupted)" if found.interrupted else "")),
        ("verdict", verdict),
        ("nodes", f"{found.nodes:,}, by minimax {found.plain_nodes:,}"),
        ("by", f"{found.mode}, {counted(found.threads, 'thread')}, in {found.seconds:.3f} s"),
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
