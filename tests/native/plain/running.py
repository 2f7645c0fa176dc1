"""Machine code of rules by itself, called from Python: for tests, and to look at what the compiler makes."""

from __future__ import annotations

import ctypes
import mmap
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from zermelo.native.plain.kinds import ADDRESS, DOUBLE, I64, INT
from zermelo.native.plain.program import Program
from zermelo.native.plain.values import Value, static

ROOM = 1 << 28


def compiled(function: Any, game: Any, numbers: int = 1, pure: Any = ()) -> Any:
    """`function(game, *numbers)` as machine code, and the program that it is of."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    given = {names[0]: static(game), **{name: Value(INT, ()) for name in names[1 : numbers + 1]}}
    sites: dict[Any, Any] = {}
    while True:  # as rules are compiled: anew until all functions are written for what is made
        program = Program()
        program.sites.update(sites)
        program.pure |= set(pure)
        made = program.specialised(function, given)
        if program.is_settled:
            return program, made
        sites = program.sites


def runnable(program: Program, made: Any) -> Any:
    """The function, for Python."""
    numbers = len(made.passed)
    entry = ir.Function(program.module, ir.FunctionType(I64, [ADDRESS, *[I64] * numbers, I64.as_pointer()]), "enter")
    b = ir.IRBuilder(entry.append_basic_block())
    answer = b.call(made.function, list(entry.args[:-1]))
    if made.returns.parts:
        value = b.extract_value(answer, 1)
        if value.type == DOUBLE:
            value = b.bitcast(value, I64)
        elif value.type != I64:
            value = b.zext(value, I64)
        b.store(value, entry.args[-1])
    b.ret(b.extract_value(answer, 0))
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        opt=3, cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten()
    )
    program.module.triple = llvm.get_default_triple()
    module = llvm.parse_assembly(str(program.module))
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    address = engine.get_function_address("enter")
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, *[ctypes.c_int64] * numbers, ctypes.POINTER(ctypes.c_int64))(address)
    memory = mmap.mmap(-1, ROOM)
    base = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    arena = (ctypes.c_void_p * 2)(base, base + ROOM)

    def run(*given: int) -> int:
        arena[0] = base
        out = ctypes.c_int64()
        status = call(ctypes.addressof(arena), *given, ctypes.byref(out))
        if status:
            error, text, function, line = program.failures[status - 1]
            raise RuntimeError(f"{error}: {text} ({getattr(function, '__qualname__', function)}, line {line})")
        return out.value

    run.kept = engine, memory, module  # type: ignore[attr-defined]
    return run
