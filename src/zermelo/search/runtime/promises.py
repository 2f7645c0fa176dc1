"""What a game promises, looked for state by state in plain Python: which promise a state breaks, and why that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from math import inf, isfinite, isnan
from typing import Final

from zermelo.answers import wrong_answer
from zermelo.errors import GameError
from zermelo.game import CHANCE, MAX, NEARLY, Game, State, rewards
from zermelo.search.runtime.faults import (
    BAD_CHANCES,
    BAD_EVALUATION,
    BAD_PLAYER,
    BAD_REWARD,
    BAD_UTILITY,
    IN_WORDS,
    NO_ACTION,
    REMEDY,
    TOO_MANY_ACTIONS,
)
from zermelo.words import is_exact, not_exact

IN_GENERAL: Final = {
    **IN_WORDS,
    BAD_EVALUATION: "`evaluate` returns what is no number, or beyond the utility_range,",
    BAD_UTILITY: "`utility` returns what is no number, or beyond the utility_range,",
    NO_ACTION: "`candidates` gives none of the actions",
}
"""What a broken promise is called where the state cannot be found again."""


def breach(game: Game, state: State, promise: int) -> GameError:
    """The error for a promise (of faults.py) that this state breaks."""
    if told := wrong_answer(game, state):
        return GameError(told)
    what, why = broken(game, state, promise) or (IN_GENERAL[promise].format(most=game.max_actions), "")
    return GameError(f"{what} in position {game.write(state)!r} of {game!r}, {why}".rstrip(", "))


def broken(game: Game, state: State, promise: int) -> tuple[str, str] | None:
    """What the state does that breaks this promise, and why that is wrong; None if it keeps it."""
    return _BROKEN[promise](game, state)


def listed(game: Game, actions: Iterable[int]) -> list[int]:
    """One more of the actions than the game may have, at the most: a rule may never come to an end of them."""
    return list(islice(actions, game.max_actions + 1))


def moves(game: Game, state: State) -> list[int]:
    """The actions of a state, or of chance's outcomes; one more at the most than the game may have."""
    if game.to_move(state) == CHANCE:
        return [action for action, _ in islice(game.outcomes(state), game.max_actions + 1)]
    return listed(game, game.actions(state))


def _bad_number(game: Game, name: str, value: float) -> tuple[str, str] | None:
    least, most = game.utility_range or (-inf, inf)
    if not is_exact(value):
        return not_exact(f"`{name}`", value), ""
    if isnan(value):
        return f"`{name}` returns NaN", ""
    if not least <= value <= most:
        return f"`{name}` returns {value:g}", f"outside of the game's utility_range {(least, most)}"
    return None


def _bad_utility(game: Game, state: State) -> tuple[str, str] | None:
    return _bad_number(game, "utility", game.utility(state, MAX)) if game.is_terminal(state) else None


def _bad_evaluation(game: Game, state: State) -> tuple[str, str] | None:
    return None if game.is_terminal(state) else _bad_number(game, "evaluate", game.evaluate(state, MAX))


def _no_action(game: Game, state: State) -> tuple[str, str] | None:
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return None
    if not listed(game, game.actions(state)):
        return "`actions` gives none", "which is not terminal"
    low, high = game.bounds(state)
    if low < high and not listed(game, game.candidates(state)):
        return "`candidates` gives none", "whose value `bounds` leaves open"
    return None


def _too_many(game: Game, state: State) -> tuple[str, str] | None:
    for name in ("outcomes",) if game.to_move(state) == CHANCE else ("actions", "candidates", "tactical"):
        if not game.is_terminal(state) and len(listed(game, getattr(game, name)(state))) > game.max_actions:
            return f"`{name}` gives more than max_actions = {game.max_actions}", REMEDY
    return None


def bad_chances(game: Game, state: State) -> tuple[str, str] | None:
    """What is wrong with the probabilities where chance moves, and why; None if nothing is."""
    if game.is_terminal(state) or game.to_move(state) != CHANCE:
        return None
    chances = [probability for _, probability in islice(game.outcomes(state), game.max_actions + 1)]
    if not chances:
        return "`outcomes` gives none", "where chance moves"
    negative = next((chance for chance in chances if not chance >= 0), None)
    if negative is not None:
        return f"`outcomes` gives the probability {negative:g}", "and none is below 0"
    if not abs(sum(chances) - 1) <= NEARLY:
        return f"the probabilities of `outcomes` sum to {sum(chances):.12g}", "not to 1"
    return None


def _bad_player(game: Game, state: State) -> tuple[str, str] | None:
    player = game.to_move(state)
    if game.is_terminal(state) or 0 <= player < game.players or (game.chance and player == CHANCE):
        return None
    if player == CHANCE:
        return "`to_move` returns CHANCE", "and a game with chance says `chance = True`"
    return f"`to_move` returns {player}", f"and the players are {', '.join(map(str, range(game.players)))}"


def _bad_reward(game: Game, state: State) -> tuple[str, str] | None:
    for action in [] if game.is_terminal(state) else moves(game, state):
        gain, child = game.reward(state, action), game.result(state, action)
        if not (is_exact(gain) and isfinite(gain)):
            return f"`reward` of {game.name(state, action)} is {gain}", "and a reward is a number, finite and not beyond 2**53"
        if game.is_terminal(child):
            least, most = game.utility_range or (-inf, inf)
            total = rewards(game, state, action)[MAX] + game.utility(child, MAX)
            if not least <= total <= most:
                what = f"`reward` of {game.name(state, action)} and `utility` after it come to {total:g}"
                return what, f"outside of the game's utility_range {(least, most)}"
    return None


_BROKEN: Final[dict[int, Callable[[Game, State], tuple[str, str] | None]]] = {
    BAD_EVALUATION: _bad_evaluation,
    BAD_UTILITY: _bad_utility,
    NO_ACTION: _no_action,
    TOO_MANY_ACTIONS: _too_many,
    BAD_PLAYER: _bad_player,
    BAD_CHANCES: bad_chances,
    BAD_REWARD: _bad_reward,
}
"""For each promise: what a state does that breaks it, and why that is wrong; None if it keeps it."""
