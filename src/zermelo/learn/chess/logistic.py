"""The weights of the chess evaluation, by logistic regression on the results of games.

The expected result of a position is s(K * v), where v is what the evaluation says, in pawns, and s the logistic function. K is
fitted first, with the weights to begin with, and gives the evaluation its scale; then the weights, so that the mean cross-entropy of
expectation and result is least: the gradient is K * (s(K * v) - result) times what each weight is multiplied with. A pull towards the
first weights, by squares, holds those of which the games say little.

Only quiet positions are asked for: no check, and the move that was played takes nothing. What a weight is multiplied with, the
evaluation itself says: the value that it gives, in a row where this weight is 1 and all the others are 0.

    P. Österlund, Texel's tuning method, 2014 (who has squares in place of the cross-entropy).
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
from zermelo.games.chess.weights import COUNT, FIRST, PLACES, SIZES, Weights, first_weights
from zermelo.learn.chess.selfplay import Record
from zermelo.native import WORDS

HELD_OUT: Final = 10
"""Every tenth game is kept out of the regression, and tells what it is worth."""
PULL: Final = 5e-4
"""The loss that a weight costs which is a pawn away from where it began."""
STEPS: Final = 300
"""Of the descent, at most."""
SKIPPED: Final = 0
BEGINS: Final = 1
ASKED: Final = 2
"""Of an action: that it begins a game; that the position before it is asked for, if it is quiet."""

Report = Callable[[str], None]


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
        if marks[ply] == ASKED and not now.checkers and game.kind(now, actions[ply]) == 0:
            total = game.total(now, weights)
            places[count], phases[count] = ply, game.phase(now)
            sums[count] = total if game.to_move(now) == MAX else -total
            count += 1
        now = game.result(now, actions[ply])
    return count


class Positions(NamedTuple):
    """Quiet positions of games: what each weight is multiplied with (to White), the share of the middle game, the result, the game."""

    counts: Any
    middle: Any
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
    actions = array("q", [action for record in records for action in record.actions])
    marks = array("q", [mark for record in records for mark in _marks(record)])
    places, phases, sums = (array("q", bytes(8 * len(actions))) for _ in range(3))
    game = Chess()
    kernel = _kernel(game)
    counts = None
    for weight in range(COUNT):
        report(f"what {weight + 1} of {COUNT} weights are multiplied with")
        row = array("q", [place == weight for place in PLACES])
        addresses = (column.buffer_info()[0] for column in (actions, marks, row, places, phases, sums))
        found = kernel(game, game.initial(), len(actions), *addresses)
        if counts is None:
            counts = np.empty((found, COUNT), dtype=np.float32)
        counts[:, weight] = np.frombuffer(sums, dtype=np.int64)[:found]
    if counts is None or not len(counts):
        raise SpecError("there is no quiet position in these games; more games have some")
    played = np.repeat(np.arange(len(records)), [len(record.actions) for record in records])[np.frombuffer(places, dtype=np.int64)[:found]]
    middle = np.frombuffer(phases, dtype=np.int64)[:found] / ALL_PIECES
    return Positions(counts, middle.astype(np.float32), np.array([record.result for record in records])[played], played)


def _marks(record: Record) -> list[int]:
    return [BEGINS, *[SKIPPED] * (record.opening - 1), *[ASKED] * len(record.values)]


def fit(records: Sequence[Record], report: Report) -> Fit:
    """Fit the weights to these games."""
    from scipy.optimize import minimize, minimize_scalar

    positions = positions_of(records, report)
    out = positions.games % HELD_OUT == HELD_OUT - 1
    learned, held_out = positions.chosen(~out), positions.chosen(out)
    start = as_row(first_weights())
    scale = float(minimize_scalar(lambda k: loss(start, k, learned), bounds=(0.01, 10.0), method="bounded").x)
    steps = 0

    def told(_: Any) -> None:
        nonlocal steps
        steps += 1
        report(f"{steps} steps of the descent")

    found = minimize(
        pulled_loss, start, (scale, learned, start), method="L-BFGS-B", jac=True, callback=told, options={"maxiter": STEPS}
    ).x.round()
    losses = [(loss(one, scale, learned), loss(one, scale, held_out)) for one in (start, found)]
    return Fit(as_weights(found), scale, len(records), len(positions.results), losses[0], losses[1])


def value(weights: Any, positions: Positions) -> Any:
    """What the evaluation says of each position, in pawns: `weights` are all those for the middle game, then those for the endgame."""
    middle, end = (positions.counts @ half.astype(np.float32) for half in (weights[:COUNT], weights[COUNT:]))
    return (positions.middle * middle + (1 - positions.middle) * end) / 100


def loss(weights: Any, scale: float, positions: Positions) -> float:
    """The mean cross-entropy, in nats."""
    sums = scale * value(weights, positions)
    return float(np.mean(np.logaddexp(0.0, sums) - positions.results * sums))


def pulled_loss(weights: Any, scale: float, positions: Positions, start: Any) -> tuple[float, Any]:
    """The loss with the pull towards the start, and its gradient."""
    sums = scale * value(weights, positions)
    losses = np.logaddexp(0.0, sums) - positions.results * sums
    slopes = (scale / 100 / len(sums)) * (1 / (1 + np.exp(-sums)) - positions.results)
    halves = [(slopes * share).astype(np.float32) @ positions.counts for share in (positions.middle, 1 - positions.middle)]
    away = (weights - start) / 100
    return float(np.mean(losses) + PULL * away @ away), np.concatenate(halves) + 2 * PULL / 100 * away


def as_row(weights: Weights) -> Any:
    """All values for the middle game, then all for the endgame."""
    return np.array([one for half in range(2) for name in SIZES for one in weights[name][half]], dtype=float)


def as_weights(row: Any) -> Weights:
    """The same by feature."""
    middle, end = ([int(one) for one in half] for half in (row[:COUNT], row[COUNT:]))
    return {name: (middle[first : first + SIZES[name]], end[first : first + SIZES[name]]) for name, first in FIRST.items()}


def _kernel(game: Chess) -> Any:
    from zermelo import native

    return native.kernel(Weighing(), game)
