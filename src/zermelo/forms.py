"""What a file says of itself in JSON, held against the form that it should have: files come from others, and may be damaged or forged.

A form is

    str, bool, dict, None    a value of just this type
    float                    a number that is finite
    a range                  a whole number within it
    a frozenset              one of these texts, or of these whole numbers
    [form]                   a list of such
    {"name": form, ...}      an object that says all this, and may say more
    {str: form}              an object of such, whatever their names are
    (form, form, ...)        one of these; where it is none of them, it should have been the first
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any, Final

COUNT: Final = range(1 << 63)
"""A whole number from 0 up that computers count to."""
WORD: Final = range(-1 << 63, 1 << 63)
"""A whole number of 64 bits."""
_SHOWN: Final = 60
"""Letters of what is there instead."""
_NAMES: Final = {
    int: "a whole number",
    str: "a text",
    dict: "an object",
    bool: "true or false",
    type(None): "null",
    None: "null",
    float: "a number",
}


def read_object(text: str | bytes) -> dict[str, Any]:
    """What an object in JSON says. Raises ValueError for what is none."""
    try:
        told = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(told, dict):
        raise ValueError("it is no object of JSON")
    return told


def check_form(told: Any, form: Any, name: str = "") -> None:
    """Raise ValueError where something that is told, by this name, has another form than it should; it says what that is."""
    if isinstance(form, dict) and isinstance(told, dict):
        if absent := [one for one in form if one is not str and one not in told]:
            raise ValueError(f"it does not say {_of(name, min(absent))}")
        for one, own in told.items():
            if one in form or str in form:
                check_form(own, form.get(one, form.get(str)), _of(name, one))
    elif isinstance(form, list) and isinstance(told, list):
        for place, own in enumerate(told):
            if not _fits(own, form[0]):  # the most do, and need no name
                check_form(own, form[0], f"{name}[{place}]")
    elif isinstance(form, tuple):
        check_form(told, next((one for one in form if _is_alike(told, one)), form[0]), name)
    elif not _fits(told, form):
        raise ValueError(f"{name} is {_shown(told)}, and has to be {_words(form)}")


def _of(name: str, part: str) -> str:
    return f"{name}.{part}" if name else part


def _is_alike(told: Any, form: Any) -> bool:
    """Whether, of several forms, this is the one that is meant."""
    return isinstance(told, type(form)) if isinstance(form, (dict, list)) else _fits(told, form)


def _fits(told: Any, form: Any) -> bool:
    if isinstance(form, range):
        return type(told) is int and told in form
    if isinstance(form, frozenset):
        return type(told) in (int, str) and told in form
    if form is float:
        return (type(told) is int and told in WORD) or (type(told) is float and isfinite(told))
    return told is None if form is None else isinstance(form, type) and type(told) is form


def _shown(told: Any) -> str:
    text = json.dumps(told)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _words(form: Any) -> str:
    if isinstance(form, range):
        return f"a whole number from {form[0]:,} to {form[-1]:,}" if form.stop < COUNT.stop else f"a whole number from {form[0]:,} up"
    if isinstance(form, frozenset):
        return " or ".join(map(str, sorted(form)))
    return "a list" if isinstance(form, list) else "an object" if isinstance(form, dict) else _NAMES[form]
