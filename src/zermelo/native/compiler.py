"""An algorithm compiled for a game: built once, kept on disk, called without ceremony.

All that leans on numba's insides is here and in the types beside it: numba's version is pinned in pyproject.toml,
and tests/native says what moved when it is raised.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import io
import itertools
import pickle
import platform
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import llvmlite.binding
import numba
from numba import njit
from numba.core import types
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.serialize import NumbaPickler
from numba.core.typing import signature

from zermelo.errors import CompileError
from zermelo.game import Game
from zermelo.native import FLOATS, SINGLES, STATES, WORDS, cache
from zermelo.native import tuples as _tuples  # noqa: F401  registers `replace`
from zermelo.native import wide as _wide  # noqa: F401  registers the operations of zermelo.wide
from zermelo.native import words as _words  # noqa: F401  registers the operations of zermelo.words
from zermelo.native.fingerprint import digest
from zermelo.native.helpers import OPTIONS, PART, with_globals
from zermelo.native.memory import StatesType, floats_type, singles_type, words_type
from zermelo.native.objects import ObjectType, bound_method, method, object_type
from zermelo.native.recursion import Itself
from zermelo.native.trouble import in_users_terms

_RULES = ("to_move", "is_terminal", "utility", "actions", "result")
TROUBLE = (NumbaError, UnsupportedBytecodeError, NotImplementedError)
_lock = threading.RLock()
_kernels: dict[tuple[str, str], Any] = {}

# numba counts the functions of a process and puts the number in the name of their code. Loaded from disk, code of two
# processes that both began at 1 would share names, and the linker would run the first for both.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


def kernel(algorithm: Any, game: Any) -> Any:
    """The compiled algorithm: a callable (game, state, *parameters) -> value.

    `algorithm` has a `name` and `parts()`: functions that call themselves and those before them, the last one being the
    algorithm, each with the types of its parameters after game and state (int, float, or WORDS, FLOATS, SINGLES, STATES,
    which are given as addresses) and of what it returns. Raises CompileError where the game does not compile.
    """
    kind = object_type(game)
    known = _kernels.get((algorithm.name, kind.digest))
    if known is None:
        with _lock:
            known = _kernels[algorithm.name, kind.digest] = _build(algorithm, kind)
    return known


def function(algorithm: Any) -> Any:
    """The same for an algorithm that is about no game: a callable (*parameters) -> value. Its parts know no STATES."""
    known = _kernels.get((algorithm.name, ""))
    if known is None:
        with _lock:
            known = _kernels[algorithm.name, ""] = _build(algorithm, None)
    return known


def state_size(game: Any) -> int:
    """Bytes that a state of the game takes in a row of STATES."""
    context = njit(lambda: 0).targetctx
    size: int = context.get_abi_sizeof(context.get_value_type(object_type(game).state))
    return size


def _build(algorithm: Any, kind: ObjectType | None) -> Any:
    parts = algorithm.parts()
    made: list[tuple[Any, Any]] = []
    before: dict[str, Any] = {}  # the compiled parts, for those that follow to call
    thing = type(kind.thing).__name__ if kind else ""
    name = f"{algorithm.name}-{thing}-{_digest([function for function, *_ in parts], kind)}"
    for function, parameters, returns in parts:
        arguments = (*((kind, kind.state) if kind else ()), *(_parameter(parameter, kind) for parameter in parameters))
        declared = signature(_return_type(returns, kind), *arguments)
        own = with_globals(function, {**function.__globals__, **before, function.__name__: Itself(declared)})
        dispatcher = before[function.__name__] = njit(**(OPTIONS if function is parts[-1][0] else PART))(own)
        made.append((dispatcher, declared))
    dispatcher._cache = cached = _Cache(name, arguments, kind)
    try:
        with _uncollected():
            if not cached.has(dispatcher.targetctx):
                for part, its_signature in made[:-1]:  # else a call with a literal argument would compile it for that literal
                    part.compile(its_signature)
                    part.disable_compile()
            dispatcher.compile(declared)
    except TROUBLE as error:
        raise CompileError(in_users_terms(error, kind.thing) if kind else str(error)) from None
    compiled = dispatcher.overloads[arguments]
    for environment in compiled._find_referenced_environments():  # what the parts' errors are made of, which numba knows of the last only
        compiled.library.codegen.set_env(environment.env_name, environment)
    return compiled.entry_point


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for garbage meanwhile: a compiler makes a million objects and keeps most of them, so a tenth of its time finds nothing."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _parameter(parameter: Any, kind: ObjectType | None) -> types.Type:
    rows: dict[Any, types.Type] = {WORDS: words_type, FLOATS: floats_type, SINGLES: singles_type}
    if parameter == STATES:
        assert kind is not None
        return StatesType(kind.state)
    rows |= {int: types.int64, float: types.float64}
    return rows[parameter]


def explain(game: Any) -> list[str]:
    """Which methods of the game do not compile, and why; nothing if it compiles whole."""
    missing = [name for name in _RULES if method(game, name) is getattr(Game, name)]
    if missing:
        return [f"{type(game).__name__} does not define {', '.join(missing)}"]
    try:
        kind = object_type(game)
        state = kind.state
    except CompileError as error:
        return [str(error)]
    arguments = dict.fromkeys(("result", "utility", "evaluate", "observe"), (state, types.int64))
    found: dict[str, None] = {}
    for name in (*_RULES, "evaluate", *(["outcomes"] if game.chance else []), *(["observe"] if game.hidden else [])):
        try:
            bound = bound_method(kind, name)
            bound.get_call_type(njit(lambda: 0).targetdescr.typing_context, arguments.get(name, (state,)), {})
        except CompileError as error:
            found[str(error)] = None
        except TROUBLE as error:
            found[in_users_terms(error, game)] = None
    return list(found)


def _return_type(returns: Any, kind: ObjectType | None) -> types.Type:
    if returns in (int, float):
        return types.int64 if returns is int else types.float64
    if returns == tuple[float, ...]:
        assert kind is not None
        return types.UniTuple(types.float64, kind.thing.players)
    return types.UniTuple(types.int64, 2)


# The cache on disk


@functools.cache
def _surroundings() -> str:
    """Everything but the game and the algorithm that compiled code depends on."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    own = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    codegen = numba.njit(lambda: 0).targetctx.codegen().magic_tuple()
    return repr((platform.python_version(), numba.__version__, llvmlite.__version__, codegen, OPTIONS, own))


def _digest(functions: list[FunctionType], kind: ObjectType | None) -> str:
    parts = (_surroundings(), digest(*functions), *((kind.digest, str(kind.state)) if kind else ()))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:40]


class _Cache:
    """What a dispatcher asks for compiled code: one file, for one signature."""

    def __init__(self, name: str, arguments: tuple[types.Type, ...], kind: ObjectType | None) -> None:
        self.name, self.arguments = name, arguments
        self.stand_ins = _classes_of(kind.state) if kind else []
        self.found: CompileResult | None = None

    def has(self, context: Any) -> bool:
        """Whether the code is there; if so it is loaded."""
        self.found = self._load(context)
        return self.found is not None

    def load_overload(self, sig: Any, context: Any) -> CompileResult | None:
        """The compiled code kept for this signature, or None."""
        return self.found if sig.args == self.arguments else None

    def _load(self, context: Any) -> CompileResult | None:
        payload = cache.load(self.name)
        if payload is None:
            return None
        try:
            context.refresh()
            return CompileResult._rebuild(context, *_Unpickler(io.BytesIO(payload), self.stand_ins).load())
        except Exception:  # a file that another version wrote, or damage that the check did not see: compile again
            return None

    def save_overload(self, sig: Any, compiled: Any) -> None:
        """Keep compiled code, unless it is not the one kernel that this cache is for."""
        if sig.args != self.arguments:
            raise CompileError(
                f"{self.name.partition('-')[0]} calls itself with other types than it was called with: ({', '.join(map(str, sig.args))})"
            )
        if not _is_whole(compiled):
            return
        buffer = io.BytesIO()
        try:
            _Pickler(buffer, self.stand_ins).dump(compiled._reduce())
        except (pickle.PicklingError, TypeError, AttributeError):
            return
        cache.save(self.name, buffer.getvalue())


def _is_whole(compiled: Any) -> bool:
    """Whether the code stands alone: no addresses of this process, no code left in Python, no open recursion."""
    return not compiled.library.has_dynamic_globals and not compiled.lifted and compiled.signature.return_type is not types.unknown


def _classes_of(kind: types.Type) -> list[type]:
    """The NamedTuple classes of a state type: kept by place, since `__main__`'s could not be found by name."""
    found = [kind.instance_class] if isinstance(kind, types.BaseNamedTuple) else []
    if isinstance(kind, types.BaseTuple):
        for part in kind:
            found += _classes_of(part)
    return found


class _Pickler(NumbaPickler):
    def __init__(self, file: Any, stand_ins: list[type]) -> None:
        super().__init__(file, protocol=4)
        self.stand_ins = stand_ins

    def persistent_id(self, thing: Any) -> int | None:
        return next((place for place, known in enumerate(self.stand_ins) if known is thing), None)


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, stand_ins: list[type]) -> None:
        super().__init__(file)
        self.stand_ins = stand_ins

    def persistent_load(self, place: Any) -> Any:
        return self.stand_ins[place]
