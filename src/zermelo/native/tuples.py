"""`replace(cells, index, value)` for the compiler: a tuple with one place changed."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.extending import type_callable

from zermelo.game import replace

I64 = ir.IntType(64)
SHORT = 32
"""Up to this many places a choice at each of them, which stays in (vector) registers, beats a store: kalah by a third."""


@type_callable(replace)
def _type_replace(context: Any) -> Any:
    def typer(cells: types.Type, index: types.Type, value: types.Type) -> types.Type | None:
        fits = isinstance(cells, types.UniTuple) and isinstance(index, types.Integer)
        return cells if fits and context.can_convert(types.unliteral(value), cells.dtype) is not None else None

    return typer


@lower_builtin(replace, types.UniTuple, types.Integer, types.Any)
def _lower_replace(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, index_kind, value_kind = sig.args
    cells, index, value = args
    place = context.cast(builder, index, index_kind, types.int64)
    outside = builder.icmp_unsigned(">=", place, ir.Constant(I64, kind.count))
    with cgutils.if_unlikely(builder, outside):
        context.call_conv.return_user_exc(builder, IndexError, (f"replace: there is no such place in a tuple of {kind.count}",))
    new = context.cast(builder, value, value_kind, kind.dtype)
    if kind.count > SHORT:
        with builder.goto_entry_block():
            room = builder.alloca(cells.type)
        builder.store(cells, room)
        builder.store(new, cgutils.gep_inbounds(builder, room, 0, place))
        return builder.load(room)
    for each in range(kind.count):
        here = builder.icmp_unsigned("==", place, ir.Constant(I64, each))
        cells = builder.insert_value(cells, builder.select(here, new, builder.extract_value(cells, each)), each)
    return cells
