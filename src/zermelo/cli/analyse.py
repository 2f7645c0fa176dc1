"""`zermelo analyse`: games of chess, annotated by the engine."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

from zermelo.cli.errors import UNREAD, fail, interrupted
from zermelo.cli.files import checked_target
from zermelo.cli.options import Lang, Mode
from zermelo.cli.output import reporting_on
from zermelo.files import read_whole, write_whole
from zermelo.languages import language
from zermelo.protocols.annotating import Annotator, annotated, mistakes, resumed
from zermelo.protocols.pgn import Broken, Pgn, decoded, each_game, write_pgn
from zermelo.values import counted

SECONDS: Final = 1.0
"""How long each position is searched where nothing is said."""
KEPT: Final = 10.0
"""Seconds after which what is done is written, at the latest."""


def analyse(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Games of chess, as PGN.")],
    output: Annotated[str | None, typer.Option(metavar="FILE", help="Where to write them; FILE with .annotated.pgn unless given.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help=f"How long to search each position ({SECONDS:g}).")] = None,
    depth: Annotated[int | None, typer.Option(metavar="D", help="How many plies to look ahead.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="How many nodes to search at most.")] = None,
    threads: Annotated[int, typer.Option(metavar="T", help="How many threads search.")] = 1,
    table: Annotated[float, typer.Option(metavar="MIB", help="Size of the transposition table.")] = 64,
    mode: Mode = "auto",
    lang: Lang = "en",
) -> None:
    """Annotate games of chess: what each position is worth, and at each mistake the better move and its line.

    What is stopped, by Ctrl-C or otherwise, goes on where it was with the same command. A game that cannot be read is told, and written
    as it is; the exit code is 1 then.
    """
    speech = language(lang)
    games = _games(file)
    if not games:
        fail(f"{file} holds no games; a PGN file has moves, as 1. e4 e5 2. Nf3 *")
    broken = [game for game in games if isinstance(game, Broken)]
    target = checked_target(output or str(Path(file).with_suffix(".annotated.pgn")))
    if target.exists() and target.samefile(file):
        fail(f"cannot write {target}: these are the games to read; name another file with --output")
    for one in broken:
        print(f"zermelo: {file}: {one.error}", file=sys.stderr, flush=True)
    given = {"depth": depth, "nodes": nodes, "seconds": seconds}
    limits = {name: value for name, value in given.items() if value is not None} or {"seconds": SECONDS}
    with reporting_on("analysing") as report:
        progress = _Progress(report, games)
        annotator = Annotator(limits, progress.nodes, threads=threads, table=table, mode=mode, lang=lang)
        _resume(games, file, target, annotator.name)
        try:
            _annotate(annotator, games, target, progress)
        except KeyboardInterrupt:
            interrupted(f"stopped; {target} holds what is done, and the same command goes on")
    for number, game in enumerate(games, 1):
        if isinstance(game, Broken):
            continue
        white, black = mistakes(game)
        names = f"{game.headers.get('White', '?')} - {game.headers.get('Black', '?')}"
        print(f"{number}  {names}  {game.result}  {speech.say('annotated.mistakes', white=white, black=black)}")
    if broken:
        left = f"{counted(len(broken), 'game')} of {len(games)} could not be read"
        fail(f"{left}, and {target} has the text unchanged; mend it in {file}, and give the command again", UNREAD)


def _games(file: str | Path) -> list[Pgn | Broken]:
    """The games of a file; ends the program where not one can be read."""
    text = decoded(read_whole(file))
    with reporting_on(f"reading {file}") as report:
        games = list(each_game(text, lambda letters: report(f"reading {file} ... {letters:,} of {len(text):,} letters")))
    first = next(iter(games), None)
    if isinstance(first, Broken) and not any(isinstance(game, Pgn) for game in games):
        fail(f"{file}: {first.error}")
    return games


def _resume(games: list[Pgn | Broken], file: str, target: Path, name: str) -> None:
    """Put in place of the first games what this annotator, by its name, has made of them before."""
    kept = _games(target) if target.exists() else []
    if len(kept) > len(games):
        fail(f"{target} holds more games than {file}; name another file with --output")
    for place, (game, one) in enumerate(zip(games, kept, strict=False)):
        if isinstance(one, Pgn):  # else it could not be read before
            games[place] = resumed(game, one, name)


class _Progress:
    """Which game is annotated, and how far it is."""

    def __init__(self, report: Callable[[str], None], games: list[Pgn | Broken]) -> None:
        self.report, self.games = report, games
        self.game = 0

    def nodes(self, nodes: int) -> None:
        """A search goes on."""
        game = self.games[self.game]
        assert isinstance(game, Pgn)
        self.report(f"analysing ... game {self.game + 1} of {len(self.games)}, ply {annotated(game)} of {len(game.moves)}")


def _annotate(annotator: Annotator, games: list[Pgn | Broken], target: Path, progress: _Progress) -> None:
    """Annotate these games, and write what is done now and then, at the end, and where Ctrl-C comes, which is raised again."""
    written = time.monotonic()
    done: list[str] = []  # the texts of the games that are finished: to write a game takes long beside a search

    def write() -> None:
        write_whole(target, "\n".join([*done, *map(_text, games[len(done) : progress.game + 1])]))

    try:
        for number, game in enumerate(games):
            progress.game = number
            for _ in annotator.annotate(game) if isinstance(game, Pgn) else ():
                if time.monotonic() - written >= KEPT:
                    write()
                    written = time.monotonic()
            done.append(_text(game))
    except KeyboardInterrupt:
        write()
        raise
    write()


def _text(game: Pgn | Broken) -> str:
    """The game as it is written; one that cannot be read as it stands."""
    return write_pgn(game) if isinstance(game, Pgn) else f"{game.text}\n"


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo analyse games.pgn --seconds 5")(analyse)
