"""Practising: exercises are made, marked and solved. A page says which one it means by kind, level and seed; nothing is kept."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request

from zermelo.errors import SearchError
from zermelo.explain import worksheet
from zermelo.explain.exercise import exercise
from zermelo.explain.questions import NAME, Exercise
from zermelo.explain.searchtree import ROOT
from zermelo.games.tree import Tree
from zermelo.languages import language
from zermelo.view import board_view
from zermelo.web import schemas as models
from zermelo.web.catalogue import Named
from zermelo.web.eligibility import ALPHABETA, TREES, checked
from zermelo.web.routes.common import TheDispatcher, client_of
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api/exercise")


@lru_cache(maxsize=256)
def _made(kind: str, level: int, seed: int, lang: str, named: Named | None, depth: int | None) -> Exercise:
    return exercise(kind, level, seed, language=lang, game=named.game if named else None, depth=depth)


def _exercise(studio: Studio, asked: models.Exercise) -> Exercise:
    """The exercise that a page means; to find one takes time."""
    if asked.depth is not None and asked.game is None:
        raise SearchError("a depth is for exercises on a game")
    named = studio.catalogue.game(asked.game) if asked.game else None
    if named is not None:
        checked(named, asked.lang, ALPHABETA if asked.kind in ("alphabeta", "ordering") else TREES)
    return _made(asked.kind, asked.level, asked.seed, asked.lang, named, asked.depth)


@router.post("")
async def new(asked: models.Exercise, dispatcher: TheDispatcher, request: Request) -> Facts:
    """An exercise: the tree with empty nodes, and what is to be found out."""
    return await dispatcher.done(client_of(request), asked.game, _new, asked)


def _new(studio: Studio, asked: models.Exercise) -> Facts:
    made = _exercise(studio, asked)
    game, state, speech = made.tree.game, made.tree.state[ROOT], language(made.language)
    choices = [{"name": made.tree.name(child), "node": child} for child in made.tree.children[ROOT]]
    return {
        "title": worksheet.title(made, speech),
        "task": speech.say(f"exercise.{made.kind}"),
        "svg": worksheet.drawn(made, speech, solution=False, style=False).svg,
        "board": None if isinstance(game, Tree) else board_view(game, state, speech),
        "blanks": [
            {
                "name": blank.name,
                "what": blank.what,
                "node": blank.node,
                "label": made.label(blank, speech),
                "choices": choices if blank.what == NAME else [],
            }
            for blank in made.blanks
        ],
    }


@router.post("/marks")
async def marks(asked: models.Answers, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Which answers are right, and why the others are not."""
    return await dispatcher.done(client_of(request), asked.game, _marks, asked)


def _marks(studio: Studio, asked: models.Answers) -> Facts:
    made = _exercise(studio, asked)
    found = made.mark(asked.answers)
    return {
        "marks": [{"name": one.blank.name, "node": one.blank.node, "right": one.right, "reason": one.reason} for one in found],
        "done": len(found) == len(made.blanks) and all(one.right for one in found),
    }


@router.post("/solution")
async def solution(asked: models.Exercise, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The solution, with its reasons."""
    return await dispatcher.done(client_of(request), asked.game, _solution, asked)


def _solution(studio: Studio, asked: models.Exercise) -> Facts:
    made = _exercise(studio, asked)
    speech = language(made.language)
    return {"svg": worksheet.drawn(made, speech, solution=True, style=False).svg, "reasons": made.answers(speech)}
