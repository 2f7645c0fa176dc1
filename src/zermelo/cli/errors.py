"""What goes wrong becomes one line on standard error and exit code 2; Ctrl-C is exit code 130."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn

import typer

import zermelo
from zermelo.errors import ZermeloError
from zermelo.game import Game, State
from zermelo.search.algorithm import LEAST_DEPTH, LIMIT, PLACES, WHOLE_TREE
from zermelo.search.runner import Runner

WRONG: Final = 2
STOPPED: Final = 130

_OURS: Final = str(Path(zermelo.__file__).parent)
_LIBRARIES: Final = tuple(set(sysconfig.get_paths().values()))
_NODES_AGAIN: Final = 200_000  # a few seconds of plain Python


@contextmanager
def reporting() -> Iterator[None]:
    """Report our own errors, and whatever a user's game raises, in one line. A fault of ours keeps its traceback."""
    try:
        yield
    except ZermeloError as error:
        fail(str(error))
    except KeyboardInterrupt:
        fail("stopped", STOPPED)
    except Exception as error:
        text = blame(error)
        if text is None:
            raise
        fail(text)


def fail(text: str, code: int = WRONG) -> NoReturn:
    """Say what went wrong and end the program."""
    sys.stdout.flush()
    print(f"zermelo: {text}", file=sys.stderr)
    raise typer.Exit(code)


def blame(error: Exception) -> str | None:
    """What a game's own code did wrong: the exception, the file and line, the position. None if no game's code was running."""
    frames = list(traceback.walk_tb(error.__traceback__))
    for frame, line in reversed(frames):
        if _is_users(frame.f_code.co_filename):
            where = f"{_short(frame.f_code.co_filename)}, line {line}, in {frame.f_code.co_name}"
            return f"{where}: {_what(error)}{_position([frame for frame, _ in frames])}"
    if isinstance(error, NotImplementedError) and str(error):
        return str(error)  # the game lacks a method, and the protocol has said which
    return _blame_compiled(error, [frame for frame, _ in frames])


def _blame_compiled(error: Exception, frames: list[FrameType]) -> str | None:
    """Compiled rules do not tell where they failed: run them again as plain Python, for a while, to see."""
    for frame in reversed(frames):
        runner = frame.f_locals.get("self")
        if isinstance(runner, Runner) and runner.kernel is not None and {"state", "numbers"} <= frame.f_locals.keys():
            state, numbers = frame.f_locals["state"], frame.f_locals["numbers"]
            tally = [0] * PLACES
            tally[LIMIT], tally[LEAST_DEPTH] = _NODES_AGAIN, WHOLE_TREE
            try:
                runner.algorithm.interpreted(runner.game, state, *numbers, tally)
            except Exception as again:
                found = blame(again)
                if found is not None:
                    return found
            return f"the compiled rules of {runner.game!r}: {_what(error)}; --mode interpreted says where{_written(runner.game, state)}"
    return None


def _what(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _is_users(file: str) -> bool:
    return not file.startswith(("<", _OURS, *_LIBRARIES))


def _short(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def _position(frames: list[FrameType]) -> str:
    """The state that the innermost method of a game was given."""
    for frame in reversed(frames):
        game: Any = next((frame.f_locals[name] for name in ("self", "game") if isinstance(frame.f_locals.get(name), Game)), None)
        if game is not None and "state" in frame.f_locals:
            return _written(game, frame.f_locals["state"])
    return ""


def _written(game: Game, state: State) -> str:
    try:
        return f"; position: {game.write(state)}"
    except Exception:  # a game that is broken already may break here too
        return f"; position: {state!r}"
