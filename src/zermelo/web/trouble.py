"""What goes wrong, as a page is told: a status, and what was wrong, where, and what to do instead."""

from __future__ import annotations

import logging
from typing import Final

from zermelo.blame import said
from zermelo.web.desk import BusyError
from zermelo.web.sittings import NoSuchSittingError, NotNowError

_STATUS: Final[dict[type[BaseException], int]] = {NoSuchSittingError: 404, NotNowError: 409, BusyError: 429}
_log = logging.getLogger("zermelo.web")


def told(error: BaseException) -> tuple[int, str]:
    """The status and the words for whatever was raised."""
    words = said(error)
    if words is not None:
        return _STATUS.get(type(error), 422), words
    _log.error("unforeseen", exc_info=error)
    return 500, "something went wrong in the studio, and was written to its log"
