"""What a rule takes and gives, held to its form: what is wrong with it, in words for whoever wrote it.

Where a search stumbles over an answer, Python names a line of the search. Here the rules are asked again about the position, one by
one, and the first whose answer has not the form that it needs is named, with its line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from numbers import Real
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from zermelo.game import CHANCE, Game, State, defines
from zermelo.shadows import parameters_of, takes
from zermelo.values import counted, no_value

LONGEST = 300
"""Letters of a position that are told."""
MISSING = "; is a `return` missing?"
"""What to ask who gives None."""
PAIRS = "pairs (action, probability), the action first; of a dict its `items()`"
"""What `outcomes` gives."""
RULES = ("initial", "to_move", "actions", "result", "is_terminal", "utility", "reward", "outcomes", "evaluate")
"""The methods that searches call."""


def line_of(game: Game, name: str) -> str:
    """Where a method of a game is written: `line 14 of mine.py`; nothing of one that is not written in Python."""
    method = inspect.unwrap(getattr(type(game), name, None) or len)
    if not isinstance(method, FunctionType):
        return ""
    return f"line {method.__code__.co_firstlineno} of {Path(method.__code__.co_filename).name}"


def wrong_parameters(game: Game) -> str | None:
    """The first method of a game that cannot be called as the protocol calls it: a `self` is missing, a parameter too few or too many."""
    for name in RULES:
        own, protocol = inspect.getattr_static(type(game), name), getattr(Game, name)
        if not isinstance(own, FunctionType) or own is protocol:
            continue
        wanted = parameters_of(protocol)
        if not takes(own, len(wanted)):
            written = inspect.signature(own).parameters
            has_self = "" if next(iter(written), "") == "self" else "`self` is missing: "
            return (
                f"`{name}` of {type(game).__name__} ({line_of(game, name)}) is defined with ({', '.join(written)}), and is "
                f"called with ({', '.join(wanted)}); {has_self}write `def {name}({', '.join(wanted)})`"
            )
    return None


def no_actions(game: Game, state: State) -> str:
    """What to say where there is nothing to do in a state, and the game is not over."""
    return f"`actions` gives nothing, and the game is not over in position {game.write(state)!r} of {game!r}"


def no_player(game: Game, state: State, player: int) -> str:
    """What to say where a number is to move that no player has."""
    where = f"position {game.write(state)!r} of {game!r}"
    return f"`to_move` returns {player} in {where}, and the game is for {counted(game.players, 'player')}"


def wrong_answer(game: Game, state: State) -> str | None:
    """The first of the rules that gives what it must not, of a state or of those that follow it; None where none does, or one raises."""
    try:
        found = next(_wrong(game, state), None)
        if found is None and not game.is_terminal(state):
            children = (game.result(state, action) for action in _actions(game, state))
            found = next((told for child in children for told in _wrong(game, child)), None)
    except Exception:  # which is told elsewhere
        return None
    return found


def _actions(game: Game, state: State) -> Iterator[Any]:
    if game.to_move(state) == CHANCE:
        return (action for action, _ in islice(game.outcomes(state), game.max_actions))
    return islice(game.actions(state), game.max_actions)


def _wrong(game: Game, state: State) -> Iterator[str]:
    """What the rules say of this state that they must not."""
    over = game.is_terminal(state)
    if over is None:
        yield _told(game, "is_terminal", state, over, "True or False")
        return
    if over:
        for player in range(game.players):
            worth = game.utility(state, player)
            if not isinstance(worth, Real) and not hasattr(worth, "__float__"):
                yield _told(game, "utility", state, worth, "a number")
        return
    mover = game.to_move(state)
    if not hasattr(mover, "__index__"):
        yield _told(game, "to_move", state, mover, "the number of a player: 0, 1, ...")
        return
    name = "outcomes" if mover == CHANCE else "actions"
    given = getattr(game, name)(state)
    if not isinstance(given, Iterable):
        yield _told(game, name, state, given, "one after the other: a list, or what it yields")
        return
    if mover == CHANCE:
        for pair in islice(given, game.max_actions):
            if not (isinstance(pair, (tuple, list)) and len(pair) == 2 and hasattr(pair[0], "__index__")):
                yield _told(game, name, state, pair, PAIRS)
                return
    for action in _actions(game, state):
        child = game.result(state, action)
        if child is None or no_value(child):
            yield _told(game, "result", state, child, "the state that follows", f" for {action!r}", no_value(child))
            return
    worth = game.evaluate(state, 0)
    if not isinstance(worth, Real) and not hasattr(worth, "__float__"):
        yield _told(game, "evaluate", state, worth, "a number")
        return
    if (action := next((one for one in _actions(game, state) if not hasattr(one, "__index__")), None)) is not None:
        yield _told(game, name, state, action, "ints for actions, by which the engine knows them")


# Hints


def wrong_hint(game: Game, state: State, names: Collection[str] = ()) -> str | None:
    """The first of the game's hints, or of those of these names, that gives what it must not where a player is to move.

    None where none does, or one raises.
    """
    try:
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            return None
        legal = list(_actions(game, state))
        arguments = {
            "state": (state,),
            "action": (state, legal[0]),
            "child": (state, legal[0], game.result(state, legal[0])),
            "bits": (state, 0),
        }
        for name, (asked, fits, wanted) in _HINTS.items():
            if name not in (names or _HINTS) or not defines(game, name) or (name == "candidates" and not _is_open(game, state)):
                continue
            given = getattr(game, name)(*arguments[asked])
            given = list(islice(given, game.max_actions + 1)) if isinstance(given, Iterator) else given
            if not fits(given, legal):
                return f"{_told(game, name, state, given, wanted)}; if yours means something else, rename it, as `own_{name}`"
    except Exception:  # which is told elsewhere
        return None
    return None


def _is_open(game: Game, state: State) -> bool:
    """Whether the bounds leave the value open: only then are candidates asked for."""
    low, high = game.bounds(state)
    return low < high


def _is_number(given: Any, legal: list[Any]) -> bool:
    return isinstance(given, Real) or hasattr(given, "__float__")


def _is_int(given: Any, legal: list[Any]) -> bool:
    return hasattr(given, "__index__")


def _is_truth(given: Any, legal: list[Any]) -> bool:
    return given is not None and hasattr(given, "__bool__")


def _is_pair(given: Any, legal: list[Any]) -> bool:
    return isinstance(given, (tuple, list)) and len(given) == 2 and all(_is_number(part, legal) for part in given)


def _is_one(given: Any, legal: list[Any]) -> bool:
    return given in legal


def _are_legal(given: Any, legal: list[Any]) -> bool:
    return isinstance(given, Iterable) and all(action in legal for action in given)


def _are_some(given: Any, legal: list[Any]) -> bool:
    return _are_legal(given, legal) and len(list(given)) > 0


_HINTS: Final[dict[str, tuple[str, Callable[[Any, list[Any]], bool], str]]] = {
    "bounds": ("state", _is_pair, "a pair of numbers, the least and the most that it can be worth"),
    "plies_left": ("state", _is_int, "a number of plies, an int"),
    "forced": ("state", _is_truth, "True or False"),
    "may_pass": ("state", _is_truth, "True or False"),
    "candidates": ("state", _are_some, "some of the actions that `actions` gives"),
    "tactical": ("state", _are_legal, "some of the actions that `actions` gives"),
    "kind": ("action", _is_int, "an int from 0"),
    "exchange": ("action", _is_number, "a number"),
    "piece_to": ("action", _is_int, "an int from 0 to 511"),
    "prior": ("action", _is_number, "a number"),
    "order": ("child", _is_int, "an int"),
    "playout": ("bits", _is_one, "one of the actions that `actions` gives"),
}
"""What searches ask a game for besides: about what, whether an answer can be one, and what it must be."""


def _told(game: Game, name: str, state: State, given: Any, wanted: str, of: str = "", why: str = "") -> str:
    remedy = MISSING if given is None else f": {why}" if why else ""
    what = repr(given)
    return (
        f"`{name}` of {type(game).__name__} ({line_of(game, name)}) gives {what[:100]}{of}, and must give {wanted}{remedy}; "
        f"position: {written(game, state)}"
    )


def written(game: Game, state: State) -> str:
    """The state as the game writes it, or as Python does."""
    try:
        text = game.write(state)
    except Exception:  # a game that is broken already may break here too
        text = repr(state)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
