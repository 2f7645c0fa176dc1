"""`zermelo best`: search a position and say what was found."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.options import GameSpec, Json, Mode, Moves, Position, opened
from zermelo.cli.output import print_facts, print_json, sign_of_life
from zermelo.play.players import seat_name
from zermelo.search.best import ALGORITHMS
from zermelo.search.best import best as search
from zermelo.search.result import Result


def best(
    game: GameSpec,
    depth: Annotated[
        int | None, typer.Option(metavar="D", help="How many plies to look ahead; to the end of the game unless given.")
    ] = None,
    algorithm: Annotated[str | None, typer.Option(metavar="A", help=f"{', '.join(ALGORITHMS)}; what the game needs unless given.")] = None,
    evaluation: Annotated[
        str | None, typer.Option(metavar="E", help='A sum of the game\'s evaluations, such as "groups + 2 * columns".')
    ] = None,
    sooner: Annotated[bool, typer.Option("--sooner", help="Prefer the sooner of equal wins, the later of equal losses.")] = False,
    position: Position = None,
    moves: Moves = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Find the value, all best actions and best line of a position."""
    rules, state = opened(game, position, moves)
    with sign_of_life("searching" if depth else "searching to the end of the game (--depth looks less far)") as progress:
        found = search(
            rules, state, depth=depth, algorithm=algorithm, evaluation=evaluation, sooner=sooner, ties=True, mode=mode, progress=progress
        )
    if json:
        print_json(found.as_dict())
    else:
        _print(found)


def _print(found: Result) -> None:
    print(found.game.show(found.state), end="\n\n")
    facts = found.as_dict()
    value = facts["value"]
    whose = "to each player" if isinstance(value, list) else f"to {seat_name(found.game, 0)}"
    print_facts(
        [
            ("value", f"{' '.join(map(str, value)) if isinstance(value, list) else value} {whose}"),
            ("action", facts["action"] or "none: the game is over, or chance moves"),
            ("all best", " ".join(facts["actions"] or [])),
            ("line", " ".join(facts["line"])),
            ("searched", f"{facts['nodes']:,} nodes, {facts['leaves']:,} leaves, {facts['cutoffs']:,} cut-offs, depth {facts['depth']}"),
            ("by", f"{facts['algorithm']}, {facts['mode']}, in {facts['seconds']:.3f} s"),
        ]
    )


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog='Example: zermelo best desconecta4boom --depth 8 --moves "PUT1 PUT4" --json')(best)
