"""Variants of the games of ours: the fields in which their parameters are chosen, and the name of the game with what was chosen."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final, get_args

from zermelo.errors import SpecError
from zermelo.games import CATALOGUE
from zermelo.games.draughts.board import RULES
from zermelo.games.othello import rules as othello
from zermelo.games.quixo import SIZES as OF_QUIXO
from zermelo.games.twenty_forty_eight import SIZES as OF_2048
from zermelo.languages import Language
from zermelo.sources import parsed
from zermelo.spec import bound, game_named
from zermelo.titles import parameter_in_words
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
LIST: Final = "list"
WHOLE: Final = "whole"
DECIMAL: Final = "decimal"
NUMBERS: Final = "numbers"
TEXT: Final = "text"
_APART: Final = re.compile(r"[\s,]+")


def has_variants(name: str) -> bool:
    """Whether the game of this name is one of ours and has parameters that can be chosen."""
    return name in CATALOGUE and bool(_parameters(name))


def fields(spec: str, speech: Language) -> list[Facts]:
    """A field for each parameter of a game of ours, with its value in this name of the game: a list, a number, numbers or text.

    Raises SpecError where it is no name of a game of ours.
    """
    name, given = game_named(spec), bound(spec).arguments
    return [_field(name, parameter, given[parameter.name], speech) for parameter in _parameters(name)]


def written(name: str, texts: Mapping[str, str], speech: Language) -> str:
    """The game of ours as one writes it, with what stands in its fields, and nothing of what is usual: `othello(size=6)`.

    Raises SpecError where there is no such field, and for what is no number where one is to be.
    """
    parameters = {parameter.name: parameter for parameter in _parameters(name)}
    for strange in texts.keys() - parameters.keys():
        raise SpecError(f"{name} has no parameter {strange!r} here; it has: {', '.join(parameters) or 'none'}")
    values = {field: _read(_kind(name, parameters[field]), parameters[field], text.strip(), speech) for field, text in texts.items()}
    told = [f"{field}={value!r}" for field, one in parameters.items() if (value := values.get(field, one.default)) != one.default]
    return f"{name}({', '.join(told)})" if told else name


def in_labels(name: str, told: str, speech: Language) -> str:
    """What is wrong with the game of this name, with labels in place of the names of parameters: `Size 5`, and not `size=5`."""
    labels = {parameter.name: _label(parameter, speech) for parameter in _parameters(name)}
    return re.sub(r"\b(\w+)=", lambda found: f"{labels[found[1]]} " if found[1] in labels else found[0], told)


def _parameters(name: str) -> list[inspect.Parameter]:
    return [one for one in bound(name).signature.parameters.values() if one.name not in _NOT_CHOSEN]


def _field(game: str, parameter: inspect.Parameter, value: Any, speech: Language) -> Facts:
    kind, choices = _kind(game, parameter), list(_choices(game, parameter))
    if kind == LIST and value not in choices:
        choices.append(value)
    return {
        "name": parameter.name,
        "label": _label(parameter, speech),
        "kind": kind,
        "value": _text(kind, value),
        "usual": _text(kind, parameter.default),
        "needs": dict(zip(("name", "value"), needed, strict=True)) if (needed := _needs(game, parameter)) else None,
        "choices": [{"value": repr(one), "text": parameter_in_words(game, parameter.name, one, speech)} for one in choices],
    }


def _kind(game: str, parameter: inspect.Parameter) -> str:
    """What the value of a parameter is written into."""
    types = get_args(parameter.annotation) or (parameter.annotation,)
    if _choices(game, parameter):
        return LIST
    if isinstance(parameter.default, tuple):
        return NUMBERS
    return DECIMAL if float in types else WHOLE if int in types else TEXT


def _choices(game: str, parameter: inspect.Parameter) -> Sequence[Any]:
    return (False, True) if parameter.annotation is bool else CHOICES.get(game, {}).get(parameter.name, ())


def _needs(game: str, parameter: inspect.Parameter) -> tuple[str, str] | None:
    """The field and what has to stand in it, for this one to have a say."""
    needed = NEEDS.get(game, {}).get(parameter.name)
    return needed and (needed[0], repr(needed[1]))


def _label(parameter: inspect.Parameter, speech: Language) -> str:
    return speech.say(f"studio.parameters.{parameter.name}")


def _text(kind: str, value: Any) -> str:
    """A value as it stands in a field."""
    if kind == LIST:
        return repr(value)
    return "" if value is None else ", ".join(map(str, value)) if kind == NUMBERS and isinstance(value, tuple) else str(value)


def _read(kind: str, parameter: inspect.Parameter, text: str, speech: Language) -> Any:
    """The value that stands in a field."""
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
    label = _label(parameter, speech)
    if kind == NUMBERS:
        raise SpecError(f"{label}: write whole numbers, such as {_text(kind, parameter.default)}, and not {text!r}")
    if kind == LIST:
        raise SpecError(f"{label}: {text!r} is nothing that can be chosen")
    if kind == DECIMAL:
        raise SpecError(f"{label}: write a number, such as 3, and not {text!r}")
    raise SpecError(f"{label}: write a whole number, such as 3, and not {text!r}")
