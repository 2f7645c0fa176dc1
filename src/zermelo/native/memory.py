"""Raw memory that Python owns and compiled code reads and writes: no array object, no reference count.

`words[i]` reads and `words[i] = n` writes the i-th signed 64-bit word at an address, unchecked. Interpreted, a
plain list of ints stands in its place.
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


class WordsType(types.Type):
    """The type of a row of 64-bit words; from Python it is given as an address."""

    def __init__(self) -> None:
        super().__init__(name="Words")


words_type = WordsType()


@register_model(WordsType)
class _WordsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, I64)


@unbox(WordsType)
def _unbox(kind: types.Type, value: Any, c: Any) -> NativeValue:
    address = c.pyapi.long_as_longlong(value)
    return NativeValue(address, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@infer_global(operator.getitem)
class _Getitem(AbstractTemplate):
    key = operator.getitem

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, words_type, types.int64) if isinstance(args[0], WordsType) else None


@infer_global(operator.setitem)
class _Setitem(AbstractTemplate):
    key = operator.setitem

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.none, words_type, types.int64, types.int64) if isinstance(args[0], WordsType) else None


def _place(builder: Any, address: Any, index: Any) -> Any:
    return builder.gep(builder.inttoptr(address, I64.as_pointer()), [index])


@lower_builtin(operator.getitem, WordsType, types.Integer)
def _load(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_place(builder, *args))


@lower_builtin(operator.setitem, WordsType, types.Integer, types.Integer)
def _store(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address, index, value = args
    builder.store(value, _place(builder, address, index))
    return context.get_dummy_value()
