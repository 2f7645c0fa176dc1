"""An exercise on what a search remembers: which node the table answers, by whose entry, and which action comes first by it or a killer.

Its answers are read off the engine's own kernel while it runs (`zermelo.explain.remembered`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.explain.exercise_kind import Asked
from zermelo.explain.narration import Narration
from zermelo.explain.observe import observe
from zermelo.explain.questions import NAME, Exercise, Question, actions_to, outline_of
from zermelo.explain.remembered import GIVEN, KILLER, TABLE, Path, Visit, remembered
from zermelo.explain.searchtree import ROOT
from zermelo.languages import Language, language

FIRST: Final = "first"
ENTRY: Final = "entry"
_WHY_FIRST: Final = {GIVEN: "first_given", KILLER: "first_killer", TABLE: "first_table"}
_ASKED: Final = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6}
"""For each level: questions of either sort at most."""
_MATTERS: Final = {1: 2, 2: 2, 3: 3, 4: 3, 5: 4}
"""For each level: nodes at least that the table answers, or where what is remembered changes the order."""
_TABLE_FROM: Final = 2
"""From this level on the table answers somewhere."""


@dataclass(frozen=True)
class Remembering(Exercise):
    """What comes first at some nodes, and at others which entry of the table answers, if one does.

    visits  what the search does at each node above the leaves that it comes to, by the actions that lead there
    """

    visits: Mapping[Path, Visit]

    def _blanks(self) -> Iterator[Question]:
        tree = self.tree
        nodes = {actions_to(tree, node): node for node in range(len(tree))}
        firsts, entries = self._chosen()
        for visit in sorted((*((one, FIRST) for one in firsts), *((one, ENTRY) for one in entries)), key=lambda pair: nodes[pair[0].path]):
            one, what = visit
            node, name = nodes[one.path], self._told(one.path)
            if what == FIRST:
                names = tuple(tree.name(child) for child in tree.children[node])
                yield Question(NAME, node, tree.action_name(tree.state[node], one.actions[0]), f"{name} {FIRST}", choices=names)
            else:
                none = language(self.language).say("exercise.no_entry")
                answer = self._told(one.entry) if one.answered and one.entry is not None else none
                yield Question(NAME, node, answer, f"{name} {ENTRY}", choices=(none, *self._before(one)))

    def _chosen(self) -> tuple[list[Visit], list[Visit]]:
        """The visits that are asked about: those where memory matters, and in between as many of the others."""
        most = _ASKED[self.level]
        searched = [one for one in self.visits.values() if one.actions and one.path and len(one.given) > 1]
        changed = [one for one in searched if one.changed]
        others = [one for one in searched if not one.changed]
        answered = [one for one in self.visits.values() if one.answered]
        plies = {len(one.path) for one in answered}
        open_ones = [one for one in searched if len(one.path) in plies and self._before(one)]
        return _mixed(changed, others, most), _mixed(answered, open_ones, most)

    def _node(self, path: Path) -> int:
        node = ROOT
        for action in path:
            node = next(child for child in self.tree.children[node] if self.tree.action[child] == action)
        return node

    def _before(self, visit: Visit) -> list[str]:
        """The nodes of the same ply that the search has left before it comes to this one, as they are called."""
        paths = list(self.visits)
        return [self._told(path) for path in paths[: paths.index(visit.path)] if len(path) == len(visit.path)]

    def _told(self, path: Path) -> str:
        return " ".join(self.tree.names(self._node(path)))

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        return speech.say(f"exercise.{blank.name.rpartition(' ')[2]}", node=" ".join(self.tree.names(blank.node)))

    def prompt(self, blank: Question, speech: Language) -> str:
        """What a blank is called on paper, where the node before is written."""
        return self.label(blank, speech)

    def reason(self, blank: Question) -> str:
        """What the search found in its memory there."""
        telling = Narration(self.tree, self.language)
        visit = self.visits[actions_to(self.tree, blank.node)]
        facts = {"node": self._told(visit.path), "answer": blank.answer, "value": telling.language.worth(visit.value)}
        if blank.name.endswith(f" {FIRST}"):
            where = "" if visit.because is None else " ".join(self.tree.names(self._node(visit.because))) or telling.label(ROOT)
            return telling.language.say(f"exercise.because.{_WHY_FIRST[visit.why]}", where=where, **facts)
        how = "answered" if visit.answered else "no_entry" if visit.entry is None else "open_entry"
        where = "" if visit.entry is None else self._told(visit.entry)
        return telling.language.say(f"exercise.because.{how}", where=where, **facts)

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree; in the solution what is visited of it, beside a node its first action, or the node whose entry answers."""
        shown = super().nodes(speech, solution)
        if not solution:
            return shown
        for node, one in enumerate(shown):
            visit = self.visits.get(actions_to(self.tree, node))
            above = self.visits.get(actions_to(self.tree, self.tree.parent[node])) if node != ROOT else None
            reached = node == ROOT or (above is not None and self.tree.action[node] in above.actions)
            note = ""
            if reached and visit is not None:
                note = f"= {self._told(visit.entry)}" if visit.answered and visit.entry is not None else self._noted(visit)
            value = one.value if reached and visit is None else speech.worth(visit.value, digits=4) if reached and visit else ""
            shown[node] = replace(one, visited=reached, cut=not reached, best=False, value=value, note=note)
        return shown

    def _noted(self, visit: Visit) -> str:
        """The first action where memory has put it first."""
        return "" if visit.why == GIVEN else f"1. {self.tree.action_name(self.tree.state[self._node(visit.path)], visit.actions[0])}"

    def outline(self, solution: bool) -> list[str]:
        """The tree in lines of text."""
        return outline_of(self.nodes(language(self.language), solution))

    def answers(self, speech: Language) -> list[str]:
        """The right answers, each with its reason."""
        return [f"{self.label(blank, speech)}: {self.reason(blank)}" for blank in self.blanks]


def _mixed(wanted: list[Visit], others: list[Visit], most: int) -> list[Visit]:
    """At most so many, in turn of the one and of the others."""
    pairs = zip_longest(wanted, others[: len(wanted)])
    return [one for pair in pairs for one in pair if one is not None][:most]


def remembering(asked: Asked) -> Remembering | None:
    """The exercise, if what is remembered matters at enough nodes."""
    assert asked.game is not None
    assert asked.depth is not None
    visits = remembered(asked.game, asked.state, asked.depth)
    answered = asked.level < _TABLE_FROM or any(one.answered for one in visits.values())
    if not answered or sum(one.answered or one.changed for one in visits.values()) < _MATTERS[asked.level]:
        return None
    tree = observe(asked.game, asked.state, algorithm="minimax", depth=asked.depth).told_in(asked.language)
    return Remembering(asked.kind, asked.level, asked.seed, asked.language, tree, None, visits)
