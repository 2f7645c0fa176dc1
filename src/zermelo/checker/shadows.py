"""Names that a game takes by accident (its own `plies_left` means something else than what searches take it for) or misses by a letter."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from difflib import get_close_matches
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
    for name, own in own_attributes(game).items():
        near = get_close_matches(name, [known for known in _NAMES if callable(getattr(Game, known)) == callable(own)], n=1, cutoff=_NEAR)
        if near and not defines(game, near[0]) and name not in _mentioned(type(game)):
            yield f"nothing asks for {type(game).__name__}.{name}; did you mean `{near[0]}`?"


def _mentioned(kind: type) -> set[str]:
    """The names that the methods of a class use."""
    methods = [getattr(method, "__func__", method) for each in kind.__mro__ for method in vars(each).values()]
    waiting = [method.__code__ for method in methods if isinstance(method, FunctionType)]
    found: set[str] = set()
    while waiting:
        code = waiting.pop()
        found.update(code.co_names)
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
    return found


def _finding(game: Game, name: str, told: str) -> Finding:
    own = f"{type(game).__name__}.{name}"
    return Finding("shadows", name, f"{own} is {told}; if yours means something else, rename it, as `own_{name}`")
