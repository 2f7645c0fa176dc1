"""What a game names nearly like a fact or a method of the protocol, and nobody asks for."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from dis import get_instructions, hasname
from types import CodeType, FunctionType
from typing import Final

from zermelo.game import Game, defines
from zermelo.hints import own_attributes
from zermelo.shadows import NAMES

_NEAR: Final = 0.8  # of difflib, from 0 to 1: how like a name of the protocol


def misspelt(game: Game) -> Iterator[str]:
    """Notes on what nobody asks for, the game itself included, by a name that is nearly one of the protocol."""
    asked = _asked(type(game))
    held = {name: value for name, value in vars(game).items() if not name.startswith("_") and name not in dir(Game)}
    for name, own in (held | own_attributes(game)).items():
        near = _nearest(name, [known for known in NAMES if callable(getattr(Game, known)) == callable(own)])
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
