"""The clock of a game: a time for all the moves of a player, and some that each move adds, as `60+1`."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from zermelo.errors import SpecError
from zermelo.search.runtime.limits import Clock


class TimeControl(NamedTuple):
    """Seconds for all the moves of a player, and seconds that each move adds."""

    seconds: float
    increment: float = 0.0

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}"


def time_control(text: str) -> TimeControl:
    """The time control that people write as `60` or `60+1`. Raises SpecError for what is none.

    >>> time_control("60+0.5")
    TimeControl(seconds=60.0, increment=0.5)
    """
    try:
        made = TimeControl(*map(float, text.split("+")))
    except (ValueError, TypeError):
        made = TimeControl(0.0)
    if not (isfinite(made.seconds) and made.seconds > 0 and isfinite(made.increment) and made.increment >= 0):
        raise SpecError(f"a clock is seconds, or seconds and what each move adds, such as 60 or 60+1, not {text!r}")
    return made


class GameClock:
    """One player's clock, which runs while the player thinks."""

    def __init__(self, control: TimeControl) -> None:
        self.left, self.increment = control

    def reading(self) -> Clock:
        """What the player sees on it."""
        return Clock(max(self.left, 0.001), self.increment)

    def moved(self, seconds: float) -> bool:
        """Take off what a move took, and add what it earns. Returns whether the move came in time."""
        self.left -= seconds
        in_time = self.left >= 0
        self.left += self.increment
        return in_time
