"""How a strategy comes about: what it says, and what it is worth, after one iteration, two, three, five, ten and so on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from zermelo.game import Game
from zermelo.solving.solver import Judgement, Solver
from zermelo.solving.strategy import Strategy
from zermelo.solving.tree import MOST_NODES

USUAL: Final = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000)
"""After this many iterations unless told."""
_COMPILED_FROM: Final = 500
"""Nodes from which on compiling takes less time than it saves."""


@dataclass(frozen=True)
class Stage:
    """The average strategy after this many iterations, and what it is worth."""

    iterations: int
    strategy: Strategy
    judgement: Judgement


def convergence(game: Game, algorithm: str = "cfr", *, after: Sequence[int] = USUAL, seed: int = 0, most: int = MOST_NODES) -> list[Stage]:
    """The strategies that `Solver` has after this many iterations each, from few to many.

    most  the most nodes that the tree may have

    Raises SearchError as `Solver` does.
    """
    solver = Solver(game, algorithm, seed=seed, mode="interpreted", most=most)
    if solver.tree.count > _COMPILED_FROM:
        solver = Solver(game, algorithm, seed=seed, most=most)
    stages = []
    for iterations in after:
        solver.run(iterations - solver.iterations)
        stages.append(Stage(solver.iterations, solver.strategy(), solver.judge()))
    return stages
