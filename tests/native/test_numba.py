"""What `zermelo.native` takes from numba's insides. When numba is raised, this says what moved."""

from __future__ import annotations

import inspect
import re

import numba
import pytest
from numba import njit
from numba.core import callconv, codegen, compiler, dispatcher, serialize, types
from numba.core.typing import templates


def test_the_version_is_the_one_that_was_read() -> None:
    assert numba.__version__.startswith("0.68."), "read zermelo/native against the new numba, then change pyproject.toml and this test"


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (compiler.CompileResult, "_rebuild"),
        (compiler.CompileResult, "_reduce"),
        (compiler.CompileResult, "_find_referenced_environments"),
        (compiler, "_LowerResult"),
        (codegen.CPUCodeLibrary, "_finalize_final_module"),
        (codegen.JITCPUCodegen, "set_env"),
        (codegen.CPUCodegen, "magic_tuple"),
        (codegen.CodeLibrary, "has_dynamic_globals"),
        (callconv.CPUCallConv, "return_user_exc"),
        (serialize, "NumbaPickler"),
        (templates, "AbstractTemplate"),
        (types, "EphemeralPointer"),
        (types, "BaseNamedTuple"),
    ],
)
def test_what_is_leant_on_is_there(place: object, name: str) -> None:
    assert hasattr(place, name)


def test_a_dispatcher_asks_its_cache_before_and_after_compiling() -> None:
    source = inspect.getsource(dispatcher.Dispatcher.compile)
    assert "self._cache.load_overload(" in source
    assert "self._cache.save_overload(" in source


def test_a_compiled_function_gives_its_entry_point() -> None:
    function = njit(lambda: 1)
    function.compile(())
    assert callable(function.overloads[()].entry_point)


def test_numbas_convention_hands_back_a_status_and_takes_two_pointers_first() -> None:
    """As `zermelo.native.recursion` assumes: f(&value, &error, arguments) -> status."""
    function = njit(lambda number: number + 1)
    function.compile((types.int64,))
    text = next(iter(function.inspect_llvm().values()))
    assert re.search(r"define .*i32 @.*\(ptr .*%retptr, ptr .*%excinfo, i64 .*%arg.number\)", text)


def test_a_library_is_made_ready_last() -> None:
    """As `zermelo.native.parts` assumes, which leaves that out."""
    source = inspect.getsource(codegen.CPUCodeLibrary.finalize)
    assert source.rstrip().endswith("self._finalize_final_module()")
