"""What a book's computation has found so far, a line as soon as it is known: the same command goes on with it after a kill.

    {"format": "zermelo book work 1", "plies": 4, ...}
    312 -1.0 3.0                                        the value of position 312 to MAX lies from here to there
    312 2.0 2.0                                         and is known

Half a line, left by a process that was killed, is cut off.
"""

from __future__ import annotations

import json
import os
from math import inf
from pathlib import Path
from typing import IO, Any, Final

from zermelo.databases.identity import IDENTITY_FORM, check_identity
from zermelo.errors import SpecError
from zermelo.files import no_room, read_whole
from zermelo.forms import COUNT, check_form, read_object
from zermelo.game import Game
from zermelo.values import counted

FORMAT: Final = "zermelo book work 1"
SYNCED: Final = 64
"""Lines after which the file is on the disk for certain, whatever becomes of the machine."""


class Work:
    """The file.

    told    the identity of the game, and the plies
    bounds  of each position that was looked at from where to where its value to MAX lies

    Raises SpecError for a file that holds something else, or work for another book, and where it cannot be written.
    """

    def __init__(self, path: Path, game: Game, identity: dict[str, Any], plies: int) -> None:
        self.path, self.bounds = path, dict[int, tuple[float, float]]()
        self._lines = 0
        begins = json.dumps({"format": FORMAT, "plies": plies, **identity}) + "\n"
        text = read_whole(path).decode(errors="replace") if path.exists() else ""
        kept = text[: text.rfind("\n") + 1]
        if kept:
            self._check(kept, game, plies)
        elif not begins.startswith(text):
            raise self._other(f"it begins with {text[:60]!r}")
        for line in kept.splitlines()[1:]:
            self._remember(line)
        try:
            self._file: IO[bytes] = path.open("r+b" if path.exists() else "w+b")
            self._file.truncate(len(kept.encode()))
            self._file.seek(0, os.SEEK_END)
            if not kept:
                self._write(begins)
        except OSError as error:
            raise no_room(self.path, error) from error

    def add(self, number: int, low: float, high: float) -> None:
        """The value of a position to MAX lies from here to there."""
        self.bounds[number] = low, high
        self._write(f"{number} {low!r} {high!r}\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: str) -> None:
        self._lines += 1
        try:
            self._file.write(line.encode())
            self._file.flush()
            if self._lines % SYNCED == 0:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise no_room(self.path, error) from error

    def _check(self, text: str, game: Game, plies: int) -> None:
        try:
            told = read_object(text.partition("\n")[0])
            check_form(told, {"format": str})
            if told["format"] == FORMAT:
                check_form(told, {**IDENTITY_FORM, "plies": COUNT})
        except ValueError:
            raise self._other(f"it begins with {text[:60]!r}") from None
        if told["format"] != FORMAT:
            raise self._other(f"it has format {told['format']!r}, and this version goes on with {FORMAT!r}")
        check_identity(told, game, self.path)
        if told["plies"] != plies:
            raise self._other(f"it is of {counted(told['plies'], 'ply', 'plies')}")

    def _remember(self, line: str) -> None:
        try:
            number, low, high = line.split()
            bounds = float(low), float(high)
            if not -inf <= bounds[0] <= bounds[1]:
                raise ValueError("no interval")
            self.bounds[int(number)] = bounds
        except ValueError:
            raise SpecError(f"{self.path} is damaged: {line[:60]!r} is none of its lines; remove it and begin anew") from None

    def _other(self, why: str) -> SpecError:
        return SpecError(f"{self.path} is not the work of this book: {why}; remove it, or name another file")
