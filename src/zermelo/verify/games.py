"""Games at random, with every unusual fact that a game can have, for searches to be held against a plain minimax.

A game is put together of traits: classes with a few methods each, and facts drawn by a seed. All that happens in it follows
from the numbers in a state, the seed of its tree among them: one game, compiled once, has as many trees as there are numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from math import inf, isfinite
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, MAX, Game

MOST_PAID: Final = 3
FACTOR: Final = 11
"""Actions are far apart, so that no place in a list can be taken for one."""


class State(NamedTuple):
    """Where a game stands.

    seed    of the tree; layer, number  which of its positions
    passes  how many have passed since; turned  whether it is seen in a mirror
    won     what MAX has won on the way; trail  which way it was, which the rules do not ask for
    """

    seed: int
    layer: int
    number: int
    passes: int
    turned: int
    won: int
    trail: int


def mixed(state: State, salt: int) -> int:
    """A number from 0 to 2**23 that follows from the position and a salt."""
    stirred = (state.seed * 69069 + state.layer * 7919 + state.number * 104729 + salt * 12345 + 54321) % 2147483648
    stirred = (stirred * 1103515245 + 12345) % 2147483648
    stirred = (stirred ^ stirred >> 13) * 69069 % 2147483648
    return stirred >> 8


WORTHS: Final = {
    "signs": (-1.0, 0.0, 1.0),
    "whole": (-4.0, -3.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0),
    "lopsided": (-10.0, -3.0, -1.0, 0.0, 0.0, 0.5, 1.0, 1.0),
    "positive": (0.0, 1.0, 1.0, 3.0, 10.0),
    "fractions": (-2.0, -1.5, -0.1, 0.0, 0.1, 1 / 3, 1.25, 2.0),
    "equal": (0.25,),
    "huge": (-(2.0**53), -(2.0**53) + 1, 0.0, 1.0, 2.0**53 - 1, 2.0**53),
    "vast": (-1e200, -1e199, 0.0, 1e-200, 1e200),
    "infinite": (-inf, -1.5, -0.1, 0.0, 0.0, 1 / 3, 2.0, inf),
}
"""What ends may be worth, by name, in rising order."""


class RandomGame(Game):
    """A random DAG: few positions stand in each layer, so that many ways lead to one; some actions skip a layer.

    worths   what an end may be worth to MAX, or to each of many players: a name among WORTHS
    in_turn  whether players move in turn; else as it happens, one also twice in a row
    summed   with more than two players, whether all that they have adds up to 0
    chance   chance moves too, with uneven probabilities, often several times in a row, also at the root
    circles  positions come back: there is one layer
    rewards  something is won or lost on the way, and kept in the state
    paid     the unit of what is won at once (see `Pays`); 0 where nothing is
    grown    the game is grown from its values. The number of a position, modulo how many worths there are, says what it is
             worth to MAX; one action, the good one, leads to a position worth the same, and the others to no better one for
             the player to move. So a game can prove what it likes of its values
    """

    max_actions = 5

    def __init__(
        self, players: int = 2, worths: str = "whole", layers: int = 5, width: int = 5, in_turn: bool = False, summed: bool = False,
        chance: bool = False, circles: bool = False, rewards: bool = False, grown: bool = False,
    ) -> None:  # fmt: skip
        self.players, self.layers, self.width, self.in_turn, self.summed = players, layers, width, in_turn, summed
        self.chance, self.circles, self.rewards, self.grown = chance, circles, rewards, grown
        self.worths = WORTHS[worths]
        self.paid = 0.0
        self.number = -1
        self.mirrored = isinstance(self, Mirrors)
        self.trailed = isinstance(self, Trails)

    def __repr__(self) -> str:
        return f"random_game({self.number})"

    def initial(self) -> State:
        return State(1, 0, 0, 0, 0, 0, 0)

    def to_move(self, state: State) -> int:
        if self.chance and mixed(state, 4) % 3 == 0:
            return CHANCE
        return ((state.layer if self.in_turn else mixed(state, 1)) + state.passes) % self.players

    def is_terminal(self, state: State) -> bool:
        if self.circles:
            return state.number > 0 and mixed(state, 2) % 4 == 0
        return state.layer >= self.layers or (state.layer > 0 and mixed(state, 2) % 7 == 0)

    def places(self, state: State) -> int:
        """How many actions there are."""
        return 1 + mixed(state, 3) % self.max_actions

    def actions(self, state: State) -> Iterable[int]:
        for place in range(self.places(state)):
            yield 3 + FACTOR * place

    def weight(self, state: State, place: int) -> int:
        """The share of an outcome, by its place where nothing is seen in a mirror: sometimes none, but for the first."""
        return mixed(state, 50 + place) % 8 if place > 0 else 1

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        weights = 0
        for place in range(self.places(state)):
            weights += self.weight(state, place)
        for place in range(self.places(state)):
            yield 3 + FACTOR * place, self.weight(state, self.unturned(state, place)) / weights

    def unturned(self, state: State, place: int) -> int:
        """The place of the same action in the position as it is not seen in a mirror."""
        return self.places(state) - 1 - place if state.turned == 1 else place

    def good(self, state: State) -> int:
        """Where a game is grown, the place of the action that keeps its worth."""
        return mixed(state, 9) % self.places(state)

    def result(self, state: State, action: int) -> State:
        listed = (action - 3) // FACTOR
        place = self.unturned(state, listed)
        drawn = mixed(state, 100 + place)
        layer = 0 if self.circles else state.layer + (2 if drawn % 4 == 0 else 1)
        number = drawn // 4 % self.width
        if self.grown:
            index = state.number % len(self.worths)
            if place != self.good(state):
                other = mixed(state, 700 + place) % len(self.worths)
                index = min(index, other) if self.to_move(state) == MAX else max(index, other)
            number = number * len(self.worths) + index
        turned = 1 - state.turned if self.mirrored and mixed(state, 600 + place) % 2 == 0 else state.turned
        won = state.won + mixed(state, 500 + place) % 3 - 1 if self.rewards else state.won
        trail = (state.trail * 8 + listed + 1) % 65536 if self.trailed else 0
        return State(state.seed, layer, number, 0, turned, won, trail)

    def drawn_worth(self, state: State, player: int, salt: int) -> float:
        """One of the worths, for each player another; of two players, what one has the other has not."""
        if self.players <= 2:
            worth = self.worths[mixed(state, salt) % len(self.worths)] + state.won
            return worth if player == MAX else -worth
        if not self.summed or player < self.players - 1:
            return self.worths[mixed(state, salt + 7 * player) % len(self.worths)]
        total = 0.0
        for other in range(self.players - 1):
            total += self.worths[mixed(state, salt + 7 * other) % len(self.worths)]
        return -total

    def grown_worth(self, state: State, player: int) -> float:
        """What a position of a grown game is worth."""
        worth = self.worths[state.number % len(self.worths)]
        return worth if player == MAX else -worth

    def utility(self, state: State, player: int) -> float:
        return self.grown_worth(state, player) if self.grown else self.drawn_worth(state, player, 200)

    def evaluate(self, state: State, player: int) -> float:
        return self.drawn_worth(state, player, 300)


# Traits: methods that a game has or has not. Each is put before RandomGame among the bases of a class.


class Trails(RandomGame):
    """States tell by which way they were reached, and `key` leaves that out."""

    def key(self, state: State) -> Any:
        return (state.seed, state.layer, state.number, state.passes, state.turned, state.won)


class Mirrors(RandomGame):
    """Positions have mirror images, in which actions are counted from the other end."""

    def symmetries(self, state: State) -> Iterable[State]:
        yield State(state.seed, state.layer, state.number, state.passes, 1 - state.turned, state.won, state.trail)


class Passes(RandomGame):
    """Who passes lets another move."""

    def null_move(self, state: State) -> State:
        passes = (state.passes + 1) % self.players
        return State(state.seed, state.layer, state.number, passes, state.turned, state.won, state.trail)

    def may_pass(self, state: State) -> bool:
        return mixed(state, 9) % 4 != 0


class Pays(RandomGame):
    """Actions win or lose something at once, up to MOST_PAID units, to the player who moves."""

    def reward(self, state: State, action: int) -> float:
        place = self.unturned(state, (action - 3) // FACTOR)
        return (mixed(state, 800 + place) % (2 * MOST_PAID + 1) - MOST_PAID) * self.paid


class Ordered(RandomGame):
    """Something is said of how promising actions are, as wide as it may be."""

    def order(self, state: State, action: int, child: State) -> int:
        return (mixed(child, 6) % 9 - 4) * 268435455


class Tactics(RandomGame):
    """Some actions are tactical, some positions forced."""

    def tactical(self, state: State) -> Iterable[int]:
        for place in range(self.places(state)):
            if mixed(state, 20 + place) % 3 == 0:
                yield 3 + FACTOR * place

    def kind(self, state: State, action: int) -> int:
        return int(mixed(state, 20 + (action - 3) // FACTOR) % 3 == 0)

    def exchange(self, state: State, action: int) -> float:
        return float(mixed(state, 60 + (action - 3) // FACTOR) % 5 - 2)

    def piece_to(self, state: State, action: int) -> int:
        return (action - 3) // FACTOR

    def forced(self, state: State) -> bool:
        return mixed(state, 8) % 4 == 0


class Bounds(RandomGame):
    """A game that knows an interval of what its positions are worth, sharp or not."""

    def bounds(self, state: State) -> tuple[float, float]:
        index = state.number % len(self.worths)
        low = self.worths[max(0, index - mixed(state, 30) % 5)]
        high = self.worths[min(len(self.worths) - 1, index + mixed(state, 31) % 5)]
        return (low, high) if self.to_move(state) == MAX else (-high, -low)


class Candidates(RandomGame):
    """A game that knows which actions need no search."""

    def candidates(self, state: State) -> Iterable[int]:
        for place in range(self.places(state)):
            unturned = self.unturned(state, place)
            if unturned == self.good(state) or mixed(state, 40 + unturned) % 3 != 0:
                yield 3 + FACTOR * place


class Endings(RandomGame):
    """A game that knows the values of its last positions, outside of a window only a bound."""

    endgame_plies = 2

    def plies_left(self, state: State) -> int:
        return max(0, self.layers - state.layer)

    def endgame_value(self, state: State, alpha: float, beta: float) -> float:
        worth = self.grown_worth(state, self.to_move(state))
        return max(alpha, min(beta, worth)) if mixed(state, 10) % 2 == 0 else worth


PROVING: Final = (Bounds, Candidates, Endings)
"""Traits that only a grown game can have."""


@cache
def kind(traits: tuple[type[RandomGame], ...]) -> type[RandomGame]:
    """The class of games with these traits."""
    name = "And".join(trait.__name__ for trait in traits) or "Plain"
    return type(name, (*traits, RandomGame) if traits else (RandomGame,), {"__module__": __name__})


def random_game(seed: int) -> RandomGame:
    """The game of this number."""
    chooser = random.Random(seed)  # noqa: S311  games, no secrets

    def chance(share: float) -> bool:
        return chooser.random() < share

    players = chooser.choice((1, 2, 2, 2, 2, 2, 3, 3, 4, 5))
    worths = chooser.choice(list(WORTHS))
    circles = players <= 2 and chance(0.2)
    grown = players == 2 and not circles and chance(0.35)
    dice = not circles and not grown and worths != "infinite" and chance(0.35)
    rewards = players <= 2 and not circles and not grown and worths not in ("huge", "vast") and chance(0.3)
    traits: list[type[RandomGame]] = [
        trait for trait in (Trails, Mirrors, Ordered, Tactics) if chance(0.4) and not (circles and trait is Tactics)
    ]
    traits += [trait for trait in PROVING if grown and chance(0.6)]
    traits += [Passes] if players > 1 and not grown and not dice and chance(0.6) else []
    apart = random.Random(f"{seed} rewards")  # noqa: S311  so that games which pay nothing stay what they are
    digits = ("huge", "vast") if players <= 2 else ("huge", "vast", "fractions", "infinite")  # sums of these are rounded
    rounded = worths in digits or (dice and players > 2)  # averages of many players are compared, with what was won in them or beside them
    pays = not grown and not rewards and not rounded and apart.random() < 0.3
    traits += [Pays] if pays else []
    layers = chooser.randint(4, 8) if players == 2 else chooser.randint(3, 5)
    summed = players > 2 and worths not in ("huge", "vast", "infinite") and chance(0.5)
    made = kind(tuple(traits))(players, worths, layers, chooser.randint(4, 8), chance(0.5), summed, dice, circles, rewards, grown)
    made.number = seed
    made.paid = apart.choice((1.0, 0.5, 0.1) if players <= 2 else (1.0, 0.5)) if pays else 0.0
    _state_facts(made, chance, chooser)
    return made


def _state_facts(game: RandomGame, chance: Callable[[float], bool], chooser: random.Random) -> None:
    """What the game says of its utilities: more or less, and nothing that is not true."""
    least, most = min(game.worths), max(game.worths)
    if game.rewards:
        least, most = least - game.layers, most + game.layers
    if game.paid:
        paid = MOST_PAID * game.paid * (game.width * game.layers if game.circles else game.layers)
        least, most = least - paid, most + paid
    if game.summed:
        game.utility_sum = 0.0
        least, most = min(least, (1 - game.players) * most), max(most, (1 - game.players) * least)
    if game.circles and (chance(0.7) or game.paid):
        game.repetition = chooser.choice(game.worths)
    if chance(0.6):
        game.utility_range = (least, most)
        if game.players == 2 and all(isfinite(worth) and worth == int(worth) for worth in game.worths) and chance(0.5):
            game.engine = {"bisection": True}
    game.evaluation_unit = chooser.choice((0.25, 1.0, 3.0))


def random_root(game: RandomGame, chooser: random.Random) -> State:
    """A state in which a game in another tree begins."""
    number = chooser.randrange(game.width * len(game.worths)) if game.grown else 0
    passes = chooser.randrange(game.players) if isinstance(game, Passes) else 0
    return State(chooser.randrange(10**9), 0, number, passes, chooser.randrange(2) if game.mirrored else 0, 0, 0)
