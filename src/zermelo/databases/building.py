"""A database made from the rules of a game alone, and gone on with after a kill."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from zermelo.databases.checkers.check import check_table
from zermelo.databases.database import Database
from zermelo.databases.files import interval_table
from zermelo.databases.files.manifest import read_manifest, write_manifest
from zermelo.databases.files.table import FORMAT, MANIFEST, RANK, Table, described, write, write_keys
from zermelo.databases.files.tier import TIER_FILES
from zermelo.databases.identity import check_identity, check_kept_identity, identity
from zermelo.databases.listed.intervals import Intervals
from zermelo.databases.listed.listing import Listing, Progress, checked_memory, served
from zermelo.databases.listed.values import Values
from zermelo.databases.numbered.backends import PROCESSES, begun, checked_backend
from zermelo.databases.numbered.rank_kernels import BY_SCORES
from zermelo.databases.numbered.ranked import Ranked
from zermelo.databases.numbered.sharded import Sharded
from zermelo.databases.numbered.shards import IDENTITY
from zermelo.databases.numbered.solver import Solver
from zermelo.errors import GameError, SearchError, SpecError
from zermelo.files import alone_with, write_whole
from zermelo.game import Game
from zermelo.search.known import OtherGameError
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.workers import checked_threads
from zermelo.search.tried import checked_folds, folds, some_states
from zermelo.tiers import last_tiers, tier_sizes

WORK: Final = "work"
"""The folder within a database in which what was found lies until it is made."""
LOCK: Final = "lock"
HELD: Final = 10_000
"""Of a game of somebody's own that takes states for one another so many are held against the plain rules when all is known; all, if there
are no more ..."""
FOLDING: Final = ("key", "symmetries", "rank")
"""... and by these it may."""


@with_more_room
def made(
    game: Game, place: Path, *, memory: float, mode: str, every: float, spec: str | None, tiers: int | None, threads: int,
    workers: int | None, on: str, progress: Progress | None,
) -> Database:  # fmt: skip
    """The database of a game in a folder, made or gone on with (see `zermelo.databases.make_database`)."""
    served(game, rewards=bool(tier_sizes(game)) and not game.chance, chance=True)
    checked_memory(memory)
    if game.chance and tiers is not None:
        raise SearchError(f"{game!r} has chance, and all of such a game is solved: leave the number of tiers out")
    sizes = () if game.chance else last_tiers(game, tiers)
    if checked_threads(threads) > 1 and not sizes:
        raise SearchError(f"{game!r} does not number its states (`rank`): one thread makes its database, not {threads}; leave threads out")
    if workers is not None:
        checked_backend(on, workers)
    elif on != PROCESSES:
        raise SearchError(f"say how many workers run on {on} (`--workers N`)")
    if workers is not None and not sizes:
        raise SearchError(f"{game!r} does not number its states (`rank`): one process makes its database; leave workers out")
    if workers is not None and threads > 1:
        raise SearchError("workers have one thread each: give more workers, and leave threads out")
    if database := _there(place, game, sizes):
        return database
    work = place / WORK
    if place.exists() and not place.is_dir():
        raise SpecError(f"{place} is no folder; a database is one")
    if place.is_dir() and any(one.name not in (WORK, LOCK, MANIFEST) and ".zst" not in one.name for one in place.iterdir()):
        raise SpecError(f"{place} holds something else than a database; name a folder of its own")
    place.mkdir(parents=True, exist_ok=True)
    with alone_with(place / LOCK, f"another solver works in {place}; wait for it, or name another folder"):
        if database := _there(place, game, sizes):  # another solver has made it meanwhile
            return database
        if not sizes:
            _check_listed(game)
        own = identity(game, spec)
        _same(work, own, game)
        facts = {"format": interval_table.FORMAT if game.chance else FORMAT, **own}
        if sizes:
            options: dict[str, Any] = {"memory": memory, "mode": mode, "every": every, "tiers": tiers, "progress": progress}
            if workers is None:
                told = _by_rank(place, facts, Ranked(game, place, work, threads=threads, **options), progress)
            else:
                with closing(begun(on, workers)) as backend:
                    ranked = Sharded(game, place, work, backend, **options)
                told = _by_rank(place, facts, ranked, progress)
        else:
            told = _by_keys(game, place, facts, memory=memory, mode=mode, every=every, progress=progress)
        if folds(game, *FOLDING):
            _hold(place, game, told, progress)
        write_manifest(place, told)
        shutil.rmtree(work)
    return Database(place, game)


def _hold(place: Path, game: Game, told: dict[str, Any], progress: Progress | None) -> None:
    """Raise GameError where what was found does not hold by the rules, as far as HELD states show: two are taken for one, and are not."""
    table = (interval_table.IntervalTable if game.chance else Table)(place, game, told)
    if progress:
        progress("held against the rules")
    found = check_table(game, table, sample=None if told["states"] <= HELD else HELD)
    table.close()
    if not found.ok:
        raise GameError(
            f"no database is made of {game!r}, as what was found does not hold by its rules: {found.faults[0]}. States of one `key`, or of "
            f"one number (`rank`), and those that are the same by `symmetries` have to be worth the same, and some are not"
        )


def _check_listed(game: Game) -> None:
    """Raise GameError where a game whose states are listed breaks a promise in some of them: of `starts` and `write`, too."""
    starts: Any = game.starts()
    if not isinstance(starts, Iterable):
        raise GameError(f"`starts` of {game!r} gives {starts!r}, and gives states one after the other: a list, or what it yields")
    states = some_states(game)
    for state in states:
        if not isinstance(text := game.write(state), str):
            raise GameError(f"`write` of {game!r} gives {text!r}, and gives one line of text")
    checked_folds(game, states)


def _there(place: Path, game: Game, sizes: tuple[int, ...]) -> Database | None:
    """The database that is there, if it is of these tiers; None where there is none, or one of its files is gone: it is made again."""
    if not (place / MANIFEST).exists():
        return None
    manifest = read_manifest(place)
    try:
        check_identity(manifest, game, place)
    except OtherGameError as error:
        raise OtherGameError(f"{error}; name another folder for this game") from None
    if sizes and manifest["index"]["tiers"] != [*sizes]:
        raise SpecError(f"{place} holds the tiers of {game!r} from {manifest['index']['first_tier']} on; name another folder for others")
    return Database(place, game) if all((place / name).exists() for name in manifest["files"]) else None


def _by_keys(
    game: Game, place: Path, own: dict[str, Any], *, memory: float, mode: str, every: float, progress: Progress | None
) -> dict[str, Any]:
    """Write the files for the states that play can come to, found from the rules alone; the manifest."""
    listing = Listing(game, place / WORK, memory=memory, mode=mode, every=every, progress=progress)
    try:
        found: Values | Intervals = (Intervals if game.chance else Values)(listing, every=every, progress=progress)
        if progress:
            progress("writing")
        fields, keys, order = listing.sorted_keys()
        index = write_keys(place, listing.keys.how, fields, keys)
        facts = {**own, "mode": listing.mode, "index": index, "successors": listing.edges, "depths": listing.depths}
        if isinstance(found, Intervals):
            return interval_table.write(place, facts, found, order)
        facts |= {"endless": found.endless, "by_tier": False}
        return write(place, facts, found.worths, found.values[order], found.distances[order])
    finally:
        listing.close()


def _by_rank(place: Path, own: dict[str, Any], solved: Solver, progress: Progress | None) -> dict[str, Any]:
    """What the manifest says of the tiers that are done of a game that numbers its states."""
    if progress:
        progress("counting what is known")
    index = {"by": RANK, "tiers": [*solved.sizes], "first_tier": solved.first_tier}
    facts = {
        **own, "mode": solved.mode, "index": index, "successors": solved.edges, "endless": solved.endless,
        "by_tier": solved.order == BY_SCORES,
    }  # fmt: skip
    told = described(place, facts, solved.worths, solved.values, solved.distances)
    for path in place.glob(TIER_FILES):  # of more tiers, which were asked for before
        if path.name not in told["files"]:
            path.unlink()
    return told


def _same(work: Path, own: dict[str, Any], game: Game) -> None:
    """Raise SpecError where what was begun in a folder is of another game, or does not say of which one it is."""
    kept, place = work / IDENTITY, work.parent
    if kept.exists():
        check_kept_identity(kept, game, place)
        return
    if not (place / MANIFEST).exists() and (found := next(place.glob(TIER_FILES), None)):
        raise SpecError(f"{found} is there without what says of which game it is, {place / MANIFEST}; name another folder")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    write_whole(kept, json.dumps(own))
