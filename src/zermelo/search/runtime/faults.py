"""What a game may do wrong while a kernel runs: the number that the kernel leaves behind, and what it means."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from zermelo.errors import GameError, OutgrownError
from zermelo.game import Game, State
from zermelo.rule_errors import blame

BAD_EVALUATION: Final = 1
BAD_UTILITY: Final = 2
NO_ACTION: Final = 3
TOO_MANY_ACTIONS: Final = 4
BAD_PLAYER: Final = 5
BAD_CHANCES: Final = 6
BAD_REWARD: Final = 7

IN_WORDS: Final[Mapping[int, str]] = {
    BAD_EVALUATION: "`evaluate` returns NaN",
    BAD_UTILITY: "`utility` returns NaN",
    BAD_REWARD: "`reward` returns what is no number, or more than the utility_range allows,",
    NO_ACTION: "`actions` gives none where the game is not over,",
    TOO_MANY_ACTIONS: "`actions` gives more than max_actions = {most}",
    BAD_PLAYER: "`to_move` returns a number that no player has",
    BAD_CHANCES: "the probabilities of `outcomes` do not sum to 1, or one is below 0,",
}
REMEDY: Final = "set max_actions in the class, unless it never comes to an end"
"""What to do about more actions than that."""


def below(game: Game, root: State, fault: int, words: Mapping[int, str] = IN_WORDS) -> GameError:
    """The error for a fault of which it is only known that it is in a position below the root."""
    remedy = f"; {REMEDY}" if fault == TOO_MANY_ACTIONS else ""
    return GameError(f"{words[fault].format(most=game.max_actions)} in a position below {game.write(root)!r} of {game!r}{remedy}")


def raised(game: Game, error: BaseException, *, compiled: bool, where: str = "") -> GameError:
    """The error for an exception that one of the game's methods raised, which is its cause.

    Compiled code does not know `where`: what it was asked is asked again in plain Python, if that is known. Where plain Python answers, it
    is the compiler that failed: OutgrownError then, and the search that begins anew is plain Python.
    Raises the exception itself where no method of a game was running, so that a mistake in a kernel is not called one of the rules,
    and one of ours, such as OutgrownError: a search that begins anew has more room (see room.py).
    """
    if isinstance(error, GameError) or not (compiled or _of_the_rules(error)):
        raise error
    from zermelo import native

    in_python = None if compiled else error
    if compiled and isinstance(error, RuntimeError) and (asked := native.failing(game)) is not None:
        in_python = _raised_in_python(game, *asked)
        if in_python is None:
            why = f"{native.failure(game)}, where plain Python does not"
            native.leave(game, why)
            raise OutgrownError(why)
    if in_python is not None and (told := blame(in_python)):
        made = GameError(told)
        made.__cause__ = in_python
        return made
    where = "; searched with mode='interpreted' (`--mode interpreted`) it says in which position" if compiled else where
    what = (native.failure(game) if compiled and isinstance(error, RuntimeError) else "") or f"{type(error).__name__}: {error}"
    made = GameError(f"the rules of {game!r} raised {what}{where}")
    made.__cause__ = error
    return made


def _raised_in_python(game: Game, name: str, state: State, given: tuple[int, ...]) -> BaseException | None:
    """What plain Python raises where compiled rules have failed; None where it does not."""
    try:
        answer = getattr(game, name)(state, *given)
        if isinstance(answer, Iterator):
            deque(islice(answer, game.max_actions + 1), 0)
    except Exception as error:
        return error
    return None


def _of_the_rules(error: BaseException) -> bool:
    """Whether a method of a game was running as plain Python when it was raised."""
    return any(isinstance(frame.f_locals.get("self"), Game) for frame, _ in traceback.walk_tb(error.__traceback__))
