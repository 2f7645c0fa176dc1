"""An exercise on the order of the children: how many leaves alpha-beta visits from left to right, and how many in the best order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.draw import tree as drawing
from zermelo.explain.exercise_kind import Asked, searched
from zermelo.explain.orders import Orders, orders
from zermelo.explain.questions import NUMBER, Exercise, Question
from zermelo.explain.searchtree import ROOT
from zermelo.languages import Language


@dataclass(frozen=True)
class Counting(Exercise):
    """The leaves that are visited in two orders.

    found  what there is to know of the orders of the tree
    """

    found: Orders

    def _blanks(self) -> Iterator[Question]:
        yield Question(NUMBER, ROOT, self.found.given.leaves, "given")
        yield Question(NUMBER, ROOT, self.found.best_leaves, "best")

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree as it is given; the solution stands beside it."""
        return super().nodes(speech, solution=False)

    def answers(self, speech: Language) -> list[str]:
        """The right answers, each with its reason."""
        return [f"{self.label(blank, speech)}: {self.reason(blank)}" for blank in self.blanks]


def counting(asked: Asked) -> Counting | None:
    """The exercise, if the order matters."""
    made = searched(asked, pruned=True)
    if made is None:
        return None
    tree, _ = made
    found = orders(tree.game, tree.state[ROOT], depth=tree.depth, samples=1)
    if found.given.leaves <= found.best_leaves:
        return None
    return Counting(asked.kind, asked.level, asked.seed, asked.language, tree, None, found)
