"""`zermelo match`: many games between the same players, and who is better."""

from __future__ import annotations

import json as json_module
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from zermelo.cli.errors import fail, interrupted
from zermelo.cli.files import checked_target
from zermelo.cli.options import (
    BookOption,
    DatabaseOption,
    GameClock,
    GameSpec,
    Json,
    Mode,
    Moves,
    Players,
    Position,
    SpreadPlayers,
    known_of,
    opened,
)
from zermelo.cli.output import alive, every_interrupt, print_json, print_table
from zermelo.cli.screen import console
from zermelo.files import write_whole
from zermelo.play.match import MOST_PLIES_ALONE, OPENING_PLIES, Match, Score
from zermelo.play.match import match as hold
from zermelo.play.play import MOST_PLIES
from zermelo.play.players import seat_name
from zermelo.values import counted


def match(
    game: GameSpec,
    players: Players = None,
    games: Annotated[int, typer.Option(metavar="N", help="How many games to play; in a game for one player, how many each plays.")] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="Chooses the openings and what random players do.")] = 0,
    opening_plies: Annotated[
        int | None,
        typer.Option(
            metavar="N", help=f"Random plies that each pair of games begins with: {OPENING_PLIES}; none for one player against chance."
        ),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help=f"A game of more plies than {MOST_PLIES:,} is left unfinished and counts as a draw; in a game for one player as none "
            f"(against chance {MOST_PLIES_ALONE:,}).",
        ),
    ] = None,
    clock: GameClock = None,
    database: DatabaseOption = None,
    book: BookOption = None,
    records: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the games here, a line of JSON each: `zermelo book` makes a book of them.")
    ] = None,
    position: Position = None,
    moves: Moves = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Play many games between the same players.

    Each pair of games begins with the same few random moves, once with either player first. Ctrl-C ends the match and
    shows what has been played. A game for one player is played by each of the players in turn: their means are shown, with 95 %
    intervals, and the lead over the first one.
    """
    if not players:
        fail("--players: say who plays, such as --players random alphabeta:depth=4")
    target = None if records is None else checked_target(records)
    rules, state = opened(game, position, moves)
    known = known_of(rules, database, book)
    started = time.perf_counter()
    with _progress_bar(games * (len(players) if rules.players == 1 else 1)) as progress:
        result = hold(
            rules, players, games, state=state, seed=seed, opening_plies=opening_plies,
            plies=plies, clock=clock, progress=progress, mode=mode, database=known,
        )  # fmt: skip
    seconds = time.perf_counter() - started
    if target is not None:
        write_whole(target, "".join(f"{json_module.dumps(record.as_dict())}\n" for record in result.records))
    if json:
        print_json(result.as_dict() | {"seconds": round(seconds, 3)})
    else:
        _print(result, seconds)
    if result.stopped:
        interrupted(f"stopped after {len(result.records)} of {games * (len(result.players) if result.alone else 1)} games")


def _print(result: Match, seconds: float) -> None:
    table = _alone if result.alone else _seats
    print_table(*table(result))
    how = "left out" if result.alone else "counted as draws"
    unfinished = f", {result.unfinished} of them unfinished ({how})" if result.unfinished else ""
    print(f"\n{counted(len(result.records), 'game')}{unfinished} of {result.game!r}, seed {result.seed}, in {seconds:.1f} s")


def _alone(result: Match) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """What each gets on average who plays alone, and how much more than the first one with the same luck."""
    rows: list[tuple[str, ...]] = []
    for player, name in enumerate(result.players):
        won = result.utilities(player)
        (mean, reach), (lead, about) = result.mean_utility(player), result.lead(player)
        known = (f"{mean:.6g}", f"± {reach:.3g}", f"{min(won):g}", f"{max(won):g}") if won else ("-",) * 4
        led = (f"{lead:+.6g} ± {about:.3g}" if player else "",) if len(result.players) > 1 else ()
        rows.append((name, str(sum(1 for _ in result.played_by(player))), *known, *led))
    header = ("player", "games", "mean utility", "95 %", "least", "greatest", *(("to the first",) if len(result.players) > 1 else ()))
    return header, rows


def _seats(result: Match) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """How often each won, in all games and in each seat."""
    utility = ("utility a game",) if result.game.hidden else ()  # at cards who wins more often may lose more
    header = ("player", "seat", "games", "won", "drawn", "lost", "score", "95 % interval", *utility)
    rows: list[tuple[str, ...]] = []
    for player, name in enumerate(result.players):
        for seat in (None, *range(len(result.players))):
            named = (name, "all") if seat is None else ("", seat_name(result.game, seat))
            mean, reach = result.mean_utility(player, seat)
            rows.append((*named, *_cells(result.score(player, seat)), *(f"{mean:+.3f} ± {reach:.3f}" for _ in utility)))
    return header, rows


def _cells(score: Score) -> tuple[str, ...]:
    low, high = score.interval
    share = "-" if score.share is None else f"{score.share:.3f}"
    return str(score.games), str(score.wins), str(score.draws), str(score.losses), share, f"{low:.3f} - {high:.3f}"


@contextmanager
def _progress_bar(games: int) -> Iterator[Callable[[Match], None]]:
    """On a terminal, show how many games have been played and how the first player did; hear every Ctrl-C."""
    with every_interrupt() as check:
        if not sys.stderr.isatty():
            with alive(f"playing {counted(games, 'game')}") as say:

                def count(result: Match) -> None:
                    check()
                    say(f"{len(result.records)} of {games} games played")

                yield count
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        from zermelo import native

        columns = (MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
        with Progress(*columns, console=console(stderr=True), transient=True) as bar:
            task: Any = bar.add_task("", total=games)
            first = Score()

            def tell(waited_for: str, left: float | None) -> None:
                bar.update(task, description=f"{native.in_words(waited_for, left)} ..." if waited_for else "", refresh=True)

            def show(result: Match) -> None:
                nonlocal first
                check()
                first += result.score_in(0, len(result.records) - 1)
                told = str(result) if result.alone else f"+{first.wins} ={first.draws} -{first.losses}"
                bar.update(task, completed=len(result.records), description=told)

            with native.listening(tell):
                yield show


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    example = "Example: zermelo match connect4 --players alphabeta:depth=4 random --games 100 --seed 1"
    app.command(epilog=example, cls=SpreadPlayers)(match)
