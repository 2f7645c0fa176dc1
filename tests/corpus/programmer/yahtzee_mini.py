"""A small Yahtzee for one: three dice, four categories, and one throw again.

A round begins with a throw of three dice. The player may throw any of them again, once, and then fills a category that is
still open: the sum of the dice counts for CHANCE, and for PAIR if at least two are equal; STRAIGHT (three numbers in a row) is worth
20 and TRIPLE (all equal) 30. A category that the dice do not fit brings nothing. After four rounds the game is over.
"""

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from itertools import compress, product

from zermelo import CHANCE, MAX, Game

DICE = 3
FACES = range(1, 7)


class Category(Enum):
    CHANCE = "sum"
    PAIR = "two alike"
    STRAIGHT = "three in a row"
    TRIPLE = "three alike"

    def score(self, dice):
        match self, sorted(dice):
            case Category.CHANCE, _:
                return sum(dice)
            case Category.PAIR, [a, b, c] if a == b or b == c:
                return sum(dice)
            case Category.STRAIGHT, [a, b, c] if (b - a, c - b) == (1, 1):
                return 20
            case Category.TRIPLE, [a, b, c] if a == b == c:
                return 30
            case _:
                return 0


CATEGORIES = list(Category)


def throws(dice):
    """The different throws of some dice, each sorted, with their probabilities."""
    ways = Counter(tuple(sorted(throw)) for throw in product(FACES, repeat=dice))
    total = sum(ways.values())
    return [(throw, count / total) for throw, count in sorted(ways.items())]


THROWS = {dice: throws(dice) for dice in range(1, DICE + 1)}


@dataclass(frozen=True)
class State:
    dice: tuple[int, ...] = ()  # fewer than three: the others are in the air
    may_throw_again: bool = True
    open: frozenset[Category] = frozenset(Category)
    total: int = 0

    @property
    def in_the_air(self):
        return DICE - len(self.dice)


class YahtzeeMini(Game):
    """Actions 0 to 3 fill a category; 4 + mask throws the dice of the mask again. An outcome is a number of THROWS."""

    players = 1
    chance = True
    utility_range = (0, 18 + 18 + 20 + 30)

    def initial(self):
        return State()

    def to_move(self, state):
        return CHANCE if state.in_the_air else MAX

    def outcomes(self, state):
        for number, (_, probability) in enumerate(THROWS[state.in_the_air]):
            yield number, probability

    def actions(self, state):
        yield from (number for number, category in enumerate(CATEGORIES) if category in state.open)
        if state.may_throw_again:
            yield from range(len(CATEGORIES) + 1, len(CATEGORIES) + 2**DICE)

    def result(self, state, action):
        if state.in_the_air:
            throw, _ = THROWS[state.in_the_air][action]
            return replace(state, dice=tuple(sorted(state.dice + throw)))
        if (mask := action - len(CATEGORIES)) > 0:
            kept = compress(state.dice, (not mask >> die & 1 for die in range(DICE)))
            return replace(state, dice=tuple(kept), may_throw_again=False)
        category = CATEGORIES[action]
        return State(open=state.open - {category}, total=state.total + category.score(state.dice))

    def is_terminal(self, state):
        return not state.open

    def utility(self, state, player):
        return state.total

    def evaluate(self, state, player):
        return state.total + sum(7 for _ in state.open)

    def name(self, state, action):
        if state.in_the_air:
            return f"threw {THROWS[state.in_the_air][action][0]}"
        if action < len(CATEGORIES):
            return f"{CATEGORIES[action].name.lower()} for {CATEGORIES[action].score(state.dice)}"
        again = ("first", "second", "third")
        return f"again {' '.join(compress(again, (action - len(CATEGORIES) >> die & 1 for die in range(DICE))))}"

    def show(self, state):
        still = ", ".join(category.name.lower() for category in CATEGORIES if category in state.open)
        return f"dice {' '.join(map(str, state.dice)) or '-'}, {state.total} points, open: {still or 'none'}"
