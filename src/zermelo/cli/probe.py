"""`zermelo probe`: what a database says of a position."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.options import Json, Moves, position_of
from zermelo.cli.output import print_facts, print_json, print_state, print_table
from zermelo.databases import open_database
from zermelo.play.players import seat_name
from zermelo.search.known import in_plies
from zermelo.spec import load_game

Folder = Annotated[str, typer.Argument(metavar="DIR", help="A folder that `zermelo solve GAME --strong --out DIR` has made.")]
Game = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The game that it is of, where the database does not find it by its name.")
]


def probe(
    folder: Folder,
    position: Annotated[str | None, typer.Argument(metavar="[POSITION]", help="In the game's own writing; else the first.")] = None,
    moves: Moves = None,
    game: Game = None,
    json: Json = False,
) -> None:
    """Look a position up in a database: what it is worth, how far the end is, and what each action leads to, the best first."""
    with open_database(folder, None if game is None else load_game(game)) as database:
        found = database.probe(position_of(database.game, position, moves))
        if json:
            print_json(found.as_dict())
            return
        rules, state = found.game, found.state
        print_state(rules, state)
        if found.moves:
            rows: list[tuple[str, ...]] = [(rules.name(state, one.action), in_plies(one.value, one.distance)) for one in found.moves]
            print_table(("move", "then"), rows)
            print()
        print_facts([("value", f"{found} for {seat_name(rules, rules.to_move(state))}, who is to move"), ("line", " ".join(found.names()))])


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo probe morris --moves 5")(probe)
