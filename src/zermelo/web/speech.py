"""Which language a reader wants."""

from __future__ import annotations

import json
from typing import Final

from starlette.requests import Request

from zermelo.languages import LANGUAGES, Language, language

COOKIE: Final = "zermelo_language"


def speech_of(request: Request) -> Language:
    """The language of the reader: as the address or what is sent says, as was chosen before, as the browser asks, English."""
    wanted = [request.query_params.get("lang", ""), _sent(request), request.cookies.get(COOKIE, "")]
    accepted = request.headers.get("accept-language", "")[:200].split(",")
    wanted += [part.partition(";")[0].strip()[:2].casefold() for part in accepted]
    return language(next((code for code in wanted if code in LANGUAGES), "en"))


def _sent(request: Request) -> str:
    """The language that is named in the JSON that a page of ours sends, which the guard has put by (middleware.py)."""
    try:
        sent = json.loads(request.scope.get("zermelo.body", b""))
    except ValueError:
        return ""
    return str(sent.get("lang", "")) if isinstance(sent, dict) else ""


def wants_page(request: Request) -> bool:
    """Whether a person's browser asks, which shows a page, and no module of ours, which reads JSON."""
    return "text/html" in request.headers.get("accept", "")
