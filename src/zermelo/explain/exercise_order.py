"""An exercise on the order of the branches: put the children of each node in an order in which alpha-beta visits as few leaves as can be.

It begins in a worst order. What an order is worth lies between that and the best of all orders, which are sought as in
`zermelo.explain.orders`; and what one node's order costs is how many leaves more must be visited then, however well the nodes after it
are ordered. These costs add up to all that was visited in vain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from zermelo.draw import tree as drawing
from zermelo.errors import SearchError
from zermelo.explain.exercise_kind import Asked, searched
from zermelo.explain.export import outline
from zermelo.explain.narration import Narration
from zermelo.explain.observe import observe
from zermelo.explain.orders import Children, fewest_leaves, most_leaves, visits
from zermelo.explain.picture import WINDOWS, nodes
from zermelo.explain.questions import ORDER, Exercise, Mark, Question, Score, actions_to
from zermelo.explain.searchtree import ROOT, SearchTree
from zermelo.languages import Language
from zermelo.languages import language as speech_of

_SAVED: Final = {1: 1, 2: 2, 3: 2, 4: 4, 5: 6}
"""For each level: leaves that the best order saves at least."""

Fixed = dict[int, Sequence[int]]
"""Of some nodes the children in the order in which they are searched."""


@dataclass(frozen=True)
class Arranging(Exercise):
    """The tree is as it is given: in a worst order."""

    @cached_property
    def worst(self) -> int:
        """Leaves visited in the order given, the most of all orders."""
        return visits(self.tree, self.tree.children).leaves

    @cached_property
    def best(self) -> tuple[int, Children]:
        """Leaves visited in a best order, and that order."""
        return fewest_leaves(self.tree)

    def _blanks(self) -> Iterator[Question]:
        for node in sorted(range(len(self.tree)), key=self.tree.path):
            if len(self.tree.children[node]) > 1:
                name = " ".join(self.tree.names(node)) or "root"
                yield Question(ORDER, node, self._names(self.best[1][node]), name, choices=self._names(self.tree.children[node]))

    def _names(self, children: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.tree.name(child) for child in children)

    def leaves(self, answers: Mapping[str, Any]) -> int:
        """How many leaves are visited in this order; nodes without an answer stay as they are given."""
        fixed = self._fixed(answers)
        return visits(self.tree, [fixed.get(node, self.tree.children[node]) for node in range(len(self.tree))]).leaves

    def _fixed(self, answers: Mapping[str, Any]) -> Fixed:
        return {blank.node: self._ordered(blank, answers[blank.name]) for blank in self.asked(answers)}

    def _ordered(self, blank: Question, answer: Any) -> list[int]:
        """The children as an answer has them: a list of names, or a text of them. Raises SearchError for other names."""
        names = answer.split() if isinstance(answer, str) else list(answer) if isinstance(answer, (list, tuple)) else []
        places = {name: child for child, name in zip(self.tree.children[blank.node], blank.choices, strict=True)}
        if sorted(map(str, names)) != sorted(blank.choices):
            raise SearchError(f"the order of {blank.name!r} is to have each of {' '.join(blank.choices)} once, not {answer!r}")
        return [places[name] for name in names]

    def mark(self, answers: Mapping[str, Any]) -> tuple[Mark, ...]:
        """Mark the orders: one is right if a best order of the whole tree can still be made with it and those of the nodes before."""
        given = self._fixed(answers)
        fixed: Fixed = {}
        least, marks = self.best[0], []
        for blank in self.blanks:
            fixed[blank.node] = given.get(blank.node, self.tree.children[blank.node])
            now, _ = fewest_leaves(self.tree, fixed)
            if blank.name in answers:
                marks.append(Mark(blank, now == least, "" if now == least else self._costs(blank, fixed, now - least), float(now == least)))
            least = now
        return tuple(marks)

    def _costs(self, blank: Question, fixed: Fixed, cost: int) -> str:
        """What an order costs, and one that costs nothing: the best that there is after those of the nodes before."""
        speech = speech_of(self.language)
        before = {node: order for node, order in fixed.items() if node != blank.node}
        better = fewest_leaves(self.tree, before)[1]
        told, names = speech.say("exercise.because.order_costs", cost), " ".join(self._names(better[blank.node]))
        return speech.say("exercise.because.order", told=told, better=names, cut=self._cut(better, blank.node)).rstrip()

    def _cut(self, order: Children, node: int) -> str:
        """What is cut off at a node in this order, and why; empty where nothing is."""
        found = in_order(self.tree, order, algorithm="alphabeta")
        telling = Narration(found, self.language)
        seen = {actions_to(found, one): one for one in range(len(found))}.get(actions_to(self.tree, node))
        return next((telling.reason(one) for one in telling.reasons.values() if one.node == seen and one.unvisited), "")

    def score(self, answers: Mapping[str, Any], *, whole: bool = False) -> Score:
        """As many points as there are nodes to be ordered, in proportion to the leaves saved of all that can be saved."""
        if whole:
            answers = {**{blank.name: blank.choices for blank in self.blanks}, **answers}
        most = float(len(self.blanks))
        saved = (self.worst - self.leaves(answers)) / (self.worst - self.best[0])
        return Score(self.mark(answers), most * saved, most)

    def reason(self, blank: Question) -> str:
        """What is visited in the best order, and where something is cut off then."""
        speech = speech_of(self.language)
        cut = self._cut(self.best[1], blank.node)
        return speech.say("exercise.because.best_order", order=" ".join(blank.answer), leaves=self.best[0], cut=cut).rstrip()

    def unsettled(self, answers: Mapping[str, Any]) -> tuple[Question, str] | None:
        """The first node whose order, as it stands, costs something, and how much; None where all is in a best order."""
        standing = {**{blank.name: blank.choices for blank in self.blanks}, **answers}
        return next(((mark.blank, mark.reason) for mark in self.mark(standing) if not mark.right), None)

    def as_answered(self, answers: Mapping[str, Any]) -> Arranging:
        """The exercise with its tree in the order of the answers."""
        fixed = self._fixed(answers)
        children = [fixed.get(node, self.tree.children[node]) for node in range(len(self.tree))]
        return replace(self, tree=in_order(self.tree, children, algorithm="minimax"))

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree as it is given, with its values and no windows; in the solution in the best order, as alpha-beta goes through it."""
        if solution:
            return nodes(in_order(self.tree, self.best[1], algorithm="alphabeta"), speech, notes=WINDOWS)
        return super().nodes(speech, solution)

    def outline(self, solution: bool) -> list[str]:
        """The tree in lines of text."""
        if not solution:
            return super().outline(solution)
        found = in_order(self.tree, self.best[1], algorithm="alphabeta")
        return outline(found, Narration(found, self.language))

    def answers(self, speech: Language) -> list[str]:
        """The right answers, each with its reason."""
        told = speech.say("exercise.because.orders", worst=self.worst, best=self.best[0])
        return [told, *(f"{self.label(blank, speech)}: {self.reason(blank)}" for blank in self.blanks)]


def arranging(asked: Asked) -> Arranging | None:
    """The exercise on the tree in a worst order, if the order matters enough."""
    found = searched(asked, pruned=True)
    if found is None:
        return None
    tree, _ = found
    worst, order = most_leaves(tree)
    best, _ = fewest_leaves(tree)
    if worst - best < _SAVED[asked.level]:
        return None
    return Arranging(asked.kind, asked.level, asked.seed, asked.language, in_order(tree, order, algorithm="minimax"), None)


def in_order(tree: SearchTree, children: Children, *, algorithm: str) -> SearchTree:
    """What an algorithm goes through in the same tree with the children of each node in this order."""
    there = {actions_to(tree, node): [tree.action[child] for child in children[node]] for node in range(len(tree))}
    return observe(
        tree.game, tree.state[ROOT], algorithm=algorithm, depth=tree.depth, order=lambda path, _: there[path], most=len(tree) + 1
    )
