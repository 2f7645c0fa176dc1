"""Exercises on values: what every inner node of a tree is worth, by minimax, expectiminimax or max^n, and the best move at the root."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from zermelo.explain.exercise_kind import EXPECTIMINIMAX, MAXN, MINIMAX, Asked, searched
from zermelo.explain.narration import Narration
from zermelo.explain.questions import NAME, Exercise, Mark, Question, SearchExercise, credit_of
from zermelo.explain.searchtree import ROOT
from zermelo.game import CHANCE


class Choosing(SearchExercise):
    """The value of every inner node, and the best move where somebody moves at the root."""

    def _blanks(self) -> Iterator[Question]:
        yield from super()._blanks()
        if self.tree.player[ROOT] != CHANCE:
            yield Question(NAME, ROOT, self.tree.name(self.tree.best(ROOT)), "move")

    @property
    def _wording(self) -> str:
        return "expected" if self.tree.player[ROOT] == CHANCE else super()._wording


class Vectors(SearchExercise):
    """The vector of every inner node. One is chosen whole, so it counts whole: that one of its numbers is right may be chance."""

    def _marked(self, blank: Question, answer: Any) -> Mark:
        mark = super()._marked(blank, answer)
        return mark if mark.right else replace(mark, credit=0.0, reason=f"{mark.reason} {self._other_choice(blank, answer)}".rstrip())

    def _other_choice(self, blank: Question, answer: Any) -> str:
        """What who moves would lose by the answer, where that is the vector of another child."""
        tree, telling, mover = self.tree, Narration(self.tree, self.language), self.tree.player[blank.node]
        below = [tree.value[child] for child in tree.children[blank.node]]
        taken = next((value for value in below if credit_of(value, answer, blank.near) == 1), None)
        if taken is None or mover == CHANCE:
            return ""
        language, best = telling.language, blank.answer
        return language.say(
            "exercise.because.other",
            mover=telling.mover(blank.node),
            taken=language.worth(taken),
            less=language.number(taken[mover]),
            value=language.worth(best),
            more=language.number(best[mover]),
        )


def by_minimax(asked: Asked) -> Exercise | None:
    """The values of minimax."""
    return _of(Choosing, asked, MINIMAX)


def by_expectiminimax(asked: Asked) -> Exercise | None:
    """The values of expectiminimax."""
    return _of(Choosing, asked, EXPECTIMINIMAX)


def by_maxn(asked: Asked) -> Exercise | None:
    """The values of max^n."""
    return _of(Vectors, asked, MAXN)


def _of(form: type[Exercise], asked: Asked, algorithm: str) -> Exercise | None:
    found = searched(asked, algorithm)
    return found and form(asked.kind, asked.level, asked.seed, asked.language, found[0], None)
