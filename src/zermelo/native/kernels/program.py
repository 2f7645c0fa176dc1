"""A kernel in the making: its parts, the functions that they call, and the function that Python calls."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from zermelo.errors import CompileError
from zermelo.native.kernels.calls import Calls
from zermelo.native.kernels.kinds import FLOAT, Kind, Row, State, StateRow, parameter_kind, return_kind
from zermelo.native.kernels.rules import CONTEXT, Rules
from zermelo.native.kernels.writer import Shape, WidenedError
from zermelo.native.plain.emitter import closure_names
from zermelo.native.plain.kinds import ADDRESS, BOOL, DOUBLE, I1, I64, NEVER, Static, Tuple, general
from zermelo.native.plain.values import RefusedError, Value, static
from zermelo.sources import tree_of

ENTRY: Final = "entry"
"""The symbol of the function that Python calls."""
_MOST_TRIES: Final = 40


class Made:
    """A function of a kernel.

    passed     the parameters that are there when it runs, with their kinds; the others are known before
    declared   the kind of what it returns, where that is said; else `returns` is found while it is written
    can_fail   whether it may end with an error, as far as is known
    """

    def __init__(self, python: FunctionType, passed: dict[str, Kind], declared: Kind | None) -> None:
        self.python, self.passed, self.declared = python, passed, declared
        self.returns: Kind = declared or NEVER
        self.can_fail = declared is not None  # of one that calls itself nothing else is known before it is written
        self.function: Any = None


class Program:
    """The machine code of a kernel in the making: for a game and its rules, or for none."""

    def __init__(self, game: Any, rules: Rules | None) -> None:
        self.game, self.rules = game, rules
        self.words = rules.words if rules else 0
        self.players = int(game.players) if rules else 0
        self.module = ir.Module("kernel")
        self.copier = self.module.declare_intrinsic("llvm.memcpy", [ADDRESS, ADDRESS, I64])
        self.failures: dict[tuple[type[Exception], str], int] = {}
        self.read: set[str] = set()
        self._parts: dict[Any, Made] = {}
        self._made: dict[Any, Made] = {}
        self._names: dict[Any, dict[str, Any]] = {}

    # The game

    def has(self, method: str) -> bool:
        """Whether the game has a method of its own, compiled with its rules."""
        return self.rules is not None and self.rules.has(method)

    def method(self, name: str) -> FunctionType | None:
        """The plain function behind a method."""
        found = getattr(type(self.game), name, None)
        return found if isinstance(found, FunctionType) else None

    def constant(self, name: str) -> Any:
        """An attribute of the game that is no method."""
        found = getattr(self.game, name, RefusedError)
        if found is RefusedError:
            raise RefusedError(f"the game has no `{name}`")
        return tuple(found) if isinstance(found, list) else found

    # Functions

    def names_of(self, python: FunctionType) -> dict[str, Any]:
        """The names that a function sees around it."""
        if python not in self._names:
            builtins = getattr(python, "__builtins__")  # noqa: B009  # mypy knows it, but its cache does not keep it
            self._names[python] = builtins | python.__globals__ | closure_names(python)
        return self._names[python]

    def part(self, python: FunctionType, parameters: tuple[Any, ...], returns: Any) -> Made:
        """Write a part, whose kinds are declared: it may call itself and those before."""
        names = python.__code__.co_varnames[: python.__code__.co_argcount]
        given: dict[str, Value] = {}
        kinds: list[Kind] = [parameter_kind(one) for one in parameters]
        if self.rules is not None:
            given, names, kinds = {names[0]: static(self.game)}, names[1:], [self.rules.state, *kinds]
        made = Made(python, dict(zip(names, kinds, strict=True)), return_kind(returns, self.players))
        self._parts[python.__code__] = made
        self._write(made, given)
        return made

    def made(self, python: FunctionType, given: dict[str, Value]) -> Made:
        """The function for arguments of these kinds, written if need be."""
        part = self._parts.get(python.__code__)
        if part is not None:
            return part
        kinds = {name: general(value.kind) for name, value in given.items()}
        key = (python.__code__, tuple(value.const if isinstance(value.kind, Static) else value.kind for value in given.values()))
        if key not in self._made:
            made = Made(python, {name: kind for name, kind in kinds.items() if not isinstance(kind, Static)}, None)
            self._made[key] = made
            self._write(made, {name: value for name, value in given.items() if isinstance(value.kind, Static)})
        found = self._made[key]
        if found.returns == NEVER:
            raise RefusedError(f"`{python.__name__}` calls itself: what it returns is to be declared as that of a part of the kernel")
        return found

    def _write(self, made: Made, known: dict[str, Value]) -> None:
        try:
            definition = tree_of(made.python)
        except (OSError, TypeError, SyntaxError):
            raise RefusedError(f"the source of `{made.python.__qualname__}` cannot be read") from None
        if not isinstance(definition, ast.FunctionDef):
            raise RefusedError(f"`{made.python.__qualname__}` is no function of a kernel")
        shape = Shape()
        can_fail = made.can_fail
        for _ in range(_MOST_TRIES):
            made.can_fail = can_fail
            self._begin(made, shape)
            writer = Calls(self, made, shape)
            try:
                writer.write(definition, known | self._arguments(made))
            except WidenedError:
                continue
            except RefusedError as refused:
                if refused.node is None:
                    refused.node = writer.node
                    refused.why = f"{made.python.__name__}, line {getattr(writer.node, 'lineno', '?')}: {refused.why}"
                raise
            if made.declared is None and made.returns != shape.returns:
                made.returns = shape.returns
                continue  # what it gives back has another type
            return
        raise RefusedError(f"`{made.python.__name__}`: the kinds of its variables change without end")

    def _begin(self, made: Made, shape: Shape) -> None:
        if made.function is not None:
            self.module.globals.pop(made.function.name)
        returns = made.declared or shape.returns
        made.returns = returns
        parts = [part for kind in made.passed.values() for part in kind.parts]
        out = [ADDRESS] if isinstance(returns, State) else []
        answer = ir.LiteralStructType([I64, *([] if out else returns.parts)])
        name = self.module.get_unique_name(made.python.__name__)
        made.function = ir.Function(self.module, ir.FunctionType(answer, [CONTEXT, *parts, *out]), name)
        made.function.linkage = "internal"
        made.function.attributes.add("nounwind")

    def _arguments(self, made: Made) -> dict[str, Value]:
        given, left = {}, list(made.function.args[1:])
        for name, kind in made.passed.items():
            given[name], left = Value(kind, left[: len(kind.parts)]), left[len(kind.parts) :]
        return given

    # The rest

    def failure(self, error: type[Exception], text: str) -> int:
        """The number with which a function ends that fails so; from 1, those of the rules first."""
        first = 1 + len(self.rules.failures if self.rules else ())
        return self.failures.setdefault((error, text), first + len(self.failures))

    def intrinsic(self, name: str, types: list[Any]) -> Any:
        """A function of LLVM, of one argument."""
        return self.module.declare_intrinsic(name, types, ir.FunctionType(types[0], [types[0]]))

    def given(self, made: Made) -> list[Kind]:
        """The kinds of the words that Python gives a function: a state as its numbers, or as its address."""
        kinds = list(made.passed.values())
        return [*_numbers(self.rules.state), *kinds[1:]] if self.rules else kinds

    def enter(self, made: Made) -> None:
        """Write the function that Python calls: (words) -> 0, or what went wrong.

        The words are the table and what `given` says, 64 bits each; what is returned is put in their places.
        """
        function = ir.Function(self.module, ir.FunctionType(I64, [I64.as_pointer()]), ENTRY)
        b = ir.IRBuilder(function.append_basic_block())
        words = function.args[0]
        table = b.load(words)
        given = [_entered(b, kind, b.gep(words, [ir.Constant(I64, place)])) for place, kind in enumerate(self.given(made), 1)]
        context = self.rules.enter(b, table) if self.rules else b.inttoptr(table, CONTEXT)
        answer = b.call(made.function, [context, *given])
        for number, part in enumerate(made.returns.parts):
            place = b.gep(words, [ir.Constant(I64, number)])
            b.store(b.extract_value(answer, 1 + number), b.bitcast(place, part.as_pointer()))
        b.ret(b.extract_value(answer, 0))


def _entered(b: Any, kind: Kind, place: Any) -> Any:
    """What Python gives in a word: a number, or the address of a row or a state."""
    if kind == FLOAT:
        return b.load(b.bitcast(place, DOUBLE.as_pointer()))
    word = b.load(place)
    if kind == BOOL:
        return b.trunc(word, I1)
    return b.inttoptr(word, ADDRESS) if isinstance(kind, (Row, StateRow, State)) else word


def _numbers(state: Kind) -> list[Kind]:
    """The kinds of the numbers that a state is made of; one that lies in memory is its address."""
    return [number for member in state.members for number in _numbers(member)] if isinstance(state, Tuple) else [state]


def written(game: Any, rules: Rules | None, parts: list[tuple[FunctionType, tuple[Any, ...], Any]]) -> tuple[Program, Made]:
    """A kernel of these parts, the last of which is what Python calls. Raises CompileError for one that is no such kernel."""
    program = Program(game, rules)
    try:
        for part in parts:
            made = program.part(*part)
    except RefusedError as refused:
        raise CompileError(refused.why) from None
    except KeyError as unknown:
        raise CompileError(f"kernels take no parameter of the type {unknown}") from None
    program.enter(made)
    return program, made
