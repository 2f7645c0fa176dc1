"""The file of the games, of what reports have judged, and of the sheets of exercises (sheets.py): SQLite, which several studios may have
open at the same time.

Each game has a version, which grows with every change. A change says from which version it comes and fails where another studio
was faster, so none overwrites the other. Nothing here waits for a file that somebody else has locked while it keeps others from
it: whoever asks tries again by themselves, for a while.
"""

from __future__ import annotations

import functools
import os
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from zermelo.errors import SpecError, ZermeloError

PATIENCE: Final = 1.0
"""Seconds for which a locked file is tried again."""
_PAUSE: Final = 0.02
_AT_ONCE: Final = 500
"""Keys that are asked for at the same time."""
_TABLE: Final = """CREATE TABLE IF NOT EXISTS sittings
(number TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, seats TEXT NOT NULL, actions TEXT NOT NULL, saved REAL)"""
_JUDGEMENTS: Final = "CREATE TABLE IF NOT EXISTS judgements (key TEXT PRIMARY KEY, facts TEXT NOT NULL, saved REAL)"
_ADDED: Final = {
    "chance": "TEXT NOT NULL DEFAULT 'computer'",
    "seed": "TEXT NOT NULL DEFAULT ''",
    "version": "INTEGER NOT NULL DEFAULT 0",
    "branches": "TEXT NOT NULL DEFAULT '[]'",
    "worth": "TEXT NOT NULL DEFAULT ''",
    "owner": "TEXT NOT NULL DEFAULT ''",
    "clock": "TEXT NOT NULL DEFAULT ''",
    "gone": "REAL",
    "pgn": "TEXT NOT NULL DEFAULT ''",
    "begun": "INTEGER NOT NULL DEFAULT 1",
}
"""Columns that files of earlier versions lack."""
Done = TypeVar("Done")


class StoreError(ZermeloError):
    """The file cannot be read or written at the moment; nothing was changed."""


class StoreLockedError(StoreError):
    """Another program keeps it locked."""


class StoreFullError(StoreError):
    """There is no space left for it."""


class Row(NamedTuple):
    """A game as the file has it: its name, the start in the game's own writing; and as JSON the seats, the actions, the lines that were
    left and, when it is over, what it was worth to each player; the clock, the seconds used and who was late; the text of the PGN that it
    came from; and whether somebody has begun it: 0 while persons sit there and none has moved.
    """

    game: str
    start: str
    seats: str
    actions: str
    chance: str
    seed: str
    version: int
    branches: str = "[]"
    worth: str = ""
    clock: str = ""
    pgn: str = ""
    begun: int = 1


class Store:
    """The games, by their numbers; safe to use from many threads, and beside other studios.

    Raises SpecError for a file that cannot be one. Every method raises StoreError where the file cannot be used at the moment.
    """

    def __init__(self, file: Path) -> None:
        self.path, self._lock = file, threading.Lock()
        _check(file)
        try:
            self._file = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=0)
        except sqlite3.Error as error:
            raise SpecError(f"games cannot be kept in {file}: {error}; name another file with --store") from error
        try:
            self.tried(self._prepare)
        except StoreError as error:
            self._file.close()
            raise SpecError(f"games cannot be kept in {file}: {error}") from error
        except sqlite3.Error as error:
            self._file.close()
            raise SpecError(f"games cannot be kept in {file}: {error}; name another file with --store") from error

    def _prepare(self, file: sqlite3.Connection) -> None:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")  # a process that dies loses nothing
        there = {column[1] for column in file.execute("PRAGMA table_info(sittings)")}
        if there >= _ADDED.keys() and file.execute("PRAGMA table_info(judgements)").fetchone():
            return
        file.execute("BEGIN IMMEDIATE")  # two studios that begin together do not both add a column
        file.execute(_TABLE)
        file.execute(_JUDGEMENTS)
        there = {column[1] for column in file.execute("PRAGMA table_info(sittings)")}
        for name, kind in _ADDED.items():
            if name not in there:
                file.execute(f"ALTER TABLE sittings ADD COLUMN {name} {kind}")
        file.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    def version(self, number: str) -> int | None:
        """The version of a game, at once; None where there is none."""
        asked = "SELECT version FROM sittings WHERE number = ? AND gone IS NULL"
        found = self.tried(lambda file: file.execute(asked, (number,)).fetchone(), 0.0)
        return None if found is None else int(found[0])

    def read(self, number: str) -> Row | None:
        """A game; None where there is none."""
        columns = ", ".join(Row._fields)
        asked = f"SELECT {columns} FROM sittings WHERE number = ? AND gone IS NULL"  # noqa: S608
        found = self.tried(lambda file: file.execute(asked, (number,)).fetchone())
        return None if found is None else Row(*found)

    def add(self, number: str, row: Row, owner: str = "") -> None:
        """A new game, begun in the browser of this number."""
        columns = ", ".join(("number", "saved", "owner", *Row._fields))
        marks = ", ".join("?" * (3 + len(row)))
        asked = f"INSERT INTO sittings ({columns}) VALUES ({marks})"  # noqa: S608
        self.tried(lambda file: file.execute(asked, (number, time.time(), owner, *row)))

    def change(self, number: str, row: Row) -> bool:
        """Write what is new of a game that had the version before; whether it still had."""
        made = self.tried(
            lambda file: file.execute(
                "UPDATE sittings SET seats = ?, actions = ?, chance = ?, branches = ?, worth = ?, clock = ?, begun = ?,"
                " version = ?, saved = ? WHERE number = ? AND version = ? AND gone IS NULL",
                (
                    row.seats,
                    row.actions,
                    row.chance,
                    row.branches,
                    row.worth,
                    row.clock,
                    row.begun,
                    row.version,
                    time.time(),
                    number,
                    row.version - 1,
                ),
            )
        )
        return made.rowcount == 1

    def judgements(self, keys: Sequence[str]) -> dict[str, str]:
        """What is kept of judgements by their keys: of those that are there."""
        found: dict[str, str] = {}
        for first in range(0, len(keys), _AT_ONCE):
            some = tuple(keys[first : first + _AT_ONCE])
            asked = f"SELECT key, facts FROM judgements WHERE key IN ({', '.join('?' * len(some))})"  # noqa: S608
            found.update(self.tried(functools.partial(_fetched, asked, some)))
        return found

    def keep(self, key: str, facts: str) -> None:
        """Keep a judgement; one that was kept under the key is replaced."""
        self.tried(lambda file: file.execute("INSERT OR REPLACE INTO judgements VALUES (?, ?, ?)", (key, facts, time.time())))

    def tried(self, act: Callable[[sqlite3.Connection], Done], patience: float = PATIENCE) -> Done:
        """What this makes of the file; tried again for a while where another program has it locked, and others get at it meanwhile."""
        until = time.monotonic() + patience
        while True:
            try:
                with self._lock:
                    try:
                        return act(self._file)
                    except BaseException:
                        if self._file.in_transaction:
                            with suppress(sqlite3.Error):
                                self._file.execute("ROLLBACK")
                        raise
            except sqlite3.Error as error:
                told = _told(error)
                if not isinstance(told, StoreLockedError) or time.monotonic() >= until:
                    raise (told or error) from error
            time.sleep(_PAUSE)


def _fetched(asked: str, keys: tuple[str, ...], file: sqlite3.Connection) -> list[tuple[str, str]]:
    return file.execute(asked, keys).fetchall()


def _check(file: Path) -> None:
    """Raise SpecError for what is no file, before it is opened: a FIFO would never be."""
    try:
        kind = os.stat(file).st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise SpecError(f"games cannot be kept in {file}: {error.strerror}; name another file with --store") from error
    if not stat.S_ISREG(kind):
        what = "a folder" if stat.S_ISDIR(kind) else "no file"
        raise SpecError(f"games cannot be kept in {file}, which is {what}; name a file with --store, such as games.sqlite")
    if not os.access(file, os.R_OK | os.W_OK):
        raise SpecError(f"games cannot be kept in {file}, which may not be read and written; name another file with --store")


def _told(error: sqlite3.Error) -> StoreError | None:
    """What is wrong with the file; None for what is wrong with us."""
    unchanged = "nothing was changed, and nothing lost"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreLockedError(f"the file of the games is locked by another program; {unchanged}. Try again when that is done")
    if code == sqlite3.SQLITE_FULL:
        return StoreFullError(f"there is no space left for the file of the games; {unchanged}. Free some, and try again")
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        return StoreError(f"the file of the games cannot be written at the moment; {unchanged}. Is the disk full?")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreError("the file of the games is damaged, or no file of games; name another one with --store")
    return None
