"""Books: the positions of the first plies of a game, in a small file. This file is the door.

    positions.py   the positions of the first plies
    building.py    what they are worth, computed by the engine, and gone on with after a kill: work.py
    file.py        the file; form.py tells it from others
    book.py        a book of exact values: `zermelo.search.known` is how searches and players ask
    checking.py    the checker of these
    games.py       a book of games: how those went that came to each position

Arrays take numpy, which is loaded when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from zermelo.books.form import SHIPPED, is_book, shipped
from zermelo.databases import there
from zermelo.errors import SearchError, SpecError
from zermelo.game import Game
from zermelo.rule_errors import rules_blamed
from zermelo.search.solutions import scoring

if TYPE_CHECKING:
    from zermelo.books.book import Book
    from zermelo.books.checking import CheckedBook
    from zermelo.books.games import GamesBook, Played

__all__ = ["check_book", "gather_games", "has_book", "is_book", "make_book", "open_book", "open_games", "shipped_book"]

Progress = Callable[[str], None]
TABLE: Final = 128.0
"""MiB of the engine's table unless told."""
PLIES: Final = 20
"""So many of the first plies of each game a book of games tells unless told."""
SAMPLE: Final = 10
"""Of the deepest positions of a book so many are searched anew where it is checked, unless told."""


@rules_blamed()
def make_book(
    game: Game,
    file: str | Path,
    *,
    plies: int,
    threads: int = 1,
    table: float = TABLE,
    mode: str = "auto",
    spec: str | None = None,
    progress: Progress | None = None,
) -> Book:
    """Solve every position that this many plies come to, and keep what each is worth in a file; what was begun there is gone on with.

    plies     how far from the initial position
    threads   how many search one position together
    table     MiB of the engine's table: the larger, the more is found again from one position to the next
    mode      "compiled", "interpreted", or "auto": compiled where the game compiles
    spec      the name by which `load_game` finds the game again, where it is not one of ours
    progress  called now and then with what is under way, as text

    For two players without chance, without rewards and with nothing hidden. The deepest positions are solved by the engine, as
    `Engine.value` does, which takes as long as it takes; what the earlier ones are worth follows. What is found is written down at once,
    beside the file: a kill, or Ctrl-C, loses the window of the search at hand, and what the table has learnt. The file is the same bytes
    whatever was interrupted, and is written whole or not at all. Raises SearchError for a game that books are not for or that does not come
    to an end, GameError where the rules break a promise, SpecError where the file holds something else.
    """
    there("books")
    from zermelo.books.building import made

    return made(game, Path(file), plies, threads=threads, table=table, mode=mode, spec=spec, progress=progress)


@rules_blamed()
def open_book(file: str | Path, game: Game | None = None) -> Book:
    """The book in a file, of the game that it names unless one is given; for searches and players it is what a database is.

    file  "shipped" with a game: the book of that game that comes with the package

    A book of a game with scores, such as `connect4(score=True)`, also answers for the same game without them, `connect4`. Raises SpecError
    for a file that is no book of values, was changed or cut short, and for one of another game, of other rules or of another version.
    """
    there("books")
    from zermelo.books.book import Book

    return Book(_shipped(game) if file == SHIPPED else file, game)


def has_book(game: Game) -> bool:
    """Whether a book of a game, or of the same game with scores, comes with the package."""
    return any(shipped(repr(one)) for one in (game, scoring(game)))


def shipped_book(game: Game) -> Book | None:
    """The book of a game that comes with the package; None where there is none, or where it cannot be read here."""
    if not has_book(game):
        return None
    with suppress(SearchError, SpecError):  # of other rules, or without what books take
        return open_book(SHIPPED, game)
    return None


def _shipped(game: Game | None) -> Path:
    """The file of the book that comes with the package. Raises SpecError where there is none."""
    path = None if game is None else shipped(repr(game)) or shipped(repr(scoring(game)))
    if path is None:
        raise SpecError("say of which game the book is" if game is None else f"no book of {game!r} comes with the package")
    return path


@rules_blamed()
def check_book(book: Book, *, sample: int = SAMPLE, seed: int = 0, mode: str = "auto", progress: Progress | None = None) -> CheckedBook:
    """Hold every position of a book against what it leads to, by the plain rules, and a sample against a new search (checking.py).

    sample  of the deepest positions so many are searched anew, without the book; 0: none
    """
    from zermelo.books.checking import check

    return check(book, sample=sample, seed=seed, mode=mode, progress=progress)


@rules_blamed()
def gather_games(
    game: Game, file: str | Path, games: Iterable[str | Path | Played], *, plies: int = PLIES, spec: str | None = None
) -> GamesBook:
    """Count how often each position of the first plies came in games that were played, and how these ended, into a file.

    games  files of records, as `zermelo match --records` and `zermelo play --json` write them; or games (`zermelo.books.games.Played`)
    plies  how many of the first plies of each game
    spec   the name by which `load_game` finds the game again, where it is not one of ours

    Games that were left unfinished do not count. Time in proportion to the plies of all games. Raises SpecError for games that cannot be
    read or are of another game, where there is none, and where the file cannot be written.
    """
    there("books")
    from zermelo.books.games import gathered, read_records

    played = (one for given in games for one in (read_records(game, given) if isinstance(given, (str, Path)) else (given,)))
    return gathered(game, played, Path(file), plies=plies, spec=spec)


@rules_blamed()
def open_games(file: str | Path, game: Game | None = None) -> GamesBook:
    """The book of games in a file, of the game that it names unless one is given. Raises what `open_book` raises."""
    there("books")
    from zermelo.books.games import GamesBook

    return GamesBook(file, game)
