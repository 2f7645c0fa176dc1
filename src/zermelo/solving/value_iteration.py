"""Value iteration: what every state of a game with chance is worth, where games may go round and no search comes to an end.

A state's value is the best, or where chance moves the average, of those of its successors. Begin with what every state is
worth at least and at most, and compute both anew from the successors, over and over: the true value stays between them, and
they close in on it. When they are as near as is wanted, that is a proof. Where the rules say what a game is worth in which
a position comes back (`Game.repetition`), so much is worth one that goes round for ever: who can neither force a better end
nor be forced to a worse one has that.

The states are taken in strongly connected components, those that a game cannot leave and come back to, from the ends of
the game up: only within one are there circles to go round. Within one, each state takes at once what the others have
become (Gauss and Seidel). Of a circle that is never left there is no value unless the rules give it one; then least and
most stay apart.

Sources: R. Bellman, A Markovian decision process, Journal of Mathematics and Mechanics 6, 1957; L. S. Shapley, Stochastic
games, PNAS 39, 1953 (two players); P. Dai and J. Goldsmith, Topological value iteration algorithm for Markov decision
processes, IJCAI 2007; S. Haddad and B. Monmege, Reachability in MDPs, RP 2014 (from both sides); R. E. Tarjan, Depth-first
search and linear graph algorithms, SIAM Journal on Computing 1, 1972.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from typing import Any, Final, NamedTuple

from zermelo.errors import GameError, SearchError
from zermelo.game import CHANCE, MAX, MIN, Game, State, has_rewards
from zermelo.native import FLOATS, WORDS
from zermelo.solving.graph import MOST_STATES, GameGraph
from zermelo.solving.kernel import Kernel, floats, words
from zermelo.solving.layout import COMPONENT, COMPONENTS, SWEEPS, TERMINAL, UPDATES, VALUE_COUNTERS
from zermelo.solving.strategy import Strategy
from zermelo.values import counted, not_hashable

_BY_ENGINE: Final = "let the engine search to the end (`zermelo best`, `z.best(game)`)"
TOLERANCE: Final = 1e-9
"""How far what a state is worth at most may be above what it is worth at least, unless told."""
_ROUNDING: Final = 1e-6
"""How far least may be above most by the rounding of floats, for a greatest utility of 1."""
_CHUNK: Final = {"compiled": 1 << 24, "interpreted": 1 << 15}
"""States whose values are computed between two looks at Ctrl-C."""


def components(
    firsts: Any, targets: Any, count: int, number: Any, low: Any, stack: Any, path: Any, at: Any, order: Any, starts: Any
) -> int:
    """How many strongly connected components there are (Tarjan 1972, without recursion).

    order   the states, component after component, each after those that it leads to
    starts  where in `order` each component begins, and behind the last one where it ends
    number, low, stack, path, at   rows to work in, all 0: of each state its number from 1 as it is met (-1 once its component
                                   is known), the least number that it leads back to, the states whose component is not known,
                                   those on the way to the one that is looked at, and the next successor of each
    """
    met, waiting, depth, done, many = 0, 0, 0, 0, 0
    for root in range(count):
        if number[root] != 0:
            continue
        path[0], depth = root, 1
        while depth > 0:
            node = path[depth - 1]
            if number[node] == 0:
                met += 1
                number[node], low[node], at[node] = met, met, firsts[node]
                stack[waiting] = node
                waiting += 1
            deeper = False
            while at[node] < firsts[node + 1] and not deeper:
                child = targets[at[node]]
                if number[child] == 0:
                    path[depth] = child
                    depth += 1
                    deeper = True
                else:
                    if number[child] > 0:
                        low[node] = min(low[node], low[child])
                    at[node] += 1
            if deeper:
                continue
            depth -= 1
            if low[node] == number[node]:
                starts[many] = done
                many += 1
                last = -1
                while last != node:
                    waiting -= 1
                    last = stack[waiting]
                    number[last] = -1
                    order[done] = last
                    done += 1
    starts[many] = done
    return many


def iterate(
    movers: Any, firsts: Any, targets: Any, chances: Any, order: Any, starts: Any, lows: Any, highs: Any, choices: Any, counts: Any,
    utilities: Any, rewarded: int, slack: float, tolerance: float, at_most: int,
) -> int:  # fmt: skip
    """Compute the values of this many states anew, or a few more; component by component, each until it is done.

    slack        what an average is taken lower, and higher, for each of the successors and four more, so that rounding makes no bound false
    rewarded     whether something is won on the way, as `utilities` and `chances` say (see `listing` in graph.py)
    lows, highs  what each state is worth at least and at most, to MAX; neither is ever made worse
    choices      of each state of a player the number of the successor that is chosen: the one that last raised what MAX has
                 for certain, or last lowered what MIN has. So who follows the choices comes to an end of the game: of two
                 that are worth the same, the one that leads nowhere has raised nothing
    """
    left = at_most
    while counts[COMPONENT] < counts[COMPONENTS] and left > 0:
        first, end = starts[counts[COMPONENT]], starts[counts[COMPONENT] + 1]
        changed, widest = False, 0.0
        for place in range(first, end):
            node = order[place]
            mover = movers[node]
            if mover == TERMINAL:
                continue
            edge, last = firsts[node], firsts[node + 1]
            low, high, lowest, highest = 0.0, 0.0, edge, edge
            if mover == CHANCE:
                for successor in range(edge, last):
                    low += chances[successor] * lows[targets[successor]]
                    high += chances[successor] * highs[targets[successor]]
                if rewarded != 0:
                    low, high = low + utilities[node], high + utilities[node]
                low, high = low - slack * (last - edge + 4), high + slack * (last - edge + 4)
            elif rewarded == 0:
                low, high = lows[targets[edge]], highs[targets[edge]]
                for successor in range(edge + 1, last):
                    child = targets[successor]
                    if (lows[child] > low) == (mover == MAX) and lows[child] != low:
                        low, lowest = lows[child], successor
                    if (highs[child] > high) == (mover == MAX) and highs[child] != high:
                        high, highest = highs[child], successor
            else:
                for successor in range(edge, last):
                    child = targets[successor]
                    at_least, greatest = chances[successor] + lows[child], chances[successor] + highs[child]
                    if successor == edge or ((at_least > low) == (mover == MAX) and at_least != low):
                        low, lowest = at_least, successor
                    if successor == edge or ((greatest > high) == (mover == MAX) and greatest != high):
                        high, highest = greatest, successor
            if low > lows[node]:
                lows[node], changed = low, True
                if mover == MAX:
                    choices[node] = lowest - edge
            if high < highs[node]:
                highs[node], changed = high, True
                if mover == MIN:
                    choices[node] = highest - edge
            widest = max(widest, highs[node] - lows[node])
        left -= end - first
        counts[SWEEPS] += 1
        counts[UPDATES] += end - first
        if widest <= tolerance or not changed:
            counts[COMPONENT] += 1
    return counts[COMPONENT]  # type: ignore[no-any-return]


def settled(
    movers: Any, firsts: Any, targets: Any, lows: Any, highs: Any, choices: Any, count: int, repetition: float
) -> int:  # fmt: skip
    """Give each state its value where a game that goes round for ever, without chance, is worth `repetition` to MAX; 0.

    lows, highs  what each state is worth if such a game were the worst for MAX, and if it were the best; afterwards both are
                 the value: MAX can have more than `repetition` only by coming to an end, and MIN can keep MAX below it only so
    choices      those of `iterate`, which lead to such ends; else any successor that keeps the value
    """
    for node in range(count):
        if movers[node] == TERMINAL:
            continue
        low, high = lows[node], highs[node]
        value = max(low, min(high, repetition))
        lows[node], highs[node] = value, value
        forced = (movers[node] == MAX and low > repetition) or (movers[node] == MIN and high < repetition)
        for edge in range(firsts[node + 1] - 1, firsts[node] - 1, -1):
            child = targets[edge]
            if not forced and max(lows[child], min(highs[child], repetition)) == value:
                choices[node] = edge - firsts[node]
    return 0


def reached(movers: Any, firsts: Any, targets: Any, choices: Any, player: int, stack: Any, marks: Any) -> int:
    """Mark each state that can come about while the player follows the choices, whatever the other and chance do; how many."""
    waiting, many = 1, 1
    stack[0], marks[0] = 0, 1
    while waiting > 0:
        waiting -= 1
        node = stack[waiting]
        first, end = firsts[node], firsts[node + 1]
        if movers[node] == player:
            first += choices[node]
            end = first + 1
        for successor in range(first, end):
            child = targets[successor]
            if marks[child] == 0:
                marks[child] = 1
                stack[waiting] = child
                waiting += 1
                many += 1
    return many


COMPONENTS_OF: Final = Kernel("components", (components, (WORDS, WORDS, int, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS), int))
ITERATE: Final = Kernel(
    "value_iteration",
    (iterate, (WORDS, WORDS, WORDS, FLOATS, WORDS, WORDS, FLOATS, FLOATS, WORDS, WORDS, FLOATS, int, float, float, int), int),
)
SETTLED: Final = Kernel("settled", (settled, (WORDS, WORDS, WORDS, FLOATS, FLOATS, WORDS, int, float), int))
REACHED: Final = Kernel("reached", (reached, (WORDS, WORDS, WORDS, WORDS, int, WORDS, WORDS), int))
"""Each ready to be compiled."""


class StateValue(NamedTuple):
    """What is known of a state: what it is worth to MAX at least and at most, and the optimal action; None where nobody chooses."""

    state: State
    low: float
    high: float
    action: int | None

    @property
    def value(self) -> float:
        """The middle of the two: never further from the true value than half of their difference."""
        return (self.low + self.high) / 2


def may_be_worth(game: Game, ends: Iterable[float]) -> tuple[float, float]:
    """What a game that never ends may be worth to MAX at least and at most, where the rules do not say it: in size no more than any end of
    these is, or by `utility_range` may be. Who only loses by every end may do better to go on for ever.
    """
    told = [one for one in game.utility_range or () if isfinite(one)]
    size = max(map(abs, (*ends, *map(float, told))))
    return -size, size


class ValueIteration:
    """The value of every state of a game, and how to play in it; for one player, or two whose utilities sum to 0.

    state      where the games begin; the initial state unless given
    tolerance  how far least and most may be apart
    mode       "compiled", "interpreted", or "auto". All give the same, to the last bit
    most       the most states that the game may have
    progress   called now and then with what has been done so far, as text
    graph      the states of the game, where they have been listed; `state`, `mode` and `most` are those of it then

    `run` has to come to its end. Then for every state least <= value <= most, but for the rounding of floats, and most -
    least <= tolerance, unless players can go round for ever: then there may be no value, `open_states` says of how many
    states, and least and most hold whatever such a game is worth, as far as `may_be_worth` lets it be.

    Listing takes time in proportion to the states and their successors, a sweep of a component too; how many sweeps it needs
    depends on how soon games leave it. Raises SearchError for games that it is not for, or with more states than `most`;
    GameError where the rules break a promise.

    >>> from zermelo.games.pig import Pig
    >>> found = ValueIteration(Pig(10)).run()
    >>> found.game.name(found.graph.root, found.root.action)
    'roll'
    >>> round(found.root.value, 6)
    0.418849
    """

    def __init__(
        self,
        game: Game,
        state: State = None,
        *,
        tolerance: float = TOLERANCE,
        mode: str = "auto",
        most: int = MOST_STATES,
        progress: Callable[[str], None] | None = None,
        graph: GameGraph | None = None,
    ) -> None:
        if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or not 0 <= tolerance < 1e300:
            raise SearchError(f"a tolerance is a number from 0 up, not {tolerance!r}")
        if game.chance and game.repetition is not None:
            what = "what a state is worth depends on those before, since a position that comes back ends the game"
            raise SearchError(f"{game!r} has chance and `repetition`: {what}; value iteration looks at states alone; {_BY_ENGINE}")
        if has_rewards(game) and game.repetition is not None:
            what = "a game that goes round for ever could win something in each round"
            raise SearchError(
                f"{game!r} has rewards on the way and `repetition`: {what}; value iteration has no value for that; {_BY_ENGINE}"
            )
        if has_rewards(game) and game.utility_range is None:
            what = "begins with what a state is worth at least and at most"
            raise SearchError(f"{game!r} has rewards on the way, and value iteration {what}; give it `utility_range`, or {_BY_ENGINE}")
        self.game, self.tolerance, self._progress = game, float(tolerance), progress
        self.graph = graph = graph or GameGraph(game, state, mode, most, progress)
        self.mode = graph.mode
        ends = [graph.utilities[node] for node in range(graph.count) if graph.movers[node] == TERMINAL]
        ends += [] if game.repetition is None else [float(game.repetition)]
        if not ends:
            raise SearchError(
                f"no game of {game!r} from {game.write(graph.root)!r} on ever ends; there is nothing that could be worth something: "
                f"let `is_terminal` say where it ends"
            )
        if game.repetition is None:
            ends += may_be_worth(game, ends)
        self.least, self.greatest = min(ends), max(ends)
        self._order, self._starts, self._counts = words(graph.count), words(graph.count + 1), words(VALUE_COUNTERS)
        to_work_in = [words(graph.count) for _ in range(5)]
        kernel = COMPONENTS_OF.ready(self.mode)
        begun = time.perf_counter()
        self._counts[COMPONENTS] = kernel(graph.firsts, graph.targets, graph.count, *to_work_in, self._order, self._starts)
        self._lows, self._highs, self._choices = floats(graph.count), floats(graph.count), words(graph.count)
        for node in range(graph.count):
            over = graph.movers[node] == TERMINAL
            self._lows[node] = graph.utilities[node] if over else self.least
            self._highs[node] = graph.utilities[node] if over else self.greatest
        self.seconds = graph.seconds + time.perf_counter() - begun

    def run(self) -> ValueIteration:
        """Iterate to the end; returns itself. After Ctrl-C, KeyboardInterrupt: what is known is kept, and `run` goes on."""
        kernel, graph, counts = ITERATE.ready(self.mode), self.graph, self._counts
        while counts[COMPONENT] < counts[COMPONENTS]:
            begun = time.perf_counter()
            kernel(
                graph.movers, graph.firsts, graph.targets, graph.chances, self._order, self._starts, self._lows, self._highs,
                self._choices, counts, graph.utilities, int(has_rewards(self.game)), 0.0, self.tolerance, _CHUNK[self.mode],
            )  # fmt: skip
            self.seconds += time.perf_counter() - begun
            if self._progress:
                self._progress(f"{counted(graph.count, 'state')}, component {counts[COMPONENT]:,} of {counts[COMPONENTS]:,}")
        if has_rewards(self.game):
            self._check_range()
        if self.game.repetition is not None:
            settle = SETTLED.ready(self.mode)
            settle(graph.movers, graph.firsts, graph.targets, self._lows, self._highs, self._choices, graph.count, self.game.repetition)
        return self

    def _check_range(self) -> None:
        """Raise GameError where a state is worth more at least than at most, as it cannot be where `utility_range` holds."""
        rounding = _ROUNDING * max(1.0, abs(self.least), abs(self.greatest))
        for node in range(self.graph.count):
            low, high = self._lows[node], self._highs[node]
            if low > high + rounding:
                state = next(state for number, state in self.graph.walk() if number == node)
                raise GameError(
                    f"utility_range of {self.game!r} is {self.game.utility_range}, and position {self.game.write(state)!r} brings at least "
                    f"{low:g} and at most {high:g} by it, which cannot be: it says what any state still brings, rewards from there on and "
                    f"the utility at the end, at least and at most"
                )

    @property
    def sweeps(self) -> int:
        """How often a component was gone through."""
        return int(self._counts[SWEEPS])

    @property
    def updates(self) -> int:
        """How often the values of a state were computed anew."""
        return int(self._counts[UPDATES])

    @property
    def components(self) -> int:
        """How many strongly connected components the states have."""
        return int(self._counts[COMPONENTS])

    @property
    def done(self) -> bool:
        """Whether all components are done."""
        return bool(self._counts[COMPONENT] == self._counts[COMPONENTS])

    @property
    def open_states(self) -> int:
        """Of how many states least and most are further apart than the tolerance."""
        return sum(high - low > self.tolerance for low, high in zip(self._lows, self._highs, strict=False))

    @property
    def root(self) -> StateValue:
        """What is known of the state where the games begin."""
        return self._value(0, self.graph.root)

    def actions(self) -> dict[int, StateValue]:
        """What each action of the root leads to, or each outcome where chance moves."""
        state = self.graph.root
        moves = zip(self.graph.successors(0), self.graph.moves(0, state), strict=True)
        return {action: self._value(self.graph.targets[place], self.game.result(state, action)) for place, action in moves}

    def best(self) -> tuple[int, ...]:
        """The actions of the root that are worth as much as the best, as far as is known; none where nobody chooses."""
        player = self.graph.movers[0]
        if player < 0:
            return ()
        values = {action: one.value for action, one in self.actions().items()}
        most = (max if player == MAX else min)(values.values())
        return tuple(action for action, value in values.items() if abs(value - most) <= self.tolerance)

    def line(self) -> tuple[tuple[int, ...], bool]:
        """The actions of optimal play from the root, until chance moves, the game is over or a state comes again; and whether one does."""
        graph, node, state, actions, met = self.graph, 0, self.graph.root, list[int](), set[int]()
        while graph.movers[node] >= 0 and node not in met:
            met.add(node)
            choice = self._choices[node]
            actions.append(graph.moves(node, state)[choice])
            state, node = self.game.result(state, actions[-1]), graph.targets[graph.successors(node)[choice]]
        return tuple(actions), node in met

    def values(self) -> Iterator[StateValue]:
        """What is known of each state, in breadth-first order. It goes through the rules in plain Python."""
        for node, state in self.graph.walk():
            yield self._value(node, state)

    def policy(self) -> Strategy:
        """How to play: for each state that can come about while its player plays so, the optimal action.

        Raises SearchError where states cannot be looked up.
        """
        if why := not_hashable(self.graph.root):
            raise SearchError(f"{self.game!r} has no strategy as data: {why}")
        graph, mixed = self.graph, dict[State, dict[int, float]]()
        for player in range(self.game.players):
            marks = words(graph.count)
            REACHED.ready(self.mode)(graph.movers, graph.firsts, graph.targets, self._choices, player, words(graph.count), marks)
            for node, state in graph.walk(marks):
                if graph.movers[node] == player:
                    moves = graph.moves(node, state)
                    mixed[state] = {action: float(place == self._choices[node]) for place, action in enumerate(moves)}
        root = self.root
        found = {"algorithm": "value iteration", "value": root.value, "between": [root.low, root.high], "states": graph.count}
        return Strategy(self.game, mixed, found)

    def _value(self, node: int, state: State) -> StateValue:
        chooses = self.graph.movers[node] >= 0
        action = self.graph.moves(node, state)[self._choices[node]] if chooses else None
        low, high = sorted((self._lows[node], self._highs[node]))  # by the rounding of floats the one may be above the other
        return StateValue(state, low, high, action)

    def __repr__(self) -> str:
        return f"<value iteration of {self.game!r}: {counted(self.graph.count, 'state')}, {self.root.low:.9g} to {self.root.high:.9g}>"
