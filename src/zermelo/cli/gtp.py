"""`zermelo gtp`: a player for programs that speak the Go Text Protocol."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import zermelo
from zermelo.cli.options import BookOption, DatabaseOption, GameSpec, Mode, known_of
from zermelo.cli.stopping import lines
from zermelo.protocols.gtp import Conversation
from zermelo.spec import load_game


def gtp(
    game: GameSpec = "go",
    player: Annotated[
        str | None, typer.Option(metavar="P", help="Who plays: mcts:seconds=5, computer, random; of go mcts:seconds=1 unless given.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Makes random players the same in every run.")] = None,
    mode: Mode = "auto",
    database: DatabaseOption = None,
    book: BookOption = None,
    resign: Annotated[
        float, typer.Option(metavar="R", help="Resign when fewer than this share of the simulated games are won, such as 0.05.")
    ] = 0.0,
) -> None:
    """Play go or Othello with a program that speaks the Go Text Protocol, over standard input and output.

    A board such as GoGui's or Sabaki's starts this command as an engine; what it types, list_commands tells.

    What a --database or a --book knows of the board with which it begins is not searched, unless the player names others.
    """
    rules = load_game(game)
    talk = Conversation(rules, player, seed=seed, mode=mode, known=known_of(rules, database, book), resign=resign, tell=_tell)
    talk.version = zermelo.__version__
    for answer in talk.answers(lines()):
        sys.stdout.write(answer)
        sys.stdout.flush()


def _tell(text: str) -> None:
    """Say something between the answers: a board shows what comes over standard error."""
    print(f"zermelo: {text}", file=sys.stderr, flush=True)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog='Example: zermelo gtp "go(size=9)" --player mcts:seconds=5')(gtp)
