"""The operations of `zermelo.words` for numba."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import type_callable

from zermelo import words
from zermelo.native import word_code
from zermelo.native.bits import BitsType
from zermelo.native.memory import RowType, words_type
from zermelo.native.word_code import I64, OPERATIONS

_KINDS = {"w": types.int64, "f": types.float64, "b": types.boolean}
_TAKEN = {"w": types.Integer, "f": types.Number, "d": types.Float}


def _enter(function: Any, write: Any, taken: str, given: str) -> None:
    """Type a function of `words` for arguments of these kinds, and lower it."""
    arguments = tuple(_TAKEN[one] for one in taken)

    class Template(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            found = tuple(types.unliteral(arg) for arg in args)
            fits = len(found) == len(arguments) and all(map(isinstance, found, arguments))
            return signature(_KINDS[given], *found) if fits else None

    infer_global(function)(Template)

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        values = [
            context.cast(builder, value, kind, types.float64) if wanted == "f" else value
            for value, kind, wanted in zip(args, sig.args, taken, strict=True)
        ]
        return write(builder, *values)

    lower_builtin(function, *arguments)(lower)


for _function, _operation in OPERATIONS.items():
    _enter(_function, *_operation)


@type_callable(words.fingerprint)
def _type_fingerprint(context: Any) -> Any:
    def typer(value: types.Type) -> types.Type | None:
        return types.int64 if _is_flat(types.unliteral(value)) else None

    return typer


def _is_flat(kind: types.Type) -> bool:
    if isinstance(kind, types.BaseTuple):
        return all(_is_flat(part) for part in kind)
    return isinstance(kind, (types.Integer, types.Boolean, BitsType)) or kind == types.float64


@lower_builtin(words.fingerprint, types.Any)
def _fingerprint(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return word_code.fingerprint(builder, _flat(context, builder, sig.args[0], args[0]))


def _flat(context: Any, builder: Any, kind: types.Type, value: Any) -> list[Any]:
    if isinstance(kind, types.BaseTuple):
        made: list[Any] = []
        for place, part in enumerate(kind):
            if isinstance(part, types.BaseTuple):
                made.append(word_code.of_row(len(part)))
            made += _flat(context, builder, part, builder.extract_value(value, place))
        return made
    if kind == types.float64:
        return [word_code.whole_or_bits(builder, value)]
    return [value if isinstance(kind, BitsType) else context.cast(builder, value, kind, types.int64)]


@type_callable(words.words_at)
def _type_words_at(context: Any) -> Any:
    return lambda address: words_type


@lower_builtin(words.words_at, types.Integer)
def _words_at(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return args[0]  # a row is its address


@infer_global(words.prefetch)
class _Prefetch(AbstractTemplate):
    key = words.prefetch

    def generic(self, args: Any, kws: Any) -> Any:
        fits = len(args) == 2 and isinstance(args[0], RowType) and isinstance(types.unliteral(args[1]), types.Integer)
        return signature(types.none, args[0], types.int64) if fits else None


@lower_builtin(words.prefetch, RowType, types.Integer)
def _prefetch(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    word_code.prefetch(builder, builder.inttoptr(args[0], I64.as_pointer()), args[1])
    return context.get_dummy_value()
