"""Depth-first proof-number search of one game: can a player force at least so much, where endless play is their failure?

The recursion is in kernel.py, proof-number search as it was first described in zermelo.search.pns.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable
from contextlib import nullcontext
from dataclasses import dataclass
from math import isnan
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import MAX, MIN, Game, State, defines, has_rewards
from zermelo.search.algorithm import checked_game, checked_open
from zermelo.search.dfpn import kernel
from zermelo.search.dfpn.kernel import (
    ATTACKER,
    CHILD,
    CHILDREN,
    DATABASE,
    DISPROOF,
    FAULT,
    FREE,
    NODE_LIMIT,
    NODES,
    NOTE,
    ON_PATH,
    PATH,
    PLIES,
    PROOF,
    REPEATED,
    STOP,
)
from zermelo.search.known import Known, checked_known, rows_of
from zermelo.search.root import left_alone
from zermelo.search.runtime.buckets import BUCKET, BUCKETS, MOST_BUCKETS, TABLE, buckets_in, grow, lay_out, table_after, word_for
from zermelo.search.runtime.build import build
from zermelo.search.runtime.faults import below, raised
from zermelo.search.runtime.limits import Limits
from zermelo.search.runtime.memory import UNLIMITED, WORD_BYTES, Raw, Sparse, checked_size, state_size
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.specialisation import Specialised
from zermelo.search.runtime.stack import deep_recursion
from zermelo.search.runtime.workers import Progress, alone, wait_for
from zermelo.values import counted
from zermelo.words import fingerprint, is_plain

_DEEP: Final = 4 * PLIES
_STACK_A_PLY: Final = 4096


@dataclass(frozen=True)
class Answer:
    """What a search has found.

    proved   whether the attacker can force what was asked; None where that is not known
    plies    in how many at most, if they can
    rests_on_repetition  whether a position came back in the search: a disproof may rest on that
    nodes    states that were made and looked at
    stopped  "solved", "nodes", "time", "interrupted", or "depth" where the game goes on for more plies than are looked at
    """

    proved: bool | None
    plies: int | None
    rests_on_repetition: bool
    nodes: int
    seconds: float
    stopped: str


class ProofNumberSearch:
    """Depth-first proof-number search of one game for two players, without chance and rewards, in bounded memory.

    table     the size of the table in MiB; what took least work to find goes first where it is full
    mode      "compiled", "interpreted", or "auto": compiled where the game compiles
    database  what knows the last tiers of a game that numbers its states: a state that it knows is as an end

    Raises SearchError for a game that it is not for, and a database that has no such tiers.

    The table stays from search to search as long as the same is asked.
    """

    def __init__(self, game: Game, *, table: float = 128, mode: str = "auto", database: Known | None = None) -> None:
        self.game, self._size, self._wanted_mode = served(game), checked_size(table), mode
        self._known = None if database is None else checked_known(database, game)
        self._searching = threading.Lock()
        self._assemble()

    def _assemble(self) -> None:
        """Make all that a search works with, for the rules as they are now."""
        self._fold = defines(self.game, "symmetries")
        options = kernel.Options(self._fold, self._known is not None)
        self._build = build(self.game, self._wanted_mode, Specialised(kernel, "dfpn", options, ("search", "run")))
        self.mode = self._build.mode
        self._rows = [rows for rows in rows_of(self._known, distances=False) if not rows.by_key]
        if self._known is not None and not self._rows:
            raise SearchError(
                f"proof-number search ends in later tiers that a database knows, and this one of {self.game!r} does not do: it takes one "
                f"of a game that numbers its states (`zermelo solve GAME --strong --tiers N`) that fits into a quarter of the memory"
            )
        room = (PLIES + 2) * self.game.max_actions
        table, buckets = table_after(CHILDREN + CHILD * room), buckets_in(self._size)
        compiled = self._build.compiled
        sizes = ((table + buckets * BUCKET) * WORD_BYTES, room * state_size(self.game)) if compiled else ()
        self._raw = tuple(map(Raw, sizes))
        self._cells: Any = self._raw[0].words if compiled else Sparse()
        self._children: Any = {}
        lay_out(self._cells, table, buckets)
        for rows in self._rows:
            self._cells[DATABASE] = rows.where(compiled=compiled)
        self._asked: tuple[int, float] | None = None

    def clear(self) -> None:
        """Forget all that earlier searches have found."""
        first = self._cells[TABLE]
        if self._raw:
            self._raw[0].clear(first, first + BUCKET * self._cells[BUCKETS])
        else:
            for place in [place for place in self._cells if place >= first]:
                del self._cells[place]
        lay_out(self._cells, first, self._cells[MOST_BUCKETS])
        self._cells[REPEATED] = 0

    @property
    def repeated(self) -> bool:
        """Whether a position has come back in what the table was filled by."""
        return bool(self._cells[REPEATED])

    @repeated.setter
    def repeated(self, repeated: bool) -> None:
        self._cells[REPEATED] = int(repeated)

    def table(self) -> tuple[Any, int, int]:
        """The words in which the table lies, and its first place and the last one in them: to be kept, or filled before the first search.

        Memory, or of a search in plain Python a dict of those words that are not 0. It is whole while no search is under way, and from now
        on all of it is in use.
        """
        first = self._cells[TABLE]
        grow(self._cells, self._cells[MOST_BUCKETS])
        return (self._raw[0].words if self._raw else self._cells), first, first + BUCKET * self._cells[BUCKETS]

    @with_more_room
    def search(
        self,
        state: State,
        attacker: int,
        target: float,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Answer:
        """Can `attacker` force an end that is worth at least `target` to them? A game that goes on for ever is none.

        Raises SearchError for a target that is no number, GameError where the rules break a promise. After Ctrl-C, and at its limits,
        the answer is that it is not known.
        """
        if attacker not in (MAX, MIN) or isnan(target):
            raise SearchError(f"attacker is 0 or 1 and target a number, not {attacker!r} and {target!r}")
        limits = Limits(nodes=nodes, seconds=seconds)
        with alone(self._searching):
            if not self._build.is_current():
                self._assemble()
            if self._asked not in (None, (attacker, target)):
                self.clear()
            self._asked = attacker, target
            reached, _ = self._at_end(state)
            if reached is not None:
                return Answer(reached, 0 if reached else None, rests_on_repetition=False, nodes=1, seconds=0.0, stopped="solved")
            return self._run(state, target, limits, progress)

    def _run(self, state: State, target: float, limits: Limits, progress: Progress | None) -> Answer:
        cells, begun, done = self._cells, time.perf_counter(), []
        for place in (STOP, NODES, FAULT, PROOF, DISPROOF, NOTE, *range(ON_PATH, PATH)):
            cells[place] = 0
        cells[NODE_LIMIT], cells[ATTACKER] = limits.nodes or UNLIMITED, (self._asked or (MAX, 0))[0]

        def work() -> bool:
            memory = tuple(raw.address for raw in self._raw) or (cells, self._children)
            try:
                with nullcontext() if self._build.compiled else deep_recursion(_DEEP):
                    done.append(self._build.kernels[0](self.game, state, target, *memory))
            except Exception as error:
                raise raised(self.game, error, compiled=self._build.compiled) from error
            return True

        def stop() -> None:
            cells[STOP] = 1

        def left() -> float:
            return limits.hard - (time.perf_counter() - begun)

        stack = PLIES * (_STACK_A_PLY + 32 * int(self.game.max_actions))
        ended = wait_for([work], stop, left, lambda: progress(cells[NODES]) if progress else None, stack)
        if cells[FAULT]:
            raise below(self.game, state, cells[FAULT])
        if done != [1]:
            proved, plies, stopped = None, None, ended or "nodes"
        elif cells[PROOF] == 0:
            proved, plies, stopped = True, cells[NOTE], "solved"
        else:  # what rests on no position above the root rests on none but where a line was cut off
            proved, plies, stopped = (False, None, "solved") if cells[NOTE] == FREE else (None, None, "depth")
        return Answer(proved, plies, bool(cells[REPEATED]), cells[NODES], time.perf_counter() - begun, stopped)

    def known(self, state: State) -> tuple[bool | None, int | None]:
        """What the table says of a state: whether the attacker of the last search can force it, and in how many plies at most."""
        if self._asked is None:
            return None, None
        at_end = self._at_end(state)
        if at_end[0] is not None:
            return at_end
        images = self.game.symmetries(state) if self._fold else ()
        code = min(fingerprint(self.game.key(one)) for one in (state, *images))
        word = word_for(code, self._cells)
        if not word:
            return None, None
        if kernel.proof_of(word) == 0:
            return True, kernel.disproof_of(word)
        return (False if kernel.disproof_of(word) == 0 else None), None

    def is_end(self, state: State) -> bool:
        """Whether the game is over in a state, or the database knows it."""
        return self.game.is_terminal(state) or (self._known is not None and self._known.find(state) is not None)

    def _at_end(self, state: State) -> tuple[bool | None, int | None]:
        """What `known` says of a state in which the game is over, or that the database knows; None for any other."""
        found = None if self._known is None or self.game.is_terminal(state) else self._known.find(state)
        if self._asked is None or not (found or self.game.is_terminal(state)):
            return None, None
        player, target = self._asked
        if found is None:
            reached = reaches(self.game, state, player, target)
        else:
            reached = (found.value if self.game.to_move(state) == player else -found.value) >= target
        return reached, 0 if reached else None


def reaches(game: Game, state: State, player: int, target: float) -> bool:
    """Whether a state in which the game is over is worth at least `target` to a player."""
    worth = float(game.utility(state, MAX))
    return (worth if player == MAX else -worth) >= target


def served(game: Game, what: str = "proof-number search") -> Game:
    """The game, if proof-number search, or what else is called so, is for it. Raises SearchError for any other."""
    checked_open(checked_game(game), what)
    reasons = {
        f"has {counted(game.players, 'player')}; {what} is for two": game.players != 2,
        f"has chance, and {what} asks what a player can force; `zermelo solve` takes value iteration": game.chance,
        f"has rewards on the way, and {what} asks what ends are worth": has_rewards(game),
        "has superko: what is legal depends on the states before, and a state does not say them": game.superko,
    }
    for reason, holds in reasons.items():
        if holds:
            raise SearchError(f"{game!r} {reason}")
    key = game.key(left_alone(game, game.initial()))  # rules that change a state are the worse fault: told before what its key is
    if not is_plain(key):
        raise SearchError(f"{game!r} has states that are not told apart for certain; give it a `key` of numbers, text, `Bits` and tuples")
    checked_hash(game, key)
    return game


def checked_hash(game: Game, key: Any) -> Hashable:
    """The key of a state, if it has a hash. Raises SearchError for any other."""
    try:
        hash(key)
    except TypeError:
        what = type(key).__name__
        raise SearchError(f"`key` of {game!r}, the state itself unless given, is a {what}, which has no hash; make it a tuple") from None
    found: Hashable = key
    return found
