"""Writing one function of a kernel: variables, statements, and how it ends.

A variable has one kind, that which holds all that is assigned to it; where a later assignment widens it (an int that becomes a float), the
function is written anew. Its parts have places in the function's frame, which LLVM turns into registers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from zermelo.native.kernels.kinds import BOOL, FLOAT, INT, Key, Row, State, StateRow
from zermelo.native.plain import kinds
from zermelo.native.plain.kinds import ADDRESS, I64, NEVER, NOTHING, Kind, Static, Tuple
from zermelo.native.plain.values import NONE, RefusedError, Value

I1: Final = ir.IntType(1)
FITTING: Final = (INT, BOOL, FLOAT)


class WidenedError(Exception):
    """A variable, or what the function returns, has turned out to hold more than was thought: the function is written anew."""


@dataclass
class Shape:
    """What is known of a function before it is written once more: the kinds of its variables, and of what it returns."""

    variables: dict[str, Kind] = field(default_factory=dict)
    returns: Kind = NEVER


@dataclass
class Rounds:
    """How a loop goes: from where, up to where, in what steps, and what each round is about, by its number.

    others  where only the first is known at first: what lists all, and gives how many there are
    """

    first: Any
    last: Any
    step: int
    member: Callable[[Any], Value]
    others: Callable[[], Any] | None = None


class Writer:
    """Writes one function. Expressions and calls are in the classes that derive from this one."""

    def __init__(self, program: Any, made: Any, shape: Shape) -> None:
        self.program, self.made, self.shape = program, made, shape
        self.function: ir.Function = made.function
        self.python: FunctionType = made.python
        self.entry = self.function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.function.append_basic_block("body"))
        self.places: dict[str, list[Any]] = {}
        self.statics: dict[str, Value] = {}
        self.loops: list[tuple[Any, Any]] = []
        self.reached: set[Any] = set()
        self.into: str | None = None
        self.node: ast.AST | None = None

    # The whole

    def write(self, definition: ast.FunctionDef, given: dict[str, Value]) -> None:
        """Write the function that this definition says, with these arguments."""
        changed = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for name, value in given.items():
            if name in changed or not isinstance(value.kind, (Static, State, Key, Row, StateRow)):
                self.assign(name, value)
            else:
                self.statics[name] = value
        self.block(definition.body)
        if self.is_open:
            self.leave(NONE)
        self.builder.position_at_end(self.entry)
        self.builder.branch(self.function.blocks[1])

    @property
    def is_open(self) -> bool:
        """Whether control comes to this point."""
        return not self.builder.block.is_terminated

    def leave(self, value: Value) -> None:
        """Return a value."""
        wanted = self.made.declared
        if wanted is None:
            found = self.joined(self.shape.returns, value.kind)
            if found != self.shape.returns:
                self.shape.returns = found
                raise WidenedError
            wanted = found
        if isinstance(wanted, State):
            self.copy_state(value.parts[0], self.function.args[-1])
            parts: list[Any] = []
        else:
            parts = self.converted(value, wanted).parts
        self.builder.ret(self.answer(ir.Constant(I64, 0), parts))

    def answer(self, status: Any, parts: list[Any]) -> Any:
        """What the function gives back: 0 or the number of what went wrong, and the parts of its value."""
        made = self.builder.insert_value(ir.Constant(self.function.function_type.return_type, ir.Undefined), status, 0)
        for place, part in enumerate(parts):
            made = self.builder.insert_value(made, part, place + 1)
        return made

    def fail_if(self, wrong: Any, error: type[Exception], text: str) -> None:
        """End with an error where something is wrong."""
        self.end_if(wrong, ir.Constant(I64, self.program.failure(error, text)))

    def end_if(self, wrong: Any, status: Any) -> None:
        """End with this status, or with what it gives, where something is wrong: these ways are seldom gone."""
        self.made.can_fail = True
        going, ending = self.function.append_basic_block("going"), self.function.append_basic_block("ending")
        self.builder.cbranch(wrong, ending, going).set_weights([1, 99])
        self.builder.position_at_end(ending)
        self.builder.ret(self.answer(status() if callable(status) else status, []))
        self.builder.position_at_end(going)

    # Statements

    def block(self, statements: list[ast.stmt]) -> None:
        """Statements, up to one that control does not come past."""
        for statement in statements:
            if not self.is_open:
                return
            self.node = statement
            write = getattr(self, f"write_{type(statement).__name__}", None)
            if write is None:
                raise RefusedError(f"a kernel knows no `{type(statement).__name__}` statement")
            write(statement)

    def write_Pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def write_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def write_Return(self, node: ast.Return) -> None:
        self.leave(NONE if node.value is None else self.value(node.value))

    def write_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and not _reads(node.value, node.targets[0].id):
            self.into = node.targets[0].id  # a call that gives a state may write it there at once
        value = self.value(node.value)
        self.into = None
        for target in node.targets:
            self.store(target, value)

    def write_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store(node.target, self.value(node.value))

    def write_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Subscript):
            row, place = self.value(target.value), self.index(target.slice)
            self.store_at(row, place, self.operation(node.op, self.load_at(row, place), self.value(node.value)))
        else:
            loaded = ast.copy_location(ast.Name(target.id, ast.Load()), target) if isinstance(target, ast.Name) else target
            self.store(target, self.operation(node.op, self.value(loaded), self.value(node.value)))

    def write_If(self, node: ast.If) -> None:
        test = self.truth(self.value(node.test))
        if isinstance(test, ir.Constant):
            self.block(node.body if test.constant else node.orelse)
            return
        body, after = self.function.append_basic_block("then"), self.function.append_basic_block("after")
        otherwise = self.function.append_basic_block("else") if node.orelse else after
        self.jump_if(test, body, otherwise)
        for block, statements in ((body, node.body), (otherwise, node.orelse)):
            if statements:
                self.builder.position_at_end(block)
                self.block(statements)
                self.go(after)
        self.at(after)

    def write_While(self, node: ast.While) -> None:
        if node.orelse:
            raise RefusedError("a kernel knows no `else` of a loop")
        head, body, after = (self.function.append_basic_block(name) for name in ("while", "round", "done"))
        self.jump(head)
        self.builder.position_at_end(head)
        test = self.truth(self.value(node.test))
        if isinstance(test, ir.Constant) and test.constant:
            self.jump(body)
        else:
            self.jump_if(test, body, after)
        self.builder.position_at_end(body)
        with self.loop(head, after):
            self.block(node.body)
        self.go(head)
        self.at(after)

    def write_For(self, node: ast.For) -> None:
        if node.orelse:
            raise RefusedError("a kernel knows no `else` of a loop")
        rounds = self.rounds(node.iter)
        counter, last = self.place(I64), self.place(I64)
        self.builder.store(rounds.first, counter)
        self.builder.store(rounds.last, last)
        head, body, on, after = (self.function.append_basic_block(name) for name in ("for", "round", "next", "done"))
        self.jump(head)
        self.builder.position_at_end(head)
        count = self.builder.load(counter)
        self.jump_if(self.builder.icmp_signed("<" if rounds.step > 0 else ">", count, self.builder.load(last)), body, after)
        self.builder.position_at_end(body)
        self.store(node.target, rounds.member(count))
        with self.loop(on, after):
            self.block(node.body)
        self.go(on)
        self.at(on)
        if self.is_open:
            self.builder.store(self.builder.add(self.builder.load(counter), ir.Constant(I64, rounds.step)), counter)
            if rounds.others is not None:
                self._list_others(rounds.others, counter, last)
            self.jump(head)
        self.at(after)

    def _list_others(self, others: Callable[[], Any], counter: Any, last: Any) -> None:
        """After the first round, ask how many there are."""
        more, on = self.function.append_basic_block("others"), self.function.append_basic_block("on")
        self.jump_if(self.builder.icmp_signed("==", self.builder.load(counter), ir.Constant(I64, 1)), more, on)
        self.builder.position_at_end(more)
        self.builder.store(others(), last)
        self.jump(on)
        self.builder.position_at_end(on)

    def write_Break(self, node: ast.Break) -> None:
        self.jump(self.loops[-1][1])

    def write_Continue(self, node: ast.Continue) -> None:
        self.jump(self.loops[-1][0])

    @contextmanager
    def loop(self, on: Any, after: Any) -> Iterator[None]:
        """Meanwhile, where `continue` and `break` lead."""
        self.loops.append((on, after))
        yield
        self.loops.pop()

    def jump(self, block: Any) -> None:
        """Go on there."""
        self.reached.add(block)
        self.builder.branch(block)

    def jump_if(self, test: Any, block: Any, otherwise: Any) -> None:
        """Go on there if the test holds, otherwise elsewhere."""
        self.reached |= {block, otherwise}
        self.builder.cbranch(test, block, otherwise)

    def go(self, block: Any) -> None:
        """Go on there, where control comes to this point."""
        if self.is_open:
            self.jump(block)

    def at(self, block: Any) -> None:
        """Write on there; what nobody comes to is closed at once."""
        self.builder.position_at_end(block)
        if block not in self.reached:
            self.builder.unreachable()

    # Variables

    def store(self, target: ast.expr, value: Value) -> None:
        """Assign a value to a name, names, or a place of a row."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Tuple):
            if not isinstance(value.kind, Tuple) or len(value.kind.members) != len(target.elts):
                raise RefusedError(f"{len(target.elts)} names are assigned what is not a tuple of as many")
            for one, member in zip(target.elts, self.members(value), strict=True):
                self.store(one, member)
        elif isinstance(target, ast.Subscript):
            self.store_at(self.value(target.value), self.index(target.slice), value)
        else:
            raise RefusedError("a kernel assigns to names and to places of rows")

    def assign(self, name: str, value: Value) -> None:
        """Assign a value to a variable."""
        if isinstance(value.kind, Static):
            raise RefusedError(f"`{name}` is assigned {value.const!r}, which is there only while the kernel is compiled")
        known = self.shape.variables.get(name, NEVER)
        kind = self.joined(known, value.kind)
        if kind != known:
            self.shape.variables[name] = kind
            if known != NEVER:
                raise WidenedError
        places = self.places_of(name, kind)
        if _is_in_memory(kind):
            *others, address = value.parts
            *place, words = places
            for part, one in zip(others, place, strict=True):
                self.builder.store(part, one)
            if address is not words:
                self.copy_state(address, words)
            return
        for part, place in zip(self.converted(value, kind).parts, places, strict=True):
            self.builder.store(part, place)

    def places_of(self, name: str, kind: Kind) -> list[Any]:
        """Where the parts of a variable are; of a state, its words."""
        if name not in self.places:
            if _is_in_memory(kind):
                self.places[name] = [*([self.place(I64)] if isinstance(kind, Key) else []), self.state_place()]
            else:
                self.places[name] = [self.place(part) for part in kind.parts]
        return self.places[name]

    def variable(self, name: str) -> Value | None:
        """What a variable holds; None where there is none of that name."""
        if name in self.statics:
            return self.statics[name]
        kind = self.shape.variables.get(name)
        if kind is None:
            return None
        places = self.places_of(name, kind)
        if _is_in_memory(kind):
            return Value(kind, [*(self.builder.load(one) for one in places[:-1]), places[-1]])
        return Value(kind, [self.builder.load(place) for place in places])

    def place(self, kind: Any) -> Any:
        """Room in the frame, taken once."""
        with self.builder.goto_block(self.entry):
            return self.builder.alloca(kind)

    def state_place(self) -> Any:
        """Room for a state: its address."""
        place = self.place(ir.ArrayType(I64, self.program.words))
        with self.builder.goto_block(self.entry):
            return self.builder.bitcast(place, ADDRESS)

    def copy_state(self, source: Any, target: Any) -> None:
        """Copy the words of a state."""
        size = ir.Constant(I64, 8 * self.program.words)
        self.builder.call(self.program.copier, [target, source, size, ir.Constant(I1, 0)])

    # Kinds

    def joined(self, one: Kind, other: Kind) -> Kind:
        """The kind that holds both. Raises RefusedError where there is none."""
        found = kinds.join(one, other)
        if found is None or isinstance(found, kinds.Optional):
            raise RefusedError("what is one thing in one place is another in another")
        return found

    def members(self, value: Value) -> list[Value]:
        """The members of a tuple."""
        assert isinstance(value.kind, Tuple)
        found, parts = [], list(value.parts)
        for kind in value.kind.members:
            mine, parts = parts[: len(kind.parts)], parts[len(kind.parts) :]
            found.append(Value(kind, mine))
        return found

    def converted(self, value: Value, kind: Kind) -> Value:
        """The value as one of another kind that holds it."""
        if value.kind == kind:
            return value
        if isinstance(kind, Tuple) and isinstance(value.kind, Tuple) and len(kind.members) == len(value.kind.members):
            made = [self.converted(one, wanted) for one, wanted in zip(self.members(value), kind.members, strict=True)]
            return Value(kind, [part for one in made for part in one.parts])
        if value.kind in FITTING and kind == FLOAT:
            whole = self.converted(value, INT).parts[0]
            return Value(FLOAT, [self.builder.sitofp(whole, ir.DoubleType())])
        if value.kind == BOOL and kind == INT:
            return Value(INT, [self.builder.zext(value.parts[0], I64)])
        if kind == BOOL and value.kind in FITTING:
            return Value(BOOL, [self.truth(value)])
        raise RefusedError(f"{kinds.in_words(value.kind)} is given where {kinds.in_words(kind)} is wanted")

    def truth(self, value: Value) -> Any:
        """Whether a value counts as true."""
        if value.kind == BOOL:
            return value.parts[0]
        if value.kind == INT:
            return self.builder.icmp_signed("!=", value.parts[0], ir.Constant(I64, 0))
        if value.kind == FLOAT:
            return self.builder.fcmp_unordered("!=", value.parts[0], ir.Constant(ir.DoubleType(), 0.0))
        if isinstance(value.kind, Static):
            return ir.Constant(I1, bool(value.const))
        if value.kind == NOTHING:
            return ir.Constant(I1, 0)
        raise RefusedError(f"{kinds.in_words(value.kind)} is asked whether it is true")

    # What the classes that derive from this one give

    def value(self, node: ast.expr) -> Value:
        """What an expression comes to."""
        raise NotImplementedError

    def index(self, node: ast.expr) -> Value:
        """Which place of a row or a tuple is meant."""
        raise NotImplementedError

    def load_at(self, row: Value, place: Value) -> Value:
        """What stands in a row at a place."""
        raise NotImplementedError

    def store_at(self, row: Value, place: Value, value: Value) -> None:
        """Put a value in a row at a place."""
        raise NotImplementedError

    def operation(self, operator: ast.operator, left: Value, right: Value) -> Value:
        """What an operator makes of two values."""
        raise NotImplementedError

    def rounds(self, node: ast.expr) -> Rounds:
        """How a loop goes."""
        raise NotImplementedError


def _is_in_memory(kind: Kind) -> bool:
    """Whether it is a state in memory, or the key of one."""
    return isinstance(kind, State) or (isinstance(kind, Key) and isinstance(kind.state, State))


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))
