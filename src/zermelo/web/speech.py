"""Which language a reader wants."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from zermelo.languages import LANGUAGES, Language, language

COOKIE: Final = "zermelo_language"


def speech_of(request: Request) -> Language:
    """The language of the reader: as the address says, as was chosen before, as the browser asks, English."""
    wanted = [request.query_params.get("lang", ""), request.cookies.get(COOKIE, "")]
    accepted = request.headers.get("accept-language", "")[:200].split(",")
    wanted += [part.partition(";")[0].strip()[:2].casefold() for part in accepted]
    return language(next((code for code in wanted if code in LANGUAGES), "en"))


def wants_page(request: Request) -> bool:
    """Whether a person's browser asks, which shows a page, and no module of ours, which reads JSON."""
    return "text/html" in request.headers.get("accept", "")
