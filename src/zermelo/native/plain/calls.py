"""Calls: of functions of the rules, of their classes, and of what is builtin (see builtin_functions.py, methods.py)."""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import operator
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Final

from zermelo.native.fingerprint import is_outside
from zermelo.native.plain import kinds
from zermelo.native.plain.builtin_functions import BUILTINS
from zermelo.native.plain.emitter import RETURNED, Closure, Comprehension, Frame, assigned, closure_names
from zermelo.native.plain.kinds import (
    NEVER,
    Instance,
    Member,
    Never,
    Static,
    Tuple,
)  # fmt: skip
from zermelo.native.plain.library import REAL, WRITTEN
from zermelo.native.plain.loops import (
    Generated,
)
from zermelo.native.plain.methods import Methods
from zermelo.native.plain.one_shot import Taken
from zermelo.native.plain.values import (
    NEVER_VALUE,
    NONE,
    Bound,
    Forming,
    Lazy,
    Method,
    Partial,
    RefusedError,
    Value,
    constant,
    is_frozen_record,
    static,
)
from zermelo.sources import is_ours

_OPERATORS: Final = {
    operator.add: ast.Add, operator.sub: ast.Sub, operator.mul: ast.Mult, operator.and_: ast.BitAnd, operator.or_: ast.BitOr,
    operator.xor: ast.BitXor, operator.floordiv: ast.FloorDiv, operator.mod: ast.Mod, operator.truediv: ast.Div,
}  # fmt: skip
_COMPARED: Final = {
    operator.eq: ast.Eq,
    operator.ne: ast.NotEq,
    operator.lt: ast.Lt,
    operator.le: ast.LtE,
    operator.gt: ast.Gt,
    operator.ge: ast.GtE,
}
_PURE: Final = frozenset({"abs", "ascii", "bin", "callable", "chr", "divmod", "format", "hex", "oct", "ord", "pow", "repr", "round"})
"""Builtin functions that only give what their arguments say."""


class Calls(Methods):
    """Writes calls."""

    def call(self, function: Value, args: list[Value], words: dict[str, Value]) -> Value:
        """Call what an expression has come to."""
        if isinstance(function.kind, Never):
            return NEVER_VALUE
        if (own := self.by_own_method("__call__", function, *args)) is not None:
            return own
        if not isinstance(function.kind, Static):
            raise RefusedError(f"{kinds.in_words(function.kind)} is called like a function")
        thing = function.const
        if isinstance(thing, Closure):
            return self._call_closure(thing, args, words)
        if isinstance(thing, Bound):
            return self._call_function(thing.function, [thing.receiver, *args], words)
        if isinstance(thing, Method):
            return self.method_call(thing.receiver, thing.name, args, words)
        if isinstance(thing, MethodType):
            return self._call_function(thing.__func__, [static(thing.__self__), *args], words)
        if isinstance(thing, Partial):
            return self.call(thing.function, [*thing.args, *args], {**dict(thing.words), **words})
        if isinstance(thing, functools.partial):
            given = [constant(one) for one in thing.args]
            return self.call(
                self.thing(thing.func, "partial"), [*given, *args], {**{k: constant(v) for k, v in thing.keywords.items()}, **words}
            )
        known, unknown = (
            BUILTINS.get(thing) if _hashable(thing) else None,
            any(isinstance(one.kind, Never) for one in (*args, *words.values())),
        )
        if known is not None:
            if unknown:
                return NEVER_VALUE
            method = getattr(self, f"call_{known}")
            self.fits(method, thing, f"`{getattr(thing, '__name__', known)}`", args, words)
            found: Value = method(*args, **words)
            return found
        if _hashable(thing) and thing in _OPERATORS:
            return self.binary(_OPERATORS[thing](), *args)
        if _hashable(thing) and thing in _COMPARED:
            return self.compare_values(_COMPARED[thing](), *args)
        if _hashable(thing) and thing in REAL:
            return self.real_call(thing, args)
        if isinstance(thing, (operator.itemgetter, operator.attrgetter)) and len(args) == 1:
            return self.got(thing, args[0])
        if _hashable(thing) and thing in WRITTEN and not (_is_pure(thing) and are_known(args, words)):
            return NEVER_VALUE if unknown else self._call_function(WRITTEN[thing], args, words)
        if isinstance(thing, type):
            return NEVER_VALUE if unknown else self._make(thing, args, words)
        wrapped = getattr(thing, "__wrapped__", None)
        if isinstance(wrapped, FunctionType) and hasattr(thing, "cache_info"):  # functools.cache: the same without it
            return self._call_function(wrapped, args, words)
        if isinstance(thing, FunctionType):
            return self._call_function(thing, args, words)
        if are_known(args, words) and _is_pure(thing):
            try:
                return self.thing(thing(*(one.const for one in args), **{name: one.const for name, one in words.items()}), thing.__name__)
            except Exception as error:  # whatever it raises
                raise RefusedError(f"{type(error).__name__}: {error}") from None
        raise RefusedError(f"`{getattr(thing, '__qualname__', type(thing).__name__)}` does not compile")

    # Functions of the rules

    def _call_function(self, function: Any, args: list[Value], words: dict[str, Value]) -> Value:
        if not isinstance(function, FunctionType):
            return self.call(static(function), args, words)
        given = bound_arguments(function, args, words)
        if args and isinstance(args[0].const, Forming):
            return self._written_here(function, given)
        if inspect.isgeneratorfunction(function):
            return static(Generated(function, tuple(given.items())))
        return self.call_compiled(function, given)

    def _written_here(self, function: FunctionType, given: dict[str, Value]) -> Value:
        """A function whose body stands where it is called."""
        if function in self.open_functions:
            raise RefusedError(f"`{function.__name__}` calls itself with what is gone through later; let it give and take lists")
        outer, path = self.frame, self.path
        self.open_functions.append(function)
        self.frame = self.new_frame(function, function.__globals__ | closure_names(function), None)
        self.frame.cls = self.program.class_of_method(function)
        self.frame.own = set(function.__code__.co_varnames) | set(function.__code__.co_cellvars)
        self.path = (*path, ("here", self._count()))
        try:
            return self._inlined(self.program.source(function).body, given)
        finally:
            self.open_functions.pop()
            self.frame, self.path = outer, path

    def call_own(self, function: Any, args: list[Value], words: dict[str, Value] | None = None) -> Value:
        """Call a function of this package that is compiled like a rule, or one of a class of the rules."""
        return self._call_function(function, args, words or {})

    def call_compiled(self, function: FunctionType, given: dict[str, Value]) -> Value:
        """Call a function with arguments by the names of its parameters."""
        if any(map(self._is_of_here, given.values())):
            if function not in self.open_functions:
                return self._written_here(function, given)
            given = {name: self._as_row(function, value) if isinstance(value.const, Lazy) else value for name, value in given.items()}
        made = self.program.specialised(function, given)
        if made.is_written_where_called:
            return self._written_here(function, given)
        return self.called(made, given)

    def called(self, made: Any, given: dict[str, Value]) -> Value:
        """What the function gives that was written for such arguments."""
        function = made.python
        if (is_ours(function.__module__) or is_outside(function)) and made.refusals and made not in self.program.stack:
            why = next(iter(made.refusals.values())).why
            is_theirs = is_outside(function) and not is_outside(self.program.stack[-1].python)
            raise RefusedError(f"`{function.__qualname__}`: {why}" if is_theirs else why)
        made.is_recursive |= made in self.program.stack
        if made.returns == NEVER:
            self.waits(made)
            return NEVER_VALUE
        passed = {name: self.convert(given[name], made.kinds[name]) for name in made.passed}
        parts = [part for name, one in passed.items() for part in ([self.lent(one)] if name in made.lent else self.parts(one))]
        answer = self.builder.call(made.function, [self.arena, *parts])
        status = self.builder.extract_value(answer, 0)
        on, failed = self.block("done"), self.block("failed")
        self.builder.cbranch(self.builder.icmp_signed("==", status, self.integer(0)), on, failed)
        self.builder.position_at_end(failed)
        self.end_with(status)
        self.builder.position_at_end(on)
        self.tick(begins=False)
        if made.known is not None:
            known: Value = made.known
            return known
        return Value(made.returns, [self.builder.extract_value(answer, place + 1) for place in range(len(made.returns.parts))])

    def waits(self, made: Any) -> None:
        """The function called has not returned anything yet: it calls itself, or never returns."""
        if made.is_open and made is not self.program.stack[-1]:
            self.program.stack[-1].awaits.add(made)
        self.environment = None

    def _call_closure(self, closure: Any, args: list[Value], words: dict[str, Value]) -> Value:
        """A lambda or a function within: written where it is called."""
        node, given = closure.node, self._given_to(closure, args, words)
        if closure.frame.writer is not self and self.captures(closure):
            raise RefusedError(
                f"`{closure.name}` is used in a function that calls itself, and sees variables of the function it is made in"
            )
        if closure in self.open_closures:
            raise RefusedError(f"`{closure.name}`, a function within a function, calls itself; make it a function of the module")
        outer, path = self.frame, self.path
        body = [ast.copy_location(ast.Return(node.body), node.body)] if isinstance(node, ast.Lambda) else node.body
        if is_generator(closure):
            raise RefusedError(f"`{closure.name}`, a generator within a function, does not compile; make it a function of the module")
        self.frame = self.new_frame(outer.function, closure.frame.globals, closure.frame)
        self.frame.cls = closure.frame.cls
        self.path = (*path, ("call", self._count()))
        self.open_closures.append(closure)
        try:
            return self._inlined(body, given)
        finally:
            self.open_closures.pop()
            self.frame, self.path = outer, path

    def _given_to(self, closure: Any, args: list[Value], words: dict[str, Value]) -> dict[str, Value]:
        """The arguments by the names of its parameters, defaults too."""
        names = [one.arg for one in (*closure.node.args.posonlyargs, *closure.node.args.args)]
        given = {**closure.defaults, **dict(zip(names, args, strict=False)), **words}
        if len(args) > len(names) or any(name not in given for name in names):
            raise RefusedError(f"`{closure.name}` is called with {len(args)} arguments; it takes {len(names)}")
        return given

    def _as_row(self, function: FunctionType, value: Value) -> Value:
        if isinstance(value.const, Taken):
            raise RefusedError(f"`{function.__name__}` calls itself with an iterator that has a name; make a list of it")
        return self.to_list(value)

    def _is_of_here(self, value: Value) -> bool:
        """Whether it is made of what the function at hand holds, and so can be used in no other: a generator, a lambda."""
        thing = value.const
        if isinstance(thing, Bound):
            return not isinstance(thing.receiver.kind, Static) or self._is_of_here(thing.receiver)
        return isinstance(thing, (Lazy, Closure, Method, Partial))

    @property
    def open_functions(self) -> list[Any]:
        """The functions that are being written where they are called."""
        if not hasattr(self, "_written"):
            self._written: list[Any] = []
        return self._written

    @property
    def open_closures(self) -> list[Any]:
        """The functions within functions that are being written."""
        if not hasattr(self, "_open"):
            self._open: list[Any] = []
        return self._open

    def _inlined(self, body: list[ast.stmt], given: dict[str, Value]) -> Value:
        frame = self.frame
        frame.definition = body
        for name, value in given.items():
            self.bind(name, value)
        self.body(body)
        if self.alive:
            self.assign(RETURNED, NONE)
            self.leave_to(frame.exits)
        self.merge(frame.exits, at_end=True)
        if not self.alive:
            return NEVER_VALUE
        assert self.environment is not None
        key = (frame.number, RETURNED)
        binding = self.environment.pop(key, None)
        return NONE if binding is None else self.read(binding, key)

    def generate(self, generator: Generated, each: Any) -> None:
        """Go through a generator: its body is written here, and what is done with each member where it yields."""
        function = generator.function
        if any(one is function for one in self.generating) and not is_ours(function.__module__):
            raise RefusedError(f"the generator `{function.__name__}` goes through itself; collect what it gives in a list")
        definition = self.program.source(function)
        outer = self.frame
        self.generating.append(function)
        self.frame = self.new_frame(function, function.__globals__ | closure_names(function), None)
        self.frame.cls = self.program.class_of_method(function)
        self.frame.own = set(function.__code__.co_varnames) | set(function.__code__.co_cellvars)
        frame = self.frame
        frame.on_yield = each
        try:
            frame.definition = definition.body
            for name, value in generator.arguments:
                self.bind(name, value)
            self.body(definition.body)
            self.leave_to(frame.exits)
            self.merge(frame.exits, at_end=True)
        finally:
            self.frame = outer
            self.generating.pop()

    def new_frame(self, function: Any, names: dict[str, Any], outer: Frame | None) -> Frame:
        """A frame for names of their own."""
        self.frames += 1
        frame = Frame(self.frames, function, names, outer)
        frame.writer = self
        return frame

    def captures(self, closure: Closure) -> bool:
        """Whether a function within a function sees variables of the functions around it."""
        own = {part.arg for part in ast.walk(closure.node) if isinstance(part, ast.arg)}
        used = {part.id for part in ast.walk(closure.node) if isinstance(part, ast.Name)} - own
        frame: Frame | None = closure.frame
        while frame is not None:
            inner = assigned(frame.function.node) if isinstance(frame.function, Comprehension) else ()
            if not used.isdisjoint({*frame.own, *inner}):
                return True
            frame = frame.outer
        return False

    # Making objects

    def _make(self, cls: type, args: list[Value], words: dict[str, Value]) -> Value:
        if issubclass(cls, enum.Enum):
            return self._member_of(cls, args[0])
        if is_frozen_record(cls):
            given = self._fields(cls, args, words)
            self._ask_post_init(cls)
            return self.tuple([given[name] for name in kinds.field_names(cls)], cls)
        if issubclass(cls, dict) and cls.__init__ is dict.__init__:
            return self.call_dict(*args, cls=static(cls), **words)
        if issubclass(cls, BaseException):
            raise RefusedError(f"an object of the class {cls.__name__} does not compile")
        return self._instance(cls, args, words)

    def _ask_post_init(self, cls: type) -> None:
        if hasattr(cls, "__post_init__"):
            raise RefusedError(f"{cls.__name__} has a `__post_init__`, which does not compile")

    def _fields(self, cls: type, args: list[Value], words: dict[str, Value]) -> dict[str, Value]:
        names = kinds.field_names(cls)
        given = {**dict(zip(names, args, strict=False)), **words}
        unknown = [name for name in given if name not in names]
        if len(args) > len(names) or unknown:
            raise RefusedError(f"{cls.__name__} has no field {unknown[0] if unknown else len(args)}")
        for name in names:
            if name not in given:
                given[name] = self._default(cls, name)
        return given

    def _default(self, cls: type, name: str) -> Value:
        if dataclasses.is_dataclass(cls):
            field = next(one for one in dataclasses.fields(cls) if one.name == name)
            if field.default is not dataclasses.MISSING:
                return self.thing(field.default, name)
            if field.default_factory is not dataclasses.MISSING:
                return self.call(static(field.default_factory), [], {})
        elif name in getattr(cls, "_field_defaults", {}):
            return self.thing(getattr(cls, "_field_defaults")[name], name)  # noqa: B009  no type has it but that of a NamedTuple
        raise RefusedError(f"{cls.__name__} is made without its `{name}`")

    def _instance(self, cls: type, args: list[Value], words: dict[str, Value]) -> Value:
        """An object of a class of data that may change."""
        if dataclasses.is_dataclass(cls):
            self._ask_post_init(cls)
            given = self._fields(cls, args, words)
            return self._object(cls, {name: given[name] for name in kinds.field_names(cls)})
        if cls.__bases__ != (object,) and any(base.__module__ == "builtins" for base in cls.__mro__[1:-1]):
            raise RefusedError(f"objects of the class {cls.__name__}, which derives from a builtin class, do not compile")
        forming = Forming(cls, self.frame)
        init = inspect.getattr_static(cls, "__init__", None)
        if isinstance(init, FunctionType):
            self._call_function(init, [static(forming), *args], words)
        if not self.alive:
            return NEVER_VALUE
        return self._object(cls, {name: self.of_frame(f"<self.{name}>", forming.frame) for name in forming.names})

    def _object(self, cls: type, given: dict[str, Value]) -> Value:
        """An object with these attributes."""
        if any(isinstance(value.kind, Never) for value in given.values()):
            return NEVER_VALUE
        static_ones = [name for name, value in given.items() if isinstance(value.kind, Static)]
        if static_ones:
            raise RefusedError(f"{cls.__name__} is made with a `{static_ones[0]}` that is no value")
        names = tuple(given)
        wanted = Tuple(tuple(kinds.general(given[name].kind) for name in names))
        of = tuple(map(type, wanted.members)) if cls in (list, dict) else ()  # a line may make several that have nothing in common
        site = (self.program.current, ("instance", cls, names, of, getattr(self.node, "lineno", 0), getattr(self.node, "col_offset", 0)))
        held = self.program.sites.setdefault(site, NEVER)
        common = kinds.join(held, wanted)
        if common is None:
            raise RefusedError(f"{cls.__name__} is made with values of different kinds")
        if common != held:
            self.widen(frozenset({site}), common)
        assert isinstance(common, Tuple)
        kind = Instance(cls, names, common.members, frozenset({site}))
        place = self.take(self.integer(max(8, kind.record.size)))
        made = Value(kind, [place])
        self.store(Value(wanted, [part for name in names for part in self.parts(given[name])]), kind.record, place)
        return made

    def _member_of(self, cls: type[enum.Enum], value: Value) -> Value:
        """`Cell(2)`: the member with a value."""
        value = self.there(value)
        if isinstance(value.kind, Member) and value.kind.of is cls:
            return value
        if value.is_known:
            return self.thing(cls(value.const), cls.__name__)
        if issubclass(cls, enum.Flag) or kinds.own_method(cls, "_missing_") or "_missing_" in vars(cls):
            raise RefusedError(f"which {cls.__name__} it is must be known when it is compiled; take it from a dict")
        members = list(cls)
        values = [member.value for member in members]
        if not all(isinstance(one, int) for one in values):
            found = self.contains(constant(tuple(values)), value)
            self.check(self.parts(self.truth(found))[0], "ValueError", f"there is no such {cls.__name__}")
            place = self.method_call(constant(tuple(values)), "index", [value], {})
            return Value(Member(cls), self.parts(place))
        word = self.parts(self.whole(value))[0]
        if values == list(range(len(values))):
            self.check(self.builder.icmp_unsigned("<", word, self.integer(len(values))), "ValueError", f"there is no such {cls.__name__}")
            return Value(Member(cls), [word])
        place = self.integer(-1)
        for index, one in enumerate(values):
            place = self.builder.select(self.builder.icmp_signed("==", word, self.integer(one)), self.integer(index), place)
        self.check(self.builder.icmp_signed(">=", place, self.integer(0)), "ValueError", f"there is no such {cls.__name__}")
        return Value(Member(cls), [place])


def is_generator(closure: Closure) -> bool:
    """Whether a function within a function gives its values one by one."""
    return any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(closure.node))


def are_known(args: list[Value], words: dict[str, Value]) -> bool:
    """Whether arguments are values that are known."""
    return all(one.is_known and not isinstance(one.kind, Static) for one in (*args, *words.values()))


def _hashable(thing: Any) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def _is_pure(thing: Any) -> bool:
    if not isinstance(thing, BuiltinFunctionType):
        return False
    return thing.__module__ in ("math", "operator", "_operator") or (thing.__module__ == "builtins" and thing.__name__ in _PURE)


def bound_arguments(function: FunctionType, args: list[Value], words: dict[str, Value]) -> dict[str, Value]:
    """The arguments by the names of the parameters, defaults too."""
    try:
        bound = inspect.signature(function).bind(*args, **words)
    except TypeError as error:
        raise RefusedError(f"`{function.__qualname__}`: {error}") from None
    given: dict[str, Value] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            several = bound.arguments.get(name, ())
            if any(isinstance(one.kind, Static) for one in several):
                raise RefusedError(f"`{function.__qualname__}` takes `*{name}`")
            given[name] = _tuple_of(several)
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            raise RefusedError(f"`{function.__qualname__}` takes `**{name}`, which does not compile; name the parameters")
        elif name in bound.arguments:
            given[name] = bound.arguments[name]
        else:
            given[name] = constant(parameter.default)
    return given


def _tuple_of(several: Any) -> Value:
    if all(one.is_known for one in several):
        return constant(tuple(one.const for one in several))
    raise RefusedError("`*` in a definition compiles only for arguments that are known")
