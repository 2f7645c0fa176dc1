"""`zermelo web`: the studio, in the browser."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Final

import typer

from zermelo.cli.errors import fail
from zermelo.spec import split_path

PORT: Final = 8400
_TRIES: Final = 20


def web(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE ...]", help="Games of your own: my_game.py, my_game.py:Class.")
    ] = None,
    port: Annotated[int | None, typer.Option(metavar="N", help=f"The port; the first free one from {PORT} unless given.")] = None,
    host: Annotated[
        str, typer.Option(metavar="H", help="Where to listen; only this machine can reach it unless told otherwise.")
    ] = "127.0.0.1",
    store: Annotated[str | None, typer.Option(metavar="FILE", help="Where the games that you play are kept.")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Open the studio: play, look into searches, practise, and learn, in the browser.

    A game of yours is loaded anew whenever you save its file. Ctrl-C ends it.
    """
    try:
        from zermelo.web.app import create_app, serve
        from zermelo.web.guard import LOOPBACK
    except ImportError as error:
        fail(f"the studio needs `pip install 'zermelo[web]'` ({error.name} is missing)")
    if port is not None and not 0 < port < 65536:
        fail(f"a port is a number from 1 to 65535, not {port}")
    files = [split_path(name)[0] for name in games or ()]
    missing = next((file for file in files if file and not Path(file).is_file()), None)
    if missing:
        fail(f"there is no file {missing}")
    app = create_app(_store(store), tuple(games or ()), (*LOOPBACK, host))
    chosen = _free(host, port)
    shown = "localhost" if host in ("127.0.0.1", "::1") else host
    address = f"http://{shown}:{chosen}/"
    print(f"Zermelo's studio: {address}", flush=True)
    print("Ctrl-C ends it; the games that you play are kept.", flush=True)
    if browser:
        opening = threading.Timer(0.8, webbrowser.open, [address])
        opening.daemon = True
        opening.start()
    serve(app, host, chosen)


def _store(given: str | None) -> Path:
    if given is not None:
        path = Path(given)
        if not path.parent.is_dir():
            fail(f"cannot keep games in {given}: there is no folder {path.parent}")
        return path
    from zermelo.web.sittings import usual_file

    return usual_file()


def _free(host: str, port: int | None) -> int:
    """The port that was asked for, or the first that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [port] if port is not None else range(PORT, PORT + _TRIES):
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, candidate))
            except OSError as error:
                if port is None and error.errno == errno.EADDRINUSE:
                    continue
                fail(f"cannot listen on {host}, port {candidate}: {error.strerror or error}; choose another with --port, or --host")
        return candidate
    return fail(f"the ports {PORT} to {PORT + _TRIES - 1} are all taken on {host}; name one with --port")


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo web my_game.py")(web)
