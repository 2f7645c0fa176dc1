"""Expressions of kernels: numbers, comparisons, tuples, and the places of rows."""

from __future__ import annotations

import ast
from types import ModuleType
from typing import Any, Final

from llvmlite import ir

from zermelo.native.kernels.kinds import BOOL, FLOAT, INT, STATE, Key, Row, State, StateRow
from zermelo.native.kernels.writer import FITTING, I1, Writer
from zermelo.native.plain.kinds import DOUBLE, I64, Kind, Static, Tuple
from zermelo.native.plain.values import NONE, RefusedError, Value, static

_WHOLE: Final[dict[type, str]] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
_SHIFTS: Final[dict[type, str]] = {ast.LShift: "shl", ast.RShift: "ashr"}
_FLOATS: Final[dict[type, str]] = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}
_COMPARED: Final[dict[type, str]] = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Expressions(Writer):
    """Writes expressions."""

    def value(self, node: ast.expr) -> Value:
        """What an expression comes to."""
        write = getattr(self, f"value_{type(node).__name__}", None)
        if write is None:
            raise RefusedError(f"a kernel knows no {type(node).__name__}")
        found: Value = write(node)
        return found

    def number(self, node: ast.expr) -> Value:
        """An int of 64 bits."""
        return self.converted(self.value(node), INT)

    # Names and constants

    def value_Constant(self, node: ast.Constant) -> Value:
        return self.lifted(node.value)

    def value_Name(self, node: ast.Name) -> Value:
        found = self.variable(node.id)
        if found is not None:
            return found
        names = self.program.names_of(self.python)
        if node.id not in names:
            raise RefusedError(f"`{node.id}` has no value here")
        return self.lifted(names[node.id])

    def value_Attribute(self, node: ast.Attribute) -> Value:
        owner = self.value(node.value)
        if isinstance(owner.kind, Static):
            if isinstance(owner.const, ModuleType):
                return self.lifted(getattr(owner.const, node.attr))
            if owner.const is self.program.game:
                return self.attribute(node.attr)
        raise RefusedError(f"a kernel reads attributes of the game and of modules, not `{ast.unparse(node)}`")

    def attribute(self, name: str) -> Value:
        """A method or a constant of the game."""
        raise NotImplementedError

    def lifted(self, thing: Any) -> Value:
        """What is known while the kernel is compiled, as a value."""
        if isinstance(thing, bool):
            return Value(BOOL, [ir.Constant(I1, thing)])
        if isinstance(thing, int):
            if not -(2**63) <= thing < 2**64:
                raise RefusedError(f"{thing} has more than 64 bits")
            return Value(INT, [ir.Constant(I64, thing - 2**64 if thing >= 2**63 else thing)])
        if isinstance(thing, float):
            return Value(FLOAT, [ir.Constant(DOUBLE, thing)])
        if thing is None:
            return NONE
        if isinstance(thing, tuple):
            return self.tuple_of([self.lifted(one) for one in thing])
        return static(thing)

    def value_Tuple(self, node: ast.Tuple) -> Value:
        return self.tuple_of([self.held(self.value(one)) for one in node.elts])

    def tuple_of(self, members: list[Value]) -> Value:
        """A tuple of these."""
        if any(isinstance(one.kind, Static) for one in members):
            raise RefusedError("a tuple in a kernel holds numbers and states")
        return Value(Tuple(tuple(one.kind for one in members)), [part for one in members for part in one.parts])

    def held(self, value: Value) -> Value:
        """A state that stays what it is although its variable is assigned to; anything else does anyway."""
        if not isinstance(value.kind, State):
            return value
        place = self.state_place()
        self.copy_state(value.parts[0], place)
        return Value(STATE, [place])

    # Operators

    def value_BinOp(self, node: ast.BinOp) -> Value:
        return self.operation(node.op, self.value(node.left), self.value(node.right))

    def operation(self, operator: ast.operator, left: Value, right: Value) -> Value:
        """What an operator makes of two values."""
        if left.kind not in FITTING or right.kind not in FITTING:
            raise RefusedError("a kernel counts with ints, floats and bools")
        kind = type(operator)
        if left.kind == BOOL and right.kind == BOOL and kind in (ast.BitAnd, ast.BitOr, ast.BitXor):
            return Value(BOOL, [getattr(self.builder, _WHOLE[kind])(left.parts[0], right.parts[0])])
        if kind is ast.Div or FLOAT in (left.kind, right.kind):
            return self._of_floats(kind, self.converted(left, FLOAT).parts[0], self.converted(right, FLOAT).parts[0])
        return self._of_ints(kind, self.converted(left, INT).parts[0], self.converted(right, INT).parts[0])

    def _of_ints(self, kind: type, left: Any, right: Any) -> Value:
        b = self.builder
        if name := _WHOLE.get(kind) or _SHIFTS.get(kind):
            return Value(INT, [getattr(b, name)(left, right)])
        if kind not in (ast.FloorDiv, ast.Mod):
            raise RefusedError(f"a kernel knows no {kind.__name__} of ints")
        zero = ir.Constant(I64, 0)
        self._check_divisor(right, b.icmp_signed("==", right, zero))
        rest = b.srem(left, right)
        lower = b.and_(b.icmp_signed("!=", rest, zero), b.icmp_signed("<", b.xor(left, right), zero))  # Python rounds down
        if kind is ast.Mod:
            return Value(INT, [b.add(rest, b.select(lower, right, zero))])
        return Value(INT, [b.sub(b.sdiv(left, right), b.zext(lower, I64))])

    def _of_floats(self, kind: type, left: Any, right: Any) -> Value:
        b = self.builder
        if name := _FLOATS.get(kind):
            return Value(FLOAT, [getattr(b, name)(left, right)])
        if kind not in (ast.Div, ast.FloorDiv):
            raise RefusedError(f"a kernel knows no {kind.__name__} of floats")
        zero = ir.Constant(DOUBLE, 0.0)
        self._check_divisor(right, b.fcmp_ordered("==", right, zero))
        if kind is ast.Div:
            return Value(FLOAT, [b.fdiv(left, right)])
        rest = b.frem(left, right)  # as CPython does it (Objects/floatobject.c)
        lower = b.and_(b.fcmp_unordered("!=", rest, zero), b.xor(b.fcmp_ordered("<", rest, zero), b.fcmp_ordered("<", right, zero)))
        whole = b.fdiv(b.fsub(left, rest), right)
        whole = b.select(lower, b.fsub(whole, ir.Constant(DOUBLE, 1.0)), whole)
        floor = b.call(self.program.intrinsic("llvm.floor", [DOUBLE]), [whole])
        near = b.fcmp_ordered(">", b.fsub(whole, floor), ir.Constant(DOUBLE, 0.5))
        return Value(FLOAT, [b.select(near, b.fadd(floor, ir.Constant(DOUBLE, 1.0)), floor)])

    def _check_divisor(self, divisor: Any, is_zero: Any) -> None:
        if not (isinstance(divisor, ir.Constant) and divisor.constant):
            self.fail_if(is_zero, ZeroDivisionError, "division by zero")

    def value_UnaryOp(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return Value(BOOL, [self.builder.not_(self.truth(value))])
        if isinstance(node.op, ast.UAdd):
            return value
        if value.kind == FLOAT and isinstance(node.op, ast.USub):
            part = value.parts[0]
            return Value(FLOAT, [ir.Constant(DOUBLE, -part.constant) if isinstance(part, ir.Constant) else self.builder.fneg(part)])
        part = self.converted(value, INT).parts[0]
        if isinstance(node.op, ast.USub):
            return Value(INT, [ir.Constant(I64, -part.constant) if isinstance(part, ir.Constant) else self.builder.neg(part)])
        return Value(INT, [self.builder.not_(part)])

    def value_Compare(self, node: ast.Compare) -> Value:
        left, operands = self.value(node.left), list(zip(node.ops, node.comparators, strict=True))
        if len(operands) == 1:
            return Value(BOOL, [self.compared(operands[0][0], left, self.value(operands[0][1]))])
        found = self.place(I1)
        done = self.function.append_basic_block("compared")
        for number, (operator, comparator) in enumerate(operands, 1):
            right = self.value(comparator)
            test = self.compared(operator, left, right)
            self.builder.store(test, found)
            if number < len(operands):
                on = self.function.append_basic_block("and")
                self.jump_if(test, on, done)
                self.builder.position_at_end(on)
            left = right
        self.jump(done)
        self.builder.position_at_end(done)
        return Value(BOOL, [self.builder.load(found)])

    def compared(self, operator: ast.cmpop, left: Value, right: Value) -> Any:
        """Whether a comparison holds."""
        sign = _COMPARED.get(type(operator))
        if isinstance(left.kind, Key) and isinstance(right.kind, Key) and sign in ("==", "!="):
            alike = self.same_key(left, right)
            return alike if sign == "==" else self.builder.not_(alike)
        if isinstance(left.kind, Tuple) and left.kind == right.kind and sign in ("==", "!="):
            alike = self._alike(left, right)
            return alike if sign == "==" else self.builder.not_(alike)
        if sign is None or left.kind not in FITTING or right.kind not in FITTING:
            raise RefusedError("a kernel compares numbers, and keys of states")
        if FLOAT in (left.kind, right.kind):
            one, other = self.converted(left, FLOAT).parts[0], self.converted(right, FLOAT).parts[0]
            return (self.builder.fcmp_unordered if sign == "!=" else self.builder.fcmp_ordered)(sign, one, other)
        one, other = self.converted(left, INT).parts[0], self.converted(right, INT).parts[0]
        return self.builder.icmp_signed(sign, one, other)

    def _alike(self, left: Value, right: Value) -> Any:
        """Whether two tuples of one kind are equal, part by part."""
        found: Any = ir.Constant(I1, 1)
        for one, other in zip(left.parts, right.parts, strict=True):
            compare = self.builder.fcmp_ordered if one.type == DOUBLE else self.builder.icmp_signed
            found = self.builder.and_(found, compare("==", one, other))
        return found

    def same_key(self, left: Value, right: Value) -> Any:
        """Whether two keys are equal."""
        raise NotImplementedError

    def value_BoolOp(self, node: ast.BoolOp) -> Value:
        """As Python has it, the last operand that was looked at; where they are of several kinds, whether it counts as true."""
        ends = isinstance(node.op, ast.Or)
        after = self.function.append_basic_block("decided")
        ways: list[tuple[Any, Value]] = []
        for number, operand in enumerate(node.values, 1):
            value = self.value(operand)
            ways.append((self.builder.block, value))
            if number < len(node.values):
                on = self.function.append_basic_block("on")
                test = self.truth(value)
                ways[-1] = (self.builder.block, value)
                self.jump_if(test, *((after, on) if ends else (on, after)))
                self.builder.position_at_end(on)
        ways[-1] = (self.builder.block, ways[-1][1])
        self.jump(after)
        same = len({way.kind for _, way in ways}) == 1
        return self._met(after, ways, ways[0][1].kind if same else BOOL)

    def value_IfExp(self, node: ast.IfExp) -> Value:
        test = self.truth(self.value(node.test))
        if isinstance(test, ir.Constant):
            return self.value(node.body if test.constant else node.orelse)
        first, second, after = (self.function.append_basic_block(name) for name in ("if", "else", "chosen"))
        self.jump_if(test, first, second)
        ways: list[tuple[Any, Value]] = []
        for block, branch in ((first, node.body), (second, node.orelse)):
            self.builder.position_at_end(block)
            value = self.value(branch)
            ways.append((self.builder.block, value))
            self.jump(after)
        return self._met(after, ways, self.joined(ways[0][1].kind, ways[1][1].kind))

    def _met(self, after: Any, ways: list[tuple[Any, Value]], kind: Kind) -> Value:
        """Where several ways meet, each with a value: the one of that which was gone."""
        if isinstance(kind, Static):
            raise RefusedError("a kernel chooses between numbers, not between functions")
        arriving = []
        for block, value in ways:
            self.builder.position_before(block.terminator)
            arriving.append((block, self.converted(value, kind).parts))
        self.builder.position_at_end(after)
        found = []
        for place, part in enumerate(kind.parts):
            meeting = self.builder.phi(part)
            for block, parts in arriving:
                meeting.add_incoming(parts[place], block)
            found.append(meeting)
        return Value(kind, found)

    def value_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.value(node.value)
        self.assign(node.target.id, value)
        return value

    # Rows and tuples

    def value_Subscript(self, node: ast.Subscript) -> Value:
        return self.load_at(self.value(node.value), self.index(node.slice))

    def index(self, node: ast.expr) -> Value:
        """Which place of a row or a tuple is meant."""
        if isinstance(node, ast.Slice):
            raise RefusedError("a kernel knows no slices")
        return self.number(node)

    def load_at(self, row: Value, place: Value) -> Value:
        """What stands in a row at a place."""
        if isinstance(row.kind, Row):
            number = self.builder.load(self._at(row, place))
            if row.kind.bits < 64:
                return Value(INT, [self.builder.zext(number, I64)])
            return Value(row.kind.element, [self.builder.fpext(number, DOUBLE) if row.kind.singles else number])
        if isinstance(row.kind, StateRow):
            return self.state_from(self._state_at(row, place))
        if isinstance(row.kind, Tuple):
            return self._member(row, place.parts[0])
        raise RefusedError("a kernel looks up places in rows and tuples")

    def store_at(self, row: Value, place: Value, value: Value) -> None:
        """Put a value in a row at a place."""
        if isinstance(row.kind, Row):
            number = self.converted(value, row.kind.element).parts[0]
            if row.kind.singles:
                number = self.builder.fptrunc(number, row.kind.stored)
            elif row.kind.bits < 64:
                number = self.builder.trunc(number, row.kind.stored)
            self.builder.store(number, self._at(row, place))
        elif isinstance(row.kind, StateRow) and value.kind == self.program.rules.state:
            self._keep_state(value, self._state_at(row, place))
        else:
            raise RefusedError("a kernel puts numbers and states in rows of them")

    def state_from(self, address: Any) -> Value:
        """The state that lies there."""
        kind = self.program.rules.state
        if isinstance(kind, State):
            found = self.state_place()
            self.copy_state(address, found)
            return Value(STATE, [found])
        parts = []
        for part, (stored, offset) in zip(kind.parts, kind.cells, strict=True):
            word = self.builder.load(self._part_at(address, offset, stored))
            parts.append(self.builder.trunc(word, part) if part != stored else word)
        return Value(kind, parts)

    def _keep_state(self, value: Value, address: Any) -> None:
        """Let a state lie there."""
        if isinstance(value.kind, State):
            self.copy_state(value.parts[0], address)
            return
        for part, (stored, offset) in zip(value.parts, value.kind.cells, strict=True):
            word = self.builder.zext(part, stored) if part.type != stored else part
            self.builder.store(word, self._part_at(address, offset, stored))

    def _part_at(self, address: Any, offset: int, stored: Any) -> Any:
        return self.builder.bitcast(self.builder.gep(address, [ir.Constant(I64, offset)]), stored.as_pointer())

    def _at(self, row: Value, place: Value) -> Any:
        assert isinstance(row.kind, Row)
        numbers = self.builder.bitcast(row.parts[0], row.kind.stored.as_pointer())
        return self.builder.gep(numbers, [place.parts[0]])

    def _state_at(self, row: Value, place: Value) -> Any:
        offset = self.builder.mul(place.parts[0], ir.Constant(I64, 8 * self.program.words))
        return self.builder.gep(row.parts[0], [offset])

    def _member(self, row: Value, place: Any) -> Value:
        members = self.members(row)
        count = len(members)
        if isinstance(place, ir.Constant):
            if not -count <= place.constant < count:
                raise RefusedError(f"there is no place {place.constant} in a tuple of {count}")
            return members[int(place.constant)]
        if len({one.kind for one in members}) != 1 or members[0].kind not in FITTING:
            raise RefusedError("a tuple of several kinds is looked up by constants")
        b = self.builder
        room = self.place(ir.ArrayType(members[0].kind.parts[0], count))
        for number, one in enumerate(members):
            b.store(one.parts[0], b.gep(room, [ir.Constant(I64, 0), ir.Constant(I64, number)]))
        place = b.select(b.icmp_signed("<", place, ir.Constant(I64, 0)), b.add(place, ir.Constant(I64, count)), place)
        self.fail_if(b.icmp_unsigned(">=", place, ir.Constant(I64, count)), IndexError, "tuple index out of range")
        return Value(members[0].kind, [self.builder.load(self.builder.gep(room, [ir.Constant(I64, 0), place]))])
