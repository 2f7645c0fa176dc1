"""`zermelo perft`: count the sequences of this many actions, to hold the rules to published counts."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from zermelo.cli.options import GameSpec, Json, Mode, Moves, Position, opened
from zermelo.cli.output import print_facts, print_json, sign_of_life
from zermelo.search.count import count


def perft(
    game: GameSpec,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="The length of the sequences.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count apart what follows each first action.")] = False,
    bulk: Annotated[
        bool, typer.Option("--bulk", help="Count the last actions without making them: faster, but finished games are not told.")
    ] = False,
    position: Position = None,
    moves: Moves = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Count the sequences of exactly DEPTH actions.

    Finished games are not continued; how many of the sequences end the game is printed too.
    """
    rules, state = opened(game, position, moves)
    with sign_of_life("counting") as progress:
        found = count(rules, depth, state, bulk=bulk, mode=mode, progress=progress)
    facts: dict[str, Any] = {
        "nodes": found.nodes,
        "finished": None if bulk else found.finished,
        "seconds": round(found.seconds, 6),
        "mode": found.mode,
        "depth": depth,
    }
    if divide:
        facts["divide"] = found.divide
    if json:
        print_json(facts)
    else:
        shares = found.divide if divide else {}
        print_facts([*((name, f"{share:,}") for name, share in shares.items()), *((name, _shown(facts[name])) for name in _SHOWN)])


_SHOWN = ("nodes", "finished", "seconds", "mode")


def _shown(fact: object) -> str:
    return f"{fact:.6f}" if isinstance(fact, float) else "not counted" if fact is None else str(fact)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    number_may_be_negative = {"ignore_unknown_options": True}  # so that a depth of -1 gets an answer of ours
    app.command(epilog="Example: zermelo perft connect4 8 --divide", context_settings=number_may_be_negative)(perft)
