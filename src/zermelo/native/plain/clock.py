"""A clock in machine code that is being written: how often each statement begins, and how long it takes (see profile.py)."""

from __future__ import annotations

from types import FunctionType
from typing import Final

from llvmlite import ir

I64: Final = ir.IntType(64)
TIME: Final = "tick_time"
"""The name of a row of words: the ticks of the processor's clock that each statement took, by its number."""
TICKS: Final = "tick_count"
"""The same, how often the clock was looked at for it."""
BEGUN: Final = "tick_begun"
"""The same, how often it began."""
LAST: Final = "tick_last"
"""What the clock showed the last time."""


class Ticks:
    """The statements of a program that counts and times them."""

    def __init__(self, module: ir.Module) -> None:
        self.statements: dict[tuple[FunctionType, int], int] = {}
        self.makers: set[tuple[FunctionType, int]] = set()
        """Those that make a list, a dict, a set or an object."""
        self.module = module
        self.function = ir.Function(module, ir.FunctionType(ir.VoidType(), [I64, I64]), "tick")
        self.function.linkage = "internal"

    def number(self, function: FunctionType, line: int) -> int:
        """The number of a statement, from 1."""
        return self.statements.setdefault((function, line), len(self.statements) + 1)

    def write(self, builder: ir.IRBuilder, number: int, begins: bool) -> None:
        """From now on, time is this statement's: it begins here, or goes on after a call. Number 0 stands for what is outside."""
        builder.call(self.function, [I64(number), I64(int(begins))])

    def finish(self) -> None:
        """Write the function, when all statements are known."""
        row = ir.ArrayType(I64, 1 + len(self.statements))
        held = {name: ir.GlobalVariable(self.module, kind, name) for name, kind in ((TIME, row), (TICKS, row), (BEGUN, row), (LAST, I64))}
        current = ir.GlobalVariable(self.module, I64, "tick_current")
        for one in (*held.values(), current):
            one.initializer = ir.Constant(one.value_type, 0 if one.value_type == I64 else None)
        number, begins = self.function.args
        b = ir.IRBuilder(self.function.append_basic_block())
        now = b.call(ir.Function(self.module, ir.FunctionType(I64, []), "llvm.readcyclecounter"), [])
        before = b.load(current)
        for name, place, more in ((TIME, before, b.sub(now, b.load(held[LAST]))), (TICKS, before, I64(1)), (BEGUN, number, begins)):
            cell = b.gep(held[name], [I64(0), place])
            b.store(b.add(b.load(cell), more), cell)
        b.store(number, current)
        b.store(now, held[LAST])
        b.ret_void()
