"""By what a file is known to be a book, and of which kind; and the books that come with the package, in shipped/."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

FORMAT: Final = "zermelo book 1"
VALUES, GAMES = "values", "games"
"""The kinds of books: what positions are worth, and how games went that came to them."""
BAND: Final = 200
"""Games are counted apart by the mean rating of their players, in bands so wide."""
BEGINS: Final = b'{"format": "zermelo book '
SHIPPED: Final = "shipped"
"""In the place of a file: the book that comes with the package."""
_SHIPPED: Final = Path(__file__).parent / "shipped"
_LONGEST: Final = 1 << 24
"""Bytes of the longest first line."""


def is_book(path: str | Path) -> bool:
    """Whether a file begins as a book does, or it is the name of the book that comes along, and no file has it."""
    if path == SHIPPED and not Path(path).exists():
        return True
    try:
        with Path(path).open("rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return False


def shipped(game: str) -> Path | None:
    """The book of values that comes with the package and is of a game, named by its `repr`; None where there is none."""
    return next((path for path in sorted(_SHIPPED.glob("*.book")) if _told(path).get("game") == game), None)


def kind_of(path: str | Path) -> str | None:
    """Which kind of book a file holds: VALUES or GAMES; None for what is no book, or damaged."""
    kind = _told(path).get("kind") if is_book(path) else None
    return None if kind is None else str(kind)


def _told(path: str | Path) -> dict[str, Any]:
    """The first line of a book; nothing where it is damaged."""
    try:
        with Path(path).open("rb") as file:
            told = json.loads(file.readline(_LONGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
