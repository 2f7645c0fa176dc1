"""Games of chess that the engine plays against itself, and the file in which they are kept.

A game begins with a few moves at random, none of which may lose much; then both sides search so many nodes a move. The file has a line
of JSON with the settings, then one for each game. The same seed gives the same games, whether or not it was broken off.
"""

from __future__ import annotations

import hashlib
import json
import random
from array import array
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.errors import SpecError
from zermelo.games.chess import Chess, State
from zermelo.learn.chess.playing import ENTRY, ROOM, Playing
from zermelo.learn.chess.settings import Settings
from zermelo.search.engine.memory import Table, Workspace
from zermelo.search.engine.options import Options

OPENING: Final = (8, 9)
"""So many plies at random, one or the other, so that both players come to move first."""
FAIR: Final = 150
"""Hundredths of a pawn. A game in which one side leads by more after the opening gets another one."""
LONGEST: Final = 300
"""Plies. A longer game is a draw."""
TABLE: Final = 4
"""MiB of the engine's table, which is emptied before each game."""
BATCH: Final = 50
"""Games between two times that the file is written."""


class Record(NamedTuple):
    """A game: its result to White (1, 1/2, 0), its actions, and the value to White in hundredths of a pawn where it was searched."""

    result: float
    actions: list[int]
    values: list[int]

    @property
    def opening(self) -> int:
        """How many actions were chosen at random."""
        return len(self.actions) - len(self.values)


class Games:
    """A course of games that has come so far: as many of its `records` as are wanted, and those `beyond`, which are only kept."""

    def __init__(self, settings: Settings) -> None:
        if settings.games < 1 or settings.nodes < 1:
            raise SpecError(f"{settings.games} games of {settings.nodes} nodes a move teach nothing; 1 or more do")
        self.settings = settings
        self.game = Chess()
        self.records: list[Record] = []
        self.beyond: list[Record] = []

    def run(self, report: Callable[[Games], None], save: Callable[[Games], None]) -> None:
        """Play to the end. `report` is called after each game, `save` after each batch, at the end, and at Ctrl-C, which is raised on."""
        player = Player(self.game, self.settings.nodes)
        try:
            while len(self.records) < self.settings.games:
                self.records.append(player.record(f"{self.settings.seed} {len(self.records)}"))
                if len(self.records) % BATCH == 0:
                    save(self)
                report(self)
        finally:
            save(self)

    def as_text(self) -> str:
        """The contents of a file with these games."""
        return "".join(f"{json.dumps(line)}\n" for line in [self._head(), *self.records, *self.beyond])

    @staticmethod
    def from_text(name: str, text: str, settings: Settings) -> Games:
        """The games in the file `name`, of which there may be more or fewer than are wanted: the first ones are taken.

        Raises SpecError where it holds none, or was begun with other settings, or with other weights.
        """
        made = Games(settings)
        head, records = _lines(name, text)
        if head != made._head():
            raise SpecError(f"{name} was begun otherwise, {head}, not {made._head()}; say the same, or another file")
        made.records, made.beyond = records[: settings.games], records[settings.games :]
        return made

    def _head(self) -> dict[str, Any]:
        played_with = hashlib.sha256(repr((self.game.weights, self.game.net)).encode()).hexdigest()[:16]
        return {"seed": self.settings.seed, "nodes": self.settings.nodes, "weights": played_with}


def records_in(name: str, text: str) -> list[Record]:
    """All games in the file `name`, whatever they were played with; the line of settings may be missing. Raises SpecError for no games."""
    return _lines(name, text)[1]


def _lines(name: str, text: str) -> tuple[Any, list[Record]]:
    """The settings in a file of games, None where it begins with a game, and the games."""
    try:
        lines = [json.loads(line) for line in text.splitlines()]
        head = lines.pop(0) if isinstance(lines[0], dict) else None
        return head, [_record(*line) for line in lines]
    except (ValueError, TypeError, IndexError):
        raise SpecError(f"{name} is damaged, or holds no games of chess; take it away, and begin anew") from None


def _record(result: Any, actions: Any, values: Any) -> Record:
    record = Record(float(result), list(map(int, actions)), list(map(int, values)))
    if record.result not in (0.0, 0.5, 1.0) or record.opening < 1:
        raise ValueError
    return record


class Player:
    """Plays games of chess against itself, in compiled code."""

    def __init__(self, game: Chess, nodes: int) -> None:
        from zermelo import native

        options = Options.usual(game).for_game(game).within(-1.0, 1.0)
        self.game, self.nodes = game, nodes
        self._table, self._workspace = Table(TABLE), Workspace(game, 1, options, compiled=True)
        self._kernel = native.kernel(Playing(game, options), game)
        self._notes = array("q", bytes(8 * (ROOM + ENTRY * LONGEST)))

    def record(self, seed: str) -> Record:
        """A game, which follows from the seed."""
        lot = random.Random(seed)  # noqa: S311  games, not secrets
        self._workspace.forget()
        state, opening = self._opening(lot)
        while self._play(state, 1) == 0 or abs(self._notes[ROOM + 1]) > FAIR:
            state, opening = self._opening(lot)
        played = self._play(state, LONGEST - len(opening))
        rows = [self._notes[at : at + ENTRY] for at in range(ROOM, ROOM + ENTRY * played, ENTRY)]
        return Record(self._notes[0] / 2, opening + [row[0] for row in rows], [row[1] for row in rows])

    def _play(self, state: State, plies: int) -> int:
        """So many plies from a state, with nothing known of what came before; how many were played."""
        self._table.clear()
        self._workspace.begin(self._table.next_age(), (), grows=True)
        memory = (*self._workspace.kernel_arguments, self._table.kernel_argument)
        return int(self._kernel(self.game, state, self.nodes, plies, *memory, self._notes.buffer_info()[0]))

    def _opening(self, lot: random.Random) -> tuple[State, list[int]]:
        """Some moves at random, and the state after them."""
        state, actions = self.game.initial(), list[int]()
        for _ in range(lot.choice(OPENING)):
            if self.game.is_terminal(state):
                return self._opening(lot)
            actions.append(lot.choice(list(self.game.actions(state))))
            state = self.game.result(state, actions[-1])
        return state, actions
