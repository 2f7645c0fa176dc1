"""The compiled twin of the checker (certificate.py): the same certificate, held against the compiled rules, for large databases.

It shares with solvers the compiler and nothing else; what it asks of a database are the columns of its files. What it finds wrong is
looked at once more by the plain checker, which says it in words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Final

import numpy as np

from zermelo.databases.checkers.certificate import MOST_FAULTS, Checked, fault_of
from zermelo.databases.checkers.twin_kernels import AT_ONCE, FIELD, FIND, FOLLOW, FOLLOW_RANKS, HOLD, MEET
from zermelo.databases.rows import Array, addressed, compiled
from zermelo.errors import GameError, OutgrownError, ZermeloError
from zermelo.game import Game, State
from zermelo.search.runtime.build import build
from zermelo.search.runtime.faults import raised
from zermelo.search.runtime.room import with_more_room

_SUCCESSORS: Final = 1 << 18
"""Successors that there is room for at once."""
_BATCH: Final = 1 << 26
"""Bytes for their keys at once."""
_WALKS: Final = 1 << 10
"""Games at random that are played side by side."""
_LONGEST: Final = 1000
"""Plies of such a game: it may go round for ever."""


def serves(game: Game, table: Any, mode: str = "auto") -> bool:
    """Whether the twin can check this table: where the game compiles.

    Raises CompileError where `mode` is "compiled" and the game does not compile.
    """
    built = build(game, mode, FOLLOW_RANKS if table.numbered else FOLLOW)
    if not built.compiled or table.numbered:
        return built.compiled
    kernel: Any = built.kernels[0]
    try:
        return all(map(partial(kernel.packed, game), _roots(game)))
    except OutgrownError:
        return True  # there will be room
    except GameError:
        return False


@with_more_room
def check(game: Game, table: Any, *, sample: int | None = None, seed: int = 0, progress: Callable[[int], None] | None = None) -> Checked:
    """Check every state as `certificate.check` does, or `sample` of them (see there).

    In memory are the keys, the values and the distances of all states, and of a full check the states that are met and not yet looked at.
    """
    return (_Ranks if table.numbered else _Keys)(game, table, progress).check(sample, np.random.default_rng(seed))


def _roots(game: Game) -> Iterator[State]:
    return chain((game.initial(),), game.starts())


class _Twin:
    """What both kinds of databases are held against: the columns of values and distances, and room for a batch of states."""

    kernel: Any

    def __init__(self, game: Game, table: Any, progress: Callable[[int], None] | None) -> None:
        self.game, self.table, self._progress = game, table, progress
        self.found, self._begun = Checked(by="twin"), time.perf_counter()
        self._follow: Any = build(game, "compiled", self.kernel).kernels[0]
        self._find, self._hold, self._meet = compiled(FIND), compiled(HOLD), compiled(MEET)
        self.values, self.distances = table.columns()  # NEVER where play goes on for ever
        self._worths = np.array(table.values)
        width = 1 if table.numbered else table.index.width
        self.batch = max(1, min(_SUCCESSORS, _BATCH // (8 * width)) // game.max_actions)
        room = self.batch * game.max_actions
        self.places: Array = np.empty(room, dtype=np.int64)
        self.steps: Array = np.empty(room, dtype=np.uint8)
        self.gains: Array = np.empty(room, dtype=np.float64)
        self.degrees, self.kinds, self._wrong = (np.empty(self.batch, dtype=np.int64) for _ in range(3))
        self.ends: Array = np.empty(self.batch, dtype=np.float64)
        self.starts: Array = np.empty(0, dtype=np.int64)

    def check(self, sample: int | None, draw: np.random.Generator) -> Checked:
        """Look at all states or a sample."""
        found = self.found
        self.roots = [*_roots(self.game)]
        for state in self.roots:
            if self.table.number(state) is None and self.game.tier(state) >= self.table.first_tier:
                found.add(f"{self.game.write(state)}, where play may begin, is not there", MOST_FAULTS)
        if sample is None:
            self.all()
        else:
            self.some(sample, draw)
        found.complete, found.seconds = sample is None, time.perf_counter() - self._begun
        return found

    def all(self) -> None:
        """Look at every state."""
        raise NotImplementedError

    def some(self, sample: int, draw: np.random.Generator) -> None:
        """Look at so many states."""
        raise NotImplementedError

    def state(self, node: int) -> State:
        """A state of the batch in plain Python."""
        raise NotImplementedError

    def call(self, count: int, *arguments: Any) -> int:
        """Make what a batch of so many states leads to; how many successors."""
        try:
            made = int(self._follow(self.game, self.game.initial(), *map(addressed, arguments)))
        except ZermeloError:
            raise
        except Exception as error:
            raise raised(self.game, error, compiled=True) from error
        if made < 0:
            where = self.game.write(self.state(made + count))
            raise GameError(f"`actions` of {self.game!r} gives more than max_actions = {self.game.max_actions} in position {where!r}")
        return made

    def held(self, numbers: Array, made: int) -> None:
        """Hold a batch of states, and their `made` successors, to what is said of them."""
        count, found, favoured = len(numbers), self.found, self.game.repetition
        wrong = self._hold(
            self.values, self.distances, self._worths, numbers, self.places, self.steps, self.gains, self.degrees, self.kinds, self.ends,
            self._wrong, count, len(self._worths), int(self.table.endless), int(self.table.by_tier), int(favoured is not None),
            float(favoured or 0),
        )  # fmt: skip
        there = self.values[numbers]
        worths = self._worths[there[there < len(self._worths)]]
        found.states, found.edges = found.states + len(worths), found.edges + made
        found.wins, found.losses = found.wins + int((worths > 0).sum()), found.losses + int((worths < 0).sum())
        found.draws += int((worths == 0).sum())
        for node in self._wrong[:wrong].tolist():
            told = None
            if len(found.faults) < MOST_FAULTS:
                state = self.state(node)
                told = fault_of(self.game, self.table, state, int(numbers[node]))[0] or f"{self.game.write(state)}: {_ODD}"
            found.add(told or _ODD, MOST_FAULTS)
        if self._progress:
            self._progress(found.states)


_ODD: Final = "the compiled rules do not say what is said of it, and the plain ones do"


class _Keys(_Twin):
    """States found by their keys, which play is followed to."""

    kernel = FOLLOW

    def __init__(self, game: Game, table: Any, progress: Callable[[int], None] | None) -> None:
        super().__init__(game, table, progress)
        index = table.index
        self._width, self._words = index.width, index.fields.words
        self._tagged = int(index.tagged)
        self._fields, self._keys = _fields(index.fields), index.columns()
        from zermelo import native  # costs half a second: only for those who compile

        self._size = native.state_size(game)
        self._now: Array = np.empty((0, self._size), dtype=np.uint8)
        self._children: Array = np.empty((len(self.places), self._size), dtype=np.uint8)
        self._numbers: Array = np.empty((len(self.places) + 1) * self._width, dtype=np.int64)
        self._scratch: Array = np.empty(AT_ONCE * self._words, dtype=np.int64)

    def state(self, node: int) -> State:
        return self._follow.unpacked(self.game, self._now[node].tobytes())

    def look(self, rows: Array, numbers: Array) -> int:
        """Look at these states; how many successors they have, which lie among the children."""
        self._now, count = np.ascontiguousarray(rows), len(rows)
        made = self.call(
            count, self._now, self._children, self._numbers, self.steps, self.gains, self.degrees, self.kinds, self.ends, count,
            self._width, self._tagged,
        )  # fmt: skip
        self._find(self._numbers, self._fields, self._keys, self.places, self._scratch, made, self._width, self._words, len(self.values))
        self.held(np.ascontiguousarray(numbers), made)
        return made

    def all(self) -> None:
        met: Array = np.zeros(len(self.values), dtype=np.uint8)
        fresh: Array = np.empty(len(self.places), dtype=np.int64)
        rows, numbers = self._first()
        first = np.unique(numbers, return_index=True)[1]
        rows, numbers, waiting = rows[first], numbers[first], len(first)
        met[numbers] = 1
        while waiting:
            waiting -= (count := min(waiting, self.batch))
            made = self.look(rows[waiting : waiting + count], numbers[waiting : waiting + count])
            new = fresh[: self._meet(self.places, met, fresh, made)]
            if waiting + len(new) > len(numbers):
                rows, numbers = (
                    np.concatenate([one[:waiting], np.empty_like(one, shape=(waiting + 2 * len(new), *one.shape[1:]))])
                    for one in (rows, numbers)
                )
            rows[waiting : waiting + len(new)], numbers[waiting : waiting + len(new)] = self._children[new], self.places[new]
            waiting += len(new)
        if missed := len(met) - int(met.sum()):
            self.found.add(f"{missed:,} states of the table come about in no game", MOST_FAULTS)

    def some(self, sample: int, draw: np.random.Generator) -> None:
        begin_rows, begin_numbers = self._first()
        if not len(begin_numbers):
            return
        walks = min(_WALKS, self.batch)
        at = draw.integers(len(begin_numbers), size=walks)
        at[0] = 0
        rows, numbers = begin_rows[at], begin_numbers[at]
        for ply in range(1, -(-sample // walks) + 1):
            count = min(walks, sample - (ply - 1) * walks)
            made = self.look(rows[:count], numbers[:count])
            degrees = self.degrees[:count]
            chosen = np.cumsum(degrees) - degrees + (draw.random(count) * degrees).astype(np.int64)
            on = (degrees > 0) & (ply % _LONGEST > 0) & (self.places[np.minimum(chosen, max(0, made - 1))] >= 0)
            at = draw.integers(len(begin_numbers), size=count)
            rows, numbers = begin_rows[at], begin_numbers[at]
            rows[on], numbers[on] = self._children[chosen[on]], self.places[chosen[on]]

    def _first(self) -> tuple[Array, Array]:
        """The states in which play may begin and that are there, and their places."""
        there = [(state, place) for state in self.roots if (place := self.table.number(state)) is not None]
        rows = np.array([self._follow.packed(self.game, state) for state, _ in there], dtype=np.uint8).reshape(-1, self._size)
        return rows, np.array([place for _, place in there], dtype=np.int64)


class _Ranks(_Twin):
    """States of a game that numbers them."""

    kernel = FOLLOW_RANKS

    def __init__(self, game: Game, table: Any, progress: Callable[[int], None] | None) -> None:
        super().__init__(game, table, progress)
        self._tiers: Array = np.array(table.index.begins, dtype=np.int64)
        self._looked: Array = np.empty(0, dtype=np.int64)

    def state(self, node: int) -> State:
        return self.table.state(int(self._looked[node]))

    def look(self, numbers: Array) -> None:
        """Look at the states of these numbers."""
        self._looked, count = numbers, len(numbers)
        made = self.call(
            count, numbers, self._tiers, self.places, self.steps, self.gains, self.degrees, self.kinds, self.ends, count,
            len(self._tiers) - 1,
        )  # fmt: skip
        self.held(numbers, made)

    def all(self) -> None:
        for first in range(0, len(self.values), self.batch):
            self.look(np.arange(first, min(first + self.batch, len(self.values)), dtype=np.int64))

    def some(self, sample: int, draw: np.random.Generator) -> None:
        for first in range(0, sample, self.batch):
            self.look(draw.integers(len(self.values), size=min(self.batch, sample - first)))


def _fields(fields: Any) -> Array:
    """How the numbers of keys are packed, as `find` reads it: of each its least, its greatest, what is taken from it, shift and word."""
    row: Array = np.zeros((len(fields.least), FIELD), dtype=np.int64)
    row[:, 0], row[:, 1], row[:, 2] = fields.least, fields.greatest, fields.least
    for number, low, shift, word in fields.row.tolist():
        row[number, 2:] = low, shift, word
    return row.reshape(-1)
