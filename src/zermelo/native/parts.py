"""The functions that a kernel consists of: compiled to be linked into it, not to be run.

numba makes every compiled function one that can be run by itself: turned into machine code, and wrapped for calls from Python. A
kernel has forty functions, of which Python calls one; doing without that for the others saves a third of the time that a first search
takes. They are optimised one by one all the same: left to the kernel as a whole, it came out slower (connect four by 30 %).
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core import codegen
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class _Code(codegen.JITCodeLibrary):
    """A function's code with that of all that it calls: it can be linked, and not be run."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):
    """numba's, which stops before the machine code."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Write the code."""
        state.flags.no_compile = True
        state.library = _Code(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered = state.cr
        described = lowered.fndesc
        nothing = _dynfunc.make_function(described.lookup_module(), described.qualname.split(".")[-1], "", 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(nothing, described, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state.cr = lowered._replace(cfunc=nothing)
        return True


class Part(CompilerBase):
    """How a part is compiled: as numba does, but for the last step."""

    def define_pipelines(self) -> list[PassManager]:
        """numba's passes, with our lowering."""
        manager = PassManager("part")
        manager.passes = [
            (_Lowering if step is NativeLowering else step, what)
            for step, what in DefaultPassBuilder.define_nopython_pipeline(self.state).passes
        ]
        manager.finalize()
        return [manager]
