"""What a searcher is: a way to search games that has a name, says which games it is for and what it takes. `registry` lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from zermelo.errors import SearchError
from zermelo.game import Game, has_rewards
from zermelo.search.known import Known
from zermelo.search.result import Result

ENGINE: Final = "engine"
"""The name of the engine: alpha-beta with all refinements for one or two players, max^n with a table for more."""
MCTS: Final = "mcts"
"""The name of Monte Carlo tree search."""
TABLE: Final = 64
"""MiB of a transposition table unless told."""


class Search(Protocol):
    """A searcher made ready for one game. It does one search at a time, as many as are asked for, and keeps what it learns."""

    @property
    def search(self) -> Callable[..., Result]:
        """search(state, *, history, progress, **asked): see `Searcher.takes`.

        state     where to search; where the game hides something, what the player to move has seen (`Game.observe`)
        history   the states of the game before, oldest first
        progress  called now and then with the nodes or simulations so far
        """

    def clear(self) -> None:
        """Forget what earlier searches have learnt."""


@dataclass(frozen=True)
class Searcher:
    """An entry of the registry.

    name     what `best`, players and the command line call it
    about    what it is, in a few words
    make     make(game, *, mode, **options) gives a `Search`; compiles the game where it does that
    check    raises SearchError, which says why, for a game that it cannot search; quick
    takes    what `search` takes: limits (depth, nodes, simulations, seconds, clock) and other wishes (ties, multipv, report, ...)
    options  what it is made with
    known    whether it looks up what a `database` knows at the states that it comes to: then it is made with one
    rewards  whether it counts what is won on the way (`Game.reward`); one that does not is not asked to search such a game
    usual    whether it searches this game where none is named; of several of ours, the first that takes all that is asked
    """

    name: str
    about: str
    make: Callable[..., Search]
    check: Callable[[Game], None]
    takes: tuple[str, ...]
    options: tuple[str, ...]
    usual: Callable[[Game], bool] = lambda _: False
    rewards: bool = False
    known: bool = False

    def admit(self, game: Game) -> None:
        """Raise SearchError, which says why, for a game that it cannot search."""
        self.check(game)
        if has_rewards(game) and not self.rewards:
            raise SearchError(f"{self.name} does not count rewards on the way, and {game!r} has them (`reward`)")

    def fits(self, game: Game) -> bool:
        """Whether it can search this game."""
        try:
            self.admit(game)
        except SearchError:
            return False
        return True

    def has(self, name: str) -> bool:
        """Whether it takes something of this name."""
        return name in self.takes or name in self.options

    def knowing(self, database: Known | None) -> dict[str, Any]:
        """With what it is made to look up what is known."""
        return {"database": database} if self.known and database is not None else {}

    def parts(self, given: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """What of these it is made with, and what is asked of each search."""
        return {n: v for n, v in given.items() if n in self.options}, {n: v for n, v in given.items() if n in self.takes}
