"""Writing one function's machine code: where values are kept, how control flows, how memory is taken, and how it fails.

Variables have slots on the stack, one for each kind that they hold at some time; which one counts is known at each point. Where two
ways meet, a variable that has two kinds gets the one that holds both. A loop begins with what its variables hold before it; where one
round leaves another kind, that is noted, and the function is written again with the wider kind from the beginning.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from zermelo.bits import Bits
from zermelo.native.plain import kinds, values
from zermelo.native.plain.kinds import (
    ADDRESS,
    BOOL,
    DOUBLE,
    FLOAT,
    I1,
    I64,
    INT,
    NEVER,
    Char,
    Dict,
    Float,
    Instance,
    Int,
    Kind,
    List,
    Member,
    Never,
    Nothing,
    Optional,
    Sequence,
    Set,
    Static,
    Tuple,
)  # fmt: skip
from zermelo.native.plain.values import NEVER_VALUE, UNKNOWN, Lazy, RefusedError, Value, constant
from zermelo.words import EXACT

WORD_BYTES: Final = 8
FEW: Final = 8
"""Members of a tuple that stays in registers even where it is a variable."""
LIST_HEAD: Final = 24
"""Bytes of the head of a list, set or dict: length, room, address of the members."""
FOR_PYTHON: Final = "for which only plain Python has room"
"""How it is said of what ends compiled rules alone (see `Failure.is_for_python`)."""
NO_FLOAT: Final = f"a whole number that no float is the same as, {FOR_PYTHON}"


class Slot:
    """A variable that is kept on the stack as a value of this kind."""

    __slots__ = ("kind",)

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slot) and other.kind == self.kind

    __hash__ = None  # type: ignore[assignment]


class Poison:
    """A variable that holds values of kinds that have nothing in common: what people call these."""

    __slots__ = ("told",)

    def __init__(self, *found: str) -> None:
        self.told = " and ".join(dict.fromkeys(found))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poison)

    __hash__ = None  # type: ignore[assignment]


Binding = Value | Slot | Poison
Name = tuple[int, str]
"""A variable: the number of its frame, and what it is called."""
Environment = dict[Name, Binding]


class Flow:
    """A place where control has come to, and what the variables are there."""

    __slots__ = ("block", "environment")

    def __init__(self, block: Any, environment: Environment) -> None:
        self.block, self.environment = block, environment


class Loop:
    """The ways out of a loop, and on to its next round."""

    def __init__(self) -> None:
        self.breaks: list[Flow] = []
        self.continues: list[Flow] = []


class Handler:
    """An `except`: the names of the errors that it catches, and the places from which control comes to it."""

    def __init__(self, caught: frozenset[str]) -> None:
        self.caught = caught
        self.flows: list[Flow] = []


class Frame:
    """The names of a function that is being written: those of its module, its own, and of the functions around it."""

    def __init__(self, number: int, function: Any, names: dict[str, Any], outer: Frame | None = None) -> None:
        self.number, self.function, self.globals, self.outer = number, function, names, outer
        self.exits: list[Flow] = []
        self.loops: list[Loop] = []
        self.completed: list[str | None] = []  # of each loop around, the variable that says whether nothing broke it, if it has an `else`
        self.own: set[str] = set()
        self.on_yield: Callable[[Value], None] | None = None
        self.cls: type | None = None  # in which the method stands, for super()
        self.writer: Any = None  # the emitter that writes it
        self.definition: Any = None  # what stands in it


class Closure:
    """A lambda, or a function within another: its definition, and the frame around it."""

    def __init__(self, node: ast.Lambda | ast.FunctionDef, name: str, frame: Frame, defaults: dict[str, Value]) -> None:
        self.node, self.name, self.frame, self.defaults = node, name, frame, defaults


class Comprehension(Lazy):
    """A generator expression (or what stands in a comprehension), not gone through yet, and the frame around it.

    `first` is what the first of its loops goes through, where that is known already; with `only_truth` it only matters whether each of its
    members holds.
    """

    def __init__(self, node: Any, frame: Frame, first: Value | None = None, only_truth: bool = False) -> None:
        self.node, self.frame, self.first, self.only_truth = node, frame, first, only_truth


RETURNED: Final = "<returned>"


class Emitter:
    """Writes one function. The parts of the language are in the classes that derive from this one."""

    def __init__(self, program: Any, function: ir.Function, widened: dict[Any, dict[Name, Kind | Poison]]) -> None:
        self.program, self.function, self.widened = program, function, widened  # the program is a zermelo.native.plain.program.Program
        self.again = False  # whether something was widened, so that all is to be written anew
        self.begun_with = program.widenings
        self.entry = function.append_basic_block("entry")
        self.builder = ir.IRBuilder(function.append_basic_block("body"))
        self.failing = function.append_basic_block("failing")  # where control ends that fails
        self.endings: list[tuple[Any, Any]] = []  # from where it comes there, each with the number of its failure
        self.environment: Environment | None = {}
        self.slots: dict[tuple[Name, Kind], list[Any]] = {}
        self.frames = 0
        self.frame: Frame
        self.path: tuple[Any, ...] = ()
        self.checked_from: dict[Any, Any] = {}  # of a block that goes on after a check, the one before
        self.failed: dict[Any, Any] = {}  # where control goes at a fault, by what is said of it
        self.generating: list[Any] = []  # the generators that are being gone through
        self.handlers: list[Handler] = []  # of the `try` that is being written, the innermost last
        self.counts = 0
        self.serials: Counter[tuple[int, int]] = Counter()
        self.arena = function.args[0]
        self.node: ast.AST | None = None
        before = ir.IRBuilder(self.entry)
        self.free = before.bitcast(self.arena, ADDRESS.as_pointer())  # where it is kept from where on the arena is free
        self.begun = before.load(self.free)  # what that was when the function began
        self.end = before.load(before.gep(self.free, [self.integer(1)]))

    def site(self, node: ast.AST) -> tuple[int, int, int, str]:
        """Where something is made, and by what, as several expressions may begin at one place: of what is made there, all has one kind."""
        return (self.frame.number, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), type(node).__name__)

    @property
    def constants(self) -> Any:
        """What writes constants."""
        return self.program.constants

    # Control

    @property
    def alive(self) -> bool:
        """Whether control comes here."""
        return self.environment is not None

    def flow(self) -> Flow | None:
        """Where control is now; from here on it is nowhere, until it goes on somewhere."""
        if self.environment is None:
            return None
        made = Flow(self.builder.block, self.environment)
        self.environment = None
        return made

    def leave_to(self, flows: list[Flow]) -> None:
        """Let control, where it comes here, go on where these do."""
        if (here := self.flow()) is not None:
            flows.append(here)

    def go(self, flow: Flow) -> None:
        """Go on from there."""
        self.builder.position_at_end(flow.block)
        self.environment = dict(flow.environment)

    def block(self, name: str = "") -> Any:
        """A new block."""
        return self.function.append_basic_block(name)

    def merge(self, flows: list[Flow], at_end: bool = False) -> None:
        """Go on from where these come together; nowhere if there is none. At the end of a function its variables are of no use any more."""
        self.environment = None
        if not flows:
            return
        if len(flows) == 1:
            self.go(flows[0])
            return
        self._settle(flows)
        if not at_end:
            self._tell_missing(flows)
        merged: Environment = {}
        for name in dict.fromkeys(name for flow in flows for name in flow.environment):
            found = [flow.environment[name] for flow in flows if name in flow.environment]
            merged[name] = self._common(found)
        target = self.block("on")
        for flow in flows:
            self.go(flow)
            for name, binding in merged.items():
                if isinstance(binding, Slot) and name in flow.environment and flow.environment[name] != binding:
                    self._put(name, binding.kind, self.read(flow.environment[name], name))
            self.builder.branch(target)
        self.builder.position_at_end(target)
        self.environment = merged

    def _settle(self, flows: list[Flow]) -> None:
        """What is gone through later (a range, a generator) is a row already where another way leaves something else, and all is a
        list where one of them is.
        """
        for name in dict.fromkeys(name for flow in flows for name in flow.environment):
            ways = [flow for flow in flows if name in flow.environment]
            found = [flow.environment[name] for flow in ways]
            if all(_same(found[0], other) for other in found[1:]) or not all(map(_is_listing, found)):
                continue
            listed = any(_is_list(one) for one in found)
            for flow, binding in zip(ways, found, strict=True):
                is_lazy = isinstance(binding, Value) and isinstance(binding.const, (Lazy, range))
                if is_lazy or (listed and _is_other_row(binding)):
                    self.go(flow)
                    row = self._as_list(self.read(binding, name)) if listed else self.to_row(self.read(binding, name))
                    if self.environment is not None:
                        flow.environment = {**self.environment, name: row}
                    flow.block = self.builder.block

    def _tell_missing(self, flows: list[Flow]) -> None:
        """Of a variable that not all ways give a value, another one says whether it has one."""
        frame: Frame | None = self.frame
        numbers = set()
        while frame is not None:
            numbers.add(frame.number)
            frame = frame.outer
        for number, name in dict.fromkeys(name for flow in flows for name in flow.environment):
            key, told = (number, name), (number, told_of(name))
            if name.startswith("<") or number not in numbers:
                continue
            if all(key in flow.environment and told not in flow.environment for flow in flows):
                continue
            for flow in flows:
                if told not in flow.environment:
                    flow.environment = {**flow.environment, told: constant(key in flow.environment)}

    def must_have_value(self, key: Name) -> None:
        """Fail where a variable has no value on the way that was taken."""
        assert self.environment is not None
        told = (key[0], told_of(key[1]))
        if told in self.environment:
            there = self.read(self.environment[told], told)
            if not there.is_known or not there.const:
                self.check(self.parts(there)[0], "UnboundLocalError", f"`{key[1]}` has no value")

    def _as_list(self, value: Value) -> Value:
        """The list of what stands where another way leaves a list."""
        made = self.to_list(value)
        if not isinstance(made.kind, List) or not isinstance(value.kind, (Tuple, Sequence)):
            return made
        is_constant = kinds.is_constant_list(value.kind)
        return Value(replace(made.kind, or_tuple=not is_constant, is_constant=is_constant), made.parts)

    def to_row(self, value: Value) -> Value:
        """`tuple(value)`."""
        raise NotImplementedError

    def _common(self, found: list[Binding]) -> Binding:
        first = found[0]
        if all(_same(first, other) for other in found[1:]):
            return first
        if any(isinstance(one, Poison) for one in found):
            return next(one for one in found if isinstance(one, Poison))
        kind = kinds.joined(one.kind for one in found)  # type: ignore[union-attr]
        if kind is None or isinstance(kind, Static):
            return Poison(*map(_in_words, found))
        return Slot(kind)

    def branch(self, test: Value, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """One or the other; what the test is known to come to is not written at all."""
        if isinstance(test.kind, Never):
            self.environment = None
            return
        truth = self.truth(test)
        if truth.is_known:
            (then if truth.const else otherwise)()
            return
        first, second = self.block("then"), self.block("else")
        self.builder.cbranch(truth.parts[0], first, second)
        before = self.environment
        assert before is not None
        flows = []
        for block, write in ((first, then), (second, otherwise)):
            self.go(Flow(block, before))
            write()
            flow = self.flow()
            if flow is not None:
                flows.append(flow)
        self.merge(flows)

    def loop(
        self, key: Any, test: Callable[[], Value | None], body: Callable[[], None], step: Callable[[], None], assigned: set[Name]
    ) -> None:
        """Repeat: while the test holds (None: always), the body, then the step, to which `continue` leads."""
        key = (*self.path, key)
        assert self.environment is not None
        widened = self.widened.setdefault(key, {})
        for name, binding in list(self.environment.items()):
            if name in widened:
                widened[name] = self._widen(name, binding, widened[name])
            elif name in assigned and isinstance(binding, Value) and binding.is_known and not isinstance(binding.kind, (Static, Nothing)):
                self._widen(name, binding, _general(binding.kind))
        head = self.block("loop")
        self.builder.branch(head)
        self.builder.position_at_end(head)
        before = dict(self.environment)
        loop = Loop()
        self.frame.loops.append(loop)
        frame = self.frame
        exits: list[Flow] = []
        try:
            found = test()
            if found is not None:
                truth = self.truth(found)
                if truth.is_known and not truth.const:
                    self.leave_to(exits)
                elif not truth.is_known:
                    inside, outside = self.block("round"), self.block("over")
                    self.builder.cbranch(truth.parts[0], inside, outside)
                    exits.append(Flow(outside, dict(self.environment)))
                    self.builder.position_at_end(inside)
            if self.environment is not None:
                body()
            self.leave_to(loop.continues)
            self.merge(loop.continues)
            if self.environment is not None:
                step()
            if self.environment is not None:
                self._back(head, before, widened)
        finally:
            assert frame.loops.pop() is loop
        self.merge([*exits, *loop.breaks])

    def _widen(self, name: Name, binding: Binding, to: Kind | Poison) -> Kind | Poison:
        """Let the variable hold values of this kind from here on, and of what it holds here; gives the kind of both."""
        assert self.environment is not None
        common = to if isinstance(to, Poison) else self._common([Slot(to), binding])
        if isinstance(common, Poison):
            self.environment[name] = common
            return common
        if binding != common:
            self._put(name, common.kind, self.read(binding, name))
            self.environment[name] = Slot(common.kind)
        return common.kind

    def _back(self, head: Any, before: Environment, widened: dict[Name, Kind | Poison]) -> None:
        assert self.environment is not None
        for name, old in before.items():
            new = self.environment.get(name, old)
            if _same(old, new):
                continue
            common = self._common([old, new])
            if isinstance(old, Slot) and common == old:
                self._put(name, old.kind, self.read(new, name))
            else:
                widened[name] = common if isinstance(common, Poison) else common.kind
                self.again = True
        self.builder.branch(head)
        self.environment = None

    # Variables

    def _slot(self, name: Name, kind: Kind) -> list[Any]:
        made = self.slots.get((name, kind))
        if made is None:
            made = []
            here = self.builder.block
            self.builder.position_at_end(self.entry)
            room = self.builder.alloca(ir.ArrayType(I64, len(kind.parts))) if has_row(kind) else None
            for number, part in enumerate(kind.parts):
                made.append(self._room_within(room, number, part) if room is not None else self.builder.alloca(part))
                self.builder.store(ir.Constant(part, None if part == ADDRESS else 0), made[-1])
            self.builder.position_at_end(here)
            self.slots[name, kind] = made
        return made

    def _room_within(self, room: Any, number: int, part: Any) -> Any:
        place = self.builder.gep(room, [self.integer(0), self.integer(number)])
        return self.builder.bitcast(place, part.as_pointer())

    def borrow(self, name: str, kind: Kind, place: Any, frame: Frame) -> None:
        """Let the variable, which is never assigned to, be what lies there."""
        place.add_attribute("noalias")
        with self.builder.goto_block(self.entry):
            places = [self.builder.bitcast(self.at(place, WORD_BYTES * n), part.as_pointer()) for n, part in enumerate(kind.parts)]
        self.slots[(frame.number, name), kind] = places
        self.environment[frame.number, name] = Slot(kind)  # type: ignore[index]

    def lent(self, value: Value) -> Any:
        """The address of a value with a row in it: in the variable from which it was just read, or of a copy in the frame."""
        parts = self.parts(value)
        places = [one.operands[0] for one in parts if isinstance(one, ir.instructions.LoadInstr)]
        for (_, kind), slot in self.slots.items():
            first = next((n for n, place in enumerate(slot) if place is places[0]), None) if places and has_row(kind) else None
            if first is not None and places == slot[first : first + len(parts)] and not self._may_have_changed(parts):
                return self.builder.bitcast(places[0], ADDRESS)
        room = self.frame_room(WORD_BYTES * len(parts))
        for number, part in enumerate(parts):
            self.builder.store(part, self.builder.bitcast(self.at(room, WORD_BYTES * number), part.type.as_pointer()))
        return room

    def _may_have_changed(self, loads: list[Any]) -> bool:
        """Whether anything may have been stored since these loads."""
        left, block = set(map(id, loads)), self.builder.block
        while block is not None:
            for instruction in reversed(block.instructions):
                left.discard(id(instruction))
                if not left:
                    return False
                if isinstance(instruction, ir.instructions.StoreInstr):
                    return True
            block = self.checked_from.get(block)
        return True

    def row_of(self, name: Name, kind: Kind) -> Any:
        """Where a variable with a row in it lies in the frame: its parts one after the other, each a word."""
        return self.builder.bitcast(self._slot(name, kind)[0], ADDRESS)

    def _put(self, name: Name, kind: Kind, value: Value) -> None:
        for part, place in zip(self.parts(self.convert(value, kind)), self._slot(name, kind), strict=True):
            self.builder.store(part, place)

    def assign(self, name: str, value: Value, frame: Frame | None = None) -> None:
        """Let the variable hold the value."""
        if self.environment is None:
            return
        key = ((frame or self.frame).number, name)
        if (told := (key[0], told_of(name))) in self.environment:
            self.environment[told] = constant(True)
        if value.is_known or isinstance(value.kind, (Static, Never)):
            self.environment[key] = value
        else:
            kind = _general(value.kind)
            self._put(key, kind, value)
            self.environment[key] = Slot(kind)

    def read(self, binding: Binding, name: Name) -> Value:
        """What the variable holds."""
        if isinstance(binding, Value):
            return binding
        if isinstance(binding, Poison):
            raise RefusedError(f"`{name[1]}` holds {binding.told}, depending on the way taken; give each a name of its own")
        return Value(binding.kind, [self.builder.load(place) for place in self._slot(name, binding.kind)])

    def temporary(self, value: Value) -> Callable[[], Value]:
        """Keep a value across blocks; what is returned reads it. (Registers do so too: this is for what loops change.)"""
        return lambda: value

    # Values

    def parts(self, value: Value) -> list[Any]:
        """The parts of a value, of a constant written into the code."""
        if value.parts is None:
            value.parts = self.program.constants.parts(self, value.const, value.kind)
        return list(value.parts)

    def integer(self, number: int) -> Any:
        """A whole number in a register."""
        return ir.Constant(I64, number)

    def convert(self, value: Value, kind: Kind) -> Value:
        """The value as one of a wider kind."""
        old = value.kind
        if old == kind:
            return value
        if value.is_known and not isinstance(kind, (Optional, List, Dict)) and not (isinstance(kind, Set) and not kind.frozen):
            return Value(kind, self.program.constants.parts(self, value.const, kind), UNKNOWN)
        if isinstance(old, Never):
            return Value(kind, [ir.Constant(part, ir.Undefined) for part in kind.parts])
        if isinstance(kind, Optional):
            if isinstance(old, Nothing):
                return Value(kind, [ir.Constant(I1, 0), *(ir.Constant(part, None if part == ADDRESS else 0) for part in kind.some.parts)])
            if isinstance(old, Optional):
                there, *rest = self.parts(value)
                return Value(kind, [there, *self.parts(self.convert(Value(old.some, rest), kind.some))])
            return Value(kind, [ir.Constant(I1, 1), *self.parts(self.convert(value, kind.some))])
        if isinstance(old, Optional):
            return self.convert(self.there(value), kind)
        if isinstance(kind, Int):
            return Value(kind, self.parts(self.whole(value)))
        if isinstance(kind, Float):
            return self.exactly(value)
        if isinstance(kind, Tuple) and isinstance(old, Tuple):
            parts = [part for i, member in enumerate(kind.members) for part in self.parts(self.convert(self.member(value, i), member))]
            return Value(kind, parts)
        if isinstance(kind, Sequence):
            return Value(kind, self.parts(self.row(value, kind.member)))
        if isinstance(kind, Set) and isinstance(old, Set) and old.frozen and kind.member != old.member:
            return self.frozen_copy(value, kind)
        if isinstance(kind, (List, Set, Dict, Instance)) and type(kind) is type(old):
            return self._as_wide(value, kind)
        if isinstance(kind, List) and value.is_known:
            return self.convert(self.to_list(value), kind)
        raise RefusedError(f"{kinds.in_words(old)} is used where {kinds.in_words(kind)} is meant")

    def _as_wide(self, value: Value, kind: Any) -> Value:
        """A list, set, dict or object as one with wider members: that is what it gets where it is made."""
        old = value.kind
        if _inside(old) != _inside(kind):
            common = kinds.join(_inside(old), _inside(kind))
            if common is None or not (old.sites or kind.sites):  # type: ignore[attr-defined]
                raise RefusedError(f"{kinds.in_words(old)} is used where {kinds.in_words(kind)} is meant")
            self.widen(old.sites | kind.sites, common)  # type: ignore[attr-defined]
        return Value(kind, self.parts(value))

    def widen(self, sites: frozenset[Any], kind: Kind) -> None:
        """Let what is made at these places hold such members from now on, for which the function is written again.

        Where it does already, what is at hand was given to the function before that was known: whoever calls it is written again, with
        one for other arguments, and this one is not needed.
        """
        widened = [self.program.widen(site, kind) for site in sites]
        if any(widened):
            self.again = True
        elif self.program.widenings == self.begun_with:
            self.program.refuse(RefusedError(f"the kinds of {kinds.in_words(kind)} change without end"), self.frame.function, self.node)

    def frozen_copy(self, value: Value, kind: Set) -> Value:
        """A frozenset as one of wider members."""
        raise NotImplementedError

    def to_list(self, value: Value) -> Value:
        """`list(value)`."""
        raise NotImplementedError

    def there(self, value: Value) -> Value:
        """The value that may be None, which must not be None here."""
        if isinstance(value.kind, Optional):
            present, *rest = self.parts(value)
            self.check(present, "TypeError", "None is used as a value")
            return Value(value.kind.some, rest)
        return value

    def member(self, value: Value, index: int) -> Value:
        """A member of a tuple of a known length."""
        assert isinstance(value.kind, Tuple)
        if value.is_known:
            thing = value.const[index] if isinstance(value.const, tuple) else getattr(value.const, value.kind.names[index])
            return Value(value.kind.members[index], None, thing)
        before = sum(len(member.parts) for member in value.kind.members[:index])
        kind = value.kind.members[index]
        return Value(kind, self.parts(value)[before : before + len(kind.parts)])

    def tuple(self, values: list[Value], cls: type | None = None) -> Value:
        """A tuple of these."""
        if any(isinstance(one.kind, Never) for one in values):
            return NEVER_VALUE
        if all(one.is_known for one in values):
            members = [one.const for one in values]
            return constant(self.program.make(cls, members) if cls else tuple(members))
        if any(isinstance(one.kind, Static) for one in values):
            raise RefusedError("a tuple of functions or other objects that are no values")
        return Value(Tuple(tuple(_general(one.kind) for one in values), cls), [part for one in values for part in self.parts(one)])

    def whole(self, value: Value) -> Value:
        """The value as a whole number."""
        value = self.there(value)
        kind = value.kind
        if value.is_known and isinstance(value.const, (int, Bits)):
            return constant(int(value.const))
        if isinstance(kind, kinds.Bool):
            return Value(INT, [self.builder.zext(self.parts(value)[0], I64)])
        if isinstance(kind, Int):
            return Value(INT, value.parts)
        if kinds.is_int_enum(kind):
            assert isinstance(kind, Member)
            values = [int(member) for member in kind.members]  # type: ignore[call-overload]  # an IntEnum
            found: Value = self.program.constants.of_member(self, value, values)
            return found
        raise RefusedError(f"{kinds.in_words(kind)} is used as a whole number")

    def real(self, value: Value) -> Value:
        """The value as a number with a point."""
        value = self.there(value)
        if value.is_known:
            return Value(FLOAT, [ir.Constant(DOUBLE, float(value.const))], float(value.const))
        if isinstance(value.kind, Float):
            return value
        return Value(FLOAT, [self.builder.sitofp(self.parts(self.whole(value))[0], DOUBLE)])

    def exactly(self, value: Value, told: str = NO_FLOAT) -> Value:
        """The same where what matters is that it is the same number: plain Python has those beyond 2**53 that a float is not."""
        value = self.there(value)
        if isinstance(value.kind, Float):
            return value
        number = self.whole(value)
        if number.is_known and float(number.const) != number.const:
            raise RefusedError(f"{number.const} is used as a float, and there is none that is the same")
        if not number.is_known:
            above = self.builder.add(self.parts(number)[0], self.integer(EXACT))
            self.check(self.builder.icmp_unsigned("<=", above, self.integer(2 * EXACT)), "OverflowError", told)
        return self.real(number)

    def truth(self, value: Value) -> Value:
        """Whether a value counts as true."""
        kind = value.kind
        if value.is_known and not isinstance(kind, Static):
            return constant(bool(value.const))
        if isinstance(kind, kinds.Bool):
            return value
        if isinstance(kind, (Tuple, Member, Instance, Static)):
            for name in ("__bool__", "__len__"):
                if (found := self.by_own_method(name, value)) is not None:
                    return self.truth(found)
        if isinstance(kind, Never):
            return constant(False)
        if isinstance(kind, Nothing):
            return constant(False)
        if isinstance(kind, Optional):
            there, *rest = self.parts(value)
            inner = self.truth(Value(kind.some, rest))
            return Value(BOOL, [self.builder.and_(there, self.parts(inner)[0])])
        if isinstance(kind, Float):
            return Value(BOOL, [self.builder.fcmp_unordered("!=", self.parts(value)[0], ir.Constant(DOUBLE, 0.0))])
        if kinds.is_int_enum(kind):
            return self.truth(self.whole(value))
        if isinstance(kind, (Int, kinds.BitSet, kinds.Word)):
            return Value(BOOL, [self.builder.icmp_signed("!=", self.parts(value)[0], self.integer(0))])
        if isinstance(kind, (Sequence, List, Set, Dict)):
            return self.truth(self.length(value))
        if isinstance(kind, Tuple):
            return constant(bool(kind.members) or kind.cls is not None)
        if isinstance(kind, (Char, Member, Instance)):
            return constant(True)
        return self.truth_of_static(value)

    def truth_of_static(self, value: Value) -> Value:
        """Whether something static counts as true: functions and games do."""
        return constant(bool(value.const))

    # Memory

    def tick(self, *, begins: bool) -> None:
        """From now on, time is that of the statement at hand, where it is counted: it begins here, or goes on after a call."""
        if self.program.ticks is not None and self.alive:
            number = self.program.ticks.number(self.frame.function, getattr(self.node, "lineno", 0))
            self.program.ticks.write(self.builder, number, begins)

    def take(self, size: Any) -> Any:
        """The address of this many bytes of the arena, at a multiple of 8."""
        if self.program.ticks is not None:
            self.program.ticks.makers.add((self.frame.function, getattr(self.node, "lineno", 0)))
        if isinstance(size, ir.Constant):
            size = self.integer(-(-size.constant // 8) * 8)
        else:
            size = self.builder.and_(self.builder.add(size, self.integer(7)), self.integer(-8))
        taken = self.builder.load(self.free)
        self.took(self.at(taken, size))
        return taken

    def frame_room(self, size: int) -> Any:
        """The address of this many bytes of the function's frame, at a multiple of 8; each time that control comes here, the same."""
        with self.builder.goto_block(self.entry):
            room = self.builder.alloca(ir.ArrayType(I64, max(1, -(-size // 8))))
            return self.builder.bitcast(room, ADDRESS)

    def took(self, free: Any) -> None:
        """From now on the arena is free from there, which must be within it."""
        self.program.takes = True
        self.check(self.builder.icmp_unsigned("<=", free, self.end), "MemoryError", "there is no room left for values")
        self.builder.store(free, self.free)

    def at(self, base: Any, offset: Any) -> Any:
        """An address this many bytes on."""
        return self.builder.gep(base, [offset if isinstance(offset, ir.Value) else self.integer(offset)])

    def load_word(self, base: Any, offset: int, kind: Any = I64) -> Any:
        """A word at an address."""
        return self.builder.load(self.builder.bitcast(self.at(base, offset), kind.as_pointer()))

    def store_word(self, word: Any, base: Any, offset: int) -> None:
        """Keep a word at an address."""
        self.builder.store(word, self.builder.bitcast(self.at(base, offset), word.type.as_pointer()))

    def place(self, kind: Kind, base: Any, index: Any) -> Any:
        """The address of a member of a row."""
        return self.at(base, self.builder.mul(index, self.integer(kind.size)))

    def load(self, kind: Kind, place: Any) -> Value:
        """The value that is stored there."""
        parts = []
        for part, (stored, offset) in zip(kind.parts, kind.cells, strict=True):
            word = self.load_word(place, offset, stored)
            if part != stored:
                word = self.builder.trunc(word, I1) if part == I1 else self._widened(word, kind)
            parts.append(word)
        return Value(kind, parts)

    def _widened(self, word: Any, kind: Kind) -> Any:
        return self.builder.sext(word, I64) if isinstance(kind, Int) else self.builder.zext(word, I64)

    def store(self, value: Value, kind: Kind, place: Any) -> None:
        """Keep a value there, as one of this kind."""
        for part, (stored, offset) in zip(self.parts(self.convert(value, kind)), kind.cells, strict=True):
            word = part
            if part.type != stored:
                word = self.builder.zext(part, stored) if part.type == I1 else self.builder.trunc(part, stored)
                if isinstance(kind, Int):
                    same = self.builder.icmp_signed("==", self.builder.sext(word, I64), part)
                    self.check(same, "Narrow", f"a number does not fit into {kind.width} bits")
            self.store_word(word, place, offset)

    def copied(self, target: Any, source: Any, size: Any) -> None:
        """Copy this many bytes."""
        self.builder.call(self.program.copier, [target, source, size, ir.Constant(I1, 0)])

    # Failing

    def check(self, holds: Any, error: str, text: str) -> None:
        """Fail with the error unless it holds."""
        on = self.block("well")
        self.checked_from[on] = self.builder.block
        what = (error, text, self.frame.function, getattr(self.node, "lineno", 0))
        if (handler := self._handler_of(error)) is not None:
            failed = self.block("caught")
            self.builder.cbranch(holds, on, failed)
            self._come_to(handler, failed)
        elif what in self.failed:
            self.builder.cbranch(holds, on, self.failed[what])
        else:
            self.failed[what] = failed = self.block("failed")
            self.builder.cbranch(holds, on, failed)
            self.builder.position_at_end(failed)
            self._fail(error, text)
        self.builder.position_at_end(on)

    def _fail(self, error: str, text: str) -> None:
        if (handler := self._handler_of(error)) is not None:
            self._come_to(handler, self.builder.block)
            return
        self._ended(self.integer(self.program.site(error, text, self.frame.function, self.node)))

    def _handler_of(self, error: str) -> Handler | None:
        for handler in reversed(self.handlers):
            if error in handler.caught:
                return handler
        return None

    def _come_to(self, handler: Handler, block: Any) -> None:
        if self.environment is not None:
            handler.flows.append(Flow(block, dict(self.environment)))

    def end_with(self, status: Any) -> None:
        """End the function with the number of a failure, unless it is caught."""
        for handler in reversed(self.handlers):
            caught, on = self.block("caught"), self.block("uncaught")
            self.builder.cbranch(self.builder.call(self.program.catcher(handler.caught), [status]), caught, on)
            self._come_to(handler, caught)
            self.builder.position_at_end(on)
        self._ended(status)

    def _ended(self, status: Any) -> None:
        self.endings.append((status, self.builder.block))
        self.builder.branch(self.failing)

    def fail(self, error: str, text: str) -> None:
        """End here, with an error."""
        self._fail(error, text)
        self.environment = None

    def finish(self, kind: Kind, parts: list[Any] | None) -> None:
        """Write the ends of the function, now that it is known what it gives back: how it ended, and the parts of its value if it does."""
        answer = ir.LiteralStructType([I64, *kind.parts])
        arguments = self.function.function_type.args
        self.function.ftype = ir.FunctionType(answer, arguments)
        self.function.type = self.function.ftype.as_pointer()
        self.function.return_value.type = answer
        if parts is not None:
            made = self.builder.insert_value(ir.Constant(answer, ir.Undefined), self.integer(0), 0)
            for place, part in enumerate(parts):
                made = self.builder.insert_value(made, part, place + 1)
            self.builder.ret(made)
        for block in self.function.blocks:
            if block not in (self.entry, self.failing) and not block.is_terminated:  # behind a call that never returns
                self.builder.position_at_end(block)
                self.builder.unreachable()
        self.builder.position_at_end(self.failing)
        if not self.endings:
            self.builder.unreachable()
            return
        status = self.builder.phi(I64)
        for number, block in self.endings:
            status.add_incoming(number, block)
        self.builder.ret(self.builder.insert_value(ir.Constant(answer, ir.Undefined), status, 0))

    # What the classes that derive from this one give

    def by_own_method(self, name: str, value: Value, *others: Value) -> Value | None:
        """What a method of the value's own class gives; None where it has none."""
        raise NotImplementedError

    def length(self, value: Value) -> Value:
        """How many members a value has."""
        raise NotImplementedError

    def row(self, value: Value, member: Kind) -> Value:
        """The members of a value as a tuple in memory."""
        raise NotImplementedError


def is_row(kind: Kind) -> bool:
    """Whether it is a tuple of many words, its members alike: numbers, or tuples of such."""
    return is_even(kind) and len(kind.parts) > FEW and _is_words(kind)


def is_even(kind: Kind) -> bool:
    """Whether it is a tuple without names whose members are of one kind."""
    return isinstance(kind, Tuple) and kind.cls is None and all(member == kind.members[0] for member in kind.members)


def _is_words(kind: Kind) -> bool:
    """Whether all its parts are numbers of a word each, so that it lies in memory as in a variable."""
    if isinstance(kind, Tuple):
        return all(map(_is_words, kind.members))
    return kind.parts in ((I64,), (DOUBLE,)) and kind.size == WORD_BYTES


def has_row(kind: Kind) -> bool:
    """Whether there is such a tuple in it."""
    return is_row(kind) or (isinstance(kind, Tuple) and any(map(has_row, kind.members)))


def closure_names(function: FunctionType) -> dict[str, Any]:
    """What a function sees of the functions around it."""
    names: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            names[name] = cell.cell_contents
        except ValueError:
            continue
    return names


def _inside(kind: Any) -> Kind:
    """What a list, set, dict or object holds."""
    if isinstance(kind, Dict):
        return kind.entry if not isinstance(kind.key, Never) else NEVER
    return kind.record if isinstance(kind, Instance) else kind.member


def _general(kind: Kind) -> Kind:
    """The kind that a variable has which holds such a value: numbers are as wide as registers."""
    return INT if isinstance(kind, Int) else kind


def _in_words(binding: Binding) -> str:
    """What people call what a variable holds."""
    if isinstance(binding, Poison):
        return binding.told
    return values.in_words(binding) if isinstance(binding, Value) else kinds.in_words(binding.kind)


def _is_listing(binding: Binding) -> bool:
    """Whether it is a row, or will be when it is gone through, or may be None."""
    if isinstance(binding, Value) and isinstance(binding.const, (Lazy, range)):
        return True
    return isinstance(getattr(binding, "kind", None), (Tuple, Sequence, List, Nothing, Optional, Never))


def _is_list(binding: Binding) -> bool:
    """Whether it is a list, or None or a list, that may change."""
    kind = getattr(binding, "kind", None)
    return isinstance(kind.some if isinstance(kind, Optional) else kind, List)


def _is_other_row(binding: Binding) -> bool:
    """Whether it is a tuple whose members have one kind, or a constant list."""
    kind = getattr(binding, "kind", None)
    if isinstance(kind, Tuple):
        return kind.cls is None and kinds.joined(kind.members) is not None
    return isinstance(kind, Sequence) and not kind.is_text


def told_of(name: str) -> str:
    """The variable that says whether another one has a value."""
    return f"<there is {name}>"


def _same(one: Binding, other: Binding) -> bool:
    if isinstance(one, Value) and isinstance(other, Value):
        if one is other:
            return True
        if not one.is_known or not other.is_known or one.kind != other.kind:
            return False
        if one.const is other.const:
            return True
        alike = not isinstance(one.kind, Static) and type(one.const) is type(other.const) and bool(one.const == other.const)
        return alike and repr(one.const) == repr(other.const)  # 0.0 and -0.0 are equal
    return type(one) is type(other) and one == other


def assigned(node: ast.AST) -> Iterator[str]:
    """The names to which something within is assigned."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, (ast.FunctionDef, ast.MatchAs, ast.MatchStar)) and part.name:
            yield part.name
