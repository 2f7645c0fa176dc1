"""An exercise on the decision at the root: what each move is worth, which one minimax chooses, and what the answer to it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from zermelo.explain.exercise_kind import Asked, searched
from zermelo.explain.questions import NAME, VALUE, Question, SearchExercise
from zermelo.explain.searchtree import ROOT
from zermelo.game import MAX
from zermelo.languages import Language

REPLY: Final = "reply"


@dataclass(frozen=True)
class Deciding(SearchExercise):
    """The values of the moves at the root, the decision, and the reply to it where one is best."""

    def _blanks(self) -> Iterator[Question]:
        tree = self.tree
        for child in tree.children[ROOT]:
            if tree.children[child]:
                yield Question(VALUE, child, tree.value[child], tree.name(child))
        best = tree.best(ROOT)
        yield Question(NAME, ROOT, tree.name(best), "move", choices=self._names(ROOT))
        if self._is_alone(best):
            yield Question(NAME, best, tree.name(tree.best(best)), REPLY, choices=self._names(best))

    def _names(self, node: int) -> tuple[str, ...]:
        return tuple(self.tree.name(child) for child in self.tree.children[node])

    def _is_alone(self, node: int) -> bool:
        """Whether one of several actions at a node is better than the others."""
        values = [self.tree.value[child] for child in self.tree.children[node]]
        best = max if self.tree.player[node] == MAX else min
        return len(values) > 1 and values.count(best(values)) == 1

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        if blank.name != REPLY or blank.what != NAME:
            return super().label(blank, speech)
        return speech.say("exercise.reply", move=self.tree.name(blank.node))

    def reason(self, blank: Question) -> str:
        """Why the right answer is right: what is compared there."""
        if blank.what != NAME:
            return super().reason(blank)
        return self.comparison(blank)


def deciding(asked: Asked) -> Deciding | None:
    """The exercise."""
    found = searched(asked)
    return found and Deciding(asked.kind, asked.level, asked.seed, asked.language, found[0], None)
