"""By what a file is known to be a book, and of which kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

FORMAT: Final = "zermelo book 1"
VALUES, GAMES = "values", "games"
"""The kinds of books: what positions are worth, and how games went that came to them."""
BAND: Final = 200
"""Games are counted apart by the mean rating of their players, in bands so wide."""
BEGINS: Final = b'{"format": "zermelo book '
_LONGEST: Final = 1 << 24
"""Bytes of the longest first line."""


def is_book(path: str | Path) -> bool:
    """Whether a file begins as a book does."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return False


def kind_of(path: str | Path) -> str | None:
    """Which kind of book a file holds: VALUES or GAMES; None for what is no book, or damaged."""
    if not is_book(path):
        return None
    try:
        with Path(path).open("rb") as file:
            return str(json.loads(file.readline(_LONGEST))["kind"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
