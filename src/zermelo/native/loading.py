"""Machine code made callable: each kernel's in an engine of its own, so that its memory is given back when nobody holds it.

numba puts all code into one engine, from which nothing is ever taken out. Here the callable keeps its engine alive, and with the
last reference to it both are gone: a kernel that is in use, by whomever, is never freed.
"""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from typing import Any, Final

import llvmlite.binding as llvm
from numba import _dynfunc, njit
from numba.core import config
from numba.core.codegen import JITCPUCodegen
from numba.core.runtime import rtsys

from zermelo.errors import CompileError
from zermelo.native.llvm_code import packed, unpacked

_ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""With what the name of the place begins in which a function looks for its environment."""


@dataclass(frozen=True)
class Code:
    """A kernel as machine code.

    name          what it is for, and the digest of all that it depends on
    entry         the symbol of the function that Python calls
    environments  the symbols of the places where it looks for its functions' environments (numba's word; here they hold nothing)
    needs         the symbols of what it calls and reads outside
    machine       an object file
    """

    name: str
    entry: str
    environments: tuple[str, ...]
    needs: tuple[str, ...]
    machine: bytes

    def packed(self) -> bytes:
        """As bytes, which `unpacked` reads."""
        return packed({name: value for name, value in vars(self).items() if name != "machine"}, self.machine)

    @classmethod
    def unpacked(cls, kept: bytes, name: str) -> Code | None:
        """What was packed under that name; None for anything else."""
        try:
            head, machine = unpacked(kept)
            made = cls(head["name"], head["entry"], tuple(head["environments"]), tuple(head["needs"]), machine)
        except (ValueError, TypeError, KeyError):
            return None
        symbols = (made.entry, *made.environments, *made.needs)
        return made if made.name == name and all(isinstance(symbol, str) and symbol.isascii() for symbol in symbols) else None


def code_of(name: str, compiled: Any) -> Code:
    """The code of what numba has compiled by `parts.Whole`. Raises CompileError where it leans on objects of this process."""
    library = compiled.library
    module = library._final_module
    places = [place.name for place in module.global_variables if place.name.startswith(_ENVIRONMENT)]
    outside = [each.name for each in (*module.functions, *module.global_variables) if each.is_declaration]
    needs = [name for name in outside if not name.startswith("llvm.")]
    held = [environment.consts for environment in compiled._find_referenced_environments()]
    if library.has_dynamic_globals or compiled.lifted or compiled.reload_init or any(held):
        raise CompileError(f"{name.partition('-')[0]} would hold objects of this process")
    return Code(name, compiled.fndesc.llvm_cpython_wrapper_name, tuple(places), tuple(needs), library.object)


def loaded(code: Code) -> Any:
    """The code as a callable. Raises CompileError for code that lacks what it should have."""
    context = njit(lambda: 0).targetctx
    rtsys.initialize(context)
    if not _are_known(code.needs):
        context.refresh()  # makes all of numba's helpers known, which takes a fifth of a second
        if not _are_known(code.needs):  # an engine would put 0 in their places
            raise CompileError(f"{code.name} needs what is not there")
    machine = _machine(context.codegen())
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine, use_lmm=config.USE_LLVMLITE_MEMORY_MANAGER)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.machine))
    environment = _dynfunc.Environment({})
    for symbol in code.environments:
        place = engine.get_global_value_address(symbol)
        if place:
            ctypes.c_void_p.from_address(place).value = id(environment)
    entry = engine.get_function_address(code.entry)
    if not entry:
        raise CompileError(f"{code.name} is not whole")
    name = code.name.partition("-")[0]
    return _dynfunc.make_function(sys.modules[__name__], name, f"{name}, compiled", entry, environment, (engine, environment))


def _are_known(symbols: tuple[str, ...]) -> bool:
    return all(llvm.address_of_symbol(symbol) for symbol in symbols)


def _machine(codegen: JITCPUCodegen) -> Any:
    """The machine that numba compiles for; an engine owns its own."""
    options: dict[str, Any] = {"opt": config.OPT}
    codegen._customize_tm_options(options)
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(**options)
