"""One node of a search that is too large to be looked at whole: what the algorithm does there, and what came back from each child.

The algorithm's own source runs at the node, watched as in observe.py. Where it calls itself, the search that `zermelo.best` runs takes
over, compiled where the game compiles: so values and counts are those of the whole search. Each child can be opened in turn, with the
window with which it was searched, and so all of a tree of millions of nodes, node by node.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.explain.observe import GIVEN, OWN, Notes, TreeTooLargeError, prepared
from zermelo.explain.searchtree import AVERAGE, BACK, BACKED_UP, CUT, NEVER, ROOT, WINDOW, SearchTree, bound_of
from zermelo.game import CHANCE, MAX, Game, State, listed
from zermelo.hints import Evaluation
from zermelo.rule_errors import rules_blamed
from zermelo.search.algorithm import WHOLE_TREE, Algorithm, checked_depth
from zermelo.search.ordered import Ordered
from zermelo.search.root import unchanged
from zermelo.search.runner import Runner, TimeIsOverError
from zermelo.search.runtime.room import with_more_room

MOST: Final = 200_000_000
"""Nodes that may be visited to open one, unless told."""
SECONDS: Final = 20.0
"""How long that may take, unless told."""
_MOST_CHILDREN: Final = 5_000


@dataclass(frozen=True)
class Opened:
    """A node of a search, opened: its children, each as it was when its search had ended.

    tree     the node (ROOT) and its children, and the steps of the algorithm at the node. A child's `bound` is what its value means by
             the window that it was searched with: at least, at most, or exact
    nodes    of each of these how many nodes the search visited there and below; 0 where it never came
    cutoffs  how often it left one of those nodes early
    mode     "compiled" or "interpreted": how what lies below was searched
    """

    tree: SearchTree
    nodes: tuple[int, ...]
    cutoffs: tuple[int, ...]
    mode: str

    def is_cut(self, node: int) -> bool:
        """Whether the algorithm left the node early: with a value outside of the window that the player to move there would not allow."""
        tree = self.tree
        if node == ROOT:
            return any(step.kind == CUT for step in tree.steps)
        if not self.cutoffs[node]:
            return False
        above, below = bool(tree.returned[node] >= tree.beta_in[node]), bool(tree.returned[node] <= tree.alpha_in[node])
        return above or below if tree.player[node] == CHANCE else above if tree.player[node] == MAX else below

    def cutting(self) -> int:
        """The child after which the node was left early; NEVER where none was."""
        return max(self.tree.children[ROOT], key=lambda child: self.tree.order[child], default=NEVER) if self.is_cut(ROOT) else NEVER

    def improving(self) -> frozenset[int]:
        """The children that were the best so far, or moved the window, when their values came back."""
        steps, found, best = self.tree.steps, set[int](), None
        for step, after in pairwise(steps):
            if step.kind == BACK:
                if step.value != best or after.kind == WINDOW:
                    found.add(step.child)
                best = step.value
        return frozenset(found)


@with_more_room
@rules_blamed()
def opened(
    game: Game,
    state: State = None,
    path: Sequence[int] = (),
    *,
    algorithm: str | Algorithm[..., Any] | None = None,
    depth: int | None = None,
    evaluation: str | Evaluation | None = None,
    window: tuple[float, float] = (-inf, inf),
    order: str = GIVEN,
    mode: str = "auto",
    most: int = MOST,
    seconds: float = SECONDS,
    progress: Callable[[int], None] | None = None,
) -> Opened:
    """The node to which `path` leads from `state`, the root (the initial state unless given), in a search as `observe` describes it.

    path      actions, or outcomes, one after the other
    depth     of the search, from the root
    window    alpha and beta with which the algorithm was called at the node, for algorithms that have them
    order     GIVEN or OWN
    mode      "auto", "compiled" or "interpreted"
    most, seconds  nodes that may be visited, and how long that may take: of the clock, so not to the node
    progress  called now and then with the nodes so far; what it raises ends the work

    Takes as long as the search of the node itself. Raises TreeTooLargeError where that is beyond a limit, SearchError for a path that
    there is not, and as `observe` does.
    """
    plies = WHOLE_TREE if depth is None else checked_depth(depth)
    rules, root, chosen = prepared(game, state, algorithm, evaluation)
    if order not in (GIVEN, OWN):
        raise SearchError(f"order is {GIVEN!r} or {OWN!r}, not {order!r}")
    if len(path) > plies:
        raise SearchError(f"a search of {plies} plies has no node {len(path)} plies below its root")
    if not window[0] <= window[1]:
        raise SearchError(f"a window is a pair (alpha, beta), the first not the greater, not {window!r}")
    node = reached(rules, root, path)

    def look(nodes: int) -> None:
        if nodes > most:
            raise TreeTooLargeError(f"to open this node means to visit more than {most:,} nodes; look less deep")
        if progress:
            progress(nodes)

    runner = Runner(chosen, Ordered(rules) if order == OWN else rules, mode, look, seconds)
    notes = _Opening(rules, chosen, order, runner)
    numbers = chosen.arguments(*window, plies - len(path))

    def work() -> None:
        with unchanged(rules, node), notes.watching():
            notes.called(notes, node, *numbers)

    try:
        runner.apart(work, plies)
    except TimeIsOverError:
        raise TreeTooLargeError(f"to open this node takes more than {seconds:g} s; look less deep") from None
    look(runner.nodes)
    if depth is None and runner.least_depth == 0:
        raise SearchError(f"the game goes on for more than {WHOLE_TREE} plies; give a depth")
    return notes.opened(None if depth is None else depth - len(path), runner.mode)


def reached(rules: Game, state: State, path: Sequence[int]) -> State:
    """The state after these actions and outcomes. Raises SearchError for one that there is not."""
    for action in path:
        if rules.is_terminal(state) or action not in listed(rules, state):
            raise SearchError(f"there is no action {action} in position {rules.write(state)!r} of {rules!r}")
        state = rules.result(state, action)
    return state


class _Opening(Notes):
    """Notes of one node, whose children are searched by a runner."""

    def __init__(self, game: Game, algorithm: Algorithm[..., Any], order: str, runner: Runner) -> None:
        super().__init__(game, algorithm, _MOST_CHILDREN, order=order, fold=False, progress=lambda nodes: None, database=None)
        self.runner = runner
        self.counts: dict[int, tuple[int, int]] = {}

    def called(self, _: Any, state: State, *numbers: Any) -> Any:
        """The algorithm, called on the node; on a child, its search, with notes of what goes in and out."""
        if not self._stack:
            return super().called(_, state, *numbers)
        runner, nodes, cutoffs = self.runner, self.runner.nodes, self.runner.cutoffs
        with _unwatched():
            value = runner(state, *numbers)
        nodes, cutoffs = runner.nodes - nodes, runner.cutoffs - cutoffs
        if nodes == 1:
            return super().called(_, state, *numbers)  # a leaf: where its worth comes from is noted, too
        node = self._child(state)
        self.counts[node] = nodes, cutoffs
        self.order[node], self._visits = self._visits, self._visits + nodes
        self.windows_in[node] = self._window(numbers)
        self.origin[node] = AVERAGE if self.player[node] == CHANCE else BACKED_UP
        self.value[node] = self.returned[node] = value
        self.bound[node] = bound_of(value, *self.windows_in[node])
        self._stack[-1].came = node
        return value

    def opened(self, depth: int | None, mode: str) -> Opened:
        """All of it."""
        tree = self.tree(depth)
        below = [self.counts.get(node, (int(tree.order[node] != NEVER), 0)) for node in range(len(tree))]
        below[ROOT] = sum(nodes for nodes, _ in below), sum(cutoffs for _, cutoffs in below) + tree.cutoffs
        nodes, cutoffs = zip(*below, strict=True)
        return Opened(tree, nodes, cutoffs, mode)


@contextmanager
def _unwatched() -> Iterator[None]:
    """Nobody is told meanwhile which lines run."""
    trace = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(trace)
