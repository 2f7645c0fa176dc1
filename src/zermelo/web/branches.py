"""Lines of a game that were left: what was taken back, and the variations of a PGN. Each is a list of actions from the start.

The newest stand last. Where a line is the beginning of another, only the longer one is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from zermelo.game import CHANCE, Game, State

MOST: Final = 12
"""Lines that are kept of a game; the oldest go."""

Line = list[int]


def kept(branches: Sequence[Line], line: Sequence[int]) -> list[Line]:
    """The lines when this one is left, too: it, or what went on from it, is the newest now."""
    longer = next((one for one in reversed(branches) if begins(one, line)), list(line))
    others = [one for one in branches if one is not longer and not begins(longer, one)]
    return [*others, longer][-MOST:]


def onward(branches: Sequence[Line], line: Sequence[int]) -> Line | None:
    """The newest line that goes on from this one; None where none does."""
    return next((one for one in reversed(branches) if len(one) > len(line) and begins(one, line)), None)


def begins(line: Sequence[int], first: Sequence[int]) -> bool:
    """Whether a line begins with these actions."""
    return list(line[: len(first)]) == list(first)


def shared(line: Sequence[int], other: Sequence[int]) -> int:
    """How many plies two lines have in common."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(line, other, strict=False))))


def legal_from(game: Game, state: State, actions: Sequence[int]) -> bool:
    """Whether these actions can be played one after the other from a state."""
    for action in actions:
        if game.is_terminal(state):
            return False
        chance = game.to_move(state) == CHANCE
        if action not in ([one for one, _ in game.outcomes(state)] if chance else list(game.actions(state))):
            return False
        state = game.result(state, action)
    return True
