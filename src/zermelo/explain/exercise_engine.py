"""An exercise on the engine: what it plays some plies ahead, why, and what answers the moves that it does not play.

It searches with the options that keep the value of minimax at every depth (`Options.strict`), so its answers can be checked by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.explain.exercise_kind import LARGEST, Asked
from zermelo.explain.narration import Narration, unvalued
from zermelo.explain.observe import observe
from zermelo.explain.questions import NAME, Exercise, Question, outline_of
from zermelo.explain.searchtree import ROOT
from zermelo.game import MAX, MIN, Game, State
from zermelo.languages import Language, language
from zermelo.scales import short
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import Options
from zermelo.search.engine.result import Variation

WINS: Final = "engine_wins"
SAVES: Final = "engine_saves"
EVALUATION: Final = "engine_evaluation"
REASONS: Final = (WINS, SAVES, EVALUATION)
WHY: Final = "why"
REPLY: Final = "reply"
_PLIES: Final = {1: 2, 2: 3, 3: 3, 4: 3, 5: 4}
"""For each level: how many plies the engine looks ahead unless told."""
_INTERPRETED: Final = 4
"""So many plies are searched sooner than rules are compiled."""
_REPLIES: Final = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
"""For each level: moves whose reply is asked for at most."""
_TABLE: Final = 1.0
"""MiB."""


@dataclass(frozen=True)
class Foreseeing(Exercise):
    """The move that is played, the reason, and the reply to some moves where one reply is the best.

    depth    plies that the engine looks ahead
    found    what it says of each move, the best first
    replies  of some moves the best answer
    why      one of REASONS
    """

    depth: int
    found: tuple[Variation, ...]
    replies: tuple[tuple[int, int], ...]
    why: str

    def _blanks(self) -> Iterator[Question]:
        tree, speech = self.tree, language(self.language)
        names = tuple(tree.name(child) for child in tree.children[ROOT])
        yield Question(NAME, ROOT, self._move(self.found[0].line[0]), "move", choices=names)
        reasons = {why: speech.say(f"exercise.{why}") for why in REASONS}
        yield Question(NAME, ROOT, reasons[self.why], WHY, choices=tuple(reasons.values()))
        for action, reply in self.replies:
            node, after = self._node(action), tree.state[self._node(action)]
            choices = tuple(tree.action_name(after, one) for one in tree.game.actions(after))
            yield Question(NAME, node, tree.action_name(after, reply), f"{tree.name(node)} {REPLY}", choices=choices)

    def _node(self, action: int) -> int:
        return next(child for child in self.tree.children[ROOT] if self.tree.action[child] == action)

    def _move(self, action: int) -> str:
        return self.tree.name(self._node(action))

    def told_values(self) -> Iterator[float]:
        """The values of the lines."""
        return (one.value for one in self.found)

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        if blank.name == WHY:
            return speech.say("exercise.why")
        if blank.name.endswith(f" {REPLY}"):
            return speech.say("exercise.reply", move=self.tree.name(blank.node))
        return speech.say("exercise.played", depth=self.depth)

    def prompt(self, blank: Question, speech: Language) -> str:
        """What a blank is called on paper: the reasons stand beside it."""
        return super().prompt(blank, speech) if blank.name == WHY else self.label(blank, speech)

    def clue(self, blank: Question) -> str:
        """What to look at for an answer, without saying it."""
        telling = Narration(self.tree, self.language)
        state = self.tree.state[blank.node]
        names = ", ".join(self.tree.action_name(state, action) for action in self.tree.game.actions(state))
        return telling.language.say("exercise.help.clue", node=telling.label(blank.node), mover=telling.mover(blank.node), children=names)

    def reason(self, blank: Question) -> str:
        """What the engine has found of the moves that matter there."""
        say = language(self.language).say
        if blank.name.endswith(f" {REPLY}"):
            one = next(one for one in self.found if one.line[0] == self.tree.action[blank.node])
            return say("exercise.because.engine_reply", answer=blank.answer, line=self._line(one), worth=self._worth(one))
        compared = "; ".join(f"{self._line(one)}: {self._worth(one)}" for one in self.found)
        return say(f"exercise.because.{'engine_move' if blank.name == 'move' else self.why}", answer=blank.answer, compared=compared)

    def _line(self, one: Variation) -> str:
        names, state = [], self.tree.state[ROOT]
        for action in one.line[: self.depth]:
            names.append(self.tree.action_name(state, action))
            state = self.tree.game.result(state, action)
        return " ".join(names)

    def _worth(self, one: Variation) -> str:
        speech = language(self.language)
        value = short(self.tree.game, one.value, speech)
        return speech.say("exercise.proved", value=value) if one.proved else value

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The moves; in the solution what the engine says of each, and the line that it expects."""
        shown = [
            replace(one, value="", note="", best=False, shape=self._shape(node)) for node, one in enumerate(super().nodes(speech, False))
        ]
        if not solution:
            return shown
        for one in self.found:
            node = self._node(one.line[0])
            shown[node] = replace(shown[node], value=short(self.tree.game, one.value, speech), best=one is self.found[0])
        shown[ROOT] = replace(shown[ROOT], value=short(self.tree.game, self.found[0].value, speech))
        return shown

    def _shape(self, node: int) -> str:
        """A triangle also where the tree ends, if the game does not."""
        state = self.tree.state[node]
        if self.tree.game.is_terminal(state):
            return drawing.LEAF
        return drawing.MAX if self.tree.game.to_move(state) == MAX else drawing.MIN

    def outline(self, solution: bool) -> list[str]:
        """The moves in lines of text."""
        return outline_of(self.nodes(language(self.language), solution))

    def answers(self, speech: Language) -> list[str]:
        """The right answers, each with its reason."""
        return [f"{self.label(blank, speech)}: {blank.answer}. {self.reason(blank)}" for blank in self.blanks]


def foreseeing(asked: Asked) -> Foreseeing | None:
    """The exercise, if one move is better than all others, and there is something to say why."""
    game, depth = asked.game, asked.depth or _PLIES[asked.level]
    assert game is not None
    if sum(1 for _ in game.actions(asked.state)) >= LARGEST:
        return None
    tree = observe(game, asked.state, algorithm="minimax", depth=1).told_in(asked.language)
    engine = _engine(game, depth)
    moves = len(tree.children[ROOT])
    sign = -1 if game.to_move(asked.state) == MIN else 1
    two = engine.search(asked.state, depth=depth, multipv=2).variations
    if len(two) < 2 or sign * two[0].value <= sign * two[1].value:
        return None
    found = engine.search(asked.state, depth=depth, multipv=moves).variations
    why = _why(found, sign)
    if why == EVALUATION and (unvalued(tree) or sign * (found[0].value - found[1].value) < game.evaluation_unit / 2):
        return None
    replies = tuple(_replies(game, asked.state, engine, found, depth - 1))[: _REPLIES[asked.level]]
    if not replies:
        return None
    lines = tuple(replace(one, line=_continued(game, asked.state, engine, one.line, depth)) for one in found)
    return Foreseeing(asked.kind, asked.level, asked.seed, asked.language, tree, None, depth, lines, replies, why)


def _continued(game: Game, state: State, engine: Engine, line: tuple[int, ...], depth: int) -> tuple[int, ...]:
    """A line with what is expected after its first action, where that was left out as the value was known without it."""
    after = game.result(state, line[0])
    if len(line) > 1 or depth < 2 or game.is_terminal(after):
        return line
    return (line[0], *engine.search(after, depth=depth - 1).line)


def _engine(game: Game, depth: int) -> Engine:
    mode = "interpreted" if depth <= _INTERPRETED else "auto"
    return Engine(game, mode=mode, table=_TABLE, options=Options.usual(game).strict())


def _why(found: tuple[Variation, ...], sign: int) -> str:
    if found[0].proved and sign * found[0].value > 0:
        return WINS
    return SAVES if all(one.proved and sign * one.value < 0 for one in found[1:]) else EVALUATION


def _replies(game: Game, state: State, engine: Engine, found: tuple[Variation, ...], depth: int) -> Iterator[tuple[int, int]]:
    """Of moves, the best and the worst ones first, the reply that is better than all others."""
    for one in (found[0], *reversed(found[1:])):
        after = game.result(state, one.line[0])
        if depth < 1 or game.is_terminal(after) or sum(1 for _ in game.actions(after)) < 2:
            continue
        sign = -1 if game.to_move(after) == MIN else 1
        best, second = engine.search(after, depth=depth, multipv=2).variations[:2]
        if sign * best.value > sign * second.value:
            yield one.line[0], best.line[0]
