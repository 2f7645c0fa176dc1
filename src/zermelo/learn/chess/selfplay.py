"""Games of chess that the engine plays against itself, and the file in which they are kept.

A game begins with a few moves at random, none of which may lose much; then both sides search so many nodes a move. The file has a line
of JSON with the settings, then one for each game. The same seed gives the same games, whether or not it was broken off.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

from zermelo.errors import SpecError
from zermelo.game import MAX
from zermelo.games.chess import Chess, State
from zermelo.learn.chess.settings import Settings
from zermelo.search.engine.engine import Engine

OPENING: Final = (8, 9)
"""So many plies at random, one or the other, so that both players come to move first."""
FAIR: Final = 150
"""Hundredths of a pawn. A game in which one side leads by more after the opening gets another one."""
WON: Final = 1000
PLIES_WON: Final = 6
"""A game is given up where one side has led by so many hundredths of a pawn for so many plies."""
LONGEST: Final = 300
"""Plies. A longer game is a draw."""
THRICE: Final = 3
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
    """A course of games that has come so far."""

    def __init__(self, settings: Settings) -> None:
        if settings.games < 1 or settings.nodes < 1:
            raise SpecError(f"{settings.games} games of {settings.nodes} nodes a move teach nothing; 1 or more do")
        self.settings = settings
        self.game = Chess()
        self.records: list[Record] = []

    def run(self, report: Callable[[Games], None], save: Callable[[Games], None]) -> None:
        """Play to the end. `report` is called after each game, `save` after each batch, at the end, and at Ctrl-C, which is raised on."""
        engine = Engine(self.game, table=TABLE)
        try:
            while len(self.records) < self.settings.games:
                self.records.append(play(engine, f"{self.settings.seed} {len(self.records)}", self.settings.nodes))
                if len(self.records) % BATCH == 0:
                    save(self)
                report(self)
        finally:
            save(self)

    def as_text(self) -> str:
        """The contents of a file with these games."""
        return "".join(f"{json.dumps(line)}\n" for line in [self._head(), *self.records])

    @staticmethod
    def from_text(name: str, text: str, settings: Settings) -> Games:
        """The games in the file `name`, of which there may be more or fewer than are wanted: the first ones are taken.

        Raises SpecError where it holds none, or was begun with other settings, or with other weights.
        """
        made = Games(settings)
        head, records = _lines(name, text)
        if head != made._head():
            raise SpecError(f"{name} was begun otherwise, {head}, not {made._head()}; say the same, or another file")
        made.records = records[: settings.games]
        return made

    def _head(self) -> dict[str, Any]:
        played_with = hashlib.sha256(repr(self.game.weights).encode()).hexdigest()[:16]
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


def play(engine: Engine, seed: str, nodes: int) -> Record:
    """A game of the engine against itself."""
    game, lot = cast("Chess", engine.game), random.Random(seed)  # noqa: S311  games, not secrets
    engine.clear()
    states, actions = _opening(game, lot)
    while abs(_value(engine, states, nodes)[0]) > FAIR:
        states, actions = _opening(game, lot)
    came = Counter(map(game.position, states))
    values: list[int] = []
    while not game.is_terminal(states[-1]):
        if came[game.position(states[-1])] == THRICE or len(actions) == LONGEST:
            return Record(0.5, actions, values)
        value, action = _value(engine, states, nodes)
        values.append(value)
        actions.append(action)
        states.append(game.result(states[-1], action))
        came[game.position(states[-1])] += 1
        for sign, result in ((1, 1.0), (-1, 0.0)):
            if len(values) >= PLIES_WON and min(sign * one for one in values[-PLIES_WON:]) >= WON:
                return Record(result, actions, values)
    return Record((game.utility(states[-1], MAX) + 1) / 2, actions, values)


def _opening(game: Chess, lot: random.Random) -> tuple[list[State], list[int]]:
    """Some moves at random, and the states before and after them."""
    states, actions = [game.initial()], []
    for _ in range(lot.choice(OPENING)):
        actions.append(lot.choice(list(game.actions(states[-1]))))
        states.append(game.result(states[-1], actions[-1]))
        if game.is_terminal(states[-1]):
            return _opening(game, lot)
    return states, actions


def _value(engine: Engine, states: list[State], nodes: int) -> tuple[int, int]:
    """What a search says of the last state: its value to White, in hundredths of a pawn, and the best action."""
    *before, state = states
    found = engine.search(state, nodes=nodes, history=before[max(0, len(before) - state.quiet) :])
    value, action = found.variations[0].value, found.variations[0].line[0]
    return round(100 * value / engine.game.evaluation_unit), action
