"""Where work is done: on our games in threads of the server, on a user's game in the process of its file, and nowhere else.

Work is a function of a module, given the studio of the process in which it is done and what a page asks for: nothing that belongs
to the server is closed over, so that it can be named and done elsewhere.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from starlette.concurrency import run_in_threadpool

from zermelo.user_errors import travelling
from zermelo.web.cards import Cards
from zermelo.web.fair_queue import Asker
from zermelo.web.scheduler import Elsewhere, Events
from zermelo.web.studio import Facts, Studio
from zermelo.web.supervisor import Supervisors

_REMEMBERED: Final = 4096
"""Games under way of which it is known whose they are."""


class Dispatcher:
    """Does work on games where it belongs.

    studio   of the server, in which no game of a user's is
    supervisors  of the processes of users' files
    cards    of all games
    """

    def __init__(self, studio: Studio, supervisors: Supervisors) -> None:
        self.studio, self.supervisors, self.cards = studio, supervisors, Cards(studio, supervisors)
        self._games: OrderedDict[str, str] = OrderedDict()

    async def at_once(self, game: str, work: Callable[..., Facts], *asked: Any) -> Facts:
        """What takes no search: work(studio, *asked), in the process of this game."""
        supervisor = self.supervisors.of(game)
        if supervisor is None:
            return await run_in_threadpool(travelling(work), self.studio, *asked)
        return await supervisor.done(work, *asked)

    async def loaded(self, client: Asker, game: str, work: Callable[..., Facts], *asked: Any) -> Facts:
        """What takes no search, but may have much to load: as `at_once` in the process of a user's game, else as `looking`."""
        supervisor = self.supervisors.of(game)
        if supervisor is None:
            return await self.looking(client, game, work, *asked)
        return await supervisor.done(work, *asked)

    async def done(self, client: Asker, game: str | None, work: Callable[..., Facts], *asked: Any) -> Facts:
        """What takes a while, when it is the client's turn: work(studio, *asked), in the process of this game, if it is on one."""
        supervisor = None if game is None else self.supervisors.of(game)
        if supervisor is None:
            return await self.studio.scheduler.done(client, lambda: work(self.studio, *asked))
        return await self.studio.scheduler.done(client, Elsewhere(lambda enough: supervisor.told(work, *asked, enough=enough)))

    async def looking(self, client: Asker, game: str, work: Callable[..., Facts], *asked: Any) -> Facts:
        """The same for work that can be ended: work(studio, *asked, look)."""
        supervisor = self.supervisors.of(game)
        if supervisor is None:
            return await self.studio.scheduler.looking(client, lambda look: work(self.studio, *asked, look))
        quiet = functools.partial(_without_news, work)
        return await self.studio.scheduler.looking(
            client, Elsewhere(lambda enough: supervisor.told(quiet, *asked, tells=True, enough=enough))
        )

    def told(
        self, client: Asker, game: str, work: Callable[..., Facts], *asked: Any, seconds: float = 0.0, player: str | None = None
    ) -> Events:
        """What tells news as it goes, when it is the client's turn: work(studio, *asked, tell, look).

        seconds  that it is to take
        player   of the user's, in whose process it is done
        """
        supervisor = self.supervisors.of(game) if player is None else self.supervisors.of_player(player)
        if supervisor is None:
            return self.studio.scheduler.told(client, lambda tell, look: work(self.studio, *asked, tell, look))
        return self.studio.scheduler.told(
            client, Elsewhere(lambda enough: supervisor.told(work, *asked, seconds=seconds, tells=True, enough=enough))
        )

    async def game_of(self, number: str) -> str:
        """The name of the game that is played under this number. Raises NoSuchSessionError."""
        game = self._games.get(number)
        if game is None:
            game = self._games[number] = await run_in_threadpool(self.studio.sessions.game_of, number)
            while len(self._games) > _REMEMBERED:
                self._games.popitem(last=False)
        return game


def _without_news(work: Callable[..., Facts], studio: Studio, *rest: Any) -> Facts:
    """Work that tells no news, done where it could."""
    *asked, _tell, look = rest
    return work(studio, *asked, look)
