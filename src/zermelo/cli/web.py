"""`zermelo web`: the studio, in the browser."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from zermelo import installed
from zermelo.books.form import VALUES, kind_of
from zermelo.cli.errors import fail
from zermelo.cli.stopping import loading
from zermelo.spec import split_path

LEAST_TOKEN = 6
"""Letters of a token that one chooses oneself."""


def web(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE ...]", help="Games of your own: my_game.py, my_game.py:Class.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="N", help="The port; 0 for any that is free; the first free one from 8400 unless given.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="H", help="Where to listen; only this machine can reach it unless told otherwise. 0.0.0.0, :: are all.")
    ] = "127.0.0.1",
    token: Annotated[str | None, typer.Option(metavar="TEXT", help="What everybody has to bring; made up on a network.")] = None,
    no_token: Annotated[bool, typer.Option("--no-token", help="Let in everybody who reaches it.")] = False,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Answer under this name, too, as that of a proxy; may come more than once.")
    ] = None,
    store: Annotated[str | None, typer.Option(metavar="FILE", help="Where the games that you play are kept.")] = None,
    database: Annotated[
        list[str] | None,
        typer.Option(metavar="DIR", help="What analysis and hints find in this database is not searched; may come more than once."),
    ] = None,
    book: Annotated[list[str] | None, typer.Option(metavar="FILE", help="Nor what they find in this book of values.")] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A player of your own: greedy.py, or greedy.py:careful for another function than `player`."),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Open the studio: play, look into searches, practise, and learn, in the browser.

    A game of yours is loaded anew whenever you save its file; games of installed packages are offered, too. Ctrl-C ends it. On another
    address than this machine's own, everybody needs the token that stands in the address which it prints.
    """
    try:
        with loading():  # pydantic tells KeyboardInterrupt as a SchemaError
            from zermelo.web.app import create_app
            from zermelo.web.door import new_token
            from zermelo.web.hosts import LOOPBACK, is_local, listen, own_names, shown
            from zermelo.web.serving import serve
    except ImportError as error:
        fail(f"the studio needs `pip install 'zermelo[web]'` ({error.name} is missing)")
    if port is not None and not 0 <= port < 65536:
        fail(f"a port is a number from 0 (any that is free) to 65535, not {port}")
    if token is not None and (no_token or len(token) < LEAST_TOKEN):
        fail(
            "give --token or --no-token, not both" if no_token else f"a token that is not easily guessed has at least {LEAST_TOKEN} letters"
        )
    files = [split_path(name)[0] for name in (*(games or ()), *(player or ()))]
    missing = next((file for file in files if file and not Path(file).is_file()), None)
    if missing:
        fail(f"there is no file {missing}")
    known = (*map(_database, database or ()), *map(_book, book or ()))
    kept = _store(store)
    with listen(host, port) as listening:
        local = is_local(listening.getsockname()[0])
        asked = token or (None if local or no_token else new_token())
        names = (*LOOPBACK, host, *(allow_host or ()), *(() if local else own_names()))
        packaged = (entry.name for entry in installed.games() if not entry.trouble)
        with loading():
            app = create_app(kept, (*(games or ()), *packaged), names, asked, known, tuple(player or ()))
        addresses = shown(host, listening.getsockname()[1], asked)
        print(f"Zermelo's studio: {addresses[0]}", flush=True)
        for address in addresses[1:]:
            print(f"from elsewhere:   {address}", flush=True)
        if asked is None and not local:
            print("Everybody who reaches this address can play, and nobody is asked for a token.", flush=True)
        print("Ctrl-C ends it; the games that you play are kept.", flush=True)
        if browser:
            opening = threading.Timer(0.8, webbrowser.open, addresses[:1])
            opening.daemon = True
            opening.start()
        code = serve(app, listening)
    if code:
        raise typer.Exit(code)


def _store(given: str | None) -> Path:
    if given is not None:
        path = Path(given)
        if not path.parent.is_dir():
            fail(f"cannot keep games in {given}: there is no folder {path.parent}")
        return path
    from zermelo.web.sessions import usual_file

    return usual_file()


def _database(folder: str) -> Path:
    """A folder that holds a database, of whichever game: that is looked at when the game is analysed."""
    from zermelo.databases.files.table import MANIFEST

    if not (Path(folder) / MANIFEST).is_file():
        fail(f"{folder} holds no database; name a folder that `zermelo solve GAME --strong --out DIR` has made")
    return Path(folder)


def _book(file: str) -> Path:
    """The same for a file that holds a book."""
    if kind_of(file) != VALUES:
        fail(f"{file} is no book of values; name a file that `zermelo book GAME --plies N --out FILE` has made")
    return Path(file)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo web my_game.py")(web)
