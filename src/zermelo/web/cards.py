"""The games as the first page and the lists of other pages show them: a picture, which pages can take them, or what is wrong.

Those of the user are asked in the processes of their files, side by side; what they answer is kept as long as the file stays as
it is. No page waits long for one: a card says that its file is being read.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape
from starlette.concurrency import run_in_threadpool

from zermelo.draw import board as drawing
from zermelo.eligibility import ALPHABETA, ANALYSIS, PRACTISED, SETUP, TREES, misfit, practised
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.view import drawing_of, picture_of
from zermelo.web.catalogue import SHOWN
from zermelo.web.errors import told
from zermelo.web.studio import Facts, Studio
from zermelo.web.supervisor import Supervisors
from zermelo.web.variants import parameters

WAIT: Final = 5.0
"""Seconds for which a page waits for the cards of the user's games."""
AGAIN: Final = 60.0
"""Seconds after which a game that had something wrong is looked at again though its file is as it was."""
_SHOWN_PLIES: Final = 5


@dataclass(frozen=True)
class Card:
    """A game on offer: its name; its picture, the pages that cannot take it, the kinds of exercises for it, and whether it has parameters
    that can be chosen; or what is wrong with it; or that it is late.
    """

    name: str
    picture: str = ""
    misfits: tuple[str, ...] = ()
    kinds: tuple[str, ...] = PRACTISED
    variants: bool = False
    trouble: str = ""
    late: bool = False


@dataclass
class _Kept:
    """What is known of a user's game, in this edition: the last card, and the work that makes another."""

    edition: int
    making: asyncio.Task[Card]
    card: Card | None = None
    at: float = 0.0


class Cards:
    """The cards of all games that the first page shows."""

    def __init__(self, studio: Studio, supervisors: Supervisors) -> None:
        self._studio, self._keepers = studio, supervisors
        self._kept: dict[str, _Kept] = {}
        self._ours: list[Card] = []

    def begin(self) -> None:
        """Look at the user's games now, before a page asks."""
        for name in self._keepers.names:
            self._known(name)

    async def all(self) -> list[Card]:
        """The user's own games first."""
        theirs = [self._known(name) for name in self._keepers.names]
        if not self._ours:
            self._ours = await run_in_threadpool(lambda: [_card(name, facts_of(self._studio, name)) for name in SHOWN])
        making = [kept.making for kept in theirs if kept.card is None]
        if making:
            await asyncio.wait(making, timeout=WAIT)
        names = zip(self._keepers.names, theirs, strict=True)
        return [*(kept.card or Card(name, late=True) for name, kept in names), *self._ours]

    def _known(self, name: str) -> _Kept:
        supervisor = self._keepers.of(name)
        assert supervisor is not None
        supervisor.look()
        kept = self._kept.get(name)
        if kept is None or kept.edition != supervisor.edition:
            kept = self._kept[name] = _Kept(supervisor.edition, asyncio.create_task(self._make(name)))
        elif kept.card is not None and kept.card.trouble and time.monotonic() - kept.at > AGAIN and kept.making.done():
            kept.making = asyncio.create_task(self._make(name))
        return kept

    async def _make(self, name: str) -> Card:
        supervisor, kept = self._keepers.of(name), self._kept
        assert supervisor is not None
        try:
            card = _card(name, await supervisor.done(facts_of, name))
        except Exception as error:
            card = Card(name, trouble=told(error)[1])
        mine = kept.get(name)
        if mine is not None and mine.making is asyncio.current_task():
            mine.card, mine.at = card, time.monotonic()
        return card


def _card(name: str, facts: Facts) -> Card:
    picture = Markup(facts["picture"])  # noqa: S704  made by draw, which escapes, or escaped
    return Card(name, picture, tuple(facts["misfits"]), tuple(facts["kinds"]), facts["variants"])


def facts_of(studio: Studio, name: str) -> Facts:
    """What a card shows of a game."""
    game = studio.catalogue.game(name).game
    return {
        "picture": _picture(game),
        "misfits": [page for page in (TREES, ALPHABETA, ANALYSIS, SETUP) if misfit(game, page)],
        "kinds": [kind for kind in PRACTISED if practised(game, kind)],
        "variants": bool(parameters(studio.catalogue, name).chosen),
    }


def _picture(game: Game) -> str:
    """A board with a game under way, small."""
    state = game.observe(_under_way(game), MAX)
    shown = picture_of(game, state)
    if shown is None:
        return f"<pre>{escape(game.show(state))}</pre>"
    with drawing_of(game, state):
        return drawing.board(shown, style=False)


def _under_way(game: Game) -> State:
    state = game.initial()
    chooser = random.Random(6)  # noqa: S311  a picture, no secret
    for _ in range(_SHOWN_PLIES):
        chance = game.to_move(state) == CHANCE
        actions = [one for one, _ in game.outcomes(state)] if chance else list(game.actions(state))
        after = game.result(state, chooser.choice(actions)) if actions else state
        if game.is_terminal(after):
            break
        state = after
    return state
