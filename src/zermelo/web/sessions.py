"""Games that people play in the studio. Each is in a file after every move, so that a server that dies loses none.

Who chooses: everybody has a seat, chance too. Where the studio throws the dice, they follow from the game's own seed and the
ply: who takes a move back and plays on meets the same dice again.

What is in memory is what the file has: a change is made to a copy, written, and only then seen. Other studios may have the file
open, too; each asks it whether what it knows of a game is still so.

Who sees what: whatever leaves a session is asked for with the eyes that will see it (`Session.eyes`).
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import platformdirs

from zermelo.errors import ActionError, GameError, SpecError
from zermelo.game import CHANCE, Game, State
from zermelo.play.clock import time_control
from zermelo.play.play import MOST_PLIES, Playing, dice, roll
from zermelo.play.players import seat_name
from zermelo.spec import Named
from zermelo.values import counted
from zermelo.view import action_squares
from zermelo.web.branches import Line, kept, legal_from, onward, shared
from zermelo.web.catalogue import Catalogue
from zermelo.web.errors import NoSuchSessionError, NotNowError, discreet
from zermelo.web.seats import COMPUTER, HUMAN, checked_seats
from zermelo.web.store import Row, Store, StoreError

EVERYBODY: Final = -1
"""The eyes of everybody, who may see all of a game that hides nothing, or nothing any more."""
NOBODY: Final = -2
"""The eyes of whoever is at the page, while it is not known who that is."""
_KEPT: Final = 256
"""Sessions that are kept in memory; the others are in the file."""
_TRIES: Final = 10
"""How often a change is tried while others, or other studios, change the same game."""
Look = Callable[[int], None]
"""Called now and then with how much is done; what it raises ends the work."""


def usual_file() -> Path:
    """Where the games of a user are kept unless they say otherwise."""
    folder = Path(platformdirs.user_data_dir("zermelo", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "studio.sqlite"


@dataclass
class Session:
    """A game under way, or over.

    seats     for each player, who sits there: {"kind": HUMAN}, or {"kind": COMPUTER, ...} with how strong it is (see seats.py)
    chance    who throws the dice: HUMAN, who says what they show, or COMPUTER
    seed      from which the computer's dice follow
    start     the state it began in
    actions   what has been played
    playing   the states, and whether it is over
    version   of what the file has of it
    branches  lines that were left and can be gone on with (branches.py); none of a game that hides something
    names, squares  of each action, what people call it and which squares it touched
    clock     the time control of each player, such as "300+3"; empty for none
    used      seconds that each action took its player, as far as the game is played by a clock
    pgn       the text of the PGN that it was loaded from; empty for none
    """

    number: str
    named: Named
    seats: list[dict[str, Any]]
    chance: str
    seed: str
    start: State
    playing: Playing
    version: int = 0
    actions: list[int] = field(default_factory=list)
    branches: list[Line] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    squares: list[tuple[int, ...]] = field(default_factory=list)
    clock: str = ""
    used: list[float] = field(default_factory=list)
    pgn: str = ""

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
        return self.playing.mover

    @property
    def legal(self) -> list[int]:
        """What may be played now, by players or by chance."""
        if self.mover is None:
            return []
        return [action for action, _ in self.game.outcomes(self.state)] if self.mover == CHANCE else self.playing.legal

    def kind(self, mover: int | None) -> str | None:
        """Whether a person or the computer chooses for this player, or for CHANCE; None for nobody."""
        return None if mover is None else self.chance if mover == CHANCE else self.seats[mover]["kind"]

    def left(self, player: int) -> float:
        """Seconds on a player's clock when the turn began; 0 for whose time is over."""
        if self.playing.late == player:
            return 0.0
        control = time_control(self.clock)
        mine = [used for used, state in zip(self.used, self.playing.states, strict=False) if self.game.to_move(state) == player]
        return control.seconds + len(mine) * control.increment - sum(mine)

    def take(self, action: int, seconds: float | None = None) -> None:
        """Play an action, which took its player so many seconds; as many as it earns, where that is not known.

        Raises ActionError if it is not legal, or the game is over or endless.
        """
        if self.playing.ending:
            raise ActionError("the game is over; go back, or begin another one")
        if len(self.actions) >= MOST_PLIES:
            raise ActionError(f"a game of more than {MOST_PLIES} plies is too long for the studio")
        state, legal = self.state, self.legal
        if action not in legal:
            seen = self.seen_by_mover(len(self.actions))[-1]
            names = ", ".join(self.game.name(seen, one) for one in legal[:40])
            raise ActionError(f"{action} is not a legal action here; legal: {names}")
        name, squares = self.game.name(state, action), action_squares(self.game, state, action)
        self.playing.take(action)
        self.actions.append(action)
        self.names.append(name)
        self.squares.append(squares)
        if self.clock:
            self.used.append(time_control(self.clock).increment if seconds is None else round(seconds, 2))

    def copy(self) -> Session:
        """The same game, to be changed."""
        return replace(
            self, playing=self.playing.copy(), seats=list(self.seats), actions=list(self.actions), names=list(self.names),
            squares=list(self.squares), branches=list(self.branches), used=list(self.used),
        )  # fmt: skip

    def row(self) -> Row:
        """The game as the file keeps it."""
        start = self.game.write(self.start)
        seats, actions, branches = map(json.dumps, (self.seats, self.actions, self.branches))
        worth = json.dumps(self.playing.utilities) if self.playing.ending else ""
        clock = json.dumps({"control": self.clock, "used": self.used, "late": self.playing.late}) if self.clock else ""
        return Row(
            self.named.spec, start, seats, actions, self.chance, self.seed, self.version, branches, worth, clock, self.pgn, self._begun
        )

    @property
    def _begun(self) -> int:
        """Whether a person has moved, if any is seated."""
        moved = (self.kind(self.game.to_move(state)) for state in self.playing.states[: len(self.actions)])
        return int(HUMAN in moved or HUMAN not in (seat["kind"] for seat in self.seats))

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
        """The state after this many plies as these eyes, which are somebody's, see it."""
        state = self.playing.states[ply]
        return state if eyes == EVERYBODY else self.game.observe(state, eyes)

    def seen_by_mover(self, ply: int) -> list[State]:
        """The states up to this ply as who is to move there has seen them."""
        mover, states = self.game.to_move(self.playing.states[ply]), self.playing.states[: ply + 1]
        return [self.game.observe(state, mover) for state in states] if self.game.hidden and mover != CHANCE else states

    def name_seen(self, ply: int, eyes: int) -> str | None:
        """What these eyes see of the action after this many plies; None if it could have been another one."""
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

    def leave(self) -> None:
        """Keep the line as it stands, to be gone on with."""
        if not self.game.hidden:
            self.branches = kept(self.branches, self.actions)

    @property
    def on(self) -> int | None:
        """The ply to which going on leads with what was taken back: to where a person chose next, or to its end; None for nowhere."""
        line = onward(self.branches, self.actions)
        if line is None:
            return None
        state, ply = self.game.result(self.state, line[len(self.actions)]), len(self.actions) + 1
        while ply < len(line) and self.kind(self.game.to_move(state)) != HUMAN:
            state, ply = self.game.result(state, line[ply]), ply + 1
        return ply

    def back_to(self, ply: int) -> None:
        """Take back what was played after this many plies."""
        self.playing.take_back(ply)
        del self.actions[ply:], self.names[ply:], self.squares[ply:], self.used[ply:]
        self.playing.late = None

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
        if self.clock:
            made |= {"clock": self.clock, "used": self.used}
        return {**made, "chance": self.chance, "seed": self.seed} if self.game.chance else made


class Sessions:
    """All of them, in a file; safe to use from many threads."""

    def __init__(self, file: Path, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._recent: OrderedDict[str, Session] = OrderedDict()
        self._lock = threading.Lock()
        self.store = Store(file)

    def close(self) -> None:
        """Close the file."""
        self.store.close()

    def begin(
        self,
        spec: str,
        seats: Sequence[dict[str, Any]],
        position: str | None = None,
        moves: Sequence[str] = (),
        *,
        chance: str = COMPUTER,
        seed: str | None = None,
        branches: Sequence[Sequence[str]] = (),
        pgn: str = "",
        owner: str = "",
        clock: str = "",
        used: Sequence[float] = (),
        look: Look = lambda done: None,
    ) -> Session:
        """A new game, from this position (the initial one unless given) and after these moves, by their names.

        chance  who throws the dice, COMPUTER or HUMAN
        seed    of the computer's dice; a secret one unless given
        branches  lines that can be gone on with as if they had been taken back, from the start, by the names of their actions
        pgn     the text of the PGN that it is loaded from
        owner   the number of the browser in which it begins
        clock   the time control of each player, in a game of two or more; and the seconds that the moves `used` so far
        look    called before each move
        """
        named = self.catalogue.game(spec)
        game = named.game
        checked_seats(named, seats, chance, self.catalogue.players, self.catalogue.knows)
        start = game.initial() if position is None else game.read(position)
        if game.hidden and start != game.initial():
            raise SpecError(f"{spec} hides something, and whoever wrote a position would know it; begin at the beginning")
        if clock:
            time_control(clock)
            if game.players < 2:
                raise SpecError(f"a clock is for games of two players or more, and {spec} is for one")
        number, seed = secrets.token_urlsafe(9), secrets.token_urlsafe(12) if seed is None else seed
        made = Session(number, named, [dict(seat) for seat in seats], chance, seed, start, _playing(game, start), clock=clock)
        for done, name in enumerate(moves):
            look(done)
            made.take(game.parse(made.state, name), used[done] if done < len(used) else None)
        for line in branches if not game.hidden else ():
            made.branches = kept(made.branches, _actions(game, start, line, look))
        made.pgn = pgn
        made.throw()
        self.store.add(made.number, made.row(), owner)
        self._keep(made)
        return made

    def game_of(self, number: str) -> str:
        """The name of the game that is played under this number; its rules are not asked. Raises NoSuchSessionError."""
        row = self.store.read(number)
        if row is None:
            raise _no_such(number)
        return row.game

    @contextmanager
    def at(self, number: str) -> Iterator[Session]:
        """The game of this number as it stands; it is not changed, as changes are made to copies. Raises NoSuchSessionError."""
        session = self._find(number)
        with discreet(session.game):
            yield session

    def play(self, number: str, ply: int, action: int, kind: str = HUMAN, seat: int | None = None, seconds: float | None = None) -> Session:
        """Play an action as the ply after this many. The same one asked for again, as by a page that got no answer, is taken once.

        kind  who has chosen it, HUMAN or COMPUTER
        seat  who sits at the page, where a game hides something and several people play
        seconds  that it took, in a game by a clock: where these are more than were left, time is over in place of the move

        Raises ActionError, and NotNowError where the game has gone on or back, or somebody else is to choose.
        """

        def act(session: Session) -> None:
            done = len(session.actions)
            mover = session.game.to_move(session.playing.states[ply]) if ply < done else session.mover
            if ply > done or (ply < done and not session.is_last(ply)):
                raise NotNowError(f"the game stands at ply {done}, not {ply}; look at it again")
            if mover is not None and session.kind(mover) != kind:
                raise NotNowError("the computer is to move" if kind == HUMAN else "a person is to move")
            if kind == HUMAN and session.eyes(seat) not in (EVERYBODY, mover):  # before it is said whether this was played
                raise NotNowError("another player is to move")
            if ply < done:
                if session.actions[ply] == action:
                    return
                raise NotNowError(f"the game stands at ply {done}, not {ply}; look at it again")
            timed = seconds if mover != CHANCE else None  # who throws the dice has no clock
            if session.clock and timed is not None and mover is not None and timed > session.left(mover):
                session.playing.late = mover
                return
            session.take(action, timed)
            session.throw()

        return self._change(number, act)

    def flag(self, number: str, ply: int, seat: int | None = None) -> Session:
        """The time of who is to move after this many plies is over; where a game hides something, who sits at this `seat` says it.

        Raises NotNowError where the game stands elsewhere, has no clock, or another player is to move.
        """

        def act(session: Session) -> None:
            if not session.clock or session.mover in (None, CHANCE) or ply != len(session.actions):
                raise NotNowError("no clock runs there; look at the game again")
            if session.eyes(seat) not in (EVERYBODY, session.mover):
                raise NotNowError("another player is to move")
            session.playing.late = session.mover

        return self._change(number, act)

    def back(self, number: str, ply: int) -> Session:
        """Take back what was played after this many plies."""

        def act(session: Session) -> None:
            if not 0 <= ply <= len(session.actions):
                raise NotNowError(f"the game has {counted(len(session.actions), 'ply', 'plies')}; {ply} is none of them")
            if session.game.hidden and session.playing.ending:
                raise NotNowError("the game is over, and what was hidden has been shown; begin another one")
            session.leave()
            session.back_to(ply)
            session.throw()

        return self._change(number, act)

    def onward(self, number: str, ply: int, branch: int | None = None) -> Session:
        """Go on after this many plies with what was taken back; to the end of one of the lines that were left, if its number is given."""

        def act(session: Session) -> None:
            if ply != len(session.actions):
                raise NotNowError(f"the game stands at ply {len(session.actions)}, not {ply}; look at it again")
            if branch is None:
                line, to = onward(session.branches, session.actions), session.on
            else:
                line = session.branches[branch] if branch < len(session.branches) else None
                to = None if line is None else len(line)
            if line is None or to is None:
                raise NotNowError("nothing that was taken back goes on here")
            session.leave()
            session.back_to(shared(line, session.actions))
            for action in line[len(session.actions) : to]:
                session.take(action)
            session.throw()

        return self._change(number, act)

    def reseat(self, number: str, seats: Sequence[dict[str, Any]], chance: str | None = None) -> Session:
        """Seat others; let another throw the dice."""

        def act(session: Session) -> None:
            checked_seats(session.named, seats, chance or session.chance, self.catalogue.players, self.catalogue.knows)
            if session.game.hidden and [seat["kind"] for seat in seats] != [seat["kind"] for seat in session.seats]:
                raise NotNowError("nobody takes over a hand that is hidden from others; begin another game")
            session.seats, session.chance = [dict(seat) for seat in seats], chance or session.chance
            session.throw()

        return self._change(number, act)

    def _change(self, number: str, act: Callable[[Session], None]) -> Session:
        """Change a copy of the game, write it, and only then let it be seen; where somebody else was faster, look at theirs first."""
        for _ in range(_TRIES):
            session = self._find(number)
            made = session.copy()
            with discreet(session.game):
                act(made)
                before, after = ((one.actions, one.seats, one.chance, one.playing.late) for one in (session, made))
                if before == after:
                    return session
                made.version += 1
                row = made.row()
            if self.store.change(number, row):
                self._keep(made)
                return made
        raise NotNowError("others change this game all the time; look at it again")

    def _find(self, number: str) -> Session:
        """The game as the file has it; as it was last seen, where the file cannot be asked at the moment."""
        with self._lock:
            known = self._recent.get(number)
            if known is not None:
                self._recent.move_to_end(number)
        if known is not None:
            try:
                version = self.store.version(number)
            except StoreError:
                version = known.version
            if version == known.version and self.catalogue.game(known.named.spec).edition == known.named.edition:
                return known
        row = self.store.read(number)
        if row is None:
            raise _no_such(number)
        made = self._restored(number, row)
        self._keep(made)
        return made

    def _restored(self, number: str, row: Row) -> Session:
        named = self.catalogue.game(row.game)
        with discreet(named.game):
            state = named.game.read(row.start)
            playing = _playing(named.game, state)
            made = Session(number, named, json.loads(row.seats), row.chance, row.seed, state, playing, row.version)
        timed = json.loads(row.clock) if row.clock else {"control": "", "used": [], "late": None}
        made.clock = timed["control"]
        for ply, action in enumerate(json.loads(row.actions), 1):
            try:
                with discreet(named.game):
                    made.take(action, timed["used"][ply - 1] if made.clock else None)
            except ActionError as error:
                raise GameError(
                    f"the rules of {row.game} have changed since this game was played: move {ply} is not legal any more"
                ) from error
        lines = json.loads(row.branches)
        with discreet(named.game):
            meet = [shared(line, made.actions) for line in lines]
            made.branches = [
                line for line, ply in zip(lines, meet, strict=True) if legal_from(named.game, made.playing.states[ply], line[ply:])
            ]
        made.pgn = row.pgn
        playing.late = timed["late"]
        made.throw()
        return made

    def _keep(self, session: Session) -> None:
        with self._lock:
            self._recent[session.number] = session
            self._recent.move_to_end(session.number)
            while len(self._recent) > _KEPT:
                self._recent.popitem(last=False)


def _no_such(number: str) -> NoSuchSessionError:
    return NoSuchSessionError(f"there is no game of the number {number[:40]!r}; begin a new one")


def _actions(game: Game, state: State, names: Sequence[str], look: Look) -> list[int]:
    """The actions of these names, one after the other."""
    made: list[int] = []
    for done, name in enumerate(names):
        look(done)
        if game.is_terminal(state):
            raise ActionError(f"{name} follows a position in which the game is over")
        made.append(game.parse(state, name))
        state = game.result(state, made[-1])
    return made


def _playing(game: Game, start: State) -> Playing:
    return Playing(game, [_nobody] * game.players, [start], dice(None))


def _nobody(state: State) -> int:
    raise AssertionError("moves come from pages")
