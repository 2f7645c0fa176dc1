"""A game that numbers its states, with its kernels: what solvers of it have in common, in one process or many."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import inf
from typing import Any, Final

import numpy as np

from zermelo.databases.kernels import FAULT, LONGEST, WHERE
from zermelo.databases.keys import Array
from zermelo.databases.listed.listing import MEBIBYTE, MOST_VALUES, mebibytes, too_many_values, worth_of
from zermelo.databases.numbered import rank_kernels
from zermelo.databases.numbered.rank_kernels import ALL_TOLD, BY_PLIES, BY_SCORES, NOT_SO, TOO_LONG
from zermelo.databases.rows import addressed, compiled, interpreted
from zermelo.errors import GameError, SearchError, ZermeloError
from zermelo.game import Game, State, defines, has_rewards
from zermelo.native import BYTES, SHORTS
from zermelo.search.runtime.build import build
from zermelo.search.runtime.faults import raised
from zermelo.search.size import SAY_WHAT_IT_IS_WORTH
from zermelo.search.tried import some_states
from zermelo.solving.kernel import Kernel
from zermelo.tiers import broken_promises, last_tiers, played_apart, tier_sizes, wrong_index
from zermelo.values import counted

OPEN, FINISH, HOLD, BEFORE = range(4)
"""The kernels with the game in them: BEFORE is `look_back` where the game gives predecessors, else what lists them."""
_FEW_ACTIONS: Final = 255
_MOST: Final = (1 << 31) - 1
"""States of a tier."""


class RankedGame:
    """What is to be solved.

    tiers  how many of the last tiers; all unless given

    sizes       of each tier how many indices it has; none of those that are not solved
    first_tier  the first that is solved
    backwards   whether the game gives its predecessors
    places      where each tier begins among all states, and behind the last one where it ends
    left_type   of the row that counts the successors of each state
    worths      the values that there are, from the least to the greatest, to the player to move
    order       in which order the states of a tier become known (see rank_kernels.py): what a distance is
    """

    def __init__(self, game: Game, tiers: int | None) -> None:
        self.game = game
        self.all_sizes, self.sizes = tier_sizes(game), last_tiers(game, tiers)
        self.first_tier = 0 if tiers is None else len(self.sizes) - tiers
        self.backwards = defines(game, "predecessors")
        many = game.max_actions > _FEW_ACTIONS
        self.places: Array = np.array([0, *accumulate(self.sizes)], dtype=np.int64)
        self.left_type = np.dtype(np.uint16 if many else np.uint8)
        self.kernels = rank_kernels.kernels(SHORTS if many else BYTES)
        endless = {0.0} if game.repetition is None else {0.0, float(game.repetition), -float(game.repetition)}
        self.worths = sorted(endless)
        self.order = ALL_TOLD if game.repetition is None else BY_PLIES
        if has_rewards(game):
            self.worths = self._scores()
            self.order = self.order and BY_SCORES

    @property
    def count(self) -> int:
        """How many indices there are in all tiers that are solved."""
        return int(self.places[-1])

    @property
    def endless(self) -> bool:
        """Whether draws have no distances, as some of them never end."""
        return self.order != ALL_TOLD

    @property
    def favoured(self) -> int:
        """The place among `worths` of what endless play is worth to MAX."""
        return self.worths.index(float(self.game.repetition or 0))

    @property
    def mode(self) -> str:
        """ "compiled" or "interpreted"."""
        return self._build.mode

    def _scores(self) -> list[float]:
        """What states of a game with rewards can be worth: all whole numbers as far as its `utility_range`."""
        most = max(map(abs, self.game.utility_range or (inf,)))
        if not 2 * most + 1 <= MOST_VALUES:
            raise SearchError(
                f"{self.game!r} has rewards and utility_range = {self.game.utility_range}; databases of such games hold whole numbers up "
                f"to {MOST_VALUES // 2 - 1}, and it says how far they go"
            )
        worths = [float(worth) for worth in range(-int(most), int(most) + 1)]
        if (self.game.repetition or 0) not in worths:
            raise SearchError(
                f"endless play of {self.game!r} is worth {self.game.repetition:g}, and with rewards databases hold whole numbers within "
                f"its utility_range = {self.game.utility_range}"
            )
        return worths

    # What is checked

    def check_size(self, needed: int, memory: float) -> None:
        """Raise SearchError where so many bytes are more than `memory` MiB, or a tier has more indices than there is room for."""
        if needed > memory * MEBIBYTE or max(self.sizes) > _MOST:
            some = len(self.all_sizes) > 1
            fewer = f"; with `--tiers N` the last N of its {len(self.all_sizes)} tiers are solved alone" if some else ""
            raise SearchError(
                f"{self.game!r} has {self.count:,} states, which take {mebibytes(needed)} MiB of memory, and {memory:,g} are allowed "
                f"(`--memory`){fewer}"
            )

    def try_some(self) -> None:
        """Look at some states of games at random: where two states share a number that differ, no kernel would see it. Raises GameError."""
        game = self.game
        for state in some_states(game):
            if told := next(broken_promises(game, self.all_sizes, state), None) or played_apart(game, state):
                raise GameError(f"`{told[0]}` of {game!r} breaks a promise in position {game.write(state)!r}: {told[1]}")

    def check_list(self, tier: int, edges: int, needed: int, memory: float) -> None:
        """Raise SearchError where a list of so many successors within a tier, and what else is needed, takes more than `memory` MiB."""
        if needed > memory * MEBIBYTE or edges >= 1 << 32:
            raise SearchError(
                f"tier {tier} of {self.game!r} has {counted(self.sizes[tier], 'state')} with {counted(edges, 'successor')} in it, which "
                f"take {mebibytes(needed)} MiB of memory, and {memory:,g} are allowed; what was found is kept: with more memory "
                f"(`--memory`) it goes on. A game that gives `predecessors` takes no such list"
            )

    def check_known(self, tier: int, unknown: int) -> None:
        """Raise what it means that so many states of a tier are not known when all has been told."""
        if unknown and not self.endless:
            if self.game.repetition is None:
                raise SearchError(
                    f"{self.game!r} goes round: {counted(unknown, 'state')} of tier {tier} may come back; {SAY_WHAT_IT_IS_WORTH}"
                )
            raise OtherOrderError(BY_SCORES)

    def check_endless(self, values: Array) -> None:
        """Raise SearchError where endless play is not worth what it can be, beside these values of a tier that is done."""
        draw = len(self.worths) // 2
        if self.endless and self.favoured != draw and (self.order == BY_SCORES or (values == draw).any()):
            raise SearchError(
                f"endless play of {self.game!r} is worth {self.game.repetition:g}, and there are other ends than a win and a loss: "
                f"databases of such games are not made yet"
            )

    def add_worth(self, state: State) -> None:
        """Let what the end of the game is worth here be one of `worths`, and its opposite.

        Raises SearchError where that is none that databases hold, OtherOrderError where there are too many for the order.
        """
        worth = worth_of(self.game, state)
        self.worths = sorted({*self.worths, worth, 0 - worth})
        if len(self.worths) > MOST_VALUES:
            raise SearchError(too_many_values(self.game))
        if has_rewards(self.game):
            raise GameError(
                f"`utility` of {self.game!r} is {worth:g} in position {self.game.write(state)!r}; with rewards it is a whole number "
                f"within `utility_range`"
            )
        if self.order != ALL_TOLD and len(self.worths) > 3:
            raise OtherOrderError(ALL_TOLD if self.order == BY_PLIES else BY_SCORES)

    def raise_if_broken(self, tier: int, counts: Any) -> None:
        """Raise what a fault means that a kernel has left in these counters: the state is looked at again in plain Python."""
        fault, game = int(counts[FAULT]), self.game
        if not fault:
            return
        if fault == TOO_LONG:
            raise SearchError(f"{game!r} has games of more than {LONGEST:,} plies, which a database does not hold")
        raise broken(game, self.all_sizes, tier, int(counts[WHERE]), predecessors=fault == NOT_SO)

    # Kernels

    def build(self, mode: str, listing: Kernel) -> None:
        """Make the kernels ready; `listing` is that by which the states before each are listed, where the game does not give them."""
        kernels = self.kernels
        before = kernels.look_back if self.backwards else listing
        self._build = build(self.game, mode, kernels.open_tier, kernels.finish, kernels.hold, before)

    def call(self, number: int, *arguments: Any) -> int:
        """Call a kernel with the game in it, by its number (see OPEN)."""
        own = (
            map(addressed, arguments) if self._build.compiled else (memoryview(one) if hasattr(one, "dtype") else one for one in arguments)
        )
        try:
            return int(self._build.kernels[number](self.game, self.game.initial(), *own))
        except ZermeloError:
            raise
        except Exception as error:
            raise raised(self.game, error, compiled=self._build.compiled) from error

    def ready(self, kernel: Kernel) -> Callable[..., Any]:
        """A kernel without the game, to be called with numbers and arrays."""
        return (compiled if self._build.compiled else interpreted)(kernel)


def broken(game: Game, sizes: tuple[int, ...], tier: int, index: int, *, predecessors: bool = False) -> GameError:
    """The error for a state in which a kernel has seen that the rules, or the numbers, break a promise: looked at in plain Python.

    predecessors  whether it is known that these are wrong, if nothing else is
    """
    state = game.unrank(tier, index)
    where = f"in position {game.write(state)!r}, of index {index:,} in tier {tier}, of {game!r}"
    if told := wrong_index(game, tier, index) or next(broken_promises(game, sizes, state), None):
        return GameError(f"`{told[0]}` breaks a promise {where}: {told[1]}")
    if not game.is_terminal(state) and not [*game.actions(state)]:
        return GameError(f"`actions` gives none {where}, which is not terminal")
    if predecessors:
        return GameError(f"`predecessors` breaks a promise: what is known goes back by it, and what comes out is wrong {where}")
    return GameError(f"the numbers of states are wrong {where}: `zermelo check` says more")


class OtherOrderError(Exception):
    """States have to become known in another order: there are more values than a win, a loss and a draw, or the game goes round."""

    def __init__(self, order: int) -> None:
        super().__init__(order)
        self.order = order
