"""Machine code from the modules that `native.plain` and `native.kernels` write: an object file, how it is kept, an engine that runs it."""

from __future__ import annotations

import json
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite import ir

_MAXIMUM: Final = 7
"""How LLVM joins a flag of two modules: the greater counts."""


def machine_code(module: Any, *others: str) -> bytes:
    """The object file of a module, optimised; of `others`, the texts of modules, it takes in what it calls."""
    machine = _target()
    module.triple = llvm.get_process_triple()
    number = ir.IntType(32)
    module.add_named_metadata("llvm.module.flags", [number(_MAXIMUM), "RtLibUseGOT", number(1)])  # LLVM's own calls as those below
    parsed = llvm.parse_assembly(str(module))
    known = {one.name for one in parsed.functions if not one.is_declaration}
    for other in others:
        parsed.link_in(llvm.parse_assembly(other))
    for one in parsed.functions:
        if one.is_declaration and not one.name.startswith("llvm."):
            one.add_function_attribute("nonlazybind")  # of the C library, which may lie anywhere: called by its address in a table
        elif not one.is_declaration and one.name not in known:
            one.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.slp_vectorization = True  # the eight directions of a board at once
    tuning.loop_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(parsed, builder)
    code: bytes = machine.emit_object(parsed)
    return code


def packed(about: dict[str, Any], code: bytes) -> bytes:
    """An object file and what is to be known of it, as bytes: a length, this many bytes of JSON, and the file."""
    head = json.dumps(about).encode()
    return len(head).to_bytes(8, "little") + head + code


def unpacked(kept: bytes) -> tuple[Any, bytes]:
    """What was packed. Raises ValueError for what was not."""
    end = 8 + int.from_bytes(kept[:8], "little")
    return json.loads(kept[8:end]), kept[end:]


def engine_of(code: bytes) -> Any:
    """An engine with an object file in it, all of it in one block of memory, which is given back with the engine."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(), use_lmm=True)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _target() -> Any:
    """The machine that code is made for; an engine owns its own.

    Code and constants lie within 2 GB of each other (`engine_of`), so that calls and constants take one instruction, not four.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(
        opt=3, cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), reloc="pic", codemodel="small"
    )
