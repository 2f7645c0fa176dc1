"""Variants of games: the fields in which their parameters are chosen, and the name of the game with what was chosen."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, Literal, get_args, get_origin

from zermelo.errors import SpecError
from zermelo.games import CATALOGUE
from zermelo.games.draughts.board import RULES
from zermelo.games.othello import rules as othello
from zermelo.games.quixo import SIZES as OF_QUIXO
from zermelo.games.twenty_forty_eight import SIZES as OF_2048
from zermelo.languages import Language
from zermelo.sources import parsed
from zermelo.titles import parameter_in_words
from zermelo.web.catalogue import Catalogue
from zermelo.web.studio import Facts

CHOICES: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {
    "mnk": {"players": (2, 3)},
    "six_mens_morris": {"men": (3, 4, 5, 6)},
    "nine_mens_morris": {"men": (3, 4, 5, 6, 7, 8, 9)},
    "quixo": {"size": OF_QUIXO},
    "draughts": {"rules": tuple(RULES)},
    "othello": {"size": othello.SIZES},
    "chess": {"variant": ("standard", 960), "draws": (50, 75, 0)},
    "2048": {"size": OF_2048},
    "sliding": {"size": (2, 3, 4)},
    "rps": {"signs": (3, 5)},
    "goofspiel": {"prizes": ("random", "up", "down")},
    "go": {"scoring": ("win", "margin")},
    "chinese_checkers": {"size": (1, 2, 3), "players": (2, 3, 4, 5, 6)},
}
"""By the game and the parameter: its values, where these are few; whether something is so is chosen from two everywhere."""
NEEDS: Final[Mapping[str, Mapping[str, tuple[str, Any]]]] = {"chess": {"start": ("variant", 960)}}
"""By the game and the parameter: of which other parameter, and of which value, there has to be for it to have a say."""
_NOT_CHOSEN: Final = ("tree", "weights")
"""What is no field: a tree, which has an editor of its own; and files."""
_BY_NAME: Final = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
LIST: Final = "list"
WHOLE: Final = "whole"
DECIMAL: Final = "decimal"
NUMBERS: Final = "numbers"
TEXT: Final = "text"
_APART: Final = re.compile(r"[\s,]+")
_NONE: Final = inspect.Parameter.empty
"""In place of a type or a usual value that was not written."""


@dataclass(frozen=True)
class Parameters:
    """Of a game, ours or a user's, as it is written without them: `othello`, `my_game.py:MyGame`.

    chosen  those that can be chosen in fields
    values  of all of them
    """

    game: str
    chosen: tuple[inspect.Parameter, ...]
    values: Mapping[str, Any]


def parameters(catalogue: Catalogue, spec: str) -> Parameters:
    """Those of the game that a page names. Raises SpecError where there is none, GameError where the user's file fails."""
    game, found = catalogue.parameters(spec)
    there = [one for one in found.signature.parameters.values() if one.kind in _BY_NAME and one.name not in _NOT_CHOSEN]
    return Parameters(game, tuple(one for one in there if _kind(game, one)), found.arguments)


def fields(parameters: Parameters, speech: Language) -> list[Facts]:
    """A field for each parameter that can be chosen, with its value: a list, a number, numbers or text."""
    return [_field(parameters.game, one, parameters.values[one.name], speech) for one in parameters.chosen]


def written(parameters: Parameters, texts: Mapping[str, str], speech: Language) -> str:
    """The game as one writes it, with what stands in its fields, and nothing of what is usual: `othello(size=6)`.

    Raises SpecError where there is no such field, and for what is no number where one is to be.
    """
    game, there = parameters.game, {one.name: one for one in parameters.chosen}
    for strange in texts.keys() - there.keys():
        raise SpecError(f"{game} has no parameter {strange!r} here; it has: {', '.join(there) or 'none'}")
    values = {field: _read(game, there[field], text.strip(), speech) for field, text in texts.items()}
    told = [f"{field}={value!r}" for field, one in there.items() if (value := values.get(field, one.default)) != one.default]
    return f"{game}({', '.join(told)})" if told else game


def in_labels(parameters: Parameters, told: str, speech: Language) -> str:
    """What is wrong with a game, with labels in place of the names of parameters: `Size 5`, and not `size=5`."""
    labels = {one.name: _label(parameters.game, one, speech) for one in parameters.chosen}
    return re.sub(r"\b(\w+)=", lambda found: f"{labels[found[1]]} " if found[1] in labels else found[0], told)


def _field(game: str, parameter: inspect.Parameter, value: Any, speech: Language) -> Facts:
    kind, choices = _kind(game, parameter), list(_choices(game, parameter))
    if kind == LIST and value not in choices:
        choices.append(value)
    return {
        "name": parameter.name,
        "label": _label(game, parameter, speech),
        "kind": kind,
        "value": _text(kind, value),
        "usual": "" if parameter.default is _NONE else _text(kind, parameter.default),
        "needs": dict(zip(("name", "value"), needed, strict=True)) if (needed := _needs(game, parameter)) else None,
        "choices": [{"value": repr(one), "text": _in_words(game, parameter, one, speech)} for one in choices],
    }


def _kind(game: str, parameter: inspect.Parameter) -> str:
    """What the value of a parameter is written into; nothing where that is no field."""
    types = get_args(parameter.annotation) or (type(parameter.default) if parameter.annotation is _NONE else parameter.annotation,)
    if _choices(game, parameter):
        return LIST
    if isinstance(parameter.default, tuple):
        return NUMBERS if all(isinstance(one, int) for one in parameter.default) else ""
    return DECIMAL if float in types else WHOLE if int in types else TEXT if str in types else ""


def _choices(game: str, parameter: inspect.Parameter) -> Sequence[Any]:
    if parameter.annotation is bool or isinstance(parameter.default, bool):
        return (False, True)
    listed = get_args(parameter.annotation) if get_origin(parameter.annotation) is Literal else ()
    return CHOICES.get(game, {}).get(parameter.name, listed)


def _needs(game: str, parameter: inspect.Parameter) -> tuple[str, str] | None:
    """The field and what has to stand in it, for this one to have a say."""
    needed = NEEDS.get(game, {}).get(parameter.name)
    return needed and (needed[0], repr(needed[1]))


def _label(game: str, parameter: inspect.Parameter, speech: Language) -> str:
    """What a parameter is called; in a game of the user's as its author has called it."""
    return speech.say(f"studio.parameters.{parameter.name}") if game in CATALOGUE else parameter.name.replace("_", " ").capitalize()


def _in_words(game: str, parameter: inspect.Parameter, value: Any, speech: Language) -> str:
    """A value of a list, in words."""
    if game in CATALOGUE:
        return parameter_in_words(game, parameter.name, value, speech)
    return speech.say(f"studio.switch.{'yes' if value else 'no'}") if isinstance(value, bool) else str(value)


def _text(kind: str, value: Any) -> str:
    """A value as it stands in a field."""
    if kind == LIST:
        return repr(value)
    return "" if value is None else ", ".join(map(str, value)) if kind == NUMBERS and isinstance(value, tuple) else str(value)


def _read(game: str, parameter: inspect.Parameter, text: str, speech: Language) -> Any:
    """The value that stands in a field."""
    kind = _kind(game, parameter)
    if kind == TEXT:
        return text
    if not text and parameter.default is None:
        return None
    try:
        if kind == LIST:
            return ast.literal_eval(parsed(text, mode="eval"))
        if kind == NUMBERS:
            return tuple(int(one) for one in _APART.split(text.strip("()")) if one)
        number = float(text) if kind == DECIMAL else int(text)
        if isfinite(number):
            return number
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        pass
    label = _label(game, parameter, speech)
    if kind == NUMBERS:
        raise SpecError(f"{label}: write whole numbers, such as {_text(kind, parameter.default)}, and not {text!r}")
    if kind == LIST:
        raise SpecError(f"{label}: {text!r} is nothing that can be chosen")
    if kind == DECIMAL:
        raise SpecError(f"{label}: write a number, such as 3, and not {text!r}")
    raise SpecError(f"{label}: write a whole number, such as 3, and not {text!r}")
