"""By what a file is known to be a book, and of which kind."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FORMAT: Final = "zermelo book 1"
VALUES, GAMES = "values", "games"
"""The kinds of books: what positions are worth, and how games went that came to them."""
BEGINS: Final = b'{"format": "zermelo book '


def is_book(path: str | Path) -> bool:
    """Whether a file begins as a book does."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return False
