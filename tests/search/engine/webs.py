"""Games with no sense, for the engine: positions that are reached by many ways.

Everything about a state follows from the numbers in it, the seed of its tree among them: one compilation serves any
number of trees. In all of them a player may move twice in a row, some actions skip a layer, so that lines have unequal
lengths, and few numbers stand in each layer, so that different ways lead to one position (a tree is a DAG). Utilities
are infinite and fractional; `order` and `tactical` say what comes to mind.

In a `Web` nothing is known of the values. A `Garden` is grown from its values, so that it can prove what it likes of
them; an `Orchard` is a garden of few and whole ones. In a `Ring` positions come back.
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
    """A number from 0 to 2**23 that depends on all but the side."""
    stirred = (state.seed * 69069 + state.layer * 7919 + state.number * 104729 + salt * 12345 + 54321) % 2147483648
    stirred = (stirred * 1103515245 + 12345) % 2147483648
    stirred = (stirred ^ stirred >> 13) * 69069 % 2147483648
    return stirred >> 8


class Web(Game):
    """A random DAG. Nothing is known of its values but by searching."""

    max_actions = 5
    evaluation_unit = 0.5
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
        worth = (mixed(state, 5) % 13 - 6) * 0.3
        return worth if player == MAX else -worth

    def order(self, state: State, action: int, child: State) -> int:
        return (mixed(child, 6) % 9 - 4) * 268435455

    def tactical(self, state: State) -> Iterable[int]:
        for place in range(self.places(state)):
            if mixed(state, 7 + place) % 3 == 0:
                yield 3 + 11 * place


class Garden(Web):
    """A random DAG grown from its values: every proof that a game can offer is there, as sharp as it happens to be.

    The number of a state, modulo 8, says what it is worth. One action, the good one, leads to a state of the same worth,
    and the others to no better one for the player to move. Sides are mirror images: their actions are counted from the
    other end.
    """

    max_actions = 5
    endgame_plies = 2
    utilities_there_are = (-2.0, -1.5, -0.1, 0.0, 0.1, 1 / 3, 1.25, 2.0)
    utility_range = (-2.0, 2.0)

    def worth(self, state: State, player: int) -> float:
        """What the state is worth to a player, by construction."""
        worth = self.utilities_there_are[state.number % 8]
        return worth if player == MAX else -worth

    def utility(self, state: State, player: int) -> float:
        return self.worth(state, player)

    def unturned(self, state: State, place: int) -> int:
        """The place of the same action in the mirror image that has side 0."""
        return self.places(state) - 1 - place if state.side == 1 else place

    def good(self, state: State) -> int:
        """The place of the action that keeps the value."""
        return mixed(state, 8) % self.places(state)

    def result(self, state: State, action: int) -> State:
        place = self.unturned(state, (action - 3) // 11)
        drawn = mixed(state, 100 + place)
        index = state.number % 8
        if place != self.good(state):
            index = min(index, drawn % 8) if self.to_move(state) == MAX else max(index, drawn % 8)
        side = state.side if drawn // 512 % 2 == 0 else 1 - state.side
        return State(state.seed, state.layer + 1 + (drawn // 8 % 4 == 0), drawn // 32 % self.width * 8 + index, side)

    def candidates(self, state: State) -> Iterable[int]:
        for place in range(self.places(state)):
            unturned = self.unturned(state, place)
            if unturned == self.good(state) or mixed(state, 20 + unturned) % 3 != 0:
                yield 3 + 11 * place

    def plies_left(self, state: State) -> int:
        return self.layers - state.layer

    def bounds(self, state: State) -> tuple[float, float]:
        index = state.number % 8
        low = self.utilities_there_are[max(0, index - mixed(state, 30) % 5)]
        high = self.utilities_there_are[min(7, index + mixed(state, 31) % 5)]
        return (low, high) if self.to_move(state) == MAX else (-high, -low)

    def endgame_value(self, state: State, alpha: float, beta: float) -> float:
        worth = self.worth(state, self.to_move(state))
        return max(alpha, min(beta, worth)) if mixed(state, 9) % 2 == 0 else worth

    def symmetries(self, state: State) -> Iterable[State]:
        yield State(state.seed, state.layer, state.number, 1 - state.side)


class Orchard(Garden):
    """A garden whose values are few and whole: it is solved by bisection."""

    utilities_there_are = (-4.0, -3.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
    utility_range = (-4.0, 4.0)
    engine = {"bisection": True}  # noqa: RUF012  never changed


class Ring(Web):
    """A random graph with cycles: few places that are left and come to again. Who repeats a position has half a point.

    A place is a number below `layers * width`; who is to move depends on it alone.
    """

    repetition = 0.5
    utilities_there_are = (-2.0, -1.0, 0.0, 0.0, 0.5, 1.0, 1.0, 2.0)

    def is_terminal(self, state: State) -> bool:
        return state.number > 0 and mixed(state, 2) % 6 == 0

    def result(self, state: State, action: int) -> State:
        return State(state.seed, 0, mixed(state, 100 + action) % (self.layers * self.width), 0)

    def tactical(self, state: State) -> Iterable[int]:
        return ()  # they have to come to an end, and here nothing does


class Lottery(Web):
    """A random DAG in which chance moves too, with uneven probabilities, often several times in a row."""

    chance = True
    utilities_there_are = (-2.0, -1.5, -0.1, 0.0, 0.1, 1 / 3, 1.25, 2.0)
    utility_range: tuple[float, float] | None = (-2.0, 2.0)

    def to_move(self, state: State) -> int:
        return mixed(state, 1) % 4 % 3 - 1

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        weights = 0
        for place in range(self.places(state)):
            weights += self.weight(state, place)
        for place in range(self.places(state)):
            yield 3 + 11 * place, self.weight(state, place) / weights

    def weight(self, state: State, place: int) -> int:
        """The share of an outcome: sometimes none."""
        return mixed(state, 50 + place) % 8 if place > 0 else 1


class Raffle(Lottery):
    """The same without a word on what the game may be worth at most."""

    utility_range = None


class Stroll(Lottery):
    """MAX, chance, MIN, chance, in turn; each steps up or down a ladder, and the end is worth the rung. Good steps come first."""

    max_actions = 8
    utility_range: tuple[float, float] | None = (-1.0, 1.0)

    def to_move(self, state: State) -> int:
        return (0, -1, 1, -1)[state.layer % 4]

    def is_terminal(self, state: State) -> bool:
        return state.layer >= self.layers

    def places(self, state: State) -> int:
        return 8

    def result(self, state: State, action: int) -> State:
        return State(state.seed, state.layer + 1, state.number + mixed(state, action) % 21 - 10, 0)

    def utility(self, state: State, player: int) -> float:
        worth = max(-1.0, min(1.0, state.number / 40))
        return worth if player == MAX else -worth

    def evaluate(self, state: State, player: int) -> float:
        return self.utility(state, player)

    def order(self, state: State, action: int, child: State) -> int:
        return child.number if self.to_move(state) == MAX else -child.number

    def tactical(self, state: State) -> Iterable[int]:
        return ()
