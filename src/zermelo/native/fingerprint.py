"""A digest of everything that compiled rules depend on: code, bases, helpers, constants and parameters.

numba's own cache looks at one file's date, so it would answer with the old rules after an edit in a helper module.
This digest follows what the code refers to: from a game to its class and its bases, to every function and constant
that their methods name, wherever these live. It is over byte code, not text: a comment changes nothing.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from zermelo.bits import Bits

FOR_PEOPLE = frozenset(
    {"show", "write", "read", "name", "parse", "__doc__", "__init__", "__repr__", "__module__", "__dict__", "__weakref__"}
)
"""What a class may change without its compiled rules changing."""

_OUTSIDE = frozenset(sys.stdlib_module_names) | {"numpy", "numba", "llvmlite"}


def digest(*things: Any) -> str:
    """64 hexadecimal digits that differ when any of the things, or what they depend on, does."""
    walk = _Walk()
    for thing in things:
        walk.see(thing)
    return walk.hash.hexdigest()


class _Walk:
    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.seen: dict[int, int] = {}
        self.keep: list[Any] = []  # so that no id is used twice

    def put(self, *words: object) -> None:
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode()
            self.hash.update(f"{len(data)}:".encode() + data)

    def see(self, value: Any) -> None:
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes, Bits)):
            self.put(type(value).__name__, value if isinstance(value, bytes) else repr(value))
            return
        if id(value) in self.seen:
            self.put("again", self.seen[id(value)])
            return
        self.seen[id(value)] = len(self.seen)
        self.keep.append(value)
        if isinstance(value, (tuple, list)):
            self.put(type(value).__name__, len(value))
            for part in value:
                self.see(part)
        elif isinstance(value, (set, frozenset)):
            self.put("set", *sorted(map(repr, value)))
        elif isinstance(value, dict):
            self.put("dict", len(value))
            for key in sorted(value, key=repr):
                self.see(key)
                self.see(value[key])
        elif isinstance(value, FunctionType):
            self.function(value)
        elif isinstance(value, (staticmethod, classmethod)):
            self.see(value.__func__)
        elif isinstance(value, property):
            self.see(value.fget)
        elif isinstance(value, CodeType):
            self.code(value)
        elif isinstance(value, type):
            self.type(value)
        elif isinstance(value, ModuleType):
            self.put("module", value.__name__, getattr(value, "__version__", ""))
        elif isinstance(value, BuiltinFunctionType):
            self.put("builtin", value.__qualname__)
        elif hasattr(value, "tobytes"):
            self.put("array", getattr(value, "dtype", ""), getattr(value, "shape", ""), value.tobytes())
        else:
            self.put("instance")
            self.see(type(value))
            self.see(getattr(value, "__dict__", None))

    def function(self, function: FunctionType) -> None:
        self.put("function", function.__qualname__)
        if is_outside(function):
            self.put(function.__module__)
            return
        self.see(function.__code__)
        self.see(function.__defaults__)
        self.see(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            try:
                self.see(cell.cell_contents)
            except ValueError:  # not set yet
                self.put("empty cell")
        called, named = names_in(function.__code__)
        for name in sorted(called):
            if name in function.__globals__:
                self.put(name)
                self.global_value(function.__globals__[name], named)

    def global_value(self, value: Any, named: frozenset[str]) -> None:
        self.see(value)
        if isinstance(value, ModuleType) and not is_outside(value):
            for attribute in sorted(named):
                if attribute in vars(value):
                    self.put(attribute)
                    self.global_value(vars(value)[attribute], named)

    def code(self, code: CodeType) -> None:
        self.put(code.co_code, code.co_argcount, code.co_flags, *code.co_names, *code.co_varnames, *code.co_freevars)
        for constant in code.co_consts:
            self.see(constant)

    def type(self, kind: type) -> None:
        self.put("class", kind.__module__, kind.__qualname__)
        if is_outside(kind):
            return
        for base in kind.__mro__[1:]:
            if base is not object:
                self.see(base)
        if hasattr(kind, "_fields"):
            self.put(*kind._fields)
        for name in sorted(vars(kind)):
            value = vars(kind)[name]
            if name in FOR_PEOPLE or (name.startswith("__") and not isinstance(value, FunctionType)):
                continue
            if name == "evaluations" or name.startswith("_abc_"):
                continue  # named ones: the one in use is a parameter
            if hasattr(kind, "_fields") and not isinstance(value, FunctionType):
                continue  # how a named tuple reaches its fields
            self.put(name)
            self.see(value)


@functools.cache
def names_in(code: CodeType) -> tuple[frozenset[str], frozenset[str]]:
    """The globals that the code, and the code inside it, reads; and all names in it, attributes among them."""
    called = {step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    named = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner_called, inner_named = names_in(constant)
            called |= inner_called
            named |= inner_named
    return frozenset(called), frozenset(named)


def is_outside(thing: Any) -> bool:
    """Whether a function, class or module belongs to the standard library or to the compiler's own."""
    name = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", "")
    return (name or "").partition(".")[0] in _OUTSIDE
