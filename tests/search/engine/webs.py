"""A game with no sense, for the engine: positions that are reached by many ways.

Everything about a state follows from the numbers in it, the seed of its tree among them: one compilation serves any
number of trees. In all of them a player may move twice in a row, some actions skip a layer, so that lines have unequal
lengths, and few numbers stand in each layer, so that different ways lead to one position (a tree is a DAG). Utilities
are infinite and fractional; `order` and `tactical` say what comes to mind.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from zermelo import MAX, Game


class State(NamedTuple):
    """Where a game stands: in which tree, in which layer, at which number of it, and how it is turned."""

    seed: int
    layer: int
    number: int
    side: int


def mixed(state: State, salt: int) -> int:
    """A number from 0 to 2**23 that hangs on all but the side."""
    stirred = (state.seed * 69069 + state.layer * 7919 + state.number * 104729 + salt * 12345 + 54321) % 2147483648
    stirred = (stirred * 1103515245 + 12345) % 2147483648
    stirred = (stirred ^ stirred >> 13) * 69069 % 2147483648
    return stirred >> 8


class Web(Game):
    """A random DAG. Nothing is known of its values but by searching."""

    max_actions = 5
    unit = 0.5
    utilities_there_are = (-inf, -1.5, -0.1, 0.0, 0.0, 1 / 3, 2.0, inf)

    def __init__(self, layers: int = 8, width: int = 6) -> None:
        self.layers, self.width = layers, width

    def initial(self) -> State:
        return State(1, 0, 0, 0)

    def to_move(self, state: State) -> int:
        return mixed(state, 1) % 2

    def is_terminal(self, state: State) -> bool:
        return state.layer >= self.layers or (state.layer > 0 and mixed(state, 2) % 7 == 0)

    def places(self, state: State) -> int:
        """How many actions there are."""
        return 1 + mixed(state, 3) % 5

    def actions(self, state: State) -> Iterable[int]:
        for place in range(self.places(state)):
            yield 3 + 11 * place

    def result(self, state: State, action: int) -> State:
        drawn = mixed(state, 100 + action)
        return State(state.seed, state.layer + 1 + (drawn % 4 == 0), drawn // 4 % self.width, 0)

    def utility(self, state: State, player: int) -> float:
        worth = self.utilities_there_are[mixed(state, 4) % 8]
        return worth if player == MAX else -worth

    def evaluate(self, state: State, player: int) -> float:
        worth = (mixed(state, 5) % 13 - 6) * 0.35
        return worth if player == MAX else -worth

    def order(self, state: State, action: int, child: State) -> int:
        return (mixed(child, 6) % 9 - 4) * 268435455

    def tactical(self, state: State) -> Iterable[int]:
        for place in range(self.places(state)):
            if mixed(state, 7 + place) % 3 == 0:
                yield 3 + 11 * place
