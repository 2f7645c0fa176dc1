"""The tree of a game, unrolled once into flat memory: nodes, their probabilities and utilities, and information sets.

It is measured first, so that one too large is refused at once, and everything is taken in one piece.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterator
from math import inf
from typing import Any, Final

from zermelo.errors import GameError, SearchError
from zermelo.game import CHANCE, NEARLY, Game, State, listed
from zermelo.native import FLOATS, STATES, WORDS
from zermelo.search.algorithm import WHOLE_TREE, checked_game
from zermelo.search.runtime.build import build, checked_mode
from zermelo.search.runtime.faults import raised
from zermelo.search.runtime.stack import deep_recursion
from zermelo.search.runtime.workers import wait_for
from zermelo.search.scored import Scored, without_rewards
from zermelo.solving.kernel import Kernel, by_address, floats, words
from zermelo.solving.layout import (
    BAD_SUM,
    COUNT,
    COUNTERS,
    FAULT,
    FIRST,
    HEAD,
    INFORMATION_SET,
    LEAVES,
    LINKS,
    MOST,
    MOVER,
    NEXT,
    NODE,
    NODES,
    OTHER_ACTIONS,
    PARENT,
    PLACE,
    PLACES,
    PLAYER,
    SET,
    SET_COUNT,
    SET_PLACE,
    SETS,
    TERMINAL,
    TOO_DEEP,
    TOO_LARGE,
    WHERE,
)
from zermelo.values import counted
from zermelo.words import fingerprint

MOST_NODES: Final = 20_000_000
"""Nodes of the largest tree that is unrolled unless told: about 2 GB."""
_AT_ONCE: Final = 20_000
"""Nodes of a tree that is unrolled sooner than its game is compiled."""
_PROBES: Final = 200
_STACK: Final = 16 << 20


def measure(game: Game, state: State, depth: int, counts: Any) -> int:
    """Count the nodes, the leaves, the players' nodes and the places for their actions; stops at `counts[MOST]` nodes."""
    if counts[FAULT] != 0:
        return 0
    counts[NODES] += 1
    if counts[NODES] > counts[MOST]:
        counts[FAULT] = TOO_LARGE
        return 0
    if game.is_terminal(state):
        counts[LEAVES] += 1
        return 0
    if depth == 0:
        counts[FAULT] = TOO_DEEP
        return 0
    if game.to_move(state) == CHANCE:
        total = 0.0
        for action, probability in game.outcomes(state):
            total += probability if probability >= 0 else inf
            measure(game, game.result(state, action), depth - 1, counts)
        if counts[FAULT] == 0 and not 1 - NEARLY <= total <= 1 + NEARLY:
            counts[FAULT] = BAD_SUM
    else:
        counts[SETS] += 1
        for action in game.actions(state):
            counts[PLACES] += 1
            measure(game, game.result(state, action), depth - 1, counts)
    return 0


def set_of(
    game: Game, state: State, player: int, node: int, nodes: Any, sets: Any, actions: Any, slots: Any, size: int, seen: Any, counts: Any
) -> int:
    """The number of the information set of a player's node, which is a new one where nobody has seen it before.

    slots  a hash table of `size` places, a power of 2, with numbers of information sets from 1
    seen   the observation of each
    """
    observation = game.observe(state, player)
    slot = fingerprint(observation) & (size - 1)
    while slots[slot] != 0:
        known = slots[slot] - 1
        if sets[INFORMATION_SET * known + PLAYER] == player and seen[known] == observation:
            action_place = sets[INFORMATION_SET * known + SET_PLACE]
            end = action_place + sets[INFORMATION_SET * known + SET_COUNT]
            for action in game.actions(state):
                if action_place == end or actions[action_place] != action:
                    counts[FAULT], counts[WHERE] = OTHER_ACTIONS, node
                    return known  # type: ignore[no-any-return]
                action_place += 1
            if action_place != end:
                counts[FAULT], counts[WHERE] = OTHER_ACTIONS, node
            return known  # type: ignore[no-any-return]
        slot = (slot + 1) & (size - 1)
    new, place = counts[SETS], counts[PLACES]
    slots[slot] = new + 1
    seen[new] = observation
    count = 0
    for action in game.actions(state):
        actions[place + count] = action
        count += 1
    sets[INFORMATION_SET * new + PLAYER] = player
    sets[INFORMATION_SET * new + SET_PLACE] = place
    sets[INFORMATION_SET * new + SET_COUNT] = count
    sets[INFORMATION_SET * new + HEAD] = -1
    counts[SETS] += 1
    counts[PLACES] += count
    return new  # type: ignore[no-any-return]


def unroll(
    game: Game, state: State, node: int, nodes: Any, links: Any, chances: Any, utilities: Any, sets: Any, actions: Any,
    slots: Any, size: int, seen: Any, counts: Any,
) -> int:  # fmt: skip
    """Write a node and all below it."""
    if game.is_terminal(state):
        nodes[NODE * node + MOVER] = TERMINAL
        nodes[NODE * node + PLACE] = counts[LEAVES] * game.players
        for player in range(game.players):
            utilities[counts[LEAVES] * game.players + player] = game.utility(state, player)
        counts[LEAVES] += 1
        return 0
    mover = game.to_move(state)
    first, count = counts[NODES], 0
    nodes[NODE * node + MOVER] = mover
    nodes[NODE * node + FIRST] = first
    if mover == CHANCE:
        for _action, probability in game.outcomes(state):
            chances[first + count] = probability
            count += 1
    else:
        own = set_of(game, state, mover, node, nodes, sets, actions, slots, size, seen, counts)
        if counts[FAULT] != 0:
            return 0
        nodes[NODE * node + PLACE] = sets[INFORMATION_SET * own + SET_PLACE]
        links[LINKS * node + SET] = own
        links[LINKS * node + NEXT] = sets[INFORMATION_SET * own + HEAD]
        sets[INFORMATION_SET * own + HEAD] = node
        count = sets[INFORMATION_SET * own + SET_COUNT]
    nodes[NODE * node + COUNT] = count
    counts[NODES] += count
    child = first
    if mover == CHANCE:
        for action, _probability in game.outcomes(state):
            links[LINKS * child + PARENT] = node
            unroll(game, game.result(state, action), child, nodes, links, chances, utilities, sets, actions, slots, size, seen, counts)
            child += 1
    else:
        for action in game.actions(state):
            links[LINKS * child + PARENT] = node
            unroll(game, game.result(state, action), child, nodes, links, chances, utilities, sets, actions, slots, size, seen, counts)
            child += 1
    return 0


MEASURE: Final = Kernel("measure", (measure, (int, WORDS), int))
UNROLL: Final = Kernel(
    "unroll",
    (set_of, (int, int, WORDS, WORDS, WORDS, WORDS, int, STATES, WORDS), int),
    (unroll, (int, WORDS, WORDS, FLOATS, FLOATS, WORDS, WORDS, WORDS, int, STATES, WORDS), int),
)


class TooLargeError(SearchError):
    """A tree that is too large to be unrolled: it has about `nodes` nodes, and may have `most`."""

    nodes, most = inf, MOST_NODES


def _too_large(game: Game, most: int) -> TooLargeError:
    nodes = float(f"{estimated_size(game):.1e}")
    error = TooLargeError(f"the tree of {game!r} has about {nodes:,.0f} nodes; at most {most:,} can be unrolled")
    error.nodes, error.most = nodes, most
    return error


class GameTree:
    """The tree of a game from its initial state, in rows of numbers (see layout.py).

    nodes      NODE words each
    links      LINKS words each
    chances    of each child of a node of chance its probability
    utilities  of each leaf what it is worth to each player
    sets       INFORMATION_SET words each
    actions    of each information set its actions, one after the other: as many as there are `places`

    mode       "compiled", "interpreted", or "auto": compiled where the game compiles and that is worth its time
    most       the most nodes that it may have

    Time and memory in proportion to the nodes. Raises SearchError for a tree that is too large or too deep, GameError where
    a player has different actions in states that the same player cannot tell apart.
    """

    def __init__(self, game: Game, mode: str = "auto", most: int = MOST_NODES) -> None:
        game, root = without_rewards(checked_game(game), game.initial())
        self.game = game
        measured, unrolled, self.mode = measure, unroll, "interpreted"
        if checked_mode(mode) != "compiled":
            counts = self._measured(measured, min(most, _AT_ONCE) if mode == "auto" else most)
        if mode == "compiled" or (mode == "auto" and counts[FAULT] == TOO_LARGE and most > _AT_ONCE):
            built = build(game, mode, MEASURE, UNROLL)
            self.mode = built.mode
            measured, unrolled = map(by_address, built.kernels) if built.compiled else built.kernels
            counts = self._measured(measured, most)
        if counts[FAULT] == TOO_LARGE:
            raise _too_large(game, most)
        if counts[FAULT] == BAD_SUM:
            raise GameError(f"`outcomes` of {game!r} gives probabilities that do not sum to 1, or one below 0; `zermelo check` shows where")
        if counts[FAULT] == TOO_DEEP:
            raise SearchError(f"the games of {game!r} go on for more than {WHOLE_TREE} plies; such a tree is not unrolled")
        self.count, self.leaves, own = counts[NODES], counts[LEAVES], counts[SETS]
        self.nodes, self.links = words(NODE * self.count), words(LINKS * self.count)
        self.chances, self.utilities = floats(self.count), floats(self.leaves * game.players)
        sets, actions = words(INFORMATION_SET * own), words(counts[PLACES])
        size = 1 << (2 * own).bit_length()
        seen = _states(game, own, self.mode)
        slots = words(size)
        counts[NODES], counts[LEAVES], counts[SETS], counts[PLACES] = 1, 0, 0, 0
        self._run(unrolled, root, 0, self.nodes, self.links, self.chances, self.utilities, sets, actions, slots, size, seen, counts)
        if counts[FAULT] == OTHER_ACTIONS:
            self._tell_apart(counts[WHERE])
        self.set_count, self.places = counts[SETS], counts[PLACES]
        self.sets, self.actions = words(INFORMATION_SET * self.set_count), words(self.places)
        self.sets[:] = sets[: len(self.sets)]
        self.actions[:] = actions[: len(self.actions)]

    def _measured(self, measured: Callable[..., Any], most: int) -> Any:
        counts = words(COUNTERS)
        counts[MOST] = most
        self._run(measured, self.game.initial(), WHOLE_TREE, counts)
        return counts

    def information_sets(self) -> Iterator[tuple[State, tuple[int, ...], int]]:
        """Each information set: what its player observes, the actions, and the place of the first of them."""
        states: dict[int, State] = {0: self.game.initial()}
        for number in range(self.set_count):
            player, place, count, head = self.sets[INFORMATION_SET * number : INFORMATION_SET * (number + 1)]
            seen = self.game.observe(self._state(head, states), player)
            yield seen.state if isinstance(self.game, Scored) else seen, tuple(self.actions[place : place + count]), place

    def _state(self, node: int, states: dict[int, State]) -> State:
        """The state at a node; those on the way are kept in `states`."""
        way = []
        while node not in states:
            way.append(node)
            node = self.links[LINKS * node + PARENT]
        for child in reversed(way):
            parent = self.links[LINKS * child + PARENT]
            states[child] = self.game.result(states[parent], self._action(states[parent], parent, child))
        return states[way[0] if way else node]

    def _action(self, state: State, parent: int, child: int) -> int:
        actions = listed(self.game, state)
        return actions[child - int(self.nodes[NODE * parent + FIRST])]

    def _tell_apart(self, node: int) -> None:
        state = self._state(node, {0: self.game.initial()})
        seen = self.game.observe(state, self.game.to_move(state))
        raise GameError(
            f"{self.game!r} has other actions in {self.game.write(state)!r} than in another state that looks to the player the same, "
            f"{self.game.write(seen)!r}; `zermelo check` says more"
        )

    def _run(self, kernel: Callable[..., Any], root: State, *arguments: Any) -> None:
        """Call a kernel in a thread with a stack as deep as it may need."""

        def work() -> bool:
            try:
                with deep_recursion(10 * WHOLE_TREE):
                    kernel(self.game, root, *arguments)
            except GameError:
                raise
            except Exception as error:
                if self.mode == "compiled":
                    raise raised(self.game, error, compiled=True) from error
                raise  # as plain Python has it: it says where
            return True

        stack = _STACK + WHOLE_TREE * (4096 + 64 * int(self.game.max_actions))
        if wait_for([work], lambda: None, lambda: inf, stack=stack, patience=lambda: 0.0) == "interrupted":
            raise KeyboardInterrupt

    def __repr__(self) -> str:
        return f"<the tree of {self.game!r}: {counted(self.count, 'node')}, {counted(self.set_count, 'information set')}>"


def estimated_size(game: Game) -> float:
    """About how many nodes the tree has: the mean over random ways down of what each would stand for.

    Source: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975.
    """
    chooser = random.Random(0)  # noqa: S311  # an estimate, not a secret
    total = 0.0
    for _ in range(_PROBES):
        state, stands_for = game.initial(), 1.0
        for _ply in range(WHOLE_TREE):
            total += stands_for
            if game.is_terminal(state):
                break
            actions = listed(game, state)
            stands_for *= len(actions)
            state = game.result(state, chooser.choice(actions))
    return total / _PROBES


def _states(game: Game, count: int, mode: str) -> Any:
    """A row of this many states."""
    if mode == "interpreted":
        return [None] * count
    from zermelo import native

    return (ctypes.c_char * max(1, count * native.state_size(game)))()
