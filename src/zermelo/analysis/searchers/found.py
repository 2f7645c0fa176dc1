"""What a search of the engine has found, as a move that is judged; and what follows it, where the search cut that off."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from zermelo.analysis.thoughts import Judged, Question
from zermelo.game import MAX, rewards
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.result import EngineResult, Variation
from zermelo.search.runtime.workers import Progress

FOLLOWING: Final = 0.3
"""Seconds to find what follows a move of which it is proved what it is worth."""


def judged_by(found: EngineResult, variation: Variation, *, measuring: bool) -> Judged:
    """A move as a search of the engine judges it, which prunes nothing where it is measuring."""
    distance = variation.distance if variation.proved else None
    shortest = measuring and distance is not None and distance <= found.depth
    return Judged(variation.line, float(variation.value), found.depth, variation.proved, distance, shortest)


def followed(question: Question, judged: Judged, engine: Engine, look: Progress) -> Judged:
    """A move that is proved, with what follows, where that was cut off: what this engine proved it need not look at again in full."""
    game = question.game
    played, states, gain = judged.line, [question.state], 0.0
    for action in played:
        gain += rewards(game, states[-1], action)[MAX]
        states.append(game.result(states[-1], action))
    while judged.proved and not game.is_terminal(states[-1]) and is_cut_off(played, judged):
        before = [*question.history, *states[:-1]]
        found = engine.search(states[-1], history=before, seconds=FOLLOWING, progress=look)
        left = None if judged.distance is None else judged.distance - len(played)
        soon = left is None or (found.distance is not None and found.distance <= left)
        if not found.proved or not found.line or not soon or float(found.value) + gain != judged.value:  # type: ignore[arg-type]  # two players: a number
            break
        for action in found.line:
            gain += rewards(game, states[-1], action)[MAX]
            states.append(game.result(states[-1], action))
        played += found.line
    return replace(judged, line=played)


def is_cut_off(played: tuple[int, ...], judged: Judged) -> bool:
    """Whether a line of a game that is not over yet ends before it shows what is proved: a decision in so many plies, else an answer."""
    return len(played) == 1 if judged.distance is None else len(played) < judged.distance
