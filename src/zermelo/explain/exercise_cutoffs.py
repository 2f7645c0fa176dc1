"""An exercise on alpha-beta: which leaves are visited, and what the root is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from zermelo.explain.exercise_kind import Asked, searched
from zermelo.explain.questions import SEARCHED, VALUE, Question, SearchExercise
from zermelo.explain.searchtree import NO_NODE, ROOT
from zermelo.explain.why import reasons

_CUT_NODES: Final = {1: 1, 2: 1, 3: 3, 4: 3, 5: 5}
"""For each level: nodes that alpha-beta must leave out at least."""
_DEEP_FROM: Final = 4
"""From this level on there is a deep cut-off."""


class CuttingOff(SearchExercise):
    """Whether each leaf is visited, and the value of the root."""

    def _blanks(self) -> Iterator[Question]:
        for node in sorted(range(len(self.tree)), key=self.tree.path):
            if not self.tree.children[node]:
                yield Question(SEARCHED, node, self._in_pruned[node] != NO_NODE, " ".join(self.tree.names(node)))
        yield Question(VALUE, ROOT, self.tree.value[ROOT], "root")

    def beside(self) -> list[Question]:
        """The value of the root, as leaves are crossed out in the tree."""
        return [blank for blank in self.blanks if blank.what == VALUE]


def cutting(asked: Asked) -> CuttingOff | None:
    """The exercise, if enough is cut off, and deep enough."""
    found = searched(asked, pruned=True)
    if found is None:
        return None
    tree, pruned = found
    assert pruned is not None
    deep = asked.level < _DEEP_FROM or any(reason.deep and reason.unvisited for reason in reasons(pruned))
    if len(tree) - pruned.visited < _CUT_NODES[asked.level] or not deep:
        return None
    return CuttingOff(asked.kind, asked.level, asked.seed, asked.language, tree, pruned)
