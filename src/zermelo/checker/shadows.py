"""Names that a game takes by accident: its own `evaluation_unit` or `plies_left` means something else than what searches take it for."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from zermelo.checker.calls import Finding, shortened
from zermelo.checker.rules import REQUIRED
from zermelo.game import Game

_NAMES = [name for name in dir(Game) if not name.startswith("_") and name not in REQUIRED]


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
        elif not _takes(own, len(parameters) - 1):
            yield _finding(game, name, f"`{name}{inspect.signature(own)}`, and a game's {asked}")


def _takes(method: object, count: int) -> bool:
    """Whether a method of an object can be called with this many arguments."""
    assert callable(method)
    try:
        inspect.signature(method).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # a builtin, which does not say
        return True
    return True


def _finding(game: Game, name: str, told: str) -> Finding:
    own = f"{type(game).__name__}.{name}"
    return Finding("shadows", name, f"{own} is {told}; if yours means something else, rename it, as `own_{name}`")
