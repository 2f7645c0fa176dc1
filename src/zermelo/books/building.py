"""A book made by a long computation, and gone on with after a kill.

The deepest positions are solved by the engine, one after the other over one table: neighbours lead to the same positions, so that what
was found of one is there for the next. What the earlier ones are worth follows from those.
"""

from __future__ import annotations

import time
from math import inf
from pathlib import Path
from typing import Final

import numpy as np

from zermelo.books.book import Book
from zermelo.books.file import in_order, write
from zermelo.books.form import VALUES, is_book
from zermelo.books.positions import Positions, Progress
from zermelo.books.work import Work
from zermelo.databases.identity import identity
from zermelo.databases.listed.listing import served
from zermelo.errors import SearchError, SpecError
from zermelo.files import alone_with
from zermelo.game import MAX, Game
from zermelo.search.algorithm import checked_count
from zermelo.search.engine.engine import Engine
from zermelo.search.result import whole
from zermelo.values import counted, duration

MOST_VALUES: Final = 1 << 16
"""Different values of positions, at most."""


def made(game: Game, path: Path, plies: int, *, threads: int, table: float, mode: str, spec: str | None, progress: Progress | None) -> Book:
    """The book of a game in a file, made or gone on with (see `zermelo.books.make_book`)."""
    served(game)
    checked_count("plies", plies)
    Engine(game, threads=threads, table=1, mode="interpreted")  # which is quick, and finds whatever is wrong
    if path.exists():
        return _there_already(game, path, plies)
    work_path = path.with_name(f"{path.name}.work")
    with alone_with(path.with_name(f"{path.name}.lock"), f"another command makes {path}; wait for it, or name another file"):
        if path.exists():  # another one has made it meanwhile
            return _there_already(game, path, plies)
        work = Work(work_path, game, identity(game, spec), plies)
        try:
            positions = Positions(game, plies, progress)
            values = _Solving(positions, Engine(game, threads=threads, table=table, mode=mode), work, progress).run()
        finally:
            work.close()
        _write(game, path, spec, positions, values)
        work_path.unlink(missing_ok=True)
    return Book(path, game)


def _there_already(game: Game, path: Path, plies: int) -> Book:
    """The book in a file. Raises SpecError where the file holds another one, or something else."""
    if not is_book(path):
        raise SpecError(f"{path} is there, and holds no book; name another file")
    book = Book(path, game)
    if book.plies != plies or book.scored:
        raise SpecError(f"{path} is there: a book of {counted(book.plies, 'ply', 'plies')} of {book.facts['game']}; name another file")
    return book


class _Solving:
    """All positions on their way to being solved."""

    def __init__(self, positions: Positions, engine: Engine, work: Work, progress: Progress | None) -> None:
        self.positions, self.engine, self.work, self.progress = positions, engine, work, progress
        self.game = engine.game
        bounds = work.bounds
        self.left = [number for number in positions.to_solve if number not in bounds or bounds[number][0] < bounds[number][1]]

    def run(self) -> list[float]:
        """What each position is worth to its player to move. Raises KeyboardInterrupt after Ctrl-C."""
        begun = time.perf_counter()
        for done, number in enumerate(self.left):
            self._solve(number, self._told(done, time.perf_counter() - begun))
        values = [0.0] * self.positions.count
        for number in reversed(range(self.positions.count)):
            state = self.positions.to_solve.get(number)
            if state is None:
                values[number] = self.positions.value(number, values)
            else:
                to_max = self.work.bounds[number][0]
                values[number] = to_max if self.game.to_move(state) == MAX else 0 - to_max
        return values

    def _solve(self, number: int, told: str) -> None:
        def hear(nodes: int) -> None:
            if self.progress:
                self.progress(f"{told}; {counted(nodes, 'node')} for the next" if nodes else told)

        def note(low: float, high: float) -> None:
            if low < high:
                self.work.add(number, low, high)

        hear(0)
        within = self.work.bounds.get(number, (-inf, inf))
        value = self.engine.value(self.positions.to_solve[number], within=within, progress=hear, news=note).value
        if value is None:
            raise KeyboardInterrupt
        self.work.add(number, value, value)

    def _told(self, done: int, seconds: float) -> str:
        """How far it is: solved of how many, how many a minute, and how long the rest takes if it goes on so."""
        of = len(self.positions.to_solve)
        told = f"{of - len(self.left) + done:,} of {counted(of, 'position')} solved"
        if not done or not seconds:
            return told
        left = seconds / done * (len(self.left) - done)
        return f"{told}, {60 * done / seconds:,.1f} a minute, {duration(left)} left"


def _write(game: Game, path: Path, spec: str | None, positions: Positions, values: list[float]) -> None:
    fields, keys, order = in_order(positions.numbers)
    worths = sorted(set(values))
    if len(worths) > MOST_VALUES:
        raise SearchError(f"the positions of {game!r} have {len(worths):,} different values, and a book holds {MOST_VALUES:,}")
    places = {worth: place for place, worth in enumerate(worths)}
    column = np.array([places[value] for value in values], dtype="<u1" if len(worths) <= 1 << 8 else "<u2")[order]
    facts = {"kind": VALUES, "plies": positions.plies, "depths": positions.depths, "values": [whole(worth) for worth in worths]}
    write(path, game, spec, facts, (positions.keys, fields, keys), {"values": column})
