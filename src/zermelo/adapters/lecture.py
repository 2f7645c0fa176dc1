"""Games as lectures and AIMA write them, unchanged: `adapt(thing)` makes a game of ours of a class, object or module.

    rule                   accepted as
    the initial state      initial, initial_state or board: an attribute, or a method without arguments
    whose turn it is       to_move(state) or player(state), or state.to_move or state.player
    the legal actions      actions(state): any iterable of anything; sets are sorted
    the next state         result(state, action)
    the end                is_terminal(state) or terminal_test(state)
    its worth              utility(state, player), utility(state) or state.utility (the worth to MAX)
    where there is chance  outcomes(state): pairs (action, probability), with to_move CHANCE (-1) or "chance"
    and if you like        evaluate(state, player) or evaluate(state), show(state) or display(state)

States may be anything: lists, dicts, arrays, objects. `result` is handed a deep copy of a state that can change, so
that one which changes its state in place works as well. Actions become their places in the student's list, 0, 1, ...,
and keep their own form as names. The game runs interpreted.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from zermelo.errors import ActionError, GameError
from zermelo.game import CHANCE, MAX, Game
from zermelo.values import frozen, is_frozen

_INITIAL: Final = ("initial", "initial_state", "board")
_TO_MOVE: Final = ("to_move", "player")
_IS_TERMINAL: Final = ("is_terminal", "terminal_test")
_CHANCE: Final = (CHANCE, "CHANCE", "Chance", "chance")
_LINE, _STATES = 200, 300  # plies of one game, and states nearest to its beginning, in which players are looked for


def adapt(thing: Any, *, players: Sequence[Any] | None = None) -> Game:
    """The game that a class, an object or a module of other method names describes (see the top of this file).

    players  the names of the players as `to_move` gives them, MAX first. Unless given, the thing's own `players`; else
             0, 1, ... where these are the names, "MAX" and "MIN" where those are; else in order of their first turns

    Raises GameError that names what is missing, and for a thing whose methods raise at the beginning of the game.
    """
    if isinstance(thing, Game):
        return thing
    if inspect.isclass(thing):
        name = thing.__name__
        try:
            thing = thing()
        except TypeError as error:
            raise GameError(f"{name}() cannot be made: {error}; adapt an object of it, as adapt({name}(...))") from error
        if isinstance(thing, Game):
            return thing
    return Adapted(thing, players)


class Position:
    """A state of a student's game as a value: hashable, equal to what is the same part by part."""

    __slots__ = ("actions", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.actions: list[Any] | None = None  # asked for once

    def __eq__(self, other: object) -> bool:
        return bool(frozen(self.state) == frozen(other.state)) if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozen(self.state))

    def __repr__(self) -> str:
        return repr(self.state)

    def __str__(self) -> str:
        return str(self.state)


class Adapted(Game):
    """A student's game as one of ours. Its states are `Position`s; every method also takes the student's own states."""

    mode = "interpreted"
    max_actions = 1 << 16

    def __init__(self, thing: Any, players: Sequence[Any] | None = None) -> None:
        self._thing = thing
        self.__doc__ = thing.__doc__
        self._name = getattr(thing, "__name__", type(thing).__name__)
        self._hold_complete()
        self.chance = callable(getattr(thing, "outcomes", None))
        try:
            self._players = self._find_players(players)
        except GameError:
            raise
        except Exception as error:
            raise GameError(f"{self._name} raised {type(error).__name__}: {error} in the first states of the game") from error
        self.players = len(self._players)

    def __repr__(self) -> str:
        return f"adapt({self._name})"

    def _hold_complete(self) -> None:
        """Raise GameError if a rule is missing."""
        has_states = any(hasattr(self._thing, name) for name in _INITIAL)
        first = _plain(self.initial()) if has_states else None
        missing = [] if has_states else ["the initial state (initial, initial_state or board)"]
        if not self._has_method(*_TO_MOVE) and not any(hasattr(first, name) for name in _TO_MOVE):
            missing.append("to_move(state) (or player(state), or state.to_move)")
        missing += [f"{name}" for name in ("actions(state)", "result(state, action)") if not self._has_method(name.partition("(")[0])]
        if not self._has_method(*_IS_TERMINAL):
            missing.append("is_terminal(state) (or terminal_test(state))")
        if not self._has_method("utility") and not hasattr(first, "utility"):
            missing.append("utility(state, player) (or utility(state), or state.utility)")
        if missing:
            raise GameError(f"{self._name} has no {', no '.join(missing)}")

    def _has_method(self, *names: str) -> bool:
        return any(callable(getattr(self._thing, name, None)) for name in names)

    def _method(self, *names: str) -> Callable[..., Any]:
        """The first of these methods that there is."""
        method: Callable[..., Any] = next(m for m in (getattr(self._thing, name, None) for name in names) if callable(m))
        return method

    # The rules

    def initial(self) -> Position:
        given = next(getattr(self._thing, name) for name in _INITIAL if hasattr(self._thing, name))
        return Position(given() if inspect.isroutine(given) else given)

    def to_move(self, state: Any) -> int:
        named = self._mover(state)
        if self._is_chance(named):
            return CHANCE
        for number, name in enumerate(self._players):
            if _is(named, name):
                return number
        known = ", ".join(repr(name) for name in self._players if name is not _UNKNOWN)
        raise GameError(
            f"{self._name}: it is the turn of {named!r}, and the players are {known}; name them all, as adapt(game, players=[...])"
        )

    def actions(self, state: Any) -> Iterator[int]:
        yield from range(len(self._listed(_position(state))))

    def outcomes(self, state: Any) -> Iterator[tuple[int, float]]:
        for number, (_, probability) in enumerate(self._thing.outcomes(_plain(state))):
            yield number, probability

    def result(self, state: Any, action: int) -> Position:
        position = _position(state)
        listed = self._listed(position)
        if not 0 <= action < len(listed):
            raise ActionError(f"{action} is not the number of an action; there are {len(listed)}, from 0")
        following = self._thing.result(self._own(position.state), listed[action])
        if following is None:
            raise GameError(f"{self._name}: result(state, {listed[action]!r}) gave None; it must return the next state")
        return Position(following)

    def is_terminal(self, state: Any) -> bool:
        return bool(self._method(*_IS_TERMINAL)(_plain(state)))

    def utility(self, state: Any, player: int) -> float:
        plain = _plain(state)
        if not self._has_method("utility"):
            return self._share(plain.utility, player, "state.utility")
        return self._worth("utility", plain, player)

    def evaluate(self, state: Any, player: int) -> float:
        return self._worth("evaluate", _plain(state), player) if self._has_method("evaluate") else 0.0

    def _worth(self, method: str, state: Any, player: int) -> float:
        function = self._method(method)
        if _takes(function) < 2:
            return self._share(function(state), player, f"{method}(state)")
        if self._players[player] is _UNKNOWN:  # never seen to move, so there is but one other
            return -self._worth(method, state, 1 - player)
        name = self._players[player]
        return _number(function(state, name), f"{method}(state, {name!r})")

    def _share(self, worth: Any, player: int, label: str) -> float:
        """What one player gets of a worth that is MAX's, or has a number for each."""
        if isinstance(worth, Mapping):
            return _number(worth.get(self._players[player]), f"{label} for {self._players[player]!r}")
        if isinstance(worth, (tuple, list)):
            return _number(worth[player] if player < len(worth) else None, f"{label} for player {player}")
        if self.players > 2:
            raise GameError(
                f"{self._name}: {label} is one number, and there are {self.players} players; give one for each, or take the player"
            )
        return _number(worth, label) * (1 if player == MAX else -1)

    def _listed(self, position: Position) -> list[Any]:
        """The actions of a state in the student's own form and order."""
        if position.actions is None:
            if self.chance and not self.is_terminal(position) and self._is_chance(self._mover(position)):
                position.actions = [action for action, _ in self._thing.outcomes(position.state)]
            else:
                given = self._thing.actions(position.state)
                if given is None:
                    raise GameError(f"{self._name}: actions(state) gave None; it must return a list of actions")
                position.actions = _sorted(given) if isinstance(given, (set, frozenset)) else list(given)
        return position.actions

    def _mover(self, state: Any) -> Any:
        """Whose turn it is, by the student's own name."""
        plain = _plain(state)
        if self._has_method(*_TO_MOVE):
            return self._method(*_TO_MOVE)(plain)
        return next(getattr(plain, name) for name in _TO_MOVE if hasattr(plain, name))

    def _is_chance(self, named: Any) -> bool:
        return self.chance and any(_is(named, name) for name in _CHANCE)

    def _own(self, state: Any) -> Any:
        """A copy that `result` may change."""
        if is_frozen(state):
            return state
        try:
            return copy.deepcopy(state)
        except Exception as error:
            raise GameError(f"{self._name}: a state cannot be copied ({error}); give {type(state).__name__} a __deepcopy__") from error

    # Who plays

    def _find_players(self, given: Sequence[Any] | None) -> list[Any]:
        stated = getattr(self._thing, "players", None) if given is None else given
        count = max(2, stated if isinstance(stated, int) else len(stated) if isinstance(stated, (list, tuple)) else 2)
        seen = self._seen_players(count)
        if isinstance(stated, (list, tuple)) and stated and (given is not None or all(any(_is(s, name) for name in stated) for s in seen)):
            return list(stated)
        if all(type(name) is int and 0 <= name < max(count, len(seen)) for name in seen):
            return list(range(max(count, len(seen))))
        if seen and all(isinstance(name, str) and name.upper() in ("MAX", "MIN") for name in seen):
            return [_cased("max", seen[0]), _cased("min", seen[0])]
        return [*seen, *[_UNKNOWN] * (count - len(seen))]

    def _seen_players(self, count: int) -> list[Any]:
        """The names of those who move in one game and, if they are too few, in the states nearest to its beginning."""
        seen: list[Any] = []
        for state in self._line():
            self._meet(state, seen)
        if len(seen) < count:
            for state in islice(self._nearest(), _STATES):
                self._meet(state, seen)
                if len(seen) >= count:
                    break
        return seen

    def _meet(self, state: Position, seen: list[Any]) -> None:
        named = self._mover(state)
        if not self._is_chance(named) and not any(_is(named, name) for name in seen):
            seen.append(named)

    def _line(self) -> Iterator[Position]:
        """The states of one game that is played by always taking the first action, its end left out."""
        state = self.initial()
        for _ in range(_LINE):
            if self.is_terminal(state) or not self._listed(state):
                return
            yield state
            state = self.result(state, 0)

    def _nearest(self) -> Iterator[Position]:
        """The states that are not terminal, by their distance from the initial one."""
        layer = [self.initial()]
        while layer:
            layer = [state for state in layer if not self.is_terminal(state)]
            yield from layer
            layer = [self.result(state, action) for state in layer for action in range(len(self._listed(state)))][:_STATES]

    # For people

    def show(self, state: Any) -> str:
        plain = _plain(state)
        if not self._has_method("show", "display"):
            return _picture(plain)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            shown = self._method("show", "display")(plain)
        return shown if isinstance(shown, str) else printed.getvalue().rstrip("\n")

    def name(self, state: Any, action: int) -> str:
        return str(self._listed(_position(state))[action])

    def parse(self, state: Any, text: str) -> int:
        """The action that the student's own form names, blanks left aside, or its number."""
        if not self.is_terminal(state):
            for action, own in enumerate(self._listed(_position(state))):
                if "".join(str(own).split()).casefold() == "".join(text.split()).casefold():
                    return action
        return super().parse(state, text)


class _Unknown:
    """Stands for a player who was never seen to move."""

    def __repr__(self) -> str:
        return "another player"

    def __reduce__(self) -> str:
        return "_UNKNOWN"  # there is but one, in every process


_UNKNOWN: Final = _Unknown()


def _position(state: Any) -> Position:
    return state if isinstance(state, Position) else Position(state)


def _plain(state: Any) -> Any:
    return state.state if isinstance(state, Position) else state


def _is(one: Any, other: Any) -> bool:
    return one is other or bool(one == other)


def _sorted(actions: Any) -> list[Any]:
    """The members of a set in an order that does not change from run to run."""
    try:
        return sorted(actions)
    except TypeError:
        return sorted(actions, key=repr)


def _cased(word: str, like: str) -> str:
    return word.upper() if like.isupper() else word.title() if like.istitle() else word


def _takes(function: Callable[..., Any]) -> int:
    """How many arguments a function takes by place; 2 where it does not say."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 2
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return 2
    return sum(parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD) for parameter in parameters)


def _number(value: Any, label: str) -> float:
    if isinstance(value, (int, float)):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        raise GameError(f"{label} gave {value!r}, which is not a number") from None


def _picture(state: Any) -> str:
    """A list of lists as rows; anything else as Python shows it."""
    if isinstance(state, (list, tuple)) and state and all(isinstance(row, (list, tuple)) for row in state):
        return "\n".join(" ".join(map(str, row)) for row in state)
    return str(state)
