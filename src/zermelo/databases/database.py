"""A database of a game: what each of its states is worth, how far the end is, and what every action leads to.

database = zermelo.open_database("morris")
found = database.probe(state)
found.value, found.distance, found.names()
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.databases.files import interval_table
from zermelo.databases.files.interval_table import IntervalTable
from zermelo.databases.files.manifest import read_manifest
from zermelo.databases.files.table import Table
from zermelo.databases.identity import check_identity
from zermelo.errors import PositionError, SpecError, ZermeloError
from zermelo.game import Game, State
from zermelo.search.known import DATABASE, Move, Worth, known_line, known_moves
from zermelo.search.lookup import Rows
from zermelo.search.result import named
from zermelo.spec import load_game
from zermelo.values import counted


@dataclass(frozen=True)
class Probe:
    """What a database, or a book, says of a state.

    worth     its value to the player to move, or where chance moves to MAX, and the plies to the end
    moves     every action, the best first, or what chance may do; none where what one of them leads to is not known
    line      best play, until the end or until a state comes back, or as far as it is known
    """

    game: Game
    state: State
    worth: Worth
    moves: tuple[Move, ...]
    line: tuple[int, ...]

    @property
    def value(self) -> float:
        """What the state is worth to the player to move."""
        return self.worth.value

    @property
    def distance(self) -> int | None:
        """Plies to the end with best play (see `Worth`)."""
        return self.worth.distance

    def names(self) -> tuple[str, ...]:
        """The line in the game's own names of actions."""
        return named(self.game, self.state, self.line)

    def as_dict(self) -> dict[str, Any]:
        """The answer in JSON's types."""
        return {
            "position": self.game.write(self.state),
            **self.worth.as_dict(),
            "moves": [{"move": self.game.name(self.state, one.action), **one.as_dict()} for one in self.moves],
            "line": list(self.names()),
        }

    def __str__(self) -> str:
        return str(self.worth)


class Database:
    """A database on disk.

    folder  where it is
    game    the game that it should be of; the one that it names unless given

    Opening takes a tenth of a second, whatever its size, as games at random tell whether the rules are the same, and of chess seconds; a
    probe reads a block or three for each action, and blocks that were read last stay in memory. Raises SpecError for a folder that holds
    no whole database, and for one of another game, of other rules or of another version.
    """

    kind = DATABASE

    def __init__(self, folder: str | Path, game: Game | None = None) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.game = _named(self.manifest, self.folder) if game is None else game
        check_identity(self.manifest, self.game, self.folder)
        intervals = self.manifest["format"] == interval_table.FORMAT
        self.table: Table | IntervalTable = (IntervalTable if intervals else Table)(self.folder, self.game, self.manifest)

    @property
    def count(self) -> int:
        """How many states there are; those that are the same by `key` or `symmetries`, or by `rank`, are one."""
        return int(self.manifest["states"])

    @property
    def told(self) -> dict[str, Any]:
        """What tells it from any other of the same game: how many states it holds, from which tier on, and its checksums."""
        names = [name for name in self.manifest if name == "states" or name.endswith("_checksum")]
        return {**{name: self.manifest[name] for name in names}, "first_tier": self.table.first_tier}

    @property
    def is_partial(self) -> bool:
        """Whether it holds the last tiers of the game alone."""
        return not self.manifest["index"].get("tiers", [1])[0]

    def check(self, game: Game) -> None:
        """Raise SpecError, saying what differs, where the database is of another game or of other rules."""
        if game is not self.game:
            check_identity(self.manifest, game, self.folder)

    def find(self, state: State) -> Worth | None:
        """What a state is worth to its player to move, or to MAX where chance moves; None where play does not come to it, or it is of a
        tier that was not solved.
        """
        return self.table.find(state)

    def rows(self, *, distances: bool) -> tuple[Rows, ...]:
        """What kernels look up (see zermelo.search.lookup), read once; nothing where it takes too much memory."""
        rows = self.table.rows(distances=distances)
        return () if rows is None else (rows,)

    def worth(self, state: State) -> Worth:
        """What a state is worth to its player to move. Raises PositionError where play does not come to it."""
        found = self.find(state)
        if found is None:
            first = self.table.first_tier
            why = f"it holds the tiers of the game from {first} on" if first else "no game from the initial position comes to it"
            raise PositionError(f"{self.game.write(state)!r} is not in {self.folder}: {why}")
        return found

    def probe(self, state: State = None) -> Probe:
        """All that is known of a state, the initial one unless given. Raises PositionError where play does not come to it."""
        state = self.game.initial() if state is None else state
        worth = self.worth(state)
        moves = known_moves(self, self.game, state) or ()
        return Probe(self.game, state, worth, moves, known_line(self, self.game, state))

    def close(self) -> None:
        """Close the files."""
        self.table.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<database of {self.game!r}: {counted(self.count, 'state')}>"


def _named(manifest: dict[str, Any], folder: Path) -> Game:
    try:
        return load_game(manifest["spec"] or "")
    except ZermeloError as error:
        raise SpecError(f"{folder} is of {manifest['game']}, which is not known here by that name; say which game it is of") from error
