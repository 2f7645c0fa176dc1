"""Exercises on what is hidden: a game that looks better to who deals it out, and one step of regret matching."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.explain.exercise_kind import Asked
from zermelo.explain.observe import observe
from zermelo.explain.picture import NOTHING, nodes
from zermelo.explain.questions import DECIMALS, HUNDREDTHS, NUMBER, VALUE, DrawnExercise, Question
from zermelo.explain.searchtree import ROOT
from zermelo.games.tree import Tree
from zermelo.languages import Language
from zermelo.languages import language as speech_of

_WORLDS: Final = {1: (2, 2), 2: (2, 2), 3: (2, 3), 4: (3, 2), 5: (3, 3)}
"""For each level: what may be hidden, and what can be guessed."""
_PLACES: Final = 9
"""Places to which sums are rounded: what shares of thirds leave over is no regret."""
_FIRST, _SECOND = "x", "y"
"""The two information sets."""


@dataclass(frozen=True)
class Unseen(DrawnExercise):
    """What a game is worth to who sees all, node by node, and to who does not.

    choices  what each plan of MAX brings on average who does not see, by its actions
    """

    choices: tuple[tuple[str, float], ...]

    def _blanks(self) -> Iterator[Question]:
        yield from super()._blanks()
        yield Question(NUMBER, ROOT, max(worth for _, worth in self.choices), "unseen")

    def reason(self, blank: Question) -> str:
        """Why the right answer is right."""
        if blank.what != NUMBER:
            return super().reason(blank)
        speech = speech_of(self.language)
        told = "; ".join(f"{plan} {speech.number(worth)}" for plan, worth in self.choices)
        return speech.say("exercise.because.plans", plans=told, value=speech.number(blank.answer))

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The tree, beside each node of MAX the letter of its information set."""
        letters = {1: _FIRST, 2: _SECOND}
        return [
            replace(one, note=letters.get(ply, "") if children else "")
            for one, ply, children in zip(super().nodes(speech, solution), self.tree.ply, self.tree.children, strict=True)
        ]

    def empty(self) -> list[int]:
        """All inner nodes."""
        return [node for node in range(len(self.tree)) if self.tree.children[node]]


def unseen(asked: Asked) -> Unseen | None:
    """A game in which it is best to stop, and who searches deals goes on; None where chance gave another."""
    chooser, level = asked.chooser, asked.level
    worlds, guesses = _WORLDS[level]
    tenths = [5, 5] if level == 1 else _shares(chooser, worlds)
    sure = chooser.randint(4, 12)
    worth = [[chooser.randint(0, 20) for _ in range(guesses)] for _ in range(worlds)]
    plans = [("a", float(sure))]
    for guess, name in zip(range(guesses), "cde", strict=False):
        plans.append((f"b {name}", sum(share * row[guess] for share, row in zip(tenths, worth, strict=True)) / 10))
    seen = sum(share * max(row) for share, row in zip(tenths, worth, strict=True)) / 10
    best_guess = max(value for _, value in plans[1:])
    if not best_guess < sure < seen or any(row.count(max(row)) > 1 or max(row) == sure for row in worth):
        return None
    parts = [
        f".{share}: {world}=MAX(a={sure} b=MAX({' '.join(f'{name}={value}' for name, value in zip('cde', row, strict=False))}))"
        for share, world, row in zip(tenths, "ABC", worth, strict=False)
    ]
    tree = observe(Tree(f"chance({' '.join(parts)})"), algorithm="expectiminimax")
    return Unseen(asked.kind, level, asked.seed, asked.language, tree, None, tuple(plans))


def _shares(chooser: random.Random, count: int) -> list[int]:
    """This many tenths that sum to 1."""
    cuts = [0, *sorted(chooser.sample(range(1, 10), count - 1)), 10]
    return [after - before for before, after in pairwise(cuts)]


@dataclass(frozen=True)
class Regretting(DrawnExercise):
    """One step of regret matching at one information set.

    regrets  of the actions, so far
    """

    regrets: tuple[float, ...]

    def _blanks(self) -> Iterator[Question]:
        yield Question(VALUE, ROOT, self._mean(), "root", HUNDREDTHS)
        for (name, _), share in zip(self._worths(), matched(self._after()), strict=True):
            yield Question(NUMBER, ROOT, share, name, HUNDREDTHS)

    def _worths(self) -> list[tuple[str, float]]:
        return [(self.tree.name(child), self.tree.value[child]) for child in self.tree.children[ROOT]]

    def _mean(self) -> float:
        mean = sum(share * worth for share, (_, worth) in zip(matched(self.regrets), self._worths(), strict=True))
        return round(mean, _PLACES)

    def _after(self) -> tuple[float, ...]:
        """The regrets with those of this step."""
        return tuple(round(regret + worth - self._mean(), _PLACES) for regret, (_, worth) in zip(self.regrets, self._worths(), strict=True))

    def label(self, blank: Question, speech: Language) -> str:
        """What a blank is called."""
        return speech.say("exercise.share", action=blank.name) if blank.what == NUMBER else super().label(blank, speech)

    def reason(self, blank: Question) -> str:
        """Why the right answer is right."""
        speech = speech_of(self.language)
        if blank.what == VALUE:
            terms = " + ".join(
                f"{speech.probability(share)} · {speech.number(worth)}"
                for share, (_, worth) in zip(matched(self.regrets), self._worths(), strict=True)
            )
            return speech.say("exercise.because.average", terms=terms, value=speech.number(round(blank.answer, DECIMALS)))
        regrets = self._after()
        told = "; ".join(f"{name} {speech.number(regret)}" for (name, _), regret in zip(self._worths(), regrets, strict=True))
        total = sum(max(0.0, regret) for regret in regrets)
        return speech.say("exercise.because.regrets", regrets=told, total=total, value=speech.number(round(blank.answer, DECIMALS)))

    def nodes(self, speech: Language, solution: bool) -> list[drawing.Node]:
        """The decision: the share of each action on its branch, the regret so far in brackets, what it brings in the leaf."""
        root, *leaves = nodes(self.tree, speech, notes=NOTHING)
        given = [speech.probability(share) for share in matched(self.regrets)]
        asked = [speech.number(round(share, DECIMALS)) for share in matched(self._after())]
        return [
            replace(root, value=speech.number(round(self._mean(), DECIMALS)) if solution else "", best=False),
            *(
                replace(one, name=f"{name}: {share}", note=f"({speech.number(regret)})", best=False)
                for one, (name, _), share, regret in zip(
                    leaves, self._worths(), asked if solution else given, self._after() if solution else self.regrets, strict=True
                )
            ),
        ]

    def empty(self) -> tuple[int]:
        """The decision."""
        return (ROOT,)


def matched(regrets: tuple[float, ...]) -> tuple[float, ...]:
    """Shares in proportion to the regrets above 0; all alike where there is none (regret matching, see `zermelo.solving.cfr`)."""
    total = sum(max(0.0, regret) for regret in regrets)
    return tuple(max(0.0, regret) / total if total > 0 else 1 / len(regrets) for regret in regrets)


def regretting(asked: Asked) -> Regretting | None:
    """A decision after which at least two actions have a regret above 0; None where chance gave another."""
    chooser, level = asked.chooser, asked.level
    count = 2 if level == 1 else 3 if level < 5 else 4
    worths = chooser.sample(range(-6, 13), count)
    regrets = [0.0] * count if level < 3 else [float(share) for share in _shares(chooser, count)]
    if level == 4:  # one action is regretted less than what was played
        regrets = [*(float(share) for share in _shares(chooser, count - 1)), -float(chooser.randint(1, 6))]
    names = "abcd"[:count]
    tree = observe(Tree(f"({' '.join(f'{name}={worth}' for name, worth in zip(names, worths, strict=True))})"), algorithm="minimax")
    made = Regretting(asked.kind, level, asked.seed, asked.language, tree, None, tuple(regrets))
    enough = sum(blank.answer > 0 for blank in made.blanks[1:]) >= (1 if level == 1 else 2)
    return made if enough else None
