"""How kernels call the rules of a game: those that are compiled apart, by their addresses, and those that become part of the kernel.

apart    states are words in memory; a kernel knows of the rules but where their addresses stand (see plain/entries.py), and serves all
         games whose states take as many words.
inline   states are a few numbers in registers; the methods are functions of the kernel's own module (see methods.py), which LLVM puts where
         they are called. The fastest that there is, and a kernel for this game alone.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final, Protocol

from llvmlite import ir

from zermelo.errors import CompileError, OutgrownError
from zermelo.game import Game
from zermelo.native.kernels import methods
from zermelo.native.kernels.kinds import BOOL, FLOAT, INT, STATE, Key
from zermelo.native.plain import kinds
from zermelo.native.plain.builtin_functions import BUILTINS
from zermelo.native.plain.entries import AT_WILL, ORDER, Entry, entries_of
from zermelo.native.plain.kinds import ADDRESS, BITS, DOUBLE, I64, Kind, Tuple
from zermelo.native.plain.packing import PLACE, Packing
from zermelo.native.plain.program import Program, Refusal
from zermelo.native.plain.rules import ARENA, NO_ROOM, OUTGREW, Failure, ask_for_sources, failures_of
from zermelo.native.plain.values import NONE, RefusedError, Value, constant, static
from zermelo.native.wide_code import OPERATIONS, SET
from zermelo.sources import definition_of
from zermelo.words import not_exact

GAME: Final = "{game}"
"""In the place of the game's name in errors: games share kernels."""
CONTEXT: Final = I64.as_pointer()
"""What every function of a kernel is given first: the table of the game's functions, or the arena of what its rules make."""
RESHAPED: Final = "Reshaped"
"""The error where a state is made of more or fewer numbers than the first: such states do not fit into registers."""
_PARAMETERS: Final = {"int": INT, "float": FLOAT}
_SYMBOL: Final = "rules_{}"


class Rules(Protocol):
    """The rules of a game, as kernels call them.

    state     the kind of a state
    words     words that it takes in memory
    modules   the texts of the modules that they are
    failures  what the numbers mean with which their functions end, from 1
    """

    state: Kind
    words: int
    modules: tuple[str, ...]
    failures: tuple[Failure, ...]

    def has(self, method: str) -> bool:
        """Whether there is a method of that name."""

    def call(self, writer: Any, entry: Entry, arguments: list[Value], out: Any) -> Value:
        """Call a method; `out` is room for a state, where it gives one, or for what it lists, of which the number is given back."""

    def enter(self, builder: Any, table: Any) -> Any:
        """The context with which a kernel begins that Python gives this table."""


class ApartRules:
    """Rules that are compiled apart. `kind` is an `objects.PlainType`."""

    state: Kind = STATE
    modules: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()

    def __init__(self, kind: Any) -> None:
        self.words: int = kind.state.words
        self.has = kind.has

    def call(self, writer: Any, entry: Entry, arguments: list[Value], out: Any) -> Value:
        """Call the function at the entry's place in the table."""
        b = writer.builder
        if out is None:
            stored = {"floats": ir.ArrayType(DOUBLE, 2), "float": DOUBLE}.get(entry.gives, I64)
            out = writer.place(stored)
        given = [value.parts[0] for value in _converted(writer, self, entry, arguments)]
        status = self._enter(writer, entry, [*given, b.bitcast(out, ADDRESS)])
        if entry.gives in ("actions", "outcomes", "states", "numbers"):
            return Value(INT, [status])
        if entry.gives == "state":
            return Value(STATE, [out])
        found = b.load(out)
        if entry.gives == "fingerprint":
            return Value(Key(STATE), [found, arguments[0].parts[0]])
        if entry.gives == "bool":
            return Value(BOOL, [b.icmp_signed("!=", found, ir.Constant(I64, 0))])
        if entry.gives == "floats":
            return Value(Tuple((FLOAT, FLOAT)), [b.extract_value(found, end) for end in (0, 1)])
        return Value(INT if entry.gives == "int" else FLOAT, [found])

    def enter(self, builder: Any, table: Any) -> Any:
        """The table."""
        return builder.inttoptr(table, CONTEXT)

    def _enter(self, writer: Any, entry: Entry, given: list[Any]) -> Any:
        """Call the function; what it gives back, which is 0 or more."""
        b = writer.builder
        place = b.gep(writer.function.args[0], [ir.Constant(I64, ORDER.index(entry.name))])
        function = b.inttoptr(b.load(place), ir.FunctionType(I64, [one.type for one in given]).as_pointer())
        status = b.call(function, given)
        writer.end_if(b.icmp_signed("<", status, ir.Constant(I64, 0)), lambda: self._wrong(writer, entry, status))
        return status

    @staticmethod
    def _wrong(writer: Any, entry: Entry, status: Any) -> Any:
        """The number of what went wrong in a method."""
        outgrew, no_room, failed = (
            ir.Constant(I64, writer.program.failure(error, f"{GAME}.{entry.name} {told}"))
            for error, told in (
                (OutgrownError, "gives what is larger than all that was seen before"),
                (MemoryError, "makes more than there is room for"),
                (RuntimeError, "fails"),
            )
        )
        b = writer.builder
        is_no_room = b.icmp_signed("==", status, ir.Constant(I64, NO_ROOM))
        is_outgrown = b.icmp_signed("==", status, ir.Constant(I64, OUTGREW))
        return b.select(is_outgrown, outgrew, b.select(is_no_room, no_room, failed))


@dataclass(frozen=True)
class _Method:
    """A method as a function: its type, the kinds of its parameters after the game, and of what it gives."""

    function: ir.FunctionType
    passed: tuple[Kind, ...]
    returns: Kind


class InlineRules:
    """Rules that become part of kernels: made once, and put into each kernel's module.

    state  the kind of a state
    wraps  whether whole numbers go round at 64 bits; else one that needs more is an error
    """

    def __init__(self, game: Game, state: Kind, *, wraps: bool) -> None:
        self.state = state
        self.words = -(-state.size // 8)
        ask_for_sources(game)
        program, made = _written(game, state, wraps=wraps)
        self.takes = program.takes
        self.methods = {name: self._entered(program, name, one) for name, one in made.items()}
        self.modules: tuple[str, ...] = (str(program.module),)
        self.failures = tuple(failures_of(program))

    def has(self, method: str) -> bool:
        """Whether there is a method of that name."""
        return method in self.methods

    def call(self, writer: Any, entry: Entry, arguments: list[Value], out: Any) -> Value:
        """Call the function; what its rules made is free again when it ends."""
        b, method = writer.builder, self.methods[entry.name]
        symbol = _SYMBOL.format(entry.name)
        function = writer.program.module.globals.get(symbol) or ir.Function(writer.program.module, method.function, symbol)
        given = _converted(writer, self, entry, arguments)
        if entry.gives in ("actions", "outcomes", "states", "numbers"):
            given.append(Value(PLACE, [b.bitcast(out, ADDRESS)]))
        arena = b.bitcast(writer.function.args[0], ADDRESS)
        free = b.bitcast(arena, ADDRESS.as_pointer())
        before = b.load(free) if self.takes else None
        answer = b.call(function, [arena, *(part for value in given for part in value.parts)])
        if before is not None:
            b.store(before, free)
        status = b.extract_value(answer, 0)
        writer.end_if(b.icmp_signed("!=", status, ir.Constant(I64, 0)), status)
        found = [b.extract_value(answer, 1 + number) for number in range(len(method.returns.parts))]
        if entry.gives == "fingerprint":
            return Value(Key(self.state), [*found, *arguments[0].parts])
        return Value(method.returns, found)

    def enter(self, builder: Any, table: Any) -> Any:
        """An arena on the kernel's stack."""
        zero, one = ir.Constant(I64, 0), ir.Constant(I64, 1)
        arena = builder.alloca(ir.ArrayType(ADDRESS, 2))
        if self.takes:
            memory = builder.alloca(ir.ArrayType(ir.IntType(8), ARENA))
            memory.align = 64
            first = builder.bitcast(memory, ADDRESS)
            builder.store(first, builder.gep(arena, [zero, zero]))
            builder.store(builder.gep(first, [ir.Constant(I64, ARENA)]), builder.gep(arena, [zero, one]))
        return builder.bitcast(arena, CONTEXT)

    def _entered(self, program: Program, name: str, made: Any) -> _Method:
        """Make a function known outside of its module."""
        kind = made.function.function_type
        function = ir.Function(program.module, kind, _SYMBOL.format(name))
        b = ir.IRBuilder(function.append_basic_block())
        b.ret(b.call(made.function, function.args))
        passed = tuple(one for one in made.kinds.values() if not isinstance(one, kinds.Static))
        return _Method(kind, passed, made.returns)


def _converted(writer: Any, rules: Rules, entry: Entry, arguments: list[Value]) -> list[Value]:
    wanted = [*([rules.state] if entry.of_state else []), *(_PARAMETERS.get(one, rules.state) for one in entry.parameters)]
    if len(arguments) != len(wanted):
        raise RefusedError(f"`{entry.name}` takes {len(wanted)} arguments")
    return [writer.converted(value, kind) for value, kind in zip(arguments, wanted, strict=True)]


def _written(game: Game, state: Kind, *, wraps: bool) -> tuple[Program, dict[str, Any]]:
    """The program of a game's methods. Raises CompileError with all that is in the way."""
    names = [entry.name for entry in entries_of(game)]
    names.append((methods.FIRST if _lists_one_by_one(game) else methods.COUNT).name)
    program, made = _made(game, state, names, wraps)
    if refused := {name for name in AT_WILL if name in names and program.refusals([made[name]])}:
        program, made = _made(game, state, [name for name in names if name not in refused], wraps)
    if refusals := program.refusals(list(made.values())):
        raise CompileError(*(_told(game, one) for one in refusals))
    return program, made


def _told(game: Game, refusal: Refusal) -> str:
    """A refusal in the user's terms: what a method gives is refused where it is asked for, which is here."""
    return f"{type(game).__name__}: {refusal}" if refusal.function.__module__ == methods.__name__ else str(refusal)


def _made(game: Game, state: Kind, names: list[str], wraps: bool) -> tuple[Program, dict[str, Any]]:
    sites: dict[Any, Any] = {}
    while True:
        program = Program(emitter=Joining, wraps=wraps)
        program.state_kind = state
        program.sites.update(sites)
        widenings = program.widenings
        made = {name: program.specialised(_function(name), _given(game, state, name)) for name in names}
        if program.widenings == widenings:
            return program, made
        sites = program.sites


def _function(name: str) -> FunctionType:
    function = methods.METHODS[name]
    assert isinstance(function, FunctionType)
    return function


def _lists_one_by_one(game: Game) -> bool:
    """Whether `actions` has one `yield`: then the first action costs less than all.

    Connect four, alpha-beta to depth 14: 161 M nodes/s where all are listed at once, 180 M so.
    """
    try:
        nodes = list(ast.walk(definition_of(getattr(type(game), "actions"))))  # noqa: B009  its type is asked for
    except (OSError, TypeError, SyntaxError):
        return False
    return sum(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes) == 1


def _given(game: Game, state: Kind, name: str) -> dict[str, Value]:
    code = _function(name).__code__
    own = {"game": static(game), "out": Value(PLACE, ()), "state": Value(state, ()), "child": Value(state, ()), "other": Value(state, ())}
    floats = {"alpha": Value(FLOAT, ()), "beta": Value(FLOAT, ())}
    return {name: (own | floats).get(name) or Value(INT, ()) for name in code.co_varnames[: code.co_argcount]}


def state_kind(value: Any) -> Kind | None:
    """The kind of states like this one in registers: tuples of numbers, `Bits` and such tuples; None for any other."""
    if isinstance(value, bool):
        return BOOL
    if type(value).__name__ == "Bits":
        return BITS
    if isinstance(value, (int, float)):
        return INT if isinstance(value, int) else FLOAT
    if isinstance(value, tuple):
        members = [state_kind(part) for part in value]
        cls = type(value) if hasattr(value, "_fields") else None
        return None if None in members else Tuple(tuple(member for member in members if member is not None), cls)
    return None


class Joining(Packing):
    """Writes the rules of a game whose states are in registers."""

    def call(self, function: Value, args: list[Value], words: dict[str, Value]) -> Value:
        """Call what an expression has come to."""
        operation = OPERATIONS.get(function.const) if isinstance(function.const, FunctionType) else None
        return super().call(function, args, words) if operation is None or words else self._of_wide(*operation, args)

    def call_state_of(self, game: Value, value: Value) -> Value:
        """A state in the one form that states have."""
        return self._fitted(value, self.program.state_kind, "a state")

    def call_put_state(self, game: Value, place: Value, value: Value) -> Value:
        """Let a state lie at a place."""
        kind = self.program.state_kind
        self.store(self._fitted(value, kind, "a state"), kind, self.parts(place)[0])
        return NONE

    def call_game_bytes(self, game: Value) -> Value:
        """How many bytes a state takes."""
        return constant(8 * -(-self.program.state_kind.size // 8))

    def call_exactly(self, number: Value) -> Value:
        """A number as a float, if floats tell it from its neighbours."""
        return self.real(number) if number.is_known else self.exactly(number, not_exact("a rule", "a whole number out of range"))

    def _of_wide(self, write: Any, taken: tuple[str, ...], gives: str, values: list[Value]) -> Value:
        """An operation of `zermelo.wide`, on sets that are tuples of `Bits` in registers."""
        if len(values) != len(taken):
            raise RefusedError(f"a set of several words is given {len(values)} arguments, and takes {len(taken)}")
        given = [
            self._words_of(value) if kind == SET else self.parts(self.whole(value))[0] for kind, value in zip(taken, values, strict=True)
        ]
        made = write(self.builder, *given)
        if gives == SET:
            return Value(Tuple((BITS,) * len(made)), made)
        return Value(BOOL if gives == "bool" else INT, [made])

    def _words_of(self, value: Value) -> list[Any]:
        """The words of a set."""
        if isinstance(value.kind, Tuple) and all(member == BITS for member in value.kind.members):
            return list(self.parts(value))
        if value.is_known and isinstance(value.const, tuple):
            return [ir.Constant(I64, int(word)) for word in value.const]
        if isinstance(value.kind, kinds.Sequence) and value.kind.member == BITS:  # of a table: as long as the sets of the states
            return [self.parts(self.item(value, constant(index)))[0] for index in range(self._words_in_states())]
        raise RefusedError(f"{kinds.in_words(value.kind)} is no set of several words: that is a tuple of `Bits`")

    def _words_in_states(self) -> int:
        """How many words the sets have that the states hold."""
        found = {
            len(member.members)
            for member in getattr(self.program.state_kind, "members", ())
            if isinstance(member, Tuple) and member.members and all(one == BITS for one in member.members)
        }
        if len(found) != 1:
            raise RefusedError("how many words a set has is not known here: the states hold none, or some of several lengths")
        return found.pop()

    def _fitted(self, value: Value, kind: Kind, where: str) -> Value:
        """The value as one of a kind; where it can be none, that is said."""
        value = self.there(value)
        if isinstance(value.kind, kinds.Never) or not self.alive:
            return Value(kind, [ir.Constant(part, ir.Undefined) for part in kind.parts])
        if isinstance(kind, Tuple):
            return self._fitted_tuple(value, kind, where)
        if kind == BOOL and isinstance(value.kind, (kinds.Bool, kinds.Int)):
            return Value(kind, self.parts(self.truth(value)))
        if kind == INT and kinds.is_whole(value.kind):
            return Value(kind, self.parts(self.whole(value)))
        if kind == FLOAT and kinds.is_number(value.kind):
            return Value(kind, self.parts(self.real(value)))
        if value.kind == kind:
            return Value(kind, self.parts(value))
        raise RefusedError(f"{where} holds {_a(value.kind)} where `initial` has {_a(kind)}")

    def _fitted_tuple(self, value: Value, kind: Tuple, where: str) -> Value:
        count = len(kind.members)
        if isinstance(value.kind, Tuple) and value.kind.cls in (kind.cls, None) and len(value.kind.members) == count:
            members = [self.member(value, index) for index in range(count)]
        elif isinstance(value.kind, kinds.Sequence) and kind.cls is None and not value.kind.is_text:
            same = self.builder.icmp_signed("==", self.parts(self.length(value))[0], self.integer(count))
            self.check(same, RESHAPED, f"{where} has another number of members than that of `initial`")
            members = [self.item(value, constant(index)) for index in range(count)]
        else:
            raise RefusedError(f"{where} is {_a(value.kind)} where `initial` has {_a(kind)}")
        names = kind.names or tuple(f"member {index}" for index in range(count))
        fitted = [
            self._fitted(member, wanted, f"`{name}` of {where}") for member, wanted, name in zip(members, kind.members, names, strict=True)
        ]
        return Value(kind, [part for one in fitted for part in one.parts])


def _a(kind: Kind) -> str:
    """What people call such a value, with its article."""
    told = kinds.in_words(kind)
    return told if told.startswith("a ") else f"an {told}" if told == "int" else f"a {told}"


BUILTINS.update(
    {
        methods.state_of: "state_of",
        methods.put_state: "put_state",
        methods.game_bytes: "game_bytes",
        methods.exactly: "exactly",
    }
)
