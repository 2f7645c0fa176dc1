"""Games that people play in the studio. Each is in a file after every move, so that a server that dies loses none."""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import platformdirs

from zermelo.errors import ActionError, GameError, SpecError, ZermeloError
from zermelo.game import Game, State
from zermelo.play.play import MOST_PLIES, Playing, dice
from zermelo.play.players import seat_name
from zermelo.view import touched
from zermelo.web.catalogue import Catalogue, Named

HUMAN: Final = "human"
COMPUTER: Final = "computer"
_KEPT: Final = 256
"""Sittings that are kept in memory; the others are in the file."""


def usual_file() -> Path:
    """Where the games of a user are kept unless they say otherwise."""
    folder = Path(platformdirs.user_data_dir("zermelo", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "studio.sqlite"


_TABLE: Final = """CREATE TABLE IF NOT EXISTS sittings
(number TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, seats TEXT NOT NULL, actions TEXT NOT NULL, saved REAL)"""


class NoSuchSittingError(ZermeloError):
    """There is no game of this number."""


class NotNowError(ZermeloError):
    """The game stands elsewhere than whoever asks believes: another page has played on, or gone back."""


@dataclass
class Sitting:
    """A game under way, or over.

    seats     for each player, who sits there: {"kind": HUMAN}, or {"kind": COMPUTER, ...} with how strong it is
    start     the state it began in
    actions   what has been played
    playing   the states, and whether it is over
    names, squares  of each action, what people call it and which squares it touched
    """

    number: str
    named: Named
    seats: list[dict[str, Any]]
    start: State
    playing: Playing
    actions: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    squares: list[tuple[int, ...]] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def game(self) -> Game:
        """The rules."""
        return self.named.game

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.playing.state

    def take(self, action: int) -> None:
        """Play an action. Raises ActionError if it is not legal, or the game is over or endless."""
        if self.playing.ending:
            raise ActionError("the game is over; go back, or begin another one")
        if len(self.actions) >= MOST_PLIES:
            raise ActionError(f"a game of more than {MOST_PLIES} plies is too long for the studio")
        state = self.state
        legal = self.playing.legal
        if action not in legal:
            names = ", ".join(self.game.name(state, one) for one in legal[:40])
            raise ActionError(f"{action} is not a legal action here; legal: {names}")
        name, squares = self.game.name(state, action), touched(self.game, state, action)
        self.playing.take(action)
        self.actions.append(action)
        self.names.append(name)
        self.squares.append(squares)

    def back_to(self, ply: int) -> None:
        """Take back what was played after so many plies."""
        self.playing.take_back(ply)
        del self.actions[ply:], self.names[ply:], self.squares[ply:]

    def as_file(self) -> dict[str, Any]:
        """The game as people keep it in a file."""
        movers = [seat_name(self.game, self.game.to_move(state)) for state in self.playing.states[:-1]]
        return {
            "zermelo": 1,
            "game": self.named.spec,
            "start": self.game.write(self.start),
            "seats": self.seats,
            "moves": [{"player": mover, "action": name} for mover, name in zip(movers, self.names, strict=True)],
            "final": self.game.write(self.state),
        }


class Sittings:
    """All of them, in a file; safe to use from many threads."""

    def __init__(self, file: Path, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._recent: OrderedDict[str, Sitting] = OrderedDict()
        self._lock = threading.Lock()
        try:
            self._file = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=10)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")  # a process that dies loses nothing
            self._file.execute(_TABLE)
        except sqlite3.Error as error:
            raise SpecError(f"games cannot be kept in {file}: {error}; name another file with --store") from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    def begin(self, spec: str, seats: Sequence[dict[str, Any]], position: str | None = None, moves: Sequence[str] = ()) -> Sitting:
        """A new game, from this position (the initial one unless given) and after these moves, by their names."""
        named = self.catalogue.game(spec)
        game = named.game
        if game.chance:
            raise SpecError("games with chance cannot be played here yet")
        if len(seats) != game.players:
            raise SpecError(f"{spec} is for {game.players} players, and {len(seats)} seats were given")
        start = game.initial() if position is None else game.read(position)
        made = Sitting(secrets.token_urlsafe(9), named, [dict(seat) for seat in seats], start, _playing(game, start))
        for name in moves:
            made.take(game.parse(made.state, name))
        with self._lock:
            self._file.execute(
                "INSERT INTO sittings VALUES (?, ?, ?, ?, ?, ?)",
                (made.number, spec, game.write(start), json.dumps(made.seats), json.dumps(made.actions), time.time()),
            )
            self._keep(made)
        return made

    @contextmanager
    def at(self, number: str) -> Iterator[Sitting]:
        """The game of this number, for one thread at a time. Raises NoSuchSittingError."""
        sitting = self._find(number)
        with sitting.lock:
            yield sitting

    def play(self, number: str, ply: int, action: int) -> Sitting:
        """Play an action as the ply after so many. The same one asked for again, as by a page that got no answer, is taken once.

        Raises ActionError, and NotNowError where the game has gone on or back.
        """

        def act(sitting: Sitting) -> None:
            if ply == len(sitting.actions) - 1 and sitting.actions[ply] == action:
                return
            if ply != len(sitting.actions):
                raise NotNowError(f"the game stands at ply {len(sitting.actions)}, not {ply}; look at it again")
            sitting.take(action)

        return self._change(number, act)

    def back(self, number: str, ply: int) -> Sitting:
        """Take back what was played after so many plies."""

        def act(sitting: Sitting) -> None:
            if not 0 <= ply <= len(sitting.actions):
                raise NotNowError(f"the game has {len(sitting.actions)} plies; {ply} is none of them")
            sitting.back_to(ply)

        return self._change(number, act)

    def reseat(self, number: str, seats: Sequence[dict[str, Any]]) -> Sitting:
        """Seat others."""

        def act(sitting: Sitting) -> None:
            if len(seats) != sitting.game.players:
                raise SpecError(f"{sitting.named.spec} is for {sitting.game.players} players, and {len(seats)} seats were given")
            sitting.seats = [dict(seat) for seat in seats]

        return self._change(number, act)

    def _change(self, number: str, act: Callable[[Sitting], None]) -> Sitting:
        with self.at(number) as sitting:
            act(sitting)
            with self._lock:
                self._file.execute(
                    "UPDATE sittings SET seats = ?, actions = ?, saved = ? WHERE number = ?",
                    (json.dumps(sitting.seats), json.dumps(sitting.actions), time.time(), number),
                )
            return sitting

    def _find(self, number: str) -> Sitting:
        with self._lock:
            known = self._recent.get(number)
            if known is not None:
                self._recent.move_to_end(number)
            else:
                row = self._file.execute("SELECT game, start, seats, actions FROM sittings WHERE number = ?", (number,)).fetchone()
        if known is not None:
            if self.catalogue.game(known.named.spec).edition == known.named.edition:
                return known
            with known.lock:
                row = known.named.spec, known.game.write(known.start), json.dumps(known.seats), json.dumps(known.actions)
        if row is None:
            raise NoSuchSittingError(f"there is no game of the number {number[:40]!r}; begin a new one")
        made = self._restored(number, *row)
        with self._lock:
            there = self._recent.get(number)
            if there is not None and there is not known:  # another thread was faster
                return there
            self._keep(made)
        return made

    def _restored(self, number: str, spec: str, start: str, seats: str, actions: str) -> Sitting:
        named = self.catalogue.game(spec)
        state = named.game.read(start)
        made = Sitting(number, named, json.loads(seats), state, _playing(named.game, state))
        for ply, action in enumerate(json.loads(actions), 1):
            try:
                made.take(action)
            except ActionError as error:
                raise GameError(f"the rules of {spec} have changed since this game was played: move {ply} is not legal any more") from error
        return made

    def _keep(self, sitting: Sitting) -> None:
        self._recent[sitting.number] = sitting
        self._recent.move_to_end(sitting.number)
        while len(self._recent) > _KEPT:
            self._recent.popitem(last=False)


def _playing(game: Game, start: State) -> Playing:
    return Playing(game, [_nobody] * game.players, [start], dice(None))


def _nobody(state: State) -> int:
    raise AssertionError("moves come from pages")
