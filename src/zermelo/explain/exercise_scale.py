"""An exercise on the scale of an evaluation: what expectiminimax chooses among the leaves as they are, and when they are rescaled.

Both choices are those of expectiminimax itself, watched on the tree and on the same tree with other leaves.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, Final

from zermelo.draw import tree as drawing
from zermelo.explain.exercise_kind import EXPECTIMINIMAX, Asked, searched, unambiguous
from zermelo.explain.narration import Narration
from zermelo.explain.observe import observe
from zermelo.explain.questions import HUNDREDTHS, NAME, NUMBER, VALUE, Exercise, Question, outline_of
from zermelo.explain.scale import LINEAR, ORDER, kept, rescalings
from zermelo.explain.searchtree import ROOT, SearchTree
from zermelo.game import CHANCE, MAX, Game, State, has_rewards
from zermelo.games.tree import Tree
from zermelo.languages import Language, language

BY_HAND: Final = ("10 v + 5", "rank", "rank squared")
"""The rescalings that one works with on paper."""
NEW: Final = "rescaled"
KEEPS: Final = "keeps"
_WHETHER_KEPT: Final = {LINEAR: "keeps_linear", ORDER: "keeps_order"}
_SHARE: Final = 0.01
"""What an answer may be off at most, as a share of what lies between the least and the greatest leaf."""


class Rescaled(Game):
    """A game whose ends and estimates are worth something else.

    new  what each worth to MAX becomes
    """

    def __init__(self, game: Game, new: Mapping[float, float]) -> None:
        self.game, self.new = game, new
        self.players, self.chance, self.max_actions = game.players, game.chance, game.max_actions

    def initial(self) -> State:
        return self.game.initial()

    def to_move(self, state: State) -> int:
        return self.game.to_move(state)

    def actions(self, state: State) -> Iterable[int]:
        yield from self.game.actions(state)

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        yield from self.game.outcomes(state)

    def result(self, state: State, action: int) -> State:
        return self.game.result(state, action)

    def is_terminal(self, state: State) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: State, player: int) -> float:
        return self.new[float(self.game.utility(state, MAX))] * (1 if player == MAX else -1)

    def evaluate(self, state: State, player: int) -> float:
        return self.new[float(self.game.evaluate(state, MAX))] * (1 if player == MAX else -1)

    def key(self, state: State) -> Any:
        return self.game.key(state)

    @property
    def phrases(self) -> Mapping[str, Mapping[str, str]]:  # type: ignore[override]  # those of the game that it is of
        """What the game brings along."""
        return self.game.phrases

    def name(self, state: State, action: int) -> str:
        return self.game.name(state, action)

    def write(self, state: State) -> str:
        return self.game.write(state)

    def __repr__(self) -> str:
        return repr(self.game)


@dataclass(frozen=True)
class Rescaling(Exercise):
    """What each move at the root is worth on both scales, what is chosen on each, and whether such a scale keeps every choice.

    other  the same tree with the leaves rescaled
    keeps  what the rescaling keeps (`zermelo.explain.scale`)
    """

    other: SearchTree
    keeps: str

    def _blanks(self) -> Iterator[Question]:
        tree, names = self.tree, tuple(self.tree.name(child) for child in self.tree.children[ROOT])
        for child in tree.children[ROOT]:
            if tree.children[child]:
                yield Question(VALUE, child, tree.value[child], tree.name(child), _near(tree))
        yield Question(NAME, ROOT, tree.name(tree.best(ROOT)), "move", choices=names)
        for child in tree.children[ROOT]:
            if tree.children[child]:
                yield Question(NUMBER, child, self.other.value[child], f"{tree.name(child)} {NEW}", _near(self.other))
        yield Question(NAME, ROOT, tree.name(self.other.best(ROOT)), f"move {NEW}", choices=names)
        yes, no = (language(self.language).say(f"exercise.{word}") for word in ("yes", "no"))
        yield Question(NAME, ROOT, yes if self.keeps == LINEAR else no, KEEPS, choices=(yes, no))

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        if blank.name == KEEPS:
            return speech.say("exercise.keeps")
        if not blank.name.endswith(f" {NEW}"):
            return super().label(blank, speech)
        what = speech.say("exercise.move") if blank.what == NAME else Narration(self.tree, self.language).label(blank.node)
        return speech.say("exercise.rescaled", what=what)

    def reason(self, blank: Question) -> str:
        """Why the right answer is right."""
        if blank.name == KEEPS:
            return language(self.language).say(f"exercise.because.{_WHETHER_KEPT[self.keeps]}")
        if blank.what == VALUE:
            return super().reason(blank)
        scale = self.other if blank.name.endswith(f" {NEW}") else self.tree
        of_scale = Exercise(self.kind, self.level, self.seed, self.language, scale, None)
        return of_scale.comparison(blank) if blank.what == NAME else of_scale.reason(replace(blank, what=VALUE))

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree; behind an arrow what leaves become, in the solution also what the moves at the root are worth then."""
        shown = super().nodes(speech, solution)
        for node, one in enumerate(shown):
            known = not self.tree.children[node] or (solution and self.tree.parent[node] == ROOT)
            shown[node] = replace(one, note=f"→ {speech.worth(self.other.value[node], digits=4)}" if known else "")
        return shown

    def outline(self, solution: bool) -> list[str]:
        """The tree in lines of text, both worths of each leaf."""
        empty = () if solution else [node for node in range(len(self.tree)) if self.tree.children[node]]
        return outline_of(self.nodes(language(self.language), solution), empty)


def _near(tree: SearchTree) -> float:
    leaves = [tree.value[node] for node in range(len(tree)) if not tree.children[node]]
    return float(min(HUNDREDTHS, _SHARE * (max(leaves) - min(leaves))))


def _scale(asked: Asked) -> str:
    """The rescaling, chosen before a tree is looked for: fewer trees are fit for one than for another. Positions of games are few."""
    if isinstance(asked.game, Tree):
        return random.Random(f"scale {asked.level} {asked.seed}").choice(BY_HAND)  # noqa: S311  exercises, not secrets
    return asked.chooser.choice(BY_HAND)


def rescaling(asked: Asked) -> Rescaling | None:
    """The exercise, if a scale that is not linear changes the choice."""
    assert asked.game is not None
    if asked.game.players > 2 or has_rewards(asked.game):
        return None
    found = searched(asked, EXPECTIMINIMAX)
    if found is None:
        return None
    tree, _ = found
    worths = sorted({float(tree.value[node]) for node in range(len(tree)) if not tree.children[node]})
    if (
        CHANCE not in tree.player
        or tree.player[ROOT] == CHANCE
        or len(tree.children[ROOT]) < 2
        or len(worths) < 2
        or not all(map(isfinite, worths))
    ):
        return None
    name = _scale(asked)
    new = dict(rescalings(worths))[name]
    other = observe(Rescaled(tree.game, new), tree.state[ROOT], algorithm=EXPECTIMINIMAX, depth=tree.depth).told_in(tree.language)
    keeps = kept(new)
    if not unambiguous(other, ROOT) or (keeps != LINEAR and other.best(ROOT) == tree.best(ROOT)):
        return None
    return Rescaling(asked.kind, asked.level, asked.seed, asked.language, tree, None, other, keeps)
