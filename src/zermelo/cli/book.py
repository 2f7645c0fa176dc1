"""`zermelo book`: what the positions of the first plies are worth, computed once and kept in a small file; or how games went there."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from zermelo.books import PLIES, TABLE, gather_games, make_book
from zermelo.cli.errors import UNREAD, fail, interrupted
from zermelo.cli.files import checked_target
from zermelo.cli.options import GameSpec, Json, Mode, SpreadGames
from zermelo.cli.output import print_facts, print_json, print_state, reporting_on, telling_why_not_compiled
from zermelo.files import read_whole
from zermelo.game import Game
from zermelo.play.players import seat_name
from zermelo.search.solutions import scoring, weakly
from zermelo.spec import load_game
from zermelo.values import counted

if TYPE_CHECKING:
    from zermelo.books.games import Played
    from zermelo.protocols.pgn import Broken

_RESULTS: Final = {"1-0": (1.0, -1.0), "1/2-1/2": (0.0, 0.0), "0-1": (-1.0, 1.0)}
"""What a result of PGN brings the players."""


def book(
    game: GameSpec,
    out: Annotated[str, typer.Option(metavar="FILE", help="The file of the book.")],
    plies: Annotated[
        int | None, typer.Option(metavar="N", help=f"How many plies it goes from the first position; with --games {PLIES} unless given.")
    ] = None,
    games: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE ...",
            help="Count the games in these files: records of `zermelo match --records` or `play --json`, or chess as .pgn.",
        ),
    ] = None,
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

    With --games nothing is solved: the book tells how often each position came in these games, and how they ended, by rating.
    """
    if games:
        if weak or threads != 1 or table != TABLE:
            name = "weak" if weak else "threads" if threads != 1 else "table"
            fail(f"--{name} is for a book of values, and --games counts what was played")
        _gather(game, load_game(game), games, out, PLIES if plies is None else plies, json=json)
        return
    if plies is None:
        fail("--plies: say how many plies the book goes from the first position")
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


def _gather(spec: str, game: Game, files: list[str], out: str, plies: int, *, json: bool) -> None:
    """Make a book of games."""
    checked_target(out)
    begun = time.perf_counter()
    unread: list[Broken] = []
    with reporting_on("counting games"):
        made = gather_games(game, out, [one for file in files for one in _games(game, file, unread)], plies=plies, spec=spec)
    seconds, size = time.perf_counter() - begun, Path(out).stat().st_size
    if json:
        told = {"games": made.games, "positions": made.count, "plies": plies, "bands": made.bands}
        print_json({**told, "bytes": size, "seconds": round(seconds, 6)})
    else:
        print_facts([
            ("games", f"{made.games:,}, of {counted(len(files), 'file')}"),
            ("positions", f"{made.count:,} within {counted(plies, 'ply', 'plies')}"),
            ("ratings", ", ".join("none" if band is None else f"from {band}" for band in made.bands)),
            ("file", f"{out}, {size:,} bytes"),
        ])  # fmt: skip
    if unread:
        fail(f"{counted(len(unread), 'game')} could not be read, and the book does without; mend them, and give the command again", UNREAD)


def _games(game: Game, file: str, unread: list[Broken]) -> Iterator[str | Played]:
    """A file of records as it is, or the games of one of PGN that came to an end; what cannot be read is told, and put into `unread`."""
    if not file.lower().endswith(".pgn"):
        yield file
        return
    from zermelo.books.games import Played
    from zermelo.games.chess import Chess
    from zermelo.protocols.pgn import Broken, decoded, each_game

    for number, pgn in enumerate(each_game(decoded(read_whole(file))), 1):
        if isinstance(pgn, Broken):
            print(f"zermelo: {file}: {pgn.error}", file=sys.stderr, flush=True)
            unread.append(pgn)
            continue
        if not isinstance(game, Chess) or pgn.game.variant != game.variant:
            fail(f"{file}, game {number}: it is of chess(variant={pgn.game.variant!r}), not of {game!r}")
        if pgn.result in _RESULTS:
            elos = (pgn.headers.get(name, "") for name in ("WhiteElo", "BlackElo"))
            ratings = tuple(float(elo) if elo.isdecimal() else None for elo in elos)
            yield Played(pgn.start, tuple(move.action for move in pgn.moves), _RESULTS[pgn.result], ratings)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog='Example: zermelo book "connect4(5, 4)" --plies 5 --out small.book', cls=SpreadGames)(book)
