"""What Monte Carlo tree search may be told."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import Game, defines


@dataclass(frozen=True)
class Options:
    """How simulations choose.

    exploration   how much an action is tried for want of visits, as a share of half the range of the utilities
    puct          select by PUCT (Rosin 2011; Silver et al. 2017), with the game's `prior`, instead of by UCT (Kocsis and
                  Szepesvari 2006)
    rave          mix in what actions brought that were played later in a simulation (Gelly and Silver 2011); the number
                  of visits at which this counts as much as the visits themselves; 0: never
    playout       plies after which a playout is cut short and the state evaluated; 0: evaluate at once, without a playout. None: it
                  ends where the game does; one that goes on for long (see zermelo.search.playouts) is cut short, too, and is worth what
                  the game says of a repetition, or else what the state is by its evaluation
    guided        play playouts by the game's `playout`, where it has one; else at random
    solver        back up proofs: take a proved win, avoid a proved loss (Winands, Bjornsson and Saito 2008)

    `superko`, `endless` (playouts that go on for long are worth the game's `repetition`), `many` (more than two players) and
    `win_known` (the greatest utility of a player says what all others have) follow from the game; `ranked` and `keyed` from a database
    or a book: whether what states are worth is looked up by rank, by key; `scored`, whether what was won before a state counts, too.
    """

    exploration: float = 1.0
    puct: bool = False
    rave: int = 0
    playout: int | None = None
    guided: bool = True
    solver: bool = True
    superko: bool = False
    endless: bool = False
    many: bool = False
    win_known: bool = False
    ranked: bool = False
    keyed: bool = False
    scored: bool = False

    @property
    def known(self) -> bool:
        """Whether it is looked up what states are worth."""
        return self.ranked or self.keyed

    def changed(self, **changes: Any) -> Options:
        """The same but for these. Raises SearchError for an option that there is not, or a value that it cannot have."""
        for name, value in changes.items():
            if name not in NAMES:
                near = difflib.get_close_matches(name, NAMES, n=1, cutoff=0.6)
                hint = f"did you mean {near[0]}? " if near else ""
                raise SearchError(f"Monte Carlo search has no option {name!r}; {hint}it has: {', '.join(NAMES)}")
            model = getattr(Options, name)
            if value is None and model is None:
                continue
            if isinstance(model, bool):
                if not isinstance(value, bool):
                    raise SearchError(f"option {name} is true or false, not {value!r}")
            elif isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value) or value < 0:
                raise SearchError(f"option {name} is a number from 0 up, not {value!r}")
            elif not isinstance(model, float) and not isinstance(value, int):
                raise SearchError(f"option {name} is a whole number, not {value!r}")
        return replace(self, **changes)

    @staticmethod
    def usual(game: Game) -> Options:
        """Those with which a game is simulated unless told otherwise: the game's own first. Raises SearchError where they are none."""
        return Options().changed(**game.monte_carlo)

    def for_game(self, game: Game) -> Options:
        """The same without what the game has nothing for."""
        return replace(
            self,
            guided=self.guided and defines(game, "playout"),
            superko=game.superko,
            endless=self.playout is None and game.repetition is not None and game.players <= 2,
            many=game.players > 2,
            win_known=_win_known(game),
        )


FACTS: Final = ("superko", "endless", "many", "win_known", "ranked", "keyed", "scored")
"""What the kernel has to know of the game; no one chooses these."""
NAMES: Final = tuple(field.name for field in fields(Options) if field.name not in FACTS)
RUN_TIME: Final = ("exploration", "playout")
"""Options that are numbers in memory: the kernel is the same for all their values."""


def _win_known(game: Game) -> bool:
    """Whether a player who has found the greatest utility need not look at other actions, since it leaves everybody but one share.

    Two players divide one sum. More do only where what is left, by `utility_sum`, is the least for each of the others: else another
    action that is as good for the player may bring the others something else, and the first of the equals is taken.
    """
    if game.utility_range is None or game.players <= 2:
        return game.utility_range is not None
    least, most = game.utility_range
    return game.utility_sum is not None and game.utility_sum == most + (game.players - 1) * least
