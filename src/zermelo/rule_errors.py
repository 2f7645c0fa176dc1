"""Where a game's own code went wrong: file, line and position, from the frames of what Python raised."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final

from zermelo.answers import written, wrong_answer, wrong_hint
from zermelo.errors import GameError, ZermeloError
from zermelo.game import CHANCE, Game, listed
from zermelo.sources import is_ours
from zermelo.values import no_value

_OURS: Final = str(Path(__file__).parent)
_LIBRARIES: Final = tuple(set(sysconfig.get_paths().values()))
_PACKAGES: Final = {"site-packages", "dist-packages"}
"""Folders that hold what was installed, in whatever place: of another environment, of the system, of a user."""


@contextmanager
def rules_blamed() -> Iterator[None]:
    """Whatever the rules of a game raise within, or give that they must not, becomes a GameError with file, line and position."""
    try:
        yield
    except ZermeloError:
        raise
    except Exception as error:
        told = blame(error) if is_of_rules(error) else None
        if told is None:
            raise
        raise GameError(told) from error


def blame(error: BaseException) -> str | None:
    """What a game's own code did wrong: the exception, the file and line, the position. None if no game's code had to do with it.

    Where our code stumbled over what a rule gave it, the rule is named. Where a generator of ours has turned a rule's StopIteration into
    a RuntimeError, it is the rule's that is reported.
    """
    raised: BaseException | None = error
    while raised is not None:
        frames = list(traceback.walk_tb(raised.__traceback__))
        users = _users(frames)
        may_ask = isinstance(raised, Exception)  # after Ctrl-C no rule is asked again: it may be the one that hangs
        if (
            may_ask
            and (not users or _was_given_no_state(users) or _was_given_no_action(users))
            and (told := _stumbled([frame for frame, _ in frames]))
        ):
            return told
        if users:
            what = f"{type(raised).__name__}: {raised}" if str(raised) else type(raised).__name__
            return f"{where(*users[-1])}: {what}{position([frame for frame, _ in frames])}"
        raised = raised.__cause__ if isinstance(raised, RuntimeError) else None
    if isinstance(error, NotImplementedError) and str(error):
        return str(error)  # the game lacks a method, and the protocol has said which
    return None


def place(error: BaseException) -> str:
    """Where a game's own code raised this: file, line and method; nothing where none did."""
    users = _users(list(traceback.walk_tb(error.__traceback__)))
    return where(*users[-1]) if users else ""


def under_way(innermost: FrameType) -> str | None:
    """Where a game's own code is that runs now: the file and line, the position unless the game hides something. None if none runs."""
    frames = [(frame, line) for frame, line in traceback.walk_stack(innermost)]
    here = next((where(frame, line) for frame, line in frames if is_of_a_game(frame)), None)
    if here is None:
        return None
    return here + position([frame for frame, _ in reversed(frames)], secrets=False)


def _users(frames: list[tuple[FrameType, int]]) -> list[tuple[FrameType, int]]:
    """Those of a game, called by our code: what called us is no part of the rules."""
    ours = next((number for number, (frame, _) in enumerate(frames) if frame.f_code.co_filename.startswith(_OURS)), len(frames))
    return [one for one in frames[ours:] if is_of_a_game(one[0])]


def _was_given_no_state(users: list[tuple[FrameType, int]]) -> bool:
    """Whether the rule was given None for a state, or what no state can hold: then that which gave it is at fault."""
    given = [frame.f_locals["state"] for frame, _ in users if "state" in frame.f_locals]
    return any(state is None or no_value(state) for state in given)


def _was_given_no_action(users: list[tuple[FrameType, int]]) -> bool:
    """Whether `result` was asked what follows an action that is none of the state: then the hint which gave it is at fault."""
    for frame, _ in users:
        code, own = frame.f_code, frame.f_locals
        if code.co_name == "result" and code.co_argcount == 3:
            game, state, action = (own.get(name) for name in code.co_varnames[:3])
            if isinstance(game, Game):
                with suppress(Exception):  # a rule that is at fault itself
                    return game.to_move(state) != CHANCE and action not in listed(game, state)
    return False


def _stumbled(frames: list[FrameType]) -> str | None:
    """What a rule gave in the position that our frames were looking at, the innermost first, if that is what it must not give."""
    for frame in reversed(frames):
        game, state = game_of(frame), state_of(frame)
        if game is None or state is None or is_ours(type(game).__module__):
            continue
        if told := wrong_answer(game, state) or wrong_hint(game, state):
            return told
    return None


def is_of_rules(error: BaseException) -> bool:
    """Whether a method of a game was running, or our code stumbled over its answer; else it was a player, or whom progress is told."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    users = _users(list(traceback.walk_tb(error.__traceback__)))
    if not users:
        return True
    first = frames.index(users[0][0])
    return users[0][0].f_code.co_name == "<genexpr>" or any(
        isinstance(frame.f_locals.get("self"), Game) for frame in frames[max(0, first - 1) : first + 1]
    )


def is_users(file: str) -> bool:
    """Whether a file of source is neither ours nor a library's."""
    return not file.startswith(("<", _OURS, *_LIBRARIES)) and _PACKAGES.isdisjoint(Path(file).parts)


def is_of_a_game(frame: FrameType) -> bool:
    """Whether this is the user's code, or a method of a game in an installed package."""
    file = frame.f_code.co_filename
    return is_users(file) or (isinstance(frame.f_locals.get("self"), Game) and not file.startswith(("<", _OURS)))


def game_of(frame: FrameType) -> Game | None:
    """The game that a frame is of or is asking."""
    own: Any = frame.f_locals
    return next((own[name] for name in ("self", "game") if isinstance(own.get(name), Game)), getattr(own.get("self"), "game", None))


def state_of(frame: FrameType) -> Any:
    """The state that a frame is looking at; None where it looks at none."""
    own: Any = frame.f_locals
    whose = own.get("self")
    held = (own.get("state"), own.get("root"), getattr(whose, "root", None), getattr(whose, "state", None))
    return next((state for state in held if state is not None), None)


def where(frame: FrameType, line: int) -> str:
    """Where a frame is: the file, the line, the function."""
    return f"{short(frame.f_code.co_filename)}, line {line}, in {frame.f_code.co_name}"


def short(file: str) -> str:
    """A file as seen from the folder that we are in."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def position(frames: list[FrameType], *, secrets: bool = True) -> str:
    """The state that the innermost method of a game was given; without `secrets`, unless the game hides something."""
    for frame in reversed(frames):
        game: Any = next((frame.f_locals[name] for name in ("self", "game") if isinstance(frame.f_locals.get(name), Game)), None)
        if game is not None and frame.f_locals.get("state") is not None:
            if game.hidden and not secrets:
                return ""
            why = no_value(frame.f_locals["state"])
            return f"; position: {written(game, frame.f_locals['state'])}" + (f", which is no state: {why}" if why else "")
    return ""
