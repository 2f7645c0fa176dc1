"""Databases of games with chance: what each state is worth at least and at most."""

from __future__ import annotations

import pytest

import zermelo as z
from tests.databases.examples import Chances
from zermelo.solving.graph import GameGraph

# States


def test_as_many_states_as_value_iteration_lists():
    found, graph = z.count_states(z.load_game("pig(10)"), mode="interpreted"), GameGraph(z.load_game("pig(10)"), mode="interpreted")
    assert (found.states, found.successors) == (graph.count, graph.edges) == (2412, 6246)
    assert found.ends == 108


@pytest.mark.slow
def test_both_modes_count_the_same():
    for game in (z.load_game("pig(12)"), z.load_game("2048(2)"), Chances(1)):
        assert z.count_states(game, mode="compiled")[:4] == z.count_states(game, mode="interpreted")[:4]


class Loaded(Chances):
    """The chances of an outcome do not add up."""

    def outcomes(self, state):
        for action, chance in super().outcomes(state):
            yield action, chance * 0.75


class Mute(Chances):
    """Chance has no outcome."""

    def outcomes(self, state):
        yield from ()


@pytest.mark.parametrize("mode", ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def test_chances_that_are_none_are_refused(mode):
    with pytest.raises(z.GameError, match=r"do not sum to 1|sum to 0\.75"):
        z.count_states(Loaded(1), mode=mode)
    with pytest.raises(z.GameError, match=r"`outcomes`"):
        z.count_states(Mute(1), mode=mode)
