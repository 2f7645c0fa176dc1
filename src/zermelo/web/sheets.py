"""Sheets that were made for a class, and what was handed in, in the file of the studio's games.

A sheet has a number, which stands in the address that students get, and a key, which stands in the address of the results: who knows
the one does not know the other. What was handed in is added and never changed, so nobody writes over another's result.
"""

from __future__ import annotations

import csv
import io
import json
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.languages import Language
from zermelo.web.errors import NoSuchSheetError
from zermelo.web.store import Store

MOST_SHEETS: Final = 5_000
"""In one file."""
MOST_HANDED_IN: Final = 2_000
"""Of one sheet."""
LONGEST_NAME: Final = 80
"""Letters of a student's name."""
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS sheets (number TEXT PRIMARY KEY, key TEXT NOT NULL, facts TEXT NOT NULL, made REAL)",
    """CREATE TABLE IF NOT EXISTS handed_in
    (sheet TEXT NOT NULL, name TEXT NOT NULL, at REAL NOT NULL, points TEXT NOT NULL, help INTEGER NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS handed_in_of ON handed_in (sheet, at)",
)
"""Made with the first sheet: a file without any has none."""
_FORMULA: Final = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"
"""The signs with which a spreadsheet takes a cell for a formula, the wide ones too."""


@dataclass(frozen=True)
class Made:
    """A sheet: its number, its key, and what it was made of, as the page asked."""

    number: str
    key: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class HandedIn:
    """What a student handed in.

    at      when, in seconds since 1970
    points  got and possible, of each exercise
    help    how often help was asked for
    """

    name: str
    at: float
    points: tuple[tuple[float, float], ...]
    help: int

    @property
    def got(self) -> float:
        """The points of all exercises."""
        return sum(got for got, _ in self.points)

    @property
    def most(self) -> float:
        """The most that could be had."""
        return sum(most for _, most in self.points)


class Sheets:
    """The sheets in a store; safe to use from many threads. Every method raises StoreError where the file cannot be used."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, facts: dict[str, Any]) -> Made:
        """A new sheet. Raises SpecError where there are too many."""
        made = Made(secrets.token_urlsafe(6), secrets.token_urlsafe(18), facts)

        def insert(file: sqlite3.Connection) -> bool:
            file.execute("BEGIN IMMEDIATE")
            for table in _TABLES:
                file.execute(table)
            fits = bool(file.execute("SELECT COUNT(*) FROM sheets").fetchone()[0] < MOST_SHEETS)
            if fits:
                row = (made.number, made.key, json.dumps(facts), time.time())
                file.execute("INSERT INTO sheets (number, key, facts, made) VALUES (?, ?, ?, ?)", row)
            file.execute("COMMIT")
            return fits

        if not self._store.tried(insert):
            raise SpecError(f"this file holds {MOST_SHEETS} sheets, the most that there may be; name another one with --store")
        return made

    def find(self, number: str) -> Made:
        """The sheet of this number. Raises NoSuchSheetError."""
        return self._found("SELECT number, key, facts FROM sheets WHERE number = ?", number)

    def of_key(self, key: str) -> Made:
        """The sheet whose results this key opens. Raises NoSuchSheetError."""
        return self._found("SELECT number, key, facts FROM sheets WHERE key = ?", key)

    def _found(self, asked: str, word: str) -> Made:
        def select(file: sqlite3.Connection) -> Any:
            there = file.execute("SELECT 1 FROM sqlite_master WHERE name = 'sheets'").fetchone()
            return file.execute(asked, (word,)).fetchone() if there else None

        row = self._store.tried(select)
        if row is None:
            raise NoSuchSheetError("there is no such sheet")
        return Made(row[0], row[1], json.loads(row[2]))

    def hand_in(self, number: str, name: str, points: Sequence[tuple[float, float]], helped: int) -> int:
        """Keep a result; which attempt under this name it is, from 1. Raises SpecError for too many of one sheet."""

        def insert(file: sqlite3.Connection) -> int:
            if file.execute("SELECT COUNT(*) FROM handed_in WHERE sheet = ?", (number,)).fetchone()[0] >= MOST_HANDED_IN:
                return 0
            row = (number, name, time.time(), json.dumps(points), helped)
            file.execute("INSERT INTO handed_in (sheet, name, at, points, help) VALUES (?, ?, ?, ?, ?)", row)
            return int(file.execute("SELECT COUNT(*) FROM handed_in WHERE sheet = ? AND name = ?", (number, name)).fetchone()[0])

        attempt = self._store.tried(insert)
        if not attempt:
            raise SpecError(f"this sheet was handed in {MOST_HANDED_IN} times, the most that is kept; make a new one")
        return attempt

    def results(self, number: str) -> list[HandedIn]:
        """What was handed in, in the order in which it was."""
        asked = "SELECT name, at, points, help FROM handed_in WHERE sheet = ? ORDER BY at, rowid"
        rows = self._store.tried(lambda file: file.execute(asked, (number,)).fetchall())
        return [HandedIn(name, at, tuple((got, most) for got, most in json.loads(points)), helped) for name, at, points, helped in rows]


def name_of(text: str) -> str:
    """A student's name as it is kept: one line, without signs that cannot be seen. Empty where nothing is left."""
    seen = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(seen.split())[:LONGEST_NAME]


def attempts(results: Sequence[HandedIn]) -> list[int]:
    """Which attempt under its name each is, from 1; `results` in the order in which they were handed in."""
    before: Counter[str] = Counter()
    made = []
    for one in results:
        before[one.name] += 1
        made.append(before[one.name])
    return made


def as_csv(results: Sequence[HandedIn], speech: Language) -> bytes:
    """The results as a spreadsheet reads them, one line for each that was handed in, below headings in the language of `speech`.

    A name that looks like a formula is made text.
    """
    text = io.StringIO()
    rows = csv.writer(text)
    exercises = max((len(one.points) for one in results), default=0)
    columns = dict(speech.catalogue["studio"]["sheets"]["columns"])
    each = columns.pop("exercise")
    rows.writerow([*columns.values(), *(each.format(place=place) for place in range(1, exercises + 1))])
    for one, attempt in zip(results, attempts(results), strict=True):
        at = datetime.fromtimestamp(one.at, UTC).strftime("%Y-%m-%d %H:%M:%S")
        numbers = (f"{number:.6g}" for number in (one.got, one.most))
        rows.writerow([_harmless(one.name), attempt, at, *numbers, one.help, *(f"{got:.6g}" for got, _ in one.points)])
    return text.getvalue().encode("utf-8-sig")


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(tuple(_FORMULA)) else text
