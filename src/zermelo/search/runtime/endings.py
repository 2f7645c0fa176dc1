"""`ending`: a game as plain Python searches it, whose listings come to an end.

Compiled code gives up a listing that is longer than `max_actions`. A generator in plain Python may go on for ever, and a search that
takes one action after the other with it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from zermelo.game import Game, State, defines, too_many

_LISTINGS = ("actions", "outcomes", "candidates", "tactical")


def ending(game: Game) -> Game:
    """The same game, attributes and all; what its rules give one by one is a GameError where it goes on well beyond `max_actions`.

    Where there is one more, the searches that look for it say so in their own words.
    """
    methods = {name: _ended(getattr(type(game), name), name) for name in _LISTINGS if defines(game, name)}
    made: Game = object.__new__(type(type(game).__name__, (type(game),), {**methods, "__module__": type(game).__module__}))
    held = object.__getstate__(game)
    for name, value in (held[1] if isinstance(held, tuple) else {}).items():
        object.__setattr__(made, name, value)
    if hasattr(game, "__dict__"):
        object.__setattr__(made, "__dict__", game.__dict__)  # one for both: rules may change between two searches
    return made


def _ended(rule: Callable[..., Any], name: str) -> Callable[..., Any]:
    @functools.wraps(rule)
    def listing(self: Game, state: State) -> Any:
        given = getattr(super(type(self), self), name)(state)
        return _first(given, self, state, name) if isinstance(given, Iterator) else given

    return listing


def _first(given: Iterator[Any], game: Game, state: State, name: str) -> Iterator[Any]:
    yield from islice(given, game.max_actions + 1)
    for _ in given:
        raise too_many(game, state, name)
