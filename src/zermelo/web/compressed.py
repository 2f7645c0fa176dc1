"""What goes out compressed to a browser that takes it so: scripts and styles are a third as large then.

Each is compressed once and kept. Starlette's `GZipMiddleware` compresses every answer anew, replies of a move among them.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.types import Scope

SCRIPT: Final = "text/javascript"
_KEPT: Final = 256
_VARIES: Final = {"vary": "accept-encoding"}


def answer(asked: Headers, text: str, media_type: str, headers: Mapping[str, str] | None = None) -> Response:
    """The text, compressed where the request that has these headers takes it so."""
    if not _taken(asked):
        return Response(text, media_type=media_type, headers={**(headers or {}), **_VARIES})
    small = {**(headers or {}), **_VARIES, "content-encoding": "gzip"}
    return Response(_small(text.encode()), media_type=media_type, headers=small)


class Modules(StaticFiles):
    """The files of a folder, of which scripts go out compressed."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file as it stands, or that it is the one which the browser has."""
        found = super().file_response(full_path, stat_result, scope, status_code)
        if not os.fspath(full_path).endswith(".js") or found.status_code != status_code:
            return found
        found.headers.update(_VARIES)
        asked = Headers(scope=scope)
        if not _taken(asked):
            return found
        kept = {name: found.headers[name] for name in ("etag", "last-modified")}
        return answer(asked, Path(full_path).read_text(encoding="utf-8"), SCRIPT, kept)


def _taken(asked: Headers) -> bool:
    return "gzip" in asked.get("accept-encoding", "")


@lru_cache(maxsize=_KEPT)
def _small(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)
