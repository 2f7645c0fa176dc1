"""A digest of everything that compiled rules depend on: code, bases, helpers, constants and parameters.

numba's own cache looks at one file's date, so it would answer with the old rules after an edit in a helper module.
This digest follows what the code refers to: from a game to its class and its bases, to every function and constant
that their methods name, wherever these live. It is over byte code, not text: a comment changes nothing.

The way is long (some milliseconds), and a search asks whether the rules are still what they were. So the walk notes on its
way every place that can change, with what it held: `unchanged` looks at these places only, by identity, in some microseconds.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Set
from itertools import repeat
from operator import attrgetter, is_
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

from zermelo.bits import Bits
from zermelo.display import Display
from zermelo.game import Game
from zermelo.hints import Evaluation, Hints
from zermelo.loaded import without_folder
from zermelo.sources import is_ours

FOR_PEOPLE: Final = {name for name in vars(Display) if not name.startswith("__")} | {
    "_named_actions",
    "__init__",
    "__repr__",
    "evaluations",
}
"""What a class may change without its compiled rules changing, unless they name it (of evaluations, the one in use is a parameter)."""
_OF_EVERY_GAME: Final = {name for kind in Game.__mro__ if kind is not object for name in vars(kind)}
"""What a game says under names that all games have. What it says besides, as how it reads a position, counts where some code names it."""
_TAKEN_AT_ITS_WORD: Final = frozenset(
    {
        *("key", "symmetries", "starts", "tier", "tier_sizes", "rank", "unrank", "possible", "predecessors"),
        *("utilities", "candidates", "plies_left", "bounds", "endgame_plies", "endgame_value"),
    }
)
"""Hints that solvers rely on: where one is wrong, so is what they find."""
FOR_SEARCH: Final = {name for name in vars(Hints) if not name.startswith("__")} - _TAKEN_AT_ITS_WORD
"""What makes a search faster or stronger, and a solver never wrong: what is found does not depend on it, unless the rules name it."""
_OF_NO_USE: Final = frozenset({"__doc__", "__module__", "__dict__", "__weakref__", "__annotations__"})
_COMPUTED: Final = frozenset({"getattr", "attrgetter", "vars", "__dict__", "__getattribute__", "eval", "exec", "globals", "locals"})
"""Names of what reaches for an attribute without naming it: then all of them count."""
_PLAIN: Final = (type(None), bool, int, float, complex, str, bytes, Bits)
_OUTSIDE: Final = frozenset(sys.stdlib_module_names) | {"numpy", "numba", "llvmlite"}
_MISSING: Final = object()


def digest(*things: Any) -> str:
    """64 hexadecimal digits that differ when any of the things, or what they depend on, does."""
    return Look(*things).digest


def rules_digest(game: Game) -> str:
    """64 hexadecimal digits that differ when the rules of a game do, or what solvers take it at its word for: how it tells states apart,
    what it has proved.

    What only makes searches faster or stronger is no part of it, nor what only reads and writes positions, nor what every game has from
    `Game`: those who keep what they have found of a game need not find it anew when its evaluation changes, or this package.
    """
    walk = _Walk(aside=FOR_PEOPLE | FOR_SEARCH, given=frozenset(Game.__mro__))
    walk.see(game)
    walk.settle()
    return walk.hash.hexdigest()


class Look:
    """What some things, and all that they depend on, are at this moment.

    digest     64 hexadecimal digits that differ when any of it does
    code       the functions and classes among it
    """

    def __init__(self, *things: Any) -> None:
        walk = _Walk()
        for thing in things:
            walk.see(thing)
        walk.settle()
        self.digest = walk.hash.hexdigest()
        self.code = tuple(seen for seen in walk.keep if isinstance(seen, (FunctionType, type)))
        self._watched = [(now, tuple(now())) for now in walk.watched()]
        self._buffers = walk.buffers

    def unchanged(self) -> bool:
        """Whether every place that can change still holds what it held: the same objects, and arrays the same bytes."""
        return all(same(tuple(now()), before) for now, before in self._watched) and all(
            _bytes(buffer) == before for buffer, before in self._buffers
        )


def same(these: tuple[Any, ...], those: tuple[Any, ...]) -> bool:
    """Whether they are the same objects, one by one."""
    return len(these) == len(those) and all(map(is_, these, those))


class _Walk:
    """A walk over things and all that they depend on.

    aside  names in rules and evaluations that count only where some code names them
    given  classes that count by their names
    """

    def __init__(self, aside: Set[str] = FOR_PEOPLE, given: Set[type] = frozenset()) -> None:
        self.aside, self.given = aside, given
        self.hash = hashlib.sha256()
        self.seen: dict[int, int] = {}
        self.keep: list[Any] = []  # so that no id is used twice
        self.names: set[str] = set()
        """Every name in the code seen so far."""
        self.pending: list[tuple[int, str, Any]] = []
        """What counts only if some code names it: whose it is, its name, and the thing."""
        self.buffers: list[tuple[Any, tuple[Any, ...]]] = []
        self.containers: list[Any] = []
        self.instances: list[Any] = []
        self.functions: list[FunctionType] = []
        self.cells: list[Any] = []
        self.globals: dict[int, tuple[dict[str, Any], dict[str, None]]] = {}

    def put(self, *words: object) -> None:
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode(errors="surrogatepass")
            self.hash.update(f"{len(data)}:".encode() + data)

    def settle(self) -> None:
        """See what was left for later and is named by code that was seen meanwhile."""
        while True:
            computed = not self.names.isdisjoint(_COMPUTED)
            named = [one for one in self.pending if computed or one[1] in self.names]
            if not named:
                return
            self.pending = [one for one in self.pending if not computed and one[1] not in self.names]
            for owner, name, value in named:
                self.put("named", owner, name)
                self.see(value)

    def watched(self) -> Iterable[Callable[[], Iterable[Any]]]:
        """Functions that give what the places which can change hold now."""
        for names, wanted in self.globals.values():
            yield functools.partial(map, names.get, list(wanted), repeat(_MISSING))
        for container in self.containers:
            if isinstance(container, Mapping):
                yield container.keys
                yield container.values
            else:
                yield functools.partial(iter, container)
        yield functools.partial(map, attrgetter("__class__"), self.instances)
        yield functools.partial(map, attrgetter("__code__"), self.functions)
        yield functools.partial(map, attrgetter("__defaults__"), self.functions)
        yield functools.partial(map, attrgetter("__kwdefaults__"), self.functions)
        yield functools.partial(map, _contents, self.cells)

    def see(self, value: Any) -> None:
        if isinstance(value, _PLAIN) and type(value) in _PLAIN:
            self.put(type(value).__name__, value if isinstance(value, bytes) else repr(value))
            return
        if id(value) in self.seen:
            self.put("again", self.seen[id(value)])
            return
        self.seen[id(value)] = len(self.seen)
        self.keep.append(value)
        if isinstance(value, (tuple, list)) and type(value) in (tuple, list):
            self.sequence(value)
        elif isinstance(value, FunctionType):
            self.function(value)
        elif isinstance(value, (staticmethod, classmethod)):
            self.put(type(value).__name__)
            self.see(value.__func__)
        elif isinstance(value, property):
            self.put("property")
            self.see(value.fget)
        elif isinstance(value, CodeType):
            self.code(value)
        elif isinstance(value, type):
            self.type(value)
        elif isinstance(value, ModuleType):
            self.put("module", without_folder(value.__name__), getattr(value, "__version__", ""))
        elif isinstance(value, BuiltinFunctionType):
            self.put("builtin", value.__qualname__)
        elif hasattr(value, "tobytes"):
            bytes_now = _bytes(value)
            self.put("array", type(value).__name__, *bytes_now)
            self.buffers.append((value, bytes_now))
        else:
            self.instance(value)

    def sequence(self, value: Any) -> None:
        self.put(type(value).__name__, len(value))
        for part in value:
            self.see(part)
        if not isinstance(value, tuple):
            self.containers.append(value)

    def instance(self, value: Any) -> None:
        """Any other object: its class, what is in it, and its attributes."""
        self.put("instance")
        self.see(type(value))
        if isinstance(value, (tuple, list)):
            self.sequence(value)
        elif isinstance(value, (set, frozenset)):
            self.put("set", *sorted(map(repr, value)))
            self.containers.append(value)
        elif isinstance(value, Mapping):
            self.mapping(value)
        elif isinstance(value, _PLAIN):
            self.put(repr(value))
        elif is_outside(type(value)):
            self.opaque(value)
            return
        self.attributes(value)

    def mapping(self, value: Mapping[Any, Any]) -> None:
        self.put("dict", len(value))
        for key in sorted(value, key=repr):
            self.see(key)
            self.see(value[key])
        self.containers.append(value)

    def opaque(self, value: Any) -> None:
        """An object of the standard library or of numpy's, by what it would be copied from."""
        inner = getattr(value, "py_func", None) or getattr(value, "__wrapped__", None)  # a function that numba or functools has wrapped
        if inner is not None:
            self.see(inner)
            return
        if isinstance(value, MutableSequence):
            self.containers.append(value)
        try:
            reduced = value.__reduce_ex__(4)
        except Exception:  # cannot be copied: a lock, a file
            return
        self.see(tuple(reduced[1:3]) + tuple(map(list, filter(None, reduced[3:5]))) if isinstance(reduced, tuple) else reduced)

    def attributes(self, value: Any) -> None:
        held = getattr(value, "__dict__", None)
        kind = type(value)
        slots = () if is_outside(kind) else slots_of(kind)
        if held is None and not slots:
            return
        if not is_outside(kind):
            self.instances.append(value)
        derived = {name for each in kind.__mro__ for name, inner in vars(each).items() if isinstance(inner, functools.cached_property)}
        inside = {} if held is None else {name: held[name] for name in held if name not in derived}
        if held is not None:
            self.containers.append(_Lasting(held, derived) if derived else held)
        inside = inside | {name: getattr(value, name) for name in slots if hasattr(value, name)}
        self.put("attributes")
        for_people = FOR_PEOPLE if isinstance(value, (Game, Evaluation)) else frozenset()
        for name in sorted(inside):
            if isinstance(inside[name], (*_PLAIN, tuple, FunctionType)) and name not in for_people:
                self.put(name)
                self.see(inside[name])
            else:
                self.pending.append((self.seen[id(value)], name, inside[name]))
        for name in slots:
            self.containers.append(_Slot(value, name))

    def function(self, function: FunctionType) -> None:
        self.put("function", function.__qualname__)
        if is_outside(function):
            self.put(function.__module__)
            return
        if not is_ours(function.__module__):
            self.functions.append(function)
            self.cells.extend(function.__closure__ or ())
        self.see(function.__code__)
        self.see(function.__defaults__)
        self.see(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            self.see(_contents(cell))
        called, named = names_in(function.__code__)
        # what is ours reaches for attributes by a computed name only to say something to people
        self.names |= (called | named) - _COMPUTED if is_ours(function.__module__) else called | named
        if not is_ours(function.__module__):
            self.globals.setdefault(id(function.__globals__), (function.__globals__, {}))[1].update(dict.fromkeys(sorted(called)))
        for name in sorted(called):
            if name in function.__globals__:
                self.put(name)
                self.global_value(function.__globals__[name], named)

    def global_value(self, value: Any, named: frozenset[str]) -> None:
        self.see(value)
        if isinstance(value, ModuleType) and not is_outside(value):
            inside = vars(value)
            if not is_ours(value.__name__):
                self.globals.setdefault(id(inside), (inside, {}))[1].update(dict.fromkeys(sorted(named)))
            for attribute in sorted(named):
                if attribute in inside:
                    self.put(attribute)
                    self.global_value(inside[attribute], named)

    def code(self, code: CodeType) -> None:
        self.put(code.co_code, code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        self.put(*code.co_names, *code.co_varnames, *code.co_freevars)
        for constant in code.co_consts:
            self.see(constant)

    def type(self, kind: type) -> None:
        self.put("class", without_folder(kind.__module__), kind.__qualname__)
        if is_outside(kind) or kind in self.given:
            return
        for base in kind.__mro__[1:]:
            if base is not object:
                self.see(base)
        is_rules = issubclass(kind, (Game, Evaluation)) or issubclass(Game, kind)
        if not is_ours(kind.__module__) or is_rules:
            self.containers += [_Bases(kind), vars(kind)]
        if hasattr(kind, "_fields"):
            self.put(*kind._fields)
        for name in sorted(vars(kind)):
            value = vars(kind)[name]
            if name in _OF_NO_USE or name.startswith("_abc_") or (name.startswith("__") and not isinstance(value, FunctionType)):
                continue
            if hasattr(kind, "_fields") and not isinstance(value, FunctionType):
                continue  # how a named tuple reaches its fields
            own = issubclass(kind, Game) and name not in _OF_EVERY_GAME and not name.startswith("__")
            if own or (name in self.aside and is_rules):
                self.pending.append((self.seen[id(kind)], name, value))
                continue
            self.put(name)
            self.see(value)


class _Lasting:
    """The attributes of an object but for those that follow from others and are kept when they were asked for."""

    def __init__(self, held: dict[str, Any], derived: set[str]) -> None:
        self.held, self.derived = held, derived

    def __iter__(self) -> Any:
        return iter([part for name, value in self.held.items() if name not in self.derived for part in (name, value)])


class _Slot:
    """An attribute that is kept in a slot of an object, as a container of one."""

    def __init__(self, thing: Any, name: str) -> None:
        self.thing, self.name = thing, name

    def __iter__(self) -> Any:
        return iter((getattr(self.thing, self.name, _MISSING),))


class _Bases:
    """The classes in which a class looks for what it does not say itself."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def __iter__(self) -> Any:
        return iter(self.kind.__mro__)


def slots_of(kind: type) -> tuple[str, ...]:
    """The names of the attributes that objects of a class keep in slots."""
    found: dict[str, None] = {}
    for each in kind.__mro__:
        slots = vars(each).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                mangled = f"_{each.__name__.lstrip('_')}{name}" if name.startswith("__") and not name.endswith("__") else name
                found[mangled] = None
    return tuple(found)


def _bytes(buffer: Any) -> tuple[Any, ...]:
    """All that an array is: what its elements are, how they are laid out, and their bytes."""
    kind = buffer.typecode if isinstance(buffer, array) else str(getattr(buffer, "dtype", getattr(buffer, "format", "")))
    return kind, getattr(buffer, "shape", None), buffer.tobytes()


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not set yet
        return "empty cell"


@functools.cache
def names_in(code: CodeType) -> tuple[frozenset[str], frozenset[str]]:
    """The globals that the code, and the code inside it, reads; and all names in it, attributes among them."""
    called = {step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    named = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner_called, inner_named = names_in(constant)
            called |= inner_called
            named |= inner_named
    return frozenset(called), frozenset(named)


def is_outside(thing: Any) -> bool:
    """Whether a function, class or module belongs to the standard library or to the compiler's own."""
    name = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", "")
    return (name or "").partition(".")[0] in _OUTSIDE
