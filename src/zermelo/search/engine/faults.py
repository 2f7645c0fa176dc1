"""What a game did wrong during a search: which method, in which position, in words."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from math import inf, isfinite, isnan
from typing import Any, Final

from zermelo.answers import wrong_answer
from zermelo.errors import GameError, ZermeloError
from zermelo.game import CHANCE, MAX, NEARLY, Game, State, rewards
from zermelo.rule_errors import place
from zermelo.search.engine.layout import PLIES, Frame
from zermelo.search.engine.memory import Workspace
from zermelo.search.runtime import faults
from zermelo.search.runtime.faults import (
    BAD_CHANCES,
    BAD_EVALUATION,
    BAD_PLAYER,
    BAD_REWARD,
    BAD_UTILITY,
    IN_WORDS,
    NO_ACTION,
    TOO_MANY_ACTIONS,
)
from zermelo.words import fingerprint, is_exact, is_plain, not_exact

SAMPLE: Final = 200
"""States that are looked at before the first search, to see whether `key` tells them apart."""


def broken_promise(game: Game, root: State, workspace: Workspace) -> GameError:
    """The error for the promise that the kernel saw broken."""
    for state in _suspects(game, root, workspace):
        if told := wrong_answer(game, state):
            return GameError(told)
        with contextlib.suppress(Exception):  # a rule that is at fault otherwise
            if _BROKEN[workspace.thread.fault](game, state):
                return breach(game, state, workspace.thread.fault)
    return faults.below(game, root, workspace.thread.fault, _IN_GENERAL)


def breach(game: Game, state: State, promise: int) -> GameError:
    """The error for a promise (of `places`) that this state breaks."""
    broken = _BROKEN[promise](game, state)
    what, why = broken or (_IN_GENERAL[promise].format(most=game.max_actions), "")
    return GameError(f"{what} in position {game.write(state)!r} of {game!r}, {why}".rstrip(", "))


@contextlib.contextmanager
def rules_asked(game: Game, root: State, history: object) -> Iterator[None]:
    """Where the rules are first asked about states that come from outside: say so if these are none."""
    try:
        yield
    except ZermeloError:
        raise
    except Exception as error:
        what = f"{root!r}" + (f", after {history!r}," if history else "")
        raise GameError(f"the rules of {game!r} fail for {what[:300]} ({error}); is it a state of that game?") from error


def listed(game: Game, actions: Iterable[int]) -> list[int]:
    """One more of the actions than the game may have, at the most: a rule may never come to an end of them."""
    return list(islice(actions, game.max_actions + 1))


def moves(game: Game, state: State) -> list[int]:
    """The actions of a state, or of chance's outcomes; one more at the most than the game may have."""
    if game.to_move(state) == CHANCE:
        return [action for action, _ in islice(game.outcomes(state), game.max_actions + 1)]
    return listed(game, game.actions(state))


def endless(game: Game, state: State) -> str:
    """The message for a state that cannot be solved."""
    return f"{game!r} is not solved from {game.write(state)!r}: games can last longer than the {PLIES - 2} plies of the engine"


def _bad_number(game: Game, name: str, value: float) -> tuple[str, str] | None:
    least, most = game.utility_range or (-inf, inf)
    if isnan(value):
        return f"`{name}` returns NaN", ""
    if not is_exact(value):
        return not_exact(f"`{name}`", value), ""
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
            return f"`{name}` gives more than max_actions = {game.max_actions}", "set max_actions in the class"
    return None


def bad_chances(game: Game, state: State) -> tuple[str, str] | None:
    """What is wrong with the probabilities where chance moves, and why; None if nothing is."""
    if game.is_terminal(state) or game.to_move(state) != CHANCE:
        return None
    chances = [probability for _, probability in islice(game.outcomes(state), game.max_actions + 1)]
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
_SIDE_BY_SIDE: Final = 20
"""Plies that two states of one key are played side by side."""
_IN_GENERAL: Final = {
    **IN_WORDS,
    BAD_EVALUATION: "`evaluate` returns what is no number, or beyond the utility_range,",
    BAD_UTILITY: "`utility` returns what is no number, or beyond the utility_range,",
    NO_ACTION: "`candidates` gives none of the actions",
}
"""The same, where it cannot be found again."""


def raised(game: Game, root: State, workspace: Workspace, error: BaseException, *, compiled: bool) -> GameError:
    """The error for an exception that one of the game's methods raised; its cause tells where, as plain Python has it."""
    found = _raising(game, _suspects(game, root, workspace))
    if found is None:
        found = faults.raised(game, error, compiled=compiled, where=f"; in a position below {_written(game, root)}")
    return found


def checked_keys(game: Game) -> None:
    """Raise GameError if `key` is the same for two states of a few games played at random that the rules treat differently."""
    if type(game).key is Game.key and is_plain(game.initial()):
        return
    chooser = random.Random(1)  # noqa: S311  # games, not secrets
    seen: dict[int, State] = {}
    state = game.initial()
    try:
        for _ in range(SAMPLE):
            if game.is_terminal(state):
                state = game.initial()
            code = fingerprint(game.key(state))
            if not _are_alike(game, seen.setdefault(code, state), state, chooser):
                raise GameError(f"`key` of {game!r} is the same for two positions: {game.write(seen[code])!r} and {game.write(state)!r}")
            actions = moves(game, state)
            if not actions:
                return
            state = game.result(state, chooser.choice(actions))
    except GameError:
        raise
    except Exception as error:
        raise _raising(game, iter([state])) or error from error


def _are_alike(game: Game, one: State, other: State, chooser: random.Random) -> bool:
    """Whether two states are equal, or the rules say the same of both, and of what follows as long as a game at random goes on."""
    for _ in range(_SIDE_BY_SIDE):
        if one == other:
            return True
        over = game.is_terminal(one)
        if over != game.is_terminal(other):
            return False
        if over:
            return game.utilities(one) == game.utilities(other)
        actions = moves(game, one)
        if game.to_move(one) != game.to_move(other) or actions != moves(game, other):
            return False
        if not actions:
            return True
        action = chooser.choice(actions)
        if game.reward(one, action) != game.reward(other, action):
            return False
        one, other = game.result(one, action), game.result(other, action)
        if fingerprint(game.key(one)) != fingerprint(game.key(other)):
            return False
    return True


def _suspects(game: Game, root: State, workspace: Workspace) -> Iterator[State]:
    """The states that the thread was looking at: those on its trail from the last to the root, each with its children."""
    states = [root]
    with contextlib.suppress(Exception):  # the rule that is at fault itself
        for ply in range(workspace.thread.ply + 1):
            action = Frame(workspace, ply).current_move
            if game.is_terminal(states[-1]) or (action >= 0 and action not in moves(game, states[-1])):
                break
            states.append(game.null_move(states[-1]) if action < 0 else game.result(states[-1], action))
    for state in reversed([state for state in states if state is not None]):
        yield state
        with contextlib.suppress(Exception):  # the state itself has shown it
            if not game.is_terminal(state):
                yield from [child for action in moves(game, state) if (child := game.result(state, action)) is not None]


def _raising(game: Game, states: Iterator[State]) -> GameError | None:
    """The error for the first of the game's methods that raises in one of the states."""
    for state in states:
        if told := wrong_answer(game, state):
            return GameError(told)
        for name, call in _calls(game, state):
            try:
                call()
            except Exception as error:
                where = f" ({place(error)})" if place(error) else ""
                made = GameError(f"`{name}` of {game!r} raises {type(error).__name__}: {error}{where}; in position {_written(game, state)}")
                made.__cause__ = error
                return made
    return None


def _written(game: Game, state: State) -> str:
    try:
        return repr(game.write(state))
    except Exception:  # a game that is broken already may break here too
        return repr(state)


def _calls(game: Game, state: State) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every method that the kernel may have called on a state; each is called before the next one is asked for."""
    yield "is_terminal", partial(game.is_terminal, state)
    if game.is_terminal(state):
        yield "utility", partial(game.utility, state, MAX)
        return
    by_chance = game.to_move(state) == CHANCE
    for name in ("plies_left",) if by_chance else ("to_move", "plies_left", "forced", "bounds"):
        yield name, partial(getattr(game, name), state)
    yield "key", lambda: fingerprint(game.key(state))
    if by_chance:
        yield "outcomes", partial(moves, game, state)
    for name in () if by_chance else ("actions", "candidates", "tactical", "symmetries"):
        yield name, partial(_all, game, getattr(game, name), state)
    yield "evaluate", partial(game.evaluate, state, MAX)
    if game.plies_left(state) <= game.endgame_plies and not by_chance:
        yield "endgame_value", partial(game.endgame_value, state, -inf, inf)
    for action in moves(game, state):
        yield "reward", partial(game.reward, state, action)
        yield "result", partial(game.result, state, action)
        if by_chance:
            continue
        yield "order", partial(_int, game.order, state, action, game.result(state, action))


def _int(method: Callable[..., int], *arguments: Any) -> None:
    given = method(*arguments)
    if not isinstance(given, int):
        raise TypeError(f"it gives {given!r}, and an int is wanted")


def _all(game: Game, method: Callable[[State], Iterable[int]], state: State) -> list[int]:
    return listed(game, method(state))
