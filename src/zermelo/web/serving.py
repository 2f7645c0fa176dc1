"""Serving the studio on a socket, with the limits of connections.py, until a signal ends it."""

from __future__ import annotations

import os
import signal
import socket
import threading
from contextlib import suppress
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from zermelo.search.runtime.workers import give_way
from zermelo.web.connections import IDLE_SECONDS, MOST_HEADERS, Connection

MOST_CONNECTIONS: Final = 1000
_OTHER_FILES: Final = 128
"""That the studio has open beside its connections."""
_SHUTDOWN_SECONDS: Final = 1
"""For requests that are under way when the studio ends ..."""
_LEAVE_SECONDS: Final = 1.5
"""... and for all together: for the processes of users' files, too, and for searches and rules that do not come to an end."""


class _Server(uvicorn.Server):
    """uvicorn's, which is gone a moment after a signal, whatever still runs: what was played is in its file as soon as it is answered."""

    by: int = signal.SIGINT

    @property
    def code(self) -> int:
        """With which exit code the program ends: none of its own after Ctrl-C, else 128 and the number of the signal, as shells count."""
        return 0 if self.by == signal.SIGINT else 128 + self.by

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal has come."""
        self.by = sig
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is under way, and the application."""
        leaving = threading.Timer(_LEAVE_SECONDS, lambda: os._exit(self.code))  # Python would wait for all threads
        leaving.daemon = True
        leaving.start()
        await super().shutdown(sockets)


def serve(app: FastAPI, listening: socket.socket) -> int:
    """Serve the studio until Ctrl-C or SIGTERM; with which exit code the program is to end then.

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
    server = _Server(config)
    with suppress(KeyboardInterrupt):  # which uvicorn raises again when all is done
        server.run(sockets=[listening])
    return server.code


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
