"""Serving the studio on a socket, with the limits of connections.py, until a signal ends it."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn
from fastapi import FastAPI

from zermelo.search.runtime.workers import give_way
from zermelo.web.connections import IDLE_SECONDS, MOST_HEADERS, Connection

MOST_CONNECTIONS: Final = 1000
_OTHER_FILES: Final = 128
"""That the studio has open beside its connections."""
_SHUTDOWN_SECONDS: Final = 2
"""For requests that are under way when the studio ends ..."""
_LEAVE_SECONDS: Final = 3.0
"""... and for rules that never come to an end, when all is saved."""


def serve(app: FastAPI, listening: socket.socket, code: Callable[[], int]) -> None:
    """Serve the studio until Ctrl-C or SIGTERM; `code` says then with which exit code the program is to end.

    Requests under way are ended, the file of the games is closed. What then still runs, a rule without end, is left alone.
    """
    Connection.most = _room()
    give_way()
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_level="critical",
        server_header=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=MOST_HEADERS,
    )
    with suppress(KeyboardInterrupt):  # which uvicorn raises again when all is done
        uvicorn.Server(config).run(sockets=[listening])
    leaving = threading.Timer(_LEAVE_SECONDS, lambda: os._exit(code()))  # Python would wait for all threads
    leaving.daemon = True
    leaving.start()


def _room() -> int:
    """How many connections this process may have."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are no files
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else max(8, min(MOST_CONNECTIONS, soft - _OTHER_FILES))
