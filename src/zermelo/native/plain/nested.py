"""Functions within functions that call themselves: each is compiled as a function of its own.

Any other function within a function is written where it is called. One that calls itself, or is called back by another beside it, takes
what it sees of the function around it as further arguments: none of that gets another value while it runs, as `nonlocal` does not compile,
and lists, sets and dicts are changed where they are. In its own machine code they are variables of a frame around its own.
"""

from __future__ import annotations

import functools
from types import CellType, CodeType, FunctionType
from typing import Any, Final

from zermelo.native.plain.calls import Calls, is_generator
from zermelo.native.plain.emitter import Closure, Frame, closure_names
from zermelo.native.plain.values import Forming, Lazy, RefusedError, Value, static

AROUND: Final = "<around> "
"""Stands before the name of what a function sees of the one around it, among its arguments."""


class Nested(Calls):
    """Writes calls of functions within functions that call themselves."""

    def _call_closure(self, closure: Closure, args: list[Value], words: dict[str, Value]) -> Value:
        beside = self._reached(closure) if closure.frame.writer is self else {}
        if is_generator(closure) or not any(one.node is closure.node for one in beside.values()):
            return super()._call_closure(closure, args, words)
        function = self._function_of(closure, beside)
        seen = sorted({name for one in beside.values() for name in _free_names(one)} - set(beside))
        given = self._given_to(closure, args, words) | {AROUND + name: self._name_in(closure.frame, name) for name in seen}
        given = {name: self._handed_over(function, name, value) for name, value in given.items()}
        made = self.program.specialised(function, given)
        if made.is_written_where_called:
            raise RefusedError(f"`{closure.name}` calls itself and gives what is gone through later; let it give a list")
        return self.called(made, given)

    def _reached(self, closure: Closure) -> dict[str, Closure]:
        """The functions within functions that one of them may come to call, by their names: itself only if it calls itself."""
        found: dict[str, Closure] = {}
        waiting = [closure]
        while waiting:
            for name in _free_names(waiting.pop()):
                one = self._closure_named(name, closure.frame)
                if one is not None and name not in found:
                    found[name] = one
                    waiting.append(one)
        return found

    def _closure_named(self, name: str, frame: Frame | None) -> Closure | None:
        assert self.environment is not None
        while frame is not None and (frame.number, name) not in self.environment:
            frame = frame.outer
        held = self.environment[frame.number, name] if frame is not None else None
        return held.const if isinstance(held, Value) and isinstance(held.const, Closure) else None

    def _name_in(self, frame: Frame, name: str) -> Value:
        outer, self.frame = self.frame, frame
        try:
            return self.name(name)
        finally:
            self.frame = outer

    def _function_of(self, closure: Closure, beside: dict[str, Closure]) -> FunctionType:
        """What is compiled for a function that may come to call these."""
        for one in beside.values():
            if one.frame is not closure.frame or not all(value.is_known for value in one.defaults.values()):
                raise RefusedError(f"`{closure.name}`, a function within a function, calls itself; make it a function of the module")
        code = _code_of(closure)
        assert code is not None
        function = _function(_owner(closure.frame), code)
        before = self.program.beside.setdefault(function, beside)
        if {name: one.node for name, one in before.items()} != {name: one.node for name, one in beside.items()}:
            raise RefusedError(f"`{closure.name}` calls functions that are defined in more than one way; make them functions of the module")
        return function

    def _handed_over(self, function: FunctionType, name: str, value: Value) -> Value:
        """An argument as another function can take it."""
        if isinstance(value.const, Lazy):
            return self._as_row(function, value)
        if self._is_of_here(value) or isinstance(value.const, Forming):
            told = f"`{function.__name__}`, a function within a function, calls itself and is given `{name.removeprefix(AROUND)}`"
            raise RefusedError(f"{told}, which can be used here alone; make it a function of the module")
        return value

    def frame_around(self, function: FunctionType) -> Frame | None:
        """The frame around that of such a function, with the functions that it may come to call; None for any other function."""
        beside = self.program.beside.get(function)
        if beside is None:
            return None
        owner = _owner(next(iter(beside.values())).frame)
        frame = self.new_frame(owner, owner.__globals__ | closure_names(owner), None)
        for name, one in beside.items():
            self.assign(name, static(Closure(one.node, one.name, frame, one.defaults)), frame)
        return frame


def _owner(frame: Frame | None) -> Any:
    """The function in whose text a frame's functions stand."""
    while frame is not None and not isinstance(frame.function, FunctionType):
        frame = frame.outer
    return None if frame is None else frame.function


def _free_names(closure: Closure) -> tuple[str, ...]:
    """What it sees of the functions around it."""
    code = _code_of(closure)
    return () if code is None else code.co_freevars


def _code_of(closure: Closure) -> CodeType | None:
    """What Python runs for it; None where that is not clear, as of two lambdas in a line."""
    owner = _owner(closure.frame)
    first = min(one.lineno for one in (closure.node, *getattr(closure.node, "decorator_list", ())))
    codes = _codes_within(owner.__code__) if owner is not None else ()
    found = [code for code in codes if (code.co_name, code.co_firstlineno) == (closure.name, first)]
    return found[0] if len(found) == 1 else None


@functools.lru_cache(maxsize=256)
def _codes_within(code: CodeType) -> tuple[CodeType, ...]:
    inner = tuple(one for one in code.co_consts if isinstance(one, CodeType))
    return inner + tuple(further for one in inner for further in _codes_within(one))


@functools.lru_cache(maxsize=256)
def _function(owner: FunctionType, code: CodeType) -> FunctionType:
    """A function as Python makes one each time that the one around it runs, which sees nothing yet: the same for each writing."""
    return FunctionType(code, owner.__globals__, code.co_name, None, tuple(CellType() for _ in code.co_freevars))
