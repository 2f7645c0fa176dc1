"""Names of the protocol under which a game holds something else: a fact of another kind, a method that is asked for another thing.

Every door that takes a game looks here first, so that a name taken by accident is told as that, and no search stumbles over it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from math import inf, isnan
from numbers import Integral, Real
from types import CodeType, FunctionType, MethodType
from typing import Any, Final

from zermelo.game import Game, defines
from zermelo.simultaneous import NEEDED, NEEDED_FOR_CHANCE
from zermelo.state_text import shortened
from zermelo.units import Unit

NAMES: Final = [name for name in dir(Game) if not name.startswith("_") and name not in NEEDED and name not in NEEDED_FOR_CHANCE]
"""The facts and the methods that have a default."""
NUMBERS: Final = ("tier", "rank", "unrank", "possible", "predecessors")
"""What is asked of a game that numbers its states."""
OPTIONAL: Final = [name for name in NAMES if callable(getattr(Game, name))]
"""Those that are methods."""
OURS: Final = [name for name in dir(Game) if name.startswith("_") and not name.startswith("__") and callable(getattr(Game, name))]
"""Methods that a game has for itself, whatever else it says."""


def shadows(game: Game) -> Iterator[tuple[str, str]]:
    """A method in the place of a fact, and what cannot be asked as the method whose name it has: the name, and what is wrong, in words."""
    for name in NAMES:
        meant, own = getattr(Game, name), getattr(game, name)
        if getattr(own, "__func__", own) is meant or not _is_asked(game, name):
            continue
        holds = f"{type(game).__name__}.{name} is"
        if not callable(meant):
            if callable(own):
                yield name, f"{holds} a method, and a game's `{name}` is a fact, {meant!r} unless given; {_remedy(name)}"
            continue
        parameters = parameters_of(meant)
        asked = f"is asked as `{name}({', '.join(parameters)})`; {_remedy(name)}"
        if not callable(own):
            yield name, f"{holds} {shortened(own)}, and a game's `{name}` {asked}"
        elif not takes(own, len(parameters) - 1):
            yield name, f"{holds} `{name}{inspect.signature(own)}`, and a game's {asked}"
    for name in OURS:
        own, meant = getattr(game, name), getattr(Game, name)
        if getattr(own, "__func__", own) is not meant and not (callable(own) and takes(own, len(parameters_of(meant)) - 1)):
            yield name, f"{type(game).__name__}.{name} has the name of a method that every game has already; rename it, as `_own{name}`"


def _is_asked(game: Game, name: str) -> bool:
    """Whether anything asks the game for what has this name: how far the goal is is only asked of a puzzle, numbers of who has tiers."""
    return (name != "distance" or game.players == 1) and (name not in NUMBERS or defines(game, "tier_sizes"))


@cache
def parameters_of(method: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the parameters of a method of every game, `self` among them."""
    return tuple(inspect.signature(method).parameters)


def takes(method: object, count: int) -> bool:
    """Whether a method of an object, or a function, can be called with this many arguments."""
    assert callable(method)
    is_method = isinstance(method, MethodType)
    function = method.__func__ if isinstance(method, MethodType) else method
    if not isinstance(function, FunctionType):
        return _takes(method, count)
    return _function_takes(function, function.__code__, count, is_method=is_method)


@lru_cache(maxsize=1024)
def _function_takes(function: FunctionType, code: CodeType, count: int, *, is_method: bool) -> bool:
    """The same of a function with this code, which costs too much to be asked again by every search."""
    return _takes(MethodType(function, 0) if is_method else function, count)


def _takes(method: Callable[..., Any], count: int) -> bool:
    try:
        inspect.signature(method).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # a builtin, which does not say
        return True
    return True


def _remedy(name: str) -> str:
    return f"if yours means something else, rename it, as `own_{name}`"


# Facts


def wrong_facts(game: Game) -> Iterator[tuple[str, str]]:
    """The facts that are not of their kind, or do not go together: the name, and what is wrong, in words."""
    for name, (fits, wanted) in _FACTS.items():
        own = getattr(game, name)
        if not callable(own) and not fits(own):
            yield name, f"{type(game).__name__}.{name} is {shortened(own)}; it is {wanted}; {_remedy(name)}"
    worth: Any = game.repetition
    within: Any = game.utility_range
    if _is_number(worth) and _is_range(within) and not within[0] <= worth <= within[1]:
        wanted = f"None or a utility to MAX, from {within[0]:g} to {within[1]:g} by its utility_range"
        yield "repetition", f"{type(game).__name__}.repetition is {worth!r}; it is {wanted}"


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and not isnan(value)


def _is_finite(value: Any) -> bool:
    return _is_number(value) and abs(value) < inf


def _is_count(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 0


def _is_range(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2 and all(map(_is_number, value)) and value[0] <= value[1]


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_unit(value: Any) -> bool:
    if not isinstance(value, Unit) or not isinstance(value.one, str) or not isinstance(value.many, str):
        return False
    return (value.size is None or (_is_finite(value.size) and value.size > 0)) and (value.digits is None or _is_count(value.digits))


def _none_or(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or fits(value)


_FACTS: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "players": (lambda value: type(value) is int and value > 0, "how many there are, an int from 1"),
    "max_actions": (lambda value: _is_count(value) and value > 0, "the most actions of any state, an int from 1"),
    "chance": (_is_truth, "True or False"),
    "hidden": (_is_truth, "True or False"),
    "simultaneous": (_is_truth, "True or False"),
    "superko": (_is_truth, "True or False"),
    "mode": (("auto", "interpreted").__contains__, "'auto' or 'interpreted'"),
    "utility_range": (_none_or(_is_range), "None or a pair (least, greatest)"),
    "utility_sum": (_none_or(_is_finite), "None or what the utilities of all players add up to"),
    "repetition": (_none_or(_is_number), "None or a utility to MAX"),
    "evaluation_unit": (lambda value: _is_finite(value) and value > 0, "a difference between evaluations, a number above 0"),
    "measured_in": (
        _none_or(_is_unit),
        'None or a zermelo.Unit, such as Unit("pawn"), with text for words, a size above 0, digits from 0',
    ),
    "endgame_plies": (_is_count, "a number of plies, an int from 0"),
    "evaluations": (_is_mapping, "a mapping of names to evaluations"),
    "engine": (_is_mapping, "a mapping of names of options to their values"),
    "monte_carlo": (_is_mapping, "a mapping of names of options to their values"),
}
"""Whether a value can be that fact, and what it is."""


# Methods that take what they are asked with, and may all the same mean something else


def reminder(name: str) -> str:
    """What to add where a method of this name raises, gives what it must not, or does not compile."""
    what = re.split(r"[.;](?:\s|$)", inspect.getdoc(getattr(Game, name)) or "")[0]
    return f"`{name}` is a method that Zermelo itself asks ({what[:1].lower()}{what[1:]}); {_remedy(name)}"


def named_in(game: Game, refusal: str) -> Iterator[str]:
    """The optional methods of a game at which compiling failed, going by what was said of that."""
    for name in OPTIONAL:
        if defines(game, name):
            places = {f"{type(game).__name__}.{name}", getattr(getattr(type(game), name), "__qualname__", name)}
            if refusal.startswith(tuple(f"{place}{end}" for place in places for end in (",", ":"))) or f"what `{name}` gives: " in refusal:
                yield name
