"""All states of a game, found breadth first from the initial one, with their successors.

A state gets its number when it is found. Kept in memory are the packed keys and a hash table of them; what is written down of each
state (itself, its kind, its successors) goes into columns on disk, so that the work can stop at any time and go on later.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from itertools import chain, islice
from math import inf
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo import native
from zermelo.databases.columns import Column, kept_facts
from zermelo.databases.kernels import (
    AT_ONCE,
    COUNTERS,
    EXPAND,
    FAULT,
    FOLD_ALL,
    KNOWN,
    PLACE,
    REHASH,
    REPACK,
    SLOTS,
    TERMINAL,
    WHERE,
    WIDEST,
    mover_of,
)
from zermelo.databases.keys import NUMBERS, VALUES, Array, Fields, Keys
from zermelo.databases.rows import addressed, compiled, interpreted
from zermelo.errors import GameError, OutgrownError, ReshapedError, SearchError, ZermeloError
from zermelo.files import write_whole
from zermelo.forms import COUNT
from zermelo.game import CHANCE, MAX, NEARLY, Game, State, has_rewards, listed
from zermelo.search.algorithm import checked_game, checked_open
from zermelo.search.lookup import FIELD
from zermelo.search.runtime.build import build
from zermelo.search.runtime.faults import BAD_CHANCES, raised
from zermelo.search.runtime.promises import breach
from zermelo.values import counted
from zermelo.words import is_exact, not_exact

Progress = Callable[[str], None]
MEBIBYTE: Final = 1 << 20
MOST_VALUES: Final = 120
"""Different utilities of the ends of a game, at most."""
_MOST_ACTIONS: Final = (1 << 16) - 1
_MOST_STATES: Final = (1 << 32) - 2
_SUCCESSORS: Final = 1 << 19
"""Successors that there is room for at once."""
_CHUNK: Final = 1 << 16
"""Keys that are packed at once."""
_FIRST_SLOTS: Final = 1 << 12
_FULL: Final = 0.7
"""The part of the hash table that is used at most."""
_FACTS: Final = "listing.json"
"""The file that says how far the work is; ..."""
_FACTS_FORM: Final = {
    "mode": frozenset({"compiled", "interpreted"}), "keys": frozenset({NUMBERS, VALUES}), "known": COUNT, "expanded": COUNT,
    "depths": [COUNT], "ends": COUNT, "worths": [float], "columns": {str: [COUNT]}, "room": (dict, None),
}  # fmt: skip
"""... and its form."""
_BATCH: Final = 1 << 27
"""Bytes for successors and their keys at once."""
_TRIES: Final = 8
"""So often is begun anew where there was no room for a part of a state, before plain Python does it."""
_MOST_NUMBERS: Final = 1 << 13
"""Numbers of a key, above which compiled code has no more room."""


def served(game: Game, *, rewards: bool = False, chance: bool = False, counting: bool = False) -> Game:
    """The game, if databases are for it, with rewards on the way, or with chance, where these are taken.

    counting  whether states are only counted, whatever they are worth

    Raises SearchError for any other.
    """
    checked_open(checked_game(game), "who makes a database of it")
    players = "one or two" if game.chance else "two"
    paying = (
        "what is kept of a state with chance is held between what the ends are worth, and that says nothing of what is won before them; "
        "`zermelo solve` without `--strong` solves it in memory, and `--policy FILE.csv` keeps what states are worth where somebody chooses"
        if game.chance
        else "databases are for such a game where it numbers its states (`rank`)"
    )
    reasons = {
        "has chance; `zermelo solve` takes value iteration": game.chance and not chance,
        f"has {counted(game.players, 'player')}; databases are for {players}": game.players > 2 or (game.players == 1 and not game.chance),
        "has chance and `repetition`: what a state is worth depends on those before; `zermelo best` searches from a position": (
            game.chance and game.repetition is not None and not counting
        ),
        f"has rewards on the way; {paying}": has_rewards(game) and not (rewards or counting),
        f"has max_actions = {game.max_actions:,}, and databases are for {_MOST_ACTIONS:,} at most": game.max_actions > _MOST_ACTIONS,
        "has superko: what is legal depends on the states before, and a state does not say them": game.superko,
    }
    for reason, holds in reasons.items():
        if holds:
            raise SearchError(f"{game!r} {reason}")
    return game


def checked_memory(memory: float) -> float:
    """The memory in MiB. Raises SearchError for what is no number above 0."""
    if isinstance(memory, bool) or not isinstance(memory, (int, float)) or not 0 < memory < inf:
        raise SearchError(f"memory is a number of MiB above 0, not {memory!r}")
    return memory


def worth_of(game: Game, state: State) -> float:
    """What the end of the game is worth to MAX. Raises GameError for what is no number that a database can hold."""
    worth = game.utility(state, MAX)
    if not is_exact(worth):
        raise GameError(f"{not_exact('`utility`', worth)} in position {game.write(state)!r} of {game!r}")
    if not -1e300 < worth < 1e300:
        raise GameError(f"`utility` of {game!r} is {worth!r} in position {game.write(state)!r}")
    return float(worth)


def too_many_values(game: Game) -> str:
    """What is to be said of a game whose ends are worth more different things than a database holds."""
    return (
        f"the ends of {game!r} have more than {MOST_VALUES} different utilities, and a database holds no more: solve a position without "
        f"`--strong`, or tell fewer apart: who wins alone (1, 0 and -1)"
    )


def mebibytes(size: float) -> str:
    """So many bytes in MiB, as people read it."""
    return f"{size / MEBIBYTE:,.0f}" if size >= 10 * MEBIBYTE else f"{size / MEBIBYTE:.2g}"


class NoRoomError(SearchError):
    """There are more states than may be kept in memory."""


class Listing:
    """The states of a game.

    folder    where what was found is kept, and gone on with; None: it is not kept, and there are no successors to be read
    fold      whether states that are the same by `symmetries` are one
    memory    MiB for the keys and the hash table
    every     seconds between two times that it is kept

    count     how many states there are
    edges     successors of all of them
    depths    how many states are first reached by so many plies
    worths    the different utilities of the ends, to MAX; none where states are only counted: nobody asks what they are worth
    fields    how keys are packed

    Time in proportion to the states and their successors. Raises SearchError for games that databases are not for and where memory does
    not do, GameError where the rules break a promise.
    """

    def __init__(
        self,
        game: Game,
        folder: Path | None = None,
        *,
        memory: float,
        mode: str = "auto",
        fold: bool = True,
        every: float = inf,
        progress: Progress | None = None,
    ) -> None:
        served(game, chance=True, counting=folder is None)
        self.game, self.folder, self.memory, self._every = game, folder, checked_memory(memory), every
        self._progress, self._asked = progress, mode
        self.columns: dict[str, Column] = {}
        self._build(mode, Keys(game, fold=fold))
        anew, left = False, _TRIES
        try:
            while True:
                try:
                    self._begin(anew=anew)
                    self._run()
                    break
                except OutgrownError as error:  # there was no room for a part of a state, or for a key
                    self.close()
                    anew, left = True, left - 1
                    if isinstance(error, ReshapedError) and self.keys.how == NUMBERS:
                        self._build(mode, Keys(game, VALUES, fold=fold))
                    elif not isinstance(error, ReshapedError) and left:
                        self._build(mode, self.keys)  # rules that are compiled now have more room
                    else:
                        self._build("interpreted", Keys(game, VALUES, fold=fold))
        except BaseException:
            self.close()
            raise

    def _build(self, mode: str, keys: Keys) -> None:
        self._expand, self.keys = build(self.game, mode, EXPAND), keys
        self._width = keys.width if keys.how == NUMBERS else _wider(len(keys.numbers(self.game.initial())))

    @property
    def mode(self) -> str:
        """ "compiled" or "interpreted"."""
        return self._expand.mode

    # Memory

    def _begin(self, *, anew: bool = False) -> None:
        ready = compiled if self._expand.compiled else interpreted
        self._place, self._repack, self._rehash = ready(PLACE), ready(REPACK), ready(REHASH)
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
        kept = None if anew or self.folder is None or not (self.folder / _FACTS).exists() else self.folder / _FACTS
        facts = None if kept is None else self._taken_up(kept)
        if self.folder is not None and facts is None:
            (self.folder / _FACTS).unlink(missing_ok=True)
        size = native.state_size(self.game) if self._expand.compiled else 1
        columns = {"states": ("u1", size), "kinds": ("u1", 1), "degrees": ("u2", 1), "ends": ("u1", 1), "targets": ("u4", 1)}
        if self.game.chance:
            columns = {**columns, "ends": ("f8", 1), "chances": ("f8", 1)}
        for name, (dtype, row) in columns.items():
            if self.folder is not None or name == "states":
                self.columns[name] = Column(None if self.folder is None else self.folder / f"{name}.column", dtype, row)
        self.expanded = self.edges = self.ends = self._kept = 0
        self.depths: list[int] = []
        self.worths: list[float] = []
        self._waiting: list[State] = []
        self._looked: Any = []
        self._counts: Array = np.zeros(COUNTERS, dtype=np.int64)
        self.fields = Fields((), ())
        self._keys: Array = np.zeros(0, dtype=np.int64)
        self._slots: Array = np.zeros(0, dtype=np.uint32)
        self._movers: Array = np.zeros(0, dtype=np.uint8)
        if facts is None:
            self._first()
        else:
            self._go_on(facts)

    def _first(self) -> None:
        for column in self.columns.values():
            column.cut(0, 0)
        starts = chain((self.game.initial(),), self.game.starts())
        if not self.keys.fold:
            starts = chain.from_iterable((state, *self.game.symmetries(state)) for state in starts)
        while some := [*islice(starts, _CHUNK)]:
            if self._expand.compiled:
                rows = np.stack([self._row(state) for state in some])
                self._add(*self._folded(rows, fold=self.keys.fold), rows)
            else:
                keys, states = zip(*map(self.keys.least, some), strict=True)
                self._add(_rows(list(keys)), self._movers_of(some), states)
            if self._progress and self.count > 1:
                self._progress(f"{counted(self.count, 'state')} found in which play may begin")
        self.depths = [self.count]

    def _row(self, state: State) -> Array:
        """A state as compiled code has it. Raises GameError for one of another form than the initial one."""
        return np.frombuffer(self._rules.packed(self.game, state), dtype=np.uint8)

    @property
    def _rules(self) -> Any:
        """The compiled kernel, which knows how states lie in memory."""
        return self._expand.kernels[0]

    @property
    def count(self) -> int:
        """States that have been found."""
        return int(self._counts[KNOWN])

    @property
    def _found(self) -> int:
        """The same, also while those that were kept are read again."""
        return max(self.count, self._kept)

    @property
    def key_bytes(self) -> int:
        """Memory that the keys take."""
        return self._keys.nbytes

    def _room(self, more: int) -> None:
        """Let there be room for this many keys more. Raises SearchError where that is more than may be used."""
        words, wanted = self.fields.words, self.count + more
        slots = max(_FIRST_SLOTS, len(self._slots))
        while wanted > _FULL * slots:
            slots *= 2
        room = len(self._keys) // words
        if wanted > room:
            room = wanted + self.count // 4
        if (8 * words + 1) * room + 4 * slots > self.memory * MEBIBYTE or wanted > _MOST_STATES:
            kept = f" What was found is kept in {self.folder.parent}: with more memory it goes on." if self.folder else ""
            raise NoRoomError(
                f"{self.game!r} has more states than fit into {self.memory:,g} MiB: {self._found:,} were found so far, of which "
                f"{self.expanded:,} have their successors.{kept} `--memory` says how many MiB may be used"
            )
        if wanted > len(self._keys) // words:
            self._keys.resize(room * words, refcheck=False)
        if slots != len(self._slots):
            self._slots = np.zeros(slots, dtype=np.uint32)
            self._counts[SLOTS] = slots
            self._rehash(self._keys, self._slots, self._counts, words)

    def _fit(self, numbers: Array) -> None:
        """Let keys have room for these numbers."""
        least, greatest = numbers.min(axis=0).tolist(), numbers.max(axis=0).tolist()
        if self.fields.fit(least, greatest):
            return
        before, count, known = self.fields, self.count, self._keys
        self.fields = before.widened(least, greatest, spare=count > 0)
        if count == 0:
            self.fields = Fields(tuple(least), tuple(greatest))
        else:
            self._keys = np.empty(count * self.fields.words, dtype=np.int64)
            moves = before.moves(self.fields)
            self._repack(known, moves.flatten(), self._keys, count, before.words, self.fields.words, len(moves))
        self._slots = np.zeros(0, dtype=np.uint32)

    def _number(self, numbers: Array) -> tuple[Array, Array]:
        """Give these keys their numbers; the number of each, and which of them are new."""
        made, width = numbers.shape
        if width < len(self.fields.least):
            numbers = np.hstack([numbers, np.zeros((made, len(self.fields.least) - width), dtype=np.int64)])
        self._fit(numbers)
        self._room(made)
        targets, fresh = np.empty(made, dtype=np.uint32), np.empty(made, dtype=np.uint32)
        scratch = np.empty(AT_ONCE * (self.fields.words + 1), dtype=np.int64)
        new = self._place(
            np.ascontiguousarray(numbers).reshape(-1), self.fields.row.reshape(-1), self._keys, self._slots, targets, fresh, scratch,
            self._counts, made, numbers.shape[1], self.fields.words, self.fields.row.size // FIELD,
        )  # fmt: skip
        return targets, fresh[:new]

    def _movers_of(self, states: Iterable[State]) -> Array:
        """The player to move in each, or BY_CHANCE."""
        return np.array([mover_of(self.game, state) for state in states], dtype=np.int64).astype(np.uint8)

    def _know_movers(self, targets: Array, fresh: Array, movers: Array) -> int | None:
        """Note who is to move in new states; which of these states has the key of another one where another player is to move."""
        if self.count > len(self._movers):
            self._movers.resize(len(self._keys) // self.fields.words, refcheck=False)
        self._movers[targets[fresh]] = movers[fresh]
        wrong = np.flatnonzero(self._movers[targets] != movers)
        return int(wrong[0]) if wrong.size else None

    def _add(self, numbers: Array, movers: Array, states: Any) -> Array:
        """Give these keys their numbers; the number of each. New states are written down: rows of bytes, or as Python has them.

        Raises GameError where a key is that of two states in which different players are to move.
        """
        targets, fresh = self._number(numbers)
        if (wrong := self._know_movers(targets, fresh, movers)) is not None:
            raise self._one_key_for_two(states[wrong])
        if self._expand.compiled:
            self.columns["states"].append(states[fresh])
            return targets
        found = [states[number] for number in fresh.tolist()]
        self._waiting += found
        if self.folder is not None:
            text = "".join(self.game.write(state).replace("\n", "\r") + "\n" for state in found)
            self.columns["states"].append(np.frombuffer(text.encode(), dtype=np.uint8))
        return targets

    def _state(self, row: Array) -> State:
        """A state as Python has it."""
        return self._rules.unpacked(self.game, row.tobytes())

    def _one_key_for_two(self, found: Any) -> GameError:
        state = self._state(found) if self._expand.compiled else found
        return GameError(
            f"two states of {self.game!r} have one key, {self.keys.numbers(state)}, and different players are to move in them; one is "
            f"{self.game.write(state)!r}, or the same by `symmetries`. The player to move belongs into `key`: `zermelo check` says more"
        )

    # Going through the states

    def _run(self) -> None:
        self._sure = self._facts()
        try:
            self._expand_all()
        except KeyboardInterrupt:
            self._keep(self._sure)
            raise
        self.keep()
        self._slots = np.zeros(0, dtype=np.uint32)
        self._movers = np.zeros(0, dtype=np.uint8)

    def _expand_all(self) -> None:
        kept = begun = time.perf_counter()
        at_first = self.count
        layer = sum(self.depths)
        while self.expanded < self.count:
            try:
                self._expand_some(min(layer, self.expanded + max(1, self._at_once // self.game.max_actions)))
            except NoRoomError:
                self.keep()
                raise
            if self.expanded == layer and self.count > layer:
                self.depths.append(self.count - layer)
                layer = self.count
            self._sure = self._facts()
            now = time.perf_counter()
            if now - kept >= self._every:
                self.keep()
                kept = now
            if self._progress:
                rate = (self.count - at_first) / max(now - begun, 1e-9)
                self._progress(
                    f"{counted(self.count, 'state')} found, {self.count - self.expanded:,} of them to be looked at, "
                    f"{counted(len(self.depths) - 1, 'ply', 'plies')} from the first, {rate:,.0f} states/s"
                )

    @property
    def _at_once(self) -> int:
        """Successors that there is room for at once."""
        return min(_SUCCESSORS, _BATCH // (8 * self._width + self.columns["states"].row))

    def _expand_some(self, last: int) -> None:
        first = self.expanded
        try:
            look = self._compiled if self._expand.compiled else self._plain
            numbers, movers, children, chances, degrees, kinds, utilities = look(first, last)
        except ZermeloError:
            raise
        except Exception as error:
            raise raised(self.game, error, compiled=self._expand.compiled) from error
        if (wrong := np.flatnonzero(kinds & ~TERMINAL != self._movers[first:last])).size:
            raise self._one_key_for_two(self._looked[wrong[0]])
        over = kinds & TERMINAL != 0
        ends = utilities if self.game.chance or not self._valued else self._places(utilities, np.flatnonzero(over))
        targets = self._add(numbers, movers, children) if len(numbers) else np.empty(0, dtype=np.uint32)
        self.edges, self.expanded, self.ends = self.edges + len(targets), last, self.ends + int(over.sum())
        if self.folder is not None:
            found = {"kinds": kinds, "degrees": degrees, "ends": ends, "targets": targets, "chances": chances}
            for name, column in self.columns.items():
                if name in found:
                    column.append(found[name])

    def _places(self, utilities: Array, over: Array) -> Array:
        """Of each of these ends the place of its utility among the different ones; 0 for other states."""
        ends = np.zeros(len(utilities), dtype=np.uint8)
        for value in np.unique(utilities[over]).tolist():
            if value not in self.worths:
                if len(self.worths) == MOST_VALUES:
                    raise SearchError(too_many_values(self.game))
                self.worths.append(value)
            ends[over[utilities[over] == value]] = self.worths.index(value)
        return ends

    def _compiled(self, first: int, last: int) -> tuple[Array, Array, Array, Array, Array, Array, Array]:
        """The successors of some states, by compiled rules: the numbers of their keys, who is to move, they themselves as rows of bytes,
        and where chance moves how likely they are.

        Then of each of these states how many there are, its kind, and its utility.
        """
        game, size = self.game, self.columns["states"].row
        states = self._looked = self.columns["states"].read(first, last)
        room = (last - first) * game.max_actions
        children = np.empty(room * size, dtype=np.uint8)
        degrees, kinds = np.empty(last - first, dtype=np.int64), np.empty(last - first, dtype=np.int64)
        movers = np.empty(room, dtype=np.uint8)
        utilities, chances = np.zeros(last - first), np.zeros(room if game.chance else 0)

        def expand(numbers: Array) -> int:
            rows = map(addressed, (states, children, numbers, movers, chances, degrees, kinds, utilities, self._counts))
            return int(self._rules(game, game.initial(), *rows, 0, last - first, *self._form, int(self._valued)))

        numbers, made = self._with_numbers(room, expand)
        if self._counts[FAULT]:
            raise breach(game, self._state(states[self._counts[WHERE]]), int(self._counts[FAULT]))
        found = children[: made * size].reshape(made, size)
        return numbers[:made], movers[:made], found, chances[:made], degrees, kinds, utilities

    @property
    def _valued(self) -> bool:
        """Whether ends are asked what they are worth."""
        return self.folder is not None

    @property
    def _form(self) -> tuple[int, int, int]:
        """How many numbers keys have at most, whether with tags, and whether the least of those by symmetry is taken."""
        return self._width, int(self.keys.how == VALUES), int(self.keys.fold)

    def _with_numbers(self, room: int, call: Callable[[Array], int]) -> tuple[Array, int]:
        """The numbers of at most so many keys, of which this call writes each, and what it gives; again with more room where it is short.

        Raises ReshapedError where keys have another form than that of the initial state.
        """
        while True:
            numbers = np.empty((room + 1) * self._width, dtype=np.int64)
            self._counts[WIDEST] = 0
            made = call(numbers)
            if self._counts[WIDEST] <= self._width:
                return numbers.reshape(room + 1, self._width)[:, : max(self._counts[WIDEST], len(self.fields.least))], made
            if self.keys.how == NUMBERS or self._width > _MOST_NUMBERS:
                raise ReshapedError(f"keys of {self.game!r} are not all of the form of the initial state's")
            self._width = _wider(self._width)

    def _plain(self, first: int, last: int) -> tuple[Array, Array, Any, Array, Array, Array, Array]:
        """The same in plain Python."""
        game = self.game
        keys: list[tuple[int, ...]] = []
        made: list[State] = []
        children: list[State] = []
        chances: list[float] = []
        degrees, kinds, utilities = [], [], []
        self._looked, self._waiting = self._waiting[: last - first], self._waiting[last - first :]
        for state in self._looked:
            mover, over, before = game.to_move(state), game.is_terminal(state), len(made)
            if mover not in range(game.players) and not (game.chance and mover == CHANCE):
                players = "0 and 1" if game.players == 2 else "0 alone"
                raise GameError(f"`to_move` of {game!r} says {mover!r} in position {game.write(state)!r}; the players are {players}")
            utility = worth_of(game, state) if over and self._valued else 0.0
            actions = [] if over else listed(game, state)
            if not over and not actions:
                what = "outcomes" if mover == CHANCE else "actions"
                raise GameError(f"`{what}` of {game!r} gives none in position {game.write(state)!r}, which is not terminal")
            chances += self._chances(state) if mover == CHANCE and not over else [0.0] * len(actions)
            made += [game.result(state, action) for action in actions]
            degrees.append(len(made) - before)
            kinds.append(mover_of(game, state) + TERMINAL * bool(over))
            utilities.append(utility)
        movers = self._movers_of(made)
        for state in made:
            key, child = self.keys.least(state)
            keys.append(key)
            children.append(child)
        return _rows(keys), movers, children, np.array(chances), np.array(degrees), np.array(kinds), np.array(utilities)

    def _chances(self, state: State) -> list[float]:
        """How likely each outcome is where chance moves, as a part of the sum of all."""
        found = [float(probability) for _, probability in self.game.outcomes(state)]
        total = 0.0
        for probability in found:
            total += probability
        if not all(probability >= 0 for probability in found) or not 1 - NEARLY <= total <= 1 + NEARLY:
            raise breach(self.game, state, BAD_CHANCES)
        return [probability / total for probability in found]

    def _folded(self, states: Array, *, fold: bool) -> tuple[Array, Array]:
        """The numbers of the keys of these states, which become those of the least keys by symmetry if `fold`; who is to move in each."""
        kernel = build(self.game, "compiled", FOLD_ALL).kernels[0]
        movers = np.empty(len(states), dtype=np.uint8)

        def fold_all(numbers: Array) -> int:
            rows = map(addressed, (states, numbers, movers, self._counts))
            return int(kernel(self.game, self.game.initial(), *rows, len(states), *self._form[:2], int(fold)))

        numbers, _ = self._with_numbers(len(states), fold_all)
        return numbers[: len(states)], movers

    # To go on later

    def keep(self) -> None:
        """Let what was found so far be on the disk, so that the work goes on from here."""
        self._keep(self._facts())

    def _facts(self) -> dict[str, Any]:
        """How far the work is."""
        return {
            "mode": self.mode, "keys": self.keys.how, "known": self.count, "expanded": self.expanded,
            "depths": [*self.depths], "ends": self.ends, "worths": [*self.worths],
            "columns": {name: [column.count, column.checksum] for name, column in self.columns.items()}, "room": self._room_of_states(),
        }  # fmt: skip

    def _keep(self, facts: dict[str, Any]) -> None:
        """Let what was found when the work was so far be on the disk: columns that have grown since are cut when it goes on."""
        if self.folder is None:
            return
        for column in self.columns.values():
            column.sync()
        write_whole(self.folder / _FACTS, json.dumps(facts))

    def _room_of_states(self) -> dict[str, Any] | None:
        """How compiled states lie in memory."""
        return native.room(self.game) if self._expand.compiled else None

    def _taken_up(self, kept: Path) -> dict[str, Any] | None:
        """What was kept, and gone on with as it was begun; None where states lie otherwise by now, so that it is begun anew."""
        facts = kept_facts(kept, _FACTS_FORM)
        if facts["mode"] != self.mode and self._asked != "auto":
            raise SearchError(f"{kept.parent.parent} was begun {facts['mode']}, not {self.mode}; go on so (`--mode`), or remove it")
        if facts["mode"] != self.mode or facts["keys"] != self.keys.how:
            self._build(facts["mode"], Keys(self.game, facts["keys"], fold=self.keys.fold))
        if self._expand.compiled and facts.get("room") != self._room_of_states():
            if facts.get("room"):
                native.make_room(self.game, facts["room"])
                self._build(facts["mode"], self.keys)
            if facts.get("room") != self._room_of_states():
                return None
        return facts

    def _go_on(self, facts: dict[str, Any]) -> None:
        """Take up what was kept."""
        for name, column in self.columns.items():
            column.cut(*facts["columns"][name])
        self.expanded, self.ends, self.edges = facts["expanded"], facts["ends"], facts["columns"]["targets"][0]
        self.depths, self.worths = facts["depths"], facts["worths"]
        self._kept = facts["known"]
        self._know_again(self._kept)

    def _know_again(self, known: int) -> None:
        """Find the keys of the states that are kept."""
        column = self.columns["states"]
        if self._expand.compiled:
            for first in range(0, known, _CHUNK):
                numbers, movers = self._folded(column.read(first, min(known, first + _CHUNK)), fold=False)
                self._know_movers(*self._number(numbers), movers)
        else:
            lines = column.read().tobytes().decode().split("\n")[:-1]
            found = [self.game.read(line.replace("\r", "\n")) for line in lines]
            movers = self._movers_of(found)
            self._know_movers(*self._number(_rows([self.keys.numbers(state) for state in found])), movers)
            self._waiting = found[self.expanded :]
        if self.count != known:
            raise SearchError(f"what is kept in {self.folder} does not fit together; remove it and begin anew")

    # What was found

    def sorted_keys(self) -> tuple[Fields, Array, Array]:
        """All keys in their order, packed as closely as can be; how, and the states by their places among them. To be asked once."""
        words, count = self.fields.words, self.count
        known = self._keys[: count * words].reshape(-1, words)
        parts = [slice(first, first + _CHUNK) for first in range(0, count, _CHUNK)]
        least = np.min([self.fields.unpacked(known[part]).min(axis=0) for part in parts], axis=0)
        greatest = np.max([self.fields.unpacked(known[part]).max(axis=0) for part in parts], axis=0)
        fields = Fields(tuple(least.tolist()), tuple(greatest.tolist()))
        packed = np.empty((count, fields.words), dtype=np.int64)
        for part in parts:
            packed[part] = fields.packed(self.fields.unpacked(known[part]))
        del known
        self._keys = np.zeros(0, dtype=np.int64)
        order = np.lexsort(packed.T[::-1]) if fields.words > 1 else np.argsort(packed[:, 0], kind="stable")
        return fields, packed[order], order.astype(np.uint32)

    def close(self) -> None:
        """Close all files."""
        for column in self.columns.values():
            column.close()


def _wider(width: int) -> int:
    """More room for the numbers of keys."""
    return width + width // 4 + 4


def _rows(keys: list[tuple[int, ...]]) -> Array:
    """Keys as rows of as many numbers as the longest has, with 0 behind the others."""
    numbers = np.zeros((len(keys), max(map(len, keys), default=0)), dtype=np.int64)
    for row, one in zip(numbers, keys, strict=True):
        row[: len(one)] = one
    return numbers
