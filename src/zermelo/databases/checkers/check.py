"""Which checkers look at a database, or at what is to become one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zermelo.databases.checkers import as_played, certificate, interval_certificate, twin
from zermelo.databases.files.interval_table import IntervalTable
from zermelo.databases.files.table import Table
from zermelo.errors import SearchError
from zermelo.game import Game, defines
from zermelo.search.runtime.build import checked_mode

LARGE: Final = 50_000
"""States from which on a database is checked by compiled code, where there is a choice."""
ALSO: Final = 1_000
"""Of a game that numbers more states: what so many numbers lead to is looked at as play comes to it, too ..."""
PLAYED: Final = 1 << 18
"""... and of one whose states have keys so many states of games at random."""


def check_table(
    game: Game,
    table: Table | IntervalTable,
    *,
    sample: int | None = None,
    seed: int = 0,
    mode: str = "auto",
    progress: Callable[[int], None] | None = None,
) -> certificate.Checked | interval_certificate.Checked:
    """Hold what is said of states against the rules of their game (see `zermelo.databases.check_database`)."""
    folds = sample is None and (defines(game, "key") or defines(game, "symmetries"))
    if isinstance(table, IntervalTable):
        if checked_mode(mode) == "compiled":
            raise SearchError(f"{game!r} has chance, and the checker of such databases is not compiled: leave the mode out")
        by_chance = interval_certificate.check(game, table, sample=sample, seed=seed, progress=progress)
        if folds and by_chance.ok:
            as_played.check(game, table, by_chance, interval_certificate.fault_of, seed=seed, progress=progress)
        return by_chance
    large = mode == "compiled" or (checked_mode(mode) == "auto" and min(table.count, sample or table.count) >= LARGE)
    compiled = large and twin.serves(game, table, mode)
    if mode == "compiled" and not compiled:
        raise SearchError(f"`starts` of {game!r} gives states of another form than the initial one: check it with the mode interpreted")
    found = (twin.check if compiled else certificate.check)(game, table, sample=sample, seed=seed, progress=progress)
    if table.numbered or (folds and found.ok and not compiled):
        few = not compiled or table.manifest["states"] <= LARGE
        some = None if sample is None and few else min(sample or ALSO, ALSO)
        as_played.check(game, table, found, certificate.fault_of, sample=some, seed=seed, progress=progress)
    elif folds and found.ok:
        played = twin.check(game, table, sample=PLAYED, seed=seed)
        found.played, found.wrong, found.faults = played.states, played.wrong, played.faults
    return found
