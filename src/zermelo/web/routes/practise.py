"""Practising: exercises are made, marked and solved. A page says which one it means by kind, level and seed; nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request

from zermelo.eligibility import checked
from zermelo.errors import SearchError
from zermelo.explain import worksheet
from zermelo.explain.exercise import KINDS, exercise
from zermelo.explain.questions import NAME, Exercise, Moment, Question, Score
from zermelo.explain.searchtree import ROOT
from zermelo.games.tree import Tree
from zermelo.languages import language
from zermelo.spec import Named
from zermelo.view import board_view
from zermelo.web import schemas as models
from zermelo.web.routes.common import TheDispatcher, client_of, tree_address
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api/exercise")


@lru_cache(maxsize=256)
def _made(kind: str, level: int, seed: int, lang: str, named: Named | None, depth: int | None) -> Exercise:
    return exercise(kind, level, seed, language=lang, game=named.game if named else None, depth=depth)


def made_for(studio: Studio, asked: models.Exercise) -> Exercise:
    """The exercise that a page means; to find one takes time."""
    if asked.depth is not None and asked.game is None:
        raise SearchError("a depth is for exercises on a game")
    named = studio.catalogue.game(asked.game) if asked.game else None
    if named is not None:
        checked(named, asked.lang, KINDS[asked.kind].games)
    return _made(asked.kind, asked.level, asked.seed, asked.lang, named, asked.depth)


@router.post("")
async def new(asked: models.Exercise, dispatcher: TheDispatcher, request: Request) -> Facts:
    """An exercise: the tree with empty nodes, and what is to be found out."""
    return await dispatcher.done(client_of(request), asked.game, _new, asked)


def _new(studio: Studio, asked: models.Exercise) -> Facts:
    return facts_of(made_for(studio, asked))


def facts_of(made: Exercise) -> Facts:
    """An exercise as a page shows it, without its answers."""
    speech = language(made.language)
    return {
        "title": worksheet.title(made, speech),
        "task": made.task,
        "about": made.about,
        "svg": worksheet.drawn(made, speech, solution=False, style=False).svg,
        "board": None if made.position is None else board_view(*made.position, speech),
        "mover": made.tree.player[ROOT],
        "blanks": [
            {
                "name": blank.name,
                "what": blank.what,
                "node": blank.node,
                "label": made.label(blank, speech),
                "choices": _choices(made, blank),
            }
            for blank in made.blanks
        ],
    }


def _choices(made: Exercise, blank: Question) -> list[Facts]:
    """What can be chosen, each with the node to which it leads, where it leads to one."""
    nodes = {made.tree.name(child): child for child in made.tree.children[blank.node]}
    names = blank.choices or (tuple(nodes) if blank.what == NAME else ())
    return [{"name": name, "node": nodes.get(name)} for name in names]


@router.post("/picture")
async def picture(asked: models.Answers, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The tree as it looks with these answers, and the node of each blank in it."""
    return await dispatcher.done(client_of(request), asked.game, _picture, asked)


def _picture(studio: Studio, asked: models.Answers) -> Facts:
    return picture_of(made_for(studio, asked), asked.answers)


def picture_of(made: Exercise, answers: Mapping[str, Any]) -> Facts:
    """The same of an exercise."""
    shown = made.as_answered(answers)
    nodes = {blank.name: blank.node for blank in shown.blanks}
    return {"svg": worksheet.drawn(shown, language(made.language), solution=False, style=False).svg, "nodes": nodes}


@router.post("/marks")
async def marks(asked: models.Answers, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Which answers are right, why the others are not, and how many points they come to."""
    return await dispatcher.done(client_of(request), asked.game, _marks, asked)


def _marks(studio: Studio, asked: models.Answers) -> Facts:
    made = made_for(studio, asked)
    return marks_of(made, made.score(asked.answers), asked.game)


def marks_of(made: Exercise, score: Score, game: str | None) -> Facts:
    """Marks as a page shows them; beside what is wrong the address of the search at the step that shows it."""
    return {
        "marks": [
            {
                "name": one.blank.name,
                "right": one.right,
                "credit": one.credit,
                "reason": one.reason,
                "step": "" if one.right else _address_of(made.shown_at(one.blank), game),
            }
            for one in score.marks
        ],
        "points": score.points,
        "most": score.most,
        "done": score.done,
    }


@router.post("/help")
async def help_towards(asked: models.HelpAsked, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Help before the answer, in three stages."""
    return await dispatcher.done(client_of(request), asked.game, _help, asked)


def _help(studio: Studio, asked: models.HelpAsked) -> Facts:
    found = made_for(studio, asked).help(asked.answers, asked.stage)
    return {"text": found.text, "node": found.node}


def _address_of(moment: Moment | None, game: str | None) -> str:
    """Where the page of trees shows a step of a search; empty for none."""
    if moment is None:
        return ""
    tree, of_tree = moment.tree, moment.tree.game
    if isinstance(of_tree, Tree):
        return tree_address(moment.place, game=f"tree({of_tree.tree!r})", algorithm=tree.algorithm)
    position = of_tree.write(tree.state[ROOT])
    return tree_address(moment.place, game=game, algorithm=tree.algorithm, position=position, depth=tree.depth)


@router.post("/solution")
async def solution(asked: models.Exercise, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The solution, with its reasons."""
    return await dispatcher.done(client_of(request), asked.game, _solution, asked)


def _solution(studio: Studio, asked: models.Exercise) -> Facts:
    return solution_of(made_for(studio, asked))


def solution_of(made: Exercise) -> Facts:
    """The solution as a page shows it."""
    speech = language(made.language)
    return {"svg": worksheet.drawn(made, speech, solution=True, style=False).svg, "reasons": made.answers(speech)}
