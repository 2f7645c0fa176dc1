"""What can be chosen: games as cards, and their variants; and for a game the algorithms that fit it, its evaluations, whether it orders
its actions, and whether a database or a book of the studio knows positions of it.
"""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter

from zermelo.eligibility import TREES, checked, offered
from zermelo.errors import SpecError
from zermelo.explain.observe import WATCHED
from zermelo.game import defines
from zermelo.languages import language
from zermelo.titles import title_of, titled
from zermelo.web.errors import AnsweredError
from zermelo.web.routes.common import TheDispatcher
from zermelo.web.schemas import Chosen, Lang, Variant
from zermelo.web.studio import Facts, Studio
from zermelo.web.variants import fields, in_labels, parameters, written
from zermelo.web.views import feature_name

router = APIRouter(prefix="/api")


@router.get("/cards")
async def cards(dispatcher: TheDispatcher, page: Literal["trees", "alphabeta", "analysis"] | None = None, lang: Lang = "en") -> list[Facts]:
    """All games, or those that a page can take: name, title, sentence, picture as HTML, and whether there are variants to be chosen;
    in place of these why one fails, or is late."""
    speech = language(lang)
    told = speech.catalogue["studio"]["games"]
    return [
        {
            "name": card.name,
            "title": title_of(card.name, speech),
            "text": speech.trouble(card.trouble) or (speech.say("studio.home.late") if card.late else told.get(card.name, "")),
            "picture": card.picture,
            "variants": card.variants,
        }
        for card in await dispatcher.cards.all()
        if page not in card.misfits
    ]


@router.post("/variants")
async def variants(asked: Chosen, dispatcher: TheDispatcher) -> list[Facts]:
    """The fields in which the parameters of a game are chosen, with their values in its name."""
    found: list[Facts] = (await dispatcher.at_once(asked.game, _variants, asked))["fields"]
    return found


def _variants(studio: Studio, asked: Chosen) -> Facts:
    return {"fields": fields(parameters(studio.catalogue, asked.game), language(asked.lang))}


@router.post("/variant")
async def variant(asked: Variant, dispatcher: TheDispatcher) -> Facts:
    """The game with what stands in these fields: as its name is written, and as it is called."""
    return await dispatcher.at_once(asked.game, _variant, asked)


def _variant(studio: Studio, asked: Variant) -> Facts:
    speech, there = language(asked.lang), parameters(studio.catalogue, asked.game)
    game = written(there, asked.values, speech)
    try:
        return {"game": game, "title": titled(studio.catalogue.game(game).game, speech)}
    except SpecError as error:
        raise AnsweredError(422, in_labels(there, speech.trouble(str(error)), speech)) from None


@router.post("/choices")
async def choices(asked: Chosen, dispatcher: TheDispatcher) -> Facts:
    """What can be chosen for a search of this game that is watched."""
    return await dispatcher.at_once(asked.game, _choices, asked)


def _choices(studio: Studio, asked: Chosen) -> Facts:
    named, speech = studio.catalogue.game(asked.game), language(asked.lang)
    checked(named, asked.lang, TREES)
    game = named.game
    return {
        "title": titled(game, speech),
        "algorithms": [{"name": name, "label": speech.say(f"algorithm.{name}")} for name in WATCHED if offered(game, name)],
        "evaluations": [{"name": name, "label": feature_name(name, speech)} for name in game.evaluations],
        "own": defines(game, "evaluate"),
        "ordered": defines(game, "order"),
        "known": studio.catalogue.known(named) is not None,
    }
