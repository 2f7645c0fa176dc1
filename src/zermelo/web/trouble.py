"""What goes wrong, as a page is told: a status, and what was wrong, where, and what to do instead."""

from __future__ import annotations

import logging

from zermelo.blame import blame, blame_compiled
from zermelo.errors import GameError, ZermeloError
from zermelo.web.desk import BusyError
from zermelo.web.sittings import NoSuchSittingError, NotNowError

_STATUS = {NoSuchSittingError: 404, NotNowError: 409, BusyError: 429}
_log = logging.getLogger("zermelo.web")


def told(error: BaseException) -> tuple[int, str]:
    """The status and the words for whatever was raised."""
    if isinstance(error, GameError):
        return 422, blame_compiled(error) or str(error)
    if isinstance(error, ZermeloError):
        return _STATUS.get(type(error), 422), str(error)
    blamed = blame(error) if isinstance(error, Exception) else None
    if blamed:
        return 422, blamed
    _log.error("unforeseen", exc_info=error)
    return 500, "something went wrong in the studio, and was written to its log"
