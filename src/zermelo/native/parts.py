"""The functions that a kernel consists of: compiled to be linked, not to be run one by one.

numba makes every compiled function one that can be run by itself: turned into machine code, and wrapped for calls from Python. A
kernel has forty functions, of which Python calls one; doing without that for the others saves a third of the time that a first search
takes. They are optimised one by one all the same: left to the kernel as a whole, it came out slower (connect four by 30 %).

The one that Python calls becomes an object file: numba would put its machine code where it stays to the end of the process
(see loading.py).
"""

from __future__ import annotations

from typing import Any, ClassVar

from numba import _dynfunc
from numba.core import codegen
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering

from zermelo.native.diagnostics import RefusedError


class _Code(codegen.JITCodeLibrary):
    """A function's code with that of all that it calls: it can be linked, and not be run."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class WholeCode(codegen.JITCodeLibrary):
    """The same of the function that Python calls: `object` is its machine code, an object file."""

    object: bytes

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        if any(each.name.startswith(codegen.RuntimeLinker.PREFIX) for each in self._final_module.global_variables):
            raise RefusedError("functions that call one another in a circle do not compile; write a loop, or one that calls itself")
        self.object = self.codegen._tm.emit_object(self._final_module)
        self._finalized = True


class _Lowering(NativeLowering):
    """numba's, which stops before the machine code is put in place."""

    code: ClassVar[type[codegen.JITCodeLibrary]]

    def run_pass(self, state: Any) -> bool:
        """Write the code."""
        state.flags.no_compile = True
        state.library = self.code(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered = state.cr
        described = lowered.fndesc
        nothing = _dynfunc.make_function(described.lookup_module(), described.qualname.split(".")[-1], "", 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(nothing, described, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state.cr = lowered._replace(cfunc=nothing)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(_Lowering):
    _name = "part_lowering"
    code = _Code


@register_pass(mutates_CFG=True, analysis_only=False)
class _WholeLowering(_Lowering):
    _name = "whole_lowering"
    code = WholeCode

    def run_pass(self, state: Any) -> bool:
        """Write the code, and make it an object file."""
        super().run_pass(state)
        state.library.finalize()
        return True


class _Compiler(CompilerBase):
    """numba's passes, with our lowering."""

    lowering: ClassVar[type[_Lowering]]

    def define_pipelines(self) -> list[PassManager]:
        """The passes."""
        manager = PassManager(self.lowering._name)
        manager.passes = [
            (self.lowering if step is NativeLowering else step, what)
            for step, what in DefaultPassBuilder.define_nopython_pipeline(self.state).passes
        ]
        manager.finalize()
        return [manager]


class Part(_Compiler):
    """How a part is compiled."""

    lowering = _PartLowering


class Whole(_Compiler):
    """How the function that Python calls is compiled."""

    lowering = _WholeLowering
