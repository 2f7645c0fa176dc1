"""Games for which simulations are better are simulated."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from zermelo.analysis.engines import MEMORY, Engines, Enough
from zermelo.analysis.searchers.searcher import FIRST, Hear, beside
from zermelo.analysis.thoughts import Judged, Question, Thought, whose
from zermelo.game import CHANCE
from zermelo.search.mcts.result import MonteCarloResult, TreeNode
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.runtime.workers import Progress
from zermelo.search.searcher import MCTS

SIMULATED_NODES: Final = 600
"""Nodes of a tree of simulations from which lines are read."""


class Simulates:
    """Monte Carlo tree search."""

    def __init__(self, question: Question, engines: Engines, look: Progress) -> None:
        self.question, self.look = question, look
        make = partial(MonteCarlo, question.game, memory=MEMORY, seed=secrets.randbelow(1 << 20))
        self.search = engines.made(MCTS, question.named, make)

    def think(self, count: int, seconds: float, hear: Hear) -> Thought:
        thought, until, share = Thought("mcts"), time.monotonic() + seconds, FIRST
        while (left := until - time.monotonic()) > 0:
            self._note(thought, self._simulated(min(share, left)), count)
            hear(thought)
            if thought.settled or thought.full or thought.cut_short:
                break
            share = min(2 * share, 1.0)
        return thought

    def judge(self, seconds: float, played: int | None, proved: Judged | None) -> tuple[Judged, Judged | None]:
        thought, found = Thought("mcts"), self._simulated(2 * seconds)
        if found.stopped == "interrupted":
            raise Enough
        self._note(thought, found, 1)
        return beside(thought, played)

    def _simulated(self, seconds: float) -> MonteCarloResult:
        return self.search.search(self.question.state, seconds=seconds, history=self.question.history, progress=self.look)

    def _note(self, thought: Thought, found: MonteCarloResult, count: int) -> None:
        sign = self.question.sign
        below = {child.action: child for child in found.tree(SIMULATED_NODES).children}
        lines = {one.action: (one.action, *_visited_most(below.get(one.action))) for one in found.tried}
        if found.action is not None:
            lines[found.action] = found.line
        judged = {one.action: Judged(lines[one.action], sign * one.value, proved=one.proved, visits=one.visits) for one in found.tried}
        thought.nodes, thought.seconds = thought.nodes + found.simulations, thought.seconds + found.seconds
        thought.settled, thought.cut_short, thought.full = found.stopped == "solved", found.stopped == "interrupted", found.full
        for group in self.question.alike().values():
            tried = [judged[action] for action in group if action in judged]
            most = max(tried, key=lambda one: one.visits or 0, default=None)
            judged |= {one.action: replace(one, value=most.value, proved=most.proved) for one in tried if most is not None}
        whole, mover = self._whole(found), whose(self.question.game, self.question.state)
        if found.action in judged and whole.values is not None:  # what the others get is a mean over all moves, of which it is tried most
            best = judged[found.action]
            values = (*whole.values[:mover], best.value, *whole.values[mover + 1 :])
            judged[found.action] = replace(best, values=values)
        thought.moves = judged
        if self.question.odds:
            thought.expected = whole
            return
        first = [] if found.action is None else [found.action]
        others = [one.action for one in found.tried if one.action not in first]
        thought.best = [judged[action] for action in (*first, *others) if action in judged][:count]

    def _whole(self, found: MonteCarloResult) -> Judged:
        """What all simulations together say of the position."""
        values = found.value if isinstance(found.value, tuple) else (found.value,)
        value = float(values[whose(self.question.game, self.question.state)])
        visits = sum(one.visits for one in found.tried)
        return Judged((), value, proved=found.proved, visits=visits, values=values if len(values) > 1 else None)


def _visited_most(node: TreeNode | None) -> Iterator[int]:
    """The moves below a node of the tree that were tried most, one after the other, up to the first move of chance."""
    while node is not None and node.children and node.children[0].player != CHANCE:
        node = node.children[0]
        assert node.action is not None  # of the root alone
        yield node.action
