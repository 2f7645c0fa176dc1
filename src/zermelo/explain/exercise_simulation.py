"""An exercise on Monte Carlo tree search: to back up one simulation by hand, and to select the beginning of the next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.explain.exercise_kind import Asked
from zermelo.explain.observe import observe
from zermelo.explain.picture import NOTHING, nodes
from zermelo.explain.questions import DECIMALS, HALF, HUNDREDTHS, NAME, VALUE, DrawnExercise, Question, actions_to
from zermelo.explain.searchtree import ROOT
from zermelo.explain.simulations import Candidate, Watched, watched
from zermelo.games.tree import Tree
from zermelo.languages import Language
from zermelo.languages import language as speech_of

_SHAPES: Final = {1: (2, 2), 2: (3, 2), 3: (3, 3), 4: (2, 2, 2), 5: (3, 2, 2)}
"""For each level: the children of a node, ply by ply."""
_APART: Final = 0.5
"""How much the greatest bound is greater than the next one at least."""
_SEEDS: Final = 1000

Known = dict[int, tuple[int, float]]
"""Visits and mean of each node that was visited, by its number in `Exercise.tree`."""


@dataclass(frozen=True)
class Simulating(DrawnExercise):
    """An exercise on one simulation.

    before, after  what is known of the nodes before the simulation and after it
    way            the nodes through which it goes, from the root to the leaf in which it ends
    reward         what that is worth
    following      what the simulation after that compares at the root
    """

    before: Known
    after: Known
    way: tuple[int, ...]
    reward: float
    following: tuple[Candidate, ...]

    def _blanks(self) -> Iterator[Question]:
        for node in self.empty():
            visits, mean = self.after[node]
            by_the_picture = HALF * (visits - 1) / visits  # by which a mean that follows from the one that is shown may be off
            yield Question(VALUE, node, mean, " ".join(self.tree.names(node)) or "root", HUNDREDTHS + by_the_picture)
        yield Question(NAME, ROOT, self._name(max(self.following, key=lambda one: one.bound)), "then")

    def empty(self) -> list[int]:
        """The inner nodes whose mean changes."""
        return [node for node in self.way if self.tree.children[node] and self.after.get(node) != self.before.get(node)]

    def _name(self, one: Candidate) -> str:
        return self.tree.game.name(self.tree.state[ROOT], one.action)

    def reason(self, blank: Question) -> str:
        """Why the right answer is right."""
        speech = speech_of(self.language)
        if blank.what == NAME:
            bounds = "; ".join(
                f"{self._name(one)} {speech.number(one.mean, 3)} + {speech.number(one.bonus, 3)} = {speech.number(one.bound, 3)}"
                for one in self.following
            )
            return speech.say("exercise.because.bounds", bounds=bounds, action=blank.answer)
        (visits, value), reward = self.after[blank.node], speech.number(self.reward)
        if visits == 1:
            return speech.say("exercise.because.first_visit", reward=reward)
        mean = speech.number(self.before[blank.node][1], 4)
        return speech.say(
            "exercise.because.mean", mean=mean, before=visits - 1, visits=visits, reward=reward, value=speech.number(round(value, DECIMALS))
        )

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree: means and visits, the way of the simulation thick."""
        known, asked = self.after if solution else self.before, () if solution else self.empty()
        shown = []
        for node, one in enumerate(nodes(self.tree, speech, notes=NOTHING)):
            visits, mean = known.get(node, (0, 0.0))
            told = speech.number(round(mean, DECIMALS)) if visits else ""
            note = f"{told} ({visits})" if node in asked and visits else f"({visits})" if visits else ""
            value = one.value if not self.tree.children[node] else "" if node in asked else told
            there = bool(visits) or node in asked or not self.tree.children[node]
            shown.append(replace(one, value=value, note=note, visited=there, best=node in self.way and node != ROOT))
        return shown


def simulating(asked: Asked) -> Simulating | None:
    """An exercise whose last answer is not a close one; None where chance gave another."""
    chooser, level = asked.chooser, asked.level
    game = Tree(_text(chooser, _SHAPES[level]))
    first = chooser.randint(len(list(game.actions(game.initial()))), 4 + 2 * level)
    found = watched(game, simulations=first + 2, seed=chooser.randrange(_SEEDS))
    one, following = found.simulations[first], found.simulations[first + 1].candidates[0]
    greatest, next_one = sorted((candidate.bound for candidate in following), reverse=True)[:2]
    if any(candidate.bonus == inf for candidate in following) or greatest - next_one < _APART:
        return None
    tree = observe(game, algorithm="minimax")
    if len({tree.value[child] for child in tree.children[ROOT]}) < len(tree.children[ROOT]):
        return None
    places = {actions_to(tree, node): node for node in range(len(tree))}
    before, after = ({places[_way(found, node)]: known for node, known in found.after(count).items()} for count in (first, first + 1))
    ends = (*_way(found, one.path[-1]), *one.playout)
    way = tuple(places[ends[:plies]] for plies in range(len(ends) + 1))
    assert isinstance(one.reward, float)
    return Simulating(asked.kind, level, asked.seed, asked.language, tree, None, before, after, way, one.reward, following)


def _way(found: Watched, node: int) -> tuple[int, ...]:
    """The actions from the root to a node."""
    return () if node == ROOT else (*_way(found, found.parent[node]), found.action[node])


def _text(chooser: random.Random, shape: tuple[int, ...]) -> str:
    """A tree of this shape with different numbers in its leaves; the nodes below the root are A, B, ..."""
    leaves = 1
    for count in shape:
        leaves *= count
    parts = list(map(str, chooser.sample(range(21), leaves)))
    for count in reversed(shape):
        parts = [f"({' '.join(parts[first : first + count])})" for first in range(0, len(parts), count)]
        if len(parts) == shape[0]:
            parts = [f"{name}={part}" for name, part in zip("ABC", parts, strict=False)]
    return parts[0]
