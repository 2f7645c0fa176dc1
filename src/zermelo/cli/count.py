"""`zermelo count`: how many states play can come to, by plies."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from zermelo.cli.errors import hanging, interrupted
from zermelo.cli.options import GameSpec, Json, Mode
from zermelo.cli.output import print_facts, print_json, print_table, rate, reporting_on, telling_why_not_compiled
from zermelo.databases import MEMORY, count_states
from zermelo.spec import load_game

Memory = Annotated[float, typer.Option(metavar="MIB", help="Memory that may be used.")]


def count(
    game: GameSpec,
    unfolded: Annotated[
        bool, typer.Option("--unfolded", help="Count states that are the same by symmetry, or by the game's numbers, apart.")
    ] = False,
    memory: Memory = MEMORY,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Count the states that play can come to, each once, by the plies after which it is first reached.

    Ctrl-C says how many were counted so far, and keeps nothing.
    """
    rules, begun = load_game(game), time.perf_counter()
    so_far = "no states were counted"

    def tell(text: str) -> None:
        nonlocal so_far
        so_far = f"so far {text}"
        progress(text)

    with telling_why_not_compiled(game), reporting_on("counting states") as progress:
        try:
            found = count_states(rules, fold=not unfolded, memory=memory, mode=mode, progress=tell)
        except KeyboardInterrupt as stop:
            interrupted(f"stopped{hanging(stop)}; {so_far}; nothing is kept, and the same command begins anew")
    seconds = time.perf_counter() - begun
    if json:
        print_json({**found._asdict(), "seconds": round(seconds, 6)})
        return
    print_table(("plies", "states"), [(str(plies), f"{states:,}") for plies, states in enumerate(found.depths)])
    if len(found.tiers) > 1:
        print()
        print_table(("tier", "states"), [(str(tier), f"{states:,}") for tier, states in enumerate(found.tiers)])
    print()
    print_facts(
        [
            ("states", f"{found.states:,}, in {found.ends:,} of which the game is over"),
            ("successors", f"{found.successors:,}"),
            ("by", f"{found.mode}, in {seconds:.3f} s, {rate(found.states, seconds, 'states')}"),
        ]
    )


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo count tictactoe --unfolded")(count)
