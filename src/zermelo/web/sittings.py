"""Games that people play in the studio. Each is in a file after every move, so that a server that dies loses none.

Who chooses: everybody has a seat, chance too. Where the studio throws the dice, they follow from the game's own seed and the
ply: who takes a move back and plays on meets the same dice again.

Who sees what: whatever leaves a sitting is asked for with the eyes that will see it (`Sitting.eyes`).
"""

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

from zermelo.errors import ActionError, GameError, SpecError
from zermelo.game import CHANCE, Game, State
from zermelo.play.play import MOST_PLIES, Playing, dice, roll
from zermelo.play.players import seat_name
from zermelo.view import touched
from zermelo.web.catalogue import Catalogue, Named
from zermelo.web.seats import COMPUTER, HUMAN, checked_seats
from zermelo.web.trouble import NoSuchSittingError, NotNowError, discreet

EVERYBODY: Final = -1
"""The eyes of everybody, who may see all of a game that hides nothing, or nothing any more."""
NOBODY: Final = -2
"""The eyes of whoever is at the page, while it is not known who that is."""
_KEPT: Final = 256
"""Sittings that are kept in memory; the others are in the file."""


def usual_file() -> Path:
    """Where the games of a user are kept unless they say otherwise."""
    folder = Path(platformdirs.user_data_dir("zermelo", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "studio.sqlite"


_TABLE: Final = """CREATE TABLE IF NOT EXISTS sittings
(number TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, seats TEXT NOT NULL, actions TEXT NOT NULL, saved REAL)"""
_ADDED: Final = {"chance": "TEXT NOT NULL DEFAULT 'computer'", "seed": "TEXT NOT NULL DEFAULT ''"}
"""Columns that files of earlier versions lack."""


@dataclass
class Sitting:
    """A game under way, or over.

    seats     for each player, who sits there: {"kind": HUMAN}, or {"kind": COMPUTER, ...} with how strong it is (see seats.py)
    chance    who throws the dice: HUMAN, who says what they show, or COMPUTER
    seed      from which the computer's dice follow
    start     the state it began in
    actions   what has been played
    playing   the states, and whether it is over
    names, squares  of each action, what people call it and which squares it touched
    """

    number: str
    named: Named
    seats: list[dict[str, Any]]
    chance: str
    seed: str
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

    @property
    def mover(self) -> int | None:
        """Who is to move: a player, or CHANCE; None if the game is over."""
        return None if self.playing.ending else self.game.to_move(self.state)

    @property
    def legal(self) -> list[int]:
        """What may be played now, by players or by chance."""
        if self.mover is None:
            return []
        return [action for action, _ in self.game.outcomes(self.state)] if self.mover == CHANCE else self.playing.legal

    def kind(self, mover: int | None) -> str | None:
        """Whether a person or the computer chooses for this player, or for CHANCE; None for nobody."""
        return None if mover is None else self.chance if mover == CHANCE else self.seats[mover]["kind"]

    def take(self, action: int) -> None:
        """Play an action. Raises ActionError if it is not legal, or the game is over or endless."""
        if self.playing.ending:
            raise ActionError("the game is over; go back, or begin another one")
        if len(self.actions) >= MOST_PLIES:
            raise ActionError(f"a game of more than {MOST_PLIES} plies is too long for the studio")
        state, legal = self.state, self.legal
        if action not in legal:
            seen = self.seen_by_mover(len(self.actions))[-1]
            names = ", ".join(self.game.name(seen, one) for one in legal[:40])
            raise ActionError(f"{action} is not a legal action here; legal: {names}")
        name, squares = self.game.name(state, action), touched(self.game, state, action)
        self.playing.take(action)
        self.actions.append(action)
        self.names.append(name)
        self.squares.append(squares)

    def throw(self) -> None:
        """Let chance move, as long as it is to and does so by itself."""
        while self.mover == CHANCE and self.chance == COMPUTER and len(self.actions) < MOST_PLIES:
            self.take(roll(self.game, self.state, dice(f"{self.seed} {len(self.actions)}")))

    def is_last(self, ply: int) -> bool:
        """Whether nobody but chance has moved since this ply."""
        return all(self.game.to_move(state) == CHANCE for state in self.playing.states[ply + 1 : -1])

    # Who sees what

    @property
    def people(self) -> list[int]:
        """The players for whom people choose."""
        return [player for player, seat in enumerate(self.seats) if seat["kind"] == HUMAN]

    def eyes(self, seat: int | None) -> int:
        """Whose eyes are at a page that says it is at this seat: a player's, EVERYBODY's or NOBODY's.

        Raises NotNowError for a seat at which no person sits.
        """
        if not self.game.hidden or self.playing.ending or not self.people:
            return EVERYBODY
        if seat is None:
            return self.people[0] if len(self.people) == 1 else NOBODY
        if seat not in self.people:
            raise NotNowError(f"no person plays for player {seat + 1}")
        return seat

    def seen(self, ply: int, eyes: int) -> State:
        """The state after so many plies as these eyes, which are somebody's, see it."""
        state = self.playing.states[ply]
        return state if eyes == EVERYBODY else self.game.observe(state, eyes)

    def seen_by_mover(self, ply: int) -> list[State]:
        """The states up to this ply as who is to move there has seen them."""
        mover, states = self.game.to_move(self.playing.states[ply]), self.playing.states[: ply + 1]
        return [self.game.observe(state, mover) for state in states] if self.game.hidden and mover != CHANCE else states

    def name_seen(self, ply: int, eyes: int) -> str | None:
        """What these eyes see of the action after so many plies; None if it could have been another one."""
        if eyes == EVERYBODY:
            return self.names[ply]
        if eyes == NOBODY:
            return None
        game, state = self.game, self.playing.states[ply]
        chance = game.to_move(state) == CHANCE
        others = [action for action, _ in game.outcomes(state)] if chance else list(game.actions(state))
        now = self.seen(ply + 1, eyes)
        if any(game.observe(game.result(state, other), eyes) == now for other in others if other != self.actions[ply]):
            return None
        return game.name(self.seen(ply, eyes), self.actions[ply])

    def back_to(self, ply: int) -> None:
        """Take back what was played after so many plies."""
        self.playing.take_back(ply)
        del self.actions[ply:], self.names[ply:], self.squares[ply:]

    def as_file(self, eyes: int) -> dict[str, Any]:
        """The game as people keep it in a file: complete, unless there is something that these eyes do not see."""
        moves = [
            {"player": seat_name(self.game, self.game.to_move(state)), "action": self.name_seen(ply, eyes)}
            for ply, state in enumerate(self.playing.states[:-1])
        ]
        made: dict[str, Any] = {"zermelo": 1, "game": self.named.spec, "seats": self.seats, "moves": moves}
        if eyes != NOBODY:
            made |= {"start": self.game.write(self.seen(0, eyes)), "final": self.game.write(self.seen(len(self.actions), eyes))}
        if eyes != EVERYBODY:
            return {**made, "complete": False}
        return {**made, "chance": self.chance, "seed": self.seed} if self.game.chance else made


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
            there = {column[1] for column in self._file.execute("PRAGMA table_info(sittings)")}
            for name, kind in _ADDED.items():
                if name not in there:
                    self._file.execute(f"ALTER TABLE sittings ADD COLUMN {name} {kind}")
        except sqlite3.Error as error:
            raise SpecError(f"games cannot be kept in {file}: {error}; name another file with --store") from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    def begin(
        self,
        spec: str,
        seats: Sequence[dict[str, Any]],
        position: str | None = None,
        moves: Sequence[str] = (),
        *,
        chance: str = COMPUTER,
        seed: str | None = None,
    ) -> Sitting:
        """A new game, from this position (the initial one unless given) and after these moves, by their names.

        chance  who throws the dice, COMPUTER or HUMAN
        seed    of the computer's dice; a secret one unless given
        """
        named = self.catalogue.game(spec)
        game = named.game
        checked_seats(named, seats, chance)
        start = game.initial() if position is None else game.read(position)
        if game.hidden and start != game.initial():
            raise SpecError(f"{spec} hides something, and whoever wrote a position would know it; begin at the beginning")
        number, seed = secrets.token_urlsafe(9), secrets.token_urlsafe(12) if seed is None else seed
        made = Sitting(number, named, [dict(seat) for seat in seats], chance, seed, start, _playing(game, start))
        for name in moves:
            made.take(game.parse(made.state, name))
        made.throw()
        with self._lock:
            row = (made.number, spec, game.write(start), json.dumps(made.seats), json.dumps(made.actions), time.time(), chance, seed)
            self._file.execute(
                "INSERT INTO sittings (number, game, start, seats, actions, saved, chance, seed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row
            )
            self._keep(made)
        return made

    @contextmanager
    def at(self, number: str) -> Iterator[Sitting]:
        """The game of this number, for one thread at a time. Raises NoSuchSittingError."""
        sitting = self._find(number)
        with sitting.lock, discreet(sitting.game):
            yield sitting

    def play(self, number: str, ply: int, action: int, kind: str = HUMAN, seat: int | None = None) -> Sitting:
        """Play an action as the ply after so many. The same one asked for again, as by a page that got no answer, is taken once.

        kind  who has chosen it, HUMAN or COMPUTER
        seat  who sits at the page, where a game hides something and several people play

        Raises ActionError, and NotNowError where the game has gone on or back, or somebody else is to choose.
        """

        def act(sitting: Sitting) -> None:
            done = len(sitting.actions)
            mover = sitting.game.to_move(sitting.playing.states[ply]) if ply < done else sitting.mover
            if ply > done or (ply < done and not sitting.is_last(ply)):
                raise NotNowError(f"the game stands at ply {done}, not {ply}; look at it again")
            if mover is not None and sitting.kind(mover) != kind:
                raise NotNowError("the computer is to move" if kind == HUMAN else "a person is to move")
            if kind == HUMAN and sitting.eyes(seat) not in (EVERYBODY, mover):  # before it is said whether this was played
                raise NotNowError("another player is to move")
            if ply < done:
                if sitting.actions[ply] == action:
                    return
                raise NotNowError(f"the game stands at ply {done}, not {ply}; look at it again")
            sitting.take(action)
            sitting.throw()

        return self._change(number, act)

    def back(self, number: str, ply: int) -> Sitting:
        """Take back what was played after so many plies."""

        def act(sitting: Sitting) -> None:
            if not 0 <= ply <= len(sitting.actions):
                raise NotNowError(f"the game has {len(sitting.actions)} plies; {ply} is none of them")
            if sitting.game.hidden and sitting.playing.ending:
                raise NotNowError("the game is over, and what was hidden has been shown; begin another one")
            sitting.back_to(ply)
            sitting.throw()

        return self._change(number, act)

    def reseat(self, number: str, seats: Sequence[dict[str, Any]], chance: str | None = None) -> Sitting:
        """Seat others; let another throw the dice."""

        def act(sitting: Sitting) -> None:
            checked_seats(sitting.named, seats, chance or sitting.chance)
            if sitting.game.hidden and [seat["kind"] for seat in seats] != [seat["kind"] for seat in sitting.seats]:
                raise NotNowError("nobody takes over a hand that is hidden from others; begin another game")
            sitting.seats, sitting.chance = [dict(seat) for seat in seats], chance or sitting.chance
            sitting.throw()

        return self._change(number, act)

    def _change(self, number: str, act: Callable[[Sitting], None]) -> Sitting:
        with self.at(number) as sitting:
            act(sitting)
            with self._lock:
                self._file.execute(
                    "UPDATE sittings SET seats = ?, actions = ?, chance = ?, saved = ? WHERE number = ?",
                    (json.dumps(sitting.seats), json.dumps(sitting.actions), sitting.chance, time.time(), number),
                )
            return sitting

    def _find(self, number: str) -> Sitting:
        with self._lock:
            known = self._recent.get(number)
            if known is not None:
                self._recent.move_to_end(number)
            else:
                row = self._file.execute(
                    "SELECT game, start, seats, actions, chance, seed FROM sittings WHERE number = ?", (number,)
                ).fetchone()
        if known is not None:
            if self.catalogue.game(known.named.spec).edition == known.named.edition:
                return known
            with known.lock:
                played = json.dumps(known.seats), json.dumps(known.actions), known.chance, known.seed
                row = known.named.spec, known.game.write(known.start), *played
        if row is None:
            raise NoSuchSittingError(f"there is no game of the number {number[:40]!r}; begin a new one")
        made = self._restored(number, *row)
        with self._lock:
            there = self._recent.get(number)
            if there is not None and there is not known:  # another thread was faster
                return there
            self._keep(made)
        return made

    def _restored(self, number: str, spec: str, start: str, seats: str, actions: str, chance: str, seed: str) -> Sitting:
        named = self.catalogue.game(spec)
        with discreet(named.game):
            state = named.game.read(start)
            made = Sitting(number, named, json.loads(seats), chance, seed, state, _playing(named.game, state))
        for ply, action in enumerate(json.loads(actions), 1):
            try:
                with discreet(named.game):
                    made.take(action)
            except ActionError as error:
                raise GameError(f"the rules of {spec} have changed since this game was played: move {ply} is not legal any more") from error
        made.throw()
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
