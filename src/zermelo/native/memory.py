"""Raw memory that Python owns and compiled code reads and writes: no array object, no reference count.

`words[i]` reads and `words[i] = n` writes the i-th signed 64-bit word at an address, unchecked. Interpreted, a
plain list of ints stands in its place. `floats` and `singles` are the same for floats of 64 and of 32 bits, `States` for
the states of one game: `states[i] = state` keeps one, `states[i]` gives it back.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import lower_builtin
from numba.core.pythonapi import NativeValue, unbox
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import register_model

I64 = ir.IntType(64)


class RowType(types.Type):
    """The type of a row of numbers in memory; from Python it is given as an address."""

    def __init__(self, name: str, element: types.Type) -> None:
        self.element = element
        super().__init__(name=name)


words_type = RowType("Words", types.int64)
floats_type = RowType("Floats", types.float64)
singles_type = RowType("Singles", types.float32)


@register_model(RowType)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, I64)


@unbox(RowType)
def _unbox(kind: types.Type, value: Any, c: Any) -> NativeValue:
    address = c.pyapi.long_as_longlong(value)
    return NativeValue(address, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@infer_global(operator.getitem)
class _Getitem(AbstractTemplate):
    key = operator.getitem

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(args[0].element, args[0], types.int64) if isinstance(args[0], RowType) else None


@infer_global(operator.setitem)
class _Setitem(AbstractTemplate):
    key = operator.setitem

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.none, args[0], types.int64, args[0].element) if isinstance(args[0], RowType) else None


def _place(context: Any, builder: Any, kind: RowType, address: Any, index: Any) -> Any:
    pointer = context.get_value_type(kind.element).as_pointer()
    return builder.gep(builder.inttoptr(address, pointer), [index])


@lower_builtin(operator.getitem, RowType, types.Integer)
def _load(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_place(context, builder, sig.args[0], *args))


@lower_builtin(operator.setitem, RowType, types.Integer, types.Number)
def _store(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address, index, value = args
    builder.store(value, _place(context, builder, sig.args[0], address, index))
    return context.get_dummy_value()


class StatesType(types.Type):
    """The type of a row of states of one type; from Python it is given as an address."""

    def __init__(self, state: types.Type) -> None:
        self.state = state
        super().__init__(name=f"States({state})")

    @property
    def key(self) -> types.Type:
        return self.state  # two games may have states of one name, with fields of the same types


@register_model(StatesType)
class _StatesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, I64)


unbox(StatesType)(_unbox)


@infer_global(operator.getitem)
class _GetState(AbstractTemplate):
    key = operator.getitem

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(args[0].state, args[0], types.int64) if isinstance(args[0], StatesType) else None


@infer_global(operator.setitem)
class _SetState(AbstractTemplate):
    key = operator.setitem

    def generic(self, args: Any, kws: Any) -> Any:
        fits = isinstance(args[0], StatesType) and args[2] == args[0].state
        return signature(types.none, args[0], types.int64, args[0].state) if fits else None


def _slot(context: Any, builder: Any, kind: StatesType, address: Any, index: Any) -> Any:
    pointer = context.get_value_type(kind.state).as_pointer()
    return builder.gep(builder.inttoptr(address, pointer), [index])


@lower_builtin(operator.getitem, StatesType, types.Integer)
def _load_state(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_slot(context, builder, sig.args[0], *args))


@lower_builtin(operator.setitem, StatesType, types.Integer, types.Any)
def _store_state(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address, index, state = args
    builder.store(state, _slot(context, builder, sig.args[0], address, index))
    return context.get_dummy_value()
