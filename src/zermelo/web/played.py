"""The games that were played, as a list: found by what is shown of them, deleted, and for a while brought back.

Nothing is asked of a game's rules: what is shown stands in the file, so that the list is there at once, whatever the rules do.
A game belongs to the browser in which it began.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from zermelo.languages import Language
from zermelo.titles import title_of
from zermelo.web.errors import NoSuchSessionError
from zermelo.web.seats import called
from zermelo.web.store import Store

BROUGHT_BACK: Final = 24 * 3600.0
"""Seconds for which a deleted game can be brought back."""
_LISTED: Final = """SELECT number, game, seats, actions, worth, saved FROM sittings
WHERE gone IS NULL AND version > 0 AND begun AND actions != '[]'
AND (:owner IS NULL OR owner = :owner AND owner != '') ORDER BY saved DESC"""
_MARKED: Final = "UPDATE sittings SET gone = :gone WHERE number = :number AND (:owner IS NULL OR owner = :owner AND owner != '')"


class Played:
    """The list of the games in a store; safe to use from many threads. Every method raises StoreError where the file cannot be used.

    owner  the number of a browser, whose games are meant; None for those of everybody
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def games(self, owner: str | None, speech: Language, words: str = "", most: int = 50) -> dict[str, Any]:
        """The last games in which somebody has moved, the newest first, and whether there are others.

        words  each of which stands in the title of the game, in its name, in that of a player, or in the result, in capitals or not
        """
        rows = self._store.tried(lambda file: file.execute(_LISTED, {"owner": owner}).fetchall())
        found = _found(rows, speech, words.casefold().split())
        return {"games": list(islice(found, most)), "more": next(found, None) is not None}

    def delete(self, owner: str | None, number: str) -> None:
        """Delete a game. Raises NoSuchSessionError."""
        self._mark(owner, number, time.time())

    def restore(self, owner: str | None, number: str) -> None:
        """Bring a game back that was deleted. Raises NoSuchSessionError."""
        self._mark(owner, number, None)

    def _mark(self, owner: str | None, number: str, gone: float | None) -> None:
        facts = {"gone": gone, "number": number, "owner": owner}
        made = self._store.tried(lambda file: file.execute(_MARKED, facts))
        if made.rowcount != 1:
            raise NoSuchSessionError("there is no such game, or it was begun in another browser")

    def forget(self) -> None:
        """Take away for good what was deleted long ago."""
        self._store.tried(lambda file: file.execute("DELETE FROM sittings WHERE gone < ?", (time.time() - BROUGHT_BACK,)))


def _found(rows: list[sqlite3.Row], speech: Language, words: list[str]) -> Iterator[dict[str, Any]]:
    for number, game, seats, actions, worth, saved in rows:
        title = title_of(game, speech)
        names = _told_apart([called(seat, speech) for seat in json.loads(seats)])
        result = _result(json.loads(worth), names, speech) if worth else speech.say("studio.played.under_way")
        text = " ".join((title, game, *names, result)).casefold()
        if all(word in text for word in words):
            plies = json.loads(actions)
            yield {
                "number": number,
                "game": game,
                "title": title,
                "players": names,
                "plies": speech.say("studio.played.plies", len(plies)),
                "result": result,
                "saved": saved,
            }


def _told_apart(names: list[str]) -> list[str]:
    """The same names, each with its place where several are alike."""
    often = Counter(names)
    return [f"{name} ({place})" if often[name] > 1 else name for place, name in enumerate(names, 1)]


def _result(worth: list[float], names: list[str], speech: Language) -> str:
    """Who has won, or what one player got."""
    if len(worth) == 1:
        return speech.say("studio.play.over", utility=speech.worth(worth[0]))
    winners = [name for name, value in zip(names, worth, strict=True) if value == max(worth)]
    return (
        speech.say("studio.play.draw")
        if len(winners) == len(names)
        else speech.say("studio.play.won", len(winners), player=" & ".join(winners))
    )
