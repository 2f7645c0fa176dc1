"""All states of a game that numbers them, solved backwards from their ends: a database for as long as the answer is needed.

For games in which play goes round, or something is won on the way, so that no search from one position comes to an end (awari), and whose
states are few enough for that to take a second or two.
"""

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import Game
from zermelo.simultaneous import joint
from zermelo.tiers import tier_sizes

NAME: Final = "retrograde"
FEW: Final = {"compiled": 2_000_000, "interpreted": 20_000}
"""Numbers of states up to which all are solved, by mode."""


MOST: Final = 1_000_000_000
"""... and up to which a machine with some gigabytes of memory solves them in hours."""


def serves(game: Game) -> bool:
    """Whether a game is for it: two players, no chance, nothing hidden, and it numbers its states."""
    return game.players == 2 and not (game.chance or game.hidden or game.superko or joint(game)) and bool(tier_sizes(game))


def states_of(game: Game) -> int:
    """How many states a game numbers that it serves, some of which may stand for none; 0 where these are too many for one machine."""
    states = sum(tier_sizes(game)) if serves(game) else 0
    return states if states <= MOST else 0


def is_soon(game: Game, mode: str) -> bool:
    """Whether it serves the game, and takes a second or two; what databases take is there."""
    if not serves(game) or sum(tier_sizes(game)) > FEW[mode]:
        return False
    from zermelo.databases import there

    try:
        there()
    except SearchError:
        return False
    return True


def solved(game: Game, mode: str = "auto", progress: Callable[[str], None] | None = None) -> Any:
    """The database of a game (`zermelo.databases.Database`), in a folder that goes with it.

    Raises SearchError for games that it does not serve, and where what databases take is not installed.
    """
    from zermelo.databases import make_database

    if not serves(game):
        raise SearchError(f"{game!r} is not for {NAME}: that is for two players, without chance, who number their states (`tier_sizes`)")
    folder = tempfile.TemporaryDirectory(prefix="zermelo-", ignore_cleanup_errors=True)
    try:
        database = make_database(game, Path(folder.name) / "all", mode=mode, progress=progress)
    except BaseException:
        folder.cleanup()
        raise
    weakref.finalize(database, folder.cleanup)
    return database
