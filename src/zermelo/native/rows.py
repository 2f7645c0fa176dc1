"""`zermelo.rows` for the compiler: an array among the attributes of a game, and rows on the stack."""

from __future__ import annotations

from array import array
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global

from zermelo import rows
from zermelo.native.memory import I64, RowType, floats_type, singles_type, words_type

KINDS: Final = {"f": singles_type, "d": floats_type, "q": words_type}
"""The row that an array of each type code is."""
ALIGNED: Final = 64
"""Bytes: whole vectors of the widest registers."""


def row_type(table: array[Any]) -> RowType | None:
    """The type of an array in compiled code; None if it is of another type code."""
    return KINDS.get(table.typecode)


def constant_row(builder: Any, table: array[Any]) -> Any:
    """The address of the array's contents, which become a part of the compiled code."""
    contents = cgutils.create_constant_array(ir.IntType(8), bytearray(table.tobytes()))
    held = cgutils.global_constant(builder, "table", contents)
    held.align = ALIGNED
    return builder.ptrtoint(held, I64)


def _register(function: Any, kind: RowType) -> None:
    """Type a function of `rows` for a count that is known now, and lower it to room in the frame of the function being built."""

    class Template(AbstractTemplate):
        key = function
        prefer_literal = True

        def generic(self, args: Any, kws: Any) -> Any:
            return signature(kind, *args) if len(args) == 1 and isinstance(args[0], types.IntegerLiteral) else None

    infer_global(function)(Template)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        room = ir.ArrayType(context.get_value_type(kind.element), sig.args[0].literal_value)
        with builder.goto_entry_block():
            place = builder.alloca(room)
            place.align = ALIGNED
        return builder.ptrtoint(place, I64)

    lower_builtin(function, types.IntegerLiteral)(lower)


_register(rows.singles, singles_type)
_register(rows.words, words_type)
