"""What an evaluation is made of at one state: each of its terms by name, with its weight and its value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.game import MAX, Game, State
from zermelo.hints import Evaluation, Sum, Weighted


class Term(NamedTuple):
    """One term: its name in the game's `evaluations` (else what it is called in Python), its weight, and its value to MAX."""

    name: str
    weight: float
    value: float


def terms(game: Game, state: State) -> tuple[Term, ...]:
    """The terms by which a game with an evaluation in place of its own (`with_evaluation`) values a state; none of another game."""
    facts = vars(game)
    if "_judged_by" not in facts:
        return ()
    return tuple(_terms(facts["_judged_game"], facts["_judged_by"], state, 1.0))


def told(game: Game, state: State) -> str:
    """How an evaluation in the place of the own comes to what a state is worth to MAX (`Evaluation.told`); empty where it does not."""
    facts = vars(game)
    return str(facts["_judged_by"].told(facts["_judged_game"], state, MAX)) if "_judged_by" in facts else ""


def _terms(game: Game, evaluation: Evaluation, state: State, weight: float) -> Iterator[Term]:
    if isinstance(evaluation, Sum):
        yield from _terms(game, evaluation.left, state, weight)
        yield from _terms(game, evaluation.right, state, weight)
    elif isinstance(evaluation, Weighted):
        yield from _terms(game, evaluation.evaluation, state, weight * evaluation.weight)
    else:
        names = [name for name, known in game.evaluations.items() if known is evaluation]
        yield Term(names[0] if names else repr(evaluation), weight, float(evaluation.value(game, state, MAX)))
