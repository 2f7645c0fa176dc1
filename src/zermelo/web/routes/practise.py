"""Practising: exercises are made, marked and solved. A page says which one it means by kind, level and seed; nothing is kept."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request

from zermelo.errors import SearchError
from zermelo.explain import sheet
from zermelo.explain.blanks import Exercise
from zermelo.explain.exercise import exercise
from zermelo.explain.searchtree import ROOT
from zermelo.games.tree import Tree
from zermelo.languages import language
from zermelo.view import board_view
from zermelo.web import asked as models
from zermelo.web.catalogue import Named
from zermelo.web.fits import ALPHABETA, TREES, checked
from zermelo.web.routes.common import Facts, Studio, TheStudio, client_of

router = APIRouter(prefix="/api/exercise")


@lru_cache(maxsize=256)
def _made(kind: str, level: int, seed: int, lang: str, named: Named | None, depth: int | None) -> Exercise:
    return exercise(kind, level, seed, language=lang, game=named.game if named else None, depth=depth)


def _exercise(asked: models.Exercise, studio: Studio) -> Exercise:
    """The exercise that a page means; to find one takes time."""
    if asked.depth is not None and asked.game is None:
        raise SearchError("a depth is for exercises on a game")
    named = studio.catalogue.game(asked.game) if asked.game else None
    if named is not None:
        checked(named, asked.lang, ALPHABETA if asked.kind in ("alphabeta", "ordering") else TREES)
    return _made(asked.kind, asked.level, asked.seed, asked.lang, named, asked.depth)


@router.post("")
async def new(asked: models.Exercise, studio: TheStudio, request: Request) -> Facts:
    """An exercise: the tree with empty nodes, and what is to be found out."""
    return await studio.desk.done(client_of(request), lambda: _new(_exercise(asked, studio)))


def _new(made: Exercise) -> Facts:
    game, state, speech = made.tree.game, made.tree.state[ROOT], language(made.language)
    return {
        "title": sheet.title(made, speech),
        "task": speech.say(f"exercise.{made.kind}"),
        "svg": sheet.drawn(made, speech, solution=False, style=False).svg,
        "board": None if isinstance(game, Tree) else board_view(game, state, speech),
        "blanks": [
            {"name": blank.name, "what": blank.what, "node": blank.node, "label": made.label(blank, speech)} for blank in made.blanks
        ],
    }


@router.post("/marks")
async def marks(asked: models.Answers, studio: TheStudio, request: Request) -> Facts:
    """Which answers are right, and why the others are not."""
    return await studio.desk.done(client_of(request), lambda: _marks(_exercise(asked, studio), asked))


def _marks(made: Exercise, asked: models.Answers) -> Facts:
    found = made.mark(asked.answers)
    return {
        "marks": [{"name": one.blank.name, "node": one.blank.node, "right": one.right, "reason": one.reason} for one in found],
        "done": len(found) == len(made.blanks) and all(one.right for one in found),
    }


@router.post("/solution")
async def solution(asked: models.Exercise, studio: TheStudio, request: Request) -> Facts:
    """The solution, with its reasons."""
    return await studio.desk.done(client_of(request), lambda: _solution(_exercise(asked, studio)))


def _solution(made: Exercise) -> Facts:
    speech = language(made.language)
    return {"svg": sheet.drawn(made, speech, solution=True, style=False).svg, "reasons": made.answers(speech)}
