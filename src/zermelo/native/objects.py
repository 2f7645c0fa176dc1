"""A game (or an evaluation) for the compiler: a type of size zero.

Its attributes are compile-time constants, its methods compiled functions. The type's key is a digest of all that
the rules depend on (see fingerprint.py), so two games are never taken for one another, in memory or on disk. The constants
are those of a copy that was made with the digest: an object that is changed afterwards is another one, with another type.

What the rules return is declared, so that each compiled function has one signature: `result` gives the type of
`initial()`, `utility`, `reward`, `evaluate` and `value` a float, `to_move` an int, `is_terminal` a bool.
"""

from __future__ import annotations

import dis
import functools
import inspect
import itertools
import threading
import weakref
from array import array
from collections import OrderedDict
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, typeof
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import impl_ret_new_ref, lower_builtin, lower_getattr_generic
from numba.core.pythonapi import NativeValue, unbox
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.core.typing.typeof import typeof_impl
from numba.extending import register_model, type_callable

from zermelo.errors import CompileError
from zermelo.game import Game, count_actions
from zermelo.hints import Evaluation
from zermelo.native import listings
from zermelo.native.bits import BitsType
from zermelo.native.diagnostics import RefusedError
from zermelo.native.fingerprint import FOR_PEOPLE, Look, digest, same
from zermelo.native.helpers import PART, with_helpers
from zermelo.native.kernels import ApartRules, InlineRules, state_kind
from zermelo.native.plain.entries import AT_WILL
from zermelo.native.plain.kinds import Kind
from zermelo.native.plain.rules import Failure, Rules
from zermelo.native.recursion import ItselfType
from zermelo.native.roads import APART, INLINE, NUMBA, inline_rules, road_of, rules_of
from zermelo.native.rows import constant_row, row_type
from zermelo.native.snapshot import snapshot
from zermelo.sources import is_ours
from zermelo.words import EXACT, not_exact

RETURNS = {
    "to_move": types.int64,
    "is_terminal": types.boolean,
    "utility": types.float64,
    "reward": types.float64,
    "evaluate": types.float64,
    "value": types.float64,
    "plies_left": types.int64,
    "order": types.int64,
    "kind": types.int64,
    "exchange": types.float64,
    "piece_to": types.int64,
    "forced": types.boolean,
    "may_pass": types.boolean,
    "bounds": types.UniTuple(types.float64, 2),
    "endgame_value": types.float64,
    "playout": types.int64,
    "prior": types.float64,
    "distance": types.float64,
}
VECTORS = {"utilities": "self.utility(state, {})", "estimates": "self.evaluate(state, {})", "zeros": "0"}
"""Methods of `Game` that make one number a player, written out for the number of players."""
LONG_TUPLE = 16
"""A constant tuple of numbers longer than this is read as an array, which is cheap to index."""


_FOR_DRIVERS: Final = {"engine", "evaluation_unit", "initial", "mode", "monte_carlo", "utility_range", "utility_sum"}
"""What is asked for before a search begins."""
PROTOCOL: Final = frozenset(name for name in dir(Game) if not name.startswith("_")) - FOR_PEOPLE - _FOR_DRIVERS
"""What games say to kernels: rules, hints, facts."""
KEPT: Final = 32
"""Objects whose types are kept for the next search: those asked for last."""
_TRIES: Final = 5


class ObjectType(types.Opaque):
    """The type of one game, or one evaluation, as it was when it was asked for: `thing` is a copy that nobody changes.

    Objects have one type if they have the same digest, and the very same classes and functions: of equal ones in two modules,
    one may change later.
    """

    def __init__(self, thing: Any, look: Look | ObjectType) -> None:
        self.thing = thing
        self.digest: str = look.digest
        self.code: tuple[Any, ...] = look.code
        self.dispatchers: dict[str, Any] = {}
        self.methods: dict[str, types.Type] = {}
        self.helpers: dict[FunctionType, Any] = {}
        self.read: set[str] = set()
        """The attributes, methods among them, that compiled code has asked for."""
        self._key = (look.digest, next(_serial))
        super().__init__(name=f"{type(thing).__name__}#{look.digest[:24]}")
        _all.add(self)

    @property
    def key(self) -> tuple[str, int]:
        return self._key

    @functools.cached_property
    def state(self) -> types.Type:
        """The type of a game's states: that of the initial one. Raises CompileError where there is none."""
        try:
            return state_type(self.thing)
        except (CompileError, MemoryError):
            raise
        except Exception as error:  # the user's own
            raise CompileError(f"{type(self.thing).__name__}.initial raised {type(error).__name__}: {error}") from error

    @functools.cached_property
    def inside(self) -> ObjectType:
        """The type of the game within another object that numba compiles: there its rules are a part of that one's, and take its road."""
        return ObjectType(self.thing, self)

    def clear(self) -> None:
        """Give back what was compiled for it, so that kernels to come could share it."""
        self.dispatchers.clear()
        self.methods.clear()
        self.helpers.clear()


class _Known(NamedTuple):
    """What was found of an object, which may have changed since."""

    reference: weakref.ref[Any]
    look: Look
    kind: ObjectType


_living: weakref.WeakValueDictionary[str, ObjectType] = weakref.WeakValueDictionary()
_known: OrderedDict[int, _Known] = OrderedDict()
_all: weakref.WeakSet[ObjectType] = weakref.WeakSet()
lock = threading.RLock()
"""Held for the moments in which what is known of objects is read or written."""
_serial = itertools.count()


def object_type(thing: Any) -> ObjectType:
    """The type of a game or an evaluation, found in some microseconds if it was asked for before and nothing has changed since."""
    known = _found(thing)
    if known is not None and known.look.unchanged():
        return known.kind
    _check_methods(thing)
    for _ in range(_TRIES):
        look = Look(thing)
        copied = snapshot(thing)
        if look.unchanged():
            return _keep(thing, look, copied)
    raise CompileError(changing(thing))


def changing(thing: Any) -> str:
    """What is to be said of a game, or an evaluation, that is another whenever it is looked at."""
    for function in (one for one in Look(thing).code if isinstance(one, FunctionType) and not is_ours(one.__module__)):
        if written := next((at for at in dis.get_instructions(function) if at.opname == "STORE_GLOBAL"), None):
            return (
                f"{function.__qualname__} writes the global `{written.argval}` (in {Path(function.__code__.co_filename).name}), so that "
                f"the rules change while they are asked; keep it in the state"
            )
    return f"{type(thing).__name__} changes all the time: another thread writes what its rules read"


def _check_methods(thing: Any) -> None:
    """Raise CompileError for an object with a method of its own in the place of its class's: what compiles are those of classes."""
    for name, value in getattr(thing, "__dict__", {}).items():
        if callable(value) and callable(getattr(type(thing), name, None)):
            raise CompileError(f"{type(thing).__name__} has a `{name}` that was set on the object; write it in a class, which compiles")


def with_code(thing: Any) -> tuple[ObjectType, tuple[Any, ...]]:
    """The type of a game or an evaluation, with the functions and classes that it depends on."""
    kind, known = object_type(thing), _found(thing)
    return kind, () if known is None else known.look.code


def type_before(thing: Any) -> ObjectType:
    """The type that was found for the object last, whatever has changed since: the one that its kernels were made for."""
    known = _found(thing)
    return known.kind if known is not None else object_type(thing)


def forget(kind: ObjectType) -> None:
    """Never give out this type again: rules were changed while it was being compiled, and it holds some of both."""
    with lock:
        if _living.get(kind.digest) is kind:
            del _living[kind.digest]
        for number in [number for number, known in _known.items() if known.kind is kind]:
            del _known[number]
    kind.clear()


def sweep() -> None:
    """Give back what was compiled for objects that nobody has asked for lately. Nothing may be compiling meanwhile."""
    with lock:
        asked = {known.kind for known in _known.values()}
        asked |= {kind.inside for kind in asked if "inside" in vars(kind)}
        gone = {kind for kind in _all if kind not in asked}
        for kind in gone:  # numba takes a method of the same type for the one that it has met, whose compiled function is gone
            if _living.get(kind.digest) is kind:
                del _living[kind.digest]
    if not gone:
        return
    for kind in gone:
        kind.clear()
    context = njit(lambda: 0).targetctx  # where numba keeps for ever what it has met
    for kept in (context._generators, context.data_model_manager._cache):
        for kind in [kind for kind in kept if not gone.isdisjoint(_about(kind))]:
            del kept[kind]
    for selector in (*context._defns.values(), *context._getattrs.values(), context._casts, context._get_constants):
        for signature_met in [met for met in selector._cache if any(not gone.isdisjoint(_about(one)) for one in met)]:
            del selector._cache[signature_met]


def _about(kind: types.Type) -> tuple[types.Type, ...]:
    """The types that a type is made of, where an object's may be among them."""
    if isinstance(kind, types.Generator):
        return tuple(kind.arg_types)
    return tuple(kind.itself.signature.args) if isinstance(kind, ItselfType) else (kind,)


def _found(thing: Any) -> _Known | None:
    with lock:
        known = _known.get(id(thing))
        if known is None or known.reference() is not thing:
            return None
        _known.move_to_end(id(thing))
        return known


def _keep(thing: Any, look: Look, copied: Any) -> ObjectType:
    number = id(thing)
    gone = _known.pop  # bound now: at the end of the process the module's names may be gone
    with lock:
        kind = _living.get(look.digest)
        if kind is None or not same(kind.code, look.code):
            road = road_of(copied, look) if isinstance(copied, Game) else NUMBA
            kind = _living[look.digest] = {INLINE: InlineType, APART: PlainType, NUMBA: ObjectType}[road](copied, look)
        _known[number] = _Known(weakref.ref(thing, lambda _: gone(number, None)), look, kind)
        _known.move_to_end(number)
        while len(_known) > KEPT:
            _known.popitem(last=False)
    return kind


@typeof_impl.register(Game)
@typeof_impl.register(Evaluation)
def _typeof(thing: Any, context: Any) -> types.Type:
    kind = object_type(thing)
    return kind if type(kind) is ObjectType else kind.inside


register_model(ObjectType)(models.OpaqueModel)


class PackedState(NamedTuple):
    """The states of a game whose rules are compiled apart: how many words each takes."""

    words: int


class PlainType(ObjectType):
    """The type of a game whose rules are compiled by `native.plain`, and its kernels by `native.kernels`."""

    @functools.cached_property
    def rules(self) -> Rules:
        """The rules, compiled. Raises CompileError where they do not compile."""
        return rules_of(self.thing, self.digest, self.code)

    @functools.cached_property
    def state(self) -> PackedState:
        """Words in memory."""
        return PackedState(self.rules.layouts.words)

    def has(self, attribute: str) -> bool:
        """Whether the attribute is a method among them."""
        return attribute in self.rules.machine.names

    @functools.cached_property
    def shape(self) -> str:
        """A digest of all of the game that a kernel depends on which reads no attributes but those of the protocol: games share these."""
        parts: list[Any] = [Game, self.state.words, *(name for name in AT_WILL if self.has(name))]
        for name in sorted(PROTOCOL):
            own = getattr(type(self.thing), name, None)
            if self.has(name) or (own is getattr(Game, name) and callable(own)):
                parts.append((name, self.has(name)))
            else:
                parts.append((name, own if callable(own) else constant(self.thing, name)))
        return digest(*parts)

    @functools.cached_property
    def called(self) -> ApartRules:
        """The rules as kernels call them."""
        return ApartRules(self)

    @property
    def is_read_beyond_the_protocol(self) -> bool:
        """Whether a kernel that was compiled for it has read attributes or methods of its own."""
        return not self.read <= PROTOCOL


@unbox(ObjectType)
def _unbox(kind: types.Type, value: Any, c: Any) -> NativeValue:
    return NativeValue(c.context.get_dummy_value())


class InlineType(ObjectType):
    """The type of a game whose rules, compiled by `native.plain`, become part of its kernels, which `native.kernels` compiles.

    failure  how and where its rules have failed last in a kernel, if they have
    """

    failure: Failure | None = None

    @functools.cached_property
    def state(self) -> PackedState:
        """Words in memory."""
        return PackedState(-(-self.state_kind.size // 8))

    @functools.cached_property
    def state_kind(self) -> Kind:
        """What a state is in a kernel. Raises CompileError where it can be nothing."""
        try:
            found = state_kind(self.thing.initial())
        except Exception as error:  # the user's own
            raise CompileError(f"{type(self.thing).__name__}.initial raised {type(error).__name__}: {error}") from error
        if found is None:
            raise CompileError(f"the states of {type(self.thing).__name__} are no tuples of numbers")
        return found

    @functools.cached_property
    def called(self) -> InlineRules:
        """The rules as kernels call them. Raises CompileError where they do not compile."""
        return inline_rules(self.thing, self.state_kind, self)

    def clear(self) -> None:
        """Give back the rules that were compiled for it."""
        super().clear()
        self.__dict__.pop("called", None)


def state_type(game: Game) -> types.Type:
    """The compiled type of the game's states. Raises CompileError, naming the field, where there is none."""
    return _value_type(game.initial(), f"the states of {type(game).__name__}")


def _value_type(value: Any, where: str) -> types.Type:
    if isinstance(value, bool):
        return types.boolean
    if isinstance(value, int):
        return types.int64
    if isinstance(value, float):
        return types.float64
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        parts = [_value_type(part, f"{where}, field {names[i] if names else i}") for i, part in enumerate(value)]
        same = len(set(parts)) == 1
        if names:
            return types.NamedUniTuple(parts[0], len(parts), type(value)) if same else types.NamedTuple(parts, type(value))
        return types.UniTuple(parts[0], len(parts)) if same else types.Tuple(parts)
    kind = typeof(value) if type(value).__name__ == "Bits" else None
    if isinstance(kind, BitsType):
        return kind
    raise CompileError(
        f"{where}: a {type(value).__name__} does not compile; a state that compiles is a NamedTuple of ints, bools, Bits and tuples of ints"
    )


# Attributes: constants, and methods


def constant(thing: Any, attribute: str) -> Any:
    """The value of an attribute as compiled code sees it: a list, which never changes here, as a tuple."""
    value = _frozen(getattr(thing, attribute))
    if isinstance(value, tuple) and len(value) > LONG_TUPLE and all(type(v) in (int, float) for v in value):
        table = np.array(value, dtype=np.float64 if any(type(v) is float for v in value) else np.int64)
        table.flags.writeable = False
        return table
    return value


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def method(thing: Any, attribute: str) -> FunctionType | None:
    """The plain function behind a method of the object's class, if there is one of that name."""
    found = inspect.getattr_static(type(thing), attribute, None)
    if isinstance(found, staticmethod):
        raise CompileError(
            f"{type(thing).__name__}.{attribute} is a staticmethod, which does not compile; make it a function of the module"
        )
    return found if isinstance(found, FunctionType) else None


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ObjectType

    def generic_resolve(self, this: ObjectType, attribute: str) -> Any:
        this.read.add(attribute)
        if method(this.thing, attribute) is not None:
            return bound_method(this, attribute)
        if not hasattr(this.thing, attribute):
            return None
        value = constant(this.thing, attribute)
        if isinstance(value, array):
            kind = row_type(value)
            if kind is None:
                raise RefusedError(f"the attribute `{attribute}` is an array of type {value.typecode!r}; 'f', 'd' and 'q' compile")
            return kind
        try:
            return typeof(value)
        except ValueError:
            what = f"the attribute `{attribute}` is a {type(value).__name__}"
            raise RefusedError(f"{what}; rules compile over ints, floats, bools, Bits, tuples and arrays of them") from None


@lower_getattr_generic(ObjectType)
def _lower_attribute(context: Any, builder: Any, this: Any, value: Any, attribute: str) -> Any:
    if method(this.thing, attribute) is not None:
        return context.get_dummy_value()
    held = constant(this.thing, attribute)
    if isinstance(held, array):
        return constant_row(builder, held)
    kind = typeof(held)
    if isinstance(kind, types.Array):
        return context.make_constant_array(builder, kind, held)
    if isinstance(kind, ObjectType):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, kind, held)


def _dispatcher(this: ObjectType, attribute: str) -> Any:
    """The compiled function behind a method; for a listing (see there) its generator or its fill."""
    made = this.dispatchers.get(attribute)
    if made is None:
        made = this.dispatchers[attribute] = njit(**PART)(with_helpers(_function(this, attribute), this.helpers))
    return made


def _function(this: ObjectType, attribute: str) -> FunctionType:
    function = method(this.thing, attribute)
    assert function is not None
    if attribute in VECTORS and function is getattr(Game, attribute):
        function = _vector(attribute, this.thing.players)
    elif attribute in listings.ELEMENTS:
        function = listings.generator_of(function) if _is_lazy(attribute, function) else listings.fill_of(function)
    return function


def _vector(attribute: str, players: int) -> FunctionType:
    parts = ", ".join(f"float({VECTORS[attribute].format(player)})" for player in range(players))
    state = "" if attribute == "zeros" else ", state"
    names: dict[str, Any] = {}
    exec(f"def {attribute}(self{state}): return ({parts},)", names)  # noqa: S102  made of our own words and a count
    made: FunctionType = names[attribute]
    return made


def bound_method(this: ObjectType, attribute: str) -> types.Type:
    """The type of a method of the object: what numba asks how a call of it is typed."""
    if attribute not in this.methods:
        this.methods[attribute] = _bound_method(this, attribute)
    return this.methods[attribute]


def _bound_method(this: ObjectType, attribute: str) -> types.Type:
    dispatcher = types.Dispatcher(_dispatcher(this, attribute))
    element = listings.ELEMENTS.get(attribute)
    function = method(this.thing, attribute)
    filled = element is not None and function is not None and not _is_lazy(attribute, function)
    places = listings.PlacesType(element, int(this.thing.max_actions)) if filled else None

    class MethodTemplate(AbstractTemplate):
        key = (ObjectType, attribute)

        def generic(self, args: Any, kws: Any) -> Any:
            args = tuple(types.unliteral(arg) for arg in args)
            if places is not None:
                dispatcher.get_call_type(self.context, (this, *args, places), kws)
                return signature(listings.ListingType(places.element), *args, recvr=this)
            sig = dispatcher.get_call_type(self.context, (this, *args), kws)
            return signature(declared(this, attribute, sig.return_type), *sig.args[1:], recvr=this)

    _lower_method(attribute)
    return types.BoundFunction(MethodTemplate, this)


def _is_lazy(attribute: str, function: FunctionType) -> bool:
    return listings.ELEMENTS[attribute] == types.int64 and listings.is_lazy(function)


def declared(this: ObjectType, attribute: str, found: types.Type) -> types.Type:
    """What a method returns, where the protocol says it."""
    wanted = (
        this.state
        if attribute in ("result", "chance_result", "initial", "null_move", "observe") and isinstance(this.thing, Game)
        else RETURNS.get(attribute, found)
    )
    if not _fits(found, wanted):
        raise RefusedError(f"`{attribute}` returns {found}, and it must be {wanted}{_why_not(found, wanted)}")
    return wanted


def _why_not(found: types.Type, wanted: types.Type) -> str:
    if found is types.none:
        return ": every path needs a `return`"
    if (
        isinstance(found, types.BaseNamedTuple)
        and found.instance_class is getattr(wanted, "instance_class", None)
        and len(found) < len(wanted)
    ):
        return ": write out every field, those with a default too"
    return ""


def _fits(found: types.Type, wanted: types.Type) -> bool:
    """Whether a value can be taken for the wanted type without losing anything."""
    if isinstance(found, types.BaseTuple) and isinstance(wanted, types.BaseTuple):
        same_class = getattr(found, "instance_class", None) is getattr(wanted, "instance_class", None)
        return same_class and len(found) == len(wanted) and all(_fits(f, w) for f, w in zip(found, wanted, strict=True))
    if isinstance(wanted, types.Float):
        return isinstance(found, (types.Number, types.Boolean))
    if isinstance(wanted, (types.Integer, types.Boolean, BitsType)):
        return (
            isinstance(found, (types.Integer, types.Boolean))
            or found == wanted
            or (isinstance(wanted, types.Boolean) and isinstance(found, BitsType))
        )
    return bool(found == wanted)


@functools.cache
def _lower_method(attribute: str) -> None:
    @lower_builtin((ObjectType, attribute), ObjectType, types.VarArg(types.Any))
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        this = sig.args[0]
        dispatcher = types.Dispatcher(_dispatcher(this, attribute))

        def call(kinds: Any, values: Any) -> tuple[Any, Any]:
            inner = dispatcher.get_call_type(context.typing_context, kinds, {})
            function = context.get_function(dispatcher, inner)
            context.add_linking_libs(getattr(function, "libs", ()))
            return function(builder, values), inner.return_type

        if isinstance(sig.return_type, listings.ListingType):
            capacity = int(this.thing.max_actions)
            places_type = listings.PlacesType(sig.return_type.element, capacity)
            inner = getattr(this.thing, "game", this.thing)  # a game around another is not the one to change
            owner = inner if isinstance(inner, Game) else this.thing
            too_many = f"{type(owner).__name__}.{attribute} gives more than {capacity}; set max_actions in the class"
            return listings.lower_call(
                context, builder, sig.return_type, capacity,
                lambda places: call((*sig.args, places_type), (*args, places))[0], too_many,
            )  # fmt: skip
        value, kind = call(sig.args, args)
        if isinstance(kind, types.Integer) and isinstance(sig.return_type, types.Float):
            _check_exact(context, builder, value, attribute)
        return impl_ret_new_ref(context, builder, sig.return_type, _cast(context, builder, value, kind, sig.return_type))


@type_callable(count_actions)
def _type_count_actions(context: Any) -> Any:
    def typer(game: types.Type, state: types.Type) -> types.Type | None:
        return types.int64 if isinstance(game, ObjectType) else None

    return typer


@lower_builtin(count_actions, ObjectType, types.Any)
def _count_actions(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """A fill is called with a tally in the place of its places; other listings are counted as plain Python does."""
    this, state = sig.args
    function = method(this.thing, "actions")
    kinds: tuple[types.Type, ...] = (this, state)
    if isinstance(this, PlainType) or function is None or _is_lazy("actions", function):
        if "count_actions" not in this.dispatchers:
            this.dispatchers["count_actions"] = njit(**PART)(count_actions)
        dispatcher = types.Dispatcher(this.dispatchers["count_actions"])
    else:
        dispatcher = types.Dispatcher(_dispatcher(this, "actions"))
        kinds, args = (*kinds, listings.tally_type), (*args, ir.Constant(listings.I64, 0))
    inner = dispatcher.get_call_type(context.typing_context, kinds, {})
    called = context.get_function(dispatcher, inner)
    context.add_linking_libs(getattr(called, "libs", ()))
    return called(builder, args)


def _check_exact(context: Any, builder: Any, word: Any, attribute: str) -> None:
    """Raise OverflowError, which the runner reads, for a whole number that floats do not tell from its neighbours."""
    wide = builder.sext(word, ir.IntType(64)) if word.type.width < 64 else word
    shifted = builder.add(wide, ir.Constant(wide.type, EXACT))
    with cgutils.if_unlikely(builder, builder.icmp_unsigned(">", shifted, ir.Constant(wide.type, 2 * EXACT))):
        told = not_exact(f"`{attribute}`", "a whole number out of range")
        context.call_conv.return_user_exc(builder, OverflowError, (told,))


def _cast(context: Any, builder: Any, value: Any, source: types.Type, target: types.Type) -> Any:
    if source == target:
        return value
    if isinstance(target, types.Boolean):
        return context.is_true(builder, source, value)
    if isinstance(source, types.BaseTuple) and isinstance(target, types.BaseTuple) and len(source) == len(target):
        made = ir.Constant(context.get_value_type(target), ir.Undefined)
        for index, (before, after) in enumerate(zip(source, target, strict=True)):
            part = _cast(context, builder, builder.extract_value(value, index), before, after)
            made = builder.insert_value(made, part, index)
        return made
    return context.cast(builder, value, source, target)
