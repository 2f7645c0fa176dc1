"""`zermelo xboard`: chess for boards that speak the protocol of XBoard and WinBoard."""

from __future__ import annotations

import typer

import zermelo
from zermelo.cli.listening import listen, speaker
from zermelo.cli.options import ChessSpec, Mode
from zermelo.protocols.cecp import Conversation
from zermelo.spec import load_game


def xboard(game: ChessSpec = "chess", mode: Mode = "auto") -> None:
    """Play chess with a program that speaks CECP, the protocol of XBoard and WinBoard, over standard input and output."""
    listen(Conversation(load_game(game), speaker(), mode=mode, version=zermelo.__version__))


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog='Example: xboard -fcp "zermelo xboard"')(xboard)
