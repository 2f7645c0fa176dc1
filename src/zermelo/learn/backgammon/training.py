"""A course of learning: weights drawn by lot, this many games, a file from which it goes on if it is broken off.

The same settings give the same weights, to the last bit, on processors of one kind: whether or not it was broken off.
"""

from __future__ import annotations

import ctypes
import hashlib
import random
from array import array
from collections.abc import Callable
from math import sqrt
from typing import Any, Final, NamedTuple

from zermelo.errors import SpecError
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.net import CONTACT_SIZE, CONTACT_UNITS, LEVELS, MARKS, OUTPUTS, RACE_UNITS, SIDE, WEIGHTS
from zermelo.games.backgammon.weights import packed, unpacked
from zermelo.learn.backgammon.settings import Settings
from zermelo.learn.backgammon.td import LONGEST, Duel, Teaching

BATCH: Final = 1000
"""Games between two looks at the clock, at Ctrl-C, and at the rate."""
POINTS: Final = 20
"""Of the learning curve."""
PAIRS: Final = 1000
"""Games, each played twice, behind a point of the curve."""
FIRST_WEIGHTS: Final = 0.1
"""Weights begin between minus and plus this."""
MOST_SEED: Final = 1 << 60
TESTS: Final = 1 << 40
"""The seed of games that test, less that of those that teach: they have other dice."""


class Point(NamedTuple):
    """A point of the learning curve: games learned from, points won a game against the opponent, half the 95 % interval."""

    games: int
    points: float
    margin: float


class Training:
    """A course of learning that has come so far: `done` games, `weights`, and the `curve`.

    Raises SpecError for settings that cannot be.
    """

    def __init__(self, settings: Settings, opponent: array[float] | None = None) -> None:
        _check(settings)
        self.settings = settings
        self.opponent = opponent if opponent is not None else counting_pips()
        self.done = 0
        self.weights = first_weights(settings.seed)
        self.curve: list[Point] = []

    def run(self, report: Callable[[Training], None], save: Callable[[Training], None]) -> None:
        """Learn to the end. `report` is called after each batch, `save` after each point of the curve and at Ctrl-C, which is raised on."""
        game = Backgammon()
        teach = _kernel(Teaching(), game)
        room = ctypes.create_string_buffer((LONGEST + 1) * _state_size(game))
        learning = self.weights[:]
        try:
            self._test(save)  # if Ctrl-C came in the midst of it
            while self.done < self.settings.games:
                batch = min(BATCH, self.settings.games - self.done)
                rate, trace = self._rate(), self.settings.trace
                teach(game, game.initial(), self.done, batch, self.settings.seed, rate, trace, _address(learning), ctypes.addressof(room))
                self.done, self.weights = self.done + batch, learning[:]  # together: what is saved at Ctrl-C belongs together
                self._test(save)
                report(self)
        except KeyboardInterrupt:
            save(self)
            raise

    def _test(self, save: Callable[[Training], None]) -> None:
        """Add a point to the curve if it is time for one, and it is not there."""
        due = self.done == self.settings.games or (self.done > 0 and self.done % self._between_points() == 0)
        if due and (not self.curve or self.curve[-1].games < self.done):
            self.curve.append(Point(self.done, *head_to_head(self.weights, self.opponent, PAIRS, self.settings.seed + TESTS)))
            save(self)

    def _rate(self) -> float:
        settings = self.settings
        return float(settings.rate * (settings.last_rate / settings.rate) ** (self.done / settings.games))

    def _between_points(self) -> int:
        return max(BATCH, self.settings.games // POINTS // BATCH * BATCH)

    def as_bytes(self, bits: int, **facts: Any) -> bytes:
        """The contents of a file: of 32 bits to go on, of 16 to play by. `facts` are noted in it."""
        return packed(
            self.weights,
            bits,
            {**self.settings._asdict(), "done": self.done, "curve": self.curve, "against": _digest(self.opponent), **facts},
        )

    @staticmethod
    def from_bytes(name: str, contents: bytes, settings: Settings, opponent: array[float] | None = None) -> Training:
        """The course that `as_bytes(32)` kept in the file `name`.

        Raises SpecError where it is none, is damaged, or has other settings or another opponent.
        """
        try:
            weights, facts = unpacked(name, contents)
        except SpecError as error:
            raise SpecError(f"{error}. To begin anew, take {name} away") from None
        made = Training(settings, opponent)
        if facts["bits"] != 32 or "done" not in facts:
            raise SpecError(f"{name} holds weights to play by, of {facts['bits']} bits; nothing goes on from there")
        for setting, value in settings._asdict().items():
            if facts.get(setting) != value:
                raise SpecError(f"{name} was begun with {setting} {facts.get(setting)}, not {value}; say the same, or another file")
        if facts.get("against") != _digest(made.opponent):
            raise SpecError(f"{name} was begun with another opponent for its curve; say the same, or another file")
        try:
            made.done, made.weights, made.curve = (
                int(facts["done"]),
                weights,
                [Point(int(games), float(points), float(margin)) for games, points, margin in facts["curve"]],
            )
        except (KeyError, TypeError, ValueError):
            raise SpecError(f"{name} is damaged: how far it has come cannot be read; take it away, and begin anew") from None
        if not 0 <= made.done <= settings.games:
            raise SpecError(f"{name} is damaged: it has learned from {made.done} games of {settings.games}; take it away, and begin anew")
        return made


def first_weights(seed: int) -> array[float]:
    """Weights drawn by lot."""
    lot = random.Random(seed)  # noqa: S311  no secrets
    return array("f", [FIRST_WEIGHTS * (2 * lot.random() - 1) for _ in range(WEIGHTS)])


def counting_pips() -> array[float]:
    """The weights of a network that knows nothing but the pips (of more than five men on a point it sees five): the usual opponent."""
    weights = array("f", bytes(4 * WEIGHTS))
    for base, units in ((0, CONTACT_UNITS), (CONTACT_SIZE, RACE_UNITS)):
        for side, sign in ((0, -1.0), (SIDE, 1.0)):
            for place in range(25):
                for level in range(LEVELS):
                    weights[base + (side + place * LEVELS + level) * units] = sign * (place + 1) * (level + 1) / 200
        top = base + (MARKS + 1) * units
        weights[base + MARKS * units] = 2.0  # so that the sum is above 0
        weights[top] = 4.0
        weights[top + units * OUTPUTS] = -8.0
    return weights


def head_to_head(ours: array[float], theirs: array[float], pairs: int, seed: int) -> tuple[float, float]:
    """The points a game that the first network wins, and half the 95 % interval. Each game is played twice, the sides exchanged."""
    game = Backgammon()
    points, squares = _kernel(Duel(), game)(game, game.initial(), 0, pairs, seed, _address(ours), _address(theirs))
    mean = points / pairs
    spread = sqrt(max(0.0, squares / pairs - mean * mean) / pairs)
    return mean / 2, 1.96 * spread / 2


def _check(settings: Settings) -> None:
    if settings.games < 1:
        raise SpecError(f"{settings.games} games teach nothing; 1 or more do")
    if not -MOST_SEED <= settings.seed <= MOST_SEED:
        raise SpecError(f"the seed is {settings.seed}; it is from -2^60 to 2^60")
    if not 0 < settings.last_rate <= settings.rate <= 1:
        raise SpecError(f"the rate goes from {settings.rate} to {settings.last_rate}; it falls, between 1 and 0")
    if not 0 <= settings.trace <= 1:
        raise SpecError(f"lambda is {settings.trace}; it is 0 to 1")


def _digest(weights: array[float]) -> str:
    return hashlib.sha256(weights.tobytes()).hexdigest()


def _kernel(algorithm: Any, game: Backgammon) -> Any:
    from zermelo import native

    return native.kernel(algorithm, game)


def _state_size(game: Backgammon) -> int:
    from zermelo import native

    return native.state_size(game)


def _address(weights: array[float]) -> int:
    return weights.buffer_info()[0]
