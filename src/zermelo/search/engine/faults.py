"""What a game did wrong during a search: which method, in which position, in words."""

from __future__ import annotations

import contextlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from numbers import Integral, Real
from types import FrameType
from typing import Any, Final

from zermelo.answers import written, wrong_answer, wrong_hint
from zermelo.errors import GameError, ZermeloError
from zermelo.game import CHANCE, MAX, Game, State, gathered, has_rewards
from zermelo.rule_errors import place, under_way
from zermelo.search.engine.layout import PLIES, Frame
from zermelo.search.engine.memory import Workspace
from zermelo.search.runtime import faults
from zermelo.search.runtime.promises import IN_GENERAL, breach, broken, listed, moves
from zermelo.search.size import SAY_WHAT_IT_IS_WORTH, coming_back
from zermelo.values import is_same, no_value
from zermelo.words import fingerprint, is_plain

SAMPLE: Final = 200
"""States that are looked at before the first search, to see whether `key` tells them apart."""


def broken_promise(game: Game, root: State, workspace: Workspace) -> GameError:
    """The error for the promise that the kernel saw broken."""
    for state in _suspects(game, root, workspace):
        if told := wrong_answer(game, state):
            return GameError(told)
        with contextlib.suppress(Exception):  # a rule that is at fault otherwise
            if broken(game, state, workspace.thread.fault):
                return breach(game, state, workspace.thread.fault)
    return faults.below(game, root, workspace.thread.fault, IN_GENERAL)


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


def endless(game: Game, state: State) -> str:
    """The message for a state that cannot be solved."""
    if game.repetition is not None and (game.chance or has_rewards(game)):
        why = "luck may bring a position back" if game.chance else "rewards are won on the way"
        return (
            f"{game!r} is not solved from {game.write(state)!r}: positions come back, {why}, and what it is worth that one comes for the "
            f"third time is not searched; `zermelo best` says what it is worth where the second time ends the game"
        )
    told = f"{game!r} is not solved from {game.write(state)!r}: games can last longer than the {PLIES - 2} plies of the engine"
    if game.repetition is not None or game.superko or (again := coming_back(game, state)) is None:
        return told
    return f"{told}, as they go round ({written(game, again)} comes back); {SAY_WHAT_IT_IS_WORTH}"


_SIDE_BY_SIDE: Final = 20
"""Plies that two states of one key are played side by side."""


def raised(game: Game, root: State, workspace: Workspace, error: BaseException, *, compiled: bool) -> GameError:
    """The error for an exception that one of the game's methods raised; its cause tells where, as plain Python has it.

    Raises the exception itself where it is none of the game's.
    """
    found = _raising(game, _suspects(game, root, workspace))
    if found is None:
        found = faults.raised(game, error, compiled=compiled, where=f"; in a position below {_written(game, root)}")
    return found


_SECONDS: Final = 1.0
"""For which rules are asked again, to see which one does not return."""


class _HangsError(BaseException):
    """Raised in a rule that does not return."""


def hanging(game: Game, root: State, workspace: Workspace) -> str:
    """Where the rule is that does not return: it is asked again in plain Python, about the states that the thread was looking at.

    The file and line, the method and the position; nothing where all of them return.
    """
    until, before = time.monotonic() + _SECONDS, sys.gettrace()

    def look(frame: FrameType, event: str, value: Any) -> Any:
        if time.monotonic() > until and (where := under_way(frame)):
            raise _HangsError(where)
        return look

    sys.settrace(look)
    try:
        _raising(game, _suspects(game, root, workspace))
    except _HangsError as error:
        return str(error)
    finally:
        sys.settrace(before)
    return ""


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


_ASKED: Final = ("bounds", "plies_left", "forced", "may_pass", "candidates", "tactical", "kind", "exchange", "piece_to", "order")
"""The hints that the engine may ask."""


def checked_hints(game: Game) -> None:
    """Raise GameError if a hint gives what it must not of the initial state: a list, say, where True would be taken for it."""
    if told := wrong_hint(game, game.initial(), _ASKED):
        raise GameError(told)


def _are_alike(game: Game, one: State, other: State, chooser: random.Random) -> bool:
    """Whether two states are equal, or the rules say the same of both, and of what follows as long as a game at random goes on."""
    for _ in range(_SIDE_BY_SIDE):
        if is_same(one, other):
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
        if no_value(state):  # the rule is at fault that gave it
            continue
        if told := wrong_answer(game, state) or wrong_hint(game, state):
            return GameError(told)
        for name, call in _calls(game, state):
            try:
                call()
            except GameError as error:  # that says it all
                return error
            except Exception as error:
                where = f" ({place(error)})" if place(error) else ""
                made = GameError(f"`{name}` of {game!r} raises {type(error).__name__}: {error}{where}; in position {_written(game, state)}")
                made.__cause__ = error
                return made
    return None


def _written(game: Game, state: State) -> str:
    return repr(written(game, state))


def _calls(game: Game, state: State) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every method that the kernel may have called on a state; each is called before the next one is asked for."""
    yield "is_terminal", partial(game.is_terminal, state)
    if game.is_terminal(state):
        yield "utility", partial(_number, game.utility, state, MAX)
        return
    yield "to_move", partial(_int, game.to_move, state)
    by_chance = game.to_move(state) == CHANCE
    for name in ("plies_left",) if by_chance else ("plies_left", "forced", "bounds"):
        yield name, partial(getattr(game, name), state)
    yield "key", lambda: fingerprint(game.key(state))
    if by_chance:
        yield "outcomes", partial(gathered, game, state, "outcomes")
    for name in () if by_chance else ("actions", "candidates", "tactical"):
        yield name, partial(gathered, game, state, name)
    if not by_chance:
        yield "symmetries", lambda: listed(game, game.symmetries(state))
    yield "evaluate", partial(_number, game.evaluate, state, MAX)
    if game.plies_left(state) <= game.endgame_plies and not by_chance:
        yield "endgame_value", partial(game.endgame_value, state, -inf, inf)
    for action in moves(game, state):
        yield "reward", partial(_number, game.reward, state, action)
        yield "result", partial(game.result, state, action)
        if by_chance:
            continue
        yield "order", partial(_int, game.order, state, action, game.result(state, action))


def _int(method: Callable[..., int], *arguments: Any) -> None:
    given = method(*arguments)
    if not isinstance(given, Integral):
        raise TypeError(f"it gives {given!r}, and an int is wanted")


def _number(method: Callable[..., float], *arguments: Any) -> None:
    given = method(*arguments)
    if not isinstance(given, Real):
        raise TypeError(f"it gives {given!r}, and a number is wanted")
