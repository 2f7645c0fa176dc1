"""The operations of `zermelo.wide` for numba."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin
from numba.extending import type_callable

from zermelo.native.bits import BitsType
from zermelo.native.wide_code import NUMBER, OPERATIONS, SET

_KINDS = {"bool": types.boolean, NUMBER: types.int64}


def _enter(function: Any, write: Any, taken: tuple[str, ...], gives: str) -> None:
    """Type a function of `wide` for arguments of these kinds, and lower it."""

    def fits(kind: types.Type, argument: str) -> bool:
        if argument == SET:
            return isinstance(kind, types.UniTuple) and isinstance(kind.dtype, BitsType)
        return isinstance(kind, types.Integer)

    @type_callable(function)
    def type_it(context: Any) -> Any:
        def of_one(a: types.Type) -> types.Type | None:
            return _KINDS.get(gives, a) if fits(a, SET) else None

        def of_two(a: types.Type, b: types.Type) -> types.Type | None:
            same = taken[1] == NUMBER or a == b
            return _KINDS.get(gives, a) if fits(a, SET) and fits(types.unliteral(b), taken[1]) and same else None

        def of_three(a: types.Type, b: types.Type, c: types.Type) -> types.Type | None:
            return _KINDS.get(gives, a) if of_two(a, b) and fits(types.unliteral(c), taken[2]) else None

        return (of_one, of_two, of_three)[len(taken) - 1]

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        given = [
            [builder.extract_value(arg, word) for word in range(kind.count)]
            if isinstance(kind, types.UniTuple)
            else context.cast(builder, arg, kind, types.int64)
            for kind, arg in zip(sig.args, args, strict=True)
        ]
        made = write(builder, *given)
        if gives != SET:
            return made
        value = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
        for place, word in enumerate(made):
            value = builder.insert_value(value, word, place)
        return value

    lower_builtin(function, *(types.UniTuple if argument == SET else types.Integer for argument in taken))(lower)


for _function, _operation in OPERATIONS.items():
    _enter(_function, *_operation)
