"""What a search returns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import Any

from zermelo.errors import GameError
from zermelo.game import Game, State
from zermelo.rich_display import html
from zermelo.search.multiplayer.equals import equal_values
from zermelo.values import counted, in_words
from zermelo.words import is_exact, not_exact

Worth = float | tuple[float, ...]
"""The value of a state: a number, to MAX; with more than two players, and from `maxn` with two, one number a player."""


@dataclass(frozen=True)
class Result:
    """What a search found.

    game     as it was searched, with the evaluation where one was given: `value` is in its scale (`zermelo.scales`)
    value    the worth of the state to MAX; with more than two players, and from `maxn` with two, one number a player; ints where whole
    action   the first best action; None if the game is over or chance moves
    actions  all equally best actions, in the game's order; None where they were not asked for
    line     the principal variation: the actions that both sides' best play begins with, up to the first
             move of chance
    nodes    states visited, the root among them
    leaves   of these, finished games and states at the depth limit
    cutoffs  how often the remaining actions of a state were cut off
    depth    the plies that the deepest leaf lies below the root
    seconds  the time the search took, without compiling the game or loading it compiled
    mode     "compiled" or "interpreted"

    The small searches that find `actions` and `line` take time but are not counted in nodes, leaves, cutoffs.
    """

    game: Game
    state: State
    algorithm: str
    value: Worth
    action: int | None
    actions: tuple[int, ...] | None
    line: tuple[int, ...]
    nodes: int
    leaves: int
    cutoffs: int
    depth: int
    seconds: float
    mode: str

    @cached_property
    def equals(self) -> tuple[tuple[float, ...], ...] | None:
        """With more than two players and `value` proved: all values, that one among them, which come about as players choose among
        actions that are equally good for them. None else, and where it is too much to find out (see `equal_values`).
        """
        return equal_values(self.game, self.state) if self._leaves_choices else None

    @property
    def _leaves_choices(self) -> bool:
        """Whether the value is proved and may depend on a choice among equals."""
        return self.game.players > 2 and getattr(self, "proved", False)

    def names(self) -> tuple[str, ...]:
        """The principal variation in the game's own names of actions."""
        return self.named(self.line)

    def named(self, line: tuple[int, ...]) -> tuple[str, ...]:
        """Actions, one after the other from the state, in the game's own names."""
        return named(self.game, self.state, line)

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types: actions by name, an infinite value as "inf" or "-inf"."""

        def named(action: int) -> str:
            return self.game.name(self.state, action)

        return {
            "value": in_json(self.value),
            "action": None if self.action is None else named(self.action),
            "actions": None if self.actions is None else [named(action) for action in self.actions],
            "line": list(self.names()),
            "nodes": self.nodes,
            "leaves": self.leaves,
            "cutoffs": self.cutoffs,
            "depth": self.depth,
            "seconds": round(self.seconds, 6),
            "mode": self.mode,
            "algorithm": self.algorithm,
            **({"equals": None if self.equals is None else in_json(whole(self.equals))} if self._leaves_choices else {}),
        }

    def _repr_html_(self) -> str | None:
        """The result as notebooks show it."""
        return html(self)

    def __str__(self) -> str:
        choice = f"; {self.choice()}" if self.choice() else ""
        return f"value {in_words(self.value)}, line {' '.join(self.names()) or 'none'}, {counted(self.nodes, 'node')}{choice}"

    def choice(self) -> str:
        """What is to be said of choices among equals: which other values there are. Nothing where `value` is the only one."""
        if self.game.players > 2 and not self._leaves_choices and len(self.actions or ()) > 1:
            return f"of {len(self.actions or ())} equal actions the first is taken; what the others get may depend on which one is"
        if not self._leaves_choices or (self.equals is not None and len(self.equals) == 1):
            return ""
        if self.equals is None:
            return "the choice among equals is open: of equals the first is taken, and there may be other values"
        others = [in_words(value) for value in self.equals if value != self.value]
        return f"the choice among equals is open: with another one the value is {' or '.join(others)}"


def named(game: Game, state: State, line: tuple[int, ...]) -> tuple[str, ...]:
    """Actions, one after the other from a state, in the game's own names."""
    names = []
    for action in line:
        names.append(game.name(state, action))
        state = game.result(state, action)
    return tuple(names)


def whole(value: Any) -> Worth:
    """A value as it is reported: an int where it is whole, in vectors too. Raises GameError for an int that a float cannot hold."""
    if isinstance(value, tuple):
        return tuple(whole(part) for part in value)  # type: ignore[misc]  # the parts are numbers
    if not is_exact(value):
        raise GameError(not_exact("`utility`", value))
    number = float(value)
    return int(number) if number.is_integer() else number


def in_json(value: Worth) -> Any:
    """A value in JSON's types, an infinite one as "inf" or "-inf"."""
    if isinstance(value, tuple):
        return [in_json(part) for part in value]
    return str(value) if isinf(value) else value
