"""What the states and actions of a game look like, from some games played at random: plain Python does not say it anywhere."""

from __future__ import annotations

import functools
import random
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import basename
from typing import Any, Final

from zermelo.errors import SharingError
from zermelo.game import Game, listed
from zermelo.native.patience import tell_by
from zermelo.native.plain.kinds import Int
from zermelo.native.plain.layout import Cell, Layout, Path, Shape, join, laid_out, shape, widened
from zermelo.sharing import shared
from zermelo.sources import is_ours

GAMES: Final = 12
PLIES: Final = 1500
"""Plies of all games together."""
WORD: Final = 8
"""Bytes of an action in a search."""


@dataclass(frozen=True)
class Seen:
    """What states and actions were seen to be."""

    state: Shape
    action: Shape

    def widened(self, paths: Sequence[Path]) -> Seen:
        """With more room for these parts of states (after "action", of actions), one after the other."""
        state, action = self.state, self.action
        for path in paths:
            if path[:1] == ("action",):
                action = widened(action, path[1:])
            else:
                state = widened(state, path)
        return Seen(state, action)


@dataclass(frozen=True)
class Layouts:
    """Where states and actions lie.

    action            None where an action is given by its number among the actions of its state, since it takes more than a word
    actions_are_ints  whether an action is its own word
    words             64-bit words that a state is given: 4, 8, 16, 32, 64, 96, ..., so that games of about one size share kernels
    """

    state: Layout
    action: Layout | None
    actions_are_ints: bool
    words: int


def seen(game: Game, roots: list[Any], times: int = 1) -> Seen:
    """What was seen in games from these states.

    Raises UnlaidError where states have nothing in common, SharingError where one has two parts that are one, and whatever the rules raise.
    """
    tell_by(functools.partial(_at_work, game, threading.get_ident()))
    chosen = random.Random(1)  # noqa: S311  not for secrets
    states: Shape | None = None
    actions: Shape | None = None
    plies = 0
    for number in range(GAMES * times):
        state = roots[number % len(roots)]
        while plies < PLIES * times:
            plies += 1
            if two := shared(state):
                raise SharingError(f"{type(game).__name__}: {two}")
            states = _with(states, state, "a state")
            if game.is_terminal(state):
                break
            given = listed(game, state)
            for action in given:
                actions = _with(actions, action, "an action")
            if not given:
                break
            state = game.result(state, chosen.choice(given))
    assert states is not None
    return Seen(states, actions if actions is not None else shape(0))


def _at_work(game: Game, thread: int) -> str:
    """Which rule of the game takes a thread so long that plays at random."""
    modules = {cls.__module__ for cls in type(game).__mro__ if not is_ours(cls.__module__)}
    frame = sys._current_frames().get(thread)
    while frame is not None and frame.f_globals.get("__name__") not in modules:
        frame = frame.f_back
    if frame is None:
        return ""
    where = f"{frame.f_code.co_qualname}, line {frame.f_lineno} of {basename(frame.f_code.co_filename)}"
    return f"{where}, was at work, in games at random in plain Python; can it go on without end?"


def _with(found: Shape | None, value: Any, where: str) -> Shape:
    one = shape(value, where)
    return one if found is None else join(found, one, where)


def layouts(what: Seen) -> Layouts:
    """The layouts for what was seen."""
    state, action = laid_out(what.state), laid_out(what.action)
    is_int = isinstance(action, Cell) and isinstance(action.of, Int)
    return Layouts(state, action if action.size <= WORD else None, is_int, _rounded(-(-state.size // WORD)))


def _rounded(words: int) -> int:
    return next((size for size in (4, 8, 16) if size >= words), -(-words // 32) * 32)
