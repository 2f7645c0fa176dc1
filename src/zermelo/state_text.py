"""States as one line of text, and read back: what a game's `write` and `read` are unless it has its own.

    (X,"a b",.) 3 0x1f RED None {1,2} Card(5,RED)

is a state of seven fields. Words are read as what stands in the same place of the initial state, the *model*, so that they can be
short: a number, 0 or 1 for a bool, a `Bits` in hexadecimal, the name of an `Enum`'s member, text that needs no quotes. Else a value
says itself what it is:

    None True False 5 0.5 0x1f    Enum: Colour.RED    text: "a b"        tuple: (1,2)    list: [1,2]    frozenset: {1,2}
    where a word would be read as something else: int(5) float(0.5) bool(True) Bits(0x1f) None() tuple(1,2) Colour(3)
    an instance of a NamedTuple or a dataclass, where the model is none of its class: Card(5,RED)

Nothing is evaluated: classes are those that the game's own module and initial state know by that name.
"""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from math import isnan
from types import FunctionType
from typing import Any, Final, NamedTuple, NoReturn

from zermelo.bits import Bits
from zermelo.errors import PositionError
from zermelo.values import counted
from zermelo.words import attribute_names

NOTHING: Final = object()
"""The model of a place of which nothing is known."""
DEEPEST: Final = 100
"""Brackets within one another in a text that is read."""
WHOLE: Final = "state"
"""Stands before a state of another class than the initial one, whose fields are not those of that."""
Classes = Mapping[str, type]

_PLACE: Final = " object at 0x"
_BARE: Final = re.compile(r"[^\s,()\[\]{}\"]+")
_QUOTED: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_INT: Final = re.compile(r"[+-]?\d+")
_DOTTED: Final = re.compile(r"\w+\.\w+")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-f]+", re.IGNORECASE)
_FLOAT: Final = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+(?=e))(e[+-]?\d+)?|[+-]?inf|nan", re.IGNORECASE)
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_KEYWORDS: Final[dict[str, Any]] = {"None": None, "True": True, "False": False}
_LONG: Final[dict[str, Callable[[tuple[Any, ...]], Any]]] = {
    "int": lambda parts: int(*parts),
    "float": lambda parts: float(*parts),
    "bool": lambda parts: bool(*parts),
    "Bits": lambda parts: Bits(*map(int, parts)),
    "None": lambda parts: None,
    "tuple": tuple,
    "list": list,
}


class _Word(NamedTuple):
    """A word without quotes."""

    text: str


class _Quoted(NamedTuple):
    """Text in quotes."""

    text: str


class _Group(NamedTuple):
    """Values in brackets of a kind, with or without a name before them."""

    name: str
    bracket: str
    parts: tuple[Any, ...]


# Writing


def written(state: Any, model: Any) -> str:
    """A state as one line of text, where `model` is the initial one. What has no text form stands there as people may read it."""
    try:
        return _state_written(state, model)
    except RecursionError:  # it holds itself
        return _as_python_shows(state)


def shown(value: Any) -> str:
    """Any value as Python shows it; by what it holds where that would be no more than its place in memory."""
    text = repr(value)
    return written(value, NOTHING) if _PLACE in text else text


def shortened(value: object) -> str:
    """The value as people read it, or the beginning of that."""
    try:
        text = shown(value)
    except Exception as error:
        text = f"a {type(value).__name__} whose repr raises {type(error).__name__}"
    return text if len(text) <= 100 else text[:97] + "..."


def _state_written(state: Any, model: Any) -> str:
    if type(state) is type(model) and (names := _field_names(state)):
        return " ".join(_written(getattr(state, name), getattr(model, name, NOTHING)) for name in names)
    return f"{WHOLE}({_written(state)})" if _field_names(model) else _written(state, model)


def _written(value: Any, model: Any = NOTHING) -> str:
    if isinstance(value, enum.Enum):
        return _enum_written(value, model)
    if isinstance(value, Bits):
        return _number_written(value, f"{int(value):#x}", model)
    if isinstance(value, bool):
        return _number_written(value, str(int(value)) if isinstance(model, int) else str(value), model)
    if value is None:
        return "None" if _is_read_as("None", model, None) else "None()"
    if isinstance(value, (int, float)):
        return _number_written(value, repr(value), model)
    if isinstance(value, str):
        bare = _BARE.fullmatch(value) and (isinstance(model, str) or not _DOTTED.fullmatch(value))
        return value if bare and _is_read_as(value, model, value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, frozenset):
        inner = _common(tuple(model)) if isinstance(model, frozenset) else NOTHING
        return "{" + ",".join(sorted(_written(part, inner) for part in value)) + "}"
    if type(value) in (tuple, list):
        return _row_written(value, model)
    if names := _field_names(value):
        same = type(value) is type(model)
        parts = [_written(getattr(value, name), getattr(model, name, NOTHING) if same else NOTHING) for name in names]
        return f"{'' if same else type(value).__name__}({','.join(parts)})"
    return _unread(value)


def _unread(value: Any) -> str:
    """What has no text form: dicts, sets and objects by what they hold, anything else by its `repr`."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_written(key)}:{_written(part)}" for key, part in value.items()) + "}"
    if isinstance(value, set):
        return _written(frozenset(value))
    if getattr(type(value), "__repr__", None) is object.__repr__ and (names := attribute_names(value)):
        return f"{type(value).__name__}({','.join(_written(getattr(value, name)) for name in names)})"
    return _as_python_shows(value)


def _as_python_shows(value: Any) -> str:
    return "".join(repr(value).split())


def _row_written(value: Any, model: Any) -> str:
    """A tuple or a list, with the name of its class where one like the model is expected and it has another length or no fields."""
    parts = ",".join(map(_written, value, _models(model, len(value))))
    if type(value) is type(model):
        named = bool(model) and len(value) != len(model)
    else:
        named = isinstance(value, tuple) and bool(_field_names(model))
    if named:
        return f"{type(value).__name__}({parts})"
    return f"({parts})" if isinstance(value, tuple) else f"[{parts}]"


def _number_written(value: Any, word: str, model: Any) -> str:
    """The word for a number or set, with the name of its class where the word would be read as something else."""
    return word if _is_read_as(word, model, value) else f"{type(value).__name__}({word})"


def _enum_written(value: enum.Enum, model: Any) -> str:
    kind = type(value)
    if kind.__members__.get(value.name or "") is not value or (isinstance(model, str) and not isinstance(model, kind)):
        return f"{kind.__name__}({_written(value.value)})"
    return value.name if type(model) is kind else f"{kind.__name__}.{value.name}"


def _is_read_as(word: str, model: Any, value: Any) -> bool:
    """Whether a word is read back as the value; a bool and the number that equals it are the same for people."""
    try:
        back = _word(word, model, {})
    except PositionError:
        return False
    if isinstance(value, float):
        return isinstance(back, float) and (back == value or (isnan(back) and isnan(value)))
    return bool(back == value) and (type(back) is type(value) or (isinstance(value, bool) and isinstance(back, int)))


# Reading


def read(text: str, model: Any, classes: Classes, example: str) -> Any:
    """The state that `written` made into text. Raises PositionError where there is none; `example` is a position as it is written."""
    if why := no_text(model):
        raise PositionError(why)
    values = _Parser(text, example).values()
    names = _field_names(model)
    match values:
        case [_Group(name=name, parts=(whole,))] if names and name == WHOLE:
            return _made(whole, NOTHING, classes)
    if names and len(values) == len(names):
        made = (_made(value, getattr(model, name), classes) for value, name in zip(values, names, strict=True))
        return _built(type(model), tuple(made), text)
    if names or len(values) != 1:
        wanted = counted(len(names), "field") if names else "one value; text with blanks stands in quotes"
        raise PositionError(f"{text!r} has {counted(len(values), 'field')}; a position here has {wanted}, as in {example!r}")
    return _made(values[0], model, classes)


def classes_known(game: Any, model: Any) -> dict[str, type]:
    """The classes of values that a game may hold in its states, by name: those of its initial state, and those that its code can name."""
    found: dict[str, type] = {}

    def add(kinds: Iterable[Any]) -> None:
        for kind in kinds:
            if isinstance(kind, type) and (issubclass(kind, enum.Enum) or _is_record(kind)):
                found.setdefault(kind.__name__, kind)

    add(_kinds_in(model))
    for owner in type(game).__mro__:
        add(vars(owner).values())
        for method in vars(owner).values():
            if isinstance(method, FunctionType) and not method.__module__.startswith("zermelo.state_text"):
                add(cell.cell_contents for cell in method.__closure__ or () if _is_filled(cell))
                add(method.__globals__.get(name) for name in method.__code__.co_names)
        add(vars(owner).get("__annotations__", {}).values())
    return found


class _Parser:
    """Takes a text apart into values; raises PositionError where that cannot be done."""

    def __init__(self, text: str, example: str) -> None:
        self.text, self.example, self.place = text, example, 0

    def values(self) -> list[Any]:
        """The values of the text, which stand one beside the other."""
        found = []
        while self._looks_at():
            found.append(self._value(0))
        return found

    def _looks_at(self) -> str:
        """The sign that comes next, after blanks; nothing at the end."""
        while self.text[self.place : self.place + 1].isspace():
            self.place += 1
        return self.text[self.place : self.place + 1]

    def _value(self, depth: int) -> Any:
        sign = self._looks_at()
        if sign in _CLOSING:
            return self._group("", depth)
        if sign == '"':
            return self._quoted()
        word = _BARE.match(self.text, self.place)
        if word is None:
            self._fail(f"has {sign!r} where a value should stand")
        self.place = word.end()
        return self._group(word[0], depth) if self.text[self.place : self.place + 1] == "(" else _Word(word[0])

    def _quoted(self) -> _Quoted:
        quoted = _QUOTED.match(self.text, self.place)
        if quoted is None:
            self._fail("has a quote that is never closed")
        self.place = quoted.end()
        try:
            return _Quoted(json.loads(quoted[0], strict=False))
        except ValueError:
            self._fail(f"has {quoted[0]}, in which a sign after \\ means nothing")

    def _group(self, name: str, depth: int) -> _Group:
        """From the opening bracket to the closing one."""
        bracket = self.text[self.place]
        self.place += 1
        parts: list[Any] = []
        if depth == DEEPEST:
            self._fail(f"has more than {DEEPEST} brackets within one another")
        while self._looks_at() not in (_CLOSING[bracket], ""):
            parts.append(self._value(depth + 1))
            if self._looks_at() == ",":
                self.place += 1
            elif self._looks_at() not in (_CLOSING[bracket], ""):
                self._fail(f"lacks a comma before {self._looks_at()!r}")
        if not self._looks_at():
            self._fail(f"has a {bracket!r} that is never closed")
        self.place += 1
        return _Group(name, bracket, tuple(parts))

    def _fail(self, what: str) -> NoReturn:
        raise PositionError(f"{self.text!r} {what}; a position is written as in {self.example!r}")


def _made(value: Any, model: Any, classes: Classes) -> Any:
    """The value for a place with this model."""
    if isinstance(value, _Quoted):
        return value.text
    if isinstance(value, _Word):
        return _word(value.text, model, classes)
    if value.name in _LONG:
        models = _models(model if value.name in ("tuple", "list") else NOTHING, len(value.parts))
        parts = tuple(_made(part, inner, classes) for part, inner in zip(value.parts, models, strict=True))
        return _built(_LONG[value.name], (parts,), f"{value.name}(...)")
    if value.name:
        kind = classes.get(value.name)
        if kind is None:
            raise PositionError(f"{value.name}(...) is none of the values that this game's states hold: {', '.join(classes) or 'none'}")
        return _built(kind, tuple(_made(part, NOTHING, classes) for part in value.parts), f"{value.name}(...)")
    if value.bracket == "{":
        inner = _common(tuple(model)) if isinstance(model, frozenset) else NOTHING
        return frozenset(_made(part, inner, classes) for part in value.parts)
    if value.bracket == "[":
        return [_made(part, inner, classes) for part, inner in zip(value.parts, _fitting(value, model, list), strict=True)]
    if names := _field_names(model):
        models = [getattr(model, name) for name in names]
        _checked_count(value, models, model)
        return _built(type(model), tuple(map(_made, value.parts, models, [classes] * len(models))), _written(model))
    return tuple(_made(part, inner, classes) for part, inner in zip(value.parts, _fitting(value, model, tuple), strict=True))


def _fitting(value: _Group, model: Any, kind: type) -> list[Any]:
    """A model for each part of a group, which has as many as the model, if that has any."""
    if type(model) is kind and model:
        _checked_count(value, model, model)
    return _models(model, len(value.parts))


def _checked_count(value: _Group, models: Any, model: Any) -> None:
    if len(value.parts) != len(models):
        raise PositionError(f"{_shown(value)} has {counted(len(value.parts), 'part')}, not {len(models)} as in {_written(model)!r}")


def _word(word: str, model: Any, classes: Classes) -> Any:
    if isinstance(model, str) and not isinstance(model, enum.Enum):
        return word
    if isinstance(model, enum.Enum) and word in type(model).__members__:
        return type(model)[word]
    if word in _KEYWORDS:
        return _KEYWORDS[word]
    try:
        return _number(word, model)
    except ValueError:
        pass
    kind, _, member = word.partition(".")
    if issubclass(known := classes.get(kind, object), enum.Enum) and member in known.__members__:
        return known[member]
    if model is NOTHING or model is None:
        return word
    raise _refused(word, model)


def _number(word: str, model: Any) -> Any:
    """The number or set that a word means in the place of the model. Raises ValueError where it means none."""
    if isinstance(model, (tuple, list, frozenset)) or _field_names(model):
        raise ValueError(word)
    if isinstance(model, bool) and word in ("0", "1"):
        return word == "1"
    if isinstance(model, Bits) or (_HEXADECIMAL.fullmatch(word) and not isinstance(model, int)):
        return bits_of(word)
    if _INT.fullmatch(word):
        return int(word)
    if _FLOAT.fullmatch(word):
        return float(word)
    raise ValueError(word)


def bits_of(word: str) -> Bits:
    """The set of up to 64 members that a number stands for, decimal or with 0x. Raises ValueError for what is none."""
    number = int(word, 0)
    if not 0 <= number < 1 << 64:
        raise ValueError(word)
    return Bits(number)


def _refused(word: str, model: Any) -> PositionError:
    """Why a word cannot stand in the place of the model."""
    if isinstance(model, enum.Enum):
        return PositionError(f"{word!r} is none of {', '.join(type(model).__members__)}")
    if isinstance(model, (tuple, list, frozenset)):
        return PositionError(f"{word!r} should be a list in brackets, such as {_written(model)}")
    if isinstance(model, (Bits, int, float)):
        return PositionError(f"{word!r} is not a number that can stand here, such as {_written(model)!r}")
    return PositionError(_no_text(type(model)))


def no_text(state: Any) -> str:
    """Why a state has no text form; nothing where it has one."""
    kind = _without_text(state)
    return "" if kind is None else _no_text(kind)


def _without_text(value: Any) -> type | None:
    """The class of the first value in a state that has no text form."""
    if value is NOTHING or value is None or isinstance(value, (enum.Enum, Bits, int, float, str)):
        return None
    if isinstance(value, frozenset) or type(value) in (tuple, list):
        return next((kind for part in value if (kind := _without_text(part)) is not None), None)
    if names := _field_names(value):
        return next((kind for name in names if (kind := _without_text(getattr(value, name))) is not None), None)
    return type(value)


def _no_text(kind: type) -> str:
    return f"states that hold values of type {kind.__name__} have no text form unless the game defines `write` and `read`"


def _built(kind: Callable[..., Any], parts: tuple[Any, ...], what: str) -> Any:
    """An object of a class with these values for its fields."""
    try:
        if isinstance(kind, type) and is_dataclass(kind):
            return kind(**dict(zip(_initial_fields(kind), parts, strict=True)))
        return kind(*parts)
    except Exception as error:  # the class is the game's, and may refuse in any way
        raise PositionError(f"{what!r} is no {getattr(kind, '__name__', 'value')}: {error}") from error


def _shown(group: _Group) -> str:
    inner = [_shown(part) if isinstance(part, _Group) else part.text for part in group.parts]
    return f"{group.name}{group.bracket}{','.join(inner)}{_CLOSING[group.bracket]}"


def _models(model: Any, count: int) -> list[Any]:
    """A model for each of this many parts: those of the model, or where it has fewer, its first if all are of one kind."""
    if type(model) not in (tuple, list) or not model:
        return [NOTHING] * count
    if len(model) == count:
        return list(model)
    return [_common(model)] * count


def _common(parts: Sequence[Any]) -> Any:
    """A model for all of these parts, if they are of one kind and none has parts of its own."""
    kinds = set(map(type, parts))
    return parts[0] if len(kinds) == 1 and not kinds & {tuple, list, frozenset} and not _field_names(parts[0]) else NOTHING


# Classes


def _field_names(value: Any) -> tuple[str, ...]:
    """The fields of an instance of a NamedTuple or a dataclass; none of anything else."""
    kind = type(value)
    if isinstance(value, tuple):
        return tuple(getattr(kind, "_fields", ()))
    return _initial_fields(kind) if is_dataclass(kind) else ()


def _initial_fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.init)


def _is_record(kind: type) -> bool:
    return is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))


def _kinds_in(value: Any) -> Iterator[type]:
    yield type(value)
    if isinstance(value, (tuple, list, frozenset)):
        for part in value:
            yield from _kinds_in(part)
    elif is_dataclass(type(value)):
        for name in _initial_fields(type(value)):
            yield from _kinds_in(getattr(value, name, None))


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:  # nothing was assigned yet
        return False
