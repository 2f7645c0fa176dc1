"""Games whose rules are written as people write Python, for the kernels: states are words in memory, methods are called there.

numba compiles the kernels; such rules are compiled by `native.plain`, which knows nothing of numba. What they have in common is a table
of addresses (see plain/entries.py), which a kernel is given in the place of the game. A state is an array of words; calling a method
puts it on the stack, and calls the function at its place in the table with the address. So a kernel knows nothing of the rules, and
serves all games with states of as many words, methods of the same names, and the same facts (see `PlainType.shape`).
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import lower_builtin
from numba.core.pythonapi import NativeValue, unbox
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import register_model

from zermelo.errors import OutgrownError
from zermelo.native import listings
from zermelo.native.plain import layout
from zermelo.native.plain.entries import ENTRIES, ORDER, SAME_KEY, Entry
from zermelo.native.plain.layout import Path
from zermelo.native.plain.rules import NO_ROOM, OUTGREW, Rules

I64, I8P = ir.IntType(64), ir.IntType(8).as_pointer()
DOUBLE: Final = ir.DoubleType()
_GAME: Final = "{game}"
"""In the place of the game's name in the errors of kernels, which games share."""


class PackedType(types.Type):
    """The type of states that are this many words."""

    def __init__(self, words: int) -> None:
        self.words = words
        super().__init__(name=f"Packed({words})")


class KeyType(types.Type):
    """The type of what `key` gives: its fingerprint, and by what two of them are compared whose fingerprints are the same.

    Those are the table of the game, and the state. Where keys are not compared, LLVM takes them out.
    """

    def __init__(self, this: Any) -> None:
        self.this = this
        super().__init__(name=f"Key({this.name})")


@register_model(PackedType)
class _PackedModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: PackedType) -> None:
        super().__init__(manager, kind, ir.ArrayType(I64, kind.words))


@register_model(KeyType)
class _KeyModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: KeyType) -> None:
        super().__init__(manager, kind, ir.LiteralStructType([I64, I64, ir.ArrayType(I64, kind.this.state.words)]))


@unbox(PackedType)
def _unbox_state(kind: PackedType, value: Any, c: Any) -> NativeValue:
    address = c.pyapi.long_as_longlong(value)
    pointer = c.builder.inttoptr(address, ir.ArrayType(I64, kind.words).as_pointer())
    return NativeValue(c.builder.load(pointer), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


class PackedKernel:
    """A kernel for such a game, which Python calls with the game and a state of it."""

    def __init__(self, kernel: Any, rules: Rules, outgrown: Callable[[Path], None]) -> None:
        self.kernel, self.rules, self.outgrown = kernel, rules, outgrown

    def __call__(self, game: Any, state: Any, *rest: Any) -> Any:
        try:
            packed = self.rules.pack(state)
            held = (ctypes.c_char * len(packed)).from_buffer(packed)
            return self.kernel(self.rules.address, ctypes.addressof(held), *rest)
        except layout.OutgrownError as error:
            self.outgrown(error.path)
            raise OutgrownError(f"a position of {type(game).__name__} holds more than all that were seen before") from None
        except OutgrownError as error:
            self.outgrown(self.rules.outgrown)
            raise _named(error, game) from None
        except (OverflowError, MemoryError, RuntimeError) as error:
            raise _named(error, game) from None


def _named(error: Exception, game: Any) -> Exception:
    return type(error)(*(str(part).replace(_GAME, type(game).__name__) for part in error.args))


# Methods


def typed_method(this: Any, entry: Entry) -> type[AbstractTemplate]:
    """How a call of the method is typed."""

    class MethodTemplate(AbstractTemplate):
        key = (type(this), entry.name)

        def generic(self, args: Any, kws: Any) -> Any:
            given = [types.unliteral(one) for one in args]
            if kws or len(given) != 1 + len(entry.parameters) or given[0] != this.state:
                return None
            wanted = {"int": types.int64, "float": types.float64, "state": this.state}
            return signature(_returns(this, entry), this.state, *(wanted[one] for one in entry.parameters), recvr=this)

    return MethodTemplate


def _returns(this: Any, entry: Entry) -> types.Type:
    if entry.gives in ("actions", "outcomes"):
        return listings.ListingType(listings.ELEMENTS[entry.name])
    return {
        "int": types.int64, "bool": types.boolean, "float": types.float64, "floats": types.UniTuple(types.float64, 2),
        "state": this.state, "fingerprint": KeyType(this), "states": listings.ListingType(this.state),
    }[entry.gives]  # fmt: skip


def lower_method(this: Any, entry: Entry, context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """A call of the method: `args` are the address of the table, the state, and the parameters."""
    table, state, *rest = args
    value = _Call(context, builder, this, entry, table, [_on_stack(builder, state)])
    for parameter, given in zip(entry.parameters, rest, strict=True):
        value.arguments.append(_on_stack(builder, given) if parameter == "state" else given)
    made = value.lowered(sig.return_type)
    if entry.gives != "fingerprint":
        return made
    key = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
    for place, part in enumerate((made, table, state)):
        key = builder.insert_value(key, part, place)
    return key


def _on_stack(builder: Any, state: Any) -> Any:
    return builder.bitcast(cgutils.alloca_once_value(builder, state), I8P)


def fingerprint_of(builder: Any, key: Any) -> Any:
    """The word of a key."""
    return builder.extract_value(key, 0)


@infer_global(operator.eq)
class _KeysAlike(AbstractTemplate):
    key = operator.eq

    def generic(self, args: Any, kws: Any) -> Any:
        alike = len(args) == 2 and args[0] == args[1] and isinstance(args[0], KeyType) and args[0].this.has(SAME_KEY)
        return signature(types.boolean, *args) if alike else None


@lower_builtin(operator.eq, KeyType, KeyType)
def _lower_alike(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """First by their fingerprints, which nearly always tells."""
    one, other = args
    found = cgutils.alloca_once_value(builder, ir.Constant(ir.IntType(1), 0))
    with builder.if_then(builder.icmp_signed("==", fingerprint_of(builder, one), fingerprint_of(builder, other))):
        states = [_on_stack(builder, builder.extract_value(key, 2)) for key in args]
        call = _Call(context, builder, sig.args[0].this, ENTRIES[SAME_KEY], builder.extract_value(one, 1), states)
        builder.store(call.lowered(types.boolean), found)
    return builder.load(found)


class _Call:
    def __init__(self, context: Any, builder: Any, this: Any, entry: Entry, table: Any, arguments: list[Any]) -> None:
        self.context, self.builder, self.this, self.entry, self.table, self.arguments = context, builder, this, entry, table, arguments

    def lowered(self, returns: Any) -> Any:
        gives, builder = self.entry.gives, self.builder
        if gives in ("actions", "outcomes", "states"):
            capacity = int(self.this.thing.max_actions)
            too_many = f"{_GAME}.{self.entry.name} gives more than {capacity}; set max_actions in the class"
            return listings.lower_call(
                self.context, builder, returns, capacity, lambda places: self.call(builder.inttoptr(places, I8P)), too_many
            )
        stored = {
            "int": I64, "bool": I64, "fingerprint": I64, "float": DOUBLE, "floats": ir.ArrayType(DOUBLE, 2),
            "state": ir.ArrayType(I64, self.this.state.words),
        }[gives]  # fmt: skip
        out = cgutils.alloca_once(builder, stored)
        self.call(builder.bitcast(out, I8P))
        value = builder.load(out)
        return builder.icmp_signed("!=", value, ir.Constant(I64, 0)) if gives == "bool" else value

    def call(self, out: Any) -> Any:
        builder = self.builder
        arguments = [*self.arguments, out]
        place = builder.gep(builder.inttoptr(self.table, I64.as_pointer()), [ir.Constant(I64, ORDER.index(self.entry.name))])
        function = builder.inttoptr(builder.load(place), ir.FunctionType(I64, [one.type for one in arguments]).as_pointer())
        status = builder.call(function, arguments)
        with cgutils.if_unlikely(builder, builder.icmp_signed("<", status, ir.Constant(I64, 0))):
            self._raise(status)
        return status

    def _raise(self, status: Any) -> None:
        builder, convention = self.builder, self.context.call_conv
        name = _GAME
        with builder.if_then(builder.icmp_signed("==", status, ir.Constant(I64, OUTGREW))):
            convention.return_user_exc(
                builder, OutgrownError, (f"{name}.{self.entry.name} gives what is larger than all that was seen before",)
            )
        with builder.if_then(builder.icmp_signed("==", status, ir.Constant(I64, NO_ROOM))):
            convention.return_user_exc(builder, MemoryError, (f"{name}.{self.entry.name} makes more than there is room for",))
        convention.return_user_exc(builder, RuntimeError, (f"{name}.{self.entry.name} fails",))


__all__ = ["ENTRIES", "KeyType", "PackedKernel", "PackedType", "fingerprint_of", "lower_builtin", "lower_method", "typed_method"]
