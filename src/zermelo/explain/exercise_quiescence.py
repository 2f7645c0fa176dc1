"""An exercise on quiescence: at which positions a search goes on beyond its depth, and with which action.

Where the depth is used up, who moves may *stop*, and take the evaluation as it is, or go on with a tactical action; who is `forced` may
not stop. With stopping as one more action that is a game, `Horizon`, and its minimax value is that of quiescence search (Beal, *A
Generalised Quiescence Search Algorithm*, 1990): it is the textbook's minimax that is watched on it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Any, Final, NamedTuple

from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.explain.exercise_kind import LARGEST, SMALLEST, Asked, unambiguous
from zermelo.explain.narration import Narration
from zermelo.explain.observe import TreeTooLargeError, observe
from zermelo.explain.questions import NAME, Exercise, Question
from zermelo.explain.searchtree import ROOT, SearchTree
from zermelo.game import Game, State
from zermelo.games.tree import Tree
from zermelo.languages import Language, language
from zermelo.scales import in_units

STOP: Final = -1
"""The action of who stops."""
MATERIAL: Final = "material"
"""The evaluation that people work with, where a game has it."""
NEXT: Final = "next"
_OPEN: Final = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
"""For each level: positions at least in which one goes on."""
_SHAPES: Final = {1: (2, 1, 2), 2: (2, 2, 2), 3: (3, 2, 2), 4: (3, 2, 3), 5: (3, 2, 4)}
"""For each level: moves at the root, the most captures after each, and how many plies they go on at most."""


class Point(NamedTuple):
    """A state, the plies that are left before the horizon, and whether somebody has stopped."""

    state: State
    plies: int
    stopped: bool


class Horizon(Game):
    """A game of two as a search sees it that goes on beyond its depth with tactical actions alone.

    game  with its values as they are written (`zermelo.scales.in_units`)
    stop  what people call it to stop
    """

    def __init__(self, game: Game, stop: str) -> None:
        self.game, self.stop = game, stop

    def initial(self) -> Point:
        return Point(self.game.initial(), 0, stopped=False)

    def to_move(self, state: Point) -> int:
        return self.game.to_move(state.state)

    def actions(self, state: Point) -> Iterable[int]:
        if state.plies > 0:
            yield from self.game.actions(state.state)
            return
        if not self.game.forced(state.state):
            yield STOP
        yield from self.game.tactical(state.state)

    def result(self, state: Point, action: int) -> Point:
        if action == STOP:
            return state._replace(stopped=True)
        return Point(self.game.result(state.state, action), max(0, state.plies - 1), stopped=False)

    def is_terminal(self, state: Point) -> bool:
        """Whether the game is over, somebody has stopped, or there is nothing to go on with."""
        over = state.stopped or self.game.is_terminal(state.state)
        return over or (state.plies == 0 and next(iter(self.game.tactical(state.state)), None) is None)

    def utility(self, state: Point, player: int) -> float:
        """What the end is worth, or the evaluation where somebody stops."""
        over = self.game.is_terminal(state.state)
        return self.game.utility(state.state, player) if over else self.game.evaluate(state.state, player)

    def key(self, state: Point) -> Any:
        return (self.game.key(state.state), state.plies, state.stopped)

    @property
    def phrases(self) -> Mapping[str, Mapping[str, str]]:  # type: ignore[override]  # those of the game that it is of
        """What the game brings along."""
        return self.game.phrases

    def name(self, state: Point, action: int) -> str:
        return self.stop if action == STOP else self.game.name(state.state, action)

    def write(self, state: Point) -> str:
        return self.game.write(state.state)

    def __repr__(self) -> str:
        return repr(self.game)


class _Spoken(Tree):
    """A tree whose leaves are called `stop` where somebody stops, in the language of the reader."""

    def __init__(self, tree: str, stop: str) -> None:
        super().__init__(tree)
        self._stop = stop

    def name(self, state: State, action: int) -> str:
        name = super().name(state, action)
        return self._stop if name == NAMED_STOP else name


NAMED_STOP: Final = "stop"


@dataclass(frozen=True)
class Quiescence(Exercise):
    """What every inner node is worth, at each beyond the depth whether to stop or with what to go on, and the move where the root is none.

    stop  what it is called to stop
    """

    stop: str

    def _blanks(self) -> Iterator[Question]:
        for blank in super()._blanks():
            yield blank
            if self._beyond(blank.node) and self._alone(blank.node):
                yield self._best(blank.node, f"{blank.name} {NEXT}")
        if not self._beyond(ROOT) and self._alone(ROOT):
            yield self._best(ROOT, "move")

    def _best(self, node: int, name: str) -> Question:
        return Question(NAME, node, self.tree.name(self.tree.best(node)), name, choices=self._names(node))

    def _names(self, node: int) -> tuple[str, ...]:
        return tuple(self.tree.name(child) for child in self.tree.children[node])

    def _beyond(self, node: int) -> bool:
        """Whether the search goes on there beyond its depth, if at all."""
        state = self.tree.state[node]
        return state.plies == 0 if isinstance(state, Point) else self.stop in self._names(node)

    def _alone(self, node: int) -> bool:
        """Whether there is a choice, and one of it is the best."""
        return len(self.tree.children[node]) > 1 and unambiguous(self.tree, node)

    @property
    def goes_on(self) -> list[bool]:
        """At each node beyond the depth, whether to go on is best."""
        nodes = [node for node in range(len(self.tree)) if self.tree.children[node] and self._beyond(node)]
        return [self.tree.name(self.tree.best(node)) != self.stop for node in nodes]

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        if not blank.name.endswith(f" {NEXT}"):
            return super().label(blank, speech)
        return speech.say("exercise.next", node=Narration(self.tree, self.language).label(blank.node))

    def reason(self, blank: Question) -> str:
        """Why the right answer is right."""
        return self.comparison(blank) if blank.what == NAME else super().reason(blank)

    @property
    def position(self) -> tuple[Game, State] | None:
        """The game and the state at the root."""
        game = self.tree.game
        return (game.game, self.tree.state[ROOT].state) if isinstance(game, Horizon) else None


def settling(asked: Asked) -> Quiescence | None:
    """The exercise, if one goes on somewhere and stops elsewhere; from level 2 on, in a tree, the evaluation alone chooses another move."""
    stop = language(asked.language).say("exercise.stop")
    tree = _observed(asked, stop)
    if tree is None or not all(unambiguous(tree, node) for node in (range(len(tree)) if isinstance(tree.game, Tree) else [ROOT])):
        return None
    if not all(map(isfinite, tree.value)):
        return None
    made = Quiescence(asked.kind, asked.level, asked.seed, asked.language, tree, None, stop)
    duty = not any(stop in made._names(node) for node in range(len(tree)))  # as in draughts, where captures are
    if sum(made.goes_on) < _OPEN[asked.level] or (all(made.goes_on) and not duty):
        return None
    return made if asked.level == 1 or isinstance(tree.game, Horizon) or _deceives(tree, stop) else None


def _observed(asked: Asked, stop: str) -> SearchTree | None:
    """The tree with what is beyond the depth; None where it is too large or too small."""
    game, state = asked.game, asked.state
    assert game is not None
    if isinstance(game, Tree):
        game, state = _Spoken(game.tree, stop), game.initial()
    else:
        game = Horizon(in_units(with_evaluation(game, MATERIAL)) if MATERIAL in game.evaluations else game, stop)
        state = Point(state, asked.depth or 0, stopped=False)
    if game.is_terminal(state):
        return None
    try:
        tree = observe(game, state, algorithm="minimax", most=LARGEST).told_in(asked.language)
    except TreeTooLargeError:
        return None
    return tree if len(tree) >= SMALLEST else None


def _deceives(tree: SearchTree, stop: str) -> bool:
    """Whether the root would choose another move by what is seen where one may stop."""

    def seen(node: int) -> float:
        stops = [child for child in tree.children[node] if tree.name(child) == stop]
        return float(tree.value[stops[0] if stops else node])

    return max(tree.children[ROOT], key=seen) != tree.best(ROOT)


def exchanges(chooser: random.Random, level: int) -> str:
    """A tree at random: moves at the root, and after each captures, until somebody stops; the evaluation goes up and down with them."""
    moves, most, plies = _SHAPES[level]
    names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    def after(seen: int, left: int, by_max: bool) -> str:
        """What follows where the evaluation says `seen`, and a capture may."""
        if left == 0 or chooser.random() < 0.2:
            return str(seen)
        parts = [f"{NAMED_STOP}={seen}"]
        for _ in range(chooser.randint(1, most)):
            gain = chooser.randint(1, 9)
            parts.append(f"{next(names, '')}={after(seen + gain if by_max else seen - gain, left - 1, not by_max)}".removeprefix("="))
        return f"({' '.join(parts)})"

    return f"({' '.join(f'{name}={after(chooser.randint(-5, 5), plies, False)}' for name in islice(names, moves))})"
