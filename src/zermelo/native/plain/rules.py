"""The rules of a game as machine code: functions over states in memory, by the names of the methods.

    made = Rules(game)            looks at some games, lays out states and actions, compiles
    made.address("result")        of the function
    made.pack(state)              a state as bytes

Every function has the form of its entry (see entries.py): the address of a state, numbers, addresses, and returns 0 or more; below 0,
it is the number of what went wrong: OUTGROWN, NO_ROOM, or that of a failure (see `failure`).
"""

from __future__ import annotations

import ast
import ctypes
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from zermelo.errors import CompileError, SharingError
from zermelo.game import Game
from zermelo.native.llvm_code import engine_of, machine_code
from zermelo.native.plain import layout as layout_module
from zermelo.native.plain.emitter import FOR_PYTHON
from zermelo.native.plain.entries import AT_WILL, ENTRIES, ORDER, RANKED, Entry, entries_of
from zermelo.native.plain.kinds import ADDRESS, DOUBLE, FLOAT, I64, INT, can_change
from zermelo.native.plain.packing import OUTGROWN, PLACE
from zermelo.native.plain.program import Program, given_by
from zermelo.native.plain.sampling import Layouts
from zermelo.native.plain.values import RefusedError, Value, static
from zermelo.sharing import shared
from zermelo.sources import is_ours

ARENA: Final = 1 << 19
"""Bytes of the stack that a method may fill with what it makes."""
OUTGREW: Final = -1
NO_ROOM: Final = -2
FIRST_FAILURE: Final = -16
"""The number of the first failure of the rules' own; those that follow are below it."""
LAST: Final = "last_failure"
"""The place where an entry leaves the number of the last failure, from 1; threads may write it at once, any of theirs will do."""
LAST_STATE: Final = "last_state"
"""The place where it leaves the state for which it was asked then ..."""
LAST_CALL: Final = "last_call"
"""... and its own number in `ORDER`, with its first number after the state."""
_PARAMETERS: Final = {"int": (I64, INT), "float": (DOUBLE, FLOAT), "state": (ADDRESS, PLACE)}


@dataclass(frozen=True)
class Failure:
    """What a rule did that ends it: the class of Python's exception, what it says, and where: `Mine.actions, line 12 of mine.py`."""

    error: str
    text: str
    where: str

    @property
    def is_for_python(self) -> bool:
        """Whether it ends compiled rules alone: plain Python has room for what came up."""
        return self.error == "MemoryError" or self.text.endswith(FOR_PYTHON)


@dataclass(frozen=True)
class Machine:
    """The machine code of a game's rules: an object file, and what the numbers below 0 mean."""

    code: bytes
    names: tuple[str, ...]
    failures: tuple[Failure, ...]


def compiled(game: Game, layouts: Layouts) -> Machine:
    """The machine code of a game's rules. Raises CompileError where they do not compile, with all that is in the way."""
    ask_for_sources(game)
    return machine_of(*written(game, layouts))


def machine_of(program: Program, entries: list[Entry]) -> Machine:
    """The machine code of a program, optimised."""
    return Machine(machine_code(program.module), tuple(entry.name for entry in entries), tuple(failures_of(program)))


def ask_for_sources(game: Game) -> None:
    """Raise CompileError where a method has no source: one of them is enough to say."""
    program = Program()
    for entry in entries_of(game):
        method = getattr(type(game), entry.name, None)
        if isinstance(method, FunctionType):
            try:
                program.source(method)
            except RefusedError as refused:
                raise CompileError(refused.why.replace("`", "")) from None


def written(game: Game, layouts: Layouts, *, ticks: bool = False) -> tuple[Program, list[Entry]]:
    """The rules as a program that is not optimised yet. With `ticks`, it counts and times its statements."""
    entries = entries_of(game)
    program, inner = _inner(game, layouts, entries, ticks)
    if refused := {entry.name for entry in entries if entry.name in AT_WILL and program.refusals([inner[entry]])}:
        entries = [entry for entry in entries if entry.name not in refused]
        program, inner = _inner(game, layouts, entries, ticks)
    if refusals := program.refusals(list(inner.values())):
        raise CompileError(*map(str, refusals))
    for name, words in ((LAST, 1), (LAST_STATE, layouts.words), (LAST_CALL, 2)):
        held = ir.GlobalVariable(program.module, ir.ArrayType(I64, words), name)
        held.initializer = ir.Constant(held.value_type, None)
    for entry, made in inner.items():
        _enter(program, entry, made)
    return program, entries


def unnumbered(game: Game, layouts: Layouts) -> list[str]:
    """What does not compile of that by which a game numbers its states, without which rules compile; in the user's terms."""
    entries = [entry for entry in entries_of(game) if entry.name in RANKED]
    program, inner = _inner(game, layouts, entries, ticks=False)
    return [str(one) for one in program.refusals(list(inner.values()))]


def _inner(game: Game, layouts: Layouts, entries: list[Entry], ticks: bool) -> tuple[Program, dict[Entry, Any]]:
    """The functions of these entries, over an arena, and the program that they are of."""
    sites: dict[Any, Any] = {}
    while True:
        program = Program(ticks=ticks)
        program.sites.update(sites)
        inner = {entry: program.specialised(entry.function, _given(entry, game, layouts)) for entry in entries}
        if program.is_settled:
            return program, inner
        sites = program.sites


def _given(entry: Entry, game: Game, layouts: Layouts) -> dict[str, Value]:
    names = entry.function.__code__.co_varnames[: entry.function.__code__.co_argcount]
    kinds = [*([PLACE] if entry.of_state else []), *(_PARAMETERS[one][1] for one in entry.parameters), PLACE]
    return {
        names[0]: static(game),
        names[1]: static(layouts),
        **{name: Value(kind, ()) for name, kind in zip(names[2:], kinds, strict=True)},
    }


def _enter(program: Program, entry: Entry, made: Any) -> None:
    """The function that a search calls: it has an arena on its stack."""
    kinds = [*([ADDRESS] if entry.of_state else []), *(_PARAMETERS[one][0] for one in entry.parameters), ADDRESS]
    function = ir.Function(program.module, ir.FunctionType(I64, kinds), f"enter_{entry.name}")
    function.attributes.add("nounwind")
    for argument in function.args:
        if argument.type == ADDRESS:
            argument.add_attribute("noalias")
    b = ir.IRBuilder(function.append_basic_block())
    memory = b.alloca(ir.ArrayType(ir.IntType(8), ARENA))
    memory.align = 64
    arena = b.alloca(ir.ArrayType(ADDRESS, 2))
    first = b.bitcast(memory, ADDRESS)
    b.store(first, b.gep(arena, [ir.Constant(I64, 0), ir.Constant(I64, 0)]))
    b.store(b.gep(first, [ir.Constant(I64, ARENA)]), b.gep(arena, [ir.Constant(I64, 0), ir.Constant(I64, 1)]))
    if program.ticks is not None:
        program.ticks.write(b, 0, True)
    answer = b.call(made.function, [b.bitcast(arena, ADDRESS), *function.args])
    if program.ticks is not None:
        program.ticks.write(b, 0, True)
    status = b.extract_value(answer, 0)
    count = b.extract_value(answer, 1) if made.returns.parts else ir.Constant(I64, 0)
    failed = ir.Constant(I64, FIRST_FAILURE + 1)
    codes = {OUTGROWN: OUTGREW, "MemoryError": NO_ROOM}
    below = b.sub(failed, status)
    failing, done = function.append_basic_block("failing"), function.append_basic_block("done")
    b.cbranch(b.icmp_signed("==", status, ir.Constant(I64, 0)), done, failing)
    b.position_at_end(done)
    b.ret(count)
    b.position_at_end(failing)
    _note(program, entry, function, b, status)
    for number, (error, *_) in enumerate(program.failures, 1):
        if error in codes:
            below = b.select(b.icmp_signed("==", status, ir.Constant(I64, number)), ir.Constant(I64, codes[error]), below)
    b.ret(below)


def _note(program: Program, entry: Entry, function: Any, b: ir.IRBuilder, status: Any) -> None:
    """Leave behind what has failed, and what was asked."""
    zero, one = ir.Constant(I64, 0), ir.Constant(I64, 1)
    held = {name: program.module.globals[name] for name in (LAST, LAST_STATE, LAST_CALL)}
    *given, _ = function.args
    if entry.of_state:
        state, *given = given
        size = ir.Constant(I64, 8 * held[LAST_STATE].value_type.count)
        b.call(program.copier, [b.bitcast(held[LAST_STATE], ADDRESS), state, size, ir.Constant(ir.IntType(1), 0)])
    number = given[0] if entry.parameters[:1] == ("int",) else zero
    b.store(ir.Constant(I64, ORDER.index(entry.name)), b.gep(held[LAST_CALL], [zero, zero]))
    b.store(number, b.gep(held[LAST_CALL], [zero, one]))
    b.store(status, b.gep(held[LAST], [zero, zero]))


def failures_of(program: Program) -> list[Failure]:
    """What the numbers mean with which a program's functions end."""
    return [Failure(error, text, _place(function, line)) for error, text, function, line in program.failures]


def _place(function: Any, line: int) -> str:
    if not isinstance(function, FunctionType):
        return f"line {line}"
    if is_ours(function.__module__):
        return given_by(function)
    return f"{function.__qualname__}, line {line} of {Path(function.__code__.co_filename).name}"


class Rules:
    """Rules in memory, ready to be called."""

    def __init__(self, machine: Machine, layouts: Layouts) -> None:
        self.machine, self.layouts = machine, layouts
        self._may_share = can_change(layouts.state.kind)
        self._engine = engine_of(machine.code)
        self.table = (ctypes.c_int64 * len(ORDER))(*(self._address(name) for name in ORDER))

    def _address(self, name: str) -> int:
        return int(self._engine.get_function_address(f"enter_{name}")) if name in self.machine.names else 0

    @property
    def address(self) -> int:
        """Of the table of the functions, in the order of `entries.ORDER`; 0 for what the game has not."""
        return ctypes.addressof(self.table)

    @property
    def failure(self) -> Failure | None:
        """What went wrong the last time that something did, in whatever thread."""
        number = self._words(LAST, 1)[0]
        return self.machine.failures[number - 1] if number else None

    @property
    def failing(self) -> tuple[str, Any, tuple[Any, ...]] | None:
        """What was asked when something went wrong the last time: the method, the state, and what it takes besides.

        None where nothing did, where a method takes more than a state and a number, and where actions are no numbers.
        """
        place, number = self._words(LAST_CALL, 2)
        entry = ENTRIES[ORDER[place]]
        if self.failure is None or entry.parameters not in ((), ("int",)) or not self.layouts.actions_are_ints:
            return None
        state = layout_module.unpack(self.layouts.state, bytes(self._words(LAST_STATE, self.layouts.words)))
        return entry.name, state, (number,) * len(entry.parameters)

    def _words(self, name: str, count: int) -> Any:
        return (ctypes.c_int64 * count).from_address(self._engine.get_global_value_address(name))

    @property
    def outgrown(self) -> layout_module.Path:
        """Which part of a state did not fit the last time that something did not."""
        failure = self.failure
        if failure is None:
            return ()
        path: layout_module.Path = ast.literal_eval(failure.text) if failure.error == OUTGROWN else ()
        return path

    def pack(self, state: Any) -> bytearray:
        """The state as bytes. Raises OutgrownError where it does not fit, SharingError where two parts of it are one."""
        if self._may_share and (two := shared(state)):
            raise SharingError(str(two))
        made = bytearray(8 * self.layouts.words)
        layout_module.pack(self.layouts.state, state, made)
        return made

    def call(self, name: str, state: bytes | bytearray, *arguments: Any, room: int = 0) -> tuple[int, bytes]:
        """Call a function from Python: what it returns, and what it has written. For tests."""
        entry = ENTRIES[name]
        types: dict[str, Any] = {"int": ctypes.c_int64, "float": ctypes.c_double, "state": ctypes.c_char_p}
        prototype = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_char_p, *(types[one] for one in entry.parameters), ctypes.c_char_p)
        out = ctypes.create_string_buffer(room or 8 * max(self.layouts.words, 2))
        status = prototype(self._address(name))(
            bytes(state), *(bytes(one) if isinstance(one, bytearray) else one for one in arguments), out
        )
        return int(status), out.raw
