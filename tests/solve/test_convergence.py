"""How a strategy comes about: each stage is what a solver of its own finds after this many iterations."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.solving.convergence import USUAL, convergence


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "mccfr"])
def test_each_stage_is_what_a_solver_finds(algorithm):
    game = z.load_game("kuhn")
    stages = convergence(game, algorithm, after=(1, 3, 20), seed=4)
    assert [stage.iterations for stage in stages] == [1, 3, 20]
    for stage in stages:
        solver = z.Solver(game, algorithm, seed=4, mode="interpreted")
        solver.run(stage.iterations)
        assert stage.strategy.mixed == solver.strategy().mixed
        assert stage.judgement.exploitability == solver.judge().exploitability


def test_the_usual_stages_come_near_an_equilibrium():
    found = [stage.judgement.exploitability for stage in convergence(z.load_game("kuhn"))]
    assert len(found) == len(USUAL)
    assert found[-1] < 0.001 < found[0]


def test_a_tree_that_is_too_large_is_refused():
    with pytest.raises(z.SearchError, match="nodes"):
        convergence(z.load_game("leduc"), most=100)
