"""A studio that listens on a port of this machine, for a browser; and how a test waits for what a script of a page writes."""

from __future__ import annotations

import contextlib
import threading
import time

import uvicorn

from zermelo.web.app import create_app

PATIENCE = 60_000  # milliseconds: a game may have to be compiled first, and the machine may be busy


@contextlib.contextmanager
def served(file, own=(), players=()):
    """The address of a studio that is served as long as this lasts."""
    server = uvicorn.Server(uvicorn.Config(create_app(file, own, players=players), host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 30
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    assert server.started
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)


def becomes(read, wanted):
    """Wait until `read()` gives what is wanted: a script may write it later than the page answers what is asked next."""
    until = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted and time.monotonic() < until:
        time.sleep(0.02)
    assert found == wanted, f"{found!r}, not {wanted!r}"
