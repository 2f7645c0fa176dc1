"""How a compiled algorithm calls itself: by its declared signature, with its value in a register.

numba can infer the types of a recursion, but crashes or caches wrongly when the types drift, and its calling
convention hands every value back through memory: a fifth of the time of a small search. So the name that an
algorithm calls is typed from the declared signature (arguments are cast to it, there is nothing to infer), and
compiled as a call of `f.itself`:

    f.itself(args) -> {value, status}      internal; f is inlined into it, so it calls nothing but itself
    f(&value, &error, args) -> status      numba's convention, for the call from Python
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import lower_builtin
from numba.core.typing.typeof import typeof_impl
from numba.extending import register_model

_KEY = "zermelo.itself"


class Itself:
    """Stands, in an algorithm's globals, for the algorithm. `signature` is the one it may be called with."""

    def __init__(self, signature: Any) -> None:
        self.signature = signature


class ItselfType(types.Callable, types.Opaque):
    """The type of `Itself`."""

    def __init__(self, itself: Itself) -> None:
        self.itself = itself
        super().__init__(f"itself{itself.signature}")

    @property
    def key(self) -> Any:
        """The signature: two objects may have types of one name."""
        return self.itself.signature

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The declared signature; None (an error with the place in the source) if the arguments do not fit it."""
        wanted = self.itself.signature
        fits = len(args) == len(wanted.args) and not kws
        return wanted if fits and all(context.can_convert(a, w) is not None for a, w in zip(args, wanted.args, strict=True)) else None

    def get_call_signatures(self) -> Any:
        """The one signature."""
        return [self.itself.signature], False

    def get_impl_key(self, sig: Any) -> str:
        """Where `_lower` is found."""
        return _KEY


register_model(ItselfType)(models.OpaqueModel)


@typeof_impl.register(Itself)
def _typeof(itself: Itself, context: Any) -> types.Type:
    return ItselfType(itself)


@lower_builtin(_KEY, types.VarArg(types.Any))
def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    body = builder.function
    itself = builder.module.globals.get(body.name + ".itself") or _define(builder.module, body)
    flat = context.get_arg_packer(sig.args).as_arguments(builder, args)
    answer = builder.call(itself, [body.args[1], *flat])
    status = builder.extract_value(answer, 1)
    with cgutils.if_unlikely(builder, cgutils.is_not_null(builder, status)):
        builder.ret(status)  # the error itself is where the second argument points
    return context.data_model_manager[sig.return_type].from_return(builder, builder.extract_value(answer, 0))


def _define(module: Any, body: Any) -> Any:
    """The function around `body`, which is still being built."""
    value, error, *rest = (argument.type for argument in body.args)
    kind = ir.LiteralStructType([value.pointee, body.function_type.return_type])
    itself = ir.Function(module, ir.FunctionType(kind, [error, *rest]), body.name + ".itself")
    itself.linkage = "internal"
    builder = ir.IRBuilder(itself.append_basic_block("entry"))
    place = builder.alloca(value.pointee)
    status = builder.call(body, [place, *itself.args], attrs=("alwaysinline",))
    made = builder.insert_value(ir.Constant(kind, ir.Undefined), builder.load(place), 0)
    builder.ret(builder.insert_value(made, status, 1))
    return itself
