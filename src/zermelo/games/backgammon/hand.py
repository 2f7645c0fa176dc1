"""Backgammon by hand: the orders in which the steps of a play can be made, and what is on the board between two of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from zermelo.errors import ActionError
from zermelo.games.backgammon.men import BAR, OFF, ON_BOARD, Men, State, blots, facing, made, movable, moved, stepped
from zermelo.games.backgammon.notation import steps_of

Steps = tuple[tuple[int, int], ...]
"""Where a man leaves and where it arrives, one step after the other, as the player counts the places."""


class PartialPlay(NamedTuple):
    """A play half made: the men of both, and the dice that are left."""

    own: Men
    other: Men
    dice: tuple[int, ...]


def begun(state: State) -> PartialPlay:
    """Before the first step."""
    high, low = divmod(state.dice, 10)
    return PartialPlay(state.own, state.other, (high,) * 4 if high == low else (high, low))


def orders_of(state: State, action: int) -> list[Steps]:
    """All orders of single steps, each of which the rules allow when it is made, that lead where the play leads."""
    goal = begun(state)
    for step in steps_of(state, action):
        goal = _made(goal, step.source, step.target)
    return _ends(state)[goal.own, goal.other]


@lru_cache(maxsize=4)
def _ends(state: State) -> dict[tuple[Men, Men], list[Steps]]:
    """Where the men can come with the dice, and in which orders: some 5,000 with a double, which takes most of a second."""
    found: dict[tuple[Men, Men], list[Steps]] = {}

    def onward(half: PartialPlay, steps: Steps) -> None:
        found.setdefault((half.own, half.other), []).append(steps)
        open_ = ON_BOARD & ~facing(made(half.other))
        for die in sorted(set(half.dice)):
            for source in movable(half.own, open_, die):
                onward(_by(half, source, die), (*steps, (source, max(source - die, OFF))))

    onward(begun(state), ())
    return {end: sorted(set(orders)) for end, orders in found.items()}


def partial_play(state: State, steps: Sequence[tuple[int, int]]) -> PartialPlay:
    """The play after these steps. Raises ActionError where a die is not there."""
    half = begun(state)
    for source, target in steps:
        half = _made(half, source, target)
    return half


def _made(half: PartialPlay, source: int, target: int) -> PartialPlay:
    """After a step, by the die that it takes: the least one that bears the man off, if it does."""
    fitting = [die for die in half.dice if (die >= source if target == OFF else die == source - target)]
    if not fitting:
        raise ActionError(f"no die takes a man from {source} to {target}; there are {', '.join(map(str, half.dice)) or 'none'}")
    return _by(half, source, min(fitting))


def _by(half: PartialPlay, source: int, die: int) -> PartialPlay:
    left, other, target = list(half.dice), half.other, max(source - die, OFF)
    left.remove(die)
    if target > OFF and BAR - target in blots(other):
        other = moved(other, BAR - target, BAR)
    return PartialPlay(stepped(half.own, source, die), other, tuple(left))
