"""`zermelo book`: what the positions of the first plies are worth, computed once and kept in a small file."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from zermelo.books import TABLE, make_book
from zermelo.cli.errors import interrupted
from zermelo.cli.options import GameSpec, Json, Mode
from zermelo.cli.output import print_facts, print_json, print_state, reporting_on, telling_why_not_compiled
from zermelo.play.players import seat_name
from zermelo.search.solutions import scoring, weakly
from zermelo.spec import load_game
from zermelo.values import counted


def book(
    game: GameSpec,
    plies: Annotated[int, typer.Option(metavar="N", help="How many plies it goes from the first position.")],
    out: Annotated[str, typer.Option(metavar="FILE", help="The file of the book.")],
    weak: Annotated[bool, typer.Option("--weak", help="Only who wins, not how soon.")] = False,
    threads: Annotated[int, typer.Option(metavar="N", help="How many search one position together.")] = 1,
    table: Annotated[
        float, typer.Option(metavar="MIB", help="The size of the transposition table, in which positions find what others have found.")
    ] = TABLE,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Make a book: solve every position of the first plies exactly, and keep what each is worth in a small file.

    What is found is kept beside the file at once: after Ctrl-C, or a kill, the same command goes on, and the file is the same in the end.
    In games that can tell, a win is worth the more the sooner it comes, unless --weak is given.
    """
    rules = weakly(load_game(game)) if weak else scoring(load_game(game))
    begun, there = time.perf_counter(), Path(out).exists()
    with telling_why_not_compiled(game), reporting_on("making the book") as progress:
        try:
            made = make_book(rules, out, plies=plies, threads=threads, table=table, mode=mode, spec=game, progress=progress)
        except KeyboardInterrupt:
            interrupted(f"stopped; what was found is kept beside {out}, and the same command goes on with it")
    seconds, size = time.perf_counter() - begun, Path(out).stat().st_size
    found = made.probe()
    if json:
        kept = {"plies": made.plies, "positions": made.count, "depths": made.depths}
        print_json({**found.as_dict(), **kept, "bytes": size, "seconds": round(seconds, 6)})
        return
    print_state(rules, found.state)
    print_facts([
        ("value", f"{found} for {seat_name(rules, rules.to_move(found.state))}, who is to move"),
        ("line", " ".join(found.names())),
        ("positions", f"{made.count:,} within {counted(made.plies, 'ply', 'plies')}, {made.depths[-1]:,} of them the deepest"),
        ("file", f"{out}, {size:,} bytes, {8 * size / made.count:.2f} bits a position"),
        ("by", "it was there" if there else f"engine, {counted(threads, 'thread')}, in {seconds:.3f} s"),
    ])  # fmt: skip


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog='Example: zermelo book "connect4(5, 4)" --plies 5 --out small.book')(book)
