"""A game with rewards on the way as one without: what has been won so far becomes a part of the state, and counts at the end.

Searches that look at a tree of states, and keep no table of them, work on this view: the textbook algorithms, which so stay those
of the book word for word, and Monte Carlo search. Values are then those of whole games from the root on. A search with a
table does better with the game itself, where states that differ only in what has been won are one.

`scored` makes the view, `Scored`, whose states are `Standing`s; `without_rewards` does so where the game has any. The last functions say
how far two values may differ that were added up in another order, and what the estimates of a game with rewards may come to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isclose
from typing import Any, Final, NamedTuple

from zermelo.game import MAX, Game, State, defines, has_rewards, replace
from zermelo.search.sooner import Sooner


class Standing(NamedTuple):
    """A state, and what each player has won on the way to it."""

    state: State
    won: tuple[float, ...]


class Scored(Game):
    """The game with what has been won in its states. `scored` makes one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.chance = game.chance
        self.hidden = game.hidden
        self.max_actions = game.max_actions
        self.utility_range = game.utility_range
        self.evaluation_unit = game.evaluation_unit
        self.measured_in = game.measured_in
        self.repetition = game.repetition
        self.superko = game.superko
        self.mode = game.mode  # type: ignore[misc]  # that of the game's class
        self.nothing = (0.0,) * game.players

    def standing(self, state: State) -> Standing:
        """The state where nothing has been won yet."""
        return Standing(state, self.nothing)

    def initial(self) -> Standing:
        return self.standing(self.game.initial())

    def to_move(self, state: Standing) -> int:
        return self.game.to_move(state.state)

    def actions(self, state: Standing) -> Iterable[int]:
        yield from self.game.actions(state.state)

    def outcomes(self, state: Standing) -> Iterable[tuple[int, float]]:
        yield from self.game.outcomes(state.state)

    def result(self, state: Standing, action: int) -> Standing:
        won = state.won
        gain = self.game.reward(state.state, action)
        if gain != 0:
            mover = max(MAX, self.game.to_move(state.state))
            won = replace(won, mover, won[mover] + gain)
            if self.players == 2:
                won = replace(won, 1 - mover, won[1 - mover] - gain)
        return Standing(self.game.result(state.state, action), won)

    def won_so_far(self, state: Standing, player: int) -> float:
        """What a player has won on the way to a state."""
        return state.won[player]

    def is_terminal(self, state: Standing) -> bool:
        return self.game.is_terminal(state.state)

    def utility(self, state: Standing, player: int) -> float:
        return state.won[player] + self.game.utility(state.state, player)

    def evaluate(self, state: Standing, player: int) -> float:
        return state.won[player] + self.game.evaluate(state.state, player)

    def observe(self, state: Standing, player: int) -> Standing:
        return Standing(self.game.observe(state.state, player), self.nothing)

    def order(self, state: Standing, action: int, child: Standing) -> int:
        return self.game.order(state.state, action, child.state)

    def plies_left(self, state: Standing) -> int:
        return self.game.plies_left(state.state)

    def key(self, state: Standing) -> Any:
        return (self.game.key(state.state), state.won)

    def position(self, state: Standing) -> Any:
        return self.game.position(state.state)

    def symmetries(self, state: Standing) -> Iterable[Standing]:
        for image in self.game.symmetries(state.state):
            yield Standing(image, state.won)

    def name(self, state: Standing, action: int) -> str:
        gain = self.game.reward(state.state, action)
        name = self.game.name(state.state, action)
        return f"{name} {gain:+g}" if gain else name

    def write(self, state: Standing) -> str:
        return self.game.write(state.state)

    def show(self, state: Standing) -> str:
        return self.game.show(state.state)

    def picture(self, state: Standing) -> Any:
        return self.game.picture(state.state)

    @property
    def phrases(self) -> Mapping[str, Mapping[str, str]]:  # type: ignore[override]  # no attributes: the compiler looks at these
        return self.game.phrases

    @property
    def player_names(self) -> Sequence[str]:  # type: ignore[override]
        return self.game.player_names

    def __repr__(self) -> str:
        return repr(self.game)


def _null_move(self: Any, state: Standing) -> Standing:
    return Standing(self.game.null_move(state.state), state.won)


def _playout(self: Any, state: Standing, random_bits: int) -> int:
    return int(self.game.playout(state.state, random_bits))


def _prior(self: Any, state: Standing, action: int) -> float:
    return float(self.game.prior(state.state, action))


def _tier_sizes(self: Any) -> Iterable[int]:
    return self.game.tier_sizes()  # type: ignore[no-any-return]


def _tier(self: Any, state: Standing) -> int:
    return int(self.game.tier(state.state))


def _rank(self: Any, state: Standing) -> int:
    return int(self.game.rank(state.state))


_AS_THE_GAME: Final = {
    "null_move": _null_move, "playout": _playout, "prior": _prior, "tier_sizes": _tier_sizes, "tier": _tier, "rank": _rank,
}  # fmt: skip
"""What the view has only where the game has it: searches ask whether it does."""


def scored(game: Game) -> Scored:
    """The view of a game with rewards."""
    methods = {name: method for name, method in _AS_THE_GAME.items() if defines(game, name)}
    return type("Scored", (Scored,), {**methods, "__module__": __name__})(game) if methods else Scored(game)


def without_rewards(game: Game, state: State) -> tuple[Game, State]:
    """The same game and state where nothing is won on the way, else its view, and the state with nothing won."""
    if not has_rewards(game):
        return game, state
    view = scored(game)
    return view, view.standing(state)


def behind(game: Game, state: State) -> tuple[Game, State]:
    """The game and the state of which a view is; both as they are, where the game is none."""
    return (game.game, state.state) if isinstance(game, (Scored, Sooner)) else (game, state)


def agree(game: Game, one: Any, other: Any) -> bool:
    """Whether two values are one: averages and sums of rewards that are no whole numbers are rounded, in whatever order they are made."""
    return bool(one == other) or ((has_rewards(game) or game.chance) and isclose(one, other, rel_tol=1e-9, abs_tol=1e-9))


def widened(least: float, most: float) -> tuple[float, float]:
    """Between what a state's value lies whose rewards were won but whose end is only estimated.

    Rewards from one state to another are the difference of what both still bring, each within (least, most), and so is the estimate.
    """
    return least + (least - most), most + (most - least)


def within_estimates(game: Game) -> Game:
    """The view of a game (or a game without rewards, as it is) whose `utility_range` holds values that rest on estimates, too."""
    if isinstance(game, Scored) and game.utility_range is not None:
        game.utility_range = widened(*game.utility_range)
    return game
