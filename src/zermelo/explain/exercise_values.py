"""Exercises on values: what every inner node of a tree is worth, by minimax, expectiminimax or max^n, and the best move at the root."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.explain.exercise_kind import EXPECTIMINIMAX, MAXN, MINIMAX, Asked, searched
from zermelo.explain.questions import NAME, Exercise, Question, SearchExercise
from zermelo.explain.searchtree import ROOT
from zermelo.game import CHANCE


class Choosing(SearchExercise):
    """The value of every inner node, and the best move where somebody moves at the root."""

    def _blanks(self) -> Iterator[Question]:
        yield from super()._blanks()
        if self.tree.player[ROOT] != CHANCE:
            yield Question(NAME, ROOT, self.tree.name(self.tree.best(ROOT)), "move")


def by_minimax(asked: Asked) -> Exercise | None:
    """The values of minimax."""
    return _of(Choosing, asked, MINIMAX)


def by_expectiminimax(asked: Asked) -> Exercise | None:
    """The values of expectiminimax."""
    return _of(Choosing, asked, EXPECTIMINIMAX)


def by_maxn(asked: Asked) -> Exercise | None:
    """The values of max^n."""
    return _of(SearchExercise, asked, MAXN)


def _of(form: type[Exercise], asked: Asked, algorithm: str) -> Exercise | None:
    found = searched(asked, algorithm)
    return found and form(asked.kind, asked.level, asked.seed, asked.language, found[0], None)
