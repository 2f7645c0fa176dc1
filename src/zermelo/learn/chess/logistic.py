"""The weights of the chess evaluation, by logistic regression on the games that the engine played against itself.

The expected result of a position is s(K * v), where v is what the evaluation says, in pawns, and s the logistic function. K is what
makes the results likeliest, if v is what a search said of the position; so the evaluation gets the scale of the searches. Then the
weights are fitted, so that the mean cross-entropy of expectation and target is least, where the target is for the most part what the search
led one to expect, and for the rest the result: a result is the truth, but says little of each single position of a game; a search says
more, and errs alike. A pull towards the weights that come with the package, by squares, holds those of which the games say little.

Only quiet positions are asked for: no check, the move that was played takes nothing, and either side could win with a lead. What a
weight is multiplied with, the evaluation itself says: the value that it gives, in a row where this weight is 1 and all the others are 0;
or, for several at once, where they are powers of two so far apart that the sum can be taken apart again.

    P. Österlund, Texel's tuning method, 2014 (who has squares in place of the cross-entropy, and the results alone).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import SpecError
from zermelo.game import MAX
from zermelo.games.chess import Chess, State
from zermelo.games.chess.evaluation import ALL_PIECES
from zermelo.games.chess.weights import COUNT, FIRST, PLACES, SIZES, Weights, first_weights, shipped
from zermelo.learn.chess.selfplay import Record
from zermelo.native import WORDS

HELD_OUT: Final = 10
"""Every tenth game is kept out of the regression, and tells what it is worth."""
PULL: Final = 1e-6
"""The loss that a weight costs which is a pawn away from where it began."""
RESULT: Final = 0.15
"""The share of the result in the target; the rest is what a search led one to expect."""
BY_HAND: Final = "mating"
"""A feature that keeps its first weights: few games get as far as that."""
STEPS: Final = 200
"""Of the descent, at most."""
ENOUGH: Final = {"gtol": 1e-9, "ftol": 1e-9}
"""Where the descent ends. The slope is small everywhere, as a weight that is off by a hundredth of a pawn costs next to nothing."""
LANE: Final = 9
LANES: Final = 7
"""A word holds what so many weights are multiplied with, in so many bits each: no feature counts more than 255 times."""
SKIPPED: Final = 0
BEGINS: Final = 1
ASKED: Final = 2
"""Of an action: that it begins a game; that the position before it is asked for, if it is quiet."""

Report = Callable[[str], None]


class Taught(Chess):
    """Chess for kernels that read more of it than searches do: a class of its own, so that those of chess are compiled as before."""


class Weighing:
    """What the compiler asks for: (game, state, plies, actions, marks, row of weights, places, phases, sums) -> number of positions.

    The actions are those of whole games that begin at `state`, one after the other. Of each quiet position that is asked for, its number
    among the actions is noted, its phase, and the sum of the features to White.
    """

    name = "weigh"

    def parts(self) -> list[tuple[Any, tuple[Any, ...], Any]]:
        """See `zermelo.native.kernel`."""
        return [(weigh, (int, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS), int)]


def weigh(game: Any, state: State, plies: int, actions: Any, marks: Any, weights: Any, places: Any, phases: Any, sums: Any) -> int:
    """See `Weighing`."""
    now, count = state, 0
    for ply in range(plies):
        if marks[ply] == BEGINS:
            now = state
        if marks[ply] == ASKED and not now.checkers and game.kind(now, actions[ply]) == 0 and game.counts_in_full(now):
            total = game.total(now, weights)
            places[count], phases[count] = ply, game.phase(now)
            sums[count] = total if game.to_move(now) == MAX else -total
            count += 1
        now = game.result(now, actions[ply])
    return count


class Following:
    """What the compiler asks for: (game, state, plies, actions, marks) -> number of the first action that is not legal, or -1."""

    name = "follow"

    def parts(self) -> list[tuple[Any, tuple[Any, ...], Any]]:
        """See `zermelo.native.kernel`."""
        return [(follow, (int, WORDS, WORDS), int)]


def follow(game: Any, state: State, plies: int, actions: Any, marks: Any) -> int:
    """See `Following`."""
    now = state
    for ply in range(plies):
        if marks[ply] == BEGINS:
            now = state
        legal = False
        for action in game.actions(now):
            legal = legal or action == actions[ply]
        if not legal:
            return ply
        now = game.result(now, actions[ply])
    return -1


class Positions(NamedTuple):
    """Quiet positions of games: what each weight is multiplied with (to White), the share of the middle game, what a search said of it, in
    pawns, the result, the game.
    """

    counts: Any
    middle: Any
    searched: Any
    results: Any
    games: Any

    def chosen(self, which: Any) -> Positions:
        """Some of them."""
        return Positions(*(column[which] for column in self))


class Fit(NamedTuple):
    """What was learned: the weights, K, and the mean cross-entropy before and after, in the games learned from and in those held out."""

    weights: Weights
    scale: float
    games: int
    positions: int
    before: tuple[float, float]
    after: tuple[float, float]


def positions_of(records: Sequence[Record], report: Report) -> Positions:
    """The quiet positions after the openings."""
    from scipy import sparse

    game = Taught()
    kernel, (actions, marks) = kernel_of(Weighing(), game), laid_out(game, records)
    places, phases, sums = (array("q", bytes(8 * len(actions))) for _ in range(3))
    counts = []
    for first in range(0, COUNT, LANES):
        report(f"what {first} of {COUNT} weights are multiplied with")
        row = array("q", [1 << LANE * (place - first) if first <= place < first + LANES else 0 for place in PLACES])
        addresses = (column.buffer_info()[0] for column in (actions, marks, row, places, phases, sums))
        found = kernel(game, game.initial(), len(actions), *addresses)
        counts.append(sparse.csr_array(_lanes(np.array(sums[:found]), min(LANES, COUNT - first))))
    played, searched, results = said_of(records, np.frombuffer(places, dtype=np.int64)[:found])
    middle = np.frombuffer(phases, dtype=np.int64)[:found] / ALL_PIECES
    return Positions(sparse.hstack(counts, format="csr"), middle.astype(np.float32), searched, results, played)


def laid_out(game: Chess, records: Sequence[Record]) -> tuple[array[int], array[int]]:
    """The actions of all these games in a row, and beside each whether it begins a game, or the position before it is asked for.

    Raises SpecError where one is not legal.
    """
    actions = array("q", [action for record in records for action in record.actions])
    marks = array("q", [mark for record in records for mark in _marks(record)])
    addresses = (column.buffer_info()[0] for column in (actions, marks))
    illegal = kernel_of(Following(), game)(game, game.initial(), len(actions), *addresses)
    if illegal >= 0:
        raise SpecError(f"there is an action that is not legal in these games, {actions[illegal]}: they are damaged, or of another game")
    return actions, marks


def said_of(records: Sequence[Record], chosen: Any) -> tuple[Any, Any, Any]:
    """Of positions, by their numbers among all actions: the game, what a search said to White, in pawns, and the result to White.

    Raises SpecError where there are none.
    """
    if not len(chosen):
        raise SpecError("there is no quiet position in these games; more games have some")
    played = np.repeat(np.arange(len(records)), [len(record.actions) for record in records])[chosen]
    searched = np.concatenate([[*[0] * record.opening, *record.values] for record in records])[chosen] / 100
    return played, searched, np.array([record.result for record in records])[played]


def _marks(record: Record) -> list[int]:
    return [BEGINS, *[SKIPPED] * (record.opening - 1), *[ASKED] * len(record.values)]


def _lanes(sums: Any, number: int) -> Any:
    """The numbers in the lanes of each word, from the lowest: each is at least -2**(LANE - 1), and less than 2**(LANE - 1)."""
    found = np.empty((len(sums), number), dtype=np.float32)
    for lane in range(number):
        low = (sums + (1 << LANE - 1) & (1 << LANE) - 1) - (1 << LANE - 1)
        found[:, lane], sums = low, sums - low >> LANE
    return found


def fit(records: Sequence[Record], report: Report) -> Fit:
    """Fit the weights to these games."""
    from scipy.optimize import minimize

    positions = positions_of(records, report)
    out = held_out_of(positions.games, len(records))
    learned, held_out = positions.chosen(~out), positions.chosen(out)
    start, scale = as_row(shipped()), scale_of(learned.searched, learned.results)
    steps = 0

    def told(_: Any) -> None:
        nonlocal steps
        steps += 1
        report(f"{steps} steps of the descent")

    asked = (scale, learned._replace(results=targets(scale, learned.searched, learned.results)), start)
    found = minimize(pulled_loss, start, asked, method="L-BFGS-B", jac=True, callback=told, options={"maxiter": STEPS, **ENOUGH}).x.round()
    weights = {**as_weights(found), BY_HAND: first_weights()[BY_HAND]}
    losses = [(loss(one, scale, learned), loss(one, scale, held_out)) for one in (start, as_row(weights))]
    return Fit(weights, scale, len(records), len(positions.results), losses[0], losses[1])


def held_out_of(games: Any, number: int) -> Any:
    """Which positions are held out, by the games that they are of, out of so many. Raises SpecError where all or none would be."""
    out = games % HELD_OUT == HELD_OUT - 1
    if out.all() or not out.any():
        raise SpecError(f"one game of {HELD_OUT} is held out, and {number} are too few for that; take more")
    return out


def scale_of(searched: Any, results: Any) -> float:
    """K: what makes the results likeliest, by what searches said of the positions."""
    from scipy.optimize import minimize_scalar

    return float(minimize_scalar(lambda k: cross_entropy(k * searched, results), bounds=(0.01, 10), method="bounded").x)


def targets(scale: float, searched: Any, results: Any, share: float = RESULT) -> Any:
    """What is to be expected of each position: its result, to this share, and for the rest what the search expected."""
    return share * results + (1 - share) / (1 + np.exp(-scale * searched))


def value(weights: Any, positions: Positions) -> Any:
    """What the evaluation says of each position, in pawns: `weights` are all those for the middle game, then those for the endgame."""
    middle, end = (positions.counts @ half.astype(np.float32) for half in (weights[:COUNT], weights[COUNT:]))
    return (positions.middle * middle + (1 - positions.middle) * end) / 100


def loss(weights: Any, scale: float, positions: Positions) -> float:
    """The mean cross-entropy, in nats."""
    return cross_entropy(scale * value(weights, positions), positions.results)


def cross_entropy(sums: Any, results: Any) -> float:
    """The mean of -log of what the logistic function of each sum says of its result, in nats."""
    return float(np.mean(np.logaddexp(0.0, sums) - results * sums))


def pulled_loss(weights: Any, scale: float, positions: Positions, start: Any) -> tuple[float, Any]:
    """The loss with the pull towards the start, and its gradient."""
    sums = scale * value(weights, positions)
    slopes = (scale / 100 / len(sums)) * (1 / (1 + np.exp(-sums)) - positions.results)
    halves = [(slopes * share).astype(np.float32) @ positions.counts for share in (positions.middle, 1 - positions.middle)]
    away = (weights - start) / 100
    return cross_entropy(sums, positions.results) + float(PULL * away @ away), np.concatenate(halves) + 2 * PULL / 100 * away


def as_row(weights: Weights) -> Any:
    """All values for the middle game, then all for the endgame."""
    return np.array([one for half in range(2) for name in SIZES for one in weights[name][half]], dtype=float)


def as_weights(row: Any) -> Weights:
    """The same by feature."""
    middle, end = ([int(one) for one in half] for half in (row[:COUNT], row[COUNT:]))
    return {name: (middle[first : first + SIZES[name]], end[first : first + SIZES[name]]) for name, first in FIRST.items()}


def kernel_of(kind: Any, game: Chess) -> Any:
    """What this asks the compiler for, compiled for chess."""
    from zermelo import native

    return native.kernel(kind, game)
