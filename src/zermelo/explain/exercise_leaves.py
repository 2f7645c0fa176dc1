"""An exercise on the order of the children: how many leaves alpha-beta visits from left to right, and how many in the best order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from zermelo.explain.exercise_kind import Asked, searched
from zermelo.explain.exercise_order import in_order
from zermelo.explain.narration import Narration
from zermelo.explain.orders import Children, fewest_leaves
from zermelo.explain.questions import NUMBER, Exercise, Question
from zermelo.explain.searchtree import NEVER, ROOT, SearchTree
from zermelo.languages import Language

GIVEN = "given"
BEST = "best"


@dataclass(frozen=True)
class Counting(Exercise):
    """The leaves that are visited in two orders; the solution shows what is cut off in the one that is given."""

    @cached_property
    def best(self) -> tuple[int, Children]:
        """Leaves visited in a best order, and that order."""
        return fewest_leaves(self.tree)

    def _blanks(self) -> Iterator[Question]:
        assert self.pruned is not None
        yield Question(NUMBER, ROOT, self.pruned.leaves, GIVEN)
        yield Question(NUMBER, ROOT, self.best[0], BEST)

    def reason(self, blank: Question) -> str:
        """Which leaves are visited, and what is cut off."""
        found = self.pruned if blank.name == GIVEN else in_order(self.tree, self.best[1], algorithm="alphabeta")
        assert found is not None
        telling = Narration(found, self.language)
        cuts = [telling.reason(one) for one in telling.reasons.values() if one.unvisited]
        leaves = ", ".join(telling.label(node) for node in _visited(found))
        return " ".join([super().reason(blank), telling.language.say("exercise.because.leaves", leaves=leaves), *cuts])

    def answers(self, speech: Language) -> list[str]:
        """The right answers, each with its reason."""
        return [f"{self.label(blank, speech)}: {self.reason(blank)}" for blank in self.blanks]


def _visited(tree: SearchTree) -> list[int]:
    """The leaves that were visited, in that order."""
    return sorted((node for node in range(len(tree)) if tree.order[node] != NEVER and not tree.children[node]), key=tree.order.__getitem__)


def counting(asked: Asked) -> Counting | None:
    """The exercise, if the order matters."""
    made = searched(asked, pruned=True)
    if made is None:
        return None
    found = Counting(asked.kind, asked.level, asked.seed, asked.language, *made)
    return found if found.blanks[0].answer > found.best[0] else None
