"""Which road a game takes to machine code, and the rules compiled by `native.plain`, kept on disk.

inline  states are few numbers: the rules are compiled by `native.plain` and become part of the kernel, which is as fast as can be
apart   all other states lie in memory, and so the rules are compiled apart from the kernels, which many games share (see packed.py)
numba   what lives on rows of numbers (zermelo.rows), on moves made at once, or kernels that ask a game of ours for more than searches do:
        numba compiles rules and kernel together
"""

from __future__ import annotations

import ast
import hashlib
import pickle
import platform
from collections.abc import Iterable
from contextlib import suppress
from functools import cache as cached
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm

from zermelo import words
from zermelo.bits import Bits
from zermelo.errors import CompileError, GivenUpError, SharingError
from zermelo.game import Game
from zermelo.native import cache, class_numbers, compiling
from zermelo.native.fingerprint import Look, is_outside, names_in
from zermelo.native.kernels import InlineRules
from zermelo.native.patience import within_limit
from zermelo.native.plain import layout, rules, sampling
from zermelo.native.plain.emitter import FEW
from zermelo.native.plain.entries import ORDER
from zermelo.native.plain.kinds import Kind
from zermelo.native.plain.values import RefusedError
from zermelo.native.refusals import patiently
from zermelo.sources import definition_of, is_ours

MOST_NUMBERS: Final = 40
"""States of more numbers live in memory."""
_PLAIN: Final = (
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.Dict, ast.Set, ast.List, ast.JoinedStr, ast.Match,
    ast.Starred, ast.Try,
)  # fmt: skip
"""What nobody writes in the dialect."""
_CALLED: Final = frozenset({
    "any", "all", "sum", "sorted", "reversed", "map", "filter", "list", "set", "dict", "frozenset", "tuple", "deepcopy", "copy", "str",
    "next", "index", "join", "append", "_replace",
})  # fmt: skip
INLINE: Final = "inline"
APART: Final = "apart"
NUMBA: Final = "numba"
"""The roads: see the top of this file."""
_FOR_NUMBA: Final = ("zermelo.rows",)
"""Modules whose functions numba alone compiles."""
_taken: dict[str, int] = {}
"""By the digest of a game: on which of its roads it is, where that is not the first."""
_outgrown: dict[str, tuple[layout.Path, ...]] = {}
"""By the digest of a game: the parts of its states that have outgrown their room, one after the other."""
_met: dict[str, tuple[Any, ...]] = {}
"""By the digest of a game: states for which there was no room, from which games are looked at, too: of a row that has always been empty
nobody knows what it holds."""
_MOST_MET: Final = 8
_TOO_LARGE: Final = "more than 64 bits"
_left: dict[str, CompileError] = {}
"""By the digest of a game: what came up in a search for which only plain Python has room."""
_reshaped: set[str] = set()
"""The digests of games whose states are not all made of as many numbers as the first."""


def road_of(game: Game, look: Look) -> str:
    """How the game's kernels are compiled."""
    return _roads(game, look)[_taken.get(look.digest, 0)]


def expected(game: Game, look: Any) -> float:
    """About how many seconds of the processor's time a kernel for the game takes the compiler, by its road and how long the rules are."""
    length = sum(len(function.__code__.co_code) for function in _rules_in(look))
    return length / 900 if road_of(game, look) == NUMBA else 0.6 + length / 12_000


def turn(game: Any, look: Any, told: Iterable[str]) -> bool:
    """Let the rules take the next road from now on; False where they have been on all.

    told  why not this one. Where that is a number of more than 64 bits, numba's is none: there whole numbers go round, and nothing is said
    """
    if not isinstance(game, Game) or _taken.get(look.digest, 0) + 1 >= len(_roads(game, look)):
        return False
    if _roads(game, look)[_taken.get(look.digest, 0) + 1] == NUMBA and any(_TOO_LARGE in why for why in told):
        return False
    _taken[look.digest] = _taken.get(look.digest, 0) + 1
    return True


def turn_back(digest: str) -> None:
    """Let the rules take the first road again."""
    _taken.pop(digest, None)


def _roads(game: Game, look: Any) -> tuple[str, ...]:
    """The roads that a game can take, the best first."""
    if game.simultaneous:
        return (NUMBA,)
    try:
        numbers = _numbers(game.initial())
    except Exception:  # the user's own: said where the states are asked for
        return (NUMBA,)
    if numbers is None or look.digest in _reshaped:  # numba knows no such states
        return (APART,)
    if numbers > MOST_NUMBERS:
        return (APART,)
    if any(getattr(one, "__module__", None) in _FOR_NUMBA for one in look.code):
        return (APART, NUMBA) if _is_plain(look) else (NUMBA, APART)
    if _has_long_tuple(game.initial()) and _is_plain(look):
        return (APART,)
    return (INLINE, APART, NUMBA) if is_ours(type(game).__module__) else (INLINE, APART)


def _has_long_tuple(value: Any) -> bool:
    """Whether a tuple of more than a few numbers is in it: gone through as in plain Python, these are better off in memory."""
    if not isinstance(value, tuple):
        return False
    return (len(value) > FEW and not hasattr(value, "_fields") and not isinstance(value[0], Bits)) or any(map(_has_long_tuple, value))


def _is_plain(look: Any) -> bool:
    """Whether the rules are written as nobody writes in numba's dialect."""
    return any(map(_is_written_plainly, _rules_in(look)))


def inline_rules(game: Game, state: Kind, look: Any) -> InlineRules:
    """The rules of a game as functions for its kernels. Raises CompileError where they do not compile."""
    with compiling(expected(game, look)):
        try:
            name = f"inline-{type(game).__name__}-{_key(look.digest, ())}"
            return patiently(
                lambda: InlineRules(game, state, wraps=type(game).__module__.startswith("zermelo.games.")),
                type(game).__name__,
                name,
                look.code,
            )
        except RefusedError as refused:
            raise CompileError(f"{type(game).__name__}: {refused.why}") from None


def _rules_in(look: Look) -> list[FunctionType]:
    """The functions that rules may reach, by their names: not those that make text and pictures for people."""
    left = [one for one in look.code if isinstance(one, FunctionType) and not is_ours(one.__module__) and not is_outside(one)]
    found: list[FunctionType] = []
    names: set[str] = {*ORDER, "<lambda>"}
    while reached := [one for one in left if one.__name__ in names]:
        found += reached
        left = [one for one in left if one.__name__ not in names]
        names = names.union(*(part for one in reached for part in names_in(one.__code__)))
    return found


def _numbers(value: Any) -> int | None:
    """How many numbers a state is made of; None where it is not made of numbers alone, of 64 bits each."""
    if isinstance(value, (int, float, Bits)) and type(value) in (int, bool, float, Bits):
        return 1 if type(value) is not int or -(1 << 63) <= value < 1 << 63 else None
    if isinstance(value, tuple):
        inner = [_numbers(part) for part in value]
        return None if None in inner else sum(filter(None, inner))
    return None


def _is_written_plainly(function: FunctionType) -> bool:
    with suppress(OSError, TypeError, SyntaxError, CompileError):
        for node in ast.walk(definition_of(function)):
            if isinstance(node, _PLAIN):
                return True
            if isinstance(node, ast.Call) and not _is_of_ours(node.func, function):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in _CALLED or node.keywords or (name == "count" and node.args):  # Bits have a count as well
                    return True
    return False


def _is_of_ours(called: ast.expr, function: FunctionType) -> bool:
    """Whether what is called is a function of this package, such as `zermelo.wide.count`."""
    names = function.__globals__
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        found = getattr(names.get(called.value.id), called.attr, None)
    else:
        found = names.get(getattr(called, "id", ""))
    return isinstance(found, FunctionType) and is_ours(found.__module__)


def rules_of(game: Game, digest: str, code: tuple[Any, ...]) -> rules.Rules:
    """The rules of a game, read from the disk or compiled and kept there. Raises CompileError where they do not compile.

    digest  of all that they depend on
    code    the functions and classes among that, in an order that follows from the digest
    """
    parts, met = _outgrown.get(digest, ()), _met.get(digest, ())
    name = f"rules-{type(game).__name__}-{_key(digest, _room(digest))}"
    kept = cache.load(name)
    if kept is not None:
        with suppress(Exception):  # it is not whole, or its classes have moved: compiled again
            laid, machine = class_numbers.loads(kept, code)  # the cache is ours alone (see cache.py), and holds machine code anyway
            return rules.Rules(machine, laid)
    with compiling():
        try:
            laid, machine = patiently(lambda: _compiled(game, parts, met), type(game).__name__, name, _methods(game))
        except RefusedError as refused:
            raise CompileError(f"{type(game).__name__}: {refused.why}") from None
    with suppress(pickle.PicklingError, AttributeError, TypeError):  # classes that nobody can name: within functions
        cache.save(name, class_numbers.dumps((laid, machine), code))
    return rules.Rules(machine, laid)


def _compiled(game: Game, outgrown: tuple[layout.Path, ...], met: tuple[Any, ...]) -> tuple[sampling.Layouts, rules.Machine]:
    laid = layouts_of(game, outgrown, met)
    return laid, rules.compiled(game, laid)


def _methods(game: Game) -> list[Any]:
    return [thing for cls in type(game).__mro__ for thing in vars(cls).values()]


def layouts_of(game: Game, outgrown: tuple[layout.Path, ...] = (), met: tuple[Any, ...] = ()) -> sampling.Layouts:
    """How the states of a game lie in memory, with more room for the parts that have outgrown theirs, and for states that were met."""
    try:
        seen = within_limit(lambda: sampling.seen(game, [game.initial(), *met], 1 + 3 * len(outgrown)), type(game).__name__)
        return sampling.layouts(seen.widened(outgrown))
    except (GivenUpError, SharingError):
        raise
    except layout.UnlaidError as error:
        raise CompileError(f"{type(game).__name__}: {error}") from None
    except Exception as error:  # the user's own
        raise CompileError(f"the rules of {type(game).__name__} raised {type(error).__name__}: {error}") from error


def outgrown(digest: str, path: layout.Path, state: Any = None) -> None:
    """Let what is compiled next for the game have more room for this part of its states, and for a state that was met."""
    _outgrown[digest] = (*_outgrown.get(digest, ()), path)
    if state is not None:
        _met[digest] = (*_met.get(digest, ()), state)[-_MOST_MET:]


def room(digest: str) -> dict[str, Any]:
    """What was learnt in this process of how the states of a game lie, as JSON can say it.

    reshaped  whether they lie in memory, though the initial one is but a few numbers
    parts     the paths of those that have more room than games at random need, as a text of Python
    """
    return {"reshaped": digest in _reshaped, "parts": repr(_outgrown.get(digest, ()))}


def make_room(digest: str, room: dict[str, Any]) -> None:
    """Let what is compiled next for the game have such room."""
    _outgrown[digest] = ast.literal_eval(room["parts"])
    if room["reshaped"]:
        reshaped(digest)


def leave(digest: str, why: CompileError) -> None:
    """Let the game run interpreted from now on, as something came up for which only plain Python has room."""
    _left[digest] = why


def left(digest: str) -> CompileError | None:
    """What came up, where that is so."""
    why = _left.get(digest)
    return why and type(why)(*why.told)


def reshaped(digest: str) -> None:
    """Let the states of the game lie in memory from now on, where they need not be made of as many numbers."""
    _reshaped.add(digest)
    turn_back(digest)


def with_room(digest: str) -> str:
    """The digest, and how its states have room."""
    told = (digest, "left") if digest in _left else (digest, "reshaped") if digest in _reshaped else (digest,)
    return " ".join((*told, str(_room(digest))) if digest in _outgrown else told)


def _room(digest: str) -> tuple[Any, ...]:
    """What the states of a game have room for, beyond what games at random come to."""
    parts, met = _outgrown.get(digest, ()), _met.get(digest, ())
    return (parts, met) if met else parts


@cached
def _own() -> str:
    """All but the game that machine code depends on."""
    sources = [*(one for part in ("plain", "kernels") for one in sorted((Path(__file__).parent / part).glob("*.py"))), Path(words.__file__)]
    own = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    return repr((platform.python_version(), llvmlite.__version__, llvm.get_host_cpu_name(), own))


def _key(digest: str, outgrown: tuple[Any, ...]) -> str:
    return hashlib.sha256(f"{_own()} {digest} {outgrown}".encode(errors="surrogatepass")).hexdigest()[:40]


__all__ = [
    "APART",
    "INLINE",
    "NUMBA",
    "expected",
    "inline_rules",
    "leave",
    "left",
    "make_room",
    "outgrown",
    "reshaped",
    "road_of",
    "room",
    "rules_of",
    "turn",
    "turn_back",
    "with_room",
]
