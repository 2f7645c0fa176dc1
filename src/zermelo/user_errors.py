"""Whose fault it was: what a game's own code did wrong, with file, line and position, for whoever wrote it."""

from __future__ import annotations

import sysconfig
import threading
import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, Final, ParamSpec, TypeVar

import zermelo
from zermelo.errors import GameError, ZermeloError
from zermelo.game import Game, State
from zermelo.search.engine.engine import Engine
from zermelo.search.runner import Runner

_OURS: Final = str(Path(zermelo.__file__).parent)
_LIBRARIES: Final = tuple(set(sysconfig.get_paths().values()))
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


def blame(error: BaseException) -> str | None:
    """What a game's own code did wrong: the exception, the file and line, the position. None if no game's code was running.

    Where a generator of ours has turned a rule's StopIteration into a RuntimeError, it is the rule's that is reported.
    """
    raised: BaseException | None = error
    while raised is not None:
        frames = list(traceback.walk_tb(raised.__traceback__))
        users = [(frame, line) for frame, line in frames if _is_of_a_game(frame)]
        if users:
            what = f"{type(raised).__name__}: {raised}" if str(raised) else type(raised).__name__
            return f"{_where(*users[-1])}: {what}{_position([frame for frame, _ in frames])}"
        raised = raised.__cause__ if isinstance(raised, RuntimeError) else None
    if isinstance(error, NotImplementedError) and str(error):
        return str(error)  # the game lacks a method, and the protocol has said which
    return None


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


def under_way(innermost: FrameType) -> str | None:
    """Where a game's own code is that runs now: the file and line, the position unless the game hides something. None if none runs."""
    frames = [(frame, line) for frame, line in traceback.walk_stack(innermost)]
    where = next((_where(frame, line) for frame, line in frames if _is_of_a_game(frame)), None)
    if where is None:
        return None
    return where + _position([frame for frame, _ in reversed(frames)], secrets=False)


def rule(game: Game, name: str) -> str:
    """Where a rule of a game is written: the file, the line, its name."""
    code = getattr(getattr(type(game), name, None), "__code__", None)
    if code is None or not is_users(code.co_filename):
        return f"{name} of {game!r}"
    return f"{_short(code.co_filename)}, line {code.co_firstlineno}, in {name}"


def blame_compiled(error: GameError) -> str | None:
    """Compiled rules do not tell where they failed: run them again as plain Python, for a while, to see. The engine has done that."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        runner = frame.f_locals.get("self")
        if isinstance(runner, Engine) and isinstance(error.__cause__, Exception):
            return blame(error.__cause__)
        if error.__cause__ is not None and isinstance(runner, Runner) and {"state", "numbers"} <= frame.f_locals.keys():
            again = _run_again(runner, frame.f_locals["state"], frame.f_locals["numbers"])
            return blame(again) if isinstance(again, type(error.__cause__)) else None
    return None


def _run_again(runner: Runner, state: State, numbers: tuple[float, ...]) -> Exception | None:
    """What the same run raises as plain Python; None if it does not within some seconds."""
    raised: list[Exception] = []

    def work() -> None:
        try:
            runner.algorithm(runner.game, state, *numbers)
        except Exception as error:  # handed to the caller's thread
            raised.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(_SECONDS_AGAIN)
    return raised[0] if raised else None


def is_users(file: str) -> bool:
    """Whether a file of source is neither ours nor a library's."""
    return not file.startswith(("<", _OURS, *_LIBRARIES))


def _is_of_a_game(frame: FrameType) -> bool:
    """Whether this is the user's code, or a method of a game in an installed package."""
    file = frame.f_code.co_filename
    return is_users(file) or (isinstance(frame.f_locals.get("self"), Game) and not file.startswith(("<", _OURS)))


def _where(frame: FrameType, line: int) -> str:
    return f"{_short(frame.f_code.co_filename)}, line {line}, in {frame.f_code.co_name}"


def _short(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def _position(frames: list[FrameType], *, secrets: bool = True) -> str:
    """The state that the innermost method of a game was given; without `secrets`, unless the game hides something."""
    for frame in reversed(frames):
        game: Any = next((frame.f_locals[name] for name in ("self", "game") if isinstance(frame.f_locals.get(name), Game)), None)
        if game is not None and "state" in frame.f_locals:
            if game.hidden and not secrets:
                return ""
            try:
                return f"; position: {game.write(frame.f_locals['state'])}"
            except Exception:  # a game that is broken already may break here too
                return f"; position: {frame.f_locals['state']!r}"
    return ""
