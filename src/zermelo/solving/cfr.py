"""Counterfactual regret minimisation: play against yourself, and do more of what you wish you had done.

Of each information set it is kept how much better each action would have been than the strategy was, summed up over all
iterations: its regret. The next strategy chooses actions in proportion to their regret. With two players whose utilities
sum to 0, the average of all these strategies comes as near to an equilibrium as one likes.

Sources: M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, Regret minimization in games with incomplete information,
NIPS 2007; O. Tammelin, Solving large imperfect information games using CFR+, arXiv 1407.5042, 2014. As in the second and
in most programs since, the players take turns: each updates its regrets against what the others have become.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import CHANCE
from zermelo.native import FLOATS, WORDS
from zermelo.solving.kernel import Kernel
from zermelo.solving.layout import COUNT, FIRST, INFORMATION_SET, MOVER, NODE, PLACE, PLAYER, SET_COUNT, SET_PLACE, TERMINAL


def match(sets: Any, many: int, player: int, regrets: Any, strategy: Any) -> int:
    """Regret matching: the player's strategy is in proportion to the regrets above 0, and uniform where there is none."""
    for one in range(many):
        if sets[INFORMATION_SET * one + PLAYER] != player:
            continue
        first = sets[INFORMATION_SET * one + SET_PLACE]
        end = first + sets[INFORMATION_SET * one + SET_COUNT]
        total = 0.0
        for place in range(first, end):
            total += max(regrets[place], 0.0)
        for place in range(first, end):
            strategy[place] = max(regrets[place], 0.0) / total if total > 0 else 1.0 / (end - first)
    return many


def cfr(
    nodes: Any, chances: Any, utilities: Any, strategy: Any, regrets: Any, sums: Any, values: Any,
    node: int, player: int, own: float, others: float, weight: float,
) -> float:  # fmt: skip
    """What a node is worth to the player under `strategy`, adding up regrets and the average strategy of that player.

    own     the probability with which the player's own actions lead here
    others  that with which chance and all the others do; the product is the probability of the node
    weight  of this iteration in the average
    """
    if own == 0 and others == 0:  # nothing below would be changed, and the worth counts nowhere
        return 0.0
    mover = nodes[NODE * node + MOVER]
    place, first, count = nodes[NODE * node + PLACE], nodes[NODE * node + FIRST], nodes[NODE * node + COUNT]
    if mover == TERMINAL:
        return utilities[place + player]  # type: ignore[no-any-return]
    value = 0.0
    for action in range(count):
        child = first + action
        if mover == CHANCE:
            probability, own_on, others_on = chances[child], own, others * chances[child]
        elif mover == player:
            probability, own_on, others_on = strategy[place + action], own * strategy[place + action], others
        else:
            probability, own_on, others_on = strategy[place + action], own, others * strategy[place + action]
        values[child] = cfr(nodes, chances, utilities, strategy, regrets, sums, values, child, player, own_on, others_on, weight)
        value += probability * values[child]
    if mover == player:
        for action in range(count):
            regrets[place + action] += others * (values[first + action] - value)
            sums[place + action] += weight * own * strategy[place + action]
    return value


def iterate(
    nodes: Any, chances: Any, utilities: Any, strategy: Any, regrets: Any, sums: Any, values: Any,
    sets: Any, many: int, places: int, players: int, done: int, iterations: int, plus: int,
) -> int:  # fmt: skip
    """This many iterations more after those done. CFR+ (`plus`) forgets regrets below 0, and trusts later iterations more."""
    for iteration in range(done + 1, done + iterations + 1):
        weight = float(iteration) if plus else 1.0
        for player in range(players):
            cfr(nodes, chances, utilities, strategy, regrets, sums, values, 0, player, 1.0, 1.0, weight)
            if plus:
                for place in range(places):
                    regrets[place] = max(regrets[place], 0.0)
            match(sets, many, player, regrets, strategy)
    return done + iterations


_ROWS: Final = (WORDS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS)

CFR: Final = Kernel(
    "cfr",
    (match, (WORDS, int, int, FLOATS, FLOATS), int),
    (cfr, (*_ROWS, int, int, float, float, float), float),
    (iterate, (*_ROWS, WORDS, int, int, int, int, int, int), int),
)
"""`iterate`, ready to be compiled."""
