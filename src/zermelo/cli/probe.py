"""`zermelo probe`: what a database says of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.books import is_book, open_book, open_games
from zermelo.books.form import BAND, GAMES, kind_of
from zermelo.cli.known import print_moves, whose
from zermelo.cli.options import Json, Moves, position_of
from zermelo.cli.output import print_facts, print_json, print_state, print_table
from zermelo.databases import open_database
from zermelo.play.players import seat_name
from zermelo.spec import load_game

if TYPE_CHECKING:
    from zermelo.books.games import GamesProbe, Tally
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
    """Look a position up in a database, or a book: what it is worth, how far the end is, and what each action leads to, the best first.

    A book of games tells how often games came there, and how they ended for the player to move, by ratings and by actions.
    """
    rules = None if game is None else load_game(game)
    if kind_of(place) == GAMES:
        games = open_games(place, rules)
        _print_games(games.probe(position_of(games.game, position, moves)), json=json)
        return
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
    print_moves(rules, state, found.moves)
    print_facts([("value", f"{found} {whose(rules, state)}"), ("line", " ".join(found.names()))])


def _print_games(found: GamesProbe, *, json: bool) -> None:
    """How games went that came to a position."""
    if json:
        print_json(found.as_dict())
        return
    game, state = found.game, found.state
    print_state(game, state)
    header = ("played", "won", "drawn", "lost", "score")
    if found.moves:
        print_table(("move", *header), [(game.name(state, action), *_cells(tally)) for action, tally in found.moves])
        print()
    rows = [("any rating", *_cells(found.tally))]
    if any(band is not None for band, _ in found.by_rating):
        rows += [("no rating" if band is None else f"{band} - {band + BAND - 1}", *_cells(tally)) for band, tally in found.by_rating]
    print_table((f"games, for {seat_name(game, game.to_move(state))}", *header), rows)


def _cells(tally: Tally) -> tuple[str, ...]:
    return (*(f"{count:,}" for count in (tally.played, *tally)), "-" if tally.score is None else f"{tally.score:.3f}")


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo probe morris --moves 5")(probe)
