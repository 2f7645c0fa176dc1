"""One state, with what the game says of it: each question is asked once, each answer held to its form.

A question that gets no usable answer raises `Failed`; whoever asked for it gives up, and the failure is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from math import isinf, isnan
from numbers import Real
from typing import Any

from zermelo.answers import MISSING, PAIRS
from zermelo.checker.calls import Caller
from zermelo.checker.findings import Changed, Failed
from zermelo.game import CHANCE, MAX, defines, has_rewards
from zermelo.simultaneous import NOT_CHOSEN, InTurns, Turn
from zermelo.state_text import shortened, shown
from zermelo.values import frozen, is_frozen, no_value
from zermelo.words import is_array, is_exact, not_exact


class View:
    """A state seen through its game; `parent` and `action` say how it was reached, if not as the initial state."""

    def __init__(self, caller: Caller, state: Any, parent: View | None = None, action: int = 0) -> None:
        self.caller, self.game = caller, caller.game
        self.state, self.parent, self.action = state, parent, action
        self.ply: int = 0 if parent is None else parent.ply + 1

    @classmethod
    def initial(cls, caller: Caller) -> View:
        """The initial state."""
        return cls(caller, _state(caller.call("initial()", caller.game.initial), "initial()"))

    def ask(self, method: str, *arguments: Any) -> Any:
        """What a method of the game says of this state."""
        label = self.label(method, *arguments)
        return self._keep(lambda: self.caller.ask(label, getattr(self.game, method), self.state, *arguments))

    def ask_function(self, label: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function says of this state."""
        return self._keep(lambda: self.caller.ask(label, function, self.state, *arguments))

    def listing(self, method: str, most: int) -> list[Any]:
        """All that a method of the game gives one by one of this state."""
        items: list[Any] = self._keep(lambda: self.caller.listing(self.label(method), getattr(self.game, method), self.state, most))
        return items

    def label(self, method: str, *arguments: Any) -> str:
        """How a message calls a method asked of this state, as its author wrote it: `result(state, 3)`, and where all choose at once
        `actions(state, 1)` and `result(state, (3, 5))`."""
        if isinstance(self.game, InTurns) and method in ("actions", "result"):
            chooser = sum(action != NOT_CHOSEN for action in self.state.chosen)
            if method == "actions":
                arguments = (chooser,)
            elif chooser + 1 == self.game.players:
                arguments = ((*self.state.chosen[:chooser], *arguments),)
        return f"{method}({', '.join(['state', *map(repr, arguments)])})"

    def _keep(self, asked: Callable[[], Any]) -> Any:
        try:
            return asked()
        except Changed as change:
            self.state = change.before
            raise

    # What the rules of the game say

    @cached_property
    def is_terminal(self) -> bool:
        return truth(self.ask("is_terminal"), "is_terminal(state)")

    @cached_property
    def player(self) -> int:
        player = self.ask("to_move")
        if isinstance(player, bool) or not isinstance(player, int):
            raise Failed(
                "player", "to_move", f"to_move(state) gave {player!r}; a player is an int: 0 (MAX), 1 (MIN), ...{missing_return(player)}"
            )
        if player == CHANCE and not self.game.chance:
            raise Failed("player", "to_move", "to_move(state) gave CHANCE; a game with chance says `chance = True`")
        if player != CHANCE and not 0 <= player < self.game.players:
            last = self.game.players - 1
            known = (f"0 to {last}" if last else "0") + (f", or CHANCE ({CHANCE})" if self.game.chance else "")
            counted = f"; the first player is {MAX}, not 1" if player == self.game.players else ""
            raise Failed("player", "to_move", f"to_move(state) gave {player}; the players are {known}{counted}")
        return player

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a state where chance moves."""
        pairs = self.listing("outcomes", self.game.max_actions + 1)
        for pair in pairs:
            if not (isinstance(pair, tuple) and len(pair) == 2 and is_action(pair[0]) and is_number(pair[1])):
                raise Failed("chances", "outcomes", f"outcomes(state) gave {pair!r}; it gives {PAIRS}")
        return pairs

    @cached_property
    def listed(self) -> list[int]:
        """The actions as the game lists them (of chance: those of its outcomes); one more than `max_actions` at most."""
        if self.player == CHANCE:
            return [action for action, _ in self.outcomes]
        actions = self.listing("actions", self.game.max_actions + 1)
        for action in actions:
            if not is_action(action):
                raise Failed(
                    "actions",
                    "actions",
                    f"{self.label('actions')} gave {action!r}{of_type(action)}; an action is an int of 64 bits{numbered(action)}",
                )
        return actions

    @cached_property
    def children(self) -> dict[int, View]:
        """The state that follows each action."""
        return {action: self.child(action) for action in dict.fromkeys(self.listed)}

    def child(self, action: int) -> View:
        """The state that follows an action, asked for anew."""
        return View(self.caller, self._following(action), self, action)

    def _following(self, action: int) -> Any:
        following = _state(self.ask("result", action), label := self.label("result", action))
        return following._replace(state=_state(following.state, label)) if isinstance(following, Turn) else following

    @cached_property
    def utilities(self) -> tuple[float, ...]:
        """What a terminal state is worth to each player."""
        return tuple(number(self.ask("utility", player), f"utility(state, {player})", "utility") for player in range(self.game.players))

    def reward(self, action: int) -> float:
        """What an action wins the player to move (see `Game.reward`)."""
        label = f"reward(state, {action})"
        won = number(self.ask("reward", action), label, "reward")
        if isinf(won):
            raise Failed("reward", label, f"{label} gave {won:g}; a reward is finite")
        return won

    @cached_property
    def gains(self) -> tuple[float, ...]:
        """What the action that led here won each player."""
        if self.parent is None or not has_rewards(self.game):
            return (0.0,) * self.game.players
        won, mover = self.parent.reward(self.action), max(MAX, self.parent.player)
        other = -won if self.game.players == 2 else 0.0
        return tuple(won if player == mover else other for player in range(self.game.players))

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """What is proved of the state, to the player to move."""
        pair = self.ask("bounds")
        if not (isinstance(pair, tuple) and len(pair) == 2 and all(map(is_number, pair)) and pair[0] <= pair[1]):
            raise Failed("bounds", "bounds", f"bounds(state) gave {shortened(pair)}; it gives a pair of numbers, the lower first")
        return float(pair[0]), float(pair[1])

    @cached_property
    def key(self) -> Any:
        """What stands for the state in tables."""
        return self.kept("key")

    def kept(self, method: str) -> Any:
        """What a method gives that is to stand for the state. Raises Failed where it cannot."""
        given = self.ask(method)
        try:
            hash(standing := frozen(given))
        except TypeError:
            raise Failed(method, "hash", f"{method}(state) gave {shortened(given)}, which cannot be kept in a table") from None
        return standing

    # For people

    @cached_property
    def text(self) -> str:
        """The position as the game writes it where it has a way of its own, else as Python shows it."""
        if defines(self.game, "write"):
            try:
                written = self.ask("write")
            except Failed:
                return repr_of(self.state)
            if isinstance(written, str) and written:
                return written
        return repr_of(self.state)

    @property
    def line(self) -> list[View]:
        """The states from the initial one, this one last."""
        line, view = [self], self
        while view.parent is not None:
            view = view.parent
            line.append(view)
        return line[::-1]

    @property
    def path(self) -> tuple[int, ...]:
        """The actions that lead here."""
        return tuple(view.action for view in self.line[1:])

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the actions that lead here."""
        line = self.line
        return tuple(before._name(after.action) for before, after in pairwise(line))

    def _name(self, action: int) -> str:
        try:
            name = self.ask("name", action)
        except Failed:
            return str(action)
        return name if isinstance(name, str) else str(action)


def missing_return(value: object) -> str:
    """What to ask who gives None."""
    return MISSING if value is None else ""


def of_type(value: object) -> str:
    """Of what type a value is that is no int."""
    return "" if type(value) is int else f", a {type(value).__name__}"


def is_action(value: object) -> bool:
    """Whether this can be an action: an int, no bool, that fits into 64 bits."""
    return isinstance(value, int) and not isinstance(value, bool) and -(1 << 63) <= value < 1 << 63


def numbered(action: object) -> str:
    """How to number actions that are texts, tuples or NumPy's, so that the rules compile; nothing of others."""
    if isinstance(action, str):
        return (
            "; keep the texts in a tuple, MOVES = (...), let an action be its place in it, and let `name(self, state, action)` give "
            "MOVES[action]"
        )
    if isinstance(action, tuple):
        return (
            "; make one number of its parts, as row * width + column, take it apart in `result` by divmod(action, width), and let "
            "`name(self, state, action)` say what people call it"
        )
    if is_array(action):
        return "; write `int(...)` around it, or `array.tolist()` for all of them"
    return ""


def is_number(value: object) -> bool:
    """Whether this is a number other than NaN, and no bool, that a float can hold."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and not isnan(value)
    except OverflowError:
        return False


def number(value: Any, label: str, rule: str) -> float:
    """The value as a float. Raises Failed where it is none."""
    if not is_number(value):
        raise Failed(rule, label, f"{label} gave {shortened(value)}, which is not a number{missing_return(value)}")
    if not is_exact(value):
        raise Failed(rule, label, not_exact(label, value))
    return float(value)


def truth(value: Any, label: str, rule: str = "terminal") -> bool:
    """The value as a bool. Raises Failed where it is neither that nor 0 or 1."""
    if (isinstance(value, int) and value in (0, 1)) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise Failed(rule, label, f"{label} gave {value!r}; it must give True or False{missing_return(value)}")


def repr_of(state: Any) -> str:
    """The state as Python shows it, in one line."""
    try:
        return " ".join(shown(state).split())
    except Exception as error:
        return f"a {type(state).__name__} (its repr raises {type(error).__name__})"


def _state(made: Any, label: str) -> Any:
    if made is None:
        raise Failed("state", label, f"{label} gave None; it must return a state{MISSING}")
    if not is_frozen(made) and (why := no_value(made)):
        raise Failed("state", label, f"{label} gave {shortened(made)}, which is no state: {why}")
    return made
