"""Sheets for a class: a teacher makes one and gets two addresses, one for the students and one for the results.

Which exercises are on it is kept by the studio; students get no number by which they could have them made again with their solutions.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from zermelo.errors import SpecError
from zermelo.explain.printing import printed
from zermelo.explain.sheet import ENDINGS, Sheet, heading, plan, title_of, written
from zermelo.languages import language
from zermelo.web import schemas as models
from zermelo.web.errors import AnsweredError
from zermelo.web.routes.common import TheDispatcher, client_of
from zermelo.web.routes.practise import facts_of, made_for, marks_of, picture_of, solution_of
from zermelo.web.sheets import Made, Sheets, as_csv, name_of
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")

_TYPES: Final = {"html": "text/html", "pdf": "application/pdf", "tex": "application/x-tex", "txt": "text/plain"}


def sheets_of(request: Request) -> Sheets:
    """The sheets of this studio."""
    found: Sheets = request.app.state.sheets
    return found


@router.post("/sheets")
async def make(asked: models.SheetAsked, dispatcher: TheDispatcher, request: Request) -> Facts:
    """A new sheet: the number that students get, and the key of its results."""
    await dispatcher.done(client_of(request), asked.game, _points, asked)
    made = await run_in_threadpool(sheets_of(request).add, asked.model_dump())
    return {"number": made.number, "key": made.key}


@router.post("/sheets/{number}")
async def show(number: str, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The exercises of a sheet, without their answers."""
    planned = asked_of(await _found(request, number))
    return await dispatcher.done(client_of(request), planned.game, _shown, planned)


@router.post("/sheets/{number}/picture")
async def picture(number: str, asked: models.OfSheet, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The tree of one of its exercises as it looks with these answers."""
    planned = asked_of(await _found(request, number))
    return await dispatcher.done(client_of(request), planned.game, _picture, planned, asked)


@router.post("/sheets/{number}/help")
async def help_towards(number: str, asked: models.HelpOfSheet, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Help with one of its exercises."""
    planned = asked_of(await _found(request, number))
    return await dispatcher.done(client_of(request), planned.game, _help, planned, asked)


@router.post("/sheets/{number}/hand-in")
async def hand_in(number: str, asked: models.SheetHandedIn, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Marks, reasons and solutions, when the points are kept; and which attempt under this name it was."""
    made = await _found(request, number)
    name = name_of(asked.name)
    if not name:
        raise AnsweredError(422, language(asked.lang).say("studio.sheets.no_name"))
    planned = asked_of(made)
    found = await dispatcher.done(client_of(request), planned.game, _marked, planned, asked)
    points = [(one["marks"]["points"], one["marks"]["most"]) for one in found["exercises"]]
    attempt = await run_in_threadpool(sheets_of(request).hand_in, made.number, name, points, asked.help)
    return {**found, "attempt": attempt}


@router.get("/results/{key}/results.csv")
async def results_csv(key: str, request: Request, lang: models.Lang = "en") -> Response:
    """What was handed in, for a spreadsheet, with headings in this language."""
    made = await run_in_threadpool(sheets_of(request).of_key, key)
    found = await run_in_threadpool(sheets_of(request).results, made.number)
    return _file(as_csv(found, language(lang)), "text/csv; charset=utf-8", "results.csv")


@router.get("/results/{key}/{name}.{ending}")
async def sheet_file(key: str, name: str, ending: str, dispatcher: TheDispatcher, request: Request) -> Response:
    """The sheet as a file, or with the name `solution` its solutions; for who has the key of the results."""
    made = await run_in_threadpool(sheets_of(request).of_key, key)
    if ending not in ENDINGS or name not in ("sheet", "solution"):
        raise SpecError(f"there are sheet and solution, as {', '.join(f'.{one}' for one in ENDINGS)}, and results.csv")
    planned = asked_of(made)
    found = await dispatcher.done(
        client_of(request), planned.game, _written, planned, "html" if ending == "pdf" else ending, name == "solution"
    )
    if ending == "pdf":
        found = await dispatcher.done(client_of(request), None, _printed, found["content"])
    return _file(found["content"], _TYPES[ending], f"{name}.{ending}")


def _file(content: bytes | str, kind: str, name: str) -> Response:
    """A file that is saved, never shown as a page of the studio."""
    return Response(
        content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    )


async def _found(request: Request, number: str) -> Made:
    return await run_in_threadpool(sheets_of(request).find, number)


def asked_of(made: Made) -> models.SheetAsked:
    """What a sheet was made of."""
    return models.SheetAsked(**made.facts)


# Done in the process of the game


def _sheet(studio: Studio, asked: models.SheetAsked) -> Sheet:
    one = models.Exercise(level=asked.level, game=asked.game, depth=asked.depth, lang=asked.language)
    exercises = (one.model_copy(update={"kind": kind, "seed": seed}) for kind, seed in plan(asked.kinds, asked.count, asked.seed))
    return Sheet(asked.title, asked.language, tuple(made_for(studio, exercise) for exercise in exercises))


def _points(studio: Studio, asked: models.SheetAsked) -> Facts:
    return {"points": _sheet(studio, asked).points}


def _shown(studio: Studio, asked: models.SheetAsked) -> Facts:
    made = _sheet(studio, asked)
    exercises = [{**facts_of(one), "title": heading(place, one)} for place, one in enumerate(made.exercises, 1)]
    return {"title": title_of(made), "lang": made.language, "exercises": exercises}


def _picture(studio: Studio, asked: models.SheetAsked, so_far: models.OfSheet) -> Facts:
    return picture_of(_one(studio, asked, so_far.place), so_far.answers)


def _help(studio: Studio, asked: models.SheetAsked, so_far: models.HelpOfSheet) -> Facts:
    found = _one(studio, asked, so_far.place).help(so_far.answers, so_far.stage)
    return {"text": found.text, "node": found.node}


def _one(studio: Studio, asked: models.SheetAsked, place: int) -> Any:
    exercises = _sheet(studio, asked).exercises
    if place >= len(exercises):
        raise SpecError(f"the sheet has {len(exercises)} exercises, and none at place {place}")
    return exercises[place]


def _marked(studio: Studio, asked: models.SheetAsked, handed: models.SheetHandedIn) -> Facts:
    made = _sheet(studio, asked)
    if len(handed.answers) != len(made.exercises):
        raise SpecError(f"the sheet has {len(made.exercises)} exercises, and answers came to {len(handed.answers)}")
    found = [
        {"marks": marks_of(one, one.score(answers, whole=True), asked.game), "solution": solution_of(one)}
        for one, answers in zip(made.exercises, handed.answers, strict=True)
    ]
    return {
        "points": sum(one["marks"]["points"] for one in found),
        "most": made.points,
        "exercises": found,
    }


def _written(studio: Studio, asked: models.SheetAsked, ending: str, solution: bool) -> Facts:
    return {"content": written(_sheet(studio, asked), ending, solution=solution).decode()}


def _printed(studio: Studio, html: str) -> Facts:
    return {"content": printed(html)}
