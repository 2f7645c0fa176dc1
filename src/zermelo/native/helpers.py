"""The plain functions that rules call, compiled with them.

numba compiles what is decorated and nothing else; a student's `def wins(cells): ...` beside the class is not. So a
method is compiled as a copy whose globals hold, for each such function, its compiled twin. Functions of other
libraries are left to numba.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

from numba import njit
from numba.core import config

from zermelo.native.diagnostics import RefusedError
from zermelo.native.fingerprint import is_outside, names_in
from zermelo.native.parts import Part, Whole

OPTIONS = {"nogil": True, "error_model": "python", "boundscheck": True, "no_cfunc_wrapper": True}
"""How everything here is compiled: without the interpreter's lock, and with Python's errors."""

WHOLE = {**OPTIONS, "pipeline_class": Whole}
"""How a kernel's function that Python calls is compiled."""
PART = {**OPTIONS, "no_cpython_wrapper": True, "pipeline_class": Part}
"""How what that function calls is compiled."""

config.SLP_VECTORIZE = 1  # the eight directions of a board at once: Othello's endgames by a quarter, alpha-beta by up to a half

Compiled = dict[FunctionType, Any]
"""Helpers, each with its compiled twin: of one game, or of one kernel, so that they go with it."""


def with_helpers(function: FunctionType, compiled: Compiled) -> FunctionType:
    """A copy of the function whose globals hold compiled helpers."""
    names = {name: value for name, value in function.__globals__.items() if name != function.__name__}
    return with_globals(function, names, compiled)


def with_globals(function: FunctionType, names: dict[str, Any], compiled: Compiled) -> FunctionType:
    """A copy of the function over these globals, helpers compiled."""
    _checked(function)
    called, named = names_in(function.__code__)
    changed = {name: _replaced(names[name], named, compiled) for name in called if name in names}
    made = FunctionType(function.__code__, {**names, **changed}, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__module__ = function.__module__
    made.__qualname__ = function.__qualname__
    return made


def _checked(function: FunctionType) -> None:
    """Raise RefusedError for a function that is called as none is in compiled code."""
    code = function.__code__
    if code.co_kwonlyargcount:
        names = ", ".join(code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount])
        raise RefusedError(f"`{function.__qualname__}` takes {names} by name only, which does not compile; leave out the `*` before it")


def _replaced(value: Any, named: frozenset[str], compiled: Compiled) -> Any:
    if isinstance(value, FunctionType) and not is_outside(value):
        return value if _is_known(value) else _compile(value, compiled)
    if isinstance(value, ModuleType) and not is_outside(value):
        double = ModuleType(value.__name__)
        double.__dict__.update(vars(value))
        for name in named & vars(value).keys():
            setattr(double, name, _replaced(vars(value)[name], named, compiled))
        return double
    return value


def _is_known(function: FunctionType) -> bool:
    """Whether the compiler has its own code for the function, as for `zermelo.replace`."""
    return function.__module__ in ("zermelo.game", "zermelo.rows", "zermelo.wide", "zermelo.words")


def _compile(function: FunctionType, compiled: Compiled) -> Any:
    made = compiled.get(function)
    if made is None:
        _checked(function)
        copy = FunctionType(function.__code__, dict(function.__globals__), function.__name__, function.__defaults__, function.__closure__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        made = compiled[function] = njit(**PART)(copy)
        called, named = names_in(function.__code__)
        for name in called & function.__globals__.keys():
            copy.__globals__[name] = _replaced(function.__globals__[name], named, compiled)
    return made
