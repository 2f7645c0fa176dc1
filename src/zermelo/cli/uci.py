"""`zermelo uci`: chess, and other games, for boards and referees that speak the Universal Chess Interface."""

from __future__ import annotations

import typer

import zermelo
from zermelo.cli.listening import listen, speaker
from zermelo.cli.options import BookOption, DatabaseOption, GameSpec, Mode, knows_later
from zermelo.protocols.uci import Conversation
from zermelo.spec import load_game


def uci(game: GameSpec = "chess", mode: Mode = "auto", database: DatabaseOption = None, book: BookOption = None) -> None:
    """Play with a program that speaks UCI, the Universal Chess Interface, over standard input and output.

    A board such as Cute Chess, a referee such as fastchess, and lichess-bot start this command as an engine. It plays chess or
    any other game that two players play in the open without chance: positions and moves are the texts that the game writes and reads.

    What a --database or a --book knows is played, the soonest win first, and looked up in every search.
    """
    rules = load_game(game)
    listen(Conversation(rules, speaker(), mode=mode, version=zermelo.__version__, known=knows_later(rules, database, book)))


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo uci")(uci)
