"""The net of the chess evaluation, learned as what is added to the weighted sum, from games that the engine played against itself.

Positions, K and targets are those of the regression (logistic.py): the sum and the net together are to expect of a quiet position what
the search of the game expected, and for a small part the result. The weights of the sum stay as they are. The mean
cross-entropy of expectation and target is gone down by Adam, in batches of positions that are shuffled anew each time they are gone
through; its step grows at first and then falls along half a wave of the cosine.

    D. Kingma and J. Ba, Adam: A Method for Stochastic Optimization, ICLR 2015.
    I. Loshchilov and F. Hutter, SGDR: Stochastic Gradient Descent with Warm Restarts, ICLR 2017 (the falling step).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from math import cos, pi
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.games.chess import State
from zermelo.games.chess.net import PLACES, SCALE, UNITS
from zermelo.games.chess.net_file import GREATEST
from zermelo.learn.chess.lesson import BOARDS, Lesson
from zermelo.learn.chess.logistic import (
    ASKED,
    BEGINS,
    Report,
    Taught,
    cross_entropy,
    held_out_of,
    kernel_of,
    laid_out,
    said_of,
    scale_of,
    targets,
)
from zermelo.learn.chess.selfplay import Record
from zermelo.native import WORDS

RESULT: Final = 0.05
"""The share of the result in the target. It was the better one of 0.05 and 0.15 in matches."""
PARTS: Final = 10_000
"""Parts of a pawn in which the sum is noted."""
FAR: Final = 20.0
"""Pawns. A search that says more is taken to say so much."""
BATCH: Final = 8192
EPOCHS: Final = 10
STEP: Final = 2e-3
"""Of Adam, in pawns, at its greatest ..."""
WARMING: Final = 100
"""... which it comes to after so many batches."""
LEAST: Final = 0.02
"""The share of the step that is left in the end."""
MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8
"""How much of the means of the slopes and of their squares is kept at each step, and what keeps the quotient finite."""
FIRST: Final = 0.05
"""Numbers begin at random within so much of 0; the constants with so much."""


class Looking:
    """What the compiler asks for: (game, state, plies, actions, marks, boards, sums, places) -> number of positions.

    The actions are those of whole games that begin at `state`, one after the other. Of each quiet position that is asked for are noted its
    pieces as the player to move sees them, in words that are 0 before; what the weighted sum says, in 1/10,000 of a pawn; and its number
    among the actions.
    """

    name = "look"

    def parts(self) -> list[tuple[Any, tuple[Any, ...], Any]]:
        """See `zermelo.native.kernel`."""
        return [(look, (int, WORDS, WORDS, WORDS, WORDS, WORDS), int)]


def look(game: Any, state: State, plies: int, actions: Any, marks: Any, boards: Any, sums: Any, places: Any) -> int:
    """See `Looking`."""
    now, count = state, 0
    for ply in range(plies):
        if marks[ply] == BEGINS:
            now = state
        if marks[ply] == ASKED and not now.checkers and game.kind(now, actions[ply]) == 0 and game.counts_in_full(now):
            at = BOARDS * count
            for square in now.own:
                boards[at] |= 1 << square
            for square in now.other:
                boards[at + 1] |= 1 << square
            for square in now.pawns:
                boards[at + 2] |= 1 << square
            for square in now.knights:
                boards[at + 3] |= 1 << square
            for square in now.diagonal:
                boards[at + 4] |= 1 << square
            for square in now.straight:
                boards[at + 5] |= 1 << square
            sums[count], places[count] = int(game.in_pawns(now, game.total(now, game.weights)) * PARTS), ply
            count += 1
        now = game.result(now, actions[ply])
    return count


class Seen(NamedTuple):
    """Quiet positions of games, to the player to move: their pieces in `BOARDS` words, what the weighted sum says, what a search said, both
    in pawns, the result, and the number of the game.
    """

    boards: Any
    sums: Any
    searched: Any
    results: Any
    games: Any

    def chosen(self, which: Any) -> Seen:
        """Some of them."""
        return Seen(*(column[which] for column in self))


class NetFit(NamedTuple):
    """What was learned: the numbers of the rows, K, how many games and positions, and the mean cross-entropy of the targets without the net
    and with it, in the games learned from and in those held out.
    """

    numbers: list[int]
    scale: float
    games: int
    positions: int
    before: tuple[float, float]
    after: tuple[float, float]


def fit(records: Sequence[Record], seed: int, report: Report) -> NetFit:
    """Learn a net from these games. The same seed, the same net. Raises SpecError where they are too few."""
    seen = seen_of(records, report)
    out = held_out_of(seen.games, len(records))
    learned, held_out = seen.chosen(~out), seen.chosen(out)
    scale = scale_of(learned.searched, learned.results)
    lessons = [Lesson(one.boards, one.sums, targets(scale, one.searched, one.results, RESULT)) for one in (learned, held_out)]
    lot = np.random.default_rng(seed)
    net = np.vstack([lot.uniform(-FIRST, FIRST, (PLACES, UNITS)), np.full((1, UNITS), FIRST)]).astype(np.float32)
    batches = EPOCHS * -(-len(learned.games) // BATCH)
    adam = Adam(net)
    for done, batch in enumerate(_batches(lot, len(learned.games)), 1):
        report(f"{done - 1} of {batches} batches")
        share = min(1, done / WARMING) * (LEAST + (1 - LEAST) * (1 + cos(pi * done / batches)) / 2)
        adam.go(STEP * share, lessons[0].slopes(net, scale, batch))
    made = whole(net)
    losses = [[loss(one, shown, scale) for one in lessons] for shown in (np.zeros_like(net), (made / SCALE).astype(np.float32))]
    before, after = ((first, second) for first, second in losses)
    return NetFit([int(number) for number in made.ravel()], scale, len(records), len(out), before, after)


def loss(lesson: Lesson, net: Any, scale: float) -> float:
    """The mean cross-entropy of what the weighted sum and a net expect and the targets, in nats."""
    return cross_entropy(scale * (lesson.sums + lesson.said(net)), lesson.wanted)


def whole(net: Any) -> Any:
    """The net in whole numbers of 1/800 of a pawn, none greater than there is room for."""
    return np.clip(np.rint(net * SCALE), -GREATEST, GREATEST).astype(int)


def _batches(lot: Any, number: int) -> Iterator[Any]:
    """The numbers of the positions of each batch."""
    for _ in range(EPOCHS):
        order = lot.permutation(number)
        for first in range(0, number, BATCH):
            yield order[first : first + BATCH]


class Adam:
    """Steps down the slopes, of a length that each number has by what its slopes have been."""

    def __init__(self, net: Any) -> None:
        self.net, self.done = net, 0
        self.mean, self.square = np.zeros_like(net), np.zeros_like(net)

    def go(self, step: float, slopes: Any) -> None:
        """Make a step, by the slopes of a batch."""
        self.done += 1
        self.mean += (1 - MEAN) * (slopes - self.mean)
        self.square += (1 - SQUARE) * (slopes * slopes - self.square)
        self.net -= step * (self.mean / (1 - MEAN**self.done)) / (np.sqrt(self.square / (1 - SQUARE**self.done)) + TINY)


def seen_of(records: Sequence[Record], report: Report) -> Seen:
    """The quiet positions after the openings."""
    game = Taught()
    report("the positions")
    actions, marks = laid_out(game, records)
    boards, sums, places = (array("q", bytes(8 * size * len(actions))) for size in (BOARDS, 1, 1))
    addresses = (column.buffer_info()[0] for column in (actions, marks, boards, sums, places))
    found = kernel_of(Looking(), game)(game, game.initial(), len(actions), *addresses)
    chosen = np.frombuffer(places, dtype=np.int64)[:found]
    played, searched, results = said_of(records, chosen)
    turns = np.concatenate([np.arange(len(record.actions)) % 2 for record in records])[chosen]
    pieces = np.frombuffer(boards, dtype=np.uint64)[: BOARDS * found].reshape(found, BOARDS)
    return Seen(
        pieces, np.frombuffer(sums, dtype=np.int64)[:found] / PARTS,
        np.where(turns == 0, searched, -searched).clip(-FAR, FAR), np.where(turns == 0, results, 1 - results), played,
    )  # fmt: skip
