"""Whose fault it was: what a game's own code did wrong, with file, line and position, for whoever wrote it."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from zermelo.errors import GameError, ZermeloError
from zermelo.game import Game, State
from zermelo.rule_errors import blame, is_users, short
from zermelo.search.engine.engine import Engine
from zermelo.search.runner import Runner
from zermelo.search.runtime.endings import ending

_SECONDS_AGAIN: Final = 5.0

Asked = ParamSpec("Asked")
Done = TypeVar("Done")


def said(error: BaseException) -> str | None:
    """What went wrong, in words for whoever wrote the game or asked; None for what is no fault of theirs."""
    if isinstance(error, GameError):
        return blame_compiled(error) or str(error)
    if isinstance(error, ZermeloError):
        return str(error)
    return blame(error) if isinstance(error, Exception) else None


def travelling(work: Callable[Asked, Done]) -> Callable[Asked, Done]:
    """The same work, but what it raises can be handed from thread to thread: a GameError says what cannot.

    A StopIteration is swallowed by generators and refused by futures; what ends programs is no matter of rules.
    """

    @wraps(work)
    def working(*asked: Asked.args, **named: Asked.kwargs) -> Done:
        try:
            return work(*asked, **named)
        except (StopIteration, StopAsyncIteration, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            raise GameError(blame(error) or f"a rule raised {type(error).__name__}") from error

    return working


def rule(game: Game, name: str) -> str:
    """Where a rule of a game is written: the file, the line, its name."""
    code = getattr(getattr(type(game), name, None), "__code__", None)
    if code is None or not is_users(code.co_filename):
        return f"{name} of {game!r}"
    return f"{short(code.co_filename)}, line {code.co_firstlineno}, in {name}"


def blame_compiled(error: GameError) -> str | None:
    """Compiled rules do not tell where they failed: run them again as plain Python, for a while, to see. The engine has done that."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        runner = frame.f_locals.get("self")
        if isinstance(runner, Engine) and isinstance(error.__cause__, Exception):
            return blame(error.__cause__)
        if error.__cause__ is not None and isinstance(runner, Runner) and {"state", "numbers"} <= frame.f_locals.keys():
            again = _run_again(runner, frame.f_locals["state"], frame.f_locals["numbers"])
            return str(again) if isinstance(again, GameError) else blame(again) if again is not None else None
    return None


def _run_again(runner: Runner, state: State, numbers: tuple[float, ...]) -> Exception | None:
    """What the same run raises as plain Python; None if it does not within some seconds."""
    raised: list[Exception] = []

    def work() -> None:
        try:
            runner.algorithm(ending(runner.game), state, *numbers)
        except Exception as error:  # handed to the caller's thread
            raised.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(_SECONDS_AGAIN)
    return raised[0] if raised else None
