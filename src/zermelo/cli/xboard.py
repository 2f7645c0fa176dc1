"""`zermelo xboard`: chess for boards that speak the protocol of XBoard and WinBoard."""

from __future__ import annotations

import typer

import zermelo
from zermelo.cli.listening import listen, speaker
from zermelo.cli.options import BookOption, ChessSpec, DatabaseOption, Mode, knows_later
from zermelo.protocols.cecp import Conversation
from zermelo.spec import load_game


def xboard(game: ChessSpec = "chess", mode: Mode = "auto", database: DatabaseOption = None, book: BookOption = None) -> None:
    """Play chess with a program that speaks CECP, the protocol of XBoard and WinBoard, over standard input and output.

    What a --database or a --book knows is played, the soonest win first, and looked up in every search.
    """
    rules = load_game(game)
    listen(Conversation(rules, speaker(), mode=mode, version=zermelo.__version__, known=knows_later(rules, database, book)))


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog='Example: xboard -fcp "zermelo xboard"')(xboard)
