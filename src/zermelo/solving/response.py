"""Best responses: what each player could win by knowing the strategy of the others.

`nash_conv` is the sum over the players of what each would gain by a best response; it is 0 in an equilibrium, and only
there. `exploitability` is its share of each player. With two players whose utilities sum to 0, that is how much a strategy
loses, on average of both seats, against an opponent who knows it, compared with the value of the game.

Sources: M. Lanctot et al., A unified game-theoretic approach to multiagent reinforcement learning, NIPS 2017 (NashConv);
M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, Accelerating best response calculation in large extensive games,
IJCAI 2011.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import CHANCE
from zermelo.native import FLOATS, WORDS
from zermelo.solving.kernel import Kernel
from zermelo.solving.layout import (
    COUNT,
    FIRST,
    HEAD,
    INFORMATION_SET,
    LINKS,
    MOVER,
    NEXT,
    NODE,
    PLACE,
    SET,
    SET_COUNT,
    SET_PLACE,
    TERMINAL,
)


def average(sets: Any, many: int, sums: Any, strategy: Any) -> int:
    """The average strategy of what was summed up; uniform where the player never came."""
    for one in range(many):
        first = sets[INFORMATION_SET * one + SET_PLACE]
        count = sets[INFORMATION_SET * one + SET_COUNT]
        total = 0.0
        for place in range(first, first + count):
            total += sums[place]
        for place in range(first, first + count):
            strategy[place] = sums[place] / total if total > 0 else 1.0 / count
    return many


def expected(nodes: Any, chances: Any, utilities: Any, strategy: Any, node: int, player: int) -> float:
    """What a node is worth to the player if all follow the strategy."""
    mover = nodes[NODE * node + MOVER]
    place, first, count = nodes[NODE * node + PLACE], nodes[NODE * node + FIRST], nodes[NODE * node + COUNT]
    if mover == TERMINAL:
        return utilities[place + player]  # type: ignore[no-any-return]
    value = 0.0
    for action in range(count):
        probability = chances[first + action] if mover == CHANCE else strategy[place + action]
        if probability > 0:
            value += probability * expected(nodes, chances, utilities, strategy, first + action, player)
    return value


def respond(
    nodes: Any, links: Any, sets: Any, chances: Any, utilities: Any, strategy: Any, reach: Any, values: Any, choices: Any,
    node: int, player: int,
) -> float:  # fmt: skip
    """What a node is worth to the player who plays a best response. Each node is looked at once.

    reach    of each node, the probability with which chance and the others lead there
    choices  of each information set of the player, the number of its best action from 1; 0 before that is known
    """
    mover = nodes[NODE * node + MOVER]
    place, first, count = nodes[NODE * node + PLACE], nodes[NODE * node + FIRST], nodes[NODE * node + COUNT]
    if mover == TERMINAL:
        return utilities[place + player]  # type: ignore[no-any-return]
    if mover != player:
        value = 0.0
        for action in range(count):
            probability = chances[first + action] if mover == CHANCE else strategy[place + action]
            below = respond(nodes, links, sets, chances, utilities, strategy, reach, values, choices, first + action, player)
            value += probability * below
        return value
    information_set = links[LINKS * node + SET]
    if choices[information_set] == 0:
        best, most = 0, 0.0
        for action in range(count):
            worth = 0.0
            other = sets[INFORMATION_SET * information_set + HEAD]
            while other >= 0:
                child = nodes[NODE * other + FIRST] + action
                values[child] = respond(nodes, links, sets, chances, utilities, strategy, reach, values, choices, child, player)
                worth += reach[other] * values[child]
                other = links[LINKS * other + NEXT]
            if action == 0 or worth > most:
                best, most = action, worth
        choices[information_set] = best + 1
    return values[first + choices[information_set] - 1]  # type: ignore[no-any-return]


def best_response(
    nodes: Any, links: Any, sets: Any, chances: Any, utilities: Any, strategy: Any, reach: Any, values: Any, choices: Any,
    many: int, nodes_in_all: int, player: int,
) -> float:  # fmt: skip
    """What the game is worth to the player who knows the strategy of all the others and responds best."""
    for one in range(many):
        choices[one] = 0
    reach[0] = 1.0
    for node in range(nodes_in_all):
        mover, place = nodes[NODE * node + MOVER], nodes[NODE * node + PLACE]
        first, count = nodes[NODE * node + FIRST], nodes[NODE * node + COUNT]
        for action in range(count):
            probability = 1.0 if mover == player else chances[first + action] if mover == CHANCE else strategy[place + action]
            reach[first + action] = reach[node] * probability
    return respond(nodes, links, sets, chances, utilities, strategy, reach, values, choices, 0, player)


_ROWS: Final = (WORDS, WORDS, WORDS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, WORDS)

AVERAGE: Final = Kernel("average", (average, (WORDS, int, FLOATS, FLOATS), int))
EXPECTED: Final = Kernel("expected", (expected, (WORDS, FLOATS, FLOATS, FLOATS, int, int), float))
BEST_RESPONSE: Final = Kernel(
    "best_response",
    (respond, (*_ROWS, int, int), float),
    (best_response, (*_ROWS, int, int, int), float),
)
"""Each ready to be compiled."""
