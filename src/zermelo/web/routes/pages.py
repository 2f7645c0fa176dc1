"""The pages themselves, in the language of the reader; what moves on them is in their modules (static/)."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from zermelo.draw import board
from zermelo.draw import tree as drawing
from zermelo.eligibility import ALPHABETA, ANALYSIS, SETUP, TREES
from zermelo.errors import SpecError
from zermelo.explain.exercise import KINDS, LEVELS
from zermelo.explain.figures import FIGURES, Figure
from zermelo.explain.page import ASSETS, asset
from zermelo.explain.sheet import ENDINGS, MOST
from zermelo.explain.taken import Taken
from zermelo.languages import LANGUAGES, language
from zermelo.spec import split_path
from zermelo.titles import title_of
from zermelo.web import compressed
from zermelo.web.cards import Card
from zermelo.web.dispatch import Dispatcher
from zermelo.web.door import TOKEN
from zermelo.web.errors import NoSuchSheetError
from zermelo.web.hosts import LOOPBACK
from zermelo.web.lessons import Prose, lesson, lessons
from zermelo.web.routes.common import A_YEAR, TheDispatcher, greet, tree_address
from zermelo.web.routes.sheets import asked_of, sheets_of
from zermelo.web.sheets import attempts
from zermelo.web.speech import COOKIE, speech_of
from zermelo.web.studio import Facts

router = APIRouter(include_in_schema=False)

STYLES: Final = ("board", "studio", "tree", "games")
"""Style sheets in static/, in this order."""

_PAGES: Final = Environment(loader=FileSystemLoader(Path(str(files("zermelo.web"))) / "pages"), autoescape=True, trim_blocks=True)


@router.get("/")
async def home(request: Request, dispatcher: TheDispatcher) -> Response:
    """What there is."""
    speech = speech_of(request)
    return _page(request, "home", cards=[(title_of(card.name, speech), card) for card in await dispatcher.cards.all()])


@router.get("/play")
async def play(request: Request, dispatcher: TheDispatcher) -> Response:
    """A board to play at."""
    return _page(request, "play", **await _offered(dispatcher, "tictactoe"))


@router.get("/games")
def games(request: Request) -> Response:
    """The games that were played."""
    return _page(request, "games", alone=request.app.state.alone)


@router.get("/analyse")
async def analyse(request: Request, dispatcher: TheDispatcher) -> Response:
    """A game to be analysed."""
    return _page(request, "analyse", **await _offered(dispatcher, "othello", ANALYSIS))


@router.get("/setup")
async def setup(request: Request, dispatcher: TheDispatcher) -> Response:
    """A position to be put together."""
    return _page(request, "setup", **await _offered(dispatcher, "chess", SETUP))


@router.get("/tree")
async def tree(request: Request, dispatcher: TheDispatcher) -> Response:
    """A search, step by step."""
    return _page(request, "tree", **await _offered(dispatcher, "pawns", TREES))


@router.get("/edit")
async def edit(request: Request, dispatcher: TheDispatcher, figure: str = "book") -> Response:
    """A tree to be drawn by hand, one of the lectures to begin with."""
    if figure not in FIGURES:
        return missing(request)
    begun = await run_in_threadpool(_tree_of, figure, speech_of(request).code)
    shown = {"tree": begun.text, "counts": begun.counts, "algorithm": FIGURES[figure].algorithm, "notes": FIGURES[figure].notes}
    places = {name: _drawn_on(name, one) or _steps(one) for name, one in FIGURES.items()}
    games = (await _offered(dispatcher, "", TREES))["games"]
    return _page(request, "edit", figures=places, figure=figure, shown=shown, games=games)


@router.get("/figures")
def figures(request: Request) -> Response:
    """The figures of the lectures, as they are printed."""
    shown = [{"name": name, "edit": _drawn_on(name, one), "steps": _steps(one)} for name, one in FIGURES.items()]
    return _page(request, "figures", figures=shown)


@router.get("/figures/{code}/{name}.svg")
def figure(code: str, name: str) -> Response:
    """One of them, in a language."""
    if name not in FIGURES or code not in LANGUAGES:
        raise HTTPException(404)
    return Response(_picture_of(name, code), media_type="image/svg+xml", headers={"cache-control": "no-cache"})


@cache
def _picture_of(figure: str, code: str) -> str:
    return FIGURES[figure].svg(code)


@cache
def _tree_of(figure: str, code: str) -> Taken:
    return FIGURES[figure].tree(language(code))


def _drawn_on(name: str, figure: Figure) -> str:
    """Where a figure is in the editor; nowhere where its leaves are worth what no tree can say."""
    return "" if figure.infinite else f"/edit?figure={name}"


def _steps(figure: Figure) -> str:
    """Where one goes through the search of a figure."""
    facts = ("game", "algorithm", "position", "moves", "depth", "evaluation", "fold", "boards")
    most = figure.most if figure.most < drawing.MOST else None
    return tree_address(**{fact: getattr(figure, fact) for fact in facts}, most=most)


@router.get("/order")
async def order(request: Request, dispatcher: TheDispatcher) -> Response:
    """What orders of the children are worth."""
    return _page(request, "order", **await _offered(dispatcher, "pawns", ALPHABETA))


@router.get("/ladder")
async def ladder(request: Request, dispatcher: TheDispatcher) -> Response:
    """What the engine's refinements are worth."""
    return _page(request, "ladder", **await _offered(dispatcher, "connect4", ALPHABETA))


@router.get("/simulations")
async def simulations(request: Request, dispatcher: TheDispatcher) -> Response:
    """Monte Carlo tree search, simulation by simulation."""
    return _page(request, "simulations", **await _offered(dispatcher, "tictactoe", TREES))


@router.get("/scales")
def scales(request: Request) -> Response:
    """What another scale of the leaves does to a decision."""
    return _page(request, "scales")


@router.get("/strategies")
async def strategies(request: Request, dispatcher: TheDispatcher) -> Response:
    """How counterfactual regret minimisation comes to a strategy."""
    return _page(request, "strategies", games=[card.name for card in await dispatcher.cards.all() if TREES in card.misfits])


@router.get("/practise")
async def practise(request: Request, dispatcher: TheDispatcher, kind: str = "") -> Response:
    """Exercises: an address that says no kind begins with the first kind, on a game of the user's."""
    if kind and kind not in KINDS:
        return missing(request)
    cards = await dispatcher.cards.all()
    fitting = {one: [card for card in cards if one in card.kinds] for one in KINDS}
    begun = {} if kind else {"kind": ALPHABETA, "game": _begins_with(cards, fitting[ALPHABETA], "")}
    games = {one: [card.name for card in fit] for one, fit in fitting.items()}
    return _page(request, "practise", **_exercises(request), games=games, begun=begun)


@router.get("/sheets")
async def sheets(request: Request, dispatcher: TheDispatcher) -> Response:
    """Where a teacher makes a sheet of exercises."""
    games = (await _offered(dispatcher, "", TREES))["games"]
    return _page(request, "sheets", **_exercises(request), games=games, most=MOST)


@router.get("/sheet/{number}")
async def sheet(request: Request, number: str) -> Response:
    """A sheet, to be filled in and handed in."""
    try:
        made = await run_in_threadpool(sheets_of(request).find, number)
    except NoSuchSheetError:
        return missing(request)
    return _page(request, "sheet", number=made.number)


@router.get("/results/{key}")
async def results(request: Request, key: str) -> Response:
    """What was handed in of a sheet, and its files: for who made it."""
    try:
        made = await run_in_threadpool(sheets_of(request).of_key, key)
    except NoSuchSheetError:
        return missing(request)
    found = await run_in_threadpool(sheets_of(request).results, made.number)
    speech = speech_of(request)
    rows = [
        {
            "name": one.name,
            "attempt": attempt,
            "at": datetime.fromtimestamp(one.at).strftime("%Y-%m-%d %H:%M"),
            "points": f"{speech.number(one.got, 3)} / {speech.number(one.most)}",
            "each": [f"{speech.number(got, 3)} / {speech.number(most)}" for got, most in one.points],
            "help": one.help,
        }
        for one, attempt in zip(found, attempts(found), strict=True)
    ]
    asked = asked_of(made)
    facts = {"lang": asked.language, **({TOKEN: request.app.state.token} if request.app.state.token else {})}
    address = f"{request.base_url}sheet/{made.number}?{urlencode(facts)}"
    return _page(
        request, "results", key=made.key, title=asked.title, sheet=address, only_here=request.base_url.hostname in LOOPBACK, rows=rows,
        exercises=range(1, asked.count + 1), endings=ENDINGS,
    )  # fmt: skip


@router.get("/lessons")
def all_lessons(request: Request) -> Response:
    """The lessons, one for each topic."""
    return _page(request, "lessons", lessons=lessons(speech_of(request).code))


@router.get("/lessons/{slug}")
def one_lesson(request: Request, slug: str) -> Response:
    """A lesson."""
    code = speech_of(request).code
    try:
        found = lesson(slug, code)
    except SpecError:
        return _page(request, "missing", status=404)
    there = lessons(code)
    place = there.index(found)
    after = there[place + 1] if place + 1 < len(there) else None
    before = there[place - 1] if place else None
    parts = [
        {"html": _prose(part, found.title)} if isinstance(part, Prose) else {"activity": {"show": part.show, **part.options}}
        for part in found.parts
    ]
    return _page(request, "lesson", lesson=found, number=place + 1, parts=parts, before=before, after=after)


@router.get("/look.css")
def look(request: Request) -> Response:
    """How all pages look, at one request: its address changes with it."""
    return compressed.answer(request.headers, _look(), "text/css", {"cache-control": f"max-age={A_YEAR}, immutable"})


@router.get("/player.{ending}")
@router.get("/player-{part}.{ending}")
def player(request: Request, ending: str, part: str = "") -> Response:
    """The step player, the same as in the pages that `zermelo explain` writes."""
    name = f"player-{part}.{ending}" if part else f"player.{ending}"
    if name not in ASSETS:
        raise HTTPException(404)
    return compressed.answer(request.headers, asset(name), {"js": compressed.SCRIPT, "css": "text/css"}[ending])


@cache
def _look() -> str:
    """The styles of pictures, of the step player and of the pages, without comments."""
    static = Path(str(files("zermelo.web"))) / "static"
    own = [(static / f"{name}.css").read_text(encoding="utf-8") for name in STYLES]
    return re.sub(r"/\*.*?\*/\s*", "", "".join([board.STYLE, drawing.STYLE, asset("player.css"), *own]), flags=re.DOTALL)


@cache
def _edition_of_look() -> str:
    return hashlib.sha256(_look().encode()).hexdigest()[:12]


def missing(request: Request) -> Response:
    """What a browser is shown where there is nothing."""
    return _page(request, "missing", status=404)


def _prose(part: Prose, title: str) -> Markup:
    """Prose, its tables in boxes of their own, which scroll on a narrow page; where no column is named there is no header."""
    box = Markup('<div class="wide" tabindex="0" role="group" aria-label="{}">').format(title)
    return Markup(part.html.replace("<th></th>", "<td></td>").replace("<table>", f"{box}<table>").replace("</table>", "</table></div>"))  # noqa: S704  our own Markdown


def _exercises(request: Request) -> dict[str, Any]:
    """What may be chosen of exercises: kinds with their names, levels."""
    kinds = [(kind, speech_of(request).say(f"exercise.kinds.{kind}")) for kind in KINDS]
    return {"kinds": kinds, "levels": list(LEVELS)}


async def _offered(dispatcher: Dispatcher, usual: str, page: str = "") -> Facts:
    """The games that a page can take, and that with which it begins."""
    cards = await dispatcher.cards.all()
    fitting = [card for card in cards if page not in card.misfits]
    return {"games": [card.name for card in fitting], "game": _begins_with(cards, fitting, usual)}


def _begins_with(cards: list[Card], fitting: list[Card], usual: str) -> str:
    """The first game in a file of the user's that is there and fits; where no file is there, the first, of which the page says what is
    wrong; or else the `usual` one.
    """
    files = [card for card in cards if split_path(card.name)[0]]
    there = [card for card in files if not card.trouble and not card.late]
    return next((card.name for card in (there or files) if card in fitting), usual)


def _page(request: Request, name: str, *, status: int = 200, **facts: Any) -> Response:
    speech = speech_of(request)
    words = {"page": name, "lang": speech.code, "decimal": speech.decimal, **speech.catalogue["studio"]["words"]}
    text = _PAGES.get_template(f"{name}.html").render(
        page=name,
        lang=speech.code,
        languages=LANGUAGES,
        say=speech.say,
        trouble=speech.trouble,
        address=request.url.path,
        look=_edition_of_look(),
        words=Markup(json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")),  # noqa: S704  escaped here
        **facts,
    )
    made = Response(text, status, media_type="text/html", headers={"cache-control": "no-store"})
    greet(request, made)
    if request.query_params.get("lang") in LANGUAGES:
        made.set_cookie(COOKIE, speech.code, max_age=A_YEAR, samesite="lax")
    return made
