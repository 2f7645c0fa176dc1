"""What goes wrong, as a page is told: a status, and what was wrong, where, and what to do instead."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from zermelo.blame import said
from zermelo.errors import ActionError, GameError, SpecError, ZermeloError
from zermelo.game import Game
from zermelo.web.desk import BusyError, Gone


class NoSuchSittingError(ZermeloError):
    """There is no game of this number."""


class NotNowError(ZermeloError):
    """The game stands elsewhere than whoever asks believes: another page has played on, or gone back."""


_STATUS: Final[dict[type[BaseException], int]] = {NoSuchSittingError: 404, NotNowError: 409, BusyError: 429}
_SAY_NOTHING: Final = (ActionError, SpecError, NoSuchSittingError, NotNowError, BusyError, Gone)
"""Errors that speak of what was asked, and of no position."""
_log = logging.getLogger("zermelo.web")


@contextmanager
def discreet(game: Game) -> Iterator[None]:
    """Where a game hides something, keep the words of other errors out of pages: they name positions."""
    try:
        yield
    except _SAY_NOTHING:
        raise
    except Exception as error:
        if not game.hidden:
            raise
        _log.error("in a game that hides something", exc_info=error)
        raise GameError("something went wrong; what, is in the studio's log, as it may say what is hidden here") from None


def told(error: BaseException) -> tuple[int, str]:
    """The status and the words for whatever was raised."""
    words = said(error)
    if words is not None:
        return _STATUS.get(type(error), 422), words
    _log.error("unforeseen", exc_info=error)
    return 500, "something went wrong in the studio, and was written to its log"
