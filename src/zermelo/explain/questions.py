"""What an exercise asks, and how answers to it are marked: its blanks, the right answers, and the reason of each.

Each kind of exercises has a file of its own; exercise.py lists them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isclose
from typing import Any, Final, NamedTuple

from zermelo.draw import tree as drawing
from zermelo.errors import SearchError
from zermelo.explain.export import outline
from zermelo.explain.narration import Narration
from zermelo.explain.picture import NOTHING, WINDOWS, nodes, steps_shown, value_text
from zermelo.explain.searchtree import CUT, LEAF, LEAVE, NEVER, NO_NODE, ROOT, SearchTree
from zermelo.explain.why import Reason, reasons
from zermelo.game import CHANCE, MAX, MIN, Game, State, defines
from zermelo.games.tree import Tree
from zermelo.languages import Language
from zermelo.languages import language as speech_of
from zermelo.scales import counted_in, seat, worth_of_win
from zermelo.titles import rules_of, titled

EMPTY: Final = "____"
"""What stands for a blank in text."""
EXACTLY: Final = 1e-6
"""What an answer may be off."""
DECIMALS: Final = 2
"""Decimals that are asked for where an answer is to be rounded, and that its solution has."""
HALF: Final = 0.5 * 10**-DECIMALS
"""By what a number that is shown with so many decimals may be off."""
HUNDREDTHS: Final = 0.006
"""What such an answer may be off."""

VALUE: Final = "value"
SEARCHED: Final = "searched"
NUMBER: Final = "number"
NAME: Final = "name"
WINDOW: Final = "window"
ORDER: Final = "order"

STAGES: Final = range(1, 4)
"""The help before an answer: the method; where to look; the step of the search."""
_ENDLESS: Final = {"∞": inf, "oo": inf, "inf": inf, "infinity": inf, "infinite": inf, "infinito": inf}
"""How an infinite number is written."""


@dataclass(frozen=True)
class Question:
    """Something to find out.

    what     VALUE of a node; whether it is SEARCHED (True or False); or something that stands in no node: a NUMBER, a NAME, a WINDOW
             (alpha and beta), or the ORDER of the children of a node
    node     of `Exercise.tree` that it is about
    answer   the right one; of a window a pair; of an order a tuple of names, one of the best
    name     by which `mark` takes an answer
    near     what a number may be off
    choices  the names among which one is chosen, or which are put in order; of a NAME none where they are the moves at the root
    """

    what: str
    node: int
    answer: Any
    name: str
    near: float = EXACTLY
    choices: tuple[str, ...] = ()


class Moment(NamedTuple):
    """A step of a search, by its number in `tree.steps`."""

    tree: SearchTree
    at: int

    @property
    def place(self) -> int:
        """Which of the steps that a reader goes through it is, from 1."""
        return next(place for place, (number, _) in enumerate(steps_shown(self.tree), 1) if number == self.at)


@dataclass(frozen=True)
class Mark:
    """What became of one answer: whether it is right, which part of it is (0 to 1), and if not all why, in the exercise's language."""

    blank: Question
    right: bool
    reason: str = ""
    credit: float = 1.0


@dataclass(frozen=True)
class Score:
    """The marks, and how many points they come to of the most that there are."""

    marks: tuple[Mark, ...]
    points: float
    most: float

    @property
    def done(self) -> bool:
        """Whether everything is right."""
        return isclose(self.points, self.most)


@dataclass(frozen=True)
class Help:
    """Help before an answer: a sentence, and the node that it is about."""

    text: str
    node: int


@dataclass(frozen=True)
class Exercise:
    """An exercise; unless its kind says otherwise, the value of every inner node is asked for.

    tree    all of it, with the values of minimax (expectiminimax, max^n)
    pruned  what alpha-beta visits of it; None where that is not asked
    """

    kind: str
    level: int
    seed: int
    language: str
    tree: SearchTree
    pruned: SearchTree | None

    @cached_property
    def blanks(self) -> tuple[Question, ...]:
        """What is to be found out, in the order of the tree from left to right."""
        return tuple(self._blanks())

    def _blanks(self) -> Iterator[Question]:
        for node in sorted(range(len(self.tree)), key=self.tree.path):
            if self.tree.children[node]:
                yield Question(VALUE, node, self.tree.value[node], " ".join(self.tree.names(node)) or "root", self._near(node))

    def _near(self, node: int) -> float:
        """What a value may be off: those of a position are hundredths, and averages of them are not, those of averages that were rounded
        even less.
        """
        if self.position is None or CHANCE not in self.tree.player:
            return EXACTLY
        return HUNDREDTHS + HALF * self._height(node)

    def _height(self, node: int) -> int:
        """How many plies there are below a node."""
        return max((1 + self._height(child) for child in self.tree.children[node]), default=0)

    @cached_property
    def _in_pruned(self) -> tuple[int, ...]:
        """For each node of the tree the same in the pruned one, NO_NODE where it was not visited."""
        assert self.pruned is not None
        visited = {actions_to(self.pruned, node): node for node in range(len(self.pruned)) if self.pruned.order[node] != NEVER}
        return tuple(visited.get(actions_to(self.tree, node), NO_NODE) for node in range(len(self.tree)))

    def mark(self, answers: Mapping[str, Any]) -> tuple[Mark, ...]:
        """Mark the answers, by the names of the blanks; a blank without an answer is left out.

        Raises SearchError for a name that no blank has.
        """
        return tuple(self._marked(blank, answers[blank.name]) for blank in self.asked(answers))

    def asked(self, answers: Mapping[str, Any]) -> list[Question]:
        """The blanks of these answers. Raises SearchError for a name that no blank has."""
        known = {blank.name: blank for blank in self.blanks}
        for name in answers:
            if name not in known:
                raise SearchError(f"nothing is asked about {name!r}; there are {', '.join(map(repr, known))}")
        return [known[name] for name in answers]

    def _marked(self, blank: Question, answer: Any) -> Mark:
        credit = credit_of(blank.answer, answer, blank.near)
        if credit == 1:
            return Mark(blank, right=True)
        reason = self.reason(blank)
        if not can_be_read(blank.answer, answer):
            form = "vector" if blank.what == VALUE and isinstance(blank.answer, tuple) else blank.what
            reason = f"{speech_of(self.language).say(f'exercise.unreadable.{form}', answer=answer)} {reason}"
        return Mark(blank, right=False, reason=reason, credit=credit)

    def score(self, answers: Mapping[str, Any], *, whole: bool = False) -> Score:
        """The marks of these answers and their points: one for each blank, a part of it where a part is right.

        A leaf that is visited is worth nothing, and takes a point where it was crossed out: an untouched sheet scores nothing.

        whole  nothing more will come: what was not answered is marked, too
        """
        if whole:
            answers = {**{blank.name: blank.what == SEARCHED or "" for blank in self.blanks}, **answers}
        marks = self.mark(answers)
        points = 0.0
        for mark in marks:
            if mark.blank.what != SEARCHED:
                points += mark.credit
            elif mark.blank.answer:
                points -= not mark.right
            else:
                points += mark.right
        most = sum(not (blank.what == SEARCHED and blank.answer) for blank in self.blanks)
        return Score(marks, max(0.0, points), float(most))

    # Help before the answer

    def help(self, answers: Mapping[str, Any], stage: int) -> Help:
        """Help towards the first blank whose answer is missing or wrong, in three stages: 1 the method, 2 where to look, 3 the step.

        Raises SearchError for another stage, and as `mark` does.
        """
        if stage not in STAGES:
            raise SearchError(f"help comes in the stages {STAGES[0]} to {STAGES[-1]}, not {stage!r}")
        speech = speech_of(self.language)
        found = self.unsettled(answers)
        if found is None:
            return Help(speech.say("exercise.help.nothing"), ROOT)
        blank, step = found
        if stage == 1:
            return Help(speech.say(f"exercise.help.{self.kind}"), ROOT)
        label = self.label(blank, speech)
        if stage == 2:
            return Help(speech.say("exercise.help.look", label=label, clue=self.clue(blank)).rstrip(), blank.node)
        return Help(f"{label}: {step}", blank.node)

    def unsettled(self, answers: Mapping[str, Any]) -> tuple[Question, str] | None:
        """The first blank that is not right yet, and the reason of the right answer; a leaf that nothing was said of counts as visited."""
        right = {mark.blank.name for mark in self.mark(answers) if mark.right}
        unsaid = {blank.name for blank in self.blanks if blank.what == SEARCHED and blank.answer and blank.name not in answers}
        return next(((blank, self.reason(blank)) for blank in self._upwards() if blank.name not in right | unsaid), None)

    def _upwards(self) -> Iterator[Question]:
        """The blanks as they are worked out: the value of a node, and what is asked with it, after those of the nodes below it."""
        groups: list[list[Question]] = []
        for blank in self.blanks:
            if blank.what != VALUE and groups and groups[-1][0].what == VALUE and groups[-1][0].node == blank.node:
                groups[-1].append(blank)
            else:
                groups.append([blank])
        values = iter(sorted((one for one in groups if one[0].what == VALUE), key=lambda one: (*self.tree.path(one[0].node), inf)))
        for group in groups:
            yield from next(values) if group[0].what == VALUE else group

    def clue(self, blank: Question) -> str:
        """What to look at for an answer, without saying it."""
        telling, node = Narration(self.tree, self.language), blank.node
        if not self.tree.children[node]:
            node = self.tree.parent[node]
        below = ", ".join(self.tree.name(child) for child in self.tree.children[node])
        return telling.language.say("exercise.help.clue", node=telling.label(node), mover=telling.mover(node), children=below)

    def reason(self, blank: Question) -> str:
        """Why the right answer is right."""
        tree, telling = self.tree, Narration(self.tree, self.language)
        say, node = telling.language.say, blank.node
        if blank.what == NUMBER:
            return say("exercise.because.number", count=blank.answer)
        if blank.what == SEARCHED:
            return self._why_searched(node)
        if blank.what == NAME:
            worth = telling.language.worth(tree.value[ROOT])
            return say("exercise.because.move", mover=telling.mover(ROOT), action=blank.answer, value=worth)
        found = tree if self.pruned is None else self.pruned  # whose root is the only value that is asked for
        values = ", ".join(value_text(found, child, telling.language) for child in found.children[node])
        facts: dict[str, Any] = {"mover": telling.mover(node), "values": values, "value": telling.language.worth(tree.value[node])}
        if tree.player[node] == CHANCE:
            terms = (
                f"{telling.language.probability(tree.probability[child])} · {telling.language.worth(tree.value[child])}"
                for child in tree.children[node]
            )
            return say("exercise.because.average", terms=" + ".join(terms), **facts)
        if isinstance(tree.value[node], tuple):
            return say("exercise.because.own", **facts)
        return say("exercise.because.greatest" if tree.player[node] == MAX else "exercise.because.least", **facts)

    def comparison(self, blank: Question) -> str:
        """Why the answer to a NAME is best at its node: what is compared there."""
        telling, tree = Narration(self.tree, self.language), self.tree
        compared = "; ".join(f"{tree.name(child)} {telling.language.worth(tree.value[child])}" for child in tree.children[blank.node])
        greatest = "exercise.because.decides_most" if tree.player[blank.node] == MAX else "exercise.because.decides_least"
        return telling.language.say(greatest, mover=telling.mover(blank.node), compared=compared, action=blank.answer)

    def shown_at(self, blank: Question) -> Moment | None:
        """The step of the search at which the answer comes about; None where there is no such search."""
        return None

    # How it is shown

    @property
    def task(self) -> str:
        """What is to be done, and with a position of a game what its values count and what a win is worth."""
        speech = speech_of(self.language)
        told = speech.say(f"exercise.{self._wording}")
        game = None if self.position is None else self.position[0]
        if game is None or not defines(game, "evaluate"):
            return told
        unit, win = counted_in(game, speech), worth_of_win(game)
        if unit:
            told += " " + speech.say("exercise.in_units", unit=unit)
        if not all(isclose(value, round(value), abs_tol=EXACTLY) for value in self.told_values()):
            told += " " + speech.say("exercise.in_hundredths")
        return told if win is None else f"{told} {speech.say('exercise.win', value=win)}"

    @property
    def _wording(self) -> str:
        """The name of the message that says what is to be done."""
        return self.kind

    def told_values(self) -> Iterator[float]:
        """The values that are asked for or told."""
        for value in self.tree.value:
            yield from value if isinstance(value, tuple) else (value,)

    @property
    def about(self) -> str:
        """Of a position of a game: its name, its rules, for whom values are good, and who is to move; else empty."""
        if self.position is None:
            return ""
        game, speech = self.position[0], speech_of(self.language)
        told = [f"{titled(game, speech)}.", rules_of(game, speech)]
        if game.players == 2 and self.tree.player[ROOT] != CHANCE and not isinstance(self.tree.value[ROOT], tuple):
            names = [seat(game, player, speech) for player in (MAX, MIN)]
            told.append(speech.say("exercise.sides", first=names[MAX], second=names[MIN], mover=names[self.tree.player[ROOT]]))
        return " ".join(filter(None, told))

    @property
    def position(self) -> tuple[Game, State] | None:
        """The game and the state at the root, to be shown above the tree; None where the tree is all that there is."""
        return None if isinstance(self.tree.game, Tree) else (self.tree.game, self.tree.state[ROOT])

    def as_answered(self, answers: Mapping[str, Any]) -> Exercise:
        """The exercise as it looks with these answers."""
        self.asked(answers)
        return self

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree as it is drawn, with empty nodes or with the solution in them."""
        if solution and self.pruned is not None:
            return nodes(self.pruned, speech, notes=WINDOWS)
        shown = nodes(self.tree, speech, notes=NOTHING)
        if solution:
            return shown
        longest = max((len(node.value) for node in shown if node.shape == drawing.LEAF), default=0)
        written = {blank.node: longest for blank in self.blanks if blank.what == VALUE}
        return [
            replace(one, best=False, value=one.value if one.shape == drawing.LEAF else "", blank=written.get(node, 0))
            for node, one in enumerate(shown)
        ]

    def outline(self, solution: bool) -> list[str]:
        """The tree in lines of text."""
        if solution:
            solved = self.pruned or self.tree
            return outline(solved, Narration(solved, self.language))
        asked = any(blank.what == VALUE and blank.node != ROOT for blank in self.blanks)  # for the values of inner nodes
        return outline(self.tree, Narration(self.tree, self.language), hidden=EMPTY if asked else " ")

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        if blank.what in (NUMBER, NAME):
            return speech.say(f"exercise.{blank.name}")
        if blank.what == SEARCHED:  # leaves stand in one list: all by the whole way, also where a last move alone would do
            return " ".join(self.tree.names(blank.node))
        return Narration(self.tree, self.language).label(blank.node)

    def prompt(self, blank: Question, speech: Language) -> str:
        """What a blank is called on paper: with the answers among which one is chosen, where they stand nowhere in the tree."""
        drawn = {self.tree.name(child) for child in self.tree.children[blank.node]}
        choices = "" if drawn.issuperset(blank.choices) else f" ({' / '.join(blank.choices)})"
        return f"{self.label(blank, speech)}{choices}"

    def beside(self) -> list[Question]:
        """The blanks that stand beside the tree on a sheet, not in it."""
        return [blank for blank in self.blanks if blank.what in (NUMBER, NAME, WINDOW, ORDER)]

    def answers(self, speech: Language) -> list[str]:
        """The right answers, each with its reason."""
        chosen = any(blank.what == NAME for blank in self.blanks)
        told = [] if chosen else [speech.say("summary.line", line=self.tree.name(self.tree.best(ROOT)))]
        told += [f"{self.label(blank, speech)}: {self.reason(blank)}" for blank in self.blanks if blank.what != SEARCHED]
        return told if self.pruned is None else [*told, *Narration(self.pruned, self.language).why()]

    def _why_searched(self, node: int) -> str:
        assert self.pruned is not None
        telling = Narration(self.pruned, self.language)
        if self._in_pruned[node] != NO_NODE:
            seen = self._in_pruned[node]
            window = telling.language.interval(self.pruned.alpha_in[seen], self.pruned.beta_in[seen])
            return telling.language.say("exercise.because.searched", node=telling.label(seen), window=window)
        return telling.reason(self._sparing(node))

    def _sparing(self, node: int) -> Reason:
        """The cut-off by which a node was not visited."""
        assert self.pruned is not None
        path = actions_to(self.tree, node)
        for reason in reasons(self.pruned):
            if any(path[: len(cut)] == cut for cut in (actions_to(self.pruned, one) for one in reason.unvisited)):
                return reason
        raise AssertionError("what was not visited was cut")


class SearchExercise(Exercise):
    """An exercise on a search of the textbook that can be gone through: every answer has its step there."""

    def shown_at(self, blank: Question) -> Moment:
        """The step at which the node is left, or where a leaf is looked at, or cut off."""
        if blank.what == SEARCHED and self._in_pruned[blank.node] == NO_NODE:
            assert self.pruned is not None
            return Moment(self.pruned, self._sparing(blank.node).step)
        found, node = (self.tree, blank.node) if self.pruned is None else (self.pruned, self._in_pruned[blank.node])
        return step_of(found, node, LEAF, CUT, LEAVE)


@dataclass(frozen=True)
class DrawnExercise(Exercise):
    """An exercise whose tree is not a search of the textbook: it is given as it is drawn, by `nodes`."""

    def empty(self) -> Collection[int]:
        """The nodes to be filled in."""
        raise NotImplementedError

    def outline(self, solution: bool) -> list[str]:
        """The tree in lines of text."""
        return outline_of(self.nodes(speech_of(self.language), solution), () if solution else self.empty())

    def answers(self, speech: Language) -> list[str]:
        """The right answers, each with its reason."""
        return [f"{self.label(blank, speech)}: {self.reason(blank)}" for blank in self.blanks]


def outline_of(shown: Sequence[drawing.Node], empty: Collection[int] = ()) -> list[str]:
    """A drawn tree in lines of text, an arrow behind each node of the thick line; `empty` ones are to be filled in."""
    below: list[list[int]] = [[] for _ in shown]
    for node, one in enumerate(shown[1:], 1):
        below[one.parent].append(node)
    lines: list[str] = []
    stack = [(ROOT, "", "")]
    while stack:
        node, before, under = stack.pop()
        one = shown[node]
        told = " ".join(part for part in (EMPTY if node in empty else one.value, one.note, "<--" if one.best else "") if part)
        lines.append(before + ": ".join(part for part in (one.name, told) if part))
        for place, child in reversed(list(enumerate(below[node], 1))):
            branch, further = ("└─ ", "   ") if place == len(below[node]) else ("├─ ", "│  ")
            stack.append((child, under + branch, under + further))
    return lines


def step_of(tree: SearchTree, node: int, *kinds: str) -> Moment:
    """The first step of one of these kinds at a node."""
    return Moment(tree, next(number for number, step in enumerate(tree.steps) if step.node == node and step.kind in kinds))


def actions_to(tree: SearchTree, node: int) -> tuple[int, ...]:
    """The actions from the root to a node."""
    return tuple(tree.action[one] for one in tree.path(node)[1:])


def credit_of(right: Any, answer: Any, near: float) -> float:
    """Which part of an answer is right, from 0 to 1: of several numbers each counts alike."""
    if isinstance(right, str):
        return float(isinstance(answer, str) and answer.strip().casefold() == right.casefold())
    if isinstance(right, tuple):
        parts = parts_of(answer, len(right)) if isinstance(answer, str) else answer
        if not isinstance(parts, (tuple, list)) or len(parts) != len(right):
            return 0.0
        return sum(credit_of(one, part, near) for one, part in zip(right, parts, strict=True)) / len(right)
    number = number_of(answer)
    return float(number is not None and isclose(float(right), number, abs_tol=near))


def can_be_read(right: Any, answer: Any) -> bool:
    """Whether an answer says something where a right one is a number, or several; an empty one has nothing to be read."""
    if isinstance(right, (str, bool)) or not isinstance(answer, str) or not answer.strip(" ;"):
        return True
    if not isinstance(right, tuple):
        return number_of(answer) is not None
    parts = [part for part in parts_of(answer, len(right)) if part]
    return len(parts) <= len(right) and all(number_of(part) is not None for part in parts)


def parts_of(text: str, count: int) -> list[str]:
    """So many numbers of a text such as `<1 2 6>`, `[-∞, 3]`, `-∞; 0,5` or `1,2,6`, each as text."""
    inside = text.strip().strip("<>()[]").strip()
    if ";" in inside:
        return [part.strip() for part in inside.split(";")]
    parts = [part.rstrip(",") for part in inside.split()]
    return inside.split(",") if len(parts) == 1 and inside.count(",") == count - 1 > 0 else parts


def number_of(answer: Any) -> float | None:
    """A number as people write it, `0,5` and `-∞` too; None for what is none."""
    try:
        if not isinstance(answer, str):
            return float(answer)
        text = answer.strip().replace(",", ".").replace("\u2212", "-")
        size = text.lstrip("+-").casefold()
        return _ENDLESS[size] * (-1 if text.startswith("-") else 1) if size in _ENDLESS else float(text)
    except (TypeError, ValueError):
        return None
