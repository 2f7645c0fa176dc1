"""What goes wrong, as a page shows it: a status, and what was wrong, where, and what to do instead."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from zermelo.analysis.engines import Enough
from zermelo.errors import ActionError, GameError, SpecError, ZermeloError
from zermelo.game import Game
from zermelo.games.tree import Tree
from zermelo.languages import Language
from zermelo.rule_errors import blame
from zermelo.user_errors import said
from zermelo.web.fair_queue import BusyError
from zermelo.web.scheduler import Disconnected
from zermelo.web.store import StoreError, StoreFullError


class NoSuchSessionError(ZermeloError):
    """There is no game of this number."""


class NoSuchSheetError(ZermeloError):
    """There is no sheet of exercises of this number or key."""


class NotNowError(ZermeloError):
    """The game stands elsewhere than whoever asks believes: another page has played on, or gone back."""


class AnsweredError(ZermeloError):
    """What the process of a user's file has answered: a status, and words."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


_STATUS: Final[dict[type[BaseException], int]] = {
    NoSuchSessionError: 404,
    NoSuchSheetError: 404,
    NotNowError: 409,
    BusyError: 429,
    StoreFullError: 507,
    StoreError: 503,
}
_SAY_NOTHING: Final = (
    ActionError,
    SpecError,
    NoSuchSessionError,
    NoSuchSheetError,
    NotNowError,
    BusyError,
    StoreError,
    Disconnected,
    Enough,
)
"""Errors that speak of what was asked, and of no position."""
_FOLDERS: Final = re.compile(r"""(?<![\w./])(?:[A-Za-z]:)?[\\/](?:[^\s\\/'"<>:,;()]+[\\/])+(?=[^\s\\/'"<>:,;()])""")
_log = logging.getLogger("zermelo.web")


@contextmanager
def discreet(game: Game) -> Iterator[None]:
    """Where a game hides something, keep the words of other errors out of pages: they name positions."""
    try:
        yield
    except _SAY_NOTHING:
        raise
    except BaseException as error:  # also what is no error in programs, and is one in rules
        if not game.hidden:
            raise
        _log.error("in a game that hides something", exc_info=error)
        raise GameError("something went wrong; what, is in the studio's log, as it may say what is hidden here") from None


def told_in(speech: Language, error: BaseException) -> tuple[int, str]:
    """The same in the reader's language; texts of trees, which any page may be given, are told by the phrases of their game."""
    status, words = told(error)
    return status, speech.trouble(words, Tree.phrases)


def told(error: BaseException, *, rules: bool = False) -> tuple[int, str]:
    """The status and the words for whatever was raised; where users' `rules` were at work, they are to blame for what we cannot explain."""
    if isinstance(error, AnsweredError):
        return error.status, str(error)
    words = said(error) if isinstance(error, Exception) else blame(error)
    if words is not None:
        words = _FOLDERS.sub(lambda found: "" if os.path.isdir(found[0]) else found[0], words)  # files by their names alone
        return next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 422), words
    if rules:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        _log.debug("not explained by a rule", exc_info=error)
        return 422, f"a method of the game gave or takes something that it should not ({what}); `zermelo check` says which"
    if not isinstance(error, Disconnected):
        _log.error("unforeseen", exc_info=error)
    return 500, "something went wrong in the studio, and was written to its log"
