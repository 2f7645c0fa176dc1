"""The pages themselves, in the language of the reader; what moves on them is in their modules (static/)."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from zermelo.draw import board as drawing
from zermelo.errors import SpecError
from zermelo.explain.exercise import KINDS, LEVELS
from zermelo.explain.observe import WATCHED
from zermelo.explain.page import asset
from zermelo.game import CHANCE, MAX
from zermelo.languages import LANGUAGES, Language, language
from zermelo.web.catalogue import Offer
from zermelo.web.fits import ALPHABETA, TREES, misfit
from zermelo.web.lessons import Prose, lesson, lessons
from zermelo.web.routes.common import TheStudio, greet

router = APIRouter(include_in_schema=False)

COOKIE: Final = "zermelo_language"
_SHOWN_PLIES: Final = 5
_MOST_AGE: Final = 365 * 24 * 3600
_PAGES: Final = Environment(loader=FileSystemLoader(Path(str(files("zermelo.web"))) / "pages"), autoescape=True, trim_blocks=True)


@router.get("/")
def home(request: Request, studio: TheStudio) -> Response:
    """What there is."""
    offers = [{"offer": offer, "picture": _picture(offer)} for offer in studio.catalogue.offers()]
    return _page(request, "home", offers=offers)


@router.get("/play")
def play(request: Request, studio: TheStudio) -> Response:
    """A board to play at."""
    return _page(request, "play", games=_names(studio))


@router.get("/tree")
def tree(request: Request, studio: TheStudio) -> Response:
    """A search, step by step."""
    return _page(request, "tree", games=_names(studio, TREES), algorithms=list(WATCHED))


@router.get("/order")
def order(request: Request, studio: TheStudio) -> Response:
    """What orders of the children are worth."""
    return _page(request, "order", games=_names(studio, ALPHABETA))


@router.get("/ladder")
def ladder(request: Request, studio: TheStudio) -> Response:
    """What the engine's refinements are worth."""
    return _page(request, "ladder", games=_names(studio, ALPHABETA))


@router.get("/practise")
def practise(request: Request, studio: TheStudio) -> Response:
    """Exercises."""
    named = [(kind, _speech(request).say(f"exercise.kinds.{kind}")) for kind in KINDS]
    return _page(request, "practise", games=_names(studio, TREES), kinds=named, levels=list(LEVELS))


@router.get("/lessons")
def all_lessons(request: Request) -> Response:
    """The lessons, one for each topic."""
    return _page(request, "lessons", lessons=lessons(_speech(request).code))


@router.get("/lessons/{slug}")
def one_lesson(request: Request, slug: str) -> Response:
    """A lesson."""
    code = _speech(request).code
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


@router.get("/player.{ending}")
def player(ending: str) -> Response:
    """The step player, the same as in the pages that `zermelo explain` writes."""
    kinds = {"js": "text/javascript", "css": "text/css"}
    if ending not in kinds:
        return Response("there is player.js and player.css", 404)
    return Response(asset(f"player.{ending}"), media_type=kinds[ending])


def _prose(part: Prose, title: str) -> Markup:
    """Prose, its tables in boxes of their own, which scroll on a narrow page."""
    box = Markup('<div class="wide" tabindex="0" role="group" aria-label="{}">').format(title)
    return Markup(part.html.replace("<table>", f"{box}<table>").replace("</table>", "</table></div>"))  # noqa: S704  our own Markdown


def _names(studio: TheStudio, page: str = "") -> list[str]:
    """The games on offer; those that a page can take, where one is named."""
    return [offer.name for offer in studio.catalogue.offers() if not page or offer.game is None or not misfit(offer.game, page)]


def _picture(offer: Offer) -> Markup:
    """A board with a game under way, small."""
    if offer.game is None:
        return Markup("")
    try:
        game, state = offer.game, offer.game.initial()
        chooser = random.Random(6)  # noqa: S311  a picture, no secret
        for _ in range(_SHOWN_PLIES):
            chance = game.to_move(state) == CHANCE
            after = game.result(state, chooser.choice([one for one, _ in game.outcomes(state)] if chance else list(game.actions(state))))
            if game.is_terminal(after):
                break
            state = after
        state = game.observe(state, MAX)
        shown = game.picture(state)
    except Exception:  # of a user's game: the page of the game says what it was
        return Markup("")
    if shown is None:
        return Markup("<pre>{}</pre>").format(game.show(state))
    return Markup(drawing.board(shown, style=False))  # noqa: S704  made by draw, which escapes


def _speech(request: Request) -> Language:
    """The language of the reader: as the address says, as was chosen before, as the browser asks, English."""
    wanted = [request.query_params.get("lang", ""), request.cookies.get(COOKIE, "")]
    accepted = request.headers.get("accept-language", "")[:200].split(",")
    wanted += [part.partition(";")[0].strip()[:2].casefold() for part in accepted]
    return language(next((code for code in wanted if code in LANGUAGES), "en"))


def _page(request: Request, name: str, *, status: int = 200, **facts: Any) -> Response:
    speech = _speech(request)
    words = {"page": name, "lang": speech.code, "decimal": speech.decimal, **speech.catalogue["studio"]["words"]}
    text = _PAGES.get_template(f"{name}.html").render(
        page=name,
        lang=speech.code,
        languages=LANGUAGES,
        say=speech.say,
        address=request.url.path,
        words=Markup(json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")),  # noqa: S704  escaped here
        **facts,
    )
    made = Response(text, status, media_type="text/html", headers={"cache-control": "no-store"})
    greet(request, made)
    if request.query_params.get("lang") in LANGUAGES:
        made.set_cookie(COOKIE, speech.code, max_age=_MOST_AGE, samesite="lax")
    return made
