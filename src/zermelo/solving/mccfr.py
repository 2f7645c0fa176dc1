"""Monte Carlo counterfactual regret minimisation with external sampling.

An iteration looks at a part of the tree only: of chance and of the other players it samples one action, of the player
whose regrets are updated it tries all. So it is quick, and right on average.

Source: M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, Monte Carlo sampling for regret minimization in extensive games,
NIPS 2009.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import CHANCE
from zermelo.native import FLOATS, WORDS
from zermelo.solving.kernel import Kernel
from zermelo.solving.layout import COUNT, FIRST, MOVER, NODE, PLACE, TERMINAL
from zermelo.words import fingerprint

SEED, DRAWN = 0, 1
"""The words of the dice: where they begin, and how many numbers have been drawn."""
_BITS: Final = 53
_MASK: Final = (1 << _BITS) - 1
_UNIT: Final = 2.0**-_BITS


def draw(dice: Any) -> float:
    """The next random number, from 0 up to but without 1."""
    dice[DRAWN] += 1
    return ((fingerprint((dice[SEED], dice[DRAWN])) >> (64 - _BITS)) & _MASK) * _UNIT


def chosen(probabilities: Any, first: int, count: int, drawn: float) -> int:
    """Which of `count` probabilities, from `first` on, the random number falls on."""
    for one in range(count - 1):
        drawn -= probabilities[first + one]
        if drawn < 0:
            return one
    return count - 1


def sample(
    nodes: Any, chances: Any, utilities: Any, strategy: Any, regrets: Any, sums: Any, values: Any, dice: Any, node: int, player: int
) -> float:
    """What a node is worth to the player as far as it was sampled, adding up regrets of the player and averages of the others."""
    mover = nodes[NODE * node + MOVER]
    place, first, count = nodes[NODE * node + PLACE], nodes[NODE * node + FIRST], nodes[NODE * node + COUNT]
    if mover == TERMINAL:
        return utilities[place + player]  # type: ignore[no-any-return]
    if mover == CHANCE:
        child = first + chosen(chances, first, count, draw(dice))
        return sample(nodes, chances, utilities, strategy, regrets, sums, values, dice, child, player)
    total = 0.0
    for action in range(count):
        total += max(regrets[place + action], 0.0)
    for action in range(count):
        strategy[place + action] = max(regrets[place + action], 0.0) / total if total > 0 else 1.0 / count
    if mover != player:
        for action in range(count):
            sums[place + action] += strategy[place + action]
        child = first + chosen(strategy, place, count, draw(dice))
        return sample(nodes, chances, utilities, strategy, regrets, sums, values, dice, child, player)
    value = 0.0
    for action in range(count):
        values[first + action] = sample(nodes, chances, utilities, strategy, regrets, sums, values, dice, first + action, player)
        value += strategy[place + action] * values[first + action]
    for action in range(count):
        regrets[place + action] += values[first + action] - value
    return value


def iterate(
    nodes: Any, chances: Any, utilities: Any, strategy: Any, regrets: Any, sums: Any, values: Any,
    dice: Any, players: int, iterations: int,
) -> int:  # fmt: skip
    """This many iterations, each with a sample for every player."""
    for _ in range(iterations):
        for player in range(players):
            sample(nodes, chances, utilities, strategy, regrets, sums, values, dice, 0, player)
    return iterations


_ROWS: Final = (WORDS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, WORDS)

MCCFR: Final = Kernel(
    "mccfr",
    (draw, (WORDS,), float),
    (chosen, (FLOATS, int, int, float), int),
    (sample, (*_ROWS, int, int), float),
    (iterate, (*_ROWS, int, int), int),
)
"""`iterate`, ready to be compiled."""
