"""Exercises on the windows of alpha-beta: alpha and beta at each node on descent and on return, and what fail-hard and fail-soft return.

Their answers are read off the steps of the search that was watched (`zermelo.explain.observe`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.explain.exercise_kind import Asked, searched
from zermelo.explain.narration import Narration
from zermelo.explain.observe import observe
from zermelo.explain.picture import NOTHING, nodes
from zermelo.explain.questions import NUMBER, SEARCHED, WINDOW, Moment, Question, SearchExercise, actions_to, step_of
from zermelo.explain.searchtree import BACK, CUT, ENTER, LEAVE, NEVER, NO_NODE, ROOT, SearchTree
from zermelo.game import MAX
from zermelo.languages import Language

DOWN: Final = "down"
UP: Final = "up"
SOFT: Final = "soft"
HARD: Final = "hard"
_DIFFERENT: Final = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
"""For each level: nodes of which the two forms return something else."""

Pair = tuple[float, float]


class _Watched(SearchExercise):
    """An exercise on what alpha-beta does at each inner node that it visits."""

    @cached_property
    def _searched(self) -> SearchTree:
        assert self.pruned is not None
        return self.pruned

    @cached_property
    def _place(self) -> dict[int, int]:
        """For each node that was visited, by its number in the pruned tree, the same in the whole one."""
        return {seen: node for node, seen in enumerate(self._in_pruned) if seen != NO_NODE}

    @cached_property
    def _inner(self) -> list[int]:
        """The inner nodes that were visited, by their numbers in the pruned tree, in the order of the visits."""
        found = self._searched
        return sorted((node for node in self._place if found.children[node]), key=lambda node: found.order[node])

    def _name_of(self, seen: int) -> str:
        return " ".join(self._searched.names(seen)) or "root"

    def _shown_in(self, solution: bool) -> SearchTree:
        return self._searched if solution else self.tree


@dataclass(frozen=True)
class Windows(_Watched):
    """Alpha and beta at each inner node that is visited, on descent and on return."""

    def _blanks(self) -> Iterator[Question]:
        found = self._searched
        for step in found.steps:
            if step.kind in (ENTER, CUT, LEAVE) and found.children[step.node]:
                way = DOWN if step.kind == ENTER else UP
                yield Question(WINDOW, self._place[step.node], self._window(step.node, way), f"{self._name_of(step.node)} {way}")

    def _window(self, seen: int, way: str) -> Pair:
        """The window on descent; or on return, when the best value that came back has moved it, even if that closed it."""
        found = self._searched
        alpha, beta = found.alpha_in[seen], found.beta_in[seen]
        if way == DOWN:
            return alpha, beta
        value = found.returned[seen]
        return (max(alpha, value), beta) if found.player[seen] == MAX else (alpha, min(beta, value))

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        way = blank.name.rpartition(" ")[2]
        return speech.say(f"exercise.window.{way}", node=Narration(self.tree, self.language).label(blank.node))

    def shown_at(self, blank: Question) -> Moment:
        """The step of the search at which the window was so."""
        kinds = (ENTER,) if blank.name.endswith(f" {DOWN}") else (CUT, LEAVE)
        return step_of(self._searched, self._in_pruned[blank.node], *kinds)

    def reason(self, blank: Question) -> str:
        """What is told at that step."""
        found, seen = self._searched, self._in_pruned[blank.node]
        telling, moment = Narration(found, self.language), self.shown_at(blank)
        way = blank.name.rpartition(" ")[2]
        is_max = found.player[seen] == MAX
        message = ("down_root" if seen == ROOT else "down") if way == DOWN else "up_max" if is_max else "up_min"
        return telling.language.say(
            f"exercise.because.{message}",
            step=moment.place,
            told=telling.step(moment.at),
            window=telling.language.interval(*blank.answer),
            parent="" if seen == ROOT else telling.label(found.parent[seen]),
            before=found.alpha_in[seen] if is_max else found.beta_in[seen],
            value=telling.language.worth(found.returned[seen]),
        )

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree, with both windows beside each node in the solution."""
        if not solution:
            return super().nodes(speech, solution)
        shown = nodes(self._searched, speech, notes=NOTHING)
        for seen in self._inner:
            down, up = (speech.interval(*self._window(seen, way)) for way in (DOWN, UP))
            shown[seen] = replace(shown[seen], note=f"↓ {down} ↑ {up}")
        return shown


def windows(asked: Asked) -> Windows | None:
    """The exercise, if something is cut off."""
    found = _cut(asked)
    return found and Windows(asked.kind, asked.level, asked.seed, asked.language, *found)


@dataclass(frozen=True)
class Failing(_Watched):
    """Which leaves are visited, and what each inner node that is visited returns in the fail-hard and in the fail-soft form.

    hard  the search in the fail-hard form
    """

    hard: SearchTree

    def _blanks(self) -> Iterator[Question]:
        for node in sorted(range(len(self.tree)), key=self.tree.path):
            if not self.tree.children[node]:
                yield Question(SEARCHED, node, self._in_pruned[node] != NO_NODE, " ".join(self.tree.names(node)))
        for seen in self._inner:
            for form in (HARD, SOFT):
                yield Question(NUMBER, self._place[seen], self._returned(seen, form), f"{self._name_of(seen)} {form}")

    def _returned(self, seen: int, form: str) -> float:
        if form == SOFT:
            return float(self._searched.returned[seen])
        return float(self.hard.returned[self._in_hard[actions_to(self._searched, seen)]])

    @cached_property
    def _in_hard(self) -> dict[tuple[int, ...], int]:
        return {actions_to(self.hard, node): node for node in range(len(self.hard)) if self.hard.order[node] != NEVER}

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        if blank.what == SEARCHED:
            return super().label(blank, speech)
        label = Narration(self.tree, self.language).label(blank.node)
        return speech.say(f"exercise.form.{blank.name.rpartition(' ')[2]}", node=label)

    def shown_at(self, blank: Question) -> Moment:
        """The step of the search at which the node returned, in the form that is asked for."""
        if not blank.name.endswith(f" {HARD}"):
            return super().shown_at(blank)
        return step_of(self.hard, self._in_hard[actions_to(self.tree, blank.node)], CUT, LEAVE)

    def reason(self, blank: Question) -> str:
        """What is told at that step."""
        if blank.what == SEARCHED:
            return super().reason(blank)
        form, (found, at) = blank.name.rpartition(" ")[2], self.shown_at(blank)
        telling, seen = Narration(found, self.language), found.steps[at].node
        came = [telling.language.worth(found.returned[step.child]) for step in found.steps if step.node == seen and step.kind == BACK]
        return telling.language.say(
            f"exercise.because.{form}",
            step=Moment(found, at).place,
            told=telling.step(at),
            window=telling.language.interval(found.alpha_in[seen], found.beta_in[seen]),
            values=", ".join(came),
            value=telling.language.worth(blank.answer),
        )

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree, with what both forms return beside each node in the solution."""
        if not solution:
            return super().nodes(speech, solution)
        shown = nodes(self._searched, speech, notes=NOTHING)
        for seen in self._inner:
            hard, soft = (speech.worth(self._returned(seen, form), digits=4) for form in (HARD, SOFT))
            shown[seen] = replace(shown[seen], note=f"{HARD} {hard}, {SOFT} {soft}")
        return shown


def failing(asked: Asked) -> Failing | None:
    """The exercise, if something is cut off and the two forms return something else at enough nodes."""
    found = _cut(asked)
    if found is None:
        return None
    tree, pruned = found
    hard = observe(tree.game, tree.state[ROOT], algorithm="alphabeta_hard", depth=tree.depth)
    exercise = Failing(asked.kind, asked.level, asked.seed, asked.language, tree, pruned, hard)
    answers = [blank.answer for blank in exercise.blanks if blank.what == NUMBER]
    different = sum(one != other for one, other in zip(answers[::2], answers[1::2], strict=True))
    return exercise if different >= _DIFFERENT[asked.level] else None


def _cut(asked: Asked) -> tuple[SearchTree, SearchTree] | None:
    """The whole tree and what alpha-beta visits of it; None where that is all of it."""
    found = searched(asked, pruned=True)
    if found is None or found[1] is None or found[1].visited == len(found[0]):
        return None
    return found[0], found[1]
