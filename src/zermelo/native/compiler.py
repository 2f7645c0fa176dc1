"""An algorithm compiled for a game: built once, kept on disk, called without ceremony.

All that leans on numba's insides is here and in the types beside it: numba's version is pinned in pyproject.toml,
and tests/native says what moved when it is raised.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
import platform
import secrets
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeGuard

import llvmlite
import llvmlite.binding
import numba
from llvmlite.binding.ffi import lib as llvm_library
from llvmlite.binding.newpassmanagers import FunctionPassManager, ModulePassManager, NewPassManager
from numba import njit
from numba.core import types
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.typing import signature

from zermelo import words
from zermelo.errors import CompileError, GivenUpError, SharingError
from zermelo.game import Game, defines
from zermelo.native import FLOATS, SINGLES, STATES, WORDS, cache, compiling, kernels, loading, objects, refusals, roads, uncollected
from zermelo.native import tuples as _tuples  # noqa: F401  registers `replace`
from zermelo.native import wide as _wide  # noqa: F401  registers the operations of zermelo.wide
from zermelo.native import words as _words  # noqa: F401  registers the operations of zermelo.words
from zermelo.native.diagnostics import in_users_terms
from zermelo.native.fingerprint import digest
from zermelo.native.helpers import PART, WHOLE, Compiled, with_globals
from zermelo.native.loading import Code, code_of
from zermelo.native.memory import StatesType, floats_type, singles_type, words_type
from zermelo.native.objects import (
    InlineType,
    ObjectType,
    PlainType,
    bound_method,
    changing,
    forget,
    method,
    object_type,
    sweep,
    type_before,
)
from zermelo.native.packed import InlineKernel, PackedKernel
from zermelo.native.plain import profile
from zermelo.native.plain import rules as plain_rules
from zermelo.native.recursion import Itself

_RULES = ("to_move", "is_terminal", "utility", "actions", "result")
_HINTS = ("key", "order", "candidates", "tactical", "kind", "forced", "plies_left", "bounds")
"""What the engine asks besides, of a game that has it, unless it is told not to."""
TROUBLE = (NumbaError, UnsupportedBytecodeError, NotImplementedError)
KEPT: Final = 64
"""Kernels that are kept for the next search: those asked for last. Others live as long as somebody holds them."""
_TRIES: Final = 5
_lock = threading.RLock()
"""Held while anything is compiled."""
_kernels: OrderedDict[tuple[str, str, str], Any] = OrderedDict()
_living: weakref.WeakValueDictionary[tuple[str, str, str], Any] = weakref.WeakValueDictionary()
_order = threading.RLock()
_not_refused: set[tuple[str, str, str]] = set()
"""Kernels by name and version, and games by digest, of which no refusal was found on the disk."""

_LOCKS: Final = (_lock, objects.lock, _order, global_compiler_lock, llvm_library._lock._lock)
"""Ours, numba's and llvmlite's, in the order in which threads take them."""

if hasattr(os, "register_at_fork"):  # else a child would wait for ever for a thread that it does not have, or find its work half done

    def _take() -> None:
        for lock in _LOCKS:
            lock.acquire()

    def _release() -> None:
        for lock in reversed(_LOCKS):
            lock.release()

    os.register_at_fork(before=_take, after_in_parent=_release, after_in_child=_release)

# numba counts the functions of a process and puts the number in the name of their code. Linked into one kernel, code of two
# that have the same name would be taken for one another.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))

# llvmlite means to free its pass managers, but a base class that comes first does nothing: 16 to 32 kB, fifty times a kernel.
ModulePassManager._dispose = FunctionPassManager._dispose = NewPassManager._dispose


def kernel(algorithm: Any, game: Any) -> Any:
    """The compiled algorithm: a callable (game, state, *parameters) -> value.

    `algorithm` has a `name`, a `version` and `parts()`: functions that call themselves and those before them, the last one
    being the algorithm, each with the types of its parameters after game and state (int, float, or WORDS, FLOATS, SINGLES,
    STATES, which are given as addresses) and of what it returns. Name and version tell it from every other in this process.
    Raises CompileError where the game does not compile.
    """
    told: CompileError | None = None
    if why := roads.left(object_type(game).digest):
        raise why
    _raise_if_refused(algorithm, game)
    for _ in range(_TRIES):
        kind = object_type(game)
        try:
            found = _kernel(algorithm, kind, functools.partial(_is_type_of, kind, game))
        except GivenUpError:
            raise
        except CompileError as error:
            told = told or error
            if not roads.turn(kind.thing, kind, error.told):
                roads.turn_back(kind.digest)  # the next kernel tries the road first for which the rules seem made
                forget(kind)
                if isinstance(told, SharingError) or type(told) is CompileError:  # what is short of room or of time is tried again
                    refusals.keep(_refusal_name(algorithm, game), told)
                    _not_refused.clear()
                raise told from None
            found = None
        leave = functools.partial(roads.leave, kind.digest)
        if isinstance(kind, PlainType) and found is not None:
            return PackedKernel(found, kind.rules, functools.partial(_outgrown, kind), leave)
        if isinstance(kind, InlineType) and found is not None:
            return InlineKernel(found, kind, functools.partial(_reshaped, kind), leave)
        if found is not None:
            return found
        forget(kind)
    raise CompileError(changing(game))


def _raise_if_refused(algorithm: Any, game: Any) -> None:
    """Raise CompileError where it is known from the disk that the game does not compile with this kernel."""
    key = algorithm.name, getattr(algorithm, "version", ""), object_type(game).digest
    if key not in _not_refused:
        if known := refusals.kept(_refusal_name(algorithm, game)):
            raise known
        _not_refused.add(key)


def _refusal_name(algorithm: Any, game: Any) -> str:
    kind, code = objects.with_code(game)
    return f"refused-{_name(algorithm, [function for function, *_ in algorithm.parts()], f'{kind.digest} {refusals.files_of(code)}')}"


def _outgrown(kind: ObjectType, path: Any, state: Any) -> None:
    """What is compiled next for the game has more room for this part of its states, and for this one, if there is one."""
    roads.outgrown(kind.digest, path, state)
    forget(kind)


def room(game: Any) -> dict[str, Any]:
    """How the states of the game lie in memory, as JSON can say it: what `make_room` takes, and a digest of the layout."""
    kind = object_type(game)
    laid = repr(kind.rules.layouts.state) if isinstance(kind, PlainType) else ""
    return {**roads.room(kind.digest), "layout": hashlib.sha256(laid.encode()).hexdigest()}


def make_room(game: Any, room: dict[str, Any]) -> None:
    """Let what is compiled next for the game have the room that it had for another process."""
    kind = object_type(game)
    roads.make_room(kind.digest, room)
    forget(kind)


def _reshaped(kind: ObjectType) -> None:
    """What is compiled next for the game has its states in memory."""
    roads.reshaped(kind.digest)
    forget(kind)


def _is_type_of(kind: ObjectType, game: Any) -> bool:
    return object_type(game) is kind


def function(algorithm: Any) -> Any:
    """The same for an algorithm that is about no game: a callable (*parameters) -> value. Its parts know no STATES."""
    return functools.partial(_kernel(algorithm, None, lambda: True), 0)


def rules(game: Any) -> str:
    """A digest of all that the game's rules depend on, as they are now: where it is the same, so are the game's kernels.

    Of a game that does not compile as it is now, why not.
    """
    try:
        return roads.with_room(object_type(game).digest)
    except CompileError as error:
        return str(error)


def expected(game: Any) -> float:
    """About how many seconds of the processor's time a kernel for the game takes, where none is kept. Raises CompileError."""
    return roads.expected(game, object_type(game))


def state_size(game: Any) -> int:
    """Bytes that a state of the game takes in a row of STATES."""
    kind = type_before(game)
    if _is_ours(kind):
        return 8 * kind.state.words
    context = njit(lambda: 0).targetctx
    size: int = context.get_abi_sizeof(context.get_value_type(kind.state))
    return size


def _kernel(algorithm: Any, kind: ObjectType | None, is_still: Callable[[], bool]) -> Any:
    """The kernel, made if need be; None where the rules have changed meanwhile."""
    keys = [(algorithm.name, getattr(algorithm, "version", ""), about) for about in _about(kind)]
    found = _kept(keys)
    if found is None:
        with _lock:
            found = _kept(keys)  # by a thread that was faster
            if found is None:
                found, about = _build(algorithm, kind, is_still)
                if found is not None:
                    _keep((*keys[0][:2], about), found)
    return found


def _about(kind: ObjectType | None) -> list[str]:
    """What a kernel may have been kept as made for, with as many games as can be first: digests of all of them that it depends on."""
    if isinstance(kind, PlainType):
        return [kind.shape, f"{kind.digest} {kind.state}"]
    return [f"{kind.digest} {kind.state}" if kind else ""]


def _kept(keys: list[tuple[str, str, str]]) -> Any:
    with _order:
        for key in keys:
            found = _living.get(key)
            if found is not None:
                _keep_last(key, found)
                return found
    return None


def _keep(key: tuple[str, str, str], made: Any) -> None:
    with _order:
        _living[key] = made
        _keep_last(key, made)


def _keep_last(key: tuple[str, str, str], made: Any) -> None:
    _kernels[key] = made
    _kernels.move_to_end(key)
    while len(_kernels) > KEPT:
        _kernels.popitem(last=False)


def _build(algorithm: Any, kind: ObjectType | None, is_still: Callable[[], bool]) -> tuple[Any, str]:
    """The kernel, read from the disk, or compiled and kept there, and what it was made for; None where the rules have changed meanwhile."""
    parts = algorithm.parts()
    names = {about: _name(algorithm, [function for function, *_ in parts], about) for about in _about(kind)}
    road: Any = kernels if kind is None or _is_ours(kind) else loading
    for about, name in names.items():
        packed = cache.load(name)
        code = road.Code.unpacked(packed, name) if packed else None
        if code is not None:
            with suppress(CompileError):  # it is not whole after all
                return road.loaded(code), about
    sweep()
    about, *others = names
    try:
        with compiling(roads.expected(kind.thing, kind) if kind else 0.0), uncollected():
            what = type(kind.thing).__name__ if kind else algorithm.name
            code = refusals.patiently(lambda: _compiled(names[about], parts, kind), what, names[about], kind.code if kind else ())
    except MemoryError:
        raise
    except Exception as error:  # whatever the compiler meets that nobody thought of: the rules run in plain Python all the same
        if not is_still():
            return None, about
        raise _told(error, kind) from None
    if not is_still():
        return None, about
    if others and kind is not None and kind.is_read_beyond_the_protocol:
        about = others[0]
        code = replace(code, name=names[about])
    cache.save(names[about], code.packed())
    return road.loaded(code), about


Parts = list[tuple[FunctionType, tuple[Any, ...], Any]]


def _compiled(name: str, parts: Parts, kind: ObjectType | None) -> Any:
    """The machine code of parts that call those before them; the last one is what Python calls."""
    if kind is None:
        return kernels.compiled(name, parts, None, None)[0]
    if _is_ours(kind):
        code, read = kernels.compiled(name, parts, kind.thing, kind.called)
        kind.read |= read
        return code
    return _compiled_by_numba(name, parts, kind)


def _is_ours(kind: ObjectType | None) -> TypeGuard[PlainType | InlineType]:
    """Whether the game's kernels are compiled by `native.kernels`."""
    return isinstance(kind, (PlainType, InlineType))


def _compiled_by_numba(name: str, parts: Parts, kind: ObjectType) -> Code:
    before: dict[str, Any] = {}  # the compiled parts, for those that follow to call
    helpers: Compiled = {}
    for function, parameters, returns in parts:
        arguments = (kind, kind.state, *(_parameter(parameter, kind) for parameter in parameters))
        declared = signature(_return_type(returns, kind), *arguments)
        own = with_globals(function, {**function.__globals__, **before, function.__name__: Itself(declared)}, helpers)
        last = function is parts[-1][0]
        dispatcher = before[function.__name__] = njit(**(WHOLE if last else PART))(own)
        dispatcher._cache = _OneSignature(name, arguments) if last else dispatcher._cache
        dispatcher.compile(declared)
        if not last:
            dispatcher.disable_compile()  # else a call with a literal argument would compile it for that literal
    return code_of(name, dispatcher.overloads[arguments])


def _told(error: Exception, kind: ObjectType | None) -> CompileError:
    """The error as the user sees it: what the rules do that does not compile, or that the compiler itself failed."""
    if isinstance(error, CompileError):
        return error
    if not isinstance(error, TROUBLE):
        what = f"the compiler failed ({type(error).__name__}: {error})" if str(error) else f"the compiler failed ({type(error).__name__})"
        if kind is None:
            return CompileError(what)
        left_out = getattr(getattr(kind.state, "instance_class", None), "_field_defaults", None)
        hint = "; write out every field of a state, those with a default too" if left_out else ""
        return CompileError(f"{type(kind.thing).__name__}: {what}{hint}")
    return CompileError(in_users_terms(error, kind.thing) if kind else str(error))


def _parameter(parameter: Any, kind: ObjectType) -> types.Type:
    if parameter == STATES:
        return StatesType(kind.state)
    rows = {WORDS: words_type, FLOATS: floats_type, SINGLES: singles_type, int: types.int64, float: types.float64}
    return rows[parameter]


def failure(game: Any) -> str:
    """What went wrong last in the game's compiled rules: `IndexError (list index out of range) in Own.utility, line 12 of own.py`."""
    kind = object_type(game)
    last = kind.rules.failure if isinstance(kind, PlainType) else kind.failure if isinstance(kind, InlineType) else None
    if last is None:
        return ""
    return f"{last.error}{f' ({last.text})' if last.text else ''} in {last.where}"


def leave(game: Any, why: str) -> None:
    """Let the game run interpreted from now on."""
    roads.leave(object_type(game).digest, CompileError(why))


def failing(game: Any) -> tuple[str, Any, tuple[Any, ...]] | None:
    """What was asked of them when that went wrong (see `Rules.failing`); None for the other ways of compiling."""
    kind = object_type(game)
    return kind.rules.failing if isinstance(kind, PlainType) else None


def costs(game: Any) -> list[profile.LineCost]:
    """What the lines of rules in plain Python cost (see `plain.profile`)."""
    kind = object_type(game)
    return profile.costs(kind.thing, roads.layouts_of(kind.thing)) if _is_ours(kind) else []


def explain(game: Any) -> list[str]:
    """Which methods of the game do not compile, and why; nothing if it compiles whole."""
    missing = [name for name in _asked(game) if method(game, name) is getattr(Game, name)]
    if missing:
        return [f"{type(game).__name__} does not define {', '.join(missing)}"]
    if why := roads.left(object_type(game).digest):
        return list(why.told)
    with _lock:
        kind = None
        try:
            kind = object_type(game)
            found = troubles = _all_troubles(game, kind)
            while troubles and roads.turn(kind.thing, kind, troubles):
                forget(kind)
                kind = object_type(game)
                troubles = _all_troubles(game, kind)
            if troubles:  # the first road is the one to speak of, and the one to try first the next time
                roads.turn_back(kind.digest)
                forget(kind)
            return found if troubles else []
        finally:
            if kind is not None and object_type(game) is not kind:
                forget(kind)


def unnumbered(game: Any) -> list[str]:
    """What does not compile of that by which a game that compiles numbers its states (see `plain.rules.unnumbered`)."""
    kind = object_type(game)
    return plain_rules.unnumbered(kind.thing, roads.layouts_of(kind.thing)) if _is_ours(kind) and defines(kind.thing, "tier_sizes") else []


def _all_troubles(game: Any, kind: ObjectType) -> list[str]:
    try:
        if _is_ours(kind):
            assert kind.rules if isinstance(kind, PlainType) else kind.called  # compiled where they were not yet, all at once
            return []
        return list(dict.fromkeys(_troubles(game, kind)))
    except CompileError as error:
        return list(error.told)


def _troubles(game: Any, kind: ObjectType) -> Iterator[str]:
    """What is wrong with each of the methods that do not compile."""
    state = kind.state
    arguments: dict[str, tuple[Any, ...]] = dict.fromkeys(
        ("result", "utility", "evaluate", "observe", "chance_result", "kind"), (state, types.int64)
    )
    arguments["order"] = (state, types.int64, state)
    if game.simultaneous:
        arguments |= {"actions": (state, types.int64), "result": (state, types.UniTuple(types.int64, game.players))}
    hints = [name for name in _HINTS if game.players <= 2 and method(game, name) is not getattr(Game, name)]
    for name in (*_asked(game), "evaluate", *(["observe"] if game.hidden else []), *hints):
        try:
            bound_method(kind, name).get_call_type(njit(lambda: 0).targetdescr.typing_context, arguments.get(name, (state,)), {})
        except MemoryError:
            raise
        except Exception as error:  # as in `_build`
            told = str(_told(error, kind))
            yield told if isinstance(error, (CompileError, *TROUBLE)) else told.replace(":", f".{name}:", 1)


def _asked(game: Any) -> list[str]:
    """The methods that say what the rules are; where all choose at once nobody's turn is asked, but where chance moves."""
    by_chance = ["outcomes", *(["chance_result"] if game.simultaneous else [])] if game.chance else []
    return [*(name for name in _RULES if name != "to_move" or not game.simultaneous or game.chance), *by_chance]


def _return_type(returns: Any, kind: ObjectType) -> types.Type:
    if returns in (int, float):
        return types.int64 if returns is int else types.float64
    if returns == tuple[float, ...]:
        return types.UniTuple(types.float64, kind.thing.players)
    return types.UniTuple(types.int64, 2)


# What a kernel is called


@functools.cache
def _surroundings() -> str:
    """Everything but the game and the algorithm that compiled code depends on."""
    sources = [*sorted(Path(__file__).parent.rglob("*.py")), Path(words.__file__)]
    own = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    codegen = numba.njit(lambda: 0).targetctx.codegen().magic_tuple()
    return repr((platform.python_version(), numba.__version__, llvmlite.__version__, codegen, PART, own))


def _name(algorithm: Any, functions: list[FunctionType], about: str) -> str:
    """What it is for, and a digest of all that the code depends on."""
    whole = hashlib.sha256("\n".join((_surroundings(), digest(*functions), about)).encode()).hexdigest()[:40]
    return f"{algorithm.name}-{whole}"


class _OneSignature(NullCache):
    """Refuses, in the place of a dispatcher's cache, a second signature: an algorithm that calls itself with other types."""

    def __init__(self, name: str, arguments: tuple[types.Type, ...]) -> None:
        self.name, self.arguments = name, arguments

    def save_overload(self, sig: Any, compiled: Any) -> None:
        """What numba calls when it has compiled."""
        if sig.args != self.arguments:
            raise CompileError(
                f"{self.name.partition('-')[0]} calls itself with other types than it was called with: ({', '.join(map(str, sig.args))})"
            )
