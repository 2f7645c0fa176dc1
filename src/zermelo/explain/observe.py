"""A textbook algorithm, watched from outside while it runs, unchanged, in plain Python.

The name that an algorithm calls to recur is made to mean the observer, which takes notes and calls the algorithm; the game
that it is given tells the observer what it is asked; and the interpreter tells which line runs, and what alpha, beta and the
value then are. So what is explained is the very source that searches run.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf, isnan
from types import FrameType, FunctionType
from typing import Any, Final, NamedTuple

from zermelo.answers import no_actions, no_player
from zermelo.errors import GameError, SearchError, ZermeloError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.explain.searchtree import (
    ANSWER,
    AVERAGE,
    BACK,
    BACKED_UP,
    CUT,
    ENTER,
    EVALUATION,
    EXACT,
    KNOWN,
    LEAF,
    LEAVE,
    LOWER,
    NEVER,
    NO_ACTION,
    NO_NODE,
    NOBODY,
    NOT_KNOWN,
    REMEMBERED,
    ROOT,
    UNKNOWN,
    UNVISITED,
    UPPER,
    UTILITY,
    WINDOW,
    SearchTree,
    Step,
    bound_of,
)
from zermelo.game import CHANCE, MAX, MIN, Game, State, gathered
from zermelo.hints import Evaluation
from zermelo.rule_errors import rules_blamed
from zermelo.search.algorithm import TABLE, WHOLE_TREE, Algorithm, checked_depth
from zermelo.search.alphabeta_table import Table
from zermelo.search.known import NEAR, Known, Worth, checked_known
from zermelo.search.multiplayer.perspective import VIEWS, viewed
from zermelo.search.registry import names
from zermelo.search.root import checked_worths, unchanged
from zermelo.search.runtime.faults import BAD_CHANCES
from zermelo.search.runtime.promises import bad_chances, breach
from zermelo.search.runtime.stack import deep_recursion
from zermelo.search.scored import Scored, behind, within_estimates, without_rewards
from zermelo.search.star1 import star1
from zermelo.search.textbook import BOOK, choose
from zermelo.sources import definition_of
from zermelo.values import frozen

GIVEN: Final = "given"
OWN: Final = "own"
Order = Callable[[tuple[int, ...], list[int]], Sequence[int]]
"""From the actions that lead to a state, and those that it has, to the latter in the order in which they are searched."""
WATCHED: Final = (*BOOK, *VIEWS)
"""What can be observed, by name."""
MOST: Final = 20_000
"""Nodes of a tree, unless told: more than anybody looks at."""


class TreeTooLargeError(SearchError):
    """A tree of more nodes than may be observed: to be looked at less deep."""


@rules_blamed()
def observe(
    game: Game,
    state: State = None,
    *,
    algorithm: str | Algorithm[..., Any] | None = None,
    depth: int | None = None,
    evaluation: str | Evaluation | None = None,
    window: tuple[float, float] = (-inf, inf),
    order: str | Order = GIVEN,
    fold: bool = False,
    most: int = MOST,
    progress: Callable[[int], None] | None = None,
    database: Known | None = None,
) -> SearchTree:
    """The tree that a textbook algorithm walks through from `state` (the initial one unless given), `depth` plies deep.

    algorithm   as for `zermelo.best`, but for "engine" and "mcts"; "alphabeta_table" is alpha-beta with a transposition table; alpha-beta
                unless the game needs another. By "paranoid" and
                "best_reply" the tree is that of alpha-beta (expectiminimax where there is chance) on the view of these
    evaluation  in place of the game's own `evaluate` (see `zermelo.best`)
    window      alpha and beta at the root, for algorithms that have them
    order       of the children: GIVEN, as `actions` gives them; OWN, by the game's `order`, best first; or a function
    fold        search of symmetric children (`Game.symmetries`) only the first
    most        nodes that the tree may have
    progress    called with the nodes so far, at each; what it raises ends the work
    database    what `zermelo.open_database` or `open_book` gives: what it knows below the root is a leaf, worth what is known of it

    Runs interpreted: some 20,000 nodes a second. Raises SearchError for a tree with more nodes, and as `zermelo.best` does.
    """
    plies = WHOLE_TREE if depth is None else checked_depth(depth)
    rules, root, chosen = prepared(game, state, algorithm, evaluation)
    if order not in (GIVEN, OWN) and not callable(order):
        raise SearchError(f"order is {GIVEN!r}, {OWN!r} or a function, not {order!r}")
    if not isinstance(window, tuple) or len(window) != 2 or not window[0] < window[1]:
        raise SearchError(f"a window is a pair (alpha, beta), the first the lesser, not {window!r}")
    known = None if database is None else checked_known(database, game, evaluation)
    notes = Notes(rules, chosen, most, order=order, fold=fold, progress=progress or (lambda nodes: None), database=known)
    given: list[Any] = [*window, plies] if chosen.windowed else [plies]
    if chosen.remembers:
        given.append(_NotedTable(notes))
    with unchanged(rules, root), notes.watching():
        notes.called(notes, root, *given)
    if depth is None and any(ply == WHOLE_TREE for ply in notes.ply):
        raise SearchError(f"the game goes on for more than {WHOLE_TREE} plies; give a depth")
    return notes.tree(depth)


def prepared(
    game: Game, state: State, algorithm: str | Algorithm[..., Any] | None, evaluation: str | Evaluation | None
) -> tuple[Game, State, Algorithm[..., Any]]:
    """The rules by which a search is watched, its root, and the algorithm: those that the arguments of `observe` mean."""
    if isinstance(algorithm, str) and algorithm not in WATCHED:
        if algorithm in names():
            raise SearchError(f"{algorithm} is not watched; what can be is: {', '.join(WATCHED)}")
        raise SearchError(f"there is no algorithm {algorithm!r} to watch; there are {', '.join(WATCHED)}")
    rules = with_evaluation(game, evaluation)
    if isinstance(algorithm, str) and algorithm in VIEWS:
        rules = view = viewed(rules, algorithm)
        state = view.seen(view.game.initial() if state is None else state)
        algorithm = "expectiminimax" if view.chance else "alphabeta"
    chosen = choose(rules, algorithm)
    rules, root = without_rewards(rules, rules.initial() if state is None else state)
    return within_estimates(rules) if chosen is star1 else rules, root, chosen


class Notes:
    """What has been seen so far. It stands in for the game, and for the algorithm where that calls itself."""

    def __init__(
        self,
        game: Game,
        algorithm: Algorithm[..., Any],
        most: int,
        *,
        order: str | Order,
        fold: bool,
        progress: Callable[[int], None],
        database: Known | None,
    ) -> None:
        self.game, self.algorithm, self.most, self.order_of, self.fold = game, algorithm, most, order, fold
        self.progress, self.database = progress, database
        function = algorithm.function
        assert isinstance(function, FunctionType)
        names = {**function.__globals__, function.__name__: self.called}
        self._function = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        self._heads, self._loops = _loops(function)
        self._variables = tuple(name for name in function.__code__.co_varnames[2:] if name != TABLE)
        self._places = {name: place for place, (name, _) in enumerate(algorithm.numbers)}
        self.parent: list[int] = []
        self.action: list[int] = []
        self.state: list[State] = []
        self.player: list[int] = []
        self.ply: list[int] = []
        self.probability: list[float] = []
        self.twins: list[int] = []
        self.again: list[int] = []
        self.children: list[tuple[int, ...]] = []
        self.windows_in: list[tuple[float, float]] = []
        self.windows_out: list[tuple[float, float]] = []
        self.value: list[Any] = []
        self.returned: list[Any] = []
        self.bound: list[str] = []
        self.origin: list[str] = []
        self.order: list[int] = []
        self.cut_at: list[int] = []
        self.steps: list[Step] = []
        self.entry: list[int] = []
        self.known: list[Worth | None] = []
        self.assigned: list[tuple[tuple[int, tuple[Any, ...]], ...]] = []
        self._last: dict[int, tuple[Any, ...]] = {}  # of each call its variables, as they were noted last
        self._visits = 0
        self._stack: list[_Visit] = []

    # In place of the game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def actions(self, state: State) -> Iterator[int]:
        """The game's, noted as children of the node at hand."""
        visit = self._stack[-1]
        if not visit.nodes:
            listed = self._listed(state)
            visit.nodes = {action: self._new(visit.node, action, 1.0, twins) for action, twins in listed.items()}
            self.children[visit.node] = tuple(visit.nodes.values())
        yield from visit.nodes

    def outcomes(self, state: State) -> Iterator[tuple[int, float]]:
        """The game's, noted as children of the node at hand."""
        pairs = gathered(self.game, state, "outcomes")
        if bad_chances(self.game, state):
            raise breach(self.game, state, BAD_CHANCES)
        visit = self._stack[-1]
        if not visit.nodes:
            visit.nodes = {action: self._new(visit.node, action, probability, 1) for action, probability in pairs}
            self.children[visit.node] = tuple(visit.nodes.values())
        yield from pairs

    def result(self, state: State, action: int) -> State:
        """The game's; after an action of the node at hand the algorithm may call itself on it."""
        visit = self._stack[-1]
        if state is not self.state[visit.node] or action not in visit.nodes:
            return self.game.result(state, action)
        visit.last = visit.nodes[action]
        return self.state[visit.last]

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over, or it is known what the state is worth: then there is nothing to search but at the root."""
        return bool(self.game.is_terminal(state)) or (self._stack[-1].node != ROOT and self._known(state) is not None)

    def utility(self, state: State, player: int) -> float:
        if known := self._known(state):
            return float(self._worth(state, KNOWN, self._brings(known, state, player)))
        worth = float(self._worth(state, UTILITY, self.game.utility(state, player)))
        if self.game.players == 2:
            checked_worths(self.game, state, (worth, self.game.utility(state, MIN - player))[:: 1 if player == MAX else -1])
        return worth

    def utilities(self, state: State) -> tuple[float, ...]:
        if known := self._known(state):
            return tuple(self._worth(state, KNOWN, tuple(self._brings(known, state, player) for player in (0, 1))))
        return tuple(self._worth(state, UTILITY, self.game.utilities(state)))

    def evaluate(self, state: State, player: int) -> float:
        return float(self._worth(state, EVALUATION, self.game.evaluate(state, player)))

    def estimates(self, state: State) -> tuple[float, ...]:
        return tuple(self._worth(state, EVALUATION, self.game.estimates(state)))

    def _known(self, state: State) -> Worth | None:
        """What the database knows of a state in which the game is not over, noted where it is that of the node at hand."""
        known = None if self.database is None or self.game.is_terminal(state) else self.database.find(behind(self.game, state)[1])
        if known is not None and known.error > NEAR:
            return None
        node = self._stack[-1].node
        if state is self.state[node]:
            self.known[node] = known
        return known

    def _brings(self, known: Worth, state: State, player: int) -> float:
        """What a state that is known brings a player, with what was won on the way to it, where that is counted."""
        worth = known.value if (player == MIN) == (self.game.to_move(state) == MIN) else 0 - known.value  # to MAX where chance moves
        return worth + self.game.won_so_far(state, player) if isinstance(self.game, Scored) else worth

    def _worth(self, state: State, origin: str, worth: Any) -> Any:
        """A worth, noted where it is asked for the node at hand; else the algorithm looks at what it may search."""
        node = self._stack[-1].node
        if state is not self.state[node]:
            return worth
        if any(isnan(part) for part in (worth if isinstance(worth, tuple) else (worth,))):
            raise GameError(f"`{origin}` is NaN in position {self.game.write(self.state[node])!r} of {self.game!r}")
        self.origin[node], self.value[node] = origin, worth
        return worth

    def _listed(self, state: State) -> dict[int, int]:
        """The actions in the order in which they are to be searched, each with how many it stands for."""
        game = self.game
        actions = gathered(game, state, "actions")
        if not actions:
            raise GameError(no_actions(game, state))
        if self.order_of == OWN:
            worth = {action: game.order(state, action, game.result(state, action)) for action in actions}
            actions.sort(key=lambda action: -worth[action])
        elif callable(self.order_of):
            given = self.order_of(self._path(), list(actions))
            if not isinstance(given, (list, tuple)) or sorted(given) != sorted(actions):
                raise SearchError(f"order gives {given!r} for the actions {actions}; it has to give the same ones in another order")
            actions = list(given)
        if not self.fold:
            return dict.fromkeys(actions, 1)
        first: dict[Any, int] = {}
        listed: dict[int, int] = {}
        for action in actions:
            child = game.result(state, action)
            code = frozen(game.key(child))
            if code in first:
                listed[first[code]] += 1
                continue
            first |= dict.fromkeys((code, *(frozen(game.key(other)) for other in game.symmetries(child))), action)
            listed[action] = 1
        return listed

    @property
    def at_hand(self) -> int:
        """The node that is searched."""
        return self._stack[-1].node

    def _path(self) -> tuple[int, ...]:
        """The actions from the root to the node at hand."""
        return tuple(self.action[visit.node] for visit in self._stack[1:])

    # In place of the algorithm

    def called(self, _: Any, state: State, *numbers: Any) -> Any:
        """The algorithm, called on a node, with notes of what goes in and out."""
        node = self._child(state) if self._stack else self._root(state)
        window = self._window(numbers)
        visit = _Visit(node, *window, dict(zip(self._variables, numbers, strict=False)))
        self._stack.append(visit)
        self.order[node], self._visits = self._visits, self._visits + 1
        self.windows_in[node] = window
        self.origin[node] = AVERAGE if self.player[node] == CHANCE else BACKED_UP
        self._step(ENTER, NOT_KNOWN, self._function.__code__.co_firstlineno + 1)
        value = self._function(self, state, *numbers)
        self._stack.pop()
        if self._stack:
            self._stack[-1].came = node
        return value

    def _child(self, state: State) -> int:
        """The node of a state on which the algorithm calls itself: a new one, where it has done so before.

        Raises SearchError where the state is none of those after the node at hand: of that there is no tree.
        """
        visit = self._stack[-1]
        found = visit.last
        if found == NO_NODE or self.state[found] is not state:
            found = next((child for child in visit.nodes.values() if self.state[child] is state), NO_NODE)
        if found == NO_NODE:
            name, where = self.algorithm.name, self.game.write(self.state[visit.node])
            told = "that is not `game.result(state, action)`; what is watched calls itself on those alone"
            raise SearchError(f"{name} calls itself in {where!r} on a state {told}")
        if self.order[found] == NEVER:
            return found
        again = self._add(state, visit.node, self.action[found], self.probability[found], self.twins[found])
        self.again[again] = found
        self.children[visit.node] += (again,)
        return again

    def _window(self, numbers: tuple[Any, ...]) -> tuple[float, float]:
        if not self.algorithm.windowed:
            return -inf, inf
        return numbers[self._places["alpha"]], numbers[self._places["beta"]]

    def _root(self, state: State) -> int:
        return self._add(state, NO_NODE, NO_ACTION, 1.0, 1)

    def _new(self, parent: int, action: int, probability: float, twins: int) -> int:
        return self._add(self.game.result(self.state[parent], action), parent, action, probability, twins)

    def _add(self, state: State, parent: int, action: int, probability: float, twins: int) -> int:
        node = len(self.parent)
        if node >= self.most:
            raise TreeTooLargeError(f"the tree has more than {self.most:,} nodes; look less deep")
        self.progress(node)
        self.parent.append(parent)
        self.action.append(action)
        self.state.append(state)
        player = NOBODY if self.game.is_terminal(state) else self.game.to_move(state)
        if player not in (NOBODY, CHANCE) and not 0 <= player < self.game.players:
            raise GameError(no_player(self.game, state, player))
        self.player.append(player)
        self.ply.append(0 if parent == NO_NODE else self.ply[parent] + 1)
        self.probability.append(probability)
        self.twins.append(twins)
        self.again.append(NO_NODE)
        self.children.append(())
        self.windows_in.append((-inf, inf))
        self.windows_out.append((-inf, inf))
        self.value.append(NOT_KNOWN)
        self.returned.append(NOT_KNOWN)
        self.bound.append(UNKNOWN)
        self.origin.append(UNVISITED)
        self.order.append(NEVER)
        self.cut_at.append(NEVER)
        self.entry.append(NO_NODE)
        self.known.append(None)
        return node

    # What the interpreter tells

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Be told of each line that the algorithm runs."""
        before = sys.gettrace()
        try:
            with deep_recursion(20 * WHOLE_TREE):
                sys.settrace(self._calls)
                yield
        except ZermeloError:
            raise
        except RecursionError:
            raise SearchError("the tree is too deep to be watched; give a depth") from None
        finally:
            sys.settrace(before)
            del self._function.__globals__[self._function.__name__]  # it holds these notes, and they hold it: nobody would let go

    def _calls(self, frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code is not self._function.__code__:
            return None
        self._stack[-1].line = frame.f_lineno
        self._stack[-1].frame = frame
        return self._lines

    def _lines(self, frame: FrameType, event: str, value: Any) -> Any:
        if event == "line":
            self._ran(frame)
            self._stack[-1].line = frame.f_lineno
        elif event == "return" and value is not None:
            self._ran(frame)
            self._returns(frame, value)
        return self._lines

    def _ran(self, frame: FrameType) -> None:
        """Note what the line before has done."""
        visit, facts = self._stack[-1], frame.f_locals
        window = (facts.get("alpha", -inf), facts.get("beta", inf))
        if visit.came != NO_NODE:
            visit.came_at = visit.came_at or visit.line
            if "best" in facts and frame.f_lineno not in self._heads:
                return  # max^n compares in the lines that follow
            self._step(BACK, self._running(facts), visit.came_at, visit.came)
            visit.came, visit.came_at = NO_NODE, 0
            if window != visit.window:  # the fail-hard form has no value but the window
                visit.window = window
                self._step(WINDOW, self._running(facts), visit.line)
        elif window != visit.window:
            visit.window = window
            self._step(WINDOW, self._running(facts), visit.line)

    def _running(self, facts: dict[str, Any]) -> Any:
        """The best value so far: of the name that the book gives it, or in the fail-hard form alpha or beta itself."""
        for name in ("value", "best"):
            if name in facts:
                return facts[name]
        return facts.get("alpha" if self.player[self._stack[-1].node] == MAX else "beta", NOT_KNOWN)

    def _returns(self, frame: FrameType, value: Any) -> None:
        visit = self._stack[-1]
        node = visit.node
        for child in self.children[node]:
            if self.order[child] == NEVER:
                self.cut_at[child] = len(self.steps)
        is_leaf = self.origin[node] in (UTILITY, EVALUATION, KNOWN)
        if visit.found is not None and not visit.nodes:
            self._answered(node, value, visit.found, frame.f_lineno)
            return
        self._step(LEAF if is_leaf else CUT if frame.f_lineno in self._loops else LEAVE, value, frame.f_lineno)
        self.windows_out[node] = visit.window
        self.returned[node] = value
        self.bound[node] = EXACT if is_leaf or self._settled(node, value) else bound_of(value, *self.windows_in[node])
        if not is_leaf:
            self.value[node] = value

    def _answered(self, node: int, value: Any, found: _Found, line: int) -> None:
        """Note that the table has answered."""
        self.origin[node], self.entry[node] = REMEMBERED, found.writer
        self._step(ANSWER, value, line)
        self.windows_out[node] = self.windows_in[node]
        self.value[node] = self.returned[node] = value
        self.bound[node] = EXACT if found.low == found.high else LOWER if value == found.low else UPPER

    def found(self, bounds: tuple[float, float], writer: int) -> None:
        """The table has an entry of the node at hand, stored by the search of the node `writer`."""
        self._stack[-1].found = _Found(*bounds, writer)

    def _settled(self, node: int, value: Any) -> bool:
        """Whether the children leave a node no other value, though it lies outside the window: one has it, and none can be better."""
        player = self.player[node]
        if player == CHANCE or isinstance(value, tuple):
            return False
        latest = {self.action[child]: child for child in self.children[node]}.values()  # of those that were searched again
        best, no_better = (max, UPPER) if player == MAX else (min, LOWER)
        if not all(self.bound[child] in (EXACT, no_better) for child in latest):
            return False
        exact = [self.value[child] for child in latest if self.bound[child] == EXACT]
        return bool(exact) and best(exact) == value == best(self.value[child] for child in latest)

    def _step(self, kind: str, value: Any, line: int, child: int = NO_NODE) -> None:
        visit = self._stack[-1]
        self.steps.append(Step(kind, visit.node, child, *visit.window, value, line))
        self.assigned.append(tuple(self._changed(self._stack[-2:])))

    def _changed(self, visits: list[_Visit]) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """The calls whose variables are others than they were when they were noted last."""
        for visit in visits:
            facts = visit.given if visit.frame is None else visit.frame.f_locals
            values = tuple(fact if self._is_shown(fact := facts.get(name)) else None for name in self._variables)
            if self._last.get(visit.node) != values:
                self._last[visit.node] = values
                yield visit.node, values

    def _is_shown(self, value: Any) -> bool:
        """Whether a variable holds a number, or one a player."""
        if isinstance(value, tuple) and len(value) == self.game.players:
            return all(isinstance(one, (int, float)) for one in value)
        return isinstance(value, (int, float))

    def tree(self, depth: int | None) -> SearchTree:
        """All of it."""
        return SearchTree(
            self.game, self.algorithm.name, self.algorithm, self.algorithm.windowed, depth,
            tuple(self.parent), tuple(self.action), tuple(self.state), tuple(self.player), tuple(self.ply), tuple(self.probability),
            tuple(self.twins), tuple(self.again), tuple(self.children),
            tuple(window[0] for window in self.windows_in), tuple(window[1] for window in self.windows_in),
            tuple(window[0] for window in self.windows_out), tuple(window[1] for window in self.windows_out),
            tuple(self.value), tuple(self.returned), tuple(self.bound), tuple(self.origin), tuple(self.order), tuple(self.cut_at),
            tuple(self.steps), tuple(self.entry), tuple(self.known), self._variables, tuple(self.assigned),
        )  # fmt: skip


def _loops(function: FunctionType) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of a function with which loops begin, and those that stand inside one: a return there is a cut-off."""
    definition = definition_of(function)
    loops = [node for node in ast.walk(definition) if isinstance(node, ast.For)]
    inside = [node.lineno for loop in loops for part in loop.body for node in ast.walk(part) if isinstance(node, ast.stmt)]
    return frozenset(loop.lineno for loop in loops), frozenset(inside)


class _Found(NamedTuple):
    """What a table has of a position: bounds on its value, and the node whose search has stored them."""

    low: float
    high: float
    writer: int


class _NotedTable(Table):
    """A table whose entries know which node stored them, and which tells the notes what is found."""

    def __init__(self, notes: Notes) -> None:
        super().__init__()
        self.notes = notes
        self.writers: dict[Any, int] = {}

    def bounds(self, key: Any, depth: int) -> tuple[float, float]:
        found = super().bounds(key, depth)
        if found != (-inf, inf):
            self.notes.found(found, self.writers[frozen(key)])
        return found

    def store(self, key: Any, depth: int, low: float, high: float) -> None:
        super().store(key, depth, low, high)
        self.writers[frozen(key)] = self.notes.at_hand


class _Visit:
    """A call of the algorithm that has not returned: its node, the window as it now is, what it was given, and what it is about to do."""

    def __init__(self, node: int, alpha: float, beta: float, given: dict[str, Any]) -> None:
        self.node, self.window, self.given = node, (alpha, beta), given
        self.frame: FrameType | None = None
        self.nodes: dict[int, int] = {}  # the children, by action
        self.found: _Found | None = None  # in the table
        self.last = NO_NODE  # the child that the algorithm last asked for
        self.came = NO_NODE  # whose value has just come back
        self.came_at = 0  # and in which line
        self.line = 0
