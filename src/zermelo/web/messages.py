"""What the server and the process of a user's file say to each other.

The server's words are pickled: they name functions of ours and bring what pages ask for. The answers are objects of JSON, one a
line, as nothing that comes out of a user's process may be run: {"ready"}; {"file", "stamp", "digest"} of each file that is run there;
{"number", "kind", "facts"}, the kind being news, done, error ({"status", "error", "ends"}: why its process has to end now, or null)
or where (text, or null).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Begin:
    """The first message to a process.

    own      the user's games, as they were named: those of the file; all, in the process of a player
    players  the user's players, all of them
    edition  of it
    store    where the games that people play are kept
    memory   MiB that the process may take
    known    folders of databases and files of books
    """

    own: tuple[str, ...]
    players: tuple[str, ...]
    edition: int
    store: Path
    memory: int
    known: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Ask:
    """Do this work, and answer under this number: work(studio, *asked), and where it tells news work(studio, *asked, tell, look)."""

    number: int
    work: Callable[..., dict[str, Any]]
    asked: tuple[Any, ...]
    tells: bool


@dataclass(frozen=True)
class Stop:
    """Nobody waits for what is answered under this number."""

    number: int


@dataclass(frozen=True)
class Enough:
    """What is asked under this number has had its share, and others wait: it is to end with what it has found."""

    number: int


@dataclass(frozen=True)
class Where:
    """Say where the rules are that were asked under this number."""

    number: int


class State(NamedTuple):
    """A file as it is at some time: when it was saved and its length, from which most changes are seen at once; and what it holds."""

    stamp: tuple[int, ...]
    digest: str


def stamp_of(file: Path) -> tuple[int, ...]:
    """When a file was saved, and its length; nothing where there is no file."""
    try:
        facts = file.stat()
    except OSError:
        return ()
    return facts.st_mtime_ns, facts.st_size


def state_of(file: Path) -> State:
    """A file as it is now."""
    stamp = stamp_of(file)
    try:
        return State(stamp, hashlib.sha256(file.read_bytes()).hexdigest())
    except OSError:
        return State(stamp, "")
