"""`zermelo probe`: what a database says of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.books import is_book, open_book
from zermelo.cli.options import Json, Moves, position_of
from zermelo.cli.output import print_facts, print_json, print_state, print_table
from zermelo.databases import open_database
from zermelo.play.players import seat_name
from zermelo.spec import load_game

if TYPE_CHECKING:
    from zermelo.databases.database import Probe

Place = Annotated[
    str,
    typer.Argument(
        metavar="DIR|FILE",
        help="A folder that `zermelo solve GAME --strong --out DIR` has made, or a file that `zermelo book GAME --out FILE` has made.",
    ),
]
Game = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The game that it is of, where the database does not find it by its name.")
]


def probe(
    place: Place,
    position: Annotated[str | None, typer.Argument(metavar="[POSITION]", help="In the game's own writing; else the first.")] = None,
    moves: Moves = None,
    game: Game = None,
    json: Json = False,
) -> None:
    """Look a position up in a database, or a book: what it is worth, how far the end is, and what each action leads to, the best first."""
    rules = None if game is None else load_game(game)
    if is_book(place):
        book = open_book(place, rules)
        _print(book.probe(position_of(book.game, position, moves)), json=json)
        return
    with open_database(place, rules) as database:
        _print(database.probe(position_of(database.game, position, moves)), json=json)


def _print(found: Probe, *, json: bool) -> None:
    """What is known of a position."""
    if json:
        print_json(found.as_dict())
        return
    rules, state = found.game, found.state
    print_state(rules, state)
    if found.moves:
        rows: list[tuple[str, ...]] = [(rules.name(state, one.action), str(one)) for one in found.moves]
        print_table(("move", "then"), rows)
        print()
    print_facts([("value", f"{found} for {seat_name(rules, rules.to_move(state))}, who is to move"), ("line", " ".join(found.names()))])


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo probe morris --moves 5")(probe)
