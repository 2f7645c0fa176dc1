"""Why a node was cut off: which bound, who set it, where, by what action. As data; `zermelo.explain.narration` puts it into words."""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from zermelo.explain.searchtree import BACK, CUT, NO_NODE, NOT_KNOWN, SearchTree, Step
from zermelo.game import CHANCE, MAX, MIN

GIVEN: Final = NO_NODE
"""In place of an ancestor: the bound came with the window of the whole search."""


class Reason(NamedTuple):
    """The reason for one cut-off.

    step       of `tree.steps`, where the node returned
    node       that was left early
    holder     the player who moves there, and who can hold it; or CHANCE
    value      to which: MIN to this or less, MAX to this or more; where chance moves, the average is beyond `bound` with this
    by         the child that showed it
    unvisited  the children that were not searched; there may be none left
    bound      what the other player has elsewhere
    ancestor   the node where that player has it, by the child `secured`; GIVEN and NO_NODE where it came with the window of the
               whole search, or with a narrower one (a null window) that an algorithm of one's own took
    deep       whether that is further up than the parent: a deep cut-off
    """

    step: int
    node: int
    holder: int
    value: float
    by: int
    unvisited: tuple[int, ...]
    bound: float
    ancestor: int
    secured: int
    deep: bool


def reasons(tree: SearchTree) -> tuple[Reason, ...]:
    """Why each of the cut-offs of a tree was made, in the order in which they were. O(steps * depth)."""
    if not tree.windowed:
        return ()
    found = []
    securing: dict[int, int] = {}  # of each node the child whose value is the best so far
    best: dict[int, float] = {}
    last: dict[int, int] = {}  # of each node the child that came back last
    for number, step in enumerate(tree.steps):
        if step.kind == BACK:
            last[step.node] = step.child
            if _improves(tree, step.node, step.value, best):
                best[step.node], securing[step.node] = step.value, step.child
        elif step.kind == CUT:
            found.append(_reason(tree, number, last, securing, best))
    return tuple(found)


def _improves(tree: SearchTree, node: int, value: float, best: dict[int, float]) -> bool:
    """Whether a value is better for who moves at a node than what that player had there, and above."""
    if tree.player[node] == MAX:
        return value > max(tree.alpha_in[node], best.get(node, -inf))
    return value < min(tree.beta_in[node], best.get(node, inf))


def _reason(tree: SearchTree, number: int, last: dict[int, int], securing: dict[int, int], best: dict[int, float]) -> Reason:
    step = tree.steps[number]
    holder = tree.player[step.node]
    other = _other(tree, step)
    bound = tree.beta_in[step.node] if other == MIN else tree.alpha_in[step.node]
    ancestor = tree.parent[step.node]
    while ancestor != NO_NODE and not (tree.player[ancestor] == other and best.get(ancestor) == bound):
        ancestor = tree.parent[ancestor]
    by = last.get(step.node, NO_NODE)
    unvisited = tuple(child for child in tree.children[step.node] if tree.cut_at[child] == number)
    return Reason(
        number, step.node, holder, _shown(tree, step, by), by, unvisited, bound,
        ancestor, securing.get(ancestor, NO_NODE), ancestor != tree.parent[step.node],
    )  # fmt: skip


def _other(tree: SearchTree, step: Step) -> int:
    """Who has something as good elsewhere: the other player; of an average MAX if it is too low, MIN if it is too high."""
    holder = tree.player[step.node]
    if holder == CHANCE:
        return MAX if step.value <= tree.alpha_in[step.node] else MIN
    return MIN if holder == MAX else MAX


def _shown(tree: SearchTree, step: Step, by: int) -> float:
    """What was shown at a cut-off: the value of the child that did it; where chance moves, the bound on the average."""
    if tree.player[step.node] == CHANCE:
        return float(step.value)
    return float(tree.value[by]) if by != NO_NODE else NOT_KNOWN
