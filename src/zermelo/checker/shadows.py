"""Names that a game takes by accident (its own `plies_left` means something else than what searches take it for) or misses by a letter."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from difflib import get_close_matches
from dis import get_instructions, hasname
from types import CodeType, FunctionType
from typing import Final

from zermelo.checker.at_once import takes
from zermelo.checker.findings import Finding, shortened
from zermelo.checker.rules import REQUIRED
from zermelo.game import Game, defines
from zermelo.hints import own_attributes
from zermelo.simultaneous import NEEDED_FOR_CHANCE

_NEAR: Final = 0.8  # of difflib, from 0 to 1: how like a name of the protocol
_NAMES: Final = [name for name in dir(Game) if not name.startswith("_") and name not in REQUIRED and name not in NEEDED_FOR_CHANCE]


def shadows(game: Game) -> Iterator[Finding]:
    """What has the name of a fact or a method with a default, and cannot be that."""
    for name in _NAMES:
        meant, own = getattr(Game, name), getattr(game, name)
        if not callable(meant):
            if callable(own):
                yield _finding(game, name, f"a method, and a game's `{name}` is a fact, {meant!r} unless given")
            continue
        parameters = inspect.signature(meant).parameters
        asked = f"is asked as `{name}({', '.join(parameters)})`"
        if not callable(own):
            yield _finding(game, name, f"{shortened(own)}, and a game's `{name}` {asked}")
        elif not takes(own, len(parameters) - 1):
            yield _finding(game, name, f"`{name}{inspect.signature(own)}`, and a game's {asked}")


def misspelt(game: Game) -> Iterator[str]:
    """Notes on what nobody asks for, the game itself included, by a name that is nearly one of the protocol."""
    asked = _asked(type(game))
    held = {name: value for name, value in vars(game).items() if not name.startswith("_") and name not in dir(Game)}
    for name, own in (held | own_attributes(game)).items():
        near = _nearest(name, [known for known in _NAMES if callable(getattr(Game, known)) == callable(own)])
        if near and not defines(game, near) and near not in vars(game) and name not in asked:
            yield f"nothing asks for {type(game).__name__}.{name}; did you mean `{near}`?"


def _nearest(name: str, known: list[str]) -> str | None:
    """The known name of the same letters (in one of four letters two that change places are half of it), or one that is much alike."""
    same = [one for one in known if sorted(one) == sorted(name)]
    return next(iter(same or get_close_matches(name, known, n=1, cutoff=_NEAR)), None)


def _asked(kind: type) -> set[str]:
    """The names that the methods of a class use, and do not only give a value to."""
    methods = [getattr(method, "__func__", method) for each in kind.__mro__ for method in vars(each).values()]
    waiting = [method.__code__ for method in methods if isinstance(method, FunctionType)]
    found: set[str] = set()
    while waiting:
        code = waiting.pop()
        found.update(step.argval for step in get_instructions(code) if step.opcode in hasname and step.opname != "STORE_ATTR")
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
    return found


def _finding(game: Game, name: str, told: str) -> Finding:
    own = f"{type(game).__name__}.{name}"
    return Finding("shadows", name, f"{own} is {told}; if yours means something else, rename it, as `own_{name}`")
