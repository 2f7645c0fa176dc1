"""The checker of books: each position against those that it leads to, by the plain rules, and a sample against a new search.

A position of fewer plies than the book goes is worth the best of what its actions lead to. That holds a book together, but does not prove
it: the deepest positions are worth what the engine says, and only a search can say that again. So the checker walks from the initial
position by the rules, looks whether each position that it comes to is there and no other, compares the earlier ones with what their
actions lead to, and lets a new engine, without the book, solve some of the deepest.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from zermelo.books.book import Book
from zermelo.game import MAX, State, listed
from zermelo.search.engine.engine import Engine
from zermelo.values import counted

MOST_FAULTS: Final = 20

Progress = Callable[[str], None]


@dataclass
class CheckedBook:
    """What a check has found.

    states    positions that were looked at: all
    edges     what they lead to
    inner     positions that were held against what they lead to
    searched  positions that were solved anew, and as many nodes
    faults    what is wrong, in words: the first ones
    """

    states: int = 0
    edges: int = 0
    inner: int = 0
    searched: int = 0
    nodes: int = 0
    wrong: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong."""
        return not self.wrong

    def add(self, fault: str) -> None:
        """Note a fault."""
        self.wrong += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)


def check(
    book: Book, *, sample: int, seed: int = 0, table: float = 128, mode: str = "auto", progress: Progress | None = None
) -> CheckedBook:
    """Check every position of a book by the rules, and `sample` of the deepest by a search (all where there are no more)."""
    found, begun = CheckedBook(), time.perf_counter()
    met, layer, depths = bytearray(book.count), [book.rules.initial()], list[int]()
    for plies in range(book.plies + 1):
        deepest, deeper = list[State](), list[State]()
        for state in layer:
            number = book.number(state)
            if number is None:
                found.add(f"{book.rules.write(state)}, which play comes to in {counted(plies, 'ply', 'plies')}, is not there")
            elif not met[number]:
                met[number] = 1
                found.states += 1
                deepest.append(state)
                if plies < book.plies:
                    deeper += _held(book, state, number, found)
            if progress and found.states % 1000 == 0:
                progress(f"checked {found.states:,} of {book.count:,} positions")
        if not deepest:
            break
        layer = deeper
        depths.append(len(deepest))
    if found.states < book.count:
        found.add(f"positions that come about in no game of {counted(book.plies, 'ply', 'plies')}: {book.count - found.states:,}")
    elif depths != book.depths:
        found.add(f"said to have positions by plies: {book.depths}, and has {depths}")
    chosen = random.Random(seed).sample(deepest, min(sample, len(deepest)))  # noqa: S311  no secret
    engine = Engine(book.rules, table=table, mode=mode) if chosen else None
    for state in chosen:
        assert engine is not None
        _searched(book, state, engine, found, progress)
    found.seconds = time.perf_counter() - begun
    return found


def _held(book: Book, state: State, number: int, found: CheckedBook) -> list[State]:
    """Hold a position against what its actions lead to; those positions in which the game is not over."""
    game, mover, worths, children = book.rules, book.rules.to_move(state), list[float](), list[State]()
    for action in listed(game, state):
        child = game.result(state, action)
        found.edges += 1
        if game.is_terminal(child):
            worths.append(float(game.utility(child, mover)))
            continue
        children.append(child)
        place = book.number(child)
        if place is not None:
            worths.append(book.value(place) if game.to_move(child) == mover else 0 - book.value(place))
    found.inner += 1
    said = book.value(number)
    if worths and said != max(worths):
        found.add(f"{game.write(state)}: said to be worth {said:g}, and its best action leads to {max(worths):g}")
    return children


def _searched(book: Book, state: State, engine: Engine, found: CheckedBook, progress: Progress | None) -> None:
    """Solve a position again."""

    def tell(nodes: int) -> None:
        if progress:
            progress(f"searched {found.searched:,} positions anew, {nodes:,} nodes in the next")

    answer = engine.value(state, progress=tell)
    if answer.value is None:
        raise KeyboardInterrupt
    number = book.number(state)
    own = answer.value if book.rules.to_move(state) == MAX else 0 - answer.value
    found.searched, found.nodes = found.searched + 1, found.nodes + answer.nodes
    if number is not None and own != book.value(number):
        found.add(f"{book.rules.write(state)}: said to be worth {book.value(number):g}, and a search finds {own:g}")
