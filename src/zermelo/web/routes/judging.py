"""What evaluations say of a position: the weighted sum of features, before and after the captures; and searches that stop at a horizon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import add
from typing import Any, Final

from fastapi import APIRouter, Request

from zermelo.eligibility import ALPHABETA, checked
from zermelo.errors import SearchError, SpecError
from zermelo.evaluate.with_evaluation import Nothing, with_evaluation
from zermelo.explain.quiet import quiescence
from zermelo.game import MAX, Game, State
from zermelo.hints import Evaluation
from zermelo.languages import Language, language
from zermelo.scales import scale_of, told, value_of
from zermelo.search.best import best
from zermelo.search.engine.options import INEXACT
from zermelo.search.runtime.workers import Progress
from zermelo.view import action_squares, board_view, spoken
from zermelo.web.routes.common import TheDispatcher, client_of, opened
from zermelo.web.schemas import Horizon, Weighed
from zermelo.web.studio import Facts, Studio
from zermelo.web.views import feature_name

router = APIRouter(prefix="/api")

INTERPRETED_TO: Final = 3
"""Plies; a search that looks deeper is compiled."""
SHOWN: Final = ("quiescence", "exchange", "extensions", "singular_extensions")
"""The refinements that are shown."""
PLAIN: Final[dict[str, Any]] = {name: False for name in INEXACT if name not in SHOWN}
"""Without the others that may change a value: what is shown is what the horizon does."""
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "plain": {"quiescence": False, "extensions": False, "singular_extensions": False},
    "quiescence": {"quiescence": True, "extensions": False, "singular_extensions": False},
    "extensions": {"quiescence": True, "extensions": True, "singular_extensions": False},
    "singular": {"quiescence": True, "extensions": True, "singular_extensions": True},
}
"""What is switched on, one after the other."""


@router.post("/sum")
async def weighed(asked: Weighed, dispatcher: TheDispatcher, request: Request) -> Facts:
    """A position as a weighted sum of features, and what it is worth when the captures are played out."""
    return await dispatcher.looking(client_of(request), asked.game, _weighed, asked)


def _weighed(studio: Studio, asked: Weighed, look: Progress) -> Facts:
    named, state = opened(studio, asked)
    checked(named, asked.lang, ALPHABETA)
    game, speech = named.game, language(asked.lang)
    weights = asked.weights or dict.fromkeys(game.evaluations, 1.0)
    for name in weights:
        if name not in game.evaluations:
            raise SpecError(f"{named.spec} has no feature {name!r}; it has {', '.join(game.evaluations) or 'none'}")

    terms = [weight * game.evaluations[name] for name, weight in weights.items()]
    total = reduce(add, terms) if terms else Nothing()
    judged = partial(_value, game, total)
    quiet = quiescence(game, state, judged, look)
    tell = _teller(game, total, speech)
    return {
        "features": [
            {"name": name, "label": feature_name(name, speech), "weight": weight, "value": game.evaluations[name].value(game, state, MAX)}
            for name, weight in weights.items()
        ],
        "units": scale_of(with_evaluation(game, total)).words(game, speech),
        "sum": value_of(judged(state)),
        "quiet": value_of(quiet.value),
        "nodes": quiet.nodes,
        "steps": _steps(game, state, quiet.line, judged, tell, speech),
    }


@router.post("/horizon")
async def horizon(asked: Horizon, dispatcher: TheDispatcher, request: Request) -> Facts:
    """What a search finds that stops at this depth, without and with what is to look past its horizon; each line move by move."""
    return await dispatcher.looking(client_of(request), asked.game, _horizon, asked)


def _horizon(studio: Studio, asked: Horizon, look: Progress) -> Facts:
    named, state = opened(studio, asked)
    checked(named, asked.lang, ALPHABETA)
    game, speech = named.game, language(asked.lang)
    if asked.evaluation not in game.evaluations:
        raise SpecError(f"{named.spec} has no evaluation {asked.evaluation!r}; it has {', '.join(game.evaluations) or 'none'}")
    if game.is_terminal(state):
        raise SearchError("the game is over there")
    evaluation = game.evaluations[asked.evaluation]
    mode = "interpreted" if asked.depth <= INTERPRETED_TO else "auto"
    judged, tell = partial(_value, game, evaluation), _teller(game, evaluation, speech)
    rows = []
    for name, settings in SETTINGS.items():
        look(0)
        found = best(game, state, depth=asked.depth, evaluation=evaluation, mode=mode, progress=look, **PLAIN, **settings)
        line = tuple(found.line)
        end = state
        for action in line:
            end = game.result(end, action)
        quiet = quiescence(game, end, judged, look)
        rows.append(
            {
                "name": name,
                "label": speech.say(f"studio.horizon.{name}"),
                "value": value_of(_one(found.value)),
                "told": tell(_one(found.value)),
                "nodes": found.nodes,
                "believed": len(line),
                "quiet": value_of(quiet.value),
                "quiet_told": tell(quiet.value),
                "steps": _steps(game, state, (*line, *quiet.line), judged, tell, speech),
            }
        )
    return {"depth": asked.depth, "rows": rows}


def _value(game: Game, evaluation: Evaluation, state: State) -> float:
    """What an evaluation says of a state, to MAX."""
    return evaluation.value(game, state, MAX)


def _teller(game: Game, evaluation: Evaluation, speech: Language) -> Callable[[float], str]:
    """What puts a value by this evaluation into words, in its own unit."""
    judged = with_evaluation(game, evaluation)
    return lambda value: told(judged, value, speech)


def _steps(
    game: Game, state: State, line: Sequence[int], judged: Callable[[State], float], tell: Callable[[float], str], speech: Language
) -> list[Facts]:
    """The position and those that a line leads to: the move that was made, the board, and what is said of it, to MAX."""
    steps = [{"name": "", "board": board_view(game, state, speech), **_worth(game, state, judged, tell)}]
    for action in line:
        following = game.result(state, action)
        board = board_view(game, following, speech, last=action_squares(game, state, action))
        steps.append({"name": spoken(game, game.name(state, action), speech), "board": board, **_worth(game, following, judged, tell)})
        state = following
    return steps


def _one(value: float | tuple[float, ...]) -> float:
    assert not isinstance(value, tuple)  # of two players
    return value


def _worth(game: Game, state: State, judged: Callable[[State], float], tell: Callable[[float], str]) -> Facts:
    """The value of a state and what it is in words; neither where the game is over."""
    if game.is_terminal(state):
        return {"value": None, "told": ""}
    value = judged(state)
    return {"value": value_of(value), "told": tell(value)}
