"""The weights of connect four's evaluation, fitted anew: a logistic regression over positions that are solved exactly.

Positions of 14 to 26 stones that the game's own bounds do not settle, from random play in which nobody overlooks a win or a
threat. A position counts 1 if who begins wins it, 0 if the other, 1/2 for a draw; the features are those of the game's
`evaluate`. The weights are printed as `evaluate` has them, a stone in an open line being 1; and how often the evaluation,
with the weights it has, puts a won position above a lost one, on positions of their own.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterator

import numpy as np

import zermelo
from zermelo.game import MAX
from zermelo.games.connect4 import EVEN, ODD, OTHER, TO_MOVE, ConnectFour, State
from zermelo.search.engine.engine import Engine

STONES = (14, 26)
NAMES = {"ODD": ODD, "EVEN": EVEN, "OTHER": OTHER, "stones in open lines": 1, "TO_MOVE": TO_MOVE}


def positions(game: ConnectFour, count: int, seed: int) -> Iterator[tuple[State, float]]:
    """Positions, none over or settled, and what they are worth to who begins."""
    engine = Engine(game, table=64)
    chooser = random.Random(seed)  # noqa: S311  # games, not secrets
    while count > 0:
        state, stones = game.initial(), chooser.randint(*STONES)
        while game.plies_left(state) > 42 - stones and not game.is_terminal(state):
            low, high = game.bounds(state)
            state = game.result(state, chooser.choice(list(game.candidates(state) if low < high else game.actions(state))))
        if not game.is_terminal(state) and game.bounds(state)[0] < game.bounds(state)[1]:
            count -= 1
            yield state, engine.value(state).low


def fitted(features: np.ndarray, worth: np.ndarray, rounds: int = 50) -> np.ndarray:
    """The weights of the features under which the values are the likeliest, by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(rounds):
        expected = 1 / (1 + np.exp(-features @ weights))
        curvature = (features * (expected * (1 - expected))[:, None]).T @ features + 1e-6 * np.eye(len(weights))
        weights += np.linalg.solve(curvature, features.T @ (worth - expected))
    return weights


def above(judged: list[float], worth: list[float]) -> float:
    """How often a position that is won is judged higher than one that is lost: the area under the curve."""
    ranked = sorted(zip(judged, worth, strict=True))
    lost, inversions, won = 0, 0.0, 0
    for _, group in _groups(ranked):
        wins, losses = group.count(1), group.count(-1)
        inversions += wins * (lost + losses / 2)
        won, lost = won + wins, lost + losses
    return inversions / (won * lost) if won and lost else math.nan


def _groups(ranked: list[tuple[float, float]]) -> Iterator[tuple[float, list[float]]]:
    """The values of each judgement."""
    group: list[float] = []
    for place, (judgement, value) in enumerate(ranked):
        group.append(value)
        if place + 1 == len(ranked) or ranked[place + 1][0] != judgement:
            yield judgement, group
            group = []


def main() -> None:
    """Fit, and tell."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    options.add_argument("--positions", type=int, default=12_000, metavar="N", help="to fit to; a third as many to test on (12000)")
    options.add_argument("--seed", type=int, default=1, help="of the positions (1)")
    chosen = options.parse_args()
    game = zermelo.load_game("connect4")
    assert isinstance(game, ConnectFour)
    known = list(positions(game, chosen.positions, chosen.seed))
    weights = fitted(np.array([game.features(state) for state, _ in known], dtype=float), np.array([(worth + 1) / 2 for _, worth in known]))
    unit = weights[list(NAMES).index("stones in open lines")]
    test = list(positions(game, chosen.positions // 3, chosen.seed + 1))
    share = above([game.evaluate(state, MAX) for state, _ in test], [worth for _, worth in test])
    if chosen.json:
        rows = [{"name": name, "fitted": float(w / unit), "used": NAMES[name]} for name, w in zip(NAMES, weights, strict=True)]
        print(json.dumps({"rows": rows, "above": share}, indent=2))
        return
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name:22} fitted {weight / unit:5.1f}, used {NAMES[name]}")
    print(f"The evaluation puts a won position above a lost one in {share:.1%} of the pairs.")


if __name__ == "__main__":
    main()
