"""Databases: every state of a game solved, with its distance from the end, kept on disk, probed and checked. This file is the door.

    keys.py          what tells a state from every other, as numbers in packed words
    kernels.py       what is done to every state and every successor, compiled or as plain Python
    columns.py       what a long computation has found so far, kept in files that grow
    before.py        the states before each state, in memory or in a file
    listed/          games whose states are found and listed: listing.py, values.py, and intervals.py where there is chance
    numbered/        games that number their states, tier by tier: ranked.py in one process, sharded.py by many workers; solver.py for both
    counting.py      states counted by their numbers, without keys
    files/           databases on disk: table.py, of tiers (tier.py), and interval_table.py, made of blocks.py; laid_out.py for kernels
    identity.py      which game a database is of
    building.py      all of that one after the other, and gone on with after a kill
    database.py      a state looked up: `zermelo.search.known` is how searches and players ask
    checkers/        the checkers, which trust none of it: certificate.py, as_played.py, interval_certificate.py, and the compiled twin.py;
                     check.py says which of them looks at a database
    pace.py          how far the work is, for people
    rows.py          how numbers and states lie in memory for kernels

Arrays and compressed files take numpy and zstandard, which are loaded when they are first needed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from zermelo.errors import SearchError, SpecError
from zermelo.files import working_in
from zermelo.game import Game, defines
from zermelo.rule_errors import rules_blamed
from zermelo.search.known import Known, OtherGameError, of_game
from zermelo.search.root import left_alone
from zermelo.tiers import tier_sizes

if TYPE_CHECKING:
    from zermelo.databases.checkers.certificate import Checked
    from zermelo.databases.checkers.interval_certificate import Checked as CheckedIntervals
    from zermelo.databases.database import Database

Progress = Callable[[str], None]
MEMORY: Final = 2048
"""MiB that may be used unless told."""
EVERY: Final = 30.0
"""Seconds between two times that what was found is kept: so much is lost by a kill, at most."""


class Counted(NamedTuple):
    """How many states play can come to.

    states      all of them; those that are the same by `key` are one, and by `symmetries` where these are folded
    successors  of all of them together
    ends        in which the game is over
    depths      how many are reached first by so many plies, from 0
    mode        "compiled" or "interpreted"
    tiers       how many are in each tier, of a game that numbers its states; none of any other
    """

    states: int
    successors: int
    ends: int
    depths: tuple[int, ...]
    mode: str
    tiers: tuple[int, ...] = ()


@rules_blamed()
def make_database(
    game: Game,
    folder: str | Path,
    *,
    memory: float = MEMORY,
    mode: str = "auto",
    every: float = EVERY,
    spec: str | None = None,
    tiers: int | None = None,
    threads: int = 1,
    workers: int | None = None,
    on: str = "processes",
    progress: Progress | None = None,
) -> Database:
    """Solve every state that play can come to, and keep that in a folder; what was begun there is gone on with.

    memory    MiB that may be used
    mode      "compiled", "interpreted", or "auto": compiled where the game compiles
    every     seconds between two times that what was found is kept: so much is lost by a kill, at most
    spec      the name by which `load_game` finds the game again, where it is not one of ours
    tiers     of a game that numbers its states, how many of its last tiers are solved (`Game.tier`); all unless given
    threads   how many work at once, for such a game alone; the files are the same
    workers   how many processes work at once, in place of threads, for such a game alone; the files are the same
    on        where workers run: "processes", on this machine, or "ray", on those of a Ray cluster, which all see the folder
    progress  called now and then with what is under way, as text

    For two players with nothing hidden, and with chance for one or two: then what is kept is between what each state's value lies. Where a
    position may come back in a game without chance, its `repetition` says what endless play is worth. The files are the same bytes whatever
    was interrupted. Time and memory in proportion to the states and their successors. Raises SearchError for a game that databases are not
    for and where memory does not do (what was found is kept), GameError where the rules break a promise, SpecError where the folder holds
    something else.
    """
    there()
    left_alone(game, game.initial())
    from zermelo.databases.building import made

    with working_in(Path(folder)):
        return made(
            game, Path(folder), memory=memory, mode=mode, every=every, spec=spec, tiers=tiers, threads=threads, workers=workers,
            on=on, progress=progress,
        )  # fmt: skip


@rules_blamed()
def open_database(folder: str | Path, game: Game | None = None) -> Database:
    """The database in a folder, of the game that it names unless one is given (see `Database`).

    Raises SpecError for a folder that holds no whole database, and for one of another game, of other rules or of another version.
    """
    there()
    from zermelo.databases.database import Database

    return Database(folder, game)


def known_in(folder: str | Path, game: Game) -> Known:
    """What the database in a folder knows of a game: one of it, or of another whose states play as some of its own (`Game.plays_as`).

    Raises what `open_database` raises.
    """
    try:
        return open_database(folder, game)
    except OtherGameError:
        if not defines(game, "plays_as"):
            raise
        return of_game(open_database(folder), game)


@rules_blamed()
def count_states(game: Game, *, fold: bool = True, memory: float = MEMORY, mode: str = "auto", progress: Progress | None = None) -> Counted:
    """How many states play can come to, and how many of them are first reached by so many plies.

    fold  whether states that are the same by `symmetries` are one, or by `rank` of a game that numbers its states

    Raises what `make_database` raises.
    """
    there()
    left_alone(game, game.initial())
    if fold and not game.chance and tier_sizes(game):
        from zermelo.databases.counting import count_by_rank

        return Counted(*count_by_rank(game, memory=memory, mode=mode, progress=progress))
    from zermelo.databases.listed.listing import Listing

    listing = Listing(game, fold=fold, memory=memory, mode=mode, progress=progress)
    found = Counted(listing.count, listing.edges, listing.ends, tuple(listing.depths), listing.mode)
    listing.close()
    return found


def check_database(
    database: Database, *, sample: int | None = None, seed: int = 0, mode: str = "auto", progress: Callable[[int], None] | None = None
) -> Checked | CheckedIntervals:
    """Hold a database against the rules of its game, state by state, and its files against their SHA-256.

    sample  look at this many states of games played at random, or of numbers at random where the game numbers its states; all unless given
    mode    "interpreted": by the plain rules (certificate.py); "compiled": by the compiled ones (twin.py); "auto": compiled where there are
            LARGE states to be looked at and the game compiles

    A game with chance is checked by the plain rules alone (interval_certificate.py).

    Raises SpecError for files that are damaged, CompileError and SearchError where it has to be compiled and cannot.
    """
    from zermelo.databases.checkers.check import check_table
    from zermelo.databases.files.blocks import AGAIN

    database.table.check_files()
    found = check_table(database.game, database.table, sample=sample, seed=seed, mode=mode, progress=progress)
    said = database.manifest["successors"]
    if found.complete and found.ok and found.edges != said:
        raise SpecError(
            f"the manifest of {database.folder} says successors {said}, and the rules give {found.edges}: it is damaged; {AGAIN}"
        )
    return found


@functools.cache
def there(what: str = "databases") -> None:
    """Raise SearchError where what databases, and what else is kept as they are, take is not there."""
    try:
        import numpy  # noqa: F401
        import zstandard  # noqa: F401
    except ImportError as error:
        raise SearchError(f"{what} take numpy and zstandard ({error}): pip install 'zermelo[databases]'") from None
