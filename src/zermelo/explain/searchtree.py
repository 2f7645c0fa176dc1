"""The tree that a run of an algorithm walked through, as data: what drawings, explanations, exercises and tests read.

Nodes are numbers, in the order in which their parents first heard of them; `ROOT` is 0. Children that were never visited
are nodes too. What is known of the nodes stands in one tuple for each fact, with one place a node; what happened, step by
step, in one tuple for each fact, with one place a step.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from math import inf, nan
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, Game, State
from zermelo.games.tree import Tree
from zermelo.languages import language
from zermelo.rich_display import svg
from zermelo.search.algorithm import Algorithm
from zermelo.search.known import Worth

ROOT: Final = 0
NO_NODE: Final = -1
"""In place of a node: the parent of the root; the child of a step that concerns none."""
NEVER: Final = -1
"""In place of a number in the order of visits, or of a step."""
NO_ACTION: Final = -1 << 63
"""In place of an action: the root's."""
NOBODY: Final = -2
"""In place of a player, where the game is over."""

# What the value of a node is
EXACT: Final = "exact"
LOWER: Final = "lower"
UPPER: Final = "upper"
UNKNOWN: Final = "unknown"

# Where it comes from
UTILITY: Final = "utility"
EVALUATION: Final = "evaluation"
KNOWN: Final = "known"
REMEMBERED: Final = "remembered"
BACKED_UP: Final = "backed up"
AVERAGE: Final = "average"
UNVISITED: Final = "unvisited"

# What a step does
ENTER: Final = "enter"
"""The algorithm is called on a node."""
LEAF: Final = "leaf"
"""It returns at once: the game is over, or the depth is used up."""
ANSWER: Final = "answer"
"""The table knows enough of its position: it returns at once."""
BACK: Final = "back"
"""The value of a child has come back to a node, and been compared with the best so far."""
WINDOW: Final = "window"
"""Alpha or beta of a node has moved."""
CUT: Final = "cut"
"""A node returns from within its loop: the children that remain, if there are any, are not visited."""
LEAVE: Final = "leave"
"""A node returns after its loop."""


class Step(NamedTuple):
    """One thing that happened.

    kind         ENTER, LEAF, ANSWER, BACK, WINDOW, CUT or LEAVE
    node         where
    child        BACK: whose value has come; else NO_NODE
    alpha, beta  the window of the node as it now is; -inf and inf in an algorithm that has none
    value        the best so far at the node, or what it returns; nan before there is any
    line         the line of the algorithm's file that was run
    """

    kind: str
    node: int
    child: int
    alpha: float
    beta: float
    value: Any
    line: int


@dataclass(frozen=True)
class SearchTree:
    """A run of `algorithm` on `game`, from `state[ROOT]`, `depth` plies deep (None: to the end of the game). A node is a call.

    function     the algorithm itself, whose source it is that `steps` name lines of
    parent       of each node the node above it, NO_NODE of the root
    action       that leads to it from there, NO_ACTION to the root
    state        the game's state
    player       who moves there: MAX, MIN, ..., CHANCE, or NOBODY where the game is over
    ply          the plies below the root
    probability  of the outcome that leads there, 1 but below CHANCE
    twins        how many children of the same parent it stands for, itself among them (more than 1 only where
                 symmetric ones were folded)
    again        where an algorithm of one's own searches a child once more (as after a null window): the node of its first search,
                 of which this one has the parent, action and state; NO_NODE of all others
    children     the nodes below, in the game's order, visited or not; then those that were searched again
    alpha_in, beta_in    the window with which the algorithm was called there; -inf and inf where it has none
    alpha_out, beta_out  the window when it returned
    value        what the node is worth to MAX, as far as the run found out (one number a player in max^n); of a leaf its
                 own number; nan where it was never visited
    returned     what the algorithm returned there, which in the fail-hard form is cut to the window
    bound        EXACT, or whether the value is at least (LOWER) or at most (UPPER) `value`; UNKNOWN where never visited
    origin       UTILITY, EVALUATION, KNOWN (by a database), REMEMBERED (by the algorithm's own table), BACKED_UP, AVERAGE or UNVISITED
    order        the place in the order of visits, from 0; NEVER where it was never visited
    cut_at       of a node never visited the step at which it was cut off; NEVER of others
    steps        what happened
    entry        of a node that the table answered the node whose search had stored the entry; NO_NODE of others
    known        of a node what a database knows of it, where the algorithm took that for its value; else None
    variables    the names of the algorithm's own variables, those after game and state
    assigned     for each step the calls whose variables it found changed: the node, and for each name its number, or numbers,
                 one a player; None where it holds nothing yet, or something else
    language     in which actions are named
    """

    game: Game
    algorithm: str
    function: Algorithm[..., Any]
    windowed: bool
    depth: int | None
    parent: tuple[int, ...]
    action: tuple[int, ...]
    state: tuple[State, ...]
    player: tuple[int, ...]
    ply: tuple[int, ...]
    probability: tuple[float, ...]
    twins: tuple[int, ...]
    again: tuple[int, ...]
    children: tuple[tuple[int, ...], ...]
    alpha_in: tuple[float, ...]
    beta_in: tuple[float, ...]
    alpha_out: tuple[float, ...]
    beta_out: tuple[float, ...]
    value: tuple[Any, ...]
    returned: tuple[Any, ...]
    bound: tuple[str, ...]
    origin: tuple[str, ...]
    order: tuple[int, ...]
    cut_at: tuple[int, ...]
    steps: tuple[Step, ...]
    entry: tuple[int, ...]
    known: tuple[Worth | None, ...]
    variables: tuple[str, ...]
    assigned: tuple[tuple[tuple[int, tuple[Any, ...]], ...], ...]
    language: str = "en"

    def __len__(self) -> int:
        """How many nodes there are, those never visited among them."""
        return len(self.parent)

    @property
    def visited(self) -> int:
        """How many nodes were visited."""
        return sum(number != NEVER for number in self.order)

    @property
    def leaves(self) -> int:
        """How many of these the algorithm did not look beyond."""
        return sum(origin in (UTILITY, EVALUATION, KNOWN) for origin in self.origin)

    @property
    def cutoffs(self) -> int:
        """How often a node was left early (the same count as in a `Result`)."""
        return sum(step.kind == CUT for step in self.steps)

    @property
    def answered(self) -> int:
        """At how many nodes the table answered."""
        return sum(origin == REMEMBERED for origin in self.origin)

    @functools.cached_property
    def below(self) -> tuple[int, ...]:
        """Of each node how many were visited there and below."""
        counts = [int(number != NEVER) for number in self.order]
        for node in range(len(self) - 1, ROOT, -1):
            counts[self.parent[node]] += counts[node]
        return tuple(counts)

    def name(self, node: int) -> str:
        """What people call the action that leads to a node; empty for the root."""
        if node == ROOT:
            return ""
        return self.action_name(self.state[self.parent[node]], self.action[node])

    def action_name(self, state: State, action: int) -> str:
        """What people call an action, in the language of the tree."""
        text = self.game.name(state, action)
        if text not in self._told:
            self._told[text] = language(self.language).spoken(text, self.game.phrases)
        return self._told[text]

    @functools.cached_property
    def _told(self) -> dict[str, str]:
        return {}

    def told_in(self, code: str) -> SearchTree:
        """The same with actions named in a language; those of a tree that was written down stay as they were written."""
        return self if code == self.language or isinstance(self.game, Tree) else replace(self, language=code)

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes from the root to this one, both included."""
        nodes = [node]
        while self.parent[nodes[-1]] != NO_NODE:
            nodes.append(self.parent[nodes[-1]])
        return tuple(reversed(nodes))

    def names(self, node: int) -> tuple[str, ...]:
        """The names of the actions from the root to a node."""
        return tuple(self.name(one) for one in self.path(node)[1:])

    def best(self, node: int) -> int:
        """The first child that gives a node its value, as the player to move there would choose; NO_NODE where nobody does.

        Of a child that was searched again, the last search.
        """
        if self.origin[node] != BACKED_UP or self.player[node] == CHANCE:
            return NO_NODE
        mover = self.player[node]
        for child in self.children[node]:
            if self.order[child] == NEVER:
                continue
            one, other = self.returned[child], self.returned[node]
            if one == other if not isinstance(other, tuple) else one[mover] == other[mover]:
                return [child, *(later for later in self.children[node] if self.again[later] == child)][-1]
        return NO_NODE

    @property
    def line(self) -> tuple[int, ...]:
        """The principal variation: the nodes of best play below the root, up to the first move of chance."""
        nodes, node = [], self.best(ROOT)
        while node != NO_NODE:
            nodes.append(node)
            node = self.best(node)
        return tuple(nodes)

    def _repr_svg_(self) -> str | None:
        """The tree as notebooks show it."""
        return svg(self)


def bound_of(value: Any, alpha: float, beta: float) -> str:
    """What a value means that was returned for a window (Knuth and Moore 1975)."""
    if isinstance(value, tuple) or alpha < value < beta or (alpha, beta) == (-inf, inf):
        return EXACT
    return UPPER if value <= alpha else LOWER


NOT_KNOWN: Final = nan
"""In place of a value."""
